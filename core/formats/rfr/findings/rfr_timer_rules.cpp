// rfr.timer-storm: tasks that a short timer polls all the time, for next to nothing each.
#include "core/base/text.h"
#include "core/formats/rfr/findings/rfr_rules.h"
#include "core/stats/columns.h"

namespace traceglass::rfr {

namespace {

constexpr std::string_view kTimerStorm = "rfr.timer-storm";

// From the begin of a poll to that of the next one of the same task.
StatHistogram stepsOf(const RfrLook& at, const NameLook& name)
{
    stats::Counts steps;
    const TaskOnTrack* latest = nullptr;
    std::int64_t beginNs = 0;
    at.tasks.eachPoll(name, 0, [&](const TaskOnTrack& of, const findings::SeenSlice& poll) {
        if (&of == latest)
            steps.add(subtractSaturating(poll.time.startNs, beginNs));
        latest = &of;
        beginNs = poll.time.startNs;
    });
    return steps.take();
}

// Messages come when they like: of theirs far fewer are as far apart as each other.
bool isOfTimer(const StatHistogram& steps, std::int64_t median)
{
    std::uint64_t near = 0;
    for (const auto& [step, count] : steps) {
        const std::int64_t ns = stats::middleOf(step);
        if (ns >= median - median / 10 && ns <= addSaturating(median, median / 10))
            near += count;
    }
    return near >= 3 * (stats::countOf(steps) - near);
}

}

void checkTimers(const RfrLook& at, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kTimerStorm, key); };
    at.eachName([&](const NameLook& name) {
        const double share = findings::shareOfTime(name.pollNs, at.tasks.durationNs(), at.parallel);
        const std::int64_t longest = stats::quantile(name.polls, stats::kMedian).value_or(0);
        if (share * 1'000 < static_cast<double>(amount("share"))
            || static_cast<std::int64_t>(stats::countOf(name.polls)) < amount("polls")
            || longest >= amount("median")
            || checks.count([&](const Finding& each) { // more often than a timer can
                   return each.rule == "rfr.spin" && each.subject.name == name.name;
               })
                > 0)
            return;
        std::int64_t calls = 0, polls = 0;
        for (const TaskOnTrack& of : name.tasks) {
            calls += static_cast<std::int64_t>(of.task->calls);
            polls += static_cast<std::int64_t>(of.task->polls);
        }
        if (stats::productSaturating(calls, 1'000) >= stats::productSaturating(polls, amount("called")))
            return;
        const StatHistogram steps = stepsOf(at, name);
        const std::int64_t median = stats::quantile(steps, stats::kMedian).value_or(0);
        if (median < amount("least") || median > amount("step") || !isOfTimer(steps, median))
            return;
        Finding finding {.rule = kTimerStorm,
                         .severity = FindingSeverity::low,
                         .subject = {name.name, name.tasks.front().track},
                         .cost = {StatUnit::span, name.pollNs},
                         .share = share,
                         .count = stats::countOf(name.polls)};
        finding.sentence = counted(name.tasks.size(), "task", "tasks") + ' ' + findings::quoted(name.name)
            + (name.tasks.size() == 1 ? " is" : " are") + " polled every " + shortDurationText(median)
            + ", half of the polls no longer than " + shortDurationText(longest) + ": "
            + findings::percentText(share) + " of the workers";
        finding.limits = "Whether a poll got anything done is not recorded.";
        addTasks(finding, at, name, "poll", [](const TaskInfo& task) { return task.polls; });
        checks.add(std::move(finding));
    });
}

}
