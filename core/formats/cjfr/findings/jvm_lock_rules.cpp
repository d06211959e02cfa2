// Rules about locks and pools that threads wait for.
#include "core/base/text.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <unordered_set>

namespace traceglass::cjfr {

namespace {

constexpr std::string_view kHeldOverIo = "jvm.lock-held-over-io", kPark = "jvm.park-contention",
                           kPool = "jvm.pool-wait", kDeadlock = "jvm.deadlock";

struct LockWaits // of a class of locks
{
    StringId lock {};
    std::vector<const LockWait*> waits;
    std::int64_t totalNs = 0;
    std::unordered_set<std::uint64_t> threads; // 0: of some waits none is known
    std::set<std::int64_t> addresses;
    bool hasApproximate = false;
    findings::Minute minute {}; // that all of them began in, where only these are told

    void add(const LockWait& wait)
    {
        waits.push_back(&wait);
        totalNs = addSaturating(totalNs, wait.time.lengthNs());
        threads.insert(wait.thread);
        addresses.insert(wait.address);
        hasApproximate |= wait.isApproximate;
    }
    LockWaits within(const findings::Minute& time) const
    {
        LockWaits out;
        out.lock = lock;
        out.minute = time;
        for (const LockWait* const wait : waits)
            if (time.holds(wait->time))
                out.add(*wait);
        return out;
    }
    bool hasUnknownThreads() const { return threads.contains(0); }
    bool isKnownWhen() const { return !hasApproximate && !hasUnknownThreads(); }
    template <class Span = JvmSpan>
    std::vector<const Span*> spans() const
    {
        return {waits.begin(), waits.end()};
    }
};

// Not all of them once the job is stopped.
std::vector<LockWaits> byLock(const JvmLook& look, const std::vector<LockWait>& waits)
{
    std::map<StringId, std::size_t> known;
    std::vector<LockWaits> out;
    for (const LockWait& wait : waits) {
        if (look.isStopped())
            break;
        const auto [found, isNew] = known.try_emplace(wait.lock, out.size());
        if (isNew)
            out.emplace_back().lock = wait.lock;
        out[found->second].add(wait);
    }
    return out;
}

// "3 threads", also of waits of which no thread is known.
std::string threadsOf(const LockWaits& of)
{
    const std::size_t known = of.threads.size() - of.threads.count(0);
    if (known == 0)
        return "Threads that are not recorded";
    return counted(known, "thread", "threads")
        + (of.hasUnknownThreads() ? " and some that are not recorded" : "");
}

// Who waited: how many at once, where that is known.
std::string waitersOf(const JvmLook& look, const LockWaits& of)
{
    const std::int64_t atOnce = of.isKnownWhen() ? look.mostAtOnce(of.spans()) : 1;
    return atOnce > 1 ? grouped(static_cast<std::uint64_t>(atOnce)) + " threads waited at once"
                      : threadsOf(of) + " waited";
}

// From the first to the last, where that is known.
TimedText betweenOf(const JvmLook& look, const LockWaits& of)
{
    if (of.hasApproximate)
        return {};
    TimeRange time = of.waits.front()->time;
    for (const LockWait* const wait : of.waits)
        time = united(time, wait->time);
    return " from " + findings::momentText(look.timeline(), time.startNs) + " to "
        + findings::momentText(look.timeline(), time.endNs);
}

// "In the minute from +2.30 s on ", where it was only then.
TimedText inMinuteOf(const JvmLook& look, const LockWaits& of)
{
    return of.minute.ns == 0
        ? TimedText()
        : "In the minute from " + findings::momentText(look.timeline(), of.minute.time.startNs) + " on ";
}

// The waits, which lead to their slices; of very many the longest.
void addWaits(Finding& finding, const JvmLook& look, const LockWaits& of)
{
    std::vector<const LockWait*> longest = of.waits;
    const std::size_t kept = std::min(longest.size(), Finding::kEvidence);
    std::ranges::partial_sort(longest, longest.begin() + static_cast<std::ptrdiff_t>(kept), std::greater(),
                              [](const LockWait* wait) { return wait->time.lengthNs(); });
    for (std::size_t i = 0; i < kept; ++i) {
        Evidence evidence = look.evidenceOf(*longest[i]);
        evidence.text = look.threadName(longest[i]->thread) + " waited";
        if (longest[i]->owner != 0)
            evidence.text += ", " + look.threadName(longest[i]->owner) + " had it before";
        finding.evidence.push_back(std::move(evidence));
    }
    finding.unkept = longest.size() - kept;
    // The rest is what threads always wait for each other.
    constexpr std::int64_t kMatters = 100; // of the longest one
    for (const LockWait* const wait : of.waits)
        if (wait->time.lengthNs() >= longest.front()->time.lengthNs() / kMatters)
            findings::addTime(finding, wait->time);
    if (of.hasApproximate)
        finding.limits += std::string(finding.limits.empty() ? "" : " ")
            + "The recording kept how long threads waited, of some not when.";
    findings::settle(finding, kSecondNs);
}

struct OwnerIo // a long read or write of a thread, or a sleep
{
    TimeRange time;
    const SitedSpan* span = nullptr;
    std::size_t target = 0; // in JvmLook::transfers, or behind them: it slept
    bool isInHold = false;
};

using Holder = std::pair<std::int64_t, std::uint64_t>; // address of a monitor, thread

// When each owner had a monitor while others waited for it: since it got it itself, where it had to wait, too.
std::map<Holder, std::vector<TimeRange>> holdsOf(const LockWaits& of)
{
    std::map<Holder, std::vector<std::int64_t>> got;
    for (const LockWait* const wait : of.waits)
        got[{wait->address, wait->thread}].push_back(wait->time.endNs);
    for (auto& [holder, ends] : got)
        std::ranges::sort(ends);
    std::map<Holder, std::vector<TimeRange>> out;
    for (const LockWait* const wait : of.waits) {
        if (wait->owner == 0)
            continue;
        TimeRange hold = wait->time;
        const auto own = got.find({wait->address, wait->owner});
        if (own != got.end()) {
            const auto behind = std::ranges::lower_bound(own->second, hold.endNs);
            if (behind != own->second.begin())
                hold.startNs = std::max(hold.startNs, *std::prev(behind));
        }
        out[{wait->address, wait->owner}].push_back(hold);
    }
    for (auto& [holder, times] : out)
        times = findings::joined(std::move(times));
    return out;
}

// Long reads, writes and sleeps by thread, in order and apart from each other.
std::map<std::uint64_t, std::vector<OwnerIo>> ioByThread(const JvmLook& look, std::int64_t atLeastNs)
{
    std::map<std::uint64_t, std::vector<OwnerIo>> out;
    for (std::size_t i = 0; i < look.transfers.size(); ++i) {
        for (const SlowTransfer& each : look.transfers[i].slow)
            if (each.time.lengthNs() >= atLeastNs)
                out[each.thread].push_back({each.time, &each, i});
    }
    for (const SitedSpan& each : look.sleeps)
        if (each.time.lengthNs() >= atLeastNs)
            out[each.thread].push_back({each.time, &each, look.transfers.size()});
    for (auto& [thread, io] : out) {
        std::ranges::stable_sort(io, {}, [](const OwnerIo& each) { return each.time.startNs; });
        std::int64_t reachedNs = std::numeric_limits<std::int64_t>::min();
        for (OwnerIo& each : io) {
            each.time.endNs = std::max(each.time.endNs, reachedNs);
            each.time.startNs = std::max(each.time.startNs, reachedNs);
            reachedNs = each.time.endNs;
        }
    }
    return out;
}

struct TargetIo // of owners while they had a monitor that others waited for
{
    std::int64_t ns = 0, longestNs = 0;
    std::uint64_t count = 0;
    StringId site {}; // of the longest
};

// What owners read and wrote while they had the monitor.
struct HeldOver
{
    std::string sentence;                        // empty: it does not explain most of the waits
    std::set<std::string> targets;               // that were slow then more than at all other times
    std::unordered_set<std::uint64_t> transfers; // by the offset of their events

    // Of what is told of many files at once: is most of it a transfer of these?
    bool isMostOf(const Finding& slow, std::int64_t thousandths) const
    {
        std::int64_t allNs = 0, heldNs = 0;
        for (const Evidence& each : slow.evidence) {
            const std::int64_t ns = each.time.lengthNs();
            allNs = addSaturating(allNs, ns);
            heldNs = addSaturating(heldNs, each.ref && transfers.contains(each.ref->offset()) ? ns : 0);
        }
        return allNs > 0 && findings::isAtLeast(heldNs, thousandths, allNs);
    }
};

HeldOver heldOverIo(const JvmLook& look, const LockWaits& of, findings::Checks& checks)
{
    HeldOver out;
    constexpr std::int64_t kMost = 500; // thousandths
    const std::int64_t least = checks.amount(kHeldOverIo, "min");
    auto io = ioByThread(look, least);
    std::map<std::int64_t, std::vector<TimeRange>> busy; // by address
    for (const auto& [holder, holds] : holdsOf(of)) {
        const auto known = io.find(holder.second);
        if (known == io.end())
            continue;
        for (const TimeRange& hold : holds) {
            if (look.isStopped())
                return {};
            auto each = std::ranges::upper_bound(known->second, hold.startNs, {},
                                                 [](const OwnerIo& one) { return one.time.endNs; });
            for (; each != known->second.end() && each->time.startNs < hold.endNs; ++each) {
                each->isInHold = true;
                busy[holder.first].push_back(
                    {std::max(each->time.startNs, hold.startNs), std::min(each->time.endNs, hold.endNs)});
            }
        }
    }
    std::map<std::size_t, TargetIo> byTarget;
    for (const auto& [thread, all] : io) {
        for (const OwnerIo& each : all) {
            if (!each.isInHold)
                continue;
            const std::int64_t ns = each.span->time.lengthNs();
            out.transfers.insert(each.span->offset);
            TargetIo& sum = byTarget[each.target];
            sum.ns = addSaturating(sum.ns, ns);
            ++sum.count;
            if (ns > sum.longestNs) {
                sum.longestNs = ns;
                sum.site = each.span->site;
            }
        }
    }
    std::int64_t inside = 0;
    for (auto& [address, times] : busy)
        times = findings::joined(std::move(times));
    for (const LockWait* const wait : of.waits)
        inside = addSaturating(inside, findings::overlapNs(wait->time, busy[wait->address]));
    if (byTarget.empty() || !findings::isAtLeast(inside, checks.amount(kHeldOverIo, "share"), of.totalNs))
        return {};
    for (const auto& [number, sum] : byTarget) {
        if (number == look.transfers.size())
            continue;
        const TransferTarget& target = look.transfers[number];
        std::int64_t allNs = 0;
        for (const SlowTransfer& each : target.slow)
            allNs = addSaturating(allNs,
                                  each.isExempt || each.time.lengthNs() < least ? 0 : each.time.lengthNs());
        if (findings::isAtLeast(sum.ns, kMost, allNs))
            out.targets.insert(target.subject());
    }
    const auto& [number, most] =
        *std::ranges::max_element(byTarget, {}, [](const auto& each) { return each.second.ns; });
    const std::string site =
        most.site == StringId {} ? std::string() : findings::quoted(shortMethod(look.text(most.site)));
    out.sentence = findings::percentText(stats::shareOf(inside, of.totalNs))
        + " of the waiting lies in times when an owner ";
    if (number == look.transfers.size())
        out.sentence += "slept" + (site.empty() ? "" : " in " + site);
    else
        out.sentence += (site.empty() ? "read or wrote " : "was at " + site + " with ")
            + escaped(look.transfers[number].name);
    out.sentence +=
        ": " + counted(most.count, "time", "times") + ", " + shortDurationText(most.ns) + " together";
    return out;
}

// What waiting for a lock cost, without words; nothing where it does not count. Where it does so in a minute only those
// are left that began in it.
std::optional<Finding> waitedFor(std::string_view rule, const JvmLook& look, LockWaits& of,
                                 const findings::Checks& checks)
{
    if (of.totalNs < checks.amount(rule, "min"))
        return {};
    double share = of.isKnownWhen()
        ? look.shareOfThreads(of.totalNs, of.spans())
        : findings::shareOfTime(of.totalNs, look.durationNs(), std::ssize(of.threads));
    auto severity = findings::isAtLeast(of.totalNs, checks.amount(rule, "share"), look.durationNs())
        ? findings::severityOf(share)
        : std::nullopt;
    if (severity < FindingSeverity::medium && of.isKnownWhen()) {
        if (const auto bad = look.badMinuteOf(of.spans())) {
            of = of.within(bad->minute);
            share = bad->share;
            severity = FindingSeverity::medium;
        }
    }
    if (!severity)
        return {};
    return Finding {.rule = rule,
                    .severity = *severity,
                    .subject = {std::string(look.text(of.lock))},
                    .cost = {StatUnit::span, of.totalNs},
                    .share = share,
                    .count = of.waits.size()};
}

void checkLock(const JvmLook& look, LockWaits& of, bool hasIo, findings::Checks& checks)
{
    auto found = waitedFor(kContention, look, of, checks);
    if (!found)
        return;
    Finding& finding = *found;
    finding.sentence = inMinuteOf(look, of) + waitersOf(look, of) + " for "
        + findings::quoted(shortClass(look.text(of.lock))) + "; " + shortDurationText(of.totalNs)
        + " together, " + counted(of.waits.size(), "wait", "waits");
    if (of.addresses.size() > 1)
        finding.sentence += " at " + grouped(of.addresses.size()) + " addresses";
    finding.limits = look.pass().thresholdRemark();
    addWaits(finding, look, of);
    if (hasIo && !of.hasApproximate) {
        if (const HeldOver held = heldOverIo(look, of, checks); !held.sentence.empty()) {
            finding.absorbed.push_back({.sentence = held.sentence});
            const std::int64_t explains = checks.amount(kHeldOverIo, "explains");
            checks.absorb(finding, [&](const Finding& each) {
                const auto isOf = [&](const auto& target) { return isAboutTransfers(each, target); };
                return each.rule == kSlowIo
                    && (std::ranges::any_of(held.targets, isOf) || held.isMostOf(each, explains));
            });
        }
    }
    checks.add(std::move(finding));
}

// Semaphores are signals, too: who waits for one most of the time has nothing to do.
bool isSemaphore(std::string_view parkedClass)
{
    return parkedClass.starts_with("java.util.concurrent.Semaphore");
}

void checkPark(const JvmLook& look, LockWaits& of, findings::Checks& checks)
{
    auto found = waitedFor(kPark, look, of, checks);
    if (!found)
        return;
    Finding& finding = *found;
    finding.confidence = Confidence::medium;
    WaitsByThread waits;
    for (const LockWait* const wait : of.waits)
        waits.add(*wait);
    const bool isOfMinute = of.minute.ns > 0;
    const bool isSignal = isSemaphore(look.text(of.lock))
        && waits.areMostOfTheTime(isOfMinute ? findings::kMinuteNs : look.durationNs());
    if (isSignal && isOfMinute)
        return;
    finding.severity = isSignal ? FindingSeverity::low : finding.severity;
    const bool isOne = of.threads.size() == 1 && !of.hasUnknownThreads();
    finding.sentence = inMinuteOf(look, of) + threadsOf(of) + (isOne ? " was" : " were") + " parked for "
        + findings::quoted(shortClass(look.text(of.lock))) + "; " + shortDurationText(of.totalNs)
        + " together" + betweenOf(look, of) + mostInText(look, of.spans<SitedSpan>());
    finding.limits = "Who held it is not recorded, and a thread may be parked for it on purpose.";
    addWaits(finding, look, of);
    checks.add(std::move(finding));
}

void checkPool(const JvmLook& look, LockWaits& of, findings::Checks& checks)
{
    auto found = waitedFor(kPool, look, of, checks);
    if (!found)
        return;
    Finding& finding = *found;
    finding.confidence = Confidence::medium;
    WaitsByThread waits;
    std::int64_t longestNs = 0;
    for (const LockWait* const wait : of.waits) {
        waits.add(*wait);
        longestNs = std::max(longestNs, wait->time.lengthNs());
    }
    // One that is there for nothing else hands out work to a pool; several whose loop asks itself have no work.
    const bool isOfMinute = of.minute.ns > 0;
    const bool isIdle = (of.threads.size() == 1 || std::ranges::all_of(of.waits, &LockWait::isByLoop))
        && waits.areMostOfTheTime(isOfMinute ? findings::kMinuteNs : look.durationNs());
    if (isIdle && isOfMinute)
        return;
    finding.severity = isIdle ? FindingSeverity::low : finding.severity;
    finding.sentence = inMinuteOf(look, of) + threadsOf(of) + " waited for "
        + findings::quoted(shortMethod(look.text(of.lock))) + "; " + shortDurationText(of.totalNs)
        + " together" + betweenOf(look, of) + ", " + counted(of.waits.size(), "wait", "waits") + " of up to "
        + shortDurationText(longestNs);
    finding.limits = "Who had what was taken is not recorded.";
    addWaits(finding, look, of);
    checks.add(std::move(finding));
}

}

void checkLocks(const JvmLook& look, findings::Checks& checks)
{
    const EventPass& pass = look.pass();
    const bool hasIo = !look.transfers.empty() || !look.sleeps.empty();
    if (!pass.has("jdk.JavaMonitorEnter"))
        checks.leaveOut(kContention, "no waits for monitors were recorded");
    if (!pass.has("jdk.JavaMonitorEnter") || !hasIo)
        checks.leaveOut(kHeldOverIo, "it takes waits for monitors, and files, sockets or sleeps");
    if (!pass.has("jdk.ThreadPark"))
        checks.leaveOut(kPark, "no parked threads were recorded");
    for (LockWaits& of : byLock(look, look.waits))
        checkLock(look, of, hasIo, checks);
    for (LockWaits& of : byLock(look, look.parks))
        checkPark(look, of, checks);
}

void checkPools(const JvmLook& look, findings::Checks& checks)
{
    if (!look.pass().has("jdk.ThreadPark") && !look.pass().has("jdk.JavaMonitorWait"))
        checks.leaveOut(kPool, "no threads that are parked or wait for others were recorded");
    for (LockWaits& of : byLock(look, look.borrows))
        checkPool(look, of, checks);
}

// Nothing but the end of the program ends one, so it is told however short it is.
void checkDeadlocks(const JvmLook& look, findings::Checks& checks)
{
    if (!look.pass().has("jdk.ThreadDump"))
        return checks.leaveOut(kDeadlock, "no thread dumps were recorded");
    Finding finding {.rule = kDeadlock, .severity = FindingSeverity::high, .subject = {"threads"}};
    std::vector<std::string> threads;
    for (const Deadlock& each : look.deadlocks) {
        for (const std::string& name : each.threads)
            if (std::ranges::find(threads, name) == threads.end())
                threads.push_back(name);
        findings::addOne(finding, each.time, [&] {
            Evidence evidence = look.evidenceOf(each);
            evidence.text = "a thread dump";
            return evidence;
        });
    }
    if (threads.empty())
        return;
    constexpr std::size_t kTold = 3;
    std::string names;
    for (std::size_t i = 0; i < std::min(threads.size(), kTold); ++i) {
        const bool isLast = i + 1 == threads.size();
        names += (i == 0 ? "" : isLast ? " and " : ", ") + findings::quoted(threads[i]);
    }
    if (threads.size() > kTold)
        names += " and " + counted(threads.size() - kTold, "more thread", "more threads");
    finding.count = threads.size();
    finding.cost = {StatUnit::count, std::ssize(threads)};
    finding.sentence = "A thread dump tells of a deadlock: " + names + " wait for each other";
    findings::settle(finding);
    checks.add(std::move(finding));
}

}
