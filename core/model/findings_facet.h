// Asks the rules of a format (Format::rules) what looks wrong in a capture.
//
//     auto found = document.findings()->find({*timeline, settings}, job);   // of a complete timeline
//
// core/findings/find.h asks them, with the rules that all formats share, and puts what they found in order.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/findings.h"
#include "core/timeline/timeline.h"

namespace traceglass {

struct FindingRequest
{
    const Timeline& timeline; // complete
    const RuleSettings& settings;
    unsigned threads = 0; // 0: all cores
};

class FindingsFacet
{
public:
    virtual ~FindingsFacet() = default;

    // In any order; `rules` and `muted` are left empty. Errors: file.stopped, file.changed.
    virtual Result<Findings> find(const FindingRequest& request, Job& job) const = 0;
};

}
