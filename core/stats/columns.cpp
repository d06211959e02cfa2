#include "core/stats/columns.h"

#include <algorithm>
#include <limits>

namespace traceglass {

std::int64_t nearestRank(std::span<const std::int64_t> sorted, std::uint64_t perMille)
{
    constexpr std::uint64_t kAll = 1000;
    if (sorted.empty())
        return kNoInteger;
    const std::uint64_t rank = (sorted.size() * perMille + kAll - 1) / kAll;
    return sorted[static_cast<std::size_t>(rank - 1)];
}

Crowd mostAtOnce(std::span<const TimeRange> intervals)
{
    std::vector<std::int64_t> starts, ends;
    for (const TimeRange& one : intervals) {
        if (one.startNs < one.endNs) {
            starts.push_back(one.startNs);
            ends.push_back(one.endNs);
        }
    }
    std::ranges::sort(starts);
    std::ranges::sort(ends);
    Crowd out;
    std::size_t ended = 0;
    for (std::size_t begun = 0; begun < starts.size(); ++begun) {
        while (ends[ended] <= starts[begun])
            ++ended;
        if (const auto now = static_cast<std::int64_t>(begun + 1 - ended); now > out.most)
            out = {now, starts[begun]};
    }
    return out;
}

std::int64_t coveredNs(std::vector<TimeRange>& intervals)
{
    std::ranges::sort(intervals, {}, &TimeRange::startNs);
    std::int64_t out = 0, reached = std::numeric_limits<std::int64_t>::min();
    for (const TimeRange& one : intervals) {
        out = addSaturating(out, clippedNs(one, {reached, std::numeric_limits<std::int64_t>::max()}));
        reached = std::max(reached, one.endNs);
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

std::int64_t productSaturating(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    return __builtin_mul_overflow(a, b, &out) ? std::numeric_limits<std::int64_t>::max() : out;
}

std::int64_t amountPer(std::int64_t amount, std::int64_t perNs, std::int64_t ns)
{
    __extension__ using Wide = __int128;
    constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
    if (ns <= 0)
        return kNoInteger;
    const Wide product = static_cast<Wide>(amount) * perNs;
    const Wide out = product / ns - (product % ns < 0 ? 1 : 0);
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
