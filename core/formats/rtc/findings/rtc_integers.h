// Integers of a stream, and what they stand for by its gain and offset.
//
//     const IntegerScale scale(format);
//     scale.told(4'095)     // 3.3, of a gain of 0.000805861
#pragma once

#include "core/formats/rtc/wire/rtc_value.h"

#include <cstdint>
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

}
