#include "core/formats/rfr/wire/rfr_stream.h"

#include <array>

namespace traceglass::rfr {

namespace {

// The numbers of record kinds in streams.
constexpr auto kStreamKinds = std::to_array<RecordKind>(
    {RecordKind::end, RecordKind::callsite, RecordKind::spanObject, RecordKind::event, RecordKind::taskObject,
     RecordKind::spanNew, RecordKind::spanEnter, RecordKind::spanExit, RecordKind::spanClose,
     RecordKind::taskNew, RecordKind::taskPollStart, RecordKind::taskPollEnd, RecordKind::taskDrop,
     RecordKind::wakerWake, RecordKind::wakerWakeByRef, RecordKind::wakerClone, RecordKind::wakerDrop});

}

StreamRecord readStreamRecord(ByteReader& in)
{
    StreamRecord record;
    record.micros = readAbsTime(in).totalMicros();
    const std::size_t kindOffset = in.offset();
    const std::uint32_t number = in.varint32();
    if (!in.failed() && number >= kStreamKinds.size())
        in.fail(ReadError::badTag, kindOffset);
    if (in.failed())
        return record;
    record.kind = kStreamKinds[number];
    record.payload = in.offset();
    switch (record.kind) {
    case RecordKind::end: break;
    case RecordKind::callsite: record.id = readCallsite(in).id; break;
    case RecordKind::spanObject: record.id = readSpanObject(in).iid; break;
    case RecordKind::taskObject: record.id = readTaskObject(in).iid; break;
    case RecordKind::event: record.id = readEvent(in).callsite; break;
    default: record.id = isWaker(record.kind) ? readWaker(in).task : in.varint64(); break;
    }
    return record;
}

StreamReader::StreamReader(std::span<const std::byte> bytes)
    : m_bytes(bytes)
{
    ByteReader in(bytes);
    readLabel(in);
    m_offset = in.offset();
    m_ended = in.atEnd();
}

StreamReader::StreamReader(std::span<const std::byte> bytes, std::size_t offset, std::uint64_t index)
    : m_bytes(bytes)
    , m_offset(offset)
    , m_index(index)
    , m_ended(offset >= bytes.size())
{
}

DecodedChunk StreamReader::next()
{
    DecodedChunk out;
    Sequence sequence;
    sequence.offset = sequence.end = sequence.offsetBase = sequence.recordsOffset = m_offset;
    // Offsets within a piece are kept in 32 bits: cut pieces of very long records early.
    constexpr std::size_t kLongest = std::size_t(1) << 31;
    ByteReader in(m_bytes);
    in.seek(m_offset);
    bool badText = false;
    while (!in.atEnd() && sequence.size() < kRecordsAPiece && in.offset() - m_offset < kLongest) {
        const std::size_t start = in.offset();
        const StreamRecord record = readStreamRecord(in);
        const auto rest = [&](std::size_t from) {
            return ByteRange {SourceId {}, from, m_bytes.size() - from};
        };
        if (in.failed()) {
            out.diagnostics.push_back(
                diagnose(codeOf(in.error()), "record " + std::to_string(m_index), rest(in.errorOffset())));
            m_ended = true;
            sequence.end = start;
            break;
        }
        if (in.sawBadText() && !badText) {
            badText = true;
            out.diagnostics.push_back(
                diagnose(Code::RfrBadText, "record " + std::to_string(m_index), rest(in.badTextOffset())));
        }
        sequence.micros.push_back(record.micros);
        sequence.kinds.push_back(record.kind);
        sequence.ids.push_back(record.id);
        sequence.offsets.push_back(static_cast<std::uint32_t>(start - sequence.offsetBase));
        if (record.kind == RecordKind::spanObject || record.kind == RecordKind::taskObject)
            sequence.objects.push_back({record.id, static_cast<std::uint32_t>(start - sequence.offsetBase),
                                        static_cast<std::uint32_t>(record.payload - sequence.offsetBase),
                                        record.kind == RecordKind::taskObject});
        ++m_index;
        sequence.end = in.offset();
        if (record.kind == RecordKind::end) {
            m_ended = true;
            if (!in.atEnd())
                out.diagnostics.push_back(diagnose(Code::RfrBytesAfterEnd,
                                                   std::to_string(in.left()) + " bytes", rest(in.offset())));
            break;
        }
    }
    m_offset = sequence.end;
    m_ended = m_ended || in.atEnd();
    sequence.sortObjects();
    out.records = sequence.size();
    out.sequences.push_back(std::move(sequence));
    return out;
}

}
