// Named bytes that can be read from any thread: a mapped file, decoded data, memory.
//
//     std::array<std::byte, 16> row;
//     const std::size_t got = source->read(offset, row);   // less than asked at the end or where data is
//     damaged
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/job.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace traceglass {

class ByteSource
{
public:
    virtual ~ByteSource() = default;

    virtual const std::string& name() const = 0; // "chunk-28-43.rfr", "SystemInfo #0 data"
    virtual std::uint64_t size() const = 0;      // may shrink once when decoding ends before the stated size

    // Copies what lies at `offset` into `out` and returns how many bytes that were. Decoding happens here
    // when needed.
    virtual std::size_t read(std::uint64_t offset, std::span<std::byte> out) const = 0;

    // Makes reading up to `end` cost no decoding; false when the job was stopped on the way.
    virtual bool prepare(std::uint64_t, const Job&) const { return true; }

    // True when reading up to `end` touches no more than bytes that are already there: safe in the painting
    // thread.
    virtual bool ready(std::uint64_t end) const = 0;

    // All bytes at once where they lie in one piece, else empty.
    virtual std::span<const std::byte> view() const { return {}; }

    // How many bytes turned out to be gone since opening (a file truncated by somebody else).
    virtual std::uint64_t faults() const { return 0; }
};

using SourcePtr = std::shared_ptr<const ByteSource>;

// Bytes that live in memory.
class MemorySource : public ByteSource
{
public:
    MemorySource(std::string name, std::vector<std::byte> bytes);

    const std::string& name() const override { return m_name; }
    std::uint64_t size() const override { return m_bytes.size(); }
    std::size_t read(std::uint64_t offset, std::span<std::byte> out) const override;
    bool ready(std::uint64_t) const override { return true; }
    std::span<const std::byte> view() const override { return m_bytes; }

private:
    std::string m_name;
    std::vector<std::byte> m_bytes;
};

// Copies the part of `bytes` at `offset` that exists into `out`.
std::size_t copyFrom(std::span<const std::byte> bytes, std::uint64_t offset, std::span<std::byte> out);

// The part of `range` of a source, at most `atMost` bytes.
std::vector<std::byte> readBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t length,
                                 std::uint64_t atMost);
// The same for somebody who may not want them any more: nothing once the job is stopped.
std::vector<std::byte> readBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t length,
                                 std::uint64_t atMost, const Job& job);

}
