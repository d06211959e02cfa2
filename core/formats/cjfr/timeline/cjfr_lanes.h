// Tracks in the making. Recorders write an event when it ends, so a slice arrives after those within it: a
// lane gathers slices, sorts them and deals them to rows by first fit, which puts nested ones below each
// other and those that overlap otherwise beside each other.
//
//     Lanes lanes(source, builder);
//     lanes.take(block);
//     lanes.flush();                           // now and then: what may be followed by earlier ones stays
//     lanes.finish();
//
// Tracks are made when their first slices are dealt, in the order people expect; tracks known by then are
// sorted, later ones follow.
#pragma once

#include "core/formats/cjfr/timeline/cjfr_tracks.h"
#include "core/timeline/timeline_builder.h"

#include <deque>
#include <map>

namespace traceglass::cjfr {

struct LaneWords
{
    TrackGroup group = TrackGroup::machineMore;
    int rank = 0; // within the group, before the name
    std::string name;
    std::uint64_t number = 0;
    TrackAbout about {};
};

using LaneNumber = std::uint32_t;
constexpr LaneNumber kNoLane = ~LaneNumber(0);

// Numbers instead of texts and tracks: what a LaneBlock and those before it brought along. Half a cache line,
// as every event of a recording is one.
struct LaneSlice
{
    static constexpr unsigned kFlagShift = 56; // above the offset

    LaneSlice(TimeRange time, std::uint64_t offset, LaneNumber of, std::uint32_t called,
              std::uint8_t flags = 0)
        : startNs(time.startNs)
        , endNs(time.endNs)
        , record(offset | std::uint64_t(flags) << kFlagShift)
        , lane(of)
        , name(called)
    {
    }

    std::uint64_t offset() const { return record & ((std::uint64_t(1) << kFlagShift) - 1); }
    std::uint8_t flags() const { return static_cast<std::uint8_t>(record >> kFlagShift); }

    std::int64_t startNs;
    std::int64_t endNs;
    std::uint64_t record;
    LaneNumber lane;
    std::uint32_t name;
};

struct LanePoint // of a counter
{
    std::int64_t ns = 0;
    double value = 0;
    RecordRef ref;
    LaneNumber lane = kNoLane;
    std::uint8_t flags = 0;
};

struct NewLane
{
    TrackPlace place;
    LaneWords words;
};

// What became known in a stretch of the stream.
struct LaneBlock
{
    struct Renamed
    {
        LaneNumber lane;
        std::string name;
    };
    struct Life // a thread starts or ends
    {
        LaneNumber lane;
        std::int64_t ns;
        bool isStart;
    };

    std::vector<NewLane> lanes;
    std::vector<std::string> names;
    std::vector<Renamed> renamed;
    std::vector<Life> lives;
    std::vector<LaneSlice> slices;
    std::vector<LanePoint> points;
    TimeRange seen = kNoTime;
    std::uint64_t events = 0; // from the start of the stream
    bool isJfr = false;

    std::size_t size() const { return slices.size() + points.size(); }
    void clear(); // keeps the room
};

struct Lane : NewLane
{
    explicit Lane(NewLane fresh)
        : NewLane(std::move(fresh))
    {
    }

    std::vector<Slice> slices; // not dealt yet
    std::vector<LanePoint> points;
    std::size_t sorted = 0; // of the slices
    std::vector<RowId> rows;
    std::vector<std::int64_t> rowEnds;
    std::vector<std::int64_t> blockEnds; // the first end of some rows each
    TrackId track = kNoTrack;
    TimeRange seen = kNoTime;
    std::optional<std::int64_t> born, died; // of a thread
    std::int64_t did = 0;                   // events that say more than that, and values above 0
    bool isRenamed = false;
};

class Lanes
{
public:
    Lanes(SourceId source, TimelineBuilder& builder); // all records are of the source

    void take(const LaneBlock& block);
    void flush() { flush(false); }                      // the older half of what every lane gathered
    void finish();                                      // all
    std::optional<TimeRange> range() const;             // of everything taken
    std::size_t trackCount() const { return m_tracks; } // without groups
    bool isCrowded() const { return m_isCrowded; }      // more lay over each other than there are rows

private:
    void flush(bool all);
    void makeTracks();
    void sort(Lane& lane);
    void deal(Lane& lane, std::size_t count);
    void dealPoints(Lane& lane, std::size_t count);
    void placeLoneValues();
    void boundLives();
    void setIdleAside();
    TrackId group(TrackGroup group);
    RowId rowFor(Lane& lane, const Slice& slice);

    SourceId m_source;
    TimelineBuilder& m_builder;
    std::deque<Lane> m_lanes;                    // by number
    std::vector<StringId> m_names {StringId {}}; // by number in the blocks; 0: no text
    std::map<TrackGroup, TrackId> m_groups;
    bool m_isCrowded = false;
    std::size_t m_tracks = 0;
    TimeRange m_seen = kNoTime;
};

}
