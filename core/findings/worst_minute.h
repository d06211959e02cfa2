// What makes a program stand for seconds is little of a recording of hours: the worst minute is told where it is bad.
//
//     const Minute worst = findings::worstMinute(times);
//     if (findings::isAtLeast(worst.ns, 50, findings::kMinuteNs)) ...     // a twentieth of it
#pragma once

#include "core/base/time_text.h"

#include <cstdint>
#include <vector>

namespace traceglass::findings {

inline constexpr std::int64_t kMinuteNs = 60'000'000'000;

struct Minute
{
    TimeRange time {};   // what begins in it counts, but for what begins as it ends
    std::int64_t ns = 0; // of each no more than a minute

    bool holds(const TimeRange& each) const
    {
        return each.startNs >= time.startNs && each.startNs < time.endNs;
    }
};

// That in which most begins, the first of those; in any order. 0 ns: there is nothing.
Minute worstMinute(std::vector<TimeRange> times);

}
