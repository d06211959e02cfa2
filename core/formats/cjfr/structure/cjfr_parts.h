// What a CondensedData file is made of, for its structure tree: header, stored stream, types, caches with
// their entries, messages with their values, footer. Ids: cjfr_node_ids.h. Until the stream was read the tree
// shows header and footer only.
#pragma once

#include "core/base/recent.h"
#include "core/formats/cjfr/structure/cjfr_node_ids.h"
#include "core/formats/cjfr/wire/cjfr_file.h"
#include "core/model/structure.h"

namespace traceglass::cjfr {

// The children of the root: a group each.
struct TopPart
{
    std::string_view word;
    Part part;
};
inline constexpr std::array<TopPart, 6> kTopParts = {{{"header", Part::header},
                                                      {"stream", Part::stream},
                                                      {"types", Part::types},
                                                      {"caches", Part::caches},
                                                      {"messages", Part::messages},
                                                      {"footer", Part::footer}}};

// What the footer tells, a node without id each: known before anything of the stream is read.
std::vector<Node> footerLines(const Footer& footer);

class CjfrParts : public Parts
{
public:
    explicit CjfrParts(const CjfrFile& file)
        : m_file(file)
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
    std::optional<NodeId> childAt(const NodeId& parent, std::size_t group, SourceId source,
                                  std::uint64_t offset, const Job& job) const override;
    Result<ByteRange> decoded(const NodeId& id, const Job& job) const override;
    std::optional<ByteRange> stored(const ByteRange& decoded) const override;
    void blocks(SourceId source, const BlockSink& sink, const Job& job) const override;
    Result<void> checkWhole() const override { return m_file.checkRead(); }

private:
    // A value of a message and where it stands.
    struct HeldValue
    {
        NodeId id;
        Value value;
        const Slot* slot = nullptr;
        NodeId holder {}; // the message, or the value around it
        std::uint64_t position = 0;
        bool isElement = false; // of an array
    };
    using ValueUse = std::function<bool(const HeldValue&)>;

    bool isThere(Part top) const;
    std::vector<Node> lines(const NodeId& owner, const Job& job) const;
    std::optional<Message> lastMessage() const;
    std::optional<Message> met(MessageWalk walk, const Job& job) const;
    std::optional<Message> message(const StreamIndex& index, std::uint64_t number, const Job& job) const;
    std::optional<Message> messageHolding(const StreamIndex& index, std::uint64_t offset,
                                          const Job& job) const;
    std::optional<NodeId> messageAt(const StreamIndex& index, std::uint64_t offset, const Job& job) const;
    std::optional<HeldValue> value(const StreamIndex& index, const NodeId& id, const Job& job) const;
    std::optional<Value> holding(const StreamIndex& index, const NodeId& holder, const Job& job) const;
    bool eachValue(const StreamIndex& index, const NodeId& holder, const ValueUse& use, const Job& job) const;
    std::optional<HeldValue> firstValue(const StreamIndex& index, const NodeId& holder, const ValueUse& is,
                                        const Job& job) const;
    std::optional<NodeId> valueAt(const StreamIndex& index, const NodeId& holder, std::uint64_t offset,
                                  const Job& job) const;

    Node messageNode(const StreamIndex& index, const Message& message) const;
    Node valueNode(const StreamIndex& index, const HeldValue& held) const;
    void readFile(Node& out) const;
    bool readStream(const StreamIndex& index, Node& out, const Job& job) const;

    // Calls use(stored, decoded) for each member of the compressed stream as far as it was decoded, until it returns
    // false.
    void eachMember(const DecodedSource::Outcome& decoding,
                    const std::function<bool(const ByteRange& stored, const ByteRange& decoded)>& use) const;
    void storedBlocks(const BlockSink& sink) const;
    void streamBlocks(const BlockSink& sink) const;

    const CjfrFile& m_file;

    // Nodes are asked for one after the other mostly: the way from the checkpoint to a message costs a
    // thousand times as much as that from the one before, and that to a value as much as all values around
    // it.
    mutable std::mutex m_mutex; // guards what follows
    mutable std::optional<Message> m_lastMessage;
    mutable Recent<std::uint64_t, HeldValue> m_values {2 * limits::kCjfrDepth}; // by NodeId::place
};

}
