// The demo capture motor-controller.rtc, about 30 MB: the controller of a conveyor's motor, recorded for ten
// minutes with a restart in between.
//
//     auto written = writeRuns("short.rtc", 30'000);    // the same, but neither run goes on for longer
#pragma once

#include "core/formats/demo.h"

#include <cstdint>
#include <filesystem>

namespace traceglass::rtc {

// For tests that do not need all of it. Errors: file.unwritable
Result<void> writeRuns(const std::filesystem::path& path, std::uint64_t mostMs);

extern const Demo kDemo;

}
