#include "core/io/file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace traceglass {

std::string systemMessage(int errorNumber)
{
    return std::generic_category().message(errorNumber);
}

namespace {

tl::unexpected<Error> cannotRead(const std::filesystem::path& path)
{
    if (errno == ENOENT || errno == ENOTDIR)
        return fail(Code::FileNotFound, path.string());
    return fail(Code::FileUnreadable, path.string() + ": " + systemMessage(errno));
}

}

FileIdentity identityOf(const struct stat& status)
{
    return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
            std::int64_t(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
}

std::optional<struct stat> statusOf(const std::filesystem::path& path)
{
    struct stat status;
    return ::stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

std::optional<struct stat> statusOf(const File& file)
{
    struct stat status;
    return ::fstat(file.descriptor(), &status) == 0 ? std::optional(status) : std::nullopt;
}

std::optional<FileIdentity> identify(const std::filesystem::path& path)
{
    const auto status = statusOf(path);
    return status ? std::optional(identityOf(*status)) : std::nullopt;
}

std::optional<FileIdentity> identify(const File& file)
{
    const auto status = statusOf(file);
    return status ? std::optional(identityOf(*status)) : std::nullopt;
}

File::File(int descriptor, std::string name, bool writes)
    : m_descriptor(descriptor)
    , m_writer(writes ? descriptor : -1)
    , m_name(std::move(name))
{
}

File::File(File&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_writer(std::exchange(other.m_writer, -1))
    , m_hasWritten(other.m_hasWritten)
    , m_name(std::move(other.m_name))
    , m_seen(other.m_seen)
{
}

File& File::operator=(File&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_writer, other.m_writer);
    std::swap(m_hasWritten, other.m_hasWritten);
    std::swap(m_name, other.m_name);
    std::swap(m_seen, other.m_seen);
    return *this;
}

File::~File()
{
    if (m_writer >= 0 && m_writer != m_descriptor)
        ::close(m_writer);
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<File> File::open(const std::filesystem::path& path, Mode mode)
{
    const int flags = mode == Mode::read ? O_RDONLY
        : mode == Mode::change           ? O_RDWR
                                         : O_WRONLY | O_CREAT | O_TRUNC;
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (descriptor >= 0)
        return File(descriptor, path.string(), mode != Mode::read);
    if (mode == Mode::create || (mode == Mode::change && errno != ENOENT))
        return fail(Code::FileUnwritable, path.string() + ": " + systemMessage(errno));
    return cannotRead(path);
}

Result<File> File::openOrdinary(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0)
        return cannotRead(path);
    File file(descriptor, path.string(), false);
    const auto status = statusOf(file);
    if (!status)
        return cannotRead(path);
    if (!S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode))
        return fail(Code::FileUnreadable, path.string() + " is no ordinary file");
    return file;
}

Result<File> File::temporary()
{
    std::error_code error;
    std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error)
        folder = P_tmpdir;
    std::string name = (folder / "traceglass-XXXXXX").string();
    auto file = unique(name);
    if (file)
        ::unlink(name.c_str());
    return file;
}

// As mkostemp() does it, which creates files for their owner only: the umask cannot be asked for without
// changing it for all threads, but open() knows it.
Result<File> File::unique(std::string& name, unsigned mode)
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    constexpr std::size_t kUnique = 6;
    constexpr int kTries = 100;
    std::random_device random;
    for (int i = 0; i < kTries; ++i) {
        for (std::size_t at = name.size() - kUnique; at < name.size(); ++at)
            name[at] = kLetters[random() % kLetters.size()];
        const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0)
            return File(descriptor, name, true);
        if (errno != EEXIST)
            break;
    }
    return fail(Code::FileUnwritable, name + ": " + systemMessage(errno));
}

Result<std::size_t> File::readAt(std::uint64_t offset, std::span<std::byte> out) const
{
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t got =
            ::pread(m_descriptor, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(Code::FileUnreadable, m_name + ": " + systemMessage(errno));
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

// `put` writes some of the bytes that are left.
template <class Put>
Result<void> File::writeAll(std::span<const std::byte> bytes, Put put)
{
    while (!bytes.empty()) {
        const ssize_t done = put(bytes);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return fail(Code::FileUnwritable, m_name + ": " + systemMessage(errno));
        m_hasWritten = true;
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return {};
}

Result<void> File::write(std::span<const std::byte> bytes)
{
    return writeAll(bytes, [&](auto left) { return ::write(m_writer, left.data(), left.size()); });
}

Result<void> File::writeAt(std::uint64_t offset, std::span<const std::byte> bytes)
{
    return writeAll(bytes, [&, end = offset + bytes.size()](auto left) {
        return ::pwrite(m_writer, left.data(), left.size(), static_cast<off_t>(end - left.size()));
    });
}

Result<void> File::truncate(std::uint64_t size)
{
    if (::ftruncate(m_writer, static_cast<off_t>(size)) != 0)
        return fail(Code::FileUnwritable, m_name + ": " + systemMessage(errno));
    m_hasWritten = true;
    return {};
}

Result<void> File::close()
{
    auto ended = endWriting();
    const bool isWriter = std::exchange(m_writer, -1) >= 0;
    if (m_descriptor >= 0 && ::close(std::exchange(m_descriptor, -1)) != 0 && isWriter)
        return fail(Code::FileUnwritable, m_name + ": " + systemMessage(errno));
    return ended;
}

File::Lock File::lock()
{
    if (::flock(m_descriptor, LOCK_EX | LOCK_NB) == 0)
        return Lock::taken;
    return errno == EWOULDBLOCK ? Lock::held : Lock::unsupported;
}

Result<void> File::beginWriting()
{
    if (isWriting())
        return {};
    auto file = open(m_name, Mode::change);
    if (!file)
        return tl::unexpected(file.error());
    const auto found = identify(*file), expected = identify(*this);
    if (!found || !expected || !found->isOf(*expected))
        return fail(Code::FileChanged, m_name);
    m_writer = std::exchange(file->m_descriptor, -1);
    file->m_writer = -1;
    return {};
}

Result<void> File::endWriting()
{
    if (!isWriting() || m_descriptor == m_writer)
        return {};
    m_hasWritten = false;
    if (::close(std::exchange(m_writer, -1)) != 0)
        return fail(Code::FileUnwritable, m_name + ": " + systemMessage(errno));
    return {};
}

Result<void> writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes)
{
    return File::open(path, File::Mode::create).and_then([&](File file) {
        return file.write(bytes).and_then([&] { return file.close(); });
    });
}

Result<std::vector<std::byte>> readHead(const std::filesystem::path& path, std::size_t atMost, const Job& job)
{
    return File::openOrdinary(path).and_then([&](const File& file) { return file.readHead(atMost, job); });
}

// In growing pieces: what somebody is ready to take says nothing about what is there, and the size that some
// file systems state does not either. It only keeps the first piece of a small file small.
Result<std::vector<std::byte>> File::readHead(std::size_t atMost, const Job& job) const
{
    constexpr std::size_t kFirst = 256 * 1024, kMost = 4u << 20; // between two looks at the job
    const auto status = statusOf(*this);
    const bool isSmall = status && status->st_size > 0 && static_cast<std::size_t>(status->st_size) < kFirst;
    std::size_t piece = isSmall ? static_cast<std::size_t>(status->st_size) + 1 : kFirst; // 1: to see the end
    std::vector<std::byte> head;
    for (;;) {
        if (job.stopRequested())
            return fail(Code::Stopped);
        const std::size_t before = head.size();
        head.resize(std::min(atMost, before + piece));
        piece = std::clamp(head.size(), kFirst, kMost);
        const auto got = readAt(before, std::span(head).subspan(before));
        if (!got)
            return tl::unexpected(got.error());
        if (before + *got < head.size() || head.size() == atMost) {
            head.resize(before + *got);
            return head;
        }
    }
}

}
