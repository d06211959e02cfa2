// Rules about the heap: collections, what is left after them, what is allocated.
#include "core/base/text.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/formats/cjfr/timeline/cjfr_words.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace traceglass::cjfr {

namespace {

constexpr std::string_view kShare = "jvm.gc-share";
constexpr std::string_view kHeapGrows = "jvm.heap-grows", kSite = "jvm.alloc-site";
constexpr std::array<std::string_view, 5> kCollectionRules = {kShare, "jvm.gc-long", "jvm.gc-full",
                                                              "jvm.gc-asked", "jvm.gc-humongous"};

bool isRequested(std::string_view cause)
{
    constexpr std::array<std::string_view, 5> kCauses = {"System.gc()", "Heap Inspection", "Heap Dump",
                                                         "Diagnostic Command",
                                                         "JvmtiEnv ForceGarbageCollection"};
    return std::ranges::any_of(kCauses, [&](std::string_view each) { return cause.starts_with(each); });
}

std::optional<Fallback> fallbackOf(const JvmLook& look, const Collection& of)
{
    const auto known = look.fallbacks.find(of.gcId);
    return known == look.fallbacks.end() || !look.text(of.name).starts_with("Shenandoah")
        ? std::nullopt
        : std::optional(known->second);
}

// Collections of the whole heap that stop the program all the while, and those that could not keep up with it.
bool isFull(const JvmLook& look, const Collection& of)
{
    constexpr std::array<std::string_view, 5> kNames = {"G1Full", "SerialOld", "ParallelOld", "PSMarkSweep",
                                                        "ParallelFull"};
    return std::ranges::find(kNames, look.text(of.name)) != kNames.end() || fallbackOf(look, of);
}

// Serial and parallel collectors have no other way to collect what is old.
bool isLastResort(const JvmLook& look, const Collection& of)
{
    return look.text(of.name) == "G1Full" || fallbackOf(look, of) == Fallback::full;
}

template <class IsOne>
Finding findCollections(const JvmLook& look, std::string_view id, FindingSeverity severity,
                        const IsOne& isOne)
{
    Finding out {.rule = id, .severity = severity, .subject = {"collections"}};
    for (const Collection& each : look.collections) {
        if (!isOne(each))
            continue;
        out.cost.amount = addSaturating(out.cost.amount, each.pausesNs);
        findings::addOne(out, each.time, [&] {
            Evidence evidence = look.evidenceOf(each.time, each.place, each.offset);
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

// Where collections stopped the program for longest. A collection counts in a window that it lies in; one that is longer
// than that in the window it begins with.
struct WorstWindow
{
    TimeRange time;
    std::int64_t pausesNs = 0;

    bool contains(const TimeRange& collection) const
    {
        return collection.startNs >= time.startNs
            && (collection.endNs <= time.endNs || collection.startNs == time.startNs);
    }
};

WorstWindow worstWindow(const JvmLook& look, std::int64_t windowNs)
{
    const auto& all =
        look.collections; // by their begin; concurrent ones end later than some that begin behind them
    std::vector<std::size_t> byEnd(all.size());
    std::iota(byEnd.begin(), byEnd.end(), 0);
    std::ranges::stable_sort(byEnd, {}, [&](std::size_t i) { return all[i].time.endNs; });
    WideInteger inWindow = 0;
    WorstWindow out;
    for (std::size_t first = 0, end = 0; first < all.size(); ++first) {
        const TimeRange window {all[first].time.startNs, addSaturating(all[first].time.startNs, windowNs)};
        for (; end < all.size() && all[byEnd[end]].time.endNs <= window.endNs; ++end)
            inWindow += byEnd[end] >= first ? all[byEnd[end]].pausesNs : 0;
        const bool isLonger = all[first].time.endNs > window.endNs;
        const auto pausesNs = static_cast<std::int64_t>(
            std::min<WideInteger>(inWindow + (isLonger ? all[first].pausesNs : 0), windowNs));
        if (pausesNs > out.pausesNs)
            out = {window, pausesNs};
        inWindow -= isLonger ? 0 : all[first].pausesNs;
    }
    return out;
}

WorstWindow checkShare(const JvmLook& look, findings::Checks& checks)
{
    const std::int64_t windowNs = std::min(checks.amount(kShare, "window"), look.durationNs());
    if (checks.isTooShort(kShare, look.durationNs()))
        return {};
    const WorstWindow worst = worstWindow(look, windowNs);
    if (!findings::isAtLeast(worst.pausesNs, checks.amount(kShare, "share"), windowNs))
        return {};
    Finding finding = findCollections(look, kShare, FindingSeverity::medium,
                                      [&](const Collection& each) { return worst.contains(each.time); });
    if (findings::isAtLeast(worst.pausesNs, checks.amount(kShare, "high"), windowNs))
        finding.severity = FindingSeverity::high;
    finding.share = stats::shareOf(worst.pausesNs, windowNs);
    finding.sentence = "Collections stopped the program for " + findings::percentText(finding.share) + " of "
        + shortDurationText(windowNs) + ", from " + findings::momentText(look.timeline(), worst.time.startNs)
        + " on";
    checks.add(std::move(finding));
    return worst;
}

void checkKinds(const JvmLook& look, const WorstWindow& worst, findings::Checks& checks)
{
    // What stopped the program for most of a window is said with the kind of collections that did.
    const auto absorbShare = [&](Finding& kind, const auto& isOne) {
        std::int64_t pausesNs = 0;
        for (const Collection& each : look.collections)
            if (worst.contains(each.time) && isOne(each))
                pausesNs = addSaturating(pausesNs, each.pausesNs);
        if (findings::isAtLeast(pausesNs, checks.amount(kShare, "explained"), worst.pausesNs))
            checks.absorb(kind, [](const Finding& each) { return each.rule == kShare; });
    };
    const auto isOwnFull = [&](const Collection& each) {
        return isFull(look, each) && !isRequested(look.text(each.cause));
    };
    const std::int64_t longNs = checks.amount("jvm.gc-long", "min", look.pauseGoalNs);
    const auto isLong = [&](const Collection& each) { return each.longestNs >= longNs; };
    Finding slow = findCollections(look, "jvm.gc-long", FindingSeverity::medium, isLong);
    if (slow.count > 0) {
        std::int64_t longest = 0;
        for (const Collection& each : look.collections)
            longest = std::max(longest, each.longestNs);
        const bool areUsual = std::ranges::all_of(look.collections, [&](const Collection& each) {
            return !isLong(each) || (isOwnFull(each) && !isLastResort(look, each));
        });
        const auto severity = findings::severityOf(slow.share);
        slow.severity = longest >= checks.amount("jvm.gc-long", "high") ? FindingSeverity::high
            : !severity                                                 ? FindingSeverity::low
            : areUsual                                                  ? *severity
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
        return [&](const Finding& each) {
            return each.rule == "jvm.gc-long" && findings::liesIn(each.when, kind.when);
        };
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
    const auto isAsked = [&](const Collection& each) { return isRequested(look.text(each.cause)); };
    Finding asked = findCollections(look, "jvm.gc-asked", FindingSeverity::medium, isAsked);
    if (asked.count > 0) {
        if (!findings::severityOf(asked.share))
            asked.severity = FindingSeverity::low;
        asked.sentence = "Something asked for " + stoppedText(asked);
        absorbShare(asked, isAsked);
        checks.absorb(asked, isLongIn(asked));
        checks.add(std::move(asked));
    }
    const auto isHumongous = [&](const Collection& each) {
        return look.text(each.cause).find("Humongous") != std::string_view::npos;
    };
    Finding humongous = findCollections(look, "jvm.gc-humongous", FindingSeverity::medium, isHumongous);
    if (humongous.count > 0) {
        if (!findings::severityOf(humongous.share))
            humongous.severity = FindingSeverity::low;
        humongous.sentence = "Objects of half a region and more forced " + stoppedText(humongous);
        absorbShare(humongous, isHumongous);
        checks.absorb(humongous, isLongIn(humongous));
        checks.add(std::move(humongous));
    }
}

// A collection stopped the program for long, or nothing else helped.
bool hurts(const JvmLook& look, const findings::Checks& checks, const TimeRange& burst)
{
    const std::int64_t longNs = checks.amount("jvm.gc-long", "min", look.pauseGoalNs);
    return std::ranges::any_of(look.collections, [&](const Collection& each) {
        const bool isHard =
            each.longestNs >= longNs || (isLastResort(look, each) && !isRequested(look.text(each.cause)));
        return isHard && burst.contains(each.time.startNs);
    });
}

// Whoever starts allocates much: bursts that end while it warms up count where they hurt.
void leaveOutWarmUp(const JvmLook& look, const findings::Checks& checks, std::vector<std::int64_t>& seconds)
{
    const auto isWarmUp = [&](std::int64_t second) {
        return stats::productSaturating(second, JvmLook::kSecond) < look.warmUpNs();
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

std::string heapAmountText(std::int64_t bytes)
{
    return sizeText(static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0)));
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
    // What comes again and again all the time is what the program is for.
    constexpr std::size_t kOften = 3;
    const std::int64_t spreadNs = finding.when.back().endNs - finding.when.front().startNs;
    if (finding.when.size() >= kOften && spreadNs >= look.durationNs() / 2)
        finding.severity = FindingSeverity::low;
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
    if (byThread.first != 0)
        finding.sentence += ": " + heapAmountText(byThread.second) + " of it by thread "
            + findings::quoted(finding.subject.name);
    if (bySite.first != 0)
        finding.sentence += "; most in " + findings::quoted(shortMethod(look.text(StringId(bySite.first))));
    finding.limits = "Estimated from samples.";
    finding.confidence = Confidence::medium;

    std::int64_t pausedInside = 0, paused = 0;
    bool hasFull = false;
    for (const Collection& each : look.collections) {
        paused = addSaturating(paused, each.pausesNs);
        const bool isIn = findings::liesIn({each.time}, finding.when);
        pausedInside = addSaturating(pausedInside, isIn ? each.pausesNs : 0);
        hasFull |= isIn && isFull(look, each) && !isRequested(look.text(each.cause));
    }
    if (hasFull || (paused > 0 && findings::isAtLeast(pausedInside, checks.amount(kBurst, "high"), paused)))
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

void checkHeap(const JvmLook& look, findings::Checks& checks)
{
    if (look.heap.empty()) {
        checks.leaveOut(kHeapGrows, "the heap after collections was not recorded");
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
        return checks.leaveOut(kHeapGrows,
                               "too few collections: " + counted(after.size(), "value", "values"));
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
    finding.evidence.push_back({.time = finding.when.front()});
    finding.sentence = "What is left after collections grows, from " + heapAmountText(trend.front()) + " to "
        + heapAmountText(trend.back()) + " in " + shortDurationText(finding.when.front().lengthNs());
    finding.limits = "It may be a cache, or the old generation that fills until it is collected.";
    checks.add(std::move(finding));
}

void checkAllocation(const JvmLook& look, findings::Checks& checks)
{
    if (look.allocations == 0) {
        checks.leaveOut(kBurst, "no allocations were recorded");
        return checks.leaveOut(kSite, "no allocations were recorded");
    }
    const std::int64_t seconds = look.durationNs() / JvmLook::kSecond + 1;
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
