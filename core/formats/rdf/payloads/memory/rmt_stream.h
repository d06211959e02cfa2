// Streams of memory tokens (rdf-payloads.md 1.1, 1.2): the chunks RmtData of one stream number joined, and all
// streams merged by time. Tokens come one by one, in memory bounded by a piece of decoded data a stream.
//
//     const RmtStreams streams = findStreams(chunks, report);
//     RmtStream stream(chunks, streams[0]);
//     while (const RmtToken* token = stream.next()) ...          // one stream
//     RmtMerge merge(chunks, streams);
//     while (const RmtToken* token = merge.next()) ...           // all: merge.stream() says whose it is
//
// Ticks are those of the CPU counter. Whoever loops looks at the job. What is wrong within a stream is told by
// scanStream(), which reads all of it once; readers of tokens just come to an end.
#pragma once

#include "core/formats/rdf/payloads/memory/rmt_tokens.h"
#include "core/formats/rdf/payloads/payload_chunks.h"

#include <algorithm>
#include <memory>

namespace traceglass::rdf {

struct RmtChunkHeader
{
    std::uint32_t pid = 0, thread = 0, stream = 0;
    std::uint64_t size = 0;
    RmtVersion version {};
};
template <class Fields>
void layout(Fields& in, RmtChunkHeader& out)
{
    in.number("process id", out.pid);
    in.number("thread id", out.thread);
    in.number("size", out.size, FieldUnit::bytes);
    in.number("stream", out.stream);
    in.number("major version", out.version.major);
    in.number("minor version", out.version.minor);
}

// One stream: what its first chunk says, and its chunks.
struct RmtStreamInfo
{
    std::uint32_t number = 0, pid = 0, thread = 0;
    RmtVersion version {};
    std::vector<std::uint32_t> entries; // in the order of the index
    std::vector<std::uint64_t> sizes;   // headers' claims, to compare
};
using RmtStreams = std::vector<RmtStreamInfo>;

// By number. The vendor's tool takes fewer than 256; what is beyond is reported and left out.
constexpr std::size_t kRmtStreams = 256;
RmtStreams findStreams(const PayloadChunks& chunks, const Report& report);

// The clock of a stream. Tokens pass it one by one, with their bytes and size known; it sets kind and tick.
struct RmtClock
{
    // Times beyond it would not fit 64 bits as ticks; no counter comes near.
    static constexpr std::uint64_t kUnitsAtMost = (std::uint64_t(1) << 59) - 1;

    std::uint64_t units = 0;     // of 32 ticks
    std::uint32_t frequency = 0; // of the latest timestamp

    void pass(RmtToken& token)
    {
        token.kind = rmtKind(token.data[0]);
        if (token.kind == RmtKind::timestamp)
            set(token);
        else
            pass(token.data, token.size);
        token.tick = tick();
    }
    // Any token but a timestamp.
    void pass(const std::byte* data, std::uint32_t size)
    {
        std::uint64_t delta = std::to_integer<std::uint64_t>(data[0]) >> 4;
        if (rmtKind(data[0]) == RmtKind::timeDelta) // in the bytes behind the first
            delta = std::min(bitsOf<63, 8>(data) & ((std::uint64_t(1) << 8 * (size - 1)) - 1), kUnitsAtMost);
        units = std::min(units + delta, kUnitsAtMost);
    }
    std::uint64_t tick() const { return units * kTicksAUnit; }

private:
    void set(const RmtToken& timestamp);
};

class RmtStream
{
public:
    enum class Stop : std::uint8_t { none, ended, truncated, unknownToken };

    // Both must live as long as this does.
    RmtStream(const PayloadChunks& chunks, const RmtStreamInfo& info);
    RmtStream(const RmtStream&) = delete;
    RmtStream& operator=(const RmtStream&) = delete;

    // Null at the end: see stop(). Lives until the next call. In line, because whoever passes over all tokens does
    // little with most of them: a call for each part of this would be half of the time.
    const RmtToken* next()
    {
        if (m_piece.size() < kRoom)
            return nextJoined();
        const std::byte* const data = m_piece.data();
        std::uint32_t size = kRmtSizeByFirst[std::to_integer<std::size_t>(data[0])];
        if (size == 0) {
            size = rmtTokenSize(data, m_piece.size(), m_token.version);
            if (size == kNoToken)
                return end(Stop::unknownToken);
            if (size > m_piece.size() - kReadBehind)
                return nextJoined();
        }
        m_piece = m_piece.subspan(size);
        return deliver(data, size);
    }

    // Passes over tokens that tell no more than their first byte and their time, while they lie in one piece: how many
    // there were, and of each first byte. Half of what next() would take, for whoever only counts.
    std::uint64_t passPlain(std::array<std::uint64_t, 256>& byFirst, std::uint64_t atMost);

    Stop stop() const { return m_stop; }
    std::uint64_t offset() const { return m_offset; } // where reading goes on, or why it stopped
    std::uint32_t frequency() const { return m_clock.frequency; }
    std::uint64_t tick() const { return m_clock.tick(); } // of the latest token

    // Where the data of a chunk lie in the stream.
    struct ChunkPart
    {
        std::uint32_t entry = 0;
        std::uint64_t begin = 0;
        std::uint64_t length = 0; // as far as they were looked at
        bool failed = false;      // damaged
    };
    const std::vector<ChunkPart>& parts() const { return m_parts; } // that were looked at
    // Of bytes that were looked at.
    const ChunkPart& partOf(std::uint64_t offset) const
    {
        return offset >= m_parts.back().begin ? m_parts.back() : partBefore(offset); // mostly the last
    }
    ByteRange placeOf(std::uint64_t offset, std::uint64_t length) const;
    // Looks at all chunks to their end, without decoding tokens. False when stopped.
    bool seeRest(const Job& job);

private:
    // So much can be read behind a token, as reading bits of its end does; and so much tells the size of any.
    static constexpr std::size_t kReadBehind = 8;
    static constexpr std::size_t kRoom = 64;

    bool fetch();
    const RmtToken* nextJoined();
    const RmtToken* deliver(const std::byte* data, std::uint32_t size)
    {
        m_token.data = data;
        m_token.size = size;
        m_token.offset = m_offset;
        m_offset += size;
        m_clock.pass(m_token);
        return &m_token;
    }
    const RmtToken* end(Stop why);
    const ChunkPart& partBefore(std::uint64_t offset) const;

    const PayloadChunks& m_chunks;
    const RmtStreamInfo& m_info;
    ChunkPieces m_pieces;
    bool m_inChunk = false;
    std::vector<ChunkPart> m_parts;
    std::span<const std::byte> m_piece; // what is not decoded yet; nothing once it stopped
    std::vector<std::byte> m_joined;    // a token that lies in two pieces, or too near to the end of one

    RmtToken m_token;
    std::uint64_t m_offset = 0;
    RmtClock m_clock;
    Stop m_stop = Stop::none;
};

class RmtMerge
{
public:
    // Both must live as long as this does.
    RmtMerge(const PayloadChunks& chunks, const RmtStreams& streams);

    // Null at the end of all streams.
    const RmtToken* next()
    {
        if (!m_begun)
            return begin();
        Lane& lane = m_lanes[m_current];
        if (!lane.token)
            return nullptr; // all have ended
        lane.token = lane.stream->next();
        if (!lane.token || lane.token->tick > m_otherTick)
            choose();
        return m_lanes[m_current].token;
    }
    const RmtStream& stream() const { return *m_lanes[m_current].stream; } // of the latest token
    std::size_t streamIndex() const { return m_current; }

private:
    struct Lane
    {
        std::unique_ptr<RmtStream> stream;
        const RmtToken* token = nullptr; // the next one
    };
    const RmtToken* begin();
    void choose();

    std::vector<Lane> m_lanes;
    std::size_t m_current = 0;
    // The earliest of the others, which stand still; without any no tick is later.
    std::uint64_t m_otherTick = 0;
    bool m_begun = false;
};

}
