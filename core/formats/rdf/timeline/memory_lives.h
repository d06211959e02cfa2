// Lives of allocations and resources on the timeline: a track each, in groups by heap and by use. Those beyond the first
// 100,000 share tracks of rows, in which a life takes the first that is free.
//
//     addLives(maker, *memory, report, job);
//     sliceOfResource(timeline, known, *memory, n)                  // where its life begins
#pragma once

#include "core/formats/rdf/timeline/memory_history.h"
#include "core/formats/rdf/timeline/rdf_lookup.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"

namespace traceglass::rdf {

// To be called when all else is on the timeline: what is never freed lives until its end. False when stopped.
bool addLives(TrackMaker& maker, const MemoryHistory& memory, const Report& report, const Job& job);

// The first slice of a life; nothing where there was no room to draw it.
std::optional<SliceId> sliceOfResource(const SliceLookup& lookup, const KnownPayloads& known,
                                       const MemoryHistory& memory, std::uint32_t resource);
std::optional<SliceId> sliceOfAllocation(const SliceLookup& lookup, const KnownPayloads& known,
                                         const MemoryHistory& memory, std::uint32_t allocation);
// Where the resource lies in a place.
std::optional<SliceId> sliceOfBinding(const SliceLookup& lookup, const KnownPayloads& known,
                                      const MemoryHistory& memory, const MemoryHistory::Binding& binding);
// The slice that a token begins: a life, or a place in memory within one.
std::optional<SliceId> sliceOfLife(const SliceLookup& lookup, const KnownPayloads& known,
                                   const MemoryHistory& memory, RecordRef ref);

}
