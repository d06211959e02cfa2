// The slice of some tracks one wants to go to: the first, the last, the longest, or where a counter is
// greatest or least. Walks the columns and summaries of the timeline, never the capture.
//
//     const auto slice = searchSlice(timeline, tracks, SliceGoal::longest);
#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#include <span>

namespace traceglass {

enum class SliceGoal { first, last, longest, greatest, least };

// Gaps and idle are what lies between slices. Of equal ones the first track's. Of a counter's values those
// that are no numbers do not count.
std::optional<PlacedSlice> searchSlice(const Timeline& timeline, std::span<const TrackId> tracks,
                                       SliceGoal goal);

// Of a track of states the idle ones are what lies between its slices.
bool isIdle(const Timeline& timeline, TrackId track, const Slice& slice);

// The slice of a row at a moment, else the next one, else the last before it.
std::optional<Slice> sliceNear(const Timeline& timeline, RowId row, std::int64_t timeNs);

// A time with the moment in its middle that shows what is beside it on its line, before and behind; nothing
// when it is alone there.
std::optional<TimeRange> neighbourhood(const Timeline& timeline, const PlacedSlice& moment);

}
