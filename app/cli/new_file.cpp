#include "app/cli/new_file.h"

#include "app/cli/signals.h"
#include "core/io/save_io.h"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace traceglass::cli {

namespace {

constexpr const char* kExists = "it exists already; --force replaces it";

tl::unexpected<Error> unwritable(const std::string& path, const std::string& why)
{
    return fail(Code::FileUnwritable, path + ": " + why);
}

}

NewFile::NewFile(std::string path, bool replaces)
    : m_path(std::move(path))
    , m_replaces(replaces)
{
}

NewFile::~NewFile()
{
    keepWhenEnded();
    if (!m_made.empty())
        ::unlink(m_made.c_str());
}

Result<File> NewFile::create()
{
    struct stat old = {};
    struct stat printed = {};
    const bool leadsSomewhere = ::stat(m_path.c_str(), &old) == 0;
    // There is nothing in a terminal or pipe to replace, and links such as /dev/stdout lead to them. It
    // is not opened to be read as well: the pipe would count this process as its reader.
    if (leadsSomewhere && (S_ISCHR(old.st_mode) || S_ISFIFO(old.st_mode)))
        return File::open(m_path, File::Mode::create);
    if (leadsSomewhere && ::fstat(STDOUT_FILENO, &printed) == 0 && old.st_dev == printed.st_dev
        && old.st_ino == printed.st_ino)
        return unwritable(m_path, "what is printed goes there already; leave out -o");
    const bool exists = ::lstat(m_path.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode) && !S_ISLNK(old.st_mode))
        return unwritable(m_path, "it is no file");
    if (exists && !m_replaces)
        return unwritable(m_path, kExists);
    std::string name = m_path + ".XXXXXX";
    auto file = File::unique(name, exists && S_ISREG(old.st_mode) ? old.st_mode & 0777 : 0666);
    if (!file)
        return unwritable(m_path, systemMessage(errno));
    m_made = name;
    removeWhenEnded(m_made);
    return file;
}

Result<void> NewFile::finish(File& file)
{
    if (auto closed = file.close(); !closed || m_made.empty())
        return closed;
    SaveIo& io = systemSaveIo();
    auto placed = m_replaces ? io.rename(m_made, m_path) : io.placeNew(m_made, m_path);
    struct stat now = {};
    if (placed)
        m_made.clear();
    else if (!m_replaces && ::lstat(m_path.c_str(), &now) == 0) // it came meanwhile
        return unwritable(m_path, kExists);
    return placed;
}

Exit checkApart(const std::string& out, const Document& capture)
{
    if (out.empty() || out == "-")
        return kOk;
    const auto apart = checkOutOf(capture.path(), out);
    return apart ? kOk : exitWith(kUsage, out, apart.error());
}

}
