// Bounds-checked cursor over bytes. It keeps its first error and from then on returns zeros, so that a reader
// is a list of fields in file order with one question at the end:
//
//     ByteReader in(bytes);
//     header.identifier = in.bytes(8);
//     header.version = in.u32();
//     header.indexOffset = in.i64();
//     if (in.failed()) return fail(..., in.error(), in.errorOffset());
//
// Returned spans share the life of the bytes the reader was made from.
#pragma once

#include "core/base/wide.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace traceglass {

enum class ReadError : std::uint8_t {
    none,
    unexpectedEnd, // fewer bytes left than the field needs
    numberTooLong, // a varint with more bytes than its type allows
    badTag,        // a bool, option tag or variant number that does not exist
    countTooLarge, // a count that the bytes left cannot hold
    badText,       // not UTF-8
};

struct U128
{
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    WideUnsigned wide() const { return WideUnsigned(high) << 64 | low; }
    bool operator==(const U128&) const = default;
};

class ByteReader
{
public:
    explicit ByteReader(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    std::size_t offset() const { return m_offset; }
    std::size_t left() const { return m_bytes.size() - m_offset; }
    bool atEnd() const { return left() == 0; }
    void seek(std::size_t offset); // beyond the end: unexpectedEnd

    bool failed() const { return m_error != ReadError::none; }
    ReadError error() const { return m_error; }
    std::size_t errorOffset() const { return m_errorOffset; } // where the faulty field begins
    void fail(ReadError error, std::size_t offset); // keeps the first one; the cursor goes to the end

    // Fixed width, little endian.
    std::uint8_t u8() { return static_cast<std::uint8_t>(fixed(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(fixed(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(fixed(4)); }
    std::uint64_t u64() { return fixed(8); }
    std::int64_t i64() { return static_cast<std::int64_t>(fixed(8)); }

    // LEB128 varints as postcard writes them (rfr.md 1): needless zero groups are legal, a too long or too
    // large one is numberTooLong.
    std::uint64_t varint64();
    std::uint32_t varint32();
    U128 varint128();
    bool boolean(); // 0 or 1, else badTag

    // A varint count of elements that need at least `leastSize` bytes each; larger counts are countTooLarge.
    std::uint64_t count(std::size_t leastSize);

    std::span<const std::byte> bytes(std::size_t length);
    std::string_view text(); // varint length, then UTF-8; bad UTF-8 is kept and seen in sawBadText()
    bool sawBadText() const { return m_badTextOffset != kNone; }
    std::size_t badTextOffset() const
    {
        return m_badTextOffset;
    } // of the first one, and its length before it
    std::size_t badTextLength() const { return m_badTextLength; } // both together

private:
    static constexpr std::size_t kNone = ~std::size_t(0);

    std::uint64_t fixed(std::size_t width);
    template <class Number>
    Number varint();

    std::span<const std::byte> m_bytes;
    std::size_t m_offset = 0;
    std::size_t m_errorOffset = 0;
    std::size_t m_badTextOffset = kNone;
    std::size_t m_badTextLength = 0;
    ReadError m_error = ReadError::none;
};

std::uint64_t zigzag(std::int64_t value);
inline std::int64_t unzigzag(std::uint64_t value)
{
    return static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

}
