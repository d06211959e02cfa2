// What the structure tree of an RDF document is made of: file header, chunks, index, a map of the file and
// chunks by id; chunks hold a header, data and their entry; data hold what they turn out to be.
//
// Chunks of one id in a row, 32 or more, are one line of the list. Paths do not know of that: "/chunks/3" is the fourth
// entry of the index, "/runs/0" the first of such lines. Fields, rows, strings, tokens and events count within the data
// they begin in: "/chunks/3/data/2", and the fields of such a one within it: "/chunks/3/data/2/1". Fields of a header:
// "/chunks/3/header/0".
#pragma once

#include "core/formats/rdf/structure/rdf_nodes.h"
#include "core/model/structure.h"

namespace traceglass::rdf {

class RdfParts : public Parts
{
public:
    RdfParts(const RdfFile& file, const ChunkContents& contents)
        : m_file(file)
        , m_nodes(file, contents)
    {
    }

    Result<std::vector<PartGroup>> groups(const NodeId& parent, const Job& job) const override;
    std::optional<NodeId> child(const NodeId& parent, std::size_t group, std::uint64_t index,
                                const Job& job) const override;
    std::optional<PartPlace> placeOf(const NodeId& id, const Job& job) const override;
    Result<Node> read(const NodeId& id, const Job& job) const override;
    Result<void> readGroup(const NodeId& parent, std::size_t group, std::uint64_t first, std::uint64_t count,
                           std::vector<Node>& out, const Job& job) const override;

    std::optional<NodeId> holderOf(SourceId source, std::uint64_t offset, const Job& job) const override;
    // Nothing: holderOf() has answered with the innermost node.
    std::optional<NodeId> childAt(const NodeId&, std::size_t, SourceId, std::uint64_t,
                                  const Job&) const override
    {
        return {};
    }
    Result<ByteRange> decoded(const NodeId& id, const Job& job) const override;

    // Of the first byte of a record the data; a row, a token, an event, the value of a counter.
    std::optional<NodeId> nodeOf(RecordRef ref, const Job& job) const override;

    Result<std::vector<PartGroup>> pathGroups(const NodeId& parent, const Job& job) const override;
    std::optional<NodeId> pathChild(const NodeId& parent, std::size_t group, std::uint64_t index,
                                    const Job& job) const override;
    std::optional<PartPlace> pathPlaceOf(const NodeId& id, const Job& job) const override;
    std::optional<NodeId> named(std::string_view name, const Job& job) const override; // "QueueEvent:4"

    void blocks(SourceId source, const BlockSink& sink, const Job& job) const override;
    Result<void> checkWhole() const override { return m_file.checkWhole(); }

private:
    Node nodeWithProblem(const Address& address, const Job& job) const;
    std::vector<PartGroup> groupsOf(const Address& parent, const Job& job) const;
    const RdfCapture* captureIn(const Address& parent, const Job& job) const;
    std::optional<Address> childOf(const Address& parent, std::size_t group, std::uint64_t index,
                                   const Job& job) const;
    std::optional<PartPlace> placeIn(const Address& address, bool inList, const Job& job) const;
    std::optional<Address> innermostAt(SourceId source, std::uint64_t offset, const Job& job) const;
    std::optional<Address> innermostIn(const RdfCapture& in, std::uint64_t offset, const Job& job) const;
    Address innermostIn(ChunkKey chunk, std::uint64_t offset, const Job& job) const;
    void regionBlocks(const BlockSink& sink, const Job& job) const;

    const RdfFile& m_file;
    RdfNodes m_nodes;
};

}
