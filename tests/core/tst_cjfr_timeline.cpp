// The timeline of CondensedData files: tracks of threads, samples and counters, nesting, events whose start
// was not kept, locks, plain files.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/timeline/cjfr_timeline_maker.h"
#include "core/io/file.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/compressed.h"
#include "tests/support/open_condensed.h"

#include <QtTest>
#include <map>

using namespace traceglass;
using cjfr::CjfrDocument;
using cjfr::EventPlacer;
using cjfr::EventSink;
using cjfr::TimelineMaker;

namespace {

constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

// A recording of the JFR layer whose times are nanoseconds behind kStart.
class Recording : public CjfrBytes
{
public:
    enum Type : std::uint64_t {
        text = 24,
        thread,
        sleep,
        enter,
        javaClass,
        method,
        frame,
        frames,
        trace,
        sample,
        request,
        load,
        collection,
        phase,
        begun,
        ended,
        pair,
        durations,
        durationList,
        pairs,
        combinedSleep,
        wait,
        waits,
        waitPair,
        waitPairs,
        combinedEnter,
        compiled,
    };

    Recording()
        : CjfrBytes("NONE")
    {
        jfr(1'000'000'000, kStart);
        stringType(text);
        structType(thread, "java.lang.Thread",
                   {{"osName", text, 3}, {"osThreadId", 1}, {"javaName", text, 3}, {"javaThreadId", 1}});
        const CjfrField start {"startTime", 20, 0, 1};
        const CjfrField duration {"duration", 21, 0, 2};
        const CjfrField owner {"eventThread", thread, 2};
        structType(sleep, "jdk.ThreadSleep", {start, duration, owner});
        structType(enter, "jdk.JavaMonitorEnter", {start, duration, owner, {"previousOwner", thread, 2}});
        structType(javaClass, "java.lang.Class", {{"name", text, 3}});
        structType(method, "jdk.types.Method", {{"type", javaClass, 2}, {"name", text, 3}});
        structType(frame, "jdk.types.StackFrame", {{"method", method, 2}});
        arrayType(frames, frame);
        structType(trace, "jdk.types.StackTrace", {{"truncated", 2}, {"frames", frames}});
        structType(sample, "jdk.ExecutionSample",
                   {start, {"sampledThread", thread, 2}, {"stackTrace", trace, 2}});
        structType(request, "shop.Request", {start, duration, owner});
        structType(load, "jdk.CPULoad", {start, {"jvmUser", 3}, {"jvmSystem", 3}, {"machineTotal", 3}});
        structType(collection, "jdk.GarbageCollection",
                   {start, duration, {"gcId", 1}, {"name", text}, {"cause", text}});
        structType(phase, "jdk.GCPhasePause", {start, duration, owner, {"gcId", 1}, {"name", text}});
        structType(begun, "jdk.ThreadStart", {start, owner, {"thread", thread, 2}});
        structType(ended, "jdk.ThreadEnd", {start, owner, {"thread", thread, 2}});
        structType(durations, "occurrence", {{"duration", 21, 0, 2}});
        arrayType(durationList, durations);
        structType(pair, "pair", {{"key", 1}, {"value", durationList}});
        arrayType(pairs, pair);
        structType(combinedSleep, "jdk.combined.ThreadSleepV2",
                   {start, {"time", pairs}, {"nextGCId", 1}, {"endTime", 20, 0, 1}});
        structType(wait, "occurrence", {owner, duration, {"previousOwner", thread, 2}});
        arrayType(waits, wait);
        structType(waitPair, "pair", {{"key", 1}, {"value", waits}});
        arrayType(waitPairs, waitPair);
        structType(combinedEnter, "jdk.combined.JavaMonitorEnterV2",
                   {start, {"address", waitPairs}, {"nextGCId", 1}, {"endTime", 20, 0, 1}});
        structType(compiled, "jdk.Compilation", {start, duration, owner, {"method", method, 2}});
    }

    Recording& event(Type type, std::int64_t ns)
    {
        message(type);
        return time(ns);
    }
    Recording& time(std::int64_t ns) // as a distance to the latest one so far
    {
        uv(static_cast<std::uint64_t>(ns - m_base));
        m_base = std::max(m_base, ns);
        return *this;
    }
    Recording& span(std::int64_t ns)
    {
        sv(ns);
        return *this;
    }
    Recording& on(std::int64_t javaId, std::string_view name)
    {
        const auto [known, isNew] = m_threads.try_emplace({javaId, std::string(name)}, m_threads.size());
        if (!isNew) {
            uv(known->second + 2);
            return *this;
        }
        uv(1);
        cachedText(name);
        sv(1000 + javaId);
        cachedText(name);
        sv(javaId);
        return *this;
    }
    Recording& number(float value)
    {
        raw(std::as_bytes(std::span(&value, 1)));
        return *this;
    }
    // A stack of one frame, new each time.
    Recording& stack(std::string_view holder, std::string_view called)
    {
        uv(1);
        u8(0);
        uv(1); // one frame
        return calls(holder, called);
    }
    // A new method of a new class.
    Recording& calls(std::string_view holder, std::string_view called)
    {
        uv(1);
        uv(1);
        cachedText(holder, 1);
        cachedText(called, 2);
        return *this;
    }

private:
    // Embedded as cached by holder: texts of different holders are counted apart.
    void cachedText(std::string_view value, int holder = 0)
    {
        auto& texts = m_texts[holder];
        const auto [known, isNew] = texts.try_emplace(std::string(value), texts.size());
        if (isNew)
            uv(1).str(value);
        else
            uv(known->second + 2);
    }

    std::int64_t m_base = 0;
    std::map<std::pair<std::int64_t, std::string>, std::uint64_t> m_threads;
    std::map<int, std::map<std::string, std::uint64_t>> m_texts;
};

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

}

class TestCjfrTimeline : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Document> m_document;
    TimelinePtr m_timeline;

    static constexpr int kHeaderSize = 29; // of CjfrBytes with a name of four letters
    // The same stream behind the same header, in one member.
    static CjfrBytes gzipped(const Recording& file)
    {
        CjfrBytes out("GZIP");
        out.raw(deflated(Bytes(file.bytes().begin() + kHeaderSize, file.bytes().end()), kGzip));
        return out;
    }

    bool open(const ByteWriter& file, unsigned threads = 0)
    {
        const std::filesystem::path path = m_folder.filePath("test.cjfr").toStdString();
        if (!writeFile(path, file.bytes()))
            return false;
        auto document = openCondensed(path);
        if (!document)
            return false;
        m_document = std::move(*document);
        return indexAgain(threads);
    }

    bool indexAgain(unsigned threads = 0)
    {
        m_timeline.reset();
        Job job;
        IndexRequest request;
        request.threads = threads;
        request.publish = [this](TimelinePtr next) { m_timeline = std::move(next); };
        return index(*m_document, request, job) && m_timeline && m_timeline->complete;
    }

    TrackId track(std::string_view name, TrackKind kind = TrackKind::slices) const
    {
        for (std::uint32_t i = 0; i < m_timeline->trackCount(); ++i) {
            if (m_timeline->name(TrackId(i)) == name && m_timeline->track(TrackId(i)).kind == kind)
                return TrackId(i);
        }
        return kNoTrack;
    }

    std::vector<Slice> slices(TrackId id, std::size_t row) const
    {
        const auto rows = m_timeline->rows(id);
        return row < rows.size() ? m_timeline->slices(rows[row], {INT64_MIN, INT64_MAX}, 1'000'000)
                                 : std::vector<Slice>();
    }

    // "Request 0-100, ThreadSleep 5": names and times behind kStart in µs.
    QString row(TrackId id, std::size_t row) const
    {
        QStringList out;
        for (const Slice& slice : slices(id, row)) {
            QString one =
                textOf(m_timeline->text(slice.name)) + ' ' + QString::number((slice.startNs - kStart) / 1000);
            if (slice.durationNs() > 0)
                one += '-' + QString::number((slice.endNs - kStart) / 1000);
            out << one;
        }
        return out.join(", ");
    }

    SliceId idOf(TrackId id, std::uint16_t row, const Slice& slice) const
    {
        return {m_timeline->track(id).kind, m_timeline->track(id).key, row, slice.startNs};
    }

private slots:
    void footersCountWhereTheyMeetTheEvents()
    {
        using cjfr::withStated;
        const TimeRange events {100, 200};
        QVERIFY(withStated(events, {}) == events);
        QVERIFY(withStated(events, TimeRange {90, 150}) == (TimeRange {90, 200}));
        QVERIFY(withStated(events, TimeRange {90, 300}) == (TimeRange {90, 300}));
        QVERIFY(withStated(events, TimeRange {1, 99}) == events);
        QVERIFY(withStated(events, TimeRange {201, 300}) == events);
    }

    void whatHoldsOthersIsAboveThem()
    {
        Recording file; // events are written when they end
        file.event(Recording::sleep, 10'000).span(10'000).on(5, "worker");
        file.event(Recording::sleep, 30'000).span(10'000).on(5, "worker");
        file.event(Recording::request, 0).span(100'000).on(5, "worker");
        file.event(Recording::request, 100'000).span(0).on(5, "worker");
        QVERIFY(open(file));
        const TrackId worker = track("worker");
        QVERIFY(worker != kNoTrack);
        QCOMPARE(row(worker, 0), "shop.Request 0-100, shop.Request 100");
        QCOMPARE(row(worker, 1), "ThreadSleep 10-20, ThreadSleep 30-40");
        QCOMPARE(trackDetail(m_timeline->track(worker)), std::string("#5"));
        QCOMPARE(m_timeline->range, (TimeRange {kStart, kStart + 100'001})); // with the last moment
        QCOMPARE(m_timeline->records, std::uint64_t(4)); // without Configuration and Universe
    }

    void whatOverlapsStandsBeside()
    {
        Recording file;
        file.event(Recording::sleep, 0).span(20'000).on(5, "worker");
        file.event(Recording::sleep, 10'000).span(20'000).on(5, "worker");
        file.event(Recording::sleep, 20'000).span(5'000).on(5, "worker");
        QVERIFY(open(file));
        QCOMPARE(row(track("worker"), 0), "ThreadSleep 0-20, ThreadSleep 20-25");
        QCOMPARE(row(track("worker"), 1), "ThreadSleep 10-30");
    }

    // Requests of one track that all take as long, one begun each microsecond. Behind 4096 rows they are cut, which is
    // said.
    void manyAtOnceKeepTheirTimes_data()
    {
        QTest::addColumn<int>("atOnce");
        QTest::addColumn<bool>("isCut");
        QTest::newRow("100") << 100 << false;
        QTest::newRow("4096") << 4096 << false;
        QTest::newRow("4100") << 4100 << true;
    }
    void manyAtOnceKeepTheirTimes()
    {
        QFETCH(int, atOnce);
        QFETCH(bool, isCut);
        const std::int64_t length = atOnce * 1000;
        Recording file;
        for (int i = 0; i < atOnce + 50; ++i)
            file.event(Recording::request, i * 1000).span(length).on(5, "worker");
        QVERIFY(open(file));
        const TrackId worker = track("worker");
        QCOMPARE(m_timeline->rows(worker).size(), std::size_t(std::min(atOnce, 4096)));
        int shorter = 0;
        for (std::size_t i = 0; i < m_timeline->rows(worker).size(); ++i) {
            for (const Slice& slice : slices(worker, i))
                shorter += slice.durationNs() < length ? 1 : 0;
        }
        QCOMPARE(shorter > 0, isCut);
        const auto problems = m_document->problems().all();
        QCOMPARE(std::ranges::count(problems, Code::CjfrManyAtOnce, &Diagnostic::code), isCut ? 1 : 0);
    }

    void samplesAreCalledByTheirTopFrame()
    {
        Recording file;
        file.event(Recording::sample, 1'000).on(1, "main").stack("shop/Cart", "add");
        file.event(Recording::sample, 2'000).on(1, "main").stack("shop/Cart", "pay");
        QVERIFY(open(file));
        const TrackId samples = track("main", TrackKind::samples);
        QVERIFY(samples != kNoTrack);
        QCOMPARE(row(samples, 0), "shop.Cart.add 1, shop.Cart.pay 2");
        QCOMPARE(trackDetail(m_timeline->track(samples)), std::string("samples"));
        const Details details =
            m_document->timeline()->describe(*m_timeline, idOf(samples, 0, slices(samples, 0)[1]));
        QCOMPARE(details.title, std::string("shop.Cart.pay"));
        const auto stack = std::ranges::find(details.sections, "Stack trace", &DetailSection::title);
        QVERIFY(stack != details.sections.end());
        QCOMPARE(std::get<std::string>(stack->rows[0].value), std::string("Cart.pay"));
        QCOMPARE(stack->rows[0].extra, std::string("shop"));
        QVERIFY(textOf(stack->sentence).contains("dropped"));
    }

    // A method that is compiled does not run: statistics by name keep the two apart.
    void whatIsCompiledIsNotCalledAsWhatRan()
    {
        Recording file;
        file.event(Recording::sample, 1'000).on(1, "main").stack("shop/Cart", "add");
        file.event(Recording::compiled, 2'000).span(500).on(2, "C2").calls("shop/Cart", "add");
        QVERIFY(open(file));
        QCOMPARE(row(track("main", TrackKind::samples), 0), "shop.Cart.add 1");
        const TrackId compilations = track("Compilations", TrackKind::slices);
        QVERIFY(compilations != kNoTrack);
        const auto made = slices(compilations, 0);
        QCOMPARE(made.size(), std::size_t(1));
        QCOMPARE(std::string(m_timeline->text(made[0].name)), std::string("compile shop.Cart.add"));
        QCOMPARE(m_document->timeline()->describe(*m_timeline, idOf(compilations, 0, made[0])).title,
                 std::string("compile shop.Cart.add"));
    }

    void threadsAreInOrder()
    {
        Recording file;
        file.event(Recording::sleep, 0).span(1'000).on(12, "worker-10");
        file.event(Recording::sleep, 0).span(1'000).on(11, "worker-9");
        file.event(Recording::sleep, 0).span(1'000).on(0, "VM Thread");
        file.event(Recording::sleep, 0).span(1'000).on(1, "main");
        QVERIFY(open(file));
        QVERIFY(number(track("main")) < number(track("worker-9")));
        QVERIFY(number(track("worker-9")) < number(track("worker-10")));
        QVERIFY(number(track("worker-10")) < number(track("VM Thread")));
    }

    void aRenamedThreadStaysOneTrack()
    {
        Recording file;
        file.event(Recording::sleep, 0).span(1'000).on(5, "pool-1");
        file.event(Recording::sleep, 5'000).span(1'000).on(5, "mailer");
        QVERIFY(open(file));
        QVERIFY(track("pool-1") == kNoTrack);
        const TrackId mailer = track("mailer");
        QCOMPARE(row(mailer, 0), "ThreadSleep 0-1, ThreadSleep 5-6");
        const Details details =
            m_document->timeline()->describe(*m_timeline, idOf(mailer, 0, slices(mailer, 0)[0]));
        const auto& rows = details.sections[0].rows;
        const auto other = std::ranges::find(rows, "thread also called", &DetailRow::label);
        QVERIFY(other != rows.end());
        QCOMPARE(std::get<std::string>(other->value), std::string("pool-1"));
    }

    void startAndEndBoundALife()
    {
        Recording file;
        file.event(Recording::sleep, 0).span(90'000).on(1, "main");
        file.event(Recording::begun, 20'000).on(5, "worker").on(5, "worker");
        file.event(Recording::ended, 60'000).on(5, "worker").on(5, "worker");
        QVERIFY(open(file));
        const Track worker = m_timeline->track(track("worker"));
        QCOMPARE(worker.life, (TimeRange {kStart + 20'000, kStart + 60'000}));
        QCOMPARE(int(worker.flags), 0);
        const Track main = m_timeline->track(track("main"));
        QCOMPARE(main.life, m_timeline->range);
        QCOMPARE(int(main.flags), slice::kOpenStart | slice::kOpenEnd);
    }

    void loadsAreShares()
    {
        Recording file;
        file.event(Recording::load, 1'000).number(0.25F).number(0.125F).number(0.5F);
        file.event(Recording::load, 2'000).number(0.75F).number(0.125F).number(1.0F);
        QVERIFY(open(file));
        const TrackId user = track("JVM user", TrackKind::counter);
        QVERIFY(user != kNoTrack);
        QCOMPARE(m_timeline->about(user).unit, std::string("%"));
        QVERIFY(m_timeline->about(user).fromZero);
        QCOMPARE(m_timeline->valueRange(m_timeline->rows(user)[0]), (std::pair(25.0, 75.0)));
        QVERIFY(track("Machine", TrackKind::counter) != kNoTrack);
    }

    void collectionsHoldTheirPhases()
    {
        Recording file;
        file.event(Recording::phase, 11'000).span(5'000).on(0, "VM Thread").sv(3).str("Scavenge");
        file.event(Recording::collection, 10'000).span(8'000).sv(3).str("G1New").str("Allocation Failure");
        QVERIFY(open(file));
        const TrackId collections = track("Collections");
        QCOMPARE(row(collections, 0), "G1 young collection · Allocation Failure 10-18");
        QCOMPARE(row(collections, 1), "Scavenge 11-16");
        QCOMPARE(m_timeline->name(m_timeline->track(collections).parent), std::string_view("GC"));
    }

    // Threads come first; the runtime's own and those that did nothing have groups behind the others.
    void idleAndSystemThreadsStandAside()
    {
        Recording file;
        file.event(Recording::begun, 1'000).on(7, "lazy").on(7, "lazy");
        file.event(Recording::request, 2'000).span(5'000).on(6, "busy");
        file.event(Recording::sleep, 3'000).span(1'000).on(0, "VM Thread");
        file.event(Recording::load, 4'000).number(0.25F).number(0.125F).number(0.5F);
        QVERIFY(open(file));
        const auto path = [&](std::string_view name) { return m_timeline->path(track(name)); };
        QCOMPARE(path("busy"), std::string("Threads/busy"));
        QCOMPARE(path("lazy"), std::string("Threads/Idle threads/lazy"));
        QCOMPARE(path("VM Thread"), std::string("Threads/System threads/VM Thread"));
        const TrackId first = m_timeline->shownOrder().front();
        QCOMPARE(m_timeline->name(first), std::string_view("Threads"));
        for (const std::string_view name : {"lazy", "VM Thread"})
            QVERIFY(m_timeline->track(m_timeline->track(track(name)).parent).flags & group_flag::kAside);
    }

    void whatKeptNoStartIsApproximate()
    {
        Recording file;
        file.event(Recording::combinedSleep, 10'000);
        file.uv(1).sv(20).uv(2).sv(4'000).sv(6'000); // two of 20 ms asked for
        file.sv(1);
        file.time(30'000);
        QVERIFY(open(file));
        const TrackId sleeps = track("ThreadSleep"); // nobody knows whose they were
        QVERIFY(sleeps != kNoTrack);
        QCOMPARE(row(sleeps, 0), "ThreadSleep 10-14, ThreadSleep 14-20");
        for (const Slice& slice : slices(sleeps, 0))
            QCOMPARE(int(slice.flags), int(slice::kApproximate));
        const Slice second = slices(sleeps, 0)[1];
        QVERIFY(m_document->timeline()->sliceOf(*m_timeline, second.ref));
        const Details details = m_document->timeline()->describe(*m_timeline, idOf(sleeps, 0, second));
        QVERIFY(textOf(details.sections[0].sentence).contains("no start"));
        QVERIFY(textOf(details.sections[0].rows[0].label).contains("about"));
    }

    void whatGoesBeyondTheLimitsIsTold()
    {
        Recording file;
        for (int i = 1; i <= 3; ++i)
            file.event(Recording::sleep, i * 1'000).span(500).on(i, "worker " + std::to_string(i));
        file.event(Recording::combinedSleep, 10'000);
        file.uv(1).sv(20).uv(2).sv(4'000).sv(6'000); // two of 20 ms asked for
        file.sv(1);
        file.time(30'000);
        QVERIFY(open(file));
        const cjfr::CjfrFile& opened = static_cast<const CjfrDocument&>(*m_document).file();
        const auto build = [&](const EventPlacer::Limits& limits) {
            TimelineMaker maker(opened.streamSource(), {}, limits);
            Job job;
            const auto scan = [&](EventSink& sink) { return opened.indexNow(job, &sink); };
            if (maker.run(scan, {}, job))
                m_timeline = maker.snapshot(true);
            return maker.beyond();
        };
        const auto all = build({});
        QVERIFY(!all.threads && !all.expanded);
        QVERIFY(track("worker 3") != kNoTrack);
        QCOMPARE(slices(track("ThreadSleep"), 0).size(), std::size_t(2)); // combined ones have no thread

        QVERIFY(!build({.expanded = 2, .expandedAByte = 0}).expanded); // as many as there are

        const auto some = build({.threads = 2, .expanded = 1, .expandedAByte = 0});
        QVERIFY(some.threads && some.expanded);
        QVERIFY(track("worker 2") != kNoTrack);
        QVERIFY(track("worker 3") == kNoTrack);
        const TrackId sleeps = track("ThreadSleep");
        QCOMPARE(slices(sleeps, 0).size(), std::size_t(2)); // that of worker 3, and one for two
        QCOMPARE(slices(sleeps, 0)[0].startNs, kStart + 3'000);
        QCOMPARE(slices(sleeps, 0)[1].ref.offset(), *some.expanded);
        const auto found = m_document->timeline()->sliceOf(*m_timeline, slices(sleeps, 0)[0].ref);
        QVERIFY(found && found->trackKey == m_timeline->track(sleeps).key);
    }

    // Combined events that share a map of ten thousand keys under which there is no event.
    void mapsThatAreSharedAreNotVisitedWithoutEnd()
    {
        constexpr std::uint64_t kShared = 90, kKeys = 10'000;
        Recording file;
        file.structType(kShared, "jdk.combined.ThreadPark",
                        {{"startTime", 20, 0, 1}, {"time", Recording::pairs, 2}});
        file.message(kShared);
        file.time(1'000).uv(1).uv(kKeys).zeros(2 * kKeys); // each a key and the length of a list
        for (int i = 0; i < 100; ++i) {
            file.message(kShared);
            file.time(2'000).uv(2);
        }
        QVERIFY(open(file));
        const cjfr::CjfrFile& opened = static_cast<const CjfrDocument&>(*m_document).file();
        const auto cutAt = [&](const EventPlacer::Limits& limits) {
            TimelineMaker maker(opened.streamSource(), {}, limits);
            Job job;
            (void)maker.run([&](EventSink& sink) { return opened.indexNow(job, &sink); }, {}, job);
            return maker.beyond().expanded;
        };
        QVERIFY(!cutAt({}));
        const auto cut = cutAt({.visits = 2 * kKeys});
        QVERIFY(cut && *cut > file.size() / 2 && *cut < file.size() - 100);
    }

    void aLockComesFromItsPreviousOwner()
    {
        Recording file;
        file.event(Recording::sleep, 0).span(5'000).on(6, "holder");
        file.event(Recording::enter, 1'000).span(4'000).on(5, "waiter").on(6, "holder");
        QVERIFY(open(file));
        const TrackId waiter = track("waiter");
        const auto flows = m_document->timeline()->flows(*m_timeline, idOf(waiter, 0, slices(waiter, 0)[0]));
        QCOMPARE(flows.size(), std::size_t(1));
        QCOMPARE(flows[0].kind, Flow::Kind::lock);
        QCOMPARE(flows[0].fromKey, m_timeline->track(track("holder")).key);
        QCOMPARE(flows[0].toKey, m_timeline->track(waiter).key);
        QCOMPARE(flows[0].toNs, kStart + 5'000);
        const TrackId holder = track("holder");
        QVERIFY(m_document->timeline()->flows(*m_timeline, idOf(holder, 0, slices(holder, 0)[0])).empty());
    }

    // When is an estimate, from whom is not.
    void aCombinedLockComesFromItsPreviousOwnerToo()
    {
        Recording file;
        file.event(Recording::sleep, 0).span(5'000).on(6, "holder");
        file.event(Recording::sleep, 0).span(5'000).on(7, "other");
        file.event(Recording::combinedEnter, 10'000);
        file.uv(1).sv(77).uv(2); // two at one monitor
        file.on(5, "waiter").span(4'000).on(7, "other");
        file.on(5, "waiter").span(6'000).on(6, "holder");
        file.sv(1);
        file.time(30'000);
        QVERIFY(open(file));
        const TrackId waiter = track("waiter");
        const auto waited = slices(waiter, 0);
        QCOMPARE(waited.size(), std::size_t(2));
        const char* const from[] = {"other", "holder"};
        for (std::size_t i = 0; i < waited.size(); ++i) {
            const auto flows = m_document->timeline()->flows(*m_timeline, idOf(waiter, 0, waited[i]));
            QCOMPARE(flows.size(), std::size_t(1));
            QVERIFY(flows[0].approximate);
            QCOMPARE(flows[0].fromKey, m_timeline->track(track(from[i])).key);
            QCOMPARE(flows[0].toNs, waited[i].endNs);
        }
    }

    // Moments of a group are placed at its start: whoever selects one is told that there are more.
    void momentsPlacedTogetherAreCounted()
    {
        Recording file;
        file.event(Recording::combinedSleep, 10'000);
        file.uv(1).sv(20).uv(3).sv(0).sv(0).sv(0);
        file.sv(1);
        file.time(30'000);
        QVERIFY(open(file));
        const TrackId sleeps = track("ThreadSleep");
        const Details details =
            m_document->timeline()->describe(*m_timeline, idOf(sleeps, 0, slices(sleeps, 0)[0]));
        const auto& rows = details.sections[0].rows;
        const auto together = std::ranges::find_if(
            rows, [](const DetailRow& row) { return textOf(row.label) == "placed together"; });
        QVERIFY(together != rows.end());
        QCOMPARE(std::get<std::string>(together->value), std::string("the first of 3 events"));
    }

    void recordsOfATrack()
    {
        Recording file;
        file.event(Recording::sleep, 0).span(1'000).on(5, "worker-1");
        file.event(Recording::sleep, 0).span(1'000).on(6, "mailer");
        file.event(Recording::combinedSleep, 10'000);
        file.uv(1).sv(20).uv(1).sv(4'000).sv(1);
        file.time(30'000);
        QVERIFY(open(file));
        const auto count = [&](const char* pattern, bool expanded) {
            RecordQuery query;
            query.json = true;
            query.trackPattern = pattern;
            query.expanded = expanded;
            Job job;
            const auto delivered = m_document->records()->read(
                query, [](const Record&) { return true; }, job);
            return delivered ? int(*delivered) : -1;
        };
        QCOMPARE(count("threads/worker*", false), 1);
        QCOMPARE(count("*", false), 3);
        QCOMPARE(count("*/ThreadSleep", true), 1);
        QCOMPARE(count("nothing", false), 0);
    }

    void typesOfPlainFilesAreTracks()
    {
        CjfrBytes file("NONE");
        file.structType(16, "Job", {{"start", 1}, {"duration", 1}, {"name", 4}});
        file.structType(17, "Size", {{"bytes", 1}});
        file.message(16).sv(1'000).sv(500).str("sort");
        file.message(17).sv(9);
        file.message(16).sv(2'000).sv(0).str("done");
        QVERIFY(open(file));
        QVERIFY(m_document->timeline() != nullptr);
        QVERIFY(!m_timeline->absolute);
        const auto jobs = slices(track("Job"), 0);
        QCOMPARE(jobs.size(), std::size_t(2));
        QCOMPARE(jobs[0].durationNs(), std::int64_t(500));
        QCOMPARE(m_timeline->text(jobs[0].name), std::string_view("sort"));
        QVERIFY(track("Size") == kNoTrack);

        CjfrBytes without("NONE");
        without.structType(17, "Size", {{"bytes", 1}});
        without.message(17).sv(9);
        without.message(17).sv(12'345);
        QVERIFY(open(without));
        QVERIFY(!m_document->timeline());
        // What has no time is a table.
        const auto tables = m_document->records()->tables();
        QCOMPARE(tables.size(), std::size_t(1));
        QCOMPARE(tables[0].name, std::string("Size"));
        QCOMPARE(tables[0].records, std::uint64_t(2));
        QCOMPARE(tables[0].fields, std::vector<std::string> {"bytes"});
        RecordQuery query;
        query.table = tables[0].key;
        std::vector<RecordValue> bytes;
        Job job;
        const auto add = [&](const Record& one) {
            bytes.insert(bytes.end(), one.values.begin(), one.values.end());
            return true;
        };
        QCOMPARE(m_document->records()->read(query, add, job).value_or(0), std::uint64_t(2));
        QCOMPARE(bytes.size(), std::size_t(2));
        QCOMPARE(bytes[0].text, std::string("9"));
        QVERIFY(bytes[0].isNumber && bytes[1].isNumber && bytes[1].order == 12'345);
    }

    // Several flushes and batches; how many threads read makes no difference, and a slice stays small.
    void manyEvents()
    {
        constexpr int kEvents = 600'000;
        Recording file;
        for (int i = 0; i < kEvents; ++i) {
            const std::int64_t id = i % 4 + 1;
            file.event(Recording::sleep, std::int64_t(i) * 1'000)
                .span(900)
                .on(id, "worker-" + std::to_string(id));
        }
        QVERIFY(open(file, 1));
        const TimelinePtr alone = m_timeline;
        QVERIFY(open(file, 3));
        QCOMPARE(alone->trackCount(), m_timeline->trackCount());
        std::size_t all = 0;
        for (int id = 1; id <= 4; ++id) {
            const TrackId worker = track("worker-" + std::to_string(id));
            QCOMPARE(m_timeline->rows(worker).size(), std::size_t(1));
            const auto some = slices(worker, 0);
            QVERIFY(some == alone->slices(alone->rows(worker)[0], {INT64_MIN, INT64_MAX}, 1'000'000));
            all += some.size();
        }
        QCOMPARE(all, std::size_t(kEvents));
        QVERIFY2(m_timeline->memoryBytes() <= 18 * all,
                 qPrintable(QString::number(m_timeline->memoryBytes())));

        const auto isTheSame = [&] {
            bool same = m_timeline->trackCount() == alone->trackCount();
            for (int id = 1; id <= 4; ++id) {
                const TrackId worker = track("worker-" + std::to_string(id));
                auto wanted = alone->slices(alone->rows(worker)[0], {INT64_MIN, INT64_MAX}, 1'000'000);
                for (Slice& slice : wanted) {
                    if (m_document->sourceCount() == 2) // the stream is the second
                        slice.ref = {SourceId(1), slice.ref.offset() - kHeaderSize};
                }
                same = same && slices(worker, 0) == wanted;
            }
            return same;
        };
        QVERIFY(indexAgain()); // the stream was read before
        QVERIFY(isTheSame());
        for (const unsigned threads : {1U, 2U, 3U}) { // another thread decodes
            QVERIFY(open(gzipped(file), threads));
            QVERIFY(isTheSame());
        }
    }

    // Stopped while one thread places events and another builds: neither waits for the other for ever.
    void stoppedInTheMiddle()
    {
        constexpr int kEvents = 1'500'000;
        Recording file;
        for (int i = 0; i < kEvents; ++i)
            file.event(Recording::sleep, std::int64_t(i) * 1'000).span(900).on(1, "worker");
        const std::filesystem::path plain = m_folder.filePath("long.cjfr").toStdString();
        const std::filesystem::path packed = m_folder.filePath("packed.cjfr").toStdString();
        QVERIFY(writeFile(plain, file.bytes()) && writeFile(packed, gzipped(file).bytes()));
        for (const auto& [path, threads] : {std::pair(plain, 1U), std::pair(plain, 2U), std::pair(packed, 1U),
                                            std::pair(packed, 2U), std::pair(packed, 3U)}) {
            const auto document = openCondensed(path);
            QVERIFY(document);
            std::stop_source stop;
            Job job(stop.get_token());
            IndexRequest request;
            request.threads = threads;
            bool wasComplete = false;
            request.publish = [&](const TimelinePtr& next) {
                wasComplete = next->complete;
                stop.request_stop();
            };
            const auto done = index(**document, request, job);
            QVERIFY(wasComplete || !done); // a machine may be done before anything was shown
            if (!done)
                QCOMPARE(done.error().code, Code::Stopped);
        }
    }
};

QTEST_GUILESS_MAIN(TestCjfrTimeline)
#include "tst_cjfr_timeline.moc"
