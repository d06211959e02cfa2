// Rules about single polls: too long, far longer than usual, never ended.
#include "core/base/text.h"
#include "core/formats/rfr/findings/rfr_rules.h"
#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

using findings::SeenSlice;

struct LongestPoll
{
    std::int64_t ns = 0;
    bool isOpen = false; // it did not end
};

// Polls of a name that are so long and are meant; the longest of them.
template <class IsMeant>
LongestPoll addPolls(Finding& finding, const RfrLook& at, const NameLook& name, std::int64_t atLeast,
                     IsMeant isMeant)
{
    LongestPoll longest;
    at.tasks.eachPoll(name, atLeast, [&](const TaskOnTrack& of, const SeenSlice& poll) {
        const std::int64_t ns = poll.time.lengthNs();
        if (!isMeant(*of.task, ns))
            return;
        finding.subject.track = finding.count == 0 ? of.track : finding.subject.track;
        finding.cost.amount = addSaturating(finding.cost.amount, ns);
        findings::addOne(finding, poll.time, [&] {
            return Evidence {.time = poll.time, .place = {of.track, 0, poll.time.startNs}, .ref = poll.ref()};
        });
        if (ns > longest.ns)
            longest = {ns, (poll.flags & slice::kOpenEnd) != 0};
    });
    finding.share = findings::shareOfTime(finding.cost.amount, at.tasks.durationNs(), at.parallel);
    return longest;
}

// "`work` kept a worker for up to 30.0 ms without yielding, 2 times, 40.0 ms together"
std::string keptText(const Finding& finding, const LongestPoll& longest, const std::string& how)
{
    const bool isOne = finding.count == 1;
    std::string out = findings::quoted(finding.subject.name) + " kept a worker for " + (isOne ? "" : "up to ")
        + shortDurationText(longest.ns) + ' ' + how;
    if (!isOne)
        out +=
            ", " + grouped(finding.count) + " times, " + shortDurationText(finding.cost.amount) + " together";
    if (longest.isOpen)
        out += isOne ? ", and did not end" : "; the longest one did not end";
    return out;
}

// Polls of a task that ends its first one after that time, or never does.
bool isOnlyPoll(const TaskInfo& task)
{
    return task.polls == 1 || (task.dropped && task.polls == 2);
}

void checkYields(const RfrLook& at, const NameLook& name, findings::Checks& checks)
{
    const std::int64_t atLeast = checks.amount(kNeverYielded, "min");
    Finding finding {.rule = kNeverYielded, .severity = FindingSeverity::high, .subject = {name.name}};
    const LongestPoll longest = addPolls(finding, at, name, atLeast,
                                         [](const TaskInfo& task, std::int64_t) { return isOnlyPoll(task); });
    if (finding.count == 0)
        return;
    finding.sentence = keptText(finding, longest, "in its only poll");
    finding.limits = "What it did meanwhile is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

void checkLong(const RfrLook& at, const NameLook& name, findings::Checks& checks)
{
    const std::int64_t neverYielded = checks.amount(kNeverYielded, "min");
    Finding finding {.rule = kLongPoll, .subject = {name.name}};
    const LongestPoll longest = addPolls(finding, at, name, checks.amount(kLongPoll, "min"),
                                         [&](const TaskInfo& task, std::int64_t ns) {
                                             return ns < neverYielded || !isOnlyPoll(task); // said already
                                         });
    const bool isHigh = longest.ns >= checks.amount(kLongPoll, "high");
    const bool isNoticed = findings::severityOf(finding.share).has_value();
    if (finding.count == 0 || (!isHigh && !isNoticed)) // a few are chance: the system ran something else
        return;
    finding.severity = !isNoticed ? FindingSeverity::low
        : isHigh                  ? FindingSeverity::high
                                  : FindingSeverity::medium;
    finding.sentence = keptText(finding, longest, "without yielding");
    finding.limits =
        "What it did meanwhile is not recorded: it may have computed, waited for a file, or the system "
        "may have run something else.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

void checkOutliers(const RfrLook& at, const NameLook& name, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount("rfr.poll-outlier", key); };
    const std::int64_t median = stats::quantile(name.polls, stats::kMedian).value_or(0);
    if (static_cast<std::int64_t>(stats::countOf(name.polls)) < amount("polls") || median < amount("median"))
        return;
    const std::int64_t atLeast = std::max(amount("min"), stats::productSaturating(median, amount("times")));
    const std::int64_t longPoll = checks.amount(kLongPoll, "min");
    Finding finding {.rule = "rfr.poll-outlier", .severity = FindingSeverity::low, .subject = {name.name}};
    const LongestPoll longest =
        addPolls(finding, at, name, atLeast, [&](const TaskInfo&, std::int64_t ns) { return ns < longPoll; });
    const auto few =
        stats::productSaturating(static_cast<std::int64_t>(stats::countOf(name.polls)), amount("few"));
    if (finding.count == 0 || !findings::severityOf(finding.share) // a single one is chance
        || stats::productSaturating(static_cast<std::int64_t>(finding.count), 1'000) > few)
        return;
    finding.sentence = "A poll of " + findings::quoted(name.name) + " took " + shortDurationText(longest.ns)
        + ", half of them no more than " + shortDurationText(median)
        + (finding.count == 1 ? std::string() : "; " + grouped(finding.count) + " polls stand out like that");
    findings::settle(finding);
    checks.add(std::move(finding));
}

}

void checkPolls(const RfrLook& at, findings::Checks& checks)
{
    at.eachName([&](const NameLook& name) {
        if (name.longestPollNs >= checks.amount(kNeverYielded, "min"))
            checkYields(at, name, checks);
        if (name.longestPollNs >= checks.amount(kLongPoll, "min"))
            checkLong(at, name, checks);
        if (name.longestPollNs >= checks.amount("rfr.poll-outlier", "min"))
            checkOutliers(at, name, checks);
    });
}

}
