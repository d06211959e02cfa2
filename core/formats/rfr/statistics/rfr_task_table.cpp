// Tasks, a row each or a row for all of a name: what they did of their lives, how long polls and waits took.
#include "core/base/behind.h"
#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/formats/rfr/statistics/rfr_statistics.h"
#include "core/stats/columns.h"
#include "core/stats/fitting.h"
#include "core/stats/key_pairs.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace traceglass::rfr {

namespace {

struct TaskTrack
{
    const TaskInfo* task = nullptr;
    TrackId track = kNoTrack;
};

// The durations of one state.
struct StateTimes
{
    std::int64_t totalNs = 0; // of what lies in the range
    std::int64_t longestNs = kNoInteger;
    StatPlace longest;
    std::int64_t p50 = kNoInteger;
    std::int64_t p95 = kNoInteger;
    std::vector<std::int64_t> whole; // of which begin and end are recorded

    void take(const Slice& slice, TrackId track, const TimeRange& range)
    {
        totalNs = addSaturating(totalNs, stats::clippedNs({slice.startNs, slice.endNs}, range));
        if (slice.durationNs() > longestNs) {
            longestNs = slice.durationNs();
            longest = {track, 0, slice.startNs};
        }
        if (!(slice.flags & (slice::kOpenStart | slice::kOpenEnd)))
            whole.push_back(slice.durationNs());
    }
    void finish(const Job& job)
    {
        if (!stats::sortUnlessStopped(whole, job))
            return;
        p50 = stats::nearestRank(whole, 500);
        p95 = stats::nearestRank(whole, 950);
        whole = {}; // there may be millions of rows
    }
};

struct TaskRow
{
    std::vector<TaskTrack> tasks;
    std::string query;
    std::string spawnedBy; // of one task
    std::int64_t spawnNs = kNoInteger;
    std::int64_t dropNs = kNoInteger;
    std::int64_t alive = 0;
    std::int64_t dropped = 0; // within the range
    std::int64_t lifeNs = 0;  // within the range, as all below
    std::int64_t polls = 0;
    std::int64_t wakes = 0;
    std::int64_t lateWakes = 0;
    std::int64_t selfWakes = 0;
    std::int64_t createdNs = 0;
    StateTimes poll, wait;

    bool isPart = false; // only some of its slices count

    std::int64_t idleNs() const
    {
        return isPart ? kNoInteger : std::max<std::int64_t>(lifeNs - createdNs - poll.totalNs - wait.totalNs, 0);
    }
    double pollsPerSecond() const { return stats::shareOf(polls, lifeNs) * 1e9; }
};

std::string taskTitle(const TaskInfo& task, const StringTable& strings)
{
    if (!task.facts)
        return "task " + hexNumber(task.iid);
    return escaped(strings.text(task.facts->shownName())) + " #" + std::to_string(task.facts->taskId);
}

class TaskTableMaker
{
public:
    TaskTableMaker(const Tables& found, const StatRequest& request)
        : m_found(found)
        , m_timeline(request.timeline)
        , m_only(request.only.get())
        , m_range(request.range.value_or(request.timeline.range))
        , m_isWhole(!request.range)
    {
    }

    void fill(TaskRow& row, const Job& job) const
    {
        for (const TaskTrack& one : row.tasks) {
            if (job.stopRequested())
                return;
            addCounts(row, *one.task);
            const Track& track = m_timeline.track(one.track);
            row.lifeNs = addSaturating(row.lifeNs, stats::clippedNs(track.life, m_range));
            row.alive += isAlive(*one.task, track) ? 1 : 0;
            addSlices(row, one.track, job);
        }
        row.poll.finish(job);
        row.wait.finish(job);
        const TaskInfo& first = *row.tasks.front().task;
        if (first.spawn)
            row.spawnNs = nanoseconds(*first.spawn).value_or(kNoInteger);
        if (first.drop)
            row.dropNs = nanoseconds(*first.drop).value_or(kNoInteger);
        row.spawnedBy = spawnerOf(first);
        row.isPart = m_only != nullptr;
    }

private:
    static std::int64_t asCount(std::uint64_t count) { return static_cast<std::int64_t>(count); }

    void addCounts(TaskRow& row, const TaskInfo& task) const
    {
        row.polls += m_only ? 0 : asCount(task.polls);
        row.wakes += asCount(task.wakes);
        row.lateWakes += asCount(task.lateWakes);
        row.selfWakes += asCount(task.selfWakes);
        const auto dropNs = task.drop ? nanoseconds(*task.drop) : std::nullopt;
        row.dropped += task.dropped && (m_isWhole || (dropNs && m_range.contains(*dropNs))) ? 1 : 0;
    }

    // At the end of the range.
    bool isAlive(const TaskInfo& task, const Track& track) const
    {
        if (m_isWhole)
            return !task.dropped;
        return track.life.startNs < m_range.endNs && (!task.dropped || track.life.endNs >= m_range.endNs);
    }

    void addSlices(TaskRow& row, TrackId id, const Job& job) const
    {
        for (const RowId states : m_timeline.rows(id)) {
            for (std::size_t i = 0; i < m_timeline.partCount(states) && !job.stopRequested(); ++i) {
                const SlicePart part = m_timeline.part(states, i);
                const SlicePack& pack = m_timeline.pack(part.pack);
                for (std::size_t at = part.begin; at < part.end; ++at) {
                    Slice slice = pack.at(at);
                    slice.startNs = addSaturating(slice.startNs, m_timeline.shift(states));
                    slice.endNs = addSaturating(slice.endNs, m_timeline.shift(states));
                    if ((!m_isWhole && !overlaps(slice.startNs, slice.endNs, m_range))
                        || !stats::isFitting(m_only, part.pack, at))
                        continue;
                    if (slice.name == stateName(TaskState::polling)) {
                        row.poll.take(slice, id, m_range);
                        row.polls += m_only ? 1 : 0;
                    } else if (slice.name == stateName(TaskState::scheduled)) {
                        row.wait.take(slice, id, m_range);
                    } else {
                        row.createdNs = addSaturating(
                            row.createdNs, stats::clippedNs({slice.startNs, slice.endNs}, m_range));
                    }
                }
            }
        }
    }

    std::string spawnerOf(const TaskInfo& task) const
    {
        if (!task.facts || !task.facts->context)
            return {};
        const TaskInfo* const by = m_found.taskAt(*task.facts->context, task.spawn.value_or(0));
        return by ? taskTitle(*by, *m_found.strings) : "iid " + hexNumber(*task.facts->context);
    }

    const Tables& m_found;
    const Timeline& m_timeline;
    const query::Hits* const m_only; // null: everything counts
    const TimeRange m_range;
    const bool m_isWhole;
};

// Rows of the tasks that are asked for and lived in the range, in the order of their tracks.
std::vector<TaskRow> taskRows(const Tables& found, const StatRequest& request, bool byName, const Job& job)
{
    const Timeline& timeline = request.timeline;
    const auto chosen = stats::tracksAsked(request);
    std::vector<TaskRow> rows;
    std::map<StringId, std::size_t> rowOf;                     // by name
    std::unordered_map<std::uint64_t, std::size_t> alike; // by group and name: as one query finds them
    for (std::size_t i = 0; i < timeline.trackCount() && !job.stopRequested(); ++i) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        const Track& track = timeline.track(id);
        if (track.kind != TrackKind::states)
            continue;
        ++alike[stats::pairOf(number(track.parent), number(track.name))];
        const auto known = found.taskByKey.find(track.key);
        if (known == found.taskByKey.end() || !chosen[i]
            || (request.range && !overlaps(track.life.startNs, track.life.endNs, *request.range)))
            continue;
        const std::size_t row =
            byName ? rowOf.try_emplace(track.name, rows.size()).first->second : rows.size();
        if (row == rows.size())
            rows.emplace_back();
        rows[row].tasks.push_back({&found.tasks[known->second], id});
    }
    for (TaskRow& row : rows) {
        if (job.stopRequested())
            break;
        const Track& first = timeline.track(row.tasks.front().track);
        const bool isFound = byName
            ? std::ranges::all_of(
                row.tasks,
                [&](const TaskTrack& one) { return timeline.track(one.track).parent == first.parent; })
            : alike[stats::pairOf(number(first.parent), number(first.name))] == 1;
        if (isFound)
            row.query =
                stats::queryOf({stats::isEqual(query::Field::kind, "states"),
                                stats::isEqual(query::Field::track, timeline.path(row.tasks.front().track))});
    }
    if (alike.size() > 1'000)
        letGo(std::move(alike));
    return rows;
}

void addTaskColumns(StatTable& table, const std::vector<TaskRow>& rows, bool byName, const Job& job)
{
    const stats::Columns columns(table, rows, job);
    if (byName) {
        columns.addSum("tasks", "tasks", "How many tasks of the name there were.", StatUnit::count,
                       [](const TaskRow& row) { return row.tasks.size(); });
    } else {
        columns.add("spawned_by", "spawned by", "The task that spawned it, where that was recorded.",
                    StatUnit::text, [](const TaskRow& row) { return row.spawnedBy; });
        columns.add("spawn_ns", "spawned", "When it was spawned.", StatUnit::moment,
                    [](const TaskRow& row) { return row.spawnNs; });
        columns.add("drop_ns", "dropped at", "When it was dropped.", StatUnit::moment,
                    [](const TaskRow& row) { return row.dropNs; });
    }
    columns.add("alive", "alive", "How many were not dropped before the end of the range.", StatUnit::count,
                [](const TaskRow& row) { return row.alive; });
    columns.addSum("dropped", "dropped", "How many were dropped within the range.", StatUnit::count,
                   [](const TaskRow& row) { return row.dropped; });
    columns.addSum("polls", "polls", "How often it was polled; those count that overlap the range.",
                   StatUnit::count, [](const TaskRow& row) { return row.polls; });
    columns.add("polls_per_s", "polls/s", "Polls for each second of its life within the range.",
                StatUnit::rate, [](const TaskRow& row) { return row.pollsPerSecond(); });
    columns.addSum("busy_ns", "busy", "For how long it was polled within the range.", StatUnit::span,
                   [](const TaskRow& row) { return row.poll.totalNs; });
    columns.addSum("scheduled_ns", "scheduled", "For how long it had been woken and waited for a worker.",
                   StatUnit::span, [](const TaskRow& row) { return row.wait.totalNs; });
    columns.addSum("created_ns", "created", "From its spawn until it was polled or woken for the first time.",
                   StatUnit::span, [](const TaskRow& row) { return row.createdNs; });
    columns.addSum("idle_ns", "idle",
                   "Its life within the range without the three before: it waited to be woken.",
                   StatUnit::span, [](const TaskRow& row) { return row.idleNs(); });
    columns.add(
        "longest_poll_ns", "longest poll", "The longest poll, also one whose begin or end is not recorded.",
        StatUnit::span, [](const TaskRow& row) { return row.poll.longestNs; },
        [](const TaskRow& row) { return row.poll.longest; });
    columns.add("poll_p50_ns", "poll p50", "Half of the polls took no longer (nearest rank).", StatUnit::span,
                [](const TaskRow& row) { return row.poll.p50; });
    columns.add("poll_p95_ns", "poll p95", "95 of 100 polls took no longer (nearest rank).", StatUnit::span,
                [](const TaskRow& row) { return row.poll.p95; });
    columns.add("wait_p50_ns", "wait p50",
                "Half of the times it was scheduled it waited no longer for a worker.", StatUnit::span,
                [](const TaskRow& row) { return row.wait.p50; });
    columns.add("wait_p95_ns", "wait p95",
                "95 of 100 times it was scheduled it waited no longer for a worker.", StatUnit::span,
                [](const TaskRow& row) { return row.wait.p95; });
    columns.add(
        "wait_max_ns", "longest wait", "The longest it waited for a worker once it was scheduled.",
        StatUnit::span, [](const TaskRow& row) { return row.wait.longestNs; },
        [](const TaskRow& row) { return row.wait.longest; });
    columns.addSum("wakes", "wakes", "How often it was woken.", StatUnit::count,
                   [](const TaskRow& row) { return row.wakes; });
    columns.addSum("late_wakes", "wakes while scheduled",
                   "Wakes that found it scheduled already: they changed nothing.", StatUnit::count,
                   [](const TaskRow& row) { return row.lateWakes; });
    columns.addSum("self_wakes", "self wakes", "How often it woke itself.", StatUnit::count,
                   [](const TaskRow& row) { return row.selfWakes; });
    columns.sortBy("busy_ns");
}

}

StatTable taskTable(const Tables& found, const StatRequest& request, bool byName, const Job& job)
{
    const Timeline& timeline = request.timeline;
    std::vector<TaskRow> rows = taskRows(found, request, byName, job);
    const TaskTableMaker maker(found, request);
    forEachParallel(rows.size(), request.threads, job, [&](std::size_t i) { maker.fill(rows[i], job); });

    StatTable table =
        byName ? StatTable {"task-names", "Tasks by name", "name"} : StatTable {"tasks", "Tasks", "task"};
    std::uint64_t unnamed = 0;
    for (TaskRow& row : rows) {
        if (job.stopRequested())
            break;
        const TaskTrack& first = row.tasks.front();
        table.keys.push_back(byName ? std::string(timeline.name(first.track))
                                    : taskTitle(*first.task, *found.strings));
        table.names.push_back(timeline.track(first.track).name);
        if (!byName)
            table.tracks.push_back(first.track);
        table.queries.push_back(std::move(row.query));
        for (const TaskTrack& one : row.tasks)
            unnamed += one.task->facts ? 0u : 1u;
    }
    addTaskColumns(table, rows, byName, job);
    if (request.only)
        table.remarks.emplace_back("Of slices that fit; wakes and drops are none and count all, and what a task was "
                                   "idle is not told.");
    freeBehind(std::move(rows));
    if (unnamed > 0)
        table.remarks.push_back("Of " + counted(unnamed, "task", "tasks") + " the name was not recorded.");
    return table;
}

}
