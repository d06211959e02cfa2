// An opened RFR recording, chunked or streamed. Its rooms, one class a subject:
//
// - wire/: Recording: its files, as opening found them; RecordingReader: its records, decoded where somebody
//   looks; PieceReader: all of them in order of time; what was learnt of where things lie (rfr_layout.h)
// - structure/: RfrParts: the tree and its paths
// - timeline/: RfrTimeline: Analysis (what tasks, spans and threads did), Describer (details, flows);
//   RfrStacks: what threads ran, for the flame graph
// - records/: RfrRecords: records as data and the dump; RecordText: what a record says; RfrFields: fields as typed
//   values
// - statistics/: RfrStatistics: tasks and worker threads as tables
// - findings/: RfrFindings: what looks wrong
// - notes/: RfrNotes: the file of notes in the directory
#pragma once

#include "core/formats/rfr/findings/rfr_findings.h"
#include "core/formats/rfr/notes/rfr_notes.h"
#include "core/formats/rfr/records/rfr_field_values.h"
#include "core/formats/rfr/records/rfr_records.h"
#include "core/formats/rfr/statistics/rfr_statistics.h"
#include "core/formats/rfr/timeline/rfr_stacks.h"
#include "core/formats/rfr/timeline/rfr_timeline.h"
#include "core/model/document.h"
#include "core/model/format.h"

namespace traceglass::rfr {

extern const Format kFormat;

class RfrDocument : public Document
{
public:
    explicit RfrDocument(std::unique_ptr<Recording> recording);

    const Format& format() const override { return kFormat; }
    const std::filesystem::path& path() const override { return m_recording.path; }
    bool changedOnDisk() const override { return m_recording.changedOnDisk(); }
    bool goneFromDisk() const override;
    std::optional<std::uint64_t> grownBy(const Job& job) const override;

    std::uint32_t sourceCount() const override { return m_recording.sources.count(); }
    std::string nameOf(SourceId id) const override { return m_recording.sources.name(id); }
    Result<SourcePtr> source(SourceId id) const override;
    Result<ByteRange> stableBytes(const Job&) const override { return m_recording.stableBytes(); }

    const Structure* structure() const override { return &m_structure; }
    const TimelineFacet* timeline() const override { return &m_timeline; }
    const RecordsFacet* records() const override { return &m_records; }
    const StacksFacet* stacks() const override { return m_recording.isStream() ? nullptr : &m_stacks; }
    const StatisticsFacet* statistics() const override { return &m_statistics; }
    const NotesFacet* notes() const override { return &m_notes; }
    const FieldsFacet* fields() const override { return &m_fields; }
    const FindingsFacet* findings() const override { return &m_findings; }

    Result<void> validate(Job& job) const override;

protected:
    Summary makeSummary(const Job&) const override;

private:
    RecordingReader m_reader;
    const Recording& m_recording;
    RfrNotes m_notes;
    RfrTimeline m_timeline;
    RfrRecords m_records;
    RfrFields m_fields;
    RfrStacks m_stacks;
    RfrStatistics m_statistics;
    RfrFindings m_findings;
    Structure m_structure;
};

}
