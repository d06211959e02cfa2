// A file descriptor that closes itself, with reads and writes that finish or say why not.
#pragma once

#include "core/base/diagnostic.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass {

std::string systemMessage(int errorNumber); // "No such file or directory"

class File
{
public:
    enum class Mode { read, change, create }; // change: read and write; create: new or emptied

    // Errors: file.not-found, file.unreadable, file.unwritable; the detail names path and reason.
    static Result<File> open(const std::filesystem::path& path, Mode mode);
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
                               std::span<std::byte> out) const; // short at the end of the file
    Result<std::vector<std::byte>> readToEnd();                 // from the current position
    Result<void> write(std::span<const std::byte> bytes);       // at the current position
    Result<void> writeAt(std::uint64_t offset,
                         std::span<const std::byte> bytes); // beyond the end: leaves a hole
    Result<void> close(); // says what a late write error was; the destructor cannot

private:
    File(int descriptor, std::string name);

    int m_descriptor = -1;
    std::string m_name;
};

Result<void> writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes);

// The first bytes of a file, at most `atMost`.
Result<std::vector<std::byte>> readHead(const std::filesystem::path& path, std::size_t atMost);

}
