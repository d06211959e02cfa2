// Where bytes are: a source of the document, an offset and a length. What the hex view highlights.
#pragma once

#include <cstdint>

namespace traceglass {

// Number of a byte source within its document. 0 is the capture itself or its first file.
enum class SourceId : std::uint32_t {};

constexpr std::uint32_t number(SourceId id)
{
    return static_cast<std::uint32_t>(id);
}

struct ByteRange
{
    SourceId source {};
    std::uint64_t offset = 0;
    std::uint64_t length = 0;

    bool operator==(const ByteRange&) const = default;
    std::uint64_t end() const { return offset + length; }
    bool contains(SourceId other, std::uint64_t position) const
    {
        return source == other && position >= offset && position - offset < length;
    }
};

// Where a record begins, in one integer: 24 bits of source, 40 bits of offset. How a slice finds its bytes
// again.
struct RecordRef
{
    std::uint64_t bits = ~std::uint64_t(0);

    RecordRef() = default;
    RecordRef(SourceId source, std::uint64_t offset)
        : bits(std::uint64_t(number(source)) << 40 | (offset & kOffsetMask))
    {
    }

    static constexpr std::uint64_t kOffsetMask = (std::uint64_t(1) << 40) - 1;
    bool valid() const { return bits != ~std::uint64_t(0); }
    SourceId source() const { return SourceId(static_cast<std::uint32_t>(bits >> 40)); }
    std::uint64_t offset() const { return bits & kOffsetMask; }
    bool operator==(const RecordRef&) const = default;
};

}
