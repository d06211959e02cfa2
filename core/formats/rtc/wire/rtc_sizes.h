// How long the minor units of a run are (rtc.md 2). Only the first Index of a run may state it. A later one
// tells how far back the last index frame is, and the last minor unit of a Unit is short, so that distance is
// no size. Where nothing states it, the index frames that stand in the Units tell: each says how far it is
// from its Index.
//
//     run.minorSize = minorSizeSeen(file, units, stated, spare, job);
//     if (sizesAgree(frames, unit, run) == SizeProof::proven) ...   // frames as they were walked
#pragma once

#include "core/base/job.h"
#include "core/formats/rtc/wire/rtc_walk.h"

namespace traceglass::rtc {

constexpr std::uint64_t kLeastMinor = 16; // an index frame and a frame; less is no ruler

// The size the index frames of these Units agree on best: they stand on its boundaries, and its boundaries
// have them. `stated` when no other one agrees better, 0 for nothing. Looks at no more bytes than `spare`,
// which shrinks by them.
std::uint64_t minorSizeSeen(std::span<const std::byte> file, std::span<const Unit> units,
                            std::uint64_t stated, std::uint64_t& spare, const Job& job);

// What the frames of a Unit say about the minor size of its run: a multiple of the true one fits all of its
// own boundaries, and has index frames between them; a divisor has boundaries without any.
enum class SizeProof : std::uint8_t {
    silent, // no index frame, and the Unit is too short or too damaged for that to mean anything
    proven, // index frames at all boundaries and nowhere else, or none in a whole Unit without boundaries
    contradicted, // an index frame off the boundaries
};
SizeProof sizesAgree(const UnitFrames& frames, const Unit& unit, const Segment& run);

}
