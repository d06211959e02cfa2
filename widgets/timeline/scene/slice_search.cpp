#include "widgets/timeline/scene/slice_search.h"

#include <algorithm>
#include <limits>

namespace traceglass {

namespace {

bool counts(const Timeline& timeline, TrackId track, const Slice& slice)
{
    return !(slice.flags & slice::kGap) && !isIdle(timeline, track, slice);
}

std::optional<Slice> endOfRow(const Timeline& timeline, TrackId track, RowId row, bool first)
{
    using Limits = std::numeric_limits<std::int64_t>;
    auto slice = first ? timeline.sliceAfter(row, Limits::min()) : timeline.sliceBefore(row, Limits::max());
    while (slice && !counts(timeline, track, *slice))
        slice = first ? timeline.sliceAfter(row, slice->startNs) : timeline.sliceBefore(row, slice->startNs);
    return slice;
}

std::optional<Slice> ofRow(const Timeline& timeline, TrackId track, RowId row, SliceGoal goal,
                           const std::optional<PlacedSlice>& best)
{
    switch (goal) {
    case SliceGoal::first:
    case SliceGoal::last: return endOfRow(timeline, track, row, goal == SliceGoal::first);
    case SliceGoal::longest:
        if (timeline.track(track).kind
            == TrackKind::counter) // how long a value holds is no length of its own
            return {};
        return timeline.longest(row, best ? best->slice.durationNs() : 0,
                                [&](const Slice& slice) { return counts(timeline, track, slice); });
    case SliceGoal::greatest:
    case SliceGoal::least:
        if (timeline.track(track).kind != TrackKind::counter)
            return {};
        return timeline.extreme(row, goal == SliceGoal::greatest);
    }
    return {};
}

bool isBetter(const Timeline& timeline, const PlacedSlice& found, const PlacedSlice& best, SliceGoal goal)
{
    switch (goal) {
    case SliceGoal::first: return found.slice.startNs < best.slice.startNs;
    case SliceGoal::last: return found.slice.startNs > best.slice.startNs;
    case SliceGoal::longest: return true; // only longer ones were asked for
    case SliceGoal::greatest:
        return timeline.value(found.track, found.slice) > timeline.value(best.track, best.slice);
    case SliceGoal::least:
        return timeline.value(found.track, found.slice) < timeline.value(best.track, best.slice);
    }
    return false;
}

}

std::optional<PlacedSlice> searchSlice(const Timeline& timeline, std::span<const TrackId> tracks,
                                       SliceGoal goal)
{
    std::optional<PlacedSlice> best;
    for (const TrackId track : tracks) {
        std::uint16_t index = 0;
        for (RowId row = timeline.track(track).firstRow; row != kNoRow;
             row = timeline.nextRow(row), ++index) {
            const auto slice = ofRow(timeline, track, row, goal, best);
            if (!slice)
                continue;
            const PlacedSlice found {track, row, index, *slice};
            if (!best || isBetter(timeline, found, *best, goal))
                best = found;
        }
    }
    return best;
}

bool isIdle(const Timeline& timeline, TrackId track, const Slice& slice)
{
    return timeline.track(track).kind == TrackKind::states && slice.name == stateName(TaskState::idle);
}

std::optional<Slice> sliceNear(const Timeline& timeline, RowId row, std::int64_t timeNs)
{
    auto slice = timeline.sliceAt(row, timeNs);
    if (!slice)
        slice = timeline.sliceAfter(row, timeNs);
    return slice ? slice : timeline.sliceBefore(row, timeNs);
}

std::optional<TimeRange> neighbourhood(const Timeline& timeline, const PlacedSlice& moment)
{
    // So many times as far away as the near one, the far one would push that into the moment.
    constexpr std::int64_t kFarther = 10;
    const std::int64_t at = moment.slice.startNs;
    const bool sharesLine = timeline.track(moment.track).kind == TrackKind::events; // a row a level
    std::optional<Slice> before;
    std::optional<Slice> after;
    for (RowId row = sharesLine ? timeline.track(moment.track).firstRow : moment.rowId; row != kNoRow;
         row = sharesLine ? timeline.nextRow(row) : kNoRow) {
        const auto last = timeline.sliceBefore(row, at);
        if (last && (!before || last->startNs > before->startNs))
            before = last;
        const auto next = timeline.sliceAfter(row, at);
        if (next && (!after || next->startNs < after->startNs))
            after = next;
    }
    if (!before && !after)
        return {};
    const std::int64_t back = before ? subtractSaturating(at, before->startNs) : 0;
    const std::int64_t on = after ? subtractSaturating(after->endNs, at) : 0;
    const std::int64_t near = !before ? on : !after ? back : std::min(back, on);
    const std::int64_t far = std::max(back, on);
    const std::int64_t reach = far / kFarther > near ? near * kFarther : far;
    return TimeRange {subtractSaturating(at, reach), addSaturating(at, reach)};
}

}
