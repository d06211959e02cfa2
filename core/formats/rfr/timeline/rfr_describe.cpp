// What the window says about a selected slice: what it is, and why a poll came late.
#include "core/base/text.h"
#include "core/formats/rfr/timeline/rfr_describer.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>

namespace traceglass::rfr {

namespace {

constexpr std::size_t kSlicesCounted = 200'000; // of a row, for ranks and counts

std::string spaced(const std::string& text)
{
    return text.empty() ? text : " " + text;
}

Moment moment(Micros micros)
{
    return {static_cast<std::int64_t>(micros) * 1000};
}

Duration lengthOf(Micros micros)
{
    return {static_cast<std::int64_t>(micros) * 1000};
}

void addTimes(DetailSection& out, const Slice& slice, const char* stillSo)
{
    out.rows.push_back(
        {"start", Moment {slice.startNs}, slice.flags & slice::kOpenStart ? "or earlier" : ""});
    out.rows.push_back({"end", Moment {slice.endNs},
                        slice.flags & slice::kOpenEnd           ? stillSo
                            : slice.flags & slice::kApproximate ? "or earlier: records are lost in between"
                                                                : ""});
    out.rows.push_back({"duration", Duration {slice.durationNs()}, {}, {}, true});
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

}

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
        const PieceRecord record = recordOf(found->slice.ref);
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

void Describer::describeState(Details& out, const RowSlice& found, const TaskInfo& task) const
{
    const Slice& slice = found.slice;
    const bool polling = slice.name == stateName(TaskState::polling);
    const PieceRecord record = recordOf(slice.ref);
    DetailSection main;
    main.rows.push_back({"state", std::string(m_timeline.text(slice.name))});
    addTimes(main, slice, "still so at the end");

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
    if (polling) {
        out.subtitle = "poll " + grouped(polls + 1) + " of " + grouped(task.polls) + spaced(onWorker(record));
        const std::int64_t idleEnd = adjacent ? previous->startNs : slice.startNs;
        if (previousPoll && idleEnd > previousPoll->endNs)
            main.rows.push_back(
                {"idle before", Duration {idleEnd - previousPoll->endNs}, "since poll " + grouped(polls)});
        const bool last =
            task.drop && moment(*task.drop).ns - slice.endNs <= 1'000'000 && polls + 1 == task.polls;
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

void Describer::describeWait(Details& out, const RowSlice& poll, const Slice& wait,
                             const TaskInfo& task) const
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
    const PieceRecord record = recordOf(wait.ref);
    std::optional<std::uint64_t> who;
    if (record && isWaker(record.kind()))
        who = record.payload(readWaker).context;
    else if (record && task.facts)
        who = task.facts->context;
    DetailRow by {created ? "spawned by" : "woken by",
                  std::string(created ? "not recorded" : "waker not recorded")};
    if (who == task.iid) {
        by.value = std::string("itself, while it was polled");
    } else if (who) {
        const TaskInfo* const other = taskAt(*who, wait.startNs);
        if (other && other->facts && m_tables->strings->text(other->facts->kind) == "blocking"
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
    by.extra = onWorker(record);
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
    out.extra = percentText(busy > 0 ? stats::shareOf(busy, window.lengthNs()) : 0, 1);
    return out;
}

void Describer::describeTask(Details& out, const TaskInfo& task) const
{
    DetailSection about {"Task", task.facts ? "iid " + hexNumber(task.iid) : std::string()};
    if (task.facts) {
        about.rows.push_back({"kind", std::string(m_tables->strings->text(task.facts->kind))});
        if (task.facts->context) {
            DetailRow spawner {"spawned by", "iid " + hexNumber(*task.facts->context)};
            const std::int64_t at = moment(task.spawn.value_or(0)).ns;
            if (const TaskInfo* const other = taskAt(*task.facts->context, at)) {
                spawner.value = title(*other);
                spawner.link = linkTo(*other, at);
            }
            about.rows.push_back(std::move(spawner));
        }
    }
    if (task.spawn)
        about.rows.push_back({"spawned", moment(*task.spawn)});
    if (task.drop)
        about.rows.push_back({"dropped", moment(*task.drop)});
    about.rows.push_back({"polls", grouped(task.polls)});
    about.rows.push_back({"busy", lengthOf(task.busy)});
    about.rows.push_back({"longest poll", lengthOf(task.longestPoll)});
    about.rows.push_back({"scheduled", lengthOf(task.scheduled)});
    about.rows.push_back({"wakes", grouped(task.wakes),
                          task.selfWakes ? grouped(task.selfWakes) + " by itself" : std::string()});
    if (task.facts)
        addCallsite(about, task.facts->callsite);
    out.sections.push_back(std::move(about));
}

void Describer::addCallsite(DetailSection& out, std::uint64_t id) const
{
    const Callsite* const site = m_recording.callsite(id);
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

template <class Said>
void Describer::addFields(Details& out, const Said& said) const
{
    DetailSection fields {"Fields", grouped(said.values.size() + said.dynamic.size())};
    eachField(m_recording.callsite(said.callsite), said, [&](std::string_view name, const WireValue& value) {
        fields.rows.push_back(
            {toValidUtf8(name), shortened(escaped(valueText(value)), 1000), std::string(typeName(value))});
    });
    if (!fields.rows.empty())
        out.sections.push_back(std::move(fields));
}

void Describer::describeSpan(Details& out, const RowSlice& found) const
{
    const Slice& slice = found.slice;
    const PieceRecord record = recordOf(slice.ref);
    const bool hollow = slice.flags & slice::kHollow;
    out.subtitle = hollow ? "span, open but not entered" : "span, entered" + spaced(onWorker(record));
    DetailSection main;
    addTimes(main, slice, "still open at the end");
    out.sections.push_back(std::move(main));
    const SpanInfo* const known = record ? spanAt(record) : nullptr;
    if (!known)
        return;
    const SpanInfo& span = *known;
    DetailSection about {"Span", "iid " + hexNumber(span.iid)};
    if (span.opened)
        about.rows.push_back({"opened", moment(*span.opened)});
    about.rows.push_back(
        {"closed",
         span.close ? DetailValue(moment(*span.close)) : DetailValue(std::string("never in this capture"))});
    if (span.opened && span.close)
        about.rows.push_back({"lived", lengthOf(*span.close - *span.opened)});
    about.rows.push_back({"entered", counted(span.enters, "time", "times")});
    about.rows.push_back({"active", lengthOf(span.active)});
    if (span.parent) {
        DetailRow parent {"inside", m_text.context(record, *span.parent)};
        if (const TaskInfo* const task = taskAt(*span.parent, slice.startNs))
            parent.link = linkTo(*task, slice.startNs);
        about.rows.push_back(std::move(parent));
    }
    if (span.facts)
        addCallsite(about, span.facts->callsite);
    out.sections.push_back(std::move(about));
    const PieceRecord opened = recordOf(span.newRef);
    if (!opened)
        return;
    if (const auto object = opened.spanObject(span.iid))
        addFields(out, *object);
}

void Describer::describeEvent(Details& out, const RowSlice& found) const
{
    const PieceRecord record = recordOf(found.slice.ref);
    if (!record || record.kind() != RecordKind::event)
        return;
    const Event event = record.payload(readEvent);
    const Callsite* const site = m_recording.callsite(event.callsite);
    out.subtitle = (site ? levelName(site->level) + " " : std::string()) + "event" + spaced(onWorker(record));
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
    addFields(out, event);
}

}
