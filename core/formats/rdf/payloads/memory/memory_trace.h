// A memory trace as a whole: its streams checked and counted, then all tokens merged, once, into what is asked for
// at moments (rdf-payloads.md 1 and 6).
//
//     auto trace = MemoryTrace::scan(chunks, report, job);   // nothing inside: there are no memory tokens
//     auto result = (*trace)->replay(moments, job);
//     result.state.look(); result.names.nameOf(n); result.at[k]
//
// scan() reads every stream once by itself, which tells where time begins and ends and what is wrong; replay()
// reads all once more in merged order. Both take memory for a piece of decoded data a stream, and for what
// MemoryState keeps.
#pragma once

#include "core/formats/rdf/payloads/memory/memory_names.h"
#include "core/formats/rdf/payloads/memory/rmt_stream.h"

#include <optional>

namespace traceglass::rdf {

// What one stream holds.
struct RmtStreamFacts
{
    RmtStreamInfo info;
    std::uint64_t bytes = 0, tokens = 0;
    std::uint32_t frequency = 0; // of its first timestamp
    std::uint64_t firstTick = 0, lastTick = 0;
};

struct RmtCounts
{
    std::array<std::uint64_t, kRmtKinds> tokens {}, smallDeltas {}; // of those that are not 0
    std::array<std::uint64_t, 16> userdata {}, misc {};
    std::array<std::uint64_t, 64> created {}; // resources by type
};

// RmvSnapshotData: a moment with a name.
struct MemorySnapshot
{
    std::string name;
    std::uint64_t tick = 0;
    std::uint32_t entry = 0; // the chunk
};
std::vector<MemorySnapshot> readSnapshots(const PayloadChunks& chunks,
                                          const Report& report); // live ones, by time

class MemoryTrace
{
public:
    static Result<std::optional<MemoryTrace>> scan(const PayloadChunks& chunks, const Report& report,
                                                   Job& job);

    const std::vector<RmtStreamFacts>& streams() const { return m_streams; }
    const RmtCounts& counts() const { return m_counts; }
    const HeapSetup& heaps() const { return m_heaps; }
    std::uint64_t baseTick() const { return m_base; } // time zero
    std::uint64_t endTick() const { return m_end; }
    std::uint32_t frequency() const; // of ticks; 0: none is stated

    // All tokens by time: visit(token, merge), which says whose it is. Error: file.stopped.
    template <class Visit>
    Result<void> eachToken(Job& job, Visit&& visit) const
    {
        RmtStreams streams;
        for (const RmtStreamFacts& stream : m_streams)
            streams.push_back(stream.info);
        RmtMerge merge(*m_chunks, streams);
        std::uint64_t seen = 0;
        while (const RmtToken* const token = merge.next()) {
            if (isStoppedAt(seen++, job))
                return fail(Code::Stopped);
            visit(*token, merge);
        }
        return {};
    }

    struct Replayed
    {
        explicit Replayed(HeapSetup heaps)
            : state(std::move(heaps))
        {
        }

        MemoryState state;
        MemoryNames names;
        std::vector<MemoryLook> looks;     // at each moment asked for
        std::uint64_t timeOrderErrors = 0; // tokens earlier than the one before
        BytesPerHeap peakRequested {}, peakCommitted {};
        std::uint64_t peakRequestedTotal = 0, peakRequestedTick = 0;
        std::uint64_t peakCommittedTotal = 0, peakCommittedTick = 0;
        struct Marker
        {
            std::string name;
            std::uint64_t tick = 0;
        };
        std::vector<Marker> markers; // userdata "snapshot"
    };
    // The state after all tokens at or before each of the ticks, which ascend. Error: file.stopped.
    Result<std::unique_ptr<Replayed>> replay(const std::vector<std::uint64_t>& moments, Job& job) const;

private:
    explicit MemoryTrace(const PayloadChunks& chunks)
        : m_chunks(&chunks)
    {
    }
    Result<void> scanStream(const RmtStreamInfo& info, const Report& report, Job& job);

    const PayloadChunks* m_chunks;
    std::vector<RmtStreamFacts> m_streams;
    RmtCounts m_counts;
    HeapSetup m_heaps;
    std::uint64_t m_base = 0, m_end = 0;
};

}
