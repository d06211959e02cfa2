// Loops over rows, of which there may be a million, look at their job now and then.
#pragma once

#include "core/base/job.h"

#include <cstddef>

namespace traceglass::compare {

inline bool isStoppedAt(std::size_t row, const Job& job)
{
    return row % 4096 == 0 && job.stopRequested();
}

}
