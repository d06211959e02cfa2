// Tables of the formats when only some slices are asked about: those of one track come to the same as the track, all
// of them to the whole table, and conditions on slices count what the plain way counts.
#include "core/stats/fitting.h"
#include "tests/support/demo_captures.h"
#include "tests/support/small_captures.h"
#include "tests/support/stat_tables.h"

#include <QTemporaryDir>
#include <QTest>
#include <map>

using namespace traceglass;
using nlohmann::json;

namespace {

const IndexedCapture& demoOf(std::string_view format)
{
    static const QTemporaryDir folder;
    static std::map<std::string, std::unique_ptr<IndexedCapture>, std::less<>> known;
    auto& capture = known[std::string(format)];
    if (!capture) {
        const auto path = writeDemoCapture(*findDemo(format), folder.path().toStdString());
        capture = std::make_unique<IndexedCapture>(path.value_or(""));
    }
    return *capture;
}

// The cells of both, but for columns that are told of whole captures only; empty: they are the same.
std::string differenceOf(const StatTable& a, const StatTable& b)
{
    if (a.keys != b.keys)
        return std::to_string(a.size()) + " rows, not " + std::to_string(b.size());
    for (std::size_t i = 0; i < a.columns.size(); ++i) {
        const StatColumn& one = a.columns[i];
        const StatColumn& other = b.columns[i];
        if (one.id == "idle_ns" || one.id == "rest_ns")
            continue;
        const auto isSame = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
        if (one.integers != other.integers || one.texts != other.texts || one.places != other.places
            || !std::ranges::equal(one.numbers, other.numbers, isSame))
            return "column " + one.id;
    }
    return {};
}

std::int64_t sum(const StatTable& table, std::string_view id)
{
    std::int64_t out = 0;
    for (const std::int64_t value : table.column(id)->integers)
        out += value;
    return out;
}

}

class TestStatisticsFitting : public QObject
{
    Q_OBJECT

private slots:
    void wholeAndByTrack_data()
    {
        QTest::addColumn<QString>("path");
        static QTemporaryDir folder;
        const std::filesystem::path into = folder.path().toStdString();
        for (const Demo* const demo : demos())
            QTest::newRow(std::string(demo->title).c_str())
                << QString::fromStdString(writeDemoCapture(*demo, into)->string());
        int number = 0;
        for (const SmallCapture& small : smallCaptures()) {
            const auto own = into / std::to_string(number++);
            std::filesystem::create_directory(own);
            QTest::newRow(("small " + small.name).c_str()) << QString::fromStdString(small.write(own).string());
        }
    }
    void wholeAndByTrack()
    {
        QFETCH(QString, path);
        const IndexedCapture capture(path.toStdString());
        if (!capture.hasStatistics())
            return;
        const auto all = capture.fitting("");
        for (const StatKind& kind : capture.document->statistics()->kinds()) {
            const std::string wrong = differenceOf(capture.tableOf(kind.id, all), capture.table(kind.id));
            QVERIFY2(wrong.empty(), (kind.id + ": " + wrong).c_str());
        }
        const auto tracks = static_cast<std::uint32_t>(capture.timeline->trackCount());
        for (std::uint32_t i = 0; i < tracks; i += 1 + tracks / 12) {
            if (capture.timeline->track(TrackId(i)).kind == TrackKind::group)
                continue;
            std::vector<TrackId> one; // a thread has several, and is asked about by any of them
            for (std::uint32_t other = 0; other < tracks; ++other)
                if (capture.timeline->track(TrackId(other)).key == capture.timeline->track(TrackId(i)).key)
                    one.push_back(TrackId(other));
            const auto only = capture.fitting("", {.tracks = one});
            if (only->count() == 0)
                continue;
            for (const StatKind& kind : capture.document->statistics()->kinds()) {
                const StatTable byTrack = capture.table(kind.id, {}, one), bySlices = capture.tableOf(kind.id, only);
                const std::string wrong = differenceOf(bySlices, byTrack);
                QVERIFY2(wrong.empty(), (kind.id + " of " + capture.timeline->path(one[0]) + ": " + wrong).c_str());
            }
        }
    }

    // --- RFR

    void pollsThatFit()
    {
        const IndexedCapture& capture = demoOf("rfr");
        const auto only = capture.fitting("duration >= 2 ms");
        const StatTable names = capture.tableOf("task-names", only);
        std::map<std::string, std::pair<std::int64_t, std::int64_t>> plain; // polls, longest
        only->each([&](const query::Hit& hit) {
            if (hit.slice.name == stateName(TaskState::polling)) {
                auto& [polls, longest] = plain[std::string(capture.timeline->name(hit.track))];
                ++polls;
                longest = std::max(longest, hit.slice.durationNs());
            }
            return true;
        });
        QVERIFY(plain.size() > 2);
        for (const auto& [name, expected] : plain) {
            const Cells row(names, name);
            QVERIFY2(row.isThere(), name.c_str());
            QCOMPARE(row.integer("polls"), expected.first);
            QCOMPARE(row.integer("longest_poll_ns"), expected.second);
            QCOMPARE(row.integer("idle_ns"), kNoInteger);
            QVERIFY(row.integer("poll_p50_ns") >= 2'000'000 || row.integer("poll_p50_ns") == kNoInteger);
        }
        QVERIFY(names.remarks.front().find("wakes and drops are none") != std::string::npos);
        QVERIFY(sum(names, "polls") < sum(capture.table("task-names"), "polls") / 10);

        const auto workers = capture.fitting("kind = worker duration >= 1 ms");
        const StatTable busy = capture.tableOf("workers", workers);
        QCOMPARE(sum(busy, "polls"), std::int64_t(workers->count()));
        QCOMPARE(capture.tableOf("workers", only).size(), busy.size()); // those on workers are among them
        QCOMPARE(capture.tableOf("workers", capture.fitting("kind = spans")).size(), std::size_t(0));
    }

    // --- JVM

    void eventsThatFit()
    {
        const IndexedCapture& capture = demoOf("cjfr");
        constexpr std::int64_t kLong = 3'000'000;
        const auto only = capture.fitting("duration >= 3 ms");
        std::map<std::string, std::int64_t> plain; // by type
        std::size_t plainOld = 0;                  // collections of a G1
        capture.eachRecord([&](const json& record) {
            plainOld += record["type"] == "jdk.GarbageCollection" && record["fields"]["name"] == "G1Old";
            if (record["dur_ns"].is_number() && record["dur_ns"].get<std::int64_t>() >= kLong)
                ++plain[record["type"]];
        });
        QCOMPARE(sum(capture.tableOf("io", only), "count"),
                 plain["jdk.FileRead"] + plain["jdk.FileWrite"] + plain["jdk.FileForce"] + plain["jdk.SocketRead"]
                     + plain["jdk.SocketWrite"]);
        QVERIFY(plain["jdk.SocketRead"] > repeat(100));
        QCOMPARE(sum(capture.tableOf("contention-owners", only), "enters"), plain["jdk.JavaMonitorEnter"]);
        QCOMPARE(std::int64_t(capture.tableOf("gc", only).size()), plain["jdk.GarbageCollection"]);
        for (const char* const id : {"allocation", "methods", "exceptions"}) // moments
            QCOMPARE(capture.tableOf(id, only).size(), std::size_t(0));

        const StatTable parked = capture.tableOf("threads", capture.fitting("name = \"Java Thread Park\""));
        QVERIFY(sum(parked, "parked_ns") > 0);
        QCOMPARE(sum(parked, "sleeping_ns"), std::int64_t(0));
        QCOMPARE(Cells(parked, 0).integer("rest_ns"), kNoInteger);
        const StatTable old = capture.tableOf("gc", capture.fitting("name : \"G1 old\""));
        QVERIFY(plainOld > 0);
        QCOMPARE(old.size(), plainOld);
        const StatTable all = capture.table("gc");
        for (const std::string& key : old.keys) // its pauses and heap are those of the collection
            for (const char* const id : {"pauses_ns", "before_bytes", "freed_bytes"})
                QCOMPARE(Cells(old, key).integer(id), Cells(all, key).integer(id));
        QVERIFY(sum(capture.tableOf("allocation-threads", capture.fitting("track = Threads/http-3")), "samples") > 0);
        QCOMPARE(capture.tableOf("allocation-threads", capture.fitting("track = Threads/http-3")).size(),
                 std::size_t(1));
        // Fields of records, too.
        const auto big = capture.fitting("bytesRead >= 4096 kind = slices");
        QCOMPARE(sum(capture.tableOf("io", big), "count"), std::int64_t(big->count()));
        QVERIFY(big->count() > 0);
    }

    // --- RTC

    void framesThatFit()
    {
        const IndexedCapture& capture = demoOf("rtc");
        const auto only = capture.fitting("start >= +20s kind = counter");
        QVERIFY(only->count() > 0);
        const StatTable table = capture.tableOf("streams", only);
        std::map<std::string, std::int64_t> plain;
        only->each([&](const query::Hit& hit) {
            ++plain[capture.timeline->path(hit.track)];
            return true;
        });
        std::size_t rows = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (plain.contains(table.keys[row]) && !stats::areAllFitting(*only, table.tracks[row])) {
                QCOMPARE(Cells(table, row).integer("frames"), plain[table.keys[row]]);
                ++rows;
            }
        }
        QVERIFY(rows > 2);
        QVERIFY(table.remarks.front().find("only frames count that") != std::string::npos);
    }

    void isStopped()
    {
        std::stop_source source;
        source.request_stop();
        Job job(source.get_token());
        for (const std::string_view format : {"rfr", "rtc", "cjfr"}) {
            const IndexedCapture& capture = demoOf(format);
            const auto only = capture.fitting("duration >= 1 ms");
            for (const StatKind& kind : capture.document->statistics()->kinds()) {
                const auto table = capture.document->statistics()->table(
                    kind.id, {*capture.timeline, {}, {}, 0, only}, job);
                QVERIFY(!table && table.error().code == Code::Stopped);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestStatisticsFitting)
#include "tst_statistics_fitting.moc"
