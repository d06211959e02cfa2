// Payloads as bytes, written by the layouts that read them (payloads/fields.h): what a capture holds is said once.
//
//     writtenBytes(QueueInfo {.key = {kPci, kQueue}, .type = 2})         // 32 bytes
//     writtenToken(RmtKind::resourceDestroy, RmtDestroy {7})             // five, packed by bits
//
// Fields that are only shown are zero; setBits() writes one of those in a token.
#pragma once

#include "core/formats/rdf/payloads/memory/rmt_tokens.h"

#include <algorithm>

namespace traceglass::rdf {

// Bits [hi:lo] of a record, which are zero before.
inline void setBits(std::span<std::byte> record, unsigned hi, unsigned lo, std::uint64_t value)
{
    for (unsigned at = lo, some = 0; at <= hi; at += some, value >>= some) {
        some = std::min(8 - at % 8, hi - at + 1);
        record[at / 8] |= static_cast<std::byte>((value & ((1u << some) - 1)) << at % 8);
    }
}

class WrittenFields
{
public:
    // Fields packed by bits need so many bytes; others add theirs.
    explicit WrittenFields(std::size_t size = 0)
        : m_bytes(size)
    {
    }

    std::vector<std::byte> take() { return std::move(m_bytes); }

    template <class Number>
    void number(std::string_view, Number& value, FieldUnit = FieldUnit::none)
    {
        put(&value, sizeof value, sizeof value);
    }
    template <class Number>
    void shown(std::string_view, FieldUnit = FieldUnit::none)
    {
        gap(sizeof(Number));
    }
    template <class Enum>
    void named(std::string_view, Enum& value, std::string (*)(std::uint64_t))
    {
        put(&value, sizeof value, sizeof value);
    }
    void text(std::string_view, std::string_view& value, std::size_t room)
    {
        put(value.data(), std::min(value.size(), room), room);
    }
    void gap(std::size_t bytes) { m_bytes.resize(m_bytes.size() + bytes); }

    template <unsigned hi, unsigned lo, class Number>
    void bits(std::string_view, Number& value, FieldUnit = FieldUnit::none)
    {
        setBits(m_bytes, hi, lo, static_cast<std::uint64_t>(value));
    }
    template <unsigned hi, unsigned lo, class Number>
    void namedBits(std::string_view, Number& value, std::string (*)(std::uint64_t))
    {
        setBits(m_bytes, hi, lo, static_cast<std::uint64_t>(value));
    }
    template <unsigned hi, unsigned lo>
    void shownBits(std::string_view, FieldUnit = FieldUnit::none)
    {
    }

private:
    void put(const void* value, std::size_t size, std::size_t room)
    {
        const std::size_t at = m_bytes.size();
        m_bytes.resize(at + room);
        std::copy_n(static_cast<const std::byte*>(value), size, m_bytes.data() + at);
    }

    std::vector<std::byte> m_bytes;
};

template <class Payload>
std::vector<std::byte> writtenBytes(Payload payload)
{
    WrittenFields out;
    layout(out, payload);
    return out.take();
}

// A token as streams of kWrittenVersion have it, with its size; what follows the fields is zero: setBits() may write there.
constexpr RmtVersion kWrittenVersion {1, 9};
template <class Payload>
std::vector<std::byte> writtenToken(RmtKind kind, Payload payload)
{
    constexpr std::size_t kRoom = 128, kReadBehind = 8;
    WrittenFields out(kRoom);
    layout(out, payload);
    std::vector<std::byte> bytes = out.take();
    setBits(bytes, 3, 0, static_cast<std::uint64_t>(kind));
    bytes.resize(rmtTokenSize(bytes.data(), kRoom - kReadBehind, kWrittenVersion));
    return bytes;
}

}
