// The structure tree of a recording: meta, callsites, notes, folders, chunks, sequences, objects and records
// with their fields; of a stream its records alone.
//
// Paths leave the folders out: a chunk is /chunks/N, by its number in the recording.
#pragma once

#include "core/formats/rfr/notes/rfr_notes.h"
#include "core/formats/rfr/structure/rfr_node_id.h"
#include "core/formats/rfr/timeline/rfr_timeline.h"
#include "core/model/structure.h"

#include <string>
#include <vector>

namespace traceglass::rfr {

class RfrParts : public Parts
{
public:
    RfrParts(const RecordingReader& reader, const RfrTimeline& timeline, const RfrNotes& notes);

    Result<std::vector<PartGroup>> groups(const NodeId& parent, const Job& job) const override;
    std::optional<NodeId> child(const NodeId& parent, std::size_t group, std::uint64_t index,
                                const Job& job) const override;
    std::optional<PartPlace> placeOf(const NodeId& id, const Job& job) const override;
    Result<Node> read(const NodeId& id, const Job& job) const override;
    Result<void> readGroup(const NodeId& parent, std::size_t group, std::uint64_t first, std::uint64_t count,
                           std::vector<Node>& out, const Job& job) const override;
    std::optional<NodeId> holderOf(SourceId source, std::uint64_t offset, const Job& job) const override;
    Result<std::vector<PartGroup>> pathGroups(const NodeId& parent, const Job& job) const override;
    std::optional<NodeId> pathChild(const NodeId& parent, std::size_t group, std::uint64_t index,
                                    const Job& job) const override;
    std::optional<PartPlace> pathPlaceOf(const NodeId& id, const Job& job) const override;
    void blocks(SourceId source, const BlockSink& sink, const Job& job) const override;

private:
    bool exists(const NodeId& id, const Job& job) const;
    // Parts whose existence shows when they are looked up: there is no need to do it twice.
    static bool isInPiece(Part part) { return part == Part::object || part == Part::record; }
    // What an id stands for; nothing, null or false when it means nothing here.
    std::optional<std::size_t> callsiteAt(SourceId source, std::uint64_t offset) const; // its number
    std::optional<std::size_t> callsite(const NodeId& id) const;
    const ChunkFile* readableChunk(const NodeId& id) const;
    std::shared_ptr<const Sequence> sequence(const NodeId& id, const Job& job) const;
    PieceObject object(const NodeId& id, const Job& job) const;
    PieceRecord record(const NodeId& id, const Job& job) const;

    std::vector<PartGroup> rootGroups(std::uint64_t chunks) const;
    ByteRange wholeFile(SourceId source) const;
    SourceId sourceOf(const NodeId& id) const;
    Result<void> readRecords(const NodeId& list, std::uint64_t first, std::uint64_t count,
                             std::vector<Node>& out, const Job& job) const;
    // Of meta, headers, callsites, objects and records; none of anything else.
    std::vector<Node> fields(const NodeId& owner, const Job& job) const;
    void describeChunk(Node& node, const ChunkFile& chunk) const;
    void describeObject(Node& node, const PieceObject& object) const;
    void describeRecord(Node& node, const PieceRecord& record) const;
    void describeSequence(Node& node, const Sequence& sequence) const;

    void chunkBlocks(std::uint32_t chunk, const BlockSink& sink) const;
    void streamBlocks(const BlockSink& sink) const;

    const RecordingReader& m_reader;
    const Recording& m_recording;
    const RfrTimeline& m_timeline;
    const RfrNotes& m_notes;

    struct Folder
    {
        std::string name;
        std::vector<std::uint32_t> chunks;
    };
    std::vector<Folder> m_folders; // in path order
    std::vector<std::uint32_t> m_atTop;
    std::vector<std::uint32_t> m_folderOf; // by chunk
};

}
