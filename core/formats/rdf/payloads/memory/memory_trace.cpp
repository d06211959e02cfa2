#include "core/formats/rdf/payloads/memory/memory_trace.h"

#include "core/formats/rdf/payloads/memory/snapshot_data.h"
#include "core/io/byte_reader.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kSnapshotLeast = 136;    // name and time
constexpr std::size_t kSnapshotsAtMost = 1024; // each is a look at all that is live
constexpr std::size_t kMarkersAtMost = 65'536;
constexpr std::uint64_t kTokensAStep = 4096; // between two looks at the job

std::string streamText(const RmtStreamInfo& info, std::uint64_t offset)
{
    return "stream " + std::to_string(info.number) + ", byte " + grouped(offset);
}

// The positions of snapshots that count: those of the last RmvSnapshotIndex. Nothing: all.
std::optional<std::vector<std::uint16_t>> liveSnapshots(const PayloadChunks& chunks, const Report& report)
{
    const auto& entries = chunks.of(PayloadKind::snapshotIndex);
    if (entries.empty())
        return {};
    constexpr std::uint16_t kNone = 0xffff; // alone: there are none
    std::vector<std::uint16_t> out;
    ByteReader header(chunks.header(entries.back()).bytes);
    const std::uint16_t count = header.u16();
    const ChunkBytes data = chunks.data(entries.back(), std::uint64_t(count) * 2);
    ByteReader in(data.bytes);
    for (std::uint16_t n = 0; n < count && in.left() >= 2; ++n)
        out.push_back(in.u16());
    if (header.failed() || out.size() < count)
        report(chunks.unreadable(entries.back(), "it has fewer snapshot numbers than it states"));
    if (out.size() == 1 && out.front() == kNone)
        out.clear();
    return out;
}

}

std::vector<MemorySnapshot> readSnapshots(const PayloadChunks& chunks, const Report& report)
{
    std::vector<MemorySnapshot> out;
    const auto live = liveSnapshots(chunks, report);
    const auto& entries = chunks.of(PayloadKind::snapshot);
    for (std::size_t n = 0; n < entries.size(); ++n) {
        if (live && std::ranges::find(*live, n) == live->end())
            continue;
        const ChunkBytes data = chunks.data(entries[n], 4096);
        SnapshotData snapshot;
        readFields(data.bytes, snapshot); // its version may be missing
        if (data.bytes.size() < kSnapshotLeast) {
            report(chunks.unreadable(entries[n], "it has fewer than 136 bytes"));
            continue;
        }
        if (out.size() == kSnapshotsAtMost) {
            report(diagnose(Code::RdfPayloadLimit, "more than 1,024 snapshots",
                            chunks.place(entries[n], 0, 1), entries[n]));
            break;
        }
        out.push_back({std::string(snapshot.name), snapshot.tick, entries[n]});
    }
    std::ranges::stable_sort(out, {}, &MemorySnapshot::tick); // chunks are not in order of time
    return out;
}

// --- the first pass

Result<std::optional<MemoryTrace>> MemoryTrace::scan(const PayloadChunks& chunks, const Report& report,
                                                     Job& job)
{
    if (!chunks.has(PayloadKind::rmtData))
        return std::nullopt;
    MemoryTrace out(chunks);
    out.m_heaps = readHeaps(chunks, report);
    for (const RmtStreamInfo& info : findStreams(chunks, report)) {
        if (auto scanned = out.scanStream(info, report, job); !scanned)
            return tl::unexpected(scanned.error());
    }
    bool isFirst = true;
    for (const RmtStreamFacts& stream : out.m_streams) {
        if (stream.tokens == 0)
            continue;
        out.m_base = isFirst ? stream.firstTick : std::min(out.m_base, stream.firstTick);
        out.m_end = std::max(out.m_end, stream.lastTick);
        isFirst = false;
    }
    out.m_end = std::max(out.m_base, out.m_end); // of clocks set back
    return std::optional(std::move(out));
}

Result<void> MemoryTrace::scanStream(const RmtStreamInfo& info, const Report& report, Job& job)
{
    RmtStream stream(*m_chunks, info);
    RmtStreamFacts facts;
    facts.info = info;
    const auto tell = [&](Code code, std::uint64_t offset, std::uint64_t length, std::string detail = {}) {
        const auto part = std::ranges::upper_bound(stream.parts(), offset, {}, &RmtStream::ChunkPart::begin);
        const std::uint32_t entry =
            part == stream.parts().begin() ? info.entries.front() : std::prev(part)->entry;
        detail = streamText(info, offset) + (detail.empty() ? "" : ": ") + detail;
        report(diagnose(code, std::move(detail), stream.placeOf(offset, length), entry));
    };
    std::array<std::uint64_t, 256> byFirst {}; // tokens by their first byte
    while (const RmtToken* const token = stream.next()) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (facts.tokens++ == 0) {
            facts.firstTick = token->tick;
            if (token->kind != RmtKind::timestamp)
                tell(Code::RdfRmtNoTimestampFirst, 0, token->size);
        }
        ++byFirst[std::to_integer<std::size_t>(token->data[0])];
        switch (token->kind) {
        case RmtKind::timestamp:
            if (facts.frequency == 0)
                facts.frequency = stream.frequency();
            break;
        case RmtKind::userdata:
            ++m_counts.userdata[static_cast<std::size_t>(fieldsOf<RmtUserdata>(*token).type)];
            break;
        case RmtKind::misc: ++m_counts.misc[fieldsOf<RmtMisc>(*token).type]; break;
        case RmtKind::resourceCreate: {
            const std::uint8_t type = fieldsOf<RmtCreate>(*token).type;
            ++m_counts.created[type];
            if (type >= kResourceTypes)
                tell(Code::RdfRmtUnknownResourceType, token->offset, token->size,
                     "type " + std::to_string(type));
            break;
        }
        default: break;
        }
        facts.tokens += stream.passPlain(byFirst, kTokensAStep);
    }
    facts.lastTick = stream.tick();
    for (std::size_t first = 0; first < byFirst.size(); ++first) {
        const RmtKind kind = rmtKind(static_cast<std::byte>(first));
        const bool hasDelta = kind != RmtKind::timestamp && kind != RmtKind::timeDelta && first >> 4 != 0;
        m_counts.tokens[static_cast<std::size_t>(kind)] += byFirst[first];
        m_counts.smallDeltas[static_cast<std::size_t>(kind)] += hasDelta ? byFirst[first] : 0;
    }
    if (stream.stop() == RmtStream::Stop::truncated)
        tell(Code::RdfRmtTruncatedToken, stream.offset(), ~std::uint64_t(0));
    else if (stream.stop() == RmtStream::Stop::unknownToken)
        tell(Code::RdfRmtUnknownToken, stream.offset(), 1);
    if (!stream.seeRest(job))
        return fail(Code::Stopped);
    for (std::size_t n = 0; n < stream.parts().size(); ++n) {
        const RmtStream::ChunkPart& part = stream.parts()[n];
        facts.bytes += part.length;
        if (part.failed)
            report(m_chunks->unreadable(part.entry, "its data are damaged"));
        else if (part.length != info.sizes[n])
            report(diagnose(Code::RdfRmtSizeMismatch,
                            "it states " + counted(info.sizes[n], "byte", "bytes") + ", there are "
                                + grouped(part.length),
                            m_chunks->place(part.entry, 0, part.length), part.entry));
    }
    m_streams.push_back(std::move(facts));
    return {};
}

std::uint32_t MemoryTrace::frequency() const
{
    const auto found =
        std::ranges::find_if(m_streams, [](const auto& stream) { return stream.frequency != 0; });
    return found == m_streams.end() ? 0 : found->frequency;
}

// --- the second pass

Result<std::unique_ptr<MemoryTrace::Replayed>> MemoryTrace::replay(const std::vector<std::uint64_t>& moments,
                                                                   Job& job) const
{
    auto out = std::make_unique<Replayed>(m_heaps);
    const auto lookUpTo = [&](std::uint64_t tick) { // moments before it
        while (out->looks.size() < moments.size() && moments[out->looks.size()] < tick)
            out->looks.push_back(out->state.look());
    };
    const auto notePeak = [](std::uint64_t now, std::uint64_t tick, std::uint64_t& peak,
                             std::uint64_t& when) {
        if (now > peak) {
            peak = now;
            when = tick;
        }
    };
    std::uint64_t latest = 0;
    const auto read = eachToken(job, [&](const RmtToken& token, const RmtMerge&) {
        out->timeOrderErrors += token.tick < latest;
        latest = token.tick;
        lookUpTo(token.tick);
        out->state.apply(token);
        out->names.note(token);
        switch (token.kind) {
        case RmtKind::pageTableUpdate:
            for (std::size_t heap = 0; heap < kHeaps; ++heap)
                out->peakCommitted[heap] =
                    std::max(out->peakCommitted[heap], out->state.pages().bytes()[heap]);
            notePeak(out->state.pages().total(), token.tick, out->peakCommittedTotal, out->peakCommittedTick);
            break;
        case RmtKind::virtualAllocate:
        case RmtKind::resourceBind: // may add what is another process's, or move what is sparse
            for (std::size_t heap = 0; heap < kHeaps; ++heap)
                out->peakRequested[heap] = std::max(out->peakRequested[heap], out->state.requested()[heap]);
            notePeak(out->state.requestedTotal(), token.tick, out->peakRequestedTotal,
                     out->peakRequestedTick);
            break;
        case RmtKind::userdata:
            if (fieldsOf<RmtUserdata>(token).type == RmtUserdataType::snapshot
                && out->markers.size() < kMarkersAtMost)
                out->markers.push_back(
                    {std::string(asText(userdataPayload(token)).substr(0, 1024)), token.tick});
            break;
        default: break;
        }
    });
    if (!read)
        return tl::unexpected(read.error());
    lookUpTo(~std::uint64_t(0));
    while (out->looks.size() < moments.size())
        out->looks.push_back(out->state.look());
    out->names.resolve(out->state);
    return out;
}

}
