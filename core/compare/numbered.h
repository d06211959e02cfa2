// Names whose numbers go on from run to run, `gc 466` and `gc 612`: as rows of their own each is in one capture only, and
// nothing can be compared.
#pragma once

#include "core/compare/compare.h"

namespace traceglass::compare {

// Of slices: rows whose names differ in numbers only become one, `gc #`, with percentiles of all their slices: from five on,
// where more than half of them are in one of both only. `a` and `b` are the tables that were compared. Error: file.stopped.
Result<void> joinNumbered(Comparison& both, const stats::SliceTable& a, const stats::SliceTable& b, Job& job);

}
