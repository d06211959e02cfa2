// The other slices of the name a selected one has: ids are no part of it, so "resize #24" and "resize #23"
// have one name, and the polls of a task have that of the task.
//
//     const std::string name = nameOf(timeline, track, slice);               // empty: it has none
//     const auto next = nextOfName(timeline, tracks, selected, true, job);   // any thread
#pragma once

#include "core/base/job.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <span>

namespace traceglass {

std::string nameOf(const Timeline& timeline, TrackId track, const Slice& slice);

// The next one, or the one before, in the order of time; at one time in the order of `tracks`. Only tracks of
// its kind count: a poll is on the track of its task and on that of its worker.
std::optional<PlacedSlice> nextOfName(const Timeline& timeline, std::span<const TrackId> tracks,
                                      const PlacedSlice& from, bool forward, const Job& job);

}
