// The system calls a save is made of, behind one interface, so that tests can let any of them fail.
//
//     auto file = io.openToChange(path, job, hasEnd); // locked against other saves, not written by anybody
//     io.writeAt(*file, end, bytes); io.sync(*file);
//     io.endChange(*file);                          // and nobody came in between
//
//     replaceFile(io, path, [&](const FileWriter& write) { return writeAll(write, bytes, job); });
//
// Errors: file.unwritable, file.locked, file.growing; the detail names path and reason. Of what takes a job:
// file.stopped.
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/job.h"
#include "core/io/access.h"
#include "core/io/system_save_io.h"
#include "core/io/writers.h"

#include <chrono>
#include <functional>

namespace traceglass {

class SaveIo
{
public:
    virtual ~SaveIo() = default;

    // To be changed in place, with an advisory lock that ends when it is closed. It is opened for writing
    // by the first writeAt() or truncate(), which looks whether it is still what it was and whether anybody
    // writes it. Error: file.growing as checkQuiet().
    virtual Result<File> openToChange(const std::filesystem::path& path, const Job& job, bool hasEnd = true);
    // The last word on a file that was changed in place: nobody else opened it for writing meanwhile, and it
    // is as long as it was left. Errors: file.growing, file.changed.
    virtual Result<void> endChange(File& file);
    // The same lock on a file or folder that is only read: for saves that put something beside it or in its
    // place. A file system without such locks gives a file that is not locked.
    virtual Result<File> lock(const std::filesystem::path& path);
    Result<File> waitForLock(const std::filesystem::path& path, const Job& job); // for some time
    // Does nobody else have the file open for writing? Where the system cannot tell, one that has no proper
    // end or was changed in the last seconds counts as being written. Error: file.growing.
    virtual Result<void> checkQuiet(const File& file, bool hasEnd);
    // A new file beside `path` with a name nobody has, so far for whom the umask leaves of `mode`. It is locked until
    // it is closed: one that nobody holds is what a process left that was killed.
    virtual Result<File> createBeside(const std::filesystem::path& path, std::filesystem::path& created,
                                      unsigned mode = 0600);
    virtual Result<void> writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes);
    // Copies a range of another file to the same place of this one. Error: file.changed, when that has become
    // shorter.
    virtual Result<void> copy(const File& from, File& to, std::uint64_t offset, std::uint64_t length);
    virtual Result<void> truncate(File& file, std::uint64_t size);
    virtual Result<void> sync(File& file); // data and size are on the disk afterwards
    virtual Result<void> rename(const std::filesystem::path& from, const std::filesystem::path& to);
    // The same where nothing may be yet: what came there meanwhile stays. Error: file.unwritable.
    virtual Result<void> placeNew(const std::filesystem::path& from, const std::filesystem::path& to);
    // Both files get the name of the other in one step; false: this file system cannot do that.
    virtual Result<bool> exchange(const std::filesystem::path& a, const std::filesystem::path& b);
    virtual Result<void> remove(const std::filesystem::path& path); // no error when it is not there
    // What got its name in there keeps it after a power cut. Error: file.not-synced, and it has it all the same.
    virtual Result<void> syncFolder(const std::filesystem::path& folder);

protected:
    virtual Writers writers(const File& file) { return writersOf(file); }
    virtual std::chrono::milliseconds patience() const { return std::chrono::seconds(5); } // for a lock

private:
    Writers otherWriters(const File& file);
    Result<void> mayWrite(File& file);
    template <class Change>
    Result<void> change(File& file, Change change);
};

// Appends to the new file.
using FileWriter = std::function<Result<void>(std::span<const std::byte>)>;
// However many bytes these are, so many between two looks at the job. Error: that of the writer.
Result<void> writeAll(const FileWriter& write, std::span<const std::byte> bytes, const Job& job,
                      std::size_t piece = 1u << 20);

// Removes the files of createBeside(path) that nobody holds.
void removeLeftBehind(SaveIo& io, const std::filesystem::path& path);

// May the file be replaced by a changed copy without anybody missing something of it? Error:
// file.not-replaced.
Result<void> canReplace(const std::filesystem::path& path);

// What comes out of a capture is written neither over it nor into the folder of a recording, where it would be read as a
// part of it; what a link of this name leads to counts as well. Error: file.unwritable.
Result<void> checkOutOf(const std::filesystem::path& capture, const std::filesystem::path& out);

struct Replacing
{
    // Who gets the new file: else whoever had the old one, or, where there is none, who `mode` says.
    std::optional<Access> access {};
    // The old file is a capture, which is locked here: nobody may be writing it (see checkQuiet), and it is
    // replaced only if owner, permissions, access list and attributes stay. It is put aside in one step and
    // looked at once more: when somebody began to write it, it comes back.
    const File* capture = nullptr;
    bool hasEnd = true; // the capture
    bool isNew = false; // nothing may be at the path: what came there meanwhile stays, which is an error
    unsigned mode = 0600; // where there was no file: what the umask leaves of it
    std::filesystem::path outOf {}; // the capture that it comes out of, to which it must not belong
};

// Writes a new file beside the old one, syncs it and puts it in the old one's place: afterwards there is the
// old or the new content, whole; on an error the old one, unless only the last sync of the folder failed. A
// symbolic link stays, what it points to is replaced. `check`, when given, looks at the new file before it
// takes the place. What earlier replacements of the file left that were killed is removed.
Result<void> replaceFile(SaveIo& io, const std::filesystem::path& path,
                         const std::function<Result<void>(const FileWriter&)>& write,
                         const std::function<Result<void>(const std::filesystem::path&)>& check = {},
                         const Replacing& how = {});
// With these bytes; a new file is one for whom the umask leaves it.
Result<void> replaceFile(const std::filesystem::path& path, std::span<const std::byte> bytes,
                         const std::filesystem::path& outOf = {});

}
