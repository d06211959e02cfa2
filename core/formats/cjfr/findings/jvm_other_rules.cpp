// Rules about what ran, what was thrown, the machine, and the recording itself.
#include "core/base/text.h"
#include "core/findings/window_reach.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/formats/cjfr/findings/jvm_spans.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace traceglass::cjfr {

namespace {

// By how many standard deviations the best of so many shares is higher than it truly is, in 5 of 100 recordings at most
// (Bonferroni).
double sigmasOfBest(double tries)
{
    constexpr double kUnsure = 0.05, kMost = 40; // beyond that double has no numbers
    double low = 0, high = kMost;
    for (int halves = 0; halves < 60; ++halves) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 * tries > kUnsure ? low : high) = middle;
    }
    return high;
}

}

void checkMethods(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kId = "jvm.hot-method";
    const auto amount = [&](std::string_view key) { return checks.amount(kId, key); };
    if (look.sampled.empty())
        return checks.leaveOut(kId, "no samples of what ran were recorded");
    // Seconds come and go at the ends of a window that moves by a second. The first one is as long as all others, or the
    // whole recording: what ran in its first seconds is no large part of it.
    const std::int64_t window = std::max<std::int64_t>(amount("window") / kSecondNs, 1);
    const std::int64_t firstEnd = std::min(window, look.durationNs() / kSecondNs + 1) - 1;
    const std::int64_t windows = std::max<std::int64_t>(look.durationNs() / kSecondNs + 1 - firstEnd, 1);
    // No more methods can have such a share.
    const double sigmas = sigmasOfBest(static_cast<double>(windows) * 1'000
                                       / static_cast<double>(std::max<std::int64_t>(amount("surely"), 1)));
    std::unordered_map<std::uint32_t, std::int64_t> inside;
    std::int64_t all = 0;
    auto first = look.sampled.begin();
    struct Window
    {
        double share = 0;
        std::int64_t first = 0, last = 0; // seconds
    };
    std::map<std::uint32_t, std::vector<Window>> hot;
    for (auto at = look.sampled.begin(); at != look.sampled.end(); ++at) {
        const std::int64_t end = std::max(at->first, firstEnd);
        for (const auto& [method, count] : at->second.byMethod)
            inside[method] += count;
        all += at->second.all;
        for (; first->first <= end - window; ++first) {
            for (const auto& [method, count] : first->second.byMethod)
                inside[method] -= count;
            all -= first->second.all;
        }
        const auto next = std::next(at);
        if (all < amount("samples") || (next != look.sampled.end() && next->first <= firstEnd))
            continue;
        std::erase_if(inside, [](const auto& each) { return each.second == 0; });
        for (const auto& [method, count] : inside) {
            const double share = stats::shareOf(count, all);
            if (!findings::isAtLeast(count, amount("share"), all)
                || (share - sigmas * std::sqrt(share * (1 - share) / static_cast<double>(all))) * 1'000
                    <= static_cast<double>(amount("surely")))
                continue;
            hot[method].push_back({share, end - window + 1, end});
        }
    }
    struct Ran // a method, by second
    {
        std::vector<std::int64_t> seconds;
        std::vector<findings::AmountAt> samples;
    };
    std::map<std::uint32_t, Ran> ran;
    std::int64_t before = 0;
    for (const auto& [second, then] : look.sampled) {
        for (const auto& [method, count] : then.byMethod) {
            if (!hot.contains(method))
                continue;
            ran[method].seconds.push_back(second);
            ran[method].samples.push_back({before, addSaturating(before, then.all), count});
        }
        before = addSaturating(before, then.all);
    }
    for (auto& [method, seen] : hot) {
        std::ranges::stable_sort(seen, std::greater(), &Window::share);
        const Ran& of = ran[method];
        std::vector<findings::Reach> inWindows;
        for (const auto& [share, from, to] : seen) {
            const auto at = [&](const auto& where) {
                return static_cast<std::size_t>(where - of.seconds.begin());
            };
            inWindows.push_back({at(std::ranges::lower_bound(of.seconds, from)),
                                 at(std::ranges::upper_bound(of.seconds, to)) - 1});
        }
        Finding finding {.rule = kId,
                         .severity = FindingSeverity::low,
                         .subject = {std::string(look.text(StringId(method)))},
                         .cost = {StatUnit::count},
                         .confidence = Confidence::medium};
        std::int64_t inAll = 0;
        for (const findings::Reach& reach : findings::reachOf(of.samples, inWindows, amount("share"))) {
            const TimeRange time {
                look.second(of.seconds[reach.first]).startNs,
                std::min(look.second(of.seconds[reach.last]).endNs, look.pass().range().endNs)};
            std::int64_t samples = 0;
            for (std::size_t i = reach.first; i <= reach.last; ++i)
                samples = addSaturating(samples, of.samples[i].amount);
            finding.cost.amount = addSaturating(finding.cost.amount, samples);
            inAll = addSaturating(
                inAll, subtractSaturating(of.samples[reach.last].end, of.samples[reach.first].begin));
            findings::addTime(finding, time);
            findings::addEvidence(
                finding, time,
                [&] {
                    return Evidence {.time = time,
                                     .text =
                                         counted(static_cast<std::uint64_t>(samples), "sample", "samples")};
                },
                static_cast<double>(samples));
        }
        findings::settle(finding);
        finding.count = static_cast<std::uint64_t>(finding.cost.amount);
        finding.share = stats::shareOf(finding.cost.amount, inAll);
        finding.sentence = findings::quoted(shortMethod(finding.subject.name)) + " is what ran in "
            + findings::percentText(finding.share) + " of "
            + counted(static_cast<std::uint64_t>(inAll), "sample", "samples")
            + (finding.when.size() > 1 ? ", " + grouped(finding.when.size()) + " times" : "") + " from "
            + findings::momentText(look.timeline(), finding.when.front().startNs) + " to "
            + findings::momentText(look.timeline(), finding.when.back().endNs);
        finding.limits = "Worth a look, not wrong; samples miss what is inlined.";
        checks.add(std::move(finding));
    }
}

void checkThrown(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kMany = "jvm.exceptions", kErrors = "jvm.errors";
    if (!look.pass().has("jdk.JavaExceptionThrow"))
        checks.leaveOut(kMany, "no exceptions were recorded");
    else if (look.areThrownSometime)
        checks.leaveOut(kMany, "the recording kept how many exceptions were thrown, not when");
    if (!look.pass().has("jdk.JavaErrorThrow") && look.fullMetaspace.empty())
        checks.leaveOut(kErrors, "no errors were recorded");
    Finding many {.rule = kMany,
                  .severity = FindingSeverity::medium,
                  .subject = {"exceptions"},
                  .cost = {StatUnit::count}};
    std::uint64_t most = 0;
    std::map<std::pair<StringId, StringId>, std::uint64_t> byKind;
    for (const auto& [second, then] : look.thrown) {
        if (look.areThrownSometime || static_cast<std::int64_t>(then.all) < checks.amount(kMany, "rate"))
            continue;
        most = std::max(most, then.all);
        many.count += then.all;
        for (const auto& [kind, count] : then.byKind)
            byKind[kind] += count;
        const TimeRange time = look.second(second);
        const std::uint64_t thrown = then.all;
        findings::addTime(many, time);
        findings::addEvidence(
            many, time,
            [&] { return Evidence {.time = time, .text = counted(thrown, "exception", "exceptions")}; },
            static_cast<double>(thrown));
    }
    if (many.count > 0) {
        if (static_cast<std::int64_t>(most) >= checks.amount(kMany, "high"))
            many.severity = FindingSeverity::high;
        many.cost.amount = static_cast<std::int64_t>(many.count);
        const auto& [kind, count] =
            *std::ranges::max_element(byKind, {}, [](const auto& each) { return each.second; });
        many.sentence = "Up to " + counted(most, "exception", "exceptions") + " were thrown in a second, "
            + grouped(many.count) + " together; " + grouped(count) + " of them "
            + findings::quoted(shortClass(look.text(kind.first)));
        if (kind.second != StringId {})
            many.sentence += " in " + findings::quoted(shortMethod(look.text(kind.second)));
        findings::settle(many);
        checks.add(std::move(many));
    }
    for (const auto& [name, spans] : look.errors) {
        const std::string_view type = look.text(StringId(name));
        Finding finding = ofSpans(look, kErrors, FindingSeverity::medium, std::string(type), spans);
        if (type.ends_with("OutOfMemoryError"))
            finding.severity = FindingSeverity::high;
        finding.cost = {StatUnit::count, static_cast<std::int64_t>(finding.count)};
        finding.share = 0;
        finding.sentence = findings::quoted(shortClass(type)) + " was thrown"
            + (finding.count == 1 ? "" : ' ' + grouped(finding.count) + " times")
            + (finding.count == 1 && spans.front().site != StringId {}
                   ? " in " + findings::quoted(shortMethod(look.text(spans.front().site)))
                   : mostInText(look, pointersTo<SitedSpan>(spans)));
        finding.limits = "Whether it was caught is not recorded.";
        checks.add(std::move(finding));
    }
    Finding metaspace = ofSpans(look, kErrors, FindingSeverity::high, "metaspace", look.fullMetaspace);
    if (metaspace.count == 0)
        return;
    metaspace.cost = {StatUnit::count, static_cast<std::int64_t>(metaspace.count)};
    metaspace.share = 0;
    metaspace.sentence = "There was no room for a class in the metaspace"
        + (metaspace.count == 1 ? "" : ", " + grouped(metaspace.count) + " times")
        + mostInText(look, pointersTo<SitedSpan>(look.fullMetaspace));
    const auto isThrown = [&](const Finding& each) { // that is what it throws then
        return each.rule == kErrors && each.subject.name.ends_with("OutOfMemoryError");
    };
    if (!checks.giveTo(isThrown, metaspace))
        checks.add(std::move(metaspace));
}

namespace {

void checkCpu(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kFull = "jvm.cpu-full", kOther = "jvm.other-cpu";
    constexpr double kThousand = 1'000;
    constexpr double kItself = 0.75; // a program that uses the machine, as it may be meant to
    const auto check = [&](std::string_view id, FindingSeverity severity, const auto& loadOf,
                           const std::string& sentence) {
        if (static_cast<std::int64_t>(look.cpu.size()) < checks.amount(id, "samples"))
            return checks.leaveOut(
                id, look.cpu.empty() ? "no CPU load was recorded" : "too few samples of the CPU load");
        Finding finding {.rule = id, .severity = severity, .subject = {"CPU"}, .cost = {StatUnit::count}};
        double ofJvm = 0, ofMachine = 0;
        for (const CpuSample& each : look.cpu) {
            if (!(loadOf(each) * kThousand >= static_cast<double>(checks.amount(id, "load")))) // no number
                continue;
            ofJvm += each.ofJvm;
            ofMachine += each.ofMachine;
            findings::addOne(finding, {each.ns, each.ns}, [&] {
                return Evidence {.time = {each.ns, each.ns}, .text = findings::percentText(loadOf(each))};
            });
        }
        const auto count = static_cast<std::int64_t>(finding.count),
                   all = static_cast<std::int64_t>(look.cpu.size());
        if (!findings::isAtLeast(count, checks.amount(id, "share"), all))
            return;
        if (ofJvm >= ofMachine * kItself)
            finding.severity = FindingSeverity::low;
        finding.cost.amount = count;
        finding.share = stats::shareOf(count, all);
        finding.sentence = sentence + " in " + grouped(finding.count) + " of "
            + counted(look.cpu.size(), "sample", "samples");
        findings::settle(finding, 2 * kSecondNs);
        checks.absorb(finding, [&](const Finding& each) { // who used it all is the cause
            return id == kOther && each.rule == kFull && findings::liesIn(each.when, finding.when);
        });
        checks.add(std::move(finding));
    };
    check(
        kFull, FindingSeverity::medium, [](const CpuSample& each) { return each.ofMachine; },
        "The machine had no CPU to spare");
    check(
        kOther, FindingSeverity::low, [](const CpuSample& each) { return each.ofMachine - each.ofJvm; },
        "Other programs used much of the CPU");
}

// Is there so much more to do that as many more threads are needed for it? By how much work was done in a tenth of the
// recording behind the first value, and in one before the last.
bool isForMoreWork(const JvmLook& look, const std::pair<std::int64_t, std::int64_t>& first,
                   const std::pair<std::int64_t, std::int64_t>& last)
{
    constexpr double kWork = 0.1; // of all CPUs: less is chance
    const std::int64_t tenthNs = look.durationNs() / 10;
    const auto meanOf = [&](double CpuSample::*load, const TimeRange& time) {
        double sum = 0, count = 0;
        for (const CpuSample& each : look.cpu) {
            if (each.ns < time.startNs || each.ns > time.endNs)
                continue;
            sum += each.*load;
            ++count;
        }
        return count > 0 ? std::optional(sum / count) : std::nullopt;
    };
    const auto isMore = [&](double CpuSample::*load) {
        const auto before = meanOf(load, {first.first, addSaturating(first.first, tenthNs)});
        const auto behind = meanOf(load, {subtractSaturating(last.first, tenthNs), last.first});
        return before && behind && *behind >= kWork
            && *behind * static_cast<double>(first.second) >= *before * static_cast<double>(last.second);
    };
    return isMore(&CpuSample::ofJvm) || isMore(&CpuSample::ofMachine);
}

void checkThreadCount(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kId = "jvm.threads-grow";
    constexpr std::size_t kLeast = 3;
    if (look.threads.size() < kLeast)
        return checks.leaveOut(kId, "the number of threads was not recorded often enough");
    const std::int64_t warmNs = addSaturating(look.pass().range().startNs, look.durationNs() / 10);
    const auto from =
        std::ranges::find_if(look.threads, [&](const auto& each) { return each.first >= warmNs; });
    if (from == look.threads.end())
        return;
    const std::int64_t grown = look.threads.back().second - from->second;
    // A pool that is made for a job comes at once, and no more come: told where there are values enough to see that.
    constexpr std::ptrdiff_t kToSee = 10;
    const std::int64_t tenthNs = look.durationNs() / 10;
    const auto isAtOnce = [&] {
        std::int64_t most = 0; // that came within a tenth of the recording
        for (auto first = from, last = from; first != look.threads.end(); ++first) {
            while (std::next(last) != look.threads.end()
                   && std::next(last)->first <= addSaturating(first->first, tenthNs))
                ++last;
            most = std::max(most, last->second - first->second);
        }
        return look.threads.end() - from >= kToSee
            && findings::isAtLeast(most, checks.amount(kId, "pool"), grown);
    };
    const auto grownIn = [&](std::int64_t partNs) { // at the end
        const std::int64_t beginNs = addSaturating(look.pass().range().startNs, look.durationNs() - partNs);
        auto before = from;
        for (auto each = from; each != look.threads.end() && each->first <= beginNs; ++each)
            before = each;
        return look.threads.back().second - before->second;
    };
    const auto isFullPool = [&] {
        return grownIn(look.durationNs() / 2) < grown / 4 || grownIn(look.durationNs() / 8) < grown / 16;
    };
    if (grown < checks.amount(kId, "more")
        || !findings::isAtLeast(look.threads.back().second, checks.amount(kId, "growth"), from->second)
        || isFullPool() || isAtOnce())
        return;
    Finding finding {.rule = kId,
                     .severity = isForMoreWork(look, *from, look.threads.back()) ? FindingSeverity::low
                                                                                 : FindingSeverity::medium,
                     .subject = {"threads"},
                     .when = {{from->first, look.threads.back().first}},
                     .cost = {StatUnit::count, grown},
                     .count = static_cast<std::uint64_t>(grown)};
    finding.evidence.push_back({.time = finding.when.front()});
    finding.sentence = "Threads grew from " + grouped(static_cast<std::uint64_t>(from->second)) + " to "
        + grouped(static_cast<std::uint64_t>(look.threads.back().second));
    std::vector<const SitedSpan*> starts; // meanwhile
    for (const SitedSpan& each : look.starts)
        if (each.time.startNs >= from->first)
            starts.push_back(&each);
    if (const std::string most = mostInText(look, starts); !most.empty())
        finding.sentence += "; " + counted(starts.size(), "was", "were") + " started" + most;
    finding.limits = "Virtual threads are not among them.";
    checks.add(std::move(finding));
}

void checkPinned(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kId = "jvm.pinned";
    if (!look.pass().has("jdk.VirtualThreadPinned"))
        return checks.leaveOut(kId, "no pinned virtual threads were recorded");
    Finding pinned = ofSpans(look, kId, FindingSeverity::medium, "virtual threads", look.pinned);
    findings::Minute minute {};
    if (!findings::isAtLeast(pinned.cost.amount, checks.amount(kId, "share"), look.durationNs())) {
        std::vector<TimeRange> times;
        for (const SitedSpan& each : look.pinned)
            times.push_back(each.time);
        const auto weight = findings::weightOf(0, times);
        if (!weight)
            return;
        pinned.severity = weight->severity;
        minute = weight->minute;
    }
    pinned.share = look.shareOfThreads(pinned.cost.amount, pointersTo(look.pinned));
    pinned.sentence = pinned.count == 1
        ? "A virtual thread kept its carrier for " + shortDurationText(pinned.cost.amount)
        : "Virtual threads kept their carriers for " + shortDurationText(pinned.cost.amount) + ", "
            + grouped(pinned.count) + " times";
    pinned.sentence += mostInText(look, pointersTo<SitedSpan>(look.pinned));
    pinned.sentence += findings::inMinute(look.timeline(), minute);
    checks.add(std::move(pinned));
}

}

void checkMachine(const JvmLook& look, findings::Checks& checks)
{
    checkCpu(look, checks);
    checkThreadCount(look, checks);
    checkPinned(look, checks);
    constexpr std::string_view kLoading = "jvm.class-loading";
    Finding loading = ofSpans(look, kLoading, FindingSeverity::low, "classes", look.classLoads);
    const std::vector<const JvmSpan*> loads = pointersTo(look.classLoads);
    loading.cost.amount = 0; // a class loads others while it is loaded
    for (const TimeRange& each : look.timesByThread(loads))
        loading.cost.amount = addSaturating(loading.cost.amount, each.lengthNs());
    if (!look.pass().has("jdk.ClassLoad"))
        checks.leaveOut(kLoading, "no loading of classes was recorded");
    else if (findings::isAtLeast(loading.cost.amount, checks.amount(kLoading, "share"), look.durationNs())
             || longestOf(look.classLoads) >= checks.amount(kLoading, "single")) {
        loading.share = look.shareOfThreads(loading.cost.amount, loads);
        const NamedSpan& longest = *std::ranges::max_element(
            look.classLoads, {}, [](const NamedSpan& each) { return each.time.lengthNs(); });
        loading.sentence = counted(loading.count, "class", "classes") + " took "
            + shortDurationText(loading.cost.amount) + " to load"
            + (loading.count == 1 ? "" : ", one of them " + shortDurationText(longest.time.lengthNs()));
        if (longest.name != StringId {})
            loading.sentence += ": " + findings::quoted(shortClass(look.text(longest.name)))
                + (longest.thread == 0 ? ""
                                       : " by thread " + findings::quoted(look.threadName(longest.thread)));
        checks.add(std::move(loading));
    }
}

void checkRecording(const JvmLook& look, findings::Checks& checks)
{
    constexpr std::string_view kId = "jvm.incomplete";
    const auto add = [&](std::string subject, std::uint64_t count, std::string sentence) {
        Finding finding {.rule = kId,
                         .severity = FindingSeverity::low,
                         .subject = {std::move(subject)},
                         .when = {look.pass().range()},
                         .cost = {StatUnit::count, static_cast<std::int64_t>(count)},
                         .count = count};
        finding.sentence = std::move(sentence);
        checks.add(std::move(finding));
    };
    Finding lost {
        .rule = kId, .severity = FindingSeverity::low, .subject = {"lost data"}, .cost = {StatUnit::bytes}};
    for (const LostData& each : look.lost) {
        lost.cost.amount = addSaturating(lost.cost.amount, each.bytes);
        findings::addOne(
            lost, each.time,
            [&] {
                Evidence evidence = look.evidenceOf(each);
                evidence.text = sizeText(static_cast<std::uint64_t>(each.bytes));
                return evidence;
            },
            static_cast<double>(each.bytes));
    }
    if (lost.count > 0) {
        lost.sentence = "The JVM lost " + sizeText(static_cast<std::uint64_t>(lost.cost.amount))
            + " of events" + (lost.count == 1 ? "" : ", " + grouped(lost.count) + " times");
        findings::settle(lost);
        checks.add(std::move(lost));
    }
    if (look.cutStacks > 0
        && findings::isAtLeast(static_cast<std::int64_t>(look.cutStacks), checks.amount(kId, "stacks"),
                               static_cast<std::int64_t>(look.stacks)))
        add("stacks", look.cutStacks,
            grouped(look.cutStacks) + " of " + grouped(look.stacks) + " stacks are cut off");
    if (static_cast<std::int64_t>(look.failedCompilations) >= checks.amount(kId, "compilations"))
        add("compilations", look.failedCompilations,
            counted(look.failedCompilations, "compilation", "compilations") + " failed");
}

}
