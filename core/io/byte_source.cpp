#include "core/io/byte_source.h"

#include <algorithm>
#include <cstring>

namespace traceglass {

MemorySource::MemorySource(std::string name, std::vector<std::byte> bytes)
    : m_name(std::move(name))
    , m_bytes(std::move(bytes))
{
}

std::size_t MemorySource::read(std::uint64_t offset, std::span<std::byte> out) const
{
    return copyFrom(m_bytes, offset, out);
}

std::size_t copyFrom(std::span<const std::byte> bytes, std::uint64_t offset, std::span<std::byte> out)
{
    if (offset >= bytes.size())
        return 0;
    const std::size_t count = std::min(out.size(), bytes.size() - static_cast<std::size_t>(offset));
    if (count > 0)
        std::memcpy(out.data(), bytes.data() + offset, count);
    return count;
}

std::vector<std::byte> readBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t length,
                                 std::uint64_t atMost)
{
    const std::uint64_t size = source.size();
    if (offset >= size)
        return {};
    std::vector<std::byte> out(static_cast<std::size_t>(std::min({length, atMost, size - offset})));
    out.resize(source.read(offset, out));
    return out;
}

std::vector<std::byte> readBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t length,
                                 std::uint64_t atMost, const Job& job)
{
    const std::uint64_t size = source.size();
    if (offset >= size || !source.prepare(offset + std::min({length, atMost, size - offset}), job))
        return {};
    return readBytes(source, offset, length, atMost);
}

}
