// The rule about files and sockets that threads wait for.
#include "core/base/text.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::cjfr {

namespace {

std::string transfersOf(const TransferTarget& target, std::uint64_t count)
{
    return (target.isRead ? counted(count, "read", "reads") : counted(count, "write", "writes")) + " of "
        + findings::quoted(target.name);
}

// Some transfers that take far longer than the others. False: none does.
bool checkTarget(const JvmLook& look, const TransferTarget& target, findings::Checks& checks)
{
    if (target.slow.empty())
        return false;
    const auto amount = [&](std::string_view key) { return checks.amount(kSlowIo, key); };
    const StatHistogram all = target.durations.all();
    const std::int64_t single = amount(target.isSocket ? "socket" : "file");
    const std::int64_t median = stats::quantile(all, stats::kMedian).value_or(0);
    const std::int64_t p99 = stats::quantile(all, stats::kP99).value_or(0);
    const std::int64_t stands =
        std::max(JvmLook::kSlowTransfer, stats::productSaturating(median, amount("times")));
    const bool hasTail =
        static_cast<std::int64_t>(stats::countOf(all)) >= amount("transfers") && p99 >= stands;
    Finding finding {.rule = kSlowIo, .subject = {target.subject()}};
    std::int64_t longest = 0, excess = 0;
    StringId site {};
    bool hasSingle = false;
    for (const SlowTransfer& each : target.slow) {
        const std::int64_t ns = each.time.lengthNs();
        if (each.isExempt || (ns < stands && ns < single))
            continue;
        ++finding.count;
        excess = addSaturating(excess, ns >= stands ? ns - median : ns); // what is usual is as slow
        hasSingle |= ns >= single;
        if (ns > longest) {
            longest = ns;
            site = each.site;
        }
    }
    const bool isTail = hasTail && findings::isAtLeast(excess, amount("excess"), look.durationNs());
    if (finding.count == 0 || (!isTail && !hasSingle))
        return false;
    // None of several reads stands out: they wait until there is something to read. A thread may be there for nothing else.
    constexpr std::size_t kSeveral = 3;
    const bool isUsual =
        target.isSocket && target.isRead && longest < stands && stats::countOf(all) >= kSeveral;
    WaitsByThread waits;
    for (const SlowTransfer& each : target.slow) {
        if (isUsual && !each.isExempt)
            waits.add(each);
    }
    if (isUsual && waits.areMostOfTheTime(look.durationNs()))
        return false;
    for (const SlowTransfer& each : target.slow) {
        if (each.isExempt || (each.time.lengthNs() < stands && each.time.lengthNs() < single))
            continue;
        findings::addTime(finding, each.time);
        findings::addEvidence(finding, [&] { return look.evidenceOf(each); });
    }
    finding.cost.amount = excess;
    finding.share = findings::shareOfTime(excess, look.durationNs(), 1);
    const auto severity = findings::severityOf(finding.share);
    if (!severity)
        return false;
    finding.severity = isUsual ? FindingSeverity::low : *severity;
    finding.sentence = transfersOf(target, finding.count) + " took up to " + shortDurationText(longest)
        + ", half of all no more than " + shortDurationText(median) + "; in "
        + findings::quoted(shortMethod(look.text(site)));
    finding.limits = look.pass().thresholdRemark();
    findings::settle(finding, JvmLook::kSecond);
    checks.add(std::move(finding));
    return true;
}

// A file that always takes long: none of its transfers stands out, and a thread stands still all the same. Those of a socket
// wait for somebody else.
void checkSlowFile(const JvmLook& look, const TransferTarget& target, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kSlowIo, key); };
    if (target.isSocket || std::ssize(target.slow) < amount("transfers"))
        return;
    const StatHistogram all = target.durations.all();
    const std::int64_t median = stats::quantile(all, stats::kMedian).value_or(0);
    if (median < amount("always"))
        return;
    Finding finding {.rule = kSlowIo, .severity = FindingSeverity::low, .subject = {target.subject()}};
    for (const SlowTransfer& each : target.slow) {
        finding.cost.amount = addSaturating(finding.cost.amount, each.time.lengthNs());
        findings::addOne(finding, each.time, [&] { return look.evidenceOf(each); });
    }
    if (!findings::isAtLeast(finding.cost.amount, amount("excess"), look.durationNs()))
        return;
    finding.share = findings::shareOfTime(finding.cost.amount, look.durationNs(), 1);
    finding.sentence = transfersOf(target, finding.count) + " took " + shortDurationText(finding.cost.amount)
        + " together, half of all " + shortDurationText(median) + " or longer; in "
        + findings::quoted(shortMethod(look.text(target.slow.front().site)));
    const std::string remark = look.pass().thresholdRemark();
    finding.limits = "How much each moved was not looked at." + (remark.empty() ? remark : ' ' + remark);
    findings::settle(finding, JvmLook::kSecond);
    checks.add(std::move(finding));
}
}

void checkTransfers(const JvmLook& look, findings::Checks& checks)
{
    if (look.transfers.empty())
        return checks.leaveOut(kSlowIo, "no files and sockets were recorded");
    for (const TransferTarget& target : look.transfers)
        if (!checkTarget(look, target, checks))
            checkSlowFile(look, target, checks);
}

}
