// Statistics of the slices of a timeline, a row by name, track, thread or whatever else they have in common.
// What adds up is reckoned in one pass; percentiles, which are exact, behind it and for the rows that are
// wanted first. The same on any number of threads.
//
//     auto slices = stats::SliceTable::make(timeline, {.by = stats::SliceKey::name, .range = range}, job);
//     show(slices->table());                               // count, total, self, min, mean, max
//     slices->addPercentiles(rowsInView, job);             // p50, p95, p99 and histograms of these
//     slices->addPercentiles(job);                         // of all others; error: stopped
//
// Columns: count open total_ns self_ns share min_ns mean_ns p50_ns p95_ns p99_ns max_ns.
//   count   slices that overlap the range R (else the whole capture); open: those of which begin or end is
//   not
//           recorded
//   total   what of them lies in R, added up; self: without what the next deeper row has inside them
//   share   total of the length of R: several tracks together may reach more than 1
//   others  of closed slices, those that are not open, in their whole length also where R cuts them. The
//           p-quantile of n is the ceil(p n)-th smallest, so it is the duration of a real slice: that
//           which begins first, of equal ones that of the first track and depth. kNoInteger where none is
//           closed or, until they were added, for percentiles.
//
// Not counted are slices of counters, pictures and densities, which have no names, those of rulers and
// clocks, which are about the file, gaps (slice::kGap), and pieces of spans while they were not entered
// (slice::kHollow): of a span the times count in which it was entered. Instants count, and have no duration;
// a slice of no length in the states of a task, a span or a worker was shorter than the clock tells, and has.
// With `everything` all of them count as well; what has no name goes by that of its track, as in queries.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/statistics.h"
#include "core/query/run.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace traceglass::stats {

// Of what there is a row.
enum class SliceKey : std::uint8_t {
    name,   // of the slice; of a task's states the state: "polling"
    track,  // each, by path
    thread, // tracks of threads
    task,   // tasks of one name: their polls
    group,  // of tracks, by path: those directly in it
    kind,   // of the track
    level,  // of events
    state,  // of tasks
    text    // "template": of logs, events and marks, "#" in place of what changes from one to the next
};
constexpr std::size_t kSliceKeys = 9;
std::string_view wordOf(SliceKey key); // "name", "template"
std::optional<SliceKey> sliceKeyOf(std::string_view word);

bool isCounted(TrackKind kind); // are slices of its tracks in these tables?
bool isOfLines(TrackKind kind); // logs, events and marks: their slices are lines, which have templates

struct SecondKey; // second_key.h

struct SliceQuestion
{
    SliceKey by = SliceKey::name;
    std::optional<TimeRange> range {};               // view time
    std::optional<std::vector<TrackId>> tracks {};   // only these; of groups all below them
    std::shared_ptr<const query::Hits> only {};      // of the same timeline: only these slices; null: all
    std::shared_ptr<const SecondKey> second {};      // a row for each pair of keys that slices have; null: one key
    std::size_t atMost = 0;                          // rows: those with the most slices; 0: all
    bool everything = false;                         // also what is not counted above: for the groups of some hits
    unsigned threads = 0;                            // 0: all cores
    std::size_t bufferBytes = std::size_t(64) << 20; // for durations while percentiles are looked for
};

struct JoinedRow
{
    std::string key;
    std::vector<std::size_t> rows; // one at least
};

class SliceTable
{
public:
    // Rows that have no slices are left out; the others are in the order of their keys' numbers, which says
    // nothing. `table().queries` finds their slices in the scope of the question; empty where no query can.
    static Result<SliceTable> make(TimelinePtr timeline, SliceQuestion question, Job& job);
    SliceTable(SliceTable&&) noexcept;
    SliceTable& operator=(SliceTable&&) noexcept;
    ~SliceTable();

    const StatTable& table() const;
    StatTable take() &&; // a table of a million names is not copied
    // Of rows that have them already nothing is done. When it was stopped, some may have them.
    Result<void> addPercentiles(std::span<const std::size_t> rows, Job& job);
    Result<void> addPercentiles(Job& job); // of all rows

    // How long the closed slices of these rows are, each row in ascending order. Takes 8 bytes a slice and twice that
    // while they are sorted: who wants many rows asks for some of them at a time.
    Result<std::vector<std::vector<std::int64_t>>> durations(std::span<const std::size_t> rows,
                                                             Job& job) const;
    std::uint64_t closedIn(std::size_t row) const;

    // The same slices where each of these is one row, behind the others, with percentiles; no query finds its slices. Not of
    // slices on an order.
    Result<SliceTable> joined(std::span<const JoinedRow> rows, Job& job) const;

private:
    struct State;
    explicit SliceTable(std::unique_ptr<State> state);
    static tl::unexpected<Error> stopped(std::unique_ptr<State> state);
    bool addSome(std::span<const std::size_t> rows, Job& job); // false: stopped

    std::unique_ptr<State> m_state;
};

// With percentiles.
Result<StatTable> sliceTable(TimelinePtr timeline, SliceQuestion question, Job& job);

}
