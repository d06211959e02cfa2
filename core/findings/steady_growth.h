// Does something grow all the time? Behind the first quarter of a recording, in which programs load, the least in each
// of eight parts of the same length is more than in the one before, and in the last part it grows still. It may rest in
// one part, as what grows in steps and trembles does, where the parts beside that make up for it. It may be asked for
// what stays as it is for some parts and grows from then on, too.
//
//     const SteadyGrowth growth = steadyGrowthOf({{0, 10}, {5'000, 20}}, range);   // levels from then on, in order
//     if (growth.isSteady() && growth.amount() >= 1'000) ...
#pragma once

#include "core/base/time_text.h"

#include <array>
#include <cstdint>
#include <vector>

namespace traceglass::findings {

struct SteadyGrowth
{
    static constexpr std::size_t kParts = 8;

    std::array<std::int64_t, kParts> least {}; // that there was in each all the time
    std::array<std::int64_t, kParts> leastNs {}; // since when
    std::int64_t endAmount = 0; // between the least and the most in the second half of the last
    std::size_t from = 0;       // the part in which it begins to grow

    std::int64_t amount() const { return subtractSaturating(least.back(), least[from]); }
    TimeRange time() const { return {leastNs[from], leastNs.back()}; }
    // A cache that fills up, or another level that is loaded, grows for a while.
    bool isSteady() const;
};

struct LevelSince
{
    std::int64_t ns = 0, amount = 0;
};
// 0 before the first one. It begins to grow in the first part, or in a later one up to that if only so it is steady.
SteadyGrowth steadyGrowthOf(const std::vector<LevelSince>& levels, const TimeRange& range,
                            std::size_t latestFrom = 0);

// Does it stay as it is twice and more for most of a part, and half of the time, but for what is freed again? Then it
// grows in levels: one that is loaded as the recording ends does not say that there will be another one. Not where
// six rests and more lie on a line, as even stairs do.
bool comesInLevels(const SteadyGrowth& growth, const std::vector<LevelSince>& levels, const TimeRange& range);

// Does it grow in steps, or only from a moment on, and still at the end? Of `levels` and `range`, as the growth is.
bool growsToTheEnd(const SteadyGrowth& growth, const std::vector<LevelSince>& levels, const TimeRange& range);

}
