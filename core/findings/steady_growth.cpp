#include "core/findings/steady_growth.h"

#include "core/model/record_field.h"

#include <algorithm>

namespace traceglass::findings {

bool SteadyGrowth::isSteady() const
{
    constexpr int kOfMean = 4; // a part grows by a quarter of the mean at least
    const auto isPartOfMean = [&](std::int64_t grown, int partsOfOne) {
        return WideInteger(grown) * (kParts - 1) * kOfMean * partsOfOne >= amount();
    };
    for (std::size_t i = 1; i < kParts; ++i)
        if (!isPartOfMean(subtractSaturating(least[i], least[i - 1]), 1))
            return false;
    return amount() > 0 && isPartOfMean(endAmount, 2);
}

SteadyGrowth steadyGrowthOf(const std::vector<LevelSince>& levels, const TimeRange& range)
{
    constexpr auto kParts = SteadyGrowth::kParts;
    SteadyGrowth out;
    const std::int64_t firstNs = range.startNs + range.lengthNs() / 4;
    const std::int64_t partNs = subtractSaturating(range.endNs, firstNs) / std::int64_t(kParts) + 1;
    std::int64_t level = 0;
    auto next = levels.begin();
    for (std::size_t i = 0; i < kParts; ++i) {
        const std::int64_t begin = addSaturating(firstNs, partNs * std::int64_t(i));
        const std::int64_t middle = addSaturating(begin, partNs / 2);
        for (; next != levels.end() && next->ns <= begin; ++next)
            level = next->amount;
        std::int64_t least = level, leastNs = begin;
        std::int64_t endLeast = level, endMost = level; // from the middle on
        for (; next != levels.end() && next->ns < addSaturating(begin, partNs); ++next) {
            level = next->amount;
            if (level < least) {
                least = level;
                leastNs = next->ns;
            }
            const bool isBehind = next->ns > middle;
            endLeast = isBehind ? std::min(endLeast, level) : level;
            endMost = isBehind ? std::max(endMost, level) : level;
        }
        out.least[i] = least;
        (i == 0 ? out.time.startNs : out.time.endNs) = leastNs;
        out.endAmount = subtractSaturating(endMost, endLeast);
    }
    return out;
}

}
