// Looking for the chunk files below a folder, which may be any: a home directory, /, one with a loop of
// links.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/job.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

namespace traceglass::rfr {

constexpr std::string_view kMetaName = "meta.rfr";
constexpr std::string_view kCallsitesName = "callsites.rfr";
constexpr std::string_view kSuffix = ".rfr";

struct FolderBounds
{
    std::size_t entries; // that are no chunk files: a recording may have 100,000 of those
    int depth;           // of folders within folders
    std::chrono::milliseconds time;
};
constexpr FolderBounds kBoundsToOpen {20'000, 4, std::chrono::seconds(20)};
constexpr FolderBounds kBoundsToProbe {256, 4, std::chrono::milliseconds(200)};

enum class FolderSeen {
    whole,
    ended,    // by `visit`
    tooLarge, // a bound was hit
    stopped,  // by the job
};

// Calls visit(path) for every chunk candidate below the folder until it returns false, those of a folder
// before those of the folders in it. Does not follow links and does not enter folders named *.rfr. Looks at
// the job and the clock every 256 entries.
FolderSeen lookForChunks(const std::filesystem::path& folder, const FolderBounds& bounds, const Job& job,
                         const std::function<bool(const std::filesystem::path&)>& visit);

// Sorts paths by the bytes of their parts: the order in which chunks are numbered. False: the job was stopped.
bool sortByParts(std::vector<std::filesystem::path>& paths, const Job& job);

}
