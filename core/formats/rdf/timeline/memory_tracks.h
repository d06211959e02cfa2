// Memory of a GPU over time (rdf-payloads.md 1): how much is requested, bound and mapped in each heap, what allocations
// and resources lived when, and what else the memory tokens tell.
#pragma once

#include "core/formats/rdf/timeline/memory_history.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"

#include <functional>

namespace traceglass::rdf {

// A row of moments that somebody marked, above all else.
std::vector<MemorySnapshot> addSnapshotTrack(TrackMaker& maker, const Report& report);

// Adds what RmtData tells; `publish` is asked now and then on the way whether somebody wants to see. Null where the
// capture has none. Error: file.stopped.
Result<std::shared_ptr<const MemoryHistory>> addMemoryTracks(TrackMaker& maker,
                                                             std::vector<MemorySnapshot> snapshots,
                                                             const Report& report,
                                                             const std::function<void()>& publish, Job& job);

}
