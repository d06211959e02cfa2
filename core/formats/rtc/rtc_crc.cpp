#include "core/formats/rtc/rtc_crc.h"

#include <array>
#include <bit>
#include <cstring>

namespace traceglass::rtc {

namespace {

// Either CRC shifts right through a table of 256 entries that is linear, also that of the reference writer,
// which takes the table of the polynomial that shifts left. So 16 bytes can be looked up at once: slice k
// holds the effect of a byte with k bytes behind it. And two halves of a block can be computed side by side,
// which hides the wait for the state: `behindHalf` holds the effect of a state with half a block behind it.
constexpr std::size_t kSlices = 16;
constexpr std::size_t kHalfBits = 12;
constexpr std::size_t kHalf = std::size_t(1) << kHalfBits;
using Table = std::array<std::uint32_t, 256>;

struct Tables
{
    std::array<Table, kSlices> slices {};
    std::array<Table, 4> behindHalf {};
};

constexpr Table referenceTable()
{
    Table table {};
    for (std::uint32_t i = 0; i < 256; ++i) {
        table[i] = i << 24;
        for (int bit = 0; bit < 8; ++bit)
            table[i] = (table[i] & 0x80000000u) != 0 ? table[i] << 1 ^ 0x04c11db7u : table[i] << 1;
    }
    return table;
}

constexpr Table ieeeTable()
{
    Table table {};
    for (std::uint32_t i = 0; i < 256; ++i) {
        table[i] = i;
        for (int bit = 0; bit < 8; ++bit)
            table[i] = (table[i] & 1) != 0 ? table[i] >> 1 ^ 0xedb88320u : table[i] >> 1;
    }
    return table;
}

constexpr Tables tablesOf(const Table& table)
{
    Tables tables;
    tables.slices[0] = table;
    for (std::size_t k = 1; k < kSlices; ++k) {
        for (std::size_t i = 0; i < 256; ++i) {
            const std::uint32_t before = tables.slices[k - 1][i];
            tables.slices[k][i] = before >> 8 ^ table[before & 0xff];
        }
    }
    // By bit of the state: the effect of 1 byte, then of 2, 4, ... bytes behind it.
    std::array<std::uint32_t, 32> bits {};
    for (std::uint32_t bit = 0; bit < 32; ++bit)
        bits[bit] = (std::uint32_t(1) << bit) >> 8 ^ table[(std::uint32_t(1) << bit) & 0xff];
    const auto apply = [](const std::array<std::uint32_t, 32>& to, std::uint32_t state) {
        std::uint32_t result = 0;
        for (std::uint32_t bit = 0; bit < 32; ++bit)
            result ^= (state >> bit & 1) != 0 ? to[bit] : 0;
        return result;
    };
    for (std::size_t i = 0; i < kHalfBits; ++i) {
        const auto once = bits;
        for (std::uint32_t& bit : bits)
            bit = apply(once, bit);
    }
    for (std::uint32_t k = 0; k < 4; ++k) {
        for (std::uint32_t i = 0; i < 256; ++i)
            tables.behindHalf[k][i] = apply(bits, i << (8 * k));
    }
    return tables;
}

constexpr Tables kReference = tablesOf(referenceTable());
constexpr Tables kIeee = tablesOf(ieeeTable());

std::uint32_t littleWord(const std::byte* at)
{
    std::uint32_t word;
    std::memcpy(&word, at, sizeof word);
    if constexpr (std::endian::native == std::endian::big)
        word = word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
    return word;
}

// The effect of four bytes that have `behind` bytes behind them.
std::uint32_t effect(const Tables& tables, std::uint32_t word, std::size_t behind)
{
    return tables.slices[behind + 3][word & 0xff] ^ tables.slices[behind + 2][word >> 8 & 0xff]
        ^ tables.slices[behind + 1][word >> 16 & 0xff] ^ tables.slices[behind][word >> 24];
}

std::uint32_t step(const Tables& tables, std::uint32_t state, const std::byte* at)
{
    const std::uint32_t rest = effect(tables, littleWord(at + 4), 8) ^ effect(tables, littleWord(at + 8), 4)
        ^ effect(tables, littleWord(at + 12), 0);
    return effect(tables, littleWord(at) ^ state, 12) ^ rest;
}

std::uint32_t add(const Tables& tables, std::uint32_t state, std::span<const std::byte> bytes)
{
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 2 * kHalf; left -= 2 * kHalf, at += kHalf) {
        std::uint32_t second = 0;
        for (const std::byte* const end = at + kHalf; at != end; at += kSlices) {
            state = step(tables, state, at);
            second = step(tables, second, at + kHalf);
        }
        for (std::size_t k = 0; k < 4; ++k)
            second ^= tables.behindHalf[k][state >> (8 * k) & 0xff];
        state = second;
    }
    for (; left >= kSlices; left -= kSlices, at += kSlices)
        state = step(tables, state, at);
    for (; left > 0; --left, ++at)
        state = state >> 8 ^ tables.slices[0][(state ^ std::to_integer<std::uint32_t>(*at)) & 0xff];
    return state;
}

}

void Crc::add(std::span<const std::byte> bytes)
{
    if (m_kind == CrcKind::ieee)
        m_state = rtc::add(kIeee, m_state, bytes);
    else if (m_kind == CrcKind::reference)
        m_state = rtc::add(kReference, m_state, bytes);
}

}
