// What is numbered, from run to run or within one: as rows of their own `gc 466` or `frame 12` are in one capture only,
// are another `gc 466` or a single slice, and nothing can be compared.
#pragma once

#include "core/stats/made_table.h"

#include <string>
#include <vector>

namespace traceglass::compare {

struct NumberedSide
{
    stats::MadeTable& part;
    std::size_t root = 0; // as in TableSide
};

// Of slices: rows whose names differ in numbers only become one in both, `gc #`, with percentiles of all their slices: from
// five on, where more than half of them are in one of both only or have a single slice. Returns a sentence for each.
// Error: file.stopped.
Result<std::vector<std::string>> joinNumbered(const NumberedSide& a, const NumberedSide& b, Job& job);

// Of other tables whose keys are numbers (StatTable::areNumbered): rows with the same texts become one, called by these,
// with how many they are, their sums, and the means of what is no sum. Of no use once the job is stopped.
StatTable alike(const StatTable& numbered, const Job& job);

}
