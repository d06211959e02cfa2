// Builds the timeline of a CondensedData file (cjfr.md 6): counters of the process, garbage collections, what
// the JVM did, and a track a thread. Blocks of messages are read ahead on other threads; events are placed in
// the order of the stream.
//
//     TimelineMaker maker(index, source);
//     if (auto done = maker.run(request, job); !done) return done;
//     request.publish(maker.snapshot(true));
//
// Files without the JFR layer get a track for each type of struct that has a time, which counts nanoseconds.
#pragma once

#include "core/formats/cjfr/cjfr_events.h"
#include "core/formats/cjfr/cjfr_lanes.h"
#include "core/formats/cjfr/cjfr_placed.h"
#include "core/model/document.h"

namespace traceglass::cjfr {

class TimelineMaker
{
public:
    TimelineMaker(const StreamIndex& index, SourceId source);

    Result<void> run(const IndexRequest& request, Job& job);
    TimelinePtr snapshot(bool complete);
    std::size_t trackCount() const { return m_lanes.trackCount(); }
    std::optional<TimeRange> range() const { return m_seen; } // of everything placed

private:
    struct ThreadLanes
    {
        const ThreadWords* words = nullptr; // the latest
        Lane* slices = nullptr;
        Lane* samples = nullptr;
        Lane* cpu = nullptr;
    };

    void take(const Event& event, const EventBlock& block);
    void takeCombined(const Message& message);
    using Field = std::function<std::optional<Value>(std::string_view name)>;
    void takeValues(const EventPlan& plan, const Field& field, const Slice& when, const ThreadWords* thread);
    void place(const EventPlan& plan, const ThreadWords* thread, const Slice& slice);
    void addPoint(Counter counter, const Slice& when, std::optional<double> value);
    ThreadLanes& lanesOf(const ThreadWords& thread);
    Lane& slicesOf(ThreadLanes& lanes);
    Lane& samplesOf(ThreadLanes& lanes);
    Lane& cpuOf(ThreadLanes& lanes);
    Lane& laneOf(const EventPlan& plan);
    std::optional<double> amount(const std::optional<Value>& value) const;
    const ThreadWords* threadAt(const EventPlan& plan, std::uint64_t place);
    StringId nameAt(const EventPlan& plan, std::uint64_t place);
    StringId nameOf(const EventPlan& plan, const Value& value);
    StringId label(const EventPlan& plan);
    Value valueAt(const EventPlan& plan, int field, std::uint64_t place) const;
    void takeCollection(const EventPlan& plan, const Message& message, Slice& slice);
    void see(const TimeRange& time);
    void placeLoneValues();
    void boundLives();

    const StreamIndex& m_index;
    SourceId m_source;
    ValueReader m_values;
    Tracks m_tracks;
    PlacedEvents m_placed;
    TimelineBuilder m_builder;
    Lanes m_lanes;
    std::vector<const EventPlan*> m_plans; // by type index, null: without a time

    struct Known // a thread found before
    {
        std::uint64_t place = kNowhere;
        const ThreadWords* thread = nullptr;
    };
    static constexpr std::size_t kKnown = 256;
    std::vector<Known> m_knownThreads = std::vector<Known>(kKnown); // by the low bits of the place
    std::unordered_map<std::uint64_t, ThreadLanes> m_threads;       // by key
    std::vector<Lane*> m_machineLanes;                              // by role
    std::unordered_map<const EventPlan*, Lane*> m_typeLanes;
    std::unordered_map<std::uint64_t, StringId> m_names; // by place of cached content
    std::unordered_map<const EventPlan*, StringId> m_namedLabels; // of types the file lacks
    std::vector<StringId> m_labels;                               // by type index; the empty text: not yet
    std::unordered_map<std::int64_t, std::int64_t> m_collectionEnds; // by number
    std::optional<TimeRange> m_seen;
    std::uint64_t m_messages = 0;
};

}
