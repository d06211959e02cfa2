// An opened RFR recording, chunked or streamed. Its structure tree is in rfr_tree.h.
#pragma once

#include "core/formats/rfr/timeline/rfr_analysis.h"
#include "core/model/format.h"

#include <list>

namespace traceglass::rfr {

extern const Format kFormat;

class RfrDocument : public Document
{
public:
    explicit RfrDocument(std::unique_ptr<Recording> recording);

    const Format& format() const override;
    Summary summary() const override;
    std::optional<TimeRange> initialView() const override { return m_recording->initialView; }
    bool changedOnDisk() const override;

    std::uint32_t sourceCount() const override { return m_recording->sources.count(); }
    std::string sourceName(SourceId id) const override { return m_recording->sources.name(id); }
    Result<SourcePtr> source(SourceId id) const override;
    Result<ByteRange> decoded(const NodeId& id) const override;
    Result<std::vector<Record>> recordsIn(const ByteRange& range, std::size_t limit) const override;

    Node root() const override;
    Result<Node> node(const NodeId& id) const override;
    Result<std::uint64_t> childCount(const NodeId& id) const override;
    Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first,
                                       std::uint64_t count) const override;
    std::vector<Step> wayTo(const NodeId& id) const override;
    std::optional<NodeId> nodeAt(SourceId source, std::uint64_t offset) const override;
    std::string pathOf(const NodeId& id) const override;
    std::optional<NodeId> find(std::string_view path) const override;

    bool hasTimeline() const override { return true; }
    Result<void> index(const IndexRequest& request, Job& job) const override;
    Details describe(const Timeline& timeline, const SliceId& slice) const override;
    std::vector<Flow> flows(const Timeline& timeline, const SliceId& slice) const override;
    std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref) const override;
    std::optional<NodeId> nodeOf(RecordRef ref) const override;

    Result<std::uint64_t> records(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;
    Result<void> validate(Job& job) const override;

    Result<AnnotationSet> annotations(Job& job) const override;
    Result<void> canKeepNotes() const override;
    std::string whatSavingChanges() const override;
    Result<void> keepNotes(const AnnotationSet& notes, SaveIo& io, Job& job) const override;
    ByteRange stableBytes() const override;
    bool hasStacks() const override;
    std::vector<StackKind> stackKinds(const Timeline& timeline, Job& job) const override;
    Result<void> stacks(const Timeline& timeline, const StackQuery& query, const StackSink& sink,
                        Job& job) const override;

private:
    friend class Tree;
    friend class Describer;
    friend class RecordText;

    Result<void> analyse(const IndexRequest& request, Job& job) const;
    bool isStream() const { return m_recording->streamSource.has_value(); }
    // The decoded piece a file offset lies in; for chunks the whole file. Null when there is none.
    PiecePtr piece(std::uint32_t chunk) const;
    PiecePtr streamPiece(std::uint64_t record) const; // that holds the record of this number
    PiecePtr streamPieceAt(std::uint64_t offset) const;
    PiecePtr pieceAt(SourceId source, std::uint64_t offset) const;
    std::optional<std::uint32_t> chunkOf(SourceId source) const;
    std::uint64_t streamRecords() const;                   // walks the stream once
    std::uint64_t firstRecordOf(const Piece& piece) const; // number of a stream piece's first record
    PiecePtr remember(std::uint64_t key, PiecePtr piece) const;
    PiecePtr recall(std::uint64_t key) const;
    const Callsites& callsites() const;               // of a stream: those found so far
    std::shared_ptr<const Findings> findings() const; // null until indexed
    Result<std::shared_ptr<const Findings>> findingsNow(Job& job) const;

    std::unique_ptr<Recording> m_recording;
    std::vector<std::string> m_folders; // of the chunks, in path order
    std::vector<std::vector<std::uint32_t>>
        m_folderChunks;                    // of each folder; the last list is of chunks at the top
    std::vector<std::uint32_t> m_folderOf; // by chunk
    std::unordered_map<std::uint32_t, std::uint32_t> m_chunkBySource;

    mutable std::once_flag m_notesCounted;
    mutable std::optional<std::uint64_t> m_noteCount;
    std::optional<std::uint64_t> noteCount() const; // as far as it costs little

    mutable std::mutex m_mutex; // guards everything below
    mutable std::shared_ptr<const Findings> m_findings;
    mutable std::list<std::pair<std::uint64_t, PiecePtr>> m_pieces; // decoded, most recently used first
    struct Marks // of a stream: where every 65,536th record begins
    {
        std::vector<std::uint64_t> offsets;
        std::uint64_t records = 0;
        Callsites callsites;
    };
    mutable std::shared_ptr<const Marks> m_marks;
    std::shared_ptr<const Marks> marks() const;
};

// A record in its piece.
struct RecordPlace
{
    PiecePtr piece;
    const Sequence* sequence = nullptr;
    std::size_t record = 0;

    explicit operator bool() const { return sequence != nullptr; }
    Micros micros() const { return piece->absoluteMicros(*sequence, record); }
    RecordKind kind() const { return sequence->kinds[record]; }
    std::uint64_t id() const { return sequence->ids[record]; }
    ByteRange range() const
    {
        const std::uint64_t offset = sequence->recordOffset(record);
        return {piece->source, offset, sequence->recordEnd(record) - offset};
    }
    std::size_t payload() const; // where what follows time and kind begins
};

// The record whose bytes hold an offset.
RecordPlace recordAt(const PiecePtr& piece, std::uint64_t offset);

}
