// Does something grow all the time? Behind the first quarter of a recording, in which programs load, the least in each
// of eight parts of the same length is more than in the one before, and in the last part it grows still.
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
    TimeRange time; // from when on there was the least of the first to when there was that of the last
    std::int64_t endAmount = 0; // between the least and the most in the second half of the last

    std::int64_t amount() const { return subtractSaturating(least.back(), least.front()); }
    // A cache that fills up, or another level that is loaded, grows for a while.
    bool isSteady() const;
};

struct LevelSince
{
    std::int64_t ns = 0, amount = 0;
};
// 0 before the first one.
SteadyGrowth steadyGrowthOf(const std::vector<LevelSince>& levels, const TimeRange& range);

}
