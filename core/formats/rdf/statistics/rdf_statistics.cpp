#include "core/formats/rdf/statistics/rdf_statistics.h"

namespace traceglass::rdf {

namespace {

constexpr std::string_view kWhatever =
    "Filters and chosen tracks do not count here: it is about all of the capture.";

}

std::vector<StatKind> RdfStatistics::kinds() const
{
    std::vector<StatKind> out;
    const PayloadChunks chunks = m_facts.chunks();
    if (chunks.has(PayloadKind::crashEvents)) {
        out.push_back({"in-flight", "Crash: work in flight", "marker"});
        out.push_back({"page-faults", "Crash: page faults", "resource"});
    }
    if (chunks.has(PayloadKind::queueEvent)) {
        out.push_back({"queues", "GPU queues", "queue"});
        out.push_back({"frames", "GPU frames", "frame"});
        out.push_back({"queue-events", "GPU work, as it was called", "event"});
    }
    if (chunks.has(PayloadKind::rmtData)) {
        out.push_back({"heaps", "Memory by heap", "heap"});
        out.push_back({"memory-use", "Memory by use", "use"});
        out.push_back({"allocations", "Memory by allocation", "allocation"});
        out.push_back({"resources", "Memory by resource", "resource"});
        out.push_back({"memory-names", "Memory by name", "name"});
        out.push_back({"memory-moments", "Memory at snapshots and at its most", "moment"});
        out.push_back({"memory-changes", "Memory: new, gone and leaked", "resource"});
        out.push_back({"memory-kept", "Memory: what stays", "resource"});
    }
    return out;
}

// What cannot be reckoned: nothing tells when it happened, or not everything has been read.
StatTable RdfStatistics::unknownTable(std::string_view id, const KnownPayloads& known) const
{
    for (const StatKind& kind : kinds()) {
        if (kind.id != id)
            continue;
        StatTable out {kind.id, kind.title, kind.key};
        out.remarks.emplace_back(
            known.zeroTick && known.clocks.cpuHz != 0
                ? "Known when everything has been read."
                : "The capture does not state how fast its clock runs, so there is no time.");
        return out;
    }
    return {};
}

Result<StatTable> RdfStatistics::table(std::string_view id, const StatRequest& request, Job& job) const
{
    const auto asked = m_facts.ask(job);
    if (!asked)
        return tl::unexpected(asked.error());
    const KnownPayloads& known = **asked;
    [[maybe_unused]] const auto [memory, crash, isWhole] = m_timeline.kept();
    StatTable out;
    if (id == "queues")
        out = queueTable(m_facts.chunks(), known, request, job);
    else if (id == "frames")
        out = frameTable(m_facts.chunks(), known, request, job);
    else if (id == "queue-events")
        out = queueEventTable(m_facts.chunks(), known, request, job);
    else if (id == "in-flight" && crash)
        out = inFlightTable(*crash, job);
    else if (id == "page-faults" && crash)
        out = faultTable(known, *crash, memory.get(), request, job);
    else if (!memory)
        out = unknownTable(id, known);
    else if (id == "heaps")
        out = heapTable(known, *memory, request, job);
    else if (id == "memory-use")
        out = useTable(known, *memory, request, job);
    else if (id == "allocations")
        out = allocationTable(known, *memory, request, job);
    else if (id == "resources")
        out = resourceTable(known, *memory, request, job);
    else if (id == "memory-names")
        out = nameTable(known, *memory, request, job);
    else if (id == "memory-moments")
        out = momentTable(known, *memory, request, job);
    else if (id == "memory-changes")
        out = changeTable(known, *memory, request, job);
    else if (id == "memory-kept")
        out = keptTable(known, *memory, request, job);
    if (job.stopRequested())
        return fail(Code::Stopped);
    if (request.only || request.tracks)
        out.remarks.emplace_back(kWhatever);
    return out;
}

}
