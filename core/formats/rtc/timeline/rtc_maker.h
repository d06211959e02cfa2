// Builds the timeline of an RTC file: one group a segment, one track a stream, the clocks' health and the
// container's own ruler (rtc.md 7).
//
// Units are walked ahead on other threads, and full segments packed there; payloads and clocks follow in
// order. A frame without a certain time is placed where its clock stood last, and marked as approximate.
#pragma once

#include "core/formats/rtc/rtc_file.h"
#include "core/formats/rtc/timeline/rtc_tracks.h"
#include "core/formats/rtc/wire/rtc_walk_ahead.h"
#include "core/model/index_request.h"
#include "core/timeline/timeline_builder.h"

#include <deque>
#include <map>

namespace traceglass::rtc {

class TimelineMaker
{
public:
    // The file must live as long. `reports`: what is wrong with it is reported on the way.
    TimelineMaker(const RtcFile& file, bool reports);

    // Everything; publishes as it goes, nothing while `quiet` says so.
    Result<void> run(const IndexRequest& request, const std::function<bool()>& quiet, Job& job);
    // Only what lies from a spot up to a moment of the leading axis of its segment: what the user looks at.
    Result<void> runFrom(Spot spot, std::int64_t untilNs, Job& job);
    TimelinePtr snapshot(bool complete);

    // Has the pass left the window behind on the leading axis?
    bool isBehind(TimeRange window) const;

private:
    // What a payload becomes that needs nothing but its clock: a value, or an instant without a name.
    enum class Quick : std::uint8_t { no, value, instant };
    struct StreamTrack
    {
        TrackId track {};
        RowId row = kNoRow;
        TrackKind kind = TrackKind::density;
        std::uint16_t axis = 0;
        const Stream* stream = nullptr;
        bool begun = false; // counter: the origin is set; clock: `last` is a value
        std::int64_t last = 0;
        // log: the line that has begun
        std::string line;
        std::int64_t lineNs = 0;
        RecordRef lineRef;
        std::uint8_t lineFlags = 0;
        // clock: how far it comes, the step to its last value, and the usual one
        ClockReach reach;
        std::optional<Slice> step;
        std::int64_t usual = 0;
        std::uint32_t steps = 0;
        std::vector<Slice> unordered; // annotations: sorted at the end
        Quick quick = Quick::no;
        bool isUnfit = false; // counter: a payload was no number, and the track says so
        NumberReader number;
    };
    struct Waiting // a frame before the first value of its clock
    {
        StreamTrack* into = nullptr;
        StringId name {};
        double value = 0;
        RecordRef ref;
        std::uint8_t flags = 0;
    };
    struct SegmentTracks
    {
        TrackId top = kNoTrack;
        RowId units = kNoRow, minors = kNoRow, lost = kNoRow;
        std::uint16_t leading = 0;
        std::deque<StreamTrack> tracks;
        std::vector<StreamTrack*> byId; // of ids below kTracksByNumber
        std::unordered_map<std::uint32_t, StreamTrack*> others;
    };
    struct AxisState
    {
        std::optional<std::int64_t> now; // the last moment placed on it
        std::optional<TimeRange> range;  // with what the index says of the end
        bool certain = true;             // false: its clock is described by pieces
        std::vector<Waiting> waiting;
    };

    void addSegment(std::uint32_t number);
    // `ruler`: the axis of the group, where it is that of a clock.
    TrackId groupFor(std::uint32_t segment, std::string_view name, std::optional<std::uint16_t> ruler = {});
    void addStream(std::uint32_t segment, const Stream& stream);
    StreamTrack* trackFor(std::uint32_t segment, const Stream& stream)
    {
        SegmentTracks& in = m_segments[segment];
        if (stream.id < in.byId.size())
            return in.byId[stream.id];
        const auto found = in.others.find(stream.id);
        return found == in.others.end() ? nullptr : found->second;
    }

    void walkAll(UnitBatch& batch, unsigned threads, const Job& job) const;
    void beginUnit(std::uint32_t unit, const CrcCheck& crc);
    Result<void> feedUnit(WalkedUnit& walked, Job& job);
    void feedPiece(const UnitFrames& frames);
    void endUnit();
    void endSegment();

    bool takeTimed(std::uint32_t id, std::uint64_t offset, std::span<const std::byte> payload,
                   std::int64_t ns);
    void take(const Frame& frame);
    void takeClock(StreamTrack& into, const Frame& frame, std::uint8_t flags);
    void takeAlone(StreamTrack& into, const Frame& next);
    void flushStep(StreamTrack& into);
    void takeLog(StreamTrack& into, const Frame& frame, std::uint8_t flags);
    void flushLine(StreamTrack& into);
    void add(StreamTrack& into, std::int64_t ns, StringId name, RecordRef ref, std::uint8_t flags);
    void addNumber(StreamTrack& into, std::int64_t ns, double value, RecordRef ref, std::uint8_t flags);
    void addWaiting(AxisState& axis, std::int64_t ns);
    void tellIfUnfit(StreamTrack& into, std::span<const std::byte> payload);
    StringId label(std::string_view text);

    void passBoundaries(std::uint64_t offset);
    void passLost(std::uint64_t offset);
    void endLost(std::int64_t ns);
    std::int64_t here(std::uint64_t offset) const; // on the leading axis of the segment
    std::uint8_t certainty() const;                // of that axis, as flags of a slice
    bool isPosition(std::uint16_t axis) const { return m_axes.list()[axis].kind == Axis::Kind::position; }
    void seen(std::uint16_t axis, std::int64_t ns);
    void passed(std::uint16_t axis, std::int64_t place);
    void reach(std::uint16_t axis, std::optional<std::int64_t> ns); // it comes as far
    void learnExtent(const Job& job);
    void publishAxes();

    const RtcFile& m_file;
    const Ruler& m_ruler;
    const Axes& m_axes;
    const bool m_reports;
    Decoder m_decoder;
    TimelineBuilder m_builder;
    const StringId m_steady, m_stepBack, m_gap, m_stray; // names of the steps of a clock
    std::vector<SegmentTracks> m_segments;
    std::vector<AxisState> m_axisStates;
    std::map<std::pair<std::uint32_t, std::string>, TrackId, std::less<>> m_groups;
    std::map<std::pair<std::string, std::string>, std::uint32_t> m_series; // by name and unit
    std::uint64_t m_frames = 0;

    // Where the pass is.
    std::uint32_t m_segment = ~0u;
    std::uint32_t m_unit = 0;
    bool m_unitBad = false;                                // its CRC does not match
    std::span<StreamTrack* const> m_quick;                 // by id; empty while anything is wrong or lost
    std::optional<std::int64_t> m_unitStart, m_minorStart; // nothing before the first value of a clock
    std::uint64_t m_minorBegin = 0, m_minorEnd = 0;
    std::uint32_t m_minor = 0;
    std::deque<Lost> m_lostAhead;                          // of the piece, not passed yet
    std::vector<std::pair<Lost, std::int64_t>> m_lostOpen; // since when; until the next certain moment
};

}
