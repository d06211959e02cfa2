#include "core/stats/histogram.h"

#include <algorithm>

namespace traceglass::stats {

namespace {

constexpr unsigned kBarBits = 2;

// The least value of a step.
constexpr std::uint64_t lowest(std::uint32_t step, unsigned bits)
{
    const std::uint32_t octave = step >> bits;
    if (octave <= 1)
        return step;
    const std::uint64_t within = (step & ((std::uint32_t(1) << bits) - 1)) | std::uint32_t(1) << bits;
    return within << (octave - 1);
}

constexpr std::uint32_t barOf(std::uint32_t step)
{
    return logLinear(lowest(step, kStepBits), kBarBits);
}

constexpr TimeRange rangeOfStep(std::uint32_t step, unsigned bits)
{
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return {static_cast<std::int64_t>(lowest(step, bits)),
            static_cast<std::int64_t>(std::min(lowest(step + 1, bits), kMost))};
}

}

TimeRange rangeOf(std::uint32_t step)
{
    return rangeOfStep(step, kStepBits);
}

std::int64_t middleOf(std::uint32_t step)
{
    const TimeRange range = rangeOf(step);
    return range.startNs + (range.endNs - range.startNs - 1) / 2;
}

std::vector<std::unique_ptr<Counts::Table>>& Counts::kept()
{
    constexpr std::size_t kMost = 4;
    thread_local std::vector<std::unique_ptr<Table>> tables = [] {
        std::vector<std::unique_ptr<Table>> out;
        out.reserve(kMost);
        return out;
    }();
    return tables;
}

Counts::Counts()
{
    if (kept().empty()) {
        m_counts = std::make_unique<Table>();
    } else {
        m_counts = std::move(kept().back());
        kept().pop_back();
    }
}

Counts::~Counts()
{
    if (!m_counts || kept().size() == kept().capacity())
        return;
    eachOctave([&](std::uint32_t first, std::uint32_t end) {
        std::fill(m_counts->begin() + first, m_counts->begin() + end, 0);
    });
    kept().push_back(std::move(m_counts));
}

StatHistogram Counts::take()
{
    StatHistogram out;
    eachOctave([&](std::uint32_t first, std::uint32_t end) {
        for (std::uint32_t step = first; step < end; ++step)
            if (std::uint64_t& times = (*m_counts)[step]; times > 0)
                out.emplace_back(step, std::exchange(times, 0));
    });
    return out;
}

StatHistogram merged(const StatHistogram& a, const StatHistogram& b)
{
    StatHistogram out;
    out.reserve(std::max(a.size(), b.size()));
    for (auto left = a.begin(), right = b.begin(); left != a.end() || right != b.end();) {
        if (right == b.end() || (left != a.end() && left->first < right->first))
            out.push_back(*left++);
        else if (left == a.end() || right->first < left->first)
            out.push_back(*right++);
        else {
            out.emplace_back(left->first, left->second + right->second);
            ++left;
            ++right;
        }
    }
    return out;
}

std::uint64_t countOf(const StatHistogram& histogram)
{
    std::uint64_t count = 0;
    for (const auto& [step, times] : histogram)
        count += times;
    return count;
}

std::optional<std::int64_t> quantile(const StatHistogram& histogram, Quantile which)
{
    const std::uint64_t count = countOf(histogram);
    if (count == 0)
        return {};
    std::uint64_t before = which.rank(count);
    auto at = histogram.begin();
    for (; before >= at->second; ++at)
        before -= at->second;
    return middleOf(at->first);
}

std::vector<HistogramBar> bars(const StatHistogram& histogram)
{
    std::vector<HistogramBar> out;
    if (histogram.empty())
        return out;
    const std::uint32_t first = barOf(histogram.front().first), last = barOf(histogram.back().first);
    for (std::uint32_t bar = first; bar <= last; ++bar)
        out.push_back({rangeOfStep(bar, kBarBits)});
    for (const auto& [step, times] : histogram)
        out[barOf(step) - first].count += times;
    return out;
}

std::vector<std::uint64_t> countsIn(const std::vector<HistogramBar>& bars, const StatHistogram& histogram)
{
    std::vector<std::uint64_t> out(bars.size());
    if (bars.empty())
        return out;
    const std::uint32_t first = logLinear(static_cast<std::uint64_t>(bars.front().range.startNs), kBarBits);
    for (const auto& [step, times] : histogram)
        if (const std::uint32_t bar = barOf(step); bar >= first && bar - first < out.size())
            out[bar - first] += times;
    return out;
}

}
