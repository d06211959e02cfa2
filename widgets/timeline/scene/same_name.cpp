#include "widgets/timeline/scene/same_name.h"

#include "core/query/run.h"

#include <compare>
#include <unordered_map>

namespace traceglass {

namespace {

// Where a slice stands among all of its name.
struct SameNamePlace
{
    std::int64_t startNs = 0;
    std::size_t line = 0; // rows of all tracks, counted on

    auto operator<=>(const SameNamePlace&) const = default;
};

// The slices of a row that begin behind a moment, or before it, the nearest first, until `visit` says false.
template <class Visit>
void eachBeyond(const Timeline& timeline, RowId row, std::int64_t viewNs, bool forward, const Visit& visit)
{
    const std::int64_t by = timeline.shift(row);
    const std::int64_t ns = subtractSaturating(viewNs, by);
    const std::size_t parts = timeline.partCount(row);
    for (std::size_t n = 0; n < parts; ++n) {
        const SlicePart part = timeline.part(row, forward ? n : parts - 1 - n);
        const SlicePack& pack = timeline.pack(part.pack);
        const std::size_t border =
            pack.firstAfter(part.begin, part.end, forward ? ns : subtractSaturating(ns, 1));
        const std::size_t count = forward ? part.end - border : border - part.begin;
        for (std::size_t i = 0; i < count; ++i) {
            Slice slice = pack.at(forward ? border + i : border - 1 - i);
            slice.startNs = addSaturating(slice.startNs, by);
            slice.endNs = addSaturating(slice.endNs, by);
            if (!visit(slice))
                return;
        }
    }
}

}

std::string nameOf(const Timeline& timeline, TrackId id, const Slice& slice)
{
    const Track& track = timeline.track(id);
    if (!query::hasNames(track.kind))
        return {};
    return std::string(
        nameWithoutId(timeline.text(track.kind == TrackKind::states ? track.name : slice.name)));
}

std::optional<PlacedSlice> nextOfName(const Timeline& timeline, std::span<const TrackId> tracks,
                                      const PlacedSlice& from, bool forward, const Job& job)
{
    const std::string wanted = nameOf(timeline, from.track, from.slice);
    std::unordered_map<std::uint32_t, bool> known;
    const auto isWanted = [&](StringId name) {
        const auto [entry, isNew] = known.try_emplace(number(name), false);
        if (isNew)
            entry->second = nameWithoutId(timeline.text(name)) == wanted;
        return entry->second;
    };
    const auto isBefore = [forward](const SameNamePlace& a, const SameNamePlace& b) {
        return forward ? a < b : b < a;
    };

    std::size_t line = 0;
    SameNamePlace here {from.slice.startNs, 0};
    for (const TrackId track : tracks) {
        for (RowId row = timeline.track(track).firstRow; row != kNoRow; row = timeline.nextRow(row), ++line)
            here.line = row == from.rowId ? line : here.line;
    }
    std::optional<PlacedSlice> best;
    SameNamePlace bestRank;
    // The first of the row beyond `here`, unless a better one is known by then.
    const auto searchRow = [&](const PlacedSlice& place) {
        const Track& track = timeline.track(place.track);
        const bool isTask = track.kind == TrackKind::states;
        const bool isSameKind = track.kind == timeline.track(from.track).kind;
        if (!isSameKind || !query::hasNames(track.kind) || (isTask && !isWanted(track.name)))
            return;
        // Of the same time only what stands on its other side.
        const bool isOwn = place.rowId == from.rowId;
        std::int64_t at = here.startNs;
        if (isOwn || isBefore(here, {here.startNs, line}))
            at = forward ? subtractSaturating(at, 1) : addSaturating(at, 1);
        bool isPast = !isOwn;
        std::uint64_t step = 0;
        eachBeyond(timeline, place.rowId, at, forward, [&](const Slice& slice) {
            if ((best && !isBefore({slice.startNs, line}, bestRank)) || isStoppedAt(++step, job))
                return false;
            if (isOwn && slice.startNs == here.startNs) {
                isPast = isPast || slice == from.slice;
                if (!isPast || slice.ref == from.slice.ref)
                    return true;
            }
            if (isTask ? slice.name != stateName(TaskState::polling) : !isWanted(slice.name))
                return true;
            best = {place.track, place.rowId, place.row, slice};
            bestRank = {slice.startNs, line};
            return false;
        });
    };
    line = 0;
    for (const TrackId track : tracks) {
        std::uint16_t depth = 0;
        for (RowId row = timeline.track(track).firstRow; row != kNoRow;
             row = timeline.nextRow(row), ++line, ++depth) {
            if (job.stopRequested())
                return {};
            searchRow({track, row, depth, {}});
        }
    }
    return best;
}

}
