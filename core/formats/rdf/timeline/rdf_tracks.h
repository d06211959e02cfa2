// What the tracks of an RDF capture are called and told apart by, and what all who make some share.
//
//     TrackMaker maker(facts.chunks(), *known);
//     const TrackId queue = maker.track({Family::queue, n}, TrackKind::slices, "compute", maker.group(Group::queues));
//     maker.add(lanes.rowFor(maker.builder, queue, begin, end), {begin, end, name, 0, ref});
//
// Times are nanoseconds from time zero (payload_facts.h). Events of a GPU whose clock has no known relation to that of
// the CPU are on an axis of its own.
#pragma once

#include "core/formats/rdf/payloads/payload_facts.h"
#include "core/timeline/timeline_builder.h"

#include <functional>
#include <limits>
#include <queue>
#include <unordered_map>

namespace traceglass::rdf {

// What a track or group is about; with a number its key.
enum class Family : std::uint8_t {
    group, // `number` is a Group
    frames,
    submissions, // number of the queue in Queues
    queue,
    derived,
    requested, // heap
    bound,
    mapped,
    allocation,  // number in MemoryState
    resource,    // number in MemoryState
    allocations, // more of a heap
    resources,   // more of a use
    snapshots,   // of memory
    processes,
    pageTables, // process
    residency,  // made resident or evicted
    cpuMaps,
    driverCalls, // submits, presents and others that the driver notes
    codeObjects, // GPU
    counter,     // number of the chunk SpmCounterData
    faults,
    commandBuffer, // in flight, its number
};

// Groups, in the order in which they are shown.
enum class Group : std::uint8_t {
    submissions,
    queues,
    derived,
    crash,
    heaps,
    allocations,
    resources,
    memoryEvents,
    codeObjects,
    counters,
};
constexpr std::size_t kGroups = 10;

struct FamilyKey
{
    Family family = Family::group;
    std::uint64_t number = 0;

    std::uint64_t packed() const { return std::uint64_t(family) << 56 | number; }
    static FamilyKey of(std::uint64_t key)
    {
        return {static_cast<Family>(key >> 56), key & ((std::uint64_t(1) << 56) - 1)};
    }
};

// Rows of a track in which slices that overlap lie beside each other: each takes the first that is free when it begins.
// They must come in order of their begins.
class Lanes
{
public:
    explicit Lanes(std::size_t most)
        : m_most(most)
    {
    }
    // kNoRow: all are taken.
    RowId rowFor(TimelineBuilder& builder, TrackId track, std::int64_t beginNs, std::int64_t endNs);

private:
    template <class Item>
    using Least = std::priority_queue<Item, std::vector<Item>, std::greater<>>;

    std::size_t m_most;
    std::vector<RowId> m_rows;
    Least<std::pair<std::int64_t, std::size_t>> m_taken; // until when
    Least<std::size_t> m_free;
};

// Ticks of the CPU as nanoseconds since time zero: a product where the frequency allows it.
class TickTime
{
public:
    explicit TickTime(const KnownPayloads& known)
        : m_known(known)
        , m_zero(known.zeroTick.value_or(0))
    {
        constexpr std::uint64_t kNsASecond = 1'000'000'000;
        if (known.clocks.cpuHz != 0 && kNsASecond % known.clocks.cpuHz == 0)
            m_nsATick = static_cast<std::int64_t>(kNsASecond / known.clocks.cpuHz);
    }

    // Nothing that fits is far away: the end of time.
    std::int64_t ns(std::uint64_t tick) const
    {
        std::int64_t out = 0;
        if (m_nsATick != 0 && tick <= std::uint64_t(std::numeric_limits<std::int64_t>::max())
            && !__builtin_sub_overflow(static_cast<std::int64_t>(tick), m_zero, &out)
            && !__builtin_mul_overflow(out, m_nsATick, &out))
            return out;
        return m_known.nsOfCpu(tick).value_or(std::numeric_limits<std::int64_t>::max());
    }

private:
    const KnownPayloads& m_known;
    std::int64_t m_zero;
    std::int64_t m_nsATick = 0;
};

class TrackMaker
{
public:
    TrackMaker(const PayloadChunks& from, const KnownPayloads& knownOf)
        : chunks(from)
        , known(knownOf)
        , time(knownOf)
    {
    }

    const PayloadChunks chunks;
    const KnownPayloads& known;
    const TickTime time;
    TimelineBuilder builder;
    std::uint64_t records = 0;

    // A group, made when it is first asked for. `number` tells apart several below one.
    TrackId group(Group of, std::uint8_t flags = 0);
    TrackId groupWithin(TrackId parent, Group of, std::uint64_t number, std::string_view name,
                        std::uint8_t flags = 0);
    TrackId track(FamilyKey key, TrackKind kind, std::string_view text, TrackId parent,
                  TrackAbout about = {});
    // Of amounts that hold until the next one; the row of its values.
    RowId counter(FamilyKey key, std::string_view text, TrackId parent, TrackAbout about);

    bool isApproximate(std::uint32_t pci) const; // one calibration: drift is unknown

    void add(RowId row, const Slice& slice)
    {
        cover(slice.startNs, slice.endNs);
        builder.add(row, slice);
    }
    void addValue(RowId row, std::int64_t ns, double value, RecordRef ref, std::uint8_t flags = 0)
    {
        cover(ns, ns);
        builder.addValue(row, ns, value, ref, flags);
    }
    void cover(std::int64_t fromNs, std::int64_t toNs)
    {
        m_range.startNs = m_isCovered ? std::min(m_range.startNs, fromNs) : fromNs;
        m_range.endNs = m_isCovered ? std::max(m_range.endNs, toNs) : toNs;
        m_isCovered = true;
    }
    TimeRange range() const { return m_range; } // of all that was added so far, on the first axis
    // A further axis; the only one where nothing has a time so far. Its number.
    std::uint16_t addAxis(ClockAxis axis);
    TimelinePtr snapshot(bool complete);

    // Where an event begins that a chunk holds, and one that is a chunk: what slices refer to.
    RecordRef placeIn(std::uint32_t entry, std::uint64_t offset) const;
    RecordRef placeOf(std::uint32_t entry) const;

private:
    std::unordered_map<std::uint64_t, TrackId> m_groups; // by key
    std::vector<ClockAxis> m_moreAxes;
    bool m_isTimeless = false;
    TimeRange m_range {};
    bool m_isCovered = false;
};

}
