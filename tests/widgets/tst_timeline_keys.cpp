// The timeline by keys alone: where F leads, ranges, the slices one goes to, the order of tracks, hits of the
// filter; and what shows where the keyboard is.
#include "tests/support/plain_look.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/settle.h"
#include "tests/support/stream_timeline.h"
#include "widgets/common/theme.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/time_ruler.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QApplication>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <QWindow>

using namespace traceglass;

namespace {

std::int64_t at(int ms)
{
    return kSampleStart + ms * kMs;
}

}

class TestTimelineKeys : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { usePlainLook(); }
    void init() { open(std::make_unique<FakeDocument>(sampleTimeline())); }
    void cleanup()
    {
        m_pane.reset();
        m_session.reset();
    }

    // --- F

    void fitsWhatWasMadeLast()
    {
        const TimeRange range {at(600), at(700)};
        m_session->setRange(range);
        select(TrackKind::states, 3, 120);
        press(Qt::Key_F);
        QCOMPARE(m_session->view(), (TimeRange {at(112), at(208)}));
        m_session->setRange({});
        m_session->setRange(range);
        press(Qt::Key_F);
        QCOMPARE(m_session->view(), (TimeRange {at(590), at(710)}));
        press(Qt::Key_F);
        QCOMPARE(m_session->view(), m_session->extent());
    }

    void fitsAMomentWithItsNeighbours()
    {
        open(std::make_unique<FakeDocument>(StreamTimeline().snapshot()));
        const StreamTimeline streams;
        m_session->selectSlice({TrackKind::density, 7, 0, streams.at(470)}); // others 1 ms beside it
        settle(*m_session);
        press(Qt::Key_F);
        const TimeRange near = m_session->view();
        QVERIFY(near.contains(streams.at(469)) && near.contains(streams.at(471)));
        QVERIFY(near.lengthNs() < 4 * kMs);
        m_session->selectSlice({TrackKind::density, 7, 0, streams.at(499)}); // 1 ms before, 401 ms behind
        settle(*m_session);
        press(Qt::Key_F);
        const TimeRange uneven = m_session->view();
        QVERIFY(uneven.contains(streams.at(498)));
        QVERIFY(uneven.lengthNs() < 30 * kMs); // the near one is told from it
        press(Qt::Key_F);
        QCOMPARE(m_session->view(), m_session->extent());
    }

    void aDoubleClickOnAMomentDoesTheSame()
    {
        const int y = yOf(TrackKind::events, 1) + 12;
        const int x = int(m_pane->view()->axis().x(at(450)));
        QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(x, y));
        QCOMPARE(m_session->selection().time, (std::optional(TimeRange {at(450), at(450)})));
        QVERIFY(m_session->view().lengthNs() > kMs);
        QVERIFY(m_session->view().lengthNs() < m_session->extent().lengthNs());
    }

    // --- Back and Esc

    void backUndoesAZoomOfTheWheel()
    {
        const TimeRange before = m_session->view();
        for (int i = 0; i < 2; ++i) {
            const QPointF position(500, 60);
            QWheelEvent event(position, m_view->viewport()->mapToGlobal(position), {}, QPoint(0, 120),
                              Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(m_view->viewport(), &event);
        }
        QVERIFY(m_session->view().lengthNs() < before.lengthNs() * 3 / 4);
        m_session->goBack();
        settle(*m_session);
        QCOMPARE(m_session->view(), before);
        QVERIFY(!m_session->canGoBack());
    }

    // Where the pointer is nowhere in view, the selection stays in sight, else the middle.
    void zoomsWhereTheSelectionIs()
    {
        select(TrackKind::states, 3, 120);
        QTest::mouseMove(m_view->viewport(), {990, 300});
        const auto zoomIn = [&] {
            m_session->setView({at(100), at(400)}); // not where the pointer is
            for (int i = 0; i < 8; ++i)
                press(Qt::Key_W);
            return m_session->view();
        };
        QVERIFY(zoomIn().overlaps(*m_session->selection().time));
        m_session->clearSelection();
        settle(*m_session);
        QVERIFY(zoomIn().contains(at(250)));
    }

    void backUndoesAFlowWithItsView()
    {
        auto document = std::make_unique<FakeDocument>(sampleTimeline());
        document->knownFlows = {
            {Flow::Kind::wake, TrackKind::states, 3, at(450), TrackKind::states, 4, at(830)}};
        open(std::move(document));
        select(TrackKind::states, 3, 450);
        m_session->setView({at(440), at(510)});
        const auto selected = m_session->selection();
        const TimeRange before = m_session->view();
        press(Qt::Key_BracketRight);
        QCOMPARE(m_session->selection().slice->trackKey, std::uint64_t(4));
        QVERIFY(m_session->view() != before);
        m_session->goBack();
        settle(*m_session);
        QCOMPARE(m_session->selection(), selected);
        QCOMPARE(m_session->view(), before);
    }

    // Whatever other flows lead there; who goes elsewhere meanwhile has not come that way.
    void aFlowLeadsBackToWhereOneCameFrom()
    {
        auto document = std::make_unique<FakeDocument>(sampleTimeline());
        document->knownFlows = {
            {Flow::Kind::wake, TrackKind::states, 5, at(60), TrackKind::states, 4, at(830)},
            {Flow::Kind::wake, TrackKind::states, 3, at(450), TrackKind::states, 4, at(830)},
            {Flow::Kind::wake, TrackKind::states, 4, at(830), TrackKind::states, 5, at(60)}};
        open(std::move(document));
        const auto track = [&] { return m_session->selection().slice->trackKey; };
        const auto follow = [&](Qt::Key key) {
            press(key);
            settle(*m_session);
            return track();
        };
        select(TrackKind::states, 3, 450);
        const Selection begin = m_session->selection();
        QCOMPARE(follow(Qt::Key_BracketRight), std::uint64_t(4));
        const Selection middle = m_session->selection();
        QCOMPARE(follow(Qt::Key_BracketRight), std::uint64_t(5));
        press(Qt::Key_BracketLeft);
        press(Qt::Key_BracketLeft); // before the flows of that slice are known
        settle(*m_session);
        QCOMPARE(m_session->selection(), begin);

        QCOMPARE(follow(Qt::Key_BracketRight), std::uint64_t(4));
        m_session->goBack();
        settle(*m_session);
        QCOMPARE(m_session->selection(), begin);
        m_session->goForward();
        settle(*m_session);
        QCOMPARE(m_session->selection(), middle);
        QCOMPARE(follow(Qt::Key_BracketLeft), std::uint64_t(3)); // still the way one came

        QCOMPARE(follow(Qt::Key_BracketRight), std::uint64_t(4));
        m_session->clearSelection();
        press(Qt::Key_BracketLeft);
        QVERIFY(!m_session->selection().slice);
        m_session->selectSlice(*begin.slice);
        settle(*m_session);
        QCOMPARE(follow(Qt::Key_BracketRight), std::uint64_t(4));
        QCOMPARE(follow(Qt::Key_BracketLeft), std::uint64_t(3));
    }

    // Of several the user says which one, in a list at the slice; the same key once more takes the first.
    void oneOfSeveralFlowsIsChosen()
    {
        auto document = std::make_unique<FakeDocument>(sampleTimeline());
        document->knownFlows = {
            // the first two lead to one slice
            {Flow::Kind::wake, TrackKind::states, 3, at(450), TrackKind::states, 4, at(830)},
            {Flow::Kind::wake, TrackKind::states, 3, at(460), TrackKind::states, 4, at(831)},
            {Flow::Kind::spawn, TrackKind::states, 3, at(470), TrackKind::states, 5, at(480)}};
        open(std::move(document));
        const auto track = [&] { return m_session->selection().slice->trackKey; };
        const auto list = [] { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); };
        select(TrackKind::states, 3, 450);
        const Selection begin = m_session->selection();
        press(Qt::Key_BracketRight);
        QVERIFY(list());
        QCOMPARE(list()->actions().size(), 2);
        QCOMPARE(m_session->selection(), begin);
        QVERIFY(list()->actions()[0]->text().contains(QStringLiteral("resize #4")));
        QVERIFY(list()->actions()[1]->text().contains(QStringLiteral("encode_webp #5")));
        QTest::keyClick(list(), Qt::Key_Down);
        QTest::keyClick(list(), Qt::Key_Return);
        QVERIFY(!list());
        settle(*m_session);
        QCOMPARE(track(), std::uint64_t(5));
        press(Qt::Key_BracketLeft); // the way one came
        settle(*m_session);
        QCOMPARE(m_session->selection(), begin);

        press(Qt::Key_BracketRight);
        QTest::keyClick(list(), Qt::Key_BracketRight);
        QVERIFY(!list());
        settle(*m_session);
        QCOMPARE(track(), std::uint64_t(4));
        press(Qt::Key_BracketLeft);
        settle(*m_session);
        press(Qt::Key_BracketRight);
        QTest::keyClick(list(), Qt::Key_Escape);
        QVERIFY(!list());
        QCOMPARE(m_session->selection(), begin);
    }

    // A key that leads nowhere says so.
    void noFlowIsTold()
    {
        QSignalSpy told(m_pane.get(), &TimelinePane::statusText);
        select(TrackKind::states, 3, 120);
        press(Qt::Key_BracketRight);
        QCOMPARE(told.size(), 1);
        QCOMPARE(told.front().front().toString(), QStringLiteral("No flow leads on from here"));
        press(Qt::Key_BracketLeft);
        QCOMPARE(told.back().front().toString(), QStringLiteral("No flow leads here"));
    }

    void escapeTakesBackInTheOrderOfMaking()
    {
        m_session->setRange(TimeRange {at(1), at(2)});
        m_pane->setFilter("upload");
        select(TrackKind::states, 3, 120);
        press(Qt::Key_Escape);
        QVERIFY(!m_session->selection().slice && m_session->range() && !m_pane->scene()->filter().isEmpty());
        press(Qt::Key_Escape);
        QVERIFY(m_session->range() && m_pane->scene()->filter().isEmpty());
        press(Qt::Key_Escape);
        QVERIFY(!m_session->range());
    }

    // --- ranges

    void keysMakeARange()
    {
        select(TrackKind::states, 3, 120);
        press(Qt::Key_R);
        QCOMPARE(m_session->range(), (std::optional(TimeRange {at(120), at(200)})));
        press(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(m_session->range(),
                 (std::optional(TimeRange {at(120), at(210)}))); // a hundredth of the view
        press(Qt::Key_Left, Qt::ShiftModifier);
        press(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_session->range(), (std::optional(TimeRange {at(110), at(200)})));
        for (int i = 0; i < 30; ++i)
            press(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_session->range(), (std::optional(TimeRange {at(200), at(410)}))); // over the other edge
        m_session->goBack();
        settle(*m_session);
        QCOMPARE(m_session->view(), (TimeRange {at(0), at(1000)})); // an edge in view moves nothing
    }

    void aRangeBeginsInTheMiddleWhereNothingIsSelected()
    {
        press(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(m_session->range(), (std::optional(TimeRange {at(500), at(510)})));
        for (int i = 0; i < 60; ++i)
            press(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(m_session->range()->endNs, m_session->extent().endNs); // nothing is behind it
        m_session->setRange({});
        press(Qt::Key_Left, Qt::ShiftModifier);
        press(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(m_session->range(), (std::optional(TimeRange {at(480), at(500)})));
    }

    // --- going to slices

    void firstLastAndLongestOfTheTrackThenOfAll()
    {
        select(TrackKind::states, 3, 400);
        press(Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(placeOf(m_session->selection().slice),
                 std::optional(SliceId {TrackKind::states, 3, 0, at(100)}));
        press(Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(placeOf(m_session->selection().slice),
                 std::optional(SliceId {TrackKind::states, 3, 0, at(450)}));
        press(Qt::Key_L);
        QCOMPARE(placeOf(m_session->selection().slice),
                 std::optional(SliceId {TrackKind::states, 3, 0, at(120)}));
        press(Qt::Key_L);
        QCOMPARE(placeOf(m_session->selection().slice),
                 std::optional(SliceId {TrackKind::spans, 1, 1, at(320)}));
        press(Qt::Key_Escape);
        press(Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(m_session->selection().time->startNs, at(20));
    }

    void whatIsGoneToIsShown()
    {
        m_session->setView({at(600), at(610)});
        m_session->selectSlice({TrackKind::states, 3, 0, at(100)});
        settle(*m_session);
        m_session->setView({at(600), at(610)});
        press(Qt::Key_L);
        QVERIFY(m_session->view().startNs <= at(120) && m_session->view().endNs >= at(200));
    }

    void theNamesOfTracksSayWhichToo()
    {
        auto* names = m_pane->findChild<LabelColumn*>();
        names->setFocus();
        QSignalSpy changes(m_pane.get(), &TimelinePane::currentTrackChanged);
        QTest::keyClick(names, Qt::Key_Down); // from the group to its first task
        QVERIFY(!changes.isEmpty());
        const Track& track = m_session->timeline()->track(m_pane->currentTrack());
        QCOMPARE(track.kind, TrackKind::states);
        QTest::keyClick(names, Qt::Key_L);
        QVERIFY(m_session->selection().slice);
        QCOMPARE(m_session->selection().slice->trackKey, track.key);
    }

    void countersHaveExtremes()
    {
        open(std::make_unique<FakeDocument>(StreamTimeline().snapshot()));
        const StreamTimeline streams;
        m_session->selectSlice({TrackKind::counter, 2, 0, streams.at(100)});
        settle(*m_session);
        QVERIFY(m_pane->isAtCounter());
        press(Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(m_session->selection().slice->startNs, streams.at(400));
        press(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(m_session->selection().slice->startNs, streams.at(100));   // of equal ones the first
        m_session->selectSlice({TrackKind::counter, 3, 0, streams.at(50)}); // on a clock of its own
        settle(*m_session);
        press(Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(m_session->selection().slice->startNs, streams.at(250));

        QSignalSpy told(m_pane.get(), &TimelinePane::statusText);
        m_session->selectSlice({TrackKind::marks, 4, 0, streams.at(200)});
        settle(*m_session);
        press(Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(told.size(), 1);
        QCOMPARE(m_session->selection().slice->trackKey, std::uint64_t(4));
    }

    void gapsAndTheContainerAreNotTheLongest()
    {
        open(std::make_unique<FakeDocument>(StreamTimeline().snapshot()));
        press(Qt::Key_L); // Units last 500 ms, but say nothing about what was recorded
        QVERIFY(!m_session->selection().slice);
    }

    // --- tracks

    void keysMoveTheTrack()
    {
        const std::vector<std::uint64_t> before = tasks();
        const auto moved = [&](std::size_t from, std::size_t to) {
            std::vector<std::uint64_t> order = before;
            order.erase(order.begin() + std::ptrdiff_t(from));
            order.insert(order.begin() + std::ptrdiff_t(to), before[from]);
            return order;
        };
        m_session->selectSlice({TrackKind::states, before[1], 0, firstOf(before[1])});
        settle(*m_session);
        const auto selected = m_session->selection();
        press(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(tasks(), moved(1, 0));
        press(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier); // it is the first
        QCOMPARE(tasks(), moved(1, 0));
        press(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(tasks(), before);
        for (std::size_t i = 0; i < 2 * before.size(); ++i)
            press(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(tasks(), moved(1, before.size() - 1));
        QCOMPARE(m_session->selection(), selected);
    }

    void aGroupMovesFromItsName()
    {
        auto* names = m_pane->findChild<LabelColumn*>();
        names->setFocus();
        const TrackId tasks = m_pane->currentTrack();
        QCOMPARE(m_session->timeline()->track(tasks).kind, TrackKind::group);
        const int before = *m_pane->scene()->viewportYOf(tasks);
        QTest::keyClick(names, Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(*m_pane->scene()->viewportYOf(tasks) > before);
        QCOMPARE(m_pane->currentTrack(), tasks);
    }

    void f3WalksTheHitsEvenOutsideTheView()
    {
        m_session->setView({at(950), at(1000)}); // "upload" has ended before
        m_pane->setFilter("upload");
        press(Qt::Key_F3);
        QCOMPARE(placeOf(m_session->selection().slice),
                 std::optional(SliceId {TrackKind::states, 3, 0, at(450)}));
        QVERIFY(m_session->view().overlaps({at(450), at(500)}));
        m_pane->setFilter("resize");
        press(Qt::Key_F3);
        const auto first = m_session->selection().slice->trackKey;
        press(Qt::Key_F3);
        QVERIFY(m_session->selection().slice->trackKey != first);
        press(Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(m_session->selection().slice->trackKey, first);
    }

    void slicesOfOneMomentAreGoneThroughOneByOne()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(
            builder.addTrack({.name = builder.intern("thread"), .key = 1, .kind = TrackKind::slices}));
        for (std::uint64_t i = 0; i < 3; ++i)
            builder.add(row, {at(10), at(10), builder.intern("left at once"), 0, FakeDocument::record(i)});
        builder.add(row, {at(10), at(500), builder.intern("work"), 0, FakeDocument::record(3)});
        builder.add(row, {at(600), at(600), builder.intern("end"), 0, FakeDocument::record(4)});
        open(std::make_unique<FakeDocument>(builder.snapshot({at(0), at(1000)}, 5, true)));
        const auto record = [&] {
            settle(*m_session);
            const auto& slice = m_session->answer().slice;
            return slice ? int(slice->ref.offset() / FakeDocument::kRecordSize) : -1;
        };
        // What is seen is what is clicked, also where others begin with it.
        const int y = yOf(TrackKind::slices, 1) + 5;
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {300, y});
        QCOMPARE(record(), 3);
        for (const int next : {4, 4}) {
            press(Qt::Key_Period);
            QCOMPARE(record(), next);
        }
        for (const int previous : {3, 2, 1, 0, 0}) {
            press(Qt::Key_Comma);
            QCOMPARE(record(), previous);
        }
        press(Qt::Key_Period);
        QCOMPARE(record(), 1);
        press(Qt::Key_Greater, Qt::ShiftModifier); // of its name
        QTRY_COMPARE(record(), 2);
        for (const int previous : {1, 0}) {
            press(Qt::Key_Less, Qt::ShiftModifier);
            QTRY_COMPARE(record(), previous);
        }
    }

    // --- what is seen

    void focusDoesNotCoverTheData()
    {
        m_pane->findChild<LabelColumn*>()->setFocus();
        const QImage without = grab();
        for (int i = 0; i < 20 && !m_view->hasFocus(); ++i)
            QTest::keyClick(m_pane->windowHandle(), Qt::Key_Tab);
        QVERIFY(m_view->hasFocus());
        const QImage with = grab();
        const QRect inner = with.rect().adjusted(2, 2, -2, -2);
        QCOMPARE(with.copy(inner), without.copy(inner));
        QCOMPARE(with.pixelColor(0, 100), Theme::of(m_view).highlight);
        QCOMPARE(with.pixelColor(with.width() - 1, 100), Theme::of(m_view).highlight);
    }

    void aRangeThatFillsTheViewLeavesTheRulersLabels()
    {
        auto* ruler = m_pane->findChild<TimeRuler*>();
        const auto inked = [&] { // columns with letters: what is dark in the upper half
            const QImage image = ruler->grab().toImage();
            int columns = 0;
            for (int x = 0; x < image.width(); ++x) {
                bool dark = false;
                for (int y = 0; y < 12; ++y) {
                    const QColor color = image.pixelColor(x, y);
                    dark = dark
                        || (color.lightness() < 120 && color.blue() - color.red() < 60); // not the range's
                }
                columns += dark;
            }
            return columns;
        };
        m_session->setRange(TimeRange {at(-2000), at(3000)}); // its duration stands outside
        const int filled = inked();
        m_session->setRange({});
        const int without = inked();
        QVERIFY(without > 100);
        QVERIFY2(filled > without * 3 / 4, qPrintable(QString::number(filled)));
    }

private:
    void open(std::unique_ptr<Document> document)
    {
        m_pane.reset();
        m_session = std::make_unique<DocumentSession>(std::move(document));
        m_pane = std::make_unique<TimelinePane>(m_session.get());
        m_view = m_pane->view();
        const int labels = m_pane->findChild<LabelColumn*>()->width();
        m_pane->resize(1000 + labels + m_view->verticalScrollBar()->width(), 660); // a pixel a millisecond
        m_pane->show();
        m_pane->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_pane.get()));
        m_session->startIndexing();
        QTRY_VERIFY(!m_session->isIndexing() && m_session->timeline()->trackCount() > 0);
        m_session->setView(m_session->extent());
        settle(*m_session);
        m_view->setFocus();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(m_view, key, modifiers); }
    void select(TrackKind kind, std::uint64_t key, int ms)
    {
        m_session->selectSlice({kind, key, 0, at(ms)});
        settle(*m_session);
    }
    QImage grab()
    {
        QImage image(m_view->viewport()->size(), QImage::Format_RGB32);
        m_view->viewport()->render(&image);
        return image;
    }
    std::vector<std::uint64_t> tasks() const // their keys, from top to bottom
    {
        std::vector<std::uint64_t> keys;
        for (const TrackLine& line : m_pane->scene()->layout().lines()) {
            const Track& track = m_session->timeline()->track(line.track);
            if (!line.isHeader() && track.kind == TrackKind::states)
                keys.push_back(track.key);
        }
        return keys;
    }
    std::int64_t firstOf(std::uint64_t task) const
    {
        const TrackId track = *m_session->timeline()->findTrack(TrackKind::states, task);
        return m_session->timeline()->sliceAfter(m_session->timeline()->track(track).firstRow, 0)->startNs;
    }
    int yOf(TrackKind kind, std::uint64_t key) const
    {
        const auto track = m_session->timeline()->findTrack(kind, key);
        return track ? m_pane->scene()->viewportYOf(*track).value_or(-1000) : -1000;
    }

    std::unique_ptr<DocumentSession> m_session;
    std::unique_ptr<TimelinePane> m_pane;
    TimelineView* m_view = nullptr;
};

QTEST_MAIN(TestTimelineKeys)
#include "tst_timeline_keys.moc"
