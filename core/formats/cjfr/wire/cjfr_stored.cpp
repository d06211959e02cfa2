#include "core/formats/cjfr/wire/cjfr_stored.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace traceglass::cjfr {

std::int64_t storedAmount(std::int64_t bytes)
{
    if (bytes < 0)
        return bytes;
    const auto value = static_cast<std::uint64_t>(bytes);
    if (value % 8 == 0)
        return static_cast<std::int64_t>(value / 8);
    return static_cast<std::int64_t>((std::uint64_t(1) << 60) + value / 8 * 7 + value % 8 - 1);
}

std::uint16_t bfloat16Bits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (value != value)
        return static_cast<std::uint16_t>(bits >> 16 | 0x40);
    const std::uint32_t odd = bits >> 16 & 1;
    return static_cast<std::uint16_t>((bits + 0x7fff + odd) >> 16);
}

std::uint16_t halfBits(float value)
{
    constexpr int kFractionBits = 10, kLowestExponent = -14, kHighestExponent = 15;
    constexpr std::uint16_t kInfinity = 0x7c00, kNoNumber = 0x7e00;
    const auto sign = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16 & 0x8000);
    if (value != value)
        return sign | kNoNumber;
    const float size = std::fabs(value);
    if (std::isinf(size))
        return sign | kInfinity;
    if (size == 0)
        return sign;
    int exponent = 0;
    std::frexp(size, &exponent); // size = m * 2^exponent, m from 0.5 on
    exponent = std::max(exponent - 1, kLowestExponent);
    // The fraction in units of its last bit; rounding may carry into the exponent, as the encoding wants it.
    const float units = std::nearbyint(std::ldexp(size, kFractionBits - exponent));
    const int biased = exponent + kHighestExponent;
    const int bits = (biased - 1) * (1 << kFractionBits) + static_cast<int>(units);
    return static_cast<std::uint16_t>(sign | (bits >= kInfinity ? int(kInfinity) : bits));
}

}
