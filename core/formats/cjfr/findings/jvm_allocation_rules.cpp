// Rules about what is allocated.
#include "core/base/text.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>

namespace traceglass::cjfr {

namespace {

constexpr std::string_view kSite = "jvm.alloc-site";

// A collection stopped the program for long, or nothing else helped.
bool hurts(const JvmLook& look, const findings::Checks& checks, const TimeRange& burst)
{
    const std::int64_t longNs = checks.amount("jvm.gc-long", "min", look.pauseGoalNs);
    return std::ranges::any_of(look.collections, [&](const Collection& each) {
        const bool isHard =
            each.longestNs >= longNs || (isLastResort(look, each) && !isRequested(look, each));
        return isHard && burst.contains(each.time.startNs);
    });
}

// Whoever starts allocates much: bursts that end while it warms up count where they hurt.
void leaveOutWarmUp(const JvmLook& look, const findings::Checks& checks, std::vector<std::int64_t>& seconds)
{
    const auto isWarmUp = [&](std::int64_t second) {
        return stats::productSaturating(second, kSecondNs) < look.warmUpNs();
    };
    for (auto first = seconds.begin(); first != seconds.end() && isWarmUp(*first);) {
        auto end = std::next(first);
        while (end != seconds.end() && *end == *std::prev(end) + 1)
            ++end;
        const TimeRange burst {look.second(*first).startNs, look.second(*std::prev(end)).endNs};
        first = !isWarmUp(*std::prev(end)) || hurts(look, checks, burst) ? end : seconds.erase(first, end);
    }
}

// The seconds with far more than usual, and those beside them with half of that, where they are so much on average: in
// a longer phase that is less some stand out by chance, since amounts are estimates.
std::vector<std::int64_t> burstSeconds(const JvmLook& look, findings::Checks& checks, std::int64_t seconds,
                                       std::int64_t& median)
{
    std::vector<std::int64_t> amounts; // of the seconds with any: a recording may claim to last for centuries
    for (const auto& [second, then] : look.allocated)
        amounts.push_back(then.all);
    std::ranges::sort(amounts);
    const std::int64_t zeros = std::max<std::int64_t>(seconds - std::ssize(amounts), 0);
    const std::int64_t rank = (zeros + std::ssize(amounts) + 1) / 2 - 1; // nearest, of all
    median = rank < zeros ? 0 : amounts[static_cast<std::size_t>(rank - zeros)];
    const std::int64_t atLeast = std::max(checks.amount(kBurst, "rate"),
                                          stats::productSaturating(median, checks.amount(kBurst, "times")));
    std::vector<std::int64_t> out;
    for (auto first = look.allocated.begin(); first != look.allocated.end();) {
        auto next = first;
        std::int64_t bytes = 0, count = 0;
        for (; next != look.allocated.end() && next->first == first->first + count
             && next->second.all >= atLeast - atLeast / 2;
             ++next, ++count)
            bytes = addSaturating(bytes, next->second.all);
        if (count > 0 && bytes >= stats::productSaturating(atLeast, count))
            for (std::int64_t second = 0; second < count; ++second)
                out.push_back(first->first + second);
        first = count > 0 ? next : std::next(first);
    }
    return out;
}

// The thread or site with the most, of those that are recorded; key 0: there is none.
template <class Key, class Get>
std::pair<Key, std::int64_t> most(const std::vector<const Amounts*>& amounts, const Get& get)
{
    std::map<Key, std::int64_t> sums;
    for (const Amounts* const each : amounts)
        for (const auto& [key, bytes] : get(*each))
            sums[key] = addSaturating(sums[key], bytes);
    sums.erase(Key {});
    const auto found = std::ranges::max_element(sums, {}, [](const auto& each) { return each.second; });
    return found == sums.end() ? std::pair<Key, std::int64_t>() : std::pair<Key, std::int64_t>(*found);
}

void addBurst(const JvmLook& look, const std::vector<std::int64_t>& seconds, std::int64_t allBytes,
              std::int64_t median, findings::Checks& checks)
{
    Finding finding {
        .rule = kBurst, .severity = FindingSeverity::medium, .subject = {}, .cost = {StatUnit::bytes}};
    std::vector<const Amounts*> amounts;
    for (const std::int64_t second : seconds) {
        amounts.push_back(&look.allocated.at(second));
        finding.cost.amount = addSaturating(finding.cost.amount, amounts.back()->all);
        findings::addTime(finding, look.second(second));
    }
    findings::settle(finding);
    const auto byThread = most<std::uint64_t>(
        amounts, [](const Amounts& each) -> const auto& { return each.byThread; });
    const auto bySite = most<std::uint32_t>(
        amounts, [](const Amounts& each) -> const auto& { return each.bySite; });
    finding.subject.name = look.threadName(byThread.first);
    finding.subject.track = look.timeline().findTrack(TrackKind::slices, byThread.first).value_or(kNoTrack);
    finding.count = seconds.size();
    finding.share = stats::shareOf(finding.cost.amount, allBytes);
    for (const TimeRange& range : finding.when)
        finding.evidence.push_back({.time = range});
    findings::settle(finding);
    // What comes again and again all the time is what the program is for.
    constexpr std::size_t kOften = 3;
    const std::int64_t spreadNs = finding.when.back().endNs - finding.when.front().startNs;
    if (finding.when.size() >= kOften && spreadNs >= look.durationNs() / 2)
        finding.severity = FindingSeverity::low;
    // Whoever has more to do allocates more with all threads, and pauses more.
    const bool isOfAll = byThread.first != 0
        && !findings::isAtLeast(byThread.second, checks.amount(kBurst, "thread"), finding.cost.amount);
    // Of all threads, as cost and share are; then the one with the most.
    finding.sentence = heapAmountText(finding.cost.amount) + " were allocated ";
    if (finding.when.size() > 1)
        finding.sentence += "in " + grouped(finding.when.size()) + " bursts, "
            + shortDurationText(findings::lengthOf(finding.when)) + " together, ";
    finding.sentence += "from " + findings::momentText(look.timeline(), finding.when.front().startNs) + " to "
        + findings::momentText(look.timeline(), finding.when.back().endNs);
    if (median > 0)
        finding.sentence += ", "
            + grouped(static_cast<std::uint64_t>(finding.cost.amount
                                                 / static_cast<std::int64_t>(seconds.size()) / median))
            + " x the usual rate";
    if (byThread.first != 0 && !isOfAll)
        finding.sentence += ": " + heapAmountText(byThread.second) + " of it by thread "
            + findings::quoted(finding.subject.name);
    if (bySite.first != 0)
        finding.sentence += "; " + findings::mostOf(bySite.second, finding.cost.amount) + " in "
            + findings::quoted(shortMethod(look.text(StringId(bySite.first))));
    finding.limits = "Estimated from samples.";
    finding.confidence = Confidence::medium;

    std::int64_t pausedInside = 0, paused = 0;
    bool hasFull = false;
    for (const Collection& each : look.collections) {
        paused = addSaturating(paused, each.pausesNs);
        const bool isIn = findings::liesIn({each.time}, finding.when);
        pausedInside = addSaturating(pausedInside, isIn ? each.pausesNs : 0);
        hasFull |= isIn && isFull(look, each) && !isRequested(look, each);
    }
    if (isOfAll)
        finding.severity = FindingSeverity::low;
    const bool isNoticed =
        findings::isAtLeast(pausedInside, checks.amount(kBurst, "paused"), findings::lengthOf(finding.when));
    const bool doesPause =
        isNoticed && paused > 0 && findings::isAtLeast(pausedInside, checks.amount(kBurst, "high"), paused);
    if (!look.collections.empty() && !isNoticed) // it makes work, and nobody waits for that
        finding.severity = FindingSeverity::low;
    if (hasFull || (doesPause && !isOfAll))
        finding.severity = FindingSeverity::high;
    if (pausedInside > 0)
        finding.absorbed.push_back({.sentence = findings::percentText(stats::shareOf(pausedInside, paused))
                                        + " of the time that collections stopped the program lies in there"});
    checks.absorb(finding, [&](const Finding& each) {
        constexpr std::array<std::string_view, 3> kOfAllocation = {"jvm.gc-long", "jvm.gc-full",
                                                                   "jvm.gc-humongous"};
        return std::ranges::find(kOfAllocation, each.rule) != kOfAllocation.end()
            && findings::liesIn(each.when, finding.when);
    });
    checks.add(std::move(finding));
}

}

void checkAllocation(const JvmLook& look, findings::Checks& checks)
{
    if (look.allocations == 0) {
        checks.leaveOut(kBurst, "no allocations were recorded");
        return checks.leaveOut(kSite, "no allocations were recorded");
    }
    const std::int64_t seconds = look.durationNs() / kSecondNs + 1;
    std::int64_t allBytes = 0;
    for (const auto& [second, then] : look.allocated)
        allBytes = addSaturating(allBytes, then.all);
    std::vector<std::int64_t> burst;
    if (look.allocatedSometime.all > 0) {
        checks.leaveOut(kBurst, "the recording kept how much was allocated, not when");
    } else if (!checks.isTooShort(kBurst, look.durationNs())) {
        std::int64_t median = 0;
        burst = burstSeconds(look, checks, seconds, median);
        std::vector<std::int64_t> told = burst;
        leaveOutWarmUp(look, checks, told);
        if (!told.empty())
            addBurst(look, told, allBytes, median, checks);
    }
    std::vector<const Amounts*> others {&look.allocatedSometime};
    std::int64_t otherBytes = look.allocatedSometime.all;
    for (const auto& [second, then] : look.allocated) {
        if (std::ranges::binary_search(burst, second))
            continue;
        others.push_back(&then);
        otherBytes = addSaturating(otherBytes, then.all);
    }
    if (static_cast<std::int64_t>(look.allocations) < checks.amount(kSite, "samples"))
        return checks.leaveOut(kSite, "too few samples: " + grouped(look.allocations));
    const auto site = most<std::uint32_t>(
        others, [](const Amounts& each) -> const auto& { return each.bySite; });
    if (otherBytes > 0 && site.first == 0)
        return checks.leaveOut(kSite, "no stacks of allocations were recorded");
    if (otherBytes == 0 || !findings::isAtLeast(site.second, checks.amount(kSite, "share"), otherBytes))
        return;
    Finding finding {.rule = kSite,
                     .severity = FindingSeverity::low,
                     .subject = {std::string(look.text(StringId(site.first)))},
                     .when = {look.pass().range()},
                     .cost = {StatUnit::bytes, site.second},
                     .share = stats::shareOf(site.second, otherBytes),
                     .count = 1,
                     .confidence = Confidence::medium};
    finding.sentence = findings::quoted(shortMethod(finding.subject.name)) + " allocated "
        + findings::percentText(finding.share) + " of all bytes, " + heapAmountText(site.second);
    finding.limits = "Estimated from samples; worth a look, not wrong.";
    checks.add(std::move(finding));
}

}
