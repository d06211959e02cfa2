#include "core/formats/rtc/findings/rtc_integers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace traceglass::rtc {

std::vector<std::byte> IntegerScale::content(std::int64_t value) const
{
    std::vector<std::byte> out;
    for (unsigned i = 0; i < m_format.bytes; ++i)
        out.push_back(std::byte(static_cast<std::uint64_t>(value) >> 8 * i & 0xff));
    if (m_format.bigEndian)
        std::ranges::reverse(out);
    return out;
}

double IntegerScale::integer(double told) const
{
    return std::round((told - this->told(0)) / (this->told(1) - this->told(0)));
}

std::vector<TypeEnd> endsOf(const ValueFormat& format, double origin, std::pair<double, double> range)
{
    if (format.bytes == 0 || !isInteger(format))
        return {};
    const IntegerScale scale(format);
    const auto stored = [&](double told) { return static_cast<float>(told - origin); };
    const auto end = [&](std::int64_t value, int ofBits = 0) {
        return TypeEnd {.content = scale.content(value),
                        .bits = std::bit_cast<std::uint32_t>(stored(scale.told(value))),
                        .middle = static_cast<float>((scale.told(value) + scale.told(0)) / 2 - origin),
                        .ofBits = ofBits};
    };
    const bool isSigned = format.kind == ValueFormat::Kind::signedInt;
    const int bits = 8 * format.bytes;
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    std::vector<TypeEnd> out;
    if (isSigned)
        out = {end(kMost >> (64 - bits)), end(-(kMost >> (64 - bits)) - 1)};
    else
        out = {end(-1)};
    const float least = stored(range.first), greatest = stored(range.second);
    const float zero = stored(scale.told(0));
    for (const int fewer : {10, 12, 14}) {
        if (fewer >= bits)
            break;
        const bool isBelowZero = isSigned && least < zero && zero < greatest;
        const std::int64_t last = (std::int64_t(1) << (isBelowZero ? fewer - 1 : fewer)) - 1;
        const std::int64_t first = isBelowZero ? -last - 1 : 0;
        const auto [low, high] = std::minmax({stored(scale.told(first)), stored(scale.told(last))});
        if (least < low || greatest > high)
            continue;
        for (const std::int64_t value : {first, last}) {
            const float at = stored(scale.told(value));
            if (value != 0 && (at == least || at == greatest))
                out.push_back(end(value, fewer));
        }
        break;
    }
    return out;
}

}
