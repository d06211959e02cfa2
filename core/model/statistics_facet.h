// Statistics that only the format can make, because they need more of its records than the timeline keeps:
// garbage collections, tasks with what woke them, streams with their rates.
//
//     for (const StatKind& kind : document.statistics()->kinds()) ...
//     auto table = document.statistics()->table("gc", {*timeline, range}, job);
#pragma once

#ifdef TRACEGLASS_VIEW
#error "Views read no capture: they ask core/ask/ (docs/architecture.md)"
#endif

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/statistics.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace traceglass {

namespace query {
class Hits;
}

struct StatRequest
{
    const Timeline& timeline;
    std::optional<TimeRange> range {};             // view time; what overlaps it
    std::optional<std::vector<TrackId>> tracks {}; // only these; of groups all below them
    unsigned threads = 0;                          // 0: all cores
    // Of the same timeline: what slices outside of it stand for does not count; null: everything does. What a table
    // counts whatever fits is said in its remarks.
    std::shared_ptr<const query::Hits> only {};
};

class StatisticsFacet
{
public:
    virtual ~StatisticsFacet() = default;

    // Those that this capture has, as far as that is known without reading all of a long one. Once the job is stopped,
    // those that it may have.
    virtual std::vector<StatKind> kinds(const Job& job = {}) const = 0;
    // Of an id that is none of those an empty table. Errors: file.stopped, file.changed.
    virtual Result<StatTable> table(std::string_view id, const StatRequest& request, Job& job) const = 0;
};

}
