// The timeline of a capture and what leads from a slice to everything else.
//
//     IndexRequest request;
//     request.publish = [&](TimelinePtr next) { timeline = std::move(next); };
//     document.timeline()->index(request, job);
//     document.timeline()->describe(*timeline, slice);
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/details.h"
#include "core/model/index_request.h"
#include "core/timeline/timeline.h"

#include <optional>
#include <vector>

namespace traceglass {

class TimelineFacet
{
public:
    virtual ~TimelineFacet() = default;

    // Where the view begins when the path named a part of the capture (a chunk file).
    virtual std::optional<TimeRange> initialView() const { return {}; }
    // Builds the timeline and collects diagnostics on the way. Publishes at least one complete snapshot unless it
    // fails. Errors: file.stopped, file.changed.
    virtual Result<void> index(const IndexRequest& request, Job& job) const = 0;

    // What follows reads records again. Once the job is stopped, what is said is of no use.
    virtual Details describe(const Timeline&, const SliceId&, const Job& = {}) const { return {}; }
    // What somebody who opens the capture wants to know first, shown while nothing is selected: known once everything
    // is indexed.
    virtual std::vector<DetailSection> overview(const Timeline&) const { return {}; }
    // At most Flow::kAtMost.
    virtual std::vector<Flow> flows(const Timeline&, const SliceId&, const Job& = {}) const { return {}; }
    // The slice a record belongs to; the record a slice begins with is Slice::ref.
    virtual std::optional<SliceId> sliceOf(const Timeline&, RecordRef, const Job& = {}) const { return {}; }
    // The encoded picture (PNG, JPEG) of a slice of a pictures track. Error: file.unknown-node.
    virtual Result<std::vector<std::byte>> picture(RecordRef, const Job& = {}) const
    {
        return fail(Code::NodeUnknown);
    }
};

}
