// Files and folders that are dropped anywhere in a window, or pasted into it, and what is said of the rest.
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_tab_bar.h"
#include "app/viewer/window/dropped.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "app/viewer/window/message_page.h"
#include "app/viewer/window/tabbed_window.h"
#include "core/io/file.h"
#include "tests/support/patience.h"
#include "tests/support/tiny_captures.h"
#include "widgets/details/details_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <memory>

using namespace traceglass;

class DropTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    int m_runs = 0;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QUrl url(const QString& name) const { return QUrl::fromLocalFile(path(name)); }

    TabbedWindow* open(const QString& name) const
    {
        MainWindow::openInFront(*m_settings,
                                name.isEmpty() ? QStringList {QString()} : QStringList {path(name)});
        TabbedWindow* const window = TabbedWindow::lastUsed();
        const auto ready = [window] {
            return window->current()->session() || !window->current()->isLoading();
        };
        if (!QTest::qWaitFor(ready, kPatienceMs) || !QTest::qWaitForWindowActive(window))
            qFatal("the window was not opened");
        return window;
    }
    static QStringList names(const TabbedWindow& window)
    {
        QStringList out;
        for (const MainWindow* const tab : window.tabs())
            out << tab->look().name;
        return out;
    }
    static bool hold(QWidget* over, const QMimeData& data, Qt::DropActions actions = Qt::CopyAction)
    {
        QDragEnterEvent enter(over->rect().center(), actions, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(over, &enter);
        return enter.isAccepted();
    }
    static bool drop(QWidget* over, const QMimeData& data, Qt::DropActions actions = Qt::CopyAction)
    {
        const bool isTaken = hold(over, data, actions);
        QDropEvent drop(over->rect().center(), actions, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(over, &drop);
        return isTaken && drop.isAccepted();
    }
    static std::unique_ptr<QMimeData> textData(const QString& text)
    {
        auto data = std::make_unique<QMimeData>();
        data->setText(text);
        return data;
    }
    static Dropped ofText(const QString& text) { return Dropped::of(*textData(text)); }
    static Dropped ofUrls(const QList<QUrl>& urls)
    {
        QMimeData data;
        data.setUrls(urls);
        return Dropped::of(data);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        for (const char* name : {"a.rfr", "b.rfr", "c.rfr", "with space.rfr"})
            QVERIFY(writeFile(path(QLatin1String(name)).toStdString(), oneTaskStream(name)));
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("folder")));
        QVERIFY(writeFile(path(QStringLiteral("folder/d.rfr")).toStdString(), oneTaskStream("d")));
    }
    void init()
    {
        m_settings =
            std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings%1.ini").arg(++m_runs)));
    }
    void cleanup()
    {
        QGuiApplication::clipboard()->clear();
        QList<TabbedWindow*> left;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* const window = qobject_cast<TabbedWindow*>(widget))
                left << window;
        qDeleteAll(left);
    }

    // --- what is in it

    void pathsAreFound_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("paths");
        const QString home = QDir::homePath();
        QTest::newRow("a path") << "/a/b.rtc" << QStringList {"/a/b.rtc"};
        QTest::newRow("a path a line") << "/a\r\n\n  /b/  \n" << QStringList {"/a", "/b"};
        QTest::newRow("quoted") << "'/with space/a'\n\"/b\"" << QStringList {"/with space/a", "/b"};
        QTest::newRow("of the user") << "~/a.rdf" << QStringList {home + "/a.rdf"};
        QTest::newRow("a URL") << "file:///with%20space/%C3%A4"
                               << QStringList {QString::fromUtf8("/with space/ä")};
        QTest::newRow("one slash") << "file:/a" << QStringList {"/a"};
        QTest::newRow("of this host") << "file://localhost/a" << QStringList {"/a"};
        QTest::newRow("each once") << "/a\n/a/\nfile:///a" << QStringList {"/a"};
        QTest::newRow("copied in a file manager") << "copy\nfile:///a\nfile:///b" << QStringList {"/a", "/b"};
        QTest::newRow("in a newer one") << "x-special/nautilus-clipboard\ncut\nfile:///a\n"
                                        << QStringList {"/a"};
    }
    void pathsAreFound()
    {
        QFETCH(const QString, text);
        QFETCH(const QStringList, paths);
        const Dropped dropped = ofText(text);
        QCOMPARE(dropped.paths, paths);
        QVERIFY2(dropped.isAllOpened(), qPrintable(dropped.head()));
        QCOMPARE(dropped.advice(), QString());
    }

    void filesOfFileManagersAreFound()
    {
        QMimeData copied;
        copied.setData(QStringLiteral("x-special/gnome-copied-files"), "copy\nfile:///a%20b");
        QVERIFY(Dropped::mayBeIn(copied));
        QCOMPARE(Dropped::of(copied).paths, QStringList {"/a b"});
        QUrl own = QUrl::fromLocalFile(QStringLiteral("/a"));
        own.setHost(QSysInfo::machineHostName());
        QCOMPARE(ofUrls({own}).paths, QStringList {"/a"});
    }

    void otherComputersAreRefused_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("named");
        QTest::newRow("web") << "https://example.org/a.rtc"
                             << "https://example.org/a.rtc";
        QTest::newRow("share") << "smb://server/share/a.rtc"
                               << "smb://server/share/a.rtc";
        QTest::newRow("ftp") << "ftp://me:secret@example.org/a"
                             << "ftp://me@example.org/a";
        QTest::newRow("host") << "file://elsewhere.example/a"
                              << "file://elsewhere.example/a";
        QTest::newRow("mail") << "mailto:me@example.org"
                              << "mailto:me@example.org";
    }
    void otherComputersAreRefused()
    {
        QFETCH(const QString, url);
        QFETCH(const QString, named);
        for (const Dropped& dropped : {ofUrls({QUrl(url)}), ofText(url)}) {
            QVERIFY(dropped.paths.isEmpty());
            QCOMPARE(dropped.head(), QStringLiteral("Not opened: “%1”").arg(named));
            QCOMPARE(dropped.advice(),
                     QStringLiteral("It is not on this computer: save it first, then open the file"));
        }
    }

    void thereIsABound()
    {
        QList<QUrl> urls;
        for (int i = 0; i < 70; ++i)
            urls << QUrl::fromLocalFile(QStringLiteral("/%1").arg(i));
        const Dropped many = ofUrls(urls);
        QCOMPARE(many.paths.size(), Dropped::kMostPaths);
        QCOMPARE(many.head(), QStringLiteral("6 more were not opened"));
        QCOMPARE(ofText(QStringLiteral("http://h/a%2Fb\nhttp://h/c")).head(),
                 QStringLiteral("Not opened: “http://h/a%2Fb” and 1 more")); // %2 is no place in it
        QCOMPARE(many.advice(), QStringLiteral("At most 64 are opened at once, 6 were left"));
        const Dropped longText =
            ofText(QStringLiteral("/a\n") + QString(Dropped::kMostText, QLatin1Char('x')));
        QVERIFY(longText.paths.isEmpty() && longText.isTooLong);
        QCOMPARE(longText.head(), QStringLiteral("Nothing was opened: the text is too long"));
    }

    void hostileNamesAreHarmless()
    {
        const Dropped dropped = ofText(QStringLiteral("https://example.org/\u202Egnp.exe\n<b>bold</b>\n%1")
                                           .arg(QString(500, QLatin1Char('x'))));
        QVERIFY(!dropped.head().contains(QChar(0x202E)));
        QVERIFY(dropped.head().size() < 200);
        QVERIFY(ofText(QStringLiteral("<b>bold</b>")).head().contains(QStringLiteral("<b>bold</b>")));
        // What the system would read as another file.
        QVERIFY(ofUrls({QUrl::fromEncoded("file:///a%00b")}).paths.isEmpty());
        QVERIFY(ofText(QStringLiteral("/a") + QChar(0) + QStringLiteral("b")).paths.isEmpty());
    }

    // --- dropped

    void itIsTakenEverywhere()
    {
        TabbedWindow* const window = open(QStringLiteral("a.rfr"));
        MainWindow* const tab = window->current();
        QMimeData data;
        data.setUrls({url(QStringLiteral("b.rfr"))});
        tab->tabs()->makePanes();
        QWidgetList parts = tab->findChildren<QWidget*>();
        parts << tab << window << window->bar();
        int visible = 0;
        for (QWidget* const part : std::as_const(parts)) {
            if (!part->isVisible() || part->window() != window)
                continue;
            ++visible;
            QVERIFY2(hold(part, data), part->metaObject()->className());
        }
        QVERIFY(visible > 50);
        QVERIFY(drop(tab->timelinePane()->view()->viewport(), data));
        QTRY_COMPARE(names(*window), (QStringList {"a.rfr", "b.rfr"}));
        QMimeData folder;
        folder.setUrls({url(QStringLiteral("folder")), url(QStringLiteral("c.rfr"))});
        QVERIFY(drop(window->bar(), folder));
        QTRY_COMPARE(names(*window).size(), qsizetype(4));
        QVERIFY(!window->current()->programBar()->isVisible());
    }

    void aPaneThatFloatsTakesIt()
    {
        TabbedWindow* const window = open(QStringLiteral("a.rfr"));
        auto* const dock = window->current()->findChild<QDockWidget*>(QStringLiteral("details"));
        dock->setFloating(true);
        QTRY_VERIFY(dock->isWindow() && dock->isVisible());
        QMimeData data;
        data.setUrls({url(QStringLiteral("b.rfr"))});
        QVERIFY(drop(window->current()->detailsPane(), data));
        QTRY_COMPARE(names(*window), (QStringList {"a.rfr", "b.rfr"}));
    }

    void theWindowTellsThatItWouldTakeIt()
    {
        TabbedWindow* const window = open(QStringLiteral("a.rfr"));
        MainWindow* const tab = window->current();
        QMimeData data;
        data.setUrls({url(QStringLiteral("b.rfr"))});
        QVERIFY(hold(tab->timelinePane()->view(), data));
        QTRY_VERIFY(tab->findChild<QWidget*>(QStringLiteral("dropOutline")));
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(tab, &leave);
        QVERIFY(!tab->findChild<QWidget*>(QStringLiteral("dropOutline")));
    }

    void textOfOtherProgramsIsTaken()
    {
        TabbedWindow* const window = open({});
        QVERIFY(drop(window->current()->startPage(),
                     *textData(QStringLiteral("%1\n'%2'\n")
                                   .arg(url(QStringLiteral("a.rfr")).toString(QUrl::FullyEncoded),
                                        path(QStringLiteral("with space.rfr"))))));
        QTRY_COMPARE(names(*window), (QStringList {"a.rfr", "with space.rfr"}));
    }

    void aFieldKeepsTextForItself()
    {
        TabbedWindow* const window = open({});
        QLineEdit* const field = window->current()->startPage()->filterField();
        QVERIFY(drop(field, *textData(QStringLiteral("needle"))));
        QCOMPARE(field->text(), QStringLiteral("needle"));
        QMimeData file; // never
        file.setUrls({url(QStringLiteral("a.rfr"))});
        file.setText(path(QStringLiteral("a.rfr")));
        QVERIFY(drop(field, file));
        QCOMPARE(field->text(), QStringLiteral("needle"));
        QTRY_COMPARE(names(*window), (QStringList {"a.rfr"}));
    }

    void nothingIsMoved()
    {
        TabbedWindow* const window = open(QStringLiteral("a.rfr"));
        QMimeData data;
        data.setUrls({url(QStringLiteral("b.rfr"))});
        QVERIFY(!drop(window->current(), data, Qt::MoveAction));
        QDragEnterEvent enter({9, 9}, Qt::MoveAction | Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.setDropAction(Qt::MoveAction);
        QCoreApplication::sendEvent(window->current(), &enter);
        QCOMPARE(enter.dropAction(), Qt::CopyAction);
        QCOMPARE(names(*window), (QStringList {"a.rfr"}));
    }

    void whatIsElsewhereIsRefusedWithASentence()
    {
        for (const QString& opened : {QString(), QStringLiteral("a.rfr")}) {
            TabbedWindow* const window = open(opened);
            QMimeData data;
            data.setUrls({QUrl(QStringLiteral("https://example.org/a.rtc"))});
            QVERIFY(drop(window->current(), data));
            const MessageBar* const bar = window->current()->programBar();
            QVERIFY(bar->isVisible());
            QCOMPARE(bar->text(),
                     QStringLiteral(
                         "Not opened: “https://example.org/a.rtc” ·  It is not on this computer: save it "
                         "first, then open the file"));
            data.setUrls({url(QStringLiteral("b.rfr")), QUrl(QStringLiteral("smb://server/a"))});
            QVERIFY(drop(window->current(), data));
            QTRY_VERIFY(window->current()->session());
            QCOMPARE(names(*window).back(), QStringLiteral("b.rfr"));
            QVERIFY(window->current()->programBar()->isVisible()); // in the tab that came to the front
            QVERIFY(window->current()->programBar()->text().contains(QStringLiteral("smb://server/a")));
            delete window;
        }
    }

    // --- pasted

    void pathsArePasted()
    {
        TabbedWindow* const window = open(QStringLiteral("a.rfr"));
        window->current()->timelinePane()->view()->setFocus();
        QGuiApplication::clipboard()->setText(path(QStringLiteral("b.rfr")) + QLatin1Char('\n')
                                              + url(QStringLiteral("c.rfr")).toString());
        QTest::keyClick(window->windowHandle(), Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE(names(*window), (QStringList {"a.rfr", "b.rfr", "c.rfr"}));
    }

    void whatNamesNoFileIsSaid()
    {
        TabbedWindow* const window = open(QStringLiteral("a.rfr"));
        MainWindow* const tab = window->current();
        tab->timelinePane()->view()->setFocus();
        QGuiApplication::clipboard()->setText(QStringLiteral("how are you"));
        QTest::keyClick(window->windowHandle(), Qt::Key_V, Qt::ControlModifier);
        QTRY_VERIFY(tab->programBar()->isVisible());
        QVERIFY(tab->programBar()->text().startsWith(QStringLiteral("Not opened: “how are you”")));
        QGuiApplication::clipboard()->clear();
        tab->commands()["edit.paste"]->trigger();
        QVERIFY(tab->programBar()->text().startsWith(QStringLiteral("There is nothing to open")));
        QCOMPARE(names(*window), (QStringList {"a.rfr"}));
    }

    void aFieldPastesForItself()
    {
        TabbedWindow* const window = open({});
        QLineEdit* const field = window->current()->startPage()->filterField();
        field->setFocus();
        QGuiApplication::clipboard()->setText(path(QStringLiteral("a.rfr")));
        QTest::keyClick(window->windowHandle(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(field->text(), path(QStringLiteral("a.rfr")));
        window->current()->commands()["edit.paste"]->trigger();
        QCOMPARE(field->text(), path(QStringLiteral("a.rfr")) + path(QStringLiteral("a.rfr")));
        QVERIFY(!window->current()->session() && !window->current()->isLoading());
    }
};

QTEST_MAIN(DropTest)
#include "tst_drop.moc"
