#include "core/base/workers.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace traceglass {

unsigned coreCount()
{
    return std::max(1u, std::thread::hardware_concurrency());
}

void forEachParallel(std::size_t count, unsigned threads, const Job& job,
                     const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next {0};
    const auto run = [&] {
        for (std::size_t i = next++; i < count && !job.stopRequested(); i = next++)
            work(i);
    };
    const std::size_t wanted = std::min<std::size_t>(threads ? threads : coreCount(), count);
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < wanted; ++i)
        helpers.emplace_back(run);
    run();
}

}
