// One pass over the tracks of an RTC timeline: when the frames of each stream came, and the lines of all logs.
//
//     RtcLook look(walk, file.ruler());
//     look.read(threads, job);
//     for (const StreamLook& stream : look.streams()) if (stream.isSteady()) stream.medianNs ...
#pragma once

#include "core/findings/row_walk.h"
#include "core/formats/rtc/wire/rtc_ruler.h"
#include "core/stats/histogram.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace traceglass::rtc {

struct StreamLook
{
    static constexpr std::size_t kParts = 10; // of its life, of the same length

    TrackId track = kNoTrack;
    const Stream* stream = nullptr; // null: nobody described it
    std::string name;               // without its run: "isr/duration"
    TrackId run = kNoTrack;         // the group of its run, where there are several
    std::int64_t frames = 0;
    std::int64_t untimed = 0; // their times are estimates
    TimeRange life;
    std::int64_t longestNs = 0;                       // from one frame to the next
    RecordRef last;                                   // frame
    std::array<std::int64_t, kParts> partMedianNs {}; // kNoInteger: none
    std::array<std::int64_t, kParts> partFrames {};
    std::int64_t medianNs = kNoInteger; // good to 0.4 %, as all of these
    std::int64_t spreadNs = 0;          // between the quartiles

    // Sent by a timer: what is sent when something happens misses nothing.
    bool isSteady() const { return frames >= kToKnow && medianNs > 0 && spreadNs <= medianNs / 10; }
    static constexpr std::int64_t kToKnow = 100;
};

struct LogLineSeen
{
    std::uint32_t run = 0;  // number
    std::uint16_t axis = 0; // of its clock
    std::int64_t ns = 0;
    StringId text {};
    TrackId track = kNoTrack;
    RecordRef ref;
};

class RtcLook
{
public:
    RtcLook(const findings::RowWalk& walk, const Ruler& ruler)
        : m_walk(walk)
        , m_ruler(ruler)
        , m_timeline(walk.timeline())
    {
    }

    void read(unsigned threads, Job& job);

    const findings::RowWalk& walk() const { return m_walk; }
    const Timeline& timeline() const { return m_timeline; }
    const std::vector<StreamLook>& streams() const { return m_streams; }
    // Of logs: by run and clock, whose times cannot be compared with those of others, and in the order of time.
    const std::vector<LogLineSeen>& lines() const { return m_lines; }
    std::span<const LogLineSeen> linesBeside(TrackId track) const; // of its run, on its clock
    std::vector<std::size_t> runs() const; // numbers of those that have streams, also without times
    std::size_t numberOfRun(TrackId track) const;
    // A run's first to last moment on the axis of a track of it.
    TimeRange runOf(const StreamLook& stream) const;
    RecordRef beginOfRun(TrackId track) const;
    // Are bytes lost between two records, or behind the last one of a stream in its run?
    bool isLostBetween(RecordRef first, RecordRef last) const;
    bool isLostBehind(const StreamLook& stream) const;
    // Each slice of a row with the time of the one before: of the first, and behind lost bytes, there is none.
    template <class Visit>
    void eachStep(RowId row, const Visit& visit) const
    {
        std::optional<std::int64_t> before;
        RecordRef ref;
        m_walk.each(row, 0, [&](const findings::SeenSlice& slice) {
            if (!m_lost.empty() && before && isLostBetween(ref, slice.ref()))
                before.reset();
            visit(slice, before);
            before = slice.time.startNs;
            if (!m_lost.empty())
                ref = slice.ref();
        });
    }
    // Where the next frame came later than that: from one frame to the next.
    std::vector<TimeRange> gaps(const StreamLook& stream, std::int64_t atLeastNs) const;

private:
    const Segment* segmentOf(TrackId track) const; // null: none
    void lookAt(StreamLook& stream) const;
    void addLines(TrackId log);
    LogLineSeen placeOf(TrackId track) const; // a line of no time and text
    void findLost();

    const findings::RowWalk& m_walk;
    const Ruler& m_ruler;
    const Timeline& m_timeline;
    std::vector<StreamLook> m_streams;
    std::vector<LogLineSeen> m_lines;
    std::map<std::pair<TrackId, std::uint16_t>, TimeRange> m_runs; // by group and axis
    std::vector<std::uint64_t> m_lost;                             // offsets where lost bytes begin, in order
};

}
