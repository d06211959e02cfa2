// Integers of 128 bits: for what is multiplied before it is divided, and for values that are so large.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace traceglass {

__extension__ using WideInteger = __int128;
__extension__ using WideUnsigned = unsigned __int128;

// Nothing: it does not fit.
constexpr std::optional<std::int64_t> asInt64(WideInteger value)
{
    using Limits = std::numeric_limits<std::int64_t>;
    if (value < Limits::min() || value > Limits::max())
        return {};
    return static_cast<std::int64_t>(value);
}

constexpr WideInteger dividedDown(WideInteger value, WideInteger by)
{
    const WideInteger whole = value / by;
    return value % by != 0 && (value < 0) != (by < 0) ? whole - 1 : whole;
}

std::string wideDigits(WideUnsigned value);
inline std::string wideText(WideInteger value)
{
    return value < 0 ? '-' + wideDigits(-WideUnsigned(value)) : wideDigits(WideUnsigned(value));
}

}
