// Spans that are steps of an order, of captures whose steps are not drawn equally wide.
#pragma once

#include "core/compare/rank_sum.h"
#include "core/model/statistics.h"

namespace traceglass::compare {

// A span of A: as many steps of the row's order as it has of its own, which may be drawn wider.
inline std::int64_t inStepsOf(const ClockAxis* order, const ClockAxis* own, std::int64_t ns)
{
    if (!order || !own || ns == kNoInteger)
        return ns;
    return static_cast<std::int64_t>(WideInteger(ns) * order->stepNs / own->stepNs);
}

}
