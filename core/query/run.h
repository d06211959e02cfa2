// Which slices of a timeline a query holds for: exactly, one bit a slice, without a limit, the same on any
// number of threads. Parts of it are answered where that is cheapest: once a track, once a distinct text,
// with the summary tree for durations, and slice by slice only what is left.
//
//     const auto hits = query::run(timeline, expr, {.range = range}, job);    // error: stopped
//     hits->count()
//     hits->each([&](const query::Hit& hit) { ...; return true; });
//
// Slices of a track of counters, pictures and densities have no name of their own: only what asks for a field
// of theirs finds them, not text alone.
#pragma once

#include "core/base/job.h"
#include "core/model/document.h"
#include "core/query/query.h"

#include <functional>

namespace traceglass::query {

bool hasNames(TrackKind kind); // its slices

struct Scope
{
    std::optional<TimeRange> range {};             // view time; what overlaps it
    std::optional<std::vector<TrackId>> tracks {}; // only these; of groups all below them
    unsigned threads = 0;                          // 0: all cores
};

struct Hit
{
    TrackId track = kNoTrack;
    std::uint16_t depth = 0;
    Slice slice; // view time
};

class Hits
{
public:
    std::uint64_t count() const { return m_count; }
    // In the order of their starts, of equal ones in that of tracks and depths. `visit` returns false to
    // stop.
    void each(const std::function<bool(const Hit&)>& visit) const;

private:
    friend Result<Hits> run(TimelinePtr timeline, const Expr& expr, const Scope& scope, Job& job);
    explicit Hits(TimelinePtr timeline)
        : m_timeline(std::move(timeline))
    {
    }

    struct Row // with hits
    {
        RowId id = kNoRow;
        TrackId track = kNoTrack;
        std::uint16_t depth = 0;
    };

    TimelinePtr m_timeline;
    std::vector<Row> m_rows;
    std::vector<std::unique_ptr<std::uint64_t[]>> m_bits; // by segment; null: none in it
    std::uint64_t m_count = 0;
};

Result<Hits> run(TimelinePtr timeline, const Expr& expr, const Scope& scope, Job& job);

}
