// Memory tokens as items of the chunk they begin in, found by number and by byte (rmt_stream.h).
//
//     auto index = std::make_shared<RmtIndex>(chunks, info);    // reads the stream once
//     auto items = rmtItems(index, entry);
//
// A token that a chunk's end cuts belongs to the chunk it begins in; its fields may lie in the next one.
#pragma once

#include "core/formats/rdf/payloads/marked_run.h"
#include "core/formats/rdf/payloads/memory/rmt_stream.h"
#include "core/formats/rdf/payloads/payload_items.h"

namespace traceglass::rdf {

// The tokens of a stream.
class RmtIndex
{
public:
    // Reads all of it. Once the job is stopped, it is of no use.
    RmtIndex(const PayloadChunks& chunks, const RmtStreamInfo& info, const Job& job);
    RmtIndex(const RmtIndex&) = delete;
    RmtIndex& operator=(const RmtIndex&) = delete;

    // The data of a chunk within the stream, and the tokens that begin in it.
    struct ChunkPart
    {
        ChunkData data;
        std::uint64_t begin = 0, length = 0;
        std::uint64_t firstToken = 0, tokens = 0;

        std::uint64_t end() const { return begin + length; }
    };
    const ChunkPart* partOf(std::uint32_t entry) const;  // null: a chunk of another stream
    const ChunkPart& partAt(std::uint64_t offset) const; // in the stream; the last one for what is behind it
    const ChunkPart& partOfToken(std::uint64_t number) const;
    const MarkedRun& run() const { return m_run; }
    RmtToken token(const MarkedRun::ItemBlock& block,
                   const MarkedRun::Item& item) const; // borrowed from the block

private:
    std::vector<std::byte> read(std::uint64_t offset, std::uint64_t length, const Job& job) const;
    void decode(MarkedRun::ItemBlock& block) const;

    RmtVersion m_version;
    std::vector<ChunkPart> m_parts;
    MarkedRun m_run;
};

std::shared_ptr<const PayloadItems> rmtItems(std::shared_ptr<const RmtIndex> index, std::uint32_t entry);

}
