// The window by keys alone: who has them when a capture opens, Go to, Esc in every pane, the page that says
// why nothing opens.
#include "app/viewer/commands/go_to.h"
#include "app/viewer/start/recent_view.h"
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_page.h"
#include "core/base/text.h"
#include "core/formats/demo.h"
#include "core/io/file.h"
#include "core/model/document.h"
#include "tests/support/demo_captures.h"
#include "tests/support/patience.h"
#include "tests/support/settle.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/utf8.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/long_list.h"
#include "widgets/models/record_list_model.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/row_view.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/timeline/view/label_column.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QApplication>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <QWindow>
#include <algorithm>
#include <memory>
#include <sys/stat.h>

using namespace traceglass;

class WindowKeysTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_rfr;
    std::filesystem::path m_rtc;

    std::filesystem::path demo(std::string_view format)
    {
        const auto path = findDemo(format)->write(m_folder.path().toStdString());
        return path ? *path : std::filesystem::path();
    }

    // As a keyboard does it: to whatever of the window has the focus.
    static void press(QWidget& window, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(window.window()->windowHandle(), key, modifiers);
    }
    static void type(QWidget& window, const QString& text)
    {
        for (const QChar letter : text)
            QTest::keyClick(window.window()->windowHandle(), letter.toLatin1());
    }
    static void waitFor(MainWindow& window)
    {
        QTRY_VERIFY_WITH_TIMEOUT(!window.isLoading(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(window.failure() || (window.session() && !window.session()->isIndexing()), kPatienceMs);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }
    static void openAndWait(MainWindow& window, const std::filesystem::path& path)
    {
        window.resize(1280, 800);
        window.show();
        window.open(path);
        waitFor(window);
    }
    // W zooms in, and nothing is typed anywhere.
    static void theTimelineHasTheKeys(MainWindow& window)
    {
        waitFor(window);
        window.session()->setView(window.session()->extent());
        const std::int64_t before = window.session()->view().lengthNs();
        press(window, Qt::Key_W);
        QVERIFY2(window.session()->view().lengthNs() < before,
                 QApplication::focusWidget() ? QApplication::focusWidget()->metaObject()->className()
                                             : "nobody");
        for (const QLineEdit* field : window.findChildren<QLineEdit*>())
            QVERIFY2(field->text().isEmpty(), qPrintable(field->accessibleName()));
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_rfr = demo("rfr");
        m_rtc = demo("rtc");
        QVERIFY(!m_rfr.empty() && !m_rtc.empty());
    }
    void init()
    {
        m_settings.reset();
        m_settings.reset(); // which writes what was set
        QFile::remove(m_folder.filePath(QStringLiteral("settings.ini")));
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
    }

    // --- who has the keys

    // What a test leaves open would come to the front in the next.
    void cleanup()
    {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (qobject_cast<MainWindow*>(widget))
                delete widget;
        }
    }

    void openedFromTheCommandLine() // before the window is shown; so does a double click on a file
    {
        const std::unique_ptr<MainWindow> window(
            MainWindow::openWindow(*m_settings, QString::fromStdString(m_rfr.string())));
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        theTimelineHasTheKeys(*window);
    }

    // A key that the capture has no use for is answered, whatever has the focus.
    void aKeyThatCannotBeUsedSaysWhy()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (QWidget* const focus : {static_cast<QWidget*>(window.timelinePane()->view()),
                                     static_cast<QWidget*>(window.findChild<StructureView*>())}) {
            focus->setFocus();
            window.statusBar()->clearMessage();
            QTest::keyClick(window.windowHandle(), Qt::Key_9, Qt::AltModifier);
            QCOMPARE(window.statusBar()->currentMessage(),
                     QStringLiteral("This capture holds no memory trace."));
            QTest::keyClick(window.windowHandle(), Qt::Key_0, Qt::AltModifier);
            QCOMPARE(window.statusBar()->currentMessage(),
                     QStringLiteral("This capture holds no queue events."));
        }
    }

    void openedInAShownWindow()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        theTimelineHasTheKeys(window);
        window.open(m_rtc); // another one after it
        theTimelineHasTheKeys(window);
        window.showStartPage();
        window.openPaths({QString::fromStdString(m_rfr.string())});
        theTimelineHasTheKeys(window);
        window.commands()["file.reload"]->trigger();
        theTimelineHasTheKeys(window);
    }

    void openedFromTheListOfRecent()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        window.showStartPage();
        QVERIFY(window.startPage()->recentView()->hasFocus());
        window.startPage()->recentView()->setCurrentIndex(
            window.startPage()->recentView()->captures()->index(1, 0));
        press(window, Qt::Key_Return);
        QTRY_VERIFY(window.session());
        theTimelineHasTheKeys(window);
    }

    void theLastOneRemovedFromTheListLeavesTheButton()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        window.showStartPage();
        RecentView* list = window.startPage()->recentView();
        QVERIFY(list->hasFocus());
        list->setCurrentIndex(list->captures()->index(1, 0));
        press(window, Qt::Key_Delete);
        QVERIFY(list->isHidden());
        auto* const button = qobject_cast<QPushButton*>(QApplication::focusWidget());
        QVERIFY(button);
        QCOMPARE(button->text(), QStringLiteral("Open…"));
    }

    void openedByDropping()
    {
        MainWindow window(*m_settings);
        window.show();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(m_rfr.string()))});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &drop);
        theTimelineHasTheKeys(window);
    }

    void withoutTimeTheTreeHasTheKeys()
    {
        const QString path = m_folder.filePath(QStringLiteral("two.rdf"));
        QVERIFY(writeFile(path.toStdString(), twoChunks()));
        const std::unique_ptr<MainWindow> window(MainWindow::openWindow(*m_settings, path));
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        waitFor(*window);
        QVERIFY(qobject_cast<StructureView*>(QApplication::focusWidget()));
        type(*window, QStringLiteral("wsad"));
        for (const QLineEdit* field : window->findChildren<QLineEdit*>())
            QVERIFY2(field->text().isEmpty(), qPrintable(field->accessibleName()));
    }

    // --- the page that says why

    void thePageOfAnErrorIsLeftByKeys_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::newRow("Esc") << int(Qt::Key_Escape) << int(Qt::NoModifier);
        QTest::newRow("Alt+Left") << int(Qt::Key_Left) << int(Qt::AltModifier);
    }
    void thePageOfAnErrorIsLeftByKeys()
    {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        MainWindow window(*m_settings);
        openAndWait(window, m_folder.filePath(QStringLiteral("nowhere.rdf")).toStdString());
        QVERIFY(window.messagePage()->isVisible());
        QVERIFY(qobject_cast<QPushButton*>(QApplication::focusWidget()));
        press(window, Qt::Key(key), Qt::KeyboardModifiers(modifiers));
        QVERIFY(window.startPage()->isVisible());
        const QWidget* focus = QApplication::focusWidget(); // of the page: nothing was opened before
        QVERIFY(focus && focus->isVisible() && window.startPage()->isAncestorOf(focus));
    }

    void enterPressesTheButtonOfAnError()
    {
        const std::filesystem::path path = m_folder.filePath(QStringLiteral("other.dat")).toStdString();
        QVERIFY(writeFile(path, asBytes(std::string_view("\x89PNG\r\n\x1a\n rest of a picture"))));
        MainWindow window(*m_settings);
        openAndWait(window, path);
        auto* button = qobject_cast<QPushButton*>(QApplication::focusWidget());
        QVERIFY(button);
        QCOMPARE(button->text(), QStringLiteral("Open as bytes"));
        press(window, Qt::Key_Return);
        QTRY_VERIFY(window.session());
    }

    // --- Esc

    void escapeTakesBackInEveryPane()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        DocumentSession& session = *window.session();
        const TimeRange extent = session.extent();
        const QWidgetList panes {window.timelinePane()->view(), window.findChild<StructureView*>(),
                                 window.bytesPane()->view(), window.recordsPane()->table()};
        for (QWidget* pane : panes) {
            for (int tab = 0; tab < window.tabs()->count() && !pane->isVisible(); ++tab)
                window.tabs()->setCurrentIndex(tab);
            pane->setFocus(); // a list may select something then
            QVERIFY2(pane->hasFocus(), pane->metaObject()->className());
            const auto record = documentOf(session.capture()->document()).structure()->find("/");
            session.setRange(TimeRange {extent.startNs, extent.startNs + extent.lengthNs() / 2});
            session.selectNode(*record);
            settle(session);
            window.timelinePane()->setFilter(QStringLiteral("e"));
            press(window, Qt::Key_Escape);
            QVERIFY2(session.trackFilter().isEmpty(), pane->metaObject()->className());
            press(window, Qt::Key_Escape);
            QVERIFY2(!session.selection().node, pane->metaObject()->className());
            QVERIFY(session.range());
            press(window, Qt::Key_Escape);
            QVERIFY2(!session.range(), pane->metaObject()->className());
        }
    }

    void eachLowerPaneTakesTheFocusByItsKey()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        for (const auto& [key, name] : {std::pair(Qt::Key_1, "bytes"), std::pair(Qt::Key_2, "records"),
                                        std::pair(Qt::Key_3, "problems"), std::pair(Qt::Key_5, "notes"),
                                        std::pair(Qt::Key_6, "findings"), std::pair(Qt::Key_7, "search"),
                                        std::pair(Qt::Key_8, "statistics")}) {
            press(window, key, Qt::AltModifier);
            const QWidget* const pane = window.tabs()->currentPane();
            QCOMPARE(pane->objectName(), QString::fromLatin1(name));
            QVERIFY2(pane->isAncestorOf(QApplication::focusWidget()), name);
        }
        press(window, Qt::Key_1, Qt::AltModifier);
        press(window, Qt::Key_Down);
        QTRY_COMPARE(window.session()->selection().bytes.offset, std::uint64_t(HexLayout::kBytes));
    }

    void escapeLeavesNoByteLit()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        window.showPane(QStringLiteral("bytes"));
        HexView& view = *window.bytesPane()->view();
        window.session()->selectBytes({view.sourceId(), view.caret(), 8});
        settle(*window.session());
        QVERIFY(view.marked().length > 1);
        press(window, Qt::Key_Escape);
        settle(*window.session());
        QVERIFY(window.session()->selection() == Selection {});
        QCOMPARE(view.marked().length, std::uint64_t(1)); // the byte of the caret
    }

    void escapeTakesBackWhatTheTreeMarks()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        const auto* const tree = window.findChild<StructureView*>();
        window.session()->selectNode(
            *documentOf(window.session()->capture()->document()).structure()->find("/"));
        settle(*window.session());
        QVERIFY(tree->currentIndex().isValid() && tree->selectionModel()->hasSelection());
        press(window, Qt::Key_Escape);
        settle(*window.session());
        QVERIFY(!tree->currentIndex().isValid() && !tree->selectionModel()->hasSelection());
    }

    void escapeInTheFieldsOfBytesLeavesTheSelection()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        window.showPane(QStringLiteral("bytes"));
        BytesPane* bytes = window.bytesPane();
        window.session()->selectNode(
            *documentOf(window.session()->capture()->document()).structure()->find("/"));
        settle(*window.session());
        for (QLineEdit* field : {bytes->goToField(), bytes->findField()}) {
            field->setFocus();
            type(window, QStringLiteral("12"));
            press(window, Qt::Key_Escape);
            QVERIFY(field->text().isEmpty() && field->hasFocus());
            press(window, Qt::Key_Escape);
            QVERIFY(bytes->view()->hasFocus());
            QVERIFY(window.session()->selection().node);
        }
    }

    // --- messages

    void aKeyOfTheTimelineThatLeadsNowhereSaysSo()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        press(window, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(window.statusBar()->currentMessage(), QStringLiteral("Select a value of a counter first"));
        press(window, Qt::Key_W);
        QVERIFY(window.statusBar()->currentMessage().isEmpty());
    }

    // A message stands in place of what the status bar says else.
    void aMessageEndsWithTheNextKeyOrClick()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        const auto isSaid = [&] { return !window.statusBar()->currentMessage().isEmpty(); };
        const auto sayIt = [&] {
            window.commands()["file.copyPath"]->trigger();
            return isSaid();
        };
        QVERIFY(sayIt());
        press(window, Qt::Key_Control); // the first of two keys
        QVERIFY(isSaid());
        press(window, Qt::Key_W);
        QVERIFY(!isSaid());
        QVERIFY(sayIt());
        press(window, Qt::Key_0, Qt::ControlModifier); // a key of the window
        QVERIFY(!isSaid());
        QVERIFY(sayIt());
        QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {},
                          {window.width() / 2, window.height() / 3});
        QVERIFY(!isSaid());
    }

    void enterPressesTheButtonOfABar()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        window.tell(MessageBar::Kind::hint, QStringLiteral("something"), QStringLiteral("happened"));
        QVERIFY(window.programBar()->isVisible());
        window.programBar()->findChild<QToolButton*>()->setFocus(Qt::TabFocusReason);
        press(window, Qt::Key_Return);
        QVERIFY(!window.programBar()->isVisible());
    }

    // A folder of captures is none itself.
    void aFolderOfCapturesLeadsToThem()
    {
        QTemporaryDir folder;
        const QString rtc = QString::fromStdString(m_rtc.string());
        QVERIFY(QFile::copy(rtc, folder.filePath(QStringLiteral("a.rtc"))));
        QVERIFY(QFile::copy(rtc, folder.filePath(QStringLiteral("b.rtc"))));
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("c.rfr"))); // recordings may be folders
        MainWindow window(*m_settings);
        openAndWait(window, folder.path().toStdString());
        QVERIFY(window.messagePage()->isVisible());
        const auto labels = window.messagePage()->findChildren<QLabel*>();
        QTRY_VERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().contains(QStringLiteral("holds 3 captures"));
        }));
        QString folderAsked;
        QTimer waiting; // until it is there
        connect(&waiting, &QTimer::timeout, &window, [&] {
            auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            folderAsked = dialog->directory().path();
            dialog->reject();
        });
        waiting.start(10);
        press(window, Qt::Key_O, Qt::ControlModifier);
        QCOMPARE(folderAsked, folder.path());
    }

    void theListedRecordsAreExportedFromTheMenu()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        QVERIFY(window.showPane(QStringLiteral("records")));
        QTRY_VERIFY(window.recordsPane()->model()->listing().list);
        const QString path = m_folder.filePath(QStringLiteral("out.csv"));
        QTimer::singleShot(0, qApp, [&] {
            auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->selectFile(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        const mode_t before = umask(022);
        window.commands()["file.export"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(
            window.statusBar()->currentMessage().endsWith(QStringLiteral(" exported to ") + path),
            kPatienceMs);
        umask(before);
        QVERIFY(QFileInfo(path).permissions().testFlag(QFile::ReadOther));
        QVERIFY(!QFileInfo(path).permissions().testFlag(QFile::WriteOther));
        QVERIFY(QFileInfo(path).size() > 1'000);
    }

    void notesAreExportedBehind()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        Annotation note;
        note.text = "to be read elsewhere";
        window.notes()->add(note);
        const QString path = m_folder.filePath(QStringLiteral("out.md"));
        QTimer::singleShot(0, qApp, [&] {
            auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->selectFile(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        window.commands()["notes.export"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(
            window.statusBar()->currentMessage().contains(QStringLiteral("1 note exported to ")),
            kPatienceMs);
        const auto text = readHead(path.toStdString(), 10'000);
        QVERIFY(text && asText(*text).find("to be read elsewhere") != std::string_view::npos);
        window.notes()->undoStack()->setClean();
        window.notes()->discardRecovery();
    }

    // --- tracks

    void whatTheMenuOfATrackDoesIsACommand()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        Commands& commands = window.commands();
        const TrackLayout& layout = window.timelinePane()->scene()->layout();
        const std::size_t all = layout.tracksShown();
        for (const char* id : {"view.pinTrack", "view.onlyTrack", "view.hideTrack", "go.trackRecords"})
            QVERIFY2(!commands[id]->isEnabled(), id);                 // nothing is chosen
        window.timelinePane()->findChild<LabelColumn*>()->setFocus(); // its first line is a group
        QVERIFY(!commands["view.pinTrack"]->isEnabled());
        QCOMPARE(commands["go.trackRecords"]->toolTip(),
                 QStringLiteral("A group has no records of its own."));
        commands["view.hideTrack"]->trigger();
        QVERIFY(layout.tracksShown() < all);
        commands["view.showAll"]->trigger();
        QCOMPARE(layout.tracksShown(), all);
        commands["view.onlyTrack"]->trigger();
        QVERIFY(layout.tracksShown() < all);
        commands["view.showAll"]->trigger();
        const auto isGroup = [&] {
            const TrackId current = window.timelinePane()->currentTrack();
            return window.timelinePane()->scene()->timeline().track(current).kind == TrackKind::group;
        };
        for (int depth = 0; depth < 5 && isGroup(); ++depth) { // opened, to what is in it
            press(window, Qt::Key_Right);
            press(window, Qt::Key_Down);
        }
        QVERIFY(commands["view.pinTrack"]->isEnabled() && !commands["view.pinTrack"]->isChecked());
        commands["view.pinTrack"]->trigger();
        QCOMPARE(layout.pinned().size(), std::size_t(1));
        QVERIFY(commands["view.pinTrack"]->isChecked());
        window.timelinePane()->scene()->setPinned(layout.pinned().front().track, false); // by its own menu
        QVERIFY(!commands["view.pinTrack"]->isChecked());
        // Of a track whose name is chosen, nothing else being selected.
        const TrackId track = window.timelinePane()->currentTrack();
        const QString name = fromUtf8(window.timelinePane()->scene()->timeline().name(track));
        QVERIFY(!window.session()->selection().slice && commands["go.trackRecords"]->isEnabled());
        commands["go.trackRecords"]->trigger();
        QCOMPARE(window.tabs()->currentWidget()->objectName(), QStringLiteral("records"));
        QTRY_VERIFY_WITH_TIMEOUT(
            window.recordsPane()->headText().contains(QStringLiteral("of slices on ") + name), kPatienceMs);
        QVERIFY(window.recordsPane()->trackButton()->isChecked());
    }

    void theRecordOfTheSliceIsInSight()
    {
        MainWindow window(*m_settings);
        for (const Demo* const each : demos()) {
            const auto path = each->write(m_folder.path().toStdString());
            if (path && path->filename() == "boss-fight.rdf")
                openAndWait(window, *path);
        }
        QVERIFY(window.session());
        window.resize(1440, 900);
        press(window, Qt::Key_Slash);
        type(window, QStringLiteral("particles"));
        press(window, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(window.session()->selection().slice, kPatienceMs);
        settle(*window.session());
        press(window, Qt::Key_2, Qt::AltModifier);
        const RowView& table = *window.recordsPane()->table();
        QTRY_VERIFY_WITH_TIMEOUT(table.currentIndex().isValid(), kPatienceMs);
        QTest::qWait(100); // it is laid out
        QVERIFY(table.viewport()->rect().contains(table.visualRect(table.currentIndex())));
        window.resize(1440, 600);
        QTest::qWait(100);
        QVERIFY(table.viewport()->rect().contains(table.visualRect(table.currentIndex())));
    }

    // The menu has the focus then.
    void theViewMenuIsAboutTheChosenName()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        const TrackLayout& layout = window.timelinePane()->scene()->layout();
        const std::size_t all = layout.tracksShown();
        auto* const names = window.timelinePane()->findChild<LabelColumn*>();
        names->setFocus(Qt::TabFocusReason);
        press(window, Qt::Key_V, Qt::AltModifier);
        QVERIFY(QApplication::activePopupWidget());
        QVERIFY(!names->hasFocus());
        for (const char* id : {"view.trackUp", "view.onlyTrack", "view.hideTrack"})
            QVERIFY2(window.commands()[id]->isEnabled(), id);
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_H); // Hide this track or group
        QTRY_VERIFY(layout.tracksShown() < all);
    }

    void namesOfTracksHaveTheirMenuByKeys()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        window.timelinePane()->findChild<LabelColumn*>()->setFocus(Qt::TabFocusReason);
        press(window, Qt::Key_F10, Qt::ShiftModifier);
        const auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu && !menu->actions().isEmpty());
        QApplication::activePopupWidget()->close();
    }

    // --- hits of filters

    void theFilterOfTracksLeadsToItsHits()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        press(window, Qt::Key_P, Qt::ControlModifier);
        type(window, QStringLiteral("e"));
        QCOMPARE(window.session()->trackFilter(), QStringLiteral("e"));
        press(window, Qt::Key_Down);
        QVERIFY(window.timelinePane()->view()->hasFocus());
        QVERIFY(window.session()->selection().slice);
        const auto first = *window.session()->selection().slice;
        press(window, Qt::Key_F3); // the window's own F3 goes through what is searched for: nothing
        QVERIFY(*window.session()->selection().slice != first);
    }

    // F3 is also the window's own, for what is searched for in the capture.
    void theBytesFoundAreGoneThrough()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rtc);
        press(window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        BytesPane* const bytes = window.bytesPane();
        QVERIFY(bytes->findField()->hasFocus());
        type(window, QStringLiteral("00"));
        QTRY_VERIFY_WITH_TIMEOUT(bytes->findStatus()->fullText().contains(QStringLiteral("results")),
                                 kPatienceMs);
        const auto isAt = [&](int hit) {
            return bytes->findStatus()->fullText().startsWith(QStringLiteral("%1 of ").arg(hit));
        };
        press(window, Qt::Key_Return);
        QVERIFY(isAt(1));
        for (QWidget* const focus :
             {static_cast<QWidget*>(bytes->findField()), static_cast<QWidget*>(bytes->view()),
              static_cast<QWidget*>(bytes->resultTable())}) {
            focus->setFocus();
            press(window, Qt::Key_F3);
            QVERIFY2(isAt(2), focus->metaObject()->className());
            press(window, Qt::Key_F3, Qt::ShiftModifier);
            QVERIFY2(isAt(1), focus->metaObject()->className());
        }
        window.timelinePane()->view()->setFocus(); // elsewhere it goes through what the search found: nothing
        press(window, Qt::Key_F3);
        QVERIFY(isAt(1));
    }

    void theFilterOfRecordsLeadsToItsHits()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        RecordsPane* records = window.recordsPane();
        window.showPane(QStringLiteral("records"));
        QTRY_VERIFY(records->count() > 0);
        records->filterField()->setFocus();
        press(window, Qt::Key_Return);
        QVERIFY(records->table()->hasFocus());
        QTRY_VERIFY(window.session()->selection().node);
    }

    void whatIsNoQueryKeepsTheField()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        RecordsPane* const records = window.recordsPane();
        window.showPane(QStringLiteral("records"));
        QTRY_VERIFY(records->count() > 0);
        for (QLineEdit* const field :
             {records->filterField(), window.findChild<StructurePane*>()->filterField()}) {
            field->setFocus();
            type(window, QStringLiteral("/[a-/"));
            press(window, Qt::Key_Return);
            QVERIFY2(field->hasFocus(), qPrintable(field->accessibleName()));
            field->clear();
        }
    }

    // --- go to

    void aChildByItsNumberIsOneThatThereIs()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        DocumentSession& session = *window.session();
        const QAction* const command = window.commands()["go.child"];
        QVERIFY(!command->isEnabled());
        QCOMPARE(command->toolTip(), QStringLiteral("Select a line of the tree first."));
        const auto& structure = *documentOf(session.capture()->document()).structure();
        const NodeId root = *structure.find("/");
        session.selectNode(root);
        settle(session);
        QVERIFY(command->isEnabled());
        QTimer look; // the dialog comes when it is known how many children there are
        bool wasSeen = false;
        connect(&look, &QTimer::timeout, &window, [&] {
            auto* const dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (!dialog || wasSeen)
                return;
            wasSeen = true;
            for (const char letter : {'9', '9', '9', '9', '9', '1'}) // more than there are, but for the last
                QTest::keyClick(dialog->windowHandle(), letter);
            QVERIFY(dialog->intValue() <= dialog->intMaximum());
            QTest::keyClick(dialog->windowHandle(), Qt::Key_A, Qt::ControlModifier);
            QTest::keyClick(dialog->windowHandle(), '1');
            QTest::keyClick(dialog->windowHandle(), Qt::Key_Return);
        });
        look.start(1);
        press(window, Qt::Key_J, Qt::ControlModifier);
        QTRY_VERIFY(wasSeen && session.selection().node && *session.selection().node != root);
        settle(session);
        const auto children = structure.children(root, 1, 1);
        QVERIFY(children);
        QCOMPARE(*session.selection().node, children->front().id);
    }

    void goesToATimeARecordAnOffsetAPathAndASlice()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        DocumentSession& session = *window.session();
        const auto go = [&](const QString& text) {
            press(window, Qt::Key_G, Qt::ControlModifier);
            const QPointer<GoTo> field = window.findChild<GoTo*>();
            QVERIFY(field && field->field()->hasFocus());
            type(window, text);
            press(window, Qt::Key_Return);
            QTRY_VERIFY2(!field || !field->isVisible(), qPrintable(field ? field->sentence() : QString()));
            QTRY_VERIFY(!field);
            settle(session);
        };
        const std::int64_t wanted = session.extent().lengthNs() / 4 / 1'000'000;
        session.setView(
            {session.extent().startNs, session.extent().startNs + session.extent().lengthNs() / 20});
        go(QStringLiteral("+%1ms").arg(wanted));
        const TimeRange view = session.view();
        const std::int64_t middle = view.startNs + view.lengthNs() / 2;
        QVERIFY(std::abs(middle - (session.origin() + wanted * 1'000'000)) <= 1);
        QVERIFY(window.timelinePane()->view()->hasFocus());

        press(window, Qt::Key_G, Qt::ControlModifier);
        const QPointer<GoTo> opened = window.findChild<GoTo*>();
        QFocusEvent toMenu(QEvent::FocusOut, Qt::PopupFocusReason);
        QCoreApplication::sendEvent(opened->field(), &toMenu); // as its own menu does
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(opened);
        opened->close();
        QTRY_VERIFY(!opened);

        go(QStringLiteral("#3"));
        std::vector<NodeId> records;
        Job job;
        QVERIFY(documentOf(session.capture()->document())
                    .records()
                    ->read(
                        {.limit = 3},
                        [&](const Record& record) {
                            records.push_back(record.node);
                            return true;
                        },
                        job));
        QCOMPARE(session.selection().node, std::optional(records.at(2)));

        go(QStringLiteral("/"));
        QCOMPARE(documentOf(session.capture()->document()).structure()->pathOf(*session.selection().node),
                 std::string("/"));
        go(QStringLiteral("0x10"));
        const BytesPane* bytes = window.bytesPane();
        QCOMPARE(bytes->view()->caret(), std::uint64_t(16));
        QVERIFY(bytes->view()->hasFocus());
        go(QStringLiteral("+16"));
        QCOMPARE(bytes->view()->caret(), std::uint64_t(32));
        go(QStringLiteral("longest"));
        QVERIFY(session.selection().slice);
        go(QStringLiteral("+%1ms..+%2ms").arg(wanted).arg(wanted + 5));
        const std::int64_t start = session.origin() + wanted * 1'000'000;
        QCOMPARE(session.range(), std::optional(TimeRange {start, start + 5'000'000}));
        QVERIFY(session.view().startNs <= start && session.view().endNs >= start + 5'000'000);
    }

    void aMomentInViewStaysAndNoneLeadsOutOfTheCapture()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        DocumentSession& session = *window.session();
        TimelineView& timeline = *window.timelinePane()->view();
        const TimeRange all = session.extent();
        const std::int64_t tenth = all.lengthNs() / 10;
        session.setView(all);
        for (const std::int64_t moment : {all.startNs, all.startNs + 3 * tenth, all.endNs}) {
            timeline.showMoment(moment);
            QCOMPARE(session.view(), all);
            QCOMPARE(timeline.cursorTime(), std::optional(moment));
        }
        const TimeRange second {all.startNs + tenth, all.startNs + 2 * tenth};
        session.setView(second);
        timeline.showMoment(second.startNs + tenth / 4);
        QCOMPARE(session.view(), second);
        timeline.showMoment(second.endNs - 1); // in view, at its edge
        QCOMPARE(session.view().startNs, second.endNs - 1 - tenth / 2);
        timeline.showMoment(all.endNs);
        QCOMPARE(session.view(), (TimeRange {all.endNs - tenth, all.endNs}));
        timeline.showMoment(all.startNs);
        QCOMPARE(session.view(), (TimeRange {all.startNs, all.startNs + tenth}));
    }

    // What was searched for is not what the next letters mean.
    void goingSomewhereLeavesTheSearch()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        press(window, Qt::Key_Slash);
        type(window, QStringLiteral("ping"));
        press(window, Qt::Key_Escape);
        QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
        press(window, Qt::Key_G, Qt::ControlModifier);
        type(window, QStringLiteral("longest"));
        press(window, Qt::Key_Return);
        QTRY_VERIFY(window.session()->selection().slice);
        theTimelineHasTheKeys(window);
    }

    void whatCannotBeGoneToIsSaid()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        const TimeRange view = window.session()->view();
        press(window, Qt::Key_G, Qt::ControlModifier);
        auto* field = window.findChild<GoTo*>();
        QVERIFY(field);
        const std::pair<const char*, const char*> cases[] = {{"soon", "no time, record, path or offset"},
                                                             {"+9000s", "goes from"},
                                                             {"#99999999", "The capture has"},
                                                             {"#0", "counted from 1"},
                                                             {"+2ms..+1ms", "ends before it begins"},
                                                             {"+1ms..+9000s", "goes from"},
                                                             {"0xffffffffff", "The shown bytes end at 0x"},
                                                             {"/nowhere", "no node"},
                                                             {"maximum", "counter"}};
        for (const auto& [text, said] : cases) {
            field->field()->clear();
            type(window, QString::fromLatin1(text));
            press(window, Qt::Key_Return);
            QTRY_VERIFY2(field->sentence().contains(QString::fromLatin1(said)),
                         qPrintable(field->sentence()));
            QVERIFY(field->isVisible());
        }
        press(window, Qt::Key_Escape);
        QCOMPARE(window.session()->view(), view);
        QVERIFY(window.timelinePane()->view()->hasFocus());
    }

    void whatIsCountedHasTheNameOfItsFormat()
    {
        MainWindow window(*m_settings);
        openAndWait(window, demo("cjfr"));
        press(window, Qt::Key_G, Qt::ControlModifier);
        auto* field = window.findChild<GoTo*>();
        QVERIFY(field);
        type(window, QStringLiteral("#99999999"));
        press(window, Qt::Key_Return);
        QTRY_VERIFY2_WITH_TIMEOUT(field->sentence().startsWith(QStringLiteral("The capture has "))
                                      && field->sentence().endsWith(QStringLiteral(" messages.")),
                                  qPrintable(field->sentence()), kPatienceMs);
    }

    void goToOutlivesItsCapture()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rfr);
        press(window, Qt::Key_G, Qt::ControlModifier);
        const QPointer<GoTo> field = window.findChild<GoTo*>();
        QVERIFY(field);
        window.showStartPage();
        QTRY_VERIFY(!field);
    }

    // --- the bytes of a value

    void aValueLightsItsOwnBytes()
    {
        MainWindow window(*m_settings);
        openAndWait(window, m_rtc);
        DocumentSession& session = *window.session();
        const Timeline& timeline = *session.timeline();
        std::optional<SliceId> value;
        std::optional<Slice> slice;
        for (std::uint32_t i = 0; i < timeline.trackCount() && !value; ++i) {
            const Track& track = timeline.track(TrackId(i));
            if (track.kind != TrackKind::counter || track.firstRow == kNoRow)
                continue;
            slice =
                timeline.sliceAfter(track.firstRow, timeline.range.startNs + timeline.range.lengthNs() / 2);
            if (slice)
                value = SliceId {track.kind, track.key, 0, slice->startNs};
        }
        QVERIFY(value);
        session.selectSlice(*value);
        settle(session);
        const auto record =
            documentOf(session.capture()->document()).records()->in({SourceId(0), slice->ref.offset(), 1}, 1);
        QVERIFY(record && record->size() == 1);
        // The frame begins with the number of its stream; the value is what it carries behind it.
        const ByteRange lit = session.selection().bytes;
        QVERIFY(lit.offset > slice->ref.offset());
        QCOMPARE(lit.end(), record->front().range.end());
        const BytesPane* bytes = window.bytesPane();
        QTRY_COMPARE(bytes->view()->caret(), lit.offset);
        QCOMPARE(documentOf(session.capture()->document()).structure()->node(*session.selection().node)->kind,
                 NodeKind::frame);
        QCOMPARE(session.selection().slice, value);
    }
};

QTEST_MAIN(WindowKeysTest)
#include "tst_window_keys.moc"
