// How long the part of a capture is that is asked about: by which counts become so many a second.
//
//     lengthOf(timeline, {.range = range, .tracks = tracks})
#pragma once

#include "core/query/run.h"

namespace traceglass::stats {

TrackId topOf(const Timeline& timeline, TrackId track); // the outermost group around it, or itself

// In ns: of its range what lies within the clocks of its tracks; of tracks of one run of several within that run. Runs
// of which each has a clock that begins anew lie over each other: they are as long as all of them are. Orders
// have no length: 0 where there is no clock.
std::int64_t lengthOf(const Timeline& timeline, const query::Scope& scope);

}
