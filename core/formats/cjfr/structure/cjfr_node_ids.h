// What the nodes of a CondensedData file's structure tree are and how they are numbered: header, stored
// stream, types, caches, messages with their values, footer.
//
// `part` of an id holds the kind of node in its top four bits and a position plus one in the others, that of
// a line within its owner or of a value within its parent. `place` is a number (type, cache, message), for
// entries cache << 40 | number, for values offset << 16 | depth below the message: with the position that is
// one value, as values of one depth begin at one offset only when they take no bytes.
#pragma once

#include "core/formats/cjfr/wire/cjfr_value.h"
#include "core/model/node.h"

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
constexpr std::uint64_t kEntryMask = (std::uint64_t(1) << kEntryBits) - 1;
constexpr unsigned kDepthBits = 16;
constexpr std::uint64_t kDepthMask = (std::uint64_t(1) << kDepthBits) - 1;

inline NodeId idOf(Part part, std::uint64_t place = 0)
{
    return {place, static_cast<std::uint32_t>(part) << kPositionBits};
}

inline Part partOf(const NodeId& id)
{
    return static_cast<Part>(id.part >> kPositionBits);
}

// There is one of each of these.
constexpr bool isTopPart(Part part)
{
    return part <= Part::types || part == Part::caches || part == Part::messages || part == Part::footer;
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

}
