// Statistics of RDF captures: queues, frames and what was called, memory by heap, use, allocation and resource at a moment and between
// two, and what a crash dump says of the work in flight.
//
// A table of memory is about a moment: the end of the range that is asked for, or of the capture. What it says of a
// change counts from the range's begin.
#pragma once

#include "core/formats/rdf/timeline/rdf_timeline.h"
#include "core/model/statistics_facet.h"

namespace traceglass::rdf {

class RdfStatistics : public StatisticsFacet
{
public:
    RdfStatistics(const PayloadFacts& facts, const RdfTimeline& timeline) // which must live as long
        : m_facts(facts)
        , m_timeline(timeline)
    {
    }

    std::vector<StatKind> kinds(const Job& job) const override;
    Result<StatTable> table(std::string_view id, const StatRequest& request, Job& job) const override;

private:
    const PayloadFacts& m_facts;
    const RdfTimeline& m_timeline;
};

// What one of these gives, without its names, is not whole once the job was stopped.
using QueueTable = StatTable(const PayloadChunks& chunks, const KnownPayloads& known,
                             const StatRequest& request, const Job& job);
QueueTable queueTable, frameTable, queueEventTable;

using MemoryTable = StatTable(const KnownPayloads& known, const MemoryHistory& memory,
                              const StatRequest& request, const Job& job);
MemoryTable heapTable, useTable, allocationTable, resourceTable, changeTable, keptTable, nameTable,
    momentTable;

StatTable inFlightTable(const Crash& crash, const Job& job);
StatTable faultTable(const KnownPayloads& known, const Crash& crash, const MemoryHistory* memory,
                     const StatRequest& request, const Job& job);

}
