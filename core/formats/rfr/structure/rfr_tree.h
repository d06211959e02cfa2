// The nodes of a recording's structure tree: meta, callsites, folders, chunks, sequences, objects and records
// with their fields. Internal to RfrDocument, which makes a Tree for each question.
//
// Node ids: `part` holds the kind of node in its top six bits and, for a field, its position plus one in the
// others; `place` is a record reference for records, objects and callsites, a number for folders and chunks,
// else chunk number << 32 | sequence number.
#pragma once

#include "core/formats/rfr/rfr_document.h"
#include "core/formats/rfr/records/rfr_record_text.h"

namespace traceglass::rfr {

enum class Part : std::uint32_t {
    root,
    meta,
    callsites,
    callsite,
    folder,
    chunk,
    header,
    sequence,
    objects,
    object,
    records,
    record,
    notes,
};

constexpr unsigned kFieldBits = 26;
constexpr std::uint32_t kFieldMask = (1u << kFieldBits) - 1;

inline NodeId idOf(Part part, std::uint64_t place)
{
    return {place, static_cast<std::uint32_t>(part) << kFieldBits};
}

inline Part partOf(const NodeId& id)
{
    return static_cast<Part>(id.part >> kFieldBits);
}
inline bool isField(const NodeId& id)
{
    return (id.part & kFieldMask) != 0;
}
inline std::size_t fieldOf(const NodeId& id)
{
    return (id.part & kFieldMask) - 1;
}
inline NodeId ownerOf(const NodeId& id)
{
    return {id.place, id.part & ~kFieldMask};
}

inline std::uint64_t pack(std::uint32_t chunk, std::uint64_t sequence)
{
    return std::uint64_t(chunk) << 32 | sequence;
}
inline std::uint32_t chunkIn(const NodeId& id)
{
    return static_cast<std::uint32_t>(id.place >> 32);
}
inline std::uint32_t sequenceIn(const NodeId& id)
{
    return static_cast<std::uint32_t>(id.place);
}

inline RecordRef refIn(const NodeId& id)
{
    RecordRef ref;
    ref.bits = id.place;
    return ref;
}

// A field of a record or header, with the bytes it was read from.
struct FieldLine
{
    std::string label;
    std::string value;
    std::uint64_t offset = 0; // in the file
    std::uint64_t end = 0;
};

class Tree
{
public:
    explicit Tree(const RfrDocument& document)
        : m_document(document)
        , m_recording(*document.m_recording)
        , m_text(document)
    {
    }

    Result<Node> node(const NodeId& id) const;
    Result<std::uint64_t> childCount(const NodeId& id) const;
    Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first, std::uint64_t count) const;
    // Nothing when the bytes no longer hold what their first reading promised.
    std::optional<NodeId> childAt(const NodeId& id, std::uint64_t position) const;
    std::optional<std::uint64_t> positionOf(const NodeId& parent, const NodeId& child) const;
    std::optional<NodeId> parentOf(const NodeId& id) const;
    std::optional<NodeId> nodeAt(SourceId source, std::uint64_t offset) const;

    std::optional<RecordPlace> record(const NodeId& id) const
    {
        const RecordRef ref = refIn(id);
        const RecordPlace place = recordAt(m_document.pieceAt(ref.source(), ref.offset()), ref.offset());
        if (!place || place.range().offset != ref.offset())
            return {};
        return place;
    }
    std::uint64_t recordNumber(const RecordPlace& place) const
    {
        return m_document.isStream() ? m_document.firstRecordOf(*place.piece) + place.record : place.record;
    }

    struct ObjectAt
    {
        PiecePtr piece;
        const Sequence* sequence = nullptr;
        std::size_t index = 0;

        std::uint64_t offset() const { return sequence->offsetBase + sequence->objects[index].offset; }
        std::uint64_t end() const
        {
            return index + 1 < sequence->objects.size()
                ? sequence->offsetBase + sequence->objects[index + 1].offset
                : sequence->recordsOffset;
        }
    };
    std::optional<ObjectAt> object(const NodeId& id) const
    {
        return objectAt(refIn(id).source(), refIn(id).offset());
    }

private:
    std::vector<FieldLine> fields(const NodeId& owner) const;
    std::optional<ObjectAt> objectAt(SourceId source, std::uint64_t offset) const;
    const Sequence* sequence(const NodeId& id, PiecePtr& piece) const;
    const std::vector<std::uint32_t>& chunksIn(std::size_t folder) const
    {
        return m_document.m_folderChunks[folder];
    }
    SourceId sourceOf(const NodeId& id) const;

    const RfrDocument& m_document;
    const Recording& m_recording;
    RecordText m_text;
};

}
