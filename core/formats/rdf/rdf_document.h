// An RDF file as a document: chunks in file order, their headers and data, what the data hold, and a map of
// the file.
//
//     auto document = rdf::RdfDocument::open(path, job);     // errors: the rejections of rdf.md 2, file.*
//     (*document)->structure()->find("/chunks/3/data");  (*document)->structure()->find("QueueEvent:4");
//
// Opening reads the header and the index. The rooms:
//   wire/        RdfFile, which all share: Captures (an Index, and what takes all of one to know), sources,
//                and Payloads, which are what data turn out to be by their content
//   payloads/    what chunks of known ids hold: queues, markers, memory tokens, crash events, each with its reader
//   timeline/    RdfTimeline: queues, memory, counters and crashes over time
//   statistics/  RdfStatistics: tables of queues, memory and crashes
//   findings/    RdfFindings: what looks wrong
//   structure/   RdfParts: the tree. RdfNodes: what its nodes show
//   records/     RdfRecords: chunks and the events in them as records and as JSON, owners of bytes
//   notes/       RdfNotes: reading, keeping, compacting
//   demo/        RdfWriter and captures to try things with, in a library of their own
#pragma once

#include "core/formats/rdf/findings/rdf_findings.h"
#include "core/formats/rdf/notes/rdf_notes.h"
#include "core/formats/rdf/payloads/chunk_contents.h"
#include "core/formats/rdf/records/rdf_field_values.h"
#include "core/formats/rdf/records/rdf_records.h"
#include "core/formats/rdf/statistics/rdf_statistics.h"
#include "core/model/document.h"
#include "core/model/format.h"

namespace traceglass::rdf {

extern const Format kFormat;

class RdfDocument : public Document
{
public:
    static Result<std::unique_ptr<Document>> open(const std::filesystem::path& path, Job& job);

    const Format& format() const override { return kFormat; }
    const std::filesystem::path& path() const override { return m_file.path(); }
    bool changedOnDisk() const override { return m_file.changedOnDisk(); }

    std::uint32_t sourceCount() const override { return m_file.sourceCount(); }
    std::string nameOf(SourceId id) const override { return m_file.sourceName(id); }
    Result<SourcePtr> source(SourceId id) const override { return m_file.source(id); }
    Result<ByteRange> stableBytes(const Job&) const override { return m_notes.stableBytes(); }

    const Structure* structure() const override { return &m_structure; }
    const TimelineFacet* timeline() const override { return m_payloads.hasTimes() ? &m_timeline : nullptr; }
    const StatisticsFacet* statistics() const override
    {
        return m_payloads.hasTimes() ? &m_statistics : nullptr;
    }
    const FindingsFacet* findings() const override { return m_payloads.hasTimes() ? &m_findings : nullptr; }
    const RecordsFacet* records() const override { return &m_records; }
    const PayloadsFacet* payloads() const override { return &m_summedPayloads; }
    const FieldsFacet* fields() const override { return m_payloads.hasTimes() ? &m_fields : nullptr; }
    const NotesFacet* notes() const override { return &m_notes; }

    Result<Facts> learnFacts(Job& job) const override; // peaks of memory

    Result<void> survey(Job& job) const override; // builds numbers and map, adds overlaps and gaps
    Result<void> validate(Job& job) const override;
    Result<void> decodeRest(Job& job) const override; // all chunks: indexing needs a few

protected:
    Summary makeSummary(const Job&) const override;

private:
    RdfDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> mapped);

    RdfFile m_file;
    PayloadFacts m_payloads;
    RdfTimeline m_timeline;
    RdfStatistics m_statistics;
    RdfFindings m_findings;
    ChunkContents m_contents;
    Structure m_structure;
    RdfRecords m_records;
    RdfPayloads m_summedPayloads;
    RdfFields m_fields;
    RdfNotes m_notes;
};

}
