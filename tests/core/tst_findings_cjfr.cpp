// Rules for recordings of a JVM: each with a recording that fires and one a hair below, each guard with its false alarm,
// and the demo.
#include "core/base/text.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/cjfr/demo/jvm_recorder.h"
#include "core/formats/cjfr/wire/cjfr_writer.h"
#include "core/io/file.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/findings.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <deque>
#include <functional>

using namespace traceglass;
using namespace traceglass::cjfr;

namespace {

constexpr std::int64_t kStart = 1'780'000'000'000'000'000;
constexpr std::int64_t kMs = 1'000'000, kMB = 1'000'000;

// A recording in the making. Times are milliseconds from the start, in any order.
class JvmRun
{
public:
    JvmRun()
        : m_writer([this](std::span<const std::byte> bytes) -> Result<void> {
            m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
            return {};
        })
        , jvm(m_writer.stream(), kStart)
        , main(jvm.addThread("main", 100, 1))
        , worker(jvm.addThread("worker", 101, 2))
        , stack(jvm.addStack({jvm.frame("java/util/HashMap.put", 10), jvm.frame("shop/Cart.add", 20)}))
    {
    }

    void add(JvmEvent event, double fromMs, double lengthMs, std::vector<JvmValue> values = {},
             std::uint32_t thread = kNobody, std::uint32_t trace = kNobody)
    {
        m_planned.push_back({event, kStart + static_cast<std::int64_t>(fromMs * kMs),
                             static_cast<std::int64_t>(lengthMs * kMs), thread, trace, std::move(values)});
    }
    // Of the main thread, for what the worker has.
    void lock(double fromMs, double lengthMs, std::string_view of = "shop/Cart")
    {
        lock(fromMs, lengthMs, main, worker, of);
    }
    void lock(double fromMs, double lengthMs, std::uint32_t waits, std::uint32_t owner,
              std::string_view of = "shop/Cart", std::int64_t address = 0x7000)
    {
        add(JvmEvent::monitorEnter, fromMs, lengthMs,
            {std::int64_t(jvm.classNamed(of)), std::int64_t(owner), address}, waits, stack);
    }
    std::uint32_t thread(int number) { return jvm.addThread("request", 1'000 + number, 1'000 + number); }
    // It waits for something to do then.
    void idle(double atMs, std::uint32_t who)
    {
        park(atMs, 1, "java/util/concurrent/SynchronousQueue$TransferStack", who);
    }
    void pause(double fromMs, double lengthMs, std::string_view name = "G1New")
    {
        collect(fromMs, lengthMs, lengthMs, name, "G1 Evacuation Pause");
        add(JvmEvent::phasePause, fromMs, lengthMs, {m_gc, "GC Pause"}, worker);
    }
    void park(double fromMs, double lengthMs, std::string_view of, std::optional<std::uint32_t> thread = {},
              std::optional<std::uint32_t> trace = {})
    {
        add(JvmEvent::threadPark, fromMs, lengthMs,
            {std::int64_t(jvm.classNamed(of)), std::int64_t(0), std::int64_t(0), std::int64_t(0x7000)},
            thread.value_or(main), trace.value_or(stack));
    }
    // For one of a pool: below the park stands what hands them out.
    void borrow(double fromMs, double lengthMs, const std::string& by = "shop/Pool.borrowObject",
                std::string_view of = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
                std::optional<std::uint32_t> thread = {}, const std::string& asks = "shop/Orders.find")
    {
        park(fromMs, lengthMs, of, thread.value_or(main),
             jvm.addStack({jvm.frame("jdk/internal/misc/Unsafe.park", 1), jvm.frame(by, 10),
                           jvm.frame(asks, 20), jvm.frame("java/lang/Thread.run", 30)}));
    }
    void waitBelow(double fromMs, double lengthMs, const std::string& method)
    {
        add(JvmEvent::monitorWait, fromMs, lengthMs,
            {std::int64_t(jvm.classNamed("shop/Pool")), std::int64_t(kNobody), std::int64_t(0),
             std::int64_t(0), std::int64_t(0x7000)},
            main, jvm.addStack({jvm.frame("java/lang/Object.wait", 1), jvm.frame(method, 10)}));
    }
    void write(double fromMs, double lengthMs, std::int64_t bytes = 100,
               std::optional<std::uint32_t> thread = {})
    {
        add(JvmEvent::fileWrite, fromMs, lengthMs, {"orders.journal", bytes}, thread.value_or(worker), stack);
    }
    void readFile(double fromMs, double lengthMs, const std::string& path)
    {
        m_paths.push_back(path);
        add(JvmEvent::fileRead, fromMs, lengthMs,
            {std::string_view(m_paths.back()), std::int64_t(100), std::int64_t(0)}, worker, stack);
    }
    void writeFile(double fromMs, double lengthMs, const std::string& path)
    {
        m_paths.push_back(path);
        add(JvmEvent::fileWrite, fromMs, lengthMs, {std::string_view(m_paths.back()), std::int64_t(100)},
            worker, stack);
    }
    void send(double fromMs, double lengthMs, std::int64_t port)
    {
        add(JvmEvent::socketWrite, fromMs, lengthMs, {"peer", "10.0.0.2", port, std::int64_t(100)}, worker,
            stack);
    }
    void read(double fromMs, double lengthMs, std::int64_t port, std::int64_t bytes,
              std::optional<std::uint32_t> thread = {}, std::optional<std::uint32_t> trace = {})
    {
        add(JvmEvent::socketRead, fromMs, lengthMs,
            {"db", "10.0.0.1", port, std::int64_t(0), bytes, std::int64_t(0)}, thread.value_or(worker),
            trace.value_or(stack));
    }
    // Of a socket that has a timeout.
    void readFor(double fromMs, double lengthMs, double timeoutMs, std::int64_t bytes,
                 std::int64_t port = 5'432, bool isEnd = false)
    {
        add(JvmEvent::socketRead, fromMs, lengthMs,
            {"db", "10.0.0.1", port, static_cast<std::int64_t>(timeoutMs * kMs), bytes,
             std::int64_t(isEnd ? 1 : 0)},
            main, stack);
    }
    void collect(double fromMs, double lengthMs, double pauseMs, std::string_view name = "G1New",
                 std::string_view cause = "G1 Evacuation Pause")
    {
        const auto pause = static_cast<std::int64_t>(pauseMs * kMs);
        add(JvmEvent::collection, fromMs, lengthMs, {++m_gc, name, cause, pause, pause});
    }
    void heapAfter(double atMs, std::int64_t used)
    {
        add(JvmEvent::heapSummary, atMs, 0, {++m_gc, "After GC", std::int64_t(4) << 30, used});
    }
    void allocate(double atMs, std::int64_t bytes, std::uint32_t trace,
                  std::optional<std::uint32_t> thread = {})
    {
        add(JvmEvent::allocationSample, atMs, 0, {std::int64_t(jvm.classNamed("byte[]")), bytes},
            thread.value_or(main), trace);
    }
    void startJvm(double atMs)
    {
        add(JvmEvent::jvmInformation, 0, 0,
            {"VM", "21", "", "", "shop.Main", kStart + static_cast<std::int64_t>(atMs * kMs),
             std::int64_t(4096)});
    }
    void request(double fromMs, double lengthMs, const char* path = "/", std::int64_t status = 200)
    {
        add(JvmEvent::shopRequest, fromMs, lengthMs, {path, status, std::int64_t(1)}, main, stack);
    }
    void cpu(double atMs, double ofJvm, double ofMachine)
    {
        add(JvmEvent::cpuLoad, atMs, 0, {ofJvm, 0.0, ofMachine});
    }
    void threads(double atMs, std::int64_t active)
    {
        add(JvmEvent::threadStatistics, atMs, 0, {active, std::int64_t(0), active, active});
    }
    std::uint32_t stackOf(const std::string& method) { return jvm.addStack({jvm.frame(method, 1)}); }

    std::filesystem::path save(const QTemporaryDir& folder, double endMs)
    {
        add(JvmEvent::osInformation, 0, 0, {"Linux"});
        add(JvmEvent::osInformation, endMs, 0, {"Linux"});
        std::ranges::stable_sort(m_planned, {}, &JvmRecord::endNs);
        for (const JvmRecord& each : m_planned)
            jvm.write(each);
        const std::filesystem::path path = folder.filePath("run.cjfr").toStdString();
        auto file = File::open(path, File::Mode::create);
        return m_writer.finish() && file && file->write(m_bytes) && file->close() ? path
                                                                                  : std::filesystem::path();
    }

private:
    std::vector<std::byte> m_bytes;
    Writer m_writer;
    std::vector<JvmRecord> m_planned;
    std::deque<std::string> m_paths; // which those look at
    std::int64_t m_gc = 0;

public:
    JvmRecorder jvm;
    const std::uint32_t main, worker, stack;
};

// Ten seconds, with events that the demo has no use for, written byte by byte.
class OtherEvents
{
public:
    explicit OtherEvents(std::optional<std::int64_t> stackDepth = {})
        : m_file("NONE")
    {
        m_file.jfr(1'000'000'000, kStart, false, stackDepth);
        m_file.stringType(kText);
        m_file.uv(2).uv(kTruth).str("boolean").str("");
        const CjfrField start {"startTime", 20, 0, 1}, duration {"duration", 21, 0, 2};
        m_file.structType(kFrame, "jdk.types.StackFrame", {{"method", kText}});
        m_file.arrayType(kFrames, kFrame);
        m_file.structType(kTrace, "jdk.types.StackTrace", {{"truncated", kTruth}, {"frames", kFrames}});
        m_file.structType(kError, "jdk.JavaErrorThrow",
                          {start, duration, {"thrownClass", kText}, {"stackTrace", kTrace}});
        m_file.structType(kPinned, "jdk.VirtualThreadPinned", {start, duration, {"stackTrace", kTrace}});
        m_file.structType(kDump, "jdk.ThreadDump", {start, {"result", kText}});
        m_file.structType(kClasses, "jdk.ClassLoadingStatistics",
                          {start, {"loadedClassCount", 1}, {"unloadedClassCount", 1}});
        m_file.structType(kThreads, "jdk.JavaThreadStatistics", {start, {"activeCount", 1}});
        m_file.structType(kStarted, "jdk.ThreadStart", {start, {"stackTrace", kTrace}});
        m_file.structType(kFailure, "jdk.CompilationFailure", {start});
        m_file.structType(kSample, "jdk.ExecutionSample", {start, {"stackTrace", kTrace}});
        m_file.structType(kLoss, "jdk.DataLoss", {start, {"amount", 1}});
        m_file.structType(kCollection, "jdk.GarbageCollection",
                          {start,
                           duration,
                           {"longestPause", 21, 0, 2},
                           {"sumOfPauses", 21, 0, 2},
                           {"gcId", 1},
                           {"name", kText},
                           {"cause", kText}});
        m_file.structType(kPhase, "jdk.GCPhasePause", {start, duration, {"gcId", 1}, {"name", kText}});
        m_file.structType(kSpace, "jdk.types.VirtualSpace", {{"reservedSize", 1}});
        m_file.structType(kHeap, "jdk.GCHeapSummary",
                          {start, {"when", kText}, {"heapUsed", 1}, {"heapSpace", kSpace}});
        m_file.structType(kAllocation, "jdk.ObjectAllocationSample", {start, {"weight", 1}});
        m_file.structType(kFlag, "jdk.UnsignedLongFlag", {start, {"name", kText}, {"value", 1}});
        m_file.structType(kThread, "java.lang.Thread", {{"javaName", kText}, {"javaThreadId", 1}});
        m_file.structType(kStall, "jdk.ZAllocationStall", {start, duration, {"eventThread", kThread}});
        m_file.structType(kWait, "occurrence",
                          {{"monitorClass", kText}, {"eventThread", kThread}, {"duration", 21, 0, 2}});
        m_file.arrayType(kWaits, kWait);
        m_file.structType(kPair, "pair", {{"key", 1}, {"value", kWaits}});
        m_file.arrayType(kPairs, kPair);
        m_file.structType(kCombinedEnter, "jdk.combined.JavaMonitorEnterV2",
                          {start, {"address", kPairs}, {"nextGCId", 1}, {"endTime", 20, 0, 1}});
        m_file.structType(kAmount, "amount", {{"key", kText}, {"value", 1}});
        m_file.arrayType(kAmounts, kAmount);
        m_file.structType(kCombinedThrows, "jdk.combined.JavaExceptionThrow",
                          {start, {"thrownClass", kAmounts}, {"endTime", 20, 0, 1}});
        m_file.structType(kCombinedAllocations, "jdk.combined.ObjectAllocationSample",
                          {start, {"objectClass", kAmounts}, {"endTime", 20, 0, 1}});
        m_file.structType(kCodeCache, "jdk.CodeCacheFull", {start, {"codeBlobType", kText}});
        m_file.structType(kMetaspace, "jdk.MetaspaceOOM", {start, {"stackTrace", kTrace}});
        m_file.structType(
            kThrottling, "jdk.ContainerCPUThrottling",
            {start, {"cpuElapsedSlices", 1}, {"cpuThrottledSlices", 1}, {"cpuThrottledTime", 1}});
        m_file.structType(kDirect, "jdk.DirectBufferStatistics",
                          {start, {"maxCapacity", 1}, {"memoryUsed", 1}});
        m_file.structType(kEnd, "jdk.ThreadEnd", {start});
        m_file.message(kEnd).uv(0);
    }

    void error(std::string_view type, std::string_view method, bool isCut = false, std::uint64_t afterNs = 0)
    {
        m_file.message(kError).uv(afterNs).sv(0).str(type);
        stack(method, isCut);
    }
    void pinned(std::int64_t ns, std::string_view method = "shop.Audit.write")
    {
        m_file.message(kPinned).uv(0).sv(ns);
        stack(method, false);
    }
    void dump(std::string_view text) { m_file.message(kDump).uv(0).str(text); }
    void classes(std::int64_t loaded, std::int64_t unloaded)
    {
        m_file.message(kClasses).uv(0).sv(loaded).sv(unloaded);
    }
    void direct(std::int64_t megabytes) { m_file.message(kDirect).uv(0).sv(1'000 * kMB).sv(megabytes * kMB); }
    void threads(std::int64_t active) { m_file.message(kThreads).uv(0).sv(active); }
    void started(std::string_view method)
    {
        m_file.message(kStarted).uv(0);
        stack(method, false);
    }
    void failedCompilations(int count)
    {
        for (int i = 0; i < count; ++i)
            m_file.message(kFailure).uv(0);
    }
    void stacks(int count, int cut)
    {
        for (int i = 0; i < count; ++i) {
            m_file.message(kSample).uv(0);
            stack("shop.Main.run" + std::to_string(i % 10), i < cut);
        }
    }
    void collection(std::int64_t pauseNs, std::string_view name = "", std::string_view cause = "")
    {
        m_file.message(kCollection).uv(0).sv(pauseNs).sv(pauseNs).sv(pauseNs).sv(1).str(name).str(cause);
    }
    // Of that collection, or of one with another number.
    void phase(std::string_view name, std::int64_t gcId = 1)
    {
        m_file.message(kPhase).uv(0).sv(1).sv(gcId).str(name);
    }
    void stall(std::int64_t ns, std::int64_t thread = 1)
    {
        m_file.message(kStall).uv(0).sv(ns).str("worker " + std::to_string(thread)).sv(thread);
    }
    void pass(std::uint64_t ns) { m_file.message(kEnd).uv(ns); }
    void heapAfter(std::int64_t thousandths)
    {
        m_file.message(kHeap).uv(0).str("After GC").sv(thousandths * kMB).sv(1'000 * kMB);
    }
    void allocate(std::int64_t bytes) { m_file.message(kAllocation).uv(0).sv(bytes); }
    void flag(std::string_view name, std::int64_t value) { m_file.message(kFlag).uv(0).str(name).sv(value); }
    // Each as long, at one monitor, by threads with these numbers.
    void combinedWaits(std::initializer_list<std::int64_t> threads, std::int64_t ns)
    {
        m_file.message(kCombinedEnter).uv(0);
        m_file.uv(1).sv(0x7000).uv(threads.size());
        for (const std::int64_t thread : threads)
            m_file.str("shop.Cart").str("worker " + std::to_string(thread)).sv(thread).sv(ns);
        m_file.sv(1).uv(0);
    }
    // All of nine seconds, of which nobody knows when.
    void combinedThrows(std::int64_t count) { combined(kCombinedThrows, "shop.Failed", count); }
    void combinedAllocations(std::int64_t bytes) { combined(kCombinedAllocations, "byte[]", bytes); }
    void lost(std::int64_t bytes) { m_file.message(kLoss).uv(0).sv(bytes); }
    void codeCacheFull() { m_file.message(kCodeCache).uv(0).str("CodeHeap 'profiled nmethods'"); }
    void metaspaceOom()
    {
        m_file.message(kMetaspace).uv(0);
        stack("shop.Scripts.compile", false);
    }
    // So many slices since it was asked before; the counts go on from what was before the recording.
    void throttled(std::int64_t elapsed, std::int64_t throttled)
    {
        for (const std::int64_t each : {0, 1}) {
            m_file.message(kThrottling).uv(0).sv(1'000 + each * elapsed).sv(900 + each * throttled);
            m_file.sv(70 * kMs * (900 + each * throttled));
        }
    }
    // Asked each minute for ten of them, in one of which so many of 600 slices were throttled.
    void throttledForAMinute(std::int64_t throttled)
    {
        for (std::int64_t minute = 0; minute <= 10; ++minute) {
            const std::int64_t now = minute > 5 ? throttled : 0;
            m_file.message(kThrottling).uv(minute > 0 ? std::uint64_t(60'000 * kMs) : 0).sv(600 * minute).sv(now);
            m_file.sv(70 * kMs * now);
        }
    }

    std::filesystem::path save(const QTemporaryDir& folder)
    {
        m_file.message(kEnd).uv(10'000'000'000);
        const std::filesystem::path path = folder.filePath("other.cjfr").toStdString();
        return writeFile(path, m_file.bytes()) ? path : std::filesystem::path();
    }

private:
    enum : std::uint64_t {
        kText = 24,
        kTruth,
        kFrame,
        kFrames,
        kTrace,
        kError,
        kPinned,
        kFailure,
        kSample,
        kLoss,
        kCollection,
        kFlag,
        kThread,
        kWait,
        kWaits,
        kPair,
        kPairs,
        kCombinedEnter,
        kAmount,
        kAmounts,
        kCombinedThrows,
        kCombinedAllocations,
        kPhase,
        kSpace,
        kHeap,
        kAllocation,
        kStall,
        kDump,
        kClasses,
        kThreads,
        kStarted,
        kCodeCache,
        kMetaspace,
        kThrottling,
        kDirect,
        kEnd
    };

    void combined(std::uint64_t type, std::string_view key, std::int64_t amount)
    {
        m_file.message(type).uv(0);
        m_file.uv(1).str(key).sv(amount).uv(9'000'000'000);
    }

    void stack(std::string_view method, bool isCut)
    {
        m_file.u8(isCut ? 1 : 0);
        m_file.uv(1).str(method);
    }

    CjfrBytes m_file;
};

using Build = std::function<void(JvmRun&)>;
using Events = std::function<void(OtherEvents&)>;

void heapValues(JvmRun& run, std::initializer_list<std::int64_t> megabytes)
{
    double at = 5'000;
    for (const std::int64_t each : megabytes) {
        run.heapAfter(at, each * kMB);
        at += 6'200;
    }
}

// So many collections within 36 seconds, a value each.
void heapValues(JvmRun& run, int count, const std::function<std::int64_t(int)>& megabytes)
{
    for (int i = 0; i < count; ++i)
        run.heapAfter(5'000 + i * 36'000 / count, megabytes(i) * kMB);
}

// More from one to the next, with ups and downs.
std::int64_t tremblingBy(int i, std::int64_t more, std::int64_t ups)
{
    return 1'000 + i * more + (i % 2 == 0 ? ups : -ups);
}

void allocateEverySecond(JvmRun& run, std::int64_t burst)
{
    for (int second = 0; second < 12; ++second)
        run.allocate(second * 1'000 + 500, second == 6 ? burst : 100 * kMB, run.stack);
}

// In one of twelve seconds so many threads, each as much.
void allocateTogether(JvmRun& run, int threads, std::int64_t bytes)
{
    allocateEverySecond(run, 0);
    for (int i = 0; i < threads; ++i)
        run.allocate(6'500, bytes, run.stack, run.thread(i));
}

// Megabytes of each second, from the third one of twelve on.
void allocateFor(JvmRun& run, const std::vector<std::int64_t>& megabytes)
{
    for (std::size_t second = 0; second < 12; ++second) {
        const bool isOne = second >= 3 && second < 3 + megabytes.size();
        run.allocate(double(second) * 1'000 + 500, (isOne ? megabytes[second - 3] : 100) * kMB, run.stack);
    }
}

void allocateAtSites(JvmRun& run, int first, double everyMs = 10)
{
    const std::array<std::uint32_t, 4> sites = {run.stackOf("shop/A.a"), run.stackOf("shop/B.b"),
                                                run.stackOf("shop/C.c"), run.stackOf("shop/D.d")};
    for (int i = 0; i < 1'000; ++i)
        run.allocate(i * everyMs, 1'000, sites[i < first ? 0 : 1 + static_cast<std::size_t>(i) % 3]);
}

void samples(JvmRun& run, int all, int hot)
{
    std::vector<std::uint32_t> others;
    for (int i = 0; i < 8; ++i)
        others.push_back(run.stackOf("shop/Other" + std::to_string(i) + ".run"));
    const std::uint32_t top = run.stackOf("shop/Hot.loop");
    for (int i = 0; i < all; ++i)
        run.add(JvmEvent::executionSample, i * 200, 0, {}, run.main,
                i < hot ? top : others[static_cast<std::size_t>(i) % 8]);
}

void throwMany(JvmRun& run, int count, std::string_view type = "shop/Failed")
{
    for (int i = 0; i < count; ++i)
        run.add(JvmEvent::exceptionThrow, 1'000 + i * 0.9, 0, {"why", std::int64_t(run.jvm.classNamed(type))},
                run.main, run.stack);
}

void requests(JvmRun& run, int slow, double lengthMs)
{
    for (int i = 0; i < 100; ++i)
        run.request(i * 40, i >= 98 || (slow == 3 && i == 50) ? lengthMs : 1);
}

// Of 500 so many are slow; that many of these and of the others have the same path, or status.
void requestsThatSay(JvmRun& run, int slow, int slowSay, int othersSay, bool isStatus = false)
{
    for (int i = 0; i < 500; ++i) {
        const bool isSlow = i % 40 == 0 && i / 40 < slow;
        const bool says = (isSlow && i / 40 < slowSay) || (i % 40 == 20 && i / 40 < othersSay);
        run.request(i * 100, isSlow ? 99 : 1, says && !isStatus ? "/export" : "/",
                    says && isStatus ? 500 : 200);
    }
}

void writes(JvmRun& run, double slowMs)
{
    for (int i = 0; i < 100; ++i)
        run.write(i * 10, 0.01);
    run.write(2'000, slowMs);
    run.write(3'000, slowMs);
}

void slowWrites(JvmRun& run, int count, double lengthMs, std::int64_t bytes = 100)
{
    for (int i = 0; i < count; ++i)
        run.write(100 + i * 100, lengthMs, bytes);
}

// Each of so many parts of a program is read once, one after the other.
void readParts(JvmRun& run, int count, double fromMs)
{
    for (int i = 0; i < count; ++i)
        run.readFile(fromMs + i * 160, 150, "part-" + std::to_string(i) + ".jar");
}

// So many of each length, one after the other.
void writesOf(JvmRun& run, std::initializer_list<std::pair<double, int>> lengths)
{
    double at = 100;
    for (const auto& [lengthMs, count] : lengths) {
        for (int i = 0; i < count; ++i) {
            run.write(at, lengthMs);
            at += lengthMs + 0.1;
        }
    }
}

// Twice as many are half as long, again and again, but for the longest one.
void tailWithAGap(JvmRun& run)
{
    writesOf(run,
             {{400, 1},
              {150, 6},
              {110, 10},
              {70, 20},
              {35, 40},
              {18, 80},
              {9, 160},
              {4.6, 320},
              {2.3, 640},
              {1.15, 1'280},
              {0.6, 2'560},
              {0.01, 5'200}});
}

struct TimedOut // reads of ten seconds
{
    int answers = 9;
    int reads = 3;
    double timeoutMs = 300;
    double lengthMs = 300;
    double apartMs = 500;
    double latestMs = 2; // of the answers
    std::int64_t port = 5'432;
    bool isEnd = false;
};
void timedOut(JvmRun& run, const TimedOut& of)
{
    for (int i = 0; i < of.answers; ++i)
        run.readFor(5'000 + i * 100, i == 0 ? of.latestMs : 2, of.timeoutMs, 10, of.port);
    for (int i = 0; i < of.reads; ++i)
        run.readFor(100 + i * (of.lengthMs + of.apartMs), of.lengthMs, of.timeoutMs, 0, of.port, of.isEnd);
}

// A thread that waits for news of a host, and now and then gets some at once; another one asks the same host.
void waitForNews(JvmRun& run, int waits, double everyMs, int atOnce = 0)
{
    for (int i = 0; i < 60; ++i)
        run.read(100 + i * 300, 2, 5'432, 10, run.main);
    for (int i = 0; i < waits; ++i)
        run.read(500 + i * everyMs, 1'100, 5'432, 10);
    for (int i = 0; i < atOnce; ++i)
        run.read(480 + i * everyMs, i % 2 == 0 ? 2 : 0.5, 5'432, 10);
}

// A thread asks a queue, and does other things with what it gets on the same connection.
void askQueue(JvmRun& run, int times, double lengthMs, int atOnce = 0)
{
    const auto by = [&](const std::string& calls) {
        return run.jvm.addStack({run.jvm.frame("redis/Protocol.read", 1), run.jvm.frame(calls, 2)});
    };
    const std::uint32_t get = by("redis/Jedis.get"), pop = by("redis/Jedis.blpop");
    for (int i = 0; i < times; ++i) {
        run.read(100 + i * 1'200, i < atOnce ? 0.5 : lengthMs, 5'432, 10, run.worker, pop);
        for (int k = 0; k < 3; ++k)
            run.read(100 + i * 1'200 + 1'150 + k * 5, 0.5, 5'432, 10, run.worker, get);
    }
}

// Files that are slow in the same method; of some its thread has a monitor meanwhile that another one waits for.
void slowFiles(JvmRun& run, int count, int locked)
{
    for (int i = 0; i < count; ++i) {
        run.writeFile(1'000 + i * 300, 100, std::to_string(i) + ".jpg");
        if (i < locked)
            run.lock(1'000 + i * 300, 100);
    }
}

// Of a hundred from 60 s on so many are slow, of those before so many others.
void requestsSince(JvmRun& run, int slow, int slowBefore, int behind = 100)
{
    for (int i = 0; i < 120; ++i)
        run.request(i * 400, i < slowBefore ? 50 : 5);
    for (int i = 0; i < behind; ++i)
        run.request(60'000 + i * 300, i < slow ? 50 : 5);
}

constexpr double kHours = 28'800'000; // eight

// So many threads wait at once, for as long, some minutes behind the start.
void lockAtOnce(JvmRun& run, int threads, double lengthMs)
{
    for (int i = 0; i < threads; ++i)
        run.lock(1'000'000, lengthMs, run.thread(i), run.worker);
}

// Fast ones of hours, and threads that wait for as long at once.
void writesOfHours(JvmRun& run, int threads, double lengthMs)
{
    for (int i = 0; i < 100; ++i)
        run.write(i * 10, 0.01);
    for (int i = 0; i < threads; ++i) {
        const std::uint32_t thread = run.thread(i);
        run.idle(10, thread);
        run.idle(kHours - 10, thread);
        run.write(1'000'000, lengthMs, 100, thread);
    }
}
void requestsOfHours(JvmRun& run, int threads, double lengthMs)
{
    const auto request = [&](double fromMs, double ms, std::uint32_t thread) {
        run.add(JvmEvent::shopRequest, fromMs, ms, {"/", std::int64_t(200), std::int64_t(1)}, thread,
                run.stack);
    };
    for (int i = 0; i < 200; ++i)
        request(i * 40, 1, run.main);
    for (int i = 0; i < threads; ++i) {
        const std::uint32_t thread = run.thread(i);
        run.idle(10, thread);
        run.idle(kHours - 10, thread);
        request(1'000'000, lengthMs, thread);
    }
}

// So often until all threads had stopped, and once more.
void shortStops(JvmRun& run, int count, double lengthMs, double everyMs)
{
    const auto stop = [&](double fromMs, double stopMs) {
        run.add(JvmEvent::safepointBegin, fromMs, stopMs, {std::int64_t(1), std::int64_t(9), std::int64_t(0)},
                run.worker);
    };
    for (int i = 0; i < count; ++i)
        stop(100 + i * everyMs, lengthMs);
    stop(4'900, 48);
}

void operation(JvmRun& run, std::string_view name, double lengthMs)
{
    run.add(JvmEvent::vmOperation, 1'000, lengthMs,
            {name, std::int64_t(1), std::int64_t(1), std::int64_t(kNobody), std::int64_t(1)}, run.worker);
}

}

class TestFindingsCjfr : public QObject
{
    Q_OBJECT

private slots:
    void firesAndStaysQuiet_data()
    {
        QTest::addColumn<Build>("build");
        QTest::addColumn<double>("endMs");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, double endMs, Build build, const QStringList& expected) {
            QTest::newRow(name) << std::move(build) << endMs << expected;
        };
        const QStringList quiet;
        row("lock: 2 % of the recording", 4'999, [](JvmRun& run) { run.lock(100, 100); },
            {"medium jvm.lock-contention shop.Cart"});
        row(
            "lock: less", 5'000, [](JvmRun& run) { run.lock(100, 99.9); }, quiet);
        row(
            "lock: less than 2 %", 5'100, [](JvmRun& run) { run.lock(100, 101); }, quiet);

        row(
            "lock: half of the wait is a pause", 5'000,
            [](JvmRun& run) {
                run.pause(100, 150);
                run.lock(100, 300);
            },
            quiet);
        row("lock: less of it is", 5'000,
            [](JvmRun& run) {
                run.pause(100, 149.9);
                run.lock(100, 300);
            },
            {"high jvm.lock-contention shop.Cart"});

        row("lock: in a minute of hours", kHours, [](JvmRun& run) { lockAtOnce(run, 3, 3'000); },
            {"medium jvm.lock-contention shop.Cart"});
        row(
            "lock: in a minute of hours, for less", kHours, [](JvmRun& run) { lockAtOnce(run, 3, 2'999); },
            quiet);
        row(
            "lock: in a minute of hours, two threads", kHours,
            [](JvmRun& run) { lockAtOnce(run, 2, 30'000); }, quiet);
        row("lock: low in all of it, and in a minute of it", 1'400'000,
            [](JvmRun& run) { lockAtOnce(run, 10, 3'000); }, {"medium jvm.lock-contention shop.Cart"});

        const std::string_view lock = "java/util/concurrent/locks/ReentrantLock$NonfairSync";
        row("park for a lock", 4'999, [=](JvmRun& run) { run.park(100, 100, lock); },
            {"medium jvm.park-contention java.util.concurrent.locks.ReentrantLock$NonfairSync"});
        row(
            "park for a lock: less", 5'000, [=](JvmRun& run) { run.park(100, 99.9, lock); }, quiet);
        const std::string_view semaphore = "java/util/concurrent/Semaphore$NonfairSync";
        row("park for a semaphore", 5'000, [=](JvmRun& run) { run.park(100, 2'499, semaphore); },
            {"high jvm.park-contention java.util.concurrent.Semaphore$NonfairSync"});
        row("park for a semaphore: a signal", 5'000, [=](JvmRun& run) { run.park(100, 2'500, semaphore); },
            {"low jvm.park-contention java.util.concurrent.Semaphore$NonfairSync"});
        const auto parkAtOnce = [=](JvmRun& run, double lengthMs) {
            for (int i = 0; i < 3; ++i)
                run.park(1'000'000, lengthMs, semaphore, run.thread(i));
        };
        row("park for a semaphore: in a minute of hours", kHours,
            [=](JvmRun& run) { parkAtOnce(run, 29'999); },
            {"medium jvm.park-contention java.util.concurrent.Semaphore$NonfairSync"});
        row(
            "park for a semaphore: a signal in a minute of hours", kHours,
            [=](JvmRun& run) { parkAtOnce(run, 30'000); }, quiet);
        row("wait for a pool", 4'999, [](JvmRun& run) { run.borrow(100, 100); },
            {"medium jvm.pool-wait shop.Pool.borrowObject"});
        row(
            "wait for a pool: less", 5'000, [](JvmRun& run) { run.borrow(100, 99.9); }, quiet);
        row("wait for a pool: by a hand-over", 4'999,
            [](JvmRun& run) {
                run.borrow(100, 100, "shop/DataSource.getConnection",
                           "java/util/concurrent/SynchronousQueue$TransferQueue");
            },
            {"medium jvm.pool-wait shop.DataSource.getConnection"});
        row("wait for a pool: a lock within it", 4'999,
            [=](JvmRun& run) { run.borrow(100, 100, "shop/Pool.borrowObject", lock); },
            {"medium jvm.park-contention java.util.concurrent.locks.ReentrantLock$NonfairSync"});
        row("wait for a pool: in Object.wait", 4'999,
            [](JvmRun& run) { run.waitBelow(100, 100, "shop/Pool.checkoutResource"); },
            {"medium jvm.pool-wait shop.Pool.checkoutResource"});
        row(
            "wait for a pool: in Object.wait, less", 5'000,
            [](JvmRun& run) { run.waitBelow(100, 99.9, "shop/Pool.checkoutResource"); }, quiet);
        row(
            "wait for a pool: in Object.wait of another kind", 4'999,
            [](JvmRun& run) { run.waitBelow(100, 1'000, "shop/Queue.take"); }, quiet);
        row(
            "wait for a pool: nothing is taken from one", 4'999,
            [](JvmRun& run) { run.borrow(100, 1'000, "shop/Book.isBorrowed"); }, quiet);
        row(
            "wait for a pool: what the JDK calls so", 4'999,
            [](JvmRun& run) { run.borrow(100, 1'000, "java/util/concurrent/locks/Sync.acquire"); }, quiet);
        row("wait for a pool: for nearly half of the time", 5'000,
            [](JvmRun& run) { run.borrow(100, 2'499); }, {"high jvm.pool-wait shop.Pool.borrowObject"});
        row("wait for a pool: whoever is there for that", 5'000, [](JvmRun& run) { run.borrow(100, 2'500); },
            {"low jvm.pool-wait shop.Pool.borrowObject"});
        row("wait for a pool: two that are not", 5'000,
            [](JvmRun& run) {
                for (const std::uint32_t who : {run.main, run.worker})
                    run.borrow(100, 2'500, "shop/Pool.lease", "shop/Cart", who);
            },
            {"high jvm.pool-wait shop.Pool.lease"});
        const auto idle = [](JvmRun& run, double secondMs, const std::string& asks) {
            run.borrow(100, 2'500, "shop/Jobs.acquireNext", "shop/Cart", run.main, asks);
            run.borrow(100, secondMs, "shop/Jobs.acquireNext", "shop/Cart", run.worker, asks);
        };
        row("wait for a pool: workers have nothing to do", 5'000,
            [=](JvmRun& run) { idle(run, 2'500, "shop/Worker.run"); },
            {"low jvm.pool-wait shop.Jobs.acquireNext"});
        row("wait for a pool: one of the workers waits for less", 5'000,
            [=](JvmRun& run) { idle(run, 2'499, "shop/Worker.run"); },
            {"high jvm.pool-wait shop.Jobs.acquireNext"});
        row("wait for a pool: below what is done for somebody", 5'000,
            [=](JvmRun& run) { idle(run, 2'500, "shop/Worker.rerun"); },
            {"high jvm.pool-wait shop.Jobs.acquireNext"});
        const auto idleAtOnce = [](JvmRun& run, double lengthMs) {
            for (int i = 0; i < 3; ++i)
                run.borrow(1'000'000, lengthMs, "shop/Jobs.lease", "shop/Cart", run.thread(i),
                           "shop/Worker.run");
        };
        row("wait for a pool: in a minute of hours", kHours, [=](JvmRun& run) { idleAtOnce(run, 29'999); },
            {"medium jvm.pool-wait shop.Jobs.lease"});
        row(
            "wait for a pool: nothing to do in a minute of hours", kHours,
            [=](JvmRun& run) { idleAtOnce(run, 30'000); }, quiet);
        row("wait for a pool: until there is a permit", 4'999,
            [](JvmRun& run) { run.borrow(100, 100, "shop/Limit.acquirePermit"); },
            {"medium jvm.pool-wait shop.Limit.acquirePermit"});
        row(
            "wait for a pool: a limit for how often", 4'999,
            [](JvmRun& run) { run.borrow(100, 1'000, "shop/Limit.acquirePermission"); }, quiet);
        row(
            "park of an idle pool", 5'000,
            [](JvmRun& run) {
                run.park(100, 4'000, "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject");
            },
            quiet);

        row("collections: 5 %", 10'000,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.collect(i * 1'000, 100, 100.1);
            },
            {"medium jvm.gc-share collections"});
        row(
            "collections: less", 10'000,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.collect(i * 1'000, 100, 99.9);
            },
            quiet);
        row("collections: 10 %", 10'000,
            [](JvmRun& run) {
                for (int i = 0; i < 10; ++i)
                    run.collect(i * 900, 100, 100.1);
            },
            {"high jvm.gc-share collections"});
        row("collections: most of it is a full one", 10'000,
            [](JvmRun& run) {
                run.collect(1'000, 480, 480, "G1Full");
                run.collect(3'000, 120, 120);
            },
            {"high jvm.gc-full collections"});
        row("collections: less of it is", 10'000,
            [](JvmRun& run) {
                run.collect(1'000, 480, 480, "G1Full");
                run.collect(3'000, 120.1, 120.1);
            },
            {"high jvm.gc-full collections", "medium jvm.gc-share collections"});
        row(
            "collections: concurrent ones take long", 10'000,
            [](JvmRun& run) { run.collect(0, 9'000, 6, "G1Old"); }, quiet);
        row("collections: one beside them ends late", 120'000,
            [](JvmRun& run) {
                run.collect(10'000, 58'000, 1, "G1Old");
                for (int i = 0; i < 20; ++i)
                    run.collect(i * 1'000, 150, 150.1);
            },
            {"medium jvm.gc-share collections"});
        row(
            "collections: less beside one that ends late", 120'000,
            [](JvmRun& run) {
                run.collect(10'000, 58'000, 1, "G1Old");
                for (int i = 0; i < 20; ++i)
                    run.collect(i * 1'000, 150, 149.9);
            },
            quiet);
        row(
            "collections: a short recording", 9'900,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.collect(i * 1'000, 100, 150);
            },
            quiet);
        row("long pause", 30'000, [](JvmRun& run) { run.collect(100, 200, 200); },
            {"medium jvm.gc-long collections"});
        row(
            "long pause: less", 30'000, [](JvmRun& run) { run.collect(100, 200, 199.9); }, quiet);
        row("long pause: a thousandth of the time", 199'900, [](JvmRun& run) { run.collect(100, 200, 200); },
            {"medium jvm.gc-long collections"});
        row("long pause: less of it", 200'100, [](JvmRun& run) { run.collect(100, 200, 200); },
            {"low jvm.gc-long collections"});
        row("long pause: of a collector that always collects so", 30'000,
            [](JvmRun& run) { run.collect(100, 200, 200, "ParallelOld", "Ergonomics"); },
            {"low jvm.gc-long collections"});
        row("long pause: another one is not", 60'000,
            [](JvmRun& run) {
                run.collect(100, 200, 200, "ParallelOld", "Ergonomics");
                run.collect(1'000, 200, 200, "ParallelScavenge", "Allocation Failure");
            },
            {"medium jvm.gc-long collections"});
        row("long pause: of a collector that always collects so, a second", 120'000,
            [](JvmRun& run) { run.collect(100, 1'000, 1'000, "ParallelOld", "Ergonomics"); },
            {"low jvm.gc-long collections"});
        row("long pause: a second", 30'000, [](JvmRun& run) { run.collect(100, 1'000, 1'000); },
            {"high jvm.gc-long collections"});
        row("full collection", 10'000,
            [](JvmRun& run) { run.collect(100, 100, 100, "G1Full", "G1 Compaction Pause"); },
            {"high jvm.gc-full collections"});
        row("full collections of a collector that always does so", 10'000,
            [](JvmRun& run) { run.collect(100, 100, 100.1, "ParallelOld", "Ergonomics"); },
            {"medium jvm.gc-full collections"});
        row(
            "full collections of such a collector: less", 10'000,
            [](JvmRun& run) { run.collect(100, 100, 99.9, "SerialOld", "Allocation Failure"); }, quiet);
        row("full collection that was asked for", 10'000,
            [](JvmRun& run) { run.collect(100, 100, 100, "G1Full", "System.gc()"); },
            {"medium jvm.gc-asked collections"});
        row("full collection that was asked for: a thousandth of the time", 99'900,
            [](JvmRun& run) { run.collect(100, 100, 100, "G1Full", "System.gc()"); },
            {"medium jvm.gc-asked collections"});
        row("full collection that was asked for: less", 100'100,
            [](JvmRun& run) { run.collect(100, 100, 100, "G1Full", "System.gc()"); },
            {"low jvm.gc-asked collections"});
        row("full collection that was asked for: a long one", 30'000,
            [](JvmRun& run) { run.collect(100, 300, 300, "G1Full", "System.gc()"); },
            {"medium jvm.gc-asked collections"});
        row("full collection: a long one", 30'000,
            [](JvmRun& run) { run.collect(100, 300, 300, "G1Full", "G1 Compaction Pause"); },
            {"high jvm.gc-full collections"});
        row("collection for huge objects", 9'900,
            [](JvmRun& run) { run.collect(100, 10, 10, "G1New", "G1 Humongous Allocation"); },
            {"medium jvm.gc-humongous collections"});
        row("collection for huge objects: less than a thousandth of the time", 10'100,
            [](JvmRun& run) { run.collect(100, 10, 10, "G1New", "G1 Humongous Allocation"); },
            {"low jvm.gc-humongous collections"});

        row("collection for huge objects: a long one", 30'000,
            [](JvmRun& run) { run.collect(100, 300, 300, "G1New", "G1 Humongous Allocation"); },
            {"medium jvm.gc-humongous collections"});

        row("heap full", 10'000, [](JvmRun& run) { run.heapAfter(100, 3'650'722'202); },
            {"high jvm.heap-full heap"});
        row(
            "heap full: less", 10'000, [](JvmRun& run) { run.heapAfter(100, 3'650'722'201); }, quiet);
        row("heap grows", 40'000,
            [](JvmRun& run) {
                heapValues(run, {100, 110, 120, 130, 136, 147});
            },
            {"low jvm.heap-grows heap"});
        row("heap grows: to half of the greatest one", 40'000,
            [](JvmRun& run) {
                heapValues(run, {1'000, 1'150, 1'300, 1'450, 1'800, 2'148});
            },
            {"medium jvm.heap-grows heap"});
        row("heap grows: to less", 40'000,
            [](JvmRun& run) {
                heapValues(run, {1'000, 1'150, 1'300, 1'450, 1'800, 2'147});
            },
            {"low jvm.heap-grows heap"});
        row(
            "heap grows: less", 40'000,
            [](JvmRun& run) {
                heapValues(run, {100, 110, 120, 130, 135, 147});
            },
            quiet);
        row(
            "heap grows: five collections", 40'000,
            [](JvmRun& run) {
                heapValues(run, {100, 200, 300, 400, 500});
            },
            quiet);
        row(
            "heap grows: it comes back", 40'000,
            [](JvmRun& run) {
                heapValues(run, {100, 90, 80, 200, 190, 180});
            },
            quiet);
        row(
            "heap grows: less is left at the end than at the beginning", 40'000,
            [](JvmRun& run) {
                heapValues(run, {100, 110, 120, 200, 210, 100});
            },
            quiet);
        row("heap grows: more is left at the end", 40'000,
            [](JvmRun& run) {
                heapValues(run, {100, 110, 120, 158, 200, 159});
            },
            {"low jvm.heap-grows heap"});
        row("heap grows: it came down by three tenths of its way", 40'000,
            [](JvmRun& run) {
                heapValues(run, {100, 110, 120, 200, 210, 163});
            },
            {"low jvm.heap-grows heap"});
        row(
            "heap grows: it came down by more", 40'000,
            [](JvmRun& run) {
                heapValues(run, {100, 110, 120, 200, 210, 162});
            },
            quiet);
        row("heap grows: with ups and downs", 45'000,
            [](JvmRun& run) { heapValues(run, 18, [](int i) { return tremblingBy(i, 40, 100); }); },
            {"low jvm.heap-grows heap"});
        row("heap grows: in steps", 45'000,
            [](JvmRun& run) { heapValues(run, 36, [](int i) { return 1'000 + i / 5 * 150 - i % 3; }); },
            {"low jvm.heap-grows heap"});
        row("heap grows: from half of the time on", 45'000,
            [](JvmRun& run) { heapValues(run, 36, [](int i) { return 1'000 + std::max(i - 19, 0) * 60; }); },
            {"low jvm.heap-grows heap"});
        row("heap grows: in four steps", 45'000,
            [](JvmRun& run) { heapValues(run, 36, [](int i) { return 1'000 + i * 5 / 36 * 200; }); },
            {"low jvm.heap-grows heap"});
        row("heap grows: in three steps", 45'000,
            [](JvmRun& run) { heapValues(run, 36, [](int i) { return 1'000 + i * 4 / 36 * 200; }); },
            {"low jvm.heap-grows heap"});
        row(
            "heap grows: in two steps", 45'000,
            [](JvmRun& run) { heapValues(run, 36, [](int i) { return 1'000 + i * 3 / 36 * 300; }); }, quiet);
        row(
            "heap grows: a cache fills up, then it is full", 45'000,
            [](JvmRun& run) { heapValues(run, 36, [](int i) { return 50 + std::min(i, 23) * 50; }); }, quiet);
        row("heap grows: to the last third of the time", 45'000,
            [](JvmRun& run) { heapValues(run, 36, [](int i) { return 50 + std::min(i, 26) * 50; }); },
            {"low jvm.heap-grows heap"});
        row(
            "heap grows: a cache fills up, of six collections", 40'000,
            [](JvmRun& run) {
                heapValues(run, {100, 150, 200, 220, 221, 219});
            },
            quiet);
        row(
            "heap grows: it comes and goes", 45'000,
            [](JvmRun& run) { heapValues(run, 36, [](int i) { return 200 + i % 12 * 200; }); }, quiet);
        row(
            "heap grows: the last collection frees it", 45'000,
            [](JvmRun& run) { heapValues(run, 36, [](int i) { return i < 35 ? 1'000 + i * 40 : 1'010; }); },
            quiet);
        row(
            "heap grows: in one step", 45'000,
            [](JvmRun& run) {
                heapValues(run, 18, [](int i) { return (i < 9 ? 1'000 : 1'500) + i + i % 2 * 6; });
            },
            quiet);
        row(
            "heap grows: it warms up", 400'000,
            [](JvmRun& run) {
                heapValues(run, {100, 110, 120, 200, 210, 220});
            },
            quiet);

        row("burst: five times, 500 MB", 12'000, [](JvmRun& run) { allocateEverySecond(run, 500 * kMB); },
            {"medium jvm.alloc-burst main"});
        row(
            "burst: less", 12'000, [](JvmRun& run) { allocateEverySecond(run, 500 * kMB - 1); }, quiet);
        row(
            "burst: while it warms up", 70'000, [](JvmRun& run) { allocateEverySecond(run, 500 * kMB); },
            quiet);
        row("burst: of a JVM that is warm", 70'000,
            [](JvmRun& run) {
                run.startJvm(-24'000);
                allocateEverySecond(run, 500 * kMB);
            },
            {"medium jvm.alloc-burst main"});
        row(
            "burst: of one that was started later", 70'000,
            [](JvmRun& run) {
                run.startJvm(-23'999);
                allocateEverySecond(run, 500 * kMB);
            },
            quiet);
        row(
            "burst: half a minute behind the start of a short recording", 70'000,
            [](JvmRun& run) {
                run.startJvm(0);
                run.allocate(29'900, 500 * kMB, run.stack);
            },
            quiet);
        row("burst: later", 70'000,
            [](JvmRun& run) {
                run.startJvm(0);
                run.allocate(30'000, 500 * kMB, run.stack);
            },
            {"medium jvm.alloc-burst main"});
        row("burst: while it warms up, with a long pause", 70'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(6'999, 200, 200);
            },
            {"high jvm.alloc-burst main"});
        row(
            "burst: while it warms up, with a shorter one", 70'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(6'999, 200, 199.9);
            },
            quiet);
        row("burst: while it warms up, a long pause behind it", 70'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(7'000, 200, 200);
            },
            {"medium jvm.gc-long collections"});
        row("burst: while it warms up, with a full collection", 70'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(6'500, 5, 5, "G1Full");
            },
            {"high jvm.alloc-burst main"});
        row("burst: while it warms up, with one that was asked for", 70'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(6'500, 5, 5, "G1Full", "System.gc()");
            },
            {"low jvm.gc-asked collections"});
        row("burst: warm after half a minute", 600'000,
            [](JvmRun& run) { run.allocate(31'000, 500 * kMB, run.stack); }, {"medium jvm.alloc-burst main"});
        row("burst: again and again", 12'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.allocate(2'500, 500 * kMB, run.stack);
                run.allocate(9'500, 500 * kMB, run.stack);
            },
            {"low jvm.alloc-burst main"});
        row("burst: twice", 12'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.allocate(9'500, 500 * kMB, run.stack);
            },
            {"medium jvm.alloc-burst main"});
        row("burst: with half of the pauses", 12'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(6'500, 10, 10);
                run.collect(9'500, 10, 10);
            },
            {"high jvm.alloc-burst main"});
        row("burst: with less of them", 12'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(6'500, 10, 10);
                run.collect(9'500, 10, 10.1);
            },
            {"medium jvm.alloc-burst main"});
        row("burst: with half of the pauses, which are hardly any", 12'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(6'500, 10, 9.9);
                run.collect(9'500, 10, 9.9);
            },
            {"low jvm.alloc-burst main"});
        row("burst: of eight threads", 12'000, [](JvmRun& run) { allocateTogether(run, 8, 120 * kMB); },
            {"medium jvm.alloc-burst request"});
        row("burst: of all threads, since there is more to do", 12'000,
            [](JvmRun& run) {
                allocateTogether(run, 9, 120 * kMB);
                run.collect(6'500, 10, 10);
            },
            {"low jvm.alloc-burst request"});
        row("burst: of all threads, with a full collection", 12'000,
            [](JvmRun& run) {
                allocateTogether(run, 9, 120 * kMB);
                run.collect(6'500, 5, 5, "G1Full");
            },
            {"high jvm.alloc-burst request"});
        row("burst: it forces collections", 12'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(6'500, 10, 10, "G1New", "G1 Humongous Allocation");
            },
            {"high jvm.alloc-burst main"});
        row("burst: a long pause within makes it as serious as that", 600'000,
            [](JvmRun& run) {
                run.allocate(31'000, 500 * kMB, run.stack);
                run.collect(31'000, 1'000, 1'000);
                for (int i = 0; i < 11; ++i)
                    run.collect(100'000 + i * 1'000, 100, 100);
            },
            {"high jvm.alloc-burst main"});
        row("burst: who asks for a collection does so for another reason", 12'000,
            [](JvmRun& run) {
                allocateEverySecond(run, 500 * kMB);
                run.collect(6'500, 5, 5, "G1Full", "System.gc()");
                run.collect(9'500, 5, 5.1);
            },
            {"low jvm.alloc-burst main", "low jvm.gc-asked collections"});
        row(
            "burst: a second of a longer phase, which is less", 12'000,
            [](JvmRun& run) {
                allocateFor(run, {390, 390, 520, 390, 390});
            },
            quiet);
        row("burst: all of the phase, at five times on average", 12'000,
            [](JvmRun& run) {
                allocateFor(run, {480, 520, 480, 520, 500});
            },
            {"medium jvm.alloc-burst main"});
        row(
            "burst: less on average", 12'000,
            [](JvmRun& run) {
                allocateFor(run, {480, 520, 480, 520, 499});
            },
            quiet);
        row("burst: what is half of that beside it belongs to it", 12'000,
            [](JvmRun& run) {
                allocateFor(run, {900, 250});
            },
            {"medium jvm.alloc-burst main"});
        row(
            "site: in a burst while it warms up", 70'000,
            [](JvmRun& run) {
                allocateAtSites(run, 250, 70);
                run.allocate(1'500, 600 * kMB, run.stackOf("shop/A.a"));
            },
            quiet);
        row("site: 30 %", 11'000, [](JvmRun& run) { allocateAtSites(run, 300); },
            {"low jvm.alloc-site shop.A.a"});
        row(
            "site: less", 11'000, [](JvmRun& run) { allocateAtSites(run, 299); }, quiet);

        row("hot method", 25'000, [](JvmRun& run) { samples(run, 100, 31); },
            {"low jvm.hot-method shop.Hot.loop"});
        row(
            "hot method: not surely", 25'000, [](JvmRun& run) { samples(run, 100, 30); }, quiet);
        row(
            "hot method: few samples", 25'000, [](JvmRun& run) { samples(run, 99, 90); }, quiet);
        // Of the first 100 samples it is half, of the 150 in the first of 32 windows 32.7 %: surely 19.6 %, of 50
        // 20.2 %.
        row(
            "hot method: not in a whole window", 60'000, [](JvmRun& run) { samples(run, 300, 49); }, quiet);
        row("hot method: in a whole window", 60'000, [](JvmRun& run) { samples(run, 300, 50); },
            {"low jvm.hot-method shop.Hot.loop"});

        row("exceptions", 10'000, [](JvmRun& run) { throwMany(run, 1'000); },
            {"medium jvm.exceptions exceptions"});
        row(
            "exceptions: fewer", 10'000, [](JvmRun& run) { throwMany(run, 999); }, quiet);
        row("exceptions: when the program begins", 20'000, [](JvmRun& run) { throwMany(run, 1'000); },
            {"medium jvm.exceptions exceptions"});
        row(
            "exceptions: parts are looked for when it begins", 20'000,
            [](JvmRun& run) { throwMany(run, 1'000, "java/lang/ClassNotFoundException"); }, quiet);
        row("exceptions: parts are looked for later", 10'000,
            [](JvmRun& run) { throwMany(run, 1'000, "java/lang/ClassNotFoundException"); },
            {"medium jvm.exceptions exceptions"});

        row("slow file", 5'000, [](JvmRun& run) { run.write(100, 100); },
            {"medium jvm.slow-io writes of orders.journal"});
        row(
            "slow file: less", 5'000, [](JvmRun& run) { run.write(100, 99.9); }, quiet);
        row("slow file: for what it moves", 5'000, [](JvmRun& run) { run.write(100, 150, 7'499'999); },
            {"medium jvm.slow-io writes of orders.journal"});
        row(
            "slow file: much is moved", 5'000, [](JvmRun& run) { run.write(100, 150, 7'500'000); }, quiet);
        row("slow files: far beyond the median", 5'000, [](JvmRun& run) { writes(run, 26); },
            {"medium jvm.slow-io writes of orders.journal"});
        row(
            "slow files: less", 5'000, [](JvmRun& run) { writes(run, 24); }, quiet);
        row(
            "slow files: a tail that thins out", 5'000,
            [](JvmRun& run) {
                writesOf(run,
                         {{26, 2}, {14, 3}, {7.5, 6}, {4, 12}, {2, 24}, {1.05, 48}, {0.6, 96}, {0.01, 300}});
            },
            quiet);
        row("slow files: apart from the tail", 5'000,
            [](JvmRun& run) {
                writesOf(run,
                         {{26, 4}, {14, 2}, {7.5, 6}, {4, 12}, {2, 24}, {1.05, 48}, {0.6, 96}, {0.01, 300}});
            },
            {"medium jvm.slow-io writes of orders.journal"});
        row("slow files: the end of a tail is very slow", 5'000,
            [](JvmRun& run) {
                writesOf(run,
                         {{130, 1},
                          {70, 2},
                          {35, 3},
                          {18, 6},
                          {9, 12},
                          {4.6, 24},
                          {2.3, 48},
                          {1.15, 96},
                          {0.6, 192},
                          {0.01, 400}});
            },
            {"low jvm.slow-io writes of orders.journal"});
        row("slow files: a gap at the end of a tail", 60'000, &tailWithAGap,
            {"low jvm.slow-io writes of orders.journal"});
        row("slow files: a gap at the end of a tail of two threads", 30'000,
            [](JvmRun& run) {
                tailWithAGap(run);
                run.idle(0, run.main); // it lives all the time
                run.write(20'000, 120, 100, run.main);
                run.idle(29'999, run.main);
            },
            {"low jvm.slow-io writes of orders.journal"});
        row("slow files: as many as usual, and one that stands apart", 99'000,
            [](JvmRun& run) {
                writesOf(run, {{2'300, 1}, {110, 40}});
            },
            {"high jvm.slow-io writes of orders.journal"});
        row("slow files: the ends of two tails", 5'000,
            [](JvmRun& run) {
                for (const char* const path : {"1.log", "2.log"})
                    for (int i = 0, count = 1; count < 300; ++i, count *= 2)
                        for (int k = 0; k < count; ++k)
                            run.writeFile(100 + k * 10, 130 / double(count), path);
            },
            {"low jvm.slow-io writes of files in shop.Cart.add"});
        row("slow file: in a minute of hours", kHours, [](JvmRun& run) { writesOfHours(run, 3, 3'000); },
            {"low jvm.slow-io writes of orders.journal"});
        row(
            "slow file: in a minute of hours, for less", kHours,
            [](JvmRun& run) { writesOfHours(run, 3, 2'999); }, quiet);
        row(
            "slow file: in a minute of hours, two threads", kHours,
            [](JvmRun& run) { writesOfHours(run, 2, 20'000); }, quiet);
        row(
            "slow socket: none stands out of three in hours", kHours,
            [](JvmRun& run) {
                for (int i = 0; i < 3; ++i)
                    run.read(1'000'000, 3'000, 5'432, 10, run.thread(i));
            },
            quiet);
        row("slow file: it always is", 5'000, [](JvmRun& run) { slowWrites(run, 30, 20.1); },
            {"low jvm.slow-io writes of orders.journal"});
        row(
            "slow file: it always is, less", 5'000, [](JvmRun& run) { slowWrites(run, 30, 19.9); }, quiet);
        row(
            "slow file: it always is, seldom used", 5'000, [](JvmRun& run) { slowWrites(run, 29, 20.1); },
            quiet);
        row(
            "slow file: it always moves much", 5'000,
            [](JvmRun& run) { slowWrites(run, 30, 20.1, 2'000'000); }, quiet);
        row(
            "slow file: half of what it moves is much", 5'000,
            [](JvmRun& run) {
                slowWrites(run, 31, 20.1, 2'000'000);
                for (int i = 0; i < 30; ++i)
                    run.write(130 + i * 100, 20.1);
            },
            quiet);
        row(
            "slow file: it always is, for a part of the time", 62'000,
            [](JvmRun& run) { slowWrites(run, 30, 20.1); }, quiet);
        row(
            "slow socket: it always is", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 30; ++i)
                    run.read(100 + i * 100, 20.1, 5'432, 10);
            },
            quiet);
        row("slow socket", 50'000, [](JvmRun& run) { run.read(100, 1'000, 5'432, 10); },
            {"medium jvm.slow-io reads of db:5432"});
        row(
            "slow socket: less", 50'000, [](JvmRun& run) { run.read(100, 999, 5'432, 10); }, quiet);
        row("slow socket: of three none stands out", 50'000,
            [](JvmRun& run) {
                for (int i = 0; i < 3; ++i)
                    run.read(100 + i * 10'000, 8'300, 5'432, 10);
            },
            {"low jvm.slow-io reads of db:5432"});
        row(
            "slow socket: somebody is there to wait", 50'000,
            [](JvmRun& run) {
                for (int i = 0; i < 3; ++i)
                    run.read(100 + i * 10'000, 8'334, 5'432, 10);
            },
            quiet);
        row("slow socket: one of them stands out", 50'000,
            [](JvmRun& run) {
                for (int i = 0; i < 3; ++i)
                    run.read(100 + i * 1'000, i == 1 ? 28'000 : 20, 5'432, 10);
            },
            {"high jvm.slow-io reads of db:5432"});
        row(
            "slow socket: a thread waits for news of a host that others ask", 20'000,
            [](JvmRun& run) { waitForNews(run, 6, 3'000); }, quiet);
        row("slow socket: it does so for less than half of the time", 20'000,
            [](JvmRun& run) { waitForNews(run, 6, 1'700); }, {"high jvm.slow-io reads of db:5432"});
        row("slow socket: it does so twice", 20'000, [](JvmRun& run) { waitForNews(run, 2, 15'000); },
            {"high jvm.slow-io reads of db:5432"});
        row(
            "slow socket: most often it does", 20'000, [](JvmRun& run) { waitForNews(run, 6, 3'000, 5); },
            quiet);
        row("slow socket: half of its reads are as short as all others", 20'000,
            [](JvmRun& run) { waitForNews(run, 6, 3'000, 6); }, {"high jvm.slow-io reads of db:5432"});
        row("slow socket: beside a thread that waits for news another one is slow", 20'000,
            [](JvmRun& run) {
                waitForNews(run, 6, 3'000);
                run.read(18'200, 1'200, 5'432, 10, run.main);
            },
            {"high jvm.slow-io reads of db:5432"});
        row(
            "slow socket: a queue is asked for something to do", 40'000,
            [](JvmRun& run) { askQueue(run, 30, 1'000); }, quiet);
        row("slow socket: less often", 40'000, [](JvmRun& run) { askQueue(run, 29, 1'000); },
            {"high jvm.slow-io reads of db:5432"});
        row(
            "slow socket: of a queue that gave something at once sometimes", 44'000,
            [](JvmRun& run) { askQueue(run, 34, 1'000, 3); }, quiet);
        row("slow socket: of a queue that did so more often", 44'000,
            [](JvmRun& run) { askQueue(run, 34, 1'000, 4); }, {"high jvm.slow-io reads of db:5432"});
        row("slow socket: what is asked for always takes long", 61'000,
            [](JvmRun& run) { askQueue(run, 30, 1'000); }, {"low jvm.slow-io reads of db:5432"});
        row("slow socket: only for a part of the time", 75'000, [](JvmRun& run) { askQueue(run, 30, 1'000); },
            {"high jvm.slow-io reads of db:5432"});
        row("slow socket: another read is slow, too", 61'000,
            [](JvmRun& run) {
                askQueue(run, 30, 1'000);
                run.read(40'000, 1'200, 5'432, 10, run.main);
            },
            {"high jvm.slow-io reads of db:5432"});
        // Messages in bursts, and what it waits for the next one: up to its timeout, after which it listens again.
        const auto listen = [](JvmRun& run, double apartMs) {
            for (int i = 0; i < 60; ++i)
                run.read(1'000 + i * 10, 0.1, 5'672, 10, run.main);
            for (int i = 0; i < 3; ++i) {
                run.readFor(2'000 + i * 5'000, 2'000, 2'000, 0, 5'672);
                run.readFor(4'000 + i * 5'000 + apartMs, 1'500, 2'000, 10, 5'672);
            }
        };
        row(
            "slow socket: who listens reads again at once", 20'000, [=](JvmRun& run) { listen(run, 1); },
            quiet);
        row("slow socket: who asks does something else before", 20'000,
            [=](JvmRun& run) { listen(run, 1.1); }, {"high jvm.slow-io reads of db:5672"});
        row(
            "slow socket: a client that is silent", 50'000,
            [](JvmRun& run) { run.read(100, 9'000, 40'226, 10); }, quiet);
        row(
            "slow socket: nothing came", 50'000, [](JvmRun& run) { run.read(100, 9'000, 5'432, 0); }, quiet);

        row("slow socket: writes", 50'000, [](JvmRun& run) { run.send(100, 1'000, 32'767); },
            {"medium jvm.slow-io writes of peer:32767"});
        row(
            "slow socket: a client that does not read", 50'000,
            [](JvmRun& run) { run.send(100, 9'000, 32'768); }, quiet);
        row(
            "slow file: half of it is a pause", 5'000,
            [](JvmRun& run) {
                run.pause(100, 150);
                run.write(100, 300);
            },
            quiet);
        row("slow file: less of it is", 5'000,
            [](JvmRun& run) {
                run.pause(100, 149.9);
                run.write(100, 300);
            },
            {"high jvm.slow-io writes of orders.journal"});
        row("slow files: five of the same method", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.writeFile(1'000 + i * 300, 100, std::to_string(i) + ".jpg");
            },
            {"high jvm.slow-io writes of files in shop.Cart.add"});
        row("slow files: a monitor is held over six of ten", 5'000,
            [](JvmRun& run) { slowFiles(run, 10, 6); }, {"high jvm.lock-contention shop.Cart"});
        row("slow files: a monitor is held over five of ten", 5'000,
            [](JvmRun& run) { slowFiles(run, 10, 5); },
            {"high jvm.slow-io writes of files in shop.Cart.add", "high jvm.lock-contention shop.Cart"});
        row("slow files: four of them", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 4; ++i)
                    run.writeFile(1'000 + i * 300, 100, std::to_string(i) + ".jpg");
            },
            {"medium jvm.slow-io writes of 0.jpg", "medium jvm.slow-io writes of 1.jpg",
             "medium jvm.slow-io writes of 2.jpg", "medium jvm.slow-io writes of 3.jpg"});

        row("slow files: parts of a program that begins", 30'000,
            [](JvmRun& run) { readParts(run, 8, 1'000); },
            {"medium jvm.slow-io reads of files when the program began"});
        row("slow files: one part of a program that begins", 14'990,
            [](JvmRun& run) { readParts(run, 1, 1'000); }, {"medium jvm.slow-io reads of part-0.jar"});
        row("slow files: parts that are read later", 14'990, [](JvmRun& run) { readParts(run, 2, 1'500); },
            {"medium jvm.slow-io reads of part-0.jar", "medium jvm.slow-io reads of part-1.jar"});
        row("slow files: parts of a JVM that ran before", 14'990,
            [](JvmRun& run) {
                run.startJvm(-30'000);
                readParts(run, 2, 1'000);
            },
            {"medium jvm.slow-io reads of part-0.jar", "medium jvm.slow-io reads of part-1.jar"});

        const auto timeout = [&row](const char* name, const TimedOut& of, const QStringList& expected) {
            row(
                name, 10'000, [of](JvmRun& run) { timedOut(run, of); }, expected);
        };
        timeout("read timeout", {}, {"high jvm.read-timeout reads of db:5432"});
        timeout("read timeout: twice", {.reads = 2}, quiet);
        timeout("read timeout: more than a quarter", {.answers = 8}, quiet);
        timeout("read timeout: as long as the shortest that counts", {.timeoutMs = 100, .lengthMs = 100},
                {"medium jvm.read-timeout reads of db:5432"});
        timeout("read timeout: a shorter one", {.timeoutMs = 99.9, .lengthMs = 99.9}, quiet);
        timeout("read timeout: nearly all of it", {.lengthMs = 297},
                {"high jvm.read-timeout reads of db:5432"});
        timeout("read timeout: less of it", {.lengthMs = 296.9}, quiet);
        timeout("read timeout: none was set", {.timeoutMs = 0}, quiet);
        timeout("read timeout: the other end closed", {.isEnd = true}, quiet);
        timeout("read timeout: a client that is silent", {.port = 32'768}, quiet);
        timeout("read timeout: an answer takes nearly a tenth of it", {.latestMs = 29},
                {"high jvm.read-timeout reads of db:5432"});
        timeout("read timeout: who listens gets one late", {.latestMs = 30}, quiet);
        timeout("read timeout: something is done between them", {.apartMs = 1.1},
                {"high jvm.read-timeout reads of db:5432"});
        timeout("read timeout: who listens reads again at once", {.apartMs = 1}, quiet);
        row("read timeout: slow operations", 10'000,
            [](JvmRun& run) {
                timedOut(run, {.answers = 20});
                for (int i = 0; i < 200; ++i)
                    run.request(i < 3 ? 100 + i * 800 : 2'600 + i * 30, i < 3 ? 310 : 1);
            },
            {"high jvm.read-timeout reads of db:5432"});

        row("slow operation", 5'000, [](JvmRun& run) { requests(run, 2, 30); },
            {"medium jvm.slow-operation shop.Request"});
        row("slow operation: a lock that is less serious explains it", 5'000,
            [](JvmRun& run) {
                requests(run, 2, 250);
                run.lock(3'960, 200);
            },
            {"high jvm.lock-contention shop.Cart"});
        row(
            "slow operation: less", 5'000, [](JvmRun& run) { requests(run, 2, 9.9); }, quiet);
        row(
            "slow operation: two kinds of work", 5'000, [](JvmRun& run) { requests(run, 3, 30); }, quiet);
        row("slow operation: half as many behind them", 5'000,
            [](JvmRun& run) {
                requests(run, 2, 18);
                run.request(4'500, 9.5);
            },
            {"low jvm.slow-operation shop.Request"});
        row(
            "slow operation: the end of a tail", 5'000,
            [](JvmRun& run) {
                requests(run, 2, 18);
                run.request(4'500, 9.5);
                run.request(4'600, 9.5);
            },
            quiet);

        const QStringList medium {"medium jvm.slow-operation shop.Request"},
            low {"low jvm.slow-operation shop.Request"};
        row(
            "slow operation: ten that say the same", 60'000,
            [](JvmRun& run) { requestsThatSay(run, 10, 10, 0); }, low);
        row(
            "slow operation: nine", 60'000, [](JvmRun& run) { requestsThatSay(run, 9, 9, 0); }, medium);
        row(
            "slow operation: nine of ten", 60'000, [](JvmRun& run) { requestsThatSay(run, 10, 9, 0); }, low);
        row(
            "slow operation: eight of ten", 60'000, [](JvmRun& run) { requestsThatSay(run, 10, 8, 0); },
            medium);
        row(
            "slow operation: a sixth of those that say it is fast", 60'000,
            [](JvmRun& run) { requestsThatSay(run, 10, 10, 2); }, low);
        row(
            "slow operation: more of them", 60'000, [](JvmRun& run) { requestsThatSay(run, 10, 10, 3); },
            medium);
        row(
            "slow operation: that failed", 60'000, [](JvmRun& run) { requestsThatSay(run, 10, 10, 0, true); },
            medium);

        row("slow operation: from a second on", 100'000, [](JvmRun& run) { requestsSince(run, 80, 2); },
            {"medium jvm.slow-operation shop.Request"});
        row(
            "slow operation: from a second on, less", 100'000, [](JvmRun& run) { requestsSince(run, 79, 2); },
            quiet);
        row(
            "slow operation: from a second on, and before", 100'000,
            [](JvmRun& run) { requestsSince(run, 80, 3); }, quiet);
        row(
            "slow operation: from a second on, of fewer", 100'000,
            [](JvmRun& run) { requestsSince(run, 99, 2, 99); }, quiet);
        row("slow safepoint", 5'000,
            [](JvmRun& run) {
                run.add(JvmEvent::safepointBegin, 100, 50,
                        {std::int64_t(1), std::int64_t(9), std::int64_t(0)}, run.worker);
            },
            {"medium jvm.slow-safepoint safepoints"});
        row(
            "slow safepoint: less", 5'000,
            [](JvmRun& run) {
                run.add(JvmEvent::safepointBegin, 100, 49.9,
                        {std::int64_t(1), std::int64_t(9), std::int64_t(0)}, run.worker);
            },
            quiet);
        row("slow safepoint: many that are shorter", 5'000, [](JvmRun& run) { shortStops(run, 24, 48, 100); },
            {"medium jvm.slow-safepoint safepoints"});
        row(
            "slow safepoint: many that are shorter, less", 5'000,
            [](JvmRun& run) { shortStops(run, 24, 47.9, 100); }, quiet);
        row("slow operation: in a minute of hours", kHours,
            [](JvmRun& run) { requestsOfHours(run, 3, 3'001); }, {"low jvm.slow-operation shop.Request"});
        row(
            "slow operation: in a minute of hours, for less", kHours,
            [](JvmRun& run) { requestsOfHours(run, 3, 2'999); }, quiet);
        row(
            "slow operation: in a minute of hours, two threads", kHours,
            [](JvmRun& run) { requestsOfHours(run, 2, 20'000); }, quiet);
        row("slow safepoint: in a minute of hours", kHours, [](JvmRun& run) { shortStops(run, 62, 48, 950); },
            {"medium jvm.slow-safepoint safepoints"});
        row(
            "slow safepoint: in a minute of hours, less", kHours,
            [](JvmRun& run) { shortStops(run, 62, 47.5, 950); }, quiet);
        row(
            "slow safepoint: in more than a minute", kHours,
            [](JvmRun& run) { shortStops(run, 62, 48, 1'000); }, quiet);
        row("operation of the VM: many that are shorter", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 12; ++i)
                    operation(run, "PrintThreads", 99);
                operation(run, "HeapDumper", 99);
                operation(run, "PrintThreads", 12);
            },
            {"medium jvm.vm-operation PrintThreads"});
        row(
            "operation of the VM: many that are shorter, less", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 12; ++i)
                    operation(run, "PrintThreads", 99.9);
            },
            quiet);
        row("operation of the VM", 5'000, [](JvmRun& run) { operation(run, "PrintThreads", 100); },
            {"medium jvm.vm-operation PrintThreads"});
        row(
            "operation of the VM: less", 5'000, [](JvmRun& run) { operation(run, "PrintThreads", 99.9); },
            quiet);
        row(
            "operation of the VM: a collection", 5'000,
            [](JvmRun& run) { operation(run, "G1CollectForAllocation", 3'000); }, quiet);

        row("CPU full", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.cpu(i * 100, 0.7, i < 2 ? 0.96 : 0.9);
            },
            {"medium jvm.cpu-full CPU"});
        row("CPU full: of the program itself", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.cpu(i * 100, 0.73, i < 2 ? 0.96 : 0.9);
            },
            {"low jvm.cpu-full CPU"});
        row(
            "CPU full: once", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.cpu(i * 100, 0.9, i < 1 ? 0.96 : 0.9);
            },
            quiet);
        row(
            "CPU full: four samples", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 4; ++i)
                    run.cpu(i * 100, 0.9, 0.96);
            },
            quiet);
        row("CPU full: others use it", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.cpu(i * 100, 0.1, i < 2 ? 0.96 : 0.2);
            },
            {"medium jvm.other-cpu CPU"});
        row("CPU: others use it", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.cpu(i * 100, 0.1, 0.51);
            },
            {"low jvm.other-cpu CPU"});
        row(
            "CPU: others use less", 5'000,
            [](JvmRun& run) {
                for (int i = 0; i < 5; ++i)
                    run.cpu(i * 100, 0.1, 0.49);
            },
            quiet);

        row("threads grow", 10'000,
            [](JvmRun& run) {
                run.threads(1'000, 40);
                run.threads(5'000, 50);
                run.threads(9'000, 60);
            },
            {"medium jvm.threads-grow threads"});
        const auto busier = [](JvmRun& run, double ofJvm, double ofMachine) {
            run.threads(1'000, 40);
            run.threads(5'000, 50);
            run.threads(9'000, 60);
            run.cpu(1'500, 0.08, 0.5);
            run.cpu(5'000, 0.9, 0.9);
            run.cpu(8'500, ofJvm, ofMachine);
        };
        row("threads grow: as much as what they do", 10'000, [=](JvmRun& run) { busier(run, 0.12001, 0.5); },
            {"low jvm.threads-grow threads"});
        row("threads grow: as much as what the machine does", 10'000,
            [=](JvmRun& run) { busier(run, 0.08, 0.75); }, {"low jvm.threads-grow threads"});
        row("threads grow: more than what they do", 10'000,
            [=](JvmRun& run) { busier(run, 0.11999, 0.74999); }, {"medium jvm.threads-grow threads"});
        for (const double load : {0.1, 0.09999})
            row(qPrintable(QStringLiteral("threads grow: from nothing to a load of %1").arg(load)), 10'000,
                [=](JvmRun& run) {
                    run.threads(1'000, 40);
                    run.threads(5'000, 50);
                    run.threads(9'000, 60);
                    run.cpu(1'500, 0.01, 0.5);
                    run.cpu(8'500, load, 0.5);
                },
                {load < 0.1 ? "medium jvm.threads-grow threads" : "low jvm.threads-grow threads"});
        row("threads grow: a quarter of them late", 10'000,
            [](JvmRun& run) {
                run.threads(1'000, 40);
                run.threads(5'000, 55);
                run.threads(9'000, 60);
            },
            {"medium jvm.threads-grow threads"});
        row(
            "threads grow: until pools are full", 10'000,
            [](JvmRun& run) {
                run.threads(1'000, 40);
                run.threads(5'000, 56);
                run.threads(9'000, 60);
            },
            quiet);
        row(
            "threads grow: less", 10'000,
            [](JvmRun& run) {
                run.threads(1'000, 40);
                run.threads(5'000, 50);
                run.threads(9'000, 59);
            },
            quiet);
        const auto pool = [](JvmRun& run, std::int64_t before, int from) {
            for (int second = from; second < 20; ++second) // a tenth is two seconds
                run.threads(second * 1'000,
                            second < 12       ? 40 + (second >= 5 ? before : 0)
                                : second < 18 ? 133
                                              : 140);
        };
        row(
            "threads grow: a pool for a job", 20'000, [=](JvmRun& run) { pool(run, 13, 2); }, quiet);
        row("threads grow: less of them at once", 20'000, [=](JvmRun& run) { pool(run, 14, 2); },
            {"medium jvm.threads-grow threads"});
        row("threads grow: at once, of nine values", 20'000, [=](JvmRun& run) { pool(run, 13, 11); },
            {"medium jvm.threads-grow threads"});
        for (const int until : {15, 18})
            row(
                qPrintable(QStringLiteral("threads grow: until %1 of 20 s").arg(until)), 20'000,
                [=](JvmRun& run) {
                    for (int second = 2; second < 20; ++second)
                        run.threads(second * 1'000, 40 + 5 * std::min(second, until));
                },
                until == 18 ? QStringList {"medium jvm.threads-grow threads"} : quiet);
        row(
            "threads grow: at the start only", 10'000,
            [](JvmRun& run) {
                run.threads(0, 10);
                run.threads(1'000, 60);
                run.threads(9'000, 60);
            },
            quiet);

        const auto load = [](JvmRun& run, double lengthMs) {
            run.add(
                JvmEvent::classLoad, 100, lengthMs,
                {std::int64_t(run.jvm.classNamed("shop/Main")), std::int64_t(kNobody), std::int64_t(kNobody)},
                run.main, run.stack);
        };
        row("class loading", 20'000, [=](JvmRun& run) { load(run, 1'000); },
            {"low jvm.class-loading classes"});
        row(
            "class loading: less", 20'000, [=](JvmRun& run) { load(run, 999); }, quiet);
    }
    void firesAndStaysQuiet()
    {
        QFETCH(Build, build);
        QFETCH(double, endMs);
        QFETCH(QStringList, expected);
        const QTemporaryDir folder;
        JvmRun run;
        build(run);
        QCOMPARE(FoundIn(run.save(folder, endMs)).list(), expected);
    }

    // What the recorder of the demo does not write.
    void otherEvents_data()
    {
        QTest::addColumn<Events>("write");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, Events write, const QStringList& expected) {
            QTest::newRow(name) << std::move(write) << expected;
        };
        const QStringList quiet;
        row("error", [](OtherEvents& to) { to.error("java.lang.StackOverflowError", "shop.Main.run"); },
            {"medium jvm.errors java.lang.StackOverflowError"});
        row("error: memory ran out",
            [](OtherEvents& to) { to.error("java.lang.OutOfMemoryError", "shop.Main.run"); },
            {"high jvm.errors java.lang.OutOfMemoryError"});
        row(
            "error: a method was looked for",
            [](OtherEvents& to) {
                to.error("java.lang.NoSuchMethodError", "java.lang.invoke.MemberName.check");
            },
            quiet);
        row("error: a method is missing",
            [](OtherEvents& to) { to.error("java.lang.NoSuchMethodError", "shop.Main.run"); },
            {"medium jvm.errors java.lang.NoSuchMethodError"});
        row(
            "error: a method is missing, of a stack that is cut off",
            [](OtherEvents& to) { to.error("java.lang.NoSuchMethodError", "shop.Main.run", true); }, quiet);
        row(
            "error: a part is missing when the program begins",
            [](OtherEvents& to) { to.error("java.lang.NoClassDefFoundError", "shop.Main.run"); }, quiet);
        row("error: no room for classes", [](OtherEvents& to) { to.metaspaceOom(); },
            {"high jvm.errors metaspace"});
        row("error: no room for classes, which is thrown",
            [](OtherEvents& to) {
                to.metaspaceOom();
                to.error("java.lang.OutOfMemoryError", "shop.Main.run");
            },
            {"high jvm.errors java.lang.OutOfMemoryError"});
        row("code cache", [](OtherEvents& to) { to.codeCacheFull(); },
            {"medium jvm.code-cache-full code cache"});
        row("throttled: a tenth", [](OtherEvents& to) { to.throttled(50, 5); },
            {"low jvm.cpu-throttled CPU"});
        row(
            "throttled: less", [](OtherEvents& to) { to.throttled(51, 5); }, quiet);
        row("throttled: a quarter of a minute", [](OtherEvents& to) { to.throttledForAMinute(150); },
            {"low jvm.cpu-throttled CPU"});
        row(
            "throttled: less of a minute", [](OtherEvents& to) { to.throttledForAMinute(149); }, quiet);
        row("throttled: a quarter", [](OtherEvents& to) { to.throttled(80, 20); },
            {"medium jvm.cpu-throttled CPU"});
        row(
            "throttled: seldom asked for the CPU", [](OtherEvents& to) { to.throttled(49, 20); }, quiet);
        row("error: a part is missing later",
            [](OtherEvents& to) {
                to.error("java.lang.NoClassDefFoundError", "shop.Main.run", false, 2'000 * kMs);
            },
            {"medium jvm.errors java.lang.NoClassDefFoundError"});
        row("pinned: 1 %", [](OtherEvents& to) { to.pinned(100 * kMs + 1); },
            {"medium jvm.pinned virtual threads"});
        row(
            "pinned: less", [](OtherEvents& to) { to.pinned(100 * kMs - 1); }, quiet);
        const auto pinnedInHours = [](OtherEvents& to, std::int64_t ns) {
            to.pass(10'000'000 * kMs);
            to.pinned(ns);
            to.pass(18'000'000 * kMs);
        };
        row("pinned: in a minute of hours", [=](OtherEvents& to) { pinnedInHours(to, 3'000 * kMs); },
            {"low jvm.pinned virtual threads"});
        row(
            "pinned: in a minute of hours, for less",
            [=](OtherEvents& to) { pinnedInHours(to, 2'999 * kMs); }, quiet);
        const std::string_view deadlock =
            "Full thread dump\n\nFound one Java-level deadlock:\n====\n\"pay-1\":\n  waiting "
            "to lock monitor\n  which is held by \"pay-2\"\n\"pay-2\":\n  waiting to "
            "lock monitor\n\nJava stack information\n\"main\":\n";
        row("deadlock", [=](OtherEvents& to) { to.dump(deadlock); }, {"high jvm.deadlock threads"});
        row(
            "deadlock: a dump without one",
            [](OtherEvents& to) { to.dump("Full thread dump\n\"pay-1\":\n"); }, quiet);
        row(
            "deadlock: a thread is called so",
            [](OtherEvents& to) { to.dump("Full thread dump\n\"Found one Java-level deadlock:\" #1\n"); },
            quiet);
        // Ten minutes with a value each second, of which the first part begins with that of second 152, the last with 552.
        const auto classes = [](const std::function<std::int64_t(int)>& loaded,
                                const std::function<std::int64_t(int)>& unloaded = {}) {
            return [=](OtherEvents& to) {
                for (int second = 1; second <= 600; ++second) {
                    to.pass(1'000 * kMs);
                    to.classes(loaded(second), unloaded ? unloaded(second) : 0);
                }
            };
        };
        const auto upTo = [](int last) {
            return [=](int second) { return std::int64_t(9'000 + std::min(second, last) * 25 / 10); };
        };
        const QStringList classesGrow {"medium jvm.classes-grow classes"};
        row("classes: a thousand more", classes(upTo(600)), classesGrow);
        row("classes: 999", classes([](int second) {
                return std::int64_t(9'000 + second * 25 / 10 - (second >= 552 ? 1 : 0));
            }),
            quiet);
        row("classes: a tenth more",
            classes([](int second) { return std::int64_t(9'620 + second * 25 / 10); }), classesGrow);
        row("classes: less than that",
            classes([](int second) { return std::int64_t(9'621 + second * 25 / 10); }), quiet);
        row("classes: as many are unloaded",
            classes(upTo(600), [](int second) { return std::int64_t(second * 25 / 10); }), quiet);
        row("classes: all are loaded in the end", classes(upTo(500)), quiet);
        row("classes: many at once",
            classes([](int second) { return std::int64_t(second < 300 ? 9'000 : 14'000); }), quiet);
        const auto stairs = [](int everySeconds, int last) { // 300 a minute
            return [=](int second) {
                return std::int64_t(
                    9'000 + (std::min(second, last) + everySeconds / 2) / everySeconds * everySeconds * 5);
            };
        };
        row("classes: in steps", classes(stairs(60, 600)), classesGrow);
        row("classes: in steps that are rare", classes(stairs(100, 600)), classesGrow);
        row("classes: in steps, and then none any more", classes(stairs(60, 500)), quiet);
        row("classes: in three steps", classes(stairs(160, 600)), quiet);
        row("classes: from a moment on",
            classes([](int second) { return std::int64_t(12'000 + std::max(second - 350, 0) * 20); }),
            classesGrow);
        row("classes: from a moment on, which comes late",
            classes([](int second) { return std::int64_t(12'000 + std::max(second - 450, 0) * 20); }), quiet);
        row("classes: from early on",
            classes([](int second) { return std::int64_t(12'000 + std::max(second - 200, 0) * 12); }),
            classesGrow);
        row("classes: fewer and fewer",
            classes([](int second) { return std::int64_t(9'000 + 6'000 * (1 - std::exp(-second / 170.0))); }),
            quiet);
        row("classes: all are unloaded, and loaded again",
            classes([](int second) { return std::int64_t(9'000 + second % 300 * 20); }), quiet);
        row("ten compilations failed", [](OtherEvents& to) { to.failedCompilations(10); },
            {"low jvm.incomplete compilations"});
        row(
            "nine compilations failed", [](OtherEvents& to) { to.failedCompilations(9); }, quiet);
        row("stacks: 1 % are cut off", [](OtherEvents& to) { to.stacks(100, 1); },
            {"low jvm.incomplete stacks"});
        row(
            "stacks: fewer are cut off", [](OtherEvents& to) { to.stacks(101, 1); }, quiet);
        const auto pauseWithGoal = [](OtherEvents& to, std::int64_t ns, std::int64_t goalMs) {
            to.flag("ParallelGCThreads", 1);
            to.flag("MaxGCPauseMillis", goalMs);
            to.collection(ns);
        };
        row("long pause: the goal that was recorded",
            [=](OtherEvents& to) { pauseWithGoal(to, 50 * kMs, 50); }, {"medium jvm.gc-long collections"});
        row(
            "long pause: less than that", [=](OtherEvents& to) { pauseWithGoal(to, 50 * kMs - 1, 50); },
            quiet);
        row(
            "long pause: a goal above the usual one",
            [=](OtherEvents& to) { pauseWithGoal(to, 250 * kMs, 300); }, quiet);
        row("long pause: a collector without a goal",
            [=](OtherEvents& to) { pauseWithGoal(to, 200 * kMs, std::int64_t(1) << 60); },
            {"medium jvm.gc-long collections"});
        row("stall: 1 %", [](OtherEvents& to) { to.stall(100 * kMs + 1); },
            {"medium jvm.alloc-stall allocation stalls"});
        row(
            "stall: less", [](OtherEvents& to) { to.stall(100 * kMs - 1); }, quiet);
        row("stall: 5 %", [](OtherEvents& to) { to.stall(500 * kMs + 1); },
            {"high jvm.alloc-stall allocation stalls"});
        const auto stalls = [](OtherEvents& to, int threads, std::int64_t ns) {
            for (int i = 1; i <= threads; ++i)
                to.stall(ns, i);
        };
        row("stall: a thousandth of the threads' time",
            [=](OtherEvents& to) { stalls(to, 20, 10 * kMs + 1); },
            {"low jvm.alloc-stall allocation stalls"});
        row(
            "stall: less of it", [=](OtherEvents& to) { stalls(to, 20, 10 * kMs - 1); }, quiet);
        row("stall: less of it next to a full heap",
            [](OtherEvents& to) {
                to.stall(119 * kMs);
                to.heapAfter(850);
                to.pass(1'000 * kMs);
                to.heapAfter(500);
                to.pass(1'000 * kMs);
                to.stall(80 * kMs);
            },
            {"high jvm.heap-full heap", "medium jvm.alloc-stall allocation stalls"});
        row("stall: most of it next to a full heap",
            [](OtherEvents& to) {
                to.stall(121 * kMs);
                to.heapAfter(850);
                to.pass(1'000 * kMs);
                to.heapAfter(500);
                to.pass(1'000 * kMs);
                to.stall(80 * kMs);
            },
            {"high jvm.heap-full heap"});
        const auto burstAndStall = [](OtherEvents& to, std::uint64_t apartNs) {
            to.pass(3'500 * kMs);
            to.allocate(600 * kMB);
            to.pass(apartNs);
            to.stall(200 * kMs);
        };
        row("stall: in a burst", [=](OtherEvents& to) { burstAndStall(to, 400 * kMs); },
            {"medium jvm.alloc-burst no thread recorded"});
        row("stall: behind it", [=](OtherEvents& to) { burstAndStall(to, 600 * kMs); },
            {"medium jvm.alloc-burst no thread recorded", "medium jvm.alloc-stall allocation stalls"});
        const auto stallAtOnce = [](OtherEvents& to, std::int64_t threads, std::int64_t ns) {
            to.pass(10'000'000 * kMs);
            for (std::int64_t i = 1; i <= threads; ++i)
                to.stall(ns, i);
            to.pass(18'000'000 * kMs);
        };
        row("stall: in a minute of hours", [=](OtherEvents& to) { stallAtOnce(to, 3, 3'000 * kMs); },
            {"medium jvm.alloc-stall allocation stalls"});
        row(
            "stall: in a minute of hours, for less",
            [=](OtherEvents& to) { stallAtOnce(to, 3, 2'999 * kMs); }, quiet);

        row("Shenandoah: a full collection",
            [](OtherEvents& to) {
                to.collection(1 * kMs, "Shenandoah", "Allocation Failure");
                to.phase("Pause Full");
            },
            {"high jvm.gc-full collections"});
        row(
            "Shenandoah: the full pause of another one",
            [](OtherEvents& to) {
                to.collection(1 * kMs, "Shenandoah", "Allocation Failure");
                to.phase("Pause Full", 2);
            },
            quiet);
        row("Shenandoah: one that was asked for",
            [](OtherEvents& to) {
                to.collection(1 * kMs, "Shenandoah", "System.gc()");
                to.phase("Pause Full");
            },
            {"low jvm.gc-asked collections"});
        row("Shenandoah: a degenerated one, 1 % of the time",
            [](OtherEvents& to) {
                to.collection(100 * kMs + 1, "Shenandoah", "Allocation Failure");
                to.phase("Pause Degenerated GC (Mark)");
            },
            {"medium jvm.gc-full collections"});
        row(
            "Shenandoah: a degenerated one, less",
            [](OtherEvents& to) {
                to.collection(100 * kMs - 1, "Shenandoah", "Allocation Failure");
                to.phase("Pause Degenerated GC (Mark)");
            },
            quiet);
        row(
            "Shenandoah: another pause",
            [](OtherEvents& to) {
                to.collection(150 * kMs, "Shenandoah", "Concurrent GC");
                to.phase("Pause Final Mark");
            },
            quiet);
        row(
            "a pause of another collector that is called so",
            [](OtherEvents& to) {
                to.collection(150 * kMs, "SerialNew", "Allocation Failure");
                to.phase("Pause Full");
            },
            quiet);
        row("lost data", [](OtherEvents& to) { to.lost(4096); }, {"low jvm.incomplete lost data"});
        row(
            "no lost data", [](OtherEvents& to) { to.lost(0); }, quiet);
    }
    void otherEvents()
    {
        QFETCH(Events, write);
        QFETCH(QStringList, expected);
        const QTemporaryDir folder;
        OtherEvents events;
        write(events);
        QCOMPARE(FoundIn(events.save(folder)).list(), expected);
    }

    // A concurrent collection goes on beside the program: what is shown is when that stood still.
    void aLongPauseOfAConcurrentCollection()
    {
        const QTemporaryDir folder;
        JvmRun run;
        run.collect(1'000, 900, 250, "G1Old");
        run.add(JvmEvent::phasePause, 1'100, 10, {std::int64_t(1), "GC Pause"}, run.worker);
        run.add(JvmEvent::phasePause, 1'500, 250, {std::int64_t(1), "GC Pause"}, run.worker);
        const FoundIn found(run.save(folder, 30'000));
        const Finding* const slow = found.of("jvm.gc-long");
        QVERIFY(slow && slow->evidence.size() == 1);
        QCOMPARE(slow->evidence[0].time.lengthNs(), std::int64_t(250) * kMs);
        QCOMPARE(slow->when, std::vector<TimeRange> {slow->evidence[0].time});
    }

    // While one goes on beside the program another one may stop that for longer.
    void aPauseIsOfTheCollectionOfItsNumber()
    {
        const QTemporaryDir folder;
        JvmRun run;
        run.collect(1'000, 900, 250, "G1Old");
        run.collect(1'200, 20, 20);
        run.add(JvmEvent::phasePause, 1'500, 250, {std::int64_t(1), "GC Pause"}, run.worker);
        run.add(JvmEvent::phasePause, 1'100, 300, {std::int64_t(2), "GC Pause"}, run.worker);
        const FoundIn found(run.save(folder, 30'000));
        const Finding* const slow = found.of("jvm.gc-long");
        QVERIFY(slow && slow->evidence.size() == 1);
        QCOMPARE(slow->evidence[0].time.lengthNs(), std::int64_t(250) * kMs);
        QVERIFY(slow->evidence[0].text.words.starts_with("gc 1:"));
    }

    void whatTheHeapGrewBy()
    {
        const QTemporaryDir folder;
        JvmRun run;
        heapValues(run, {1'000, 1'100, 1'200, 1'300, 1'400, 1'500});
        const FoundIn found(run.save(folder, 45'000));
        const Finding* const grows = found.of("jvm.heap-grows");
        QVERIFY(grows && grows->evidence.size() == 2);
        QCOMPARE(
            grows->sentence.words,
            std::string("Between +5.00 s and +36.00 s what is left after collections grew from 1.00 GB to "
                        "1.50 GB"));
        QCOMPARE(grows->evidence[0].text.words, std::string("1.00 GB after a collection"));
        QCOMPARE(grows->evidence[1].text.words, std::string("1.50 GB after a collection"));
    }

    // Little of hours, and yet told: then with the minute that is why.
    void whatIsOfAMinuteSaysSo()
    {
        const QTemporaryDir folder;
        const auto sentenceOf = [&](std::string_view rule, void (*add)(JvmRun&, int, double)) {
            JvmRun run;
            add(run, 3, 4'000);
            const FoundIn found(run.save(folder, kHours));
            const Finding* const told = found.of(rule);
            return told ? told->sentence.words : std::string();
        };
        constexpr std::string_view kEnd = "; 12.0 s in the minute from +1,000.00 s on";
        for (const std::string& sentence :
             {sentenceOf("jvm.slow-io", &writesOfHours), sentenceOf("jvm.slow-operation", &requestsOfHours)})
            QVERIFY2(sentence.ends_with(kEnd), sentence.c_str());
    }

    void whatAMinuteOfHoursTells()
    {
        const QTemporaryDir folder;
        const auto foundIn = [&](const std::function<void(JvmRun&)>& addMore) {
            JvmRun run;
            run.lock(10'000'000, 300); // alone
            lockAtOnce(run, 3, 4'000);
            shortStops(run, 62, 49, 950);
            addMore(run);
            return FoundIn(run.save(folder, kHours));
        };
        const FoundIn found = foundIn([](JvmRun&) {});
        const Finding *const lock = found.of("jvm.lock-contention"),
                             *const stops = found.of("jvm.slow-safepoint");
        QVERIFY(lock && stops);
        QCOMPARE(lock->cost.amount, std::int64_t(12'000) * kMs);
        QCOMPARE(lock->sentence.words,
                 std::string("In the minute from +1,000.00 s on 3 threads waited at once for `Cart`; 12.0 s "
                             "together, 3 waits"));
        QCOMPARE(stops->sentence.words,
                 std::string("It took up to 49.0 ms until all threads had stopped, 63 times; 3.09 s in the "
                             "minute from +0.10 s on"));
        // Long ones are told with them, of which some are at another time.
        const FoundIn withLong = foundIn([](JvmRun& run) {
            for (const auto& [fromMs, lengthMs] : {std::pair(30'000.0, 60.0), {9'000'000.0, 70.0}})
                run.add(JvmEvent::safepointBegin, fromMs, lengthMs,
                        {std::int64_t(1), std::int64_t(9), std::int64_t(0)}, run.worker);
        });
        const Finding* const all = withLong.of("jvm.slow-safepoint");
        QVERIFY(all);
        QCOMPARE(all->sentence.words,
                 std::string("It took up to 70.0 ms until all threads had stopped, 65 times; 64 of them took "
                             "3.15 s in the minute from +0.10 s on"));
        // Nor does it need to be little of all: what is low in hours is medium in that minute, and said to be of it.
        const FoundIn more = foundIn([](JvmRun& run) {
            for (int i = 0; i < 24; ++i)
                run.lock(10'100'000 + i * 200'000, 5'000);
        });
        const Finding* const both = more.of("jvm.lock-contention");
        QVERIFY(both);
        QCOMPARE(both->severity, FindingSeverity::medium);
        QCOMPARE(both->cost.amount, lock->cost.amount);
        QCOMPARE(both->sentence.words, lock->sentence.words);
    }

    void whatAUserSetsCountsMoreThanWhatWasRecorded()
    {
        const QTemporaryDir folder;
        OtherEvents events;
        events.flag("MaxGCPauseMillis", 50);
        events.collection(60 * kMs);
        const auto path = events.save(folder);
        QVERIFY(FoundIn(path).of("jvm.gc-long"));
        QVERIFY(!FoundIn(path, {"jvm.gc-long.min=61ms"}).of("jvm.gc-long"));
        QVERIFY(FoundIn(path, {"jvm.gc-long.min=60ms"}).of("jvm.gc-long"));
    }

    // The recorder was told to keep so many frames: those stacks are short on purpose.
    void stacksThatWereShortenedOnPurpose()
    {
        const QTemporaryDir folder;
        for (const std::int64_t depth : {1, 2, -1}) {
            OtherEvents events(depth);
            events.stacks(100, 50); // of one frame
            const FoundIn found(events.save(folder));
            QVERIFY(found.isThere);
            QCOMPARE(found.of("jvm.incomplete") != nullptr, depth != 1);
        }
    }

    void whatGrowsIsTold()
    {
        const QTemporaryDir folder;
        OtherEvents to;
        for (int second = 1; second <= 600; ++second) {
            to.pass(1'000 * kMs);
            to.classes(14'000 + second * 20, 0);
            if (second % 10 == 0)
                to.threads(40 + second / 10);
            if (second % 20 == 0)
                to.started("com.acme.shop.Retry.schedule");
        }
        to.started("com.acme.shop.Pool.grow");
        const std::filesystem::path path = to.save(folder);
        const FoundIn found(path);
        QVERIFY(found.of("jvm.classes-grow"));
        QCOMPARE(found.of("jvm.classes-grow")->sentence.words,
                 std::string("Classes grow all the time: from 17,040 to 25,040 in 6 min 40 s"));
        QCOMPARE(found.of("jvm.classes-grow")->cost.amount, std::int64_t(8'000));
        QVERIFY(found.of("jvm.threads-grow"));
        QCOMPARE(found.of("jvm.threads-grow")->sentence.words,
                 std::string("Threads grew from 47 to 100; 28 were started; most in `Retry.schedule`"));

        QVERIFY(!FoundIn(path, {"jvm.classes-grow.recording=20min"}).isChecked("jvm.classes-grow"));
        OtherEvents others; // of which no method starts half
        for (int second = 1; second <= 600; ++second) {
            others.pass(1'000 * kMs);
            if (second % 10 == 0)
                others.threads(40 + second / 10);
            if (second % 20 == 0)
                others.started("com.acme.shop." + std::string(1, char('A' + second / 20 % 3)) + ".schedule");
        }
        const FoundIn threads(others.save(folder));
        QVERIFY(threads.of("jvm.threads-grow"));
        const std::string& sentence = threads.of("jvm.threads-grow")->sentence.words;
        QVERIFY2(sentence.find("most in") == std::string::npos && sentence.find("; 3") != std::string::npos
                     && sentence.find(" % in `") != std::string::npos,
                 sentence.c_str());
        OtherEvents none;
        QVERIFY(!FoundIn(none.save(folder)).isChecked("jvm.classes-grow"));
    }

    // They have a limit of their own, and are in no heap.
    void directBuffersGrow()
    {
        const auto words = [](std::int64_t first, std::int64_t more) {
            const QTemporaryDir folder;
            OtherEvents to;
            for (int second = 1; second <= 400; ++second) {
                to.pass(1'000 * kMs);
                to.direct(first + more * second / 4);
            }
            const FoundIn found(to.save(folder));
            const Finding* const grows = found.of("jvm.heap-grows");
            return grows && found.isChecked(grows->rule) ? grows->sentence.words : std::string();
        };
        QCOMPARE(words(100, 6),
                 std::string("Direct buffers grow all the time, from 253 MB to 656 MB of 1.00 GB "
                             "in 4 min 29 s"));
        QVERIFY(words(100, 4).empty()); // there is room
        QVERIFY(words(900, 0).empty()); // a pool that is full
    }

    void saysWhatTheJvmDid()
    {
        const auto words = [](const Events& write, std::string_view rule) {
            const QTemporaryDir folder;
            OtherEvents events;
            events.pass(1'000 * kMs);
            write(events);
            const FoundIn found(events.save(folder));
            return found.of(rule) ? found.of(rule)->sentence.words : std::string();
        };
        QCOMPARE(words(
                     [](OtherEvents& to) {
                         to.codeCacheFull();
                         to.codeCacheFull();
                     },
                     "jvm.code-cache-full"),
                 std::string("The code cache was full 2 times: `CodeHeap 'profiled nmethods'`"));
        QCOMPARE(words([](OtherEvents& to) { to.metaspaceOom(); }, "jvm.errors"),
                 std::string("There was no room for a class in the metaspace; most in `Scripts.compile`"));
        QCOMPARE(words([](OtherEvents& to) { to.throttled(80, 20); }, "jvm.cpu-throttled"),
                 std::string(
                     "The container had used up its CPU in 20 of 80 slices of time, and its threads waited "
                     "for 1.40 s"));
    }

    void whatIsLostIsToldWhereItWas()
    {
        const QTemporaryDir folder;
        OtherEvents events;
        for (const std::int64_t bytes : {1'000, 3'000}) {
            events.pass(1'000 * kMs);
            events.lost(bytes);
        }
        const FoundIn found(events.save(folder));
        const Finding* const lost = found.of("jvm.incomplete");
        QVERIFY(lost);
        QCOMPARE(lost->count, std::uint64_t(2));
        QCOMPARE(lost->cost.amount, std::int64_t(4'000));
        QCOMPARE(lost->when.size(), std::size_t(2));
        QCOMPARE(lost->evidence.size(), std::size_t(2));
        QCOMPARE(lost->evidence.front().time.startNs, kStart + 2'000 * kMs); // where more was
    }

    // As of locks: of the recording times the threads that waited.
    void shareOfSlowFiles()
    {
        const QTemporaryDir folder;
        JvmRun run;
        run.write(1'000, 100);
        run.write(1'000, 100, 100, run.main);
        const FoundIn found(run.save(folder, 5'000));
        QVERIFY(found.of("jvm.slow-io"));
        QCOMPARE(found.of("jvm.slow-io")->cost.amount, std::int64_t(200 * kMs));
        QVERIFY(std::abs(found.of("jvm.slow-io")->share - 0.02) < 1e-9);
    }

    void sharesOfFilesWhenAProgramBegins()
    {
        const QTemporaryDir folder;
        JvmRun run;
        readParts(run, 8, 1'000);
        const FoundIn found(run.save(folder, 30'000));
        const Finding* const slow = found.of("jvm.slow-io");
        QVERIFY(slow);
        QCOMPARE(slow->cost.amount, std::int64_t(1'200 * kMs));
        QVERIFY(std::abs(slow->share - 0.04) < 1e-9);
        QCOMPARE(slow->count, std::uint64_t(8));
        QCOMPARE(slow->evidence.size(), std::size_t(8));
        QCOMPARE(slow->sentence.words,
                 std::string("8 reads of 8 files took up to 150 ms when the program began, 1.20 s together"));
    }

    // Half of one or two is no usual time, and what is usual is not above the longest.
    void whatIsUsualIsToldOfSeveral()
    {
        const auto words = [](const Build& build) {
            const QTemporaryDir folder;
            JvmRun run;
            build(run);
            const FoundIn found(run.save(folder, 5'000));
            return found.of("jvm.slow-io") ? found.of("jvm.slow-io")->sentence.words : std::string();
        };
        QCOMPARE(words([](JvmRun& run) { run.write(100, 150); }),
                 std::string("1 write of `orders.journal` took 150 ms; in `Cart.add`"));
        QCOMPARE(words([](JvmRun& run) {
                     run.write(100, 150);
                     run.write(300, 0.01);
                     run.write(500, 0.01);
                 }),
                 std::string("1 write of `orders.journal` took 150 ms, half of all no more than 10.0 µs; in "
                             "`Cart.add`"));
        QCOMPARE(words([](JvmRun& run) { // those that moved much took longer
                     run.write(100, 150);
                     run.write(300, 300, 20'000'000);
                     run.write(700, 300, 20'000'000);
                 }),
                 std::string("1 write of `orders.journal` took 150 ms; in `Cart.add`"));
    }

    // A file of the owner explains the waits when most of them lie in it, and is not told again.
    void lockHeldOverIo()
    {
        const auto found = [](double lengthMs) {
            const QTemporaryDir folder;
            JvmRun run;
            run.lock(100, 200);
            run.write(100, lengthMs);
            return FoundIn(run.save(folder, 5'000));
        };
        const FoundIn most = found(100);
        QCOMPARE(most.list(), QStringList {"medium jvm.lock-contention shop.Cart"});
        QCOMPARE(most.of("jvm.lock-contention")->absorbed.size(), std::size_t(2)); // and the slow file itself
        QVERIFY(most.of("jvm.lock-contention")->absorbed[0].sentence.words.find("orders.journal")
                != std::string::npos);
        QVERIFY(found(99.9).of("jvm.lock-contention")->absorbed.empty());
    }

    // What the owner wrote before it had the monitor itself kept nobody waiting.
    void whatAnOwnerDidBeforeItHadTheLock()
    {
        const auto found = [](double gotMs) {
            const QTemporaryDir folder;
            JvmRun run;
            const std::uint32_t third = run.thread(3);
            run.lock(100, 200, run.main, run.worker);
            run.write(110, 140);
            run.lock(gotMs - 10, 10, run.worker, third);
            return FoundIn(run.save(folder, 5'000));
        };
        const FoundIn before = found(260);
        QCOMPARE(before.list(),
                 (QStringList {"medium jvm.slow-io writes of orders.journal",
                               "medium jvm.lock-contention shop.Cart"}));
        QVERIFY(before.of("jvm.lock-contention")->absorbed.empty());
        QCOMPARE(found(110).list(), QStringList {"medium jvm.lock-contention shop.Cart"});
    }

    // Who has it in turn keeps all that wait: of the wait only the last owner is told.
    void everyOwnerKeepsAllThatWait()
    {
        const auto found = [](std::int64_t address) {
            const QTemporaryDir folder;
            JvmRun run;
            const std::uint32_t third = run.thread(3);
            run.lock(100, 200, run.main, run.worker);
            run.lock(100, 100, run.worker, third, "shop/Cart", address);
            run.write(100, 100, 100, third);
            return FoundIn(run.save(folder, 5'000));
        };
        const FoundIn same = found(0x7000);
        const Finding* const lock = same.of("jvm.lock-contention");
        QVERIFY(lock && !lock->absorbed.empty());
        QVERIFY(lock->absorbed.front().sentence.words.starts_with("67 % of the waiting"));
        QVERIFY(found(0x8000).of("jvm.lock-contention")->absorbed.empty()); // of another monitor
    }

    // Only where it is slow mostly while somebody waits for the lock.
    void aFileThatIsSlowAnyway()
    {
        const auto found = [](int writes) {
            const QTemporaryDir folder;
            JvmRun run;
            run.lock(100, 200);
            for (int i = 0; i < writes; ++i)
                run.write(100 + i * 500, 200);
            return FoundIn(run.save(folder, 5'000));
        };
        QCOMPARE(found(2).list(),
                 QStringList {"high jvm.lock-contention shop.Cart"}); // as serious as the file
        QCOMPARE(found(3).list(),
                 (QStringList {"high jvm.slow-io writes of orders.journal",
                               "medium jvm.lock-contention shop.Cart"}));
    }

    // What a condensed recording kept of waits: of which threads, and how long, but not when.
    void waitsWhoseTimesAreEstimates()
    {
        const QTemporaryDir folder;
        OtherEvents events;
        events.combinedWaits({1, 2, 1, 2, 1}, 1'000 * kMs);
        const FoundIn found(events.save(folder));
        const Finding* const lock = found.of("jvm.lock-contention");
        QVERIFY(lock);
        QCOMPARE(lock->sentence.words, std::string("2 threads waited for `Cart`; 5.00 s together, 5 waits"));
        QVERIFY(lock->limits.ends_with("of some not when."));
    }

    // What a condensed recording kept of allocations and exceptions: how much, not when.
    void amountsWithoutTimesAreNotJudgedBySecond()
    {
        const QTemporaryDir folder;
        OtherEvents events;
        events.combinedAllocations(6'000 * kMB);
        events.combinedThrows(2'000);
        const FoundIn found(events.save(folder));
        QCOMPARE(found.list(), QStringList {"low data.approximate times"});
        QVERIFY(!found.isChecked("jvm.alloc-burst"));
        QVERIFY(!found.isChecked("jvm.exceptions"));
    }

    // A thread for each request: one of them waits all the time. Of threads that are there all the time both count.
    void sharesOfThreadsAreOfThoseThatLive()
    {
        const auto shareOf = [](const char* rule, const Build& build) {
            const QTemporaryDir folder;
            JvmRun run;
            build(run);
            const FoundIn found(run.save(folder, 5'000));
            return found.of(rule) ? found.of(rule)->share : 0;
        };
        const auto isNear = [](double share, double expected) { return std::abs(share - expected) < 1e-3; };
        QVERIFY(isNear(shareOf("jvm.lock-contention",
                               [](JvmRun& run) {
                                   for (int i = 0; i < 50; ++i)
                                       run.lock(i * 100, 100, run.thread(i), run.worker);
                               }),
                       1));
        QVERIFY(isNear(shareOf("jvm.slow-io",
                               [](JvmRun& run) {
                                   for (int i = 0; i < 25; ++i)
                                       run.write(i * 200, 100, 100, run.thread(i));
                               }),
                       0.5));
        QVERIFY(isNear(shareOf("jvm.slow-operation",
                               [](JvmRun& run) {
                                   for (int i = 0; i < 100; ++i)
                                       run.add(JvmEvent::shopRequest, i * 40, i % 50 == 0 ? 50 : 1,
                                               {"/", std::int64_t(200), std::int64_t(1)}, run.thread(i),
                                               run.stack);
                               }),
                       0.0196));
        QVERIFY(isNear(shareOf("jvm.lock-contention",
                               [](JvmRun& run) {
                                   run.lock(1'000, 100, run.main, run.worker);
                                   run.lock(2'000, 100, run.worker, run.main);
                                   for (const std::uint32_t who : {run.main, run.worker}) {
                                       run.idle(0, who);
                                       run.idle(4'999, who);
                                   }
                               }),
                       0.02));
    }

    // A class loads others while it is loaded: that is the same time.
    void classesThatLoadOthers()
    {
        const QTemporaryDir folder;
        JvmRun run;
        const auto load = [&](double fromMs, double lengthMs, std::uint32_t who) {
            run.add(
                JvmEvent::classLoad, fromMs, lengthMs,
                {std::int64_t(run.jvm.classNamed("shop/Main")), std::int64_t(kNobody), std::int64_t(kNobody)},
                who, run.stack);
        };
        for (int depth = 0; depth < 5; ++depth)
            for (const std::uint32_t who : {run.main, run.worker})
                load(100 + depth, 4'000 - 2 * depth, who);
        const FoundIn found(run.save(folder, 5'000));
        const Finding* const loading = found.of("jvm.class-loading");
        QVERIFY(loading);
        QCOMPARE(loading->cost.amount, std::int64_t(8'000 * kMs));
        QVERIFY(std::abs(loading->share - 0.8) < 1e-3);
        QCOMPARE(loading->sentence.words,
                 std::string("10 classes took 8.00 s to load, one of them 4.00 s: `Main` by thread `main`"));
    }

    // What is much of a minute is told from where to where it is much.
    void collectionsAreToldWhole()
    {
        const auto found = [](int from, int to) {
            const QTemporaryDir folder;
            JvmRun run;
            for (int second = 0; second < 300; ++second)
                run.collect(second * 1'000, 100, second >= from && second < to ? 60 : 6);
            return FoundIn(run.save(folder, 300'000));
        };
        const FoundIn all = found(0, 300), some = found(100, 200), few = found(100, 150);
        QVERIFY(all.of("jvm.gc-share"));
        QCOMPARE(all.of("jvm.gc-share")->count, std::uint64_t(300));
        QCOMPARE(all.of("jvm.gc-share")->cost.amount, std::int64_t(300 * 60 * kMs));
        QCOMPARE(all.of("jvm.gc-share")->sentence.words,
                 std::string("Collections stopped the program for 6.0 % of 1 min, from +0.00 s on; 18.0 s "
                             "together from +0.00 s to +299.10 s"));
        QVERIFY(some.of("jvm.gc-share"));
        QCOMPARE(some.of("jvm.gc-share")->count, std::uint64_t(100));
        QCOMPARE(some.of("jvm.gc-share")->when.front().startNs - some.capture.timeline->range.startNs,
                 std::int64_t(100'000 * kMs));
        QVERIFY(few.of("jvm.gc-share")); // the rest of the minute is not left out
        QVERIFY(few.of("jvm.gc-share")->count > 50);
    }

    void hotMethodsAreToldWhole()
    {
        const auto found = [](int from, int to) {
            const QTemporaryDir folder;
            JvmRun run;
            const std::uint32_t top = run.stackOf("shop/Hot.loop"), other = run.stackOf("shop/Other.run");
            for (int i = 0; i < 2'000; ++i) // ten a second
                run.add(JvmEvent::executionSample, i * 100 + 50, 0, {}, run.main,
                        i >= from * 10 && i < to * 10 && i % 2 == 0 ? top : other);
            return FoundIn(run.save(folder, 200'000));
        };
        const auto hot = [](const FoundIn& of) {
            const auto each = std::ranges::find_if(of.all.found, [](const Finding& one) {
                return one.rule == "jvm.hot-method" && one.subject.name == "shop.Hot.loop";
            });
            return each == of.all.found.end() ? std::string() : each->sentence.words;
        };
        QCOMPARE(hot(found(0, 200)),
                 std::string("`Hot.loop` is what ran in 50 % of 2,000 samples from +0.00 s to +200.00 s"));
        QCOMPARE(hot(found(50, 120)),
                 std::string("`Hot.loop` is what ran in 50 % of 700 samples from +50.00 s to +120.00 s"));
    }

    // What goes on behind the time in which the program warms up is told from its begin on.
    void burstsAreToldWhole()
    {
        const QTemporaryDir folder;
        JvmRun run;
        for (int second = 4; second < 9; ++second)
            run.allocate(second * 1'000 + 500, 500 * kMB, run.stack);
        const FoundIn found(run.save(folder, 70'000));
        const Finding* const burst = found.of("jvm.alloc-burst");
        QVERIFY(burst);
        QCOMPARE(burst->count, std::uint64_t(5));
        QCOMPARE(
            burst->sentence.words,
            std::string("2.50 GB were allocated from +4.00 s to +9.00 s: 2.50 GB of it by thread `main`; "
                        "most in `Cart.add`"));
    }

    // Seconds beside those that stand out, as long as they are half as much.
    void burstsHaveShoulders()
    {
        const auto count = [](std::int64_t beside) {
            const QTemporaryDir folder;
            JvmRun run;
            allocateFor(run, {900, beside});
            const FoundIn found(run.save(folder, 12'000));
            return found.of("jvm.alloc-burst") ? found.of("jvm.alloc-burst")->count : 0;
        };
        QCOMPARE(count(250), std::uint64_t(2));
        QCOMPARE(count(249), std::uint64_t(1));
    }

    void severalBursts()
    {
        const QTemporaryDir folder;
        JvmRun run;
        allocateEverySecond(run, 500 * kMB);
        run.allocate(9'500, 500 * kMB, run.stack);
        const FoundIn found(run.save(folder, 12'000));
        QVERIFY(found.of("jvm.alloc-burst"));
        QVERIFY(found.of("jvm.alloc-burst")
                    ->sentence.words.find("in 2 bursts, 2.00 s together, from +6.00 s to +10.00 s")
                != std::string::npos);
    }

    // Without stacks and threads there are no names to tell.
    void namesThatAreNotRecorded()
    {
        const QTemporaryDir folder;
        JvmRun run;
        run.add(JvmEvent::fileWrite, 100, 100, {"orders.journal", std::int64_t(100)}, run.worker);
        run.lock(100, 100);
        for (int i = 0; i < 1'000; ++i)
            run.add(JvmEvent::allocationSample, i * 10, 0,
                    {std::int64_t(run.jvm.classNamed("byte[]")), i < 600 || i >= 700 ? kMB : 10 * kMB});
        const FoundIn found(run.save(folder, 11'000));
        QVERIFY(!found.isChecked("jvm.alloc-site"));
        for (const Finding& each : found.all.found) {
            QVERIFY2(each.sentence.words.find("``") == std::string::npos, each.sentence.words.c_str());
            for (const auto& text : each.absorbed)
                QVERIFY2(text.sentence.words.find("``") == std::string::npos, text.sentence.words.c_str());
        }
    }

    // What threads wait for each other all the time does not stretch the convoy over the recording.
    void shortWaitsAreNoPartOfTheTime()
    {
        const QTemporaryDir folder;
        JvmRun run;
        run.lock(100, 500);
        for (int i = 0; i < 8; ++i)
            run.lock(1'000 + i * 500, 1);
        const FoundIn found(run.save(folder, 5'000));
        const Finding* const lock = found.of("jvm.lock-contention");
        QVERIFY(lock);
        QCOMPARE(lock->cost.amount, std::int64_t(508 * kMs));
        QCOMPARE(lock->when.size(), std::size_t(1));
        QCOMPARE(lock->when.front().lengthNs(), std::int64_t(500 * kMs));
    }

    // All that are counted are there to be gone through.
    void everyWaitIsEvidence()
    {
        const QTemporaryDir folder;
        JvmRun run;
        for (int i = 0; i < 30; ++i)
            run.lock(100 + i * 100, 20 + i);
        const FoundIn found(run.save(folder, 5'000));
        const Finding* const lock = found.of("jvm.lock-contention");
        QVERIFY(lock);
        QCOMPARE(lock->count, std::uint64_t(30));
        QCOMPARE(lock->evidence.size(), std::size_t(30));
    }

    void parksOfThreadsThatAreNotRecorded()
    {
        const QTemporaryDir folder;
        JvmRun run;
        const std::string_view lock = "java/util/concurrent/locks/ReentrantLock$NonfairSync";
        run.park(100, 500, lock, kNobody);
        const FoundIn found(run.save(folder, 4'000));
        const Finding* const parked = found.of("jvm.park-contention");
        QVERIFY(parked);
        QCOMPARE(
            parked->sentence.words,
            std::string("Threads that are not recorded were parked for `ReentrantLock$NonfairSync`; 500 ms "
                        "together from +0.10 s to +0.60 s; most in `Cart.add`"));
    }

    void sitesAreTold()
    {
        const auto words = [](const std::filesystem::path& path, const char* rule) {
            const FoundIn found(path);
            return found.of(rule) ? found.of(rule)->sentence.words : std::string();
        };
        const QTemporaryDir folder;
        JvmRun thrown;
        throwMany(thrown, 1'000);
        throwMany(thrown, 10, "shop/Missing");
        QCOMPARE(
            words(thrown.save(folder, 10'000), "jvm.exceptions"),
            std::string(
                "Up to 1,010 exceptions were thrown in a second, 1,010 together; 1,000 of them `Failed` in "
                "`Cart.add`"));
        JvmRun pool;
        pool.borrow(100, 200);
        pool.borrow(400, 100);
        QCOMPARE(
            words(pool.save(folder, 4'999), "jvm.pool-wait"),
            std::string("1 thread waited for `Pool.borrowObject`; 300 ms together from +0.10 s to +0.50 s, 2 "
                        "waits of up to 200 ms"));
        OtherEvents others;
        others.pinned(200 * kMs);
        others.pinned(200 * kMs, "shop.Log.line");
        others.pinned(200 * kMs, "shop.Log.line");
        QCOMPARE(words(others.save(folder), "jvm.pinned"),
                 std::string("Virtual threads kept their carriers for 600 ms, 3 times; most in `Log.line`"));
        OtherEvents errors;
        errors.error("java.lang.OutOfMemoryError", "shop.Export.toBytes");
        QCOMPARE(words(errors.save(folder), "jvm.errors"),
                 std::string("`OutOfMemoryError` was thrown in `Export.toBytes`"));
    }

    void deadlockedThreadsAreTold()
    {
        const auto words = [](int threads, const std::string& behindEach = {}) {
            std::string text = "Found one Java-level deadlock:\n=============\n";
            for (int i = 1; i <= threads; ++i)
                text += "\"pay-" + std::to_string(i) + "\":\n  waiting to lock monitor\n" + behindEach;
            text += "\nJava stack information for the threads listed above:\n=====\n\"main\":\n\tat a.B.c\n\n"
                    "Found 1 deadlock.\n";
            const QTemporaryDir folder;
            OtherEvents events;
            events.dump(text);
            events.pass(1'000 * kMs);
            events.dump(text);
            const FoundIn found(events.save(folder));
            return found.of("jvm.deadlock") ? found.of("jvm.deadlock")->sentence.words : std::string();
        };
        QCOMPARE(words(2),
                 std::string("A thread dump tells of a deadlock: `pay-1` and `pay-2` wait for each other"));
        QCOMPARE(words(5),
                 std::string(
                     "A thread dump tells of a deadlock: `pay-1`, `pay-2`, `pay-3` and 2 more threads wait "
                     "for each other"));
        QCOMPARE(words(3, "\n"), // as newer JDKs write it
                 std::string("A thread dump tells of a deadlock: `pay-1`, `pay-2` and `pay-3` wait for each "
                             "other"));
    }

    // Who asked for it, where that was recorded.
    void operationsOfTheVmAreOfSomebody()
    {
        const auto words = [](bool isKnown) {
            const QTemporaryDir folder;
            JvmRun run;
            run.add(JvmEvent::vmOperation, 1'000, 150,
                    {"HeapDumper", std::int64_t(1), std::int64_t(1),
                     std::int64_t(isKnown ? run.main : kNobody), std::int64_t(1)},
                    run.worker);
            const FoundIn found(run.save(folder, 5'000));
            return found.of("jvm.vm-operation") ? found.of("jvm.vm-operation")->sentence.words
                                                : std::string();
        };
        QCOMPARE(words(false), std::string("The VM stopped the program for 150 ms to do `HeapDumper`"));
        QCOMPARE(words(true),
                 std::string("The VM stopped the program for 150 ms to do `HeapDumper` for thread `main`"));
    }

    void anOwnerThatSleeps()
    {
        const auto found = [](double lengthMs) {
            const QTemporaryDir folder;
            JvmRun run;
            run.lock(100, 200);
            run.add(JvmEvent::threadSleep, 100, lengthMs, {static_cast<std::int64_t>(lengthMs)}, run.worker,
                    run.stackOf("shop/Sftp.retry"));
            return FoundIn(run.save(folder, 5'000));
        };
        const FoundIn most = found(100);
        QCOMPARE(most.list(), QStringList {"medium jvm.lock-contention shop.Cart"});
        QCOMPARE(most.of("jvm.lock-contention")->absorbed.size(), std::size_t(1));
        QCOMPARE(most.of("jvm.lock-contention")->absorbed[0].sentence.words,
                 std::string("50 % of the waiting lies in times when an owner slept in `Sftp.retry`: 1 time, "
                             "100 ms together"));
        QVERIFY(found(99.9).of("jvm.lock-contention")->absorbed.empty());
    }

    // A host that was slow for some seconds has no tail: all that took so long lies in there.
    void aHostThatWasSlowForAWhile()
    {
        const auto found = [](bool isAtOnce) {
            const QTemporaryDir folder;
            JvmRun run;
            for (int i = 0; i < 200; ++i) { // each tenth is slow, or each in a tenth of the time
                const bool isSlow = isAtOnce ? i >= 100 && i < 120 : i % 10 == 0;
                const int slow = isAtOnce ? i - 100 : i / 10;
                run.read(i * 100, isSlow ? 300 + slow * 30 : 30, 5'432, 10, run.thread((i + i / 20) % 20));
            }
            return FoundIn(run.save(folder, 20'000));
        };
        const FoundIn atOnce = found(true);
        QCOMPARE(atOnce.list(), QStringList {"medium jvm.slow-io reads of db:5432"});
        QCOMPARE(atOnce.of("jvm.slow-io")->count, std::uint64_t(20));
        QVERIFY(!found(false).of("jvm.slow-io"));
    }

    // Of a host that has nothing but tails there is one line, for reads and writes.
    void tailsOfAHostAreOne()
    {
        const QTemporaryDir folder;
        JvmRun run;
        for (int i = 0, count = 1; count < 300; ++i, count *= 2) {
            for (int k = 0; k < count; ++k) {
                const double at = k * 3'000 / double(count); // each length all over the time
                run.add(JvmEvent::socketWrite, 100 + at, 1'300 / double(count),
                        {"db", "10.0.0.1", std::int64_t(5'432), std::int64_t(100)}, run.thread(k),
                        run.stackOf("shop/Db.ask"));
                run.read(200 + at, 1'300 / double(count), 5'432, 10, run.thread(300 + k));
            }
        }
        const FoundIn found(run.save(folder, 5'000));
        QCOMPARE(found.list(), QStringList {"low jvm.slow-io reads and writes of db:5432"});
    }

    // Others that are slow for a reason of their own stand behind.
    void operationsOfTheSameTimeStandTogether()
    {
        const QTemporaryDir folder;
        JvmRun run;
        for (int i = 0; i < 400; ++i)
            run.request(i * 100, i == 20 ? 120 : i >= 300 && i < 304 ? 200 + i : 1);
        const FoundIn found(run.save(folder, 40'000));
        const Finding* const slow = found.of("jvm.slow-operation");
        QVERIFY(slow);
        QCOMPARE(slow->evidence.size(), std::size_t(5));
        QCOMPARE(slow->evidence.back().time.lengthNs(), std::int64_t(120 * kMs));
    }

    void operationsAreExplainedByTheirLock()
    {
        const QTemporaryDir folder;
        JvmRun run;
        for (int i = 0; i < 100; ++i)
            run.request(i * 40, i >= 98 ? 100 : 1);
        run.lock(0, 500, "shop/Stock"); // more, at another time
        run.lock(98 * 40, 60);
        run.lock(99 * 40 + 40, 60);
        const FoundIn found(run.save(folder, 5'000));
        QCOMPARE(
            found.list(),
            (QStringList {"high jvm.lock-contention shop.Stock", "medium jvm.lock-contention shop.Cart"}));
        QCOMPARE(found.all.found[0].absorbed.size(), std::size_t(0));
        QCOMPARE(found.all.found[1].absorbed.size(), std::size_t(1));
    }

    void operationsAreExplained()
    {
        const QTemporaryDir folder;
        JvmRun run;
        for (int i = 0; i < 100; ++i)
            run.request(i * 40, i >= 98 ? 100 : 1);
        run.lock(98 * 40, 50.1);
        run.lock(99 * 40 + 49.9, 50.1); // half of each
        const FoundIn found(run.save(folder, 5'000));
        QCOMPARE(found.list(), QStringList {"medium jvm.lock-contention shop.Cart"});
        QCOMPARE(found.of("jvm.lock-contention")->absorbed.size(), std::size_t(1));
    }

    void saysWhatWasNotRecorded()
    {
        const QTemporaryDir folder;
        JvmRun run;
        const FoundIn found(run.save(folder, 5'000));
        QCOMPARE(found.list(), QStringList());
        for (const char* const rule : {"jvm.lock-contention", "jvm.gc-long", "jvm.heap-full",
                                       "jvm.alloc-burst", "jvm.hot-method", "jvm.slow-io", "jvm.cpu-full"})
            QVERIFY2(!found.isChecked(rule), rule);
    }

    void demo()
    {
        const QTemporaryDir folder;
        const FoundIn found(cjfr::writeDemo(folder.path().toStdString()).value_or(""));
        QCOMPARE(
            found.list(),
            (QStringList {"high jvm.alloc-burst report", "high jvm.lock-contention shop.cart.CartRegistry"}));
        const Finding& lock = *found.of("jvm.lock-contention");
        QCOMPARE(lock.count, std::uint64_t(128));
        QVERIFY(
            lock.sentence.words.starts_with("15 threads waited at once for `CartRegistry`; 30.2 s together"));
        QVERIFY(lock.absorbed.front().sentence.words.find("`Journal.append` with") != std::string::npos);
        // What it costs is what the sentence begins with.
        const Finding& burst = *found.of("jvm.alloc-burst");
        QCOMPARE(
            burst.sentence.words,
            std::string(
                "16.2 GB were allocated from +17.00 s to +23.00 s, 18 x the usual rate: 15.3 GB of it by "
                "thread `report`; 38 % in `Csv.line`"));
        QCOMPARE(sizeText(std::uint64_t(burst.cost.amount)), std::string("16.2 GB"));
    }
};

QTEST_GUILESS_MAIN(TestFindingsCjfr)
#include "tst_findings_cjfr.moc"
