// How long the calling thread has used a processor. Beside other tests the wall tells little.
//
//     const std::int64_t begin = usedNs();
//     work();
//     best = std::min(best, usedNs() - begin);
#pragma once

#include <cstdint>
#include <ctime>

namespace traceglass {

inline std::int64_t usedNs()
{
    timespec used {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::int64_t(used.tv_sec) * 1'000'000'000 + used.tv_nsec;
}

}
