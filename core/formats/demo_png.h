// A picture as PNG, for what the demo captures hold.
//
//     encodePng({240, 136, pixels})
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace traceglass {

struct DemoPicture
{
    std::uint32_t width = 0, height = 0;
    std::span<const std::byte> pixels;  // row by row: red, green and blue, or a number in the palette
    std::span<const std::byte> palette; // red, green, blue each; none: the pixels say so themselves
};

std::vector<std::byte> encodePng(const DemoPicture& picture);
}
