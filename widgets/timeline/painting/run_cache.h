// The runs of rows for one window at one width, asked of the timeline once and kept until window, width or
// snapshot change: hovering, selecting and scrolling paint from here.
//
//     cache.setFrame(session->timeline(), deviceAxis);
//     for (const Run& run : cache.runs(row)) ...
#pragma once

#include "core/timeline/timeline.h"
#include "widgets/timeline/scene/time_axis.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace traceglass {

class RunCache
{
public:
    void setFrame(const TimelinePtr& timeline, const TimeAxis& axis);
    std::span<const Run> runs(RowId row);
    std::span<const ValueRun> values(RowId row);        // of a counter's row
    std::uint64_t queries() const { return m_queries; } // how often the timeline was asked, ever

private:
    TimelinePtr m_timeline;
    TimeAxis m_axis;
    std::unordered_map<std::uint32_t, std::vector<Run>> m_runs;
    std::unordered_map<std::uint32_t, std::vector<ValueRun>> m_values;
    std::uint64_t m_queries = 0;
};

}
