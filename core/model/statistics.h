// A table of statistics as a value, whatever it is about: what the tab Statistics, `tglass stats` and exports
// show. Stored by column, so that a table of a million names costs some numbers a row.
//
//     table.columns[1].title            // "total"
//     table.columns[1].integers[row]    // 4'910'000'000, in nanoseconds by its unit
//     table.keys[row]                   // "render"
#pragma once

#include "core/base/byte_range.h"
#include "core/base/string_table.h"
#include "core/timeline/timeline.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass {

enum class StatUnit : std::uint8_t {
    text,
    count,  // integers
    span,   // integers: ns
    moment, // integers: ns of view time
    bytes,  // integers
    share,  // numbers: 1 is all of it
    rate,   // numbers: a second
    value,  // numbers, in the unit of the row (StatTable::units)
};

constexpr std::int64_t kNoInteger = std::numeric_limits<std::int64_t>::min(); // not known, does not apply
// The same of a number is a NaN, of a text an empty one, of a place kNoTrack.

// The slice that a number stands for: the longest, the one that is the percentile.
struct StatPlace
{
    TrackId track = kNoTrack;
    std::uint16_t depth = 0;
    std::int64_t startNs = 0; // view time
    RecordRef ref {};         // as in SliceId

    SliceId in(const Timeline& timeline) const
    {
        const Track& is = timeline.track(track);
        return {is.kind, is.key, depth, startNs, ref};
    }
    bool operator==(const StatPlace&) const = default;
};

// What a number counts, by where it lies in what the row stands for: drawn as a strip.
struct StatStrip
{
    struct Counted
    {
        std::uint64_t offset = 0, size = 0;
        StatPlace place {}; // its slice, whose name is its own
    };
    std::uint64_t size = 0;
    std::vector<Counted> parts {}; // by offset; they may overlap
};

struct StatColumn
{
    std::string id;       // in JSON and for sorting: "p95_ns"; only new ones are ever added
    std::string title {}; // "p95"
    std::string about {}; // a sentence: what it is and how it is reckoned
    StatUnit unit = StatUnit::count;
    // One of these has a value for each row, by the unit.
    std::vector<std::int64_t> integers {};
    std::vector<double> numbers {};
    std::vector<std::string> texts {};
    std::vector<StatPlace> places {}; // by row, or none: it leads nowhere
    std::vector<StatStrip> strips {}; // by row, or none
    bool isChange = false; // told with its sign, and sorted by its size
    bool isAside = false;  // what nobody looks for first: shown only where somebody wants it
    bool isSum = false;    // counted or added up over the range, so that it grows with its length
};

// How often durations of which length occur: 128 steps an octave below which nothing is told apart, so that
// those of several captures can be added up. Steps and their numbers: core/stats/histogram.h.
using StatHistogram = std::vector<std::pair<std::uint32_t, std::uint64_t>>; // ascending step, how many

struct StatTable
{
    std::string id;    // "slices", "gc"
    std::string title; // "Slices by name"
    std::string key;   // of what there is a row: "name", "monitor"
    std::vector<std::string> keys {};
    std::vector<StringId> names {};           // by row, or none: the name whose colour it has on the timeline
    std::vector<TrackId> tracks {};           // by row, or none: the track it stands for
    std::vector<std::string> units {};        // by row, or none: of StatUnit::value
    std::vector<std::string> queries {};      // by row, or none: what finds its slices (core/query)
    std::vector<StatHistogram> histograms {}; // by row, or none
    // By row, or none, as of slices, which are asked: how long closed ones took, ascending.
    std::vector<std::vector<std::int64_t>> durations {};
    std::vector<bool> inexact {};             // by row, or none: some of its times are estimates, or values rounded
    // By row, or none: the order whose steps its spans are. Null: they are times.
    std::vector<std::shared_ptr<const ClockAxis>> orders {};
    std::vector<StatColumn> columns {};
    std::size_t sortColumn = 0; // what it is sorted by when first shown, greatest first
    bool isLeastFirst = false;  // then the other way round
    // What is known of all rows together, in sentences: what is left out and why, what a share is of.
    static constexpr std::string_view kOfShares = "A share is of "; // so the last one begins
    std::vector<std::string> remarks {};
    bool isEstimate = false; // made of samples, not of everything that happened
    bool areNumbered = false; // keys are numbers of the run, which mean nothing in another one
    // Rows are of what lasts, as slices do: count, total_ns and percentiles, and each duration can be had.
    bool isOfDurations = false;

    std::size_t size() const { return keys.size(); }
    const ClockAxis* order(std::size_t row) const
    {
        return row < orders.size() ? orders[row].get() : nullptr;
    }
    const StatColumn* column(std::string_view is) const
    {
        const auto found = std::ranges::find(columns, is, &StatColumn::id);
        return found == columns.end() ? nullptr : &*found;
    }
};

// A table that a format makes (statistics_facet.h).
struct StatKind
{
    std::string id;     // "gc": what it is called on the command line
    std::string title;  // "Garbage collections"
    std::string key {}; // of what there is a row, where that is one word: "collection"
    bool isOfDurations = false; // as StatTable
};

}
