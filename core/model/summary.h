// What a capture is in a few numbers, as far as opening and, later, indexing have told.
#pragma once

#include "core/base/time_text.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace traceglass {

// Lines for people: "chunks", "5".
using Facts = std::vector<std::pair<std::string, std::string>>;

// What opening alone tells; unknown numbers are absent.
struct Summary
{
    std::string version; // "3", "rfr-c/0.0.2"
    std::filesystem::path
        path; // of the capture: the directory of a recording, even when one of its files was opened
    std::uint64_t size = 0;           // bytes of all its files
    std::optional<TimeRange> time {}; // of the first clock
    bool absolute = true;             // that time is Unix time; else its origin is unknown
    std::optional<std::uint64_t> tracks {};
    std::optional<std::uint64_t> records {};
    std::vector<std::string> clocks {};
    std::map<std::string, TimeRange>
        clockTimes {};                           // of clocks that differ from the first one, as far as known
    std::optional<std::uint64_t> annotations {}; // notes kept in the capture
    Facts more {};
};

}
