// Rules about what a JVM runs out of: room for classes and compiled code, and the CPU of its container.
#include "core/base/text.h"
#include "core/findings/steady_growth.h"
#include "core/findings/worst_minute.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/stats/columns.h"

namespace traceglass::cjfr {

void checkClasses(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kId = "jvm.classes-grow";
    if (look.classes.empty())
        return checks.leaveOut(kId, "how many classes there are was not recorded");
    if (checks.isTooShort(kId, look.durationNs()))
        return;
    const TimeRange& range = look.pass().range();
    const findings::SteadyGrowth growth = findings::steadyGrowthOf(look.classes, range);
    if ((!growth.isSteady() && !findings::growsToTheEnd(growth, look.classes, range))
        || growth.amount() < checks.amount(kId, "more")
        || !findings::isAtLeast(growth.least.back(), checks.amount(kId, "growth"), growth.least.front()))
        return;
    Finding finding {.rule = kId,
                     .severity = FindingSeverity::medium,
                     .subject = {"classes"},
                     .when = {growth.time()},
                     .cost = {StatUnit::count, growth.amount()},
                     .count = static_cast<std::uint64_t>(growth.amount())};
    finding.evidence.push_back({.time = growth.time()});
    finding.sentence =
        std::string(growth.isSteady() ? "Classes grow all the time: from " : "Classes grow to the end: from ")
        + grouped(static_cast<std::uint64_t>(growth.least.front())) + " to "
        + grouped(static_cast<std::uint64_t>(growth.least.back())) + " in "
        + shortDurationText(growth.time().lengthNs());
    finding.limits = "Which loader they belong to is not recorded.";
    checks.add(std::move(finding));
}

// Memory beside the heap, with a limit of its own.
void checkDirectBuffers(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kId = "jvm.heap-grows";
    if (look.directLimit <= 0 || look.durationNs() < checks.amount(kId, "time"))
        return;
    const findings::SteadyGrowth growth = findings::steadyGrowthOf(look.directBuffers, look.pass().range());
    if (!growth.isSteady()
        || !findings::isAtLeast(growth.least.back(), checks.amount(kId, "medium"), look.directLimit)
        || !findings::isAtLeast(growth.least.back(), checks.amount(kId, "growth"), growth.least.front()))
        return;
    Finding finding {.rule = kId,
                     .severity = FindingSeverity::medium,
                     .subject = {"direct buffers"},
                     .when = {growth.time()},
                     .cost = {StatUnit::bytes, growth.amount()},
                     .count = look.directBuffers.size()};
    finding.evidence.push_back({.time = growth.time()});
    finding.sentence = "Direct buffers grow all the time, from " + heapAmountText(growth.least.front())
        + " to " + heapAmountText(growth.least.back()) + " of " + heapAmountText(look.directLimit) + " in "
        + shortDurationText(growth.time().lengthNs());
    finding.limits = "Who made them is not recorded.";
    checks.add(std::move(finding));
}

void checkCodeCache(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kId = "jvm.code-cache-full";
    if (look.fullCodeCaches.empty())
        return checks.leaveOut(kId, "no code cache that is full was recorded");
    Finding finding {.rule = kId, .severity = FindingSeverity::medium, .subject = {"code cache"}};
    for (const NamedSpan& each : look.fullCodeCaches)
        findings::addOne(finding, each.time, [&] {
            Evidence evidence = look.evidenceOf(each);
            evidence.text = escaped(look.text(each.name));
            return evidence;
        });
    finding.cost = {StatUnit::count, static_cast<std::int64_t>(finding.count)};
    finding.sentence = "The code cache was full"
        + (finding.count == 1 ? "" : ' ' + grouped(finding.count) + " times") + ": "
        + findings::quoted(look.text(look.fullCodeCaches.front().name));
    finding.limits = "How slow the program is meanwhile is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

void checkThrottling(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kId = "jvm.cpu-throttled";
    constexpr std::size_t kLeast = 2; // there are differences of
    if (look.throttled.size() < kLeast)
        return checks.leaveOut(kId, "it was not recorded, or once, how a container was throttled");
    const auto between = [](const Throttled& from, const Throttled& to) {
        const auto more = [](std::int64_t then, std::int64_t before) {
            return std::max<std::int64_t>(subtractSaturating(then, before), 0);
        };
        return Throttled {to.ns, more(to.slices, from.slices), more(to.throttledSlices, from.throttledSlices),
                          more(to.throttledNs, from.throttledNs)};
    };
    const auto isShare = [&](const Throttled& of, std::string_view share) {
        return of.slices >= checks.amount(kId, "slices") && of.throttledSlices > 0
            && findings::isAtLeast(of.throttledSlices, checks.amount(kId, share), of.slices);
    };
    std::size_t from = 0, to = look.throttled.size() - 1;
    Throttled all = between(look.throttled.front(), look.throttled.back());
    const bool isMuch = isShare(all, "medium"), isWhole = isShare(all, "share");
    if (!isWhole) { // the minute in which they waited longest
        all = {};
        for (std::size_t first = 0, last = 1; last < look.throttled.size(); ++last) {
            while (look.throttled[last].ns - look.throttled[first].ns > findings::kMinuteNs)
                ++first;
            const Throttled of = between(look.throttled[first], look.throttled[last]);
            if (isShare(of, "medium") && of.throttledNs > all.throttledNs) {
                from = first;
                to = last;
                all = of;
            }
        }
        if (all.throttledNs == 0)
            return;
    }
    Finding finding {
        .rule = kId, .severity = isMuch ? FindingSeverity::medium : FindingSeverity::low, .subject = {"CPU"}};
    const auto slicesText = [](const Throttled& of) {
        return grouped(static_cast<std::uint64_t>(of.throttledSlices)) + " of "
            + counted(static_cast<std::uint64_t>(of.slices), "slice", "slices");
    };
    for (std::size_t i = from + 1; i <= to; ++i) {
        const Throttled& before = look.throttled[i - 1];
        const Throttled then = between(before, look.throttled[i]);
        const TimeRange time {before.ns, then.ns};
        if (then.throttledSlices > 0)
            findings::addOne(finding, time,
                             [&] { return Evidence {.time = time, .text = slicesText(then)}; });
    }
    finding.count = static_cast<std::uint64_t>(all.throttledSlices);
    finding.cost = {StatUnit::span, all.throttledNs};
    finding.share = stats::shareOf(all.throttledSlices, all.slices);
    finding.sentence =
        (isWhole ? TimedText("The container")
                 : "From " + findings::momentText(look.timeline(), look.throttled[from].ns) + " to "
                 + findings::momentText(look.timeline(), look.throttled[to].ns) + " the container")
        + " had used up its CPU in " + slicesText(all) + " of time, and its threads waited for "
        + shortDurationText(all.throttledNs);
    finding.limits = "Which threads waited is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

}
