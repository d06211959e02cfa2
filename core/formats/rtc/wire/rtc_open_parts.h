// The fixed-length payloads that are cut at a boundary, for whoever begins to walk there: found by its Index
// or index frame, which names where to look back. Mostly a minor unit is read again, and only in segments
// with such streams.
#pragma once

#include "core/formats/rtc/wire/rtc_walk.h"

namespace traceglass::rtc {

// A boundary of a Unit, and the first of the Units in one piece with it that may be asked.
struct Boundary
{
    const Unit* first = nullptr;
    const Unit* unit = nullptr;
    std::uint64_t at = 0;
};

OpenParts openAt(std::span<const std::byte> file, const Segment& segment, const Boundary& boundary);

}
