// Builds a Timeline and publishes snapshots of it while it grows.
//
//     TimelineBuilder builder;
//     const TrackId task = builder.addTrack({.name = builder.intern("upload"), .kind = TrackKind::states});
//     const RowId row = builder.addRow(task);
//     builder.add(row, {startNs, endNs, stateName(TaskState::polling), 0, ref});
//     TimelinePtr snapshot = builder.snapshot();
//
// One thread uses a builder. Slices of a row may arrive out of order within what is not sealed yet; they are
// sorted before sealing, and one that would overlap its predecessor is cut to begin where that ends.
#pragma once

#include "core/timeline/timeline.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <future>
#include <limits>

namespace traceglass {

class TimelineBuilder
{
public:
    TimelineBuilder();

    // Long rows are packed into packs on `threads` threads beside the caller's, or on four where those are
    // fewer: several rows are full at once. 0, as at first: on the caller's alone. The timeline is the same.
    void packOn(unsigned threads) { m_packers = threads; }
    // Packs a row whenever so many of its slices have gathered, at most and at first as many as a pack
    // holds. With many rows fewer stay in the cache until then, and less memory waits.
    void packEach(std::size_t slices) { m_sealedAt = std::min(slices, SlicePack::kCapacity) + kLateSlices; }

    StringId intern(std::string_view text) { return m_strings->intern(text); }
    std::string_view text(StringId id) const { return m_strings->text(id); }
    std::size_t textBytes() const { return m_strings->textBytes(); }
    std::shared_ptr<const StringTable> strings() const { return m_strings; }

    TrackId addTrack(Track track);
    TrackId addTrack(Track track, TrackAbout about); // at most 65,535 different ones; later ones are plain
    Track& changeTrack(TrackId id) { return m_tracks.change(number(id)); }
    std::size_t trackCount() const { return m_tracks.size(); }
    RowId addRow(TrackId track); // below the track's other rows
    void expectRows(std::size_t more) { m_open.reserve(m_open.size() + more); } // than there are
    void add(RowId row, const Slice& slice)
    {
        OpenRow& open = m_open[number(row)];
        open.inOrder = open.inOrder && slice.startNs >= open.end && slice.endNs >= slice.startNs;
        open.end = slice.endNs;
        if (open.busy != Busy::untold)
            addBusy(open, slice);
        open.slices.push_back(slice);
        if (!open.dirty)
            markDirty(row);
        if (open.slices.size() >= m_sealedAt)
            seal(row, kLateSlices);
    }
    // To a row of a counter track: the value is kept as a float of its distance to TrackAbout::origin.
    void addValue(RowId row, std::int64_t timeNs, double value, RecordRef ref, std::uint8_t flags = 0)
    {
        constexpr std::uint32_t kExponent = 0x7f800000; // all of it: infinite, or no number
        const double distance = value - m_open[number(row)].origin;
        auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(distance));
        if ((bits & kExponent) == kExponent)
            bits = heldWithinFloat(distance);
        add(row, {timeNs, timeNs, StringId(bits), flags, ref});
    }

    // What the values of a counter are stored relative to, before the first one: near them, floats stay
    // exact.
    void setOrigin(TrackId track, double origin);
    void setDetail(TrackId track, std::string detail);

    // All axes, before the first snapshot that shows one; ranges and shifts may change with every snapshot.
    void setAxes(std::vector<ClockAxis> axes);

    // Everything added so far. Costs what changed since the last snapshot.
    TimelinePtr snapshot(TimeRange range, std::uint64_t records, bool complete);

private:
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min();
    // Slices kept open behind the sealed ones, so that those which arrive a little late still find their
    // place.
    static constexpr std::size_t kLateSlices = 1024;
    // Rows of equal rates are sealed at the same time, so even one thread lets some wait for it, and their
    // memory is kept: getting and returning it costs more than packing.
    static constexpr std::size_t kTogether = 4;
    static constexpr std::size_t kSpare = 2 * kTogether;

    // What of a row tells how long its track was busy: a task while it is polled, a span while it is entered.
    enum class Busy : std::uint8_t { untold, polled, always };

    struct OpenRow
    {
        std::vector<Slice> slices;       // not sealed
        std::int64_t sealedEnd = kNever; // of the last sealed slice
        std::int64_t end = kNever;       // of the last slice, while they are in order
        RowId lastOfTrack = kNoRow;      // on the first row of a track: where to link the next one
        bool inOrder = true;             // sorted, no slice overlaps the one before
        bool dirty = false;
        bool values = false; // a counter's
        Busy busy = Busy::untold;
        double origin = 0;
        std::uint64_t busyNs = 0;
    };
    using PackPtr = std::shared_ptr<const SlicePack>;
    struct Packed
    {
        std::vector<PackPtr> packs;
        std::vector<Slice> slices; // what was packed: its memory is used again
    };
    struct Packing // what is sealed of a row, on its way
    {
        RowId row {};
        std::future<Packed> packed;
    };

    static void addBusy(OpenRow& open, const Slice& slice);
    std::vector<std::uint64_t> amounts(const Timeline& timeline) const;
    static std::uint32_t heldWithinFloat(double distance);
    static Packed pack(std::vector<Slice> slices, SlicePack::Holds content);
    std::uint32_t addPack(PackPtr pack);
    void placeOpen(bool values, bool complete);
    std::uint16_t keepAbout(TrackAbout about);
    bool changeAbout(TrackId track, TrackAbout about);
    void releaseTail(Row& row);
    void markDirty(RowId row);
    void seal(RowId row, std::size_t keep);
    void placePacked(bool all);
    static void sortOpen(OpenRow& open);
    void sortTracks();

    std::shared_ptr<StringTable> m_strings = std::make_shared<StringTable>();
    Pages<Track> m_tracks;
    std::shared_ptr<const std::vector<TrackId>> m_byKey = std::make_shared<std::vector<TrackId>>();
    Pages<Row> m_rows;
    std::shared_ptr<std::vector<TrackAbout>> m_abouts = std::make_shared<std::vector<TrackAbout>>(1);
    bool m_aboutsShared = false; // a snapshot has it: never changed again
    std::shared_ptr<const std::vector<ClockAxis>> m_axes = std::make_shared<std::vector<ClockAxis>>();
    std::vector<OpenRow> m_open; // by row
    std::vector<RowId> m_dirty;
    std::vector<PackPtr> m_packs;
    std::vector<std::uint32_t> m_packUse; // slices referred to by rows; 0: the slot is free
    std::vector<std::uint32_t> m_free;
    unsigned m_packers = 0;
    std::size_t m_sealedAt = SlicePack::kCapacity + kLateSlices; // so many open slices
    std::deque<Packing> m_packing;                             // in the order of their rows
    std::vector<std::vector<Slice>> m_spare;                   // memory of what was packed
};

}
