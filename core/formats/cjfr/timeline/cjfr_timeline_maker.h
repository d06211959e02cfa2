// Builds the timeline of a CondensedData file (cjfr.md 6): counters of the process, garbage collections, what
// the JVM did, and a track a thread. It grows while another thread scans the stream and places its events.
//
//     TimelineMaker maker(source);
//     auto index = maker.run([&](EventSink& sink) { return scan(sink); }, request, job);
//     request.publish(maker.snapshot(true));
//
// Files without the JFR layer get a track for each type of struct that has a time, which counts nanoseconds.
#pragma once

#include "core/base/pace.h"
#include "core/formats/cjfr/timeline/cjfr_events.h"
#include "core/model/timeline_facet.h"

namespace traceglass::cjfr {

// What the footer states counts where it meets the events; else it is wrong about them.
inline TimeRange withStated(const TimeRange& placed, const std::optional<TimeRange>& stated)
{
    if (!stated || stated->startNs > placed.endNs || placed.startNs > stated->endNs)
        return placed;
    return united(placed, *stated);
}

class TimelineMaker
{
public:
    // Passes over the stream once; errors are handed on.
    using Scan = std::function<Result<std::shared_ptr<const StreamIndex>>(EventSink& sink)>;

    // `stated`: the time the footer says was recorded, which is all that is known before the stream is read.
    explicit TimelineMaker(SourceId source, std::optional<TimeRange> stated = {},
                           const EventPlacer::Limits& limits = {});

    // `decodesBeside`: a thread that decodes needs a core all the time.
    Result<std::shared_ptr<const StreamIndex>> run(const Scan& scan, const IndexRequest& request, Job& job,
                                                   bool decodesBeside = false);
    TimelinePtr snapshot(bool complete);
    std::size_t trackCount() const { return m_lanes.trackCount(); }
    bool isCrowded() const { return m_lanes.isCrowded(); }
    std::optional<TimeRange> range() const; // of everything placed, with what is stated
    const EventPlacer::Beyond& beyond() const { return m_beyond; }

private:
    void take(const LaneBlock& block, const IndexRequest& request);

    SourceId m_source;
    std::optional<TimeRange> m_stated;
    EventPlacer::Limits m_limits;
    EventPlacer::Beyond m_beyond;
    TimelineBuilder m_builder;
    Lanes m_lanes;
    bool m_isJfr = false;
    std::uint64_t m_events = 0;
    std::size_t m_gathered = 0; // since the lanes were flushed
    Pace m_pace;
};

}
