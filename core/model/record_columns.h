// The columns of lists of records for other programs: CSV of the window and of `tglass export`.
//
//     columnName(RecordColumn::time, {})       // "time_ns"
//     columnText(row, RecordColumn::time)      // "1780000123250000000"; empty: nothing is known
//
// Times are nanoseconds of the record's own clock.
#pragma once

#include "core/model/record_order.h"

#include <string>
#include <vector>

namespace traceglass {

// `fields`: names of those of a table, whose columns follow the others.
std::string columnName(RecordColumn column, const std::vector<std::string>& fields);
std::string columnText(const RecordRow& row, RecordColumn column);
bool isInteger(RecordColumn column); // its text, where there is one

}
