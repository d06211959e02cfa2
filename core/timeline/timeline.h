// The timeline of a capture: tracks, each with rows of slices, stored for drawing at any zoom in
// microseconds.
//
// A Timeline is an immutable snapshot. Its parts are shared with later snapshots, so publishing one costs
// little, and any thread may read it without a lock.
//
//     std::vector<Run> runs;
//     for (RowId row : timeline.rows(track))
//         timeline.query(row, window, nsPerPixel, runs);     // at most one run a pixel
//
// Slices of a row are sorted by start and do not overlap: nesting gives each depth its own row. They are
// stored in packs (slice_pack.h).
#pragma once

#include "core/timeline/slice_pack.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace traceglass {

enum class TrackId : std::uint32_t {};
enum class RowId : std::uint32_t {};

constexpr std::uint32_t number(TrackId id)
{
    return static_cast<std::uint32_t>(id);
}
constexpr std::uint32_t number(RowId id)
{
    return static_cast<std::uint32_t>(id);
}
constexpr TrackId kNoTrack {~std::uint32_t(0)};
constexpr RowId kNoRow {~std::uint32_t(0)};

enum class TrackKind : std::uint8_t {
    group,  // no rows of its own; other tracks name it as parent
    states, // one row: the states of a task; slice names are TaskState ids, the gaps within its life are idle
    spans,  // row 0: a root span's life (hollow) and when it was entered; deeper rows: its descendants
    worker, // what ran on a thread, by depth
    events, // five rows of instants (slices without duration) by level: trace, debug, info, warn, error

    // Tracks of streams: one row each, in the order of time.
    marks,    // labelled instants: the slice name is the text
    log,      // instants whose names are the lines of one running text, to be read in order
    counter,  // numbers: the row holds values instead of names (queryValues)
    pictures, // instants; the picture itself is Document::picture(ref)
    density,  // instants without names: only how many there are
    health,   // of a clock: slices from one value to the next; kGap: a gap, kDamaged: a step back
    ruler,    // of the container: Units, minor units, lost ranges (kGap); kDamaged: a check failed

    // Tracks of threads and phases.
    slices,  // named slices nested by depth, instants (no duration) among them; one row a depth
    samples, // one row of instants, named and coloured by what was sampled (a stack's top frame)
};

// Where tracks are counted: those of the container say where its parts lie, nobody recorded them.
constexpr bool isRecorded(TrackKind kind)
{
    return kind != TrackKind::group && kind != TrackKind::ruler;
}

// The first string ids of every timeline: names of the states of a states track.
enum class TaskState : std::uint32_t { none, polling, scheduled, idle, created };
constexpr StringId stateName(TaskState state)
{
    return StringId(static_cast<std::uint32_t>(state));
}

// Flags of a group, in Track::flags.
namespace group_flag {
constexpr std::uint8_t kLives = 16; // its slices are how long something was there: nobody worked
constexpr std::uint8_t kRun = 32;   // at the top: a run of its own, which can be compared with the others
constexpr std::uint8_t kByActivity = 64; // its tracks are shown with those first that did most
constexpr std::uint8_t kAside = 128;     // shown folded, whatever room there is: nobody looks for it first
}

struct Track
{
    TrackId parent = kNoTrack; // a group; kNoTrack: at the top
    StringId name {};
    std::uint64_t number = 0; // task id, sequence id; what number means says the kind (see trackDetail)
    std::uint64_t key = 0;    // the format's own identity: the same in every snapshot and run
    TimeRange life {};        // first and last moment of what the track stands for
    RowId firstRow = kNoRow;
    TrackKind kind = TrackKind::group;
    std::uint8_t flags = 0;  // slice::kOpenStart, kOpenEnd of the life; of a group: group_flag
    std::uint16_t about = 0; // Timeline::about(); 0: nothing more to tell
};

// What few tracks need beyond Track.
struct TrackAbout
{
    std::uint16_t axis = 0;   // in Timeline::axes; of a group: it has a ruler of its own in its header
    std::string detail {};    // under the name: "float32le"
    std::string unit {};      // of its values: "A"; empty when unknown
    bool steps = false;       // a value holds until the next one; else it is a point of a curve
    bool fromZero = false;    // drawn from 0: shares and amounts
    double origin = 0;        // added to the values a row stores as float
    std::uint32_t series = 0; // counters with the same one show the same quantity, on one scale; 0: its own

    bool operator==(const TrackAbout&) const = default;
};

// A clock of the capture with what hangs on it. Times of different axes have no known relation: the view puts
// each at a shift, which is only a guess until the user has aligned the two.
struct ClockAxis
{
    enum class Kind : std::uint8_t {
        unixTime, // nanoseconds since 1970
        unknown,  // nanoseconds since a moment nobody recorded
        position, // no time at all: bytes from the start of the file, one "nanosecond" each
        order,    // no time at all: steps in the order of recording, `stepNs` each
    };

    std::string name;
    Kind kind = Kind::unixTime;
    TimeRange range {};       // in its own time
    std::int64_t shiftNs = 0; // view time = own time + shift; 0 for the first axis
    bool aligned = false;     // by the user
    std::int64_t stepNs = 1;  // of an order: how wide a step is drawn

    bool isTime() const { return kind == Kind::unixTime || kind == Kind::unknown; }
    // Where something is on an axis without time: "byte 1,024", "step 3".
    std::string placeText(std::int64_t ownNs) const;
    // How long, on any axis: "84.240 ms", "1,024 bytes", "3 steps".
    std::string lengthText(std::int64_t ns) const;
    std::int64_t toView(std::int64_t ownNs) const { return addSaturating(ownNs, shiftNs); }
    std::int64_t toOwn(std::int64_t viewNs) const { return subtractSaturating(viewNs, shiftNs); }
    bool operator==(const ClockAxis&) const = default;
};

// "#20" for a task, "seq 3" for a worker, "task #19" for spans; empty where number says nothing.
std::string trackDetail(const Track& track);

// A run of slices within a pack; short rows share one.
struct SlicePart
{
    std::uint32_t pack = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

struct Row
{
    std::shared_ptr<const std::vector<SlicePart>> sealed; // null for short rows
    SlicePart tail;                                       // behind the sealed ones; may be empty
    RowId next = kNoRow;                                  // of the same track
    std::uint16_t about = 0;                              // that of its track
};

// A table in shared pages of 4,096: a new snapshot copies only the pages that changed.
template <class T>
class Pages
{
public:
    static constexpr std::size_t kPage = 4096;

    std::size_t size() const { return m_size; }
    const T& operator[](std::size_t index) const { return (*m_pages[index / kPage].items)[index % kPage]; }

    T& change(std::size_t index)
    {
        Page& page = m_pages[index / kPage];
        if (page.shared)
            page = {std::make_shared<std::vector<T>>(*page.items), false};
        return (*page.items)[index % kPage];
    }
    std::size_t add(T item)
    {
        if (m_size % kPage == 0) {
            m_pages.push_back({std::make_shared<std::vector<T>>(), false});
            if (m_size > 0) // most have few items; what goes on will be full
                m_pages.back().items->reserve(kPage);
        }
        Page& page = m_pages.back();
        if (page.shared)
            page = {std::make_shared<std::vector<T>>(*page.items), false};
        page.items->push_back(std::move(item));
        return m_size++;
    }
    // A copy that shares every page; from now on this side copies a page before changing it.
    Pages share()
    {
        for (Page& page : m_pages)
            page.shared = true;
        return *this;
    }

private:
    struct Page
    {
        std::shared_ptr<std::vector<T>> items;
        bool shared = false;
    };
    std::vector<Page> m_pages;
    std::size_t m_size = 0;
};

// How much every track did, and in which order tracks are shown because of it: known once everything is
// indexed. An order that is made while tracks arrive would move them under the user's hands.
struct TrackOrder
{
    std::vector<std::uint8_t> activity; // by track: Timeline::activity
    std::vector<TrackId> shown;         // Timeline::shownOrder
};
// `amounts`: busy time or slices, by track. Those of groups are filled in: the sum of what is below them.
TrackOrder orderTracks(const Pages<Track>& tracks, std::vector<std::uint64_t> amounts);

// A slice as a selection names it: stable while a capture is indexed. Its record tells it from others of its row that
// begin at the same moment: lines of a log, a state that was left at once. Without one, and where none of them has it
// (records move when a capture is written anew), it is the last of them, which alone may last.
struct SliceId
{
    TrackKind kind = TrackKind::group;
    std::uint64_t trackKey = 0;
    std::uint16_t row = 0; // depth within the track
    std::int64_t startNs = 0;
    RecordRef ref {}; // the record that begins it

    bool operator==(const SliceId&) const = default;
};

// Which slices of a timeline are drawn, by pack.
struct TimelineMask
{
    std::vector<PackMask> packs;
    std::shared_ptr<const void> bits; // keeps what they look into
};

class Timeline
{
public:
    TimeRange range;           // first to last moment; equal ends when nothing is known yet
    bool absolute = true;      // times are Unix nanoseconds; else the origin of the first axis is unknown
    bool complete = false;     // everything is indexed
    std::uint64_t records = 0; // indexed so far

    // Empty: everything is on one axis. Every time below is view time; slices come shifted out of rows.
    const std::vector<ClockAxis>& axes() const { return *m_axes; }
    const ClockAxis& axis(TrackId id) const; // of a track; of a capture without axes one of shift 0
    // The same timeline with the axes laid otherwise; those not named by `shifts` (by axis name) keep theirs.
    std::shared_ptr<const Timeline> aligned(const std::map<std::string, std::int64_t>& shifts) const;

    // The same timeline, of which query() gives only some slices. Everything else, values of counters too, stays as
    // it is.
    std::shared_ptr<const Timeline> masked(std::shared_ptr<const TimelineMask> mask) const;

    std::size_t trackCount() const { return m_tracks.size(); }
    const TrackAbout& about(TrackId id) const { return (*m_abouts)[track(id).about]; }
    const Track& track(TrackId id) const { return m_tracks[number(id)]; }
    std::vector<RowId> rows(TrackId id) const; // top row first
    RowId nextRow(RowId row) const { return m_rows[number(row)].next; }
    std::size_t rowCount() const { return m_rows.size(); } // of all tracks
    std::string_view text(StringId id) const { return m_strings->text(id); }
    std::string_view name(TrackId id) const { return text(track(id).name); }
    std::string path(TrackId id) const; // "group/track": the names from the top
    // Neither below a group that stands aside nor below one of lives.
    bool isWork(TrackId id) const;
    // By its identity, which is the same in every snapshot.
    std::optional<TrackId> findTrack(TrackKind kind, std::uint64_t key) const;
    std::optional<Slice> findSlice(const SliceId& id) const;
    // The slice of a track that a record begins at that moment.
    std::optional<SliceId> sliceBegunBy(TrackKind kind, std::uint64_t key, std::int64_t startNs,
                                        RecordRef ref) const;

    std::uint64_t sliceCount(RowId row) const;
    // How much a track or a group did, known once everything is indexed: 0 is nothing, one more is twice as
    // much. Tasks, workers and spans count how long they were busy, others how many slices they have. Tracks
    // as active as each other within a factor of two are equal, so that their own order is kept.
    std::uint8_t activity(TrackId id) const
    {
        return number(id) < m_order->activity.size() ? m_order->activity[number(id)] : std::uint8_t(0);
    }
    // All tracks, those of a group in the order they are shown in. Empty until everything is indexed: as they
    // are numbered.
    const std::vector<TrackId>& shownOrder() const { return m_order->shown; }

    // Appends what to draw of a row: sorted, at most about one run per pixel, never missing a slice of a
    // pixel or more.
    void query(RowId row, TimeRange window, std::int64_t nsPerPixel, std::vector<Run>& out) const;

    // The same of a counter's row; a value before and one behind the window come with it, so that lines run
    // on to its edges.
    void queryValues(RowId row, TimeRange window, std::int64_t nsPerPixel, std::vector<ValueRun>& out) const;
    // The value a slice of a counter's row stands for, as it is drawn: the exact one is in the record.
    double value(TrackId track, const Slice& slice) const;
    // Least and greatest value of the row; nothing when it has none.
    std::optional<std::pair<double, double>> valueRange(RowId row) const;

    // The slice that contains the moment; instants and slices shorter than the tolerance count when within
    // it.
    std::optional<Slice> sliceAt(RowId row, std::int64_t timeNs, std::int64_t toleranceNs = 0) const;
    // The first slice that starts after, the last that starts before.
    std::optional<Slice> sliceAfter(RowId row, std::int64_t timeNs) const;
    std::optional<Slice> sliceBefore(RowId row, std::int64_t timeNs) const;
    // The slice that stands behind one of the row, or before it: of another record, maybe of the same moment.
    std::optional<Slice> next(RowId row, const Slice& slice) const;
    std::optional<Slice> previous(RowId row, const Slice& slice) const;
    // The longest slice of the row that counts and is longer than `thanNs`; the greatest or least value of a
    // counter's row. Of equal ones the first. Both walk the summary, not every slice.
    std::optional<Slice> longest(RowId row, std::int64_t thanNs, const SlicePack::Counts& counts) const;
    std::optional<Slice> extreme(RowId row, bool greatest) const;
    // Whole slices that overlap the window, at most `limit`.
    std::vector<Slice> slices(RowId row, TimeRange window, std::size_t limit) const;

    // The slices of a row as they are stored, in order, on the track's own clock: part 0 to partCount(row) - 1.
    std::size_t partCount(RowId row) const;
    SlicePart part(RowId row, std::size_t index) const;
    // Numbers of packs go from 0 to packCount() - 1; some may have none, which no part names.
    std::size_t packCount() const { return m_packs.size(); }
    const SlicePack& pack(std::uint32_t index) const { return *m_packs[index]; }
    // Null: there is none.
    const SlicePack* packAt(std::uint32_t index) const { return m_packs[index].get(); }
    std::int64_t shift(RowId row) const; // from its clock to view time

    std::size_t memoryBytes() const; // of all rows: columns, summaries, tables

private:
    friend class TimelineBuilder;

    std::vector<SlicePart> parts(RowId row, TimeRange window) const; // those that may overlap it, in order
    std::optional<Slice> neighbour(RowId row, std::int64_t viewNs, bool after) const;
    template <class Visit>
    void eachPart(RowId row, const Visit& visit) const; // all of them, in order
    // Those that begin then, in order, until it says false: visit(pack, first, last), a part each.
    template <class Visit>
    void eachBeginningAt(RowId row, std::int64_t viewNs, const Visit& visit) const;
    // As SliceId names it.
    std::optional<Slice> beginningAt(RowId row, std::int64_t viewNs, RecordRef ref) const;

    std::shared_ptr<const StringTable> m_strings;
    std::shared_ptr<const std::vector<TrackAbout>> m_abouts = std::make_shared<std::vector<TrackAbout>>(1);
    std::shared_ptr<const std::vector<ClockAxis>> m_axes = std::make_shared<std::vector<ClockAxis>>();
    std::shared_ptr<const TrackOrder> m_order = std::make_shared<const TrackOrder>();
    Pages<Track> m_tracks;
    // By key; of equal ones the first added stands first.
    std::shared_ptr<const std::vector<TrackId>> m_byKey = std::make_shared<std::vector<TrackId>>();
    Pages<Row> m_rows;
    std::vector<std::shared_ptr<const SlicePack>> m_packs;
    std::shared_ptr<const TimelineMask> m_mask; // null: all are drawn
};

using TimelinePtr = std::shared_ptr<const Timeline>;

}
