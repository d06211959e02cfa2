// A chunk file: its header, and its records as columns (rfr.md 4).
//
//     const auto header = readChunkHeader(bytes);               // the first 128 bytes are enough
//     DecodedChunk chunk = decodeChunk(bytes);                  // everything up to the first fault
//     for (const Sequence& sequence : chunk.sequences) ...
//
// Columns are the form in which records are merged, counted and drawn; what a record says beyond time, kind
// and instrumentation id is read again from its offset.
#pragma once

#include "core/base/job.h"
#include "core/formats/rfr/wire/rfr_wire.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace traceglass::rfr {

constexpr std::size_t kChunkHeaderBytes = 128; // all of it always fits

struct ChunkHeader
{
    std::string version;
    std::uint64_t baseSeconds = 0;
    std::uint64_t startMicros = 0; // all four against the base
    std::uint64_t endMicros = 0;
    std::uint64_t earliestMicros = 0; // reversed (earliest = end, latest = start) when there is no record
    std::uint64_t latestMicros = 0;
    std::uint64_t sequenceCount = 0;
    std::size_t size = 0; // of the header in bytes

    // Microseconds since 1970, saturating.
    std::uint64_t absolute(std::uint64_t micros) const;
};

// Errors: rfr.unsupported-version, rfr.chunk-unreadable, rfr.chunk-empty; ranges are against the file, source
// 0.
Result<ChunkHeader> readChunkHeader(std::span<const std::byte> head);

struct ObjectEntry
{
    std::uint64_t iid = 0;
    std::uint32_t offset = 0; // where it begins, against Sequence::offsetBase
    std::uint32_t body = 0;   // where the object itself begins, behind its variant number
    bool task = false;        // else a span
};

struct Sequence
{
    std::uint64_t id = 0;
    std::uint64_t earliestMicros = 0;
    std::uint64_t latestMicros = 0;
    std::uint64_t offset = 0; // where it begins and ends in the chunk
    std::uint64_t end = 0;
    std::uint64_t objectsOffset = 0; // of the object count, the record count
    std::uint64_t recordsOffset = 0;
    std::vector<ObjectEntry> objects;

    // Columns, one row a record. ids: span or task; for wakers the task woken; for events the callsite.
    std::vector<std::uint64_t> micros; // against the chunk's base
    std::vector<RecordKind> kinds;
    std::vector<std::uint64_t> ids;
    std::vector<std::uint32_t> offsets; // of the record, against offsetBase; the last record ends at `end`
    std::uint64_t offsetBase = 0;

    std::size_t size() const { return micros.size(); }
    std::uint64_t recordOffset(std::size_t record) const { return offsetBase + offsets[record]; }
    std::uint64_t recordEnd(std::size_t record) const
    {
        return record + 1 < size() ? recordOffset(record + 1) : end;
    }
    std::uint64_t objectOffset(std::size_t object) const { return offsetBase + objects[object].offset; }
    std::uint64_t objectEnd(std::size_t object) const
    {
        return object + 1 < objects.size() ? objectOffset(object + 1) : recordsOffset;
    }
    // The object of an iid in this sequence; the first one when there are several.
    const ObjectEntry* object(std::uint64_t iid, bool task) const;
    void sortObjects(const Job& job = {}); // for object(): called once after decoding

private:
    std::vector<std::uint32_t> m_byIid;
};

struct DecodedChunk
{
    ChunkHeader header;
    std::vector<Sequence> sequences;
    std::vector<Diagnostic> diagnostics; // ranges against source 0
    std::uint64_t records = 0;

    // The least time of a record, in microseconds since 1970.
    std::optional<std::uint64_t> firstMicros() const;
};

// Reads everything up to the first fault, which becomes a diagnostic; what lies behind it cannot be found,
// because nothing in a chunk carries a size. Where the job is stopped, what was read by then is of no use.
DecodedChunk decodeChunk(std::span<const std::byte> bytes, const Job& job = {});

// The chunk's records into columns: the inner loop of decodeChunk(). Appends up to `count` records as `in`, a
// reader of `bytes`, comes to them, until the job is stopped.
void decodeRecords(ByteReader& in, std::span<const std::byte> bytes, std::uint64_t count, Sequence& out,
                   const Job& job);
}
