// The version of this build, as `--version` prints it: see cmake/version.cmake.
#pragma once

namespace traceglass {

extern const char* const kVersion;

}
