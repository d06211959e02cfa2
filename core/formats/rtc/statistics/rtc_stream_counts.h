// What is counted of the frames of each stream, and the time between them.
//
//     StreamCounts counts(file, request);
//     if (auto done = counts.read(job); !done) ...     // errors: file.stopped, file.changed
//     for (const StreamCount& stream : counts.streams()) stream.gaps.rank(500)   // the median period
#pragma once

#include "core/formats/rtc/rtc_file.h"
#include "core/formats/rtc/wire/rtc_walk_ahead.h"
#include "core/model/record_refs.h"
#include "core/model/statistics_facet.h"

#include <deque>
#include <unordered_map>

namespace traceglass::rtc {

// Times between frames that follow each other, kept one by one so that ranks are exact: four bytes each, the
// few longer than four seconds more.
class Gaps
{
public:
    void add(std::int64_t ns) // not below 0
    {
        if (ns <= kShort)
            m_short.push_back(static_cast<std::uint32_t>(ns));
        else
            m_long.push_back(ns);
    }
    bool sort(const Job& job); // false: stopped

    // Of what is sorted.
    std::size_t count() const { return m_short.size() + m_long.size(); }
    std::int64_t rank(std::uint64_t perMille) const;   // nearest rank; kNoInteger of none
    std::int64_t countFrom(std::int64_t ns) const;     // as long or longer
    std::int64_t missing(std::int64_t periodNs) const; // frames, if one came each period

private:
    static constexpr std::int64_t kShort = 0xffff'ffff;

    std::int64_t at(std::size_t index) const
    {
        return index < m_short.size() ? m_short[index] : m_long[index - m_short.size()];
    }

    std::vector<std::uint32_t> m_short;
    std::vector<std::int64_t> m_long;
};

struct StreamCount
{
    const Stream* stream = nullptr;
    TrackId track = kNoTrack;
    const ClockAxis* axis = nullptr; // of its times
    bool hasTimes = false;           // else they are positions in the file
    TimeRange range {};              // that is asked for, on the axis
    bool isPart = false;             // only frames count that slices which fit begin with

    std::int64_t frames = 0; // payloads
    std::int64_t bytes = 0;
    std::int64_t badCrc = 0;
    std::int64_t incomplete = 0;
    std::int64_t untimed = 0;
    std::int64_t stepsBack = 0;
    std::int64_t maxGapNs = kNoInteger;
    std::int64_t maxGapStartNs = 0; // on the axis
    std::int64_t firstNs = kNoInteger;
    std::int64_t lastNs = kNoInteger;
    Gaps gaps;

    void takeTime(std::int64_t ns)
    {
        if (firstNs == kNoInteger) {
            firstNs = ns;
        } else if (ns < lastNs) {
            ++stepsBack;
        } else {
            const std::int64_t gap = subtractSaturating(ns, lastNs);
            gaps.add(gap);
            if (gap > maxGapNs) {
                maxGapNs = gap;
                maxGapStartNs = lastNs;
            }
        }
        lastNs = ns;
    }
};

class StreamCounts
{
public:
    StreamCounts(const RtcFile& file, const StatRequest& request);

    Result<void> read(Job& job);
    std::deque<StreamCount>& streams() { return m_streams; } // in the order of their tracks

private:
    bool takeTimed(std::uint32_t id, std::uint64_t offset, std::size_t bytes, std::int64_t ns);
    bool fits(const StreamCount& stream, std::uint64_t offset) const;
    void take(const Frame& frame);
    bool isBad(const Frame& frame) const; // any part of it

    const RtcFile& m_file;
    const StatRequest& m_request;
    std::deque<StreamCount> m_streams;
    std::unordered_map<const Stream*, StreamCount*> m_byStream; // those that are asked for
    std::vector<StreamCount*> m_byId;                           // of the segment at hand; null: not asked for
    std::vector<bool> m_isBadUnit; // its CRC does not match; up to the one at hand
    bool m_isBad = false;          // the Unit at hand
    RecordRefs m_fitting;
};

}
