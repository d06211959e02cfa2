// The demo capture: the controller of a conveyor's motor, recorded for ten minutes with a restart in between.
#pragma once

#include "core/formats/demo.h"

#include <filesystem>

namespace traceglass::rtc {

// Writes FOLDER/motor-controller.rtc, about 30 MB, and returns its path. Deterministic.
Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder);

extern const Demo kDemo;

}
