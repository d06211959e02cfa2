// The chunks of an RDF file as records and as JSON, each before the events in it, and what owns the bytes of a range;
// and what the events say together.
#pragma once

#include "core/formats/rdf/structure/rdf_nodes.h"
#include "core/model/payloads_facet.h"
#include "core/model/records_facet.h"

namespace traceglass::rdf {

class RdfRecords : public RecordsFacet
{
public:
    RdfRecords(const RdfFile& file, const PayloadFacts& facts, const ChunkContents& contents)
        : m_file(file)
        , m_facts(facts)
        , m_nodes(file, contents)
    {
    }

    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<std::vector<Record>> in(const ByteRange& range, std::size_t limit, const Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;

private:
    struct Pass;
    Result<bool> readChunk(std::uint64_t entry, Pass& pass) const;
    Result<bool> readEvents(std::uint64_t entry, std::uint64_t first, Pass& pass) const;
    void appendCaptureRecords(const RdfCapture& in, const ByteRange& range, std::size_t limit,
                              std::vector<Record>& out, const Job& job) const;
    void appendRegionRecords(const RdfCapture& in, const Region& region, std::uint64_t position,
                             const ByteRange& range, std::size_t limit, std::vector<Record>& out,
                             const Job& job) const;
    void appendDataRecords(ChunkKey chunk, const ByteRange& range, std::size_t limit,
                           std::vector<Record>& out, const Job& job) const;

    void appendItems(ChunkKey chunk, const PayloadItems& items, const ByteRange& range, std::size_t limit,
                     std::vector<Record>& out, const Job& job) const;

    const RdfFile& m_file;
    const PayloadFacts& m_facts;
    RdfNodes m_nodes;
};

class RdfPayloads : public PayloadsFacet
{
public:
    explicit RdfPayloads(const RdfFile& file)
        : m_file(file)
    {
    }

    Result<void> dump(const std::function<void(std::string_view)>& out, Job& job) const override;

private:
    const RdfFile& m_file;
};

}
