// Rules about collections: how long they stop the program, and which kinds of them.
#include "core/base/text.h"
#include "core/findings/window_reach.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>

namespace traceglass::cjfr {

namespace {

constexpr std::string_view kShare = "jvm.gc-share", kLong = "jvm.gc-long";
constexpr std::array<std::string_view, 5> kCollectionRules = {kShare, kLong, "jvm.gc-full", "jvm.gc-asked",
                                                              "jvm.gc-humongous"};

std::optional<Fallback> fallbackOf(const JvmLook& look, const Collection& of)
{
    const auto known = look.fallbacks.find(of.gcId);
    return known == look.fallbacks.end() || !look.text(of.name).starts_with("Shenandoah")
        ? std::nullopt
        : std::optional(known->second);
}

// Of a collection that goes on beside the program the time in which it stopped that for longest; all of it where that was
// not recorded.
TimeRange longestPauseOf(const JvmLook& look, const Collection& of)
{
    const auto pause = look.longestPauses.find(of.gcId);
    const bool isKnown = pause != look.longestPauses.end() && pause->second.startNs >= of.time.startNs
        && pause->second.endNs <= of.time.endNs;
    return isKnown ? pause->second : of.time;
}

template <class IsOne>
Finding findCollections(const JvmLook& look, std::string_view id, FindingSeverity severity,
                        const IsOne& isOne)
{
    const bool areOfPauses = id == kLong;
    Finding out {.rule = id, .severity = severity, .subject = {"collections"}};
    for (const Collection& each : look.collections) {
        if (!isOne(each))
            continue;
        out.cost.amount = addSaturating(out.cost.amount, each.pausesNs);
        const TimeRange time = areOfPauses ? longestPauseOf(look, each) : each.time;
        findings::addOne(out, time, [&] {
            Evidence evidence = look.evidenceOf(each.time, each.place, each.offset);
            evidence.time = time;
            out.subject.track = evidence.place.track;
            evidence.text = "gc " + std::to_string(each.gcId) + ": " + collectionWords(look.text(each.name))
                + ", " + std::string(look.text(each.cause));
            return evidence;
        });
    }
    out.share = findings::shareOfTime(out.cost.amount, look.durationNs(), 1);
    findings::settle(out);
    return out;
}

std::string stoppedText(const Finding& finding)
{
    return counted(finding.count, "collection", "collections") + ", which stopped the program for "
        + shortDurationText(finding.cost.amount);
}

// A collection counts in a window that it lies in; one that is longer than that in the window it begins with.
struct WorstWindow
{
    TimeRange time;
    std::int64_t pausesNs = 0;
    std::uint64_t count = 0;
};

// Where collections stopped the program for much of a window, and before and behind that as long as they did.
struct Stopped
{
    WorstWindow worst {};
    std::vector<TimeRange> times {}; // from the begin of the first to that of the last

    bool contains(const Collection& each) const
    {
        const auto behind = std::ranges::upper_bound(times, each.time.startNs, {}, &TimeRange::startNs);
        return behind != times.begin() && each.time.startNs <= std::prev(behind)->endNs;
    }
};

Stopped findStopped(const JvmLook& look, std::int64_t windowNs, std::int64_t share)
{
    const auto& all =
        look.collections; // by their begin; concurrent ones end later than some that begin behind them
    std::vector<std::size_t> byEnd(all.size());
    std::iota(byEnd.begin(), byEnd.end(), 0);
    std::ranges::stable_sort(byEnd, {}, [&](std::size_t i) { return all[i].time.endNs; });
    WideInteger inWindow = 0;
    std::uint64_t count = 0;
    std::size_t last = 0; // of those that end in the window
    Stopped out;
    std::vector<std::pair<std::int64_t, findings::Reach>> much; // what windows have, by position
    for (std::size_t first = 0, end = 0; first < all.size(); ++first) {
        const TimeRange window {all[first].time.startNs, addSaturating(all[first].time.startNs, windowNs)};
        for (; end < all.size() && all[byEnd[end]].time.endNs <= window.endNs; ++end) {
            inWindow += byEnd[end] >= first ? all[byEnd[end]].pausesNs : 0;
            count += byEnd[end] >= first ? 1u : 0u;
            last = std::max(last, byEnd[end]);
        }
        const bool isLonger = all[first].time.endNs > window.endNs;
        const auto pausesNs = static_cast<std::int64_t>(
            std::min<WideInteger>(inWindow + (isLonger ? all[first].pausesNs : 0), windowNs));
        if (pausesNs > out.worst.pausesNs)
            out.worst = {window, pausesNs, count + (isLonger ? 1u : 0u)};
        if (findings::isAtLeast(pausesNs, share, windowNs))
            much.push_back({pausesNs, {first, std::max(first, last)}});
        inWindow -= isLonger ? 0 : all[first].pausesNs;
        count -= isLonger ? 0u : 1u;
    }
    std::ranges::stable_sort(much, std::greater(), [](const auto& window) { return window.first; });
    std::vector<findings::Reach> windows;
    for (const auto& [pausesNs, window] : much)
        windows.push_back(window);
    std::vector<findings::AmountAt> pauses;
    for (const Collection& each : all)
        pauses.push_back({each.time.startNs, each.time.startNs, each.pausesNs});
    for (const findings::Reach& reach : findings::reachOf(pauses, windows, share))
        out.times.push_back({all[reach.first].time.startNs, all[reach.last].time.startNs});
    return out;
}

Stopped checkShare(const JvmLook& look, findings::Checks& checks)
{
    const std::int64_t windowNs = std::min(checks.amount(kShare, "window"), look.durationNs());
    if (checks.isTooShort(kShare, look.durationNs()))
        return {};
    const Stopped stopped = findStopped(look, windowNs, checks.amount(kShare, "share"));
    const WorstWindow& worst = stopped.worst;
    if (!findings::isAtLeast(worst.pausesNs, checks.amount(kShare, "share"), windowNs))
        return {};
    Finding finding = findCollections(look, kShare, FindingSeverity::medium,
                                      [&](const Collection& each) { return stopped.contains(each); });
    if (findings::isAtLeast(worst.pausesNs, checks.amount(kShare, "high"), windowNs))
        finding.severity = FindingSeverity::high;
    finding.share = stats::shareOf(worst.pausesNs, windowNs);
    finding.sentence = "Collections stopped the program for " + findings::percentText(finding.share) + " of "
        + shortDurationText(windowNs) + ", from " + findings::momentText(look.timeline(), worst.time.startNs)
        + " on";
    if (finding.count > worst.count)
        finding.sentence += "; " + shortDurationText(finding.cost.amount) + " together from "
            + findings::momentText(look.timeline(), finding.when.front().startNs) + " to "
            + findings::momentText(look.timeline(), finding.when.back().endNs);
    checks.add(std::move(finding));
    return stopped;
}

void checkKinds(const JvmLook& look, const Stopped& stopped, findings::Checks& checks)
{
    // What stopped the program for most of these times is said with the kind of collections that did.
    const auto absorbShare = [&](Finding& kind, const auto& isOne) {
        std::int64_t allNs = 0, pausesNs = 0;
        for (const Collection& each : look.collections) {
            if (!stopped.contains(each))
                continue;
            allNs = addSaturating(allNs, each.pausesNs);
            pausesNs = addSaturating(pausesNs, isOne(each) ? each.pausesNs : 0);
        }
        if (findings::isAtLeast(pausesNs, checks.amount(kShare, "explained"), allNs))
            checks.absorb(kind, [](const Finding& each) { return each.rule == kShare; });
    };
    const auto isOwnFull = [&](const Collection& each) {
        return isFull(look, each) && !isRequested(look, each);
    };
    const std::int64_t longNs = checks.amount(kLong, "min", look.pauseGoalNs);
    const auto isLong = [&](const Collection& each) { return each.longestNs >= longNs; };
    Finding slow = findCollections(look, kLong, FindingSeverity::medium, isLong);
    if (slow.count > 0) {
        std::int64_t longest = 0;
        for (const Collection& each : look.collections)
            longest = std::max(longest, each.longestNs);
        const bool areUsual = std::ranges::all_of(look.collections, [&](const Collection& each) {
            return !isLong(each) || (isOwnFull(each) && !isLastResort(look, each));
        });
        const auto severity = findings::severityOf(slow.share);
        const bool isVeryLong = !areUsual && longest >= checks.amount(kLong, "high");
        slow.severity = isVeryLong ? FindingSeverity::high
            : !severity            ? FindingSeverity::low
            : areUsual             ? *severity
                                   : FindingSeverity::medium;
        slow.sentence = "A collection stopped the program for " + shortDurationText(longest) + " at a stretch"
            + (slow.count == 1
                   ? ""
                   : "; " + grouped(slow.count) + " took longer than " + shortDurationText(longNs));
        if (look.pauseGoalNs)
            slow.limits = "The goal that was recorded is " + shortDurationText(*look.pauseGoalNs) + '.';
        absorbShare(slow, isLong);
        checks.add(std::move(slow));
    }
    // Long ones that are all of a kind have that cause.
    const auto isLongIn = [](const Finding& kind) {
        return
            [&](const Finding& each) { return each.rule == kLong && findings::liesIn(each.when, kind.when); };
    };
    const bool hasLastResort = std::ranges::any_of(look.collections, [&](const Collection& each) {
        return isOwnFull(each) && isLastResort(look, each);
    });
    Finding full = findCollections(look, "jvm.gc-full", FindingSeverity::high, isOwnFull);
    if (full.count > 0
        && (hasLastResort
            || findings::isAtLeast(full.cost.amount, checks.amount("jvm.gc-full", "share"),
                                   look.durationNs()))) {
        if (!hasLastResort)
            full.severity = findings::severityOf(full.share).value_or(FindingSeverity::low);
        const bool isWhole = std::ranges::any_of(look.collections, [&](const Collection& each) {
            return isOwnFull(each) && fallbackOf(look, each) != Fallback::degenerated;
        });
        full.sentence = (isWhole ? "The whole heap was collected at once: "
                                 : "Collections could not keep up and were ended at once: ")
            + stoppedText(full);
        absorbShare(full, isOwnFull);
        checks.absorb(full, isLongIn(full));
        checks.add(std::move(full));
    }
    const auto checkKind = [&](std::string_view id, const std::string& whatFor, const auto& isOne) {
        Finding kind = findCollections(look, id, FindingSeverity::medium, isOne);
        if (kind.count == 0)
            return;
        if (!findings::severityOf(kind.share))
            kind.severity = FindingSeverity::low;
        kind.sentence = whatFor + stoppedText(kind);
        absorbShare(kind, isOne);
        checks.absorb(kind, isLongIn(kind));
        checks.add(std::move(kind));
    };
    checkKind("jvm.gc-asked", "Something asked for ",
              [&](const Collection& each) { return isRequested(look, each); });
    checkKind("jvm.gc-humongous", "Objects of half a region and more forced ", [&](const Collection& each) {
        return look.text(each.cause).find("Humongous") != std::string_view::npos;
    });
}

}

bool isRequested(const JvmLook& look, const Collection& collection)
{
    constexpr std::array<std::string_view, 5> kCauses = {"System.gc()", "Heap Inspection", "Heap Dump",
                                                         "Diagnostic Command",
                                                         "JvmtiEnv ForceGarbageCollection"};
    return std::ranges::any_of(
        kCauses, [&](std::string_view each) { return look.text(collection.cause).starts_with(each); });
}

bool isFull(const JvmLook& look, const Collection& of)
{
    constexpr std::array<std::string_view, 5> kNames = {"G1Full", "SerialOld", "ParallelOld", "PSMarkSweep",
                                                        "ParallelFull"};
    return std::ranges::find(kNames, look.text(of.name)) != kNames.end() || fallbackOf(look, of);
}

bool isLastResort(const JvmLook& look, const Collection& of)
{
    return look.text(of.name) == "G1Full" || fallbackOf(look, of) == Fallback::full;
}

void checkCollections(const JvmLook& look, findings::Checks& checks)
{
    if (look.collections.empty()) {
        for (const std::string_view id : kCollectionRules)
            checks.leaveOut(id, "no collections were recorded");
        return;
    }
    checkKinds(look, checkShare(look, checks), checks);
}

}
