#include "core/findings/gathering.h"

#include "core/base/text.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"
#include "core/stats/histogram.h"

#include <algorithm>
#include <functional>

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

std::optional<Weight> weightOf(double share, const std::vector<TimeRange>& times, std::int64_t parallel)
{
    if (const auto severity = severityOf(share))
        return Weight {*severity};
    const Minute minute = worstMinute(times);
    return shareOfTime(minute.ns, kMinuteNs, parallel) >= kHighShare
        ? std::optional(Weight {FindingSeverity::low, minute})
        : std::nullopt;
}

TimedText inMinute(const Timeline& timeline, const Minute& minute)
{
    return minute.ns > 0 ? "; " + shortDurationText(minute.ns) + " in the minute from "
            + momentText(timeline, minute.time.startNs) + " on"
                         : TimedText();
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

std::optional<std::int64_t> outliersFrom(const StatHistogram& durations, std::int64_t slowNs,
                                         std::int64_t thousandths)
{
    constexpr std::uint32_t kOctave = 1u << stats::kStepBits;
    constexpr int kThousand = 1'000;
    auto below = durations.begin(); // of an octave
    auto each = durations.begin();
    std::uint64_t inOctave = 0, left = stats::countOf(durations); // before `each`; of it and behind
    for (; each != durations.end(); ++each) {
        for (; below != each && below->first + kOctave < each->first; ++below)
            inOctave -= below->second;
        if (each->first >= stats::stepOf(slowNs)
            && WideInteger(inOctave) * kThousand <= WideInteger(left) * thousandths)
            return std::max(slowNs, stats::rangeOf(each->first).startNs);
        inOctave += each->second;
        left -= each->second;
    }
    return {};
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

std::vector<TimeRange> covered(const std::vector<TimeRange>& ranges, std::size_t most)
{
    if (ranges.size() <= most)
        return ranges;
    const auto gapBehind = [&](std::size_t i) {
        return subtractSaturating(ranges[i + 1].startNs, ranges[i].endNs);
    };
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 0; i + 1 < ranges.size(); ++i)
        gaps.push_back(gapBehind(i));
    const auto least = gaps.begin() + static_cast<std::ptrdiff_t>(most - 1); // the widest that is not kept
    std::ranges::nth_element(gaps, least, std::greater());
    const std::int64_t bound = *least;
    // Of gaps as wide as that some are kept, too, all over the time.
    const auto equal = static_cast<std::size_t>(std::ranges::count(gaps, bound));
    const std::size_t kept = most - 1
        - static_cast<std::size_t>(std::ranges::count_if(gaps, [&](auto gap) { return gap > bound; }));
    std::size_t seen = 0;
    std::vector<TimeRange> out {ranges.front()};
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        const std::int64_t gap = gapBehind(i - 1);
        bool isKept = gap > bound;
        if (gap == bound) {
            isKept = (seen + 1) * kept / equal > seen * kept / equal;
            ++seen;
        }
        if (isKept)
            out.push_back(ranges[i]);
        else
            out.back().endNs = ranges[i].endNs;
    }
    return out;
}

void addTime(Finding& finding, const TimeRange& time)
{
    constexpr std::size_t kGathered = 4 * Finding::kRanges; // before they are made fewer
    finding.when.push_back(time);
    if (finding.when.size() >= kGathered)
        finding.when = covered(joined(std::move(finding.when)), Finding::kRanges);
}

bool liesIn(const std::vector<TimeRange>& times, const std::vector<TimeRange>& ranges)
{
    return std::ranges::all_of(times, [&](const TimeRange& time) {
        return std::ranges::any_of(ranges, [&](const TimeRange& range) {
            return range.startNs <= time.startNs && time.startNs <= range.endNs;
        });
    });
}

namespace {

bool standsBefore(const Evidence& a, const Evidence& b)
{
    const auto aIs = a.badness(), bIs = b.badness();
    return aIs > bIs || (aIs == bIs && a.time.startNs < b.time.startNs);
}

}

void keepWorst(Finding& finding)
{
    auto& evidence = finding.evidence;
    std::ranges::nth_element(evidence, evidence.begin() + (Finding::kEvidence - 1), standsBefore);
    finding.unkept += evidence.size() - Finding::kEvidence;
    evidence.resize(Finding::kEvidence);
}

void settle(Finding& finding, std::int64_t apartNs)
{
    if (finding.evidence.size() > Finding::kEvidence)
        keepWorst(finding);
    std::ranges::stable_sort(finding.evidence, standsBefore);
    finding.when = covered(joined(std::move(finding.when), apartNs), Finding::kRanges);
}

std::string quoted(std::string_view name)
{
    std::string out = "`";
    for (const char c : escaped(name)) { // which has to end where the name does
        if (c == '`')
            out += "\\u{0060}";
        else
            out += c;
    }
    return out + '`';
}

std::string percentText(double share)
{
    constexpr double kTen = 0.0995; // from here on no digit behind the point
    return traceglass::percentText(share, share < kTen ? 1 : 0);
}

std::string mostOf(std::int64_t part, std::int64_t whole)
{
    return WideInteger(part) * 2 >= whole ? "most" : percentText(shareOfTime(part, whole, 1));
}

TimedText momentText(const Timeline& timeline, std::int64_t viewNs)
{
    constexpr int kDecimals = 2;
    TimedText out =
        relativeText(subtractSaturating(viewNs, timeline.range.startNs), TimeUnit::seconds, kDecimals);
    out.moments.push_back({0, out.words.size(), viewNs});
    return out;
}

}
