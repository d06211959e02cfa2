#include "core/codec/spool.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>

namespace traceglass {

namespace {

// Multiples of any page size.
constexpr std::uint64_t kStep = 2u << 20;
constexpr std::uint64_t kFileStep = 8u << 20;
constexpr std::uint64_t kFetched = 1u << 20; // at once

constexpr std::uint64_t upTo(std::uint64_t value, std::uint64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

}

Spool::Spool(std::uint64_t atMost, std::uint64_t inMemory)
    : m_atMost(upTo(std::clamp<std::uint64_t>(atMost, 1, limits::kDecodedAtMost + 1), kFileStep))
    , m_inMemory(std::min(upTo(inMemory, kFileStep), m_atMost))
    , m_memoryEnd(m_inMemory)
{
}

Spool::~Spool()
{
    if (m_start)
        ::munmap(m_start, static_cast<std::size_t>(m_atMost));
}

// Addresses only: no memory belongs to them yet. Where the system gives few (`ulimit -v`), they are a part of what is
// left: others need some, too.
bool Spool::reserve()
{
    const auto map = [](std::uint64_t size) {
        return ::mmap(nullptr, static_cast<std::size_t>(size), PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    };
    void* start = map(m_atMost);
    while (start == MAP_FAILED && m_atMost > kFileStep) {
        m_reason = systemMessage(errno);
        m_atMost = upTo(m_atMost / 2, kFileStep);
        start = map(m_atMost);
        if (const std::uint64_t kept = upTo(m_atMost / 2, kFileStep);
            start != MAP_FAILED && kept < m_atMost) {
            ::munmap(static_cast<std::byte*>(start) + kept, static_cast<std::size_t>(m_atMost - kept));
            m_atMost = kept;
        }
    }
    if (start == MAP_FAILED) {
        m_reason = systemMessage(errno);
        return false;
    }
    m_inMemory = std::min(m_inMemory, m_atMost);
    m_memoryEnd = std::min(m_memoryEnd, m_atMost);
    m_start = static_cast<std::byte*>(start);
    return true;
}

bool Spool::grow()
{
    if (!m_start && !reserve())
        return false;
    if (growMemory())
        return true;
    m_memoryEnd = std::min(m_memoryEnd, m_usable); // there may be no more of it
    return growFile();
}

bool Spool::growMemory()
{
    if (m_usable >= m_memoryEnd || ::mprotect(m_start + m_usable, kStep, PROT_READ | PROT_WRITE) != 0)
        return false;
    m_usable += kStep;
    return true;
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
    const auto place = static_cast<off_t>(m_usable - m_memoryEnd);
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
    if (m_usable > 0 && m_usable >= end && m_usable < end + kFetched)
        growMemory(); // so that there is something to fetch
    return {m_start + m_size, static_cast<std::size_t>(std::min(end, m_usable) - std::min(m_size, m_usable))};
}

// Memory that nobody used yet is handed out and cleared page by page when it is first written to: that takes
// an eighth of the time zlib needs. Most of what is decoded is small, so not for the first bytes.
void Spool::fetchBehind(std::uint64_t size) const
{
#ifdef MADV_POPULATE_WRITE
    const std::uint64_t next = (size / kFetched + 1) * kFetched;
    if (size >= kFetched && next + kFetched <= m_inMemory && m_fetched.exchange(next) < next)
        ::madvise(m_start + next, kFetched, MADV_POPULATE_WRITE); // fails where nothing may be written yet
#else
    static_cast<void>(size);
#endif
}

std::size_t Spool::memoryBytes() const
{
    constexpr std::uint64_t kPage = 4096;
    return static_cast<std::size_t>(std::min(upTo(m_size, kPage), m_memoryEnd));
}

}
