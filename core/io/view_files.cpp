#include "core/io/view_files.h"

#include "core/io/save_io.h"

namespace traceglass {

bool isThere(const std::filesystem::path& path, GaveWay)
{
    std::error_code unreadable;
    return std::filesystem::exists(path, unreadable);
}

std::optional<FileVersion> versionOf(const std::filesystem::path& path, GaveWay)
{
    const auto known = identify(path);
    return known ? std::optional(FileVersion {known->modifiedNs, known->size}) : std::nullopt;
}

Result<std::vector<std::byte>> readHead(const std::filesystem::path& path, std::size_t atMost, const Job& job,
                                        GaveWay)
{
    return readHead(path, atMost, job);
}

Result<void> replaceFile(const std::filesystem::path& path, std::span<const std::byte> bytes, GaveWay,
                         const std::filesystem::path& outOf)
{
    std::error_code error;
    const auto old = std::filesystem::status(path, error).type();
    if (old == std::filesystem::file_type::character || old == std::filesystem::file_type::fifo)
        return writeFile(path, bytes); // there is nothing in it to replace
    return replaceFile(path, bytes, outOf);
}

}
