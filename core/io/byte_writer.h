// Builds bytes in memory: for the writers of the formats and for tests that show the reader every byte.
#pragma once

#include "core/io/byte_reader.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace traceglass {

class ByteWriter
{
public:
    std::size_t size() const { return m_bytes.size(); }
    const std::vector<std::byte>& bytes() const { return m_bytes; }
    std::vector<std::byte> take() { return std::move(m_bytes); }

    void u8(std::uint8_t value) { fixed(value, 1); }
    void u16(std::uint16_t value) { fixed(value, 2); }
    void u32(std::uint32_t value) { fixed(value, 4); }
    void u64(std::uint64_t value) { fixed(value, 8); }
    void i64(std::int64_t value) { fixed(static_cast<std::uint64_t>(value), 8); }
    void f32(float value) { fixed(__builtin_bit_cast(std::uint32_t, value), 4); }
    void f64(double value) { fixed(__builtin_bit_cast(std::uint64_t, value), 8); }

    // Each with as many bytes as its type has.
    template <std::integral... Numbers>
    void numbers(Numbers... values)
    {
        (fixed(static_cast<std::uint64_t>(values), sizeof values), ...);
    }

    void raw(std::span<const std::byte> bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }
    void raw(std::string_view bytes) { raw(std::as_bytes(std::span(bytes))); }
    void zeros(std::size_t count) { m_bytes.resize(m_bytes.size() + count); }

    void varint(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7)
            u8(static_cast<std::uint8_t>(value | 0x80));
        u8(static_cast<std::uint8_t>(value));
    }
    void varint(U128 value)
    {
        while (value.high != 0 || value.low >= 0x80) {
            u8(static_cast<std::uint8_t>(value.low | 0x80));
            value.low = value.low >> 7 | value.high << 57;
            value.high >>= 7;
        }
        u8(static_cast<std::uint8_t>(value.low));
    }
    void text(std::string_view text)
    {
        varint(text.size());
        raw(text);
    }

private:
    void fixed(std::uint64_t value, std::size_t width)
    {
        for (std::size_t i = 0; i < width; ++i)
            m_bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
    }

    std::vector<std::byte> m_bytes;
};

}
