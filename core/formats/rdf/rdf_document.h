// An RDF file as a document: chunks in file order, their headers and data, what the data hold, and a map of
// the file.
//
//     auto document = rdf::RdfDocument::open(path);          // errors: the rejections of rdf.md 2, file.*
//     document->find("/chunks/3/data");  document->find("QueueEvent:4");
//
// Opening reads the header and the index. Data are decoded when somebody looks at them, in bounded pieces;
// decoded data become further sources, of which the last few are kept. Chunks that are RDF files themselves
// open as captures within.
#pragma once

#include "core/codec/decoded_source.h"
#include "core/codec/zstd_stream.h"
#include "core/formats/rdf/notes/rdf_append.h"
#include "core/formats/rdf/wire/rdf_capture.h"
#include "core/formats/rdf/wire/rdf_payload.h"
#include "core/formats/rdf/wire/recent.h"
#include "core/io/mapped_file.h"
#include "core/io/sha256.h"
#include "core/model/format.h"

#include <deque>

namespace traceglass::rdf {

extern const Format kFormat;

class RdfDocument : public Document
{
public:
    static Result<std::unique_ptr<Document>> open(const std::filesystem::path& path);
    ~RdfDocument() override;

    const Format& format() const override;
    Summary summary() const override;
    bool changedOnDisk() const override;

    std::uint32_t sourceCount() const override;
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

    Result<void> index(const IndexRequest& request,
                       Job& job) const override; // builds numbers and map, reports overlaps
    Result<std::uint64_t> records(const RecordQuery& query, const RecordSink& sink, Job& job) const override;
    Result<void> dump(bool hashes, const std::function<void(std::string_view)>& out, Job& job) const override;
    Result<void> validate(Job& job) const override;

    Result<AnnotationSet> annotations(Job& job) const override;
    Result<void> canKeepNotes() const override;
    std::string whatSavingChanges() const override;
    Result<void> keepNotes(const AnnotationSet& notes, SaveIo& io, Job& job) const override;
    ByteRange stableBytes() const override;
    std::uint64_t deadBytes() const override;
    Result<void> compact(const std::filesystem::path& path, SaveIo& io, Job& job) const override;

private:
    // A chunk of the file or of a capture within it.
    struct ChunkKey
    {
        std::uint32_t capture = 0;
        std::uint64_t entry = 0;

        std::uint64_t packed() const { return std::uint64_t(capture) << 32 | entry; }
    };

    // What a NodeId says.
    enum class Place : std::uint8_t {
        capture,
        fileHeader,
        headerField,
        chunk,
        chunkHeader,
        data,
        entry,
        entryField,
        index,
        map,
        part,
        ids,
        group,
        json,
        line,
        picture,
    };
    struct Address
    {
        Place place = Place::capture;
        std::uint32_t capture = 0;
        std::uint64_t entry = 0; // chunk, group or position in the map
        std::uint32_t sub = 0;   // field, offset of a JSON value or of a line

        ChunkKey chunk() const { return {capture, entry}; }
    };
    // One line of a structure: bytes counted from the start of the structure.
    struct Field
    {
        std::string label;
        std::string value;
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
    };
    struct Reporter;

    RdfDocument(std::filesystem::path path, std::shared_ptr<const MappedFile> file);

    // --- rdf_document.cpp: captures, sources, payloads
    const Capture& capture(std::uint32_t number) const;
    std::uint32_t openNested(ChunkKey chunk, const ByteRange& range, bool& tooDeep) const;
    std::string dataName(ChunkKey chunk) const;
    bool canDecode(const Entry& entry) const;
    SourceId decodedId(ChunkKey chunk) const;
    Result<std::shared_ptr<const DecodedSource>> decodedSource(ChunkKey chunk) const;
    ByteRange storedData(ChunkKey chunk) const;
    Result<ByteRange> decodedData(ChunkKey chunk) const;
    std::shared_ptr<const Payload> payload(ChunkKey chunk) const;
    void note(Diagnostic diagnostic) const;
    void noteOutcome(ChunkKey chunk, const DecodedSource::Outcome& outcome) const;
    // file.changed once the file was cut or its index written over: what is read then is not to be trusted.
    Result<void> checkWhole() const;
    std::optional<Severity> problemOf(ChunkKey chunk) const;

    // --- rdf_tree.cpp
    static NodeId idOf(const Address& address);
    std::optional<Address> addressOf(const NodeId& id) const;
    Node makeNode(const Address& address) const;
    Node chunkNode(const Address& address) const;
    Node dataNode(const Address& address) const;
    Node partNode(const Address& address) const;
    // Nothing when the data, decoded again, turned out to be something else.
    std::optional<Node> jsonNode(const Address& address) const;
    static std::optional<JsonText::Value> jsonContainer(const JsonText& json, const Address& address);
    static Node jsonNode(const Address& parent, const Payload& data, std::uint64_t position,
                         const JsonText::Value& value);
    std::vector<Field> fieldsOf(const Address& address) const;
    Node fieldNode(const Address& address) const;
    std::uint64_t countBelow(const Address& address) const;
    std::uint64_t countBelowCapture(std::uint32_t capture) const;
    std::optional<Address> childOf(const Address& parent, std::uint64_t position) const;
    std::optional<Address> captureChild(std::uint32_t capture, std::uint64_t position) const;
    void jsonChildren(const Address& parent, std::uint64_t first, std::uint64_t count,
                      std::vector<Node>& out) const;
    void lineChildren(const Address& parent, std::uint64_t first, std::uint64_t count,
                      std::vector<Node>& out) const;
    Node lineNode(const Address& address, const Payload& payload) const;

    // --- rdf_paths.cpp
    void appendWay(const Address& address, std::vector<Step>& way) const;
    std::string wordOf(const Address& address) const;
    std::string prefixOf(std::uint32_t capture) const;
    std::optional<NodeId> findChunk(std::string_view id, std::uint64_t number) const;
    std::optional<Address> addressAt(const Capture& capture, std::uint64_t offset) const;
    Address withinPayload(ChunkKey chunk, std::uint64_t offset) const;

    // --- rdf_records.cpp
    void appendCaptureRecords(const Capture& in, const ByteRange& range, std::size_t limit,
                              std::vector<Record>& out) const;
    void appendPartRecords(const Capture& in, std::uint64_t position, const ByteRange& range,
                           std::size_t limit, std::vector<Record>& out) const;
    void appendDataRecords(ChunkKey chunk, const ByteRange& range, std::size_t limit,
                           std::vector<Record>& out) const;
    Record recordOf(const Address& address, std::string kind, std::string subject) const;
    Record chunkRecord(std::uint64_t entry) const;
    Result<void> appendChunkJson(std::string& out, std::uint64_t entry, bool hashes, ZstdStream& stream,
                                 Job& job) const;
    std::optional<DecodedSource::Outcome> decodeAway(std::uint64_t entry, std::uint64_t atMost,
                                                     ZstdStream& stream, const Job& job, Sha256* hash) const;
    void reportMap() const;

    // --- rdf_notes.cpp
    std::optional<std::uint64_t> newestNotes() const; // the entry of the chunk that counts
    std::optional<std::uint64_t> newestNotes(std::uint64_t before) const;
    std::optional<std::uint64_t> noteCount() const;
    const Room& ownRoom() const;
    std::uint64_t ownStart() const; // where our notes and indexes begin, or will
    Result<AnnotationSet> notesIn(std::uint64_t entry) const;
    std::optional<AnnotationBytes> inChunk(std::optional<AnnotationBytes> bytes) const; // as stored
    std::optional<AnnotationBytes> inFile(std::optional<AnnotationBytes> bytes) const;

    std::filesystem::path m_path;
    std::shared_ptr<const MappedFile> m_file;
    std::shared_ptr<Reporter> m_reporter; // lets sources that outlive the document report nothing

    mutable std::once_flag m_notesSearched;
    mutable std::optional<std::uint64_t> m_newestNotes;
    mutable std::once_flag m_keepingChecked;
    mutable std::optional<std::string> m_cannotKeep; // why no notes can be kept in what is there
    mutable std::once_flag m_roomFound;
    mutable Room m_ownRoom;
    std::vector<std::byte> m_indexEnds; // first and last entry, as they were when it was opened

    mutable std::mutex m_mutex;                                        // guards what follows
    mutable std::deque<Capture> m_captures;                            // by number; only grows
    mutable std::unordered_map<std::uint64_t, std::uint32_t> m_nested; // capture in a chunk, 0: it is none
    mutable std::uint64_t m_nestedIndexBytes = 0;
    mutable std::vector<ChunkKey> m_decodedKeys; // source 1 and on
    mutable std::unordered_map<std::uint64_t, std::uint32_t> m_decodedIds;
    mutable Recent<std::uint64_t, std::shared_ptr<const DecodedSource>> m_decoded;
    mutable std::unordered_map<std::uint64_t, std::weak_ptr<const DecodedSource>> m_alive;
    mutable Recent<std::uint64_t, std::shared_ptr<const Payload>> m_payloads;
    mutable std::unordered_map<std::uint64_t, Severity> m_problems; // by chunk
    mutable std::optional<Severity> m_worst;
    mutable bool m_mapReported = false;
};

}
