// Demo captures: made up, realistic, with something worth finding in each. `tglass demo` and the start page write
// them; tests open them.
//
//     for (const Demo* demo : demos())
//         auto path = demo->write("/home/me/captures");        // errors: file.unwritable
#pragma once

#include "core/base/diagnostic.h"

#include <filesystem>
#include <span>
#include <string_view>

namespace traceglass {

struct Demo
{
    std::string_view format; // Format::id
    std::string_view label;  // "Async Rust": short, for lists
    std::string_view title;  // "Web service"
    std::string_view about;  // one sentence: what is in it
    // Writes it into a folder, the same bytes every time, and returns its path.
    Result<std::filesystem::path> (*write)(const std::filesystem::path& folder);
};

std::span<const Demo* const> demos();
const Demo* findDemo(std::string_view format); // the first one of several; null: there is none

}
