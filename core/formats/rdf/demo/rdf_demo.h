// A capture worth looking at, made up: one frame of a game as a GPU profiler records it, with the chunk
// layouts of rdf.md 5.
//
//     auto path = rdf::writeDemo("/home/me/captures");        // errors: file.unwritable
//
// The same bytes every time.
#pragma once

#include "core/formats/demo.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace traceglass::rdf {

Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder);

// An RGB picture as PNG, not compressed.
std::vector<std::byte> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::byte> rgb);

extern const Demo kDemo;

}
