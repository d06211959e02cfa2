// Collects the streams of each segment from its Metas while the ruler is read (rtc.md 4), and the style of
// its special frames (rtc.md 5). An unchanged Meta is not read again: Index entries tell where the one in
// force is.
//
//     StreamCollector streams(file, ruler, job);
//     streams.addUnit(head);                   // behind each Unit
//     if (streams.finish()) ...                // when all Units have their ends
#pragma once

#include "core/base/job.h"
#include "core/formats/rtc/wire/rtc_hops.h"
#include "core/formats/rtc/wire/rtc_ruler.h"

namespace traceglass::rtc {

class StreamCollector
{
public:
    StreamCollector(const MappedFile& file, Ruler& ruler, const Job& job)
        : m_mapped(file)
        , m_ruler(ruler)
        , m_job(job)
    {
    }

    void addUnit(const std::optional<IndexHead>& head);
    bool finish(); // false when stopped

private:
    // What an Index says about Metas. The Meta of the Unit before is new when it is the one named.
    struct Named
    {
        std::uint64_t meta = 0;      // offset; 0: the Index says nothing
        std::uint32_t highestId = 0; // listed; 0: the Index cannot be trusted
        bool noCrc = false;          // no Unit before has one
    };

    void finishSegment(Segment& segment);
    bool readOwnMeta(Segment& segment, const Unit& unit);
    bool addMeta(Segment& segment, const Unit& unit, const SpecialFrame& meta);
    void readMinorMetas(Segment& segment, const Unit& unit);
    bool platformAt(Segment& segment, const Unit& unit, std::uint64_t offset) const;
    void learnUnitEnds(Segment& segment);

    const MappedFile& m_mapped;
    Ruler& m_ruler;
    const Job& m_job;
    std::vector<Named> m_named;    // by Unit
    std::vector<bool> m_firstGood; // by segment: its first Meta was read whole
};

}
