// Names that tell all tracks of a timeline apart: the path, what tells those of one path apart (trackDetail), and of
// several that are left which one it is, in the order of the tracks.
//
//     const TrackNames names(timeline);
//     names.of(track)                 // "tasks/accept #20", "spans/request (3)"
//
// The timeline outlives it. A path that several tracks have is the name of none, so it may stand for all of them.
#pragma once

#include "core/timeline/timeline.h"

#include <string>
#include <vector>

namespace traceglass {

class TrackNames
{
public:
    explicit TrackNames(const Timeline& timeline);

    std::string of(TrackId track) const;

private:
    const Timeline& m_timeline;
    std::vector<std::uint32_t> m_which; // by track; 0: path and detail are enough
};

}
