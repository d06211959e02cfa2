#include "core/formats/rdf/statistics/rdf_statistics.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::string_view kWhatever =
    "Filters and chosen tracks do not count here: it is about all of the capture.";

struct MadeOf
{
    const PayloadChunks& chunks;
    const KnownPayloads& known;
    const MemoryHistory* memory;
    const Crash* crash;
    const StatRequest& request;
    const Job& job;
};

template <auto make>
StatTable ofQueues(const MadeOf& of)
{
    return make(of.chunks, of.known, of.request, of.job);
}

template <auto make>
StatTable ofMemory(const MadeOf& of)
{
    return make(of.known, *of.memory, of.request, of.job);
}

struct TableMaker
{
    std::string_view id;
    std::string_view title;
    std::string_view key; // of what there is a row
    PayloadKind kind;     // what it is made of
    StatTable (*make)(const MadeOf& of);
};

constexpr TableMaker kMakers[] = {
    {"in-flight", "Crash: work in flight", "marker", PayloadKind::crashEvents,
     [](const MadeOf& of) { return of.crash ? inFlightTable(*of.crash, of.job) : StatTable {}; }},
    {"page-faults", "Crash: page faults", "resource", PayloadKind::crashEvents,
     [](const MadeOf& of) {
         return of.crash ? faultTable(of.known, *of.crash, of.memory, of.request, of.job) : StatTable {};
     }},
    {"queues", "GPU queues", "queue", PayloadKind::queueEvent, ofQueues<queueTable>},
    {"frames", "GPU frames", "frame", PayloadKind::queueEvent, ofQueues<frameTable>},
    {"queue-events", "GPU work, as it was called", "event", PayloadKind::queueEvent,
     ofQueues<queueEventTable>},
    {"heaps", "Memory by heap", "heap", PayloadKind::rmtData, ofMemory<heapTable>},
    {"memory-use", "Memory by use", "use", PayloadKind::rmtData, ofMemory<useTable>},
    {"allocations", "Memory by allocation", "allocation", PayloadKind::rmtData, ofMemory<allocationTable>},
    {"resources", "Memory by resource", "resource", PayloadKind::rmtData, ofMemory<resourceTable>},
    {"memory-names", "Memory by name", "name", PayloadKind::rmtData, ofMemory<nameTable>},
    {"memory-moments", "Memory at snapshots and at its most", "moment", PayloadKind::rmtData,
     ofMemory<momentTable>},
    {"memory-changes", "Memory: new, gone and leaked", "resource", PayloadKind::rmtData,
     ofMemory<changeTable>},
    {"memory-kept", "Memory: what stays", "resource", PayloadKind::rmtData, ofMemory<keptTable>},
};
}

std::vector<StatKind> RdfStatistics::kinds(const Job&) const
{
    std::vector<StatKind> out;
    const PayloadChunks chunks = m_facts.chunks();
    for (const TableMaker& maker : kMakers)
        if (chunks.has(maker.kind))
            out.push_back({std::string(maker.id), std::string(maker.title), std::string(maker.key)});
    return out;
}

Result<StatTable> RdfStatistics::table(std::string_view id, const StatRequest& request, Job& job) const
{
    const PayloadChunks chunks = m_facts.chunks();
    const auto* const maker = std::ranges::find(kMakers, id, &TableMaker::id);
    if (maker == std::end(kMakers) || !chunks.has(maker->kind))
        return StatTable {};
    const auto asked = m_facts.ask(job);
    if (!asked)
        return tl::unexpected(asked.error());
    const KnownPayloads& known = **asked;
    [[maybe_unused]] const auto [memory, crash, isWhole] = m_timeline.kept();
    StatTable out;
    if (maker->kind == PayloadKind::queueEvent || memory
        || (maker->kind == PayloadKind::crashEvents && crash))
        out = maker->make({chunks, known, memory.get(), crash.get(), request, job});
    else
        out.remarks.emplace_back(
            known.zeroTick && known.clocks.cpuHz != 0
                ? "Known when everything has been read."
                : "The capture does not state how fast its clock runs, so there is no time.");
    if (job.stopRequested())
        return fail(Code::Stopped);
    out.id = maker->id;
    out.title = maker->title;
    out.key = maker->key;
    if (request.only || request.tracks)
        out.remarks.emplace_back(kWhatever);
    return out;
}

}
