// Where the shared corpus of captures lies: the folder TRACEGLASS_CORPUS names, else shared/corpus beside the
// checkout. Tests that need it are skipped where it is not there.
//
//     if (!std::filesystem::exists(corpus("rtc")))
//         QSKIP(kNoCorpus);
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace traceglass {

inline constexpr char kNoCorpus[] =
    "The corpus of captures is not there: set TRACEGLASS_CORPUS to the folder that holds rdf, rtc, rfr and cjfr.";

inline std::filesystem::path corpus(std::string_view format = {})
{
    if (const char* const set = std::getenv("TRACEGLASS_CORPUS"))
        return std::filesystem::path(set) / format;
    const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
    return root.parent_path() / "shared" / "corpus" / format;
}

}
