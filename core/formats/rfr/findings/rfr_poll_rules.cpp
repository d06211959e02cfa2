// Rules about single polls: too long, far longer than usual, never ended.
#include "core/base/text.h"
#include "core/formats/rfr/findings/rfr_rules.h"
#include "core/stats/columns.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

using findings::SeenSlice;

void addPoll(Finding& finding, const TaskOnTrack& of, const SeenSlice& poll)
{
    finding.subject.track = finding.count == 0 ? of.track : finding.subject.track;
    finding.cost.amount = addSaturating(finding.cost.amount, poll.time.lengthNs());
    findings::addOne(finding, poll.time, [&] {
        return Evidence {.time = poll.time, .place = {of.track, 0, poll.time.startNs}, .ref = poll.ref()};
    });
}

std::string timesText(std::uint64_t count)
{
    return count == 1 ? std::string() : ", " + grouped(count) + " times";
}

// Polls of a task that ends its first one after that time, or never does.
bool isOnlyPoll(const TaskInfo& task)
{
    return task.polls == 1 || (task.dropped && task.polls == 2);
}

void checkYields(const LookedAt& at, const NameLook& name, findings::Checks& checks)
{
    const std::int64_t atLeast = checks.amount("rfr.never-yielded", "min");
    Finding finding {.rule = "rfr.never-yielded", .severity = FindingSeverity::high, .subject = {name.name}};
    std::int64_t longest = 0;
    at.tasks.eachPoll(name, atLeast, [&](const TaskOnTrack& of, const SeenSlice& poll) {
        if (!isOnlyPoll(*of.task))
            return;
        addPoll(finding, of, poll);
        longest = std::max(longest, poll.time.lengthNs());
    });
    if (finding.count == 0)
        return;
    finding.share = findings::shareOfTime(finding.cost.amount, at.tasks.durationNs(), at.parallel);
    finding.sentence = findings::quoted(name.name) + " kept a worker for " + shortDurationText(longest)
        + " in its only poll" + timesText(finding.count);
    finding.limits = "What it did meanwhile is not recorded.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

void checkLong(const LookedAt& at, const NameLook& name, findings::Checks& checks)
{
    const std::int64_t neverYielded = checks.amount("rfr.never-yielded", "min");
    Finding finding {.rule = "rfr.long-poll", .subject = {name.name}};
    std::int64_t longest = 0;
    at.tasks.eachPoll(name, checks.amount("rfr.long-poll", "min"),
                      [&](const TaskOnTrack& of, const SeenSlice& poll) {
                          if (isOnlyPoll(*of.task) && poll.time.lengthNs() >= neverYielded)
                              return; // said already
                          addPoll(finding, of, poll);
                          longest = std::max(longest, poll.time.lengthNs());
                      });
    if (finding.count == 0)
        return;
    finding.severity =
        longest >= checks.amount("rfr.long-poll", "high") ? FindingSeverity::high : FindingSeverity::medium;
    finding.share = findings::shareOfTime(finding.cost.amount, at.tasks.durationNs(), at.parallel);
    finding.sentence = findings::quoted(name.name) + " kept a worker for " + shortDurationText(longest)
        + " without yielding" + timesText(finding.count);
    finding.limits =
        "What it did meanwhile is not recorded: it may have computed, waited for a file, or the system "
        "may have run something else.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

void checkOutliers(const LookedAt& at, const NameLook& name, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount("rfr.poll-outlier", key); };
    const std::int64_t median = stats::quantile(name.polls, stats::kMedian).value_or(0);
    if (static_cast<std::int64_t>(stats::countOf(name.polls)) < amount("polls") || median < amount("median"))
        return;
    const std::int64_t atLeast = std::max(amount("min"), stats::productSaturating(median, amount("times")));
    const std::int64_t longPoll = checks.amount("rfr.long-poll", "min");
    Finding finding {.rule = "rfr.poll-outlier", .severity = FindingSeverity::low, .subject = {name.name}};
    std::int64_t longest = 0;
    at.tasks.eachPoll(name, atLeast, [&](const TaskOnTrack& of, const SeenSlice& poll) {
        if (poll.time.lengthNs() >= longPoll)
            return;
        addPoll(finding, of, poll);
        longest = std::max(longest, poll.time.lengthNs());
    });
    if (finding.count == 0)
        return;
    finding.share = findings::shareOfTime(finding.cost.amount, at.tasks.durationNs(), at.parallel);
    if (!findings::severityOf(finding.share)) // a single one is chance
        return;
    finding.sentence = "A poll of " + findings::quoted(name.name) + " took " + shortDurationText(longest)
        + ", half of them no more than " + shortDurationText(median)
        + (finding.count == 1 ? std::string() : "; " + grouped(finding.count) + " polls stand out like that");
    findings::settle(finding);
    checks.add(std::move(finding));
}

}

void checkPolls(const LookedAt& at, findings::Checks& checks)
{
    at.eachName([&](const NameLook& name) {
        if (name.longestPollNs >= checks.amount("rfr.never-yielded", "min"))
            checkYields(at, name, checks);
        if (name.longestPollNs >= checks.amount("rfr.long-poll", "min"))
            checkLong(at, name, checks);
        if (name.longestPollNs >= checks.amount("rfr.poll-outlier", "min"))
            checkOutliers(at, name, checks);
    });
}

}
