// Which slices of a timeline a query holds for: exactly, one bit a slice, without a limit, the same on any
// number of threads. Parts of it are answered where that is cheapest: once a track, once a distinct text,
// with the summary tree for durations, and slice by slice only what is left. Fields of records come last, for what is
// left by then (field_columns.h).
//
//     const auto hits = query::run(timeline, &columns, expr, {.range = range}, job);  // error: stopped, file.changed
//     hits->count()
//     hits->each([&](const query::Hit& hit) { ...; return true; });
//     const HitOrder order(hits, job);                                        // hit_order.h: the n-th of them
//
// Slices of a track of counters, pictures and densities have no name of their own: only what asks for a field
// of theirs finds them, not text alone.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/query/query.h"
#include "core/query/restriction.h"
#include "core/timeline/timeline.h"

#include <functional>
#include <span>

namespace traceglass::query {

bool hasNames(TrackKind kind); // its slices

struct Scope
{
    std::optional<TimeRange> range {};             // view time; what overlaps it
    std::optional<std::vector<TrackId>> tracks {}; // only these; of groups all below them
    unsigned threads = 0;                          // 0: all cores
    bool values = false; // text alone is looked for in texts of records, too, not in names only; once their fields are
                         // known
    std::vector<Restriction> restrictions {};      // all of them
};

// By track, whether it is one of them or below one; without any, all are.
std::vector<std::uint8_t> tracksInScope(const Timeline& timeline, const std::optional<std::vector<TrackId>>& tracks);

struct Hit
{
    TrackId track = kNoTrack;
    std::uint16_t depth = 0;
    Slice slice; // view time
    std::uint32_t pack = 0; // where it is stored, and its number there
    std::uint32_t index = 0;
};

class FieldColumns;

class Hits
{
public:
    const Timeline& timeline() const { return *m_timeline; } // that was asked
    const TimelinePtr& timelinePtr() const { return m_timeline; }
    // A bit for each slice of a pack, from the lowest of the first word on; empty: none of it is a hit.
    std::span<const std::uint64_t> bits(std::uint32_t pack) const
    {
        const auto& bits = m_bits[pack];
        return bits ? std::span(bits.get(), (m_timeline->pack(pack).size() + 63) / 64)
                    : std::span<std::uint64_t>();
    }
    std::uint64_t asked() const { return m_asked; } // slices of the tracks in the scope
    std::uint64_t count() const { return m_count; }
    std::uint64_t count(TrackId track) const // of a group: of all below it
    {
        return number(track) < m_byTrack.size() ? m_byTrack[number(track)] : 0;
    }
    // In the order of their starts, of equal ones in that of tracks and depths. `visit` returns false to
    // stop.
    void each(const std::function<bool(const Hit&)>& visit) const;
    // By run, whether it holds a hit. They are of that row, in order, as a snapshot of the same capture drew them.
    void mark(RowId row, std::span<const Run> runs, std::vector<std::uint8_t>& out) const;

private:
    friend class HitOrder;
    friend class Asking;
    explicit Hits(TimelinePtr timeline)
        : m_timeline(std::move(timeline))
    {
    }

    struct HitRow // with hits
    {
        RowId id = kNoRow;
        TrackId track = kNoTrack;
        std::uint16_t depth = 0;
    };
    Hit at(const HitRow& row, const SlicePart& part, std::size_t index) const;
    // The first hit of a part in [from, part.end); part.end when there is none.
    std::size_t nextIn(const SlicePart& part, std::size_t from) const;
    std::size_t lastIn(const SlicePart& part, std::size_t to) const; // the last before `to`; `to`: there is none

    TimelinePtr m_timeline;
    std::vector<HitRow> m_rows;
    std::vector<std::unique_ptr<std::uint64_t[]>> m_bits; // by pack; null: none in it
    std::vector<std::uint64_t> m_byTrack;
    std::uint64_t m_asked = 0;
    std::uint64_t m_count = 0;
};

// Without columns, or before their catalogue is known, a query that names a field of records fails: query.no-fields.
Result<Hits> run(const TimelinePtr& timeline, const FieldColumns* columns, const Expr& expr,
                 const Scope& scope, Job& job);
inline Result<Hits> run(const TimelinePtr& timeline, const Expr& expr, const Scope& scope, Job& job)
{
    return run(timeline, nullptr, expr, scope, job);
}

// The same of each of several queries, one after the other, with the fields of all of them read together.
using HitsUse = std::function<Result<void>(Hits&&)>; // an error ends it, and is that of all
Result<void> runEach(const TimelinePtr& timeline, const FieldColumns* columns, std::span<const Expr> exprs,
                     const Scope& scope, Job& job, const HitsUse& use);

// About how long reading fields of records takes run() beyond the pass over slices that this is: nanoseconds of one
// core. 0: it reads none, or they are at hand.
Result<std::uint64_t> costOfFields(const TimelinePtr& timeline, const FieldColumns* columns, const Expr& expr,
                                   const Scope& scope, Job& job);

// The timeline that was asked, of which only hits are drawn. Costs half a byte a slice. When the job is stopped, null.
TimelinePtr masked(const std::shared_ptr<const Hits>& hits, Job& job);

}
