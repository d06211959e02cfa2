#include "core/formats/rdf/timeline/rdf_lookup.h"

#include "core/base/sort.h"

#include <algorithm>
#include <tuple>

namespace traceglass::rdf {

std::optional<std::uint32_t> chunkAt(const RdfFile& file, RecordRef ref, const Job& job)
{
    if (!ref.valid())
        return {};
    if (number(ref.source()) != 0) {
        const auto chunk = file.decodedChunk(ref.source());
        return chunk && chunk->capture == 0 ? std::optional(static_cast<std::uint32_t>(chunk->entry))
                                            : std::nullopt;
    }
    const RdfCapture& in = file.outer();
    const RegionMap* const map = in.map(job);
    const auto owner = map ? map->ownerAt(in.index(), ref.offset()) : std::nullopt;
    if (!owner)
        return {};
    const Region region = map->region(in.index(), *owner);
    return region.isChunk() ? std::optional(static_cast<std::uint32_t>(region.entry)) : std::nullopt;
}

const QueueEvent* queueEventAt(const PayloadChunks& chunks, const KnownPayloads& known, RecordRef ref,
                               const Job& job)
{
    const auto entry = chunkAt(chunks.file(), ref, job);
    const auto& entries = chunks.of(PayloadKind::queueEvent);
    const auto at = entry ? std::ranges::lower_bound(entries, *entry) : entries.end();
    if (at == entries.end() || *at != *entry)
        return nullptr;
    const auto wanted = static_cast<std::uint32_t>(at - entries.begin());
    const auto& events = known.queues.events;
    const auto event = std::ranges::lower_bound(events, wanted, {}, &QueueEvent::number);
    return event != events.end() && event->number == wanted ? &*event : nullptr;
}

std::optional<SliceId> sliceWith(const Timeline& timeline, TrackKind kind, FamilyKey key, RecordRef ref,
                                 const Job& job)
{
    const auto track = timeline.findTrack(kind, key.packed());
    if (!track)
        return {};
    std::uint16_t depth = 0;
    for (const RowId row : timeline.rows(*track)) {
        for (std::size_t n = 0; n < timeline.partCount(row) && !job.stopRequested(); ++n) {
            const SlicePart part = timeline.part(row, n);
            const SlicePack& pack = timeline.pack(part.pack);
            for (std::uint32_t at = part.begin; at < part.end; ++at)
                if (pack.ref(at) == ref)
                    return SliceId {kind, key.packed(), depth,
                                    addSaturating(pack.start(at), timeline.shift(row)), ref};
        }
        ++depth;
    }
    return {};
}

std::vector<SliceLookup::Placed> SliceLookup::placedIn(FamilyKey key) const
{
    std::vector<Placed> out;
    const auto track = m_timeline.findTrack(TrackKind::slices, key.packed());
    if (!track)
        return out;
    std::uint16_t depth = 0;
    for (const RowId row : m_timeline.rows(*track)) {
        for (std::size_t n = 0; n < m_timeline.partCount(row) && !m_job->stopRequested(); ++n) {
            const SlicePart part = m_timeline.part(row, n);
            const SlicePack& pack = m_timeline.pack(part.pack);
            for (std::uint32_t at = part.begin; at < part.end; ++at)
                out.push_back({addSaturating(pack.start(at), m_timeline.shift(row)), pack.ref(at), depth});
        }
        ++depth;
    }
    const auto isBefore = [](const Placed& a, const Placed& b) {
        return std::tuple(a.startNs, a.ref.bits, a.row) < std::tuple(b.startNs, b.ref.bits, b.row);
    };
    if (!sortUnlessStopped(out, isBefore, *m_job))
        out.clear();
    return out;
}

std::optional<SliceId> SliceLookup::with(FamilyKey key, RecordRef ref, std::int64_t startNs) const
{
    if (!m_job)
        return m_timeline.sliceBegunBy(TrackKind::slices, key.packed(), startNs, ref);
    const auto [known, isNew] = m_placed.try_emplace(key.packed());
    if (isNew)
        known->second = placedIn(key);
    const auto orderOf = [](const Placed& each) { return std::pair(each.startNs, each.ref.bits); };
    const auto found = std::ranges::lower_bound(known->second, std::pair(startNs, ref.bits), {}, orderOf);
    return found != known->second.end() && found->startNs == startNs && found->ref == ref
        ? std::optional(SliceId {TrackKind::slices, key.packed(), found->row, startNs, ref})
        : std::nullopt;
}

std::optional<SliceId> sliceAround(const Timeline& timeline, TrackKind kind, Family family, RecordRef ref,
                                   const Job& job)
{
    std::optional<SliceId> out;
    RecordRef nearest;
    for (std::size_t n = 0; n < timeline.trackCount(); ++n) {
        const auto id = TrackId(static_cast<std::uint32_t>(n));
        const Track& track = timeline.track(id);
        if (track.kind != kind || FamilyKey::of(track.key).family != family)
            continue;
        std::uint16_t depth = 0;
        for (const RowId row : timeline.rows(id)) {
            for (std::size_t p = 0; p < timeline.partCount(row) && !job.stopRequested(); ++p) {
                const SlicePart part = timeline.part(row, p);
                const SlicePack& pack = timeline.pack(part.pack);
                for (std::uint32_t at = part.begin; at < part.end; ++at) {
                    const RecordRef here = pack.ref(at);
                    if (here.source() != ref.source() || here.offset() > ref.offset()
                        || (out && here.offset() <= nearest.offset()))
                        continue;
                    nearest = here;
                    out = SliceId {kind, track.key, depth, addSaturating(pack.start(at), timeline.shift(row)),
                                   here};
                }
            }
            ++depth;
        }
    }
    return out;
}

}
