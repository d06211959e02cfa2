// The line of a counter as one span of values a pixel column: what antialiased drawing needs, without a path
// of thousands of points. Pure.
//
//     const CounterColumns columns = counterColumns(runs, deviceAxis, {.steps = true, .endNs = lastNs});
//     if (columns.has(x)) paint from columns.low[x] to columns.high[x];
#pragma once

#include "core/timeline/timeline.h"
#include "widgets/timeline/scene/time_axis.h"

#include <cmath>
#include <span>
#include <vector>

namespace traceglass {

struct CounterShape
{
    bool steps = false;                  // a value holds until the next one
    std::int64_t endNs = 0;              // how long the last one holds
    std::span<const TimeRange> holes {}; // nothing is known there: no line runs through
};

struct CounterColumns
{
    std::vector<double> low; // NaN: no line there
    std::vector<double> high;
    std::vector<std::uint8_t> flags; // of the values the line in the column comes from

    bool has(int x) const { return !std::isnan(low[static_cast<std::size_t>(x)]); }
};

CounterColumns counterColumns(std::span<const ValueRun> runs, const TimeAxis& axis,
                              const CounterShape& shape);

}
