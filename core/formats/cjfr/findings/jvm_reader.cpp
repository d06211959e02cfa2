#include "core/base/text.h"
#include "core/formats/cjfr/findings/jvm_events.h"
#include "core/formats/cjfr/findings/jvm_look.h"
#include "core/formats/cjfr/records/cjfr_fields.h"
#include "core/stats/tally.h"

#include <algorithm>
#include <array>

namespace traceglass::cjfr {

namespace {

// Ports that a client is given: the other end called, and may be silent, or not read, as long as it likes.
constexpr std::int64_t kFirstClientPort = 32'768;

}

// A file, or a host with a port.
struct TransferKey
{
    StringId name {};
    std::int64_t port = 0; // -1: of a file

    bool operator==(const TransferKey&) const = default;
};
struct HashOfTransfer
{
    std::size_t operator()(const TransferKey& key) const
    {
        constexpr std::uint64_t kPorts = 65'599; // any odd number beyond them
        return number(key.name) * kPorts + static_cast<std::uint64_t>(key.port);
    }
};
constexpr std::size_t kNoTransferNumber = ~std::size_t(0);
struct TransferNumbers // numbers in JvmLook::transfers
{
    std::size_t reads = kNoTransferNumber;
    std::size_t writes = kNoTransferNumber;
};

// Reads events into the lists of a look. Most of them come in the order of time, so what they are added up in by second
// is mostly that of the one before.
struct JvmLook::Reader
{
    JvmLook& look;
    EventPass& pass;
    bool areSamples = false; // else what was given to threads in pieces counts
    struct Top               // of a stack
    {
        StringId method {}; // innermost
        bool isCut = false; // by the JVM, not by what condensed the recording
    };
    ByEntry<std::optional<Top>> tops = {};
    ByEntry<std::optional<bool>> searches = {}; // stacks of a search for a method
    std::int64_t customAtLeastNs = 0;

    template <class PerSecond>
    struct Latest
    {
        std::int64_t second = kNoInteger;
        PerSecond* sums = nullptr;
    };
    Latest<Amounts> allocatedThen = {};
    Latest<MethodSeconds> sampledThen = {};
    Latest<Thrown> thrownThen = {};
    std::vector<Latest<std::uint64_t>> customsThen = {};
    template <class PerSecond>
    static PerSecond& at(std::map<std::int64_t, PerSecond>& seconds, Latest<PerSecond>& latest,
                         std::int64_t second)
    {
        if (latest.second != second)
            latest = {second, &seconds[second]};
        return *latest.sums;
    }

    std::int64_t secondOf(const EventView& event) const { return look.secondOf(event.time.startNs); }
    // A thread is called as it was first.
    std::uint64_t threadOf(const ThreadWords* thread)
    {
        if (!thread)
            return 0;
        if (++seenThreads[thread->key] == 1)
            look.m_threads.try_emplace(thread->key, thread->name);
        return thread->key;
    }
    stats::Tally seenThreads = {};
    JvmSpan spanOf(const EventView& event)
    {
        return {event.time, threadOf(event.thread), event.place, event.offset};
    }
    SitedSpan sitedSpanOf(const EventView& event, const PassField& stack)
    {
        return {spanOf(event), pass.site(stack)};
    }

    void wait(const EventView& event)
    {
        if (event.time.endNs <= event.time.startNs)
            return;
        LockWait out {{spanOf(event)},
                      pass.name(event.fields[0]),
                      event.isApproximate,
                      pass.integer(event.fields[1]).value_or(kNoInteger)};
        out.owner = threadOf(pass.thread(event.fields[2]));
        look.waits.push_back(out);
    }

    // For a lock, or for what a pool hands out; others have nothing to do.
    void park(const EventView& event)
    {
        if (event.time.endNs <= event.time.startNs)
            return;
        StringId lock = pass.name(event.fields[0]);
        const bool isLock = isWanted(lock);
        const Pool pool = isLock ? Pool() : poolOf(pass.value(event.fields[2]));
        if (!isLock)
            lock = pool.method;
        if (lock == StringId {})
            return;
        LockWait out {sitedSpanOf(event, event.fields[2]), lock, event.isApproximate,
                      pass.integer(event.fields[1]).value_or(kNoInteger)};
        out.isByLoop = pool.isByLoop;
        (isLock ? look.parks : look.borrows).push_back(out);
    }

    // In Object.wait: older pools wait so for what they hand out; others for something to do.
    void waitInObject(const EventView& event)
    {
        if (event.time.endNs <= event.time.startNs)
            return;
        const Pool pool = poolOf(pass.value(event.fields[0]));
        if (pool.method == StringId {})
            return;
        LockWait out {sitedSpanOf(event, event.fields[0]), pool.method, event.isApproximate,
                      pass.integer(event.fields[1]).value_or(kNoInteger)};
        out.isByLoop = pool.isByLoop;
        look.borrows.push_back(out);
    }

    struct Pool
    {
        StringId method {};    // the innermost of a stack that hands out what is in it; empty: none does
        bool isByLoop = false; // LockWait::isByLoop
    };
    Pool poolOf(const Value& stack)
    {
        if (stack.isNull())
            return {};
        return of(pools, stack, [&] {
            Pool out;
            std::size_t callers = 0; // outside of the JDK
            pass.values().forEach(
                fieldOf(pass.values(), stack, "frames"), [&](const Slot&, std::uint64_t, const Value& frame) {
                    const StringId method = pass.name(fieldOf(pass.values(), frame, "method"));
                    if (pass.isOfJdk(method))
                        return true;
                    if (out.method != StringId {})
                        out.isByLoop = ++callers == 1 && pass.text(method).ends_with(".run");
                    else if (doesHandOut(pass.text(method)))
                        out.method = method;
                    return callers < 2;
                });
            out.isByLoop &= !isTrue(pass.values(), fieldOf(pass.values(), stack, "truncated"));
            return out;
        });
    }
    ByEntry<std::optional<Pool>> pools = {};

    bool isWanted(StringId parkedClass)
    {
        const auto [known, isNew] = wantedClasses.try_emplace(number(parkedClass));
        if (isNew)
            known->second = isContended(pass.text(parkedClass));
        return known->second;
    }
    std::unordered_map<std::uint32_t, bool> wantedClasses = {};

    // Histograms of many targets or types at once: steps by number of the target.
    class Histograms
    {
    public:
        void add(std::size_t target, std::int64_t ns)
        {
            m_steps.countSoon(target << kBits | stats::stepOf(ns));
        }
        std::vector<StatHistogram> take(std::size_t ofTargets)
        {
            std::vector<StatHistogram> out(ofTargets);
            m_steps.each([&](std::uint64_t key, std::uint64_t count) {
                out[key >> kBits].emplace_back(static_cast<std::uint32_t>(key), count);
            });
            for (StatHistogram& each : out)
                std::ranges::sort(each);
            return out;
        }

    private:
        static constexpr unsigned kBits = 32; // of a step
        stats::Tally m_steps;
    };
    Histograms transferSteps = {};
    Histograms customSteps = {};

    std::unordered_map<TransferKey, TransferNumbers, HashOfTransfer> targets = {};
    // By hash: who is read from is written to next, and most are the same few.
    std::array<std::pair<TransferKey, TransferNumbers*>, 256> latestTargets = {};

    std::size_t targetOf(const TransferKey& key, bool isSocket, bool isRead)
    {
        auto& [latest, target] = latestTargets[HashOfTransfer()(key) % latestTargets.size()];
        if (!target || latest != key) {
            latest = key;
            target = &targets[key];
        }
        std::size_t& known = isRead ? target->reads : target->writes;
        if (known == kNoTransferNumber) {
            known = look.transfers.size();
            TransferTarget& made = look.transfers.emplace_back();
            made.isSocket = isSocket;
            made.isRead = isRead;
            made.name = pass.text(key.name);
            if (isSocket)
                made.name.append(":").append(std::to_string(key.port));
        }
        return known;
    }

    void transfer(const EventView& event)
    {
        const bool isSocket = event.wanted >= JvmKind::socketRead;
        StringId name = pass.name(event.fields[0]);
        if (isSocket && name == StringId {})
            name = pass.name(event.fields[2]);
        const std::int64_t port = isSocket ? pass.integer(event.fields[3]).value_or(0) : -1;
        const auto bytes = [&]() -> std::int64_t {
            if (event.wanted == JvmKind::fileForce)
                return 0;
            return std::max<std::int64_t>(pass.integer(event.fields[isSocket ? 4 : 2]).value_or(0), 0);
        };
        const bool isEmpty = event.wanted == JvmKind::socketRead && bytes() == 0;
        const bool isExempt = isSocket && (port >= kFirstClientPort || isEmpty);
        const bool isRead = event.wanted == JvmKind::fileRead || event.wanted == JvmKind::socketRead;
        const std::size_t target = targetOf({name, port}, isSocket, isRead);
        if (!isExempt)
            transferSteps.add(target, event.time.lengthNs());
        const bool isWhose = event.wanted == JvmKind::socketRead && !isExempt;
        const std::uint64_t calls = isWhose ? callsOf(event.fields[1]) : 0;
        if (event.time.lengthNs() >= kSlowTransfer)
            look.transfers[target].slow.push_back(
                {sitedSpanOf(event, event.fields[1]), bytes(), isExempt, calls});
        else if (isWhose)
            ++look.transfers[target].shortReads[{threadOf(event.thread), calls}];
        if (const std::int64_t timeoutNs = isEmpty && port < kFirstClientPort ? timeoutOf(event) : 0;
            timeoutNs > 0)
            look.transfers[target].timedOut.push_back({sitedSpanOf(event, event.fields[1]), timeoutNs});
    }
    // Of the methods of a stack, which are called the same in all parts of the stream.
    std::uint64_t callsOf(const PassField& field)
    {
        if (!field.given && field.slot && field.place.where == ContentPlace::Where::cache) {
            const auto* const known = knownCalls.find(field.slot->cache, field.place.at);
            if (known && *known)
                return **known;
        }
        const Value stack = pass.value(field);
        if (stack.isNull())
            return 0;
        return of(knownCalls, stack, [&] {
            constexpr std::uint64_t kPrime = 1'099'511'628'211; // as in FNV
            std::uint64_t out = 0;
            pass.values().forEach(
                fieldOf(pass.values(), stack, "frames"), [&](const Slot&, std::uint64_t, const Value& frame) {
                    const StringId method = pass.name(fieldOf(pass.values(), frame, "method"));
                    out = (out ^ std::hash<std::string_view>()(pass.text(method))) * kPrime;
                    return true;
                });
            return out;
        });
    }
    ByEntry<std::optional<std::uint64_t>> knownCalls = {};
    // Of a read without bytes; 0: it did not wait for so long, or there was none.
    std::int64_t timeoutOf(const EventView& event)
    {
        const std::int64_t timeoutNs = pass.span(event.fields[5]).value_or(0);
        // A condensed recording may have rounded how long it took.
        const bool isOver = event.time.lengthNs() >= timeoutNs - timeoutNs / 100;
        return isOver && !isTrue(pass.values(), pass.value(event.fields[6])) ? timeoutNs : 0;
    }

    void custom(const EventView& event)
    {
        const std::size_t number = event.wanted - JvmKind::firstCustom;
        CustomType& type = look.customs[number];
        customSteps.add(number, event.time.lengthNs());
        ++at(type.begins, customsThen[number], secondOf(event));
        type.threads.insert(event.thread ? event.thread->key : 0);
        if (event.time.lengthNs() >= customAtLeastNs)
            type.slow.push_back(spanOf(event));
        else
            type.others.add(event.offset);
    }

    void collect(const EventView& event)
    {
        Collection out {pass.integer(event.fields[0]).value_or(kNoInteger), event.time, event.place,
                        event.offset};
        out.name = pass.name(event.fields[1]);
        out.cause = pass.name(event.fields[2]);
        out.pausesNs = pass.span(event.fields[3]).value_or(0);
        out.longestNs = pass.span(event.fields[4]).value_or(0);
        look.collections.push_back(out);
    }

    void pause(const EventView& event)
    {
        const std::int64_t gcId = pass.integer(event.fields[0]).value_or(kNoInteger);
        if (!event.isApproximate) {
            look.pauses.push_back(event.time);
            takeLongest(look.longestPauses[gcId], event.time);
        }
        const std::string_view name = pass.text(pass.name(event.fields[1]));
        const bool isFull = name.starts_with("Pause Full");
        if (!isFull && !name.starts_with("Pause Degenerated GC"))
            return;
        Fallback& known = look.fallbacks[gcId];
        known = isFull ? Fallback::full : known;
    }

    // Collectors without a goal have one of centuries.
    void flag(const EventView& event)
    {
        constexpr std::int64_t kMilli = 1'000'000, kHour = 3'600'000; // ns, ms
        const auto ms = pass.integer(event.fields[1]);
        if (ms && *ms > 0 && *ms <= kHour && pass.text(pass.name(event.fields[0])) == "MaxGCPauseMillis")
            look.pauseGoalNs = *ms * kMilli;
    }

    void begin(const EventView& event)
    {
        const auto& axes = pass.timeline().axes();
        if (const auto ns = momentOf(pass.values(), pass.value(event.fields[0])); ns && *ns > 0)
            look.jvmStartNs = axes.empty() ? *ns : axes.front().toView(*ns);
    }

    void heap(const EventView& event)
    {
        if (!pass.text(pass.name(event.fields[0])).starts_with("After"))
            return;
        const auto used = pass.integer(event.fields[1]);
        if (!used)
            return;
        HeapAfter out {event.time.startNs, *used};
        const Value space = pass.value(event.fields[2]);
        out.maxBytes = pass.integer(fieldOf(pass.values(), space, "reservedSize")).value_or(kNoInteger);
        look.heap.push_back(out);
    }

    void allocate(const EventView& event)
    {
        const std::int64_t bytes = std::max<std::int64_t>(pass.integer(event.fields[0]).value_or(0), 0);
        Amounts& then =
            event.isApproximate ? look.allocatedSometime : at(look.allocated, allocatedThen, secondOf(event));
        ++look.allocations;
        for (std::int64_t* const sum : {&then.all, &then.byThread[threadOf(event.thread)],
                                        &then.bySite[number(pass.site(event.fields[1]))]})
            *sum = addSaturating(*sum, bytes);
    }

    void sample(const EventView& event)
    {
        const Value stack = pass.value(event.fields[0]);
        if (stack.isNull())
            return;
        const Top top = of(tops, stack, [&] { return topOf(stack); });
        ++look.stacks;
        look.cutStacks += top.isCut ? 1u : 0u;
        MethodSeconds& then = at(look.sampled, sampledThen, secondOf(event));
        ++then.all;
        ++then.byMethod[number(top.method)];
    }

    Top topOf(const Value& stack)
    {
        Top out;
        const Value frames = fieldOf(pass.values(), stack, "frames");
        out.isCut = isTrue(pass.values(), fieldOf(pass.values(), stack, "truncated"))
            && (!pass.stackDepth() || !hasFrames(frames, *pass.stackDepth()));
        const Value innermost = firstOf(pass.values(), frames);
        out.method = pass.name(fieldOf(pass.values(), innermost, "method"));
        return out;
    }

    bool hasFrames(const Value& frames, std::int64_t atLeast) const
    {
        std::int64_t count = 0;
        pass.values().forEach(frames,
                              [&](const Slot&, std::uint64_t, const Value&) { return ++count < atLeast; });
        return count >= atLeast;
    }

    // What is found out of a stack: of one in a cache once.
    template <class T, class Find>
    static T of(ByEntry<std::optional<T>>& known, const Value& stack, const Find& find)
    {
        if (!stack.isEntry())
            return find();
        auto& out = known.at(stack.cache, stack.entry);
        if (!out)
            out = find();
        return *out;
    }

    // Looking for a method by its handle throws what is caught at once. Where the stack is not whole, that is what such
    // an error is thrown for.
    bool isSearch(const Value& error, const Value& stack)
    {
        const bool isMissing = pass.text(pass.name(error)).ends_with("NoSuchMethodError");
        if (stack.isNull() || isTrue(pass.values(), fieldOf(pass.values(), stack, "truncated")))
            return isMissing;
        return of(searches, stack, [&] {
            bool isOne = false;
            pass.values().forEach(fieldOf(pass.values(), stack, "frames"),
                                  [&](const Slot&, std::uint64_t, const Value& frame) {
                                      isOne = pass.text(pass.name(fieldOf(pass.values(), frame, "method")))
                                                  .starts_with("java.lang.invoke.");
                                      return !isOne;
                                  });
            return isOne;
        });
    }

    void thrown(const EventView& event)
    {
        Thrown& then = at(look.thrown, thrownThen, secondOf(event));
        ++then.all;
        ++then.byKind[{pass.name(event.fields[0]), pass.site(event.fields[1])}];
    }

    void dump(const EventView& event)
    {
        const Value text = pass.value(event.fields[0]);
        if (!isOf(text, TypeKind::string))
            return;
        if (auto threads = deadlockedThreads(pass.values().text(text)); !threads.empty())
            look.deadlocks.push_back({spanOf(event), std::move(threads)});
    }

    // Programs look for parts that may be missing when they begin.
    bool isProbe(const EventView& event) const
    {
        constexpr std::array<std::string_view, 6> kMissing = {
            "NoClassDefFoundError",   "UnsatisfiedLinkError",  "NoSuchFieldError",
            "ClassNotFoundException", "NoSuchMethodException", "NoSuchFieldException",
        };
        if (event.time.startNs >= addSaturating(pass.range().startNs, look.durationNs() / 10))
            return false;
        const std::string_view name = pass.text(pass.name(event.fields[0]));
        return std::ranges::any_of(kMissing, [&](std::string_view each) { return name.ends_with(each); });
    }

    void use(const EventView& event)
    {
        switch (event.wanted) {
        case JvmKind::enter: return wait(event);
        case JvmKind::park: return park(event);
        case JvmKind::monitorWait: return waitInObject(event);
        case JvmKind::fileRead:
        case JvmKind::fileWrite:
        case JvmKind::fileForce:
        case JvmKind::socketRead:
        case JvmKind::socketWrite: return transfer(event);
        case JvmKind::collection: return collect(event);
        case JvmKind::phasePause: return pause(event);
        case JvmKind::heapSummary: return heap(event);
        case JvmKind::allocationStall: look.stalls.push_back(spanOf(event)); return;
        case JvmKind::tlab:
        case JvmKind::outside:
            if (areSamples)
                return;
            [[fallthrough]];
        case JvmKind::allocation: return allocate(event);
        case JvmKind::execution: return sample(event);
        case JvmKind::exception:
            if (event.isApproximate)
                look.areThrownSometime = true;
            else if (!isProbe(event))
                thrown(event);
            return;
        case JvmKind::error:
            if (!isProbe(event) && !isSearch(pass.value(event.fields[0]), pass.value(event.fields[1])))
                look.errors[number(pass.name(event.fields[0]))].push_back(
                    sitedSpanOf(event, event.fields[1]));
            return;
        case JvmKind::safepoint: look.safepoints.push_back(spanOf(event)); return;
        case JvmKind::operation:
            if (const StringId name = pass.name(event.fields[0]);
                isTrue(pass.values(), pass.value(event.fields[1])) && !isOfCollector(pass.text(name)))
                look.operations[name].push_back({spanOf(event), threadOf(pass.thread(event.fields[2]))});
            return;
        case JvmKind::cpuLoad:
            look.cpu.push_back(
                {event.time.startNs,
                 pass.real(event.fields[0]).value_or(0) + pass.real(event.fields[1]).value_or(0),
                 pass.real(event.fields[2]).value_or(0)});
            return;
        case JvmKind::threadCount:
            look.threads.emplace_back(event.time.startNs, pass.integer(event.fields[0]).value_or(0));
            return;
        case JvmKind::pinnedThread: look.pinned.push_back(sitedSpanOf(event, event.fields[0])); return;
        case JvmKind::classLoad:
            look.classLoads.push_back({spanOf(event), pass.name(event.fields[0])});
            return;
        case JvmKind::failedCompilation: ++look.failedCompilations; return;
        case JvmKind::dataLoss:
            if (const std::int64_t bytes = pass.integer(event.fields[0]).value_or(0); bytes > 0)
                look.lost.push_back({spanOf(event), bytes});
            return;
        case JvmKind::flag: return flag(event);
        case JvmKind::jvm: return begin(event);
        case JvmKind::threadDump: return dump(event);
        case JvmKind::threadStart: look.starts.push_back(sitedSpanOf(event, event.fields[0])); return;
        case JvmKind::classCount:
            look.classes.push_back({event.time.startNs,
                                    subtractSaturating(pass.integer(event.fields[0]).value_or(0),
                                                       pass.integer(event.fields[1]).value_or(0))});
            return;
        case JvmKind::codeCacheFull:
            look.fullCodeCaches.push_back({spanOf(event), pass.name(event.fields[0])});
            return;
        case JvmKind::metaspaceOom: look.fullMetaspace.push_back(sitedSpanOf(event, event.fields[0])); return;
        case JvmKind::throttling:
            look.throttled.push_back({event.time.startNs, pass.integer(event.fields[0]).value_or(0),
                                      pass.integer(event.fields[1]).value_or(0),
                                      pass.span(event.fields[2]).value_or(0)});
            return;
        case JvmKind::sleep:
            if (event.time.lengthNs() >= kSlowTransfer && !event.isApproximate)
                look.sleeps.push_back(sitedSpanOf(event, event.fields[0]));
            return;
        case JvmKind::directBuffers:
            look.directBuffers.push_back({event.time.startNs, pass.integer(event.fields[0]).value_or(0)});
            look.directLimit = std::max(look.directLimit, pass.integer(event.fields[1]).value_or(0));
            return;
        default: return custom(event);
        }
    }
};

Result<void> JvmLook::read(const MessageRange& part, const std::vector<std::string>& custom,
                           std::int64_t customAtLeastNs)
{
    std::vector<WantedEvents> wanted = wantedOfJvm();
    for (const std::string& type : custom) {
        wanted.push_back({type});
        customs.push_back({type});
    }
    Reader reader {*this, m_pass, m_pass.has("jdk.ObjectAllocationSample")};
    reader.customAtLeastNs = customAtLeastNs;
    reader.customsThen.resize(customs.size());
    if (auto done = m_pass.read(part, wanted, [&](const EventView& event) { reader.use(event); }); !done)
        return done;
    std::vector<StatHistogram> steps = reader.transferSteps.take(transfers.size());
    for (std::size_t i = 0; i < transfers.size(); ++i)
        transfers[i].durations.parts.push_back(std::move(steps[i]));
    steps = reader.customSteps.take(customs.size());
    for (std::size_t i = 0; i < customs.size(); ++i)
        customs[i].durations.parts.push_back(std::move(steps[i]));
    return {};
}

}
