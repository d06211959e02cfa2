// The system calls a save is made of, behind one interface, so that tests can let any of them fail.
//
//     auto file = io.openToChange(path);            // locked against other writers
//     io.writeAt(*file, end, bytes); io.sync(*file);
//
//     replaceFile(io, path, [&](const FileWriter& write) { return write(bytes); });
//
// Errors: file.unwritable, file.locked; the detail names path and reason.
#pragma once

#include "core/io/file.h"

#include <functional>

namespace traceglass {

class SaveIo
{
public:
    virtual ~SaveIo() = default;

    // To be read and written in place, with an advisory lock that ends when it is closed.
    virtual Result<File> openToChange(const std::filesystem::path& path);
    // The same lock on a file or folder that is only read: for saves that put something beside it. A file
    // system without such locks gives a file that is not locked.
    virtual Result<File> lock(const std::filesystem::path& path);
    // A new file beside `path` with a name nobody has, with the permissions of `path` if that exists. It is
    // locked until it is closed: one that nobody holds is what a process left that was killed.
    virtual Result<File> createBeside(const std::filesystem::path& path, std::filesystem::path& created);
    virtual Result<void> writeAt(File& file, std::uint64_t offset, std::span<const std::byte> bytes);
    // Copies a range of another file to the same place of this one. Error: file.changed, when that has become
    // shorter.
    virtual Result<void> copy(const File& from, File& to, std::uint64_t offset, std::uint64_t length);
    virtual Result<void> truncate(File& file, std::uint64_t size);
    virtual Result<void> sync(File& file); // data and size are on the disk afterwards
    virtual Result<void> rename(const std::filesystem::path& from, const std::filesystem::path& to);
    virtual Result<void> remove(const std::filesystem::path& path); // no error when it is not there
    virtual Result<void> syncFolder(const std::filesystem::path& folder);
};

SaveIo& systemSaveIo();

// Appends to the new file.
using FileWriter = std::function<Result<void>(std::span<const std::byte>)>;

// Removes the files of createBeside(path) that nobody holds.
void removeLeftBehind(SaveIo& io, const std::filesystem::path& path);

// Writes a new file beside the old one, syncs it and puts it in the old one's place: afterwards there is the
// old or the new content, whole; on an error the old one, unless only the last sync of the folder failed. A
// symbolic link stays, what it points to is replaced. `check`, when given, looks at the new file before it
// takes the place. What earlier replacements of the file left that were killed is removed.
Result<void> replaceFile(SaveIo& io, const std::filesystem::path& path,
                         const std::function<Result<void>(const FileWriter&)>& write,
                         const std::function<Result<void>(const std::filesystem::path&)>& check = {});

}
