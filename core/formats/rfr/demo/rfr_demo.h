// The demo capture: a web service on tokio, some four seconds of it.
#pragma once

#include "core/formats/demo.h"

#include <filesystem>

namespace traceglass::rfr {

// Writes FOLDER/web-service.rfr and returns its path. Deterministic.
Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder);

extern const Demo kDemo;

}
