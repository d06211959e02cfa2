#include "core/formats/rfr/wire/rfr_folder.h"

#include "core/base/sort.h"

#include <algorithm>
#include <queue>
#include <string>

namespace traceglass::rfr {

namespace fs = std::filesystem;

FolderSeen lookForChunks(const fs::path& folder, const FolderBounds& bounds, const Job& job,
                         const std::function<bool(const fs::path&)>& visit)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + bounds.time;
    std::queue<std::pair<fs::path, int>> folders; // with their depth; what is near the top comes first
    folders.emplace(folder, 0);
    std::size_t seen = 0;
    std::size_t others = 0;
    bool tooDeep = false;
    const auto isDue = [&] { return job.stopRequested() || Clock::now() >= end; };
    const auto dueTo = [&] { return job.stopRequested() ? FolderSeen::stopped : FolderSeen::tooLarge; };
    for (; !folders.empty(); folders.pop()) {
        if (isDue())
            return dueTo();
        const auto& [path, depth] = folders.front();
        std::error_code error;
        for (auto entry = fs::directory_iterator(path, fs::directory_options::skip_permission_denied, error);
             !error && entry != fs::directory_iterator(); entry.increment(error)) {
            if ((++seen & 15) == 0 && isDue()) // each costs a question to the disk
                return dueTo();
            std::error_code unknown;
            const bool isLink = entry->is_symlink(unknown);
            const bool isFolder = !isLink && entry->is_directory(unknown);
            const bool isNamed = entry->path().native().ends_with(kSuffix);
            if (!isLink && !isFolder && isNamed && entry->is_regular_file(unknown)) {
                const std::string name = entry->path().filename().string();
                if (name != kMetaName && name != kCallsitesName && !visit(entry->path()))
                    return FolderSeen::ended;
                continue;
            }
            if (++others > bounds.entries)
                return FolderSeen::tooLarge;
            if (!isFolder || isNamed)
                continue;
            if (depth < bounds.depth)
                folders.emplace(entry->path(), depth + 1);
            else
                tooDeep = true;
        }
    }
    return tooDeep ? FolderSeen::tooLarge : FolderSeen::whole;
}

bool sortByParts(std::vector<fs::path>& paths, const Job& job)
{
    // No name holds a zero byte, and no other byte ends a name.
    const auto key = [](char letter) { return static_cast<unsigned char>(letter == '/' ? '\0' : letter); };
    const auto isBefore = [&](const fs::path& a, const fs::path& b) {
        return std::ranges::lexicographical_compare(a.native(), b.native(), {}, key, key);
    };
    return sortUnlessStopped(paths, isBefore, job);
}

}
