// One pass over the tracks of an RTC timeline: when the frames of each stream came, and the lines of all logs.
//
//     RtcLook look(walk, file.ruler());
//     look.read(checks, threads, job);
//     for (const StreamLook& stream : look.streams()) if (stream.isSteady()) stream.medianNs ...
#pragma once

#include "core/findings/checks.h"
#include "core/findings/row_walk.h"
#include "core/formats/rtc/findings/rtc_clock_look.h"
#include "core/formats/rtc/findings/rtc_passed_time.h"
#include "core/formats/rtc/wire/rtc_ruler.h"
#include "core/stats/histogram.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace traceglass::rtc {

// Are periods those of a timer? What is sent when something happens misses nothing.
constexpr std::int64_t kFramesToKnow = 100;
constexpr std::int64_t kFramesOfPart = kFramesToKnow / 10; // of a tenth of its life
constexpr bool isSteady(std::int64_t count, std::int64_t medianNs, std::int64_t spreadNs,
                        std::int64_t toKnow = kFramesToKnow)
{
    return count >= toKnow && medianNs > 0 && spreadNs <= medianNs / 10;
}
inline std::int64_t spreadOf(const StatHistogram& periods) // between the quartiles
{
    return stats::quantile(periods, {75, 100}).value_or(0) - stats::quantile(periods, {25, 100}).value_or(0);
}
// The same where what lasted for several medians is taken less all but one of them: a timer whose frames are lost.
std::int64_t spreadOfTimer(const StatHistogram& periods, std::int64_t medianNs);

struct StreamLook
{
    static constexpr std::size_t kParts = 10; // of its life, of the same length
    static constexpr std::size_t kMostParts = 8;

    TrackId track = kNoTrack;
    const Stream* stream = nullptr; // null: nobody described it
    std::string name;               // without its run: "isr/duration"
    TrackId run = kNoTrack;         // the group of its run, where there are several
    std::int64_t frames = 0;
    std::int64_t untimed = 0; // their times are estimates
    bool isSetBack = false;   // its clock went back: frames of several whiles lie over each other
    TimeRange life;           // in passed time, as all that is said of its frames
    std::int64_t longestNs = 0;                       // from one frame to the next
    RecordRef last;                                   // frame
    std::array<std::int64_t, kParts> partMedianNs {}; // kNoInteger: none
    std::array<std::int64_t, kParts> partFrames {};
    std::size_t steadyParts = 0;        // each for itself; of what is not steady as a whole
    std::int64_t medianNs = kNoInteger; // good to 0.4 %, as all of these
    std::int64_t spreadNs = 0;          // spreadOf()
    std::int64_t timerSpreadNs = 0;     // spreadOfTimer()

    std::int64_t partNs() const { return life.lengthNs() / static_cast<std::int64_t>(kParts) + 1; }
    std::size_t partAt(std::int64_t ns) const
    {
        const std::int64_t part = subtractSaturating(ns, life.startNs) / partNs();
        return static_cast<std::size_t>(std::clamp<std::int64_t>(part, 0, kParts - 1));
    }

    bool isSteady() const { return rtc::isSteady(frames, medianNs, spreadNs); }
    bool isOfTimer() const { return rtc::isSteady(frames, medianNs, timerSpreadNs); }
    bool hasTimes() const { return untimed == 0 && !isSetBack; }
    // Also where they tremble: a long silence stands out all the same.
    bool comesEvenly() const
    {
        return isOfTimer() || (frames >= kFramesToKnow && medianNs > 0 && spreadNs <= medianNs / 2);
    }
    bool hasPeriods() const { return comesEvenly() && hasTimes(); }
    // Sent by a timer, whose period may have changed for so long that not even half of all are the same.
    bool isSampled() const { return isSteady() || (frames >= kFramesToKnow && steadyParts >= kMostParts); }
    bool hasRates() const { return isSampled() && hasTimes(); }
};

// Of the streams of a run that are timed by the same clock, or by those made of it. In passed time.
struct RunTimes
{
    TimeRange frames;            // from the first to the last one
    bool isSetBack = false;      // a clock went back
    std::int64_t clockEndNs = 0; // until when one went on behind them; else their end

    TimeRange withClock() const { return {frames.startNs, clockEndNs}; }
};

struct FrameSeen
{
    std::int64_t ns = 0;                   // passed time
    std::optional<std::int64_t> before {}; // of the one before it; nothing as of eachStep()
    bool isApproximate = false;
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

struct LogEnds // of one in a run, each in the order of time
{
    std::vector<LogLineSeen> first, last;
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

    // By the thresholds of the rule about gaps of clocks.
    void read(const findings::Checks& checks, unsigned threads, Job& job);

    const findings::RowWalk& walk() const { return m_walk; }
    const Timeline& timeline() const { return m_timeline; }
    const std::vector<StreamLook>& streams() const { return m_streams; }
    const std::vector<ClockLook>& clocks() const { return m_clocks; }
    // What passed by the clock of a stream, and of clocks themselves: the time that they were set by is taken out.
    const PassedTime& passedOf(TrackId track) const;
    std::int64_t lifeOfClock(TrackId clock) const; // that passed from its first value to the last
    std::int64_t recordedNs() const;               // of the whole capture, likewise
    std::string whyNoneIsSteady(std::string otherwise) const; // of the streams
    // Of logs: by run and clock, whose times cannot be compared with those of others, and in the order of time.
    const std::vector<LogLineSeen>& lines() const { return m_lines; }
    std::span<const LogLineSeen> linesBeside(TrackId track) const; // of its run, on its clock
    // At most so many lines from its begin, and up to its end: of a log all count, of other texts those
    // that name a level or have words.
    LogEnds endsOfLog(const StreamLook& log, std::size_t most) const;
    bool isLog(const StreamLook& stream) const; // also where each text is a frame
    std::vector<std::size_t> runs() const; // numbers of those that have streams, also without times
    std::size_t numberOfRun(TrackId track) const;
    const Segment& run(std::size_t number) const { return m_ruler.segments[number]; }
    // Of each run and clock that has frames; those of a stream that has some.
    using Runs = std::map<std::pair<TrackId, std::uint16_t>, RunTimes>; // by group and axis
    const Runs& timesOfRuns() const { return m_runs; }
    const RunTimes& runOf(const StreamLook& stream) const;
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
    // Each frame of a stream.
    template <class Visit>
    void eachFrame(TrackId stream, const Visit& visit) const
    {
        const PassedTime& passed = passedOf(stream);
        eachStep(m_timeline.track(stream).firstRow,
                 [&](const findings::SeenSlice& frame, std::optional<std::int64_t> before) {
                     visit(FrameSeen {passed.passed(frame.time.startNs),
                                      before ? std::optional(passed.passed(*before)) : before,
                                      (frame.flags & slice::kApproximate) != 0});
                 });
    }
    // The same with medians that are good to three digits, to be told.
    StreamLook refined(const StreamLook& stream) const;

private:
    const Segment* segmentOf(TrackId track) const; // null: none
    void lookAt(StreamLook& stream) const;
    TrackId groupOfRun(TrackId track) const; // kNoTrack: there is one run
    void findJumps();
    void addClock(const ClockLook& clock);
    template <class Visit>
    void eachLine(TrackId log, bool (*isSuch)(std::string_view), const Visit& visit) const;
    LogLineSeen placeOf(TrackId track) const; // a line of no time and text
    void findLost();

    const findings::RowWalk& m_walk;
    const Ruler& m_ruler;
    const Timeline& m_timeline;
    std::vector<StreamLook> m_streams;
    std::vector<LogLineSeen> m_lines;
    Runs m_runs;
    std::vector<ClockLook> m_clocks;
    // What clocks were set by: by run and axis, where they were, and all of it.
    std::map<std::pair<std::size_t, std::uint16_t>, PassedTime> m_passed;
    std::vector<TimeRange> m_jumps;
    std::vector<std::uint64_t> m_lost; // offsets where lost bytes begin, in order
};

}
