// The way from records to slices, and what leads from one slice of an RDF capture to another.
#include "core/formats/rdf/timeline/memory_lives.h"
#include "core/formats/rdf/timeline/rdf_lookup.h"
#include "core/formats/rdf/timeline/rdf_timeline.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"

namespace traceglass::rdf {

namespace {

// Where an event was called, and where it ran.
struct EventPlaces
{
    std::size_t queue = 0;
    std::optional<std::int64_t> callNs, beginNs;
};

std::optional<EventPlaces> placesOf(const KnownPayloads& known, const QueueEvent& event)
{
    if (event.queue == kNoQueue)
        return {};
    EventPlaces out {event.queue, {}, {}};
    if (event.cpu != 0)
        out.callNs = known.nsOfCpu(event.cpu);
    if (const auto time = known.gpuTimeOf(event))
        out.beginNs = time->startNs;
    return out;
}

}

std::vector<Flow> RdfTimeline::flows(const Timeline& timeline, const SliceId& id, const Job& job) const
{
    const FamilyKey key = FamilyKey::of(id.trackKey);
    const auto known = m_facts.known();
    const auto slice = timeline.findSlice(id);
    if (!known || !slice || (key.family != Family::queue && key.family != Family::submissions))
        return {};
    const PayloadChunks chunks = m_facts.chunks();
    const QueueEvent* const event = queueEventAt(chunks, *known, slice->ref, job);
    const auto own = event ? placesOf(*known, *event) : std::nullopt;
    if (!own)
        return {};
    std::vector<Flow> out;
    const auto toCall = [&](const EventPlaces& from, const EventPlaces& to, std::int64_t toNs,
                            Family family) {
        out.push_back({.kind = family == Family::queue ? Flow::Kind::spawn : Flow::Kind::wake,
                       .fromKind = TrackKind::slices,
                       .fromKey = FamilyKey {Family::submissions, from.queue}.packed(),
                       .fromNs = *from.callNs,
                       .toKind = TrackKind::slices,
                       .toKey = FamilyKey {family, to.queue}.packed(),
                       .toNs = toNs});
    };
    if (own->callNs && own->beginNs && known->axisOf(event->key.pci) == 0)
        toCall(*own, *own, *own->beginNs, Family::queue);
    const auto& events = known->queues.events;
    const auto addWait = [&](const QueueEvent& wait) {
        const auto from = placesOf(*known, events[wait.signal]), to = placesOf(*known, wait);
        if (from && to && from->callNs && to->callNs && out.size() < Flow::kAtMost)
            toCall(*from, *to, *to->callNs, Family::submissions);
    };
    if (event->kind == QueueEventKind::wait && event->signal != kNoSignal)
        addWait(*event);
    if (event->kind == QueueEventKind::signal) {
        for (const QueueEvent& other : events) {
            if (other.signal != kNoSignal && &events[other.signal] == event)
                addWait(other);
        }
    }
    return out;
}

std::optional<SliceId> RdfTimeline::sliceOf(const Timeline& timeline, RecordRef ref, const Job& job) const
{
    const auto known = m_facts.known();
    const PayloadChunks chunks = m_facts.chunks();
    const auto entry = known ? chunkAt(chunks.file(), ref, job) : std::nullopt;
    if (!entry)
        return {};
    const auto in = [&](TrackKind kind, Family family, std::uint64_t number) {
        return sliceWith(timeline, kind, {family, number}, ref, job);
    };
    const PayloadKind kind = payloadKind(chunks.file().outer().index().entry(*entry).idText());
    switch (kind) {
    case PayloadKind::queueEvent: {
        const QueueEvent* const event = queueEventAt(chunks, *known, ref, job);
        const auto places = event ? placesOf(*known, *event) : std::nullopt;
        if (!places)
            return {};
        // Any byte of the chunk stands for it; slices begin with the first one of its data.
        const ByteRange data = chunks.file().storedData({0, *entry});
        const RecordRef begin(data.source, data.offset);
        const auto begunOn = [&](Family family, std::int64_t ns) {
            const FamilyKey key {family, places->queue};
            return timeline.sliceBegunBy(TrackKind::slices, key.packed(), ns, begin);
        };
        if (places->beginNs)
            return begunOn(Family::queue, *places->beginNs);
        return places->callNs ? begunOn(Family::submissions, *places->callNs) : std::nullopt;
    }
    case PayloadKind::snapshot: return in(TrackKind::marks, Family::snapshots, 0);
    case PayloadKind::crashEvents: return in(TrackKind::marks, Family::faults, 0);
    case PayloadKind::rmtData: return sliceOfToken(timeline, *known, ref, job);
    case PayloadKind::codeObjectLoads:
    case PayloadKind::spmCounter: break;
    default: return {};
    }
    // Of a capture's loads and counters there are few tracks.
    const Family family = kind == PayloadKind::spmCounter ? Family::counter : Family::codeObjects;
    for (std::size_t n = 0; n < timeline.trackCount(); ++n) {
        const Track& track = timeline.track(TrackId(static_cast<std::uint32_t>(n)));
        if (track.kind == TrackKind::group || FamilyKey::of(track.key).family != family)
            continue;
        if (const auto found = in(track.kind, family, FamilyKey::of(track.key).number))
            return found;
    }
    return {};
}

// The life that a token begins, else the instant it is.
std::optional<SliceId> RdfTimeline::sliceOfToken(const Timeline& timeline, const KnownPayloads& known,
                                                 RecordRef ref, const Job& job) const
{
    const auto memory = kept().memory;
    if (const auto life = memory ? sliceOfLife(timeline, known, *memory, ref) : std::nullopt)
        return life;
    std::byte first {};
    const auto source = m_facts.chunks().file().source(ref.source());
    if (!source || !(*source)->prepare(ref.offset() + 1, job)
        || (*source)->read(ref.offset(), {&first, 1}) == 0)
        return {};
    if (rmtKind(first) == RmtKind::pageTableUpdate)
        return sliceAround(timeline, TrackKind::density, Family::pageTables, ref, job);
    for (std::size_t n = 0; n < timeline.trackCount(); ++n) {
        const Track& track = timeline.track(TrackId(static_cast<std::uint32_t>(n)));
        const FamilyKey key = FamilyKey::of(track.key);
        if (track.kind == TrackKind::group || key.family < Family::snapshots
            || key.family > Family::driverCalls)
            continue;
        if (const auto found = sliceWith(timeline, track.kind, key, ref, job))
            return found;
    }
    return {};
}

}
