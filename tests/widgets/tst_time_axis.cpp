// Where moments are in pixels, and which ticks a ruler has.
#include "widgets/timeline/scene/time_axis.h"

#include <QTest>
#include <limits>

using namespace traceglass;

class TestTimeAxis : public QObject
{
    Q_OBJECT

private slots:
    void pixelsAndMoments()
    {
        const TimeAxis axis {{1'000'000'000, 1'001'000'000}, 1000}; // 1 µs a pixel
        QCOMPARE(axis.nsPerPixel(), 1000);
        QCOMPARE(axis.pixel(1'000'000'000), 0);
        QCOMPARE(axis.pixel(1'000'250'999), 250);
        QCOMPARE(axis.pixel(999'999'999), -1);
        QCOMPARE(axis.timeAt(250), 1'000'250'000);
    }

    void absoluteTimesKeepTheirNanoseconds()
    {
        // A double holds Unix nanoseconds only to 256 ns; a view of 100 ns must still tell every one apart.
        const std::int64_t start = 1'780'000'123'250'000'001;
        const TimeAxis axis {{start, start + 100}, 1000};
        for (int ns = 0; ns < 100; ++ns) {
            QCOMPARE(axis.pixel(start + ns), ns * 10);
            QCOMPARE(axis.timeAt(ns * 10), start + ns);
        }
    }

    void farMomentsStayDrawable()
    {
        const TimeAxis axis {{0, 10}, 1000};
        QCOMPARE(axis.pixel(std::numeric_limits<std::int64_t>::max()), 1'000'000);
        QCOMPARE(axis.pixel(std::numeric_limits<std::int64_t>::min()), -1'000'000);
    }

    void zoomKeepsTheMomentUnderThePointer()
    {
        const TimeAxis axis {{0, 1000}, 100};
        QCOMPARE(axis.zoomed(25, 2), (TimeRange {125, 625}));
        QCOMPARE(axis.zoomed(0, 2), (TimeRange {0, 500}));
        QCOMPARE(axis.zoomed(100, 0.5), (TimeRange {-1000, 1000}));
        QCOMPARE(axis.panned(-10), (TimeRange {-100, 900}));
    }

    void steps_data()
    {
        QTest::addColumn<qlonglong>("atLeast");
        QTest::addColumn<qlonglong>("step");
        QTest::newRow("1 ns") << 1LL << 1LL;
        QTest::newRow("3 ns") << 3LL << 5LL;
        QTest::newRow("30 ms") << 30'000'000LL << 50'000'000LL;
        QTest::newRow("600 ms") << 600'000'000LL << 1'000'000'000LL;
        QTest::newRow("12 s") << 12'000'000'000LL << 15'000'000'000LL;
        QTest::newRow("31 s") << 31'000'000'000LL << 60'000'000'000LL;
        QTest::newRow("3 min") << 180'000'000'000LL << 300'000'000'000LL;
        QTest::newRow("13 h") << 13LL * 3'600'000'000'000LL << 24LL * 3'600'000'000'000LL;
    }
    void steps()
    {
        QFETCH(qlonglong, atLeast);
        QFETCH(qlonglong, step);
        QCOMPARE(static_cast<qlonglong>(rulerStep(atLeast)), step);
    }

    void ticksStandAtMultiplesFromTheOrigin()
    {
        // 550 ms over 1100 px give a major every 50 ms with four minors between.
        const std::int64_t origin = 1'780'000'000'000'000'007;
        const TimeAxis axis {{origin + 1'200'000'000, origin + 1'750'000'000}, 1100};
        const RulerTicks ruler = makeRuler(axis, origin, 88);
        QCOMPARE(ruler.stepNs, 50'000'000);
        QCOMPARE(ruler.ticks.front(), (RulerTick {origin + 1'200'000'000, 0, true}));
        QCOMPARE(ruler.ticks[1], (RulerTick {origin + 1'210'000'000, 20, false}));
        QCOMPARE(ruler.ticks[5], (RulerTick {origin + 1'250'000'000, 100, true}));
        QCOMPARE(ruler.ticks.size(), std::size_t(56));
    }

    // At the ends of what a time can be nothing wraps around.
    void panningAndTicksAtTheEndsOfTime()
    {
        using Limits = std::numeric_limits<std::int64_t>;
        const TimeAxis late {{Limits::max() - 1000, Limits::max()}, 1000};
        QCOMPARE(late.panned(1e9).startNs, Limits::max());
        QCOMPARE((TimeAxis {{Limits::max() - 500, Limits::max()}, 1000}).panned(-100),
                 (TimeRange {Limits::max() - 550, Limits::max() - 50}));
        for (const TimeRange view : {TimeRange {Limits::min(), Limits::min() + 1'000'000}, late.view,
                                     TimeRange {Limits::min(), Limits::max()}}) {
            for (const std::int64_t origin : {Limits::min(), std::int64_t(0), Limits::max()}) {
                const RulerTicks ruler = makeRuler({view, 1000}, origin, 88);
                for (const RulerTick& tick : ruler.ticks)
                    QVERIFY(tick.timeNs >= view.startNs && tick.timeNs <= view.endNs);
            }
        }
    }

    void aRulerOfNanosecondsHasNoMinors()
    {
        const RulerTicks ruler = makeRuler({{0, 10}, 1000}, 0, 88);
        QCOMPARE(ruler.stepNs, 1);
        QVERIFY(std::all_of(ruler.ticks.begin(), ruler.ticks.end(),
                            [](const RulerTick& tick) { return tick.major; }));
    }

    void labels()
    {
        QCOMPARE(tickText(1'250'000'000, 50'000'000, TimeUnit::automatic), std::string("+1.250 s"));
        QCOMPARE(tickText(500'000'000, 500'000'000, TimeUnit::automatic), std::string("+0.5 s"));
        QCOMPARE(tickText(1'250'000'000, 50'000'000, TimeUnit::milliseconds), std::string("+1,250 ms"));
        QCOMPARE(tickText(0, 1000, TimeUnit::automatic), std::string("+0.000000 s"));
        constexpr std::int64_t kDay = 24LL * 3'600'000'000'000;
        QCOMPARE(tickText(5000 * kDay, 1000 * kDay, TimeUnit::automatic), std::string("+5,000 d"));
        QCOMPARE(tickText(kDay / 2, kDay / 2, TimeUnit::automatic), std::string("+0.5 d"));
        QCOMPARE(tickText(-kDay - kDay / 4, kDay / 4, TimeUnit::automatic), std::string("−1.25 d"));
        QCOMPARE(tickText(kDay, kDay, TimeUnit::seconds), std::string("+86,400 s"));
        const std::int64_t unixNs = 1'780'000'124'250'000'000;
        QCOMPARE(clockTickText(unixNs, 50'000'000, 0), std::string("20:28:44.250"));
        QCOMPARE(clockTickText(unixNs, 1'000'000'000, 7200), std::string("22:28:44"));
        QCOMPARE(clockTickText(unixNs, 24LL * 3'600'000'000'000, 0), std::string("2026-05-28"));
    }
};

QTEST_GUILESS_MAIN(TestTimeAxis)
#include "tst_time_axis.moc"
