// What looks wrong in a recording of tokio (docs/findings.md).
//
// TaskLook is the one pass over the states of all tasks that rules share; each rule then looks closer only at names
// that it is about. Tasks of the kinds `blocking` and `block_on` are what the runtime is made of: no rule is about
// them.
#pragma once

#include "core/formats/rfr/timeline/rfr_timeline.h"
#include "core/model/fields_facet.h"
#include "core/model/findings_facet.h"

namespace traceglass::rfr {

std::span<const Rule> findingRules();

class RfrFindings : public FindingsFacet
{
public:
    RfrFindings(const RecordingReader& reader, const RfrTimeline& timeline, const FieldsFacet& fields)
        : m_reader(reader)
        , m_timeline(timeline)
        , m_fields(fields)
    {
    }

    Result<Findings> find(const FindingRequest& request, Job& job) const override;

private:
    const RecordingReader& m_reader;
    const RfrTimeline& m_timeline;
    const FieldsFacet& m_fields;
};

}
