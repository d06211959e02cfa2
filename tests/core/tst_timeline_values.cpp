#include "core/timeline/timeline_builder.h"

#include <QtTest>
#include <cmath>

using namespace traceglass;

class TestTimelineValues : public QObject
{
    Q_OBJECT

private slots:
    // Whatever the zoom, the extremes drawn of a pixel are those of the values in it.
    void extremesOfEveryPixel_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("a few, in a shared pack") << 100;
        QTest::newRow("several packs") << 150'000;
    }
    void extremesOfEveryPixel()
    {
        QFETCH(int, count);
        TimelineBuilder builder;
        const TrackId track = builder.addTrack({.kind = TrackKind::counter}, {.origin = 1e9});
        const RowId row = builder.addRow(track);
        std::vector<double> values;
        for (int i = 0; i < count; ++i) {
            values.push_back(1e9 + 8 * std::sin(i * 0.01) + (i % 97 == 0 ? 3 : 0));
            builder.addValue(row, std::int64_t(i) * 10, values.back(), RecordRef(SourceId(0), 0));
        }
        const auto timeline = builder.snapshot({0, std::int64_t(count) * 10}, 0, true);
        const auto [low, high] = *timeline->valueRange(row);
        QVERIFY(std::abs(low - *std::ranges::min_element(values)) < 1e-5);
        QVERIFY(std::abs(high - *std::ranges::max_element(values)) < 1e-5);

        const auto valueOf = [&](const std::optional<Slice>& slice) {
            return values[std::size_t(slice->startNs / 10)];
        };
        QVERIFY(std::abs(valueOf(timeline->extreme(row, false)) - low) < 1e-5);
        QVERIFY(std::abs(valueOf(timeline->extreme(row, true)) - high) < 1e-5);

        for (const std::int64_t nsPerPixel : {1, 35, 700, 20'000, 10'000'000}) {
            std::vector<ValueRun> runs;
            const TimeRange window {std::int64_t(count) * 2, std::int64_t(count) * 7};
            timeline->queryValues(row, window, nsPerPixel, runs);
            std::uint64_t seen = 0;
            std::int64_t before = INT64_MIN;
            for (const ValueRun& run : runs) {
                QVERIFY(run.startNs > before);
                before = run.endNs;
                seen += run.count;
                double least = INFINITY, greatest = -INFINITY;
                for (std::int64_t i = run.startNs / 10; i <= run.endNs / 10; ++i) {
                    least = std::min(least, values[std::size_t(i)]);
                    greatest = std::max(greatest, values[std::size_t(i)]);
                }
                QVERIFY(std::abs(run.low - least) < 1e-5 && std::abs(run.high - greatest) < 1e-5);
                QVERIFY(std::abs(run.first - values[std::size_t(run.startNs / 10)]) < 1e-5);
                QVERIFY(std::abs(run.last - values[std::size_t(run.endNs / 10)]) < 1e-5);
            }
            // The window's values, and one on each side of it.
            QVERIFY2(seen >= std::uint64_t(count) / 2 + 2, qPrintable(QString::number(seen)));
            QVERIFY(runs.front().startNs < window.startNs && runs.back().endNs >= window.endNs);
        }
    }

    void valuesThatAreNoNumbersAreLeftOut()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(builder.addTrack({.kind = TrackKind::counter}));
        for (int i = 0; i < 40; ++i)
            builder.addValue(row, i, i == 20 ? 5 : std::nan(""), {});
        const auto timeline = builder.snapshot({0, 40}, 0, true);
        QCOMPARE(timeline->extreme(row, true)->startNs, 20);
        QCOMPARE(timeline->extreme(row, false)->startNs, 20);
        std::vector<ValueRun> runs;
        timeline->queryValues(row, {0, 40}, 1, runs);
        QCOMPARE(runs.size(), std::size_t(1));
        QCOMPARE(runs[0].low, 5.0);
        QCOMPARE(timeline->valueRange(row)->second, 5.0);
    }

    // Blocks of 32 with and without such values, and one that is not full.
    void extremesOfBlocks()
    {
        for (const int count : {31, 32, 33, 64, 100}) {
            for (const double odd : {1.0, std::nan(""), double(INFINITY), double(-INFINITY)}) {
                TimelineBuilder builder;
                const RowId row = builder.addRow(builder.addTrack({.kind = TrackKind::counter}));
                double low = INFINITY, high = -INFINITY;
                for (int i = 0; i < count; ++i) {
                    const double value = i % 40 == 17 ? odd : (i * 37) % 101 - 50.5;
                    builder.addValue(row, i, value, {});
                    low = std::isfinite(value) ? std::min(low, value) : low;
                    high = std::isfinite(value) ? std::max(high, value) : high;
                }
                const auto timeline = builder.snapshot({0, count}, 0, true);
                QCOMPARE(timeline->valueRange(row)->first, low);
                QCOMPARE(timeline->valueRange(row)->second, high);
                std::vector<ValueRun> runs;
                timeline->queryValues(row, {0, count}, 1000, runs);
                QCOMPARE(runs.size(), std::size_t(1));
                QCOMPARE(runs[0].low, low);
                QCOMPARE(runs[0].high, high);
                QCOMPARE(runs[0].startNs, std::int64_t(0));
                QCOMPARE(runs[0].endNs, std::int64_t(count - 1));
            }
        }
    }

    // What a float cannot hold becomes the largest it can; infinite values stay that.
    void valuesBeyondAFloat()
    {
        TimelineBuilder builder;
        const TrackId track = builder.addTrack({.kind = TrackKind::counter});
        const RowId row = builder.addRow(track);
        const double most = std::numeric_limits<float>::max();
        const double values[] = {1e300, -1e300, INFINITY, -INFINITY, most, 3.5};
        for (std::size_t i = 0; i < std::size(values); ++i)
            builder.addValue(row, std::int64_t(i), values[i], {});
        const auto timeline = builder.snapshot({0, 6}, 0, true);
        const auto got = timeline->slices(row, {0, 6}, 9);
        const double wanted[] = {most, -most, INFINITY, -INFINITY, most, 3.5};
        for (std::size_t i = 0; i < std::size(wanted); ++i)
            QCOMPARE(timeline->value(track, got[i]), wanted[i]);
    }

    void namesAndValuesShareNoPack()
    {
        TimelineBuilder builder;
        const RowId names = builder.addRow(builder.addTrack({.kind = TrackKind::marks}));
        const RowId values = builder.addRow(builder.addTrack({.kind = TrackKind::counter}));
        builder.add(names, {1, 1, builder.intern("on"), 0, {}});
        builder.addValue(values, 2, 42, {});
        const auto timeline = builder.snapshot({0, 3}, 0, true);
        QCOMPARE(timeline->text(timeline->slices(names, {0, 3}, 9).at(0).name), std::string_view("on"));
        QCOMPARE(timeline->valueRange(values)->first, 42.0);
    }

    void axesLieWhereTheUserPutsThem()
    {
        TimelineBuilder builder;
        builder.setAxes(
            {{.name = "Unix time", .range = {1000, 2000}},
             {.name = "cyc", .kind = ClockAxis::Kind::unknown, .range = {5, 50}, .shiftNs = 995}});
        const TrackId first = builder.addTrack({.kind = TrackKind::marks});
        const TrackId second = builder.addTrack({.kind = TrackKind::marks}, {.axis = 1});
        const RowId a = builder.addRow(first), b = builder.addRow(second);
        builder.add(a, {1000, 1010, {}, 0, {}});
        builder.add(b, {5, 15, {}, 0, {}});
        builder.add(b, {40, 50, {}, 0, {}});
        const auto timeline = builder.snapshot({1000, 2000}, 0, true);
        QCOMPARE(timeline->sliceAt(b, 1001)->startNs, std::int64_t(1000));
        QCOMPARE(timeline->sliceAfter(b, 1000)->startNs, std::int64_t(1035));
        QVERIFY(!timeline->axis(second).aligned);

        const auto moved = timeline->aligned({{"cyc", -10}, {"no such clock", 3}});
        QVERIFY(moved->axis(second).aligned);
        QVERIFY(!moved->axis(first).aligned);
        QCOMPARE(moved->sliceAt(b, 0)->startNs, std::int64_t(-5));
        QCOMPARE(moved->range.startNs, std::int64_t(-5));
        QCOMPARE(moved->slices(b, {0, 100}, 9).size(), std::size_t(2));
        std::vector<Run> runs;
        moved->query(b, {-10, 100}, 1, runs);
        QCOMPARE(runs.back().endNs, std::int64_t(40));
        QCOMPARE(moved->sliceAt(a, 1000)->startNs, std::int64_t(1000));
        QCOMPARE(timeline->sliceAt(b, 1001)->startNs, std::int64_t(1000)); // the first is as it was
    }
};

QTEST_GUILESS_MAIN(TestTimelineValues)
#include "tst_timeline_values.moc"
