// Which rows of two tables belong together.
#pragma once

#include "core/compare/compare.h"

namespace traceglass::compare {

// In the order of B, then what only A has. Those with the same key match in their order. Error: file.stopped.
Result<std::vector<RowPair>> pairRows(const TableSide& sideA, const TableSide& sideB, const Job& job);

}
