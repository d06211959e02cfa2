// Runs independent pieces of work on all cores, keeping the caller's thread as one of the workers.
//
//     forEachParallel(pieces.size(), 0, job, [&](std::size_t i) { decode(pieces[i]); });
#pragma once

#include "core/base/job.h"

#include <cstddef>
#include <functional>

namespace traceglass {

unsigned coreCount(); // at least 1

// Calls work(0) .. work(count - 1), each once, on at most `threads` threads (0: all cores). Returns when all
// are done; work not begun is left out once a stop was requested. `work` must not throw.
void forEachParallel(std::size_t count, unsigned threads, const Job& job,
                     const std::function<void(std::size_t)>& work);

}
