#include "core/formats/rfr/wire/rfr_chunk.h"

#include "core/base/limits.h"
#include "core/base/sort.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace traceglass::rfr {

namespace {

Diagnostic faultAt(Code code, std::size_t offset, std::size_t size, std::string detail)
{
    return diagnose(code, std::move(detail), ByteRange {SourceId {}, offset, size - std::min(offset, size)});
}

// Objects of a sequence; false when the chunk cannot be read on.
bool readObjects(ByteReader& in, Sequence& sequence, const Job& job)
{
    constexpr std::uint64_t kAtOnce = 4096;
    const std::uint64_t count = in.count(least::kObject);
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
        if (i % kAtOnce == kAtOnce - 1 && job.stopRequested())
            break;
        ObjectEntry object;
        object.offset = static_cast<std::uint32_t>(in.offset());
        object.task = readTag(in, 1) == 1;
        object.body = static_cast<std::uint32_t>(in.offset());
        object.iid = object.task ? readTaskObject(in).iid : readSpanObject(in).iid;
        if (!in.failed())
            sequence.objects.push_back(object);
    }
    return !in.failed();
}

}

std::uint64_t ChunkHeader::absolute(std::uint64_t micros) const
{
    const std::uint64_t base = AbsTime {baseSeconds, 0}.totalMicros();
    std::uint64_t sum = 0;
    return __builtin_add_overflow(base, micros, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

Result<ChunkHeader> readChunkHeader(std::span<const std::byte> head)
{
    if (head.empty())
        return fail(Code::RfrChunkEmpty);
    ByteReader in(head);
    const auto label = readLabel(in);
    if (!label || label->kind != FileKind::chunk)
        return fail(Code::RfrChunkUnreadable, "it does not begin with rfr-c/",
                    ByteRange {SourceId {}, 0, head.size()});
    if (!label->known)
        return fail(Code::RfrUnsupportedVersion, std::string(label->text),
                    ByteRange {SourceId {}, 0, label->text.size() + 1});
    ChunkHeader header;
    header.version = label->text;
    header.baseSeconds = in.varint64();
    header.startMicros = in.varint64();
    header.endMicros = in.varint64();
    header.earliestMicros = in.varint64();
    header.latestMicros = in.varint64();
    header.sequenceCount = in.varint64();
    header.size = in.offset();
    if (in.failed())
        return fail(Code::RfrChunkUnreadable,
                    in.error() == ReadError::unexpectedEnd ? "the file ends inside it"
                                                           : "a number in it is too long",
                    ByteRange {SourceId {}, in.errorOffset(), head.size() - in.errorOffset()});
    return header;
}

const ObjectEntry* Sequence::object(std::uint64_t iid, bool task) const
{
    auto found =
        std::lower_bound(m_byIid.begin(), m_byIid.end(), iid, [&](std::uint32_t index, std::uint64_t wanted) {
            return objects[index].iid < wanted;
        });
    for (; found != m_byIid.end() && objects[*found].iid == iid; ++found) {
        if (objects[*found].task == task)
            return &objects[*found];
    }
    return nullptr;
}

void Sequence::sortObjects(const Job& job)
{
    m_byIid.resize(objects.size());
    std::iota(m_byIid.begin(), m_byIid.end(), 0u);
    const auto isBefore = [&](std::uint32_t a, std::uint32_t b) { return objects[a].iid < objects[b].iid; };
    (void)sortUnlessStopped(m_byIid, isBefore, job);
}

std::optional<std::uint64_t> DecodedChunk::firstMicros() const
{
    std::optional<std::uint64_t> least;
    for (const Sequence& sequence : sequences) {
        if (sequence.size() > 0)
            least = std::min(least.value_or(std::numeric_limits<std::uint64_t>::max()),
                             header.absolute(sequence.micros.front()));
    }
    return least;
}

DecodedChunk decodeChunk(std::span<const std::byte> bytes, const Job& job)
{
    DecodedChunk chunk;
    // Offsets within a chunk are kept in 32 bits; a chunk holds about a second.
    bytes = bytes.first(std::min<std::size_t>(bytes.size(), std::numeric_limits<std::uint32_t>::max()));
    auto header = readChunkHeader(bytes);
    if (!header) {
        chunk.diagnostics.push_back(
            diagnose(header.error().code, header.error().detail, header.error().range));
        return chunk;
    }
    chunk.header = std::move(*header);
    ByteReader in(bytes);
    in.seek(chunk.header.size);
    std::string place;
    // A sequence needs five bytes, so an absurd count runs out of bytes at once; nothing is allocated for it.
    const std::uint64_t sequences = std::min(chunk.header.sequenceCount, limits::kRfrSequences);
    for (std::uint64_t i = 0; i < sequences && !in.failed() && !job.stopRequested(); ++i) {
        Sequence sequence;
        sequence.offset = in.offset();
        sequence.id = in.varint64();
        sequence.earliestMicros = in.varint64();
        sequence.latestMicros = in.varint64();
        sequence.objectsOffset = in.offset();
        place = "sequence " + std::to_string(i + 1) + " of " + std::to_string(chunk.header.sequenceCount);
        if (!readObjects(in, sequence, job))
            place += ", object " + std::to_string(sequence.objects.size());
        sequence.recordsOffset = in.offset();
        const std::uint64_t count = in.varint64();
        if (in.failed() && sequence.recordsOffset == bytes.size() && sequence.objects.empty())
            break;
        if (!in.failed()) {
            // Behind an absurd count the bytes may be anything: none are taken for records.
            if (count > in.left() / least::kRecord)
                in.fail(ReadError::countTooLarge, sequence.recordsOffset);
            else
                decodeRecords(in, bytes, count, sequence, job);
            if (in.failed())
                place += ", record " + std::to_string(sequence.size());
        }
        sequence.end = in.failed() ? in.errorOffset() : in.offset();
        sequence.sortObjects(job);
        chunk.records += sequence.size();
        chunk.sequences.push_back(std::move(sequence));
    }
    if (job.stopRequested())
        return chunk;
    if (in.sawBadText())
        chunk.diagnostics.push_back(
            faultAt(Code::RfrBadText, in.badTextOffset(), in.badTextOffset() + in.badTextLength(), {}));
    if (in.failed())
        chunk.diagnostics.push_back(faultAt(codeOf(in.error()), in.errorOffset(), bytes.size(), place));
    else if (sequences < chunk.header.sequenceCount)
        chunk.diagnostics.push_back(faultAt(Code::RfrTooManySequences, in.offset(), bytes.size(),
                                            std::to_string(chunk.header.sequenceCount) + " sequences"));
    else if (!in.atEnd())
        chunk.diagnostics.push_back(
            faultAt(Code::RfrLeftOverBytes, in.offset(), bytes.size(), std::to_string(in.left()) + " bytes"));
    return chunk;
}

}
