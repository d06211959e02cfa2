#include "core/formats/rfr/findings/rfr_task_look.h"

#include "core/base/workers.h"
#include "core/findings/gathering.h"
#include "core/logs/log_template.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <unordered_map>

namespace traceglass::rfr {

namespace {

constexpr std::uint64_t kSlicesAtOnce = 1'000'000; // a thread has its own counts for so many

struct LookBatch // of the tasks of one name
{
    std::size_t name = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Where the last poll of a dropped task begins, if it had others.
std::optional<std::int64_t> dropPollOf(const Timeline& timeline, const TaskOnTrack& of)
{
    if (!of.task->dropped || of.task->polls < 2)
        return {};
    const RowId row = timeline.track(of.track).firstRow;
    std::int64_t before = timeline.range.endNs;
    for (int tries = 0; row != kNoRow && tries < 4; ++tries) { // what may stand behind it is one wait
        const auto slice = timeline.sliceBefore(row, addSaturating(before, tries == 0 ? 1 : 0));
        if (!slice)
            return {};
        if (slice->name == stateName(TaskState::polling))
            return slice->startNs;
        before = slice->startNs;
    }
    return {};
}

struct LookCounts // of a thread
{
    stats::Counts polls, waits, starts;
    findings::Level ready, longReady;
    std::int64_t latestNs =
        std::numeric_limits<std::int64_t>::min(); // when the last of those came that were polled
};

}

bool isAside(const Timeline& timeline, TrackId track)
{
    const TrackId group = timeline.track(track).parent;
    return group != kNoTrack && (timeline.track(group).flags & group_flag::kAside) != 0;
}

TaskLook::TaskLook(const Tables& tables, const findings::RowWalk& walk, const Lengths& lengths)
    : m_tables(tables)
    , m_walk(walk)
    , m_lengths(lengths)
    , m_ready(walk.timeline().range, lengths.stepNs)
    , m_longReady(walk.timeline().range, lengths.stepNs)
{
    const Timeline& timeline = walk.timeline();
    std::unordered_map<StringId, std::size_t> known;
    for (std::size_t i = 0; i < timeline.trackCount() && !walk.isStopped(); ++i) {
        const auto id = TrackId(static_cast<std::uint32_t>(i));
        const Track& track = timeline.track(id);
        const auto task =
            track.kind == TrackKind::states ? tables.taskByKey.find(track.key) : tables.taskByKey.end();
        if (task == tables.taskByKey.end())
            continue;
        const TaskInfo& info = tables.tasks[task->second];
        const std::string_view kind =
            info.facts ? tables.strings->text(info.facts->kind) : std::string_view();
        if (kind == "blocking" || kind == "block_on")
            continue;
        const auto [found, isNew] = known.try_emplace(track.name, m_names.size());
        if (isNew)
            m_names.emplace_back().name = timeline.text(track.name);
        const bool mayBeForgotten = info.spawn && !info.dropped && info.polls == 0;
        m_names[found->second].tasks.push_back({&info, id, mayBeForgotten});
    }
    joinNumbered();
    countWorkers();
}

void TaskLook::joinNumbered()
{
    constexpr std::size_t kMany = 5;
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < m_names.size(); ++i)
        alike[logs::logTemplate(m_names[i].name)].push_back(i);
    for (const auto& [name, numbers] : alike) {
        if (numbers.size() < kMany)
            continue;
        NameLook& first = m_names[numbers.front()];
        first.name = name;
        for (const std::size_t later : std::span(numbers).subspan(1)) {
            std::vector<TaskOnTrack>& tasks = m_names[later].tasks;
            first.tasks.insert(first.tasks.end(), tasks.begin(), tasks.end());
            tasks.clear();
        }
    }
    std::erase_if(m_names, [](const NameLook& each) { return each.tasks.empty(); });
}

bool TaskLook::isThread(const TaskInfo& task) const
{
    const auto micros = static_cast<Micros>(std::max<std::int64_t>(durationNs() / 1'000, 0));
    return task.track != kNoTrack && isAside(m_walk.timeline(), task.track) && task.busy > micros / 2;
}

void TaskLook::countWorkers()
{
    const std::int64_t threads =
        std::ranges::count_if(m_tables.tasks, [this](const TaskInfo& task) { return isThread(task); });
    m_workers = threads > 0 ? threads : static_cast<std::int64_t>(m_tables.workers.size());
}

void TaskLook::read(unsigned threads, Job& job)
{
    const Timeline& timeline = m_walk.timeline();
    std::vector<LookBatch> batches;
    for (std::size_t name = 0; name < m_names.size(); ++name) {
        std::uint64_t slices = 0;
        LookBatch batch {name};
        const auto& tasks = m_names[name].tasks;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            slices += timeline.sliceCount(timeline.track(tasks[i].track).firstRow);
            batch.end = i + 1;
            if (slices >= kSlicesAtOnce || i + 1 == tasks.size()) {
                batches.push_back(batch);
                batch.begin = i + 1;
                slices = 0;
            }
        }
    }
    std::mutex mutex; // of the names
    Idle<LookCounts> idle;
    job.start(batches.size());
    forEachParallel(batches.size(), threads, job, [&](std::size_t i) {
        const LookBatch& batch = batches[i];
        auto counts = idle.take([&] {
            auto fresh = std::make_unique<LookCounts>();
            fresh->ready = findings::Level(timeline.range, m_ready.stepNs());
            fresh->longReady = fresh->ready;
            return fresh;
        });
        NameLook sums;
        for (std::size_t at = batch.begin; at < batch.end && !job.stopRequested(); ++at) {
            const TaskOnTrack& of = m_names[batch.name].tasks[at];
            if (of.isForgotten)
                continue;
            const std::int64_t dropPoll = dropPollOf(timeline, of).value_or(kNoInteger);
            m_walk.each(timeline.track(of.track).firstRow, 0, [&](const findings::SeenSlice& slice) {
                const std::int64_t ns = slice.time.lengthNs();
                if (slice.name == stateName(TaskState::polling)) {
                    if (slice.time.startNs == dropPoll)
                        return;
                    sums.pollNs = addSaturating(sums.pollNs, ns);
                    sums.longestPollNs = std::max(sums.longestPollNs, ns);
                    if (slice.isClosed())
                        counts->polls.add(ns);
                    return;
                }
                const bool isWait = slice.name == stateName(TaskState::scheduled);
                std::int64_t& waited = isWait ? sums.waitNs : sums.startNs;
                waited = addSaturating(waited, ns);
                if (slice.isClosed()) {
                    (isWait ? counts->waits : counts->starts).add(ns);
                    counts->latestNs = std::max(counts->latestNs, slice.time.startNs);
                }
                counts->ready.add(slice.time);
                if (ns >= m_lengths.longWaitNs)
                    counts->longReady.add(slice.time);
            });
        }
        sums.polls = counts->polls.take();
        sums.waits = counts->waits.take();
        sums.starts = counts->starts.take();
        job.advance();
        idle.give(std::move(counts));
        const std::lock_guard lock(mutex);
        NameLook& name = m_names[batch.name];
        name.polls = stats::merged(name.polls, sums.polls);
        name.waits = stats::merged(name.waits, sums.waits);
        name.starts = stats::merged(name.starts, sums.starts);
        name.pollNs = addSaturating(name.pollNs, sums.pollNs);
        name.waitNs = addSaturating(name.waitNs, sums.waitNs);
        name.startNs = addSaturating(name.startNs, sums.startNs);
        name.longestPollNs = std::max(name.longestPollNs, sums.longestPollNs);
    });
    std::int64_t latestNs = std::numeric_limits<std::int64_t>::min();
    for (const auto& counts : idle.all()) {
        m_ready.add(counts->ready);
        m_longReady.add(counts->longReady);
        latestNs = std::max(latestNs, counts->latestNs);
    }
    forget(latestNs);
}

void TaskLook::forget(std::int64_t latestNs)
{
    for (NameLook& name : m_names) {
        for (TaskOnTrack& of : name.tasks) {
            if (!of.isForgotten)
                continue;
            of.isForgotten = subtractSaturating(latestNs, nanoseconds(*of.task->spawn).value_or(0))
                >= m_lengths.forgottenNs;
            eachWait(of, [&](const findings::SeenSlice& wait) {
                name.startNs = addSaturating(name.startNs, wait.time.lengthNs());
                m_ready.add(wait.time);
                if (wait.time.lengthNs() >= m_lengths.longWaitNs)
                    m_longReady.add(wait.time);
            });
        }
    }
}

void TaskLook::eachPoll(const NameLook& name, std::int64_t atLeastNs, const SeePoll& see) const
{
    const Timeline& timeline = m_walk.timeline();
    for (const TaskOnTrack& of : name.tasks) {
        if (m_walk.isStopped())
            return;
        const std::int64_t dropPoll = dropPollOf(timeline, of).value_or(kNoInteger);
        m_walk.each(timeline.track(of.track).firstRow, atLeastNs, [&](const findings::SeenSlice& slice) {
            if (slice.name == stateName(TaskState::polling) && slice.time.startNs != dropPoll)
                see(of, slice);
        });
    }
}

findings::Level TaskLook::readyIn(std::int64_t stepNs) const
{
    findings::Level out(m_walk.timeline().range, stepNs);
    for (const NameLook& name : m_names)
        for (const TaskOnTrack& of : name.tasks)
            eachWait(of, [&](const findings::SeenSlice& wait) { out.add(wait.time); });
    return out;
}

TaskLook::Within TaskLook::within(const NameLook& name, const std::vector<TimeRange>& ranges) const
{
    Within out;
    for (const TaskOnTrack& of : name.tasks)
        eachWait(of, [&](const findings::SeenSlice& wait) {
            std::int64_t& waited = wait.name == stateName(TaskState::scheduled) ? out.waitNs : out.startNs;
            waited = addSaturating(waited, findings::overlapNs(wait.time, ranges));
        });
    return out;
}

}
