// The ids of nodes: `part` holds the kind of node in its top six bits and, for a field, its position plus one
// in the others; `place` is a record reference for records, objects and callsites, a number for folders and
// chunks, else chunk number << 32 | sequence number.
#pragma once

#include "core/model/node.h"

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

inline NodeId idOf(Part part, std::uint64_t place = 0)
{
    return {place, static_cast<std::uint32_t>(part) << kFieldBits};
}
inline NodeId idOf(Part part, RecordRef ref)
{
    return idOf(part, ref.bits);
}
inline NodeId idOf(Part part, std::uint32_t chunk, std::uint64_t sequence)
{
    return idOf(part, std::uint64_t(chunk) << 32 | sequence);
}
inline NodeId fieldIdOf(const NodeId& owner, std::uint64_t field)
{
    return {owner.place, owner.part | static_cast<std::uint32_t>(field + 1)};
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

}
