#include "core/formats/rtc/rtc_document.h"

#include "core/base/text.h"
#include "core/formats/rtc/structure/rtc_parts.h"

namespace traceglass::rtc {

RtcDocument::RtcDocument(RtcFile::Opened opened)
    : m_file(std::move(opened), log())
    , m_structure(std::make_unique<RtcParts>(m_file), problems())
    , m_timeline(m_file)
    , m_records(m_file, m_structure)
    , m_statistics(m_file)
    , m_findings(m_file)
    , m_fields(m_file)
    , m_notes(m_file)
{
}

Summary RtcDocument::makeSummary(const Job& job) const
{
    Summary summary;
    summary.path = m_file.path();
    summary.size = m_file.size();
    std::uint64_t streams = 0;
    for (const Segment& segment : m_file.ruler().segments)
        streams += segment.streams.size();
    summary.tracks = streams;
    summary.annotations = m_notes.count(job);
    if (m_file.ruler().units.empty()) {
        summary.records = 0;
        return summary;
    }
    const auto ranges = m_file.axisRanges(job);
    for (std::uint16_t i = 0; i < m_file.axes().list().size(); ++i) {
        const Axis& axis = m_file.axes().list()[i];
        if (axis.kind == Axis::Kind::position)
            continue;
        summary.clocks.push_back(axis.name);
        const auto& range = ranges[i];
        if (i == 0) {
            summary.time = range;
            summary.absolute = axis.kind == Axis::Kind::unixTime;
        } else if (range) {
            summary.clockTimes.emplace(axis.name, *range);
        }
    }
    summary.more.emplace_back("Units", grouped(m_file.ruler().units.size()));
    const Segment& first = m_file.ruler().segments.front();
    if (first.unitSize > 0)
        summary.more.emplace_back("Unit size", grouped(first.unitSize) + " bytes");
    if (first.minorSize > 0)
        summary.more.emplace_back("minor size", grouped(first.minorSize) + " bytes");
    if (m_file.ruler().segments.size() > 1)
        summary.more.emplace_back("runs", grouped(m_file.ruler().segments.size()));
    summary.more.emplace_back("streams", grouped(streams));
    return summary;
}

}
