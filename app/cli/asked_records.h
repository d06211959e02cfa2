// Which records of a capture a command is about, beyond their time: those of slices that --where holds for,
// and those that --match holds for.
//
//     RecordTestPtr test;
//     if (const Exit exit = readRecordTest(document, options, false, test); exit != kOk) return exit;
//     if (!test || test->holds(record)) ...
#pragma once

#include "app/cli/commands/commands.h"
#include "core/model/record_order.h"

namespace traceglass::cli {

// Null: all. Says what is wrong with the queries. `ofTracks`: --track alone means records of slices, too.
Exit readRecordTest(const Document& document, const Options& options, bool ofTracks, RecordTestPtr& test);

// Why there are no records: of no such track, which is how to exit, or none at that time. Says so.
Exit tellNoRecords(const Document& document, const Options& options, const std::optional<TimeRange>& window,
                   const std::string& clock);

}
