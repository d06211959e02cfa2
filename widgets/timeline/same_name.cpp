#include "widgets/timeline/same_name.h"

#include "core/query/run.h"

#include <compare>
#include <unordered_map>

namespace traceglass {

namespace {

// Where a slice stands among all of its name.
struct Standing
{
    std::int64_t startNs = 0;
    std::size_t line = 0; // rows of all tracks, counted on

    auto operator<=>(const Standing&) const = default;
};

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
    const auto isBefore = [forward](const Standing& a, const Standing& b) { return forward ? a < b : b < a; };

    std::size_t line = 0;
    Standing here {from.slice.startNs, 0};
    for (const TrackId track : tracks) {
        for (RowId row = timeline.track(track).firstRow; row != kNoRow; row = timeline.nextRow(row), ++line)
            here.line = row == from.rowId ? line : here.line;
    }
    std::optional<PlacedSlice> best;
    Standing bestRank;
    // The first of the row beyond `here`, unless a better one is known by then.
    const auto searchRow = [&](const PlacedSlice& place) {
        const Track& track = timeline.track(place.track);
        const bool isTask = track.kind == TrackKind::states;
        const bool isSameKind = track.kind == timeline.track(from.track).kind;
        if (!isSameKind || !query::hasNames(track.kind) || (isTask && !isWanted(track.name)))
            return;
        std::int64_t at = here.startNs; // of the same time only what stands on its other side
        if (isBefore(here, {here.startNs, line}))
            at = forward ? subtractSaturating(at, 1) : addSaturating(at, 1);
        constexpr int kStopAsked = 4096;
        for (int step = 1;; ++step) {
            const auto slice =
                forward ? timeline.sliceAfter(place.rowId, at) : timeline.sliceBefore(place.rowId, at);
            if (!slice || (best && !isBefore({slice->startNs, line}, bestRank))
                || (step % kStopAsked == 0 && job.stopRequested()))
                return;
            at = slice->startNs;
            if (isTask ? slice->name != stateName(TaskState::polling) : !isWanted(slice->name))
                continue;
            best = {place.track, place.rowId, place.row, *slice};
            bestRank = {slice->startNs, line};
            return;
        }
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
