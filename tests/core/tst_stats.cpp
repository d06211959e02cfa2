// Histograms against what is in them, templates of lines, and statistics of counters and lines.
#include "core/logs/log_template.h"
#include "core/query/parse.h"
#include "core/stats/counter_table.h"
#include "core/stats/histogram.h"
#include "core/stats/log_table.h"
#include "core/stats/slice_table.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/plain_statistics.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/stream_timeline.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace traceglass;

class TestStats : public QObject
{
    Q_OBJECT

private slots:
    // --- histograms

    void stepsCoverEveryDuration()
    {
        std::int64_t end = 0;
        for (std::uint32_t step = 0; step < stats::kStepCount; ++step) {
            const TimeRange range = stats::rangeOf(step);
            QCOMPARE(range.startNs, end);
            QVERIFY(range.endNs > range.startNs);
            QCOMPARE(stats::stepOf(range.startNs), step);
            QCOMPARE(stats::stepOf(range.endNs - 1), step);
            QVERIFY((range.endNs - range.startNs - 1) * 128 <= range.startNs);
            end = range.endNs;
        }
        QCOMPARE(end, INT64_MAX);
        QCOMPARE(stats::stepOf(INT64_MAX), stats::kStepCount - 1);
        QCOMPARE(stats::stepOf(-5), std::uint32_t(0));
    }

    void histogramsAddUp()
    {
        std::mt19937_64 random(3);
        for (int round = 0; round < 50; ++round) {
            stats::Counts a, b, both;
            std::vector<std::int64_t> values;
            for (int i = 0; i < 400; ++i) {
                const auto ns = static_cast<std::int64_t>(random() >> (1 + random() % 63));
                values.push_back(ns);
                (i % 3 == 0 ? a : b).add(ns);
                both.add(ns);
            }
            const StatHistogram all = both.take();
            QCOMPARE(stats::merged(a.take(), b.take()), all);
            QCOMPARE(stats::countOf(all), std::uint64_t(400));
            QVERIFY(both.take().empty());
            std::ranges::sort(values);
            for (const stats::Quantile& each :
                 {stats::kMedian, stats::kP95, stats::kP99, stats::Quantile {1, 1}}) {
                const auto exact = static_cast<double>(values[each.rank(400)]);
                const auto about = static_cast<double>(*stats::quantile(all, each));
                QVERIFY2(std::abs(about - exact) <= exact * 0.008, qPrintable(QString::number(exact)));
            }
        }
        QVERIFY(!stats::quantile({}, stats::kMedian));
    }

    void ranksAreTheNearest()
    {
        for (std::uint64_t n = 1; n < 500; ++n)
            for (const std::uint64_t percent : {1u, 50u, 95u, 99u, 100u})
                QCOMPARE((stats::Quantile {percent, 100}.rank(n)), (percent * n + 99) / 100 - 1);
        QCOMPARE(stats::kP99.rank(UINT64_MAX / 2) / 1'000, UINT64_MAX / 2 / 100 * 99 / 1'000);
    }

    void barsHoldWhatTheStepsHold()
    {
        stats::Counts counts;
        for (const std::int64_t ns : {1, 2, 3, 100, 1'000, 1'010, 1'300, 50'000})
            counts.add(ns);
        const std::vector<stats::HistogramBar> bars = stats::bars(counts.take());
        QCOMPARE(bars.front().range, (TimeRange {1, 2}));
        QCOMPARE(bars.back().range, (TimeRange {49'152, 57'344}));
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < bars.size(); ++i) {
            all += bars[i].count;
            if (i > 0)
                QCOMPARE(bars[i].range.startNs, bars[i - 1].range.endNs);
            if (bars[i].range.contains(1'000))
                QCOMPARE(bars[i], (stats::HistogramBar {{896, 1'024}, 2}));
        }
        QCOMPARE(all, std::uint64_t(8));
        QVERIFY(stats::bars({}).empty());
    }

    void templatesOfLines_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("is");
        const auto row = [](const char* line, const char* is) { QTest::newRow(line) << line << is; };
        row("conn 12 closed", "conn # closed");
        row("can0: frame 7f repeated", "can#: frame #f repeated");
        row("from \"bob b\" to 'x'", "from # to #");
        row("don't 5 o'clock", "don't # o'clock");
        row("at 0x7fFe: 0x", "at #: #x");
        row("hash deadbeef01 facade effacedfacade", "hash # facade effacedfacade");
        row("id 123e4567-e89b-12d3-a456-426614174000.", "id #.");
        row("id 123e4567-e89b-12d3-a456-42661417400g", "id #-e#b-#d#-a#-#g");
        row("\"open", "\"open");
        row("[   12.5]\tup", "[ #.#] up");
        row("i2c: NACK from 72", "i2c: NACK from #");
        row("BUS_I2C3 of I2C1 up", "BUS_I2C# of I2C# up");
        row("got b2b3 at e89b", "got b#b# at e#b");
        row("up for 1h23m45s", "up for #h#m#s");
        row("\x1b[0;31mE (17) wifi: expired\x1b[0m", "E (#) wifi: expired");
        row("\\x1b[0;31mE (17) wifi: expired\\x1b[0m", "E (#) wifi: expired");
        row("cut in a colour \\x1b[0;3", "cut in a colour ");
        row("no colour: \x1b] \\x1b\\", "no colour: \x1b] \\x1b\\");
        // A JSON object: its message, else its keys and its level.
        row(R"({"level":"warn","msg":"frame 12 from \"a\" is late","t":1})", "frame # from # is late");
        row(R"({ "message": "up", "level": "info" })", "up");
        row(R"({"level":"warn","temp":21.5,"of":"ntc 2"})", R"({"level":"warn","temp":#,"of":#})");
        row(R"({"t":-1.5e3, "on":true, "in":{"level":"x","msg":"y"}})",
            R"({"t":#, "on":true, "in":{"level":#,"msg":#}})");
        row(R"({"level":"warn","temp":21.)", R"({"level":"warn","temp":#)"); // cut
        row("{12} \"up\"", "{#} #");
        row(R"({"open)", R"({"open)");
        row("", "");
    }
    void templatesOfLines()
    {
        QFETCH(QString, line);
        QFETCH(QString, is);
        QCOMPARE(QString::fromStdString(logs::logTemplate(line.toStdString())), is);
    }

    // --- counters and lines

    void countersOfStreams()
    {
        const TimelinePtr timeline = streamTimeline();
        const auto tableIn = [&](std::optional<TimeRange> range) {
            Job job;
            return std::move(*stats::counterTable(*timeline, {range, {}, 1}, nullptr, job));
        };
        const auto value = [](const StatTable& table, std::string_view key, std::string_view id) {
            for (std::size_t row = 0; row < table.size(); ++row)
                if (table.keys[row].ends_with(key))
                    return columnOf(table, id).numbers[row];
            return std::nan("");
        };
        const StatTable all = tableIn({});
        QCOMPARE(all.size(), std::size_t(3));
        QCOMPARE(value(all, "current", "first"), 0.0); // a curve: 0 at 0, 10 at 500 ms, 0 at 1000 ms
        QCOMPARE(value(all, "current", "max"), 10.0);
        QCOMPARE(value(all, "current", "mean"), 5.0);
        QCOMPARE(value(all, "current", "integral"), 5.0);
        QCOMPARE(value(all, "current", "largest_step"), 10.0);
        QCOMPARE(value(all, "torque", "integral"),
                 2 * 0.3 + 8 * 0.3 + 2 * 0.3); // steps: 2 at 100, 8 at 400, 2 at 700
        QCOMPARE(value(all, "torque", "mean"), 3.6 / 0.9);
        QCOMPARE(value(all, "torque", "largest_step"), 6.0);
        QCOMPARE(value(all, "torque", "sigma"), std::sqrt(24.0 - 16.0)); // squares: 4 and 64 and 4, each 0.3 s
        QCOMPARE(value(all, "current", "sigma"), 5.0); // 0 for 0.25 s, 10 for 0.5 s, 0 for 0.25 s
        QCOMPARE(value(all, "duration", "mean"),
                 (5 * 0.2 + 7 * 0.15) / 0.35); // until its clock ends at 400 ms
        for (std::size_t row = 0; row < all.size(); ++row)
            if (all.keys[row].ends_with("torque"))
                QCOMPARE(columnOf(all, "max").places[row].startNs, kStreamStart + 400 * kStreamMs);

        // Cut between two values: the line goes on, but nothing is recorded there.
        const StatTable cut =
            tableIn(TimeRange {kStreamStart + 250 * kStreamMs, kStreamStart + 350 * kStreamMs});
        QCOMPARE(value(cut, "current", "mean"), 6.0);
        QCOMPARE(value(cut, "current", "sigma"), 1.0); // 5 and 7 at its ends
        QVERIFY(std::isnan(value(cut, "current", "max")));
        QCOMPARE(value(cut, "torque", "mean"), 2.0);
        const StatTable left = tableIn(TimeRange {kStreamStart, kStreamStart + 333 * kStreamMs});
        const StatTable right =
            tableIn(TimeRange {kStreamStart + 333 * kStreamMs, kStreamStart + 1000 * kStreamMs});
        for (const char* const key : {"current", "torque"}) {
            const double sum = value(left, key, "integral") + value(right, key, "integral");
            QVERIFY(std::abs(sum - value(all, key, "integral")) < 1e-9);
        }
    }

    void gapsOfCountersAreNotKnown()
    {
        TimelineBuilder builder;
        const TrackId track = builder.addTrack(
            {.name = builder.intern("v"), .key = 1, .kind = TrackKind::counter}, {.origin = 100});
        const RowId row = builder.addRow(track);
        const double values[] = {101, 103, std::nan(""), 109, 105};
        for (int i = 0; i < 5; ++i)
            builder.addValue(row, i * 1'000'000'000LL, values[i], RecordRef(SourceId(0), 0));
        Job job;
        const TimelinePtr timeline = builder.snapshot({0, 4'000'000'000}, 5, true);
        const auto table = stats::counterTable(*timeline, {}, nullptr, job);
        QVERIFY(table);
        QCOMPARE(columnOf(*table, "count").integers[0], std::int64_t(5));
        QCOMPARE(columnOf(*table, "integral").numbers[0], 102.0 + 107.0);
        QCOMPARE(columnOf(*table, "mean").numbers[0], 104.5);
        // 101, 103, 109 and 105, each for half a second.
        QCOMPARE(columnOf(*table, "sigma").numbers[0],
                 std::sqrt((3.5 * 3.5 + 1.5 * 1.5 + 4.5 * 4.5 + 0.5 * 0.5) / 4));
        QCOMPARE(columnOf(*table, "largest_step").numbers[0], -4.0);
        QCOMPARE(columnOf(*table, "last").numbers[0], 105.0);
        QCOMPARE(table->remarks, std::vector<std::string> {"1 value is no number."});
    }

    // Whatever its size and the times between: rounding shakes nothing.
    void whatIsConstantDoesNotShake()
    {
        TimelineBuilder builder;
        const TrackId track =
            builder.addTrack({.name = builder.intern("v"), .key = 1, .kind = TrackKind::counter});
        const RowId row = builder.addRow(track);
        std::int64_t ns = 0;
        for (int i = 0; i < 1'000; ++i, ns += 1'000'003 + i * 7'919)
            builder.addValue(row, ns, 84.7, RecordRef(SourceId(0), 0));
        Job job;
        const auto table = stats::counterTable(*builder.snapshot({0, ns}, 1, true), {}, nullptr, job);
        QCOMPARE(columnOf(*table, "sigma").numbers[0], 0.0);
        QCOMPARE(columnOf(*table, "mean").numbers[0], double(84.7f));
    }

    void countersOfOneNameAreToldApart()
    {
        TimelineBuilder builder;
        const auto add = [&](const char* name, std::uint64_t key, const char* detail) {
            const RowId row = builder.addRow(builder.addTrack(
                {.name = builder.intern(name), .key = key, .kind = TrackKind::counter}, {.detail = detail}));
            builder.addValue(row, std::int64_t(key), 1, RecordRef(SourceId(0), key));
        };
        add("heap", 1, "requested");
        add("heap", 2, "bound");
        add("clock", 3, "MHz");
        Job job;
        const TimelinePtr timeline = builder.snapshot({0, 10}, 3, true);
        const auto table = stats::counterTable(*timeline, {}, nullptr, job);
        QVERIFY(table);
        QCOMPARE(table->keys, (std::vector<std::string> {"heap requested", "heap bound", "clock"}));
        const auto some = stats::counterTable(*timeline, {TimeRange {2, 3}, {}, 1}, nullptr, job);
        QVERIFY(some);
        QCOMPARE(some->keys, std::vector<std::string> {"heap bound"}); // also where the other is not seen
    }

    // A float holds whole numbers up to 2^24, from the origin of the track.
    void largeValuesAreRounded()
    {
        TimelineBuilder builder;
        const auto add = [&](const char* name, std::uint64_t key, double origin, double value) {
            const TrackId track = builder.addTrack(
                {.name = builder.intern(name), .key = key, .kind = TrackKind::counter});
            builder.setOrigin(track, origin);
            const RowId row = builder.addRow(track);
            builder.addValue(row, 0, 3, RecordRef(SourceId(0), 3 * key));
            builder.addValue(row, 1'000, value, RecordRef(SourceId(0), 3 * key + 1));
            builder.addValue(row, 2'000, value + 14, RecordRef(SourceId(0), 3 * key + 2));
        };
        add("small", 1, 0, 16'777'201);
        add("large", 2, 0, 4'000'000'019);
        add("far", 3, 3, 16'777'205);
        Job job;
        const TimelinePtr timeline = builder.snapshot({0, 3'000}, 9, true);
        const StatTable all = *stats::counterTable(*timeline, {}, nullptr, job);
        QCOMPARE(all.inexact, (std::vector<bool> {false, true, true}));
        QCOMPARE(all.remarks.size(), std::size_t(1));
        const StatTable begin = *stats::counterTable(*timeline, {TimeRange {0, 1'000}, {}, 1}, nullptr, job);
        QCOMPARE(begin.inexact, (std::vector<bool> {false, false, false}));
        QVERIFY(begin.remarks.empty());
    }

    // Values that do not fit are not there, and what is between them and others is not known.
    void countersThatFit()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(
            builder.addTrack({.name = builder.intern("v"), .key = 1, .kind = TrackKind::counter}));
        for (int i = 0; i < 6; ++i)
            builder.addValue(row, i * 1'000'000'000LL, i * i, RecordRef(SourceId(0), std::uint64_t(i)));
        Job job;
        const TimelinePtr timeline = builder.snapshot({0, 5'000'000'000}, 6, true);
        const auto tableWhere = [&](const char* text) {
            const auto hits = query::run(timeline, *query::parse(text), {}, job);
            return *stats::counterTable(*timeline, {}, &*hits, job);
        };
        const StatTable some = tableWhere("kind = counter not start in (+3s, +1s)");
        QCOMPARE(columnOf(some, "count").integers[0], std::int64_t(4));
        QCOMPARE(columnOf(some, "integral").numbers[0], (16.0 + 25.0) / 2);
        QCOMPARE(columnOf(some, "mean").numbers[0], (16.0 + 25.0) / 2);
        QCOMPARE(columnOf(some, "largest_step").numbers[0], 9.0);
        QCOMPARE(columnOf(some, "max").numbers[0], 25.0);
        QVERIFY(some.remarks.empty());
        QCOMPARE(tableWhere("kind = slices").size(), std::size_t(0));
    }

    void linesOfLogs()
    {
        TimelineBuilder builder;
        const RowId log = builder.addRow(
            builder.addTrack({.name = builder.intern("stdout"), .key = 1, .kind = TrackKind::log}));
        const RowId marks = builder.addRow(
            builder.addTrack({.name = builder.intern("marks"), .key = 2, .kind = TrackKind::marks}));
        const char* const lines[] = {"[  1.5] WARN heat 80",
                                     "[ 11.5] INFO heat 9",
                                     "[ 12.0] WARN heat 91",
                                     "error rate is 5 %",
                                     "2026-05-28T20:00Z [error] lost 4",
                                     "E: 5"};
        for (int i = 0; i < 6; ++i)
            builder.add(
                log, {i * i * 1'000, i * i * 1'000, builder.intern(lines[i]), 0, RecordRef(SourceId(0), 0)});
        builder.add(marks, {500, 500, builder.intern("[  7.5] WARN heat 3"), 0, RecordRef(SourceId(0), 0)});
        const TimelinePtr timeline = builder.snapshot({0, 2'000'000'000}, 7, true);
        Job job;
        const auto table = stats::logTable(timeline, {}, nullptr, job);
        QVERIFY(table);
        QCOMPARE(table->keys,
                 (std::vector<std::string> {"[ #.#] WARN heat #", "[ #.#] INFO heat #", "error rate is # %",
                                            "#-#-#T#:#Z [error] lost #", "E: #"}));
        QCOMPARE(table->columns[0].texts, (std::vector<std::string> {"warn", "info", "", "error", ""}));
        QCOMPARE(columnOf(*table, "count").integers[0], std::int64_t(3)); // of two tracks
        QCOMPARE(columnOf(*table, "rate").numbers[0], 1.5);
        QCOMPARE(columnOf(*table, "first_ns").integers[0], std::int64_t(0));
        QCOMPARE(columnOf(*table, "last_ns").integers[0], std::int64_t(4'000));
        QCOMPARE(columnOf(*table, "silence_ns").integers[0], std::int64_t(3'500));
        QCOMPARE(columnOf(*table, "silence_ns").integers[1], kNoInteger);
        const query::Scope cut {TimeRange {600, 5'000}, {}, 1};
        const auto heat = query::run(timeline, *query::parse("heat"), cut, job);
        const auto some = stats::logTable(timeline, cut, &*heat, job);
        QCOMPARE(some->size(), std::size_t(2));
        QCOMPARE(columnOf(*some, "count").integers[0], std::int64_t(1)); // 4000
        const auto levels = stats::sliceTable(timeline, {.by = stats::SliceKey::level}, job);
        QVERIFY(levels);
        std::map<std::string, std::pair<std::int64_t, std::string>> found;
        for (std::size_t i = 0; i < levels->size(); ++i)
            found[levels->keys[i]] = {columnOf(*levels, "count").integers[i], levels->queries[i]};
        QCOMPARE(
            found,
            (std::map<std::string, std::pair<std::int64_t, std::string>> {{"error", {1, "level = error"}},
                                                                          {"info", {1, "level = info"}},
                                                                          {"no level", {2, ""}},
                                                                          {"warn", {2, "level = warn"}}}));
        const auto counted = [&](const char* text) {
            return query::run(timeline, *query::parse(text), {}, job)->count();
        };
        QCOMPARE(counted("level"), std::uint64_t(4));
        QCOMPARE(counted("level >= warn"), std::uint64_t(3));
        QCOMPARE(counted("level != warn"), std::uint64_t(2)); // of those that say one
        QCOMPARE(counted("kind = log not level"), std::uint64_t(2));
        QCOMPARE(counted("level < info"), std::uint64_t(0));
        const TimelinePtr service = sampleTimeline();
        const auto bad = query::run(service, *query::parse("level >= warn"), {}, job);
        const auto events = stats::logTable(service, {}, &*bad, job);
        QCOMPARE(events->keys, (std::vector<std::string> {"slow wake", "pool exhausted"}));
        QCOMPARE(events->columns[0].texts, (std::vector<std::string> {"warn", "error"}));
    }

    // A second of the run that the lines are of, not of all there are.
    void linesOfARun()
    {
        constexpr std::int64_t kS = 1'000'000'000;
        TimelineBuilder builder;
        builder.setAxes({{.name = "clk", .range = {0, 100 * kS}}});
        std::vector<TrackId> logs;
        for (std::int64_t run = 0; run < 2; ++run) {
            const TrackId group = builder.addTrack({.name = builder.intern("segment " + std::to_string(run)),
                                                    .key = std::uint64_t(run) + 10,
                                                    .kind = TrackKind::group,
                                                    .flags = group_flag::kRun});
            logs.push_back(builder.addTrack({.parent = group,
                                             .name = builder.intern("log"),
                                             .key = std::uint64_t(run) + 20,
                                             .kind = TrackKind::log}));
            const RowId row = builder.addRow(logs.back());
            for (std::int64_t s = run * 60; s <= run * 60 + 40; s += 4)
                builder.add(row, {s * kS, s * kS, builder.intern("alive"), 0, RecordRef(SourceId(0), 0)});
        }
        const TimelinePtr timeline = builder.snapshot({0, 100 * kS}, 22, true);
        Job job;
        const auto all = stats::logTable(timeline, {}, nullptr, job);
        QCOMPARE(columnOf(*all, "rate").numbers[0], 0.22);
        const auto one = stats::logTable(timeline, {.tracks = {{logs[1]}}}, nullptr, job);
        QCOMPARE(columnOf(*one, "rate").numbers[0], 11.0 / 40);
    }
};

QTEST_GUILESS_MAIN(TestStats)
#include "tst_stats.moc"
