// The parts the timeline is painted with, as values: pixels of slices, filling, labels, densities, flows,
// names.
#include "tests/support/sample_timeline.h"
#include "widgets/timeline/painting/bars.h"
#include "widgets/timeline/painting/label_cache.h"
#include "widgets/timeline/painting/run_cache.h"
#include "widgets/timeline/scene/density.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QTest>

using namespace traceglass;

class TestTimelineParts : public QObject
{
    Q_OBJECT

private slots:
    void slicesLeaveAGapOfOnePixel()
    {
        const TimeAxis axis {{0, 1000}, 100}; // 10 ns a pixel
        const auto pixels = [&](std::int64_t from, std::int64_t to, Gap gap) {
            const Pixels p = slicePixels(axis, from, to, gap);
            return std::pair(p.left, p.right);
        };
        QCOMPARE(pixels(100, 200, Gap::after), std::pair(10, 19));
        QCOMPARE(pixels(100, 200, Gap::none), std::pair(10, 20));
        QCOMPARE(pixels(105, 109, Gap::after), std::pair(10, 11)); // never less than one
        QCOMPARE(pixels(100, 100, Gap::after), std::pair(10, 11));
        QCOMPARE(pixels(-100, 50, Gap::after), std::pair(-10, 4));
    }

    void barsAreClippedAndLaterOnesLieOnTop()
    {
        QImage image(10, 4, QImage::Format_RGB32);
        image.fill(Qt::white);
        const Bar bars[] = {{-5, 4, qRgb(1, 1, 1)}, {2, 3, qRgb(2, 2, 2)}, {8, 400, qRgb(3, 3, 3)}};
        fillBars(image, 1, 30, bars);
        for (int y = 0; y < 4; ++y) {
            QCOMPARE(image.pixel(0, y), y == 0 ? qRgb(255, 255, 255) : qRgb(1, 1, 1));
            QCOMPARE(image.pixel(2, y), y == 0 ? qRgb(255, 255, 255) : qRgb(2, 2, 2));
            QCOMPARE(image.pixel(5, y), qRgb(255, 255, 255));
            QCOMPARE(image.pixel(9, y), y == 0 ? qRgb(255, 255, 255) : qRgb(3, 3, 3));
        }
        fillBars(image, -3, -1, bars); // outside: nothing happens
    }

    void labelsAreCutOnlyWhileFourLettersRemain()
    {
        LabelCache labels;
        QFont font("DejaVu Sans");
        font.setPixelSize(11);
        labels.setFont(font, 1);
        const QString text = "encode_webp";
        const int whole = labels.width(text);
        QCOMPARE(labels.fitted(text, whole, LabelCache::Cut::right), text);
        const QString cut = labels.fitted(text, whole - 1, LabelCache::Cut::right);
        QVERIFY2(cut.endsWith("…") && text.startsWith(cut.chopped(1)), qPrintable(cut));
        QVERIFY(labels.width(cut) <= whole - 1);
        QVERIFY(labels.fitted(text, labels.width("enc…"), LabelCache::Cut::right).isEmpty());
        QVERIFY(labels.fitted(text, whole - 1, LabelCache::Cut::never).isEmpty());
    }

    void aRowIsAskedOnceForAWindow()
    {
        const TimelinePtr timeline = sampleTimeline();
        RunCache cache;
        const TimeAxis axis {timeline->range, 1000};
        cache.setFrame(timeline, axis);
        const RowId row = timeline->track(static_cast<TrackId>(1)).firstRow;
        QCOMPARE(cache.runs(row).size(), std::size_t(4));
        cache.setFrame(timeline, axis);
        QCOMPARE(cache.runs(row).size(), std::size_t(4));
        QCOMPARE(cache.queries(), std::uint64_t(1));
        cache.setFrame(timeline, {timeline->range, 500});
        cache.runs(row);
        QCOMPARE(cache.queries(), std::uint64_t(2));
    }

    void densityIsAShareOfTheBusiestColumn()
    {
        TimelineBuilder builder;
        std::vector<TrackId> tracks;
        const auto add = [&](std::int64_t from, std::int64_t to, TaskState state) {
            tracks.push_back(builder.addTrack({.life = {0, 1000}, .kind = TrackKind::states}));
            builder.add(builder.addRow(tracks.back()), {from, to, stateName(state), 0, {}});
        };
        add(0, 500, TaskState::polling);
        add(0, 100, TaskState::polling);
        add(100, 150, TaskState::scheduled);
        const Density density =
            computeDensity(*builder.snapshot({0, 1000}, 0, true), tracks, {{0, 1000}, 10});
        QVERIFY(density.states);
        QCOMPARE(density.columns[0].busy, 1.0f); // two polls: the busiest
        QCOMPARE(density.columns[1].busy, 0.5f);
        QCOMPARE(density.columns[1].waiting, 0.25f); // scheduled for half of it
        QCOMPARE(density.columns[4].busy, 0.5f);
        QCOMPARE(density.columns[5].busy, 0.0f);
    }

    void tasksThatAreAlwaysPolledDoNotHideTheOthers()
    {
        TimelineBuilder builder;
        const auto add = [&](std::int64_t from, std::int64_t to) {
            const TrackId track = builder.addTrack({.life = {0, 1000}, .kind = TrackKind::states});
            builder.add(builder.addRow(track), {from, to, stateName(TaskState::polling), 0, {}});
            return track;
        };
        const std::vector<TrackId> tracks = {add(0, 1000), add(300, 400)};
        const TimelinePtr timeline = builder.snapshot({0, 1000}, 0, true);
        const Density both = computeDensity(*timeline, tracks, {{0, 1000}, 10});
        QCOMPARE(both.columns[2].busy, 0.0f);
        QCOMPARE(both.columns[3].busy, 1.0f);
        const Density alone = computeDensity(*timeline, std::span(tracks).first(1), {{0, 1000}, 10});
        QCOMPARE(alone.columns[2].busy, 1.0f);
    }

    void densityOfManyTracksComesLaterAndIsMovedMeanwhile()
    {
        TimelineBuilder builder;
        std::vector<TrackId> tracks;
        for (int i = 0; i < 2000; ++i) {
            tracks.push_back(builder.addTrack({.life = {0, 1000}, .kind = TrackKind::worker}));
            builder.add(builder.addRow(tracks.back()), {i / 4, i / 4 + 100, builder.intern("job"), 0, {}});
        }
        const TimelinePtr timeline = builder.snapshot({0, 1000}, 0, true);
        std::atomic<int> ready = 0;
        Densities densities([&] { ++ready; });
        const TimeAxis axis {{0, 1000}, 100};
        QVERIFY(!densities.get(1, timeline, tracks, 0, axis));
        QTRY_COMPARE(ready.load(), 1);
        const auto first = densities.get(1, timeline, tracks, 0, axis);
        QVERIFY(first && first->columns[10].busy > 0);
        // Another window: the old one answers for the pixels both share.
        const TimeAxis closer {{0, 500}, 100};
        const auto moved = densities.get(1, timeline, tracks, 0, closer);
        QCOMPARE(moved, first);
        QCOMPARE(moved->at(closer, 20), &first->columns[10]);
        QTRY_COMPARE(ready.load(), 2);
        QCOMPARE(densities.get(1, timeline, tracks, 0, closer)->axis, closer);
    }

    void otherTracksHaveAnotherDensity()
    {
        TimelineBuilder builder;
        std::vector<TrackId> tracks;
        for (const int from : {0, 500}) {
            tracks.push_back(builder.addTrack({.life = {0, 1000}, .kind = TrackKind::worker}));
            builder.add(builder.addRow(tracks.back()), {from, from + 100, builder.intern("job"), 0, {}});
        }
        const TimelinePtr timeline = builder.snapshot({0, 1000}, 0, true);
        Densities densities([] {});
        const TimeAxis axis {{0, 1000}, 10};
        QCOMPARE(densities.get(1, timeline, std::span(tracks).first(1), 1, axis)->columns[0].busy, 1.0f);
        QCOMPARE(densities.get(1, timeline, std::span(tracks).last(1), 2, axis)->columns[0].busy,
                 0.0f); // as many, others
    }

    void idsAreNotPartOfAName()
    {
        QCOMPARE(nameWithoutId("resize #24"), std::string_view("resize"));
        QCOMPARE(nameWithoutId("resize"), std::string_view("resize"));
        QCOMPARE(nameWithoutId("issue #x"), std::string_view("issue #x"));
        QCOMPARE(nameWithoutId("#24"), std::string_view("#24"));
        QCOMPARE(nameWithoutId(" #24"), std::string_view(" #24"));
        QCOMPARE(nameWithoutId("a #"), std::string_view("a #"));
    }
};

QTEST_MAIN(TestTimelineParts)
#include "tst_timeline_parts.moc"
