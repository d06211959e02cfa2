// What tables count when only some slices are asked about (StatRequest::only): by slice, by track, by where one is.
//
//     const auto isAsked = stats::tracksAsked(request);                   // by number of the track
//     if (stats::isFitting(request.only.get(), part.pack, index)) ...
#pragma once

#include "core/model/statistics_facet.h"
#include "core/query/run.h"

#include <vector>

namespace traceglass::stats {

// Those in the scope, or below one, that have slices which fit.
std::vector<std::uint8_t> tracksAsked(const StatRequest& request);

// `only` null: everything fits.
inline bool isFitting(const query::Hits* only, std::uint32_t pack, std::size_t index)
{
    if (!only)
        return true;
    const auto bits = only->bits(pack);
    return !bits.empty() && (bits[index / 64] >> index % 64 & 1) != 0;
}

// Do all slices of the track fit?
bool areAllFitting(const query::Hits& only, TrackId track);

// Does a slice of the track fit that has this time, on the track's own clock, and begins with a record at this offset?
bool isFittingAt(const query::Hits& only, TrackId track, TimeRange time, std::uint64_t offset);

}
