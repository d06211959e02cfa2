// Rules about the heap: what is left after collections, and threads that wait for memory.
#include "core/base/text.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace traceglass::cjfr {

namespace {

constexpr std::string_view kHeapGrows = "jvm.heap-grows";

// What the heap does but for its ups and downs: medians of ninths, at last what is left where that is less. Of few values
// each of them.
std::vector<std::int64_t> trendOf(const std::vector<std::int64_t>& used)
{
    constexpr std::size_t kPieces = 9;
    if (used.size() <= kPieces)
        return used;
    std::vector<std::int64_t> out;
    const auto at = [&](std::size_t piece) {
        return used.begin() + static_cast<std::ptrdiff_t>(used.size() * piece / kPieces);
    };
    for (std::size_t piece = 0; piece < kPieces; ++piece) {
        std::vector<std::int64_t> some(at(piece), at(piece + 1));
        std::ranges::sort(some);
        out.push_back(stats::nearestRank(some, 500));
    }
    out.back() = std::min(out.back(), used.back());
    return out;
}

bool isMoreInSecondHalf(const std::vector<std::int64_t>& used, std::int64_t thousandths)
{
    double halves[2] = {0, 0};
    for (std::size_t i = 0; i < used.size(); ++i) {
        const std::size_t half = i < used.size() / 2 ? 0 : 1;
        halves[half] += static_cast<double>(used[i])
            / static_cast<double>(half == 0 ? used.size() / 2 : used.size() - used.size() / 2);
    }
    constexpr double kThousand = 1'000;
    return halves[1] * kThousand > halves[0] * static_cast<double>(thousandths);
}

// Bit by bit, and to the end: what is loaded at once is one step, a cache that is full stays as it is, and what comes and
// goes goes down as far as it goes up.
bool keepsGrowing(const std::vector<std::int64_t>& trend, const findings::Checks& checks)
{
    constexpr std::int64_t kOfAll = 100; // thousandths: a step is no less than that part of what it grew by
    const std::int64_t grown = subtractSaturating(trend.back(), trend.front());
    if (grown <= 0)
        return false;
    std::int64_t up = 0, way = 0, steps = 0;
    bool isLate = false;
    for (std::size_t i = 1; i < trend.size(); ++i) {
        const std::int64_t step = subtractSaturating(trend[i], trend[i - 1]);
        up = addSaturating(up, std::max<std::int64_t>(step, 0));
        way = addSaturating(way, step > 0 ? step : subtractSaturating(0, step));
        if (!findings::isAtLeast(step, kOfAll, grown))
            continue;
        ++steps;
        isLate = 3 * i >= 2 * trend.size();
    }
    return isLate && steps >= checks.amount(kHeapGrows, "steps")
        && findings::isAtLeast(up, checks.amount(kHeapGrows, "up"), way);
}

// Is most of the waiting next to a collection that left the heap full?
bool isOfFullHeap(const JvmLook& look, const findings::Checks& checks)
{
    const auto leftFull = [&](const HeapAfter& each) {
        return each.maxBytes > 0
            && findings::isAtLeast(each.usedBytes, checks.amount(kHeapFull, "share"), each.maxBytes);
    };
    std::int64_t allNs = 0, besideNs = 0;
    for (const JvmSpan& stall : look.stalls) {
        const auto next = std::ranges::lower_bound(look.heap, stall.time.startNs, {}, &HeapAfter::ns);
        const bool isBeside = (next != look.heap.end() && leftFull(*next))
            || (next != look.heap.begin() && leftFull(*std::prev(next)));
        allNs = addSaturating(allNs, stall.time.lengthNs());
        besideNs = addSaturating(besideNs, isBeside ? stall.time.lengthNs() : 0);
    }
    return findings::isAtLeast(besideNs, checks.amount(kAllocationStall, "explained"), allNs);
}

}

std::string heapAmountText(std::int64_t bytes)
{
    return sizeText(static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0)));
}

void checkHeap(const JvmLook& look, findings::Checks& checks)
{
    const auto leaveOutGrowth = [&](std::string why) {
        const auto isDirect = [](const Finding& each) { return each.rule == kHeapGrows; };
        if (checks.count(isDirect) == 0) // of direct buffers it was found
            checks.leaveOut(kHeapGrows, std::move(why));
    };
    if (look.heap.empty()) {
        leaveOutGrowth("the heap after collections was not recorded");
        return checks.leaveOut(kHeapFull, "the heap after collections was not recorded");
    }
    Finding full {
        .rule = kHeapFull, .severity = FindingSeverity::high, .subject = {"heap"}, .cost = {StatUnit::bytes}};
    for (const HeapAfter& each : look.heap) {
        if (each.maxBytes <= 0
            || !findings::isAtLeast(each.usedBytes, checks.amount(kHeapFull, "share"), each.maxBytes))
            continue;
        full.cost.amount = std::max(full.cost.amount, each.usedBytes);
        full.share = std::max(full.share, stats::shareOf(each.usedBytes, each.maxBytes));
        findings::addOne(full, {each.ns, each.ns}, [&] {
            return Evidence {.time = {each.ns, each.ns},
                             .text = heapAmountText(each.usedBytes) + " of " + heapAmountText(each.maxBytes)};
        });
    }
    if (full.count > 0) {
        full.sentence = "After a collection " + findings::percentText(full.share)
            + " of the greatest heap were in use still"
            + (full.count == 1 ? "" : ", " + grouped(full.count) + " times");
        findings::settle(full);
        checks.add(std::move(full));
    }

    std::vector<HeapAfter> after;
    for (const HeapAfter& each : look.heap) {
        if (each.ns
            >= addSaturating(look.pass().range().startNs, look.durationNs() / 10)) // it warms up before
            after.push_back(each);
    }
    const auto count = static_cast<std::int64_t>(after.size());
    if (count < checks.amount(kHeapGrows, "values")
        || subtractSaturating(after.back().ns, after.front().ns) < checks.amount(kHeapGrows, "time"))
        return leaveOutGrowth("too few collections: " + counted(after.size(), "value", "values"));
    std::vector<std::int64_t> used;
    for (const HeapAfter& each : after)
        used.push_back(each.usedBytes);
    const std::vector<std::int64_t> trend = trendOf(used);
    if (!isMoreInSecondHalf(used, checks.amount(kHeapGrows, "growth")) || !keepsGrowing(trend, checks))
        return;
    const std::int64_t maxBytes = after.back().maxBytes;
    const bool isRoomy =
        maxBytes > 0 && !findings::isAtLeast(trend.back(), checks.amount(kHeapGrows, "medium"), maxBytes);
    Finding finding {.rule = kHeapGrows,
                     .severity = isRoomy ? FindingSeverity::low : FindingSeverity::medium,
                     .subject = {"heap"},
                     .when = {{after.front().ns, after.back().ns}},
                     .cost = {StatUnit::bytes, subtractSaturating(trend.back(), trend.front())},
                     .count = after.size(),
                     .confidence = Confidence::medium};
    for (const HeapAfter* const each : {&after.front(), &after.back()})
        finding.evidence.push_back(
            {.time = {each->ns, each->ns}, .text = heapAmountText(each->usedBytes) + " after a collection"});
    finding.sentence = "Between " + findings::momentText(look.timeline(), after.front().ns) + " and "
        + findings::momentText(look.timeline(), after.back().ns)
        + " what is left after collections grew from " + heapAmountText(trend.front()) + " to "
        + heapAmountText(trend.back());
    finding.limits = "It may be a cache, or the old generation that fills until it is collected.";
    checks.add(std::move(finding));
}

void checkStalls(const JvmLook& look, findings::Checks& checks)
{
    if (!look.pass().has("jdk.ZAllocationStall"))
        return checks.leaveOut(kAllocationStall,
                               "no waits for memory were recorded; ZGC alone tells of them");
    std::vector<const JvmSpan*> stalls;
    std::int64_t allNs = 0;
    for (const JvmSpan& each : look.stalls) {
        stalls.push_back(&each);
        allNs = addSaturating(allNs, each.time.lengthNs());
    }
    Finding finding {.rule = kAllocationStall, .subject = {"allocation stalls"}};
    finding.share = look.shareOfThreads(allNs, stalls);
    auto severity = findings::isAtLeast(allNs, checks.amount(kAllocationStall, "share"), look.durationNs())
        ? findings::severityOf(finding.share)
        : std::nullopt;
    if (severity < FindingSeverity::medium) {
        if (const auto bad = look.badMinuteOf(stalls)) {
            std::erase_if(stalls, [&](const JvmSpan* each) { return !bad->minute.holds(each->time); });
            finding.share = bad->share;
            severity = FindingSeverity::medium;
            finding.sentence = "In the minute from "
                + findings::momentText(look.timeline(), bad->minute.time.startNs) + " on ";
        }
    }
    if (!severity)
        return;
    finding.severity = *severity;
    std::unordered_set<std::uint64_t> threads;
    std::int64_t longestNs = 0;
    for (const JvmSpan* const each : stalls) {
        threads.insert(each->thread);
        longestNs = std::max(longestNs, each->time.lengthNs());
        finding.cost.amount = addSaturating(finding.cost.amount, each->time.lengthNs());
        findings::addOne(finding, each->time, [&] { return look.evidenceOf(*each); });
    }
    finding.sentence += counted(threads.size(), "thread", "threads") + " waited for memory; "
        + shortDurationText(finding.cost.amount) + " together, "
        + counted(finding.count, "allocation stall", "allocation stalls") + " of up to "
        + shortDurationText(longestNs);
    findings::settle(finding, kSecondNs);
    const bool isFull = isOfFullHeap(look, checks);
    const auto isCause = [&](const Finding& each) {
        return (each.rule == kHeapFull && isFull)
            || (each.rule == kBurst && findings::liesIn(finding.when, each.when));
    };
    if (!checks.giveTo(isCause, finding))
        checks.add(std::move(finding));
}

}
