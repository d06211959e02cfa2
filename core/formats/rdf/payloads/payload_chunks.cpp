#include "core/formats/rdf/payloads/payload_chunks.h"

#include "core/base/limits.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kPieceDecoded = 256 * 1024;

struct KnownId
{
    std::string_view id;
    PayloadKind kind;
};

constexpr auto kKnownIds = std::to_array<KnownId>({
    {"ApiInfo", PayloadKind::apiInfo},
    {"AsicInfo", PayloadKind::asicInfo},
    {"AdapterInfo", PayloadKind::adapterInfo},
    {"GpuMemSegment", PayloadKind::memorySegments},
    {"ClockCalibration", PayloadKind::clockCalibration},
    {"TraceProcessInfo", PayloadKind::processInfo},
    {"SystemInfo", PayloadKind::systemInfo},
    {"QueueInfo", PayloadKind::queueInfo},
    {"QueueEvent", PayloadKind::queueEvent},
    {"StringTable", PayloadKind::stringTable},
    {"UserMarkerHist", PayloadKind::userMarkers},
    {"CodeObject", PayloadKind::codeObject},
    {"COLoadEvent", PayloadKind::codeObjectLoads},
    {"PsoCorrelation", PayloadKind::pipelineCorrelation},
    {"COCorrelation", PayloadKind::codeObjectCorrelation},
    {"SpmSession", PayloadKind::spmSession},
    {"SpmCounterData", PayloadKind::spmCounter},
    {"TraceError", PayloadKind::traceError},
    {"RmtData", PayloadKind::rmtData},
    {"RmvSnapshotData", PayloadKind::snapshot},
    {"RmvSnapshotIndex", PayloadKind::snapshotIndex},
    {"DDEvent", PayloadKind::crashEvents},
    {"UmdCrashData", PayloadKind::crashEvents},
    {"KmdCrashData", PayloadKind::crashEvents},
    {"RawAccelStruct", PayloadKind::accelerationStructure},
    {"RawAccelStruc", PayloadKind::accelerationStructure},
    {"HistoryMetadata", PayloadKind::historyMetadata},
    {"HistoryRayIndex", PayloadKind::historyRayIndex},
    {"SqttData", PayloadKind::sqttData},
});

// Ids are looked up as two numbers, so that a million take no longer than reading the index.
using IdWords = std::array<std::uint64_t, 2>;

IdWords wordsOf(std::string_view id)
{
    IdWords out {};
    static_assert(sizeof out == kIdSize);
    std::memcpy(out.data(), id.data(), std::min(id.size(), sizeof out));
    return out;
}

PayloadKind kindOf(const IdWords& id)
{
    using Known = std::pair<IdWords, PayloadKind>;
    static const auto kSorted = [] {
        std::array<Known, kKnownIds.size()> out;
        std::ranges::transform(kKnownIds, out.begin(),
                               [](const KnownId& known) { return Known(wordsOf(known.id), known.kind); });
        std::ranges::sort(out);
        return out;
    }();
    const auto found = std::ranges::lower_bound(kSorted, id, {}, &Known::first);
    return found == kSorted.end() || found->first != id ? PayloadKind::none : found->second;
}

std::span<const std::byte> inFile(const RdfFile& file, const Extent& extent)
{
    return file.mapped().view().subspan(static_cast<std::size_t>(extent.offset),
                                        static_cast<std::size_t>(extent.length));
}

}

PayloadKind payloadKind(std::string_view id)
{
    return kindOf(wordsOf(id));
}

bool isLookedAt(const RdfFile& file, std::uint64_t entry)
{
    if (file.lookedAt().has(entry))
        return true;
    const Entry found = file.outer().index().entry(entry);
    return !found.canDecode() && payloadKind(found.idText()) == PayloadKind::none;
}

// --- pieces

void ChunkPieces::open(std::uint64_t entry)
{
    const Index& index = m_file.outer().index();
    const Entry found = index.entry(entry);
    const Extent extent = index.dataExtent(found);
    m_entry = entry;
    m_failed = !index.isWhole(found) || (found.compression != 0 && !found.canDecode());
    m_decodes = found.canDecode();
    m_stored = m_failed && found.compression != 0 && !m_decodes ? std::span<const std::byte> {}
                                                                : inFile(m_file, extent);
    if (!m_decodes)
        return;
    m_claimed = static_cast<std::uint64_t>(found.uncompressedSize);
    m_stream.start(m_file.mapped(), extent.offset, extent.length,
                   DecodedSource::wanted(m_claimed, limits::kDecodedAtMost));
    m_room.resize(
        std::max(m_room.size(),
                 static_cast<std::size_t>(std::clamp<std::uint64_t>(m_claimed + 1, 4096, kPieceDecoded))));
}

std::span<const std::byte> ChunkPieces::next()
{
    if (!m_decodes) {
        if (!m_failed)
            m_file.lookedAt().add(m_entry);
        return std::exchange(m_stored, {});
    }
    while (m_stream.state() == ZstdStream::State::more) {
        if (const std::size_t got = m_stream.read(m_room); got > 0)
            return std::span(m_room).first(got);
    }
    if (DecodedSource::judge(m_stream, m_claimed).fault != DecodedSource::Fault::none)
        m_failed = true;
    else
        m_file.lookedAt().add(m_entry);
    return {};
}

// --- chunks

Result<PayloadChunks> PayloadChunks::find(const RdfFile& file, const Job& job)
{
    PayloadChunks out(file);
    Entries entries;
    const Index& index = file.outer().index();
    // Chunks of one id mostly stand in a row.
    IdWords last {};
    PayloadKind kind = PayloadKind::none;
    for (std::uint64_t n = 0; n < index.count(); ++n) {
        if (isStoppedAt(n, job))
            return fail(Code::Stopped);
        if (const IdWords id = wordsOf(index.id(n)); id != last) {
            last = id;
            kind = kindOf(id);
        }
        if (kind != PayloadKind::none)
            entries[static_cast<std::size_t>(kind)].push_back(static_cast<std::uint32_t>(n));
    }
    out.m_entries = std::make_shared<const Entries>(std::move(entries));
    return out;
}

ChunkBytes PayloadChunks::header(std::uint64_t entry) const
{
    const Index& index = m_file->outer().index();
    const Entry found = index.entry(entry);
    const Extent extent = index.headerExtent(found);
    return {.bytes = inFile(*m_file, extent),
            .isWhole = extent.length == static_cast<std::uint64_t>(found.headerSize)};
}

ChunkBytes PayloadChunks::data(std::uint64_t entry, std::uint64_t atMost) const
{
    ChunkBytes out;
    m_pieces.open(entry);
    if (!m_file->outer().index().entry(entry).canDecode()) {
        out.bytes = m_pieces.next();
    } else {
        for (auto piece = m_pieces.next(); !piece.empty() && out.own.size() <= atMost;
             piece = m_pieces.next())
            out.own.insert(out.own.end(), piece.begin(), piece.end());
        out.bytes = out.own;
    }
    out.isWhole = !m_pieces.failed() && out.bytes.size() <= atMost;
    out.bytes = out.bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.bytes.size(), atMost)));
    return out;
}

ByteRange PayloadChunks::place(std::uint64_t entry, std::uint64_t offset, std::uint64_t length) const
{
    ByteRange range = m_file->storedData({0, entry});
    if (m_file->outer().index().entry(entry).canDecode())
        return range;
    offset = std::min(offset, range.length);
    return {range.source, range.offset + offset, std::min(length, range.length - offset)};
}

ByteRange PayloadChunks::decodedPlace(std::uint64_t entry, std::uint64_t offset, std::uint64_t length) const
{
    if (m_file->outer().index().entry(entry).canDecode())
        return {m_file->decodedId({0, entry}), offset, length};
    return place(entry, offset, length);
}

Diagnostic PayloadChunks::unreadable(std::uint64_t entry, const std::string& detail) const
{
    const RdfCapture& in = m_file->outer();
    return diagnose(Code::RdfChunkUnreadable, in.chunkName(entry, Job()) + ": " + detail,
                    in.chunkRange(in.index().entry(entry)), entry);
}

}
