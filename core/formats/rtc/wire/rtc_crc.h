// The two CRC-32 of RTC files (rtc.md 5): IEEE as the text says, and the one the reference writer computes.
// Both are resumable: feed the bytes of a Unit in pieces.
//
//     Crc crc(CrcKind::reference);
//     crc.add(bytes);
//     if (crc.value() == stored) ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace traceglass::rtc {

enum class CrcKind : std::uint8_t { none, ieee, reference };

class Crc
{
public:
    explicit Crc(CrcKind kind)
        : m_kind(kind)
    {
    }

    void add(std::span<const std::byte> bytes);
    std::uint32_t value() const { return m_state ^ 0xffffffffu; } // of all bytes so far

private:
    CrcKind m_kind;
    std::uint32_t m_state = 0xffffffffu;
};

}
