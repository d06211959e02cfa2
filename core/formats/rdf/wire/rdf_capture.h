// One RDF capture in some bytes: the opened file, or the data of a chunk that is an RDF file itself.
//
//     capture.chunkName(n, job);                  // "QueueEvent #4"
//     capture.range(capture.index().extent);      // where the index is in the source
//
// Numbers, map and runs are built when first asked for: they are null where the job is stopped. Safe from any thread.
#pragma once

#include "core/base/made_once.h"
#include "core/formats/rdf/wire/chunk_runs.h"
#include "core/formats/rdf/wire/rdf_map.h"

namespace traceglass::rdf {

// Where a nested capture comes from.
struct OuterChunk
{
    std::uint32_t capture = 0;
    std::uint64_t entry = 0;
    int depth = 0; // 0: the file itself
};

class RdfCapture
{
public:
    // `bytes`: the whole capture where it lies in one piece; else empty, and `ownIndex` keeps what
    // index.entries points to.
    RdfCapture(std::uint32_t number, OuterChunk parent, ByteRange whole, Index index,
               std::span<const std::byte> bytes, std::vector<std::byte> ownIndex);

    std::uint32_t number() const { return m_number; }
    const OuterChunk& parent() const { return m_parent; }
    bool isNested() const { return m_parent.depth > 0; }
    const ByteRange& whole() const { return m_whole; }
    const Index& index() const { return m_index; }
    std::uint64_t count() const { return m_index.count(); }
    const ChunkNumbers* numbering(const Job& job) const;
    const RegionMap* map(const Job& job) const;
    const ChunkRuns* runs(const Job& job) const;

    ByteRange range(const Extent& extent) const
    {
        return {m_whole.source, m_whole.offset + extent.offset, extent.length};
    }
    // A chunk whose parts lie together owns both; otherwise it owns its data and the header is elsewhere.
    ByteRange chunkRange(const Entry& entry) const;
    ByteRange entryRange(std::uint64_t entry) const
    {
        return range({m_index.extent.offset + entry * kEntrySize, kEntrySize});
    }
    std::string chunkName(std::uint64_t entry,
                          const Job& job) const;       // with "#n" when the id occurs more than once
    std::string chunkLabel(std::uint64_t entry) const; // without
    // The entry that is called "QueueEvent:4": an id and a number among those who share it.
    std::optional<std::uint64_t> entryNamed(std::string_view name, const Job& job) const;

private:
    std::uint32_t m_number;
    OuterChunk m_parent;
    ByteRange m_whole;
    std::vector<std::byte> m_ownIndex;
    Index m_index;
    std::span<const std::byte> m_bytes;
    MadeOnce<ChunkNumbers> m_numbering;
    MadeOnce<RegionMap> m_map;
    MadeOnce<ChunkRuns> m_runs;
};

}
