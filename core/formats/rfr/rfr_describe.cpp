// What the window says about a selected slice, and the wakes and spawns drawn for it (look.md "Why late").
#include "core/base/text.h"
#include "core/formats/rfr/rfr_document.h"
#include "core/formats/rfr/rfr_record_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace traceglass::rfr {

namespace {

constexpr std::size_t kSlicesCounted = 200'000; // of a row, for ranks and counts
constexpr std::size_t kFlowsAtMost = 64;

std::string percent(std::int64_t part, std::int64_t whole)
{
    std::array<char, 32> buffer {};
    const double share = whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
    std::snprintf(buffer.data(), buffer.size(), "%.1f %%", share);
    return buffer.data();
}

std::string ordinal(std::size_t rank)
{
    constexpr std::array<const char*, 6> words = {
        "", "longest", "second longest", "third longest", "fourth longest", "fifth longest"};
    if (rank < words.size())
        return words[rank];
    const bool teens = rank % 100 >= 11 && rank % 100 <= 13;
    const char* const ending = teens || rank % 10 == 0 || rank % 10 > 3 ? "th"
        : rank % 10 == 1                                                ? "st"
        : rank % 10 == 2                                                ? "nd"
                                                                        : "rd";
    return grouped(rank) + ending + " longest";
}

// Where a slice lies in a timeline.
struct Found
{
    TrackId track {};
    RowId row {};
    Slice slice;
};

}

class Describer
{
public:
    Describer(const RfrDocument& document, const Timeline& timeline)
        : m_document(document)
        , m_timeline(timeline)
        , m_text(document)
        , m_findings(document.findings())
    {
    }

    Details details(const SliceId& id) const;
    std::vector<Flow> flows(const SliceId& id) const;
    std::optional<SliceId> sliceOf(RecordRef ref) const;

private:
    std::optional<Found> find(const SliceId& id) const;
    std::optional<Found> taskSlice(const TaskInfo& task, std::int64_t timeNs) const;
    RecordPlace place(RecordRef ref) const
    {
        return recordAt(m_document.pieceAt(ref.source(), ref.offset()), ref.offset());
    }
    const TaskInfo* taskOf(const Track& track) const;
    const TaskInfo* taskAt(std::uint64_t iid, std::int64_t timeNs) const;
    std::string name(const TaskInfo& task) const;
    std::string title(const TaskInfo& task) const;
    std::optional<DetailLink> linkTo(const TaskInfo& task, std::int64_t timeNs) const;
    std::string workerOf(const RecordPlace& record) const;

    void describeState(Details& out, const Found& found, const TaskInfo& task) const;
    void describeWait(Details& out, const Found& poll, const Slice& wait, const TaskInfo& task) const;
    void describeTask(Details& out, const TaskInfo& task) const;
    void describeSpan(Details& out, const Found& found) const;
    void describeEvent(Details& out, const Found& found) const;
    void addFields(Details& out, const std::vector<NamedValue>& values) const;
    void addCallsite(DetailSection& out, std::uint64_t id) const;
    DetailBar bar(const Track& worker, RowId row, TimeRange window) const;

    const RfrDocument& m_document;
    const Timeline& m_timeline;
    RecordText m_text;
    std::shared_ptr<const Findings> m_findings;
};

// --- finding
// -------------------------------------------------------------------------------------------------------

std::optional<Found> Describer::find(const SliceId& id) const
{
    for (std::uint32_t i = 0; i < m_timeline.trackCount(); ++i) {
        const Track& track = m_timeline.track(TrackId(i));
        if (track.kind != id.kind || track.key != id.trackKey)
            continue;
        RowId row = track.firstRow;
        for (std::uint16_t depth = 0; depth < id.row && row != kNoRow; ++depth)
            row = m_timeline.nextRow(row);
        if (row == kNoRow)
            return {};
        const auto slice = m_timeline.sliceAt(row, id.startNs);
        if (!slice || slice->startNs != id.startNs)
            return {};
        return Found {TrackId(i), row, *slice};
    }
    return {};
}

const TaskInfo* Describer::taskOf(const Track& track) const
{
    if (!m_findings)
        return nullptr;
    const auto found = m_findings->taskByKey.find(track.key);
    return found == m_findings->taskByKey.end() ? nullptr : &m_findings->tasks[found->second];
}

const TaskInfo* Describer::taskAt(std::uint64_t iid, std::int64_t timeNs) const
{
    return m_findings ? m_findings->taskAt(iid, static_cast<Micros>(timeNs / 1000)) : nullptr;
}

std::string Describer::name(const TaskInfo& task) const
{
    if (!task.facts)
        return "task";
    return std::string(
        m_findings->strings->text(task.facts->name != StringId {} ? task.facts->name : task.facts->kind));
}

std::string Describer::title(const TaskInfo& task) const
{
    return name(task) + (task.facts ? " #" + std::to_string(task.facts->taskId) : " " + hexNumber(task.iid));
}

// The slice of a task that covers a moment, or began last before it.
std::optional<Found> Describer::taskSlice(const TaskInfo& task, std::int64_t timeNs) const
{
    const RowId row =
        number(task.track) < m_timeline.trackCount() ? m_timeline.track(task.track).firstRow : kNoRow;
    if (row == kNoRow)
        return {};
    auto slice = m_timeline.sliceAt(row, timeNs);
    if (!slice)
        slice = m_timeline.sliceBefore(row, timeNs + 1);
    if (!slice)
        return {};
    return Found {task.track, row, *slice};
}

std::optional<DetailLink> Describer::linkTo(const TaskInfo& task, std::int64_t timeNs) const
{
    const auto found = taskSlice(task, timeNs);
    if (!found)
        return {};
    DetailLink link;
    link.slice = SliceId {TrackKind::states, task.key(), 0, found->slice.startNs};
    return link;
}

std::string Describer::workerOf(const RecordPlace& record) const
{
    if (m_document.isStream() || !m_findings)
        return {};
    const auto found = m_findings->workers.find(record.sequence->id);
    return found == m_findings->workers.end() ? "seq " + std::to_string(record.sequence->id) : found->second;
}

// --- details
// -------------------------------------------------------------------------------------------------------

Details Describer::details(const SliceId& id) const
{
    Details out;
    const auto found = find(id);
    if (!found)
        return out;
    const Track& track = m_timeline.track(found->track);
    out.title = m_timeline.text(found->slice.name);
    switch (track.kind) {
    case TrackKind::states:
        out.title = m_timeline.text(track.name);
        out.number = trackDetail(track);
        if (const TaskInfo* const task = taskOf(track))
            describeState(out, *found, *task);
        else
            out.subtitle = std::string(m_timeline.text(found->slice.name));
        break;
    case TrackKind::worker: {
        const RecordPlace record = place(found->slice.ref);
        const TaskInfo* const task = record ? taskAt(record.id(), found->slice.startNs) : nullptr;
        const auto poll = task ? taskSlice(*task, found->slice.startNs) : std::nullopt;
        if (!poll)
            break;
        out.number = trackDetail(m_timeline.track(poll->track));
        describeState(out, *poll, *task);
        break;
    }
    case TrackKind::spans: describeSpan(out, *found); break;
    case TrackKind::events: describeEvent(out, *found); break;
    default: break;
    }
    return out;
}

void Describer::describeState(Details& out, const Found& found, const TaskInfo& task) const
{
    const Slice& slice = found.slice;
    const bool polling = slice.name == stateName(TaskState::polling);
    const RecordPlace record = place(slice.ref);
    DetailSection main;
    main.rows.push_back({"state", std::string(m_timeline.text(slice.name))});
    main.rows.push_back(
        {"start", Moment {slice.startNs}, slice.flags & slice::kOpenStart ? "or earlier" : ""});
    main.rows.push_back(
        {"end", Moment {slice.endNs}, slice.flags & slice::kOpenEnd ? "still so at the end" : ""});
    main.rows.push_back({"duration", Duration {slice.durationNs()}, {}, {}, true});

    const auto before =
        m_timeline.slices(found.row, {m_timeline.range.startNs, slice.startNs}, kSlicesCounted);
    std::size_t polls = 0;
    const Slice* previousPoll = nullptr;
    for (const Slice& earlier : before) {
        if (earlier.startNs < slice.startNs && earlier.name == stateName(TaskState::polling)) {
            ++polls;
            previousPoll = &earlier;
        }
    }
    const auto previous = m_timeline.sliceBefore(found.row, slice.startNs);
    const bool adjacent =
        previous && previous->endNs == slice.startNs && previous->name != stateName(TaskState::polling);
    const std::string where = record ? workerOf(record) : std::string();
    if (polling) {
        out.subtitle = "poll " + grouped(polls + 1) + " of " + grouped(task.polls)
            + (where.empty() ? "" : " on " + where);
        const std::int64_t idleEnd = adjacent ? previous->startNs : slice.startNs;
        if (previousPoll && idleEnd > previousPoll->endNs)
            main.rows.push_back(
                {"idle before", Duration {idleEnd - previousPoll->endNs}, "since poll " + grouped(polls)});
        const bool last = task.drop && static_cast<std::int64_t>(*task.drop) * 1000 - slice.endNs <= 1'000'000
            && polls + 1 == task.polls;
        if (last && polls > 0)
            main.rows.push_back({"note", std::string("the last one: the future is dropped in it")});
    } else {
        out.subtitle = std::string(m_timeline.text(slice.name))
            + (slice.name == stateName(TaskState::created) ? ", not yet polled" : ", waiting for a worker");
    }
    out.sections.push_back(std::move(main));

    if (polling && adjacent) {
        describeWait(out, found, *previous, task);
    } else if (polling && polls > 0) {
        DetailSection why {"Why late"};
        why.sentence =
            "Waker not recorded: the task went from idle to polling without a wake in the capture.";
        out.sections.push_back(std::move(why));
    } else if (!polling) {
        describeWait(out, found, slice, task);
    }
    describeTask(out, task);
}

void Describer::describeWait(Details& out, const Found& poll, const Slice& wait, const TaskInfo& task) const
{
    DetailSection why {"Why late"};
    const bool created = wait.name == stateName(TaskState::created);
    std::vector<std::int64_t> waits;
    for (const Slice& slice :
         m_timeline.slices(poll.row, m_timeline.track(poll.track).life, kSlicesCounted)) {
        if (slice.name == stateName(TaskState::scheduled))
            waits.push_back(slice.durationNs());
    }
    std::ranges::sort(waits, std::greater());
    const std::string length = durationText(wait.durationNs());
    if (created) {
        why.sentence = "Waited " + length + " for its first poll.";
    } else {
        const auto longer = static_cast<std::size_t>(
            std::ranges::lower_bound(waits, wait.durationNs(), std::greater()) - waits.begin());
        why.sentence = "Waited " + length + " for a free worker";
        if (waits.size() > 1)
            why.sentence += ", the " + ordinal(longer + 1) + " of its " + grouped(waits.size())
                + " waits (median " + durationText(waits[waits.size() / 2]) + ")";
        why.sentence += ".";
    }
    const RecordPlace record = place(wait.ref);
    std::optional<std::uint64_t> who;
    if (record && isWaker(record.kind()))
        who = m_text.waker(record).context;
    else if (record && task.facts)
        who = task.facts->context;
    DetailRow by {created ? "spawned by" : "woken by",
                  std::string(created ? "not recorded" : "waker not recorded")};
    if (who == task.iid) {
        by.value = std::string("itself, while it was polled");
    } else if (who) {
        const TaskInfo* const other = taskAt(*who, wait.startNs);
        if (other && other->facts && m_findings->strings->text(other->facts->kind) == "blocking"
            && other->facts->name == StringId {}) {
            by.value = std::string("timer or I/O driver");
        } else if (other) {
            by.value = title(*other);
            by.link = linkTo(*other, wait.startNs);
        } else {
            by.value = m_text.context(record, *who);
        }
    } else if (record && isWaker(record.kind())) {
        by.value = std::string("a plain thread or the runtime's driver");
    }
    if (record && !workerOf(record).empty())
        by.extra = "on " + workerOf(record);
    why.rows.push_back(std::move(by));
    why.rows.push_back({created ? "spawned at" : "wake at", Moment {wait.startNs}});
    why.rows.push_back(
        {"waited", Duration {wait.durationNs()}, std::string(m_timeline.text(wait.name)), {}, true});

    const TimeRange window {wait.startNs, wait.endNs};
    constexpr std::size_t kBars = 16;
    for (std::uint32_t i = 0; window.lengthNs() > 0 && i < m_timeline.trackCount() && why.bars.size() < kBars;
         ++i) {
        const Track& worker = m_timeline.track(TrackId(i));
        if (worker.kind == TrackKind::worker && worker.firstRow != kNoRow)
            why.bars.push_back(bar(worker, worker.firstRow, window));
    }
    out.sections.push_back(std::move(why));
}

DetailBar Describer::bar(const Track& worker, RowId row, TimeRange window) const
{
    DetailBar out {std::string(m_timeline.text(worker.name)), window, {}, {}};
    std::int64_t busy = 0;
    for (const Slice& slice : m_timeline.slices(row, window, 1000)) {
        const TimeRange part {std::max(slice.startNs, window.startNs), std::min(slice.endNs, window.endNs)};
        if (part.lengthNs() <= 0)
            continue;
        busy += part.lengthNs();
        out.parts.emplace_back(std::string(m_timeline.text(slice.name)), part);
    }
    out.extra = percent(busy, window.lengthNs());
    return out;
}

void Describer::describeTask(Details& out, const TaskInfo& task) const
{
    DetailSection about {"Task", task.facts ? "iid " + hexNumber(task.iid) : std::string()};
    if (task.facts) {
        about.rows.push_back({"kind", std::string(m_findings->strings->text(task.facts->kind))});
        if (task.facts->context) {
            DetailRow spawner {"spawned by", "iid " + hexNumber(*task.facts->context)};
            const std::int64_t at = static_cast<std::int64_t>(task.spawn.value_or(0)) * 1000;
            if (const TaskInfo* const other = taskAt(*task.facts->context, at)) {
                spawner.value = title(*other);
                spawner.link = linkTo(*other, at);
            }
            about.rows.push_back(std::move(spawner));
        }
    }
    if (task.spawn)
        about.rows.push_back({"spawned", Moment {static_cast<std::int64_t>(*task.spawn) * 1000}});
    if (task.drop)
        about.rows.push_back({"dropped", Moment {static_cast<std::int64_t>(*task.drop) * 1000}});
    const auto length = [](Micros micros) { return Duration {static_cast<std::int64_t>(micros) * 1000}; };
    about.rows.push_back({"polls", grouped(task.polls)});
    about.rows.push_back({"busy", length(task.busy)});
    about.rows.push_back({"longest poll", length(task.longestPoll)});
    about.rows.push_back({"scheduled", length(task.scheduled)});
    about.rows.push_back({"wakes", grouped(task.wakes),
                          task.selfWakes ? grouped(task.selfWakes) + " by itself" : std::string()});
    if (task.facts)
        addCallsite(about, task.facts->callsite);
    out.sections.push_back(std::move(about));
}

void Describer::addCallsite(DetailSection& out, std::uint64_t id) const
{
    const Callsite* const site = m_document.callsites().find(id);
    if (!site)
        return;
    const std::string_view module = site->textField("module_path");
    if (!module.empty())
        out.rows.push_back({"module", toValidUtf8(module)});
    std::string file = toValidUtf8(site->textField("file"));
    if (const auto line = site->line(); line && !file.empty())
        file += ":" + std::to_string(*line);
    if (!file.empty())
        out.rows.push_back({"source", std::move(file)});
}

void Describer::addFields(Details& out, const std::vector<NamedValue>& values) const
{
    if (values.empty())
        return;
    DetailSection fields {"Fields", grouped(values.size())};
    for (const NamedValue& item : values)
        fields.rows.push_back(
            {item.name, shortened(escaped(valueText(item.value)), 1000), std::string(typeName(item.value))});
    out.sections.push_back(std::move(fields));
}

void Describer::describeSpan(Details& out, const Found& found) const
{
    const Slice& slice = found.slice;
    const RecordPlace record = place(slice.ref);
    const bool hollow = slice.flags & slice::kHollow;
    out.subtitle = hollow
        ? "span, open but not entered"
        : "span, entered" + (record && !workerOf(record).empty() ? " on " + workerOf(record) : "");
    DetailSection main;
    main.rows.push_back(
        {"start", Moment {slice.startNs}, slice.flags & slice::kOpenStart ? "or earlier" : ""});
    main.rows.push_back(
        {"end", Moment {slice.endNs}, slice.flags & slice::kOpenEnd ? "still open at the end" : ""});
    main.rows.push_back({"duration", Duration {slice.durationNs()}, {}, {}, true});
    out.sections.push_back(std::move(main));
    if (!record || !m_findings)
        return;
    const auto known = m_findings->spanByIid.find(record.id());
    if (known == m_findings->spanByIid.end())
        return;
    const SpanInfo& span = m_findings->spans[known->second];
    DetailSection about {"Span", "iid " + hexNumber(span.iid)};
    const auto moment = [](Micros micros) { return Moment {static_cast<std::int64_t>(micros) * 1000}; };
    if (span.opened)
        about.rows.push_back({"opened", moment(*span.opened)});
    about.rows.push_back(
        {"closed",
         span.close ? DetailValue(moment(*span.close)) : DetailValue(std::string("never in this capture"))});
    if (span.opened && span.close)
        about.rows.push_back(
            {"lived", Duration {static_cast<std::int64_t>(*span.close - *span.opened) * 1000}});
    about.rows.push_back({"entered", counted(span.enters, "time", "times")});
    about.rows.push_back({"active", Duration {static_cast<std::int64_t>(span.active) * 1000}});
    if (span.parent) {
        DetailRow parent {"inside", m_text.context(record, *span.parent)};
        if (const TaskInfo* const task = taskAt(*span.parent, slice.startNs))
            parent.link = linkTo(*task, slice.startNs);
        about.rows.push_back(std::move(parent));
    }
    if (span.facts)
        addCallsite(about, span.facts->callsite);
    out.sections.push_back(std::move(about));
    const RecordPlace opened = place(span.newRef);
    if (!opened)
        return;
    if (const auto object = m_text.spanObject(opened, span.iid))
        addFields(out, m_text.values(object->callsite, object->values, object->dynamic));
}

void Describer::describeEvent(Details& out, const Found& found) const
{
    const RecordPlace record = place(found.slice.ref);
    if (!record || record.kind() != RecordKind::event)
        return;
    const Event event = m_text.event(record);
    const Callsite* const site = m_document.callsites().find(event.callsite);
    out.subtitle = (site ? levelName(site->level) + " " : std::string()) + "event"
        + (workerOf(record).empty() ? "" : " on " + workerOf(record));
    DetailSection main;
    main.rows.push_back({"time", Moment {found.slice.startNs}, {}, {}, true});
    if (event.parent.kind == Parent::Kind::explicitId)
        main.rows.push_back({"inside", m_text.context(record, event.parent.iid)});
    else
        main.rows.push_back(
            {"inside",
             std::string(event.parent.kind == Parent::Kind::root ? "no span" : "the current span")});
    addCallsite(main, event.callsite);
    out.sections.push_back(std::move(main));
    addFields(out, m_text.values(event.callsite, event.values, event.dynamic));
}

// --- flows
// ---------------------------------------------------------------------------------------------------------

std::vector<Flow> Describer::flows(const SliceId& id) const
{
    std::vector<Flow> out;
    const auto found = find(id);
    if (!found || m_timeline.track(found->track).kind != TrackKind::states || !m_findings)
        return out;
    const TaskInfo* const task = taskOf(m_timeline.track(found->track));
    if (!task)
        return out;
    const auto add = [&](Flow::Kind kind, const TaskInfo& from, std::int64_t fromNs, const TaskInfo& to,
                         std::int64_t toNs) {
        if (out.size() < kFlowsAtMost)
            out.push_back({kind, TrackKind::states, from.key(), fromNs, TrackKind::states, to.key(), toNs});
    };
    // Who caused it: the wake that began the wait before a poll, or the spawn.
    Slice wait = found->slice;
    if (wait.name == stateName(TaskState::polling)) {
        const auto previous = m_timeline.sliceBefore(found->row, wait.startNs);
        if (previous && previous->endNs == wait.startNs && previous->name != stateName(TaskState::polling))
            wait = *previous;
    }
    if (const RecordPlace record = place(wait.ref); record && wait.name != stateName(TaskState::polling)) {
        if (isWaker(record.kind())) {
            const auto who = m_text.waker(record).context;
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
    const RecordPlace start = place(found->slice.ref);
    if (!start)
        return out;
    const auto endMicros = static_cast<Micros>(found->slice.endNs / 1000);
    for (RecordPlace at = start;
         at.record < at.sequence->size() && at.micros() <= endMicros && out.size() < kFlowsAtMost;
         ++at.record) {
        const auto atNs = nanoseconds(at.micros()).value_or(0);
        if (isWake(at.kind())) {
            const Waker waker = m_text.waker(at);
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
    const RecordPlace record = place(ref);
    if (!record || !m_findings)
        return {};
    std::int64_t timeNs = nanoseconds(record.micros()).value_or(0);
    const RecordKind kind = record.kind();
    if (isTask(kind) || isWaker(kind)) {
        const TaskInfo* const task = taskAt(record.id(), timeNs);
        if (!task)
            return {};
        // The end of a poll belongs to the poll, not to what begins at the same moment.
        const bool ends = kind == RecordKind::taskPollEnd || kind == RecordKind::taskDrop;
        const auto found = taskSlice(*task, ends && timeNs > 0 ? timeNs - 1 : timeNs);
        return found ? std::optional(SliceId {TrackKind::states, task->key(), 0, found->slice.startNs})
                     : std::nullopt;
    }
    const auto search = [&](TrackKind trackKind, std::uint64_t key, std::uint32_t depth,
                            bool exact) -> std::optional<SliceId> {
        for (std::uint32_t i = 0; i < m_timeline.trackCount(); ++i) {
            const Track& track = m_timeline.track(TrackId(i));
            if (track.kind != trackKind || track.key != key)
                continue;
            const auto rows = m_timeline.rows(TrackId(i));
            for (std::size_t r = exact ? depth : 0;
                 r < (exact ? std::min<std::size_t>(depth + 1, rows.size()) : rows.size()); ++r) {
                const auto slice = m_timeline.sliceAt(rows[r], timeNs);
                if (slice && (exact || slice->ref == ref))
                    return SliceId {trackKind, key, static_cast<std::uint16_t>(r), slice->startNs};
            }
        }
        return {};
    };
    if (isSpan(kind)) {
        const auto known = m_findings->spanByIid.find(record.id());
        if (known == m_findings->spanByIid.end())
            return {};
        const SpanInfo& span = m_findings->spans[known->second];
        if (kind == RecordKind::spanExit
            || kind == RecordKind::spanClose) // belongs to the part that ends with it
            timeNs -= timeNs > 0 ? 1 : 0;
        return search(TrackKind::spans, span.lane, span.depthRow, true);
    }
    return kind == RecordKind::event ? search(TrackKind::events, 0, 0, false) : std::nullopt;
}

Details RfrDocument::describe(const Timeline& timeline, const SliceId& slice) const
{
    return Describer(*this, timeline).details(slice);
}

std::vector<Flow> RfrDocument::flows(const Timeline& timeline, const SliceId& slice) const
{
    return Describer(*this, timeline).flows(slice);
}

std::optional<SliceId> RfrDocument::sliceOf(const Timeline& timeline, RecordRef ref) const
{
    return Describer(*this, timeline).sliceOf(ref);
}

}
