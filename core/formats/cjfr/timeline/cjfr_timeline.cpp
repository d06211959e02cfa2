#include "core/formats/cjfr/timeline/cjfr_timeline.h"

#include "core/base/text.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/formats/cjfr/structure/cjfr_node_ids.h"
#include "core/formats/cjfr/timeline/cjfr_details.h"
#include "core/formats/cjfr/timeline/cjfr_timeline_maker.h"

#include <algorithm>
#include <array>

namespace traceglass::cjfr {

namespace {

constexpr std::size_t kSlicesLookedAt = 65'536;
constexpr std::array<std::string_view, 2> kOwnerFields = {"previousOwner", "notifier"};

// The slice of a record on one track; its time says where to look first.
std::optional<SliceId> sliceOn(const Timeline& timeline, TrackId track, RecordRef ref,
                               const std::optional<TimeRange>& time)
{
    std::uint16_t depth = 0;
    for (const RowId row : timeline.rows(track)) {
        for (const TimeRange& window : {time.value_or(timeline.range), timeline.range}) {
            for (const Slice& slice :
                 timeline.slices(row, {window.startNs, addSaturating(window.endNs, 1)}, kSlicesLookedAt)) {
                if (slice.ref == ref)
                    return SliceId {timeline.track(track).kind, timeline.track(track).key, depth,
                                    slice.startNs, ref};
            }
            if (timeline.track(track).kind != TrackKind::counter)
                break; // only values of counters may have been moved
        }
        ++depth;
    }
    return {};
}

// The message that holds a byte; nothing where none does.
std::optional<Message> messageAt(const StreamIndex& index, std::uint64_t offset, const Job& job)
{
    MessageWalk walk = MessageWalk::at(index, offset);
    return walk.next(job) && walk.message().offset <= offset ? std::optional(walk.message()) : std::nullopt;
}

// Leads to what a thread did at a moment or before.
std::optional<DetailLink> threadLink(const Timeline& timeline, const ThreadWords& thread, std::int64_t ns)
{
    for (const TrackKind kind : {TrackKind::slices, TrackKind::samples}) {
        const auto track = timeline.findTrack(kind, thread.key);
        if (!track || timeline.track(*track).firstRow == kNoRow)
            continue;
        const RowId row = timeline.track(*track).firstRow;
        auto slice = timeline.sliceBefore(row, addSaturating(ns, 1));
        if (!slice)
            slice = timeline.sliceAfter(row, ns);
        if (slice)
            return DetailLink {SliceId {kind, thread.key, 0, slice->startNs, slice->ref}, {}};
    }
    return {};
}

// Is that where the slice stands?
bool isPlacedAt(const PlacedEvent& event, const SliceId& id, const Slice& slice)
{
    const bool isOnTrack = event.place.key == id.trackKey || event.plan->typeKey == id.trackKey;
    return isOnTrack
        && (id.kind == TrackKind::counter
            || (event.time.startNs == slice.startNs && event.time.endNs == slice.endNs));
}

bool isCalled(const PlacedEvent& event, const ValueReader& values, std::string_view name)
{
    return sliceName(values, *event.plan, event.name) == name;
}

}

Result<void> CjfrTimeline::index(const IndexRequest& request, Job& job) const
{
    TimelineMaker maker(m_file.streamSource(), m_file.statedTime());
    auto indexed = maker.run([&](EventSink& sink) { return m_file.indexNow(job, &sink); }, request, job,
                             m_file.decodesBeside());
    if (!indexed)
        return tl::unexpected(indexed.error());
    if (auto whole = m_file.checkRead(); !whole)
        return whole;
    if (maker.beyond().threads)
        m_file.log().add(diagnose(Code::CjfrManyThreads));
    if (maker.isCrowded())
        m_file.log().add(diagnose(Code::CjfrManyAtOnce));
    if (const auto offset = maker.beyond().expanded)
        m_file.log().add(diagnose(Code::CjfrManyExpanded, {}, ByteRange {m_file.streamSource(), *offset, 1}));
    const TimelinePtr timeline = maker.snapshot(true);
    {
        const std::lock_guard lock(m_mutex);
        m_extent = Extent {maker.trackCount(), maker.range(), timeline->absolute};
    }
    m_file.tellMoreKnown();
    if (request.publish)
        request.publish(timeline);
    return {};
}

std::optional<CjfrTimeline::Extent> CjfrTimeline::extent() const
{
    const std::lock_guard lock(m_mutex);
    return m_extent;
}

// --- details

Details CjfrTimeline::describe(const Timeline& timeline, const SliceId& id, const Job& job) const
{
    Details out;
    const auto slice = timeline.findSlice(id);
    const IndexPtr index = slice ? m_file.indexAtHand(job) : nullptr;
    const auto message = index ? messageAt(*index, slice->ref.offset(), job) : std::nullopt;
    if (!message)
        return out;
    const TrackId track = *timeline.findTrack(id.kind, id.trackKey);
    const bool isCounter = id.kind == TrackKind::counter;
    const bool isApproximate = (slice->flags & slice::kApproximate) != 0;
    const ValueReader values(*index);
    Tracks tracks(values);
    EventDetails details(values, tracks, [&](const ThreadWords& thread) {
        return threadLink(timeline, thread, slice->startNs);
    });
    const EventPlan* plan = &tracks.planOf(*message->type);
    DetailSection first, fields;
    const char* const about = isApproximate ? ", about" : "";
    if (slice->durationNs() > 0) {
        first.rows.push_back({std::string("start") + about, Moment {slice->startNs}});
        first.rows.push_back({std::string("end") + about, Moment {slice->endNs}});
        first.rows.push_back({"duration", Duration {slice->durationNs()}, {}, {}, true});
    } else {
        first.rows.push_back({std::string("time") + about, Moment {slice->startNs}});
    }
    if (isApproximate)
        first.sentence = isCounter
            ? "The recorder did not keep when this was measured: it is placed by its collection."
            : "The recorder kept no start for this event, only that of its group: it is placed "
              "within the time of the group.";
    if (isCounter) {
        const std::string& unit = timeline.about(track).unit;
        char text[64];
        std::snprintf(text, sizeof text, "%.4g", timeline.value(track, *slice));
        first.rows.push_back({"value", text + (unit.empty() ? "" : ' ' + unit), {}, {}, true});
    }
    std::string node = "Message " + grouped(message->number);
    if (plan->isCombined) {
        std::uint64_t events = 0, together = 0;
        bool found = false;
        PlacedEvents placed(values, tracks);
        placed.expand(*message, [&](const PlacedEvent& event) {
            ++events;
            if (!isPlacedAt(event, id, *slice)
                || (!isCounter && !isCalled(event, values, timeline.text(slice->name))))
                return true;
            ++together;
            if (found)
                return true;
            found = true;
            plan = event.plan;
            details.addFields(fields, event);
            return true;
        });
        if (!found)
            details.addFields(fields, values.top(*message));
        if (together > 1 && !isCounter)
            first.rows.push_back({"placed together", "the first of " + counted(together, "event", "events")});
        first.rows.push_back({"combined with",
                              counted(std::max<std::uint64_t>(events, 1) - 1, "other event", "other events"),
                              node, DetailLink {{}, idOf(Part::message, message->number)}});
    } else {
        details.addFields(fields, values.top(*message));
        first.rows.push_back({"message", node, counted(message->length, "byte", "bytes"),
                              DetailLink {{}, idOf(Part::message, message->number)}});
    }
    out.title = isCounter ? std::string(timeline.name(track)) : std::string(timeline.text(slice->name));
    out.subtitle = plan->label;
    const TrackClass what = classOf(id.trackKey);
    if (what == TrackClass::javaThread || what == TrackClass::systemThread) {
        out.subtitle += " on " + std::string(timeline.name(track));
        out.number = trackDetail(timeline.track(track));
        std::string others;
        for (const std::string& name : tracks.namesOf(id.trackKey)) {
            if (name != timeline.name(track))
                others += (others.empty() ? "" : ", ") + name;
        }
        if (!others.empty())
            first.rows.push_back({"thread also called", others});
    }
    out.sections.push_back(std::move(first));
    if (!fields.rows.empty()) {
        fields.title = "Fields";
        out.sections.push_back(std::move(fields));
    }
    if (DetailSection stack = details.stackSection(); !stack.rows.empty())
        out.sections.push_back(std::move(stack));
    out.sections.push_back(details.typeSection(*plan));
    return out;
}

// --- connections

std::vector<Flow> CjfrTimeline::flows(const Timeline& timeline, const SliceId& id, const Job& job) const
{
    std::vector<Flow> out;
    if (id.kind != TrackKind::slices)
        return out;
    const auto slice = timeline.findSlice(id);
    const IndexPtr index = slice ? m_file.indexAtHand(job) : nullptr;
    const auto message = index ? messageAt(*index, slice->ref.offset(), job) : std::nullopt;
    if (!message || !index->isJfr())
        return out;
    const ValueReader values(*index);
    Tracks tracks(values);
    const auto add = [&](const Value& owner) {
        const ThreadWords* const other = tracks.thread(owner);
        if (!other || other->key == id.trackKey)
            return;
        const bool hasSlices = timeline.findTrack(TrackKind::slices, other->key).has_value();
        const std::int64_t ns = slice->endNs; // the lock is handed over
        out.push_back({Flow::Kind::lock, hasSlices ? TrackKind::slices : TrackKind::samples, other->key, ns,
                       id.kind, id.trackKey, ns, (slice->flags & slice::kApproximate) != 0});
    };
    if (!message->type->isCombined) {
        for (const std::string_view name : kOwnerFields)
            add(fieldOf(values, values.top(*message), name));
        return out;
    }
    PlacedEvents placed(values, tracks);
    placed.expand(*message, [&](const PlacedEvent& event) {
        const Type* const type = event.event->type;
        if (type
            && std::ranges::none_of(kOwnerFields, [&](auto name) { return type->fieldNamed(name) >= 0; }))
            return false; // none of them is about a lock
        if (!isPlacedAt(event, id, *slice) || !isCalled(event, values, timeline.text(slice->name)))
            return true;
        for (const std::string_view name : kOwnerFields)
            add(event.event->value(name));
        return false; // the one that Details show
    });
    return out;
}

std::optional<SliceId> CjfrTimeline::sliceOf(const Timeline& timeline, RecordRef ref, const Job& job) const
{
    if (!ref.valid() || ref.source() != m_file.streamSource())
        return {};
    const IndexPtr index = m_file.indexAtHand(job);
    const auto found = index ? messageAt(*index, ref.offset(), job) : std::nullopt;
    if (!found)
        return {};
    const Message& message = *found;
    const RecordRef begin(ref.source(), message.offset);
    const ValueReader values(*index);
    Tracks tracks(values);
    const EventPlan& plan = tracks.planOf(*message.type);
    if (plan.role == EventRole::none)
        return {};
    std::optional<SliceId> out;
    const auto look = [&](const EventPlan& of, const TrackPlace& place,
                          const std::optional<TimeRange>& time) {
        // A lone value stands among slices, what is of one thread too many on the track of its type.
        for (const TrackPlace& at :
             {place, TrackPlace {TrackKind::slices, place.key}, TrackPlace {TrackKind::slices, of.typeKey}}) {
            const auto track = timeline.findTrack(at.kind, at.key);
            if (!out && track)
                out = sliceOn(timeline, *track, begin, time);
        }
        return !out;
    };
    if (plan.isCombined) {
        PlacedEvents placed(values, tracks);
        placed.expand(message,
                      [&](const PlacedEvent& event) { return look(*event.plan, event.place, event.time); });
    } else {
        look(plan, tracks.trackOf(plan, tracks.threadOf(plan, message)), RecordText(values).timeOf(message));
    }
    return out;
}

}
