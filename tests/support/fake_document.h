// A document for tests of the window: a flat list of records over bytes in memory and a timeline made with a
// TimelineBuilder. Record i is at offset 16 * i and 16 bytes long; slices refer to them by RecordRef.
//
//     TimelineBuilder builder; ...; FakeDocument::record(2) is the third record's reference
//     DocumentSession session(std::make_unique<FakeDocument>(builder.snapshot(range, 10, true), 10));
//     session.startIndexing();                       // publishes that snapshot
//
// It is its own timeline and records facet. Tests override these functions, and those of the tree below.
#pragma once

#include "core/model/document.h"
#include "core/model/format.h"
#include "core/timeline/timeline_builder.h"

namespace traceglass {

class FakeDocument : public Document, public TimelineFacet, public RecordsFacet
{
public:
    std::vector<std::string> clocks; // that may be named

    static constexpr std::uint64_t kRecordSize = 16;
    static RecordRef record(std::uint64_t index) { return {SourceId(0), index * kRecordSize}; }

    explicit FakeDocument(TimelinePtr timeline, std::uint64_t records = 64)
        : m_timeline(std::move(timeline))
        , m_records(records)
        , m_source(std::make_shared<MemorySource>("fake.bin", pattern(records * kRecordSize)))
        , m_structure(std::make_unique<Tree>(*this), log())
    {
    }

    std::vector<Flow> knownFlows; // returned for any slice of the tracks they join
    bool timeAxis = true;

    const Format& format() const override
    {
        static const Format format {"fake", "Fake capture", "fake", {}, nullptr, nullptr};
        return format;
    }
    const std::filesystem::path& path() const override { return m_path; }
    bool changedOnDisk() const override { return false; }

    std::uint32_t sourceCount() const override { return 1; }
    std::string nameOf(SourceId) const override { return m_source->name(); }
    Result<SourcePtr> source(SourceId id) const override
    {
        return number(id) == 0 ? Result<SourcePtr>(m_source) : fail(Code::NodeUnknown);
    }

    const Structure* structure() const override { return &m_structure; }
    const TimelineFacet* timeline() const override { return timeAxis ? this : nullptr; }
    const RecordsFacet* records() const override { return this; }
    Result<void> validate(Job&) const override { return {}; }

    // --- the tree: the root and its records
    virtual Result<std::uint64_t> childCount() const { return m_records; } // of the root
    virtual Result<Node> node(const NodeId& id) const
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
    virtual std::optional<PartPlace> placeOf(const NodeId& id) const
    {
        if (id.place >= childCount().value_or(0))
            return {};
        return PartPlace {{kRoot, 0}, 0, id.place};
    }
    virtual Result<ByteRange> decoded(const NodeId& id) const { return rangeOf(id); }

    // --- the timeline
    Result<void> index(const IndexRequest& request, Job& job) const override
    {
        job.start(1);
        if (request.publish && m_timeline)
            request.publish(m_timeline);
        job.advance();
        return {};
    }
    std::vector<Flow> flows(const Timeline&, const SliceId& slice, const Job&) const override
    {
        std::vector<Flow> out;
        for (const Flow& flow : knownFlows) {
            if ((flow.fromKind == slice.kind && flow.fromKey == slice.trackKey)
                || (flow.toKind == slice.kind && flow.toKey == slice.trackKey))
                out.push_back(flow);
        }
        return out;
    }

    // --- the records
    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const override
    {
        const std::uint64_t first = query.from ? query.from->place : 0;
        std::uint64_t delivered = 0;
        for (; delivered < std::min(m_records - first, query.limit) && !job.stopRequested(); ++delivered) {
            if (!sink(recordAt(first + delivered)))
                break;
        }
        return delivered;
    }
    Result<std::vector<Record>> in(const ByteRange& range, std::size_t limit, const Job&) const override
    {
        std::vector<Record> out;
        for (std::uint64_t i = range.offset / kRecordSize; i < m_records && i * kRecordSize < range.end();
             ++i) {
            if (out.size() < limit)
                out.push_back(recordAt(i));
        }
        return out;
    }
    Result<void> dump(bool, const std::function<void(std::string_view)>& out, Job&) const override
    {
        out("{}");
        return {};
    }

protected:
    Summary makeSummary(const Job&) const override
    {
        Summary summary;
        summary.version = "1";
        summary.path = m_path;
        summary.size = m_source->size();
        summary.records = m_records;
        summary.clocks = clocks;
        if (m_timeline)
            summary.time = m_timeline->range;
        return summary;
    }

private:
    static constexpr std::uint64_t kRoot = ~std::uint64_t(0);

    class Tree : public Parts
    {
    public:
        explicit Tree(const FakeDocument& document)
            : m_document(document)
        {
        }
        NodeId root() const override { return {kRoot, 0}; }
        Result<std::vector<PartGroup>> groups(const NodeId& parent, const Job&) const override
        {
            if (parent.place != kRoot)
                return {};
            return m_document.childCount().map(
                [](std::uint64_t count) { return std::vector<PartGroup> {{"records", true, count}}; });
        }
        std::optional<NodeId> child(const NodeId&, std::size_t, std::uint64_t index,
                                    const Job&) const override
        {
            return NodeId {index, 0};
        }
        std::optional<PartPlace> placeOf(const NodeId& id, const Job&) const override
        {
            return m_document.placeOf(id);
        }
        Result<Node> read(const NodeId& id, const Job&) const override { return m_document.node(id); }
        Result<ByteRange> decoded(const NodeId& id, const Job&) const override
        {
            return m_document.decoded(id);
        }
        std::optional<NodeId> holderOf(SourceId source, std::uint64_t offset, const Job&) const override
        {
            if (number(source) != 0 || offset >= m_document.m_source->size())
                return {};
            return NodeId {offset / kRecordSize, 0};
        }
        void blocks(SourceId, const BlockSink& sink, const Job&) const override
        {
            for (std::uint64_t i = 0; i < m_document.m_records; ++i) {
                const auto node = m_document.node({i, 0});
                if (node && !sink({node->range, node->id}))
                    return;
            }
        }

    private:
        const FakeDocument& m_document;
    };

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

    std::filesystem::path m_path = "fake.bin";
    TimelinePtr m_timeline;
    std::uint64_t m_records;
    SourcePtr m_source;
    Structure m_structure;
};

}
