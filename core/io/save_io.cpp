#include "core/io/save_io.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace traceglass {

namespace fs = std::filesystem;

namespace {

// "capture.rdf.traceglass-new-a1B2c3": what a user may call "capture.rdf.new-backup" is never taken for one.
constexpr std::string_view kNewMark = ".traceglass-new-";
constexpr std::string_view kUnique = "XXXXXX";

// Without what makes it unique. Of a long name only as much as leaves room for the mark: file systems take 255 bytes.
std::string newName(const fs::path& path)
{
    constexpr std::size_t kMost = 255 - kNewMark.size() - kUnique.size();
    return path.filename().string().substr(0, kMost).append(kNewMark);
}

tl::unexpected<Error> unwritable(const fs::path& path, int errorNumber)
{
    return fail(Code::FileUnwritable, path.string() + ": " + systemMessage(errorNumber));
}

tl::unexpected<Error> notSynced(const fs::path& folder, int errorNumber)
{
    return fail(Code::FileNotSynced, folder.string() + ": " + systemMessage(errorNumber));
}

// Before it is locked somebody may take it for one that was left behind, and remove it: then another.
Result<File> createLocked(const fs::path& path, std::string& name, unsigned mode)
{
    constexpr int kTries = 8;
    for (int i = 0; i < kTries; ++i) {
        name = (path.parent_path() / newName(path).append(kUnique)).string();
        auto file = File::unique(name, mode);
        if (!file)
            return unwritable(path, errno); // a name that nobody knows tells nobody anything
        const bool isHeld = file->lock() == File::Lock::held;
        const auto now = statusOf(*file);
        if (!isHeld && (!now || now->st_nlink > 0))
            return file;
    }
    return fail(Code::FileLocked, path.string());
}

// Long enough for a recorder to write again.
constexpr std::chrono::seconds kQuiet(5);

std::chrono::nanoseconds sinceChange(const FileIdentity& file)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::abs(now - std::chrono::nanoseconds(file.modifiedNs));
}

}

Result<File> SaveIo::openToChange(const fs::path& path, const Job& job, bool hasEnd)
{
    auto file = waitForLock(path, job);
    if (!file)
        return file;
    if (::access(path.c_str(), W_OK) != 0)
        return unwritable(path, errno);
    if (auto quiet = checkQuiet(*file, hasEnd); !quiet)
        return tl::unexpected(quiet.error());
    return file;
}

// Open for writing by ourselves, as some file systems want it for a lock: the system says nothing of others.
Writers SaveIo::otherWriters(const File& file)
{
    return file.isWriting() ? Writers::unknown : writers(file);
}

Result<void> SaveIo::checkQuiet(const File& file, bool hasEnd)
{
    const Writers found = otherWriters(file);
    if (found == Writers::none)
        return {};
    if (found == Writers::some)
        return fail(Code::FileGrowing, "it is open for writing");
    if (!hasEnd)
        return fail(Code::FileGrowing,
                    "it has no proper end, and here nobody can tell whether it is still written");
    const auto now = identify(file);
    if (now && sinceChange(*now) < kQuiet)
        return fail(Code::FileGrowing,
                    "it was changed a few seconds ago, and here nobody can tell whether it is still written");
    return {};
}

// Only what was opened to be changed was looked at, and only its first write opens it. That it is what it was
// is the last question of all.
Result<void> SaveIo::mayWrite(File& file)
{
    const auto& seen = file.seen();
    if (!seen)
        return {};
    const bool isFirst = !file.hasWritten();
    if (isFirst && otherWriters(file) == Writers::some)
        return fail(Code::FileGrowing, "it is open for writing");
    if (auto begun = file.beginWriting(); !begun)
        return begun;
    const auto now = identify(file);
    if (!now || now->size != seen->size || (isFirst && now->modifiedNs != seen->modifiedNs))
        return fail(Code::FileChanged, file.name());
    return {};
}

template <class Change>
Result<void> SaveIo::change(File& file, Change change)
{
    if (auto may = mayWrite(file); !may)
        return may;
    auto done = change();
    if (file.seen())
        file.look();
    return done;
}

Result<void> SaveIo::endChange(File& file)
{
    const auto& seen = file.seen();
    const auto now = identify(file);
    if (!seen || !now || now->size != seen->size)
        return fail(Code::FileChanged, file.name());
    if (auto ended = file.endWriting(); !ended)
        return ended;
    if (otherWriters(file) != Writers::some)
        return {};
    (void)file.beginWriting(); // for whoever takes back what was written
    return fail(Code::FileGrowing, "it is open for writing since it was saved");
}

Result<File> SaveIo::lock(const fs::path& path)
{
    auto file = File::openOrdinary(path);
    if (!file)
        return file;
    File::Lock got = file->lock();
    if (got == File::Lock::unsupported) { // some network file systems lock what is open for writing only
        if (auto other = File::open(path, File::Mode::change)) {
            file = std::move(other);
            got = file->lock();
        }
    }
    if (got != File::Lock::held) {
        file->look();
        return file;
    }
    const std::string holder = lockHolder(*file);
    return fail(Code::FileLocked, path.string() + (holder.empty() ? std::string() : ": " + holder));
}

Result<File> SaveIo::waitForLock(const fs::path& path, const Job& job)
{
    constexpr std::chrono::milliseconds kPause(20);
    const auto end = std::chrono::steady_clock::now() + patience();
    for (;;) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        auto file = lock(path);
        if (file || file.error().code != Code::FileLocked || std::chrono::steady_clock::now() >= end)
            return file;
        std::this_thread::sleep_for(kPause);
    }
}

Result<File> SaveIo::createBeside(const fs::path& path, fs::path& created, unsigned mode)
{
    std::string name;
    auto file = createLocked(path, name, mode);
    if (file)
        created = name;
    return file;
}

Result<void> SaveIo::writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes)
{
    return change(file, [&] { return file.writeAt(offset, bytes); });
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
    return change(file, [&] { return file.truncate(size); });
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

// Some file systems cannot rename without replacing, others have no second names. On those that have neither,
// looking first must do.
Result<void> SaveIo::placeNew(const fs::path& from, const fs::path& to)
{
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
        return {};
    if (errno != EEXIST && ::link(from.c_str(), to.c_str()) == 0) {
        ::unlink(from.c_str());
        return {};
    }
    std::error_code error;
    if (errno == EEXIST || fs::exists(fs::symlink_status(to, error)))
        return fail(Code::FileUnwritable, to.string() + " is there already");
    return rename(from, to);
}

Result<bool> SaveIo::exchange(const fs::path& a, const fs::path& b)
{
    if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0)
        return true;
    if (errno == EINVAL || errno == ENOSYS)
        return false;
    return unwritable(b, errno);
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
        return notSynced(folder, errno);
    const int synced = ::fsync(descriptor);
    const int errorNumber = errno;
    ::close(descriptor);
    if (synced != 0 && errorNumber != EINVAL) // some file systems cannot sync a folder
        return notSynced(folder, errorNumber);
    return {};
}

SaveIo& systemSaveIo()
{
    static SaveIo io;
    return io;
}

Result<void> writeAll(const FileWriter& write, std::span<const std::byte> bytes, const Job& job,
                      std::size_t piece)
{
    Result<void> written;
    for (; written && !bytes.empty(); bytes = bytes.subspan(std::min(piece, bytes.size()))) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        written = write(bytes.first(std::min(piece, bytes.size())));
    }
    return written;
}

void removeLeftBehind(SaveIo& io, const fs::path& path)
{
    const std::string begin = newName(path);
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        std::error_code unknown;
        if (name.size() != begin.size() + kUnique.size() || !name.starts_with(begin)
            || !fs::is_regular_file(entry->symlink_status(unknown)))
            continue;
        auto file = io.lock(entry->path()); // not locked where that is not possible: asked once more
        // What nobody holds may be a capture that was put aside a moment before somebody began to write it.
        if (file && file->lock() == File::Lock::taken
            && (file->isWriting() || writersOf(*file) != Writers::some))
            (void)io.remove(entry->path());
    }
}

Result<void> canReplace(const fs::path& path)
{
    const auto status = statusOf(path);
    if (!status)
        return unwritable(path, errno);
    if (::access(path.c_str(), W_OK) != 0)
        return fail(Code::FileNotReplaced, "it may only be read");
    if (status->st_nlink > 1)
        return fail(Code::FileNotReplaced,
                    "it has " + std::to_string(status->st_nlink)
                        + " names (hard links), and all but one would keep what is in it now");
    if (status->st_uid != ::geteuid() && ::geteuid() != 0)
        return fail(Code::FileNotReplaced, "it belongs to another user");
    return {};
}

namespace {

// Is the capture what it was when it was locked, and written by nobody? By its name, as another program may put another
// file in its place.
Result<void> checkSame(SaveIo& io, const fs::path& name, const Replacing& how)
{
    if (identify(name) != how.capture->seen() || identify(*how.capture) != how.capture->seen())
        return fail(Code::FileChanged, how.capture->name());
    return io.checkQuiet(*how.capture, how.hasEnd);
}

// Puts the new file in the capture's place. On an error, `created` is the name of what is to be removed.
Result<void> replaceCapture(SaveIo& io, fs::path& created, const fs::path& target, const Replacing& how)
{
    if (auto same = checkSame(io, target, how); !same)
        return same;
    const auto exchanged = io.exchange(created, target);
    if (!exchanged)
        return tl::unexpected(exchanged.error());
    if (!*exchanged) // nothing to take back then
        return io.rename(created, target);
    if (auto same = checkSame(io, created, how); !same) {
        if (!io.exchange(created, target))
            created.clear(); // the capture: it stays beside the new one
        return same;
    }
    (void)io.remove(created); // else it is left behind until the next save
    return {};
}

// Who shall have the new file. Nothing: nobody but the user.
Result<std::optional<Access>> accessFor(const fs::path& target, const Replacing& how)
{
    if (how.access)
        return how.access;
    const auto old = File::openOrdinary(target);
    if (!old && old.error().code == Code::FileNotFound)
        return std::nullopt;
    if (!old)
        return tl::unexpected(old.error());
    return accessOf(*old).map([](Access access) { return std::optional(std::move(access)); });
}

// Also what a link of this name leads to.
bool belongsToCapture(const fs::path& out, const fs::path& capture)
{
    std::error_code error;
    if (fs::equivalent(out, capture, error))
        return true;
    if (!fs::is_directory(capture, error))
        return false;
    const fs::path folder = fs::weakly_canonical(capture, error);
    const auto isWithin = [&](const fs::path& path) {
        const fs::path inside = path.lexically_relative(folder);
        return !inside.empty() && *inside.begin() != "..";
    };
    return isWithin(fs::weakly_canonical(out, error))
        || isWithin(fs::weakly_canonical(fs::absolute(out, error).parent_path(), error) / out.filename());
}

}

Result<void> checkOutOf(const fs::path& capture, const fs::path& out)
{
    if (!belongsToCapture(out, capture))
        return {};
    return fail(Code::FileUnwritable,
                out.string() + ": this is part of the capture itself and will not be overwritten");
}

Result<void> replaceFile(SaveIo& io, const fs::path& path,
                         const std::function<Result<void>(const FileWriter&)>& write,
                         const std::function<Result<void>(const fs::path&)>& check, const Replacing& how)
{
    if (!how.outOf.empty()) {
        if (auto apart = checkOutOf(how.outOf, path); !apart)
            return apart;
    }
    std::error_code error;
    fs::path target = fs::canonical(path, error); // through symbolic links, when it exists
    if (error)
        target = path;
    if (how.capture) {
        if (auto can = canReplace(target); !can)
            return can;
    }
    const auto access = accessFor(target, how);
    if (!access)
        return tl::unexpected(access.error());
    removeLeftBehind(io, target);
    fs::path created;
    const auto writeNew = [&]() -> Result<void> {
        auto file = io.createBeside(target, created, *access ? 0600 : how.mode);
        if (!file)
            return tl::unexpected(file.error());
        if (*access) {
            if (auto given = giveAccess(*file, **access); !given && how.capture)
                return given;
        }
        std::uint64_t offset = 0;
        const auto append = [&](std::span<const std::byte> bytes) {
            offset += bytes.size();
            return io.writeAt(*file, offset - bytes.size(), bytes);
        };
        return write(append)
            .and_then([&] { return io.sync(*file); })
            .and_then([&] { return check ? check(created) : Result<void> {}; })
            .and_then([&] {
                return how.capture ? replaceCapture(io, created, target, how)
                    : how.isNew    ? io.placeNew(created, target)
                                   : io.rename(created, target);
            });
    };
    if (auto done = writeNew(); !done) {
        if (!created.empty())
            (void)io.remove(created);
        return done;
    }
    return io.syncFolder(target.parent_path());
}

Result<void> replaceFile(const fs::path& path, std::span<const std::byte> bytes, const fs::path& outOf)
{
    return replaceFile(systemSaveIo(), path, [&](const FileWriter& write) { return write(bytes); }, {},
                       {.mode = 0666, .outOf = outOf});
}
}
