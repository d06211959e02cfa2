// The cursor all of CondensedData is read with: LEB128 numbers of at most ten bytes, zig-zag, texts with a
// length, fixed little-endian integers. It keeps its first fault and returns zeros from then on.
//
//     Cursor in(stream, offset);
//     const std::uint64_t id = in.uv();
//     const std::string_view name = in.text();
//     if (in.failed()) ... in.fault(), in.faultOffset()
//
// Apart from ByteReader because every field of a large recording passes through here: inline, one comparison
// for the common one-byte number, and zero padding (82 80 00) is legal.
#pragma once

#include "core/base/text.h"
#include "core/io/byte_reader.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace traceglass::cjfr {

enum class Fault : std::uint8_t {
    none,
    unexpectedEnd,   // the stream ends inside a value
    numberTooLong,   // a number of more than ten bytes, or with bits beyond the 64th
    countTooLarge,   // a length or count that the bytes left cannot hold
    reservedId,      // a message or type id from 8 to 15
    unknownType,     // an id no definition has
    badEmbedding,    // an embedding code beyond 3
    badDefinition,   // a type definition that breaks a rule: redefined, far ahead, no multiplier
    beyondCache,     // a reference to an entry that does not exist yet
    tooDeep,         // values nested deeper than limits allow
    tooManyElements, // an array with more elements of their own length than limits allow
    tooManyEmpty,    // more values that take no bytes than limits allow
};

constexpr std::uint32_t kLongestNumber = 10;

// Where so many bytes are left that none can be missing: that is not looked at. Of a number that is too long
// it only keeps that there was one.
class SureCursor
{
public:
    explicit SureCursor(const std::byte* at)
        : m_at(at)
    {
    }

    const std::byte* at() const { return m_at; }
    bool isTooLong() const { return m_isTooLong; }

    void skip(std::size_t length) { m_at += length; }
    std::uint64_t fixed(unsigned width)
    {
        std::uint64_t value = 0;
        std::memcpy(&value, m_at, width);
        m_at += width;
        return value;
    }
    std::uint64_t uv()
    {
        const auto first = std::to_integer<std::uint64_t>(*m_at);
        if (first >= 0x80)
            return longNumber();
        ++m_at;
        return first;
    }
    // Two to eight bytes decide no branch, nor do nine and ten: "for ever", "not known".
    std::uint64_t longNumber()
    {
        const std::uint64_t bytes = eight();
        const std::uint64_t ends = ~bytes & kTops;
        if (ends == 0)
            return longest(bytes);
        m_at += std::countr_zero(ends) / 8 + 1;
        return sevenBitsEach(bytes & (ends ^ (ends - 1)));
    }
    // At least one.
    void skipNumbers(std::uint32_t count)
    {
        for (;;) {
            const std::uint64_t bytes = eight();
            std::uint64_t ends = ~bytes & kTops; // one bit a number
            if (ends == 0) {
                longest(bytes);
            } else {
                for (; count > 1 && (ends & (ends - 1)) != 0; --count)
                    ends &= ends - 1;
                m_at += std::countr_zero(ends) / 8 + 1;
            }
            if (--count == 0)
                return;
        }
    }

private:
    static constexpr std::uint64_t kTops = 0x8080808080808080;

    std::uint64_t eight() const
    {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, m_at, sizeof(bytes));
        return bytes;
    }
    static std::uint64_t sevenBitsEach(std::uint64_t bytes)
    {
        bytes &= ~kTops;
        bytes = (bytes & 0x007f007f007f007f) | (bytes & 0x7f007f007f007f00) >> 1;
        bytes = (bytes & 0x00003fff00003fff) | (bytes & 0x3fff00003fff0000) >> 2;
        return (bytes & 0x0fffffff) | (bytes & 0x0fffffff00000000) >> 4;
    }
    std::uint64_t longest(std::uint64_t first)
    {
        const auto ninth = std::to_integer<std::uint64_t>(m_at[8]);
        const auto tenth = std::to_integer<std::uint64_t>(m_at[9]);
        const bool isTen = ninth >= 0x80;
        m_at += isTen ? 10 : 9;
        m_isTooLong = m_isTooLong || (isTen && tenth > 1);
        return sevenBitsEach(first) | (ninth & 0x7f) << 56 | (isTen ? tenth << 63 : 0);
    }

    const std::byte* m_at;
    bool m_isTooLong = false;
};

class Cursor
{
public:
    Cursor(std::span<const std::byte> bytes, std::uint64_t offset)
        : m_begin(bytes.data())
        , m_at(bytes.data() + offset)
        , m_end(bytes.data() + bytes.size())
    {
    }

    std::uint64_t offset() const { return static_cast<std::uint64_t>(m_at - m_begin); }
    std::uint64_t left() const { return static_cast<std::uint64_t>(m_end - m_at); }
    bool atEnd() const { return m_at == m_end; }

    // For as many bytes as are left; goOn() takes back where it got to.
    SureCursor unchecked() const { return SureCursor(m_at); }
    std::uint64_t left(const SureCursor& in) const { return static_cast<std::uint64_t>(m_end - in.at()); }
    std::uint64_t offset(const SureCursor& in) const { return static_cast<std::uint64_t>(in.at() - m_begin); }
    void goOn(const SureCursor& in) { m_at = in.at(); }

    bool failed() const { return m_fault != Fault::none; }
    Fault fault() const { return m_fault; }
    std::uint64_t faultOffset() const { return m_faultOffset; }
    void fail(Fault fault, std::uint64_t offset)
    {
        if (m_fault == Fault::none) {
            m_fault = fault;
            m_faultOffset = offset;
        }
        m_at = m_end;
    }

    std::uint8_t u8() { return static_cast<std::uint8_t>(fixed(1)); }
    std::uint64_t fixed(unsigned width)
    {
        if (left() < width) {
            fail(Fault::unexpectedEnd, offset());
            return 0;
        }
        std::uint64_t value = 0;
        std::memcpy(&value, m_at, width);
        m_at += width;
        return value;
    }

    std::uint64_t uv()
    {
        if (m_at != m_end && std::to_integer<unsigned>(*m_at) < 0x80)
            return std::to_integer<std::uint64_t>(*m_at++);
        return longNumber();
    }
    std::int64_t sv() { return unzigzag(uv()); }
    std::span<const std::byte> bytes(std::uint64_t length)
    {
        if (length > left()) {
            fail(Fault::unexpectedEnd, offset());
            return {};
        }
        const std::span<const std::byte> out(m_at, static_cast<std::size_t>(length));
        m_at += length;
        return out;
    }
    std::span<const std::byte> lengthAndBytes()
    {
        const std::uint64_t start = offset();
        const std::uint64_t length = uv();
        if (length > left())
            fail(Fault::countTooLarge, start);
        return failed() ? std::span<const std::byte>() : bytes(length);
    }
    std::string_view text() { return asText(lengthAndBytes()); }

private:
    std::uint64_t longNumber()
    {
        if (left() >= kLongestNumber) {
            SureCursor at(m_at);
            const std::uint64_t value = at.longNumber();
            if (!at.isTooLong()) {
                m_at = at.at();
                return value;
            }
        }
        return numberByByte();
    }

    // At the end of the bytes, or at fault.
    std::uint64_t numberByByte()
    {
        const std::byte* const start = m_at;
        std::uint64_t value = 0;
        for (unsigned shift = 0; m_at != m_end; shift += 7) {
            const std::uint64_t byte = std::to_integer<std::uint64_t>(*m_at++);
            if (shift == 63 && byte > 1) {
                fail(Fault::numberTooLong, static_cast<std::uint64_t>(start - m_begin));
                return 0;
            }
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
        fail(Fault::unexpectedEnd, static_cast<std::uint64_t>(start - m_begin));
        return 0;
    }

    const std::byte* m_begin;
    const std::byte* m_at;
    const std::byte* m_end;
    std::uint64_t m_faultOffset = 0;
    Fault m_fault = Fault::none;
};

}
