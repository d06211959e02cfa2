#include "core/findings/worst_minute.h"

#include <algorithm>

namespace traceglass::findings {

Minute worstMinute(std::vector<TimeRange> times)
{
    std::ranges::sort(times, {}, &TimeRange::startNs);
    const auto lengthOf = [](const TimeRange& each) {
        return std::clamp<std::int64_t>(each.lengthNs(), 0, kMinuteNs);
    };
    Minute out;
    std::int64_t ns = 0;
    for (auto first = times.begin(), end = first; first != times.end(); ++first) {
        const TimeRange minute {first->startNs, addSaturating(first->startNs, kMinuteNs)};
        for (; end != times.end() && end->startNs < minute.endNs; ++end)
            ns = addSaturating(ns, lengthOf(*end));
        if (ns > out.ns)
            out = {minute, ns};
        ns -= lengthOf(*first);
    }
    return out;
}

}
