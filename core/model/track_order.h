// How much every track did, and in which order tracks are shown because of it: known once everything is
// indexed. An order that is made while tracks arrive would move them under the user's hands.
//
//     const TrackOrder order = orderTracks(tracks, amounts);   // amounts: busy time or slices, by track
#pragma once

#include "core/model/timeline.h"

namespace traceglass {

// `amounts` of groups are filled in: the sum of what is below them.
TrackOrder orderTracks(const Pages<Track>& tracks, std::vector<std::uint64_t> amounts);

}
