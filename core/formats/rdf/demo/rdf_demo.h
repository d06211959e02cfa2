// A capture worth looking at, made up: one frame of a game as a GPU profiler records it, with the chunk
// layouts of rdf.md 5.
//
//     auto path = rdf::writeDemo("/home/me/captures");        // errors: file.unwritable
//
// The same bytes every time.
#pragma once

#include "core/formats/demo.h"

#include <filesystem>

namespace traceglass::rdf {

Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder);

extern const Demo kDemo;

}
