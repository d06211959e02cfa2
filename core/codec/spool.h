// Bytes that arrive from front to back and never move: the first ones in memory, the rest in a temporary file
// without a name, all in one range of addresses.
//
//     Spool spool(atMost);
//     const std::span<std::byte> room = spool.room(256 * 1024);      // empty: spool.reason() says why
//     spool.keep(decoder.read(room));
//     use(spool.first(spool.size()));
//
// One thread at a time writes. What was kept may be read by any thread that learnt of it from the writer.
#pragma once

#include "core/base/limits.h"
#include "core/io/file.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace traceglass {

class Spool
{
public:
    // `inMemory`: how many of them are kept in memory, in steps of 8 MiB.
    explicit Spool(std::uint64_t atMost, std::uint64_t inMemory = limits::kDecodedInMemory);
    ~Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    // Where the next bytes go: as many as wanted, or as there is room for up to `atMost`.
    std::span<std::byte> room(std::size_t wanted);
    void keep(std::size_t bytes) { m_size += bytes; }
    void cutTo(std::uint64_t size) { m_size = size; }

    std::uint64_t size() const { return m_size; }
    // For readers: touches nothing the writer changes.
    std::span<const std::byte> first(std::uint64_t size) const
    {
        return {size > 0 ? m_start : nullptr, static_cast<std::size_t>(size)};
    }
    // For readers that wait for more than `size` bytes: fetches memory for what comes soon.
    void fetchBehind(std::uint64_t size) const;
    std::size_t memoryBytes() const; // not counting the file, nor what is fetched for later
    const std::string& reason() const { return m_reason; }

private:
    bool reserve();
    bool grow();
    bool growMemory();
    bool growFile();

    // Less than was asked for where addresses are few; does not change once there was a byte to keep.
    std::uint64_t m_atMost;
    std::uint64_t m_inMemory;     // of them, as far as there is memory
    std::uint64_t m_memoryEnd;    // where the file begins
    std::byte* m_start = nullptr; // of the addresses, once there was a byte to keep
    std::uint64_t m_usable = 0;   // of them may be written
    std::uint64_t m_size = 0;
    std::optional<File> m_file; // what lies behind the memory
    std::string m_reason;
    mutable std::atomic<std::uint64_t> m_fetched = 0; // where the memory begins that was fetched last
};

}
