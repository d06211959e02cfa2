// The timeline as the user meets it, offscreen: what is painted where, keys, wheel and pointer, and the state
// that is kept.
#include "tests/support/plain_look.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/settle.h"
#include "widgets/common/theme.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/overview_strip.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <random>

using namespace traceglass;

namespace {

std::int64_t at(int ms)
{
    return kSampleStart + ms * kMs;
}

// Each time it is indexed, it publishes what is next: as a preview, which numbers tracks and strings of its
// own.
class RenumberedDocument : public FakeDocument
{
public:
    explicit RenumberedDocument(int tracksBefore)
        : FakeDocument(nullptr)
        , next(snapshot(tracksBefore))
    {
    }

    // Two counters on one scale and the track 9, behind so many others (without the first of them).
    static TimelinePtr snapshot(int tracksBefore, int without = 0)
    {
        TimelineBuilder builder;
        for (int i = without; i < tracksBefore; ++i)
            add(builder, 100 + std::uint64_t(i), "early " + std::to_string(i), 0,
                "other " + std::to_string(i));
        for (const std::uint64_t key : {1u, 2u}) {
            const TrackId counter = builder.addTrack(
                {.name = builder.intern("current"), .key = key, .kind = TrackKind::counter}, {.series = 1});
            builder.addValue(builder.addRow(counter), at(5), 1, record(7));
        }
        add(builder, 9, "main", 100, "wan\tted");
        return builder.snapshot({kSampleStart, kSampleEnd}, 64, true);
    }

    Result<void> index(const IndexRequest& request, Job&) const override
    {
        request.publish(next);
        return {};
    }

    TimelinePtr next;

private:
    static void add(TimelineBuilder& builder, std::uint64_t key, const std::string& track, int ms,
                    const std::string& slice)
    {
        const TrackId id =
            builder.addTrack({.name = builder.intern(track), .key = key, .kind = TrackKind::slices});
        builder.add(builder.addRow(id), {at(ms), at(ms + 100), builder.intern(slice), 0, record(key % 64)});
    }
};

}

// How often a widget was painted.
class Paints : public QObject
{
public:
    int count = 0;

    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::Paint;
        return false;
    }
};

class TestTimelinePane : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { usePlainLook(); }

    void init()
    {
        auto document = std::make_unique<FakeDocument>(sampleTimeline());
        document->knownFlows = sampleFlows();
        open(std::move(document));
        // One pixel a millisecond, beginning with the capture.
        m_pane->resize(1000 + m_labelWidth + m_pane->view()->verticalScrollBar()->width(), 660);
        m_session->setView({at(0), at(1000)});
        QCoreApplication::processEvents();
        QCOMPARE(m_view->viewport()->width(), 1000);
    }

    void cleanup()
    {
        m_pane.reset();
        m_session.reset();
    }

    // --- painting

    void statesHaveTheirColoursAndHeights()
    {
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::states, 3);
        QCOMPARE(image.pixelColor(160, y + 3), theme.polling);
        QCOMPARE(image.pixelColor(160, y + 16), theme.polling);
        QCOMPARE(image.pixelColor(160, y + 2), theme.base);
        QCOMPARE(image.pixelColor(110, y + 10), theme.scheduled);
        QCOMPARE(image.pixelColor(110, y + 5), theme.scheduled);
        QCOMPARE(image.pixelColor(110, y + 4), theme.base); // 10 px high, centred
        QCOMPARE(image.pixelColor(330, y + 9), theme.idle);
        QCOMPARE(image.pixelColor(330, y + 11), theme.base);
        QCOMPARE(image.pixelColor(199, y + 10), theme.base); // the gap
        QCOMPARE(image.pixelColor(198, y + 3), theme.polling);
    }

    void spansAreFramesWithTheirParts()
    {
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::spans, 1) + 3;
        const QColor color = theme.nameColor(nameColorIndex("PUT /img/1"));
        QCOMPARE(image.pixelColor(460, y + 7), color);  // entered
        QVERIFY(image.pixelColor(600, y + 7) != color); // not
        QVERIFY(image.pixelColor(600, y + 7) != theme.base);
        QCOMPARE(image.pixelColor(600, y), color); // its frame
        QCOMPARE(image.pixelColor(600, y + 14), color);
        QCOMPARE(image.pixelColor(698, y + 7), color);
        QCOMPARE(image.pixelColor(600, y + 17 + 7), theme.nameColor(nameColorIndex("decode")));
    }

    void workersAreColouredByNameWithoutId()
    {
        const QColor color = Theme::of(m_view).nameColor(nameColorIndex("resize"));
        QCOMPARE(grab().pixelColor(385, yOf(TrackKind::worker, 1) + 4), color);
    }

    void eventsOfAllLevelsShareALine()
    {
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::events, 1) + 12;
        QCOMPARE(image.pixelColor(100, y), theme.eventInfo);
        QCOMPARE(image.pixelColor(450, y + 1), theme.eventWarn);
        QCOMPARE(image.pixelColor(800, y), theme.eventError);
    }

    void theRangeLiesUnderTheSlices()
    {
        m_session->setRange(TimeRange {at(140), at(300)});
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const int y = yOf(TrackKind::states, 3);
        QCOMPARE(image.pixelColor(160, y + 4), theme.polling);
        QVERIFY(image.pixelColor(250, y + 4) != theme.base);
        QCOMPARE(image.pixelColor(140, y + 4), theme.rangeEdge);
        QCOMPARE(image.pixelColor(300, y + 4), theme.rangeEdge);
    }

    void theSelectedPollIsOutlinedOnItsWorkerToo()
    {
        select(TrackKind::states, 3, 120);
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        for (const int y : {yOf(TrackKind::states, 3) + 10, yOf(TrackKind::worker, 1) + 10}) {
            QCOMPARE(image.pixelColor(119, y), theme.flow);
            QCOMPARE(image.pixelColor(118, y), theme.flow);
            QCOMPARE(image.pixelColor(120, y), theme.base);
        }
        QCOMPARE(image.pixelColor(730, yOf(TrackKind::states, 3) + 4), theme.quietSelection);
        QCOMPARE(m_pane->scene()->selected().size(), std::size_t(2));
    }

    void hoveringAsksTheTimelineNothing()
    {
        grab();
        const auto before = m_view->queries();
        for (int x = 0; x < 900; x += 30)
            QTest::mouseMove(m_view->viewport(), QPoint(x, 50));
        grab();
        QCOMPARE(m_view->queries(), before);
    }

    void selectingPaintsOnlyWhatShowsIt()
    {
        QTRY_VERIFY(m_pane->isSettled());
        QCoreApplication::processEvents();
        Paints paints;
        m_pane->findChild<OverviewStrip*>()->installEventFilter(&paints);
        select(TrackKind::states, 3, 120);
        QCoreApplication::processEvents();
        QCOMPARE(paints.count, 0);
        m_view->zoomIn();
        QCoreApplication::processEvents();
        QCOMPARE(paints.count, 1);
    }

    void aFoldedGroupShowsItsDensity()
    {
        click(QPoint(300, 10)); // the header "tasks"
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        int busy = 0;
        for (int x = 0; x < 1000; ++x)
            busy += image.pixelColor(x, 20) == theme.polling;
        QVERIFY2(busy > 500, qPrintable(QString::number(busy)));
        QCOMPARE(image.pixelColor(300, 22 + 10), theme.head); // "spans" follows at once
    }

    void selectingOpensTheGroup()
    {
        click(QPoint(300, 10));
        QCOMPARE(m_pane->scene()->layout().lines()[0].folded, true);
        select(TrackKind::states, 3, 120); // from another view
        QCOMPARE(m_pane->scene()->layout().lines()[0].folded, false);
        QCOMPARE(yOf(TrackKind::states, 3), 22);
    }

    void theThemeFollowsThePalette()
    {
        grab();
        QApplication::setPalette(darkPalette());
        QCoreApplication::processEvents();
        QCOMPARE(grab().pixelColor(160, yOf(TrackKind::states, 3) + 4), QColor(0x4a90d9));
        QApplication::setPalette(lightPalette());
        QCoreApplication::processEvents();
        QCOMPARE(grab().pixelColor(160, yOf(TrackKind::states, 3) + 4), QColor(0x2b6cb0));
    }

    // --- keys

    void keysZoomAndPan()
    {
        m_session->setView({at(400), at(600)});
        QTest::keyClick(m_view, Qt::Key_W);
        QVERIFY(m_session->view().lengthNs() < 200 * kMs);
        QTest::keyClick(m_view, Qt::Key_S);
        QCOMPARE(m_session->view().lengthNs() / kMs, 200);
        const TimeRange before = m_session->view();
        QTest::keyClick(m_view, Qt::Key_D);
        QVERIFY(m_session->view().startNs > before.startNs);
        QTest::keyClick(m_view, Qt::Key_A);
        QCOMPARE(m_session->view(), before);
        QTest::keyClick(m_view, Qt::Key_0);
        QCOMPARE(m_session->view(), m_session->extent());
    }

    // Somebody who clicked the name of a track goes on with the keyboard.
    void keysWorkFromNamesAndOverview()
    {
        for (QWidget* const from : {static_cast<QWidget*>(m_pane->findChild<LabelColumn*>()),
                                    static_cast<QWidget*>(m_pane->findChild<OverviewStrip*>())}) {
            QVERIFY(from);
            from->setFocus();
            QTRY_VERIFY(from->hasFocus());
            m_session->setView({at(400), at(600)});
            QTest::keyClick(from, Qt::Key_W);
            QVERIFY(m_session->view().lengthNs() < 200 * kMs);
            QTest::keyClick(from, Qt::Key_0);
            QCOMPARE(m_session->view(), m_session->extent());
        }
    }

    void keysZoomAtThePointer()
    {
        m_session->setView({at(200), at(700)});
        QTest::mouseMove(m_view->viewport(), QPoint(500, 300)); // at(450)
        QTest::keyClick(m_view, Qt::Key_Plus);
        const TimeAxis axis = m_view->axis();
        QCOMPARE(axis.pixel(at(450)), 500);
    }

    void whatIsUnderThePointerIsOfNow()
    {
        QString told;
        connect(m_view, &TimelineView::hovered, this, [&](const QString& text) { told = text; });
        QTest::mouseMove(m_view->viewport(), QPoint(150, yOf(TrackKind::states, 3) + 8));
        const QString first = told;
        QVERIFY2(first.contains(QStringLiteral("upload")), qPrintable(first));
        QTest::keyClick(m_view, Qt::Key_Plus); // which the view itself stays below
        QCOMPARE(told, first);
        m_session->setView({at(250), at(1000)});
        QVERIFY2(told != first, qPrintable(told));
        m_session->setView({at(0), at(1000)});
        QCOMPARE(told, first);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(m_view->viewport(), &leave);
        QCOMPARE(told, QString());
        m_session->setView({at(100), at(300)});
        QCOMPARE(told, QString());
    }

    void fFitsTheSelectionThenTheCapture()
    {
        select(TrackKind::states, 3, 120);
        QTest::keyClick(m_view, Qt::Key_F);
        QCOMPARE(m_session->view(), (TimeRange {at(112), at(208)}));
        QTest::keyClick(m_view, Qt::Key_F);
        QCOMPARE(m_session->view(), m_session->extent());
    }

    void periodAndCommaWalkTheTrack()
    {
        select(TrackKind::states, 3, 120);
        QTest::keyClick(m_view, Qt::Key_Period);
        QCOMPARE(selectedStart(), at(400));
        QTest::keyClick(m_view, Qt::Key_Comma);
        QTest::keyClick(m_view, Qt::Key_Comma);
        QCOMPARE(selectedStart(), at(100));
        QTest::keyClick(m_view, Qt::Key_Comma); // nothing before
        QCOMPARE(selectedStart(), at(100));
    }

    // "thumb_cache #6" runs on worker 1 every other time; the next of its name is not its neighbour.
    void shiftPeriodWalksAName()
    {
        select(TrackKind::worker, 2, 20);
        QCOMPARE(m_pane->selectedName(), QStringLiteral("thumb_cache"));
        QTest::keyClick(m_view, Qt::Key_Greater, Qt::ShiftModifier);
        QTRY_COMPARE(selectedStart(), at(220));
        QTest::keyClick(m_view, Qt::Key_Less, Qt::ShiftModifier);
        QTRY_COMPARE(selectedStart(), at(20));
        QSignalSpy told(m_pane.get(), &TimelinePane::statusText);
        QTest::keyClick(m_view, Qt::Key_Less, Qt::ShiftModifier);
        QTRY_COMPARE(told.size(), qsizetype(1));
        QCOMPARE(told[0][0].toString(), QStringLiteral("No earlier “thumb_cache” on the tracks shown"));
    }

    // Of tasks the name is the task's, and what is polled of it counts.
    void pollsAreCalledAsTheirTask()
    {
        select(TrackKind::states, 3, 120);
        QCOMPARE(m_pane->selectedName(), QStringLiteral("upload"));
        m_pane->selectSameName(true);
        QTRY_COMPARE(selectedStart(), at(450));
        const TimelinePane::SelectedTexts texts = m_pane->selectedTexts();
        QCOMPARE(texts.name, QStringLiteral("upload #3"));
        QCOMPARE(texts.value, m_session->durationText(50 * kMs));
        QCOMPARE(texts.time, m_session->momentText(at(450)));
    }

    void otherNamesAreFaded()
    {
        select(TrackKind::worker, 1, 120); // upload #3
        const Theme& theme = Theme::of(m_view);
        const QColor resize = theme.nameColor(nameColorIndex("resize"));
        QCOMPARE(grab().pixelColor(380, yOf(TrackKind::worker, 1) + 10), resize);
        m_pane->highlightSameName(true);
        const QImage image = grab();
        QVERIFY(image.pixelColor(380, yOf(TrackKind::worker, 1) + 10) != resize);
        QCOMPARE(image.pixelColor(195, yOf(TrackKind::worker, 1) + 10),
                 theme.nameColor(nameColorIndex("upload")));
        m_pane->highlightSameName(false);
        QCOMPARE(grab().pixelColor(380, yOf(TrackKind::worker, 1) + 10), resize);
    }

    // Names with what is shown as an escape: they are compared and copied as they are.
    void namesAreHighlightedAndCopiedExactly()
    {
        open(std::make_unique<RenumberedDocument>(3));
        select(TrackKind::slices, 9, 100);
        QCOMPARE(m_pane->selectedName(), QStringLiteral("wan\\tted"));
        QCOMPARE(m_pane->selectedTexts().name, QStringLiteral("wan\tted"));
        QVERIFY(!m_pane->isSelectedNameHighlighted());
        m_pane->highlightSameName(true);
        const TimelineScene& scene = *m_pane->scene();
        QVERIFY(!scene.isFaded(scene.selected().front().slice.name));
        QVERIFY(m_pane->isSelectedNameHighlighted());
        select(TrackKind::slices, 100, 0);
        QVERIFY(scene.isFaded(scene.selected().front().slice.name));
        QVERIFY(!m_pane->isSelectedNameHighlighted());
    }

    void eventsOfOtherNamesAreFaded()
    {
        select(TrackKind::worker, 1, 120);
        const int y = yOf(TrackKind::events, 1) + 12;
        const Theme& theme = Theme::of(m_view);
        const auto darkest = [y](const QImage& image) { // of "accepted", behind its sign
            int found = 255;
            for (int x = 109; x < 160; ++x) {
                for (int row = y - 6; row < y + 6; ++row)
                    found = std::min(found, image.pixelColor(x, row).lightness());
            }
            return found;
        };
        const QImage plain = grab();
        QCOMPARE(plain.pixelColor(100, y), theme.eventInfo);
        m_pane->highlightSameName(true);
        const QImage faded = grab();
        QVERIFY(faded.pixelColor(100, y).lightness() > theme.eventInfo.lightness());
        QVERIFY(faded.pixelColor(100, y) != theme.base);
        QVERIFY(darkest(faded) > darkest(plain) + 30);
    }

    // The next of the name sticks out of the view.
    void backUndoesAWalkToANameAtOnce()
    {
        m_session->setView({at(0), at(250)});
        select(TrackKind::worker, 2, 20);
        const TimeRange before = m_session->view();
        m_pane->selectSameName(true);
        QTRY_COMPARE(selectedStart(), at(220));
        QVERIFY(m_session->view() != before);
        m_session->goBack();
        settle(*m_session);
        QCOMPARE(selectedStart(), at(20));
        QCOMPARE(m_session->view(), before);

        m_pane->selectSameName(true);
        m_session->clearSelection(); // since
        settle(*m_session);
        QVERIFY(!m_session->selection().slice);
    }

    void aSnapshotMayNumberAnew()
    {
        auto made = std::make_unique<RenumberedDocument>(40);
        RenumberedDocument* const document = made.get();
        open(std::move(made));
        TimelineScene* const scene = m_pane->scene();
        const auto main = [&] { return *m_session->timeline()->findTrack(TrackKind::slices, 9); };
        const auto lookAtAll = [&] {
            for (std::uint32_t i = 0; i < m_session->timeline()->trackCount(); ++i) {
                const Track& track = m_session->timeline()->track(TrackId(i));
                QCOMPARE(scene->look(track.name).text, scene->trackName(TrackId(i)));
            }
        };
        lookAtAll();
        QCOMPARE(scene->onScaleOf(*m_session->timeline()->findTrack(TrackKind::counter, 1)).size(), std::size_t(2));
        select(TrackKind::slices, 9, 100);
        scene->scrollTo(main());
        const auto y = scene->viewportYOf(main());
        QStringList heard; // as the commands ask for it
        QObject listener;
        connect(scene, &TimelineScene::layoutChanged, &listener, [&] { heard << m_pane->selectedName(); });
        for (const int tracksBefore : {45, 0}) {
            document->next = RenumberedDocument::snapshot(tracksBefore);
            m_session->startIndexing();
            QTRY_COMPARE(m_session->timeline()->trackCount(), std::size_t(tracksBefore + 3));
            lookAtAll();
            QCOMPARE(scene->selected().front().track, main());
            const auto scale = scene->onScaleOf(*m_session->timeline()->findTrack(TrackKind::counter, 1));
            QCOMPARE(scale.size(), std::size_t(2));
            QCOMPARE(scale.back(), *m_session->timeline()->findTrack(TrackKind::counter, 2));
            if (tracksBefore > 0)
                QCOMPARE(scene->viewportYOf(main()), y); // what is looked at stays in its place
        }
        QVERIFY(!heard.isEmpty());
        QCOMPARE(heard.count(QStringLiteral("wan\\tted")), heard.size());
    }

    // The next track comes just into view, as keys go through them; what is far away gets tracks around it.
    void aTrackFarAwayGetsSomeContext()
    {
        auto made = std::make_unique<RenumberedDocument>(200);
        open(std::move(made));
        TimelineScene* const scene = m_pane->scene();
        const auto trackOf = [&](std::uint64_t key) {
            return *m_session->timeline()->findTrack(TrackKind::slices, key);
        };
        int height = 0;
        (void)scene->viewportYOf(trackOf(100), &height);
        const int room = m_view->viewport()->height();
        QVERIFY(height > 0 && room > 10 * height);
        scene->setScroll(0);
        scene->scrollTo(trackOf(250));
        const int y = *scene->viewportYOf(trackOf(250));
        QVERIFY2(y > room / 5 && y < room / 2, qPrintable(QString::number(y)));
        // Those beside it are there already, and the first one below the edge comes to it.
        std::uint64_t next = 251;
        for (; *scene->viewportYOf(trackOf(next)) + height <= room; ++next) {
            scene->scrollTo(trackOf(next));
            QCOMPARE(*scene->viewportYOf(trackOf(250)), y);
        }
        scene->scrollTo(trackOf(next));
        QCOMPARE(*scene->viewportYOf(trackOf(next)) + height, room);
    }

    // Until they are laid out, the window shows what was there before.
    void manyTracksAreLaidOutBehind()
    {
        constexpr int kMany = 30'000;
        auto made = std::make_unique<RenumberedDocument>(2);
        RenumberedDocument* const document = made.get();
        open(std::move(made));
        TimelineScene* const scene = m_pane->scene();
        QCOMPARE(scene->layout().tracks(), std::size_t(5));
        std::vector<std::size_t> heard; // what the overview collects its tracks by
        connect(scene, &TimelineScene::snapshotChanged, this,
                [&] { heard.push_back(scene->timeline().trackCount()); });
        document->next = RenumberedDocument::snapshot(kMany);
        m_session->startIndexing();
        QTRY_COMPARE(m_session->timeline()->trackCount(), std::size_t(kMany + 3));
        QCOMPARE(scene->layout().tracks(), scene->timeline().trackCount());
        settle(*m_session);
        QCOMPARE(scene->layout().tracks(), std::size_t(kMany + 3));
        QCOMPARE(scene->snapshot(), m_session->timeline());
        QVERIFY(heard == std::vector<std::size_t> {kMany + 3});

        scene->setFilter(QStringLiteral("early 2999"));
        QCOMPARE(scene->layout().tracksShown(), std::size_t(kMany + 3));
        QVERIFY(!scene->isSettled());
        settle(*m_session);
        QCOMPARE(scene->layout().tracksShown(), std::size_t(11)); // and 29990 to 29999

        scene->setFilter(QStringLiteral("early 1"));
        scene->setFilter({}); // of several the last counts
        settle(*m_session);
        QCOMPARE(scene->layout().tracksShown(), std::size_t(kMany + 3));
        scene->hide(TrackId(0));
        scene->hide(TrackId(1)); // before the first is laid out
        settle(*m_session);
        QCOMPARE(scene->layout().tracksShown(), std::size_t(kMany + 1));

        select(TrackKind::slices, 9, 100);
        QCOMPARE(scene->selected().size(), std::size_t(1));
        document->next = RenumberedDocument::snapshot(1);
        m_session->startIndexing();
        QTRY_COMPARE(scene->layout().tracks(), std::size_t(4)); // few again, at once
        QCOMPARE(scene->snapshot(), m_session->timeline());
        scene->disconnect(this);
    }

    // Who scrolls while they are laid out sees the same tracks afterwards.
    void scrollingWhileTracksAreLaidOutIsKept()
    {
        constexpr int kMany = 25'000;
        auto made = std::make_unique<RenumberedDocument>(kMany);
        RenumberedDocument* const document = made.get();
        open(std::move(made));
        settle(*m_session);
        TimelineScene* const scene = m_pane->scene();
        const auto top = [&] {
            const TrackLayout& layout = scene->layout();
            return scene->trackName(layout.lines()[layout.lineAt(scene->scroll() + scene->heights().header)].track);
        };
        scene->setScroll(5'000);
        QString seen;
        QObject listener;
        connect(m_session.get(), &DocumentSession::timelineChanged, &listener, [&] { // its layout has begun
            scene->setScroll(scene->scrollEnd() / 2);
            seen = top();
        });
        document->next = RenumberedDocument::snapshot(kMany + 7);
        m_session->startIndexing();
        QTRY_VERIFY(!seen.isEmpty());
        settle(*m_session);
        QCOMPARE(scene->layout().tracks(), std::size_t(kMany + 10));
        QCOMPARE(top(), seen);
    }

    // The place of before is a place among all tracks: those that come in front later do not push it away.
    void scrollsAgainWhileTracksCome()
    {
        auto made = std::make_unique<RenumberedDocument>(1);
        made->next = RenumberedDocument::snapshot(100, 50);
        RenumberedDocument* const document = made.get();
        open(std::move(made));
        settle(*m_session);
        TimelineScene* const scene = m_pane->scene();
        QVERIFY(scene->scrollEnd() > 300);
        scene->scrollAgain(300);
        QCOMPARE(scene->scroll(), 300);
        document->next = RenumberedDocument::snapshot(100);
        m_session->startIndexing();
        QTRY_COMPARE(scene->layout().tracks(), std::size_t(103));
        QCOMPARE(scene->scroll(), 300);

        scene->setScroll(scene->scroll()); // by the user, and be it to where it is: now the tracks seen stay
        document->next = RenumberedDocument::snapshot(100, 1);
        m_session->startIndexing();
        QTRY_COMPARE(scene->layout().tracks(), std::size_t(102));
        QVERIFY(scene->scroll() < 300);
    }

    // Before there is a track there is no name either that a column could have.
    void theOverviewOfNothingIsEmpty()
    {
        m_pane.reset();
        m_session = std::make_unique<DocumentSession>(std::make_unique<RenumberedDocument>(1));
        m_pane = std::make_unique<TimelinePane>(m_session.get());
        m_pane->resize(1200, 660);
        m_pane->show();
        auto* overview = m_pane->findChild<OverviewStrip*>();
        const QImage before = overview->grab().toImage();
        settle(*m_session);
        QCOMPARE(m_session->timeline()->trackCount(), std::size_t(0));
        QCOMPARE(overview->grab().toImage(), before);
    }

    void aMenuOutlivesASnapshot()
    {
        auto made = std::make_unique<RenumberedDocument>(5);
        RenumberedDocument* const document = made.get();
        open(std::move(made));
        auto* labels = m_pane->findChild<LabelColumn*>();
        const QPoint place(60, yOf(TrackKind::slices, 9) + 5);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, labels->mapToGlobal(place));
        QCoreApplication::sendEvent(labels, &event);
        const auto menus = m_pane->findChildren<QMenu*>(Qt::FindDirectChildrenOnly);
        QCOMPARE(menus.size(), 1);
        document->next = RenumberedDocument::snapshot(9);
        m_session->startIndexing();
        QTRY_COMPARE(m_session->timeline()->trackCount(), std::size_t(12));
        QSignalSpy records(m_pane.get(), &TimelinePane::recordsWanted);
        for (QAction* const action : menus.front()->actions()) {
            if (action->text() == QStringLiteral("Hide this track")
                || action->text() == QStringLiteral("Records of this track"))
                action->trigger();
        }
        QCOMPARE(records.size(), qsizetype(1));
        QCOMPARE(m_session->timeline()->track(records.front().front().value<TrackId>()).key,
                 std::uint64_t(9));
        QCOMPARE(m_pane->scene()->layout().tracksShown(), std::size_t(11));
        QCOMPARE(yOf(TrackKind::slices, 9), -1000);
        menus.front()->close();
    }

    void onlyOneTrackIsShown()
    {
        select(TrackKind::states, 4, 28);
        m_pane->showOnlySelectedTrack();
        QCOMPARE(m_pane->scene()->layout().tracksShown(), std::size_t(1));
        QVERIFY(m_pane->scene()->layout().lineOf(*m_session->timeline()->findTrack(TrackKind::states, 4)) == 1);
        m_pane->scene()->showAll();
        QVERIFY(m_pane->scene()->layout().tracksShown() > 5);
    }

    // Of a group with very many tracks, whoever hides all but one or moves one makes few choices: all of them are copied,
    // kept and looked at with whatever is done later.
    void choicesAreAsFewAsWhatWasChosen()
    {
        open(std::make_unique<FakeDocument>(SampleTimeline(400).snapshot()));
        TimelineScene& scene = *m_pane->scene();
        const auto count = [&] { return QJsonDocument::fromJson(scene.saveChoices()).object().size(); };
        const TrackId track = *m_session->timeline()->findTrack(TrackKind::states, 300);
        QCOMPARE(count(), qsizetype(0));
        scene.showOnly(track);
        QCOMPARE(scene.layout().tracksShown(), std::size_t(1));
        QVERIFY(scene.anyHidden());
        QCOMPARE(count(), qsizetype(3)); // the track, its group, what lies in none
        scene.showAll();
        QVERIFY(!scene.anyHidden() && scene.layout().tracksShown() > 400);
        scene.move(track, kNoTrack);
        QCOMPARE(scene.layout().siblings(*m_session->timeline(), track).back(), track);
        QCOMPARE(count(), qsizetype(1));
    }

    void tracksStandWhereTheyWereMoved()
    {
        open(std::make_unique<FakeDocument>(SampleTimeline(12).snapshot()));
        TimelineScene& scene = *m_pane->scene();
        const Timeline& timeline = *m_session->timeline();
        const TrackId any = *timeline.findTrack(TrackKind::states, 3);
        const auto shown = [&] {
            const auto siblings = scene.layout().siblings(timeline, any);
            return std::vector(siblings.begin(), siblings.end());
        };
        std::vector<TrackId> order = shown();
        QCOMPARE(order.size(), std::size_t(13));
        std::minstd_rand random(7);
        for (int i = 0; i < 200; ++i) {
            const TrackId moved = order[random() % order.size()];
            const std::size_t to = random() % (order.size() + 1);
            const TrackId before = to == order.size() ? kNoTrack : order[to];
            if (before == moved)
                continue;
            scene.move(moved, before);
            std::erase(order, moved);
            order.insert(std::ranges::find(order, before), moved);
            QCOMPARE(shown(), order);
        }
        const QByteArray saved = scene.saveChoices();
        scene.restoreChoices({});
        QVERIFY(shown() != order);
        scene.restoreChoices(saved);
        QCOMPARE(shown(), order);
    }

    void shiftF10OpensTheMenuOfTheSlice()
    {
        QSignalSpy asked(m_view, &TimelineView::trackMenuRequested);
        disconnect(m_view, &TimelineView::trackMenuRequested, m_pane.get(),
                   nullptr); // a menu would wait for its end
        QTest::keyClick(m_view, Qt::Key_F10, Qt::ShiftModifier);
        QCOMPARE(asked.size(), qsizetype(0)); // of nothing
        select(TrackKind::states, 3, 120);
        QTest::keyClick(m_view, Qt::Key_F10, Qt::ShiftModifier);
        QCOMPARE(asked.size(), qsizetype(1));
    }

    void upAndDownChangeTheTrack()
    {
        select(TrackKind::states, 3, 120);
        QTest::keyClick(m_view, Qt::Key_Down);
        QCOMPARE(m_session->selection().slice->trackKey, std::uint64_t(4));
        QTest::keyClick(m_view, Qt::Key_Up);
        QCOMPARE(m_session->selection().slice->trackKey, std::uint64_t(3));
    }

    void bracketsWalkFlows()
    {
        select(TrackKind::states, 3, 450);
        QTest::keyClick(m_view, Qt::Key_BracketRight);
        settle(*m_session);
        QCOMPARE(m_session->selection().slice->trackKey, std::uint64_t(5));
        QTest::keyClick(m_view, Qt::Key_BracketLeft);
        settle(*m_session);
        QCOMPARE(m_session->selection().slice->trackKey, std::uint64_t(3));
        QTest::keyClick(m_view, Qt::Key_BracketLeft);
        settle(*m_session);
        QCOMPARE(m_session->selection().slice->trackKey, std::uint64_t(4));
    }

    void escapeStepsBack()
    {
        select(TrackKind::states, 3, 120);
        m_session->setRange(TimeRange {at(1), at(2)});
        QTest::keyClick(m_view, Qt::Key_Escape);
        QVERIFY(!m_session->range() && m_session->selection().slice);
        QTest::keyClick(m_view, Qt::Key_Escape);
        QVERIFY(!m_session->selection().slice);
    }

    // --- pointer

    void aClickSelectsWhatIsThere()
    {
        click(QPoint(160, yOf(TrackKind::states, 3) + 10));
        QCOMPARE(placeOf(m_session->selection().slice),
                 std::optional(SliceId {TrackKind::states, 3, 0, at(120)}));
        click(QPoint(400, yOf(TrackKind::spans, 1) + 3 + 17 + 5));
        QCOMPARE(placeOf(m_session->selection().slice),
                 std::optional(SliceId {TrackKind::spans, 1, 1, at(320)}));
        click(QPoint(451, yOf(TrackKind::events, 1) + 12));
        QCOMPARE(placeOf(m_session->selection().slice),
                 std::optional(SliceId {TrackKind::events, 1, 3, at(450)}));
        click(QPoint(300, yOf(TrackKind::states, 3) + 10)); // idle
        QVERIFY(!m_session->selection().slice);
    }

    void aDoubleClickZoomsToTheSlice()
    {
        QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {},
                           QPoint(160, yOf(TrackKind::states, 3) + 10));
        QCOMPARE(m_session->view(), (TimeRange {at(112), at(208)}));
    }

    void draggingSelectsARangeWhoseEdgesMove()
    {
        drag(QPoint(200, 100), QPoint(350, 140));
        QCOMPARE(m_session->range(), (TimeRange {at(200), at(350)}));
        drag(QPoint(352, 100), QPoint(500, 100)); // by its right edge
        QCOMPARE(m_session->range(), (TimeRange {at(200), at(500)}));
        drag(QPoint(199, 100), QPoint(600, 100)); // the left one over the right
        QCOMPARE(m_session->range(), (TimeRange {at(500), at(600)}));
    }

    void theMiddleButtonPans()
    {
        m_session->setView({at(200), at(700)});
        QTest::mousePress(m_view->viewport(), Qt::MiddleButton, {}, QPoint(500, 100));
        QTest::mouseMove(m_view->viewport(), QPoint(400, 100));
        QTest::mouseRelease(m_view->viewport(), Qt::MiddleButton, {}, QPoint(400, 100));
        QCOMPARE(m_session->view(), (TimeRange {at(250), at(750)}));
    }

    void theWheelScrollsZoomsAndPans()
    {
        m_pane->resize(m_pane->width(), 260);
        m_session->setView({at(200), at(700)});
        wheel(QPoint(0, -120), Qt::NoModifier);
        QVERIFY(m_pane->scene()->scroll() > 0);
        QCOMPARE(m_view->verticalScrollBar()->value(), m_pane->scene()->scroll());
        wheel(QPoint(0, 120), Qt::ControlModifier);
        QCOMPARE(m_session->view().lengthNs(), 400 * kMs);
        const TimeRange before = m_session->view();
        wheel(QPoint(0, -120), Qt::ShiftModifier);
        QVERIFY(m_session->view().startNs > before.startNs);
        wheel(QPoint(120, 0), Qt::NoModifier);
        QCOMPARE(m_session->view(), before);
    }

    void headersStickWhileTheirTracksScroll()
    {
        m_pane->resize(m_pane->width(), 220);
        QCoreApplication::processEvents();
        m_pane->scene()->setScroll(60);
        const TrackLine* sticky = m_pane->scene()->stickyHeader();
        QVERIFY(sticky);
        QCOMPARE(m_pane->scene()->lineAtViewport(5), sticky);
        QCOMPARE(grab().pixelColor(300, 10), Theme::of(m_view).head);
    }

    void theCursorsTimeIsTold()
    {
        QSignalSpy moved(m_pane.get(), &TimelinePane::cursorMoved);
        QTest::mouseMove(m_view->viewport(), QPoint(250, 100));
        QTRY_VERIFY(!moved.isEmpty());
        QCOMPARE(moved.back()[0].value<std::optional<std::int64_t>>(), std::optional(at(250)));
    }

    void theOverviewMovesTheWindow()
    {
        auto* overview = m_pane->findChild<OverviewStrip*>();
        m_session->setView({at(200), at(400)});
        const TimeAxis whole {m_session->extent(), overview->width()};
        QTest::mousePress(overview, Qt::LeftButton, {}, QPoint(whole.pixel(at(300)), 30));
        QTest::mouseMove(overview, QPoint(whole.pixel(at(600)), 30));
        QTest::mouseRelease(overview, Qt::LeftButton, {}, QPoint(whole.pixel(at(600)), 30));
        QVERIFY(std::abs(m_session->view().startNs - at(500)) < 3 * kMs);
        QCOMPARE(m_session->view().lengthNs(), 200 * kMs);
        const QPoint grip = overview->window().rightGrip.center();
        QTest::mousePress(overview, Qt::LeftButton, {}, grip);
        QTest::mouseMove(overview, grip + QPoint(100, 0));
        QTest::mouseRelease(overview, Qt::LeftButton, {}, grip + QPoint(100, 0));
        QVERIFY(m_session->view().lengthNs() > 280 * kMs);
    }

    void aTrackIsMovedByItsName()
    {
        auto* labels = m_pane->findChild<LabelColumn*>();
        const int from = yOf(TrackKind::states, 3) + 10;
        const int to = yOf(TrackKind::states, 5) + 16;
        QTest::mousePress(labels, Qt::LeftButton, {}, QPoint(60, from));
        QTest::mouseMove(labels, QPoint(60, to));
        QTest::mouseRelease(labels, Qt::LeftButton, {}, QPoint(60, to));
        QCOMPARE(yOf(TrackKind::states, 4), 22);
        QCOMPARE(yOf(TrackKind::states, 3), 22 + 40);
    }

    // Tracks do not lie over the numbers beside their names.
    void namesKeepTheirNumbersInANarrowPane()
    {
        m_pane->setMinimumSize(1, 1); // as in a window
        m_pane->resize(150, 500);
        const auto* labels = m_pane->findChild<LabelColumn*>();
        QCOMPARE(labels->parentWidget(), m_view->parentWidget());
        QTRY_VERIFY(m_view->geometry().right() < 150);
        QVERIFY(labels->geometry().right() < m_view->geometry().left());
    }

    // --- state and reasons

    void stateSurvives()
    {
        TimelineScene* scene = m_pane->scene();
        scene->setPinned(*m_session->timeline()->findTrack(TrackKind::states, 3), true);
        scene->setFolded(*m_session->timeline()->findTrack(TrackKind::group, 2), true);
        auto* labels = m_pane->findChild<LabelColumn*>();
        labels->setFocus();
        QTest::keyClick(labels, Qt::Key_Right, Qt::ControlModifier);
        const int width = labels->width();
        const QByteArray state = m_pane->saveState();
        open(std::make_unique<FakeDocument>(sampleTimeline()));
        QVERIFY(m_pane->restoreState(state));
        QCOMPARE(m_pane->scene()->layout().pinned().size(), std::size_t(1));
        QCOMPARE(m_pane->findChild<LabelColumn*>()->width(), width);
        QCOMPARE(m_pane->saveState(), state);
        QVERIFY(!m_pane->restoreState("nonsense"));
    }

    void filteringTellsWhatIsLeft()
    {
        m_pane->setFilter("resize");
        QCOMPARE(label("Tracks shown")->toolTip(), QString("2 of 7 tasks · 1 group"));
        m_pane->setFilter("no such track");
        QCOMPARE(label("Tracks shown")->toolTip(), QString("0 of 7 tasks · 0 groups"));
        bool told = false;
        for (const QLabel* text : m_view->viewport()->findChildren<QLabel*>())
            told |= text->isVisibleTo(m_view) && text->text().contains("no such track");
        QVERIFY(told);
        m_pane->setFilter({});
        QCOMPARE(label("Tracks shown")->toolTip(), QString("7 of 7 tasks · 4 groups"));
    }

    void enterWalksTheTracksThatTheFilterLeaves()
    {
        m_pane->setFilter("resize");
        QCOMPARE(m_session->trackFilter(), QString("resize"));
        m_pane->selectNextTrack();
        const auto first = m_session->selection().slice;
        QVERIFY(first && first->kind == TrackKind::states);
        m_pane->selectNextTrack();
        const auto second = m_session->selection().slice;
        QVERIFY(second && second->trackKey != first->trackKey);
        m_pane->selectNextTrack(false);
        QCOMPARE(m_session->selection().slice->trackKey, first->trackKey);
        m_pane->setFilter({});
    }

    // Until somebody drags their edge.
    void labelsAreAsWideAsTheFont()
    {
        const auto* const labels = m_pane->findChild<LabelColumn*>();
        const int before = labels->width();
        const QFont usual = m_pane->font();
        QFont large = usual;
        large.setPixelSize(QFontInfo(usual).pixelSize() * 3 / 2);
        m_pane->setFont(large);
        QTRY_VERIFY(labels->width() > before * 5 / 4);
        m_pane->setFont(usual);
        QTRY_COMPARE(labels->width(), before);
        QVERIFY(!m_pane->saveState().contains("labelWidth"));
    }

    void aColourGivenToANameWins()
    {
        QSignalSpy changed(m_pane.get(), &TimelinePane::nameColorsChanged);
        m_pane->setNameColors({{"resize", 3}});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(grab().pixelColor(385, yOf(TrackKind::worker, 1) + 4), Theme::of(m_view).nameColor(3));
    }

    void noTimeAxisIsSaid()
    {
        auto document = std::make_unique<FakeDocument>(nullptr);
        document->timeAxis = false;
        open(std::move(document));
        auto* pages = m_pane->findChild<QStackedWidget*>();
        auto* sentence = qobject_cast<QLabel*>(pages->currentWidget());
        QVERIFY(sentence && sentence->text().contains("no time axis"));
        QSignalSpy asked(m_pane.get(), &TimelinePane::structureRequested);
        emit sentence->linkActivated("structure");
        QCOMPARE(asked.size(), 1);
    }

    void everyControlHasAName()
    {
        for (const QWidget* widget : m_pane->findChildren<QWidget*>()) {
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisibleTo(m_pane.get()))
                QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
    }

private:
    void open(std::unique_ptr<Document> document)
    {
        m_pane.reset();
        m_session = std::make_unique<DocumentSession>(std::move(document));
        m_pane = std::make_unique<TimelinePane>(m_session.get());
        m_view = m_pane->view();
        m_labelWidth = m_pane->findChild<LabelColumn*>()->width();
        m_pane->resize(1200, 660);
        m_pane->show();
        if (m_session->capture()->hasTimeline()) {
            m_session->startIndexing();
            QTRY_VERIFY(!m_session->isIndexing() && m_session->timeline()->trackCount() > 0);
        }
        settle(*m_session);
        m_view->setFocus();
    }

    QImage grab()
    {
        QImage image(m_view->viewport()->size(), QImage::Format_RGB32);
        m_view->viewport()->render(&image);
        return image;
    }
    int yOf(TrackKind kind, std::uint64_t key) const
    {
        const auto track = m_session->timeline()->findTrack(kind, key);
        return track ? m_pane->scene()->viewportYOf(*track).value_or(-1000) : -1000;
    }
    void select(TrackKind kind, std::uint64_t key, int ms)
    {
        m_session->selectSlice({kind, key, 0, at(ms)});
        settle(*m_session);
    }
    std::int64_t selectedStart() const { return m_session->selection().slice->startNs; }
    QLabel* label(const QString& name) const
    {
        for (QLabel* text : m_pane->findChildren<QLabel*>()) {
            if (text->accessibleName() == name)
                return text;
        }
        return nullptr;
    }
    void click(const QPoint& position)
    {
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, position);
    }
    void drag(const QPoint& from, const QPoint& to)
    {
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(m_view->viewport(), (from + to) / 2);
        QTest::mouseMove(m_view->viewport(), to);
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, to);
    }
    void wheel(const QPoint& angle, Qt::KeyboardModifiers modifiers)
    {
        const QPointF position(500, 60);
        QWheelEvent event(position, m_view->viewport()->mapToGlobal(position), {}, angle, Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_view->viewport(), &event);
    }

    std::unique_ptr<DocumentSession> m_session;
    std::unique_ptr<TimelinePane> m_pane;
    TimelineView* m_view = nullptr;
    int m_labelWidth = 0;
};

QTEST_MAIN(TestTimelinePane)
#include "tst_timeline_pane.moc"
