// Counters, texts, pictures and rulers on the timeline, offscreen: how high they are, which pixels they
// paint, how they are picked and walked.
#include "tests/support/plain_look.h"
#include "tests/support/settle.h"
#include "tests/support/stream_timeline.h"
#include "widgets/common/picture_decode.h"
#include "widgets/common/theme.h"
#include "widgets/details/details_pane.h"
#include "widgets/timeline/painting/counter_columns.h"
#include "widgets/timeline/painting/track_painter.h"
#include "widgets/timeline/scene/counter_scale.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QApplication>
#include <QBuffer>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSet>
#include <QTest>

using namespace traceglass;

namespace {

std::int64_t at(int ms)
{
    return kStreamStart + ms * kStreamMs;
}

// A PNG of one colour; the bytes of a picture that names its own kind.
std::vector<std::byte> pngOf(const QColor& color, const QSize& size)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(color);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    const auto* data = reinterpret_cast<const std::byte*>(bytes.constData());
    return {data, data + bytes.size()};
}

// Its pictures: a red one of record 21, damaged bytes of record 22.
class StreamDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;

    Result<std::vector<std::byte>> picture(RecordRef ref, const Job&) const override
    {
        std::vector<std::byte> png = pngOf(Qt::red, {160, 120});
        if (ref == record(22))
            png.resize(60); // cut in the middle of its pixels
        return png;
    }
    Details describe(const Timeline&, const SliceId&, const Job&) const override
    {
        Details details;
        details.title = "stdout";
        DetailSection section;
        section.title = "Text";
        section.text = "first\nsecond ü\nthird\n";
        section.markBegin = 6;
        section.markEnd = 15;
        details.sections.push_back(section);
        return details;
    }
};

}

class TestStreamTracks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { usePlainLook(); }
    void init() { open(std::make_unique<StreamDocument>(streamTimeline())); }
    void cleanup()
    {
        m_pane.reset();
        m_session.reset();
    }

    // --- layout

    void eachKindHasItsHeight()
    {
        QCOMPARE(heightOf(TrackKind::counter, 1), 52);
        QCOMPARE(heightOf(TrackKind::marks, 4), 24);
        QCOMPARE(heightOf(TrackKind::log, 5), m_pane->scene()->heights().log);
        QVERIFY(heightOf(TrackKind::log, 5) >= 3 * 15);
        QCOMPARE(heightOf(TrackKind::pictures, 6), 56);
        QCOMPARE(heightOf(TrackKind::density, 7), 20);
        QVERIFY(heightOf(TrackKind::health, 8) >= 12 && heightOf(TrackKind::health, 8) <= 16);
        QCOMPARE(heightOf(TrackKind::ruler, 9), 2 * 20);
    }

    // Nobody recorded them: `tglass info` does not count them either.
    void tracksOfTheContainerAreNotCounted()
    {
        const TrackLayout& layout = m_pane->scene()->layout();
        std::size_t recorded = 0;
        for (const TrackId shown : layout.shown())
            recorded += m_session->timeline()->track(shown).kind != TrackKind::ruler;
        QVERIFY(recorded < layout.shown().size());
        QCOMPARE(layout.tracksShown(), recorded);
        QCOMPARE(layout.tracks(), recorded);
    }

    void aCountersHeightIsChosenAndKept()
    {
        const TrackId current = track(TrackKind::counter, 1);
        m_pane->scene()->setSize(current, TrackChoice::Size::tall);
        QCOMPARE(heightOf(TrackKind::counter, 1), 72);
        m_pane->scene()->setSize(track(TrackKind::counter, 2), TrackChoice::Size::small);
        QCOMPARE(heightOf(TrackKind::counter, 2), 36);
        m_pane->scene()->setVisibleScale(current, true);
        const QByteArray state = m_pane->saveState();
        open(std::make_unique<StreamDocument>(streamTimeline()));
        QVERIFY(m_pane->restoreState(state));
        QCOMPARE(heightOf(TrackKind::counter, 1), 72);
        QCOMPARE(heightOf(TrackKind::counter, 2), 36);
        QVERIFY(m_pane->scene()->choice(track(TrackKind::counter, 1)).visibleScale);
    }

    void streamsAreFilteredByNameAndFormat()
    {
        m_pane->setFilter("float32");
        QCOMPARE(m_pane->scene()->layout().tracksShown(), std::size_t(1));
        m_pane->setFilter("can0");
        QCOMPARE(m_pane->scene()->layout().tracksShown(), std::size_t(1));
        m_pane->setFilter({});
    }

    void streamsArePinnedAndHidden()
    {
        const TrackId torque = track(TrackKind::counter, 2);
        m_pane->scene()->setSize(torque, TrackChoice::Size::tall);
        m_pane->scene()->setPinned(torque, true);
        QCOMPARE(m_pane->scene()->layout().pinnedHeight(), 72);
        const QImage image = grab();
        QVERIFY(isLine(image, 550, 5)); // the greatest value, at the top of the pinned line
        m_pane->scene()->hide(torque);
        QCOMPARE(m_pane->scene()->layout().pinnedHeight(), 0);
        QCOMPARE(m_pane->scene()->layout().lineOf(torque), TrackLayout::kNone);
    }

    // --- counters

    void aCurveRunsThroughItsValues()
    {
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::counter, 1);
        // 0 at the bottom, 10 at the top in the middle, 5 half way.
        QVERIFY2(isLine(image, 500, y + 5), qPrintable(image.pixelColor(500, y + 5).name()));
        QVERIFY(isLine(image, 2, y + 45));
        QVERIFY(isLine(image, 250, y + 26) || isLine(image, 250, y + 25));
        QCOMPARE(image.pixelColor(250, y + 10), theme.base);
        QVERIFY(image.pixelColor(250, y + 40) != theme.base); // filled below
        QVERIFY(!isLine(image, 250, y + 40));
    }

    void stepsHoldUntilTheNextValue()
    {
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::counter, 2);
        QCOMPARE(image.pixelColor(50, y + 46), theme.base); // nothing before the first
        QVERIFY(isLine(image, 250, y + 46));
        QVERIFY(isLine(image, 400, y + 25)); // the step itself
        QVERIFY(isLine(image, 550, y + 5));
        QVERIFY(isLine(image, 650, y + 5));
        QCOMPARE(image.pixelColor(550, y + 25) == theme.base, false); // filled
        QVERIFY(isLine(image, 990, y + 46));                          // held to the end of the clock
    }

    void damagedValuesAreHatched()
    {
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::counter, 2);
        int amber = 0;
        for (int x = 720; x < 980; ++x)
            amber += image.pixelColor(x, y + 12) != theme.base;
        QVERIFY(amber > 200);
        QCOMPARE(image.pixelColor(310, y + 12), theme.base);
    }

    void manyValuesOfAPixelShowTheirExtremes()
    {
        TimelineBuilder builder;
        const TrackId id = builder.addTrack(
            {.name = builder.intern("noise"), .key = 1, .kind = TrackKind::counter}, {.steps = false});
        const RowId row = builder.addRow(id);
        for (int i = 0; i < 100'000; ++i)
            builder.addValue(row, at(0) + i * 10'000, i % 2 ? -3 : 5, FakeDocument::record(1));
        open(std::make_unique<FakeDocument>(builder.snapshot({at(0), at(1000)}, 1, true)));
        const QImage image = grab();
        for (const int fromTop : {6, 25, 45})
            QVERIFY(isLine(image, 500, yOf(TrackKind::counter, 1) + fromTop));
    }

    void noLineRunsThroughWhatWasLost()
    {
        const TimeAxis axis {{0, 100}, 100};
        const std::vector<ValueRun> runs {{10, 10, 1, 1, 1, 1, 1, 0}, {60, 60, 3, 3, 3, 3, 1, 0}};
        const TimeRange hole {20, 50};
        const CounterColumns curve = counterColumns(runs, axis, {.endNs = 100, .holes = std::span(&hole, 1)});
        QVERIFY(curve.has(10) && !curve.has(30) && curve.has(60));
        const CounterColumns steps =
            counterColumns(runs, axis, {.steps = true, .endNs = 100, .holes = std::span(&hole, 1)});
        QVERIFY(steps.has(15) && !steps.has(30) && steps.has(60) && steps.has(99));
        const CounterColumns whole = counterColumns(runs, axis, {.endNs = 100});
        QVERIFY(whole.has(35));
        QCOMPARE(whole.low[35], 2.0);
        QVERIFY(!whole.has(80)); // a curve ends with its last value
    }

    void infiniteValuesLeaveTheScaleToTheOthers()
    {
        TimelineBuilder builder;
        const TrackId id = builder.addTrack(
            {.name = builder.intern("odd"), .key = 1, .kind = TrackKind::counter}, {.steps = false});
        const RowId row = builder.addRow(id);
        const double values[] = {
            1, 3, std::numeric_limits<double>::infinity(), 2, -std::numeric_limits<double>::infinity(), 1};
        for (int i = 0; i < 6; ++i)
            builder.addValue(row, at(100 * i), values[i], FakeDocument::record(1));
        open(std::make_unique<FakeDocument>(builder.snapshot({at(0), at(1000)}, 1, true)));
        const auto scale = counterScale(*m_pane->scene(), track(TrackKind::counter, 1));
        QVERIFY(scale);
        QCOMPARE(scale->low, 1.0);
        QCOMPARE(scale->high, 3.0);
        QVERIFY(isLine(grab(), 100, yOf(TrackKind::counter, 1) + 5));
        m_session->selectSlice({TrackKind::counter, 1, 0, at(200)}); // the infinite one can be selected
        settle(*m_session);
        const QImage image = grab();
        const int top = yOf(TrackKind::counter, 1);
        const auto ringed = [&](int from, int to) {
            for (int y = std::max(0, from); y < std::min(to, image.height()); ++y)
                if (image.pixelColor(200, y) == Theme::of(m_view).flow)
                    return true;
            return false;
        };
        QVERIFY(ringed(top, top + 12)); // on the edge of its own row, in no other
        QVERIFY(!ringed(0, top - 2) && !ringed(top + 52, image.height()));
    }

    void lostBytesAreHatchedThroughTheTracksOfTheirClock()
    {
        StreamTimeline made;
        const TrackId lost = made.builder.addTrack(
            {.name = made.builder.intern("lost"), .key = 10, .kind = TrackKind::ruler}, {.axis = 0});
        made.builder.add(made.builder.addRow(lost),
                         {at(100), at(300), made.builder.intern("lost 64 bytes"),
                          slice::kGap | slice::kDamaged, FakeDocument::record(33)});
        open(std::make_unique<FakeDocument>(made.snapshot()));
        QCOMPARE(m_pane->scene()->damage().size(), std::size_t(1));
        QCOMPARE(m_pane->scene()->damage()[0].time, (TimeRange {at(100), at(300)}));
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const auto hatched = [&](TrackKind kind, std::uint64_t key) {
            return image.pixelColor(210, yOf(kind, key) + 3) != theme.base;
        };
        QVERIFY(hatched(TrackKind::counter, 1));
        QVERIFY(!hatched(TrackKind::counter, 3)); // another clock
        // No line through it; it goes on behind.
        QVERIFY(!isLine(image, 200, yOf(TrackKind::counter, 1) + 38));
    }

    // Where nothing tells how to go on behind damage, all from the last slice to the end that the capture states is lost.
    void theRestThatIsLostIsHatched()
    {
        class Broken : public FakeDocument
        {
        public:
            using FakeDocument::FakeDocument;
            using FakeDocument::log;
        };
        TimelineBuilder builder;
        const TrackId track =
            builder.addTrack({.name = builder.intern("main"), .key = 1, .kind = TrackKind::slices});
        builder.add(builder.addRow(track),
                    {at(100), at(400), builder.intern("work"), 0, FakeDocument::record(1)});
        auto document = std::make_unique<Broken>(builder.snapshot({at(0), at(1000)}, 1, true));
        document->log().add(diagnose(Code::CjfrMessageDamaged, {}, ByteRange {SourceId(0), 64, 1}));
        open(std::move(document));
        QTRY_COMPARE(m_pane->scene()->damage().size(), std::size_t(1));
        const DamagedTime& lost = m_pane->scene()->damage()[0];
        QCOMPARE(lost.time, (TimeRange {at(400), at(1000)}));
        QCOMPARE(lost.reason, QStringLiteral("A message cannot be read"));
        const QImage image = grab();
        const int y = yOf(TrackKind::slices, 1) + 3;
        const auto isHatched = [&](int from) { // stripes, wherever they lie
            QSet<QRgb> colours;
            for (int x = from; x < from + 20; ++x)
                colours << image.pixel(x, y);
            return colours.size() > 1;
        };
        QVERIFY(isHatched(600));
        QVERIFY(!isHatched(40));
        QString told; // by the pointer
        connect(m_view, &TimelineView::hovered, this, [&](const QString& text) { told = text; });
        QTest::mouseMove(m_view->viewport(), {600, y});
        QCOMPARE(told, QStringLiteral("A message cannot be read · about 600.00 ms"));
        QTest::mouseMove(m_view->viewport(), {40, y});
        QVERIFY(told.isEmpty());
    }

    void valuesAreWrittenWithUnitAndFewDigits()
    {
        const CounterScale scale = makeCounterScale(0, 18.4);
        QCOMPARE(valueText(scale.high, scale.decimals, "A"), QString("18.4 A"));
        QCOMPARE(valueText(scale.low, scale.decimals, "A"), QString("0.0 A"));
        const CounterScale rpm = makeCounterScale(1180, 3240);
        QCOMPARE(valueText(rpm.high, rpm.decimals), QString("3,240"));
        const CounterScale accel = makeCounterScale(-19.6, 19.6);
        QCOMPARE(valueText(accel.low, accel.decimals), QString("−19.6"));
        QCOMPARE(exactValueText(18.4375, "A"), QString("18.4375 A"));
        QCOMPARE(exactValueText(-1234567, {}), QString("−1,234,567"));
        QCOMPARE(exactValueText(0, "°C"), QString("0 °C"));
        QCOMPARE(exactValueText(56'810'000, "ns"), QString("56.810 ms"));
        QCOMPARE(exactValueText(56'810'000, "ns", TimeUnit::microseconds),
                 QString::fromStdString(durationText(56'810'000, TimeUnit::microseconds)));
        QCOMPARE(makeCounterScale(7, 7).share(7), 0.5);
    }

    // The same stream of two runs: what is twice as high is twice as much.
    void aSeriesHasOneScale()
    {
        TimelineBuilder builder;
        const auto counter = [&](std::uint64_t key, std::uint32_t series, double low, double high) {
            const RowId row = builder.addRow(
                builder.addTrack({.name = builder.intern("speed"), .key = key, .kind = TrackKind::counter},
                                 {.series = series}));
            builder.addValue(row, at(0), low, FakeDocument::record(key));
            builder.addValue(row, at(1), high, FakeDocument::record(key));
        };
        counter(1, 7, 1, 10);
        counter(2, 7, 5, 100);
        counter(3, 0, 2, 3);
        open(std::make_unique<StreamDocument>(builder.snapshot({at(0), at(2)}, 6, true)));
        const TimelineScene& scene = *m_pane->scene();
        for (const std::uint64_t key : {1u, 2u}) {
            const auto scale = counterScale(scene, track(TrackKind::counter, key));
            QVERIFY(scale);
            QCOMPARE(scale->low, 1.0);
            QCOMPARE(scale->high, 100.0);
        }
        QCOMPARE(counterScale(scene, track(TrackKind::counter, 3))->high, 3.0);
    }

    void theScaleMayFollowTheView()
    {
        const TrackId torque = track(TrackKind::counter, 2);
        m_session->setView({at(420), at(600)});
        QCOMPARE(counterScale(*m_pane->scene(), torque)->low, 2.0);
        m_pane->scene()->setVisibleScale(torque, true);
        QVERIFY(counterScale(*m_pane->scene(), torque).has_value());
        m_session->setView({at(380), at(500)});
        QCOMPARE(counterScale(*m_pane->scene(), torque)->high, 8.0);
    }

    void aClickSelectsTheValueThatHolds()
    {
        click(QPoint(600, yOf(TrackKind::counter, 2) + 25));
        QVERIFY(m_session->selection().slice);
        QCOMPARE(m_session->selection().slice->startNs, at(400));
        QTest::keyClick(m_view, Qt::Key_Period);
        QCOMPARE(m_session->selection().slice->startNs, at(700));
        QTest::keyClick(m_view, Qt::Key_Comma);
        QTest::keyClick(m_view, Qt::Key_Comma);
        QCOMPARE(m_session->selection().slice->startNs, at(100));
        const QImage image = grab();
        QCOMPARE(image.pixelColor(100, yOf(TrackKind::counter, 2) + 42), Theme::of(m_view).flow); // the ring
    }

    void hoveringTellsTheValue()
    {
        QString told;
        connect(m_view, &TimelineView::hovered, this, [&](const QString& text) { told = text; });
        QTest::mouseMove(m_view->viewport(), QPoint(510, yOf(TrackKind::counter, 1) + 20));
        QTRY_VERIFY(told.contains("10 A"));
        QVERIFY2(told.contains("+0.500 s"), qPrintable(told));
    }

    void hoveringAsksTheTimelineForNothingToPaint()
    {
        grab();
        const auto before = m_view->queries();
        for (int x = 0; x < 900; x += 60)
            QTest::mouseMove(m_view->viewport(), QPoint(x, 50));
        grab();
        QCOMPARE(m_view->queries(), before);
    }

    // --- texts, pictures, counts

    void marksAreSignsWithTheirText()
    {
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::marks, 4) + 12;
        QCOMPARE(image.pixelColor(200, y), theme.eventInfo);
        QCOMPARE(image.pixelColor(600, y), theme.eventInfo);
        QVERIFY(inked(image, QRect(209, y - 6, 30, 12)) > 20);
        click(QPoint(220, y)); // on the text
        QCOMPARE(m_session->selection().slice->startNs, at(200));
    }

    void aLogFillsItsLinesFromTheTop()
    {
        const QImage image = grab();
        const int y = yOf(TrackKind::log, 5);
        const int height = (m_pane->scene()->heights().log - 4) / kLogLines;
        for (int line = 0; line < kLogLines; ++line) // lines 0, 1 and 2 stand below each other
            QVERIFY(inked(image, QRect(105 + 2 * line, y + 2 + line * height, 25, height)) > 10);
        click(QPoint(115, y + 2 + height + height / 2));
        QCOMPARE(m_session->selection().slice->startNs, at(102));
    }

    void picturesComeFromTheBackground()
    {
        grab();
        QTRY_VERIFY(m_pane->isSettled());
        QCoreApplication::processEvents();
        const QImage image = grab();
        const int y = yOf(TrackKind::pictures, 6);
        QCOMPARE(image.pixelColor(320, y + 28), QColor(Qt::red));
        QVERIFY(image.pixelColor(820, y + 5) != QColor(Qt::red)); // cut: said, not shown
        click(QPoint(330, y + 20));
        QCOMPARE(m_session->selection().slice->startNs, at(300));
    }

    void hostilePicturesAreRefused()
    {
        const QSize room(200, 200);
        QVERIFY(decodePicture({}, room).image.isNull());
        const std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>";
        QVERIFY(decodePicture(std::as_bytes(std::span(svg)), room).image.isNull());
        // A PNG header that claims 60,000 by 60,000 pixels.
        std::vector<std::byte> png = pngOf(Qt::blue, {4, 4});
        for (const std::size_t offset : {std::size_t(16), std::size_t(20)}) {
            png[offset + 2] = std::byte(0xea);
            png[offset + 3] = std::byte(0x60);
        }
        const DecodedPicture huge = decodePicture(png, room);
        QVERIFY(huge.image.isNull() && !huge.failure.isEmpty());
        const DecodedPicture scaled = decodePicture(pngOf(Qt::blue, {400, 100}), room);
        QCOMPARE(scaled.image.size(), QSize(200, 50));
        QCOMPARE(scaled.size, QSize(400, 100));
    }

    void densityCountsTheInstants()
    {
        m_session->setView({at(0), at(1000)});
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::density, 7);
        const QColor color = theme.nameColor(nameColorIndex("can0"));
        QCOMPARE(image.pixelColor(470, y + 16), color);
        QCOMPARE(image.pixelColor(900, y + 18), color);
        QCOMPARE(image.pixelColor(610, y + 16), theme.base);
    }

    // --- what is known of the container

    void clocksShowGapsAndSteps()
    {
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::health, 8) + heightOf(TrackKind::health, 8) / 2 - 1;
        QCOMPARE(image.pixelColor(200, y), theme.idle);
        QCOMPARE(image.pixelColor(500, y), theme.error);
        int amber = 0;
        for (int x = 405; x < 495; ++x)
            amber += image.pixelColor(x, y) != theme.base && image.pixelColor(x, y) != theme.idle;
        QVERIFY(amber > 80);
        QVERIFY(m_view->statesSeen() & TrackPainter::kSeenGap);
    }

    void rulersShowUnitsAndWhatIsLost()
    {
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::ruler, 9);
        QVERIFY(image.pixelColor(300, y + 5) != theme.base);
        QCOMPARE(image.pixelColor(499, y + 5), theme.base); // the gap between neighbours
        QCOMPARE(image.pixelColor(900, y + 3), theme.warningEdge);
        QCOMPARE(image.pixelColor(650, y + 20 + 3), theme.error);
        QVERIFY(inked(image, QRect(5, y + 3, 40, 14)) > 20);
        click(QPoint(550, y + 20 + 10)); // the second row
        QCOMPARE(m_session->selection().slice->row, std::uint16_t(1));
        QCOMPARE(m_session->selection().slice->startNs, at(500));
    }

    void aFoldedGroupCountsItsValues()
    {
        const TrackId motor = track(TrackKind::group, 3);
        m_pane->scene()->setFolded(motor, true);
        const QImage image = grab();
        const int y = m_pane->scene()->viewportYOf(motor).value_or(-1000);
        int columns = 0;
        for (int x = 0; x < 1000; ++x)
            columns += image.pixelColor(x, y + 20) == Theme::of(m_view).streamDensity();
        QVERIFY2(columns >= 50, qPrintable(QString::number(columns)));
    }

    // --- Details

    void detailsPointOutThePartOfAText()
    {
        DetailsPane details(m_session.get());
        details.resize(300, 500);
        details.show();
        m_session->selectSlice({TrackKind::log, 5, 0, at(100)});
        settle(*m_session);
        details.refresh();
        const auto* text = details.findChild<QPlainTextEdit*>();
        QVERIFY(text);
        QCOMPARE(text->accessibleName(), QString("Text"));
        QCOMPARE(text->extraSelections().size(), 1);
        QCOMPARE(text->extraSelections()[0].cursor.selectedText(), QString("second ü"));
        QVERIFY(text->isReadOnly());
    }

    void detailsShowTheSelectedPicture()
    {
        DetailsPane details(m_session.get());
        details.resize(300, 500);
        details.show();
        m_session->selectSlice({TrackKind::pictures, 6, 0, at(300)});
        settle(*m_session);
        details.refresh();
        bool size = false;
        bool shown = false;
        for (const QLabel* label : details.findChildren<QLabel*>()) {
            size |= label->isVisible() && label->text() == "160 × 120 pixels";
            shown |= label->isVisible() && !label->pixmap().isNull();
        }
        QVERIFY(size && shown);
    }

private:
    void open(std::unique_ptr<Document> document)
    {
        m_pane.reset();
        m_session = std::make_unique<DocumentSession>(std::move(document));
        m_pane = std::make_unique<TimelinePane>(m_session.get());
        m_view = m_pane->view();
        m_pane->resize(1200, 860);
        m_pane->show();
        m_session->startIndexing();
        QTRY_VERIFY(!m_session->isIndexing() && m_session->timeline()->trackCount() > 0);
        settle(*m_session);
        // One pixel a millisecond, beginning with the capture.
        m_pane->resize(
            1000 + m_pane->findChild<LabelColumn*>()->width() + m_view->verticalScrollBar()->width(), 860);
        m_session->setView({at(0), at(1000)});
        QCoreApplication::processEvents();
        m_view->setFocus();
        QCOMPARE(m_view->viewport()->width(), 1000);
    }

    QImage grab()
    {
        QImage image(m_view->viewport()->size(), QImage::Format_RGB32);
        m_view->viewport()->render(&image);
        return image;
    }
    TrackId track(TrackKind kind, std::uint64_t key) const
    {
        return m_session->timeline()->findTrack(kind, key).value_or(kNoTrack);
    }
    int yOf(TrackKind kind, std::uint64_t key) const
    {
        return m_pane->scene()->viewportYOf(track(kind, key)).value_or(-1000);
    }
    int heightOf(TrackKind kind, std::uint64_t key) const
    {
        int height = 0;
        m_pane->scene()->viewportYOf(track(kind, key), &height);
        return height;
    }
    // Nearly the colour of a counter's line: its edge is antialiased.
    bool isLine(const QImage& image, int x, int y) const
    {
        const QColor line = Theme::of(m_view).counter;
        const QColor pixel = image.pixelColor(x, y);
        return std::abs(pixel.red() - line.red()) + std::abs(pixel.green() - line.green())
            + std::abs(pixel.blue() - line.blue())
            < 160;
    }
    int inked(const QImage& image, const QRect& area) const
    {
        int dark = 0;
        for (int y = area.top(); y <= area.bottom(); ++y) {
            for (int x = area.left(); x <= area.right(); ++x)
                dark += image.pixelColor(x, y).lightness() < 160;
        }
        return dark;
    }
    void click(const QPoint& position)
    {
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, position);
    }

    std::unique_ptr<DocumentSession> m_session;
    std::unique_ptr<TimelinePane> m_pane;
    TimelineView* m_view = nullptr;
};

QTEST_MAIN(TestStreamTracks)
#include "tst_stream_tracks.moc"
