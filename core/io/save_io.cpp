#include "core/io/save_io.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace traceglass {

namespace fs = std::filesystem;

namespace {

// "capture.rdf.traceglass-new-a1B2c3": what a user may call "capture.rdf.new-backup" is never taken for one.
constexpr std::string_view kNewMark = ".traceglass-new-";
constexpr std::string_view kUnique = "XXXXXX";

tl::unexpected<Error> unwritable(const fs::path& path, int errorNumber)
{
    return fail(Code::FileUnwritable, path.string() + ": " + systemMessage(errorNumber));
}

// Before it is locked somebody may take it for one that was left behind, and remove it: then another.
Result<File> createLocked(const fs::path& path, unsigned mode, std::string& name)
{
    constexpr int kTries = 8;
    for (int i = 0; i < kTries; ++i) {
        name = path.string();
        name.append(kNewMark).append(kUnique);
        auto file = File::unique(name, mode);
        if (!file)
            return file;
        const bool isHeld = ::flock(file->descriptor(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        struct stat now
        {
        };
        if (!isHeld && (::fstat(file->descriptor(), &now) != 0 || now.st_nlink > 0))
            return file;
    }
    return fail(Code::FileLocked, path.string());
}

}

Result<File> SaveIo::openToChange(const fs::path& path)
{
    auto file = File::open(path, File::Mode::change);
    if (file && ::flock(file->descriptor(), LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? Result<File>(fail(Code::FileLocked, path.string()))
                                    : Result<File>(unwritable(path, errno));
    return file;
}

Result<File> SaveIo::lock(const fs::path& path)
{
    auto file = File::open(path, File::Mode::read);
    if (file && ::flock(file->descriptor(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return fail(Code::FileLocked, path.string());
    return file;
}

Result<File> SaveIo::createBeside(const fs::path& path, fs::path& created)
{
    struct stat old
    {
    };
    const bool exists = ::stat(path.c_str(), &old) == 0;
    std::string name;
    auto file = createLocked(path, exists ? 0600 : 0666, name); // others read it no sooner than they may
    if (!file)
        return file;
    created = name;
    if (!exists)
        return file;
    // Keeping the owner is only possible for root; for everybody else the file becomes the user's own, in the
    // old group where the user is a member. Members of another group may do what everybody may.
    mode_t mode = old.st_mode & 07777;
    const bool keepsGroup = ::fchown(file->descriptor(), old.st_uid, old.st_gid) == 0
        || ::fchown(file->descriptor(), static_cast<uid_t>(-1), old.st_gid) == 0;
    if (!keepsGroup)
        mode = (mode & 0707) | (mode & 07) << 3;
    if (::fchmod(file->descriptor(), mode) != 0)
        return unwritable(created, errno);
    return file;
}

Result<void> SaveIo::writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes)
{
    return file.writeAt(offset, bytes);
}

Result<void> SaveIo::copy(const File& from, File& to, std::uint64_t offset, std::uint64_t length)
{
    // Shares the blocks where the file system can.
    while (length > 0) {
        auto in = static_cast<off64_t>(offset), out = in;
        const ssize_t copied = ::copy_file_range(from.descriptor(), &in, to.descriptor(), &out, length, 0);
        if (copied < 0 && errno == EINTR)
            continue;
        if (copied < 0 && errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)
            return unwritable(to.name(), errno);
        if (copied <= 0)
            break; // not between these file systems, or one that makes up its files as they are read
        offset += static_cast<std::uint64_t>(copied);
        length -= static_cast<std::uint64_t>(copied);
    }
    std::vector<std::byte> piece(static_cast<std::size_t>(std::min<std::uint64_t>(length, 256 * 1024)));
    while (length > 0) {
        const std::uint64_t wanted = std::min<std::uint64_t>(length, piece.size());
        auto got = from.readAt(offset, std::span(piece).first(static_cast<std::size_t>(wanted)));
        if (!got)
            return tl::unexpected(got.error());
        if (*got == 0)
            return fail(Code::FileChanged, from.name());
        if (auto written = to.writeAt(offset, std::span(piece).first(*got)); !written)
            return written;
        offset += *got;
        length -= *got;
    }
    return {};
}

Result<void> SaveIo::truncate(File& file, std::uint64_t size)
{
    if (::ftruncate(file.descriptor(), static_cast<off_t>(size)) != 0)
        return unwritable(file.name(), errno);
    return {};
}

Result<void> SaveIo::sync(File& file)
{
    if (::fdatasync(file.descriptor()) != 0)
        return unwritable(file.name(), errno);
    return {};
}

Result<void> SaveIo::rename(const fs::path& from, const fs::path& to)
{
    if (::rename(from.c_str(), to.c_str()) != 0)
        return unwritable(to, errno);
    return {};
}

Result<void> SaveIo::remove(const fs::path& path)
{
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        return unwritable(path, errno);
    return {};
}

Result<void> SaveIo::syncFolder(const fs::path& folder)
{
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return unwritable(folder, errno);
    const int synced = ::fsync(descriptor);
    const int errorNumber = errno;
    ::close(descriptor);
    if (synced != 0 && errorNumber != EINVAL) // some file systems cannot sync a folder
        return unwritable(folder, errorNumber);
    return {};
}

SaveIo& systemSaveIo()
{
    static SaveIo io;
    return io;
}

void removeLeftBehind(SaveIo& io, const fs::path& path)
{
    const std::string begin = path.filename().string() + std::string(kNewMark);
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        std::error_code unknown;
        if (name.size() != begin.size() + kUnique.size() || !name.starts_with(begin)
            || !fs::is_regular_file(entry->symlink_status(unknown)))
            continue;
        const auto file = File::open(entry->path(), File::Mode::read);
        if (file && ::flock(file->descriptor(), LOCK_EX | LOCK_NB) == 0)
            (void)io.remove(entry->path());
    }
}

Result<void> replaceFile(SaveIo& io, const fs::path& path,
                         const std::function<Result<void>(const FileWriter&)>& write,
                         const std::function<Result<void>(const fs::path&)>& check)
{
    std::error_code error;
    fs::path target = fs::canonical(path, error); // through symbolic links, when it exists
    if (error)
        target = path;
    removeLeftBehind(io, target);
    fs::path created;
    const auto writeNew = [&]() -> Result<void> {
        auto file = io.createBeside(target, created);
        if (!file)
            return tl::unexpected(file.error());
        std::uint64_t offset = 0;
        const auto append = [&](std::span<const std::byte> bytes) -> Result<void> {
            auto written = io.writeAt(*file, offset, bytes);
            offset += bytes.size();
            return written;
        };
        if (auto written = write(append); !written)
            return written;
        if (auto synced = io.sync(*file); !synced)
            return synced;
        if (check) {
            if (auto checked = check(created); !checked)
                return checked;
        }
        return io.rename(created, target);
    };
    if (auto done = writeNew(); !done) {
        if (!created.empty())
            (void)io.remove(created);
        return done;
    }
    return io.syncFolder(target.parent_path());
}

}
