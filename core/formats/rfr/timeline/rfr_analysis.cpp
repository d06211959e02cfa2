#include "core/formats/rfr/timeline/rfr_analysis.h"

#include "core/base/limits.h"
#include "core/base/pace.h"
#include "core/base/text.h"

#include <algorithm>
#include <unordered_set>

namespace traceglass::rfr {

namespace {

constexpr std::string_view kWorkerName = "worker ";

// There are hundreds of tasks: waiting for a whole pack each, they would hold three times what is kept of
// them.
constexpr std::size_t kSlicesAPiece = 2048;

std::size_t levelRow(std::uint8_t level)
{
    constexpr int kRows = 5;
    return static_cast<std::size_t>(std::clamp((level - 10) / 10, 0, kRows - 1));
}

}

Analysis::Analysis(const Recording& recording, std::function<void(Diagnostic)> report,
                   std::optional<TimeRange> counted)
    : m_recording(recording)
    , m_missing(recording.timesWithoutChunk())
    , m_report(std::move(report))
    , m_counted(counted)
{
    m_builder.packEach(kSlicesAPiece);
    m_unnamed = m_builder.intern("task");
    for (const char* name :
         {"tasks", "spans", "workers", "events"}) // groups in the order in which they are shown
        group(name);
}

Result<void> Analysis::run(std::vector<std::uint32_t> order, unsigned threads, Job& job,
                           const std::function<void(TimelinePtr, Micros)>& publish)
{
    PieceReader pieces(m_recording, std::move(order), threads, job);
    const auto nextPiece = [&] {
        PiecePtr piece = pieces.next();
        if (piece) {
            takePiece(piece);
            // A stream advances by bytes, a recording by chunks.
            job.advance(m_recording.isStream()
                            ? piece->decoded.sequences.front().end - piece->decoded.sequences.front().offset
                            : 1);
        }
        return piece;
    };
    Merger merger(nextPiece, [&](RecordKind kind, std::uint64_t id) { return rank(kind, id); });
    MergedRecord record;
    Pace pace;
    for (std::uint64_t count = 0; merger.next(record); ++count) {
        process(record);
        if ((count & 4095) != 4095)
            continue;
        if (job.stopRequested())
            break;
        if (publish && pace.isDue())
            pace.show([&] { publish(snapshot(false), m_now); });
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    if (pieces.sawCut() || m_recording.sources.faults() > 0)
        return fail(Code::FileChanged, m_recording.path.string());
    return {};
}

void Analysis::takePiece(const PiecePtr& piece)
{
    const auto isError = [](const Diagnostic& each) { return each.severity == Severity::error; };
    if (!piece->isStream && std::ranges::any_of(piece->decoded.diagnostics, isError))
        loseTime(m_recording.chunks[piece->chunk].interval());
    for (const Diagnostic& diagnostic : piece->decoded.diagnostics)
        m_report(diagnostic);
    for (const Sequence& sequence : piece->decoded.sequences) {
        for (const ObjectEntry& object : sequence.objects) {
            if (object.task) {
                TaskInfo* const task = findTask(object.iid);
                if (!task)
                    m_strayTasks.try_emplace(object.iid, taskFacts(*piece, sequence, object));
                else if (!task->facts)
                    setFacts(*task, taskFacts(*piece, sequence, object));
                continue;
            }
            const auto span = m_found.spanByIid.find(object.iid);
            const SpanObject read = piece->object(sequence, object, readSpanObject);
            m_found.noteFields(read.callsite, read.dynamic);
            if (span == m_found.spanByIid.end())
                m_straySpans.try_emplace(object.iid, SpanFacts {read.callsite, read.parent});
            else if (!m_found.spans[span->second].facts)
                setFacts(m_found.spans[span->second], {read.callsite, read.parent});
        }
    }
}

// Of a damaged chunk what lies behind the fault cannot be found: that may be records of any time, of some threads.
void Analysis::loseTime(const TimeRange& time)
{
    m_missing.insert(std::ranges::upper_bound(m_missing, time.endNs, {}, &TimeRange::endNs), time);
}

bool Analysis::counts(Micros start, Micros end) const
{
    if (!m_counted)
        return true;
    const auto startNs = nanoseconds(start);
    const auto endNs = nanoseconds(end);
    return startNs && endNs && overlaps(*startNs, *endNs, *m_counted);
}

void Tables::noteFields(std::uint64_t callsite, const std::vector<NamedValue>& dynamic)
{
    for (const NamedValue& field : dynamic) {
        auto& names = dynamicFields[callsite];
        if (names.size() < kDynamicNames && !names.contains(field.name))
            names.emplace(field.name);
    }
}

int Analysis::rank(RecordKind kind, std::uint64_t id)
{
    if (isWaker(kind))
        return 1;
    if (isTask(kind)) {
        const TaskInfo* const task = findTask(id);
        const bool polling = task && !task->dropped && task->state == TaskState::polling;
        switch (kind) {
        case RecordKind::taskNew: return !task || task->dropped || !task->seen ? 0 : kNoRank;
        case RecordKind::taskPollEnd: return polling ? 2 : kNoRank;
        case RecordKind::taskPollStart: return polling ? kNoRank : 3;
        default: return polling ? kNoRank : 4; // TaskDrop
        }
    }
    const auto found = m_found.spanByIid.find(id);
    const std::uint64_t depth = found == m_found.spanByIid.end() ? 0 : m_found.spans[found->second].depth;
    switch (kind) {
    case RecordKind::spanNew: return 0;
    case RecordKind::spanEnter: return 1;
    case RecordKind::spanExit: return depth > 0 ? 2 : kNoRank;
    default: return depth == 0 ? 3 : kNoRank; // SpanClose
    }
}

void Analysis::process(const MergedRecord& record)
{
    m_now = record.micros;
    ++m_found.records;
    m_found.start = std::min(m_found.start.value_or(m_now), m_now);
    m_found.end = std::max(m_found.end.value_or(m_now), m_now);
    if (!nanoseconds(m_now))
        m_report(diagnose(Code::RfrTimeOutOfRange, {}, record.piece->range(*record.sequence, record.record)));
    if (isTask(record.kind))
        processTask(record);
    else if (isWaker(record.kind))
        processWaker(record);
    else if (isSpan(record.kind))
        processSpan(record);
    else if (record.kind == RecordKind::event)
        processEvent(record);
}

void Analysis::add(RowId row, Micros start, Micros end, StringId name, RecordRef ref, std::uint8_t flags)
{
    const auto startNs = nanoseconds(start);
    const auto endNs = nanoseconds(end);
    // What lasts over a missing or damaged chunk may have ended in it, and begun again.
    if (startNs && endNs && !m_missing.empty()) {
        const auto missing = std::ranges::upper_bound(m_missing, *startNs, {}, &TimeRange::endNs);
        if (missing != m_missing.end() && missing->startNs < *endNs)
            flags |= slice::kApproximate;
    }
    if (startNs && endNs && !m_counted)
        m_builder.add(row, {*startNs, *endNs, name, flags, ref});
}

TrackId Analysis::group(std::string_view name)
{
    const StringId id = m_builder.intern(name);
    const auto found = m_groupByName.find(number(id));
    if (found != m_groupByName.end())
        return found->second;
    const TrackId track = m_builder.addTrack(
        {.name = id, .key = number(id), .kind = TrackKind::group, .flags = group_flag::kByActivity});
    m_groupByName.emplace(number(id), track);
    return track;
}

// --- threads

WorkerInfo& Analysis::workerFor(const MergedRecord& record)
{
    if (record.sequence->id == m_lastSequence && !m_workers.empty())
        return m_workers[m_lastWorker];
    const auto [found, isNew] =
        m_workerById.try_emplace(record.sequence->id, static_cast<std::uint32_t>(m_workers.size()));
    m_lastSequence = record.sequence->id;
    m_lastWorker = found->second;
    if (isNew)
        m_workers.emplace_back().id = record.sequence->id;
    return m_workers[found->second];
}

void Analysis::nameWorker(WorkerInfo& worker, std::string name)
{
    worker.named = true;
    m_builder.changeTrack(worker.track).name = m_builder.intern(name);
    m_found.workers[worker.id] = std::move(name);
}

void Analysis::pollStarted(const MergedRecord& record, const TaskInfo& task)
{
    WorkerInfo& worker = workerFor(record);
    if (TaskInfo* const around = worker.poll ? findTask(worker.poll->iid) : nullptr)
        around->runsOthers = true;
    worker.poll = {record.id, record.micros, record.ref()};
    worker.entered.enter({record.id, true});
    if (m_recording.isStream())
        return; // a stream does not say which thread a record is from
    if (worker.track == kNoTrack) {
        Track track {
            .parent = group("workers"), .number = worker.id, .key = worker.id, .kind = TrackKind::worker};
        track.name = m_builder.intern("thread");
        worker.track = m_builder.addTrack(track);
        worker.row = m_builder.addRow(worker.track);
        m_found.workers[worker.id] = "thread";
    }
    if (worker.named || !task.facts)
        return;
    // Worker threads are recorded as unnamed blocking tasks that are polled all the time; the tasks they run
    // are polled inside. block_on is the thread that started the runtime.
    const std::string_view kind = m_builder.text(task.facts->kind);
    if (kind == "task")
        nameWorker(worker, std::string(kWorkerName) + std::to_string(m_workerNumber++));
    else if (kind == "block_on" || kind == "local")
        nameWorker(worker, "main");
}

void Analysis::pollEnded(const MergedRecord& record, const TaskInfo& task)
{
    WorkerInfo& worker = workerFor(record);
    worker.entered.leave({record.id, true});
    if (!worker.poll || worker.poll->iid != record.id)
        return;
    if (!m_recording.isStream())
        addPoll(worker, *worker.poll, record.micros, displayName(task), 0);
    worker.poll.reset();
}

void Analysis::addPoll(WorkerInfo& worker, const WorkerInfo::Poll& poll, Micros end, StringId name,
                       std::uint8_t flags)
{
    const bool isOther = worker.onlyTask.value_or(poll.iid) != poll.iid;
    if (isOther && counts(poll.since, end))
        ++worker.switches;
    worker.ranOthers = worker.ranOthers || isOther;
    worker.onlyTask = poll.iid;
    add(worker.row, poll.since, end, name, poll.ref, flags);
}

// --- events

void Analysis::processEvent(const MergedRecord& record)
{
    ++m_found.events;
    const Event event = record.piece->payload(*record.sequence, record.record, readEvent);
    m_found.noteFields(event.callsite, event.dynamic);
    auto [found, isNew] = m_eventCallsites.try_emplace(event.callsite);
    EventCallsite& known = found->second;
    if (!known.callsite) // in a stream it may come late
        known.callsite = m_recording.callsite(event.callsite);
    const Callsite* const site = known.callsite;
    if (isNew) {
        known.name = m_builder.intern(m_recording.callsiteName(event.callsite));
        known.levelRow = site ? levelRow(site->level) : 0;
    }
    StringId label = known.name;
    if (m_builder.textBytes() < limits::kLabelBytes) {
        eachField(site, event, [&](std::string_view name, const WireValue& value) {
            if (name == "message")
                label = m_builder.intern(shortened(toValidUtf8(valueText(value)), 200));
        });
    }
    if (m_eventRows.empty()) {
        const TrackId track = m_builder.addTrack(
            {.parent = group("events"), .name = m_builder.intern("events"), .kind = TrackKind::events});
        for (int i = 0; i < 5; ++i)
            m_eventRows.push_back(m_builder.addRow(track));
    }
    add(m_eventRows[known.levelRow], record.micros, record.micros, label, record.ref(), 0);
}

// --- the end

TimelinePtr Analysis::snapshot(bool complete)
{
    TimeRange range;
    if (m_found.start) {
        range.startNs = nanoseconds(*m_found.start).value_or(0);
        range.endNs = nanoseconds(*m_found.end).value_or(0);
    }
    return m_builder.snapshot(range, m_found.records, complete);
}

TimelinePtr Analysis::finish(bool complete)
{
    const Micros end = m_found.end.value_or(0);
    for (TaskInfo& task : m_found.tasks) {
        if (task.dropped)
            continue;
        closeInterval(task, end, slice::kOpenEnd);
        Track& track = m_builder.changeTrack(task.track);
        track.life.endNs = nanoseconds(end).value_or(track.life.endNs);
        track.flags |= slice::kOpenEnd;
    }
    for (SpanInfo& span : m_found.spans) {
        if (!span.closed)
            closePart(span, end, slice::kOpenEnd);
    }
    for (WorkerInfo& worker : m_workers) {
        const TaskInfo* const task = worker.poll ? findTask(worker.poll->iid) : nullptr;
        if (task && !m_recording.isStream())
            addPoll(worker, *worker.poll, end, displayName(*task), slice::kOpenEnd);
    }
    for (const WorkerInfo& worker : m_workers)
        m_found.switches[worker.id] = worker.switches;
    // Workers were numbered as they turned up; in the end they are numbered as their threads are.
    std::vector<WorkerInfo*> numbered;
    for (WorkerInfo& worker : m_workers) {
        if (worker.named && m_found.workers[worker.id].starts_with(kWorkerName))
            numbered.push_back(&worker);
    }
    std::ranges::sort(numbered, {}, &WorkerInfo::id);
    for (std::size_t i = 0; i < numbered.size(); ++i)
        nameWorker(*numbered[i], std::string(kWorkerName) + std::to_string(i));
    setWorkersAside();
    m_found.strings = m_builder.strings();
    return snapshot(complete);
}

bool Analysis::isUnnamedBlocking(const TaskInfo& task) const
{
    return task.facts && task.facts->name == StringId {} && m_builder.text(task.facts->kind) == "blocking";
}

// The runtime's threads are recorded as tasks that are polled all the time. They are not what anybody wrote,
// and their bars say nothing: they get a group of their own behind the workers, with the threads that ran
// nothing else. Idle ones never poll another task, but the runtime made them before any other task could be.
void Analysis::setWorkersAside()
{
    std::optional<std::uint64_t> firstOther;
    for (const TaskInfo& task : m_found.tasks) {
        if (task.facts && !isUnnamedBlocking(task))
            firstOther = std::min(firstOther.value_or(task.facts->taskId), task.facts->taskId);
    }
    std::unordered_set<std::uint64_t> own;
    TrackId aside = kNoTrack;
    const auto setAside = [&](TrackId track) {
        if (aside == kNoTrack) {
            const TrackId workers = group("workers");
            aside = group("workers/own tasks");
            Track& made = m_builder.changeTrack(aside);
            made.parent = workers;
            made.name = m_builder.intern("own tasks");
            made.flags |= group_flag::kAside;
        }
        m_builder.changeTrack(track).parent = aside;
    };
    for (const TaskInfo& task : m_found.tasks) {
        if (!isUnnamedBlocking(task) || !(task.runsOthers || task.facts->taskId < firstOther.value_or(0)))
            continue;
        own.insert(task.iid);
        setAside(task.track);
    }
    for (const WorkerInfo& worker : m_workers) {
        if (worker.track != kNoTrack && worker.onlyTask && !worker.ranOthers
            && own.contains(*worker.onlyTask))
            setAside(worker.track);
    }
}

}
