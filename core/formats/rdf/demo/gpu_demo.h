// A capture of a GPU, made up: eight frames of a fight on two queues, the memory they took, counters and code. In one
// frame the graphics queue waits for a particle pass that takes thirty times as long as usual; and textures of every
// frame are never given back.
//
//     auto path = rdf::writeGpuDemo("/home/me/captures");     // errors: file.unwritable
//
// The same bytes every time.
#pragma once

#include "core/formats/demo.h"

#include <filesystem>

namespace traceglass::rdf {

Result<std::filesystem::path> writeGpuDemo(const std::filesystem::path& folder);

extern const Demo kGpuDemo;

}
