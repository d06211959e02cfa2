// Finding slices and tasks in a timeline, and the wakes and spawns drawn for a selected slice.
#include "core/base/text.h"
#include "core/formats/rfr/timeline/rfr_describer.h"

#include <algorithm>

namespace traceglass::rfr {

namespace {

// What one poll is followed through: a chunk is a second, and a thread's own task is polled for hours.
constexpr std::size_t kPiecesFollowed = 64;

}

// --- finding

std::optional<RowSlice> Describer::find(const SliceId& id) const
{
    const auto slice = m_timeline.findSlice(id);
    if (!slice)
        return {};
    const TrackId track = *m_timeline.findTrack(id.kind, id.trackKey);
    return RowSlice {track, m_timeline.rows(track)[id.row], *slice};
}

const TaskInfo* Describer::taskOf(const Track& track) const
{
    if (!m_tables)
        return nullptr;
    const auto found = m_tables->taskByKey.find(track.key);
    return found == m_tables->taskByKey.end() ? nullptr : &m_tables->tasks[found->second];
}

const TaskInfo* Describer::taskAt(std::uint64_t iid, std::int64_t timeNs) const
{
    return m_tables ? m_tables->taskAt(iid, static_cast<Micros>(timeNs / 1000)) : nullptr;
}

std::string Describer::title(const TaskInfo& task) const
{
    if (!task.facts)
        return "task " + hexNumber(task.iid);
    return std::string(m_tables->strings->text(task.facts->shownName())) + " #"
        + std::to_string(task.facts->taskId);
}

// The slice of a task that covers a moment, or began last before it.
std::optional<RowSlice> Describer::taskSlice(const TaskInfo& task, std::int64_t timeNs) const
{
    const RowId row =
        number(task.track) < m_timeline.trackCount() ? m_timeline.track(task.track).firstRow : kNoRow;
    if (row == kNoRow)
        return {};
    auto slice = m_timeline.sliceAt(row, timeNs);
    if (!slice)
        slice = m_timeline.sliceBefore(row, timeNs + 1);
    return slice ? std::optional(RowSlice {task.track, row, *slice}) : std::nullopt;
}

std::optional<DetailLink> Describer::linkTo(const TaskInfo& task, std::int64_t timeNs) const
{
    const auto found = taskSlice(task, timeNs);
    if (!found)
        return {};
    return DetailLink {SliceId {TrackKind::states, task.key(), 0, found->slice.startNs, found->slice.ref}};
}

std::string Describer::onWorker(const PieceRecord& record) const
{
    if (!record || m_recording.isStream() || !m_tables)
        return {};
    const std::string* const name = m_tables->worker(record.sequence->id);
    return "on " + (name ? *name : "seq " + std::to_string(record.sequence->id));
}

PieceRecord Describer::continued(const PieceRecord& record, Micros until, std::size_t& pieces) const
{
    const auto firstOf = [](const PiecePtr& piece, std::uint64_t thread) -> PieceRecord {
        for (const Sequence& sequence : piece->decoded.sequences) {
            if (sequence.id == thread && sequence.size() > 0)
                return {piece, &sequence, 0};
        }
        return {};
    };
    if (pieces == 0)
        return {};
    if (m_recording.isStream()) {
        --pieces;
        const std::uint64_t next = record.sequence->end;
        const PiecePtr piece = m_reader.pieceAt(record.piece->source, next, m_job);
        const bool isNext = piece && piece->decoded.sequences.front().offset == next;
        return isNext ? firstOf(piece, record.sequence->id) : PieceRecord {};
    }
    const auto& order = m_recording.byTime;
    auto chunk = std::ranges::find(order, record.piece->chunk);
    for (; pieces > 0 && chunk != order.end() && ++chunk != order.end();) {
        const ChunkHeader& header = m_recording.chunks[*chunk].header;
        if (header.absolute(header.startMicros) > until)
            break;
        --pieces;
        const PiecePtr piece = m_reader.piece(*chunk, m_job);
        if (const PieceRecord found = piece ? firstOf(piece, record.sequence->id) : PieceRecord {})
            return found;
    }
    return {};
}

// --- flows

std::vector<Flow> Describer::flows(const SliceId& id) const
{
    std::vector<Flow> out;
    const auto found = find(id);
    if (!found || m_timeline.track(found->track).kind != TrackKind::states || !m_tables)
        return out;
    const TaskInfo* const task = taskOf(m_timeline.track(found->track));
    if (!task)
        return out;
    const auto add = [&](Flow::Kind kind, const TaskInfo& from, std::int64_t fromNs, const TaskInfo& to,
                         std::int64_t toNs) {
        if (out.size() < Flow::kAtMost)
            out.push_back({kind, TrackKind::states, from.key(), fromNs, TrackKind::states, to.key(), toNs});
    };
    // Who caused it: the wake that began the wait before a poll, or the spawn.
    Slice wait = found->slice;
    if (wait.name == stateName(TaskState::polling)) {
        const auto previous = m_timeline.sliceBefore(found->row, wait.startNs);
        if (previous && previous->endNs == wait.startNs && previous->name != stateName(TaskState::polling))
            wait = *previous;
    }
    if (const PieceRecord record = recordOf(wait.ref); record && wait.name != stateName(TaskState::polling)) {
        if (isWaker(record.kind())) {
            const auto who = record.payload(readWaker).context;
            const TaskInfo* const waker = who && *who != task->iid ? taskAt(*who, wait.startNs) : nullptr;
            if (waker)
                add(Flow::Kind::wake, *waker, wait.startNs, *task, wait.startNs);
        } else if (task->facts && task->facts->context) {
            if (const TaskInfo* const spawner = taskAt(*task->facts->context, wait.startNs))
                add(Flow::Kind::spawn, *spawner, wait.startNs, *task, wait.startNs);
        }
    }
    if (found->slice.name != stateName(TaskState::polling))
        return out;
    // Whom it woke or spawned while it was polled: the records of its thread between start and end.
    const auto endMicros = static_cast<Micros>(found->slice.endNs / 1000);
    std::size_t pieces = kPiecesFollowed;
    std::uint64_t seen = 0;
    for (PieceRecord at = recordOf(found->slice.ref); (++seen % 4096 != 0 || !m_job.stopRequested()) && at
         && at.micros() <= endMicros && out.size() < Flow::kAtMost;
         at = at.record + 1 < at.sequence->size() ? PieceRecord {at.piece, at.sequence, at.record + 1}
                                                  : continued(at, endMicros, pieces)) {
        const auto atNs = nanoseconds(at.micros()).value_or(0);
        if (isWake(at.kind())) {
            const Waker waker = at.payload(readWaker);
            const TaskInfo* const woken =
                waker.context == task->iid && waker.task != task->iid ? taskAt(waker.task, atNs) : nullptr;
            if (woken)
                add(Flow::Kind::wake, *task, atNs, *woken, atNs);
        } else if (at.kind() == RecordKind::taskNew) {
            const TaskInfo* const child = taskAt(at.id(), atNs);
            if (child && child->facts && child->facts->context == task->iid)
                add(Flow::Kind::spawn, *task, atNs, *child, atNs);
        }
    }
    return out;
}

std::optional<SliceId> Describer::sliceOf(RecordRef ref) const
{
    const PieceRecord record = recordOf(ref);
    if (!record || !m_tables)
        return {};
    std::int64_t timeNs = nanoseconds(record.micros()).value_or(0);
    const RecordKind kind = record.kind();
    // The slice that the record itself begins, which another one of the same moment may have ended.
    const auto begunOn = [&](TrackKind trackKind, std::uint64_t key) {
        return m_timeline.sliceBegunBy(trackKind, key, timeNs, ref);
    };
    if (isTask(kind) || isWaker(kind)) {
        const TaskInfo* const task = taskAt(record.id(), timeNs);
        if (!task)
            return {};
        if (const auto begun = begunOn(TrackKind::states, task->key()))
            return begun;
        // The end of a poll belongs to the poll, not to what begins at the same moment.
        const bool ends = kind == RecordKind::taskPollEnd || kind == RecordKind::taskDrop;
        const auto link = linkTo(*task, ends && timeNs > 0 ? timeNs - 1 : timeNs);
        return link ? link->slice : std::nullopt;
    }
    if (isSpan(kind)) {
        const SpanInfo* const span = spanAt(record);
        if (!span)
            return {};
        if (const auto begun = begunOn(TrackKind::spans, span->lane))
            return begun;
        if (kind == RecordKind::spanExit
            || kind == RecordKind::spanClose) // belongs to the part that ends with it
            timeNs -= timeNs > 0 ? 1 : 0;
        const auto track = m_timeline.findTrack(TrackKind::spans, span->lane);
        const std::vector<RowId> rows = track ? m_timeline.rows(*track) : std::vector<RowId>();
        const auto slice =
            span->depthRow < rows.size() ? m_timeline.sliceAt(rows[span->depthRow], timeNs) : std::nullopt;
        if (!slice)
            return {};
        return SliceId {TrackKind::spans, span->lane, static_cast<std::uint16_t>(span->depthRow),
                        slice->startNs, slice->ref};
    }
    return kind == RecordKind::event ? begunOn(TrackKind::events, 0) : std::nullopt;
}

}
