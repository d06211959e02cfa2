// The files that views read and write themselves. None is a capture: pictures, tables, sets of filters, sketches.
//
//     task.start([path](Job& job) { return readHead(path, kLongest, job, giveWay(Niceness::answers)); }, ...);
//
// A disk may take minutes, so all of this is for threads that gave way: the window's never does.
#pragma once

#include "core/base/behind.h"
#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/io/system_save_io.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace traceglass {

bool isThere(const std::filesystem::path& path, GaveWay);

// What a file that was changed has another of.
struct FileVersion
{
    std::int64_t modifiedNs = 0;
    std::uint64_t size = 0;
};
std::optional<FileVersion> versionOf(const std::filesystem::path& path, GaveWay); // nothing: it is not there

// As in core/io/file.h and core/io/save_io.h, with their errors.
Result<std::vector<std::byte>> readHead(const std::filesystem::path& path, std::size_t atMost, const Job& job,
                                        GaveWay);
// `outOf`: the capture that is shown, to which the file must not belong; empty: none. Pipes and terminals are written to.
Result<void> replaceFile(const std::filesystem::path& path, std::span<const std::byte> bytes, GaveWay,
                         const std::filesystem::path& outOf);

}
