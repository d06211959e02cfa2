// Statistics of recordings of a JVM: small ones with values that are known, and the demo against what its
// records say.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/jvm_recorder.h"
#include "core/formats/cjfr/wire/cjfr_writer.h"
#include "core/io/file.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/demo_captures.h"
#include "tests/support/stat_tables.h"

#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <numeric>

using namespace traceglass;
using namespace traceglass::cjfr;
using nlohmann::json;

namespace {

constexpr std::int64_t kStart = 1'780'000'000'000'000'000;
constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

// One second of a program: two threads that want a monitor, a collection with two pauses, a slow file.
// Times are milliseconds from the start.
class ShortRun
{
public:
    ShortRun()
        : m_writer([this](std::span<const std::byte> bytes) -> Result<void> {
            m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
            return {};
        })
        , jvm(m_writer.stream(), kStart)
        , main(jvm.addThread("main", 100, 1))
        , worker(jvm.addThread("worker", 101, 2))
        , collector(jvm.addThread("VM Thread", 102, 0))
        , inLock(jvm.addStack({jvm.frame("java/util/HashMap.put", 10), jvm.frame("shop/Cart.add", 20),
                               jvm.frame("shop/Main.run", 30)}))
        , inRun(jvm.addStack({jvm.frame("shop/Main.run", 31), jvm.frame("shop/Main.run", 32),
                              jvm.frame("java/lang/Thread.run", 1)}))
    {
    }

    void add(JvmEvent event, double fromMs, double lengthMs, std::uint32_t thread, std::uint32_t stack,
             std::vector<JvmValue> values)
    {
        jvm.write({event, kStart + at(fromMs), at(lengthMs), thread, stack, std::move(values)});
    }
    static std::int64_t at(double ms) { return static_cast<std::int64_t>(ms * kMs); }

    void lock(double fromMs, double lengthMs, std::uint32_t thread, std::uint32_t owner)
    {
        add(JvmEvent::monitorEnter, fromMs, lengthMs, thread, inLock,
            {std::int64_t(jvm.classNamed("shop/Cart")), std::int64_t(owner), std::int64_t(0x7000)});
    }

    std::filesystem::path save(const QTemporaryDir& folder)
    {
        if (!m_writer.finish())
            return {};
        const std::filesystem::path path = folder.filePath("run.cjfr").toStdString();
        auto file = File::open(path, File::Mode::create);
        return file && file->write(m_bytes) && file->close() ? path : std::filesystem::path();
    }

private:
    std::vector<std::byte> m_bytes;
    Writer m_writer;

public:
    JvmRecorder jvm;
    const std::uint32_t main, worker, collector;
    const std::uint32_t inLock, inRun;
};

std::filesystem::path saved(const QTemporaryDir& folder, const CjfrBytes& bytes)
{
    const std::filesystem::path path = folder.filePath("made.cjfr").toStdString();
    auto file = File::open(path, File::Mode::create);
    return file && file->write(bytes.bytes()) && file->close() ? path : std::filesystem::path();
}

std::int64_t nearest(std::vector<std::int64_t> values, std::size_t perMille)
{
    std::ranges::sort(values);
    return values.empty() ? kNoInteger : values[(values.size() * perMille + 999) / 1000 - 1];
}

// The demo, once.
const IndexedCapture& demo()
{
    static const QTemporaryDir folder;
    static const IndexedCapture capture(writeDemoCapture(kDemo, folder.path().toStdString()).value_or(""));
    return capture;
}

// Its events of some types that overlap a range, as records.
struct Event
{
    std::int64_t start = 0;
    std::int64_t end = 0;
    json fields;
};
std::map<std::string, std::vector<Event>> demoEvents()
{
    std::map<std::string, std::vector<Event>> out;
    demo().eachRecord([&](const json& record) {
        const std::string type = record["type"];
        const std::int64_t start = record["start_ns"];
        const std::int64_t length = record["dur_ns"].is_number() ? record["dur_ns"].get<std::int64_t>() : 0;
        if (!type.starts_with("shop.") && type != "jdk.ThreadPark")
            out[type].push_back({start, start + length, record["fields"]});
    });
    return out;
}

}

class TestStatisticsCjfr : public QObject
{
    Q_OBJECT

private slots:
    void collections()
    {
        ShortRun run;
        const auto phase = [&](double from, double length, std::int64_t gc) {
            run.add(JvmEvent::phasePause, from, length, run.collector, kNobody, {gc, "GC Pause"});
        };
        const auto heap = [&](double from, std::int64_t gc, std::string_view when, std::int64_t used) {
            run.add(JvmEvent::heapSummary, from, 0, kNobody, kNobody,
                    {gc, when, std::int64_t(1) << 30, used});
        };
        heap(100, 7, "Before GC", 900'000);
        phase(100, 4, 7);
        heap(104, 7, "After GC", 100'000);
        run.add(JvmEvent::collection, 100, 4, kNobody, kNobody,
                {std::int64_t(7), "G1New", "System.gc()", 4 * kMs, 4 * kMs});
        phase(300, 1, 8);
        phase(380, 5, 8);
        run.add(JvmEvent::collection, 300, 90, kNobody, kNobody,
                {std::int64_t(8), "G1Old", "Metadata GC Threshold", 6 * kMs, 5 * kMs});
        run.add(JvmEvent::threadSleep, 0, 1000, run.main, kNobody, {kSecond});
        const QTemporaryDir folder;
        const IndexedCapture capture(run.save(folder));
        QVERIFY(capture.hasStatistics() && capture.has("gc") && !capture.has("io"));

        const StatTable table = capture.table("gc");
        QCOMPARE(faultOf(table, *capture.timeline), "");
        QCOMPARE(table.keys, (std::vector<std::string> {"gc 7", "gc 8"}));
        const Cells young(table, 0), old(table, 1);
        QCOMPARE(young.integer("start_ns"), kStart + 100 * kMs);
        QCOMPARE(young.text("cause"), "System.gc()");
        QCOMPARE(young.text("name"), "G1 young collection");
        QCOMPARE(young.integer("pauses_ns"), 4 * kMs);
        QCOMPARE(young.integer("before_bytes"), 900'000);
        QCOMPARE(young.integer("after_bytes"), 100'000);
        QCOMPARE(young.integer("freed_bytes"), 800'000);
        QCOMPARE(young.integer("freed_per_ms"), 200'000);
        QCOMPARE(old.integer("duration_ns"), 90 * kMs);
        QCOMPARE(old.integer("pauses_ns"), 6 * kMs);
        QCOMPARE(old.integer("longest_pause_ns"), 5 * kMs);
        QCOMPARE(old.integer("freed_bytes"), kNoInteger); // no heap was recorded around it
        QCOMPARE(old.place("start_ns").startNs, kStart + 300 * kMs);
        QCOMPARE(QString::fromStdString(table.remarks.front()),
                 "The program was stopped for 1.00 % of the time: 3 pauses, p95 5.000 ms, longest 5.000 ms.");

        // In 10 ms around the last pause: it alone, of a collection that began before.
        const StatTable part = capture.table("gc", TimeRange {kStart + 375 * kMs, kStart + 385 * kMs});
        QCOMPARE(part.keys, (std::vector<std::string> {"gc 8"}));
        QCOMPARE(QString::fromStdString(part.remarks.front()),
                 "The program was stopped for 50.00 % of the time: 1 pause, p95 5.000 ms, longest 5.000 ms.");
        // Collections belong to no thread.
        QCOMPARE(capture.table("gc", {}, std::vector {*capture.track("Threads/main")}).size(), 0u);
    }

    void contention()
    {
        ShortRun run;
        run.lock(100, 50, run.main, run.worker);
        run.lock(120, 10, run.worker, run.main);
        run.lock(130, 40, run.worker, kNobody); // begins where the one before ends
        run.lock(900, 100, run.main, run.worker);
        run.add(JvmEvent::threadPark, 200, 30, run.main, run.inRun,
                {std::int64_t(run.jvm.classNamed("java/util/concurrent/locks/ReentrantLock$NonfairSync")),
                 std::int64_t(0), std::int64_t(0), std::int64_t(0x90)});
        run.add(JvmEvent::threadPark, 300, 30, run.main, run.inRun,
                {std::int64_t(run.jvm.classNamed("java/util/concurrent/SynchronousQueue")), std::int64_t(0),
                 std::int64_t(0), std::int64_t(0x91)});
        run.add(JvmEvent::threadSleep, 0, 1000, run.worker, kNobody, {kSecond});
        const QTemporaryDir folder;
        const IndexedCapture capture(run.save(folder));
        const StatTable table = capture.table("contention");
        QCOMPARE(faultOf(table, *capture.timeline), "");
        QCOMPARE(table.size(), 2u);
        const Cells cart(table, "shop.Cart @ 0x7000");
        QVERIFY(cart.isThere());
        QCOMPARE(cart.integer("enters"), 4);
        QCOMPARE(cart.integer("wait_ns"), 200 * kMs);
        QCOMPARE(cart.real("share"), 0.1); // of a second of two threads
        QCOMPARE(cart.integer("max_ns"), 100 * kMs);
        QCOMPARE(cart.place("max_ns").startNs, kStart + 900 * kMs);
        QCOMPARE(cart.integer("p95_ns"), 100 * kMs);
        QCOMPARE(cart.integer("most_at_once"), 2);
        QCOMPARE(cart.integer("most_at_ns"), kStart + 120 * kMs);
        const Cells parked(table, "java.util.concurrent.locks.ReentrantLock$NonfairSync @ 0x90 (parked)");
        QVERIFY(parked.isThere());
        QCOMPARE(parked.integer("wait_ns"), 30 * kMs);
        QVERIFY(std::ranges::find(table.remarks, "Not counted: 1 park for other reasons than a lock.")
                != table.remarks.end());

        const StatTable owners = capture.table("contention-owners");
        QCOMPARE(Cells(owners, "worker").integer("wait_ns"), 150 * kMs);
        QCOMPARE(Cells(owners, "main").integer("enters"), 1);
        QCOMPARE(Cells(owners, "unknown owner").integer("wait_ns"), 40 * kMs);
        const StatTable sites = capture.table("contention-sites");
        QCOMPARE(Cells(sites, "shop.Cart.add").integer("enters"), 4); // HashMap is of the JDK
        QCOMPARE(Cells(sites, "shop.Main.run").integer("enters"), 1);

        // Of a part only what lies in it is waited, and only by the threads that are asked for.
        const TimeRange range {kStart + 140 * kMs, kStart + 160 * kMs};
        const StatTable part = capture.table("contention", range);
        QCOMPARE(Cells(part, 0).integer("enters"), 2);
        QCOMPARE(Cells(part, 0).integer("wait_ns"), (10 + 20) * kMs);
        QCOMPARE(Cells(part, 0).real("share"), 30. / 40);
        const StatTable ofMain =
            capture.table("contention", range, std::vector {*capture.track("Threads/main")});
        QCOMPARE(Cells(ofMain, 0).integer("wait_ns"), 10 * kMs);
        QCOMPARE(Cells(ofMain, 0).real("share"), 10. / 20);
    }

    void filesAndSockets()
    {
        ShortRun run;
        for (std::int64_t i = 1; i <= 100; ++i) // 1 to 100 ms, of 1,000 bytes
            run.add(JvmEvent::fileRead, 0, static_cast<double>(i), run.main, kNobody,
                    {"/srv/log\n", std::int64_t(1000), std::int64_t(0)});
        run.add(JvmEvent::fileWrite, 0, 50, run.main, kNobody, {"/srv/log\n", std::int64_t(500)});
        run.add(JvmEvent::socketWrite, 0, 10, run.worker, kNobody,
                {"", "10.0.0.1", std::int64_t(5432), std::int64_t(2000)});
        run.add(JvmEvent::socketRead, 990, 10, run.worker, kNobody,
                {"db", "10.0.0.1", std::int64_t(5432), std::int64_t(0), std::int64_t(70), std::int64_t(0)});
        const QTemporaryDir folder;
        const IndexedCapture capture(run.save(folder));
        const StatTable table = capture.table("io");
        QCOMPARE(faultOf(table, *capture.timeline), "");
        QCOMPARE(table.size(), 3u);
        const Cells file(table, "/srv/log\\n"), bare(table, "10.0.0.1:5432"), named(table, "db:5432");
        QVERIFY(file.isThere() && bare.isThere() && named.isThere());
        QCOMPARE(file.integer("count"), 101);
        QCOMPARE(file.integer("read_bytes"), 100'000);
        QCOMPARE(file.integer("written_bytes"), 500);
        QCOMPARE(file.integer("total_ns"), (5050 + 50) * kMs);
        QCOMPARE(file.integer("p50_ns"), 50 * kMs); // the 51st of 101: 50 stands twice
        QCOMPARE(file.integer("p99_ns"), 99 * kMs); // the 100th
        QCOMPARE(file.integer("max_ns"), 100 * kMs);
        QCOMPARE(file.integer("bytes_per_s"), 100'500 * 10 / 51);
        QCOMPARE(bare.integer("read_bytes"), kNoInteger);
        QCOMPARE(bare.integer("written_bytes"), 2000);
        QCOMPARE(named.integer("read_bytes"), 70);
    }

    void allocation()
    {
        ShortRun run;
        const auto allocate = [&](double at, std::string_view name, std::int64_t weight, std::uint32_t thread,
                                  std::uint32_t stack) {
            run.add(JvmEvent::allocationSample, at, 0, thread, stack,
                    {std::int64_t(run.jvm.classNamed(name)), weight});
        };
        allocate(0, "[B", 3000, run.main, run.inLock);
        allocate(500, "[B", 1000, run.worker, run.inRun);
        allocate(1500, "[B", 3500, run.main, run.inLock);
        allocate(2900, "java/lang/String", 500, run.main, kNobody);
        run.add(JvmEvent::threadSleep, 0, 4000, run.main, kNobody, {kSecond});
        const QTemporaryDir folder;
        const IndexedCapture capture(run.save(folder));
        const StatTable table = capture.table("allocation");
        QCOMPARE(faultOf(table, *capture.timeline), "");
        QVERIFY(table.isEstimate);
        const Cells bytes(table, "[B"), text(table, "java.lang.String");
        QCOMPARE(bytes.integer("samples"), 3);
        QCOMPARE(bytes.integer("bytes"), 7500);
        QCOMPARE(bytes.real("share"), 7500. / 8000);
        QCOMPARE(bytes.integer("bytes_per_s"), 7500 / 4);
        QCOMPARE(bytes.integer("peak_bytes"), 4000);
        QCOMPARE(bytes.integer("peak_ns"), kStart);
        QCOMPARE(text.integer("peak_ns"), kStart + 2 * kSecond);
        const StatTable sites = capture.table("allocation-sites");
        QCOMPARE(Cells(sites, "shop.Cart.add").integer("bytes"), 6500);
        QCOMPARE(Cells(sites, "no stack recorded").integer("bytes"), 500);
        QCOMPARE(Cells(capture.table("allocation-threads"), "worker").integer("bytes"), 1000);
        const StatTable part =
            capture.table("allocation", TimeRange {kStart + 400 * kMs, kStart + 1600 * kMs});
        QCOMPARE(Cells(part, "[B").integer("bytes"), 4500);
        QCOMPARE(Cells(part, "[B").integer("peak_bytes"), 3500); // its seconds begin at 400 ms
        QCOMPARE(Cells(part, "[B").integer("peak_ns"), kStart + 1400 * kMs);
    }

    void methods()
    {
        ShortRun run;
        for (int i = 0; i < 3; ++i)
            run.add(JvmEvent::executionSample, 10. * i, 0, run.main, run.inLock, {});
        run.add(JvmEvent::executionSample, 40, 0, run.worker, run.inRun, {});
        run.add(JvmEvent::nativeSample, 50, 0, run.worker, run.inRun, {});
        const QTemporaryDir folder;
        const IndexedCapture capture(run.save(folder));
        const StatTable table = capture.table("methods");
        QCOMPARE(faultOf(table, *capture.timeline), "");
        QVERIFY(table.isEstimate);
        const Cells put(table, "java.util.HashMap.put"), mainRun(table, "shop.Main.run");
        QCOMPARE(put.integer("self"), 3);
        QCOMPARE(put.real("self_share"), 0.75);
        QCOMPARE(put.real("self_margin"), 1.96 * std::sqrt(0.75 * 0.25 / 4));
        QCOMPARE(mainRun.integer("self"), 1);
        QCOMPARE(mainRun.integer("total"), 4); // once a stack, though it calls itself
        QCOMPARE(mainRun.real("share"), 1.);
        QCOMPARE(mainRun.real("margin"), 0.);
        QCOMPARE(mainRun.integer("truncated"), 0);
        QCOMPARE(Cells(capture.table("native-methods"), "shop.Main.run").integer("self"), 1);
        QCOMPARE(capture.table("methods", {}, std::vector {*capture.track("Threads/worker")}).size(), 2u);
    }

    void exceptions()
    {
        ShortRun run;
        const auto raise = [&](double at, std::string_view message, std::string_view name) {
            run.add(JvmEvent::exceptionThrow, at, 0, run.main, kNobody,
                    {message, std::int64_t(run.jvm.classNamed(name))});
        };
        raise(100, "no row 17 in \"cart\"", "shop/NotFound");
        raise(300, "no row 4 in \"order\"", "shop/NotFound");
        raise(200, "no row 4 in \"order\"", "shop/Missing");
        raise(250, "", "shop/Missing");
        run.add(JvmEvent::threadSleep, 0, 2000, run.main, kNobody, {kSecond});
        const QTemporaryDir folder;
        const IndexedCapture capture(run.save(folder));
        const StatTable table = capture.table("exceptions");
        QCOMPARE(faultOf(table, *capture.timeline), "");
        QCOMPARE(table.size(), 3u);
        const Cells found(table, "shop.NotFound: no row # in #");
        QVERIFY(found.isThere());
        QCOMPARE(found.integer("count"), 2);
        QCOMPARE(found.real("per_s"), 1.);
        QCOMPARE(found.integer("first_ns"), kStart + 100 * kMs);
        QCOMPARE(found.integer("last_ns"), kStart + 300 * kMs);
        QCOMPARE(Cells(table, "shop.Missing").integer("count"), 1);
    }

    void threads()
    {
        ShortRun run;
        run.lock(100, 50, run.main, run.worker);
        run.add(JvmEvent::monitorWait, 200, 100, run.main, kNobody,
                {std::int64_t(run.jvm.classNamed("shop/Cart")), std::int64_t(kNobody), std::int64_t(0),
                 std::int64_t(0), std::int64_t(0x7000)});
        run.add(JvmEvent::threadSleep, 400, 100, run.main, kNobody, {kSecond});
        run.add(JvmEvent::fileRead, 600, 10, run.main, kNobody, {"/a", std::int64_t(1), std::int64_t(0)});
        run.add(JvmEvent::threadPark, 800, 200, run.worker, kNobody,
                {std::int64_t(run.jvm.classNamed("shop/Cart")), std::int64_t(0), std::int64_t(0),
                 std::int64_t(0)});
        // A pause of which half lies in the sleep of main.
        run.add(JvmEvent::phasePause, 490, 20, run.collector, kNobody, {std::int64_t(1), "GC Pause"});
        run.add(JvmEvent::threadSleep, 0, 1, run.collector, kNobody, {kSecond});
        run.add(JvmEvent::threadCpuLoad, 0, 0, run.main, kNobody, {0.25, 0.5});
        run.add(JvmEvent::threadCpuLoad, 900, 0, run.main, kNobody, {0.75, 0.});
        run.add(JvmEvent::executionSample, 700, 0, run.worker, run.inRun, {});
        const QTemporaryDir folder;
        const IndexedCapture capture(run.save(folder));
        const StatTable table = capture.table("threads");
        QCOMPARE(faultOf(table, *capture.timeline), "");
        const Cells main(table, "main"), worker(table, "worker"), collector(table, "VM Thread");
        QCOMPARE(main.integer("life_ns"), 1000 * kMs);
        QCOMPARE(main.integer("blocked_ns"), 50 * kMs);
        QCOMPARE(main.integer("waiting_ns"), 100 * kMs);
        QCOMPARE(main.integer("sleeping_ns"), 100 * kMs);
        QCOMPARE(main.integer("io_ns"), 10 * kMs);
        QCOMPARE(main.integer("stopped_ns"), 20 * kMs);
        QCOMPARE(main.integer("rest_ns"), (1000 - 50 - 100 - 100 - 10 - 20 + 10) * kMs);
        QCOMPARE(main.real("cpu_user"), 0.5);
        QCOMPARE(main.real("cpu_system"), 0.25);
        QCOMPARE(main.integer("parked_ns"), 0);
        QCOMPARE(worker.integer("parked_ns"), 200 * kMs);
        QCOMPARE(worker.integer("samples"), 1);
        QVERIFY(std::isnan(worker.real("cpu_user")));
        QCOMPARE(collector.integer("stopped_ns"), kNoInteger);
        // 100 ms of which main sleeps 50 and is stopped 10 more.
        const StatTable part = capture.table("threads", TimeRange {kStart + 450 * kMs, kStart + 550 * kMs},
                                             std::vector {*capture.track("Threads/main")});
        QCOMPARE(part.keys, (std::vector<std::string> {"main"}));
        QCOMPARE(Cells(part, 0).integer("sleeping_ns"), 50 * kMs);
        QCOMPARE(Cells(part, 0).integer("rest_ns"), 40 * kMs);
    }

    // What a lossy recording leaves out is not known, and said.
    void whatIsLeftOut()
    {
        enum : std::uint64_t {
            text = 24,
            thread,
            ended,
            sleep,
            setting,
            item,
            items,
            pair,
            pairs,
            combined,
            read
        };
        CjfrBytes file("NONE");
        file.jfr(kSecond, kStart);
        file.stringType(text);
        const CjfrField start {"startTime", 20, 0, 1}, duration {"duration", 21, 0, 2};
        file.structType(thread, "java.lang.Thread", {{"javaName", text}, {"javaThreadId", 1}});
        file.structType(ended, "jdk.ThreadEnd", {start, {"thread", thread}});
        file.structType(sleep, "jdk.ThreadSleep", {start, duration, {"time", 21, 0, 2}});
        file.structType(setting, "jdk.ActiveSetting", {start, {"id", text}, {"name", text}, {"value", text}});
        file.structType(item, "occurrence", {duration});
        file.arrayType(items, item);
        file.structType(pair, "pair", {{"key", 1}, {"value", items}});
        file.arrayType(pairs, pair);
        file.structType(combined, "jdk.combined.ThreadSleepV2",
                        {start, {"time", pairs}, {"nextGCId", 1}, {"endTime", 20, 0, 1}});
        file.structType(read, "jdk.FileRead", {start, duration, {"path", text}});
        file.message(setting).uv(0).str("jdk.FileRead").str("threshold").str("10 ms");
        file.message(setting).uv(0).str("jdk.FileRead").str("enabled").str("true");
        file.message(read).uv(0).sv(20 * kMs).str("/a");
        file.message(ended).uv(20 * kMs).str("main").sv(1);
        file.message(combined).uv(0).uv(1).sv(5).uv(2).sv(6 * kMs).sv(7 * kMs).sv(2).uv(0);
        const QTemporaryDir folder;
        const IndexedCapture capture(saved(folder, file));
        QVERIFY(capture.hasStatistics());
        const StatTable io = capture.table("io");
        QCOMPARE(io.keys, (std::vector<std::string> {"/a"}));
        QCOMPARE(Cells(io, 0).integer("read_bytes"), kNoInteger);
        QCOMPARE(Cells(io, 0).integer("bytes_per_s"), kNoInteger);
        QCOMPARE(
            io.remarks.back(),
            "≥: recorded only when they took long enough (jdk.FileRead from 10 ms on), so there were more.");
        const StatTable threads = capture.table("threads");
        QCOMPARE(threads.keys, (std::vector<std::string> {"main"}));
        QCOMPARE(Cells(threads, 0).integer("sleeping_ns"), kNoInteger); // nobody knows who slept
        QCOMPARE(Cells(threads, 0).integer("blocked_ns"), kNoInteger);
        QCOMPARE(QString::fromStdString(threads.remarks[0]),
                 "Not known: blocked, waiting, parked, sleeping, I/O. No such event was recorded, or not of "
                 "which thread.");
        QCOMPARE(QString::fromStdString(threads.remarks[1]),
                 "Of 3 waits, 33.000 ms together, the thread was not recorded; they are in no row.");
        // Of a combined event those that fit.
        const StatTable longer = capture.tableOf("threads", capture.fitting("duration > 6 ms"));
        QVERIFY(std::ranges::find(longer.remarks, "Of 2 waits, 27.000 ms together, the thread was not recorded; "
                                                  "they are in no row.")
                != longer.remarks.end());
    }

    void theDemo()
    {
        QVERIFY(demo().hasStatistics());
        auto events = demoEvents();
        for (const StatKind& kind : demo().document->statistics()->kinds()) {
            const StatTable table = demo().table(kind.id);
            QVERIFY2(faultOf(table, *demo().timeline).empty(),
                     (kind.id + ": " + faultOf(table, *demo().timeline)).c_str());
            QCOMPARE(table.id, kind.id);
            QVERIFY2(table.size() > 0, kind.id.c_str());
        }
        const StatTable gc = demo().table("gc");
        QCOMPARE(gc.size(), events["jdk.GarbageCollection"].size());
        for (const Event& event : events["jdk.GarbageCollection"]) {
            const Cells row(gc, "gc " + std::to_string(event.fields["gcId"].get<int>()));
            QCOMPARE(row.integer("start_ns"), event.start);
            QCOMPARE(row.integer("pauses_ns"), event.fields["sumOfPauses"].get<std::int64_t>());
        }
        std::map<std::string, std::vector<std::int64_t>> waits, transfers;
        std::map<std::string, std::int64_t> weights;
        std::map<std::string, int> selfs;
        for (const Event& event : events["jdk.JavaMonitorEnter"])
            waits[event.fields["previousOwner"]["javaName"]].push_back(event.end - event.start);
        for (const char* type : {"jdk.SocketRead", "jdk.SocketWrite"}) {
            for (const Event& event : events[type])
                transfers[event.fields["address"].get<std::string>() + ':'
                          + std::to_string(event.fields["port"].get<int>())]
                    .push_back(event.end - event.start);
        }
        for (const char* type : {"jdk.FileRead", "jdk.FileWrite"}) {
            for (const Event& event : events[type])
                transfers[event.fields["path"]].push_back(event.end - event.start);
        }
        for (const Event& event : events["jdk.ObjectAllocationSample"]) {
            std::string name = event.fields["objectClass"];
            std::ranges::replace(name, '/', '.');
            weights[name] += event.fields["weight"].get<std::int64_t>();
        }
        for (const Event& event : events["jdk.ExecutionSample"]) {
            std::string name = event.fields["stackTrace"][0];
            std::ranges::replace(name, '/', '.');
            ++selfs[name.substr(0, name.rfind(':'))];
        }
        const auto sumOf = [](const std::vector<std::int64_t>& of) {
            return std::accumulate(of.begin(), of.end(), std::int64_t(0));
        };
        const StatTable owners = demo().table("contention-owners"), io = demo().table("io");
        QCOMPARE(owners.size(), waits.size());
        for (const auto& [owner, times] : waits) {
            QCOMPARE(Cells(owners, owner).integer("wait_ns"), sumOf(times));
            QCOMPARE(Cells(owners, owner).integer("p95_ns"), nearest(times, 950));
        }
        QCOMPARE(io.size(), transfers.size());
        for (const auto& [end, times] : transfers) {
            QCOMPARE(Cells(io, end).integer("total_ns"), sumOf(times));
            QCOMPARE(Cells(io, end).integer("p99_ns"), nearest(times, 990));
        }
        const StatTable allocation = demo().table("allocation"), methods = demo().table("methods");
        QCOMPARE(allocation.size(), weights.size());
        for (const auto& [name, weight] : weights)
            QCOMPARE(Cells(allocation, name).integer("bytes"), weight);
        for (const auto& [name, self] : selfs)
            QCOMPARE(Cells(methods, name).integer("self"), self);
    }

    // Parts of the time that do not overlap add up, and how many threads there are makes no difference.
    void partsAddUp()
    {
        const TimeRange all {demo().timeline->range.startNs, demo().timeline->range.endNs + 1};
        const std::int64_t middle = all.startNs + all.lengthNs() / 2;
        const auto sum = [&](std::string_view id, std::string_view column, TimeRange range) {
            const StatTable table = demo().table(id, range);
            std::int64_t out = 0;
            for (std::size_t i = 0; i < table.size(); ++i)
                out += Cells(table, i).integer(column);
            return out;
        };
        for (const auto& [id, column] :
             std::initializer_list<std::pair<const char*, const char*>> {{"contention", "wait_ns"},
                                                                         {"io", "total_ns"},
                                                                         {"allocation", "bytes"},
                                                                         {"threads", "parked_ns"}})
            QCOMPARE(sum(id, column, {all.startNs, middle}) + sum(id, column, {middle, all.endNs}),
                     sum(id, column, all));
        QVERIFY(areEqual(demo().table("threads", {}, {}, 1), demo().table("threads", {}, {}, 8)));
    }

    void stopping()
    {
        for (const StatKind& kind : demo().document->statistics()->kinds()) {
            std::stop_source source;
            source.request_stop();
            Job job(source.get_token());
            const auto table = demo().document->statistics()->table(kind.id, {*demo().timeline}, job);
            QVERIFY2(!table && table.error().code == Code::Stopped, kind.id.c_str());
        }
        QVERIFY(demo().table("no such table").columns.empty());
    }

    // A plain file of CondensedData has no JVM to tell of, and one without events no tables.
    void withoutAny()
    {
        const QTemporaryDir folder;
        CjfrBytes plain("NONE");
        plain.structType(24, "point", {{"start", 1}, {"x", 1}});
        plain.message(24).sv(5).sv(1);
        const IndexedCapture of(saved(folder, plain));
        QVERIFY(of.document && !of.document->statistics());
        ShortRun run;
        const IndexedCapture empty(run.save(folder));
        QVERIFY(empty.hasStatistics());
        QVERIFY(empty.document->statistics()->kinds().empty());
        QCOMPARE(empty.table("gc").size(), 0u);
        QCOMPARE(empty.table("threads").size(), 0u);
    }
};

QTEST_GUILESS_MAIN(TestStatisticsCjfr)
#include "tst_statistics_cjfr.moc"
