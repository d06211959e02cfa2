// What comes through a pipe, put into a file without a name so that it can be read like any other; and a file that a shell
// opened as standard input, which is only there to be read, whatever it is called.
//
//     auto piped = PipedFile::read("/dev/stdin", job);       // until the writer closes it; may be cancelled
//     MappedFile::open((*piped)->path());                    // as long as `piped` lives
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/job.h"
#include "core/io/file.h"

#include <filesystem>
#include <memory>
#include <string>

namespace traceglass {

class PipedFile
{
public:
    // Does reading this path mean reading a pipe or a socket until its end? "-" is standard input.
    static bool isPipe(const std::filesystem::path& path);
    // That, or standard input whatever it is.
    static bool isPiped(const std::filesystem::path& path);
    // job.done() counts bytes. Errors: file.unreadable, file.unwritable (the temporary folder is full), file.stopped.
    static Result<std::shared_ptr<const PipedFile>> read(const std::filesystem::path& path, Job& job);

    const std::filesystem::path& path() const { return m_path; } // where the bytes are, for this process only
    const std::string& name() const { return m_name; }           // "standard input", or that of the pipe

private:
    PipedFile(File file, std::string name);

    File m_file;
    std::filesystem::path m_path;
    std::string m_name;
};

}
