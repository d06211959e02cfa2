// The nodes of a CondensedData file's structure tree: header, stored stream, types, caches, messages with
// their values, footer. Internal to CjfrDocument, which makes a Tree for each question.
//
// Node ids: `part` holds the kind of node in its top four bits and a position plus one in the others, that of
// a line within its owner or of a value within its parent. `place` is a number (type, cache, message), for
// entries cache << 40 | number, for values offset << 16 | depth below the message: with the position that is
// one value, as values of one depth begin at one offset only when they take no bytes.
#pragma once

#include "core/formats/cjfr/cjfr_document.h"

namespace traceglass::cjfr {

enum class Part : std::uint32_t {
    root,
    header,
    stream,
    types,
    type,
    caches,
    cache,
    entry,
    messages,
    message,
    value,
    footer,
};

constexpr unsigned kPositionBits = 28;
constexpr std::uint32_t kPositionMask = (1u << kPositionBits) - 1;
constexpr unsigned kEntryBits = 40;
constexpr unsigned kDepthBits = 16;

inline NodeId idOf(Part part, std::uint64_t place)
{
    return {place, static_cast<std::uint32_t>(part) << kPositionBits};
}

inline Part partOf(const NodeId& id)
{
    return static_cast<Part>(id.part >> kPositionBits);
}

// The position of a line or value; nothing for other nodes.
inline std::optional<std::uint64_t> positionIn(const NodeId& id)
{
    const std::uint32_t bits = id.part & kPositionMask;
    return bits ? std::optional<std::uint64_t>(bits - 1) : std::nullopt;
}

inline bool isLine(const NodeId& id)
{
    return positionIn(id) && partOf(id) != Part::value;
}

inline NodeId lineOf(const NodeId& owner, std::uint64_t position)
{
    return {owner.place, owner.part | (static_cast<std::uint32_t>(position + 1) & kPositionMask)};
}

inline NodeId ownerOf(const NodeId& line)
{
    return {line.place, line.part & ~kPositionMask};
}

// Of a value so many levels below its message.
inline NodeId valueId(const Value& value, std::uint64_t depth, std::uint64_t position)
{
    return lineOf(idOf(Part::value, value.begin << kDepthBits | depth), position);
}

// A fact about header, type or footer.
struct Line
{
    std::string label;
    std::string value;
    ByteRange range {};
};

// A value with the way to it: the message, then each value down to it.
struct ValuePath
{
    Message message;
    std::vector<Value> values;            // of depth 1, 2, ...
    std::vector<std::uint64_t> positions; // in their parents
    std::vector<const Slot*> slots;
};

class Tree
{
public:
    explicit Tree(const CjfrDocument& document)
        : m_document(document)
    {
    }

    Result<Node> node(const NodeId& id) const;
    Result<std::uint64_t> childCount(const NodeId& id) const;
    Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first, std::uint64_t count) const;
    std::optional<NodeId> childAt(const NodeId& id, std::uint64_t position) const;
    std::optional<std::uint64_t> positionOf(const NodeId& parent, const NodeId& child) const;
    std::optional<NodeId> parentOf(const NodeId& id) const;
    std::optional<ValuePath> valuePath(const NodeId& id) const;
    std::optional<NodeId> valueAt(std::uint64_t messageNumber,
                                  std::span<const std::uint64_t> positions) const;
    std::optional<NodeId> nodeAt(SourceId source, std::uint64_t offset) const;
    std::optional<NodeId> messageAt(std::uint64_t offset) const; // in the stream

private:
    std::vector<Line> lines(const NodeId& owner) const;
    std::vector<Line> typeLines(const Type& type) const;
    std::vector<Line> footerLines() const;
    std::vector<Part> topParts() const;
    const StreamIndex* index() const;
    std::optional<Message> message(std::uint64_t number) const;
    std::optional<Message> messageHolding(std::uint64_t offset) const;
    Node lineNode(const NodeId& id, const Line& line) const;
    Node messageNode(const Message& message) const;
    Node valueNode(const NodeId& id, const Slot& slot, std::uint64_t position, bool ofArray,
                   const Value& value) const;
    Result<Node> typeNode(const NodeId& id) const;
    Result<Node> cacheNode(const NodeId& id) const;
    Result<Node> entryNode(const NodeId& id) const;
    std::optional<NodeId> innermost(const Message& message, std::uint64_t offset) const;

    const CjfrDocument& m_document;
    mutable IndexPtr m_index;
};

}
