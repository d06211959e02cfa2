// A document for tests of the window: a flat list of records over bytes in memory and a timeline made with a
// TimelineBuilder. Record i is at offset 16 * i and 16 bytes long; slices refer to them by RecordRef.
//
//     TimelineBuilder builder; ...; FakeDocument::record(2) is the third record's reference
//     DocumentSession session(std::make_unique<FakeDocument>(builder.snapshot(range, 10, true), 10));
//     session.startIndexing();                       // publishes that snapshot
#pragma once

#include "core/model/format.h"
#include "core/model/timeline_builder.h"

namespace traceglass {

class FakeDocument : public Document
{
public:
    static constexpr std::uint64_t kRecordSize = 16;
    static RecordRef record(std::uint64_t index) { return RecordRef(SourceId(0), index * kRecordSize); }

    explicit FakeDocument(TimelinePtr timeline, std::uint64_t records = 64)
        : m_timeline(std::move(timeline))
        , m_records(records)
        , m_source(std::make_shared<MemorySource>("fake.bin", pattern(records * kRecordSize)))
    {
    }

    std::vector<Flow> knownFlows; // returned for any slice of the tracks they join
    bool timeAxis = true;

    const Format& format() const override
    {
        static const Format format {"fake", "Fake capture", "fake", {}, nullptr, nullptr, nullptr};
        return format;
    }
    Summary summary() const override
    {
        Summary summary;
        summary.version = "1";
        summary.path = "fake.bin";
        summary.size = m_source->size();
        summary.records = m_records;
        if (m_timeline)
            summary.time = m_timeline->range;
        return summary;
    }
    bool changedOnDisk() const override { return false; }

    std::uint32_t sourceCount() const override { return 1; }
    std::string sourceName(SourceId) const override { return m_source->name(); }
    Result<SourcePtr> source(SourceId) const override { return m_source; }
    Result<ByteRange> decoded(const NodeId& id) const override { return rangeOf(id); }
    Result<std::vector<Record>> recordsIn(const ByteRange& range, std::size_t limit) const override
    {
        std::vector<Record> out;
        for (std::uint64_t i = range.offset / kRecordSize; i < m_records && i * kRecordSize < range.end();
             ++i) {
            if (out.size() < limit)
                out.push_back(recordAt(i));
        }
        return out;
    }

    Node root() const override { return *node(NodeId {kRoot, 0}); }
    Result<Node> node(const NodeId& id) const override
    {
        Node node;
        node.id = id;
        node.range = rangeOf(id);
        node.kind = id.place == kRoot ? NodeKind::capture : NodeKind::record;
        node.tint = id.place == kRoot ? Tint::none : Tint::taskStart;
        node.expandable = id.place == kRoot;
        node.label = id.place == kRoot ? "fake.bin" : "record " + std::to_string(id.place);
        return node;
    }
    Result<std::uint64_t> childCount(const NodeId& id) const override
    {
        return id.place == kRoot ? m_records : 0;
    }
    Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first,
                                       std::uint64_t count) const override
    {
        std::vector<Node> out;
        for (std::uint64_t i = first; id.place == kRoot && i < m_records && i - first < count; ++i)
            out.push_back(*node(NodeId {i, 0}));
        return out;
    }
    std::vector<Step> wayTo(const NodeId& id) const override
    {
        if (id.place >= m_records)
            return {};
        return {{id, id.place}};
    }
    std::optional<NodeId> nodeAt(SourceId, std::uint64_t offset) const override
    {
        if (offset >= m_source->size())
            return {};
        return NodeId {offset / kRecordSize, 0};
    }
    std::string pathOf(const NodeId& id) const override
    {
        return id.place == kRoot ? "/" : "/records/" + std::to_string(id.place);
    }
    std::optional<NodeId> find(std::string_view path) const override
    {
        for (std::uint64_t i = 0; i < m_records; ++i) {
            if (path == pathOf(NodeId {i, 0}))
                return NodeId {i, 0};
        }
        return path == "/" ? std::optional(NodeId {kRoot, 0}) : std::nullopt;
    }

    bool hasTimeline() const override { return timeAxis; }
    Result<void> index(const IndexRequest& request, Job& job) const override
    {
        job.start(1);
        if (request.publish && m_timeline)
            request.publish(m_timeline);
        job.advance();
        return {};
    }
    std::vector<Flow> flows(const Timeline&, const SliceId& slice) const override
    {
        std::vector<Flow> out;
        for (const Flow& flow : knownFlows) {
            if ((flow.fromKind == slice.kind && flow.fromKey == slice.trackKey)
                || (flow.toKind == slice.kind && flow.toKey == slice.trackKey))
                out.push_back(flow);
        }
        return out;
    }

    Result<std::uint64_t> records(const RecordQuery& query, const RecordSink& sink, Job& job) const override
    {
        std::uint64_t delivered = 0;
        for (; delivered < std::min(m_records, query.limit) && !job.stopRequested(); ++delivered) {
            if (!sink(recordAt(delivered)))
                break;
        }
        return delivered;
    }
    Result<void> dump(bool, const std::function<void(std::string_view)>& out, Job&) const override
    {
        out("{}");
        return {};
    }
    Result<void> validate(Job&) const override { return {}; }

private:
    static constexpr std::uint64_t kRoot = ~std::uint64_t(0);

    static std::vector<std::byte> pattern(std::uint64_t size)
    {
        std::vector<std::byte> bytes(size);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::byte>(i * 7);
        return bytes;
    }
    ByteRange rangeOf(const NodeId& id) const
    {
        if (id.place >= m_records)
            return {SourceId(0), 0, m_source->size()};
        return {SourceId(0), id.place * kRecordSize, kRecordSize};
    }
    Record recordAt(std::uint64_t index) const
    {
        Record out;
        out.ref = record(index);
        out.node = NodeId {index, 0};
        out.range = rangeOf(out.node);
        out.tint = Tint::taskStart;
        out.kind = "Fake";
        out.subject = "record " + std::to_string(index);
        return out;
    }

    TimelinePtr m_timeline;
    std::uint64_t m_records;
    SourcePtr m_source;
};

}
