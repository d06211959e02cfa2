// The rules about files and sockets that threads wait for.
#include "core/base/text.h"
#include "core/formats/cjfr/findings/jvm_rules.h"
#include "core/formats/cjfr/findings/jvm_waiting_reads.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

namespace traceglass::cjfr {

namespace {

std::string transfersOf(const TransferTarget& target, std::uint64_t count)
{
    return (target.isRead ? counted(count, "read", "reads") : counted(count, "write", "writes")) + " of "
        + findings::quoted(target.name);
}

std::string inText(const JvmLook& look, StringId site)
{
    return site == StringId {} ? "" : "; in " + findings::quoted(shortMethod(look.text(site)));
}

constexpr std::string_view kBoth = "reads and writes of ";

struct SlowTarget // what of a file or host was slow, before it is known how serious that is
{
    const TransferTarget* target = nullptr;
    Finding finding {.rule = kSlowIo, .subject = {}};
    bool isUsual = false; // none of it stands out: low
    bool isTail = false;  // likewise: the end of a tail that thins out
    std::int64_t longestNs = 0;
    StringId site {};                   // of the longest
    std::vector<const JvmSpan*> transfers {};
    std::unordered_set<std::uint64_t> threads {}; // that wait for it for long, in its tail, too
    bool isOfStart = true;                        // reads of a file while the program warms up
};

// What of a target counts, with what each cost.
template <class CostOf>
SlowTarget slowOf(const JvmLook& look, const TransferTarget& target, const findings::Checks& checks,
                  const CostOf& costOf)
{
    const std::int64_t rate = checks.amount(kSlowIo, "rate");
    const std::int64_t warmNs = addSaturating(look.pass().range().startNs, look.warmUpNs());
    SlowTarget out {.target = &target, .isOfStart = target.isRead && !target.isSocket};
    out.finding.subject = {target.subject()};
    for (const SlowTransfer& each : target.slow) {
        const std::int64_t ns = each.time.lengthNs();
        // Who moves so much is not slow.
        const bool isFast = WideInteger(each.bytes) * kSecondNs >= WideInteger(ns) * rate;
        const std::optional<std::int64_t> costNs = each.isExempt || isFast ? std::nullopt : costOf(each);
        if (!costNs)
            continue;
        out.finding.cost.amount = addSaturating(out.finding.cost.amount, *costNs);
        out.transfers.push_back(&each);
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

void takeAway(StatHistogram& from, const StatHistogram& part)
{
    auto next = part.begin();
    for (auto& [step, times] : from) {
        while (next != part.end() && next->first < step)
            ++next;
        if (next != part.end() && next->first == step)
            times -= std::min(times, next->second);
    }
    std::erase_if(from, [](const auto& each) { return each.second == 0; });
}

// Are those that take so long of one time, in which only some of all transfers of kSlowTransfer and longer lie? The end of
// a tail is spread over all: so many of it lie in so small a part by chance less than once in a million. Those of a single
// thread may be the work that it did then.
bool areOfOneTime(const TransferTarget& target, std::int64_t standsNs)
{
    constexpr double kChance = 1e-6, kSome = 1.0 / 3;
    std::vector<std::int64_t> moments;
    std::unordered_set<std::uint64_t> threads;
    std::int64_t all = 0;
    for (const SlowTransfer& each : target.slow) {
        all += each.isExempt ? 0 : 1;
        if (each.isExempt || each.time.lengthNs() < standsNs)
            continue;
        moments.push_back(each.time.startNs);
        threads.insert(each.thread);
    }
    if (moments.size() < kSeveral || threads.size() < 2)
        return false;
    const auto when = std::ranges::minmax(moments);
    const auto inside = std::ranges::count_if(target.slow, [&](const SlowTransfer& each) {
        return !each.isExempt && each.time.startNs >= when.min && each.time.startNs <= when.max;
    });
    const double part = static_cast<double>(inside) / static_cast<double>(all);
    const auto count = static_cast<double>(moments.size());
    return part <= kSome && count * std::pow(part, count - 1) <= kChance;
}

// Some transfers that take far longer than the others, or than any should.
std::optional<SlowTarget> findSlow(const JvmLook& look, const TransferTarget& target,
                                   const findings::Checks& checks)
{
    if (doesListen(target))
        return {};
    const auto amount = [&](std::string_view key) { return checks.amount(kSlowIo, key); };
    StatHistogram all = target.durations.all();
    const std::int64_t single = amount(target.isSocket ? "socket" : "file");
    const auto medianOf = [&] { return stats::quantile(all, stats::kMedian).value_or(0); };
    const auto standsFrom = [&] {
        return std::max(JvmLook::kSlowTransfer, stats::productSaturating(medianOf(), amount("times")));
    };
    const UsuallyLong usual = target.isSocket && target.isRead
        ? usuallyLongOf(look, target, standsFrom(), static_cast<std::uint64_t>(amount("transfers")))
        : UsuallyLong();
    const auto isWait = [&, from = standsFrom()](const SlowTransfer& each) {
        return !each.isExempt && each.time.lengthNs() >= from && usual.isWait(each);
    };
    const bool hasWaits = std::ranges::any_of(target.slow, isWait);
    if (hasWaits) {
        stats::Counts counts;
        for (const SlowTransfer& each : target.slow)
            if (isWait(each))
                counts.add(each.time.lengthNs());
        takeAway(all, counts.take());
    }
    const std::int64_t median = medianOf(), stands = standsFrom();
    const std::int64_t p99 = stats::quantile(all, stats::kP99).value_or(0);
    const bool areMany = static_cast<std::int64_t>(stats::countOf(all)) >= amount("transfers");
    auto apart = areMany ? findings::outliersFrom(all, stands, amount("tail")) : std::optional(stands);
    // At such a time there are more that are not as slow. How many are shorter than what is kept is not known.
    const std::int64_t slowThen = stands / 4;
    const bool isThen =
        !apart && median >= JvmLook::kSlowTransfer && !hasWaits && areOfOneTime(target, slowThen);
    if (isThen)
        apart = slowThen;
    // Those that stand apart, before a single one is slow or behind that: then what is between is their tail, where it is
    // not usual.
    const bool isUsuallyFast = median < (target.isSocket ? single : amount("always"));
    const std::int64_t longFrom = std::min(single, apart.value_or(single));
    const std::int64_t from = apart && areMany && isUsuallyFast ? *apart : longFrom;
    std::unordered_set<std::uint64_t> threads;
    bool areOfKind = true;
    SlowTarget slow =
        slowOf(look, target, checks, [&](const SlowTransfer& each) -> std::optional<std::int64_t> {
            const std::int64_t ns = each.time.lengthNs();
            if (ns < longFrom || isWait(each))
                return {};
            threads.insert(each.thread);
            if (ns < from)
                return {};
            areOfKind &= usual.slowCalls.contains(each.calls);
            return ns >= stands || isThen ? ns - median : ns; // what is usual is as slow
        });
    slow.threads.merge(threads);
    Finding& finding = slow.finding;
    const bool hasTail = areMany && apart && p99 >= stands;
    const bool isTail =
        hasTail && findings::isAtLeast(finding.cost.amount, amount("excess"), look.durationNs());
    if (finding.count == 0 || (!isTail && slow.longestNs < single))
        return {};
    const bool areSeveral = stats::countOf(all) >= kSeveral;
    slow.isUsual = target.isSocket && target.isRead && slow.longestNs < stands && areSeveral;
    if (slow.isUsual && isThereToWait(look, target))
        return {};
    slow.isTail = !apart;
    slow.isUsual |= slow.isTail || areOfKind;
    finding.sentence = transfersOf(target, finding.count) + (finding.count == 1 ? " took " : " took up to ")
        + shortDurationText(slow.longestNs)
        + (areSeveral && median < slow.longestNs ? ", half of all no more than " + shortDurationText(median)
                                                 : std::string())
        + inText(look, slow.site);
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
    SlowTarget slow = slowOf(look, target, checks, [&](const SlowTransfer& each) {
        const std::int64_t ns = each.time.lengthNs();
        asLong += ns >= amount("always") ? 1u : 0u;
        return std::optional(ns);
    });
    Finding& finding = slow.finding;
    if (static_cast<std::int64_t>(finding.count) < amount("transfers") || 2 * asLong < stats::countOf(all)
        || !findings::isAtLeast(finding.cost.amount, amount("excess"), look.durationNs()))
        return {};
    slow.isUsual = true;
    finding.sentence = transfersOf(target, finding.count) + " took " + shortDurationText(finding.cost.amount)
        + " together, half of all " + shortDurationText(median) + " or longer" + inText(look, slow.site);
    return slow;
}

SlowTarget joinedOf(const std::vector<SlowTarget>& parts)
{
    SlowTarget out {.isUsual = true};
    Finding& finding = out.finding;
    for (const SlowTarget& part : parts) {
        finding.count += part.finding.count;
        finding.cost.amount = addSaturating(finding.cost.amount, part.finding.cost.amount);
        finding.unkept += part.finding.unkept;
        for (const TimeRange& time : part.finding.when)
            findings::addTime(finding, time);
        for (const Evidence& each : part.finding.evidence)
            findings::addEvidence(finding, each.time, [&] { return each; });
        out.longestNs = std::max(out.longestNs, part.longestNs);
        out.isUsual &= part.isUsual;
        out.transfers.insert(out.transfers.end(), part.transfers.begin(), part.transfers.end());
        out.threads.insert(part.threads.begin(), part.threads.end());
    }
    return out;
}

// Of a program that begins many parts are read for the first time, from the disk: that is one cause.
SlowTarget joinedOfStart(std::vector<SlowTarget> parts)
{
    if (parts.size() == 1)
        return std::move(parts.front());
    SlowTarget out = joinedOf(parts);
    Finding& finding = out.finding;
    finding.subject = {"reads of files when the program began"};
    finding.sentence = counted(finding.count, "read", "reads") + " of " + grouped(parts.size())
        + " files took up to " + shortDurationText(out.longestNs) + " when the program began, "
        + shortDurationText(finding.cost.amount) + " together";
    return out;
}

// Reads and writes of one host.
SlowTarget joinedOfHost(const std::vector<SlowTarget>& parts)
{
    SlowTarget out = joinedOf(parts);
    Finding& finding = out.finding;
    const std::string& host = parts.front().target->name;
    finding.subject = {std::string(kBoth) + host};
    for (const SlowTarget& part : parts)
        finding.sentence += (finding.sentence.empty() ? "" : "; ") + part.finding.sentence;
    return out;
}

struct Way // by which many files or hosts may be slow: the same method does the same with all of them
{
    bool isSocket = false;
    bool isRead = false;
    StringId site {};

    auto operator<=>(const Way&) const = default;
};

// Who makes a file for each upload has one fault, not hundreds.
SlowTarget joinedOfWay(const JvmLook& look, const Way& way, const std::vector<SlowTarget>& parts)
{
    SlowTarget out = joinedOf(parts);
    Finding& finding = out.finding;
    const std::string what = way.isSocket ? "hosts" : "files";
    finding.subject = {(way.isRead ? "reads of " : "writes of ") + what};
    if (way.site != StringId {})
        finding.subject.name.append(" in ").append(look.text(way.site));
    finding.sentence =
        (way.isRead ? counted(finding.count, "read", "reads") : counted(finding.count, "write", "writes"))
        + " of " + grouped(parts.size()) + ' ' + what + " took up to " + shortDurationText(out.longestNs)
        + ", " + shortDurationText(finding.cost.amount) + " together" + inText(look, way.site);
    return out;
}

}

namespace {

// Reads without an answer by thread, one after the other at once: who listens for news does that.
std::int64_t timesInARow(const std::vector<const TimedOutRead*>& reads)
{
    std::map<std::uint64_t, std::vector<TimeRange>> byThread;
    for (const TimedOutRead* const each : reads)
        byThread[each->thread].push_back(each->time);
    std::int64_t out = 0;
    for (auto& [thread, times] : byThread)
        out += std::ssize(findings::joined(std::move(times), kAtOnce));
    return out;
}

std::int64_t countFrom(const StatHistogram& durations, std::int64_t ns)
{
    std::uint64_t count = 0;
    for (const auto& [step, times] : durations)
        count += step >= stats::stepOf(ns) ? times : 0;
    return static_cast<std::int64_t>(count);
}

void checkTimeout(const JvmLook& look, const TransferTarget& target, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kReadTimeout, key); };
    std::vector<const TimedOutRead*> reads;
    for (const TimedOutRead& each : target.timedOut)
        if (each.timeoutNs >= amount("min"))
            reads.push_back(&each);
    if (reads.empty())
        return;
    const StatHistogram answers = target.durations.all();
    const std::int64_t all = std::ssize(reads) + static_cast<std::int64_t>(stats::countOf(answers));
    const std::int64_t timeoutNs = (*std::ranges::min_element(reads, {}, [](const TimedOutRead* each) {
                                       return each->timeoutNs;
                                   }))->timeoutNs;
    const std::int64_t times = timesInARow(reads), late = countFrom(answers, timeoutNs / 10);
    const auto isMore = [&](std::int64_t part, std::string_view key, std::int64_t whole) {
        return WideInteger(part) * 1'000 > WideInteger(whole) * amount(key);
    };
    if (times < amount("times") || isMore(std::ssize(reads), "few", all) || isMore(late, "late", times))
        return;
    Finding finding {.rule = kReadTimeout, .subject = {target.subject()}};
    std::vector<const JvmSpan*> spans;
    const TimedOutRead* longest = reads.front();
    for (const TimedOutRead* const each : reads) {
        spans.push_back(each);
        longest = each->time.lengthNs() > longest->time.lengthNs() ? each : longest;
        finding.cost.amount = addSaturating(finding.cost.amount, each->time.lengthNs());
        findings::addOne(finding, each->time, [&] { return look.evidenceOf(*each); });
    }
    finding.share = look.shareOfThreads(finding.cost.amount, spans);
    const auto severity = findings::severityOf(finding.share);
    if (!severity)
        return;
    finding.severity = *severity;
    finding.sentence = grouped(finding.count) + " of "
        + counted(static_cast<std::uint64_t>(all), "read", "reads") + " of " + findings::quoted(target.name)
        + " got no answer within their timeout of " + shortDurationText(longest->timeoutNs)
        + ", half of the others took no more than "
        + shortDurationText(stats::quantile(answers, stats::kMedian).value_or(0))
        + inText(look, longest->site);
    finding.limits = look.pass().thresholdRemark();
    findings::settle(finding, kSecondNs);
    checks.add(std::move(finding));
}

}

void checkTimeouts(const JvmLook& look, findings::Checks& checks)
{
    if (!look.pass().has("jdk.SocketRead"))
        return checks.leaveOut(kReadTimeout, "no reads of sockets were recorded");
    for (const TransferTarget& target : look.transfers)
        checkTimeout(look, target, checks);
}

bool isAboutTransfers(const Finding& finding, std::string_view subject)
{
    const std::string& name = finding.subject.name;
    const std::size_t of = subject.find(" of ");
    return name == subject
        || (name.starts_with(kBoth) && of != subject.npos
            && std::string_view(name).substr(kBoth.size()) == subject.substr(of + 4));
}

void checkTransfers(const JvmLook& look, findings::Checks& checks)
{
    if (look.transfers.empty())
        return checks.leaveOut(kSlowIo, "no files and sockets were recorded");
    std::map<std::string_view, std::vector<SlowTarget>> hosts; // what is low of them
    const auto add = [&](SlowTarget slow) {
        Finding& finding = slow.finding;
        finding.share = look.shareOfThreads(finding.cost.amount, slow.threads, slow.transfers);
        const auto weight =
            look.weightOf(finding.share, slow.isUsual ? std::vector<const JvmSpan*>() : slow.transfers);
        if (!weight)
            return;
        finding.severity = slow.isUsual ? FindingSeverity::low : weight->severity;
        finding.sentence += findings::inMinute(look.timeline(), weight->minute);
        finding.limits = look.pass().thresholdRemark();
        findings::settle(finding, kSecondNs);
        checks.add(std::move(finding));
    };
    std::vector<SlowTarget> ofStart;
    std::map<Way, std::vector<SlowTarget>> others;
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
            others[{target.isSocket, target.isRead, slow->site}].push_back(std::move(*slow));
    }
    if (!ofStart.empty())
        add(joinedOfStart(std::move(ofStart)));
    for (auto& [way, parts] : others) {
        const bool areTails = parts.size() > 1 && std::ranges::all_of(parts, &SlowTarget::isTail);
        if (areTails || std::ssize(parts) >= checks.amount(kSlowIo, "many")) {
            add(joinedOfWay(look, way, parts));
            continue;
        }
        for (SlowTarget& part : parts) {
            if (part.isUsual && part.target->isSocket)
                hosts[part.target->name].push_back(std::move(part));
            else
                add(std::move(part));
        }
    }
    for (auto& [host, parts] : hosts)
        add(parts.size() == 1 ? std::move(parts.front()) : joinedOfHost(parts));
}

}
