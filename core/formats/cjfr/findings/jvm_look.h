// What the rules want to know of the events of a JVM, gathered in one pass over the stream, or in one over each of its
// parts (JvmPieces).
//
//     EventPass pass(file, index, request, job);
//     JvmLook look(pass);
//     if (auto done = look.read({}, customTypes, 10'000'000); !done) return ...
//     look.settle();
//     look.waits, look.collections ...
//
// Times are view time. Names are those of the pass.
#pragma once

#include "core/findings/gathering.h"
#include "core/findings/steady_growth.h"
#include "core/formats/cjfr/statistics/cjfr_event_pass.h"
#include "core/model/findings.h"
#include "core/stats/histogram.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace traceglass::cjfr {

struct JvmSpan // something a thread did
{
    TimeRange time;
    std::uint64_t thread = 0; // key; 0: none is known
    TrackPlace place;
    std::uint64_t offset = 0;
};

struct SitedSpan : JvmSpan
{
    StringId site {};
};

struct LockWait : SitedSpan
{
    StringId lock {};           // class; of a pool the method that hands out what is in it
    bool isApproximate = false; // the recording kept for how long, not when
    std::int64_t address = kNoInteger;
    std::uint64_t owner = 0; // key of the thread that had it before; 0: not recorded
    bool isByLoop = false;   // the `run` of the thread itself asked a pool, below nothing else of the program
};

struct SlowTransfer : SitedSpan // of kSlowTransfer and longer
{
    std::int64_t bytes = 0; // that it moved; 0: that is not recorded
    bool isExempt = false;  // it waited for somebody to say something
    std::uint64_t calls = 0; // of a read of a socket: tells the methods of its stack; 0: no stack
};

struct TimedOutRead : SitedSpan // of a socket: nobody said anything until its time was up
{
    std::int64_t timeoutNs = 0;
};

// How often what took how long, as the parts of the stream told it. Put together when somebody asks: of thousands of
// targets hardly any has something slow.
struct JvmDurations
{
    std::vector<StatHistogram> parts;

    StatHistogram all() const;
    void add(JvmDurations later);
};

// Reads of a host by a thread from a stack (SlowTransfer::calls).
struct ReadsBy
{
    std::uint64_t thread = 0, calls = 0;

    bool operator==(const ReadsBy&) const = default;
};
struct HashOfReads
{
    std::size_t operator()(const ReadsBy& by) const { return by.calls * 65'599 + by.thread; }
};

// Reads or writes of a file, or of a host with its port.
struct TransferTarget
{
    std::string name;
    bool isSocket = false;
    bool isRead = false;
    JvmDurations durations {}; // without those exempt
    std::vector<SlowTransfer> slow;
    std::vector<TimedOutRead> timedOut {};
    std::unordered_map<ReadsBy, std::uint64_t, HashOfReads> shortReads {}; // of a socket: the others

    std::string subject() const { return (isRead ? "reads of " : "writes of ") + name; }
};

// How long each thread waited, to see whether all who did so waited for at least half of the recording.
class WaitsByThread
{
public:
    void add(const JvmSpan& wait)
    {
        std::int64_t& sum = m_sums[wait.thread];
        sum = addSaturating(sum, wait.time.lengthNs());
    }
    bool areMostOfTheTime(std::int64_t durationNs) const
    {
        return std::ranges::all_of(m_sums, [&](const auto& each) { return each.second >= durationNs / 2; });
    }

private:
    std::map<std::uint64_t, std::int64_t> m_sums;
};

inline void takeLongest(TimeRange& longest, const TimeRange& other)
{
    if (other.lengthNs() > longest.lengthNs())
        longest = other;
}

struct Collection
{
    std::int64_t gcId = kNoInteger;
    TimeRange time;
    TrackPlace place;
    std::uint64_t offset = 0;
    StringId name {};
    StringId cause {};
    std::int64_t pausesNs = 0;
    std::int64_t longestNs = 0;
};

// What Shenandoah does once it cannot keep up: a collection is ended, or made anew, while the program stands still.
enum class Fallback : std::uint8_t { degenerated, full };

struct HeapAfter // a collection
{
    std::int64_t ns = 0;
    std::int64_t usedBytes = 0;
    std::int64_t maxBytes = kNoInteger;
};

struct Amounts // by thread or site: bytes
{
    std::int64_t all = 0;
    std::unordered_map<std::uint64_t, std::int64_t> byThread;
    std::unordered_map<std::uint32_t, std::int64_t> bySite;
};

struct MethodSeconds // of samples
{
    std::int64_t all = 0;
    std::unordered_map<std::uint32_t, std::int64_t> byMethod; // innermost
};

struct Thrown // exceptions of a second
{
    std::uint64_t all = 0;
    std::map<std::pair<StringId, StringId>, std::uint64_t> byKind; // class and site
};

struct Deadlock : JvmSpan // that a thread dump tells
{
    std::vector<std::string> threads; // that wait for each other, by name
};

struct Throttled // by a container: sums since it began
{
    std::int64_t ns = 0; // when they were asked for
    std::int64_t slices = 0, throttledSlices = 0, throttledNs = 0;
};

struct NamedSpan : JvmSpan
{
    StringId name {};
};

struct VmOperation : JvmSpan
{
    std::uint64_t caller = 0; // key of the thread that wanted it; 0: not recorded
};

struct LostData : JvmSpan
{
    std::int64_t bytes = 0;
};

// Some of many, at even steps: when there are too many, every second one goes.
struct SomeOffsets
{
    void add(std::uint64_t offset)
    {
        constexpr std::size_t kMost = 512;
        if (count++ % step != 0)
            return;
        if (kept.size() == kMost) {
            for (std::size_t i = 0; i < kMost / 2; ++i)
                kept[i] = kept[i * 2];
            kept.resize(kMost / 2);
            step *= 2;
        }
        kept.push_back(offset);
    }

    std::vector<std::uint64_t> kept {};
    std::uint64_t count = 0; // of all
    std::uint64_t step = 1;
};

struct CustomType // events of the program with a duration
{
    std::string name;
    JvmDurations durations {};
    std::unordered_set<std::uint64_t> threads {};    // by key
    std::vector<JvmSpan> slow {};                    // as long as was asked for, and longer
    SomeOffsets others {};                           // where some of those lie that are not
    std::map<std::int64_t, std::uint64_t> begins {}; // how many, by second
};

struct CpuSample
{
    std::int64_t ns = 0;
    double ofJvm = 0;
    double ofMachine = 0;
};

class JvmLook
{
public:
    static constexpr std::int64_t kSlowTransfer = 1'000'000; // ns

    explicit JvmLook(EventPass& pass)
        : m_pass(pass)
    {
    }

    // `custom`: types with a duration that are none of the JVM's; those of their events are kept that are as long.
    Result<void> read(const MessageRange& part, const std::vector<std::string>& custom,
                      std::int64_t customAtLeastNs);
    void add(JvmLook&& later); // that of the part behind it
    // Once all are added: puts in order what does not come so, and leaves out who waited for a collection, not for a lock,
    // file or socket.
    void settle();

    EventPass& pass() const { return m_pass; }
    const Timeline& timeline() const { return m_pass.timeline(); }
    std::string_view text(StringId name) const { return m_pass.text(name); }
    bool isStopped() const { return m_pass.job().stopRequested(); }
    std::int64_t durationNs() const { return m_pass.range().lengthNs(); }
    RecordRef refOf(std::uint64_t offset) const { return m_pass.refOf(offset); }
    // While a program starts it allocates more than later: half a minute, of a JVM that ran before what is left of that.
    // Where it is not recorded when it was started that is a tenth of the recording, half a minute at most.
    std::int64_t warmUpNs() const;
    // What threads did, joined for each of them: a thread is in one place, whatever a damaged recording says.
    std::vector<TimeRange> timesByThread(const std::vector<const JvmSpan*>& spans) const;
    std::int64_t mostAtOnce(const std::vector<const JvmSpan*>& spans) const; // how many threads
    // Part of the recording times the threads: as many as lived at once on average, at least as many as did it at once.
    // There may be a thread for each request.
    double shareOfThreads(std::int64_t costNs, const std::unordered_set<std::uint64_t>& whose,
                          const std::vector<const JvmSpan*>& spans) const;
    double shareOfThreads(std::int64_t costNs,
                          const std::vector<const JvmSpan*>& spans) const; // those who did it
    // The minute with most of what they did, where that made the program stand: several at once, for a good part of it.
    // It is little of a recording of hours.
    struct BadMinute
    {
        findings::Minute minute;
        double share = 0; // of it, times the threads
    };
    std::optional<BadMinute> badMinuteOf(const std::vector<const JvmSpan*>& spans) const;
    // By share; low where it is less, and there is such a minute.
    std::optional<findings::Weight> weightOf(double share, const std::vector<const JvmSpan*>& spans) const;
    TimeRange second(std::int64_t number) const;
    std::int64_t secondOf(std::int64_t ns) const
    {
        return subtractSaturating(ns, m_pass.range().startNs) / kSecondNs;
    }
    std::string threadName(std::uint64_t key) const;
    // Leads to the slice of the event.
    Evidence evidenceOf(const TimeRange& time, const TrackPlace& place, std::uint64_t offset) const;
    Evidence evidenceOf(const JvmSpan& span) const { return evidenceOf(span.time, span.place, span.offset); }

    std::optional<std::int64_t> jvmStartNs; // nothing: not recorded
    std::vector<LockWait> waits;
    std::vector<LockWait> parks;               // for locks and semaphores
    std::vector<LockWait> borrows;             // for what a pool hands out
    std::vector<Deadlock> deadlocks;
    std::vector<TransferTarget> transfers;     // in the order in which they came up
    std::vector<SitedSpan> sleeps;             // of kSlowTransfer and longer
    std::vector<Collection> collections;       // in order of their begin, once settled
    std::optional<std::int64_t> pauseGoalNs;   // MaxGCPauseMillis; nothing: not recorded, or there is none
    std::vector<TimeRange> pauses;             // likewise, joined
    std::map<std::int64_t, TimeRange> longestPauses; // by gcId
    std::map<std::int64_t, Fallback> fallbacks;      // likewise
    std::vector<HeapAfter> heap;                // as collections
    std::vector<JvmSpan> stalls;                // until memory was free (ZGC)
    std::map<std::int64_t, Amounts> allocated; // by second
    Amounts allocatedSometime;                 // of which a condensed recording did not keep when
    std::uint64_t allocations = 0;
    std::map<std::int64_t, MethodSeconds> sampled; // by second
    std::map<std::int64_t, Thrown> thrown;         // by second, without searches for what may be missing
    bool areThrownSometime = false;                // of some it is not known when: they are not among them
    std::map<std::uint32_t, std::vector<SitedSpan>> errors; // by class, likewise
    std::vector<CustomType> customs;
    std::vector<JvmSpan> safepoints;                     // until all threads had stopped
    std::map<StringId, std::vector<VmOperation>> operations; // at a safepoint, no collection
    std::vector<CpuSample> cpu;
    std::vector<std::pair<std::int64_t, std::int64_t>> threads; // when, how many
    std::vector<SitedSpan> starts;                              // of threads, in those that start them
    std::vector<findings::LevelSince> classes;                  // loaded less unloaded
    std::vector<findings::LevelSince> directBuffers;            // bytes
    std::int64_t directLimit = 0;                               // that they may have; 0: not recorded
    std::vector<NamedSpan> fullCodeCaches;                      // which
    std::vector<SitedSpan> fullMetaspace;                       // for want of room no class could be loaded
    std::vector<Throttled> throttled;
    std::vector<SitedSpan> pinned;
    std::vector<NamedSpan> classLoads; // of which class
    std::uint64_t stacks = 0, cutStacks = 0, failedCompilations = 0;
    std::vector<LostData> lost;

private:
    struct Reader;

    std::int64_t livedNs(std::uint64_t thread) const; // as far as it is recorded
    void addTransfers(std::vector<TransferTarget>& later, const std::function<StringId(StringId)>& renamed);

    EventPass& m_pass;
    std::unordered_map<std::uint64_t, std::string> m_threads; // names, by key
    std::unordered_map<std::string, std::size_t>
        m_targets; // numbers in `transfers`, by subject, once parts are added
};

}
