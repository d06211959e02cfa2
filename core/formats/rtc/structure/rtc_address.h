// What a NodeId of an RTC file says.
#pragma once

#include "core/formats/rtc/rtc_minor.h"
#include "core/model/node.h"

namespace traceglass::rtc {

enum class PartKind : std::uint8_t {
    capture,
    gap,         // number: position in Ruler::lost
    segment,     // number: segment
    streams,     // number: segment
    stream,      // number: segment << 32 | position among its streams
    streamField, // the same
    unit,        // number: unit
    marker,      // number: unit
    minor,       // number: minorNumber()
    frame,       // number: offset
    frameField,  // number: offset
    lost,        // number: offset
};

struct Address
{
    PartKind kind = PartKind::capture;
    std::uint64_t number = 0;
    std::uint32_t field = 0; // position among fields

    // Of a stream and what is in it; of a minor unit.
    std::uint64_t segment() const { return number >> 32; }
    std::uint64_t stream() const { return number & 0xffffffff; }
    std::uint32_t unit() const { return static_cast<std::uint32_t>(number >> kMinorBits); }
    std::uint32_t minor() const { return static_cast<std::uint32_t>(number & kMinorsAtMost); }
};

constexpr NodeId idOf(const Address& address)
{
    return {address.number, address.field << 8 | static_cast<std::uint32_t>(address.kind)};
}

}
