#include "core/notes/side_file.h"

#include "core/base/limits.h"
#include "core/base/stopping.h"
#include "core/base/text.h"
#include "core/io/save_io.h"
#include "core/io/sha256.h"
#include "core/model/document.h"

#include <algorithm>
#include <charconv>

namespace traceglass {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSideSuffix = ".traceglass.json";
constexpr std::string_view kHashKind = "sha256:";
constexpr std::uint64_t kBytesHashed = 1u << 20;

// The hash over the first `length` of the capture's stable bytes, which has as many.
Result<std::string> hashOf(const Document& document, const ByteRange& stable, std::uint64_t length)
{
    const auto source = document.source(stable.source);
    if (!source)
        return tl::unexpected(source.error());
    const std::vector<std::byte> bytes = readBytes(**source, stable.offset, length, kBytesHashed);
    if (bytes.size() != length)
        return fail(Code::FileChanged, (*source)->name());
    return sha256(bytes);
}

// For the file system, as that of a side file may be where that of its capture is not: then there is none.
bool isTooLong(const fs::path& path)
{
    std::error_code error;
    (void)fs::symlink_status(path, error);
    return error == std::errc::filename_too_long;
}

// Nobody may read in the side file of what he may not read in the capture.
Result<Access> accessOfSideFile(const Document& document, const fs::path& side, const Job& job)
{
    const fs::path& capture = document.path();
    std::error_code error;
    if (!fs::is_directory(capture, error))
        return accessBeside(capture, side);
    return document.stableBytes(job).and_then([&](const ByteRange& stable) {
        return accessBeside(capture, capture / document.sourceName(stable.source), side);
    });
}

}

fs::path sideFilePath(const fs::path& capture)
{
    const fs::path whole = capture.has_filename() ? capture : capture.parent_path();
    return whole.string() + std::string(kSideSuffix);
}

Result<std::string> fingerprint(const Document& document, const Job& job)
{
    const auto stable = document.stableBytes(job);
    if (!stable)
        return tl::unexpected(stable.error());
    const std::uint64_t length = std::min(stable->length, kBytesHashed);
    return hashOf(document, *stable, length).map([&](const std::string& hash) {
        return std::string(kHashKind) + std::to_string(length) + ':' + hash;
    });
}

bool belongsTo(const Document& document, std::string_view fingerprint, const Job& job)
{
    if (!fingerprint.starts_with(kHashKind))
        return false;
    fingerprint.remove_prefix(kHashKind.size());
    std::uint64_t length = 0;
    const char* const last = fingerprint.data() + fingerprint.size();
    const auto [end, error] = std::from_chars(fingerprint.data(), last, length);
    if (error != std::errc() || end == last || *end != ':' || length > kBytesHashed)
        return false;
    const auto stable = document.stableBytes(job);
    if (!stable || length > stable->length
        || (length == 0 && stable->length > 0)) // nothing is the beginning of everything
        return false;
    const auto hash = hashOf(document, *stable, length);
    return hash && *hash == std::string_view(end + 1, static_cast<std::size_t>(last - end - 1));
}

Result<AnnotationFile> readAnnotationFile(const fs::path& path, const Job& job)
{
    // One more than is taken, so that more is refused.
    const auto bytes = File::openOrdinary(path).and_then(
        [&](const File& file) { return file.readHead(limits::kNotesJson + 1, job); });
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto file = parseAnnotationFile(asText(*bytes), job);
    if (!file && file.error().code != Code::Stopped)
        file.error().detail = path.string() + ": " + file.error().detail;
    return file;
}

Result<std::optional<AnnotationFile>> readSideFile(const Document& document, const Job& job)
{
    const fs::path path = sideFilePath(document.path());
    auto file = readAnnotationFile(path, job);
    if (!file && (file.error().code == Code::FileNotFound || isTooLong(path)))
        return std::nullopt;
    if (!file)
        return tl::unexpected(file.error());
    if (!belongsTo(document, file->fingerprint, job))
        return stoppedOr(job, Code::NotesOtherCapture, path.string());
    return std::move(*file);
}

Result<AnnotationFile> writeSideFile(SaveIo& io, const Document& document, AnnotationFile file,
                                     const Job& job)
{
    const fs::path path = sideFilePath(document.path());
    if (file.notes.empty() && file.deleted.empty())
        return removeSideFile(io, document).map([&] { return std::move(file); });
    auto mark = fingerprint(document, job);
    if (!mark)
        return tl::unexpected(mark.error());
    file.fingerprint = std::move(*mark);
    if (file.deleted.size() > limits::kNotes)
        return fail(Code::NotesNotKept,
                    "more than " + grouped(limits::kNotes) + " notes of the capture are deleted");
    const auto json = annotationFileJson(file, job);
    if (!json)
        return tl::unexpected(json.error());
    if (json->size() > limits::kNotesJson)
        return fail(Code::NotesNotKept, "they are larger than " + sizeText(limits::kNotesJson));
    auto access = accessOfSideFile(document, path, job);
    if (!access)
        return tl::unexpected(access.error());
    const auto write = [&](const FileWriter& out) { return writeAll(out, asBytes(*json), job); };
    const auto check = [&](const fs::path&) { return unlessStopped(job); };
    return replaceFile(io, path, write, check, {.access = *access}).map([&] { return std::move(file); });
}

Result<void> removeSideFile(SaveIo& io, const Document& document)
{
    const fs::path path = sideFilePath(document.path());
    std::error_code error;
    if (!fs::exists(path, error))
        return {};
    if (auto removed = io.remove(path); !removed)
        return removed;
    return io.syncFolder(path.parent_path());
}

}
