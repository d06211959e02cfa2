// Where a slice stands among those that are called the same on tracks of its kind: how many took longer, what
// is usual, and which is the next longer one.
//
//     const auto standing = stats::standing(timeline, track, slice, job);     // error: stopped
//     standing->longer           // 3: it is the 4th longest of standing->count
//
// Only slices that have a begin, an end and a duration are compared (slice_table.h); where the slice is none
// of these, count is 0.
#pragma once

#include "core/stats/slice_table.h"

namespace traceglass::stats {

struct Standing
{
    struct Value // and the slice that it is of
    {
        std::int64_t ns = 0;
        StatPlace place {};
    };

    std::uint64_t count = 0;
    std::uint64_t longer = 0;
    Value p50 {}, p95 {}, p99 {}, longest {};
    std::optional<Value> nextLonger {}; // nothing: it is the longest
    StatHistogram histogram {};
};

// The slices that are called as one: of tasks those of its name and state.
query::Expr sameAs(const Timeline& timeline, TrackId track, const Slice& slice);

Result<Standing> standing(const TimelinePtr& timeline, TrackId track, const Slice& slice, Job& job);

}
