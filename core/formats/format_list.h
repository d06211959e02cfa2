// The formats Traceglass knows, in the order they are asked.
#pragma once

#include "core/base/behind.h"
#include "core/model/format.h"

#include <filesystem>
#include <span>

namespace traceglass {

std::span<const Format* const> formats();

// What a file or folder seems to be, by no more than what a probe looks at: never null. It may not open all the same.
// Pipes are not read. In the calling thread, which has given way: the window's never does. Errors: file.not-found,
// file.unreadable, file.unknown-format, file.stopped.
Result<const Format*> recognise(const std::filesystem::path& path, const Job& job, GaveWay);

}
