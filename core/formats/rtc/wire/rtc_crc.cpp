#include "core/formats/rtc/wire/rtc_crc.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace traceglass::rtc {

namespace {

// Either CRC shifts right through a table of 256 entries that is linear, also that of the reference writer,
// which takes the table of the polynomial that shifts left. Two things follow. 16 bytes can be looked up at
// once: slice k holds the effect of a byte with k bytes behind it. And of long runs most words need no table:
// a polynomial in one word's step that is zero for every state tells where else a word can be added to have
// the same effect, so words are pushed forward until only the last few are left.
constexpr std::size_t kSlices = 16;
constexpr std::size_t kBlock = 128;   // words; pushed at least this far, so a block never needs itself
constexpr std::size_t kHistory = 385; // words, the farthest
constexpr std::size_t kRound = 8 * kBlock;
constexpr std::size_t kRoundBytes = kRound * sizeof(std::uint64_t);
constexpr std::size_t kHistoryBytes = kHistory * sizeof(std::uint64_t);
constexpr std::size_t kLeastPushed = 2 * kRoundBytes; // fewer bytes are quicker looked up
using Table = std::array<std::uint32_t, 256>;
using Push = std::array<std::size_t, 4>;

struct CrcTables
{
    std::array<Table, kSlices> slices {};
    Push push;
};

constexpr CrcTables tablesOf(bool shiftsLeft, const Push& push)
{
    CrcTables tables {.slices = {}, .push = push};
    Table& table = tables.slices[0];
    for (std::uint32_t i = 0; i < 256; ++i) {
        table[i] = shiftsLeft ? i << 24 : i;
        for (int bit = 0; bit < 8; ++bit) {
            if (shiftsLeft)
                table[i] = table[i] << 1 ^ ((table[i] & 0x80000000u) != 0 ? 0x04c11db7u : 0);
            else
                table[i] = table[i] >> 1 ^ ((table[i] & 1) != 0 ? 0xedb88320u : 0);
        }
    }
    for (std::size_t k = 1; k < kSlices; ++k) {
        for (std::size_t i = 0; i < 256; ++i) {
            const std::uint32_t before = tables.slices[k - 1][i];
            tables.slices[k][i] = before >> 8 ^ table[before & 0xff];
        }
    }
    return tables;
}

// 1 + x^(d-c) + x^(d-b) + x^(d-a) + x^d is zero for {a, b, c, d}, where x is the step of a bit, and so of any
// power of two of bits. Found by searching all with few words.
constexpr CrcTables kReference = tablesOf(true, {196, 222, 251, 385});
constexpr CrcTables kIeee = tablesOf(false, {145, 183, 211, 300});

std::uint32_t littleWord(const std::byte* at)
{
    std::uint32_t word;
    std::memcpy(&word, at, sizeof word);
    if constexpr (std::endian::native == std::endian::big)
        word = word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
    return word;
}

// The effect of four bytes that have `behind` bytes behind them.
std::uint32_t effect(const CrcTables& tables, std::uint32_t word, std::size_t behind)
{
    return tables.slices[behind + 3][word & 0xff] ^ tables.slices[behind + 2][word >> 8 & 0xff]
        ^ tables.slices[behind + 1][word >> 16 & 0xff] ^ tables.slices[behind][word >> 24];
}

std::uint32_t lookUp(const CrcTables& tables, std::uint32_t state, std::span<const std::byte> bytes)
{
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= kSlices; left -= kSlices, at += kSlices) {
        const std::uint32_t rest = effect(tables, littleWord(at + 4), 8)
            ^ effect(tables, littleWord(at + 8), 4) ^ effect(tables, littleWord(at + 12), 0);
        state = effect(tables, littleWord(at) ^ state, 12) ^ rest;
    }
    for (; left > 0; --left, ++at)
        state = state >> 8 ^ tables.slices[0][(state ^ std::to_integer<std::uint32_t>(*at)) & 0xff];
    return state;
}

// Adds to each word of a round what the words before it push there.
void pushRound(std::uint64_t* round, const Push& push)
{
    const auto [a, b, c, d] = push;
    for (std::uint64_t* block = round; block != round + kRound; block += kBlock) {
        std::array<std::uint64_t, kBlock> sums;
        for (std::size_t i = 0; i < kBlock; ++i)
            sums[i] = (block - a)[i] ^ (block - b)[i] ^ (block - c)[i] ^ (block - d)[i];
        for (std::size_t i = 0; i < kBlock; ++i)
            block[i] ^= sums[i];
    }
}

std::uint32_t add(const CrcTables& tables, std::uint32_t state, std::span<const std::byte> bytes)
{
    if (bytes.size() < kLeastPushed)
        return lookUp(tables, state, bytes);
    std::array<std::uint64_t, kHistory + kRound> words {};
    std::uint64_t* const round = words.data() + kHistory;
    // The state adds to the first four bytes, least significant first.
    std::array<std::byte, 4> start;
    for (std::size_t i = 0; i < start.size(); ++i)
        start[i] = static_cast<std::byte>(state >> (8 * i)) ^ bytes[i];
    for (bool first = true; bytes.size() >= kRoundBytes + kHistoryBytes; first = false) {
        std::memcpy(round, bytes.data(), kRoundBytes);
        if (first)
            std::memcpy(round, start.data(), start.size());
        pushRound(round, tables.push);
        std::copy_n(words.end() - kHistory, kHistory, words.begin());
        bytes = bytes.subspan(kRoundBytes);
    }
    // What the words before push into the last ones, which stay where they are.
    std::array<std::uint64_t, kHistory> last;
    std::memcpy(last.data(), bytes.data(), kHistoryBytes);
    for (const std::size_t far : tables.push) {
        for (std::size_t i = 0; i < far; ++i)
            last[i] ^= (round - far)[i];
    }
    return lookUp(tables, lookUp(tables, 0, std::as_bytes(std::span(last))), bytes.subspan(kHistoryBytes));
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
