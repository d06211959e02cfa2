// rfr.uneven-workers: workers that share the work badly.
#include "core/base/text.h"
#include "core/formats/rfr/findings/rfr_rules.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

// How long tasks were ready in each step of a level, added up.
std::vector<std::int64_t> readyLoads(const RfrLook& at, const findings::Level& steps)
{
    const findings::Level& known = at.tasks.ready();
    if (steps.stepNs() % known.stepNs() != 0)
        return at.tasks.readyIn(steps.stepNs()).loads();
    const auto loads = known.loads();
    const auto inOne = static_cast<std::size_t>(steps.stepNs() / known.stepNs());
    std::vector<std::int64_t> out(steps.size());
    for (std::size_t i = 0; i < loads.size(); ++i)
        out[i / inOne] = addSaturating(out[i / inOne], loads[i]);
    return out;
}

// Why there are not two workers to compare. Tasks of a LocalSet and of block_on run on the thread that started the runtime.
const char* whyOneWorker(bool isStream, bool hasWorker, bool hasStarters)
{
    if (isStream)
        return "the recording is a stream: it does not say which thread polled";
    if (hasWorker)
        return "one worker only ran tasks";
    return hasStarters ? "all tasks ran on threads that started a runtime, none on its workers"
                       : "no polls were recorded";
}

// Is there a thread of the runtime that never ran a task? It has no track among the workers.
bool hasIdleThread(const RfrLook& at)
{
    return std::ranges::any_of(
        at.tables.tasks, [&](const TaskInfo& task) { return !task.runsOthers && at.tasks.isThread(task); });
}

}

void checkWorkers(const RfrLook& at, bool isStream, findings::Checks& checks)
{
    constexpr std::string_view kId = "rfr.uneven-workers";
    const Timeline& timeline = at.timeline;
    constexpr std::int64_t kStepsInAll = std::int64_t(1) << 22; // of all workers: 100 MB
    const std::int64_t stepNs = checks.amount(kId, "min"), busyAtLeast = checks.amount(kId, "busy"),
                       idleAtMost = checks.amount(kId, "idle");
    std::vector<TrackId> tracks;
    bool hasStarters = false; // threads that started a runtime
    for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        // Threads that ran nothing but what the runtime is made of stand aside.
        if (timeline.track(id).kind != TrackKind::worker || isAside(timeline, id))
            continue;
        if (timeline.name(id).starts_with("worker "))
            tracks.push_back(id);
        hasStarters |= timeline.name(id) == "main";
    }
    const bool isOneWithout = hasIdleThread(at);
    if (tracks.empty() || (tracks.size() < 2 && !isOneWithout))
        return checks.leaveOut(kId, whyOneWorker(isStream, !tracks.empty(), hasStarters));
    const std::int64_t steps = std::max<std::int64_t>(kStepsInAll / std::ssize(tracks), 1);
    const std::int64_t levelNs = std::max(stepNs, timeline.range.lengthNs() / steps + 1);
    std::vector<findings::Level> busy;
    for (const TrackId id : tracks) {
        findings::Level& level = busy.emplace_back(timeline.range, levelNs);
        for (const RowId row : timeline.rows(id))
            at.walk.each(row, 0, [&](const findings::SeenSlice& poll) { level.add(poll.time); });
    }
    const std::vector<std::int64_t> waited = readyLoads(at, busy.front()), fine = at.tasks.ready().loads();
    // Else a burst that all workers got done with is as many ready tasks on average.
    const auto isMostlyReady = [&](const TimeRange& time) {
        const std::int64_t fineNs = at.tasks.ready().stepNs(), from = time.startNs - timeline.range.startNs;
        const auto first = static_cast<std::size_t>(from / fineNs);
        const std::size_t last =
            std::min(static_cast<std::size_t>((from + time.lengthNs() - 1) / fineNs), fine.size() - 1);
        std::size_t with = 0;
        for (std::size_t i = first; i <= last; ++i)
            if (2 * fine[i] >= fineNs) // one that waits for a moment in each is not what makes the average
                ++with;
        return 2 * with >= last - first + 1;
    };
    std::vector<std::vector<std::int64_t>> loads;
    for (const findings::Level& each : busy)
        loads.push_back(each.loads());
    Finding finding {.rule = kId, .severity = FindingSeverity::medium, .subject = {"workers"}};
    std::int64_t unevenNs = 0;
    for (std::size_t i = 0; i < loads.front().size(); ++i) {
        const TimeRange step = busy.front().step(i);
        if (step.lengthNs() < levelNs || waited[i] < step.lengthNs() || at.walk.isLost(step)
            || !isMostlyReady(step))
            continue;
        std::size_t most = 0, least = 0;
        for (std::size_t worker = 1; worker < loads.size(); ++worker) {
            most = loads[worker][i] > loads[most][i] ? worker : most;
            least = loads[worker][i] < loads[least][i] ? worker : least;
        }
        constexpr WideInteger kThousand = 1'000;
        const std::int64_t leastNs = isOneWithout ? 0 : loads[least][i];
        if (!findings::isAtLeast(loads[most][i], busyAtLeast, step.lengthNs())
            || leastNs * kThousand > step.lengthNs() * WideInteger(idleAtMost))
            continue;
        unevenNs = addSaturating(unevenNs, step.lengthNs());
        finding.subject.track = tracks[most];
        finding.cost.amount = addSaturating(finding.cost.amount, step.lengthNs() - leastNs);
        findings::addOne(finding, step, [&] {
            return Evidence {
                .time = step,
                .text = escaped(timeline.name(tracks[most])) + " was busy for "
                    + shortDurationText(loads[most][i]) + ", "
                    + (isOneWithout ? "a worker that ran no task" : escaped(timeline.name(tracks[least])))
                    + " for " + shortDurationText(leastNs)};
        });
    }
    if (finding.count == 0)
        return;
    finding.share = findings::shareOfTime(finding.cost.amount, at.tasks.durationNs(), at.parallel);
    findings::settle(finding);
    finding.sentence = "For " + shortDurationText(unevenNs)
        + " tasks were ready while one worker did nearly everything and another one nearly nothing";
    finding.limits = "Why the idle worker took no task is not recorded.";
    checks.absorb(finding, [&](const Finding& each) { // others could have had what waits for one worker
        std::int64_t insideNs = 0;
        for (const TimeRange& time : each.when)
            insideNs = addSaturating(insideNs, findings::overlapNs(time, finding.when));
        return each.rule == kRunQueue
            && findings::isAtLeast(insideNs, checks.amount(kId, "explains"), findings::lengthOf(each.when));
    });
    checks.add(std::move(finding));
}

}
