#include "core/formats/rdf/timeline/gpu_event_tracks.h"

#include "core/formats/rdf/payloads/code_objects.h"
#include "core/formats/rdf/payloads/counters.h"
#include "core/io/byte_reader.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kSamplesAStep = 65'536;
constexpr std::uint64_t kSessionBytes = 256u << 20;
constexpr std::uint64_t kTableBytes = 64u << 20;
constexpr std::size_t kPipelines = 1u << 20;

// The ticks of a session, and the GPU they are of.
struct SessionTicks
{
    SpmSession header;
    std::vector<std::int64_t> ns;
};

std::vector<SessionTicks> readSessions(TrackMaker& maker)
{
    std::vector<SessionTicks> out;
    for (const std::uint32_t entry : maker.chunks.of(PayloadKind::spmSession)) {
        SessionTicks session;
        if (!readFields(maker.chunks.header(entry).bytes, session.header))
            continue;
        const ChunkBytes data = maker.chunks.data(
            entry, std::min<std::uint64_t>(session.header.timestamps * std::uint64_t(8), kSessionBytes));
        ByteReader in(data.bytes);
        while (in.left() >= sizeof(std::uint64_t)) {
            const auto ns = maker.known.nsOfGpu(session.header.pci, in.u64());
            if (!ns)
                break;
            session.ns.push_back(*ns);
        }
        out.push_back(std::move(session));
    }
    return out;
}

// Names of code objects: those of the pipelines they belong to.
std::map<Hash128, std::string> pipelineNames(const PayloadChunks& chunks)
{
    std::map<Hash128, std::string> out;
    for (const std::uint32_t entry : chunks.of(PayloadKind::pipelineCorrelation)) {
        const ChunkBytes data = chunks.data(entry, kTableBytes);
        for (std::size_t at = 0;
             data.bytes.size() - at >= PipelineCorrelation::kSize && out.size() < kPipelines;
             at += PipelineCorrelation::kSize) {
            PipelineCorrelation pipeline;
            readFields(data.bytes.subspan(at), pipeline);
            if (!pipeline.name.empty())
                out.try_emplace(pipeline.pipeline, escaped(pipeline.name));
        }
    }
    return out;
}

}

Result<void> addCounterTracks(TrackMaker& maker, Job& job)
{
    if (!maker.chunks.has(PayloadKind::spmCounter))
        return {};
    const std::vector<SessionTicks> sessions = readSessions(maker);
    const auto& entries = maker.chunks.of(PayloadKind::spmCounter);
    std::map<std::uint32_t, std::pair<std::size_t, std::uint32_t>>
        used; // by GPU the session, and counters taken of it
    for (std::size_t n = 0; n < entries.size(); ++n) {
        SpmCounter counter;
        if (!readFields(maker.chunks.header(entries[n]).bytes, counter)
            || (counter.itemSize != 2 && counter.itemSize != 4))
            continue;
        // Of several sessions of a GPU each takes as many counters as it says, in the order of the file.
        auto& [session, taken] = used[counter.pci];
        const auto isNext = [&](std::size_t at) { return sessions[at].header.pci == counter.pci; };
        while (session < sessions.size()
               && (!isNext(session) || taken >= sessions[session].header.counters)) {
            ++session;
            taken = 0;
        }
        if (session == sessions.size())
            continue;
        ++taken;
        const std::vector<std::int64_t>& times = sessions[session].ns;
        const std::string block = blockName(counter.block);
        const TrackId group = maker.groupWithin(maker.group(Group::counters), Group::counters,
                                                counter.block + std::uint64_t(1), block);
        TrackAbout about {.axis = maker.known.axisOf(counter.pci),
                          .detail = "instance " + std::to_string(counter.instance)};
        about.series = 1000 + counter.block; // instances and events of a block on one scale
        const RowId row = maker.counter(
            {Family::counter, n}, block + " event " + std::to_string(counter.event), group, std::move(about));
        ChunkPieces pieces(maker.chunks.file());
        pieces.open(entries[n]);
        std::vector<std::byte> left; // of a value in two pieces
        std::uint64_t sample = 0, offset = 0;
        for (auto piece = pieces.next(); !piece.empty() && sample < times.size(); piece = pieces.next()) {
            left.insert(left.end(), piece.begin(), piece.end());
            ByteReader in(left);
            for (; in.left() >= counter.itemSize && sample < times.size();
                 ++sample, offset += counter.itemSize) {
                if (sample % kSamplesAStep == 0 && job.stopRequested())
                    return fail(Code::Stopped);
                const double value = counter.itemSize == 2 ? in.u16() : in.u32();
                maker.addValue(row, times[sample], value, maker.placeIn(entries[n], offset));
            }
            left.erase(left.begin(), left.end() - static_cast<std::ptrdiff_t>(in.left()));
        }
        maker.records += sample;
    }
    return {};
}

Result<void> addCodeObjectTracks(TrackMaker& maker, Job& job)
{
    if (!maker.known.zeroTick || maker.known.clocks.cpuHz == 0)
        return {};
    const std::map<Hash128, std::string> names = pipelineNames(maker.chunks);
    std::map<std::pair<std::uint32_t, std::uint32_t>, RowId> rows; // by GPU and kind
    for (const std::uint32_t entry : maker.chunks.of(PayloadKind::codeObjectLoads)) {
        const ChunkBytes data = maker.chunks.data(entry, kTableBytes);
        for (std::size_t at = 0; data.bytes.size() - at >= CodeObjectLoad::kSize;
             at += CodeObjectLoad::kSize) {
            if (maker.records++ % kSamplesAStep == 0 && job.stopRequested())
                return fail(Code::Stopped);
            CodeObjectLoad load;
            readFields(data.bytes.subspan(at), load);
            const auto ns = maker.known.nsOfCpu(load.cpu);
            if (!ns || load.cpu == 0 || load.kind > 1)
                continue;
            const auto [known, isNew] = rows.try_emplace({load.pci, load.kind}, kNoRow);
            if (isNew && rows.size() <= 256)
                known->second = maker.builder.addRow(maker.track(
                    {Family::codeObjects, std::uint64_t(load.pci) << 1 | load.kind}, TrackKind::slices,
                    load.kind == 0 ? "loaded" : "unloaded", maker.group(Group::codeObjects),
                    {.detail = "GPU " + valueText(load.pci, FieldUnit::pci)}));
            if (known->second == kNoRow)
                continue;
            const auto name = names.find(load.hash);
            maker.add(known->second,
                      {*ns, *ns,
                       maker.builder.intern(name == names.end() ? hashText(load.hash) : name->second), 0,
                       maker.placeIn(entry, at)});
        }
    }
    return {};
}

void addFaultTracks(TrackMaker& maker, const Crash& crash)
{
    for (const auto& [side, events] : crash.events)
        maker.records += std::accumulate(events.begin(), events.end(), std::uint64_t(0));
    RowId faults = kNoRow;
    for (const Crash::Fault& fault : crash.faults) {
        const auto ns = maker.known.nsOfCpu(fault.tick);
        if (!ns)
            continue;
        if (faults == kNoRow)
            faults = maker.builder.addRow(
                maker.track({Family::faults}, TrackKind::marks, "page faults", maker.group(Group::crash)));
        maker.add(
            faults,
            {*ns, *ns,
             maker.builder.intern("page fault at " + valueText(fault.fault.address, FieldUnit::address)),
             slice::kDamaged, maker.placeIn(fault.entry, fault.offset)});
    }
}

void addInFlightTracks(TrackMaker& maker, const Crash& crash)
{
    constexpr std::size_t kDepths = 64;
    std::size_t steps = 1;
    for (const InFlight& buffer : crash.inFlight)
        steps = std::max(steps, buffer.markers.size());
    if (crash.inFlight.empty())
        return;
    constexpr std::int64_t kAloneNs = 1'000'000; // where nothing else is on the timeline
    const bool isAlone = maker.range().lengthNs() == 0;
    std::int64_t stepNs = isAlone ? kAloneNs : 1;
    while (stepNs <= maker.range().lengthNs() / 10 / static_cast<std::int64_t>(steps))
        stepNs *= 10;
    const std::uint16_t axis = maker.addAxis({"order of recording",
                                              ClockAxis::Kind::order,
                                              {0, static_cast<std::int64_t>(steps) * stepNs},
                                              0,
                                              false,
                                              stepNs});
    if (isAlone)
        maker.cover(0, static_cast<std::int64_t>(steps) * stepNs);
    const TrackId group =
        maker.track({Family::group, std::uint64_t(Group::crash) << 48 | 1}, TrackKind::group, "in flight",
                    maker.group(Group::crash), {.axis = axis});
    for (std::size_t n = 0; n < crash.inFlight.size(); ++n) {
        const InFlight& buffer = crash.inFlight[n];
        const TrackId track = maker.track({Family::commandBuffer, n}, TrackKind::slices,
                                          "command buffer " + std::to_string(buffer.commandBuffer), group,
                                          {.axis = axis, .detail = "full: in progress, hollow: not started"});
        std::vector<RowId> rows;
        for (std::size_t at = 0; at < buffer.markers.size(); ++at) {
            const CrashMarker& marker = buffer.markers[at];
            if (marker.depth >= kDepths)
                continue;
            while (rows.size() <= marker.depth)
                rows.push_back(maker.builder.addRow(track));
            const auto first = static_cast<std::int64_t>(at) * stepNs;
            const std::uint8_t flags = marker.status == MarkerStatus::inProgress ? slice::kOpenEnd
                : marker.status == MarkerStatus::notStarted                      ? slice::kHollow
                                                                                 : std::uint8_t(0);
            maker.builder.add(rows[marker.depth],
                              {first, first + static_cast<std::int64_t>(marker.below + 1) * stepNs,
                               maker.builder.intern(escaped(marker.name)), flags,
                               maker.placeIn(marker.entry, marker.offset)});
        }
    }
}

}
