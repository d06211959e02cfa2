// Tracks in the making. Recorders write an event when it ends, so a slice arrives after those within it: a lane
// gathers slices, sorts them and deals them to rows by first fit, which puts nested ones below each other and
// those that overlap otherwise beside each other.
//
//     Lanes lanes(builder);
//     Lane& lane = lanes.lane({TrackKind::slices, key}, [&] { return LaneWords {...}; });
//     lane.slices.push_back(slice);
//     lanes.flush(Lanes::Flush::older);        // now and then: what may be followed by earlier ones stays
//     lanes.flush(Lanes::Flush::all);
//
// Tracks are made when their first slices are dealt, in the order people expect; tracks known by then are
// sorted, later ones follow.
#pragma once

#include "core/formats/cjfr/cjfr_tracks.h"
#include "core/model/timeline_builder.h"

#include <deque>
#include <limits>

namespace traceglass::cjfr {

struct LaneWords
{
    TrackGroup group = TrackGroup::machineMore;
    int rank = 0; // within the group, before the name
    std::string name;
    std::uint64_t number = 0;
    TrackAbout about {};
};

struct Lane
{
    struct Point // of a counter
    {
        std::int64_t ns = 0;
        double value = 0;
        RecordRef ref;
        std::uint8_t flags = 0;
    };

    TrackPlace place;
    LaneWords words;
    std::vector<Slice> slices; // not dealt yet
    std::vector<Point> points;
    std::vector<RowId> rows;
    std::vector<std::int64_t> rowEnds;
    TrackId track = kNoTrack;
    TimeRange seen {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    std::optional<std::int64_t> born, died; // of a thread
    bool isRenamed = false;

    bool isEmpty() const { return slices.empty() && points.empty(); }
};

class Lanes
{
public:
    explicit Lanes(TimelineBuilder& builder);

    // The lane of a place; `words` tells about it when it is new.
    template <class Words>
    Lane& lane(const TrackPlace& place, const Words& words)
    {
        auto& known = m_byPlace[static_cast<std::size_t>(place.kind)][place.key];
        if (!known) {
            known = &m_lanes.emplace_back();
            known->place = place;
            known->words = words();
        }
        return *known;
    }
    std::deque<Lane>& all() { return m_lanes; }

    enum class Flush : std::uint8_t { older, all };
    void flush(Flush what);
    std::size_t trackCount() const { return m_tracks; } // without groups

private:
    void makeTracks();
    void deal(Lane& lane, std::size_t count);
    void dealPoints(Lane& lane, std::size_t count);
    TrackId group(TrackGroup group);
    RowId rowFor(Lane& lane, const Slice& slice);

    TimelineBuilder& m_builder;
    std::deque<Lane> m_lanes;
    std::unordered_map<std::uint64_t, Lane*> m_byPlace[static_cast<std::size_t>(TrackKind::samples) + 1];
    std::vector<TrackId> m_groups;
    std::size_t m_tracks = 0;
};

}
