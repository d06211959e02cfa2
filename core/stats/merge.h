// Tables of slices of several captures as one: rows of equal keys are added up. Percentiles and means come
// from the histograms and are about right (within 0.8 %); everything else is exact. What belongs to one
// capture alone is left out: places, tracks, colours, remarks, the share of its length.
//
//     const StatTable all = stats::merged({one, other});
#pragma once

#include "core/model/statistics.h"

#include <span>

namespace traceglass::stats {

// All of one SliceKey, with percentiles.
StatTable merged(std::span<const StatTable> tables);

}
