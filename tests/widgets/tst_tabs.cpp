// Captures as tabs of a window: opened, moved, closed and opened again, in windows of their own and back, each with
// what it was left with.
#include "app/viewer/search/search_field.h"
#include "app/viewer/search/search_offers.h"
#include "app/viewer/start/recent_captures.h"
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_tab_bar.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_page.h"
#include "app/viewer/window/tabbed_window.h"
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "tests/support/demo_captures.h"
#include "tests/support/patience.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/utf8.h"
#include "widgets/details/details_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <memory>
#include <sys/stat.h>

using namespace traceglass;

class TabsTest : public QObject
{
    Q_OBJECT

    static constexpr auto kDefault = QMessageBox::NoButton; // the default one of the question

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    int m_runs = 0;

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    static bool isRead(const MainWindow& tab)
    {
        return tab.session() && !tab.session()->isIndexing() && !tab.notes()->isLoading();
    }
    // Several captures in the order of their names; the last one is in front.
    TabbedWindow* open(const QStringList& names)
    {
        MainWindow::openInFront(*m_settings, paths(names));
        TabbedWindow* const window = TabbedWindow::lastUsed();
        const auto ready = [window] {
            return std::ranges::all_of(window->tabs(), [](const MainWindow* tab) { return isRead(*tab); });
        };
        if (!QTest::qWaitFor(ready, kPatienceMs) || !QTest::qWaitForWindowActive(window))
            qFatal("the captures were not opened");
        return window;
    }
    QStringList paths(const QStringList& names) const
    {
        QStringList out;
        for (const QString& name : names)
            out << m_folder.filePath(name);
        return out;
    }
    static QStringList names(const TabbedWindow& window)
    {
        QStringList out;
        for (int i = 0; i < window.bar()->count(); ++i)
            out << window.bar()->tabText(i);
        return out;
    }
    static QPoint middle(const TabbedWindow& window, int tab) { return window.bar()->tabRect(tab).center(); }
    static void press(const TabbedWindow& window, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(window.windowHandle(), key, modifiers);
    }
    static QMenu* windowMenu(const MainWindow& tab)
    {
        for (QAction* action : tab.menuBar()->actions())
            if (action->text() == QStringLiteral("&Window"))
                return action->menu();
        return nullptr;
    }
    static void addNote(MainWindow& tab)
    {
        tab.notes()->add(tab.notes()->draft(0));
        tab.notes()->setText(tab.notes()->notes().front().id, QStringLiteral("odd"));
    }
    static bool drop(TabbedWindow& window, MainWindow* tab, const QPoint& at)
    {
        TabMime mime(tab);
        QDragEnterEvent enter(at, Qt::MoveAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QDropEvent drop(at, Qt::MoveAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &drop);
        return enter.isAccepted() && drop.isAccepted();
    }
    // The next questions, one after the other.
    static void answer(QList<QMessageBox::StandardButton> buttons, int* asked)
    {
        QTimer::singleShot(10, qApp, [buttons, asked] {
            auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box)
                return answer(buttons, asked);
            ++*asked;
            if (buttons.size() > 1)
                answer(buttons.mid(1), asked);
            (buttons.front() == kDefault ? static_cast<QAbstractButton*>(box->defaultButton())
                                         : box->button(buttons.front()))
                ->click();
        });
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        for (const char* name : {"a.rfr", "b.rfr", "c.rfr", "d.rfr"})
            QVERIFY(writeFile(path(name).toStdString(), oneTaskStream(name)));
        QVERIFY(writeFile(path("whole.rdf").toStdString(), twoChunks()));
        QVERIFY(writeFile(path("broken.rdf").toStdString(), twoChunks(5'000)));
    }
    void init()
    {
        m_settings =
            std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings%1.ini").arg(++m_runs)));
    }
    void cleanup()
    {
        QList<TabbedWindow*> left;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* const window = qobject_cast<TabbedWindow*>(widget))
                left << window;
        qDeleteAll(left);
    }

    // --- in one window

    void aSingleCaptureHasNoTabBar()
    {
        const TabbedWindow* const window = open({"a.rfr"});
        QVERIFY(window->bar()->isHidden());
        QCOMPARE(window->current()->size(), window->size());
        QVERIFY(!window->current()->commands()["window.nextTab"]->isEnabled());
    }

    void severalAreTabsOfOneWindow()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        window->current()->openPaths(paths({"c.rfr"}));
        QTRY_VERIFY(isRead(*window->current()));
        QCOMPARE(names(*window), (QStringList {"a.rfr", "b.rfr", "c.rfr"}));
        QVERIFY(window->bar()->isVisible());
        QCOMPARE(window->windowTitle(), QStringLiteral("c.rfr[*] — Traceglass"));
        QCOMPARE(window->windowFilePath(), path("c.rfr"));
        window->bar()->setCurrentIndex(0);
        QCOMPARE(window->windowTitle(), QStringLiteral("a.rfr[*] — Traceglass"));
        QCOMPARE(window->bar()->accessibleName(), QStringLiteral("Captures"));
        QCOMPARE(window->bar()->tabButton(1, QTabBar::RightSide)->accessibleName(),
                 QStringLiteral("Close tab"));
    }

    void keysGoToTheTabInFront()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr", "c.rfr"});
        const std::vector<MainWindow*> tabs = window->tabs();
        const auto lengths = [&] {
            std::vector<std::int64_t> out;
            for (const MainWindow* tab : tabs)
                out.push_back(tab->session()->view().lengthNs());
            return out;
        };
        for (const int front : {2, 0, 1}) { // around the end
            QCOMPARE(window->current(), tabs[std::size_t(front)]);
            QVERIFY(window->current()->isAncestorOf(QApplication::focusWidget()));
            const auto before = lengths();
            press(*window, Qt::Key_Plus, Qt::ControlModifier); // a shortcut of each
            press(*window, Qt::Key_W);                         // a key of what has the focus
            for (std::size_t i = 0; i < tabs.size(); ++i)
                QCOMPARE(lengths()[i] < before[i], int(i) == front);
            press(*window, Qt::Key_Tab, Qt::ControlModifier);
        }
        press(*window, Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(window->current(), tabs[1]);
    }

    // What has been read behind another tab has the keys when it comes to the front.
    void aTabBehindTakesNoKeys()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        QWidget* const focus = QApplication::focusWidget();
        MainWindow* const behind = window->tabs().front();
        behind->open(path("c.rfr").toStdString());
        QTRY_VERIFY(isRead(*behind));
        QCOMPARE(QApplication::focusWidget(), focus);
        behind->open(path("nowhere").toStdString());
        QTRY_VERIFY(behind->failure());
        QCOMPARE(QApplication::focusWidget(), focus);
        window->showTab(behind);
        QVERIFY(qobject_cast<QAbstractButton*>(QApplication::focusWidget()));
        QVERIFY(behind->isAncestorOf(QApplication::focusWidget()));
    }

    void tabsAreMoved()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr", "c.rfr"});
        QTest::mousePress(window->bar(), Qt::LeftButton, {}, middle(*window, 2));
        const int end = window->bar()->tabRect(0).left() + 2;
        for (int x = middle(*window, 2).x(); x > end; x -= 10)
            QTest::mouseMove(window->bar(), {x, middle(*window, 0).y()});
        QTest::mouseRelease(window->bar(), Qt::LeftButton, {}, {end, middle(*window, 0).y()});
        QTRY_COMPARE(names(*window), (QStringList {"c.rfr", "a.rfr", "b.rfr"}));
        QCOMPARE(window->windowTitle(), QStringLiteral("c.rfr[*] — Traceglass"));
        press(*window, Qt::Key_PageDown, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(names(*window), (QStringList {"a.rfr", "c.rfr", "b.rfr"}));
        press(*window, Qt::Key_PageUp, Qt::ControlModifier | Qt::ShiftModifier);
        press(*window, Qt::Key_PageUp, Qt::ControlModifier | Qt::ShiftModifier); // no further
        QCOMPARE(names(*window), (QStringList {"c.rfr", "a.rfr", "b.rfr"}));
    }

    void theSameCaptureComesToTheFront()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr", "c.rfr"});
        MainWindow* const first = window->tabs().front();
        window->current()->openPaths(paths({"a.rfr"}));
        QCOMPARE(window->current(), first);
        QCOMPARE(window->bar()->count(), 3);
        MainWindow::openWindow(*m_settings, path("b.rfr"));
        QCOMPARE(names(*window).value(window->bar()->currentIndex()), QStringLiteral("b.rfr"));
        QVERIFY(window->others().empty());
    }

    void theWindowMenuNamesWhatIsOpen()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        QMenu* const menu = windowMenu(*window->current());
        QVERIFY(menu);
        emit menu->aboutToShow();
        const QList<QAction*> last = menu->actions().last(2);
        QVERIFY(last[1]->isChecked() && last[1]->text() == QStringLiteral("b.rfr"));
        last[0]->trigger();
        QCOMPARE(window->windowTitle(), QStringLiteral("a.rfr[*] — Traceglass"));
    }

    void aLongNameMakesNoWideMenu()
    {
        const QString name = QString(240, QLatin1Char('m')) + QStringLiteral("-last.rfr");
        QVERIFY(writeFile(m_folder.filePath(name).toStdString(), oneTaskStream("long")));
        TabbedWindow* const window = open({"a.rfr", name});
        QMenu* const menu = windowMenu(*window->current());
        QVERIFY(menu);
        emit menu->aboutToShow();
        const QString text = menu->actions().constLast()->text();
        QVERIFY2(text.startsWith(QStringLiteral("mmm")) && text.endsWith(QStringLiteral("-last.rfr")),
                 qPrintable(text));
        QVERIFY2(menu->sizeHint().width() < 700, qPrintable(QString::number(menu->sizeHint().width())));
        // Nor in the list of what was opened; the whole path is said while the pointer is there.
        QMenu* recent = nullptr;
        for (QMenu* const each : window->current()->menuBar()->findChildren<QMenu*>())
            if (each->title().remove(QLatin1Char('&')) == QStringLiteral("Open recent"))
                recent = each;
        QVERIFY(recent);
        QTRY_VERIFY(window->tabs().back()->session());
        const auto first = [recent] {
            emit recent->aboutToShow();
            return recent->actions().constFirst();
        };
        QTRY_VERIFY(first()->text().contains(QStringLiteral("-last.rfr — ")));
        QVERIFY2(recent->sizeHint().width() < 900, qPrintable(QString::number(recent->sizeHint().width())));
        QCOMPARE(first()->statusTip(), m_folder.filePath(name));
        QVERIFY(recent->toolTipsVisible() && first()->toolTip().contains(QStringLiteral("-last.rfr")));
    }

    void aNewTabHasTheStartPage()
    {
        TabbedWindow* const window = open({"a.rfr"});
        press(*window, Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(names(*window), (QStringList {"a.rfr", "Start page"}));
        QVERIFY(window->current()->startPage()->isVisible());
        window->current()->openPaths(paths({"b.rfr"})); // takes its place
        QTRY_COMPARE(names(*window), (QStringList {"a.rfr", "b.rfr"}));
    }

    // --- what a tab says

    void aTabShowsProblemsAndWhatDoesNotOpen()
    {
        TabbedWindow* const window = open({"whole.rdf", "broken.rdf"});
        QCOMPARE(window->tabs()[0]->look().problems, quint64(0));
        QVERIFY(window->tabs()[1]->look().problems > 0);
        const auto marks = [window](int tab) {
            return window->bar()->tabButton(tab, QTabBar::LeftSide)->width();
        };
        QCOMPARE(marks(0), 0);
        QVERIFY(marks(1) > 0);
        QVERIFY(window->bar()->accessibleTabName(1).contains(QStringLiteral("problem")));
        QVERIFY(window->bar()->tabToolTip(1).contains(path("broken.rdf")));
        window->openTab(path("nowhere.rdf"));
        QTRY_VERIFY(window->current()->look().failed);
        QCOMPARE(names(*window).last(), QStringLiteral("nowhere.rdf"));
        QVERIFY(marks(2) > 0);

        // Tried again it is as before: it turns no more.
        auto* const page = window->current()->findChild<MessagePage*>();
        std::optional<TabLook> told;
        connect(window->current(), &MainWindow::tabChanged, page, [&] { told = window->current()->look(); });
        emit page->retry();
        QTRY_VERIFY(window->current()->look().failed);
        QVERIFY(told && told->failed && !told->busy);
    }

    // Those asked for at once have a tab each; what is opened from the word of one that failed takes its place.
    void eachThatDoesNotOpenKeepsItsTab()
    {
        const QStringList asked {"nowhere.rdf", "a.rfr", "gone.rdf", "b.rfr"};
        const auto isSettled = [](const MainWindow* tab) { return isRead(*tab) || tab->look().failed; };
        MainWindow::openInFront(*m_settings, paths(asked));
        TabbedWindow* const window = TabbedWindow::lastUsed();
        QTRY_VERIFY(std::ranges::all_of(window->tabs(), isSettled));
        QCOMPARE(names(*window), asked);
        QVERIFY(window->tabs()[0]->look().failed && window->tabs()[2]->look().failed);

        MainWindow::openWindow(*m_settings, {});
        TabbedWindow* const other = TabbedWindow::lastUsed();
        QVERIFY(other != window);
        other->current()->openPaths(paths({"nowhere.rdf", "c.rfr"}));
        QTRY_VERIFY(std::ranges::all_of(other->tabs(), isSettled));
        QCOMPARE(names(*other), (QStringList {"nowhere.rdf", "c.rfr"}));
        other->tabs()[0]->openPaths(paths({"d.rfr"}));
        QTRY_COMPARE(names(*other), (QStringList {"d.rfr", "c.rfr"}));
    }

    void aTabShowsThatNotesAreNotSaved()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        addNote(*window->tabs()[0]); // behind
        QVERIFY(window->bar()->accessibleTabName(0).contains(QStringLiteral("notes are not saved")));
        QVERIFY(!window->isWindowModified());
        window->bar()->setCurrentIndex(0);
        QVERIFY(window->isWindowModified());
        window->tabs()[0]->notes()->undoStack()->setIndex(0);
        QVERIFY(!window->isWindowModified());
        QVERIFY(!window->bar()->accessibleTabName(0).contains(QStringLiteral("notes")));
    }

    void aTabShowsHowFarReadingIs()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        const QString pipe = path("pipe");
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        window->openTab(pipe); // nobody writes: it opens as long as this takes
        QCOMPARE(names(*window).last(), QStringLiteral("pipe"));
        QVERIFY(window->bar()->accessibleTabName(2).contains(QStringLiteral("is being read")));
        QVERIFY(window->current()->close());
        MainWindow* const tab = window->tabs().front();
        tab->session()->startIndexing();
        QVERIFY(tab->look().busy);
        QTRY_VERIFY(!tab->look().busy);
        QVERIFY(!window->bar()->accessibleTabName(0).contains(QStringLiteral("read")));
        QVERIFY(TabLook({.name = "a", .busy = true, .percent = 40}).words().contains(QStringLiteral("40 %")));
    }

    void manyTabsAndLongNamesStayInTheWindow()
    {
        TabbedWindow window(*m_settings);
        window.resize(1280, 720);
        window.show();
        for (int i = 0; i < 20; ++i) {
            window.openTab({});
            window.bar()->setLook(i, {.name = QString(200, QLatin1Char('x'))});
        }
        QVERIFY(window.width() <= 1280);
        for (int i = 0; i < 20; ++i)
            QVERIFY(window.bar()->tabRect(i).width() <= 260);
        QVERIFY(window.bar()->rect().contains(window.bar()->tabRect(19))); // the current one is scrolled to
    }

    // --- closing

    void tabsAreClosedByKeyButtonAndMiddleClick()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr", "c.rfr", "d.rfr"});
        QTest::mouseClick(window->bar(), Qt::MiddleButton, {}, middle(*window, 1));
        QCOMPARE(names(*window), (QStringList {"a.rfr", "c.rfr", "d.rfr"}));
        auto* const button = qobject_cast<QAbstractButton*>(window->bar()->tabButton(0, QTabBar::RightSide));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(names(*window), (QStringList {"c.rfr", "d.rfr"}));
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(names(*window), QStringList {"c.rfr"});
        QVERIFY(window->bar()->isHidden());
        press(*window, Qt::Key_W, Qt::ControlModifier); // the last one: the start page, then the window
        QVERIFY(window->current()->startPage()->isVisible());
        const QPointer<TabbedWindow> closing = window;
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!closing);
    }

    void theLastClosedIsOpenedAgainAsItWas()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        MainWindow* tab = window->current();
        const TimeRange all = tab->session()->extent();
        const TimeRange range {all.startNs + all.lengthNs() / 4, all.startNs + all.lengthNs() / 2};
        tab->session()->setView(range);
        const TimeRange view = tab->session()->view();
        tab->session()->setRange(range);
        tab->showPane(QStringLiteral("notes"));
        tab->commands()["view.details"]->trigger();
        const auto track = TrackId(0);
        tab->timelinePane()->scene()->setPinned(track, true);
        QVERIFY(tab->timelinePane()->scene()->isPinned(track));
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(names(*window), QStringList {"a.rfr"});
        QVERIFY(window->current()->detailsPane()->isVisible());
        press(*window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        tab = window->current();
        QTRY_VERIFY(isRead(*tab));
        QCOMPARE(names(*window), (QStringList {"a.rfr", "b.rfr"}));
        QTRY_COMPARE(tab->session()->view(), view);
        QCOMPARE(tab->session()->range(), std::optional(range));
        QVERIFY(!tab->detailsPane()->isVisible());
        QCOMPARE(tab->tabs()->currentWidget()->objectName(), QStringLiteral("notes"));
        QVERIFY(tab->timelinePane()->scene()->isPinned(track));
        QVERIFY(window->tabs()[0]->detailsPane()->isVisibleTo(window->tabs()[0]));
        QVERIFY(!tab->commands()["file.reopen"]->isEnabled()); // that was the only one
    }

    // What holds for all captures is known to all tabs, and none writes what it read long ago.
    void tabsShareWhatHoldsForAllCaptures()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        MainWindow &first = *window->tabs()[0], &second = *window->tabs()[1];
        const auto threshold = QStringLiteral("rfr.long-poll.min=7 ms");
        first.findings()->setThresholds({threshold});
        QCOMPARE(second.findings()->thresholds(), QStringList {threshold});
        first.timelinePane()->setNameColors({{QStringLiteral("resize"), 3}});
        second.timelinePane()->setNameColors({{QStringLiteral("resize"), 3}, {QStringLiteral("upload"), 1}});
        QCOMPARE(first.timelinePane()->nameColors().size(), qsizetype(2));
        first.tools()->search()->offers()->remember(QStringLiteral("resize"));
        second.tools()->search()->offers()->remember(QStringLiteral("upload"));
        QCOMPARE(first.tools()->search()->offers()->asked(),
                 QStringList({QStringLiteral("upload"), QStringLiteral("resize")}));
        first.findings()->setThresholds({});
        QVERIFY(second.findings()->thresholds().isEmpty());
    }

    void theLastClosedKeepsSearchFilterScrollAndSelection()
    {
        const auto demo = findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY2(demo, demo ? "" : message(demo.error()).c_str());
        TabbedWindow* const window = open({"a.rfr"});
        window->current()->openPaths({pathText(*demo)});
        MainWindow* tab = window->current();
        QTRY_VERIFY(isRead(*tab));
        tab->search()->setText(QStringLiteral("name = render kind = spans"));
        tab->search()->goOn(true);
        QTRY_VERIFY(tab->session()->selection().slice);
        const std::optional<SliceId> slice = tab->session()->selection().slice;
        tab->session()->setFilterParts({{QStringLiteral("duration > 1 µs"), true}});
        TimelineScene* scene = tab->timelinePane()->scene();
        const auto track = [&] {
            return tab->session()->timeline()->findTrack(slice->kind, slice->trackKey);
        };
        QTRY_VERIFY(scene->scrollEnd() > 500 && scene->viewportYOf(*track()));
        scene->setScroll(scene->scroll() + *scene->viewportYOf(*track()) - 100); // in view, not at an edge
        const int scroll = scene->scroll();
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(window->tabs().size(), std::size_t(1));
        press(*window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        tab = window->current();
        QTRY_VERIFY(isRead(*tab));
        QCOMPARE(tab->search()->text(), QStringLiteral("name = render kind = spans"));
        QCOMPARE(tab->session()->filterParts().size(), std::size_t(1));
        QTRY_VERIFY(tab->session()->selection().slice == slice);
        QTRY_COMPARE(tab->timelinePane()->scene()->scroll(), scroll);
        // The next one that this tab opens has nothing of it.
        tab->showStartPage();
        tab->openPaths(paths({"b.rfr"}));
        QTRY_VERIFY(isRead(*tab));
        QVERIFY(tab->search()->text().isEmpty() && tab->session()->filterParts().empty());
    }

    // It may have been on a disk that was not there yet.
    void theLastClosedIsAsItWasWhenTriedAgain()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        const auto close = [&](MainWindow* tab) {
            tab->search()->setText(QStringLiteral("kind = spans"));
            tab->session()->setFilterParts({{QStringLiteral("duration > 1 µs"), true}});
            press(*window, Qt::Key_W, Qt::ControlModifier);
        };
        const auto reopen = [&] {
            press(*window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
            QTRY_VERIFY(window->current()->failure());
        };
        const auto isAsBefore = [](MainWindow* tab) {
            return tab->search()->text() == QStringLiteral("kind = spans")
                && tab->session()->filterParts().size() == 1;
        };
        close(window->current());
        QVERIFY(QFile::rename(path("b.rfr"), path("away.rfr")));
        reopen();
        emit window->current()->messagePage()->retry(); // in vain
        QTRY_VERIFY(!window->current()->isLoading() && window->current()->failure());
        QVERIFY(QFile::rename(path("away.rfr"), path("b.rfr")));
        emit window->current()->messagePage()->retry();
        QTRY_VERIFY(isRead(*window->current()));
        QVERIFY(isAsBefore(window->current()));

        // Who gives up closes the same capture again.
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QVERIFY(QFile::rename(path("b.rfr"), path("away.rfr")));
        reopen();
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(window->tabs().size(), std::size_t(1));
        QVERIFY(QFile::rename(path("away.rfr"), path("b.rfr")));
        press(*window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(isRead(*window->current()));
        QVERIFY(isAsBefore(window->current()));

        // What is opened in its place has nothing of it.
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QVERIFY(QFile::rename(path("b.rfr"), path("away.rfr")));
        reopen();
        QVERIFY(QFile::rename(path("away.rfr"), path("b.rfr")));
        window->current()->openPaths(paths({"c.rfr"}));
        QTRY_VERIFY(isRead(*window->current()));
        QVERIFY(window->current()->search()->text().isEmpty()
                && window->current()->session()->filterParts().empty());
    }

    void timesThatAreNotInTheCaptureAreForgotten()
    {
        RecentCapture before;
        before.path = path("a.rfr");
        before.view = TimeRange {1, 1'000};
        before.range = before.view;
        RecentCaptures(*m_settings).add(before);
        const MainWindow* const tab = open({"a.rfr"})->current();
        QVERIFY(!tab->session()->range());
        QCOMPARE(tab->session()->view(), tab->session()->extent());
    }

    void closingIsCancelledAsAWhole()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr", "c.rfr"});
        const std::vector<MainWindow*> tabs = window->tabs();
        addNote(*tabs[0]);
        addNote(*tabs[1]);
        int asked = 0;
        answer({QMessageBox::Discard, QMessageBox::Cancel}, &asked);
        QVERIFY(!window->close());
        QCOMPARE(asked, 2);
        QVERIFY(window->isVisible());
        QCOMPARE(window->tabs(), tabs);
        QCOMPARE(window->current(), tabs[1]); // which was asked about
        QVERIFY(tabs[0]->notes()->isModified() && tabs[1]->notes()->isModified());
        QCOMPARE(tabs[0]->notes()->notes().size(), std::size_t(1));
        answer({QMessageBox::Discard, QMessageBox::Discard}, &asked);
        const QPointer<TabbedWindow> closing = window;
        QVERIFY(window->close());
        QCOMPARE(asked, 4);
        QTRY_VERIFY(!closing);
    }

    // Saving takes its time; then closing goes on, and asks nothing twice.
    void closingSavesAndGoesOn()
    {
        for (const char* name : {"s.rfr", "t.rfr", "u.rfr"})
            QVERIFY(writeFile(path(name).toStdString(), oneTaskStream(name)));
        TabbedWindow* const window = open({"s.rfr", "t.rfr", "u.rfr"});
        for (MainWindow* tab : window->tabs())
            addNote(*tab);
        int asked = 0; // dropped, to be saved, how it is saved, to be saved, ...
        answer({QMessageBox::Discard, QMessageBox::Save, kDefault, QMessageBox::Save, kDefault}, &asked);
        const QPointer<TabbedWindow> closing = window;
        QVERIFY(!window->close());
        QTRY_VERIFY_WITH_TIMEOUT(!closing, kPatienceMs);
        QCOMPARE(asked, 5);
        TabbedWindow* const again = open({"s.rfr", "t.rfr", "u.rfr"});
        std::vector<std::size_t> notes;
        for (const MainWindow* tab : again->tabs())
            notes.push_back(tab->notes()->notes().size());
        QCOMPARE(notes, (std::vector<std::size_t> {0, 1, 1}));
    }

    void closingATabAsks()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        addNote(*window->current());
        int asked = 0;
        answer({QMessageBox::Cancel}, &asked);
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(asked, 1);
        QCOMPARE(window->bar()->count(), 2);
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window));
        answer({QMessageBox::Discard}, &asked);
        press(*window, Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(names(*window), QStringList {"a.rfr"});
    }

    void theSizeOfTheWindowIsKept()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        window->resize(1100, 700);
        const QPointer<TabbedWindow> closing = window;
        QVERIFY(window->close());
        QTRY_VERIFY(!closing);
        QCOMPARE(open({"a.rfr"})->size(), QSize(1100, 700));
    }

    // --- several windows

    void aTabIsDetachedAndBroughtBack()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr", "c.rfr"});
        MainWindow* const tab = window->current();
        const TimeRange view {tab->session()->extent().startNs, tab->session()->extent().startNs + 1'000};
        tab->session()->setView(view);
        const TimeRange seen = tab->session()->view();
        QVERIFY(!tab->commands()["window.moveTo"]->isEnabled());
        tab->commands()["window.detach"]->trigger();
        QCOMPARE(names(*window), (QStringList {"a.rfr", "b.rfr"}));
        QPointer<TabbedWindow> other = TabbedWindow::of(tab);
        QVERIFY(other && other != window && other->isVisible());
        QVERIFY(tab->isVisible());
        QCOMPARE(tab->session()->view(), seen);
        QCOMPARE(other->windowTitle(), QStringLiteral("c.rfr[*] — Traceglass"));
        QVERIFY(QTest::qWaitForWindowActive(other));
        press(*other, Qt::Key_Plus, Qt::ControlModifier); // its keys came along
        QVERIFY(tab->session()->view().lengthNs() < seen.lengthNs());
        tab->commands()["window.moveTo"]->trigger(); // there is one other window only
        QCOMPARE(names(*window), (QStringList {"a.rfr", "b.rfr", "c.rfr"}));
        QCOMPARE(window->current(), tab);
        QVERIFY(tab->isVisible());
        QTRY_VERIFY(!other); // nothing is left in it
    }

    void aTabDraggedOutIsAWindow()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        MainWindow* const tab = window->tabs().front();
        const QPoint from = middle(*window, 0);
        const QSignalSpy draggedOut(window->bar(), &CaptureTabBar::draggedOut);
        QTest::mousePress(window->bar(), Qt::LeftButton, {}, from);
        for (int down = 0; down < 120; down += 20)
            QTest::mouseMove(window->bar(), from + QPoint(0, down));
        QCOMPARE(draggedOut.size(), 1);
        QCOMPARE(window->bar()->count(), 2); // the drag has ended while the button is held: by Esc
        QTest::mouseRelease(window->bar(), Qt::LeftButton, {}, from);
        emit window->bar()->draggedOut(0); // and now where nobody takes it
        QCOMPARE(names(*window), QStringList {"b.rfr"});
        QVERIFY(TabbedWindow::of(tab) != window);
        QVERIFY(drop(*window, tab, {300, 300})); // anywhere onto another window
        QCOMPARE(names(*window), (QStringList {"b.rfr", "a.rfr"}));
        QVERIFY(tab->isVisible());
        QVERIFY(!drop(*window, tab, {300, 300})); // its own takes it in the bar only
        QVERIFY(drop(*window, tab, window->bar()->mapTo(window, middle(*window, 0))));
        QCOMPARE(names(*window), (QStringList {"a.rfr", "b.rfr"}));
    }

    void theMenuOfATabActsOnIt()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr", "c.rfr"});
        QContextMenuEvent event(QContextMenuEvent::Mouse, middle(*window, 0),
                                window->bar()->mapToGlobal(middle(*window, 0)));
        QCoreApplication::sendEvent(window->bar(), &event);
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        for (QAction* action : menu->actions())
            if (action->objectName() == QLatin1String("window.detach"))
                action->trigger();
        menu->close();
        QCOMPARE(names(*window), (QStringList {"b.rfr", "c.rfr"}));
    }

    void aFloatingPaneLeavesWithItsTab()
    {
        TabbedWindow* const window = open({"a.rfr", "b.rfr"});
        MainWindow* const tab = window->current();
        auto* const dock = tab->findChild<QDockWidget*>(QStringLiteral("details"));
        dock->setFloating(true);
        QVERIFY(dock->isVisible());
        press(*window, Qt::Key_Tab, Qt::ControlModifier);
        QVERIFY(!dock->isVisible());
        window->showTab(tab);
        QVERIFY(dock->isVisible() && dock->isFloating());
    }
};

QTEST_MAIN(TabsTest)
#include "tst_tabs.moc"
