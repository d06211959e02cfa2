// tglass extract: the bytes of a node of a capture.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/text.h"
#include "core/io/copy.h"
#include "core/io/save_io.h"

#include <cerrno>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace traceglass::cli {

namespace {

namespace fs = std::filesystem;

// Writing onto the capture while it is being read would destroy it, and what lies in the folder of a
// recording would be read as a part of it: neither by this name nor where a link of this name leads.
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

tl::unexpected<Error> unwritable(const std::string& path, const std::string& why)
{
    return fail(Code::FileUnwritable, path + ": " + why);
}

// A new file that gets its name when it is whole. What has the name already is replaced only if that was
// asked for, and a link itself, not what it leads to.
class NewFile
{
public:
    NewFile(std::string path, bool replaces)
        : m_path(std::move(path))
        , m_replaces(replaces)
    {
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile()
    {
        if (!m_made.empty())
            ::unlink(m_made.c_str());
    }

    Result<File> create()
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
        return file;
    }

    Result<void> finish(File& file)
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

private:
    static constexpr const char* kExists = "it exists already; --force replaces it";

    std::string m_path;
    bool m_replaces;
    std::string m_made; // what is to be removed unless everything goes well
};

int extractTo(const Options& options, const ByteSource& source, const ByteRange& range,
              std::uint64_t& copied, Job& job)
{
    if (options.out.empty() || options.out == "-") {
        Output out;
        copied = copyRange(source, range, job, [&](std::span<const std::byte> bytes) {
            out.write(asText(bytes));
            return out.good();
        });
        if (!out.good())
            copied = range.length; // the reader has had enough; nothing is missing
        return out.finish(kOk);
    }
    NewFile made(options.out, options.force);
    auto file = made.create();
    Result<void> written = file ? Result<void> {} : tl::unexpected(file.error());
    if (file) {
        copied = copyRange(source, range, job, [&](std::span<const std::byte> bytes) {
            written = file->write(bytes);
            return written.has_value();
        });
        if (written)
            written = made.finish(*file);
    }
    return written ? kOk : exitWith(kUnwritable, options.out, written.error());
}

}

int extract(const Options& options)
{
    if (options.out.empty() && isatty(STDOUT_FILENO))
        return exitWith(kUsage, {},
                        "the bytes would go to the terminal: use -o OUT, a pipe, or -o - if you mean it");
    const auto document = open(options.file);
    if (!document)
        return kRejected;
    const auto node = findNode(*document, options.file, options.node);
    if (!node)
        return node.error();
    const bool ownsBytes =
        node->kind != NodeKind::folder && (node->kind != NodeKind::capture || node->range.length > 0);
    if (!ownsBytes)
        return exitWith(kUsage, options.file,
                        "the node " + options.node + " has no bytes of its own, only its children have");
    if (!options.out.empty() && options.out != "-" && belongsToCapture(options.out, document->path()))
        return exitWith(kUsage, options.out,
                        "this is part of the capture itself and will not be overwritten");

    const auto range =
        options.raw ? Result<ByteRange>(node->range) : document->structure()->decoded(node->id);
    const auto source = range ? document->source(range->source) : tl::unexpected(range.error());
    if (!source)
        return exitWith(kDamaged, options.file, source.error());
    std::uint64_t copied = 0;
    const int exit = withProgress("extracting", ProgressOn::besideOutput, [&](Job& job) {
        return extractTo(options, **source, *range, copied, job);
    });
    if (exit == kOk && copied < range->length)
        return exitWith(kDamaged, options.file,
                        "the data is damaged or cut: " + grouped(copied) + " of "
                            + counted(range->length, "byte", "bytes") + " could be read");
    return exit;
}

}
