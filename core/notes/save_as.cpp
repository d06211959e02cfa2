// A copy of a capture with other notes.
#include "core/formats/formats.h"
#include "core/io/copy.h"
#include "core/io/save_io.h"
#include "core/notes/save.h"

#include <algorithm>
#include <functional>

namespace traceglass {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kCopiedAtOnce = 16u << 20; // between two looks at the job

Result<void> copyBytes(const File& from, File& to, std::uint64_t size, SaveIo& io, Job& job)
{
    for (std::uint64_t offset = 0; offset < size; offset += kCopiedAtOnce) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const std::uint64_t step = std::min(kCopiedAtOnce, size - offset);
        if (auto copied = io.copy(from, to, offset, step); !copied)
            return copied;
        job.advance(step);
    }
    return {};
}

// A new file with what `fill` writes into it.
Result<void> createFile(const fs::path& to, SaveIo& io,
                        const std::function<Result<void>(File&, const fs::path& created)>& fill)
{
    fs::path created;
    const auto writeNew = [&]() -> Result<void> {
        auto out = io.createBeside(to, created);
        if (!out)
            return tl::unexpected(out.error());
        if (auto filled = fill(*out, created); !filled)
            return filled;
        if (auto synced = io.sync(*out); !synced)
            return synced;
        // It stays open, and so locked, until it has its name: others take it for one that was left behind
        // else.
        return io.placeNew(created, to);
    };
    auto done = writeNew();
    if (!done && !created.empty())
        (void)io.remove(created);
    return done;
}

Result<void> copyFile(const fs::path& from, const fs::path& to, SaveIo& io, Job& job)
{
    auto in = File::openOrdinary(from);
    if (!in)
        return tl::unexpected(in.error());
    auto access = accessOf(*in);
    if (!access)
        return tl::unexpected(access.error());
    access->mode |= 0200; // the notes are saved into it
    std::error_code error;
    const std::uint64_t size = fs::file_size(from, error);
    if (error)
        return fail(Code::FileUnreadable, from.string() + ": " + error.message());
    return createFile(to, io, [&](File& out, const fs::path& created) -> Result<void> {
        (void)giveAccess(out, *access); // of a file of somebody else, the copy is the user's own
        if (auto copied = copyBytes(*in, out, size, io, job); !copied)
            return copied;
        // As old as the other: where nobody can tell who writes a file, one that was changed a moment ago
        // counts as being written, and the notes would not be saved into it.
        if (const auto changed = fs::last_write_time(from, error); !error)
            fs::last_write_time(created, changed, error);
        return {};
    });
}

// Of a file that is gone from its folder: as long as it is open its bytes are there. The files of a folder are opened as
// they are needed.
Result<void> copyOpen(const Document& document, const fs::path& to, SaveIo& io, Job& job)
{
    const auto bytes = document.source(SourceId {});
    if (!bytes || (*bytes)->size() != document.summary().size)
        return fail(Code::FileGone, document.path().string());
    return createFile(to, io, [&](File& out, const fs::path&) -> Result<void> {
        const std::uint64_t faults = (*bytes)->faults();
        Result<void> written;
        const std::uint64_t done =
            copyRange(**bytes, {SourceId {}, 0, (*bytes)->size()}, job, [&](auto piece) {
                written = out.write(piece);
                return written && !job.stopRequested();
            });
        if (!written)
            return written;
        if (job.stopRequested())
            return fail(Code::Stopped);
        if (done < (*bytes)->size() || (*bytes)->faults() != faults) // cut before it went
            return fail(Code::FileGone, document.path().string());
        return {};
    });
}

tl::unexpected<Error> unwritable(const fs::path& path, const std::error_code& error)
{
    return fail(Code::FileUnwritable, path.string() + ": " + error.message());
}

// With the permissions of the other, but such that the user can put files into it.
Result<void> createFolder(const fs::path& folder, const fs::path& like)
{
    std::error_code error;
    if (!fs::create_directory(folder, like, error))
        return error ? unwritable(folder, error)
                     : fail(Code::FileUnwritable, folder.string() + " is there already");
    fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
    return {};
}

// Into a folder that is there and empty.
Result<void> copyFolder(const fs::path& from, const fs::path& to, SaveIo& io, Job& job)
{
    std::error_code error;
    for (auto it = fs::directory_iterator(from, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
        const fs::path target = to / it->path().filename();
        Result<void> done;
        if (it->is_symlink(error)) {
            fs::copy_symlink(it->path(), target, error);
            if (error)
                return unwritable(target, error);
        } else if (it->is_directory(error)) {
            done = createFolder(target, it->path());
            if (done)
                done = copyFolder(it->path(), target, io, job);
        } else if (it->is_regular_file(error)) {
            done = copyFile(it->path(), target, io, job);
        }
        if (!done)
            return done;
    }
    if (error)
        return unwritable(to, error);
    return io.syncFolder(to);
}

}

Result<std::unique_ptr<Document>> saveNotesAs(const Document& document, const AnnotationSet& notes,
                                              const fs::path& path, SaveIo& io, Job& job)
{
    const fs::path& source = document.path();
    const fs::path target = path.has_filename() ? path : path.parent_path();
    std::error_code error;
    // Notes beside the place would be taken for notes of the copy.
    for (const fs::path& taken : {target, sideFilePath(target)}) {
        if (fs::exists(fs::symlink_status(taken, error)))
            return fail(Code::FileUnwritable, taken.string() + " is there already");
    }
    // It is only read here: whoever keeps its lock for longer does not stop that, and what he changes is
    // seen.
    const bool isGone = document.goneFromDisk();
    const auto locked = isGone ? Result<File>(fail(Code::FileLocked)) : io.waitForLock(source, job);
    if (!locked && locked.error().code != Code::FileLocked)
        return tl::unexpected(locked.error());
    if (!isGone && document.changedOnDisk())
        return fail(Code::FileChanged, source.string());
    job.start(document.summary().size);

    const bool isFolder = !isGone && fs::is_directory(source, error);
    bool isOurs = false; // what is at the target
    const auto save = [&]() -> Result<std::unique_ptr<Document>> {
        if (isFolder) {
            if (auto made = createFolder(target, source); !made)
                return tl::unexpected(made.error());
            isOurs = true;
        }
        if (auto copied = isGone ? copyOpen(document, target, io, job)
                : isFolder       ? copyFolder(source, target, io, job)
                                 : copyFile(source, target, io, job);
            !copied)
            return tl::unexpected(copied.error());
        isOurs = true;
        if (auto synced = io.syncFolder(target.parent_path()); !synced)
            return tl::unexpected(synced.error());
        if (!isGone && document.changedOnDisk())
            return fail(Code::FileChanged, source.string());
        auto copy = openCapture(target, job);
        if (!copy)
            return copy;
        auto plan = planSave(**copy, job, io);
        const auto stored = asStored(document, notes, job);
        if (!plan || !stored)
            return fail(Code::Stopped);
        return saveNotes(**copy, *stored, *plan, io, job);
    };
    auto saved = save();
    if (!saved && isOurs) {
        fs::remove_all(target, error);
        fs::remove(sideFilePath(target), error);
    }
    return saved;
}
}
