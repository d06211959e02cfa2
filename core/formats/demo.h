// Demo captures: made up, realistic, with something worth finding in each. `tglass demo` and the start page write
// them; tests open them.
//
//     for (const Demo* demo : demos())
//         auto path = demo->write("/home/me/captures");        // errors: file.unwritable
//     auto paths = placeDemos(demos(), "/home/me/captures", Taken::isAnError);
#pragma once

#include "core/base/diagnostic.h"

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace traceglass {

struct Demo
{
    std::string_view format; // Format::id
    std::string_view label;  // "Async Rust": short, for lists
    std::string_view title;  // "Web service"
    std::string_view about;  // one sentence: what is in it
    std::string_view file;   // "web-service.rfr": its name
    // Writes it into a folder, the same bytes every time, and returns its path. What has its name there is
    // written over.
    Result<std::filesystem::path> (*write)(const std::filesystem::path& folder);
};

std::span<const Demo* const> demos();

// What becomes of a demo whose name is taken, such as by the demo of before with notes in it. That itself stays in any
// case.
enum class Taken : std::uint8_t { isAnError, isTheDemo };

// Writes them where somebody may have files: each gets its name when all are whole. The folder is made when it is
// missing. Error: file.unwritable.
Result<std::vector<std::filesystem::path>> placeDemos(std::span<const Demo* const> demos,
                                                      const std::filesystem::path& folder, Taken taken);

}
