#include "core/compare/rank_sum.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace traceglass::compare {

RankSum rankSum(std::span<const std::int64_t> a, std::span<const std::int64_t> b, const Job& job)
{
    constexpr std::size_t kLook = 65'536; // values between two looks at the job
    RankSum out {a.size(), b.size()};
    std::size_t inA = 0, inB = 0; // that are shorter than the next value
    std::size_t look = 0;
    while (inA < a.size() || inB < b.size()) {
        if (inA + inB >= look) {
            if (job.stopRequested())
                return out;
            look = inA + inB + kLook;
        }
        const bool isOfA = inB == b.size() || (inA < a.size() && a[inA] <= b[inB]);
        const std::int64_t value = isOfA ? a[inA] : b[inB];
        const std::size_t shorterA = inA, shorterB = inB;
        while (inA < a.size() && a[inA] == value)
            ++inA;
        while (inB < b.size() && b[inB] == value)
            ++inB;
        const WideInteger ofA = inA - shorterA, ofB = inB - shorterB;
        out.difference += ofB * static_cast<WideInteger>(shorterA) - ofA * static_cast<WideInteger>(shorterB);
        const WideInteger equal = ofA + ofB;
        out.ties += equal * equal * equal - equal;
        const WideInteger all = a.size() + b.size();
        const WideInteger apart = 2 * static_cast<WideInteger>(shorterA + shorterB) + equal - all;
        out.cubes += equal * apart * apart * apart;
    }
    return out;
}

double pOf(const RankSum& sum)
{
    const auto a = static_cast<double>(sum.a), b = static_cast<double>(sum.b);
    const double all = a + b;
    const double variance = a * b / 3 * (all + 1 - static_cast<double>(sum.ties) / (all * (all - 1)));
    if (!(variance > 0))
        return 1;
    // The difference goes in steps of two at most: half a step is the correction of a whole number to a curve.
    const double distance = std::max(std::abs(static_cast<double>(sum.difference)) - 1, 0.0);
    const double z = distance / std::sqrt(variance);
    const double p = std::erfc(z / std::numbers::sqrt2);
    const double triples = all * (all - 1) * (all - 2);
    const double skewness =
        triples > 0 ? a * b * (a - b) / triples * static_cast<double>(sum.cubes) / std::pow(variance, 1.5) : 0;
    const double ofThisSide = sum.difference < 0 ? -skewness : skewness;
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    return std::min(p + std::max(2 * density * ofThisSide / 6 * (z * z - 1), 0.0), 1.0);
}

std::vector<bool> holm(std::span<const double> ps, double level)
{
    std::vector<std::size_t> order(ps.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {}, [&](std::size_t i) { return ps[i]; });
    std::vector<bool> out(ps.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!(ps[order[i]] < level / static_cast<double>(ps.size() - i)))
            break; // none that is less likely holds either
        out[order[i]] = true;
    }
    return out;
}

}
