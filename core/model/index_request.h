// How a capture is to be indexed, and who learns of it on the way.
#pragma once

#include "core/timeline/timeline.h"

#include <functional>
#include <optional>

namespace traceglass {

struct IndexRequest
{
    // What the user looks at: decoded first. Nothing: the whole capture.
    std::optional<TimeRange> visible {};
    unsigned threads = 0; // 0: all cores
    // Receives snapshots, about ten a second and the complete one last, in the thread that called index().
    std::function<void(TimelinePtr)> publish {};
};

}
