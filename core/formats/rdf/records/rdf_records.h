// The chunks of an RDF file as records and as JSON, and what owns the bytes of a range.
#pragma once

#include "core/formats/rdf/structure/rdf_nodes.h"
#include "core/model/records_facet.h"

namespace traceglass::rdf {

class RdfRecords : public RecordsFacet
{
public:
    explicit RdfRecords(const RdfFile& file)
        : m_file(file)
        , m_nodes(file)
    {
    }

    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<std::vector<Record>> in(const ByteRange& range, std::size_t limit) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;
    bool hasPayloads() const override { return true; }
    Result<void> dumpPayloads(const std::function<void(std::string_view)>& out, Job& job) const override;

private:
    void appendCaptureRecords(const Capture& in, const ByteRange& range, std::size_t limit,
                              std::vector<Record>& out) const;
    void appendRegionRecords(const Capture& in, const Region& region, std::uint64_t position,
                             const ByteRange& range, std::size_t limit, std::vector<Record>& out) const;
    void appendDataRecords(ChunkKey chunk, const ByteRange& range, std::size_t limit,
                           std::vector<Record>& out) const;

    const RdfFile& m_file;
    RdfNodes m_nodes;
};

}
