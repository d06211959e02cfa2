// The formats Traceglass knows, and opening a capture of any of them.
#pragma once

#include "core/model/format.h"

#include <filesystem>
#include <memory>
#include <span>

namespace traceglass {

std::span<const Format* const> formats();

// By content: the first format whose probe is sure, else the first that says maybe. When none matches, a
// known suffix picks the format and its own rejection is reported, naming what the bytes seem to be;
// otherwise file.unknown-format.
Result<std::unique_ptr<Document>> openCapture(const std::filesystem::path& path);

// Any file as bytes, without structure.
Result<std::unique_ptr<Document>> openBytes(const std::filesystem::path& path);

}
