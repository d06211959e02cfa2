// Are durations of one capture longer than those of another? The rank-sum test (Wilcoxon, Mann and Whitney): exact in its
// statistic, with ties, and by the normal distribution in its p, which takes some twenty of each.
//
//     const RankSum sum = rankSum(a, b, job);      // both ascending; of no use once the job is stopped
//     sum.difference > 0                           // those of b are longer more often than shorter
//     pOf(sum)                                     // 0.0003: two-sided
//     holm(ps, 0.01)                               // which of many tests still hold together
#pragma once

#include "core/base/job.h"
#include "core/base/wide.h"

#include <cstdint>
#include <span>
#include <vector>

namespace traceglass::compare {

struct RankSum
{
    std::uint64_t a = 0, b = 0; // how many there are
    // Of all pairs of one of a and one of b: those in which that of b is longer, without those in which it is shorter.
    WideInteger difference = 0;
    WideInteger ties = 0; // sum of t³ - t over values that occur t times among all
    WideInteger cubes = 0; // sum over all of d³; d: how many are less, without how many are more
};

RankSum rankSum(std::span<const std::int64_t> a, std::span<const std::int64_t> b, const Job& job);

// How likely a difference as great as this is, either way, where both are of one kind: 1 where all values are equal. Where
// most are and one side has far fewer, great differences are likelier than by the normal distribution: Edgeworth's first
// term, of the skewness, is added.
double pOf(const RankSum& sum);

// Of tests with these p, those that hold at a level that is kept for all of them together (Holm).
std::vector<bool> holm(std::span<const double> ps, double level);

}
