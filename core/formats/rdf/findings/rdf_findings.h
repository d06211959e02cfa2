// What looks wrong in a capture of a GPU (docs/findings.md): frames and queues by the times the GPU measured, crash dumps,
// and errors that whoever traced has noted.
#pragma once

#include "core/formats/rdf/timeline/rdf_timeline.h"
#include "core/model/findings_facet.h"

namespace traceglass::rdf {

std::span<const Rule> findingRules();

class RdfFindings : public FindingsFacet
{
public:
    RdfFindings(const PayloadFacts& facts, const RdfTimeline& timeline) // which must live as long
        : m_facts(facts)
        , m_timeline(timeline)
    {
    }

    Result<Findings> find(const FindingRequest& request, Job& job) const override;

private:
    const PayloadFacts& m_facts;
    const RdfTimeline& m_timeline;
};

}
