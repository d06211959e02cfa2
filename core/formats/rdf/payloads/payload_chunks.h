// Which chunks of a file hold what the readers of this folder know (rdf.md 5), and their bytes.
//
//     auto chunks = PayloadChunks::find(file, job);
//     for (const std::uint32_t entry : chunks->of(PayloadKind::queueEvent)) {
//         const ChunkBytes data = chunks->data(entry, sizeof bytes);  // as far as it can be read
//         ...
//     }
//     ChunkPieces pieces(file, entry);                                // of data of any size
//     while (!(piece = pieces.next()).empty()) ...
//
// Chunks of the file only, not of captures within it. What was found is shared by copies; each thread has its own.
#pragma once

#include "core/base/text.h"
#include "core/formats/rdf/wire/rdf_file.h"

#include <array>

namespace traceglass::rdf {

enum class PayloadKind : std::uint8_t {
    none, // another chunk
    apiInfo,
    asicInfo,
    adapterInfo,
    memorySegments,
    clockCalibration,
    processInfo,
    systemInfo,
    queueInfo,
    queueEvent,
    stringTable,
    userMarkers,
    codeObject,
    codeObjectLoads,
    pipelineCorrelation,
    codeObjectCorrelation,
    spmSession,
    spmCounter,
    traceError,
    rmtData,
    snapshot,
    snapshotIndex,
    crashEvents,
    accelerationStructure,
    historyMetadata,
    historyRayIndex,
    sqttData,
};
constexpr std::size_t kPayloadKinds = 27;

PayloadKind payloadKind(std::string_view id); // without the zero bytes behind it
// Have the data of a chunk of the file been read, as far as reading them can find anything wrong? Those that are neither
// compressed nor known have nothing to be wrong.
bool isLookedAt(const RdfFile& file, std::uint64_t entry);

// Bytes that lie in the mapping or were decoded.
struct ChunkBytes
{
    std::span<const std::byte> bytes {};
    std::vector<std::byte> own {};
    bool isWhole = true; // else damaged, or longer than was asked for

    std::string_view text() const { return asText(bytes); }
};

// The decoded data of a chunk in pieces. Data that are not compressed are one piece, where they lie.
class ChunkPieces
{
public:
    explicit ChunkPieces(const RdfFile& file)
        : m_file(file)
    {
    }
    void open(std::uint64_t entry); // the room of the last chunk is used again
    // Empty at the end. Lives until the next call.
    std::span<const std::byte> next();
    bool failed() const { return m_failed; } // the data are damaged, or not all in the file

private:
    const RdfFile& m_file;
    ZstdStream m_stream;
    std::span<const std::byte> m_stored;
    std::vector<std::byte> m_room;
    std::uint64_t m_entry = 0;
    std::uint64_t m_claimed = 0;
    bool m_decodes = false;
    bool m_failed = false;
};

class PayloadChunks
{
public:
    explicit PayloadChunks(const RdfFile& file)
        : m_file(&file)
        , m_pieces(file)
    {
    }
    PayloadChunks(const PayloadChunks& other) // finds what it found, and decodes with a room of its own
        : m_file(other.m_file)
        , m_entries(other.m_entries)
        , m_pieces(*other.m_file)
    {
    }
    PayloadChunks& operator=(const PayloadChunks&) = delete;
    void share(const PayloadChunks& other) { m_entries = other.m_entries; }
    // Error: file.stopped.
    static Result<PayloadChunks> find(const RdfFile& file, const Job& job);

    const RdfFile& file() const { return *m_file; }
    const std::vector<std::uint32_t>& of(PayloadKind kind) const
    {
        return (*m_entries)[static_cast<std::size_t>(kind)];
    }
    bool has(PayloadKind kind) const { return !of(kind).empty(); }

    ChunkBytes header(std::uint64_t entry) const;
    ChunkBytes data(std::uint64_t entry, std::uint64_t atMost) const;
    // Where bytes of the decoded data are: of compressed data in the source that holds them decoded.
    ByteRange decodedPlace(std::uint64_t entry, std::uint64_t offset, std::uint64_t length) const;
    // In the file: of compressed data all that is stored.
    ByteRange place(std::uint64_t entry, std::uint64_t offset, std::uint64_t length) const;

    // "rdf.chunk-unreadable": of a chunk whose header or data are shorter than what they must hold.
    Diagnostic unreadable(std::uint64_t entry, const std::string& detail) const;

private:
    using Entries = std::array<std::vector<std::uint32_t>, kPayloadKinds>;

    const RdfFile* m_file;
    std::shared_ptr<const Entries> m_entries = std::make_shared<const Entries>();
    mutable ChunkPieces m_pieces; // used again by each data()
};

}
