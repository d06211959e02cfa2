// Statistics of the tracks of numbers: a row each.
//
//     auto table = stats::counterTable(timeline, {.range = range}, nullptr, job);       // error: stopped
//
// Columns: count first last min max mean integral largest_step sigma. Count, first, last, the extremes with their
// places and the largest step, which has its sign and the place it leads to, are of the values recorded in
// the range. The integral, in the unit of the track times seconds, is that of the line as it is drawn, cut at
// the ends of the range: of steps a value holds until the next one, at last until the end of the clock; else
// values are joined by straight lines. Time beside what is no number and beside gaps (slice::kGap) is not
// known and left out; the mean is the integral divided by the time that is known, sigma the standard deviation
// of values, each for the time around it: where they are recorded at regular times, just that of the values.
// Values are as the timeline has them, floats of their distance to the track's origin: seven digits of them are told. Rows with some that are too
// large for a float to hold every whole number are marked as inexact, with a remark.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/statistics.h"
#include "core/query/run.h"

namespace traceglass::stats {

// Of the same timeline, only these values, and what lies behind others is not known; null: all.
Result<StatTable> counterTable(const Timeline& timeline, const query::Scope& scope, const query::Hits* only,
                               Job& job);

}
