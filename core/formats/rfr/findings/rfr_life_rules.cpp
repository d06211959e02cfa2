// Rules about the lives of tasks.
#include "core/base/text.h"
#include "core/formats/rfr/findings/rfr_rules.h"
#include "core/logs/log_template.h"
#include "core/model/record_field.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace traceglass::rfr {

std::int64_t mostWithin(std::vector<std::int64_t> moments, std::int64_t lengthNs)
{
    std::ranges::sort(moments);
    std::ptrdiff_t most = 0;
    for (auto first = moments.begin(), end = first; first != moments.end(); ++first) {
        while (end != moments.end() && *end <= addSaturating(*first, lengthNs))
            ++end;
        most = std::max(most, end - first);
    }
    return most;
}

namespace {

std::int64_t nsOf(Micros micros)
{
    return nanoseconds(micros).value_or(0);
}

// For so long at the end, and for some times as long as it usually waits for its next poll: a connection with a message
// now and then has something to do still.
bool wasIdle(const RfrLook& at, const TaskInfo& task, const findings::Checks& checks)
{
    const std::int64_t idleNs = subtractSaturating(at.timeline.range.endNs, nsOf(task.since));
    if (task.state != TaskState::idle || idleNs < checks.amount(kAccumulate, "quiet"))
        return false;
    const std::int64_t waits = static_cast<std::int64_t>(task.polls) - 1;
    if (waits < 1 || !task.spawn)
        return true;
    const std::int64_t workedNs = subtractSaturating(nsOf(task.since), nsOf(*task.spawn));
    return WideInteger(idleNs) * waits >= WideInteger(workedNs) * checks.amount(kAccumulate, "rests");
}

// At the end; its first poll needs no wake.
bool isIdle(const RfrLook& at, const TaskInfo& task, const findings::Checks& checks)
{
    return wasIdle(at, task, checks) || (task.state == TaskState::idle && task.polls <= 1);
}

// What it did last, and how long ago: that says more than how it began.
Evidence lastOf(const RfrLook& at, const TaskOnTrack& of)
{
    const Track& track = at.timeline.track(of.track);
    const TimeRange since {nsOf(of.task->since), at.timeline.range.endNs};
    Evidence out {.time = since, .place = {of.track, 0, since.startNs}};
    if (const auto last = at.timeline.sliceBefore(track.firstRow, addSaturating(since.endNs, 1))) {
        out.place.startNs = last->startNs;
        out.ref = last->ref;
    }
    if (of.task->state == TaskState::idle)
        out.text = "idle for " + shortDurationText(since.lengthNs()) + ", after "
            + counted(of.task->polls, "poll", "polls");
    return out;
}

// Tasks of a name that were spawned in the recording.
struct Spawned
{
    std::int64_t tasks = 0, ended = 0;
    std::int64_t older = 0;     // that were spawned before it, and ended in it
    std::int64_t longestNs = 0; // that one of those lived in it which ended
    std::int64_t lastNs = 0;    // when the last one of those was spawned

    std::int64_t allEnded() const { return ended + older; }
    // How old none became that ended.
    std::string livesText() const
    {
        return "lived for " + shortDurationText(longestNs) + " at most"
            + (older > 0 ? " in the recording" : "");
    }
};

Spawned spawnedOf(const RfrLook& at, const NameLook& name)
{
    Spawned out;
    for (const TaskOnTrack& of : name.tasks) {
        if (at.walk.isStopped())
            return out;
        out.tasks += of.task->spawn ? 1 : 0;
        if (!of.task->dropped)
            continue;
        const TimeRange& life = at.timeline.track(of.track).life;
        (of.task->spawn ? out.ended : out.older) += 1;
        const std::int64_t bornNs = of.task->spawn ? life.startNs : at.timeline.range.startNs;
        out.longestNs = std::max(out.longestNs, subtractSaturating(life.endNs, bornNs));
        if (of.task->spawn)
            out.lastNs = std::max(out.lastNs, nsOf(*of.task->spawn));
    }
    return out;
}

// How many had been spawned by then of those that ended.
std::int64_t endedBefore(const NameLook& name, std::int64_t ns)
{
    return std::ranges::count_if(name.tasks, [&](const TaskOnTrack& of) {
        return of.task->dropped && (!of.task->spawn || nsOf(*of.task->spawn) < ns);
    });
}

// Those of a name that did not end, as far as they count.
struct Left
{
    Finding finding;
    std::int64_t tasks = 0, idle = 0;
    std::int64_t fresh = 0; // not idle, and spawned so late that they need not be yet
    std::optional<TimeRange> spawns;
    std::vector<std::int64_t> moments; // of the spawns

    explicit Left(const NameLook& name)
        : finding {.rule = kAccumulate, .severity = FindingSeverity::medium, .subject = {name.name}}
    {
    }
    void add(const RfrLook& at, const TaskOnTrack& of, const findings::Checks& checks)
    {
        const std::int64_t spawnNs = nsOf(*of.task->spawn);
        ++tasks;
        const bool isStill = isIdle(at, *of.task, checks);
        const std::int64_t livedNs = subtractSaturating(at.timeline.range.endNs, spawnNs);
        idle += isStill ? 1 : 0;
        fresh += !isStill && livedNs / 2 < checks.amount(kAccumulate, "quiet") ? 1 : 0;
        moments.push_back(spawnNs);
        widen(spawns, {spawnNs, spawnNs});
        findings::addEvidence(finding, {nsOf(of.task->since), at.timeline.range.endNs},
                              [&] { return lastOf(at, of); });
    }
};

void addLeft(Left& left, const RfrLook& at, const NameLook& name, bool isWhole, findings::Checks& checks)
{
    Finding& finding = left.finding;
    finding.subject.track = finding.evidence.front().place.track;
    finding.when = {{left.spawns->startNs, at.timeline.range.endNs}};
    finding.cost = {StatUnit::count, left.tasks};
    finding.count = static_cast<std::uint64_t>(left.tasks);
    if (!isWhole) {
        finding.limits += " A part of the recording is lost: they may have ended there.";
        finding.confidence = Confidence::medium;
    }
    findings::settle(finding);
    std::set<TrackId> tracks;
    for (const TaskOnTrack& of : name.tasks)
        tracks.insert(of.track);
    checks.absorb(finding, [&](const Finding& each) {
        return each.rule == "rfr.no-waker" && each.unkept == 0 && !each.evidence.empty()
            && std::ranges::all_of(each.evidence,
                                   [&](const Evidence& task) { return tracks.contains(task.place.track); });
    });
    checks.add(std::move(finding));
}

// From a moment on none of a name ends, while those before ended soon: they wait for each other, or for what does not
// come.
bool checkHanging(const RfrLook& at, const NameLook& name, const Spawned& spawned, bool isWhole,
                  findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kAccumulate, key); };
    const std::int64_t outlivedNs = stats::productSaturating(spawned.longestNs, amount("outlive"));
    Left left(name);
    std::int64_t quiet = 0; // for long enough
    for (const TaskOnTrack& of : name.tasks) {
        if (at.walk.isStopped())
            return false;
        const std::int64_t spawnNs = of.task->spawn ? nsOf(*of.task->spawn) : 0;
        if (!of.task->spawn || of.task->dropped || spawnNs <= spawned.lastNs
            || subtractSaturating(at.timeline.range.endNs, spawnNs) < outlivedNs)
            continue;
        left.add(at, of, checks);
        quiet += wasIdle(at, *of.task, checks) ? 1 : 0;
    }
    if (spawned.allEnded() < amount("left") || quiet < amount("left")
        || (left.tasks - left.idle - left.fresh) * 1'000 > left.tasks * amount("ended"))
        return false;
    const bool areAllIdle = left.idle + left.fresh == left.tasks;
    Finding& finding = left.finding;
    if (left.tasks >= amount("high") && areAllIdle)
        finding.severity = FindingSeverity::high;
    finding.sentence = "From " + findings::momentText(at.timeline, left.spawns->startNs) + " on none of "
        + (grouped(static_cast<std::uint64_t>(left.tasks)) + ' ' + findings::quoted(name.name))
        + " ended, and "
        + (left.idle == left.tasks ? "all"
               : areAllIdle        ? "all but the latest"
                                   : grouped(static_cast<std::uint64_t>(left.idle)) + " of them")
        + " are idle; those before " + spawned.livesText();
    finding.limits = "What they wait for is not recorded.";
    addLeft(left, at, name, isWhole, checks);
    return true;
}

// False: it is none.
bool checkAccumulation(const RfrLook& at, const NameLook& name, bool isWhole, findings::Checks& checks)
{
    const auto amount = [&](std::string_view key) { return checks.amount(kAccumulate, key); };
    const Spawned spawned = spawnedOf(at, name);
    const bool areMost = spawned.allEnded() * 1'000 <= spawned.tasks * amount("ended");
    if (!areMost && checkHanging(at, name, spawned, isWhole, checks))
        return true;
    const std::int64_t outlivedNs = stats::productSaturating(spawned.longestNs, amount("outlive"));
    Left left(name);
    for (const TaskOnTrack& of : name.tasks) {
        if (at.walk.isStopped())
            return false;
        if (!of.task->spawn || of.task->dropped)
            continue;
        const std::int64_t livedNs = subtractSaturating(at.timeline.range.endNs, nsOf(*of.task->spawn));
        if (areMost || (wasIdle(at, *of.task, checks) && livedNs >= outlivedNs))
            left.add(at, of, checks);
    }
    if (left.tasks < amount("left") || !left.spawns)
        return false;
    const bool areSpread =
        findings::isAtLeast(left.spawns->lengthNs(), amount("spread"), at.tasks.durationNs());
    if (!areSpread && (areMost || endedBefore(name, left.spawns->startNs) < amount("left")))
        return false;
    constexpr std::int64_t kTenth = 10;
    const bool doWork = 2 * left.idle <= left.tasks; // half of them, still
    if ((doWork || !areSpread)
        && findings::isAtLeast(mostWithin(std::move(left.moments), at.tasks.durationNs() / kTenth),
                               amount("pool"), left.tasks))
        return false;
    Finding& finding = left.finding;
    if (!areMost || doWork)
        finding.severity = FindingSeverity::low;
    else if (left.tasks >= amount("high") && left.idle + left.fresh == left.tasks)
        finding.severity = FindingSeverity::high;
    finding.sentence = grouped(static_cast<std::uint64_t>(spawned.tasks)) + ' ' + findings::quoted(name.name)
        + " were spawned, ";
    if (!areMost)
        finding.sentence += "and " + grouped(static_cast<std::uint64_t>(left.tasks))
            + " of them are idle, while those that ended " + spawned.livesText();
    else
        finding.sentence +=
            (spawned.ended == 0 ? "none" : "only " + grouped(static_cast<std::uint64_t>(spawned.ended)))
            + " ended"
            + (left.idle == left.tasks                    ? "; all are idle"
                   : left.idle + left.fresh == left.tasks ? "; all but the latest are idle"
                   : doWork && left.idle > 0              ? "; most of them work still"
                   : left.idle > 0
                   ? "; " + grouped(static_cast<std::uint64_t>(left.idle)) + " of them are idle"
                   : "");
    finding.limits = "They may be meant to live as long as the program does.";
    addLeft(left, at, name, isWhole, checks);
    return true;
}

// Who spawned a task: another one, or a span.
struct Spawner
{
    const TaskInfo* unnamed = nullptr; // a task without a name
    std::string name;                  // or kind; names that differ in numbers are one
};

bool hasName(const TaskInfo& task)
{
    return task.facts && task.facts->name != StringId {};
}

using Templates = std::unordered_map<StringId, std::string>; // of names, which come again and again

Spawner spawnerOf(const RfrLook& at, const TaskInfo& task, Templates& known)
{
    const auto nameOf = [&](StringId name) {
        const auto [found, isNew] = known.try_emplace(name);
        if (isNew)
            found->second = logs::logTemplate(at.tables.strings->text(name));
        return found->second;
    };
    if (!task.facts || !task.facts->context)
        return {};
    if (const TaskInfo* const by = at.tables.taskAt(*task.facts->context, task.spawn.value_or(0)))
        return {hasName(*by) ? nullptr : by, by->facts ? nameOf(by->facts->shownName()) : std::string()};
    const SpanInfo* const span = at.tables.span(*task.facts->context);
    return {nullptr, span ? nameOf(span->name) : std::string()};
}

// Tasks without a name are as many things as there are places that spawn them. What is recorded of these is who did: by
// its name; the task without one of which most are left is for itself. Nothing: they have names, or one spawner.
std::vector<NameLook> unnamedBySpawner(const RfrLook& at, const NameLook& name)
{
    std::vector<Spawner> spawners;
    std::map<const TaskInfo*, std::size_t> left; // of those without a name
    Templates known;
    for (const TaskOnTrack& of : name.tasks) {
        if (hasName(*of.task) || at.walk.isStopped())
            return {};
        const Spawner& by = spawners.emplace_back(spawnerOf(at, *of.task, known));
        if (by.unnamed && !of.task->dropped)
            ++left[by.unnamed];
    }
    const auto most = std::ranges::max_element(left, {}, [](const auto& each) { return each.second; });
    std::map<std::pair<std::string, bool>, NameLook> groups;
    for (std::size_t i = 0; i < spawners.size(); ++i) {
        const bool isForItself = most != left.end() && spawners[i].unnamed == most->first;
        NameLook& group = groups[{spawners[i].name, isForItself}];
        group.name = name.name
            + (spawners[i].name.empty() ? "" : (isForItself ? " of one " : " of ") + spawners[i].name);
        group.tasks.push_back(name.tasks[i]);
    }
    std::vector<NameLook> out;
    for (auto& [spawner, group] : groups)
        out.push_back(std::move(group));
    return out.size() > 1 ? out : std::vector<NameLook>();
}

// `areAll`: of all wakers that were used the clones are recorded. Else, as of timers, they may not be of a task that
// cloned none when it was polled last.
void checkWakers(const RfrLook& at, const NameLook& name, bool areAll, findings::Checks& checks)
{
    constexpr std::string_view kId = "rfr.no-waker";
    const auto lacksClones = [](const TaskOnTrack& of) { return of.task->lacksClones; };
    if (std::ranges::any_of(name.tasks, lacksClones))
        return;
    const std::int64_t idle = checks.amount(kId, "idle");
    Finding finding {.rule = kId, .severity = FindingSeverity::medium, .subject = {name.name}};
    for (const TaskOnTrack& of : name.tasks) {
        if (!of.task->spawn || of.task->state != TaskState::idle || of.task->wakers > 0
            || (!areAll && !of.task->clonedLast))
            continue;
        const TimeRange wait {nsOf(of.task->since), at.timeline.range.endNs};
        if (wait.lengthNs() < idle)
            continue;
        findings::addOne(finding, wait, [&] { return lastOf(at, of); });
    }
    if (finding.count == 0)
        return;
    finding.subject.track = finding.evidence.front().place.track;
    finding.cost = {StatUnit::count, static_cast<std::int64_t>(finding.count)};
    finding.sentence = counted(finding.count, "task", "tasks") + ' ' + findings::quoted(name.name)
        + (finding.count == 1 ? " is" : " are") + " idle, and nothing on record can wake "
        + (finding.count == 1 ? "it" : "them");
    finding.confidence = Confidence::low;
    finding.limits =
        "Wakers that are used where no task is recorded are missing: something may wake them all "
        "the same.";
    findings::settle(finding);
    checks.add(std::move(finding));
}

void checkNeverPolled(const RfrLook& at, const NameLook& name, findings::Checks& checks)
{
    const std::int64_t atLeast = checks.amount("rfr.never-polled", "min");
    Finding finding {.rule = "rfr.never-polled", .severity = FindingSeverity::medium, .subject = {name.name}};
    for (const TaskOnTrack& of : name.tasks) {
        if (!of.task->spawn || of.task->dropped || of.task->polls > 0)
            continue;
        const TimeRange wait {nsOf(*of.task->spawn), at.timeline.range.endNs};
        if (wait.lengthNs() < atLeast)
            continue;
        finding.cost.amount = addSaturating(finding.cost.amount, wait.lengthNs());
        findings::addOne(finding, wait, [&] {
            return Evidence {.time = wait, .place = {of.track, 0, wait.startNs}};
        });
    }
    if (finding.count == 0)
        return;
    finding.subject.track = finding.evidence.front().place.track;
    finding.share = findings::shareOfTime(finding.cost.amount, at.tasks.durationNs(),
                                          static_cast<std::int64_t>(finding.count));
    finding.sentence = counted(finding.count, "task", "tasks") + ' ' + findings::quoted(name.name)
        + (finding.count == 1 ? " was" : " were") + " spawned and never polled";
    findings::settle(finding);
    checks.add(std::move(finding));
}

}

void checkLives(const RfrLook& at, bool isWhole, findings::Checks& checks)
{
    const bool isLong = !checks.isTooShort("rfr.tasks-accumulate", at.tasks.durationNs());
    const bool hasClones = at.tables.clones > 0;
    if (!isWhole) {
        checks.leaveOut("rfr.never-polled", "a part of the recording is lost, and polls may lie in it");
        checks.leaveOut("rfr.no-waker", "a part of the recording is lost, and wakers may lie in it");
    } else if (!hasClones) {
        checks.leaveOut("rfr.no-waker", "no clones of wakers were recorded");
    }
    const bool areAll = std::ranges::none_of(at.tables.tasks, &TaskInfo::lacksClones);
    at.eachName([&](const NameLook& name) {
        if (isWhole && hasClones)
            checkWakers(at, name, areAll, checks);
        if (isLong) {
            bool isAny = false;
            for (const NameLook& each : unnamedBySpawner(at, name))
                isAny |= checkAccumulation(at, each, isWhole, checks);
            if (!isAny)
                checkAccumulation(at, name, isWhole, checks);
        }
        if (isWhole)
            checkNeverPolled(at, name, checks);
    });
}

}
