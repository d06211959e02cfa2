#include "core/stats/columns.h"

#include "core/base/wide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace traceglass::stats {

namespace {

// Byte by byte, the lowest first: each pass keeps the order of the one before, and can be left anywhere.
template <class Number>
bool sortByBytes(std::vector<Number>& values, const Job& job)
{
    constexpr std::size_t kFew = 1u << 17; // sorted in some milliseconds
    constexpr std::size_t kLook = 1u << 16;
    constexpr unsigned kByte = 8;
    using Bits = std::make_unsigned_t<Number>;
    constexpr unsigned kBits = sizeof(Bits) * kByte;
    constexpr Bits kSign = std::is_signed_v<Number> ? Bits(1) << (kBits - 1) : Bits(0); // negative ones first
    if (values.size() <= kFew) {
        std::ranges::sort(values);
        return !job.stopRequested();
    }
    std::vector<Number> sorted(values.size());
    for (unsigned shift = 0; shift < kBits; shift += kByte) {
        const auto byteOf = [&](Number value) {
            return ((static_cast<Bits>(value) ^ kSign) >> shift) & 0xff;
        };
        std::array<std::size_t, 256> next {};
        for (const Number value : values)
            ++next[byteOf(value)];
        if (std::ranges::find(next, values.size()) != next.end())
            continue; // the same in all
        std::exclusive_scan(next.begin(), next.end(), next.begin(), std::size_t(0));
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i % kLook == 0 && job.stopRequested())
                return false;
            sorted[next[byteOf(values[i])]++] = values[i];
        }
        values.swap(sorted);
    }
    return true;
}

// Of intervals with a duration, each sorted; none once the job is stopped.
struct Ends
{
    Ends(std::span<const TimeRange> intervals, const Job& job)
    {
        for (const TimeRange& one : intervals) {
            if (one.startNs < one.endNs) {
                starts.push_back(one.startNs);
                ends.push_back(one.endNs);
            }
        }
        if (!sortByBytes(starts, job) || !sortByBytes(ends, job))
            starts.clear();
    }

    std::vector<std::int64_t> starts, ends;
};

}

std::int64_t nearestRank(std::span<const std::int64_t> sorted, std::uint64_t perMille)
{
    constexpr std::uint64_t kAll = 1000;
    if (sorted.empty())
        return kNoInteger;
    const std::uint64_t rank = (sorted.size() * perMille + kAll - 1) / kAll;
    return sorted[static_cast<std::size_t>(rank - 1)];
}

bool sortUnlessStopped(std::vector<std::int64_t>& values, const Job& job)
{
    return sortByBytes(values, job);
}

bool sortUnlessStopped(std::vector<std::uint32_t>& values, const Job& job)
{
    return sortByBytes(values, job);
}

Crowd crowdOf(std::span<const TimeRange> intervals, const Job& job)
{
    const Ends ends(intervals, job);
    Crowd out;
    std::size_t ended = 0;
    for (std::size_t begun = 0; begun < ends.starts.size(); ++begun) {
        while (ends.ends[ended] <= ends.starts[begun])
            ++ended;
        const auto now = static_cast<std::int64_t>(begun + 1 - ended);
        if (now > out.most)
            out = {now, ends.starts[begun]};
    }
    return out;
}

std::vector<TimeRange> unionOf(std::span<const TimeRange> intervals, const Job& job)
{
    const Ends ends(intervals, job);
    std::vector<TimeRange> out;
    // As many begin before the i-th start as end up to it: nothing is open there.
    for (std::size_t i = 0; i < ends.starts.size(); ++i) {
        if (i == 0 || ends.ends[i - 1] < ends.starts[i])
            out.push_back({ends.starts[i], ends.ends[i]});
        else
            out.back().endNs = ends.ends[i];
    }
    return out;
}

std::int64_t clippedNs(const TimeRange& interval, const TimeRange& range)
{
    const std::int64_t from = std::max(interval.startNs, range.startNs);
    const std::int64_t to = std::min(interval.endNs, range.endNs);
    return to > from ? subtractSaturating(to, from) : 0;
}

double shareOf(std::int64_t part, std::int64_t all)
{
    return all > 0 ? static_cast<double>(part) / static_cast<double>(all)
                   : std::numeric_limits<double>::quiet_NaN();
}

double uncertaintyOf(double share, std::int64_t samples)
{
    constexpr double kSigmas = 1.96;
    return kSigmas * std::sqrt(share * (1 - share) / static_cast<double>(samples));
}

std::int64_t productSaturating(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    return __builtin_mul_overflow(a, b, &out) ? std::numeric_limits<std::int64_t>::max() : out;
}

std::int64_t amountPer(std::int64_t amount, std::int64_t perNs, std::int64_t ns)
{
    constexpr WideInteger kMost = std::numeric_limits<std::int64_t>::max();
    if (ns <= 0)
        return kNoInteger;
    const WideInteger out = dividedDown(WideInteger(amount) * perNs, ns);
    return static_cast<std::int64_t>(std::clamp(out, -kMost, kMost));
}

query::Test isEqual(query::Field field, std::string text)
{
    return {field, query::Op::equal, {query::Operand {.written = std::move(text)}}};
}

std::string queryOf(std::vector<query::Test> tests)
{
    query::Expr out;
    for (query::Test& test : tests)
        out.parts.push_back({query::Expr::Kind::test, {}, std::move(test)});
    return query::print(out.parts.size() == 1 ? out.parts.front() : out);
}

}
