// Names whose numbers go on, `gc 466` from run to run or `frame 12` within one: as rows of their own each is in one capture
// only, or has a single slice, and nothing can be compared.
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

}
