// What ran on each thread, for the flame graph: a poll of a task and the spans entered in it are a stack, and
// the time until one of them begins or ends is its own. Records of a thread come in order within their
// chunks, so no merging is needed.
// A stream has no stacks: it does not say which thread a record is from.
#pragma once

#include "core/formats/rfr/timeline/rfr_timeline.h"
#include "core/model/stacks_facet.h"

namespace traceglass::rfr {

class RfrStacks : public StacksFacet
{
public:
    RfrStacks(const RecordingReader& reader, const RfrTimeline& timeline)
        : m_recording(reader.recording())
        , m_timeline(timeline)
    {
    }

    std::vector<StackKind> kinds(const Timeline& timeline, Job& job) const override;
    Result<void> read(const Timeline& timeline, const StackQuery& query, const StackSink& sink,
                      Job& job) const override;

private:
    const Recording& m_recording;
    const RfrTimeline& m_timeline;
};

}
