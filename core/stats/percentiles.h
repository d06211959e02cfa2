// The second pass of a table of slices: exact percentiles, where they are, and histograms of some keys.
//
//     findPercentiles(timeline, question, groups, wanted, results, job);      // false: it was stopped
//
// Durations are gathered in as many batches of keys as fit the buffer of the question; those of a key that
// alone does not fit are counted instead, in ever narrower intervals around the percentiles. The slices that
// have them are looked for in a last pass.
#pragma once

#include "core/stats/durations.h"
#include "core/stats/histogram.h"

#include <array>

namespace traceglass::stats {

constexpr std::array<Quantile, 3> kPercentiles = {kMedian, kP95, kP99};

struct KeyPercentiles
{
    std::array<std::int64_t, kPercentiles.size()> values {};
    std::array<StatPlace, kPercentiles.size()> places {};
    StatHistogram histogram;
};

// `results` as many as are wanted, which are some ten thousand at most, the greatest first.
bool findPercentiles(const Timeline& timeline, const SliceQuestion& question, const SliceGroups& groups,
                     std::span<const WantedKey> wanted, std::span<KeyPercentiles> results, Job& job);

}
