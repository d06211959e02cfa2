// A file descriptor that closes itself, with reads and writes that finish or say why not.
//
//     auto file = File::openOrdinary(path);        // never waits for whoever should fill a pipe of that name
//     if (file->lock() == File::Lock::taken && file->beginWriting()) file->writeAt(offset, bytes);
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic.h"
#include "core/base/job.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct stat;

namespace traceglass {

std::string systemMessage(int errorNumber); // "No such file or directory"

// What tells whether a file is still the one that was opened.
struct FileIdentity
{
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modifiedNs = 0;

    bool operator==(const FileIdentity&) const = default;
    bool isOf(const FileIdentity& other) const { return device == other.device && inode == other.inode; }
};

class File;
// What the system says about it; nothing: errno says why.
std::optional<struct stat> statusOf(const std::filesystem::path& path);
std::optional<struct stat> statusOf(const File& file);
FileIdentity identityOf(const struct stat& status);
std::optional<FileIdentity> identify(const std::filesystem::path& path);
std::optional<FileIdentity> identify(const File& file);

class File
{
public:
    enum class Mode { read, change, create };     // change: read and write; create: new or emptied
    enum class Lock { taken, held, unsupported }; // held: by somebody else

    // Errors, of the functions below as well: file.not-found, file.unreadable, file.unwritable; the detail names path and
    // reason.
    static Result<File> open(const std::filesystem::path& path, Mode mode);
    // To read, when it is an ordinary file or a folder: of anything else, reading may never end.
    static Result<File> openOrdinary(const std::filesystem::path& path);
    // A file without a name that disappears when it is closed, in the folder for temporary files.
    static Result<File> temporary();
    // A new file to read and write; `name` ends in XXXXXX, which becomes what makes it unique. Nobody gets
    // more permissions than `mode` leaves after the process's umask.
    static Result<File> unique(std::string& name, unsigned mode = 0600);

    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    ~File();

    int descriptor() const { return m_descriptor; }
    const std::string& name() const { return m_name; }
    Result<std::size_t> readAt(std::uint64_t offset,
                               std::span<std::byte> out) const;        // short at the end of the file
    // Takes no more memory than is there. Also: file.stopped.
    Result<std::vector<std::byte>> readHead(std::size_t atMost, const Job& job = Job()) const;
    Result<void> write(std::span<const std::byte> bytes);              // at the current position
    Result<void> writeAt(std::uint64_t offset,
                         std::span<const std::byte> bytes); // beyond the end: leaves a hole
    Result<void> truncate(std::uint64_t size);
    Result<void> close(); // says what a late write error was; the destructor cannot
    // The advisory lock of the whole file that all saves take. It ends when the file is closed.
    Lock lock();

    // A file that was opened to be read is opened for writing as well, and no longer than it is written: only
    // meanwhile it cannot be asked whether others write it (core/io/writers.h). One that was opened to be
    // written stays so, and locked, until it is closed.
    Result<void> beginWriting();
    Result<void> endWriting();
    bool isWriting() const { return m_writer >= 0; }
    // Did anything arrive since then?
    bool hasWritten() const { return m_hasWritten; }

    // What it was when it was looked at last, for whoever must know that nobody else changed it since.
    void look() { m_seen = identify(*this); }
    const std::optional<FileIdentity>& seen() const { return m_seen; }

private:
    File(int descriptor, std::string name, bool writes);
    template <class Put>
    Result<void> writeAll(std::span<const std::byte> bytes, Put put);

    int m_descriptor = -1;
    int m_writer = -1; // the same one where it was opened to be written
    bool m_hasWritten = false;
    std::string m_name;
    std::optional<FileIdentity> m_seen;
};

Result<void> writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes);

// The first bytes of an ordinary file, at most `atMost`, in memory for as many as there are. Also: file.stopped.
Result<std::vector<std::byte>> readHead(const std::filesystem::path& path, std::size_t atMost,
                                        const Job& job = Job());

}
