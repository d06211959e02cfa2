// How often durations of which length occur, as a value that can be added to another: a log-linear histogram
// of 128 steps an octave, in whole numbers throughout. Below 256 ns a step is a nanosecond; above, everything
// in it is told from its middle by at most 0.4 %. Durations below 0 count as 0.
//
//     stats::Counts counts;
//     for (const std::int64_t ns : durations)
//         counts.add(ns);
//     const StatHistogram all = stats::merged(counts.take(), other);
//     stats::quantile(all, {95, 100})                                  // about the 95th percentile, in ns
#pragma once

#include "core/base/time_text.h"
#include "core/model/statistics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace traceglass::stats {

// p = part / of. The quantile of n values is the one at rank ceil(p n), counted from 1: always one of them.
struct Quantile
{
    std::uint64_t part = 50;
    std::uint64_t of = 100;

    std::uint64_t rank(std::uint64_t n) const // from 0; n > 0
    {
        const std::uint64_t whole = n / of * part + (n % of * part + of - 1) / of; // nothing overflows
        return whole > 0 ? whole - 1 : 0;
    }
};
constexpr Quantile kMedian {50, 100}, kP95 {95, 100}, kP99 {99, 100};

// Steps of 2^bits an octave: numbers are dense and ascend with the duration.
constexpr std::uint32_t logLinear(std::uint64_t value, unsigned bits)
{
    if (value >> bits == 0)
        return static_cast<std::uint32_t>(value);
    const auto shift = static_cast<unsigned>(std::bit_width(value)) - 1 - bits;
    return (shift << bits) + static_cast<std::uint32_t>(value >> shift);
}

constexpr unsigned kStepBits = 7;
constexpr std::uint32_t kStepCount = logLinear(std::numeric_limits<std::int64_t>::max(), kStepBits) + 1;

constexpr std::uint32_t stepOf(std::int64_t ns)
{
    return logLinear(ns < 0 ? 0 : static_cast<std::uint64_t>(ns), kStepBits);
}
TimeRange
rangeOf(std::uint32_t step); // what it takes in; the last one ends at the greatest int64, and holds it

std::int64_t middleOf(std::uint32_t step); // what all in it are told as

// Counts before they are a histogram: 58 KB, used again and again. Clearing them takes as long as counting a thousand
// durations, so a thread keeps the last few tables that it is done with.
class Counts
{
public:
    Counts();
    Counts(Counts&&) = default;
    Counts& operator=(Counts&&) = default;
    ~Counts();

    void add(std::int64_t ns, std::uint64_t times = 1)
    {
        const std::uint32_t step = stepOf(ns);
        (*m_counts)[step] += times;
        m_octaves |= std::uint64_t(1) << (step >> kStepBits);
    }
    StatHistogram take(); // all of it, which is empty afterwards

private:
    using Table = std::array<std::uint64_t, kStepCount>;
    static std::vector<std::unique_ptr<Table>>& kept(); // all 0
    template <class Visit>
    void eachOctave(const Visit& visit) // that has any, for the last time: it is emptied
    {
        constexpr std::uint32_t kOctave = 1u << kStepBits;
        for (std::uint64_t left = std::exchange(m_octaves, 0); left != 0; left &= left - 1) {
            const std::uint32_t first = static_cast<std::uint32_t>(std::countr_zero(left)) * kOctave;
            visit(first, std::min(first + kOctave, kStepCount));
        }
    }

    std::unique_ptr<Table> m_counts;
    std::uint64_t m_octaves = 0; // those with any, so that few are taken quickly
};

StatHistogram merged(const StatHistogram& a, const StatHistogram& b);
std::uint64_t countOf(const StatHistogram& histogram);
// The middle of the step in which the quantile lies: off by at most 0.4 %. Nothing of an empty one.
std::optional<std::int64_t> quantile(const StatHistogram& histogram, Quantile which);

// The same in few steps, for the eye: 4 an octave, from the first that counts to the last without a gap.
struct HistogramBar
{
    TimeRange range;
    std::uint64_t count = 0;

    bool operator==(const HistogramBar&) const = default;
};
std::vector<HistogramBar> bars(const StatHistogram& histogram);
// How many of a histogram lie in each of these bars, which may be those of more than it: merged(it, another).
std::vector<std::uint64_t> countsIn(const std::vector<HistogramBar>& bars, const StatHistogram& histogram);
}
