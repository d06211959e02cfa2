// Builds a Timeline and publishes snapshots of it while it grows.
//
//     TimelineBuilder builder;
//     const TrackId task = builder.addTrack({.name = builder.intern("upload"), .kind = TrackKind::states});
//     const RowId row = builder.addRow(task);
//     builder.add(row, {startNs, endNs, stateName(TaskState::polling), ref});
//     TimelinePtr snapshot = builder.snapshot();
//
// One thread uses a builder. Slices of a row may arrive out of order within what is not sealed yet; they are
// sorted before sealing, and one that would overlap its predecessor is cut to begin where that ends.
#pragma once

#include "core/model/timeline.h"

namespace traceglass {

class TimelineBuilder
{
public:
    TimelineBuilder();

    StringId intern(std::string_view text) { return m_strings->intern(text); }
    std::string_view text(StringId id) const { return m_strings->text(id); }
    std::size_t textBytes() const { return m_strings->textBytes(); }
    std::shared_ptr<const StringTable> strings() const { return m_strings; }

    TrackId addTrack(Track track);
    Track& changeTrack(TrackId id) { return m_tracks.change(number(id)); }
    const Track& track(TrackId id) const { return m_tracks[number(id)]; }
    std::size_t trackCount() const { return m_tracks.size(); }
    RowId addRow(TrackId track); // below the track's other rows
    void add(RowId row, Slice slice);

    // Everything added so far. Costs what changed since the last snapshot.
    TimelinePtr snapshot(TimeRange range, std::uint64_t records, bool complete);

private:
    struct OpenRow
    {
        std::vector<Slice> slices;  // not sealed
        RowId lastOfTrack = kNoRow; // on the first row of a track: where to link the next one
        bool dirty = false;
    };

    std::uint32_t addSegment(std::span<const Slice> slices, std::size_t& used);
    void releaseTail(Row& row);
    void seal(RowId row, std::size_t keep);
    void sortOpen(std::vector<Slice>& slices, std::int64_t sealedEnd);

    std::shared_ptr<StringTable> m_strings = std::make_shared<StringTable>();
    Pages<Track> m_tracks;
    Pages<Row> m_rows;
    std::vector<OpenRow> m_open; // by row
    std::vector<RowId> m_dirty;
    std::vector<std::shared_ptr<const Segment>> m_segments;
    std::vector<std::uint32_t> m_segmentUse; // slices referred to by rows; 0: the slot is free
    std::vector<std::uint32_t> m_free;
};

}
