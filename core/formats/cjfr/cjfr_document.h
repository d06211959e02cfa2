// An opened CondensedData file: header, main stream, footer. Its structure tree is in cjfr_tree.h.
//
//     auto document = CjfrDocument::open(path);              // errors: the rejections of cjfr.*, file.*
//     document->find("/messages/3");  document->find("/types/0");
//
// Opening reads header and footer and the first messages. Whatever needs the whole stream reads it once, in
// the thread that asks first: it scans what a second thread decodes. From then on every message decodes on
// its own. Once indexFollows() was said, only index() and other work with a Job reads it; until then the tree
// shows header and footer. Source 0 is the file, source 1 the decoded stream where it is compressed.
#pragma once

#include "core/codec/decoded_source.h"
#include "core/formats/cjfr/wire/cjfr_footer.h"
#include "core/formats/cjfr/wire/cjfr_header.h"
#include "core/formats/cjfr/wire/cjfr_value.h"
#include "core/io/mapped_file.h"
#include "core/model/format.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace traceglass::cjfr {

extern const Format kFormat;

struct StoredNotes;
using IndexPtr = std::shared_ptr<const StreamIndex>;

class CjfrDocument : public Document
{
public:
    static Result<std::unique_ptr<Document>> open(const std::filesystem::path& path);

    const Format& format() const override;
    Summary summary() const override;
    bool changedOnDisk() const override;

    std::uint32_t sourceCount() const override { return m_decoded ? 2 : 1; }
    std::string sourceName(SourceId id) const override;
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

    void indexFollows() const override { m_indexFollows = true; }
    bool hasTimeline() const override { return m_hasTimes; }
    Result<void> index(const IndexRequest& request, Job& job) const override;
    Details describe(const Timeline& timeline, const SliceId& slice) const override;
    std::vector<Flow> flows(const Timeline& timeline, const SliceId& slice) const override;
    std::optional<SliceId> sliceOf(const Timeline& timeline, RecordRef ref) const override;
    std::optional<NodeId> nodeOf(RecordRef ref) const override;
    std::vector<RecordTable> recordTables() const override;
    Result<std::uint64_t> records(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;
    Result<AnnotationSet> annotations(Job& job) const override;
    Result<void> canKeepNotes() const override;
    std::string whatSavingChanges() const override;
    Result<void> keepNotes(const AnnotationSet& notes, SaveIo& io, Job& job) const override;
    ByteRange stableBytes() const override;
    Result<void> validate(Job& job) const override;
    bool hasStacks() const override;
    std::vector<StackKind> stackKinds(const Timeline& timeline, Job& job) const override;
    Result<void> stacks(const Timeline& timeline, const StackQuery& query, const StackSink& sink,
                        Job& job) const override;

    // --- for tree and records
    const std::filesystem::path& path() const { return m_path; }
    const MappedFile& file() const { return *m_file; }
    const Header& header() const { return m_header; }
    const FooterPlace& footer() const { return m_footer; }
    SourceId streamSource() const { return SourceId(m_decoded ? 1 : 0); }
    std::optional<TimeRange> statedTime() const; // by the footer
    ByteRange storedStream() const; // in the file
    bool isCompressed() const { return m_decoded != nullptr; }
    // Null when the stream cannot be read, or is left to index(), which has not been there yet.
    IndexPtr indexNow() const;
    // A sink is told of the events, whoever read the stream first.
    Result<IndexPtr> indexNow(Job& job, EventSink* sink = nullptr) const;

    // The message a node was asked for last. Nodes are asked for one after the other mostly, and the way from
    // the checkpoint to a message costs a thousand times as much as that from the one before.
    std::optional<Message> lastMessage() const;
    void noteMessage(const Message& message) const;

    // file.changed once the file was cut: what is read from it then is not to be trusted.
    Result<void> checkWhole() const;

    // Calls `use(message)` for every message whose type passes `wanted(type)`, until it returns false. Fails
    // when the job is stopped or the file was cut.
    template <class Wanted, class Use>
    Result<void> eachMessage(const StreamIndex& index, Job& job, const Wanted& wanted, const Use& use) const
    {
        job.start(index.messages);
        MessageWalk walk(index, 0);
        for (std::uint64_t i = 0; walk.next(); ++i) {
            if ((i & 4095) == 4095) {
                if (job.stopRequested())
                    return fail(Code::Stopped);
                if (auto whole = checkRead(); !whole)
                    return whole;
                job.advance(4096);
            }
            if (wanted(*walk.message().type) && !use(walk.message()))
                break;
        }
        return job.stopRequested() ? Result<void>(fail(Code::Stopped)) : checkRead();
    }

private:
    // Of the stream: what was decoded once is there however the file is cut afterwards.
    Result<void> checkRead() const { return m_decoded ? Result<void>() : checkWhole(); }

    CjfrDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file, Header header);

    Result<void> checkStart();
    Result<IndexPtr> readStream(Job& job, EventSink* sink) const;
    // Null: stopped. A sink is told only where the numbering of types is certain.
    bool isNumberingCertain() const { return m_header.layout != Layout::brief; }
    std::shared_ptr<StreamIndex> scanned(std::span<const std::byte> bytes, std::uint64_t begin, Job& job,
                                         EventSink* sink, const StreamScan::More& more = {}) const;
    std::shared_ptr<StreamIndex> scannedWhileDecoding(Job& job, EventSink* sink) const;
    bool tell(const StreamIndex& index, EventSink& sink, Job& job) const; // false: stopped
    void reportStream(const StreamIndex& index) const;
    void reportFault(const StreamIndex& index, bool codecFailed) const;
    void reportTypes(const StreamIndex& index) const;
    void reportTexts(const StreamIndex& index, Job& job) const;
    // Does the footer's checksum fit? Nothing: it has none. Reads the whole file the first time.
    Result<std::optional<bool>> checksumFits(Job& job) const;
    Result<void> checkChecksum(Job& job) const;              // reports it when it does not
    std::uint64_t storedEnd(const StreamIndex& index) const; // where the stream ends in the file
    Result<std::shared_ptr<const StoredNotes>> storedNotes(Job& job) const;
    std::optional<std::uint64_t> noteCount() const;
    bool hasSameMarks() const;
    Result<void> checkSaved(const std::filesystem::path& path, const StreamIndex& kept,
                            const AnnotationSet& foreign, const AnnotationSet& own, Job& job) const;

    std::filesystem::path m_path;
    std::shared_ptr<const MappedFile> m_file;
    Header m_header;
    FooterPlace m_footer;
    bool m_hasTimes = false;
    std::shared_ptr<const DecodedSource> m_decoded;

    mutable std::atomic<bool> m_indexFollows {false};
    mutable std::mutex m_mutex; // guards what follows
    mutable std::condition_variable_any m_turn;
    mutable bool m_isReading = false; // somebody reads the stream: others wait their turn
    mutable IndexPtr m_index;
    mutable std::optional<Message> m_lastMessage;
    struct Known // once the timeline was built
    {
        std::uint64_t tracks = 0;
        std::optional<TimeRange> time;
        bool isAbsolute = true;
    };
    mutable std::optional<Known> m_known;
    mutable std::shared_ptr<const std::vector<StackKind>> m_stackKinds; // once counted
    mutable std::shared_ptr<const StoredNotes> m_notes;                 // once read
    mutable std::optional<bool> m_checksumFits;                         // once computed

    mutable std::mutex m_stableMutex;
    mutable std::optional<ByteRange> m_stable;
};

}
