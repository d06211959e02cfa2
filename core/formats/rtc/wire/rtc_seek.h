// Jumping into a file by its Index and index frames (rtc.md 10 "Seek"): a binary search over Units, then over
// minor units, a few dozen pages touched whatever the size.
#pragma once

#include "core/formats/rtc/wire/rtc_decoder.h"

namespace traceglass::rtc {

// A boundary of the ruler where decoding can begin.
struct Spot
{
    std::uint32_t unit = 0;
    std::uint64_t offset = 0; // the Unit's index() or a minor boundary

    bool operator==(const Spot&) const = default;
};

// A late spot before which every frame of the axis' clocks in the segment is earlier than the moment:
// decoding from there delivers everything from the moment on. Nothing when the segment has no clock on the
// axis.
std::optional<Spot> spotOf(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes,
                           std::uint32_t segment, std::uint16_t axis, std::int64_t ns, const Job& job = {});

// The state of the decoder at a spot, equal to what a decoder fed from the start of the segment has there:
// clocks by the index entries, open payloads by looking back from the spot. Of no use once the job is stopped, as what
// the others say then.
DecoderState stateAt(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes, Spot spot,
                     const Job& job = {});

// Is it one? Behind inserted or removed bytes the boundaries of a Unit are none.
bool isBoundary(std::span<const std::byte> file, const Ruler& ruler, Spot spot);

// The boundary at or before an offset.
Spot spotBefore(const Ruler& ruler, std::uint32_t unit, std::uint64_t offset);

// The same, or the nearest earlier one that is one.
Spot provenBefore(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit,
                  std::uint64_t offset);

// The payload whose parts include the byte, whole where it can be, with its time. Nothing for bytes of no
// payload of an application stream.
bool frameAt(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes, std::uint64_t offset,
             const FrameSink& sink, const Job& job = {});
}
