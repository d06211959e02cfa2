// What else happens over time in an RDF capture: values of streaming counters, loads of code objects, and what a crash
// dump tells with a time (rdf-payloads.md 3 and 4).
#pragma once

#include "core/formats/rdf/payloads/crash/crash_markers.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"

namespace traceglass::rdf {

// SpmSession and SpmCounterData: a curve a counter, on the clock of its GPU. Error: file.stopped.
Result<void> addCounterTracks(TrackMaker& maker, Job& job);
// COLoadEvent: an instant a load or unload, called by the pipeline that uses the code, else by its hash.
Result<void> addCodeObjectTracks(TrackMaker& maker, Job& job);
void addFaultTracks(TrackMaker& maker, const Crash& crash);
// The markers of command buffers that were in flight, nested, a step each: nothing tells when the GPU did the work, so
// they have an axis of their own, drawn as wide as the timeline is by then.
void addInFlightTracks(TrackMaker& maker, const Crash& crash);

}
