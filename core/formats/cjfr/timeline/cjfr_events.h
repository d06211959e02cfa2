// Turns the events that a scan passes over into slices and values of lanes: when, whose, on which track and
// how they are called. What it finds out is handed on in blocks, so that another thread can build the
// timeline.
//
//     EventPlacer placer(source, job, [&](LaneBlock& block) { ... });      // the block is used again
//     StreamScan scan(bytes, begin, numbering, &placer);
//     scan.run(job);
//     placer.finish();
//
// Lanes and names are numbered in the order in which they come up; a block brings the new ones along.
#pragma once

#include "core/base/string_table.h"
#include "core/formats/cjfr/timeline/cjfr_lanes.h"
#include "core/formats/cjfr/timeline/cjfr_placed.h"
#include "core/formats/cjfr/wire/cjfr_by_entry.h"

#include <functional>

namespace traceglass::cjfr {

class EventPlacer : public EventSink
{
public:
    using HandOver = std::function<void(LaneBlock&)>;
    struct Limits
    {
        std::size_t threads = limits::kCjfrThreads;
        std::uint64_t expanded = limits::kCjfrExpanded;
        std::uint64_t expandedAByte = limits::kCjfrExpandedAByte;
        std::uint64_t visits = limits::kCjfrVisits;
    };
    struct Beyond // the limits: not told apart
    {
        bool threads = false;
        std::optional<std::uint64_t> expanded; // offset of the first message of which not all is placed
    };

    EventPlacer(SourceId source, const Job& job, HandOver handOver, const Limits& limits);

    void begin(const StreamIndex& index) override;
    const KeptFields* wants(const Type& type) override;
    void take(const Message& message, const Kept& kept) override;
    void finish(); // hands over what is left
    Beyond beyond() const;

private:
    struct ThreadLanes
    {
        const ThreadWords* words = nullptr; // the latest
        LaneNumber slices = kNoLane;
        LaneNumber samples = kNoLane;
        LaneNumber cpu = kNoLane;
    };
    struct ThreadUse // a thread as an entry of a cache
    {
        const ThreadWords* words = nullptr;
        ThreadLanes* lanes = nullptr;
    };
    static constexpr std::uint32_t kNoText = 0;
    struct Use // of a plan: what was found out for it
    {
        const EventPlan* plan = nullptr;
        LaneNumber ThreadLanes::*ofThread = nullptr; // where it goes on its thread; null: not there
        LaneNumber lane = kNoLane;                   // of events that belong to no thread
        std::uint32_t unnamed = kNoText;             // what its slices are called when nothing names them
        std::vector<ThreadUse>* threads = nullptr;   // of the cache its threads are in, by entry
        std::vector<std::uint32_t>* names = nullptr; // likewise: number plus one
    };

    Use useFor(const EventPlan& plan);
    void takeCombined(const Message& message);
    using ValueOf = std::function<Value(std::string_view name)>;
    struct Sample // of a counter: when and where it was taken
    {
        std::int64_t ns = 0;
        RecordRef ref;
        std::uint8_t flags = 0;
    };
    void takeValues(const EventPlan& plan, const ValueOf& field, const Sample& sample, const ThreadUse& thread);
    std::uint32_t collectionName(Use& use, const Message& message, const ContentPlace& name,
                                 std::int64_t endNs);
    LaneNumber laneFor(Use& use, const ThreadUse& thread, std::int64_t startNs);
    void addPoint(LaneNumber lane, const Sample& sample, double value);
    void addPoint(Counter counter, const Sample& sample, double value);
    void see(std::int64_t startNs, std::int64_t endNs);
    void handOver();

    LaneNumber addLane(const TrackPlace& place, LaneWords words);
    LaneNumber laneOf(const EventPlan& plan);
    LaneNumber laneOf(LaneNumber ThreadLanes::*which, TrackKind kind, ThreadLanes& lanes);
    void noteName(ThreadLanes& lanes, const ThreadWords& words);
    ThreadUse useOf(const ThreadWords* words);
    ThreadUse threadAt(const Use& use, const ContentPlace& place);
    std::uint32_t nameAt(Use& use, const ContentPlace& place);
    std::uint32_t nameOr(Use& use, std::uint32_t name); // or how the plan calls what has none
    std::uint32_t textNumber(std::string_view text);
    std::uint32_t nameNumber(std::string_view text); // of the capture's own texts: only so many
    Value valueAt(const EventPlan& plan, int field, const ContentPlace& place) const;

    SourceId m_source;
    const Job& m_job;
    HandOver m_handOver;
    Limits m_limits;
    LaneBlock m_block;

    // Of the stream that is scanned now.
    struct Reading
    {
        Reading(const StreamIndex& index, const Limits& limits)
            : values(index)
            , tracks(values, limits.threads)
            , placed(values, tracks, limits.visits)
        {
        }

        ValueReader values;
        Tracks tracks;
        PlacedEvents placed;
    };
    std::unique_ptr<Reading> m_reading;

    std::vector<Use> m_uses;                                  // by type index
    std::unordered_map<const EventPlan*, Use> m_combinedUses; // of what combined events stand for
    ByEntry<ThreadUse> m_threadsOf;
    ByEntry<std::uint32_t> m_namesOf;     // number plus one
    std::uint64_t m_expanded = 0;         // events out of combined ones
    std::optional<std::uint64_t> m_cutAt; // offset of the first combined event that is not placed whole
    std::unordered_map<std::uint64_t, ThreadLanes> m_threads; // by key
    std::unordered_map<std::uint64_t, LaneNumber> m_lanes;    // that belong to no thread, by key
    LaneNumber m_laneCount = 0;
    StringTable m_names;
    std::uint32_t m_namesSent = 1;                                   // 0 is the empty text
    std::unordered_map<std::int64_t, std::int64_t> m_collectionEnds; // by number
};

}
