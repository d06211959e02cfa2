// The rule about files and sockets that threads wait for.
#include "core/base/text.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <set>

namespace traceglass::cjfr {

namespace {

std::string transfersOf(const TransferTarget& target, std::uint64_t count)
{
    return (target.isRead ? counted(count, "read", "reads") : counted(count, "write", "writes")) + " of "
        + findings::quoted(target.name);
}

constexpr std::size_t kSeveral = 3; // of fewer none is usual

struct SlowTarget // what of a file or host was slow
{
    Finding finding {.rule = kSlowIo, .subject = {}};
    std::int64_t longestNs = 0;
    StringId site {};                   // of the longest
    std::set<std::uint64_t> threads {}; // that waited for it
    bool isOfStart = true;              // reads of a file while the program warms up
};

// What of a target counts, with what each cost.
template <class CostOf>
SlowTarget slowOf(const JvmLook& look, const TransferTarget& target, const findings::Checks& checks,
                  const CostOf& costOf)
{
    const std::int64_t rate = checks.amount(kSlowIo, "rate");
    const std::int64_t warmNs = addSaturating(look.pass().range().startNs, look.warmUpNs());
    SlowTarget out {.isOfStart = target.isRead && !target.isSocket};
    out.finding.subject = {target.subject()};
    for (const SlowTransfer& each : target.slow) {
        const std::int64_t ns = each.time.lengthNs();
        // Who moves so much is not slow.
        const bool isFast = WideInteger(each.bytes) * JvmLook::kSecond >= WideInteger(ns) * rate;
        const std::optional<std::int64_t> costNs = each.isExempt || isFast ? std::nullopt : costOf(ns);
        if (!costNs)
            continue;
        out.finding.cost.amount = addSaturating(out.finding.cost.amount, *costNs);
        out.threads.insert(each.thread);
        out.isOfStart &= each.time.startNs < warmNs;
        if (ns > out.longestNs) {
            out.longestNs = ns;
            out.site = each.site;
        }
        findings::addOne(out.finding, each.time, [&] { return look.evidenceOf(each); });
    }
    return out;
}

// Of the recording times the threads that waited.
void setShare(SlowTarget& of, const JvmLook& look)
{
    of.finding.share =
        findings::shareOfTime(of.finding.cost.amount, look.durationNs(), std::ssize(of.threads));
}

// None of several reads stands out: they wait until there is something to read. A thread may be there for nothing else.
bool isThereToWait(const JvmLook& look, const TransferTarget& target)
{
    WaitsByThread waits;
    for (const SlowTransfer& each : target.slow) {
        if (!each.isExempt)
            waits.add(each);
    }
    return waits.areMostOfTheTime(look.durationNs());
}

// Some transfers that take far longer than the others, or than any should.
std::optional<SlowTarget> findSlow(const JvmLook& look, const TransferTarget& target,
                                   const findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSlowIo, key); };
    const StatHistogram all = target.durations.all();
    const std::int64_t single = amount(target.isSocket ? "socket" : "file");
    const std::int64_t median = stats::quantile(all, stats::kMedian).value_or(0);
    const std::int64_t p99 = stats::quantile(all, stats::kP99).value_or(0);
    const std::int64_t stands =
        std::max(JvmLook::kSlowTransfer, stats::productSaturating(median, amount("times")));
    SlowTarget slow = slowOf(look, target, checks, [&](std::int64_t ns) -> std::optional<std::int64_t> {
        if (ns >= stands)
            return ns - median;
        return ns >= single ? std::optional(ns) : std::nullopt; // what is usual is as slow
    });
    Finding& finding = slow.finding;
    const bool hasTail =
        static_cast<std::int64_t>(stats::countOf(all)) >= amount("transfers") && p99 >= stands;
    const bool isTail =
        hasTail && findings::isAtLeast(finding.cost.amount, amount("excess"), look.durationNs());
    if (finding.count == 0 || (!isTail && slow.longestNs < single))
        return {};
    const bool areSeveral = stats::countOf(all) >= kSeveral;
    const bool isUsual = target.isSocket && target.isRead && slow.longestNs < stands && areSeveral;
    setShare(slow, look);
    const auto severity = findings::severityOf(finding.share);
    if (!severity || (isUsual && isThereToWait(look, target)))
        return {};
    finding.severity = isUsual ? FindingSeverity::low : *severity;
    finding.sentence = transfersOf(target, finding.count) + (finding.count == 1 ? " took " : " took up to ")
        + shortDurationText(slow.longestNs)
        + (areSeveral && median < slow.longestNs ? ", half of all no more than " + shortDurationText(median)
                                                 : std::string())
        + "; in " + findings::quoted(shortMethod(look.text(slow.site)));
    return slow;
}

// A file that always takes long: none of its transfers stands out, and a thread stands still all the same. Those of a socket
// wait for somebody else.
std::optional<SlowTarget> findAlwaysSlow(const JvmLook& look, const TransferTarget& target,
                                         const findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSlowIo, key); };
    const StatHistogram all = target.durations.all();
    const std::int64_t median = stats::quantile(all, stats::kMedian).value_or(0);
    if (target.isSocket || std::ssize(target.slow) < amount("transfers") || median < amount("always"))
        return {};
    std::uint64_t asLong = 0;
    SlowTarget slow = slowOf(look, target, checks, [&](std::int64_t ns) {
        asLong += ns >= amount("always") ? 1u : 0u;
        return std::optional(ns);
    });
    Finding& finding = slow.finding;
    if (static_cast<std::int64_t>(finding.count) < amount("transfers") || 2 * asLong < stats::countOf(all)
        || !findings::isAtLeast(finding.cost.amount, amount("excess"), look.durationNs()))
        return {};
    setShare(slow, look);
    finding.severity = FindingSeverity::low;
    finding.sentence = transfersOf(target, finding.count) + " took " + shortDurationText(finding.cost.amount)
        + " together, half of all " + shortDurationText(median) + " or longer; in "
        + findings::quoted(shortMethod(look.text(slow.site)));
    return slow;
}

// Of a program that begins many parts are read for the first time, from the disk: that is one cause.
SlowTarget joinedOf(const JvmLook& look, std::vector<SlowTarget> parts)
{
    if (parts.size() == 1)
        return std::move(parts.front());
    SlowTarget out;
    Finding& finding = out.finding;
    finding.subject = {"reads of files when the program began"};
    for (SlowTarget& part : parts) {
        finding.count += part.finding.count;
        finding.cost.amount = addSaturating(finding.cost.amount, part.finding.cost.amount);
        finding.unkept += part.finding.unkept;
        for (const TimeRange& time : part.finding.when)
            findings::addTime(finding, time);
        for (Evidence& each : part.finding.evidence)
            findings::addEvidence(finding, [&] { return std::move(each); });
        out.longestNs = std::max(out.longestNs, part.longestNs);
        out.threads.merge(part.threads);
    }
    setShare(out, look);
    finding.severity = findings::severityOf(finding.share).value_or(FindingSeverity::low);
    finding.sentence = counted(finding.count, "read", "reads") + " of " + grouped(parts.size())
        + " files took up to " + shortDurationText(out.longestNs) + " when the program began, "
        + shortDurationText(finding.cost.amount) + " together";
    return out;
}

}

void checkTransfers(const JvmLook& look, findings::Checks& checks)
{
    if (look.transfers.empty())
        return checks.leaveOut(kSlowIo, "no files and sockets were recorded");
    const auto add = [&](SlowTarget slow) {
        slow.finding.limits = look.pass().thresholdRemark();
        findings::settle(slow.finding, JvmLook::kSecond);
        checks.add(std::move(slow.finding));
    };
    std::vector<SlowTarget> ofStart;
    for (const TransferTarget& target : look.transfers) {
        if (target.slow.empty())
            continue;
        auto slow = findSlow(look, target, checks);
        if (!slow)
            slow = findAlwaysSlow(look, target, checks);
        if (!slow)
            continue;
        if (slow->isOfStart)
            ofStart.push_back(std::move(*slow));
        else
            add(std::move(*slow));
    }
    if (!ofStart.empty())
        add(joinedOf(look, std::move(ofStart)));
}

}
