// An opened CondensedData file (cjfr.md). What all facets share is CjfrFile in wire/: header, footer and the
// main stream, which is read once. The rooms:
//
//     wire/       the bytes: header, types, values, scanning and encoding the stream, footer; CjfrFile
//     structure/  CjfrParts: the structure tree
//     timeline/   CjfrTimeline, CjfrStacks: tracks, slices, what is said of them, stack traces
//     records/    CjfrRecords: messages as records, tables and JSON; CjfrFields: fields as typed values
//     statistics/ CjfrStatistics: collections, locks, allocation, methods and more as tables
//     findings/ CjfrFindings: what looks wrong
//     notes/      CjfrNotes: notes as events of the recording, and saving them
//
// Until the whole stream was read the tree of a long recording shows header and footer only: see
// CjfrFile::indexNow().
#pragma once

#include "core/formats/cjfr/findings/cjfr_findings.h"
#include "core/formats/cjfr/notes/cjfr_notes.h"
#include "core/formats/cjfr/records/cjfr_field_values.h"
#include "core/formats/cjfr/records/cjfr_records.h"
#include "core/formats/cjfr/statistics/cjfr_statistics.h"
#include "core/formats/cjfr/timeline/cjfr_stacks.h"
#include "core/formats/cjfr/timeline/cjfr_timeline.h"
#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/document.h"

namespace traceglass::cjfr {

extern const Format kFormat;

class CjfrDocument : public Document
{
public:
    static Result<std::unique_ptr<Document>> open(const std::filesystem::path& path, Job& job);

    const CjfrFile& file() const { return m_file; }

    const Format& format() const override { return kFormat; }
    const std::filesystem::path& path() const override { return m_file.path(); }
    bool changedOnDisk() const override { return m_file.changedOnDisk(); }
    std::uint32_t sourceCount() const override { return m_file.sourceCount(); }
    std::string nameOf(SourceId id) const override { return m_file.sourceName(id); }
    Result<SourcePtr> source(SourceId id) const override { return m_file.source(id); }
    Result<ByteRange> stableBytes(const Job&) const override { return m_file.stableBytes(); }

    const Structure* structure() const override { return &m_structure; }
    const TimelineFacet* timeline() const override { return m_file.hasTimes() ? &m_timeline : nullptr; }
    const RecordsFacet* records() const override { return &m_records; }
    const StacksFacet* stacks() const override;
    const StatisticsFacet* statistics() const override;
    const FieldsFacet* fields() const override { return m_file.hasTimes() ? &m_fields : nullptr; }
    const NotesFacet* notes() const override { return &m_notes; }
    const FindingsFacet* findings() const override;

    Result<void> survey(Job& job) const override;
    Result<Facts> learnFacts(Job& job) const override;
    Result<void> validate(Job& job) const override { return m_file.validate(job); }

protected:
    Summary makeSummary(const Job&) const override;

private:
    explicit CjfrDocument(const std::filesystem::path& path);

    CjfrFile m_file;
    Structure m_structure;
    CjfrTimeline m_timeline;
    CjfrRecords m_records;
    CjfrFields m_fields;
    CjfrStacks m_stacks;
    CjfrStatistics m_statistics;
    CjfrFindings m_findings;
    CjfrNotes m_notes;
};

}
