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

StreamReader::StreamReader(std::span<const std::byte> bytes, std::size_t offset, std::uint64_t index)
    : m_bytes(bytes)
    , m_offset(offset)
    , m_index(index)
{
    ByteReader in(bytes);
    if (offset == 0)
        readLabel(in);
    m_offset += in.offset();
    m_ended = m_offset >= bytes.size();
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
    while (!in.atEnd() && sequence.size() < kRecordsAPiece && in.offset() - m_offset < kLongest) {
        const std::size_t start = in.offset();
        const std::uint64_t micros = readAbsTime(in).totalMicros();
        const RecordKind kind = kStreamKinds[readTag(in, kStreamKinds.size() - 1)];
        const std::size_t payload = in.offset();
        const std::uint64_t id = readRecordId(in, kind);
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
        if (in.sawBadText() && out.diagnostics.empty()) // the first one
            out.diagnostics.push_back(
                diagnose(Code::RfrBadText, "record " + std::to_string(m_index),
                         ByteRange {SourceId {}, in.badTextOffset(), in.badTextLength()}));
        const auto place = [&](std::size_t at) { return static_cast<std::uint32_t>(at - m_offset); };
        sequence.micros.push_back(micros);
        sequence.kinds.push_back(kind);
        sequence.ids.push_back(id);
        sequence.offsets.push_back(place(start));
        if (isObject(kind))
            sequence.objects.push_back({id, place(start), place(payload), kind == RecordKind::taskObject});
        ++m_index;
        sequence.end = in.offset();
        if (kind == RecordKind::end) {
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
