// Stacks of twelve frames out of a thousand, the first ones more often, until their tree has so many nodes.
#pragma once

#include "core/timeline/stack_sums.h"

#include <memory>
#include <string>
#include <vector>

namespace traceglass {

inline std::shared_ptr<const StackSums> manyStacks(std::size_t nodes)
{
    auto sums = std::make_shared<StackSums>();
    StackFrames frames;
    for (int i = 0; i < 1000; ++i)
        frames.push_back({"app.Class" + std::to_string(i) + ".method"});
    std::uint32_t random = 1;
    std::vector<std::uint32_t> numbers(12);
    while (sums->nodes().size() < nodes) {
        for (std::uint32_t& number : numbers) {
            random = random * 1664525 + 1013904223;
            number = (random >> 8) % 1000 * ((random >> 20) % 3 + 1) / 3;
        }
        StackSample sample;
        sample.frames = numbers;
        sums->add(frames, sample);
    }
    return sums;
}

}
