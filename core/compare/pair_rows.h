// Which rows of two tables belong together.
#pragma once

#include "core/compare/compare.h"

namespace traceglass::compare {

// In the order of B, then what only A has. Those with the same key match in their order. What is left over matches by its
// name without the number that tells tracks apart, where each side has one such. Error: file.stopped.
Result<std::vector<RowPair>> pairRows(const TableSide& sideA, const TableSide& sideB, const Job& job);

}
