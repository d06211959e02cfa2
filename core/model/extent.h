// The time a capture is about, as far as it is known by now: of what is indexed, and of what opening told while not
// everything is. At least 1 ns long.
//
//     const TimeRange extent = extentOf(*timeline, summary);
#pragma once

#include "core/model/summary.h"
#include "core/timeline/timeline.h"

namespace traceglass {

inline TimeRange extentOf(const Timeline& timeline, const Summary& summary)
{
    std::optional<TimeRange> all;
    if (timeline.range.lengthNs() > 0)
        all = timeline.range;
    if (summary.time && !(timeline.complete && all))
        widen(all, *summary.time);
    TimeRange range = all.value_or(TimeRange {0, 1});
    if (range.lengthNs() < 1)
        range.endNs = addSaturating(range.startNs, 1);
    return range;
}

}
