// The first pass of a table of slices: what adds up, and the shortest and longest of each key.
//
//     const std::vector<KeySums> sums = sumSlices(timeline, question, groups, left, job);
#pragma once

#include "core/stats/slice_groups.h"

namespace traceglass::stats {

struct KeySums
{
    std::uint32_t key = 0;
    std::uint8_t leftOut = 0; // flags because of which slices of it do not count
    bool isInexact = false;   // some have approximate times
    const ClockAxis* clock = nullptr; // of all of them; of several one of them, no order
    std::uint64_t count = 0;
    std::uint64_t open = 0;
    std::uint64_t closed = 0; // with begin, end and duration
    std::int64_t totalNs = 0; // in the range
    std::int64_t innerNs = 0; // of the total, what the next deeper row has
    std::int64_t closedNs = 0;
    std::int64_t leastNs = 0; // of closed ones, and where the first of these is
    std::int64_t mostNs = 0;
    StatPlace least {};
    StatPlace most {};
};

struct SlicesLeftOut // or worth a word
{
    std::uint64_t gaps = 0;
    std::uint64_t hollow = 0;
    std::uint64_t damaged = 0;
};

// Of each key with slices, in the order of their numbers.
std::vector<KeySums> sumSlices(const Timeline& timeline, const SliceQuestion& question,
                               const SliceGroups& groups, SlicesLeftOut& left, Job& job);

}
