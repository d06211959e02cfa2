// Statistics of lines: of logs, events and marks, a row a template (log_template.h).
//
//     auto table = stats::logTable(timeline, *query::parse("level >= warn"), {.range = range}, job); //
//     error: stopped
//
// Columns: level count rate first_ns last_ns silence_ns. The level is the worst of its lines: that of an
// event, of other lines what they begin with ("ERROR ", "[warn]"); empty where they tell none. The rate is
// that of the range, of the run where the tracks are of one, else of the whole capture. Silence is the longest time from
// one line to the next.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/statistics.h"
#include "core/query/run.h"

namespace traceglass::stats {

// Of the same timeline, only these lines; null: all.
Result<StatTable> logTable(TimelinePtr timeline, const query::Scope& scope, const query::Hits* only,
                           Job& job);

}
