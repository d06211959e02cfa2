// Writes a small JVM recording: what `tglass demo` and the tests of every format open.
#pragma once

#include "core/base/diagnostic.h"

#include <filesystem>

namespace traceglass::cjfr {

Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder); // FOLDER/demo.cjfr

}
