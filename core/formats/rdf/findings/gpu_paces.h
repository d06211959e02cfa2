// When a GPU waits for the screen or for a program that keeps a pace, not for one that cannot come along: between
// presents, and before a frame begins on a queue. The ends of frames tell nothing, they come as they are done.
//
//     const PacedTimes paced(look);
//     if (paced.fitOfStepOver(gap, nearNs).keeps) ... // it waits for neither
#pragma once

#include "core/formats/rdf/findings/gpu_rules.h"

namespace traceglass::rdf {

// What a step from one time to the next is to paces that those around it have; neither where they have none.
struct Fit
{
    bool keeps = false;
    bool breaks = false; // it is no part of one of them
    bool skips = false;  // it keeps that of a grid, and leaves out some of its times
    // Frames a second where they come about as often as a screen shows them, each so long behind the one before: a
    // limiter may do that, while the program rests. 0: they do not.
    int limited = 0;
};

class PacedTimes
{
public:
    explicit PacedTimes(const GpuLook& look);

    // Of the steps between such times, at the gap or as it ends, that hold the middle of it.
    Fit fitOfStepOver(const TimeRange& gap, std::int64_t nearNs) const;

private:
    static constexpr std::size_t kPresents = 0;

    struct Times
    {
        std::vector<std::int64_t> times;      // in order
        std::optional<std::int64_t> periodNs; // about that of the grid that they may lie on
    };
    struct Time
    {
        std::int64_t ns = 0;
        std::size_t of = 0, number = 0; // in m_times
    };
    Fit fitOf(const Times& of, std::size_t step) const;
    bool doesRest(std::span<const std::int64_t> times, int rate) const;

    std::vector<Times> m_times; // of presents and of frames by queue
    std::vector<TimeRange> m_quiet; // between two calls, where that is long enough for a rest of any rate
    std::vector<Time> m_all;    // in order
};

}
