// The columns of lists of records for other programs: CSV of the window, CSV and JSON of `tglass export`.
//
//     columnName(RecordColumn::time, {})       // "time_ns"
//     columnText(row, RecordColumn::time)      // "1780000123250000000"; empty: nothing is known
//     columnJson(row, RecordColumn::subject)   // "\"upload #20\""
//
// Times are nanoseconds of the record's own clock; numbers of fields are as they are, not rounded, in the units they were recorded in.
#pragma once

#include "core/model/record_order.h"

#include <string>
#include <vector>

namespace traceglass {

// `fields`: names of those of a table, whose columns follow the others.
std::string columnName(RecordColumn column, const std::vector<std::string>& fields);
std::string columnText(const RecordRow& row, RecordColumn column);
// The same as JSON: numbers where it is one, null where nothing is known of one.
std::string columnJson(const RecordRow& row, RecordColumn column);

}
