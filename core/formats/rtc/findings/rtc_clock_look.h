// The steps of a clock from one value to the next: those that are far longer than usual at any pace that it has, and
// whether it was silent then or was set forward. What is silent before a clock has a pace is left out.
//
//     for (const ClockLook& clock : lookAtClocks(look, limits))
//         for (const LongStep& step : clock.longSteps) if (step.wasSet) ...
#pragma once

#include "core/timeline/timeline.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace traceglass::rtc {

class RtcLook;

struct LongStep
{
    TimeRange time;
    std::uint64_t number = 0; // of the steps of its clock, from 1 on
    bool wasSet = false;      // else it was silent
};

struct ClockLook
{
    TrackId track = kNoTrack;
    bool wentBack = false;
    // Of the others nothing is lost in; none of a clock that went back, which are not drawn as they were:
    std::uint64_t steps = 0;
    std::int64_t usualNs = 0; // median
    bool isSteady = false;
    std::vector<LongStep> longSteps {}; // in order
};

struct ClockLimits
{
    std::int64_t times = 0; // of the steps, of which 95 of 100 are shorter
    std::int64_t leastNs = 0;
};

std::vector<ClockLook> lookAtClocks(const RtcLook& look, const ClockLimits& limits);

struct ClockValues
{
    static constexpr std::size_t kMost = std::size_t(1) << 22; // the first ones tell enough

    TrackId track = kNoTrack;
    std::vector<std::pair<std::uint64_t, std::int64_t>> values {}; // offset in the file and time, in order
};
ClockValues valuesOf(const RtcLook& look, TrackId clock);

}
