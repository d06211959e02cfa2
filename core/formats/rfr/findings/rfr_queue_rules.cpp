// Rules about tasks that are ready and wait for a worker.
#include "core/base/text.h"
#include "core/formats/rfr/findings/rfr_rules.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <set>

namespace traceglass::rfr {

const char* const kNoLocks =
    "Locks and channels are not recorded: what made so many tasks ready is not known.";

namespace {

constexpr std::string_view kWaits = "rfr.waits-for-worker", kLateStart = "rfr.late-start";
const char* const kNoWorkers = "the recording does not say how many workers there are";

struct Episode
{
    TimeRange time;
    std::int64_t waitedNs = 0;
    std::int64_t longNs = 0; // of waitedNs, by waits that are long
    std::int64_t mostNs = 0; // in a step
    std::size_t first = 0;   // step
    std::size_t last = 0;
    std::int64_t stretchNs = 0; // the longest time at a stretch
    std::int64_t newNs = 0;     // of waitedNs, by tasks that were spawned when it began
    bool isBatch = false;       // mostly those
};

// Steps in which so many were ready, joined where they lie near each other. At a stretch it must have been so for longer
// than a burst is that lies on both sides of a border. Where each waits for a moment only workers are busy, not late.
std::vector<Episode> fullQueues(const TaskLook& tasks, std::int64_t atLeast, std::int64_t joinNs,
                                std::int64_t shortestNs)
{
    const findings::Level& ready = tasks.ready();
    const auto loads = ready.loads(), longLoads = tasks.longReady().loads();
    std::vector<Episode> out;
    std::int64_t sinceNs = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const TimeRange step = ready.step(i);
        if (step.lengthNs() <= 0 || loads[i] < stats::productSaturating(step.lengthNs(), atLeast))
            continue;
        if (out.empty() || step.startNs - out.back().time.endNs > joinNs)
            out.push_back({.time = step, .first = i, .last = i});
        Episode& now = out.back();
        sinceNs = i == now.first || i > now.last + 1 ? step.startNs : sinceNs;
        now.time.endNs = step.endNs;
        now.last = i;
        now.stretchNs = std::max(now.stretchNs, step.endNs - sinceNs);
    }
    std::erase_if(out, [&](const Episode& each) { return each.stretchNs - ready.stepNs() < shortestNs; });
    for (Episode& each : out) {
        for (std::size_t i = each.first; i <= each.last; ++i) {
            each.waitedNs = addSaturating(each.waitedNs, loads[i]);
            each.mostNs = std::max(each.mostNs, loads[i]);
            each.longNs = addSaturating(each.longNs, longLoads[i]);
        }
    }
    std::erase_if(out, [](const Episode& each) { return each.longNs < each.waitedNs / 2; });
    return out;
}

// A batch: who spawns very many tasks at once gives the workers a queue, and wants just that.
void findBatches(const RfrLook& at, std::int64_t shortestNs, std::int64_t explains,
                 std::vector<Episode>& episodes)
{
    const auto beginOf = [&](const Episode& each) { return each.time.startNs - at.tasks.ready().stepNs(); };
    at.eachName([&](const NameLook& name) {
        for (const TaskOnTrack& of : name.tasks) {
            const std::int64_t spawnNs = of.task->spawn ? nanoseconds(*of.task->spawn).value_or(0) : 0;
            const auto behind = std::ranges::upper_bound(episodes, spawnNs, {}, beginOf);
            if (!of.task->spawn || behind == episodes.begin())
                continue;
            Episode& episode = *std::prev(behind);
            const TimeRange& time = episode.time;
            if (spawnNs >= time.startNs + std::max(shortestNs, time.lengthNs() / 10))
                continue;
            at.tasks.eachWait(of, [&](const findings::SeenSlice& wait) {
                episode.newNs = addSaturating(episode.newNs, findings::overlapNs(wait.time, {time}));
            });
        }
    });
    for (Episode& each : episodes)
        each.isBatch = findings::isAtLeast(each.newNs, explains, each.waitedNs);
}

// Were some of a name polled, and no later ones of any name than those that never were? They wait for their turn.
bool isInOrder(const NameLook& name)
{
    const auto isPolled = [](const TaskOnTrack& of) { return of.task->polls > 0; };
    return std::ranges::any_of(name.tasks, isPolled)
        && std::ranges::none_of(name.tasks, &TaskOnTrack::isForgotten);
}

TimedText waitedText(const RfrLook& at, const Episode& episode, std::int64_t stepNs)
{
    const auto most = static_cast<std::uint64_t>((episode.mostNs + stepNs / 2) / stepNs);
    return "From " + findings::momentText(at.timeline, episode.time.startNs) + " to "
        + findings::momentText(at.timeline, episode.time.endNs) + " up to " + counted(most, "task", "tasks")
        + " waited for " + counted(static_cast<std::uint64_t>(at.parallel), "worker", "workers");
}

// Of the recording times the workers; times the tasks of a name that live at once on average, where these are more.
double shareOfWaits(const RfrLook& at, const NameLook& name, std::int64_t waitedNs)
{
    std::int64_t allNs =
        stats::productSaturating(std::max<std::int64_t>(at.tasks.durationNs(), 0), at.parallel);
    std::int64_t livedNs = 0;
    for (const TaskOnTrack& of : name.tasks)
        livedNs = addSaturating(livedNs, at.timeline.track(of.track).life.lengthNs());
    allNs = std::max(allNs, livedNs);
    return allNs > 0 ? stats::shareOf(waitedNs, allNs) : 0;
}

// While any of a name waited.
std::int64_t lengthOfWaits(const RfrLook& at, const NameLook& name, TaskState state)
{
    std::vector<TimeRange> waits;
    for (const TaskOnTrack& of : name.tasks)
        at.tasks.eachWait(of, [&](const findings::SeenSlice& wait) {
            if (wait.name == stateName(state))
                waits.push_back(wait.time);
        });
    return findings::lengthOf(findings::joined(std::move(waits)));
}

// Of the recording, while any of a name waited for its first poll. Those of a batch are many at once, and yet over in a
// moment.
double shareOfStarts(const RfrLook& at, const NameLook& name)
{
    return findings::shareOfTime(lengthOfWaits(at, name, TaskState::created), at.tasks.durationNs(), 1);
}

// Where it was: the waits of tasks in that state that are as long.
void addWaits(Finding& finding, const RfrLook& at, const NameLook& name, TaskState state,
              std::int64_t atLeastNs)
{
    const std::uint64_t count = finding.count; // of all of them
    for (const TaskOnTrack& of : name.tasks)
        at.tasks.eachWait(of, [&](const findings::SeenSlice& wait) {
            if (wait.name != stateName(state) || wait.time.lengthNs() < atLeastNs)
                return;
            findings::addOne(finding, wait.time, [&] {
                return Evidence {
                    .time = wait.time, .place = {of.track, 0, wait.time.startNs}, .ref = wait.ref()};
            });
        });
    finding.count = count;
    findings::settle(finding);
}

// What a quantile of a histogram takes in begins there.
std::int64_t beginOf(std::int64_t quantileNs)
{
    return stats::rangeOf(stats::stepOf(quantileNs)).startNs;
}

void checkWait(const RfrLook& at, const NameLook& name, findings::Checks& checks)
{
    const std::int64_t p95 = stats::quantile(name.waits, stats::kP95).value_or(0);
    const double share = shareOfWaits(at, name, name.waitNs);
    const auto severity = findings::severityOf(share);
    if (!severity || name.waitNs <= name.pollNs || p95 < checks.amount(kWaits, "p95"))
        return;
    Finding finding {.rule = kWaits,
                     .severity = *severity,
                     .subject = {name.name, name.tasks.front().track},
                     .cost = {StatUnit::span, name.waitNs},
                     .share = share,
                     .count = stats::countOf(name.waits)};
    finding.sentence = findings::quoted(name.name) + " waited for a worker for "
        + shortDurationText(name.waitNs) + " and ran for " + shortDurationText(name.pollNs);
    constexpr std::uint64_t kSome = 20; // of fewer waits 5 of 100 are none
    if (finding.count >= kSome)
        finding.sentence += "; 5 of 100 waits took " + shortDurationText(p95) + " or longer";
    finding.limits = kNoLocks;
    addWaits(finding, at, name, TaskState::scheduled, beginOf(p95));
    checks.add(std::move(finding));
}

void checkStart(const RfrLook& at, const NameLook& name, findings::Checks& checks)
{
    const std::int64_t p95 = stats::quantile(name.starts, stats::kP95).value_or(0);
    if (p95 < checks.amount(kLateStart, "p95")
        || static_cast<std::int64_t>(stats::countOf(name.starts)) < checks.amount(kLateStart, "tasks"))
        return;
    const double share = std::min(shareOfWaits(at, name, name.startNs), shareOfStarts(at, name));
    const auto severity = findings::severityOf(share);
    if (!severity)
        return;
    Finding finding {.rule = kLateStart,
                     .severity = *severity,
                     .subject = {name.name, name.tasks.front().track},
                     .cost = {StatUnit::span, name.startNs},
                     .share = share,
                     .count = stats::countOf(name.starts)};
    finding.sentence = "Of " + findings::quoted(name.name) + " 5 of 100 tasks waited "
        + shortDurationText(p95) + " or longer for their first poll";
    addWaits(finding, at, name, TaskState::created, beginOf(p95));
    checks.add(std::move(finding));
}

// More is spent on waiting for the first poll than on the work.
void checkTiny(const RfrLook& at, const NameLook& name, findings::Checks& checks)
{
    if (static_cast<std::int64_t>(name.tasks.size()) < checks.amount("rfr.tiny-tasks", "tasks"))
        return;
    std::vector<std::int64_t> busy, waited;
    std::int64_t waitedNs = 0;
    for (const TaskOnTrack& of : name.tasks) {
        if (!of.task->spawn || of.task->polls == 0)
            continue;
        busy.push_back(stats::productSaturating(static_cast<std::int64_t>(of.task->busy), 1'000));
        waited.push_back(stats::productSaturating(static_cast<std::int64_t>(of.task->created), 1'000));
        waitedNs = addSaturating(waitedNs, waited.back());
    }
    if (static_cast<std::int64_t>(busy.size()) < checks.amount("rfr.tiny-tasks", "tasks"))
        return;
    if (!stats::sortUnlessStopped(busy, at.walk.job()) || !stats::sortUnlessStopped(waited, at.walk.job()))
        return;
    const std::int64_t half = stats::nearestRank(busy, 500), halfWaited = stats::nearestRank(waited, 500);
    if (half >= halfWaited || half > checks.amount("rfr.tiny-tasks", "work"))
        return;
    const double whileAny = shareOfStarts(at, name);
    if (!findings::severityOf(whileAny))
        return;
    Finding finding {.rule = "rfr.tiny-tasks",
                     .severity = FindingSeverity::low,
                     .subject = {name.name, name.tasks.front().track},
                     .cost = {StatUnit::span, waitedNs},
                     .share = std::min(shareOfWaits(at, name, waitedNs), whileAny),
                     .count = busy.size()};
    finding.sentence = "Half of " + counted(busy.size(), "task", "tasks") + ' ' + findings::quoted(name.name)
        + " worked for " + shortDurationText(half) + " at most, and waited " + shortDurationText(halfWaited)
        + " or longer for their first poll";
    addWaits(finding, at, name, TaskState::created, halfWaited);
    checks.add(std::move(finding));
}

void checkFullQueue(const RfrLook& at, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kRunQueue, key); };
    auto episodes = fullQueues(at.tasks, stats::productSaturating(at.parallel, amount("per-worker")),
                               amount("join"), amount("min"));
    if (episodes.empty())
        return;
    findBatches(at, amount("min"), amount("explains"), episodes);
    const std::int64_t stepNs = at.tasks.ready().stepNs();
    std::int64_t fullNs = 0, otherNs = 0; // not of batches
    bool isAnyBatch = false;              // what waits for it was to be expected
    Finding finding {.rule = kRunQueue, .subject = {"run queue"}};
    std::vector<TimeRange> times;
    for (const Episode& each : episodes) {
        times.push_back(each.time);
        finding.cost.amount = addSaturating(finding.cost.amount, each.waitedNs);
        fullNs = addSaturating(fullNs, each.time.lengthNs());
        otherNs = addSaturating(otherNs, each.isBatch ? 0 : each.time.lengthNs());
        isAnyBatch |= each.isBatch;
        findings::addOne(
            finding, each.time,
            [&] { return Evidence {.time = each.time, .text = waitedText(at, each, stepNs)}; },
            each.isBatch ? 0 : static_cast<double>(each.waitedNs));
    }
    findings::settle(finding);
    finding.share = findings::shareOfTime(fullNs, at.tasks.durationNs(), 1);
    if (!findings::weightOf(finding.share, times))
        return;

    const NameLook *most = nullptr, *busiest = nullptr;
    std::int64_t mostNs = 0, allNs = 0, busiestNs = 0, longNs = 0; // the last in long polls of the busiest
    std::set<std::string_view> explained, late, queued;
    const std::int64_t inside = amount("explains");
    at.eachName([&](const NameLook& name) {
        const auto within = at.tasks.within(name, times);
        const std::int64_t waitedNs = addSaturating(within.waitNs, within.startNs);
        allNs = addSaturating(allNs, waitedNs);
        if (waitedNs > mostNs) {
            most = &name;
            mostNs = waitedNs;
        }
        if (name.pollNs > busiestNs) { // else it ran for less in all
            std::int64_t ranNs = 0, ranLongNs = 0;
            at.tasks.eachPoll(name, 0, [&](const TaskOnTrack&, const findings::SeenSlice& poll) {
                const std::int64_t insideNs = findings::overlapNs(poll.time, times);
                ranNs = addSaturating(ranNs, insideNs);
                if (poll.time.lengthNs() >= checks.amount(kLongPoll, "min"))
                    ranLongNs = addSaturating(ranLongNs, insideNs);
            });
            if (ranNs > busiestNs) {
                busiest = &name;
                busiestNs = ranNs;
                longNs = ranLongNs;
            }
        }
        if (name.waitNs > 0 && findings::isAtLeast(within.waitNs, inside, name.waitNs))
            explained.insert(name.name);
        if (name.startNs > 0 && findings::isAtLeast(within.startNs, inside, name.startNs))
            late.insert(name.name);
        if (late.contains(name.name) && isInOrder(name))
            queued.insert(name.name);
    });
    checks.absorb(finding, [&](const Finding& each) {
        return (each.rule == kWaits && explained.contains(each.subject.name))
            || (each.rule == kLateStart && late.contains(each.subject.name))
            || (each.rule == "rfr.never-polled" && queued.contains(each.subject.name));
    });
    const FindingSeverity own = findings::severityOf(findings::shareOfTime(otherNs, at.tasks.durationNs(), 1))
                                    .value_or(FindingSeverity::low);
    finding.severity = isAnyBatch ? own : std::max(own, finding.severity);
    const auto worst = std::ranges::max_element(
        episodes, {}, [](const Episode& each) { return std::pair(!each.isBatch, each.waitedNs); });
    finding.sentence = waitedText(at, *worst, stepNs);
    if (most)
        finding.sentence +=
            "; " + findings::mostOf(mostNs, allNs) + " of the waiting by " + findings::quoted(most->name);
    const double busy = findings::shareOfTime(busiestNs, fullNs, at.parallel);
    constexpr double kBusy = 0.6;
    if (busiest && busy >= kBusy)
        finding.sentence += "; " + findings::quoted(busiest->name) + " had "
            + findings::percentText(std::min(busy, 1.0)) + " of their time";
    if (worst->isBatch)
        finding.sentence += "; most of them had been spawned at once";
    if (episodes.size() > 1)
        finding.sentence += "; " + counted(episodes.size(), "time", "times") + " in all";
    finding.level = at.tasks.ready().picture(
        "ready tasks", static_cast<double>(stats::productSaturating(at.parallel, amount("per-worker"))));
    const auto isCause = [&](const Finding& each) { // polls that kept the workers
        return (each.rule == kLongPoll || each.rule == kNeverYielded) && each.subject.name == busiest->name;
    };
    if (busiest && findings::shareOfTime(longNs, fullNs, at.parallel) >= kBusy && !isAnyBatch
        && checks.giveTo(isCause, finding))
        return;
    finding.limits = kNoLocks;
    checks.add(std::move(finding));
}

// Did so many of a name wait at once on average, while any did? As of a broadcast, which workers get done with.
bool areAtOnce(const RfrLook& at, const NameLook& name, std::int64_t many)
{
    return name.waitNs >= stats::productSaturating(lengthOfWaits(at, name, TaskState::scheduled), many);
}

// Waits that no full queue explains, and that are over so soon that workers just got a burst done: not where few tasks
// wait for far longer than they run, and much.
void forgetShortWaits(const RfrLook& at, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kWaits, key); };
    const std::int64_t many = stats::productSaturating(at.parallel, checks.amount(kRunQueue, "per-worker"));
    std::set<std::string_view> isShort;
    at.eachName([&](const NameLook& name) {
        if (stats::quantile(name.waits, stats::kP95).value_or(0) >= amount("alone"))
            return;
        const bool isMuch = name.waitNs >= stats::productSaturating(name.pollNs, amount("times"))
            && shareOfWaits(at, name, name.waitNs) * 1'000 >= static_cast<double>(amount("much"));
        if (!isMuch || areAtOnce(at, name, many))
            isShort.insert(name.name);
    });
    checks.drop(
        [&](const Finding& each) { return each.rule == kWaits && isShort.contains(each.subject.name); });
}

// What waits while the polls of one name have most of the workers waits for these.
void giveToLongPolls(findings::Checks& checks)
{
    constexpr double kMost = 0.5;
    std::vector<Finding> all = checks.takeFound();
    const auto cause = std::ranges::find_if(
        all, [](const Finding& each) { return each.rule == kLongPoll && each.share >= kMost; });
    if (cause != all.end()) {
        for (const Finding& each : all) {
            if (each.rule != kWaits && each.rule != kLateStart)
                continue;
            cause->severity = std::max(cause->severity, each.severity);
            cause->absorb(each);
        }
        std::erase_if(all,
                      [](const Finding& each) { return each.rule == kWaits || each.rule == kLateStart; });
    }
    std::ranges::for_each(all, [&](Finding& each) { checks.add(std::move(each)); });
}

}

void checkWaits(const RfrLook& at, findings::Checks& checks)
{
    const bool hasWorkers = at.tasks.workers() > 0;
    if (!hasWorkers) {
        checks.leaveOut(kWaits, kNoWorkers);
        checks.leaveOut(kLateStart, kNoWorkers);
    }
    at.eachName([&](const NameLook& name) {
        if (hasWorkers) {
            checkWait(at, name, checks);
            checkStart(at, name, checks);
        }
        checkTiny(at, name, checks);
    });
}

void checkQueue(const RfrLook& at, findings::Checks& checks)
{
    if (at.tasks.workers() == 0)
        return checks.leaveOut(kRunQueue, kNoWorkers);
    if (!checks.isTooShort(kRunQueue, at.tasks.durationNs()))
        checkFullQueue(at, checks);
    forgetShortWaits(at, checks);
    giveToLongPolls(checks);
}

}
