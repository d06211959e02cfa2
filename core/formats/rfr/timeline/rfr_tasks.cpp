// The tasks of a recording: their facts, their states from record to record, and who wakes them.
#include "core/base/text.h"
#include "core/formats/rfr/timeline/rfr_analysis.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t(0);

// From so many tasks of a name on they get a group of their own.
constexpr std::size_t kOwnGroup = 8;

// Whoever wants to wake a task later keeps a clone, which a drop or a wake by value uses up. While it is polled a task
// has a waker of its own.
void countWakers(TaskInfo& task, RecordKind kind)
{
    const bool isByRef = kind == RecordKind::wakerWakeByRef;
    if (kind == RecordKind::wakerClone) {
        ++task.wakers;
        task.clonedLast = true;
    } else if (task.wakers == 0) {
        task.lacksClones |= !isByRef || task.state != TaskState::polling;
    } else if (!isByRef) {
        --task.wakers;
    }
}

}

const TaskInfo* Tables::taskAt(std::uint64_t iid, Micros micros) const
{
    const auto found = taskByIid.find(iid);
    if (found == taskByIid.end())
        return nullptr;
    std::uint32_t index = found->second;
    while (tasks[index].previous != kNone && tasks[index].spawn.value_or(0) > micros)
        index = tasks[index].previous;
    return &tasks[index];
}

const SpanInfo* Tables::span(std::uint64_t iid) const
{
    const auto found = spanByIid.find(iid);
    return found == spanByIid.end() ? nullptr : &spans[found->second];
}

const std::string* Tables::worker(std::uint64_t sequence) const
{
    const auto found = workers.find(sequence);
    return found == workers.end() ? nullptr : &found->second;
}

TaskInfo* Analysis::findTask(std::uint64_t iid)
{
    LookedUp& recent = m_lookedUp[(iid * 0x9e3779b97f4a7c15u) >> 56];
    if (recent.index != kNone && recent.iid == iid)
        return &m_found.tasks[recent.index];
    const auto found = m_found.taskByIid.find(iid);
    if (found == m_found.taskByIid.end())
        return nullptr;
    recent = {iid, found->second};
    return &m_found.tasks[found->second];
}

TaskFacts Analysis::taskFacts(const Piece& piece, const Sequence& sequence, const ObjectEntry& object)
{
    const TaskObject task = piece.object(sequence, object, readTaskObject);
    return {task.taskId, task.callsite, m_builder.intern(toValidUtf8(task.name)),
            m_builder.intern(task.kind.text()), task.context};
}

StringId Analysis::displayName(const TaskInfo& task)
{
    return task.facts ? task.facts->shownName() : m_unnamed;
}

void Analysis::setFacts(TaskInfo& task, const TaskFacts& facts)
{
    task.facts = facts;
    Track& track = m_builder.changeTrack(task.track);
    track.name = displayName(task);
    track.number = facts.taskId;
    // What blocks has no name of its own, so a line for each tells nothing.
    groupByName(task.track, track.name, isUnnamedBlocking(task) ? 1 : kOwnGroup);
}

// Many tasks of one name, `from` of them, get a group of their own below "tasks".
void Analysis::groupByName(TrackId track, StringId name, std::size_t from)
{
    auto& tracks = m_tracksByName[number(name)];
    const std::string groupName = "tasks/" + std::string(m_builder.text(name));
    const auto own = m_groupByName.find(number(m_builder.intern(groupName)));
    if (own != m_groupByName.end()) {
        m_builder.changeTrack(track).parent = own->second;
        return;
    }
    tracks.push_back(track);
    if (tracks.size() < from)
        return;
    const TrackId created = group(groupName);
    Track& changed = m_builder.changeTrack(created);
    changed.parent = group("tasks");
    changed.name = name;
    for (const TrackId member : tracks)
        m_builder.changeTrack(member).parent = created;
    tracks.clear();
    tracks.shrink_to_fit();
}

TaskInfo& Analysis::newTask(std::uint64_t iid, const MergedRecord& record)
{
    TaskInfo task;
    task.iid = iid;
    if (const auto found = m_found.taskByIid.find(iid); found != m_found.taskByIid.end()) {
        task.previous = found->second;
        task.instance = m_found.tasks[found->second].instance + 1;
    }
    const auto index = static_cast<std::uint32_t>(m_found.tasks.size());
    const std::int64_t beginNs = nanoseconds(record.micros).value_or(0);
    Track track {.parent = group("tasks"), .name = m_unnamed, .key = task.key(), .kind = TrackKind::states};
    track.life = {beginNs, beginNs};
    if (record.kind != RecordKind::taskNew)
        track.flags = slice::kOpenStart;
    task.track = m_builder.addTrack(track);
    task.row = m_builder.addRow(task.track);
    m_found.taskByIid[iid] = index;
    m_lookedUp[(iid * 0x9e3779b97f4a7c15u) >> 56] = {iid, index};
    m_found.taskByKey[task.key()] = index;
    m_found.tasks.push_back(task);
    TaskInfo& added = m_found.tasks.back();
    const ObjectEntry* const object = record.sequence->object(iid, true);
    const auto stray = m_strayTasks.extract(iid);
    if (object)
        setFacts(added, taskFacts(*record.piece, *record.sequence, *object));
    else if (stray)
        setFacts(added, stray.mapped());
    return added;
}

TaskInfo& Analysis::taskFor(const MergedRecord& record)
{
    TaskInfo* const task = findTask(record.id);
    const bool again = task && task->dropped && record.kind == RecordKind::taskNew;
    return task && !again ? *task : newTask(record.id, record);
}

// Ends the present interval of a task and draws it.
void Analysis::closeInterval(TaskInfo& task, Micros now, std::uint8_t flags)
{
    const Micros length = now > task.since ? now - task.since : 0;
    if (task.state == TaskState::polling) {
        task.busy += length;
        task.longestPoll = std::max(task.longestPoll, length);
        // One that began before what is counted and reaches into it.
        if (!(flags & slice::kOpenStart) && !counts(task.since, task.since) && counts(task.since, now))
            ++task.polls;
    } else if (task.state == TaskState::scheduled) {
        task.scheduled += length;
    } else if (task.state == TaskState::created) {
        task.created += length;
    } else {
        task.idle += task.state == TaskState::idle ? length : 0;
        return; // idle is what is between the slices
    }
    add(task.row, task.since, now, stateName(task.state), task.sinceRef, flags);
}

void Analysis::enter(TaskInfo& task, TaskState state, Micros now, RecordRef ref, std::uint8_t flags)
{
    closeInterval(task, now, flags);
    task.state = state;
    task.since = now;
    task.sinceRef = ref;
    task.woken = false;
}

void Analysis::processTask(const MergedRecord& record)
{
    TaskInfo& task = taskFor(record);
    const Micros now = record.micros;
    m_builder.changeTrack(task.track).life.endNs = nanoseconds(now).value_or(0);
    switch (record.kind) {
    case RecordKind::taskNew:
        if (task.seen || task.dropped)
            break;
        task.seen = true;
        task.spawn = now;
        if (task.state == TaskState::none)
            enter(task, TaskState::created, now, record.ref());
        break;
    case RecordKind::taskPollStart:
        if (counts(now, now))
            ++task.polls;
        if (!task.dropped && task.state != TaskState::polling)
            enter(task, TaskState::polling, now, record.ref());
        task.seen = true;
        task.clonedLast = false;
        pollStarted(record, task);
        break;
    case RecordKind::taskPollEnd:
        pollEnded(record, task);
        if (!task.seen && !task.dropped) {
            // Nothing was seen before: it was polling when the recording began, and a wake came while it did.
            const bool woken = task.state == TaskState::scheduled;
            const RecordRef wake = task.sinceRef;
            task.state = TaskState::polling;
            task.since = *m_found.start;
            task.sinceRef = record.ref();
            m_builder.changeTrack(task.track).life.startNs = nanoseconds(task.since).value_or(0);
            enter(task, woken ? TaskState::scheduled : TaskState::idle, now, woken ? wake : record.ref(),
                  slice::kOpenStart);
            task.seen = true;
        } else if (task.state == TaskState::polling && !task.dropped) {
            const bool woken = task.woken;
            enter(task, woken ? TaskState::scheduled : TaskState::idle, now,
                  woken ? task.wakeRef : record.ref());
        }
        break;
    default: // TaskDrop
        if (task.dropped)
            break;
        if (task.state == TaskState::polling)
            pollEnded(record, task);
        enter(task, TaskState::none, now, record.ref());
        task.dropped = true;
        task.drop = now;
        break;
    }
}

// A wake by another task. The runtime's own ones wake for timers and devices, and for a task that just yielded.
bool Analysis::isCall(const TaskInfo& task, const Waker& waker)
{
    const TaskInfo* const by =
        waker.context && *waker.context != task.iid ? findTask(*waker.context) : nullptr;
    return by && !isUnnamedBlocking(*by);
}

void Analysis::processWaker(const MergedRecord& record)
{
    if (!isWake(record.kind)) {
        m_found.clones += record.kind == RecordKind::wakerClone ? 1u : 0u;
        if (TaskInfo* const task = findTask(record.id))
            countWakers(*task, record.kind);
        return;
    }
    TaskInfo& task = taskFor(record);
    countWakers(task, record.kind);
    const Waker waker = record.piece->payload(*record.sequence, record.record, readWaker);
    if (counts(record.micros, record.micros)) {
        ++task.wakes;
        task.selfWakes += waker.context == task.iid ? 1u : 0u;
        task.calls += isCall(task, waker) ? 1u : 0u;
        task.lateWakes += !task.dropped && task.state == TaskState::scheduled ? 1u : 0u;
    }
    if (task.dropped || task.state == TaskState::scheduled)
        return;
    if (task.state == TaskState::polling) {
        if (!task.woken)
            task.wakeRef = record.ref();
        task.woken = true;
        return;
    }
    m_builder.changeTrack(task.track).life.endNs = nanoseconds(record.micros).value_or(0);
    enter(task, TaskState::scheduled, record.micros, record.ref());
}

}
