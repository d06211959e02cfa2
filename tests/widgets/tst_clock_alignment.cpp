// Several clocks in one window: their rulers and times, laying one onto another by hand, and that all of it
// is kept.
#include "tests/support/plain_look.h"
#include "tests/support/settle.h"
#include "tests/support/stream_timeline.h"
#include "widgets/common/theme.h"
#include "widgets/models/hits_model.h"
#include "widgets/models/long_list.h"
#include "widgets/models/row_view.h"
#include "widgets/models/search_pane.h"
#include "widgets/session/command_words.h"
#include "widgets/session/session_notes.h"
#include "widgets/session/session_search.h"
#include "widgets/timeline/scene/clock_alignment.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/time_ruler.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace traceglass;

namespace {

std::int64_t at(int ms)
{
    return kStreamStart + ms * kStreamMs;
}

constexpr SliceId kDuration {TrackKind::counter, 3, 0, 0};

}

class TestClockAlignment : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { usePlainLook(); }
    void init() { open(streamTimeline()); }
    void cleanup()
    {
        m_pane.reset();
        m_session.reset();
    }

    // --- times of an axis

    void momentsAreToldInTheTimeOfTheirClock()
    {
        QCOMPARE(m_session->axes().size(), std::size_t(2));
        QCOMPARE(m_session->momentText(at(250)), QString("+0.250 s"));
        QCOMPARE(m_session->momentText(at(250), 1), QString("+0.250 s"));
        m_session->setTimeFormat({TimeFormat::Mode::utc, TimeUnit::automatic});
        QVERIFY(m_session->momentText(at(250)).startsWith("2026-"));
        QCOMPARE(m_session->momentText(at(250), 1), QString("+0.250 s")); // no time of day is known
        m_session->setAlignment({{"cycles", at(100) - kCyclesStart}});
        QCOMPARE(m_session->momentText(at(250), 1), QString("+0.150 s"));
        QCOMPARE(m_session->toView(1, kCyclesStart), at(100));
        QCOMPARE(m_session->toOwn(1, at(100)), kCyclesStart);
    }

    // A command says which clock its range is on: else that of a track that it names beside it would be meant.
    void commandsNameTheClock()
    {
        open(streamTimeline(), {}, {"clk", "cycles"});
        QCOMPARE(rangeWords(*m_session), QStringList());
        m_session->setRange(TimeRange {at(100), at(250)});
        QCOMPARE(rangeWords(*m_session),
                 QStringList({"--from", QString("%1ns").arg(at(100)), "--to", QString("%1ns").arg(at(250)),
                              "--clock", "clk"}));
        // Clocks without a name that commands know, as of some captures of a GPU.
        open(streamTimeline());
        m_session->setRange(TimeRange {at(100), at(250)});
        QVERIFY(!rangeWords(*m_session).contains("--clock"));
    }

    void placesAreToldInBytes()
    {
        open(streamTimeline(ClockAxis::Kind::position));
        QCOMPARE(m_session->momentText(1234567), QString("byte 1,234,567"));
        QCOMPARE(m_session->durationText(1500), QString("1,500 bytes"));
        QCOMPARE(tickLabel(*m_session, 1'200'000, 100'000), QString("1,200 kB"));
        QCOMPARE(rulerStep(15'000'000'000, RulerScale::bytes), std::int64_t(20'000'000'000));
        QVERIFY(ClockAlignmentDialog::movable(*m_session).empty());
    }

    void theHeaderOfAClockHasItsOwnTicks()
    {
        // One pixel a millisecond: majors every 100 ms, those of "cycles" 30 ms later when it is moved so.
        m_session->setAlignment({{"cycles", at(30) - kCyclesStart}});
        const QImage image = grab();
        const Theme& theme = Theme::of(m_view);
        const TrackId isr = *m_session->timeline()->findTrack(TrackKind::group, 2);
        int height = 0;
        const int bottom = *m_pane->scene()->viewportYOf(isr, &height) + height - 5;
        QCOMPARE(image.pixelColor(630, bottom), theme.text2);
        QCOMPARE(image.pixelColor(600, bottom), theme.head);
        // The first clock has the ruler above everything.
        const TrackId motor = *m_session->timeline()->findTrack(TrackKind::group, 1);
        const int first = *m_pane->scene()->viewportYOf(motor, &height) + height - 5;
        QCOMPARE(image.pixelColor(600, first), theme.head);
        QCOMPARE(m_pane->scene()->axisText(1), QString("cycles · aligned by hand"));
    }

    // --- alignment

    void whatIsSelectedMovesWithItsClock()
    {
        SliceId slice = kDuration;
        slice.startNs = at(50);
        m_session->selectSlice(slice);
        settle(*m_session);
        QCOMPARE(m_session->selectedAxis(), std::uint16_t(1));
        QSignalSpy selected(m_session.get(), &DocumentSession::selectionChanged);
        m_session->setAlignment({{"cycles", at(200) - kCyclesStart}});
        QCOMPARE(selected.size(), 1);
        QCOMPARE(m_session->selection().slice->startNs, at(250));
        QCOMPARE(m_session->selection().time->startNs, at(250));
        QVERIFY(m_session->timeline()->findSlice(*m_session->selection().slice));
        QCOMPARE(m_session->timeline()->findSlice(*m_session->selection().slice)->ref, FakeDocument::record(7));
        // The same slice in the history, too.
        SliceId other {TrackKind::marks, 4, 0, at(600)};
        m_session->selectSlice(other);
        settle(*m_session);
        m_session->setAlignment({});
        QCOMPARE(m_session->selection().slice->startNs, at(600)); // its clock did not move
        m_session->goBack();
        settle(*m_session);
        QCOMPARE(m_session->selection().slice->startNs, at(50));
    }

    // Lists tell the moments of now, and a double click goes there.
    void rowsOfAListMoveWithTheirClock()
    {
        SessionSearch search(m_session.get());
        SessionNotes notes(m_session.get());
        SearchPane pane(m_session.get(), &search, &notes);
        pane.resize(900, 300);
        pane.setVisible(true);
        search.setText(QStringLiteral("track : duration"));
        search.runNow();
        const auto first = [&] {
            settle(*m_session);
            const query::Hit* const hit = pane.model()->hitAt(0);
            return hit ? hit->slice.startNs : 0;
        };
        QTRY_COMPARE(first(), at(50));
        m_session->setAlignment({{"cycles", at(200) - kCyclesStart}});
        QTRY_COMPARE(first(), at(250));
        const RowView& table = *pane.table();
        QTest::mouseDClick(table.viewport(), Qt::LeftButton, {},
                           table.visualRect(pane.model()->index(0, 0)).center());
        settle(*m_session);
        QVERIFY(m_session->selection().slice);
        QCOMPARE(m_session->selection().slice->startNs, at(250));
        QVERIFY(m_session->timeline()->findSlice(*m_session->selection().slice));
        QVERIFY(m_session->view().overlaps({at(250), at(251)}));
    }

    void anOffsetIsTypedAndTakenBack()
    {
        ClockAlignmentDialog* dialog = openDialog();
        auto* offset = dialog->findChild<QLineEdit*>();
        offset->setFocus();
        QTest::keyClicks(offset, "+150ms");
        QTest::keyClick(offset, Qt::Key_Return); // Apply is the default button
        QCOMPARE(m_session->toView(1, kCyclesStart), at(150));
        QVERIFY(m_session->axes()[1].aligned);
        QVERIFY(stateOf(dialog).contains("aligned by hand"));
        QVERIFY(dialog->isVisible());

        offset->selectAll();
        QTest::keyClicks(offset, "-0.25s");
        QTest::keyClick(offset, Qt::Key_Return);
        QCOMPARE(m_session->toView(1, kCyclesStart), at(-250));

        offset->selectAll();
        QTest::keyClicks(offset, "soon");
        QTest::keyClick(offset, Qt::Key_Return);
        QVERIFY(stateOf(dialog).contains("soon"));
        QCOMPARE(m_session->toView(1, kCyclesStart), at(-250));

        press(dialog, "&Reset"); // Reset
        QVERIFY(m_session->alignment().empty());
        QCOMPARE(m_session->toView(1, kCyclesStart), at(0));
        QVERIFY(!m_session->axes()[1].aligned);
    }

    void twoMomentsArePicked()
    {
        ClockAlignmentDialog* dialog = openDialog();
        // The value 7 of "duration" was at the same time as the fault.
        SliceId slice = kDuration;
        slice.startNs = at(250);
        m_session->selectSlice(slice);
        settle(*m_session);
        press(dialog, "Use the &selected moment");
        m_session->selectSlice({TrackKind::marks, 4, 0, at(600)});
        settle(*m_session);
        press(dialog, "Use the selected moment &there");
        QCOMPARE(dialog->findChild<QLineEdit*>()->text(), QString("+0.350 s"));
        press(dialog, "&Apply");
        QCOMPARE(m_session->toView(1, kCyclesStart + 250 * kStreamMs), at(600));
    }

    void withoutASelectionThePointerIsTaken()
    {
        ClockAlignmentDialog* dialog = openDialog();
        press(dialog, "Use the &selected moment");
        QVERIFY(stateOf(dialog).contains("Select something on cycles"));
        dialog->setCursor(at(120));
        press(dialog, "Use the &selected moment");
        bool told = false;
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            told |= label->text() == "+0.120 s";
        QVERIFY(told);
    }

    void everyControlHasAName()
    {
        for (const QWidget* widget : openDialog()->findChildren<QWidget*>()) {
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible())
                QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                         widget->metaObject()->className());
        }
    }

    void theAlignmentIsKept()
    {
        m_session->setAlignment({{"cycles", at(77) - kCyclesStart}});
        const QByteArray state = m_pane->saveState();
        open(streamTimeline(), state);
        QCOMPARE(m_session->toView(1, kCyclesStart), at(77));
        QCOMPARE(m_pane->saveState(), state);
    }

private:
    void open(TimelinePtr timeline, const QByteArray& state = {}, const std::vector<std::string>& clocks = {})
    {
        m_pane.reset();
        auto document = std::make_unique<FakeDocument>(std::move(timeline));
        document->clocks = clocks;
        m_session = std::make_unique<DocumentSession>(std::move(document));
        m_pane = std::make_unique<TimelinePane>(m_session.get());
        m_view = m_pane->view();
        m_pane->resize(1200, 860);
        m_pane->show();
        if (!state.isEmpty())
            QVERIFY(m_pane->restoreState(state)); // before anything is indexed, as the window does it
        m_session->startIndexing();
        QTRY_VERIFY(!m_session->isIndexing() && m_session->timeline()->trackCount() > 0);
        settle(*m_session);
        m_pane->resize(
            1000 + m_pane->findChild<LabelColumn*>()->width() + m_view->verticalScrollBar()->width(), 860);
        m_session->setView({at(0), at(1000)});
        QCoreApplication::processEvents();
        m_view->setFocus();
    }
    ClockAlignmentDialog* openDialog()
    {
        m_pane->alignClocks();
        auto* dialog = m_pane->findChild<ClockAlignmentDialog*>();
        QApplication::setActiveWindow(dialog); // no window manager does it offscreen
        return dialog;
    }
    static void press(QDialog* dialog, const char* text)
    {
        for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
            if (button->text() != QLatin1String(text))
                continue;
            button->setFocus(Qt::TabFocusReason);
            QTest::keyClick(button, Qt::Key_Space);
        }
    }
    static QString stateOf(const ClockAlignmentDialog* dialog)
    {
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            if (label->accessibleName() == "How the clocks are laid")
                return label->text();
        }
        return {};
    }
    QImage grab()
    {
        QImage image(m_view->viewport()->size(), QImage::Format_RGB32);
        m_view->viewport()->render(&image);
        return image;
    }

    std::unique_ptr<DocumentSession> m_session;
    std::unique_ptr<TimelinePane> m_pane;
    TimelineView* m_view = nullptr;
};

QTEST_MAIN(TestClockAlignment)
#include "tst_clock_alignment.moc"
