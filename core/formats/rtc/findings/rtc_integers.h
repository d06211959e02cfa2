// Integers of a stream: what they stand for by its gain and offset, and where they end.
//
//     const IntegerScale scale(format);
//     scale.told(4'095)     // 3.3, of a gain of 0.000805861
#pragma once

#include "core/formats/rtc/wire/rtc_value.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace traceglass::rtc {

constexpr bool isInteger(const ValueFormat& format)
{
    return format.kind == ValueFormat::Kind::signedInt || format.kind == ValueFormat::Kind::unsignedInt;
}

class IntegerScale
{
public:
    explicit IntegerScale(const ValueFormat& format)
        : m_format(format)
        , m_read(format)
    {
    }

    std::vector<std::byte> content(std::int64_t value) const; // of a payload
    double told(std::int64_t value) const { return m_read(content(value)); }
    double integer(double told) const; // the nearest one

private:
    const ValueFormat& m_format;
    NumberReader m_read;
};

struct TypeEnd
{
    std::vector<std::byte> content {}; // of a payload
    std::uint32_t bits = 0;            // as the timeline stores it
    float middle = 0;                  // between it and 0, likewise
    int ofBits = 0;                    // fewer than those of the type: a guess
};

// The ends of an integer type; 0 of unsigned ones is where many start. Converters have 10, 12 or 14 bits, and what they
// measure comes in a type of more: its ends are some where all values lie within these bits and reach the last of them.
std::vector<TypeEnd> endsOf(const ValueFormat& format, double origin, std::pair<double, double> range);

}
