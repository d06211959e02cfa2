// Statistics of recordings of tokio: small ones with values that are known, and the demo against its dump and
// its records.
#include "core/formats/rfr/demo/rfr_demo.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/io/file.h"
#include "core/model/fields_facet.h"
#include "core/query/field_columns.h"
#include "core/query/parse.h"
#include "core/stats/histogram.h"
#include "tests/support/rfr_stream_writer.h"
#include "tests/support/stat_tables.h"

#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <set>

using namespace traceglass;
using namespace traceglass::rfr;
using nlohmann::json;
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

constexpr std::uint64_t kBase = 1'780'000'123'000'000; // µs
constexpr std::int64_t kUs = 1'000;

std::int64_t ns(std::uint64_t micros)
{
    return static_cast<std::int64_t>(kBase + micros) * kUs;
}

// A recording of tasks; times are microseconds from the start.
struct TaskRecording
{
    QTemporaryDir folder;
    RecordingWriter out;

    TaskRecording()
    {
        out.addCallsite({.id = 1,
                         .level = 30,
                         .kind = 2,
                         .constFields = {{"name", std::string_view("request")}},
                         .fieldNames = {}});
    }
    void task(std::uint64_t iid, std::string_view name, std::optional<std::uint64_t> spawner = {})
    {
        out.addTask({iid, 1, iid, name, {0, {}}, spawner});
    }
    void at(std::uint64_t micros, RecordKind kind, std::uint64_t iid, std::uint64_t sequence = 1)
    {
        out.record(sequence, kBase + micros, kind, iid);
    }
    void wake(std::uint64_t micros, std::uint64_t iid, std::optional<std::uint64_t> by = {})
    {
        out.waker(1, kBase + micros, wakerWake, {iid, by});
    }
    std::filesystem::path save()
    {
        const std::filesystem::path path = (folder.path() + "/r.rfr").toStdString();
        return out.write(path) ? path : std::filesystem::path();
    }
};

// A task that is polled three times, the last time until the end, and the one it spawns.
void writeTwoTasks(TaskRecording& r)
{
    r.task(7, "accept");
    r.task(8, "upload", 7);
    r.at(0, taskNew, 7);
    r.at(10, taskPollStart, 7);
    r.at(15, taskNew, 8);
    r.at(40, taskPollEnd, 7);   // 30
    r.at(45, taskPollStart, 8); // created for 30
    r.at(50, taskPollEnd, 8);
    r.wake(60, 7, 8);
    r.wake(65, 7, 8); // it is scheduled already
    r.at(80, taskPollStart, 7);
    r.wake(85, 7, 7);         // by itself, while it is polled
    r.at(90, taskPollEnd, 7); // 10, scheduled since 85: a wake while polling counts from the end
    r.at(95, taskDrop, 8);
    r.at(100, taskPollStart, 7);
    r.at(160, taskNew, 9); // the end
}

// Names of the tracks on which a query finds slices, each once.
QString tracksOf(const IndexedCapture& capture, const char* text)
{
    const auto hits = capture.fitting(text);
    std::set<std::string> names;
    if (hits)
        hits->each([&](const query::Hit& hit) {
            names.insert(std::string(capture.timeline->name(hit.track)));
            return true;
        });
    QStringList out;
    for (const std::string& name : names)
        out << QString::fromStdString(name);
    return hits ? out.join(QStringLiteral(", ")) : QStringLiteral("failed");
}

const IndexedCapture& demo()
{
    static const QTemporaryDir folder;
    static const IndexedCapture capture(rfr::writeDemo(folder.path().toStdString()).value_or(""));
    return capture;
}

}

class TestStatisticsRfr : public QObject
{
    Q_OBJECT

private slots:
    // What queries ask for as task.polls and so on is what the table of tasks tells, of each slice of the task.
    void fieldsOfTasksAreThoseOfTheTable_data()
    {
        QTest::addColumn<QString>("column");
        QTest::newRow("task.polls") << "polls";
        QTest::newRow("task.wakes") << "wakes";
        QTest::newRow("task.late_wakes") << "late_wakes";
        QTest::newRow("task.self_wakes") << "self_wakes";
        QTest::newRow("task.busy") << "busy_ns";
        QTest::newRow("task.scheduled") << "scheduled_ns";
        QTest::newRow("task.created") << "created_ns";
        QTest::newRow("task.idle") << "idle_ns";
        QTest::newRow("task.longest_poll") << "longest_poll_ns";
        QTest::newRow("task.spawn") << "spawn_ns";
        QTest::newRow("task.drop") << "drop_ns";
    }
    void fieldsOfTasksAreThoseOfTheTable()
    {
        QFETCH(QString, column);
        const char* const field = QTest::currentDataTag();
        const StatTable table = demo().table("tasks");
        const query::FieldColumns columns(demo().document->fields());
        const auto states = demo().fitting("kind = states");
        Job job;
        const auto read = columns.of(fieldsNamed(*columns.catalogue(), field), *states, job);
        QVERIFY(read);
        std::map<TrackId, std::set<std::int64_t>> told; // by track; kNoInteger: nothing
        states->each([&](const query::Hit& hit) {
            std::int64_t value = kNoInteger;
            (*read)->each(hit, [&](std::uint32_t, const FieldValue& is) {
                value = static_cast<std::int64_t>(std::get<WideInteger>(is));
            });
            told[hit.track].insert(value);
            return true;
        });
        std::size_t some = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto here = told.find(table.tracks[row]);
            const std::int64_t expected = Cells(table, row).integer(column.toLatin1().constData());
            if (here == told.end()) // has no slices
                continue;
            // Of a task that was never polled the table leaves the longest poll out.
            QVERIFY(here->second == std::set {expected}
                    || (expected == kNoInteger && here->second == std::set<std::int64_t> {0}));
            some += expected != kNoInteger && expected != 0;
        }
        QVERIFY(some > 0);
    }
    // A task that never ends, an iid that is used again, one whose name is not recorded.
    void fieldsOfTasksFindTheirSlices()
    {
        TaskRecording r;
        writeTwoTasks(r);
        r.at(170, taskNew, 8); // the iid of the task that was dropped
        r.at(175, taskPollStart, 8);
        r.at(180, taskPollEnd, 8);
        r.at(185, taskPollStart, 8);
        r.at(190, taskPollEnd, 8);
        const IndexedCapture capture(r.save());
        const auto fits = [&](const char* text) { return tracksOf(capture, text); };
        QCOMPARE(fits("kind = states task.polls > 2"), "accept");
        QCOMPARE(fits("kind = states task.polls = 2"), "upload");
        QCOMPARE(fits("kind = states task.polls = 1"), "upload"); // its first life
        QCOMPARE(fits("kind = states task.name = upload task.drop < +1s"), "upload");
        QCOMPARE(fits("kind = states not task.drop"), "accept, task, upload");
        QCOMPARE(fits("kind = states task.busy = 130 us"), "accept"); // the last poll has no end
        QCOMPARE(fits("kind = states task.longest_poll = 90 us"), "accept");
        QCOMPARE(fits("kind = states task.self_wakes > 0 task.late_wakes = 1 task.wakes = 3"), "accept");
        QCOMPARE(fits("kind = states task.spawn > +160us"), "upload");
        QCOMPARE(fits("kind = events @task.polls"), "");
        QVERIFY(fits("kind = worker task.polls > 2") != ""); // what threads did of it
        const auto wrong = query::parse("task.busy > 1", &*capture.document->fields()->fields());
        QVERIFY(!wrong);
        QCOMPARE(QString::fromStdString(wrong.error().suggestion), "1 ms");
    }

    void tasks()
    {
        TaskRecording r;
        writeTwoTasks(r);
        const IndexedCapture capture(r.save());
        QVERIFY(capture.hasStatistics());
        const StatTable table = capture.table("tasks");
        QCOMPARE(faultOf(table, *capture.timeline), "");
        QCOMPARE(table.size(), 3u);
        const Cells accept(table, "accept #7"), upload(table, "upload #8");
        QVERIFY(accept.isThere() && upload.isThere());
        QCOMPARE(accept.text("spawned_by"), "");
        QCOMPARE(accept.integer("spawn_ns"), ns(0));
        QCOMPARE(accept.integer("drop_ns"), kNoInteger);
        QCOMPARE(accept.integer("alive"), 1);
        QCOMPARE(accept.integer("polls"), 3);
        QCOMPARE(accept.integer("busy_ns"), (30 + 10 + 60) * kUs);
        QCOMPARE(accept.integer("scheduled_ns"), (20 + 10) * kUs);
        QCOMPARE(accept.integer("created_ns"), 10 * kUs);
        QCOMPARE(accept.integer("idle_ns"), (160 - 100 - 30 - 10) * kUs);
        QCOMPARE(accept.real("polls_per_s"), 3 / 160e-6);
        QCOMPARE(accept.integer("longest_poll_ns"), 60 * kUs);
        QCOMPARE(accept.place("longest_poll_ns").startNs, ns(100));
        QCOMPARE(accept.integer("poll_p50_ns"), 10 * kUs); // of 10 and 30: the last one has no end
        QCOMPARE(accept.integer("poll_p95_ns"), 30 * kUs);
        QCOMPARE(accept.integer("wait_p50_ns"), 10 * kUs);
        QCOMPARE(accept.integer("wait_max_ns"), 20 * kUs);
        QCOMPARE(accept.place("wait_max_ns").startNs, ns(60));
        QCOMPARE(accept.integer("wakes"), 3);
        QCOMPARE(accept.integer("late_wakes"), 1);
        QCOMPARE(accept.integer("self_wakes"), 1);
        QCOMPARE(upload.text("spawned_by"), "accept #7");
        QCOMPARE(upload.integer("drop_ns"), ns(95));
        QCOMPARE(upload.integer("alive"), 0);
        QCOMPARE(upload.integer("dropped"), 1);
        QCOMPARE(upload.integer("created_ns"), 30 * kUs);
        QCOMPARE(upload.integer("idle_ns"), 45 * kUs);
        QCOMPARE(upload.integer("wait_p50_ns"), kNoInteger);
        QCOMPARE(table.remarks.front(), "Of 1 task the name was not recorded.");
    }

    void partOfTheTime()
    {
        TaskRecording r;
        writeTwoTasks(r);
        const IndexedCapture capture(r.save());
        // From within the first poll of accept to within its second one.
        const TimeRange range {ns(20), ns(85)};
        const StatTable table = capture.table("tasks", range);
        const Cells accept(table, "accept #7"), upload(table, "upload #8");
        QCOMPARE(accept.integer("polls"), 2); // both reach into it
        QCOMPARE(accept.integer("busy_ns"), (20 + 5) * kUs);
        QCOMPARE(accept.integer("scheduled_ns"), 20 * kUs);
        QCOMPARE(accept.integer("created_ns"), 0);
        QCOMPARE(accept.integer("wakes"), 2); // the one at 85 is behind it
        QCOMPARE(accept.integer("late_wakes"), 1);
        QCOMPARE(accept.integer("longest_poll_ns"), 30 * kUs); // as long as it took
        QCOMPARE(upload.integer("polls"), 1);
        QCOMPARE(upload.integer("alive"), 1);
        QCOMPARE(upload.integer("dropped"), 0);
        QCOMPARE(capture.table("tasks", TimeRange {ns(96), ns(99)}).keys,
                 (std::vector<std::string> {"accept #7"}));
        QCOMPARE(capture.table("tasks", {}, std::vector {*capture.track("tasks/upload")}).keys,
                 (std::vector<std::string> {"upload #8"}));
    }

    void namesAndWorkers()
    {
        TaskRecording r;
        r.task(7, "get");
        r.task(8, "get");
        r.task(9, "put");
        for (const std::uint64_t iid : {7u, 8u, 9u})
            r.at(iid, taskNew, iid);
        r.at(10, taskPollStart, 7);
        r.at(15, taskPollEnd, 7);
        r.at(20, taskPollStart, 8);
        r.at(40, taskPollEnd, 8);
        r.at(50, taskPollStart, 8);
        r.at(51, taskPollEnd, 8);
        r.at(60, taskPollStart, 9, 2);
        r.at(90, taskPollEnd, 9, 2);
        r.at(107, taskDrop, 7);
        const IndexedCapture capture(r.save());
        const StatTable names = capture.table("task-names");
        QCOMPARE(faultOf(names, *capture.timeline), "");
        const Cells get(names, "get");
        QCOMPARE(get.integer("tasks"), 2);
        QCOMPARE(get.integer("alive"), 1);
        QCOMPARE(get.integer("polls"), 3);
        QCOMPARE(get.integer("busy_ns"), 26 * kUs);
        QCOMPARE(get.integer("poll_p50_ns"), 5 * kUs);
        QCOMPARE(names.queries.front(), "kind = states track = tasks/get");
        QVERIFY(capture.table("tasks").queries.front().empty()); // two tasks have that path

        const StatTable workers = capture.table("workers");
        QCOMPARE(faultOf(workers, *capture.timeline), "");
        QCOMPARE(workers.size(), 2u);
        const Cells first(workers, "worker 0"), second(workers, "worker 1");
        QCOMPARE(first.integer("polls"), 3);
        QCOMPARE(first.integer("switches"), 1);
        QCOMPARE(first.integer("busy_ns"), 26 * kUs);
        QCOMPARE(first.real("busy_share"), 0.26); // of 7 to 107
        QCOMPARE(first.integer("longest_poll_ns"), 20 * kUs);
        QCOMPARE(second.integer("switches"), 0);
        const StatTable part = capture.table("workers", TimeRange {ns(30), ns(70)});
        QCOMPARE(Cells(part, "worker 0").integer("polls"), 2);
        QCOMPARE(Cells(part, "worker 0").integer("switches"), 1);
        QCOMPARE(Cells(part, "worker 1").integer("busy_ns"), 10 * kUs);
    }

    // The same state machine counts for the dump.
    void theDemoAgreesWithItsDump()
    {
        std::string text;
        Job job;
        QVERIFY(demo().document->records()->dump(
            false, [&](std::string_view more) { text += more; }, job));
        const json dump = json::parse(text);
        const StatTable table = demo().table("tasks");
        QCOMPARE(faultOf(table, *demo().timeline), "");
        QCOMPARE(table.size(), dump["tasks"].size());
        for (const json& task : dump["tasks"]) {
            std::string name = task["name"];
            if (name.empty())
                name = task["kind"];
            const Cells row(table, name + " #" + std::to_string(task["task_id"].get<std::uint64_t>()));
            QVERIFY(row.isThere());
            QCOMPARE(row.integer("polls"), task["polls"].get<std::int64_t>());
            QCOMPARE(row.integer("wakes"), task["wakes"].get<std::int64_t>());
            QCOMPARE(row.integer("self_wakes"), task["self_wakes"].get<std::int64_t>());
            QCOMPARE(row.integer("busy_ns"), task["busy_us"].get<std::int64_t>() * kUs);
            QCOMPARE(row.integer("scheduled_ns"), task["scheduled_us"].get<std::int64_t>() * kUs);
            QCOMPARE(row.integer("longest_poll_ns"), task["longest_poll_us"].get<std::int64_t>() * kUs);
        }
    }

    // Counted once more, from the records alone.
    void theDemoAgreesWithItsRecords()
    {
        std::map<std::uint64_t, std::string> names;
        std::map<std::uint64_t, std::vector<std::int64_t>> starts, ends;
        demo().eachRecord([&](const json& record) {
            const std::string type = record["type"];
            if (type == "TaskNew")
                names[record["iid"]] = record["name"].get<std::string>();
            else if (type == "TaskPollStart")
                starts[record["iid"]].push_back(record["ts_us"]);
            else if (type == "TaskPollEnd")
                ends[record["iid"]].push_back(record["ts_us"]);
        });
        std::map<std::string, std::vector<std::int64_t>> byName; // polls of a task follow each other
        for (auto& [iid, times] : ends) {
            std::ranges::sort(times);
            std::ranges::sort(starts[iid]);
            for (std::size_t i = 0; i < times.size(); ++i)
                byName[names[iid]].push_back(times[i] - starts[iid].at(i));
        }
        QVERIFY(byName["connection"].size() > 1000);
        const StatTable table = demo().table("task-names");
        for (auto& [name, durations] : byName) {
            if (name.empty())
                continue; // what blocks
            std::ranges::sort(durations);
            const Cells row(table, name);
            QCOMPARE(row.integer("poll_p95_ns"), durations[(durations.size() * 950 + 999) / 1000 - 1] * kUs);
            QCOMPARE(row.integer("longest_poll_ns"), durations.back() * kUs);
        }
    }

    void partsAddUp()
    {
        const TimeRange all {demo().timeline->range.startNs, demo().timeline->range.endNs + 1};
        const std::int64_t middle = all.startNs + all.lengthNs() / 2;
        const StatTable whole = demo().table("task-names");
        const StatTable held = demo().table("task-names", all);
        const StatTable first = demo().table("task-names", TimeRange {all.startNs, middle});
        const StatTable second = demo().table("task-names", TimeRange {middle, all.endNs});
        const auto sum = [](const StatTable& table, std::string_view column) {
            std::int64_t out = 0;
            for (std::size_t i = 0; i < table.size(); ++i)
                out += Cells(table, i).integer(column);
            return out;
        };
        for (const char* column :
             {"wakes", "late_wakes", "self_wakes", "busy_ns", "scheduled_ns", "created_ns", "dropped"}) {
            QCOMPARE(sum(held, column), sum(whole, column));
            QCOMPARE(sum(first, column) + sum(second, column), sum(whole, column));
        }
        QCOMPARE(sum(held, "polls"), sum(whole, "polls"));
        for (const char* id : {"tasks", "task-names", "spans", "workers"}) {
            QVERIFY(areEqual(demo().table(id, {}, {}, 1), demo().table(id, {}, {}, 8)));
            QVERIFY(areEqual(demo().table(id, TimeRange {middle, all.endNs}, {}, 1),
                             demo().table(id, TimeRange {middle, all.endNs}, {}, 8)));
        }
    }

    // Spans live from New to Close, entered or not; of one that is not closed the length is not known.
    void livesOfSpans()
    {
        TaskRecording r;
        for (const std::uint64_t iid : {21u, 22u, 23u})
            r.out.addSpan({.iid = iid, .callsite = 1, .parent = {}, .values = {}, .dynamic = {}});
        r.at(0, spanNew, 21);
        r.at(0, spanEnter, 21);
        r.at(10, spanExit, 21);
        r.at(20, spanNew, 22);
        r.at(25, spanEnter, 22);
        r.at(30, spanExit, 22);
        r.at(60, spanClose, 22);
        r.at(70, spanNew, 23);
        r.at(75, spanEnter, 23);
        r.at(80, spanExit, 23);
        r.at(90, spanEnter, 21);
        r.at(100, spanExit, 21);
        r.at(100, spanClose, 21);
        r.at(160, taskNew, 9); // the end
        const IndexedCapture capture(r.save());
        const StatTable table = capture.table("spans");
        QCOMPARE(table.keys, std::vector<std::string> {"request"});
        const Cells row(table, "request");
        QCOMPARE(row.integer("count"), std::int64_t(3));
        QCOMPARE(row.integer("open"), std::int64_t(1));
        QCOMPARE(row.integer("total_ns"), (100 + 40 + 90) * kUs);
        QCOMPARE(row.integer("entered_ns"), (20 + 5 + 5) * kUs);
        QCOMPARE(row.integer("awaited_ns"), 200 * kUs);
        QCOMPARE(row.integer("p50_ns"), 40 * kUs);
        QCOMPARE(row.integer("p95_ns"), 100 * kUs);
        QCOMPARE(row.place("p95_ns").startNs, ns(0));
        QCOMPARE(row.place("p50_ns").startNs, ns(20));
        QCOMPARE(table.durations.front(), (std::vector<std::int64_t> {40 * kUs, 100 * kUs}));
        QCOMPARE(stats::countOf(table.histograms.front()), std::uint64_t(2));

        // What overlaps a range counts; how long it lived is told of its whole life.
        const StatTable some = capture.table("spans", TimeRange {ns(0), ns(65)});
        QCOMPARE(Cells(some, "request").integer("count"), std::int64_t(2));
        QCOMPARE(Cells(some, "request").integer("total_ns"), (65 + 40) * kUs);
        QCOMPARE(Cells(some, "request").integer("entered_ns"), (10 + 5) * kUs);
        QCOMPARE(Cells(some, "request").integer("max_ns"), 100 * kUs);
        // So does a span of which a slice fits.
        const StatTable fitting =
            capture.tableOf("spans", capture.fitting("duration = 5 us and kind = spans"));
        QCOMPARE(Cells(fitting, "request").integer("count"), std::int64_t(2));
        QCOMPARE(Cells(fitting, "request").integer("max_ns"), 40 * kUs);
        QCOMPARE(fitting.remarks.size(), std::size_t(1));
        // None is on a track that is not asked about, and one that is has what is on it.
        std::int64_t all = 0;
        for (std::uint32_t i = 0; i < capture.timeline->trackCount(); ++i)
            for (const StatTable one = capture.table("spans", {}, std::vector {TrackId(i)});
                 one.size() > 0;) {
                const bool isGroup = capture.timeline->track(TrackId(i)).kind == TrackKind::group;
                all += isGroup ? 0 : Cells(one, "request").integer("count");
                break;
            }
        QCOMPARE(all, std::int64_t(3));
    }

    void streamsAndEmptyOnes()
    {
        const QTemporaryDir folder;
        StreamWriter out;
        out.task(kBase, {.iid = 7, .callsite = 1, .taskId = 7, .name = "upload"});
        out.record(kBase, taskNew, 7);
        out.record(kBase + 5, taskPollStart, 7);
        out.record(kBase + 9, taskPollEnd, 7);
        const std::filesystem::path path = folder.filePath("s.rfr").toStdString();
        auto file = File::open(path, File::Mode::create);
        QVERIFY(file && file->write(out.bytes()) && file->close());
        const IndexedCapture stream(path);
        QVERIFY(stream.hasStatistics() && !stream.has("workers"));
        QCOMPARE(Cells(stream.table("tasks"), "upload #7").integer("busy_ns"), 4 * kUs);
        QCOMPARE(Cells(stream.table("tasks", TimeRange {ns(6), ns(8)}), "upload #7").integer("busy_ns"),
                 2 * kUs);

        TaskRecording none;
        const IndexedCapture empty(none.save());
        QVERIFY(empty.hasStatistics());
        QCOMPARE(empty.table("tasks").size(), 0u);
        QCOMPARE(empty.table("workers").size(), 0u);
        QVERIFY(empty.table("gc").columns.empty());
    }

    void stopping()
    {
        for (const StatKind& kind : demo().document->statistics()->kinds()) {
            std::stop_source source;
            source.request_stop();
            Job job(source.get_token());
            for (const std::optional<TimeRange>& range :
                 {std::optional<TimeRange>(), std::optional(demo().timeline->range)}) {
                const auto table =
                    demo().document->statistics()->table(kind.id, {*demo().timeline, range}, job);
                QVERIFY2(!table && table.error().code == Code::Stopped, kind.id.c_str());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestStatisticsRfr)
#include "tst_statistics_rfr.moc"
