// Rules about locks that threads wait for.
#include "core/base/text.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <map>
#include <set>

namespace traceglass::cjfr {

namespace {

constexpr std::string_view kHeldOverIo = "jvm.lock-held-over-io";

struct LockWaits // of a class of locks
{
    StringId lock {};
    std::vector<const LockWait*> waits;
    std::int64_t totalNs = 0;
    std::set<std::uint64_t> threads; // 0: of some waits none is known
    std::set<std::int64_t> addresses;
    std::set<std::uint64_t> owners;
    bool hasApproximate = false;

    bool hasUnknownThreads() const { return threads.contains(0); }
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
        LockWaits& of = out[found->second];
        of.waits.push_back(&wait);
        of.totalNs = addSaturating(of.totalNs, wait.time.lengthNs());
        of.threads.insert(wait.thread);
        of.addresses.insert(wait.address);
        of.hasApproximate |= wait.isApproximate;
        if (wait.owner != 0)
            of.owners.insert(wait.owner);
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

// How many of them waited at once, at most. A thread waits once, whatever a damaged recording says.
std::uint64_t mostAtOnce(const JvmLook& look, const LockWaits& of)
{
    std::map<std::uint64_t, std::vector<TimeRange>> byThread;
    for (const LockWait* const wait : of.waits)
        byThread[wait->thread].push_back(wait->time);
    std::vector<TimeRange> all;
    for (auto& [thread, times] : byThread) {
        const std::vector<TimeRange> apart = findings::joined(std::move(times));
        all.insert(all.end(), apart.begin(), apart.end());
    }
    return static_cast<std::uint64_t>(stats::crowdOf(all, look.pass().job()).most);
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
    findings::settle(finding, JvmLook::kSecond);
}

// What the owners read and wrote meanwhile: a sentence where it explains most of the waits, and the targets that were slow
// then more than at all other times.
std::string heldOverIo(const JvmLook& look, const LockWaits& of, findings::Checks& checks,
                       std::set<std::string>& targets)
{
    constexpr std::int64_t kMost = 500; // thousandths
    const std::int64_t least = checks.amount(kHeldOverIo, "min");
    std::vector<TimeRange> busy;
    const TransferTarget* most = nullptr;
    std::int64_t mostNs = 0;
    std::uint64_t mostCount = 0;
    StringId site {};
    const std::vector<TimeRange> when = [&] {
        std::vector<TimeRange> all;
        for (const LockWait* const wait : of.waits)
            all.push_back(wait->time);
        return findings::joined(std::move(all));
    }();
    std::set<std::string> touched;
    for (const TransferTarget& target : look.transfers) {
        std::int64_t sumNs = 0, allNs = 0;
        std::uint64_t count = 0;
        for (const SlowTransfer& each : target.slow) {
            if (each.time.lengthNs() < least)
                continue;
            allNs = addSaturating(allNs, each.isExempt ? 0 : each.time.lengthNs());
            if (!of.owners.contains(each.thread) || findings::overlapNs(each.time, when) == 0)
                continue;
            busy.push_back(each.time);
            sumNs = addSaturating(sumNs, each.time.lengthNs());
            ++count;
            if (sumNs > mostNs)
                site = each.site;
        }
        if (count > 0 && findings::isAtLeast(sumNs, kMost, allNs))
            touched.insert(target.subject());
        if (sumNs > mostNs) {
            most = &target;
            mostNs = sumNs;
            mostCount = count;
        }
    }
    if (!most)
        return {};
    busy = findings::joined(std::move(busy));
    std::int64_t inside = 0;
    for (const LockWait* const wait : of.waits)
        inside = addSaturating(inside, findings::overlapNs(wait->time, busy));
    if (!findings::isAtLeast(inside, checks.amount(kHeldOverIo, "share"), of.totalNs))
        return {};
    targets = std::move(touched);
    return findings::percentText(stats::shareOf(inside, of.totalNs))
        + " of the waiting lies in times when an owner was at "
        + findings::quoted(shortMethod(look.text(site))) + " with " + escaped(most->name) + ": "
        + counted(mostCount, "time", "times") + ", " + shortDurationText(mostNs) + " together";
}

// What waiting for a lock cost, without words; nothing where it does not count.
std::optional<Finding> waitedFor(std::string_view rule, const JvmLook& look, const LockWaits& of,
                                 const findings::Checks& checks)
{
    if (of.totalNs < checks.amount(rule, "min")
        || !findings::isAtLeast(of.totalNs, checks.amount(rule, "share"), look.durationNs()))
        return {};
    Finding out {.rule = rule,
                 .subject = {std::string(look.text(of.lock))},
                 .cost = {StatUnit::span, of.totalNs},
                 .count = of.waits.size()};
    out.share =
        findings::shareOfTime(of.totalNs, look.durationNs(), static_cast<std::int64_t>(of.threads.size()));
    const auto severity = findings::severityOf(out.share);
    if (!severity)
        return {};
    out.severity = *severity;
    return out;
}

void checkLock(const JvmLook& look, const LockWaits& of, bool hasTransfers, findings::Checks& checks)
{
    auto found = waitedFor(kContention, look, of, checks);
    if (!found)
        return;
    Finding& finding = *found;
    const bool isKnownWhen = !of.hasApproximate && !of.hasUnknownThreads();
    finding.sentence = (isKnownWhen ? counted(mostAtOnce(look, of), "thread", "threads") + " waited at once"
                                    : threadsOf(of) + " waited")
        + " for " + findings::quoted(shortClass(look.text(of.lock))) + "; " + shortDurationText(of.totalNs)
        + " together, " + counted(of.waits.size(), "wait", "waits");
    if (of.addresses.size() > 1)
        finding.sentence += " at " + grouped(of.addresses.size()) + " addresses";
    finding.limits = look.pass().thresholdRemark();
    addWaits(finding, look, of);
    std::set<std::string> targets;
    if (hasTransfers) {
        if (std::string sentence = heldOverIo(look, of, checks, targets); !sentence.empty()) {
            finding.absorbed.push_back({.sentence = std::move(sentence)});
            checks.absorb(finding, [&](const Finding& each) {
                return each.rule == kSlowIo && targets.contains(each.subject.name);
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

void checkPark(const JvmLook& look, const LockWaits& of, findings::Checks& checks)
{
    auto found = waitedFor("jvm.park-contention", look, of, checks);
    if (!found)
        return;
    Finding& finding = *found;
    finding.confidence = Confidence::medium;
    WaitsByThread waits;
    for (const LockWait* const wait : of.waits)
        waits.add(*wait);
    const bool isSignal = isSemaphore(look.text(of.lock)) && waits.areMostOfTheTime(look.durationNs());
    finding.severity = isSignal ? FindingSeverity::low : finding.severity;
    const bool isOne = of.threads.size() == 1 && !of.hasUnknownThreads();
    finding.sentence = threadsOf(of) + (isOne ? " was" : " were") + " parked for "
        + findings::quoted(shortClass(look.text(of.lock))) + "; " + shortDurationText(of.totalNs)
        + " together";
    finding.limits = "Who held it is not recorded, and a thread may be parked for it on purpose.";
    addWaits(finding, look, of);
    checks.add(std::move(finding));
}

}

std::string shortClass(std::string_view name)
{
    return std::string(name.substr(name.rfind('.') + 1));
}

std::string shortMethod(std::string_view name)
{
    const std::size_t method = name.rfind('.');
    const std::size_t owner = method == name.npos || method == 0 ? name.npos : name.rfind('.', method - 1);
    return std::string(name.substr(owner + 1));
}

void checkLocks(const JvmLook& look, findings::Checks& checks)
{
    const EventPass& pass = look.pass();
    const bool hasTransfers = !look.transfers.empty();
    if (!pass.has("jdk.JavaMonitorEnter"))
        checks.leaveOut(kContention, "no waits for monitors were recorded");
    if (!pass.has("jdk.JavaMonitorEnter") || !hasTransfers)
        checks.leaveOut(kHeldOverIo, "it takes waits for monitors, and files or sockets");
    if (!pass.has("jdk.ThreadPark"))
        checks.leaveOut("jvm.park-contention", "no parked threads were recorded");
    for (const LockWaits& of : byLock(look, look.waits))
        checkLock(look, of, hasTransfers, checks);
    for (const LockWaits& of : byLock(look, look.parks))
        checkPark(look, of, checks);
}
}
