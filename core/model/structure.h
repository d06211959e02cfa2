// The structure tree of a capture: what it is made of, down to the byte, and the paths that name each part.
//
//     const Structure& tree = *document.structure();
//     for (const Node& node : *tree.children(tree.root().id, 0, 100)) ...
//     tree.find("/chunks/3/data");   tree.pathOf(id);   tree.nodeAt(source, offset);
//
// One class for all formats; what differs is in the Parts a format describes. All functions may be called from any
// thread.
#pragma once

#include "core/base/diagnostic_log.h"
#include "core/base/job.h"
#include "core/base/limits.h"
#include "core/model/node.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass {

// The children of a node are groups, one behind the other: "header", then "sequences/0", "sequences/1", ...
struct PartGroup
{
    std::string_view word;   // in paths; empty: the number stands alone, as in "/messages/3"
    bool numbered = false;   // its children are "/word/0", "/word/1", ...; else it is one child, "/word"
    std::uint64_t count = 1; // 0: there is none of it in this node
    bool ordered = false;    // children lie in the file one behind the other, so the owner of a byte is found by halving
    bool ownsBytes = true;   // else a byte of them counts as one of their parent (fields of a record)
};

// Where a node stands among the children of its parent.
struct PartPlace
{
    NodeId parent;
    std::size_t group = 0;
    std::uint64_t index = 0; // within the group
};

// A piece of what the format is made of (RFR chunks and sequences, RTC Units, RDF chunks and gaps, CondensedData
// members, blocks and messages), for the map of damage.
struct Block
{
    enum class State : std::uint8_t {
        good,
        suspect, // something in it is known to be wrong
        lost,    // nothing can be read there
        unread,  // nobody has looked yet
    };

    ByteRange range;
    NodeId node; // what a click on it selects
    State state = State::good;
};
// Returns false to stop.
using BlockSink = std::function<bool(const Block&)>;

// What a format says about its parts; Structure does the rest. Ids are the format's own and may be hostile or of
// another state of the file: what means nothing is answered with nothing.
class Parts
{
public:
    virtual ~Parts() = default;

    // Who asks may be stopped while parts are read. Whatever is said then is told to nobody: it is not kept, and what
    // was left unread is no fault of the capture.

    virtual NodeId root() const { return {}; }
    // Error: file.unknown-node, file.changed, ...
    virtual Result<Node> read(const NodeId& id, const Job& job) const = 0;
    // The groups of children of a node, in order; none for a leaf. Default of these three: there is only the root.
    // Error: as of read().
    virtual Result<std::vector<PartGroup>> groups(const NodeId& parent, const Job& job) const;
    virtual std::optional<NodeId> child(const NodeId& parent, std::size_t group, std::uint64_t index,
                                        const Job& job) const;
    // Nothing for the root.
    virtual std::optional<PartPlace> placeOf(const NodeId& id, const Job& job) const;

    // Some children of a group, appended to `out`. Where walking over them is cheaper than finding each.
    virtual Result<void> readGroup(const NodeId& parent, std::size_t group, std::uint64_t first,
                                   std::uint64_t count, std::vector<Node>& out, const Job& job) const;

    // The bytes of a node where telling them is cheaper than reading it.
    virtual std::optional<ByteRange> rangeOf(const NodeId& id, const Job& job) const;
    // Where the search for the owner of a byte begins: a node that holds it, the deeper the better. Nothing: no node
    // does. Default: the root.
    virtual std::optional<NodeId> holderOf(SourceId source, std::uint64_t offset, const Job& job) const;
    // The child of a group that holds the byte. Default: by halving where the group is ordered, else one by one.
    virtual std::optional<NodeId> childAt(const NodeId& parent, std::size_t group, SourceId source,
                                          std::uint64_t offset, const Job& job) const;
    // The source that holds the decoded bytes of a node whose range lies in compressed data. Default: its range.
    virtual Result<ByteRange> decoded(const NodeId& id, const Job& job) const;
    // Where bytes of a source were decoded from, where no part around them tells. Default: nothing.
    virtual std::optional<ByteRange> stored(const ByteRange&) const { return {}; }
    // The node a record stands for. Default: the owner of its first byte.
    virtual std::optional<NodeId> nodeOf(RecordRef, const Job&) const { return {}; }

    // Paths that leave out a level of the tree, or that count otherwise. Default: as in the tree.
    virtual Result<std::vector<PartGroup>> pathGroups(const NodeId& parent, const Job& job) const
    {
        return groups(parent, job);
    }
    virtual std::optional<NodeId> pathChild(const NodeId& parent, std::size_t group, std::uint64_t index,
                                            const Job& job) const
    {
        return child(parent, group, index, job);
    }
    virtual std::optional<PartPlace> pathPlaceOf(const NodeId& id, const Job& job) const
    {
        return placeOf(id, job);
    }
    // Other names of nodes, which do not begin with a slash: "QueueEvent:4".
    virtual std::optional<NodeId> named(std::string_view, const Job&) const { return {}; }

    // The pieces of a source, in order of place, without overlaps; gaps between them belong to nobody. A part only says
    // lost, unread or good: what is suspect is told by the list of problems. Good is what was looked at as closely as
    // validate() does; unread what it may still find something in. Default: the children of the root, or the
    // root where it has none.
    virtual void blocks(SourceId source, const BlockSink& sink, const Job& job) const;

    // file.changed once what was opened is no longer what is read.
    virtual Result<void> checkWhole() const { return {}; }
};

// A job that is stopped ends reading: then there is an error, file.stopped, or nothing. Who nobody stops has none.
class Structure
{
public:
    // Problems of nodes and blocks are those of `log`, which must live as long.
    Structure(std::unique_ptr<const Parts> parts, const DiagnosticLog& log);

    NodeId rootId() const;
    Node root(const Job& job = {}) const;
    // Errors of these: file.unknown-node, file.stopped, file.changed.
    Result<Node> node(const NodeId& id, const Job& job = {}) const;
    Result<std::uint64_t> childCount(const NodeId& id, const Job& job = {}) const;
    Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first, std::uint64_t count,
                                       const Job& job = {}) const;
    // The same for who asks checkWhole() before any of them is told of: for a few children that takes longer than
    // reading them.
    Result<std::vector<Node>> childrenUnchecked(const NodeId& id, std::uint64_t first, std::uint64_t count,
                                                const Job& job = {}) const;
    Result<void> checkWhole() const { return m_parts->checkWhole(); } // else what was read since may be zeros

    // The way down to a node: for each step from the root, the child and its position in its parent's list. Empty for
    // the root and for what means nothing.
    struct Step
    {
        NodeId id;
        std::uint64_t position = 0;
    };
    std::vector<Step> wayTo(const NodeId& id, const Job& job = {}) const;

    // The node that has it at home; others may list it as well. Nothing for the root and for what means nothing.
    std::optional<NodeId> parentOf(const NodeId& id, const Job& job = {}) const;
    // No tree is that deep; hostile ids may claim parents without end.
    static constexpr int kDeepest = 2 * limits::kJsonDepth + 64 * limits::kNestedCaptures;

    // The innermost node that owns a byte.
    std::optional<NodeId> nodeAt(SourceId source, std::uint64_t offset, const Job& job = {}) const;
    // The innermost node that holds all bytes of a range; where none does, that of the first byte.
    std::optional<NodeId> nodeHolding(const ByteRange& range, const Job& job = {}) const;
    std::optional<NodeId> nodeOf(RecordRef ref, const Job& job = {}) const;
    // The source that holds the decoded bytes of a node whose range lies in compressed data; else the range's own.
    Result<ByteRange> decoded(const NodeId& id, const Job& job = {}) const;
    // What bytes were decoded from, in another source. Nothing: they lie in the file as they are, or nobody knows.
    std::optional<ByteRange> stored(const ByteRange& decoded) const;

    // Paths are fixed words and indexes: "/chunks/3/data", "/" is the capture. Empty for what means nothing.
    std::string pathOf(const NodeId& id, const Job& job = {}) const;
    std::optional<NodeId> find(std::string_view path, const Job& job = {}) const;

    // The pieces of a source with what is known of them; agrees with the list of problems.
    void blocks(SourceId source, const BlockSink& sink, const Job& job = {}) const;

    // The capture's own node is called so, whatever the name of the file its bytes are read from. Before anybody asks.
    void setRootLabel(std::string label) const { m_rootLabel = std::move(label); }

private:
    void addProblem(Node& node) const;

    std::unique_ptr<const Parts> m_parts;
    const DiagnosticLog& m_log;
    mutable std::string m_rootLabel;
};

// The children of a node that may be a long list, as ranges: how many children one range holds, 1 when no ranges are
// needed. A list of 25,000 is shown as 0–9,999, 10,000–19,999, 20,000–24,999; longer lists nest.
std::uint64_t rangeSize(std::uint64_t childCount);

}
