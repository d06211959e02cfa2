#include "core/findings/steady_growth.h"

#include "core/model/record_field.h"
#include "core/model/statistics.h"

#include <algorithm>

namespace traceglass::findings {

namespace {

constexpr auto kParts = SteadyGrowth::kParts;

// A part grows by a quarter of the mean at least, or some of it by as much; by half of it where there are fewer parts.
bool isPartOfMean(const SteadyGrowth& growth, std::int64_t grown, int partsOfOne = 1)
{
    const int partsOfMean = growth.from == 0 ? 4 : 2;
    return WideInteger(grown) * (kParts - 1 - growth.from) * partsOfMean * partsOfOne >= growth.amount();
}

// It grows by nearly nothing in a part, and together with the part before as with the one behind by the mean. Not in the
// last part: a cache that has become full does that.
bool isRestIn(const SteadyGrowth& growth, std::size_t part)
{
    const auto& least = growth.least;
    const auto isMean = [&](std::int64_t grown) {
        return WideInteger(grown) * (kParts - 1) >= growth.amount();
    };
    return growth.from == 0 && part > 1 && part + 1 < kParts && least[part] >= least[part - 1]
        && isMean(subtractSaturating(least[part], least[part - 2]))
        && isMean(subtractSaturating(least[part + 1], least[part - 1]));
}

struct EqualParts // of the same length
{
    std::int64_t firstNs = 0, partNs = 0;
};
EqualParts equalParts(const TimeRange& range)
{
    const std::int64_t firstNs = range.startNs + range.lengthNs() / 4;
    return {firstNs, subtractSaturating(range.endNs, firstNs) / std::int64_t(kParts) + 1};
}

// As much more as time goes by: an allocator that takes blocks, and what is left whenever a cache is emptied. Levels that a
// program loads are of any size, and last for as long as they like. `rests`: when each ended, and how much there was in it;
// each is no further from the line through the first and the last than a quarter of a stair. What came behind the last one
// may be in the cache still.
bool areEvenStairs(const std::vector<LevelSince>& rests)
{
    constexpr std::size_t kRests = 6;
    constexpr int kPart = 4;
    if (rests.size() < kRests)
        return false;
    const auto nsOf = [&](const LevelSince& each) { return WideInteger(each.ns) - rests.front().ns; };
    const auto amountOf = [&](const LevelSince& each) {
        return WideInteger(each.amount) - rests.front().amount;
    };
    const WideInteger ns = nsOf(rests.back()), amount = amountOf(rests.back());
    return std::ranges::all_of(rests, [&](const LevelSince& each) {
        const WideInteger off = amountOf(each) * ns - nsOf(each) * amount;
        return (off < 0 ? -off : off)
            <= amount * ns / (kPart * (std::ssize(rests) - 1)); // which may be large
    });
}

// Once it has begun, does it rest at the end no longer than between two times when it grew by so much, or half of a
// part?
bool doesGoOn(const SteadyGrowth& growth, const std::vector<LevelSince>& levels, const TimeRange& range)
{
    const auto [firstNs, partNs] = equalParts(range);
    std::int64_t reached = growth.least.front(), lastNs = kNoInteger, longestNs = partNs / 2;
    for (const LevelSince& each : levels) {
        if (each.ns < firstNs || !isPartOfMean(growth, subtractSaturating(each.amount, reached)))
            continue;
        if (lastNs != kNoInteger)
            longestNs = std::max(longestNs, subtractSaturating(each.ns, lastNs));
        reached = each.amount;
        lastNs = each.ns;
    }
    return lastNs != kNoInteger && subtractSaturating(range.endNs, lastNs) <= longestNs;
}

}

bool SteadyGrowth::isSteady() const
{
    constexpr int kOfAll = 8;
    for (std::size_t i = 0; i < from; ++i) { // it stays as it is
        const auto [low, high] = std::minmax(least[i], least[from]);
        if ((WideInteger(high) - low) * kOfAll > amount())
            return false;
    }
    int rests = 0;
    for (std::size_t i = from + 1; i < kParts; ++i) {
        if (isPartOfMean(*this, subtractSaturating(least[i], least[i - 1])))
            continue;
        if (!isRestIn(*this, i) || ++rests > 1)
            return false;
    }
    return amount() > 0 && isPartOfMean(*this, endAmount, 2);
}

bool comesInLevels(const SteadyGrowth& growth, const std::vector<LevelSince>& levels, const TimeRange& range)
{
    constexpr int kMostOfAPart = 2, kThirds = 3;
    constexpr std::size_t kRests = 2;
    std::vector<LevelSince> kept = levels; // what is left of each to the end
    for (std::size_t i = kept.size(); i-- > 1;)
        kept[i - 1].amount = std::min(kept[i - 1].amount, kept[i].amount);
    const std::int64_t restNs = std::max<std::int64_t>(equalParts(range).partNs / kThirds, 1)
        * kMostOfAPart; // the half of it is something
    std::int64_t reached = growth.least[growth.from], lastNs = kNoInteger, restedNs = 0;
    std::vector<LevelSince> rests; // when they ended, and how much there was in them
    auto inRest = kept.begin();
    for (const LevelSince& each : kept) {
        if (each.ns < growth.time().startNs
            || !isPartOfMean(growth, subtractSaturating(each.amount, reached)))
            continue;
        const std::int64_t restedFor = lastNs == kNoInteger ? 0 : subtractSaturating(each.ns, lastNs);
        if (restedFor >= restNs) {
            while (std::next(inRest)->ns <= subtractSaturating(each.ns, restNs / 2)) // each comes later
                ++inRest;
            rests.push_back({each.ns, inRest->amount});
            restedNs = addSaturating(restedNs, restedFor);
        }
        reached = each.amount;
        lastNs = each.ns;
    }
    return rests.size() >= kRests && restedNs >= subtractSaturating(lastNs, growth.time().startNs) / 2
        && !areEvenStairs(rests);
}

bool growsToTheEnd(const SteadyGrowth& growth, const std::vector<LevelSince>& levels, const TimeRange& range)
{
    constexpr int kRising = 4, kOfAll = 3;
    const auto& least = growth.least;
    int rising = 0;
    for (std::size_t i = 1; i < kParts; ++i) {
        if (isPartOfMean(growth, subtractSaturating(least[i - 1], least[i])))
            return false;
        rising += isPartOfMean(growth, subtractSaturating(least[i], least[i - 1])) ? 1 : 0;
    }
    // Not less and less: a third comes in the later half.
    return growth.amount() > 0 && rising >= kRising
        && WideInteger(subtractSaturating(least.back(), least[kParts / 2])) * kOfAll >= growth.amount()
        && doesGoOn(growth, levels, range);
}

SteadyGrowth steadyGrowthOf(const std::vector<LevelSince>& levels, const TimeRange& range,
                            std::size_t latestFrom)
{
    SteadyGrowth out;
    const auto [firstNs, partNs] = equalParts(range);
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
