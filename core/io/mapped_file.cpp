#include "core/io/mapped_file.h"

#include <algorithm>
#include <cerrno>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace traceglass {

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path)
{
    const auto file = File::openOrdinary(path);
    if (!file)
        return tl::unexpected(file.error());
    const auto status = statusOf(*file);
    if (!status)
        return fail(Code::FileUnreadable, path.string() + ": " + systemMessage(errno));
    if (S_ISDIR(status->st_mode))
        return fail(Code::FileUnreadable, path.string() + " is a directory");

    const std::shared_ptr<MappedFile> mapped(new MappedFile);
    mapped->m_path = path;
    mapped->m_name = path.filename().string();
    mapped->m_identity = identityOf(*status);
    const auto size = static_cast<std::size_t>(status->st_size);
    if (size == 0)
        return mapped;
    void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file->descriptor(), 0);
    if (start == MAP_FAILED)
        return fail(Code::FileUnreadable, path.string() + ": " + systemMessage(errno));
    mapped->m_bytes = {static_cast<const std::byte*>(start), size};
    mapped->m_guard.emplace(start, size, mapped->m_faults);
    mapped->m_ends = mapped->ends();
    return mapped;
}

MappedFile::~MappedFile()
{
    m_guard.reset();
    if (!m_bytes.empty())
        ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

bool MappedFile::isCut() const
{
    if (m_faults.load() > 0)
        return true;
    const auto now = identify(m_path);
    return now && now->isOf(m_identity) && now->size < m_identity.size;
}

Result<void> MappedFile::checkUncut(DiagnosticLog* log) const
{
    constexpr const char* kHow = "it became shorter";
    if (!isCut())
        return {};
    if (log)
        log->add(diagnose(Code::FileChanged, kHow, ByteRange {SourceId {}, 0, size()}));
    return fail(Code::FileChanged, kHow);
}

bool MappedFile::changedOnDisk() const
{
    return faults() > 0 || identify(m_path) != m_identity;
}

// Of the file as it is now: a mapping shows what is written over what was there.
MappedFile::Ends MappedFile::ends() const
{
    Ends out {};
    const std::size_t count = std::min(kEnd, m_bytes.size());
    std::ranges::copy(m_bytes.first(count), out.begin());
    std::ranges::copy(m_bytes.last(count), out.begin() + kEnd);
    return out;
}

std::optional<std::uint64_t> MappedFile::grownBy() const
{
    const auto now = identify(m_path);
    const bool isLonger = now && now->isOf(m_identity) && now->size > m_identity.size;
    if (!isLonger || ends() != m_ends || faults() > 0)
        return {};
    return now->size - m_identity.size;
}

void MappedFile::announce(std::uint64_t offset, std::uint64_t length) const
{
    if (offset >= m_bytes.size())
        return;
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t first = offset - offset % page;
    const std::uint64_t end = offset + std::min<std::uint64_t>(length, m_bytes.size() - offset);
    ::madvise(const_cast<std::byte*>(m_bytes.data()) + first, end - first, MADV_WILLNEED);
}

std::optional<File> MappedFile::reopen() const
{
    if (m_bytes.empty())
        return {};
    auto file = File::openOrdinary(m_path);
    const auto now = file ? identify(*file) : std::nullopt;
    if (!now || !now->isOf(m_identity))
        return {};
    return std::move(*file);
}

std::size_t MappedFile::read(std::uint64_t offset, std::span<std::byte> out) const
{
    const std::size_t count = copyFrom(m_bytes, offset, out);
    if (!isCut())
        return count;
    const auto now = identify(m_path);
    const std::uint64_t left = now && now->inode == m_identity.inode ? now->size : 0;
    return offset >= left ? 0 : static_cast<std::size_t>(std::min<std::uint64_t>(count, left - offset));
}

}
