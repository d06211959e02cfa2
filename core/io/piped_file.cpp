#include "core/io/piped_file.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace traceglass {

namespace {

constexpr std::size_t kReadAtOnce = 1u << 20;
constexpr int kWaitMs = 20; // for bytes, between two looks at the job

bool isStandardInput(const std::filesystem::path& path)
{
    return path == "-" || path == "/dev/stdin" || path == "/dev/fd/0" || path == "/proc/self/fd/0";
}

// Closes what was opened, and leaves standard input open.
class Input
{
public:
    explicit Input(const std::filesystem::path& path)
        : m_isOwn(!isStandardInput(path))
        , m_descriptor(m_isOwn ? ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC) : STDIN_FILENO)
    {
    }
    ~Input()
    {
        if (m_isOwn && m_descriptor >= 0)
            ::close(m_descriptor);
    }
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    int descriptor() const { return m_descriptor; }

private:
    bool m_isOwn;
    int m_descriptor;
};

}

bool PipedFile::isPipe(const std::filesystem::path& path)
{
    struct stat status {};
    const int failed = isStandardInput(path) ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status);
    return failed == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

bool PipedFile::isPiped(const std::filesystem::path& path)
{
    return isStandardInput(path) || isPipe(path);
}

PipedFile::PipedFile(File file, std::string name)
    : m_file(std::move(file))
    , m_path("/proc/self/fd/" + std::to_string(m_file.descriptor()))
    , m_name(std::move(name))
{
}

Result<std::shared_ptr<const PipedFile>> PipedFile::read(const std::filesystem::path& path, Job& job)
{
    constexpr const char* kStandardInput = "standard input";
    if (!isPipe(path)) {
        auto file = File::openOrdinary("/dev/stdin");
        if (!file)
            return tl::unexpected(file.error());
        return std::shared_ptr<const PipedFile>(new PipedFile(std::move(*file), kStandardInput));
    }
    const Input input(path);
    if (input.descriptor() < 0)
        return fail(Code::FileUnreadable, path.string() + ": " + systemMessage(errno));
    auto file = File::temporary();
    if (!file)
        return tl::unexpected(file.error());
    std::vector<std::byte> bytes(kReadAtOnce);
    pollfd waited {input.descriptor(), POLLIN, 0};
    while (!job.stopRequested()) {
        const int ready = ::poll(&waited, 1, kWaitMs);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const ssize_t got = ready < 0 ? -1 : ::read(input.descriptor(), bytes.data(), bytes.size());
        if (got == 0)
            return std::shared_ptr<const PipedFile>(
                new PipedFile(std::move(*file), isStandardInput(path) ? kStandardInput : path.string()));
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            return fail(Code::FileUnreadable, path.string() + ": " + systemMessage(errno));
        if (auto kept = file->write(std::span(bytes).first(static_cast<std::size_t>(got))); !kept)
            return fail(Code::FileUnwritable, "what comes through " + path.string() + " is kept in the temporary folder: "
                                                  + kept.error().detail);
        job.advance(static_cast<std::uint64_t>(got));
    }
    return fail(Code::Stopped);
}

}
