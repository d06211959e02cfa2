// Which track of the timeline an event belongs to, and what of it tells when, how long, whose and how it is
// called: found once a type.
//
//     Tracks tracks(values);
//     const EventPlan& plan = tracks.planOf(*message.type);
//     const TrackPlace place = tracks.trackOf(plan, tracks.threadOf(plan, message)); // place.kind, place.key
//
// A thread has one key for all its tracks (slices, samples, its share of CPU): they differ in their kind. One
// thread uses a Tracks; make one for each question, it learns as it is asked.
#pragma once

#include "core/base/limits.h"
#include "core/formats/cjfr/timeline/cjfr_expand.h"
#include "core/timeline/timeline.h"

#include <memory>
#include <unordered_map>

namespace traceglass::cjfr {

// The top byte of Track::key; what the rest means.
enum class TrackClass : std::uint8_t {
    group = 1,   // TrackGroup
    counter,     // Counter
    machine,     // EventRole: one track of the JVM each
    type,        // hash of the type's name
    javaThread,  // javaThreadId
    systemThread // osThreadId
};

constexpr std::uint64_t keyOf(TrackClass what, std::uint64_t number)
{
    constexpr unsigned kClassBits = 8;
    return static_cast<std::uint64_t>(what) << (64 - kClassBits) | (number << kClassBits) >> kClassBits;
}
constexpr TrackClass classOf(std::uint64_t key)
{
    return static_cast<TrackClass>(key >> 56);
}

enum class TrackGroup : std::uint8_t {
    process,
    collector,
    collectorMore,
    machine,
    machineMore,
    threads,
    systemThreads, // of the runtime
    idleThreads,   // that did nothing while it was recorded
};
enum class Counter : std::uint8_t { userCpu, systemCpu, machineCpu, heap, metaspace };
constexpr std::uint64_t keyOf(Counter counter)
{
    return keyOf(TrackClass::counter, static_cast<std::uint64_t>(counter));
}

enum class EventRole : std::uint8_t {
    none,       // no usable time
    event,      // on its thread, or on a track of its type
    sample,     // of what a thread ran
    collection, // of garbage, and the phases of its pauses below
    phase,
    concurrentPhase,
    operation, // of the VM
    safepoint,
    compilation,
    classLoad,
    threadStart,
    threadEnd,
    cpuLoad, // values of counters
    threadCpu,
    heap,
    metaspace,
};

// What the fields of a type are for. Its name is a text, class or method, or the stack trace of a sample.
struct EventPlan : KeptFields
{
    EventRole role = EventRole::none;
    const Type* type = nullptr; // null: an event only combined ones stand for, of a type the file lacks
    std::string label;          // for people: "Java Monitor Blocked"
    std::string typeName;       // "jdk.JavaMonitorEnter"
    std::uint64_t typeKey = 0;  // of the track of its type
    bool ofCollector = false;   // its category is the garbage collector
    bool isCombined = false;    // stands for others: expand it
    std::string_view nameField; // what the field of the name is called; static
    // Before the name, where it is not itself what happened: a method that is compiled does not run. Static.
    std::string_view done;

    bool isCounter() const { return role >= EventRole::cpuLoad; }
};

struct TrackPlace
{
    TrackKind kind = TrackKind::slices;
    std::uint64_t key = 0;

    bool operator==(const TrackPlace&) const = default;
};

struct ThreadWords
{
    std::uint64_t key = 0;
    std::string name;
    std::int64_t javaId = 0; // 0: not a Java thread
    std::int64_t systemId = 0;
    bool ofSystem = false; // one of the runtime's own Java threads
};

class Tracks
{
public:
    explicit Tracks(const ValueReader& values, std::size_t mostThreads = limits::kCjfrThreads);

    const EventPlan& planOf(const Type& type);
    const EventPlan& planOf(const ExpandedEvent& event, const Type& combined);

    TrackPlace trackOf(const EventPlan& plan, const ThreadWords* thread) const;

    // The thread a value is or refers to; null when it is none, or one too many. Stays where it is.
    const ThreadWords* thread(const Value& value);
    bool hasMoreThreads() const { return m_hasMoreThreads; } // than were told apart
    // All names the capture has for a thread, in order.
    std::vector<std::string> namesOf(std::uint64_t threadKey);

    // "Threads/main": what --track is compared with.
    std::string pathOf(const EventPlan& plan, const ThreadWords* thread) const;
    const ThreadWords* threadOf(const EventPlan& plan, const Message& message);
    const ThreadWords* threadOf(const ExpandedEvent& event);

private:
    ThreadWords readThread(const Value& value) const;
    const ThreadWords* keptOf(std::uint64_t key);
    EventPlan makePlan(const Type& type) const;
    EventPlan makePlan(const std::string& name) const;

    const ValueReader& m_values;
    std::size_t m_mostThreads;
    bool m_hasMoreThreads = false;
    std::vector<std::unique_ptr<EventPlan>> m_plans; // by type index
    std::unordered_map<std::string, EventPlan> m_namedPlans;
    std::unordered_map<std::uint64_t, ThreadWords> m_threads;       // cached, by place of content
    std::unordered_map<std::string, ThreadWords> m_inlineThreads;   // by key and name
    std::unordered_map<std::uint64_t, const ThreadWords*> m_latest; // of a thread, by key
};

struct GroupWords
{
    std::string_view name;
    std::optional<TrackGroup> around {};
};
const GroupWords& wordsOf(TrackGroup group);
std::string_view counterName(Counter counter);
EventRole roleOf(std::string_view typeName); // of a JVM's types
std::string machineTrackName(EventRole role);
TrackGroup groupOf(const EventPlan& plan, const TrackPlace& place);

}
