#include "core/findings/gathering.h"

#include "core/base/text.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <cstdio>

namespace traceglass::findings {

std::optional<FindingSeverity> severityOf(double share)
{
    if (share >= kHighShare)
        return FindingSeverity::high;
    if (share >= kMediumShare)
        return FindingSeverity::medium;
    if (share >= kLowShare)
        return FindingSeverity::low;
    return {};
}

double shareOfTime(std::int64_t costNs, std::int64_t durationNs, std::int64_t parallel)
{
    const std::int64_t all =
        stats::productSaturating(std::max<std::int64_t>(durationNs, 0), std::max<std::int64_t>(parallel, 1));
    return all > 0 ? stats::shareOf(costNs, all) : 0;
}

bool isAtLeast(std::int64_t part, std::int64_t thousandths, std::int64_t whole)
{
    constexpr int kThousand = 1'000;
    return WideInteger(part) * kThousand >= WideInteger(whole) * thousandths;
}

std::vector<TimeRange> joined(std::vector<TimeRange> ranges, std::int64_t apartNs)
{
    std::ranges::sort(ranges, {},
                      [](const TimeRange& range) { return std::pair(range.startNs, range.endNs); });
    std::vector<TimeRange> out;
    for (const TimeRange& range : ranges) {
        if (!out.empty() && range.startNs <= addSaturating(out.back().endNs, apartNs))
            out.back().endNs = std::max(out.back().endNs, range.endNs);
        else
            out.push_back(range);
    }
    return out;
}

std::int64_t lengthOf(const std::vector<TimeRange>& ranges)
{
    std::int64_t sum = 0;
    for (const TimeRange& range : ranges)
        sum = addSaturating(sum, range.lengthNs());
    return sum;
}

std::int64_t overlapNs(const TimeRange& time, const std::vector<TimeRange>& ranges)
{
    std::int64_t sum = 0;
    auto range = std::ranges::upper_bound(ranges, time.startNs, {}, &TimeRange::endNs);
    for (; range != ranges.end() && range->startNs < time.endNs; ++range)
        sum = addSaturating(sum, stats::clippedNs(*range, time));
    return sum;
}

void settle(Finding& finding, std::int64_t apartNs)
{
    std::ranges::stable_sort(finding.evidence, {}, [](const Evidence& each) { return each.time.startNs; });
    if (finding.when.empty()) {
        for (const Evidence& each : finding.evidence)
            finding.when.push_back(each.time);
        finding.when = joined(std::move(finding.when), apartNs);
    }
    if (finding.evidence.size() > Finding::kEvidence)
        finding.evidence.resize(Finding::kEvidence);
}

std::string quoted(std::string_view name)
{
    return '`' + escaped(name) + '`';
}

std::string percentText(double share)
{
    constexpr double kPercent = 100;
    constexpr double kTen = 0.0995; // from here on no digit behind the point
    char text[32];
    std::snprintf(text, sizeof text, share < kTen ? "%.1f %%" : "%.0f %%", share * kPercent);
    return text;
}

std::string momentText(const Timeline& timeline, std::int64_t viewNs)
{
    constexpr int kDecimals = 2;
    return relativeText(subtractSaturating(viewNs, timeline.range.startNs), TimeUnit::seconds, kDecimals);
}

}
