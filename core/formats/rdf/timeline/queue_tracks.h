// Queues of GPUs over time (rdf-payloads.md 2): what ran on each, the calls that submitted it, frames, and curves made
// of them.
#pragma once

#include "core/formats/rdf/timeline/rdf_tracks.h"

namespace traceglass::rdf {

// Adds what QueueEvent chunks tell. Error: file.stopped.
Result<void> addQueueTracks(TrackMaker& maker, const Report& report, Job& job);

}
