// What the demo recording is made of before it is written: records that wait for their turn, the pauses in
// which no thread of the program moves on, and the collections that cause them.
//
//     JvmScript script(recorder, seed);
//     Collector collector(script);
//     collector.plan({.startNs = t, .pauseNs = 9'000'000, ...});   // ahead of time: pauses have to be known
//     t = script.after(t, 300'000);                        // longer where a pause lies in between
//     script.add(JvmEvent::threadSleep, t, length, thread, stack, {length});
//     script.writeUntil(t, limit);
//
// Records are written in the order in which a JVM commits them: by their end.
#pragma once

#include "core/base/time_text.h"
#include "core/formats/cjfr/demo/jvm_calls.h"
#include "core/formats/cjfr/wire/cjfr_footer.h"

namespace traceglass::cjfr {

constexpr std::int64_t kMicrosecond = 1'000;
constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

class JvmScript
{
public:
    JvmScript(JvmRecorder& recorder, std::uint64_t seed)
        : random(seed)
        , m_recorder(recorder)
    {
    }

    DemoRandom random;

    JvmRecorder& recorder() { return m_recorder; }
    void add(JvmEvent event, std::int64_t startNs, std::int64_t length, std::uint32_t thread,
             std::uint32_t stack, std::vector<JvmValue> values = {})
    {
        m_waiting.push_back({event, startNs, length, thread, stack, std::move(values)});
    }
    void addPause(const TimeRange& pause) { m_pauses.push_back(pause); }
    void forgetPausesBefore(std::int64_t ns);
    bool isPaused(std::int64_t ns) const;
    // When something is done that takes so long and begins then; pauses come on top.
    std::int64_t after(std::int64_t ns, std::int64_t length) const;

    // Writes what ends before a time, no more records than `atMost`; returns how many.
    std::uint64_t writeUntil(std::int64_t ns, std::uint64_t atMost);

private:
    JvmRecorder& m_recorder;
    std::vector<JvmRecord> m_waiting;
    std::vector<TimeRange> m_pauses; // in order
};

struct PlannedCollection
{
    std::int64_t startNs = 0;
    std::int64_t pauseNs = 0;
    std::string_view cause {};
    std::int64_t usedBefore = 0; // bytes of the heap
    std::int64_t usedAfter = 0;
    std::int64_t concurrentNs = 0; // marking behind it
    std::uint32_t caller = kNobody;
};

// Garbage collections, and the safepoints of all VM operations.
class Collector
{
public:
    explicit Collector(JvmScript& script);

    void plan(const PlannedCollection& collection);
    void operation(std::int64_t startNs, std::int64_t length, std::string_view name, std::uint32_t caller);
    // What the collection before the recording left: counters have a value from the start.
    void begin(std::int64_t startNs, std::int64_t used) { heap(startNs, "After GC", used); }
    void summarise(Footer& footer) const; // the part about collections

    std::int64_t threads = 0; // of the program, as safepoints count them

private:
    void young(const PlannedCollection& collection);
    void marking(const PlannedCollection& collection, std::int64_t startNs);
    void phases(JvmEvent level, std::int64_t startNs, std::int64_t length,
                std::initializer_list<std::pair<std::string_view, int>> shares);
    void parallel(std::int64_t startNs, std::int64_t length);
    void heap(std::int64_t atNs, std::string_view when, std::int64_t used);
    void pause(std::int64_t startNs, std::int64_t length, std::string_view name,
               std::string_view operationName, std::uint32_t caller);

    JvmScript& m_script;
    std::uint32_t m_vmThread, m_marker;
    std::vector<std::uint32_t> m_workers;
    std::int64_t m_id = 57; // the program ran before it was recorded
    std::int64_t m_safepoint = 0;
    std::int64_t m_metaspace = 61 << 20;
    GcSummary m_summary;
    std::vector<std::int64_t> m_pausesUs;
};

}
