// Searching in the window: the field, its result and errors, from hit to hit, the list of all hits, the
// marks.
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/search/scope_chips.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/search/search_offers.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "core/base/text.h"
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "tests/support/demo_captures.h"
#include "tests/support/fake_document.h"
#include "tests/support/patience.h"
#include "tests/support/settle.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/link_label.h"
#include "widgets/common/theme.h"
#include "widgets/models/hit_groups.h"
#include "widgets/models/long_list.h"
#include "widgets/models/node_hits_model.h"
#include "widgets/models/node_list.h"
#include "widgets/models/row_view.h"
#include "widgets/models/search_pane.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/overview_strip.h"
#include "widgets/timeline/scene/timeline_scene.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QToolButton>
#include <QWheelEvent>

using namespace traceglass;

class SearchTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_rfr;
    std::unique_ptr<MainWindow> m_window;

    QLineEdit& field() const { return *m_window->tools()->search()->field(); }
    QString result() const { return m_window->tools()->search()->resultText(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(m_window->windowHandle(), key, modifiers);
    }
    std::uint64_t searchFor(const QString& text)
    {
        field().setText(text);
        const bool isFound = QTest::qWaitFor([&] { return !m_window->search()->isSearching(); }, kPatienceMs);
        return isFound && m_window->search()->found() ? m_window->search()->found()->hits().count() : 0;
    }
    std::optional<SliceId> selected() const { return m_window->session()->selection().slice; }
    bool waitForPlace(std::uint64_t number) const
    {
        return QTest::qWaitFor([&] { return m_window->search()->place() == number; }, kPatienceMs);
    }

    // What a link copies.
    static QString copied(const QWidget& pane, const QString& link)
    {
        QGuiApplication::clipboard()->clear();
        for (LinkLabel* const each : pane.findChildren<LinkLabel*>()) {
            if (each->text() == link && each->isVisible())
                QTest::mouseClick(each, Qt::LeftButton);
        }
        return QGuiApplication::clipboard()->text();
    }
    // The rows that `tglass find` prints for it.
    std::uint64_t commandCount(const QString& command) const
    {
        const QString begin = QStringLiteral("tglass find %1 '").arg(QString::fromStdString(m_rfr.string()));
        if (!command.startsWith(begin) || !command.endsWith(QLatin1Char('\'')))
            return 0;
        const auto expr = query::parse(command.mid(begin.size()).chopped(1).toStdString());
        Job job;
        const auto hits = query::run(m_window->session()->timeline(), expr.value_or(query::Expr {}), {}, job);
        return expr && hits ? hits->count() : 0;
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        const auto path = findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY(path);
        m_rfr = *path;
    }
    void init()
    {
        m_settings.reset(); // which writes what was set
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
        m_window->open(m_rfr);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() && !m_window->session()->isIndexing(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session()->fields(), kPatienceMs); // what is no field is known by now
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void keysLeadFromHitToHit()
    {
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(field().hasFocus());
        for (const QChar letter : QStringLiteral("metrics.flush state=polling"))
            QTest::keyClick(m_window->windowHandle(), letter.toLatin1());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->search()->isSearching(), kPatienceMs);
        const std::uint64_t count = m_window->search()->found()->hits().count();
        QVERIFY(count > 2);
        QVERIFY2(!selected(), "nothing is selected while it is typed");
        press(Qt::Key_Return);
        QVERIFY(waitForPlace(0));
        const auto first = selected();
        QVERIFY(first && first->kind == TrackKind::states);
        QCOMPARE(result(), QStringLiteral("1 of %1").arg(count));
        press(Qt::Key_Escape); // clears
        QVERIFY(field().text().isEmpty());
        QVERIFY(!m_window->search()->found());
        press(Qt::Key_Escape); // leaves
        QVERIFY(!field().hasFocus());
        press(Qt::Key_Slash);
        QVERIFY(field().hasFocus());
        QCOMPARE(searchFor(QStringLiteral("metrics.flush state=polling")), count);
        press(Qt::Key_F3);
        QVERIFY(waitForPlace(1));
        QVERIFY(selected() != first);
        press(Qt::Key_F3, Qt::ShiftModifier);
        QVERIFY(waitForPlace(0));
        QSignalSpy told(m_window->search(), &SessionSearch::told);
        press(Qt::Key_F3, Qt::ShiftModifier); // around the beginning
        QVERIFY(waitForPlace(count - 1));
        QCOMPARE(told.size(), 1);
    }

    void whatMayStandThereIsOffered()
    {
        SearchOffers& offers = *m_window->tools()->search()->offers();
        const auto type = [&](const QString& text) {
            for (const QChar letter : text)
                QTest::keyClick(m_window->windowHandle(), letter.toLatin1());
        };
        press(Qt::Key_F, Qt::ControlModifier);
        type(QStringLiteral("dur"));
        QVERIFY(offers.isShown());
        QCOMPARE(offers.texts().first(), QStringLiteral("duration"));
        const auto* const list =
            field().findChild<RowView*>(); // a text runs on into what its detail leaves free
        QVERIFY(list->model()->index(0, 1).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        press(Qt::Key_Tab);
        QVERIFY(!offers.isShown() && field().hasFocus());
        QCOMPARE(field().text(), QStringLiteral("duration"));
        field().clear();
        type(QStringLiteral("kind="));
        QVERIFY(!offers.isShown()); // nothing of it is written yet
        press(Qt::Key_Down);
        QVERIFY(offers.isShown() && offers.texts().contains(QStringLiteral("spans")));
        type(QStringLiteral("sp"));
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QCOMPARE(field().text(), QStringLiteral("kind=spans"));
        press(Qt::Key_Return); // now it is asked
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->search()->isSearching() && m_window->search()->place(), kPatienceMs);
        // Values of a field that a query has read.
        const std::uint64_t errors = searchFor(QStringLiteral("@task.name"));
        QVERIFY(errors > 0);
        field().clear();
        type(QStringLiteral("task.name=me"));
        QTRY_VERIFY_WITH_TIMEOUT(offers.texts().contains(QStringLiteral("metrics.flush")), kPatienceMs);
        press(Qt::Key_Escape);
        // Names of slices, once they are known; and what was asked before, also by another window.
        field().clear();
        const auto isOffered = [&](const QString& typed, const QString& wanted) {
            field().clear();
            type(typed);
            return offers.texts().contains(wanted);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOffered(QStringLiteral("rend"), QStringLiteral("render")), kPatienceMs);
        press(Qt::Key_Escape); // the list
        QVERIFY(!offers.isShown());
        QCOMPARE(field().text(), QStringLiteral("rend"));
        QVERIFY(isOffered(QStringLiteral("kind=s"), QStringLiteral("spans")));
        QVERIFY(isOffered(QStringLiteral("kin"), QStringLiteral("kind=spans")));
        MainWindow other(*m_settings);
        QCOMPARE(other.tools()->search()->offers()->asked().first(), QStringLiteral("kind=spans"));
    }

    void whatIsWrongIsSaidAndTheLastResultStays()
    {
        const std::uint64_t count = searchFor(QStringLiteral("duration > 1 ms"));
        QVERIFY(count > 0);
        field().setText(QStringLiteral("durration > 1 ms"));
        QVERIFY(m_window->search()->error());
        QVERIFY2(result().contains(QStringLiteral("durration")), qPrintable(result()));
        QCOMPARE(m_window->search()->found()->hits().count(), count);
        QVERIFY(m_window->searchPane()->headLine()->text().contains(QStringLiteral("durration")));
        auto* const suggestion = m_window->tools()->search()->findChild<QAbstractButton*>(
            {}, Qt::FindDirectChildrenOnly); // the result is the first button
        QTest::mouseClick(suggestion, Qt::LeftButton);
        QCOMPARE(field().text(), QStringLiteral("duration > 1 ms"));
        QVERIFY(!m_window->search()->error());
        QCOMPARE(searchFor(QStringLiteral("no such name anywhere")), std::uint64_t(0));
        QCOMPARE(result(), QStringLiteral("no hit"));
        field().setText(QStringLiteral("no such name anywhere start >"));
        QVERIFY(m_window->search()->error());
        QVERIFY(
            m_window->searchPane()->table()->emptyText().contains(QStringLiteral("no such name anywhere")));
        QVERIFY(!m_window->searchPane()->table()->emptyText().contains(QStringLiteral("start")));
    }

    // Nothing pales beside what is not there, nor while what is typed is no query yet.
    void slicesPaleBesideHitsAlone()
    {
        const TimelineScene& scene = *m_window->timelinePane()->scene();
        QVERIFY(searchFor(QStringLiteral("duration > 1 ms")) > 0);
        QVERIFY(scene.found());
        QCOMPARE(searchFor(QStringLiteral("no such name anywhere")), std::uint64_t(0));
        QVERIFY(scene.isSearched() && !scene.found());
    }

    // Whatever the query before has found.
    void enterTellsAMistake()
    {
        QSignalSpy told(m_window->search(), &SessionSearch::told);
        const auto said = [&](const QString& before, const QString& text) {
            (void)searchFor(before);
            field().setFocus();
            field().setText(text);
            told.clear();
            press(Qt::Key_Return);
            return told.size() == 1 ? told.front().front().toString() : QString();
        };
        const QString nothing = QStringLiteral("no such name anywhere"),
                      some = QStringLiteral("duration > 1 ms");
        QCOMPARE(said(nothing, QStringLiteral("é durration > 1 ms")),
                 QStringLiteral("Character 3: `durration` is no field · duration?"));
        QCOMPARE(said(some, QStringLiteral("duration >= 10 secs")),
                 QStringLiteral("Character 16: `secs` is no unit of time (ns, us, µs, ms, s, min, h) · s?"));
        QVERIFY(!selected());
        QVERIFY(said({}, QStringLiteral("start > now")).contains(QStringLiteral("moment")));
        QCOMPARE(searchFor(nothing), std::uint64_t(0));
        field().setText(QStringLiteral("start > now"));
        told.clear();
        press(Qt::Key_F3);
        QCOMPARE(told.size(), 1);
        QVERIFY(told.front().front().toString().contains(QStringLiteral("moment")));
    }

    // A word that no name has, but a field that can be asked.
    void aFieldIsOfferedForItsValue()
    {
        QSignalSpy told(m_window->search(), &SessionSearch::told);
        press(Qt::Key_F, Qt::ControlModifier);
        field().setText(QStringLiteral("Polling"));
        press(Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), 1, kPatienceMs);
        QVERIFY2(told.front().front().toString().startsWith(
                     QStringLiteral("Nothing was found; state = polling has ")),
                 qPrintable(told.front().front().toString()));
        QCOMPARE(result(), QStringLiteral("no hit · state = polling?"));
        press(Qt::Key_Tab);
        press(Qt::Key_Return);
        QCOMPARE(field().text(), QStringLiteral("state = polling"));
        QVERIFY(field().hasFocus());
        QCOMPARE(m_window->search()->instead(), QString());
        const std::uint64_t all = searchFor(QStringLiteral("state = polling"));
        QVERIFY(all > 0);
        QCOMPARE(searchFor(QStringLiteral("metrics.flush polling")), std::uint64_t(0));
        QTRY_COMPARE_WITH_TIMEOUT(result(), QStringLiteral("no hit · metrics.flush state = polling?"),
                                  kPatienceMs);
        QCOMPARE(searchFor(QStringLiteral("counter no such name")), std::uint64_t(0));
        QTest::qWait(50);
        QCOMPARE(result(), QStringLiteral("no hit")); // nor would that find any
    }

    // Hits do not wait for the walk over all nodes, nor that for whatever else takes long.
    void theStructureIsSearchedBehindAllElse()
    {
        Worker& worker = m_window->session()->capture()->worker();
        const auto hold = [](Job& job) {
            while (!job.stopRequested())
                QThread::msleep(1);
        };
        for (std::uint64_t i = 0; i < 1'000; ++i)
            (void)worker.post({this, i}, Priority::background, hold);
        field().setText(QStringLiteral("\"chunk-\""));
        field().setFocus();
        press(Qt::Key_Return);
        SearchPane& pane = *m_window->searchPane();
        QTRY_VERIFY_WITH_TIMEOUT(pane.nodes()->model()->total() > 0 && !pane.isSearching(), kPatienceMs);
        QVERIFY(!m_window->search()->found());
        worker.cancelAll(this);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->search()->found(), kPatienceMs);
    }

    void chipsRestrictIt()
    {
        using By = ScopeChips::By;
        DocumentSession& session = *m_window->session();
        ScopeChips& chips = *m_window->tools()->search()->chips();
        const std::uint64_t all = searchFor(QStringLiteral("duration > 1 ms"));
        const auto found = [&] {
            QTest::qWait(0);
            const bool isFound = QTest::qWaitFor([&] { return !m_window->search()->isSearching(); }, kPatienceMs);
            return isFound ? m_window->search()->found()->hits().count() : 0;
        };
        QToolButton* const range = chips.chip(By::range);
        QVERIFY(range->isHidden());
        const TimeRange extent = session.extent();
        session.setRange(TimeRange {extent.startNs, extent.startNs + extent.lengthNs() / 4});
        QVERIFY(!range->isHidden());
        QCOMPARE(found(), all); // off until it is wanted
        QTest::mouseClick(range, Qt::LeftButton);
        const std::uint64_t inRange = found();
        QVERIFY(inRange > 0 && inRange < all);
        QTest::mouseClick(range, Qt::LeftButton, Qt::ControlModifier); // the opposite
        QCOMPARE(found(), all - inRange);
        QVERIFY2(range->text().startsWith(QStringLiteral("not ")), qPrintable(range->text()));
        QTest::mouseClick(range, Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(found(), all);
        range->setFocus();
        press(Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(found(), all - inRange);
        press(Qt::Key_Space);
        QCOMPARE(found(), all);
        press(Qt::Key_Space);
        QCOMPARE(found(), inRange);
        session.setRange({}); // takes the restriction with it
        QTRY_COMPARE_WITH_TIMEOUT(m_window->search()->found()->hits().count(), all, kPatienceMs);
        press(Qt::Key_F3);
        QTRY_VERIFY_WITH_TIMEOUT(selected(), kPatienceMs);
        QVERIFY(chips.chip(By::clock)->isHidden()); // there is but one
        const auto id = m_window->search()->found()->hits().timeline().findTrack(selected()->kind, selected()->trackKey);
        QVERIFY(id);
        std::uint64_t last = 0;
        for (const By by : {By::track, By::group, By::kind}) {
            QVERIFY(!chips.chip(by)->visibleRegion().isEmpty());
            QTest::mouseClick(chips.chip(by), Qt::LeftButton);
            const std::uint64_t kept = found();
            QVERIFY(kept > last && kept <= all);
            last = by == By::track ? kept : 0;
            const query::Hits& hits = m_window->search()->found()->hits();
            if (by == By::track)
                QCOMPARE(hits.count(*id), hits.count());
            QVERIFY(hits.count(*id) > 0);
            QTest::mouseClick(chips.chip(by), Qt::LeftButton, Qt::ControlModifier);
            QCOMPARE(found(), all - kept);
            QTest::mouseClick(chips.chip(by), Qt::LeftButton);
            QCOMPARE(found(), all);
        }
        // A filter of what is found means the same.
        QTest::mouseClick(chips.chip(By::track), Qt::LeftButton, Qt::ControlModifier);
        session.setRange(TimeRange {extent.startNs, extent.startNs + extent.lengthNs() / 4});
        QTest::mouseClick(range, Qt::LeftButton);
        const std::uint64_t both = found();
        QVERIFY(both > 0 && both < inRange);
        QVERIFY(m_window->commands()["edit.copyCommand"]->isEnabled());
        QVERIFY(m_window->showPane(QStringLiteral("search")));
        QCOMPARE(commandCount(copied(*m_window->searchPane(), QStringLiteral("copy as command"))), both);
        press(Qt::Key_F, Qt::ControlModifier);
        press(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!m_window->commands()["edit.copyCommand"]->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->filter()->fitting() && !m_window->filter()->isAsking(), kPatienceMs);
        QCOMPARE(m_window->filter()->parts().size(), std::size_t(3));
        QCOMPARE(m_window->filter()->fitting()->hits->count(), both);
        QCOMPARE(commandCount(copied(*m_window->filterBar(), QStringLiteral("copy as command"))), both);
        session.goBack();
        QVERIFY(m_window->filter()->parts().empty()); // one step
    }

    // Texts of records are searched for after a quiet, or on Enter when that takes longer; a new text stops it.
    void whatTakesLongWaitsForEnter()
    {
        SessionSearch& search = *m_window->search();
        const auto type = [&](const QString& text) {
            press(Qt::Key_F, Qt::ControlModifier);
            field().clear();
            for (const QChar letter : text)
                QTest::keyClick(m_window->windowHandle(), letter.toLatin1());
        };
        const std::uint64_t both = searchFor(QStringLiteral(".rs")); // in no name, but in files of callsites
        QVERIFY(both > 0 && !search.isOfNames() && search.remark().isEmpty());
        QCOMPARE(searchFor(QStringLiteral("name : .rs")), std::uint64_t(0));
        cleanup(); // else what was read is at hand
        init();
        SessionSearch& again = *m_window->search();
        again.setPatience(0);
        type(QStringLiteral(".rs"));
        QTRY_VERIFY_WITH_TIMEOUT(!again.isSearching(), kPatienceMs);
        QVERIFY(again.isOfNames());
        QCOMPARE(again.found()->hits().count(), std::uint64_t(0));
        QVERIFY2(result().startsWith(QStringLiteral("no hit in names · Enter searches values too, about ")),
                 qPrintable(result()));
        QVERIFY(m_window->searchPane()->headLine()->text().contains(QStringLiteral("Enter searches values too")));
        press(Qt::Key_Return);
        QVERIFY(again.isSearching());
        QVERIFY(waitForPlace(0)); // it goes on to the first
        QCOMPARE(again.found()->hits().count(), both);
        QCOMPARE(result(), QStringLiteral("1 of ") + QString::fromStdString(grouped(both)));

        // Conditions on fields are not asked at every key, but once it is quiet.
        type(QStringLiteral("callsite.line > 0"));
        QTRY_VERIFY_WITH_TIMEOUT(!again.isSearching(), kPatienceMs);
        QVERIFY(!again.found());
        QVERIFY2(result().startsWith(QStringLiteral("Enter searches, about ")), qPrintable(result()));
        press(Qt::Key_Return);
        type(QStringLiteral("x")); // stops it
        QTRY_VERIFY_WITH_TIMEOUT(!again.isSearching(), kPatienceMs);
        QVERIFY(!again.isOfNames()); // texts have been read before: they cost nothing
        field().setText(QStringLiteral("callsite.line > 0"));
        again.runNow();
        again.stop(); // as the link does
        QVERIFY(!again.isSearching());
        QCOMPARE(again.remark(), QStringLiteral("Enter searches"));
        again.setPatience(~std::uint64_t(0));
        type(QStringLiteral("callsite.line > 0"));
        QTRY_VERIFY_WITH_TIMEOUT(!again.isSearching(), kPatienceMs);
        QVERIFY(again.found() && again.found()->hits().count() > 0);

        // A filter of text keeps what the search found.
        m_window->filter()->add(QStringLiteral(".rs"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->filter()->fitting() && !m_window->filter()->isAsking(), kPatienceMs);
        QCOMPARE(m_window->filter()->fitting()->hits->count(), both);
    }

    // Where they do not fit, they are in a menu; nothing is cut off.
    void chipsFindRoom()
    {
        using By = ScopeChips::By;
        m_window->resize(1024, 700);
        searchFor(QStringLiteral("duration > 1 ms"));
        press(Qt::Key_F3);
        QTRY_VERIFY_WITH_TIMEOUT(selected() && m_window->search()->place(), kPatienceMs);
        m_window->session()->setRange(m_window->session()->extent());
        ScopeChips& chips = *m_window->tools()->search()->chips();
        QTRY_VERIFY(chips.rest()->isVisible());
        QCOMPARE(m_window->width(), 1024);
        const QRect room = m_window->rect();
        for (const QToolButton* const button : chips.findChildren<QToolButton*>()) {
            if (!button->isVisible())
                continue;
            QVERIFY(button->width() >= button->sizeHint().width());
            QVERIFY(room.contains(QRect(button->mapTo(m_window.get(), QPoint()), button->size())));
        }
        chips.rest()->setFocus();
        QTimer::singleShot(0, this, [&] {
            QMenu* const menu = chips.rest()->menu();
            QVERIFY(menu->isVisible());
            QCOMPARE(menu->actions().size(), 8); // range, track, group and kind, and their opposites
            QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Return);
        });
        QTest::keyClick(chips.rest(), Qt::Key_Space);
        const query::Restriction* range = m_window->search()->restriction(By::range);
        QVERIFY(range && range->isNot);
    }

    void theListHasEveryHit()
    {
        const std::uint64_t count = searchFor(QStringLiteral("kind = worker"));
        QVERIFY(count > 1'000);
        QVERIFY(m_window->showPane(QStringLiteral("search")));
        SearchPane& pane = *m_window->searchPane();
        QTRY_VERIFY_WITH_TIMEOUT(pane.model()->hitAt(0), kPatienceMs);
        QCOMPARE(pane.model()->total(), count);
        QVERIFY(pane.model()->rowCount() < 40);
        QVERIFY(pane.list()->scrollBar()->isVisible());
        pane.table()->setFocus();
        press(Qt::Key_End);
        QVERIFY(waitForPlace(count - 1));
        const auto last = m_window->search()->found();
        Job job;
        const auto end = last->page(count - 1, 1, job);
        QCOMPARE(selected()->startNs, end.front().slice.startNs);
        QCOMPARE(pane.model()->first() + std::uint64_t(pane.model()->rowCount()), count);
        press(Qt::Key_Up);
        QVERIFY(waitForPlace(count - 2));
        press(Qt::Key_PageUp);
        const auto page = std::uint64_t(pane.model()->rowCount());
        QVERIFY(waitForPlace(count - 2 - page));
        press(Qt::Key_Home);
        QVERIFY(waitForPlace(0));
        // A row that is clicked is selected; the wheel moves on without selecting.
        QTRY_VERIFY_WITH_TIMEOUT(pane.model()->hitAt(2), kPatienceMs);
        const QModelIndex row = pane.model()->index(2, 0);
        QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {},
                          pane.table()->visualRect(row).center());
        QVERIFY(waitForPlace(2));
        // Enter and a double click zoom to it: it takes a third.
        DocumentSession& session = *m_window->session();
        const auto zoomed = [&] {
            const TimeRange hit = session.selection().time.value_or(TimeRange {});
            return session.view()
                == TimeRange {hit.startNs - hit.lengthNs(), hit.endNs + hit.lengthNs()};
        };
        QVERIFY(!zoomed());
        press(Qt::Key_Return);
        QVERIFY(zoomed());
        session.goBack();
        QVERIFY(!zoomed());
        QTest::mouseDClick(pane.table()->viewport(), Qt::LeftButton, {}, pane.table()->visualRect(row).center());
        QVERIFY(zoomed());
        session.setView(session.extent());
        const QPointF at = pane.table()->viewport()->rect().center();
        QWheelEvent wheel(at, pane.table()->viewport()->mapToGlobal(at), {}, {0, -240}, Qt::NoButton, {}, {},
                          false);
        QApplication::sendEvent(pane.table()->viewport(), &wheel);
        QCOMPARE(pane.model()->first(), std::uint64_t(6));
        QCOMPARE(m_window->search()->place(), std::optional<std::uint64_t>(2));
        pane.list()->scrollBar()->setValue(pane.list()->scrollBar()->maximum());
        QCOMPARE(pane.model()->first() + std::uint64_t(pane.model()->rowCount()), count);
        QTRY_VERIFY_WITH_TIMEOUT(pane.model()->hitAt(0), kPatienceMs);
    }

    // Where no slice fits it is said where something does, and a link leads there, by key as well.
    void notesAndNodesAreFound()
    {
        SearchPane& pane = *m_window->searchPane();
        Annotation note;
        note.text = "look at the first chunk again";
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->notes()->isLoading(), kPatienceMs);
        const std::string id = m_window->notes()->add(note);
        QVERIFY(m_window->showPane(QStringLiteral("search")));
        QCOMPARE(pane.choice(SearchPane::slices)->text(), QStringLiteral("Slices"));
        QCOMPARE(searchFor(QStringLiteral("kind = spans chunk")), std::uint64_t(0));
        QCOMPARE(searchFor(QStringLiteral("first chunk")), std::uint64_t(0));
        QCOMPARE(pane.choice(SearchPane::slices)->text(), QStringLiteral("Slices 0"));
        QCOMPARE(pane.choice(SearchPane::notes)->text(), QStringLiteral("Notes 1"));
        QCOMPARE(pane.choice(SearchPane::structure)->text(), QStringLiteral("Structure")); // not at each key
        QVERIFY(pane.link(SearchPane::notes)->isVisible());
        pane.link(SearchPane::notes)->setFocus();
        press(Qt::Key_Return);
        QCOMPARE(pane.place(), SearchPane::notes);
        QVERIFY(pane.notesTable()->isVisible());
        QCOMPARE(pane.notesTable()->model()->rowCount(), 1);
        pane.notesTable()->setFocus();
        pane.notesTable()->setCurrentIndex(pane.notesTable()->model()->index(0, 0));
        press(Qt::Key_Return); // as in the list of notes
        QCOMPARE(m_window->notes()->chosen(), std::vector {id});

        QVERIFY(m_window->showPane(QStringLiteral("search")));
        pane.show(SearchPane::slices);
        QCOMPARE(searchFor(QStringLiteral("\"chunk-\"")), std::uint64_t(0));
        QCOMPARE(pane.link(SearchPane::structure)->text(), QStringLiteral("search the structure tree"));
        field().setFocus();
        press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!pane.isSearching(), kPatienceMs);
        QTRY_VERIFY(pane.link(SearchPane::structure)->text().endsWith(QStringLiteral(" in the structure tree · show")));
        QTest::mouseClick(pane.link(SearchPane::structure), Qt::LeftButton);
        QCOMPARE(pane.place(), SearchPane::structure);
        const std::uint64_t found = pane.nodes()->model()->total();
        QVERIFY(found > 0);
        QCOMPARE(pane.choice(SearchPane::structure)->text(), QStringLiteral("Structure %1").arg(found));
        pane.nodes()->table()->setFocus();
        press(Qt::Key_Home);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session()->selection().node, kPatienceMs);
        // What is typed now is not looked for before Enter.
        field().setText(QStringLiteral("kind = chunk"));
        QVERIFY(pane.nodes()->headLine()->text().startsWith(QStringLiteral("Enter searches")));
        QCOMPARE(pane.nodes()->model()->total(), found);
        field().setFocus();
        press(Qt::Key_Return); // which slices cannot be asked
        QTRY_VERIFY_WITH_TIMEOUT(!pane.isSearching(), kPatienceMs);
        QVERIFY(pane.nodes()->headLine()->text().contains(QStringLiteral("looked at")));
    }

    // No slice is one: keys go through the nodes, and the field, the tab and the status bar say how many there are.
    void hitsElsewhereAreGoneThrough()
    {
        SearchPane& pane = *m_window->searchPane();
        const auto node = [&] { return m_window->session()->selection().node; };
        const auto tab = [&] { return m_window->tabs()->bar()->countText(1); };
        press(Qt::Key_F, Qt::ControlModifier);
        field().setText(QStringLiteral("\"chunk-\""));
        press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!pane.isSearching() && pane.nodes()->model()->total() > 1 && node(),
                                 kPatienceMs);
        QCOMPARE(pane.place(), SearchPane::structure);
        const QString count = QString::fromStdString(grouped(pane.nodes()->model()->total()));
        QTRY_COMPARE(result(), count + QStringLiteral(" in the structure"));
        QTRY_COMPARE(
            m_window->statusBar()->currentMessage(), // also where it was gone to before all was searched
            QStringLiteral("No slice matches; %1 in the structure").arg(count));
        QTRY_COMPARE(tab(), count);
        QVERIFY(field().hasFocus());
        const auto first = node();
        press(Qt::Key_F3);
        QTRY_VERIFY_WITH_TIMEOUT(node() != first, kPatienceMs);
        press(Qt::Key_F3, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(node() == first, kPatienceMs);
        press(Qt::Key_F3, Qt::ShiftModifier); // around the end
        QTRY_VERIFY_WITH_TIMEOUT(node() != first, kPatienceMs);
        QVERIFY(m_window->statusBar()->currentMessage().startsWith(QStringLiteral("From the first hit")));

        field().setText(QStringLiteral("\"chunk\""));
        emit m_window->search()->elsewhereWanted(true);
        const NodeId root = m_window->session()->capture()->rootId();
        m_window->session()->selectNode(root); // since
        QTRY_VERIFY_WITH_TIMEOUT(!pane.isSearching() && pane.nodes()->model()->total() > 0, kPatienceMs);
        settle(m_window->session());
        QCOMPARE(node(), std::optional(root));

        field().setText(QStringLiteral("no such name anywhere"));
        press(Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->statusBar()->currentMessage(),
                                  QStringLiteral("Nothing was found"), kPatienceMs);
        QCOMPARE(result(), QStringLiteral("no hit"));
        QTRY_COMPARE(tab(), QStringLiteral("0"));
    }

    // What was searched for is bold where it stands; what else made a hit has a column.
    void whatMatchedIsSaid()
    {
        const auto marks = [&](int column) {
            return m_window->searchPane()->model()->index(0, column).data(kMarksRole).value<TextMarks>();
        };
        QVERIFY(m_window->showPane(QStringLiteral("search")));
        SearchPane& pane = *m_window->searchPane();
        QVERIFY(searchFor(QStringLiteral("\"SLOW flu\" kind = events level >= debug")) > 0);
        QTRY_VERIFY_WITH_TIMEOUT(pane.model()->hitAt(0), kPatienceMs);
        QCOMPARE(marks(HitsModel::name), (TextMarks {{0, 8}}));
        QVERIFY(marks(HitsModel::track).isEmpty());
        QVERIFY(!pane.table()->isColumnHidden(HitsModel::matched));
        const auto matched = [&] { return pane.model()->index(0, HitsModel::matched).data().toString(); };
        QVERIFY2(matched().startsWith(QStringLiteral("kind events · level ")), qPrintable(matched()));
        QVERIFY(searchFor(QStringLiteral("name : flush state = polling")) > 0); // of a task
        QTRY_VERIFY_WITH_TIMEOUT(pane.model()->hitAt(0) && !marks(HitsModel::track).isEmpty(), kPatienceMs);
        QVERIFY(pane.table()->isColumnHidden(HitsModel::matched));
        QVERIFY(searchFor(QStringLiteral("status >= 500")) > 0);
        QTRY_VERIFY_WITH_TIMEOUT(matched().startsWith(QStringLiteral("status 50")), kPatienceMs);
        QVERIFY(searchFor(QStringLiteral("checkout")) > 0); // in texts of records
        QTRY_VERIFY_WITH_TIMEOUT(matched().contains(QStringLiteral("checkout")), kPatienceMs);
        QVERIFY(!marks(HitsModel::matched).isEmpty());
    }

    // A search for notes goes with the notes.
    void slicesWithNotesAreFound()
    {
        searchFor(QStringLiteral("note : slow"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->search()->found() && !m_window->search()->isSearching(),
                                 kPatienceMs);
        QCOMPARE(m_window->search()->found()->hits().count(), std::uint64_t(0));
        m_window->timelinePane()->selectNextTrack();
        QTRY_VERIFY_WITH_TIMEOUT(selected(), kPatienceMs);
        settle(*m_window->session());
        Annotation note = m_window->notes()->draft();
        note.text = "slow";
        const std::string id = m_window->notes()->add(note);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->search()->found()->hits().count(), std::uint64_t(1), kPatienceMs);
        const auto hit = m_window->search()->found();
        Job job;
        QCOMPARE(hit->page(0, 1, job).front().slice.startNs, m_window->session()->selection().slice->startNs);
        m_window->notes()->remove({id});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->search()->found()->hits().count(), std::uint64_t(0), kPatienceMs);
    }

    // Lines of a log share their moment: each is a hit that is gone to, and known as the one that is selected.
    void hitsOfOneMomentAreGoneThroughOneByOne()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(
            builder.addTrack({.name = builder.intern("out"), .key = 1, .kind = TrackKind::log}));
        for (std::uint64_t i = 0; i < 5; ++i)
            builder.add(row,
                        {100, 100, builder.intern(i == 2 ? "other" : "line"), 0, FakeDocument::record(i)});
        DocumentSession session(std::make_unique<FakeDocument>(builder.snapshot({0, 1000}, 5, true)));
        SessionSearch search(&session);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        search.setText(QStringLiteral("line"));
        search.runNow();
        QTRY_VERIFY(search.found() && !search.isSearching());
        QCOMPARE(search.found()->hits().count(), std::uint64_t(4));
        const auto goOn = [&](bool forward) {
            const auto before = session.selection().slice;
            search.goOn(forward);
            if (!QTest::qWaitFor([&] { return session.selection().slice != before; }))
                return QStringLiteral("nowhere");
            const std::uint64_t record = session.selection().slice->ref.offset() / FakeDocument::kRecordSize;
            (void)QTest::qWaitFor([&] { return search.place() == (record > 2 ? record - 1 : record); });
            return QStringLiteral("%1 is hit %2").arg(record).arg(search.place().value_or(99));
        };
        QStringList gone;
        for (const bool forward : {true, true, true, true, true, false, false, false})
            gone << goOn(forward);
        QCOMPARE(gone,
                 QStringList({"0 is hit 0", "1 is hit 1", "3 is hit 2", "4 is hit 3", "0 is hit 0",
                              "4 is hit 3", "3 is hit 2", "1 is hit 1"}));

        const auto before = session.selection().slice;
        search.goOn(true);
        search.setText({}); // nothing is searched for when the answer comes
        settle(session);
        QCOMPARE(session.selection().slice, before);
    }

    // What is selected while a hit is looked for stays; what was selected before does not hold it up.
    void theHitGivesWayToWhatIsSelectedSince()
    {
        TimelineBuilder builder;
        const RowId row = builder.addRow(builder.addTrack({.name = builder.intern("one"), .key = 1}));
        for (std::uint64_t i = 0; i < 3; ++i)
            builder.add(row,
                        {std::int64_t(100 * i), std::int64_t(100 * i + 10), builder.intern("line"), 0,
                         FakeDocument::record(i)});
        DocumentSession session(std::make_unique<FakeDocument>(builder.snapshot({0, 1000}, 3, true)));
        SessionSearch search(&session);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        settle(session);
        search.setText(QStringLiteral("line"));
        search.runNow();
        QTRY_VERIFY(search.found() && !search.isSearching());
        const NodeId other {30, 0};
        search.goOn(true);
        session.selectNode(other);
        settle(session);
        QCOMPARE(session.selection().node, std::optional(other));

        session.clearSelection();
        search.setText(QStringLiteral("lin")); // not searched for yet
        search.enter(true);
        session.selectNode(other);
        settle(session);
        QCOMPARE(session.selection().node, std::optional(other));
        session.selectNode({31, 0});
        search.setText(QStringLiteral("li"));
        search.enter(true);
        QTRY_VERIFY(session.selection().slice);
    }

    void hitsAreGrouped()
    {
        const std::uint64_t all = searchFor(QStringLiteral("state = polling duration > 1 ms"));
        QVERIFY(all > 10);
        QVERIFY(m_window->showPane(QStringLiteral("search")));
        SearchPane& pane = *m_window->searchPane();
        HitGroups& groups = *pane.groups();
        pane.grouping()->setCurrentIndex(1); // by track
        QTRY_VERIFY_WITH_TIMEOUT(groups.rowCount() > 3, kPatienceMs);
        QVERIFY(pane.groupTable()->isVisible());
        qulonglong sum = 0;
        const auto count = [&](int row) { return groups.index(row, 1).data().toString().remove(u',').toULongLong(); };
        for (int row = 0; row < groups.rowCount(); ++row) {
            sum += count(row);
            QVERIFY(row == 0 || count(row) <= count(row - 1));
        }
        QCOMPARE(sum, qulonglong(all));
        const QString first = groups.index(0, 0).data().toString(); // with the number of the track, once
        QVERIFY2(first.count(QLatin1Char('#')) == 1 && !groups.index(0, 0).data(kValueRole).isValid(),
                 qPrintable(first));
        pane.groupTable()->setFocus();
        press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(groups.hits(), kPatienceMs);
        QCOMPARE(groups.chosen(), first);
        QCOMPARE(pane.model()->total(), count(0));
        QVERIFY(pane.table()->hasFocus() && pane.wayBack()->isVisible());
        QVERIFY(pane.headLine()->text().startsWith(groups.chosen()));
        emit m_window->search()->foundChanged(); // what is told else of the search leaves the group
        QVERIFY(groups.hits());
        press(Qt::Key_Home);
        QTRY_VERIFY_WITH_TIMEOUT(selected(), kPatienceMs);
        press(Qt::Key_Escape); // back
        QVERIFY(pane.groupTable()->isVisible() && pane.groupTable()->hasFocus());
        QCOMPARE(m_window->search()->found()->hits().count(), all); // what was found stays
        QVERIFY(searchFor(QStringLiteral("state = polling duration > 1 h")) == 0);
        QTRY_COMPARE_WITH_TIMEOUT(groups.rowCount(), 0, kPatienceMs);
        pane.grouping()->setCurrentIndex(0);
        QVERIFY(pane.table()->isVisible());
    }

    // Values have no name and no table counts them: they are hits all the same.
    void valuesAreGroupedToo()
    {
        const auto jvm = findDemo("cjfr")->write(m_folder.path().toStdString());
        QVERIFY(jvm);
        m_window->open(*jvm);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() && !m_window->session()->isIndexing()
                                     && m_window->session()->capture()->path() == *jvm,
                                 kPatienceMs);
        const std::uint64_t all = searchFor(QStringLiteral("kind = counter"));
        QVERIFY(all > 100);
        QVERIFY(m_window->showPane(QStringLiteral("search")));
        SearchPane& pane = *m_window->searchPane();
        HitGroups& groups = *pane.groups();
        for (const int by : {1, 2}) {
            pane.grouping()->setCurrentIndex(by);
            QTRY_VERIFY_WITH_TIMEOUT(!groups.isAsking() && groups.rowCount() > 3, kPatienceMs);
            qulonglong sum = 0;
            QStringList names;
            for (int row = 0; row < groups.rowCount(); ++row) {
                sum += groups.index(row, 1).data().toString().remove(u',').toULongLong();
                names << groups.index(row, 0).data().toString();
            }
            QCOMPARE(sum, qulonglong(all));
            QVERIFY(names.contains(by == 1 ? QStringLiteral("Process/Heap") : QStringLiteral("Heap")));
        }
        const int row = [&] {
            int at = 0;
            while (groups.index(at, 0).data().toString() != QStringLiteral("Heap"))
                ++at;
            return at;
        }();
        const QString count = groups.index(row, 1).data().toString();
        pane.groupTable()->setCurrentIndex(groups.index(row, 0));
        pane.groupTable()->setFocus();
        press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(groups.hits(), kPatienceMs);
        QCOMPARE(QString::fromStdString(grouped(groups.hits()->hits().count())), count);
        pane.grouping()->setCurrentIndex(0);
    }

    void withoutTimeNodesAreSearched()
    {
        const std::filesystem::path rdf = m_folder.filePath("two.rdf").toStdString();
        QVERIFY(writeFile(rdf, twoChunks()));
        m_window->open(rdf);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() && m_window->session()->capture()->path() == rdf, kPatienceMs);
        SearchPane& pane = *m_window->searchPane();
        QVERIFY(m_window->tools()->search()->isEnabled());
        QVERIFY(!pane.choice(SearchPane::slices)->isEnabled());
        QVERIFY(pane.choice(SearchPane::slices)->toolTip().contains(QStringLiteral("no time axis")));
        press(Qt::Key_F, Qt::ControlModifier);
        field().setText(QStringLiteral("kind = chunk"));
        press(Qt::Key_Return);
        QVERIFY(pane.isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!pane.isSearching() && pane.nodes()->model()->total() == 2, kPatienceMs);
        QTRY_COMPARE(m_window->tabs()->bar()->countText(m_window->tabs()->currentIndex()),
                     QString::fromStdString(grouped(pane.nodes()->model()->total())));
        QCOMPARE(result(), QStringLiteral("2 in the structure"));
        const auto node = [&] { return m_window->session()->selection().node; };
        QTRY_VERIFY_WITH_TIMEOUT(node(), kPatienceMs);
        const auto first = node();
        press(Qt::Key_F3);
        QTRY_VERIFY_WITH_TIMEOUT(node() != first, kPatienceMs);
    }

    // The number on the tab is told when it is another one, ten times a second at most, the last one in any case.
    void countsAreToldNowAndThen()
    {
        SearchPane& pane = *m_window->searchPane();
        std::vector<std::pair<qint64, std::optional<qint64>>> told; // when, and what
        QElapsedTimer clock;
        clock.start();
        connect(&pane, &SearchPane::countChanged, this,
                [&](std::optional<qint64> count) { told.emplace_back(clock.elapsed(), count); });
        for (const char* const text : {"render", "flush", "session", "metrics", "render or flush"})
            (void)searchFor(QString::fromLatin1(text));
        const auto last = static_cast<qint64>(m_window->search()->found()->hits().count());
        QTRY_VERIFY(!told.empty() && told.back().second == last);
        for (std::size_t i = 1; i < told.size(); ++i) {
            QVERIFY(told[i].second != told[i - 1].second);
            QVERIFY2(told[i].first - told[i - 1].first >= 60, // of 100
                     qPrintable(QString::number(told[i].first - told[i - 1].first)));
        }
        const std::size_t before = told.size();
        for (int i = 0; i < 50; ++i) // as often as more is indexed
            emit m_window->search()->foundChanged();
        QCOMPARE(told.size(), before);
    }

    // The number of a task says which one it is: how much was found stands before it.
    void hitCountsLeaveTheNumbersOfTracks()
    {
        auto* const names = m_window->timelinePane()->findChild<LabelColumn*>();
        const TimelineScene& scene = *m_window->timelinePane()->scene();
        const QFontMetrics quiet(smallerFont(names->font(), 1));
        const auto beside = [&](const TrackLine& line, bool before) {
            const int number = quiet.horizontalAdvance(scene.trackNumber(line.track)),
                      end = names->width() - 11;
            const QRect area = before ? QRect(end - number - 20, 0, 15, line.height)
                                      : QRect(end - number, 0, number, line.height);
            return names->grab(area.translated(0, *scene.viewportYOf(line.track))).toImage();
        };
        std::vector<TrackLine> lines;
        for (const TrackLine& line : scene.layout().lines()) {
            const auto y = line.isHeader() ? std::nullopt : scene.viewportYOf(line.track);
            if (y && *y > 0 && *y < 150 && scene.timeline().track(line.track).kind == TrackKind::states)
                lines.push_back(line);
        }
        QVERIFY(!lines.empty());
        std::vector<QImage> numbers, free;
        for (const TrackLine& line : lines) {
            numbers.push_back(beside(line, false));
            free.push_back(beside(line, true));
        }
        QVERIFY(searchFor(QStringLiteral("state = polling")) > 0);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QVERIFY(scene.hitCount(lines[i].track) > 0);
            QTRY_VERIFY(beside(lines[i], true) != free[i]);
            QCOMPARE(beside(lines[i], false), numbers[i]);
        }
    }

    // Signs of instants and densities of folded groups as slices are: what is no hit is pale.
    void whatIsNoHitIsPale()
    {
        TimelinePane& timeline = *m_window->timelinePane();
        const Theme& theme = Theme::of(m_window.get());
        QTRY_VERIFY_WITH_TIMEOUT(timeline.isSettled(), kPatienceMs);
        const auto has = [&](const QColor& color) {
            const QImage image = timeline.view()->grab().toImage();
            int found = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    found += image.pixelColor(x, y).rgb() == color.rgb() ? 1 : 0;
            return found;
        };
        const auto show = [&](TrackKind kind) { // the first track of it
            const Timeline& all = *m_window->session()->timeline();
            for (std::uint32_t i = 0; i < all.trackCount(); ++i)
                if (all.track(TrackId(i)).kind == kind)
                    return timeline.scene()->scrollTo(TrackId(i));
        };
        show(TrackKind::events);
        QVERIFY(has(theme.eventWarn) > 0 && has(theme.eventInfo) > 0);
        QVERIFY(searchFor(QStringLiteral("kind = events level = warn")) > 0);
        QVERIFY(has(theme.eventWarn) > 0);
        QCOMPARE(has(theme.eventInfo), 0);
        field().clear();
        QVERIFY(has(theme.eventInfo) > 0);
    }

    void hitsAreMarked()
    {
        const Theme& theme = Theme::of(m_window.get());
        const auto has = [&](QWidget& widget) {
            const QImage image = widget.grab().toImage();
            int found = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    found += image.pixelColor(x, y).rgb() == theme.hit.rgb() ? 1 : 0;
            return found;
        };
        TimelineView& view = *m_window->timelinePane()->view();
        auto& overview = *m_window->findChild<OverviewStrip*>();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->timelinePane()->isSettled(), kPatienceMs);
        QCOMPARE(has(view), 0);
        QVERIFY(searchFor(QStringLiteral("state = polling")) > 0);
        QVERIFY(has(view) > 20);
        QVERIFY(has(overview) > 20);
        field().clear();
        QCOMPARE(has(view), 0);
        QCOMPARE(has(overview), 0);
    }
};

QTEST_MAIN(SearchTest)
#include "tst_search.moc"
