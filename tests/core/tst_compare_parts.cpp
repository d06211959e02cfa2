// The two parts of a comparison: how long they are, what they hold, and how a window shows them beside each other.
#include "core/compare/known_findings.h"
#include "core/compare/parts.h"
#include "core/compare/side_by_side.h"
#include "core/query/field_columns.h"
#include "core/stats/columns.h"
#include "core/stats/histogram.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/patience.h"
#include "tests/support/stat_tables.h"

#include <QTest>
#include <atomic>
#include <ctime>
#include <pthread.h>
#include <thread>

using namespace traceglass;

namespace {

constexpr std::int64_t kMs = 1'000'000;

// Requests of 10 ms without a gap, in the second half "parse" for some of them; from 0 to a second.
TimelinePtr requests(std::int64_t parses)
{
    TimelineBuilder builder;
    const RowId row =
        builder.addRow(builder.addTrack({.name = builder.intern("thread"), .kind = TrackKind::slices}));
    for (std::int64_t i = 0; i < 100; ++i)
        builder.add(row,
                    {i * 10 * kMs, (i + 1) * 10 * kMs,
                     builder.intern(i >= 50 && i < 50 + parses ? "parse" : "request"), 0,
                     RecordRef(SourceId(0), 0)});
    return builder.snapshot({0, 1'000 * kMs}, 0, true);
}

stats::MadeTable partOf(const TimelinePtr& timeline, std::string by, std::optional<TimeRange> range = {})
{
    Job job;
    const query::FieldColumns none(nullptr);
    return *stats::makeTable({.timeline = timeline, .by = std::move(by), .scope = {.range = range}}, nullptr,
                             none, job);
}

std::vector<std::string> idsOf(const StatTable& table)
{
    std::vector<std::string> out;
    for (const StatColumn& column : table.columns)
        out.push_back(column.id);
    return out;
}

}

class TestCompareParts : public QObject
{
    Q_OBJECT

private slots:
    void howLongAPartIs()
    {
        const TimelinePtr timeline = requests(0);
        QCOMPARE(compare::lengthOf(partOf(timeline, "name")), 1'000 * kMs);
        QCOMPARE(compare::lengthOf(partOf(timeline, "name", TimeRange {100 * kMs, 300 * kMs})), 200 * kMs);
        // What lies before the first moment is no time of the capture.
        QCOMPARE(compare::lengthOf(partOf(timeline, "name", TimeRange {-500 * kMs, 300 * kMs})), 300 * kMs);
    }

    // Of some tracks it is that of their clocks, laid as the view has them.
    void theLengthOfTracksIsThatOfTheirClocks()
    {
        TimelineBuilder builder;
        builder.setAxes(
            {{.name = "one", .range = {0, 100}}, {.name = "two", .range = {1'000, 1'300}, .shiftNs = -500}});
        const TrackId first = builder.addTrack({.name = builder.intern("a"), .key = 1}, {.axis = 0});
        const TrackId second = builder.addTrack({.name = builder.intern("b"), .key = 2}, {.axis = 1});
        const TimelinePtr timeline = builder.snapshot({0, 800}, 0, true);
        const auto lengthOf = [&](std::vector<TrackId> tracks, std::optional<TimeRange> range = {}) {
            return compare::lengthOf(
                {.timeline = timeline, .scope = {.range = range, .tracks = std::move(tracks)}});
        };
        QCOMPARE(lengthOf({first}), std::int64_t(100));
        QCOMPARE(lengthOf({second}), std::int64_t(300)); // 500 to 800 in the view
        QCOMPARE(lengthOf({first, second}), std::int64_t(800));
        QCOMPARE(lengthOf({second}, TimeRange {0, 600}), std::int64_t(100));
    }

    // Each run has a clock that begins anew: a device that was on twice for 100 and 300 was on for 400.
    void runsThatLieOverEachOther()
    {
        TimelineBuilder builder;
        builder.setAxes(
            {{.name = "clk (segment 0)", .range = {0, 100}}, {.name = "clk (segment 1)", .range = {0, 300}}});
        std::vector<TrackId> all;
        for (const std::uint16_t axis : {std::uint16_t(0), std::uint16_t(1)}) {
            const TrackId run = builder.addTrack({.name = builder.intern("segment " + std::to_string(axis)),
                                                  .key = builder.trackCount() + 1,
                                                  .kind = TrackKind::group,
                                                  .flags = group_flag::kRun});
            all.push_back(builder.addTrack({.parent = run,
                                            .name = builder.intern("work"),
                                            .key = builder.trackCount() + 1,
                                            .kind = TrackKind::slices},
                                           {.axis = axis}));
            builder.add(builder.addRow(all.back()),
                        {0, axis == 0 ? 100 : 300, builder.intern("work"), 0, RecordRef(SourceId(0), 0)});
        }
        const TimelinePtr timeline = builder.snapshot({0, 300}, 0, true);
        const auto lengthOf = [&](std::optional<std::vector<TrackId>> tracks,
                                  std::optional<TimeRange> range = {}) {
            return compare::lengthOf(
                {.timeline = timeline, .scope = {.range = range, .tracks = std::move(tracks)}});
        };
        QCOMPARE(lengthOf({}), std::int64_t(400));
        QCOMPARE(lengthOf(all), std::int64_t(400));
        QCOMPARE(lengthOf(std::vector {all[0]}), std::int64_t(100));
        QCOMPARE(lengthOf({}, TimeRange {50, 200}), std::int64_t(50 + 150));
    }

    // An order has no length, nor has what lies on it.
    void anOrderHasNoLength()
    {
        TimelineBuilder builder;
        builder.setAxes({{.name = "cpu", .range = {0, 100}},
                         {.name = "order", .kind = ClockAxis::Kind::order, .range = {0, 1'000}}});
        const TrackId timed = builder.addTrack({.name = builder.intern("a"), .key = 1}, {.axis = 0});
        const TrackId ordered = builder.addTrack({.name = builder.intern("b"), .key = 2}, {.axis = 1});
        const TimelinePtr timeline = builder.snapshot({0, 1'000}, 0, true);
        const auto lengthOf = [&](std::optional<std::vector<TrackId>> tracks) {
            return compare::lengthOf({.timeline = timeline, .scope = {.tracks = std::move(tracks)}});
        };
        QCOMPARE(lengthOf({}), std::int64_t(100));
        QCOMPARE(lengthOf({{timed, ordered}}), std::int64_t(100));
        QCOMPARE(lengthOf({{ordered}}), std::int64_t(0));
    }

    // Runs of one clock lie behind each other: a part of one of them is as long as that run, not as the clock.
    void theLengthOfTracksOfARunIsThatOfTheRun()
    {
        TimelineBuilder builder;
        builder.setAxes({{.name = "clk", .range = {0, 1'300}}, {.name = "cycles", .range = {0, 300}}});
        const auto add = [&](const char* name, TrackId parent, std::int64_t from, std::int64_t to,
                             std::uint16_t axis = 0) {
            const std::uint64_t key = builder.trackCount() + 1;
            const TrackId track = builder.addTrack(
                {.parent = parent, .name = builder.intern(name), .key = key, .kind = TrackKind::slices},
                {.axis = axis});
            builder.add(builder.addRow(track),
                        {from, to, builder.intern("work"), 0, RecordRef(SourceId(0), 0)});
            return track;
        };
        const auto run = [&](const char* name) {
            return builder.addTrack({.name = builder.intern(name),
                                     .key = builder.trackCount() + 2'000,
                                     .kind = TrackKind::group,
                                     .flags = group_flag::kRun});
        };
        const TrackId first = run("segment 0"), second = run("segment 1");
        const TrackId all = add("all", first, 0, 100), some = add("some", first, 40, 50);
        const TrackId later = add("later", second, 1'000, 1'300);
        add("of another clock", second, 0, 300, 1);
        const TimelinePtr timeline = builder.snapshot({0, 1'300}, 0, true);
        const auto lengthOf = [&](std::vector<TrackId> tracks, std::optional<TimeRange> range = {}) {
            return compare::lengthOf(
                {.timeline = timeline, .scope = {.range = range, .tracks = std::move(tracks)}});
        };
        QCOMPARE(lengthOf({all, some}), std::int64_t(100));
        QCOMPARE(lengthOf({some}), std::int64_t(100));
        QCOMPARE(lengthOf({later}), std::int64_t(300));
        QCOMPARE(lengthOf({some, later}), std::int64_t(1'300));
        QCOMPARE(lengthOf({later}, TimeRange {0, 1'100}), std::int64_t(100));
    }

    // Counters, each with a value: paths are matched behind the run, and behind nothing else.
    void rowsOfOtherRunsAreMatched()
    {
        struct Tracks
        {
            const char* group;
            std::uint8_t flags;
            std::vector<const char*> names;
        };
        const auto table = [](const std::vector<Tracks>& groups, std::optional<std::uint32_t> only = {}) {
            TimelineBuilder builder;
            std::uint64_t key = 0;
            std::vector<TrackId> tops;
            for (const Tracks& each : groups) {
                tops.push_back(builder.addTrack({.name = builder.intern(each.group),
                                                 .key = ++key,
                                                 .kind = TrackKind::group,
                                                 .flags = each.flags}));
                for (const char* const name : each.names) {
                    const TrackId track = builder.addTrack({.parent = tops.back(),
                                                            .name = builder.intern(name),
                                                            .key = ++key,
                                                            .kind = TrackKind::counter});
                    builder.addValue(builder.addRow(track), 0, 1, RecordRef(SourceId(0), 0));
                }
            }
            Job job;
            query::Scope scope;
            if (only)
                scope.tracks = std::vector {tops[*only]};
            const query::FieldColumns none(nullptr);
            return *stats::makeTable(
                {.timeline = builder.snapshot({0, 1'000}, 0, true), .by = "counter", .scope = scope}, nullptr,
                none, job);
        };
        const auto keys = [](const stats::MadeTable& a, const stats::MadeTable& b) {
            Job job;
            return compare::comparedParts(a, b, {}, job)->both.table.keys;
        };
        using Keys = std::vector<std::string>;
        const std::uint8_t run = group_flag::kRun;
        const std::vector<Tracks> runs {{"segment 0", run, {"rpm"}}, {"segment 1", run, {"rpm"}}};
        const std::vector<Tracks> one {{"motor", 0, {"rpm"}}}, other {{"fan", 0, {"rpm"}}};
        QCOMPARE(keys(table(runs, 0), table(runs, 1)), Keys {"rpm"});
        QCOMPARE(keys(table(runs, 0), table(runs, 0)), Keys {"segment 0/rpm"});
        QCOMPARE(keys(table(one), table(other)), (Keys {"fan/rpm", "motor/rpm"}));
        QCOMPARE(keys(table(runs, 0), table({{"rpm", 0, {}}, {"motor", 0, {"rpm"}}})),
                 (Keys {"motor/rpm", "rpm"}));
        QCOMPARE(keys(table(runs, 0), table(runs)), (Keys {"segment 0/rpm", "segment 1/rpm"}));
        Job job;
        const auto remarks = compare::comparedParts(table(one), table(runs), {}, job)->both.table.remarks;
        QCOMPARE(remarks, Keys {"B has several runs: rows match those of one that is compared alone."});
        QVERIFY(compare::comparedParts(table(one), table(other), {}, job)->both.table.remarks.empty());
    }

    // The collection with that number of another run is another one.
    void whatIsNumberedIsComparedByWhatItIs()
    {
        struct Row
        {
            const char* cause;
            std::int64_t pauseNs, heapBytes;
        };
        const auto table = [](int first, const std::vector<Row>& rows) {
            StatTable made {.id = "gc", .title = "Collections", .key = "collection"};
            made.areNumbered = true;
            made.columns = {{"start_ns", "start", "", StatUnit::moment},
                            {"cause", "cause", "", StatUnit::text},
                            {"pauses_ns", "pauses", "", StatUnit::span},
                            {"after_bytes", "after", "", StatUnit::bytes}};
            made.columns[2].isSum = true;
            made.sortColumn = 2;
            for (const Row& row : rows) {
                made.keys.push_back("gc " + std::to_string(first++));
                made.columns[0].integers.push_back(first);
                made.columns[1].texts.push_back(row.cause);
                made.columns[2].integers.push_back(row.pauseNs);
                made.columns[3].integers.push_back(row.heapBytes);
            }
            stats::MadeTable part = partOf(requests(0), "counter");
            part.other = std::make_shared<const StatTable>(std::move(made));
            return part;
        };
        Job job;
        const auto both = compare::comparedParts(
            table(4'001, {{"full", 3 * kMs, 50}, {"full", 5 * kMs, kNoInteger}, {"asked", kMs, 10}}),
            table(4'001, {{"asked", 2 * kMs, 30}, {"asked", 2 * kMs, 50}, {"full", 9 * kMs, 70}}), {}, job);
        QVERIFY(both);
        const StatTable& told = both->both.table;
        QCOMPARE(told.keys, (std::vector<std::string> {"asked", "full"}));
        const auto row = [&](std::size_t at) {
            std::vector<std::int64_t> out;
            for (const char* const id :
                 {"count_a", "count_b", "pauses_a_ns", "pauses_b_ns", "after_bytes_a", "after_bytes_b"})
                out.push_back(told.column(id)->integers[at]);
            return out;
        };
        QCOMPARE(row(0), (std::vector<std::int64_t> {1, 2, kMs, 4 * kMs, 10, 40}));
        QCOMPARE(row(1), (std::vector<std::int64_t> {2, 1, 8 * kMs, 9 * kMs, 50, 70}));
        QVERIFY(!told.column("start_a_ns"));
        QCOMPARE(told.remarks.size(), std::size_t(1));
    }

    void unitsAreThoseOfTheirRun()
    {
        TimelineBuilder builder;
        std::vector<TrackId> rows;
        for (const int slices : {3, 1}) {
            const TrackId run = builder.addTrack({.name = builder.intern("segment"),
                                                  .key = builder.trackCount() + 1,
                                                  .kind = TrackKind::group,
                                                  .flags = group_flag::kRun});
            rows.push_back(builder.addTrack({.parent = run,
                                             .name = builder.intern("ramps"),
                                             .key = builder.trackCount() + 1,
                                             .kind = TrackKind::slices}));
            const RowId row = builder.addRow(rows.back());
            for (int i = 0; i < slices; ++i)
                builder.add(row,
                            {i * kMs, (i + 1) * kMs, builder.intern("ramp"), 0, RecordRef(SourceId(0), 0)});
        }
        const TimelinePtr timeline = builder.snapshot({0, 3 * kMs}, 0, true);
        const auto ramps = [&](std::optional<std::vector<TrackId>> tracks) {
            Job job;
            const stats::MadeTable part {.timeline = timeline, .scope = {.tracks = std::move(tracks)}};
            return compare::unitsIn(*compare::namesIn(part, job), "ramp");
        };
        QCOMPARE(ramps({}), std::int64_t(4));
        QCOMPARE(ramps(std::vector {rows[0]}), std::int64_t(3));
        QCOMPARE(ramps(std::vector {rows[1]}), std::int64_t(1));
        QCOMPARE(ramps(rows), std::int64_t(4));
    }

    void unitsAreThoseOfTheRange()
    {
        Job job;
        const auto units = [&](std::optional<TimeRange> range, const char* name) {
            return compare::unitsIn(*compare::namesIn(partOf(requests(7), "track", range), job), name);
        };
        QCOMPARE(units({}, "request"), std::int64_t(93));
        QCOMPARE(units({}, "parse"), std::int64_t(7));
        QCOMPARE(units(TimeRange {0, 500 * kMs}, "parse"), std::int64_t(0));
        QCOMPARE(units({}, "render"), std::int64_t(0));
    }

    void tablesAreMadeByTheirWord()
    {
        QVERIFY(partOf(requests(7), "name").slices);
        QCOMPARE(partOf(requests(7), "name").table().size(), std::size_t(2));
        QCOMPARE(partOf(requests(7), "counter").table().id, std::string("counters"));
        QCOMPARE(partOf(requests(7), "log").table().id, std::string("logs"));
        QCOMPARE(partOf(requests(7), "no such table").table().size(), std::size_t(0));
    }

    // B's own columns stand where they stood; what only A has leads nowhere.
    void besideEachOther()
    {
        const TimelinePtr timeline = requests(7);
        const auto a = partOf(timeline, "name", TimeRange {500 * kMs, 1'000 * kMs});
        const auto b = partOf(timeline, "name", TimeRange {0, 500 * kMs});
        Job job;
        const auto both = compare::comparedParts(a, b, {}, job)->both;
        const StatTable shown = *compare::sideBySide(b.table(), both, {.leadsToA = true}, job);
        for (std::size_t i = 0; i < b.table().columns.size(); ++i)
            QCOMPARE(shown.columns[i].id, b.table().columns[i].id);
        QCOMPARE(shown.size(), std::size_t(2));
        const Cells request(shown, "request"), parse(shown, "parse");
        QCOMPARE(request.integer("count"), std::int64_t(50));
        QCOMPARE(request.integer("count_a"), std::int64_t(43));
        QCOMPARE(request.integer("total_change_ns"), 70 * kMs);
        QCOMPARE(request.text("verdict"), std::string("no clear change"));
        QCOMPARE(parse.integer("count"), kNoInteger);
        QCOMPARE(parse.integer("count_a"), std::int64_t(7));
        QCOMPARE(parse.integer("total_change_ns"), -70 * kMs);
        QCOMPARE(parse.text("verdict"), std::string("only in A"));
        QCOMPARE(parse.place("max_ns").track, kNoTrack);
        QCOMPARE(shown.queries[1], std::string());
        QVERIFY(!shown.queries[0].empty());
        QCOMPARE(stats::countOf(shown.histograms[0]), std::uint64_t(50));
        QVERIFY(shown.histograms[1].empty());
        QCOMPARE(shown.columns[shown.sortColumn].id, std::string("total_change_ns"));
        QCOMPARE(shown.columns.back().id, std::string("verdict"));
        // What is looked for first.
        std::vector<std::string> first;
        for (const StatColumn& column : shown.columns)
            if (!column.isAside && (column.id.find("_a") != std::string::npos || column.isChange))
                first.push_back(column.id);
        QCOMPARE(
            first,
            (std::vector<std::string> {"count_a", "total_a_ns", "total_change_ns", "p50_a_ns", "p95_a_ns"}));
    }

    // The longest slice of A is on the timeline only where A is a part of the same capture.
    void aIsLedToWhereItIs()
    {
        const auto a = partOf(requests(7), "name"), b = partOf(requests(0), "name");
        Job job;
        const auto both = compare::comparedParts(a, b, {}, job)->both;
        const StatTable here = *compare::sideBySide(b.table(), both, {.leadsToA = true}, job);
        const StatTable elsewhere = *compare::sideBySide(b.table(), both, {.leadsToA = false}, job);
        QVERIFY(Cells(here, "request").place("p95_a_ns").track != kNoTrack);
        QCOMPARE(Cells(elsewhere, "request").place("p95_a_ns").track, kNoTrack);
        QVERIFY(Cells(elsewhere, "request").place("p95_ns").track != kNoTrack);
    }

    // Divided numbers of B are no columns of its table, so they come with those of A.
    void dividedOnesOfBothAreShown()
    {
        const auto a = partOf(requests(0), "name"), b = partOf(requests(0), "name", TimeRange {0, 500 * kMs});
        Job job;
        const auto per = compare::denominatorFor(compare::lengthOf(a), compare::lengthOf(b));
        QCOMPARE(per.kind, compare::Denominator::Kind::second);
        const auto both = compare::comparedParts(a, b, per, job)->both;
        const StatTable shown = *compare::sideBySide(b.table(), both, {}, job);
        const std::vector<std::string> ids = idsOf(shown);
        QVERIFY(std::ranges::find(ids, "count_b_per") != ids.end());
        QVERIFY(std::ranges::find(ids, "p95_b_ns") == ids.end());
        QCOMPARE(Cells(shown, "request").real("count_b_per"), 100.0);
        const auto column = [&](const char* id) {
            return *std::ranges::find(b.table().columns, id, &StatColumn::id);
        };
        QCOMPARE(compare::idOfB(column("total_ns"), both), std::string("total_b_ns_per"));
        QCOMPARE(compare::idOfB(column("p95_ns"), both), std::string("p95_b_ns"));
        QCOMPARE(compare::idOfB(column("min_ns"), both), std::string());
    }

    void whatIsSeenWithLittleRoom()
    {
        const auto a = partOf(requests(0), "name"), b = partOf(requests(0), "name", TimeRange {0, 500 * kMs});
        Job job;
        const auto mainOnes = [&](const compare::Denominator& per) {
            const auto both = compare::comparedParts(a, b, per, job)->both;
            const auto table = compare::sideBySide(b.table(), both, {}, job);
            std::vector<std::string> out;
            for (const StatColumn& column : table->columns)
                if (compare::isMain(column, both))
                    out.push_back(column.id);
            return out;
        };
        QCOMPARE(mainOnes({}),
                 (std::vector<std::string> {"p50_ns", "total_change_ns", "p50_a_ns", "verdict"}));
        QCOMPARE(mainOnes(compare::denominatorFor(compare::lengthOf(a), compare::lengthOf(b))),
                 (std::vector<std::string> {"p50_ns", "total_change_ns_per", "p50_a_ns", "verdict"}));
    }

    // However many names there are, at whatever moment it is stopped: in the time of the processor, as others may be busy.
    void manyNamesStopSoon()
    {
        const auto tableOf = [](std::size_t first) {
            constexpr std::size_t kRows = repeat(250'000);
            StatTable out {.id = "slices", .title = "Slices by name", .key = "name"};
            for (std::size_t row = 0; row < kRows; ++row)
                out.keys.push_back("a name that is as long as others are " + std::to_string(first + row));
            out.queries = out.keys;
            for (const char* const id :
                 {"count", "total_ns", "self_ns", "p50_ns", "p95_ns", "p99_ns", "max_ns"}) {
                StatColumn column {.id = id, .title = id};
                column.integers.assign(kRows, 7);
                column.places.resize(kRows);
                out.columns.push_back(std::move(column));
            }
            return out;
        };
        const StatTable a = tableOf(0), b = tableOf(repeat(125'000));
        const auto cpuMs = [](clockid_t clock) {
            timespec now {};
            clock_gettime(clock, &now);
            return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
        };
        bool isDone = false;
        int stops = 0;
        for (double stopAtMs = 0; !isDone; stopAtMs = 1.4 * stopAtMs + 20, ++stops) {
            std::stop_source stop;
            std::atomic<double> ended {0};
            std::jthread thread([&] {
                Job job(stop.get_token());
                const auto both = compare::compared({a}, {b}, {}, job);
                isDone = both && compare::sideBySide(b, *both, {}, job);
                ended = cpuMs(CLOCK_THREAD_CPUTIME_ID);
            });
            clockid_t clock {};
            pthread_getcpuclockid(thread.native_handle(), &clock);
            while (ended == 0 && cpuMs(clock) < stopAtMs)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            const double asked = cpuMs(clock);
            stop.request_stop();
            thread.join();
            QVERIFY2(isDone || ended - asked < slower(100), qPrintable(QString::number(ended - asked)));
        }
        QVERIFY(stops > 3);
    }

    void twoHistogramsShareTheirBars()
    {
        stats::Counts counts;
        counts.add(1'000, 3);
        counts.add(5'000);
        const StatHistogram a = counts.take();
        counts.add(2'000, 2);
        counts.add(90'000);
        const StatHistogram b = counts.take();
        const auto bars = stats::bars(stats::merged(a, b));
        const auto ofA = stats::countsIn(bars, a), ofB = stats::countsIn(bars, b);
        std::uint64_t allOfA = 0, allOfB = 0;
        for (std::size_t i = 0; i < bars.size(); ++i) {
            QCOMPARE(ofA[i] + ofB[i], bars[i].count);
            allOfA += ofA[i];
            allOfB += ofB[i];
        }
        QCOMPARE(allOfA, std::uint64_t(4));
        QCOMPARE(allOfB, std::uint64_t(3));
        QCOMPARE(ofA.front(), std::uint64_t(3));
        QCOMPARE(ofB.back(), std::uint64_t(1));
        QVERIFY(stats::countsIn({}, a).empty());
    }

    void findingsThatAreGone()
    {
        const auto finding = [](const char* rule, const char* subject) {
            return Finding {.rule = rule, .severity = FindingSeverity::low, .subject = {subject}};
        };
        const std::vector<Finding> before {finding("one", "a"), finding("one", "b"), finding("two", "a")};
        const std::vector<Finding> now {finding("one", "a"), finding("two", "b")};
        const auto gone = compare::goneFrom(before, now);
        QCOMPARE(gone.size(), std::size_t(2));
        QCOMPARE(gone[0]->subject.name, std::string("b"));
        QCOMPARE(gone[1]->rule, std::string_view("two"));
    }
};

QTEST_GUILESS_MAIN(TestCompareParts)
#include "tst_compare_parts.moc"
