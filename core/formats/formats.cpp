#include "core/formats/formats.h"

#include "core/formats/bytes_document.h"
#include "core/io/file.h"
#include "core/io/mapped_file.h"
#include "core/io/piped_file.h"
#include "core/model/content.h"
#include "core/model/probe.h"

#include <algorithm>
#include <array>

namespace traceglass {

#define TRACEGLASS_FORMAT(name)                                                                              \
    namespace name {                                                                                         \
    extern const Format kFormat;                                                                             \
    }
#include "core/formats/formats.inc"
#undef TRACEGLASS_FORMAT

std::span<const Format* const> formats()
{
    static constexpr auto kFormats = std::to_array<const Format*>({
#define TRACEGLASS_FORMAT(name) &name::kFormat,
#include "core/formats/formats.inc"
#undef TRACEGLASS_FORMAT
    });
    return kFormats;
}

namespace {

constexpr std::size_t kHead = 64 * 1024;

const Format* chooseFormat(const Probe& probe)
{
    const Format* chosen = nullptr;
    for (const Format* format : formats()) {
        const Match match = format->probe(probe);
        if (match == Match::sure)
            return format;
        if (match == Match::maybe && !chosen)
            chosen = format;
    }
    if (chosen || probe.directory)
        return chosen;
    std::string suffix = probe.path.extension().string();
    for (char& letter : suffix)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    for (const Format* format : formats()) {
        if (std::ranges::find(format->suffixes, suffix) != format->suffixes.end())
            return format;
    }
    return nullptr;
}

struct Probed
{
    Probe probe;
    std::vector<std::byte> head; // what it looks at
};

Result<Probed> probed(const std::filesystem::path& path, const Job& job)
{
    Probed result {{path, false, 0, {}, job.token()}, {}};
    Probe& probe = result.probe;
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found)
        return fail(Code::FileNotFound, path.string());
    if (std::filesystem::is_directory(status)) {
        probe.directory = true;
        const std::filesystem::directory_iterator readable(path, error);
        if (error)
            return fail(Code::FileUnreadable, path.string() + ": as a folder: " + error.message());
    } else if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        return fail(Code::FileUnreadable, path.string() + ": it is a device, not a file");
    } else {
        auto read = readHead(path, kHead);
        if (!read)
            return tl::unexpected(read.error());
        result.head = std::move(*read);
        probe.head = result.head;
        probe.size = std::filesystem::file_size(path, error);
    }
    return result;
}

Result<const Format*> formatOf(const Probed& read)
{
    const Format* const format = chooseFormat(read.probe);
    if (read.probe.stop.stop_requested())
        return fail(Code::Stopped);
    if (format)
        return format;
    return fail(Code::FileUnknownFormat,
                read.probe.directory ? "the folder holds no recording"
                                     : "it " + guessText(read.head, read.head.size() < kHead));
}

Result<std::unique_ptr<Document>> openOnce(const std::filesystem::path& path, Job& job)
{
    const auto read = probed(path, job);
    if (!read)
        return tl::unexpected(read.error());
    return formatOf(*read).and_then([&](const Format* format) { return format->open(read->probe, job); });
}

// While another program saves, the head may already speak of an end that was not there a moment ago.
Result<std::unique_ptr<Document>> openFile(const std::filesystem::path& path, Job& job)
{
    constexpr int kTries = 8;
    for (int tries = 1;; ++tries) {
        const auto before = identify(path);
        auto document = openOnce(path, job);
        if (document || tries == kTries || job.stopRequested() || identify(path) == before)
            return document;
    }
}

using Open = Result<std::unique_ptr<Document>> (*)(const std::filesystem::path& path, Job& job);

Result<std::unique_ptr<Document>> openAny(const std::filesystem::path& path, Open open, Job& job)
{
    if (!PipedFile::isPiped(path))
        return open(path, job);
    auto piped = PipedFile::read(path, job);
    if (!piped)
        return tl::unexpected(piped.error());
    auto document = open((*piped)->path(), job);
    if (document)
        (*document)->setPiped(std::move(*piped));
    return document;
}

}

Result<const Format*> recognise(const std::filesystem::path& path, const Job& job, GaveWay)
{
    return probed(path, job).and_then([](const Probed& read) { return formatOf(read); });
}

Result<std::unique_ptr<Document>> openCapture(const std::filesystem::path& path, Job& job)
{
    return openAny(path, openFile, job);
}

Result<std::unique_ptr<Document>> openBytes(const std::filesystem::path& path, Job& job)
{
    return openAny(path, BytesDocument::open, job);
}

}
