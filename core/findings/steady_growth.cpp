#include "core/findings/steady_growth.h"

#include "core/model/record_field.h"

#include <algorithm>
#include <cstdlib>

namespace traceglass::findings {

bool SteadyGrowth::isSteady() const
{
    // A part grows by a quarter of the mean at least; by half of it where there are fewer of them.
    const int partsOfMean = from == 0 ? 4 : 2;
    const auto isPartOfMean = [&](std::int64_t grown, int partsOfOne) {
        return WideInteger(grown) * (kParts - 1 - from) * partsOfMean * partsOfOne >= amount();
    };
    for (std::size_t i = 0; i < from; ++i) // it stays as it is
        if (WideInteger(std::abs(subtractSaturating(least[i], least[from]))) * 8 > amount())
            return false;
    for (std::size_t i = from + 1; i < kParts; ++i)
        if (!isPartOfMean(subtractSaturating(least[i], least[i - 1]), 1))
            return false;
    return amount() > 0 && isPartOfMean(endAmount, 2);
}

SteadyGrowth steadyGrowthOf(const std::vector<LevelSince>& levels, const TimeRange& range,
                            std::size_t latestFrom)
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
        std::int64_t &least = out.least[i], &leastNs = out.leastNs[i];
        least = level;
        leastNs = begin;
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
        out.endAmount = subtractSaturating(endMost, endLeast);
    }
    while (!out.isSteady() && out.from < latestFrom)
        ++out.from;
    return out;
}

}
