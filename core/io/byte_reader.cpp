#include "core/io/byte_reader.h"

#include "core/base/text.h"

namespace traceglass {

void ByteReader::fail(ReadError error, std::size_t offset)
{
    if (failed())
        return;
    m_error = error;
    m_errorOffset = offset;
    m_offset = m_bytes.size();
}

void ByteReader::seek(std::size_t offset)
{
    if (failed())
        return;
    if (offset > m_bytes.size())
        fail(ReadError::unexpectedEnd, m_bytes.size());
    else
        m_offset = offset;
}

std::uint64_t ByteReader::fixed(std::size_t width)
{
    if (left() < width) {
        fail(ReadError::unexpectedEnd, m_offset);
        return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
        value |= std::to_integer<std::uint64_t>(m_bytes[m_offset + i]) << (8 * i);
    m_offset += width;
    return value;
}

template <class Number>
Number ByteReader::varint()
{
    constexpr unsigned kBits = 8 * sizeof(Number);
    const std::size_t start = m_offset;
    Number value = 0;
    for (unsigned shift = 0; shift < kBits; shift += 7) {
        if (atEnd()) {
            fail(ReadError::unexpectedEnd, start);
            return 0;
        }
        const auto byte = std::to_integer<unsigned>(m_bytes[m_offset++]);
        if (kBits - shift < 7 && byte >> (kBits - shift) != 0)
            break;
        value |= static_cast<Number>(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    fail(ReadError::numberTooLong, start);
    return 0;
}

std::uint64_t ByteReader::varint64()
{
    return varint<std::uint64_t>();
}

std::uint32_t ByteReader::varint32()
{
    return varint<std::uint32_t>();
}

U128 ByteReader::varint128()
{
    const auto value = varint<WideUnsigned>();
    return {static_cast<std::uint64_t>(value >> 64), static_cast<std::uint64_t>(value)};
}

bool ByteReader::boolean()
{
    const std::size_t start = m_offset;
    const std::uint8_t value = u8();
    if (value > 1)
        fail(ReadError::badTag, start);
    return value == 1;
}

std::uint64_t ByteReader::count(std::size_t leastSize)
{
    const std::size_t start = m_offset;
    const std::uint64_t value = varint64();
    if (!failed() && value > left() / leastSize) {
        fail(ReadError::countTooLarge, start);
        return 0;
    }
    return value;
}

std::span<const std::byte> ByteReader::bytes(std::size_t length)
{
    if (left() < length) {
        fail(ReadError::unexpectedEnd, m_offset);
        return {};
    }
    const auto out = m_bytes.subspan(m_offset, length);
    m_offset += length;
    return out;
}

std::string_view ByteReader::text()
{
    const std::size_t start = m_offset;
    const std::uint64_t length = count(1);
    const std::string_view out = asText(bytes(static_cast<std::size_t>(length)));
    if (!failed() && m_badTextOffset == kNone && !isValidUtf8(out)) {
        m_badTextOffset = start;
        m_badTextLength = m_offset - start;
    }
    return out;
}

std::uint64_t zigzag(std::int64_t value)
{
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}

}
