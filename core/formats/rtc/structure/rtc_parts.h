// The parts of an RTC file for its structure tree: gaps, segments with their streams and Units, minor units,
// frames and what is lost between them, fields.
#pragma once

#include "core/base/recent.h"
#include "core/formats/rtc/rtc_file.h"
#include "core/formats/rtc/structure/rtc_address.h"
#include "core/model/structure.h"

namespace traceglass::rtc {

class RtcParts : public Parts
{
public:
    explicit RtcParts(const RtcFile& file); // which must live as long

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
    Result<ByteRange> decoded(const NodeId& id,
                              const Job& job) const override; // payloads of several frames, joined
    std::optional<NodeId> nodeOf(RecordRef ref,
                                 const Job& job) const override; // the frame, not the first of its fields
    void blocks(SourceId source, const BlockSink& sink, const Job& job) const override;
    Result<void> checkWhole() const override;

private:
    using Fields = std::shared_ptr<const std::vector<Node>>;

    const Ruler& ruler() const { return m_file.ruler(); }
    const Stream& streamAt(const Address& address) const
    {
        return ruler().segments[address.segment()].streams.at(address.stream());
    }
    std::optional<Address> addressOf(const NodeId& id, const Job& job) const; // only of what is there
    static NodeId idOfItem(const MinorItem& item);

    // --- rtc_nodes.cpp
    Node partNode(const Address& address) const; // of all but items of minor units and fields
    Node itemNode(const MinorItem& item) const;
    void tellFrame(const MinorItem& item, Node& node) const;
    std::string shortValue(const MinorItem& item) const;

    // --- rtc_fields.cpp
    Fields fieldsOf(const Address& parent, const Job& job) const; // the lines below a frame or a stream
    std::vector<Node> frameFields(const MinorItem& item, const Job& job) const;
    void indexFields(const MinorItem& item, std::vector<Node>& out) const;
    std::string momentText(const MinorView::Placing& moment) const;

    static constexpr std::uint64_t kFieldsKept = 1u << 16; // a payload in many frames has one for each

    const RtcFile& m_file;
    mutable std::mutex m_mutex; // guards what follows
    mutable Recent<std::uint64_t, Fields> m_fields;
};

}
