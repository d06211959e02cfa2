// An opened RTC file (Ruler Trace Container). Its rooms:
//
// - wire/: bytes to frames, streams and clocks (Ruler, UnitFrames, Decoder, LookBack), and back (Writer)
// - structure/: RtcParts: segments, Units, minor units, frames and their fields as a tree
// - timeline/: RtcTimeline: streams as tracks, made by TimelineMaker; what a slice tells
// - records/: RtcRecords: payloads in order, as data and as text; every check; RtcFields: payloads as typed values
// - statistics/: RtcStatistics: streams as a table
// - notes/: RtcNotes: annotations of others, and ours, which are appended
// - demo/: the capture of the start page
//
// They share RtcFile: the mapped file with its ruler and clocks, minor units that were walked, and what is
// reported of it.
#pragma once

#include "core/formats/rtc/findings/rtc_findings.h"
#include "core/formats/rtc/notes/rtc_keep.h"
#include "core/formats/rtc/records/rtc_field_values.h"
#include "core/formats/rtc/records/rtc_records.h"
#include "core/formats/rtc/rtc_file.h"
#include "core/formats/rtc/statistics/rtc_statistics.h"
#include "core/formats/rtc/timeline/rtc_timeline.h"
#include "core/model/document.h"

namespace traceglass::rtc {

extern const Format kFormat;

class RtcDocument : public Document
{
public:
    explicit RtcDocument(RtcFile::Opened opened);

    const Format& format() const override { return kFormat; }
    const std::filesystem::path& path() const override { return m_file.path(); }
    bool changedOnDisk() const override { return m_file.changedOnDisk(); }

    std::uint32_t sourceCount() const override { return m_file.sourceCount(); }
    std::string nameOf(SourceId id) const override { return m_file.sourceName(id); }
    Result<SourcePtr> source(SourceId id) const override { return m_file.source(id); }
    Result<ByteRange> stableBytes(const Job& job) const override { return m_notes.stableBytes(job); }

    const Structure* structure() const override { return &m_structure; }
    const TimelineFacet* timeline() const override
    {
        return m_file.ruler().units.empty() ? nullptr : &m_timeline;
    }
    const StatisticsFacet* statistics() const override
    {
        return m_file.ruler().units.empty() ? nullptr : &m_statistics;
    }
    const FindingsFacet* findings() const override
    {
        return m_file.ruler().units.empty() ? nullptr : &m_findings;
    }
    const RecordsFacet* records() const override { return &m_records; }
    const NotesFacet* notes() const override { return &m_notes; }
    const FieldsFacet* fields() const override { return &m_fields; }

    Result<void> validate(Job& job) const override { return checkFile(m_file, job); }

protected:
    Summary makeSummary(const Job& job) const override;

private:
    const RtcFile m_file;
    const Structure m_structure;
    const RtcTimeline m_timeline;
    const RtcRecords m_records;
    const RtcStatistics m_statistics;
    const RtcFindings m_findings;
    const RtcFields m_fields;
    const RtcNotes m_notes;
};

}
