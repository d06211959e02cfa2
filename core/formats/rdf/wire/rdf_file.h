// An opened RDF file and what all facets of the document share: its captures, decoded data as further
// sources, what the data of chunks hold, and whether all this still is what was opened.
//
//     RdfFile file(path, std::move(mapped), log);
//     file.open(job);                                     // the header and the index
//     file.outer().chunkName(n, job);
//     file.payload({0, n}, job)->content;
//
// Data are decoded when somebody looks at them, in bounded pieces; of decoded data the last few are kept.
// Chunks that are RDF files themselves open as captures within. Safe from any thread once it is open.
#pragma once

#include "core/base/diagnostic_log.h"
#include "core/base/looked_at.h"
#include "core/base/recent.h"
#include "core/codec/decoded_source.h"
#include "core/codec/zstd_stream.h"
#include "core/formats/rdf/wire/rdf_capture.h"
#include "core/formats/rdf/wire/rdf_payload.h"
#include "core/io/mapped_file.h"
#include "core/io/sha256.h"

#include <deque>
#include <unordered_map>

namespace traceglass::rdf {

// A chunk of the file or of a capture within it.
struct ChunkKey
{
    std::uint32_t capture = 0;
    std::uint64_t entry = 0;

    std::uint64_t packed() const { return std::uint64_t(capture) << 32 | entry; }
};

class RdfFile
{
public:
    RdfFile(std::filesystem::path path, std::shared_ptr<const MappedFile> mapped, DiagnosticLog& log);
    ~RdfFile();
    RdfFile(const RdfFile&) = delete;
    RdfFile& operator=(const RdfFile&) = delete;

    // Once, before anything else is asked. Errors: the rejections of rdf.md 2, file.changed, file.stopped.
    Result<void> open(Job& job);

    const std::filesystem::path& path() const { return m_path; }
    const MappedFile& mapped() const { return *m_mapped; }
    DiagnosticLog& log() const { return m_log; }
    bool changedOnDisk() const { return m_mapped->changedOnDisk(); }
    // file.changed once the file was cut or its index written over: what is read then is not to be trusted.
    Result<void> checkWhole() const;

    // --- captures by number: 0 is the file, the others lie in chunks
    const RdfCapture& outer() const { return *m_outer; }
    const RdfCapture& capture(std::uint32_t number) const; // must be there
    bool hasCapture(std::uint32_t number) const;

    // --- sources: 0 is the file, the others are decoded data
    std::uint32_t sourceCount() const;
    std::string sourceName(SourceId id) const;
    Result<SourcePtr> source(SourceId id) const;
    std::optional<ChunkKey> decodedChunk(SourceId id) const; // whose data the source is
    SourceId decodedId(ChunkKey chunk) const;                // of a compressed chunk; nothing is decoded yet

    // --- data of chunks
    ByteRange storedData(ChunkKey chunk) const;
    Result<ByteRange> decodedData(ChunkKey chunk, const Job& job) const;
    // Never null. Once the job is stopped, what it says is of no use, nor kept.
    std::shared_ptr<const Payload> payload(ChunkKey chunk, const Job& job) const;
    // Decodes a compressed chunk of the file and keeps nothing. Nothing when stopped.
    std::optional<DecodedSource::Outcome> decodeAway(std::uint64_t entry, std::uint64_t atMost,
                                                     ZstdStream& stream, const Job& job, Sha256* hash) const;

    // --- what is wrong
    // What came of decoding all data of a chunk, which were looked at thereby.
    void addOutcome(ChunkKey chunk, const DecodedSource::Outcome& outcome) const;
    // Of a chunk, as far as its bytes do not tell it: what its index entry and its decoded data do.
    std::optional<Severity> problemOf(ChunkKey chunk) const;
    // Chunks of the file whose data were read to their end.
    LookedAt& lookedAt() const { return m_lookedAt; }

private:
    struct Reporter;

    std::uint32_t openNested(ChunkKey chunk, const ByteRange& range, std::optional<Code>& closed,
                             const Job& job) const;
    std::string dataName(ChunkKey chunk, const Job& job) const;
    Result<std::shared_ptr<const DecodedSource>> decodedSource(ChunkKey chunk, const Job& job) const;
    void addFault(ChunkKey chunk, const DecodedSource::Outcome& outcome) const;
    void addWithin(ChunkKey chunk, Diagnostic diagnostic) const;

    std::filesystem::path m_path;
    std::shared_ptr<const MappedFile> m_mapped;
    DiagnosticLog& m_log;
    std::shared_ptr<Reporter> m_reporter; // lets sources that outlive the document report nothing
    std::pair<Entry, Entry> m_indexEnds;  // first and last entry, as they were when it was opened
    const RdfCapture* m_outer = nullptr;
    mutable LookedAt m_lookedAt;

    mutable std::mutex m_mutex;                                        // guards what follows
    mutable std::deque<RdfCapture> m_captures;                         // by number; only grows
    mutable std::unordered_map<std::uint64_t, std::uint32_t> m_nested; // capture in a chunk, 0: it is none
    mutable std::uint64_t m_nestedIndexBytes = 0;                      // of our own
    mutable std::uint64_t m_nestedMappedBytes = 0;                     // of indexes where they lie
    mutable std::vector<ChunkKey> m_decodedKeys; // source 1 and on
    mutable std::unordered_map<std::uint64_t, std::uint32_t> m_decodedIds;
    mutable Recent<std::uint64_t, std::shared_ptr<const DecodedSource>> m_decoded;
    mutable std::unordered_map<std::uint64_t, std::weak_ptr<const DecodedSource>> m_alive;
    mutable Recent<std::uint64_t, std::shared_ptr<const Payload>> m_payloads;
    mutable std::unordered_map<std::uint64_t, Severity>
        m_worstWithin; // of chunks, in sources decoded from them
};

}
