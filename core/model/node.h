// One line of the structure tree, and the paths that name nodes on the command line.
#pragma once

#include "core/base/byte_range.h"
#include "core/base/code.h"
#include "core/base/time_text.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace traceglass {

// What identifies a node within its document. Only the format's Parts know what the numbers mean.
struct NodeId
{
    std::uint64_t place = 0;
    std::uint32_t part = 0;

    auto operator<=>(const NodeId&) const = default;
};

enum class NodeKind : std::uint8_t {
    capture,
    folder,
    file,
    header,
    index,
    chunk,
    data,
    gap,
    sequence,
    objects,
    object,
    callsite,
    records,
    record,
    field,
    text,
    picture,
    segment,
    unit,
    minor,
    frame,
    stream,
    meta,
    lost,
};
std::string_view kindName(NodeKind kind); // "capture", "folder", ...
std::span<const std::string_view> nodeKinds(); // the names of all

// The colour family of a record: the swatch in tree and tables, the ground of its bytes.
enum class Tint : std::uint8_t { none, head, taskStart, taskEnd, wake, span, event };

// How the bytes of a field are read, where the format knows that they are one number.
struct Encoding
{
    enum class Kind : std::uint8_t { unknown, unsignedInt, signedInt, floating, leb128, signedLeb128 };

    Kind kind = Kind::unknown;
    bool bigEndian = false;

    bool operator==(const Encoding&) const = default;
};

struct Node
{
    NodeId id;
    NodeKind kind = NodeKind::field;
    Tint tint = Tint::none;
    bool expandable = false;
    std::string label;                  // "seq 3"
    std::string value;                  // "worker 1"; shown after the label in a quieter colour
    ByteRange range;                    // length 0: the node owns no bytes
    std::optional<TimeRange> time {};   // when it happened, on its axis; a moment has equal ends
    std::uint16_t axis = 0;             // in Timeline::axes
    bool timeApproximate = false;       // an estimate, never to be shown as exact
    std::optional<Severity> problem {}; // the worst that is known to be wrong in it
    std::optional<NodeId> link {};      // what it refers to: of an entry of an index the frame it names
    Encoding encoding {};

    bool operator==(const Node&) const = default;
};

}
