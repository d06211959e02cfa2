#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/formats/rfr/timeline/rfr_analysis.h"
#include "tests/support/used_time.h"

#include <QtTest>
#include <random>

using namespace traceglass;
using namespace traceglass::rfr;
using traceglass::rfr::RecordKind::spanClose;
using traceglass::rfr::RecordKind::spanEnter;
using traceglass::rfr::RecordKind::spanExit;
using traceglass::rfr::RecordKind::spanNew;
using traceglass::rfr::RecordKind::taskDrop;
using traceglass::rfr::RecordKind::taskNew;
using traceglass::rfr::RecordKind::taskPollEnd;
using traceglass::rfr::RecordKind::taskPollStart;
using traceglass::rfr::RecordKind::wakerWake;

namespace {

constexpr Micros kBase = 1'780'000'123'000'000;

// A recording built record by record, analysed from files.
struct Recorder
{
    QTemporaryDir folder;
    RecordingWriter out;
    Tables found;
    TimelinePtr timeline;

    Recorder()
    {
        out.addCallsite({.id = 1,
                         .level = 30,
                         .kind = 2,
                         .constFields = {{"name", std::string_view("request")}},
                         .fieldNames = {}});
        out.addCallsite({.id = 2,
                         .level = 40,
                         .kind = 1,
                         .constFields = {{"name", std::string_view("event x")}},
                         .fieldNames = {"message"}});
    }
    void task(std::uint64_t iid, std::string_view name, std::uint32_t kind = 0)
    {
        out.addTask({iid, 1, iid, name, {kind, {}}, {}});
    }
    void at(std::uint64_t micros, RecordKind kind, std::uint64_t iid, std::uint64_t sequence = 1)
    {
        out.record(sequence, kBase + micros, kind, iid);
    }
    void wake(std::uint64_t micros, std::uint64_t iid, std::optional<std::uint64_t> context = {},
              std::uint64_t sequence = 1)
    {
        out.waker(sequence, kBase + micros, wakerWake, {iid, context});
    }
    const TaskInfo& only() const { return found.tasks.front(); }

    bool run()
    {
        const std::filesystem::path path = (folder.path() + "/r.rfr").toStdString();
        if (!out.write(path))
            return false;
        Job job;
        const auto recording = openRecording({path, true, 0, {}}, job);
        if (!recording)
            return false;
        Analysis analysis(**recording, [](const Diagnostic&) {});
        if (!analysis.run((*recording)->byTime, 2, job, {}))
            return false;
        timeline = analysis.finish(true);
        found = analysis.takeTables();
        return true;
    }

    // "created 0-10, polling 10-30": the slices of a task's row.
    QString states(std::uint64_t iid, std::uint32_t instance = 0) const
    {
        for (const TaskInfo& task : found.tasks) {
            if (task.iid == iid && task.instance == instance)
                return slices(task.row);
        }
        return "no task";
    }
    QString slices(RowId row) const
    {
        QStringList out_;
        for (const Slice& slice : timeline->slices(row, {0, INT64_MAX}, 1000)) {
            const auto relative = [](std::int64_t ns) { return ns / 1000 - std::int64_t(kBase); };
            QString text = QString("%1 %2-%3")
                               .arg(QString::fromStdString(std::string(timeline->text(slice.name))))
                               .arg(relative(slice.startNs))
                               .arg(relative(slice.endNs));
            text += slice.flags & slice::kOpenStart ? "<" : "";
            text += slice.flags & slice::kOpenEnd ? ">" : "";
            text += slice.flags & slice::kHollow ? "h" : "";
            out_ << text;
        }
        return out_.join(", ");
    }
};

// Does analysing twice as much of something take at most three times as long?
bool costsInProportion(std::uint64_t count, const std::function<void(Recorder&, std::uint64_t count)>& record)
{
    std::int64_t half = INT64_MAX;
    std::int64_t whole = INT64_MAX;
    for (int i = 0; i < 3; ++i) {
        for (const std::uint64_t times : {1u, 2u}) {
            Recorder r;
            record(r, times * count);
            const std::int64_t begin = usedNs();
            if (!r.run())
                return false;
            std::int64_t& best = times == 1 ? half : whole;
            best = std::min(best, usedNs() - begin);
        }
    }
    if (whole >= 3 * half)
        qWarning("%lld ns, then %lld ns", static_cast<long long>(half), static_cast<long long>(whole));
    return whole < 3 * half;
}

}

class TestRfrStates : public QObject
{
    Q_OBJECT

private slots:
    void aPlainLife()
    {
        Recorder r;
        r.task(7, "upload");
        r.at(0, taskNew, 7);
        r.at(10, taskPollStart, 7);
        r.at(30, taskPollEnd, 7);
        r.wake(50, 7);
        r.at(60, taskPollStart, 7);
        r.wake(65, 7, 7); // by itself, while polled
        r.at(70, taskPollEnd, 7);
        r.at(75, taskPollStart, 7);
        r.at(80, taskPollEnd, 7);
        r.at(90, taskDrop, 7);
        QVERIFY(r.run());
        QCOMPARE(
            r.states(7),
            "created 0-10, polling 10-30, scheduled 50-60, polling 60-70, scheduled 70-75, polling 75-80");
        QCOMPARE(r.only().polls, std::uint64_t(3));
        QCOMPARE(r.only().busy, Micros(35));
        QCOMPARE(r.only().longestPoll, Micros(20));
        QCOMPARE(r.only().scheduled, Micros(15));
        QCOMPARE(r.only().wakes, std::uint64_t(2));
        QCOMPARE(r.only().selfWakes, std::uint64_t(1));
        QCOMPARE(r.timeline->name(r.only().track), std::string_view("upload"));
    }

    void idleStraightToPolling()
    {
        Recorder r;
        r.at(0, taskNew, 7);
        r.at(1, taskPollStart, 7);
        r.at(2, taskPollEnd, 7);
        r.at(9, taskPollStart, 7);
        r.at(10, taskPollEnd, 7);
        QVERIFY(r.run());
        QCOMPARE(r.states(7), "created 0-1, polling 1-2, polling 9-10");
    }

    void pollingSinceTheStart()
    {
        Recorder r;
        r.at(0, taskNew, 1); // so the recording starts at 0
        r.wake(5, 7);
        r.at(20, taskPollEnd, 7);
        r.at(30, taskPollStart, 7);
        r.at(35, taskPollEnd, 7);
        QVERIFY(r.run());
        QCOMPARE(r.states(7), "polling 0-20<, scheduled 20-30, polling 30-35");
    }

    void openAtTheEnd()
    {
        Recorder r;
        r.at(0, taskPollStart, 7);
        r.wake(3, 8);
        r.at(50, taskNew, 9);
        QVERIFY(r.run());
        QCOMPARE(r.states(7), "polling 0-50>");
        QCOMPARE(r.states(8), "scheduled 3-50>");
        QCOMPARE(r.found.tasks[0].busy, Micros(50));
    }

    void dropWhilePolling()
    {
        Recorder r;
        r.at(0, taskPollStart, 7);
        r.at(8, taskDrop, 7);
        r.wake(9, 7);
        QVERIFY(r.run());
        QCOMPARE(r.states(7), "polling 0-8");
        QCOMPARE(r.only().wakes, std::uint64_t(1));
    }

    void anIdUsedAgainIsAnotherTask()
    {
        Recorder r;
        r.at(0, taskNew, 7);
        r.at(5, taskDrop, 7);
        r.at(10, taskNew, 7);
        r.at(12, taskPollStart, 7);
        r.at(14, taskPollEnd, 7);
        QVERIFY(r.run());
        QCOMPARE(r.found.tasks.size(), std::size_t(2));
        QCOMPARE(r.states(7, 0), "created 0-5");
        QCOMPARE(r.states(7, 1), "created 10-12, polling 12-14");
        QCOMPARE(r.found.taskAt(7, kBase + 3)->instance, 0u);
        QCOMPARE(r.found.taskAt(7, kBase + 11)->instance, 1u);
    }

    // It ends its poll on one worker and begins the next on another within a microsecond; the sequence that
    // comes first holds the later one.
    void movesWithinAMicrosecond()
    {
        Recorder r;
        r.at(0, taskNew, 7, 2);
        r.at(10, taskPollStart, 7, 2);
        r.at(20, taskPollEnd, 7, 2);
        r.at(20, taskPollStart, 7, 1);
        r.at(30, taskPollEnd, 7, 1);
        QVERIFY(r.run());
        QCOMPARE(r.states(7), "created 0-10, polling 10-20, polling 20-30");
        QCOMPARE(r.only().busy, Micros(20));
    }

    void chunkBordersDoNotShow()
    {
        Recorder r;
        r.at(0, taskNew, 7);
        r.at(999'000, taskPollStart, 7);
        r.at(2'500'000, taskPollEnd, 7);
        QVERIFY(r.run());
        QCOMPARE(r.states(7), "created 0-999000, polling 999000-2500000");
    }

    void threadsShowWhatRanInside()
    {
        Recorder r;
        r.task(1, "", 2); // a worker thread: a blocking task that is always polled
        r.task(7, "upload");
        r.task(9, "", 3);
        r.at(0, taskPollStart, 1, 5);
        r.at(10, taskPollStart, 7, 5);
        r.at(20, taskPollEnd, 7, 5);
        r.at(12, taskPollStart, 9, 6);
        r.at(14, taskPollEnd, 9, 6);
        QVERIFY(r.run());
        QCOMPARE(r.found.workers.at(5), std::string("worker 0"));
        QCOMPARE(r.found.workers.at(6), std::string("main"));
        for (std::uint32_t i = 0; i < r.timeline->trackCount(); ++i) {
            const Track& track = r.timeline->track(TrackId(i));
            if (track.kind == TrackKind::worker && track.number == 5)
                QCOMPARE(r.slices(track.firstRow), "upload 10-20");
        }
    }

    // The threads of the runtime are tasks that are polled all the time: those that run others, and idle
    // ones, which were made before any other task. Blocking tasks somebody spawned are in a group of their
    // own.
    void theThreadsOfTheRuntimeStandAside()
    {
        Recorder r;
        r.task(1, "", 2);
        r.task(2, "", 2); // runs nothing
        r.task(3, "", 3);
        r.task(4, "upload");
        r.task(5, "", 2); // spawned
        r.at(0, taskPollStart, 1, 5);
        r.at(0, taskPollStart, 2, 6);
        r.at(1, taskPollStart, 3, 7);
        r.at(2, taskPollEnd, 3, 7);
        r.at(10, taskPollStart, 4, 5);
        r.at(20, taskPollEnd, 4, 5);
        r.at(12, taskPollStart, 5, 8);
        r.at(19, taskPollEnd, 5, 8);
        QVERIFY(r.run());
        QStringList places;
        for (std::uint32_t i = 0; i < r.timeline->trackCount(); ++i) {
            const Track& track = r.timeline->track(TrackId(i));
            if (track.kind == TrackKind::states || track.kind == TrackKind::worker)
                places << QString("%1 %2")
                              .arg(track.number)
                              .arg(QString::fromStdString(r.timeline->path(TrackId(i))));
        }
        places.sort();
        QCOMPARE(
            places,
            (QStringList {"1 workers/own tasks/blocking", "2 workers/own tasks/blocking", "3 tasks/block_on",
                          "4 tasks/upload", "5 tasks/blocking/blocking", "5 workers/worker 0",
                          "6 workers/own tasks/thread", "7 workers/main", "8 workers/thread"}));
    }

    void spansNestAndCountDepth()
    {
        Recorder r;
        r.out.addSpan(
            {.iid = 21, .callsite = 1, .parent = {Parent::Kind::root, 0}, .values = {}, .dynamic = {}});
        r.out.addSpan(
            {.iid = 22, .callsite = 1, .parent = {Parent::Kind::current, 0}, .values = {}, .dynamic = {}});
        r.at(0, spanNew, 21);
        r.at(5, spanEnter, 21, 1);
        r.at(8, spanEnter, 21, 2); // on two threads at once
        r.at(6, spanNew, 22, 1);
        r.at(7, spanEnter, 22, 1);
        r.at(9, spanExit, 22, 1);
        r.at(10, spanExit, 21, 1);
        r.at(15, spanExit, 21, 2);
        r.at(20, spanClose, 22, 1);
        r.at(30, spanClose, 21, 1);
        QVERIFY(r.run());
        const SpanInfo& root = r.found.spans[r.found.spanByIid.at(21)];
        const SpanInfo& child = r.found.spans[r.found.spanByIid.at(22)];
        QCOMPARE(root.active, Micros(10));
        QCOMPARE(root.enters, std::uint64_t(2));
        QVERIFY(!root.parent);
        QCOMPARE(child.parent, std::optional<std::uint64_t>(21));
        QCOMPARE(child.depthRow, 1u);
        for (std::uint32_t i = 0; i < r.timeline->trackCount(); ++i) {
            if (r.timeline->track(TrackId(i)).kind != TrackKind::spans)
                continue;
            const auto rows = r.timeline->rows(TrackId(i));
            QCOMPARE(rows.size(), std::size_t(2));
            QCOMPARE(r.slices(rows[0]), "request 0-5h, request 5-15, request 15-30h");
            QCOMPARE(r.slices(rows[1]), "request 6-7h, request 7-9, request 9-20h");
        }
    }

    // Its life reaches back to the start, where those that ended before it was met lie.
    void olderSpansStandBesideOthers()
    {
        Recorder r;
        for (const std::uint64_t iid : {21u, 22u, 23u}) {
            r.out.addSpan(
                {.iid = iid, .callsite = 1, .parent = {Parent::Kind::root, 0}, .values = {}, .dynamic = {}});
        }
        r.at(0, spanNew, 21);
        r.at(0, spanEnter, 21);
        r.at(10, spanExit, 21);
        r.at(10, spanClose, 21);
        r.at(20, spanExit, 22); // entered before the recording began
        r.at(20, spanClose, 22);
        r.at(30, spanNew, 23);
        r.at(30, spanEnter, 23);
        r.at(40, spanExit, 23);
        r.at(40, spanClose, 23);
        QVERIFY(r.run());
        QStringList rows;
        for (std::uint32_t i = 0; i < r.timeline->trackCount(); ++i) {
            if (r.timeline->track(TrackId(i)).kind != TrackKind::spans)
                continue;
            for (const RowId row : r.timeline->rows(TrackId(i)))
                rows << r.slices(row);
        }
        QCOMPARE(rows, (QStringList {"request 0-10, request 30-40", "request 0-20<"}));
        QCOMPARE(r.found.spans[r.found.spanByIid.at(22)].active, Micros(20));
    }

    // The parent of a span is what is innermost; what is left is the last equal entry, wherever it is.
    void whatWasEnteredIsLeftInAnyOrder()
    {
        std::mt19937 random(7);
        Entered entered;
        std::vector<Entered::Entry> plain;
        for (int i = 0; i < 20'000; ++i) {
            const Entered::Entry entry {random() % 300, random() % 2 == 0};
            const bool grows = i / 1'000 % 2 == 0; // to hundreds of entries, then down to few
            if (random() % 4 < (grows ? 3u : 1u)) {
                entered.enter(entry);
                plain.push_back(entry);
            } else {
                const bool inner = random() % 2 == 0 && !plain.empty();
                const Entered::Entry left = inner ? plain.back() : entry;
                entered.leave(left);
                const auto last = std::find(plain.rbegin(), plain.rend(), left);
                if (last != plain.rend())
                    plain.erase(std::next(last).base());
            }
            QVERIFY(entered.innermost() == (plain.empty() ? std::nullopt : std::optional(plain.back())));
        }
    }

    // Each was looked for among all: half a minute for 200,000 of them.
    void leavingInTheOrderOfEnteringCostsNoMore_data()
    {
        QTest::addColumn<RecordKind>("enter");
        QTest::addColumn<RecordKind>("leave");
        QTest::newRow("spans") << spanEnter << spanExit;
        QTest::newRow("polls") << taskPollStart << taskPollEnd;
    }
    void leavingInTheOrderOfEnteringCostsNoMore()
    {
        QFETCH(const RecordKind, enter);
        QFETCH(const RecordKind, leave);
        QVERIFY(costsInProportion(15'000, [&](Recorder& r, std::uint64_t count) {
            for (std::uint64_t i = 0; i < 2 * count; ++i)
                r.at(i, i < count ? enter : leave, 1 + i % count);
        }));
    }

    // Each has a row of its own below the parent's.
    void manyOpenChildrenOfASpanCostNoMoreEach()
    {
        QVERIFY(costsInProportion(30'000, [](Recorder& r, std::uint64_t count) {
            r.at(0, spanNew, 1);
            for (std::uint64_t i = 2; i < count; ++i) {
                r.out.addSpan({.iid = i,
                               .callsite = 1,
                               .parent = {Parent::Kind::explicitId, 1},
                               .values = {},
                               .dynamic = {}});
                r.at(i, spanNew, i);
            }
        }));
    }

    // A poll ends behind an event and goes on elsewhere, all in one microsecond.
    void eventsDoNotHideWhatEndsBehindThem()
    {
        Recorder r;
        r.task(7, "upload");
        r.at(100, taskPollStart, 7, 2);
        r.out.event(2, kBase + 200, {2, {}, {std::string_view("done here")}, {}});
        r.at(200, taskPollEnd, 7, 2);
        r.at(200, taskPollStart, 7, 1);
        r.at(300, taskPollEnd, 7, 1);
        QVERIFY(r.run());
        QCOMPARE(r.only().polls, std::uint64_t(2));
        QCOMPARE(r.only().busy, Micros(200));
    }

    // Nor does what another task has there: the surplus end of a poll, which has no rank.
    void otherTasksDoNotHideWhatEndsBehindThem_data()
    {
        QTest::addColumn<std::uint64_t>("others");
        QTest::newRow("two sequences") << std::uint64_t(0);
        QTest::newRow("fifty sequences") << std::uint64_t(48);
    }
    void otherTasksDoNotHideWhatEndsBehindThem()
    {
        QFETCH(const std::uint64_t, others);
        Recorder r;
        r.task(7, "upload");
        r.at(100, taskPollStart, 7, 2);
        r.at(200, taskPollEnd, 8, 2);
        r.at(200, taskPollEnd, 7, 2);
        r.at(200, taskPollStart, 7, 1);
        r.at(300, taskPollEnd, 7, 1);
        for (std::uint64_t i = 0; i < others; ++i)
            r.at(200, taskPollEnd, 100 + i, 10 + i);
        QVERIFY(r.run());
        QCOMPARE(r.states(7), "polling 100-200, polling 200-300");
    }

    // It has a rank here, a greater one than the poll that the wake is for.
    void otherTasksDoNotHideWakes_data()
    {
        QTest::addColumn<bool>("event");
        QTest::newRow("behind a task that goes") << false;
        QTest::newRow("behind an event") << true;
    }
    void otherTasksDoNotHideWakes()
    {
        QFETCH(const bool, event);
        Recorder r;
        r.at(0, taskNew, 7, 1);
        r.at(10, taskPollStart, 7, 1);
        r.at(20, taskPollEnd, 7, 1);
        r.at(200, taskPollStart, 7, 1);
        r.at(300, taskPollEnd, 7, 1);
        if (event)
            r.out.event(2, kBase + 200, {2, {}, {std::string_view("ready")}, {}});
        else
            r.at(200, taskDrop, 8, 2);
        r.wake(200, 7, {}, 2);
        QVERIFY(r.run());
        QCOMPARE(r.states(7), "created 0-10, polling 10-20, scheduled 200-200, polling 200-300");
    }

    // A span is left on one thread and closed on another.
    void otherTasksDoNotHideSpans()
    {
        Recorder r;
        r.out.addSpan({3, 1, {Parent::Kind::root, 0}, {}, {}});
        r.at(100, spanNew, 3, 2);
        r.at(110, spanEnter, 3, 2);
        r.at(200, taskPollEnd, 8, 2);
        r.at(200, spanExit, 3, 2);
        r.at(200, spanClose, 3, 1);
        r.at(300, taskPollStart, 8, 1);
        QVERIFY(r.run());
        QCOMPARE(r.found.spans.front().active, Micros(90));
        QVERIFY(r.found.spans.front().closed);
        QCOMPARE(r.found.spans.front().depth, std::uint64_t(0));
    }

    void eventsAreInstantsByLevel()
    {
        Recorder r;
        r.out.event(1, kBase + 4, {2, {}, {std::string_view("slow wake")}, {}});
        QVERIFY(r.run());
        QCOMPARE(r.found.events, std::uint64_t(1));
        for (std::uint32_t i = 0; i < r.timeline->trackCount(); ++i) {
            if (r.timeline->track(TrackId(i)).kind == TrackKind::events)
                QCOMPARE(r.slices(r.timeline->rows(TrackId(i))[3]), "slow wake 4-4"); // warn
        }
    }

    void manyTasksOfANameGetAGroup()
    {
        Recorder r;
        for (std::uint64_t i = 1; i <= 9; ++i) {
            r.task(i, "connection");
            r.at(i, taskNew, i);
        }
        r.task(20, "accept");
        r.at(20, taskNew, 20);
        QVERIFY(r.run());
        const auto parentName = [&](std::size_t task) {
            return r.timeline->name(r.timeline->track(r.found.tasks[task].track).parent);
        };
        QCOMPARE(parentName(0), std::string_view("connection"));
        QCOMPARE(parentName(8), std::string_view("connection"));
        QCOMPARE(parentName(9), std::string_view("tasks"));
    }
};

QTEST_GUILESS_MAIN(TestRfrStates)
#include "tst_rfr_states.moc"
