// Sorting what is too much to be sorted within the time a stop may take.
//
//     if (!sortUnlessStopped(texts, std::less(), job)) return fail(Code::Stopped);
#pragma once

#include "core/base/job.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace traceglass {

// Equal ones keep their order. False: it was stopped, and what is in `values` is of no use any more.
template <class Value, class Less>
bool sortUnlessStopped(std::vector<Value>& values, const Less& less, const Job& job)
{
    constexpr std::size_t kRun = 4096; // sorted or put together between two looks at the job
    const auto at = [&](std::size_t index) {
        return values.begin() + static_cast<std::ptrdiff_t>(std::min(index, values.size()));
    };
    for (std::size_t begin = 0; begin < values.size(); begin += kRun) {
        if (job.stopRequested())
            return false;
        std::stable_sort(at(begin), at(begin + kRun), less);
    }
    std::vector<Value> merged;
    for (std::size_t run = kRun; run < values.size(); run *= 2) {
        merged.clear();
        merged.reserve(values.size());
        for (std::size_t begin = 0; begin < values.size(); begin += 2 * run) {
            auto left = at(begin), right = at(begin + run);
            const auto middle = right, end = at(begin + 2 * run);
            while (left != middle || right != end) {
                if (merged.size() % kRun == 0 && job.stopRequested())
                    return false;
                const bool isRight = left == middle || (right != end && less(*right, *left));
                merged.push_back(std::move(isRight ? *right++ : *left++));
            }
        }
        values.swap(merged);
    }
    return !job.stopRequested();
}

}
