#include "core/formats/demo.h"
#include "core/io/save_io.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

namespace traceglass {

namespace fs = std::filesystem;

#define TRACEGLASS_DEMO(format, name)                                                                        \
    namespace format {                                                                                       \
    extern const Demo name;                                                                                  \
    }
#include "core/formats/demos.inc"
#undef TRACEGLASS_DEMO

std::span<const Demo* const> demos()
{
    static constexpr auto kDemos = std::to_array<const Demo*>({
#define TRACEGLASS_DEMO(format, name) &format::name,
#include "core/formats/demos.inc"
#undef TRACEGLASS_DEMO
    });
    return kDemos;
}

namespace {

bool stands(const fs::path& path)
{
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error));
}

Result<std::vector<fs::path>> writeAll(std::span<const Demo* const> demos, const fs::path& folder)
{
    std::vector<fs::path> written;
    for (const Demo* const demo : demos) {
        auto path = demo->write(folder);
        if (!path)
            return tl::unexpected(path.error());
        written.push_back(std::move(*path));
    }
    return written;
}

// Moves what was written into the folder. Nothing is moved unless there is room for all of it.
Result<std::vector<fs::path>> moveAll(const std::vector<fs::path>& written, const fs::path& folder,
                                      Taken taken)
{
    std::vector<fs::path> placed;
    for (const fs::path& path : written)
        placed.push_back(folder / path.filename());
    const auto first = std::ranges::find_if(placed, stands);
    if (taken == Taken::isAnError && first != placed.end())
        return fail(Code::FileUnwritable, first->string() + " is there already");
    for (std::size_t i = 0; i < written.size(); ++i) {
        auto moved = systemSaveIo().placeNew(written[i], placed[i]);
        if (!moved && (taken == Taken::isAnError || !stands(placed[i])))
            return tl::unexpected(moved.error());
    }
    return placed;
}

}

Result<std::vector<fs::path>> placeDemos(std::span<const Demo* const> demos, const fs::path& folder,
                                         Taken taken)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return fail(Code::FileUnwritable, folder.string() + ": " + error.message());
    std::string beside = (folder / ".traceglass-demo-XXXXXX").string();
    if (!::mkdtemp(beside.data()))
        return fail(Code::FileUnwritable, folder.string() + ": " + systemMessage(errno));
    auto placed = writeAll(demos, beside).and_then([&](const std::vector<fs::path>& written) {
        return moveAll(written, folder, taken);
    });
    fs::remove_all(beside, error);
    // The name of a folder that is gone tells nobody anything.
    if (const auto at = placed ? std::string::npos : placed.error().detail.find(beside);
        at != std::string::npos)
        placed.error().detail.replace(at, beside.size(), folder.string());
    return placed;
}

}
