#include "core/codec/spool.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>

namespace traceglass {

namespace {

// Both are multiples of any page size; memory is taken in the large pages of common machines.
constexpr std::uint64_t kStep = 2u << 20;
constexpr std::uint64_t kFileStep = 8u << 20;

constexpr std::uint64_t upTo(std::uint64_t value, std::uint64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

}

Spool::Spool(std::uint64_t atMost, std::uint64_t inMemory)
    : m_atMost(upTo(std::clamp<std::uint64_t>(atMost, 1, limits::kDecodedAtMost + 1), kFileStep))
    , m_inMemory(upTo(inMemory, kFileStep))
{
}

Spool::~Spool()
{
    if (m_mapped)
        ::munmap(m_mapped, static_cast<std::size_t>(m_atMost + kStep));
}

// Addresses only: no memory belongs to them yet. Large pages begin at multiples of their size.
bool Spool::reserve()
{
    void* const start = ::mmap(nullptr, static_cast<std::size_t>(m_atMost + kStep), PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) {
        m_reason = systemMessage(errno);
        return false;
    }
    m_mapped = static_cast<std::byte*>(start);
    const auto beyond = reinterpret_cast<std::uintptr_t>(start) % kStep;
    m_start = m_mapped + (beyond == 0 ? 0 : kStep - beyond);
    return true;
}

bool Spool::grow()
{
    if (!m_start && !reserve())
        return false;
    if (m_usable < m_inMemory) {
        std::byte* const at = m_start + m_usable;
        if (::mprotect(at, kStep, PROT_READ | PROT_WRITE) == 0) {
            if (m_usable > 0) // most of what is decoded is small, and a large page is taken whole
                ::madvise(at, kStep, MADV_HUGEPAGE);
            m_usable += kStep;
            return true;
        }
        m_inMemory = m_usable; // there is no more of it
    }
    return growFile();
}

bool Spool::growFile()
{
    if (!m_file) {
        auto file = File::temporary();
        if (!file) {
            m_reason = file.error().detail;
            return false;
        }
        m_file = std::move(*file);
    }
    // Space is taken before it is mapped: writing to a mapping of a file that cannot grow would be a signal.
    const auto place = static_cast<off_t>(m_usable - m_inMemory);
    const std::uint64_t step = std::min(kFileStep, m_atMost - m_usable);
    int full = EINTR;
    while (full == EINTR)
        full = ::posix_fallocate(m_file->descriptor(), place, static_cast<off_t>(step));
    if (full != 0) {
        m_reason = full == ENOSPC ? "the temporary folder is full" : systemMessage(full);
        return false;
    }
    std::byte* const at = m_start + m_usable;
    if (::mmap(at, step, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, m_file->descriptor(), place)
        == MAP_FAILED) {
        m_reason = systemMessage(errno);
        return false;
    }
#ifdef MADV_POPULATE_WRITE
    ::madvise(at, step, MADV_POPULATE_WRITE); // at once takes half the time; fails where it is not known
#endif
    m_usable += step;
    return true;
}

std::span<std::byte> Spool::room(std::size_t wanted)
{
    const std::uint64_t end = std::min(m_atMost, m_size + wanted);
    while (m_usable < end && grow()) { }
    return {m_start + m_size, static_cast<std::size_t>(std::min(end, m_usable) - std::min(m_size, m_usable))};
}

std::size_t Spool::memoryBytes() const
{
    constexpr std::uint64_t kPage = 4096;
    return static_cast<std::size_t>(std::min(upTo(m_size, kPage), m_inMemory));
}

}
