// The timeline of an RDF capture: queues of GPUs, memory, counters, loads of code and crashes on one axis, as far as
// their clocks are known (rdf-payloads.md). What a slice tells, and the way from a record to its slice.
#pragma once

#include "core/formats/rdf/payloads/crash/crash_markers.h"
#include "core/formats/rdf/payloads/payload_facts.h"
#include "core/formats/rdf/timeline/memory_history.h"
#include "core/model/timeline_facet.h"

namespace traceglass::rdf {

class RdfTimeline : public TimelineFacet
{
public:
    explicit RdfTimeline(const PayloadFacts& facts) // which must live as long
        : m_facts(facts)
    {
    }

    Result<void> index(const IndexRequest& request, Job& job) const override;

    Details describe(const Timeline& timeline, const SliceId& slice, const Job& job) const override;
    std::vector<DetailSection> overview(const Timeline& timeline) const override;
    std::vector<Flow> flows(const Timeline& timeline, const SliceId& slice, const Job& job) const override;
    std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref, const Job& job) const override;

    // What indexing found out beside the timeline: null before, and where the capture has nothing of it.
    struct Kept
    {
        std::shared_ptr<const MemoryHistory> memory;
        std::shared_ptr<const Crash> crash;
        bool isWhole = false; // indexing came to its end
    };
    Kept kept() const;

private:
    std::optional<SliceId> sliceOfToken(const Timeline& timeline, const KnownPayloads& known, RecordRef ref,
                                        const Job& job) const;

    const PayloadFacts& m_facts;
    mutable std::mutex m_mutex; // guards what follows
    mutable Kept m_kept;
};

}
