// Captures that come back with the next start: kept while tabs come and go, left out when the program does not survive
// them.
#include "app/viewer/start/last_session.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "app/viewer/window/tabbed_window.h"
#include "core/io/file.h"
#include "tests/support/patience.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/link_label.h"

#include <QApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace traceglass;

class LastSessionTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;

    QString at(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    QString settingsFile() const { return at("traceglass/traceglass.ini"); }

    static bool isRead()
    {
        return std::ranges::none_of(MainWindow::all(),
                                    [](const MainWindow* tab) { return tab->isOpening(); });
    }
    void open(std::initializer_list<const char*> names)
    {
        QStringList paths;
        for (const char* name : names)
            paths << at(name);
        MainWindow::openInFront(*m_settings, paths);
        QVERIFY(QTest::qWaitForWindowActive(TabbedWindow::lastUsed()));
        QTRY_VERIFY_WITH_TIMEOUT(isRead(), kPatienceMs);
    }
    // "a b*|c*": names of tabs, the one in front with a star, windows in the order of their first names.
    template <class Window, class Name>
    static QString text(const std::vector<Window>& windows, Name names)
    {
        QStringList out;
        for (const Window& window : windows)
            out << names(window).join(QLatin1Char(' '));
        out.sort();
        return out.join(QLatin1Char('|'));
    }
    static QString shown()
    {
        return text(TabbedWindow::all(), [](const TabbedWindow* window) {
            QStringList names;
            for (const MainWindow* tab : window->tabs())
                names << QFileInfo(tab->openPath()).baseName() + (tab == window->current() ? "*" : "");
            return names;
        });
    }
    // As the next start reads it.
    QString kept() const
    {
        const Settings settings(settingsFile());
        return text(LastSession::read(settings).windows, [](const LastSession::Window& window) {
            QStringList names;
            for (std::size_t i = 0; i < window.tabs.size(); ++i)
                names << QFileInfo(window.tabs[i].path).baseName() + (int(i) == window.current ? "*" : "");
            return names;
        });
    }
    static int tries(const Settings& settings)
    {
        return LastSession::read(settings).windows.at(0).tabs.at(0).tries;
    }
    static void closeAllAbruptly() { qDeleteAll(TabbedWindow::all()); }
    static LinkLabel* action(const MainWindow& tab)
    {
        for (LinkLabel* const link : tab.programBar()->findChildren<LinkLabel*>())
            if (link->isVisible())
                return link;
        return nullptr;
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* name : {"a.rfr", "b.rfr", "c.rfr"})
            QVERIFY(writeFile(at(name).toStdString(), oneTaskStream(name)));
        m_settings.reset(); // which writes what was set
        m_settings = std::make_unique<Settings>(settingsFile());
    }
    void cleanup()
    {
        closeAllAbruptly();
        m_settings.reset(); // written before their folder goes
    }

    void windowsAndTabsComeBack()
    {
        open({"a.rfr", "b.rfr", "c.rfr"});
        TabbedWindow* const window = TabbedWindow::lastUsed();
        QTRY_COMPARE(kept(), QStringLiteral("a b c*"));
        window->detach(window->current(), {});
        window->showTab(window->tabs().front());
        QTRY_COMPARE(kept(), QStringLiteral("a* b|c*"));
        closeAllAbruptly();
        QCOMPARE(kept(), QStringLiteral("a* b|c*"));

        LastSession::open(*m_settings);
        QTRY_VERIFY_WITH_TIMEOUT(isRead(), kPatienceMs);
        QCOMPARE(shown(), QStringLiteral("a* b|c*"));
        QCOMPARE(kept(), QStringLiteral("a* b|c*"));
    }

    void movedAndClosedTabsAreKeptSo()
    {
        open({"a.rfr", "b.rfr", "c.rfr"});
        TabbedWindow* const window = TabbedWindow::lastUsed();
        window->moveTab(window->current(), -2);
        QTRY_COMPARE(kept(), QStringLiteral("c* a b"));
        window->tabs().at(1)->close();
        QTRY_COMPARE(kept(), QStringLiteral("c* b"));
        window->current()->showStartPage();
        QTRY_COMPARE(kept(), QStringLiteral("b*"));
    }

    void theLastWindowStaysTheSession()
    {
        open({"a.rfr", "b.rfr"});
        TabbedWindow* const window = TabbedWindow::lastUsed();
        window->detach(window->current(), {});
        QTRY_COMPARE(kept(), QStringLiteral("a*|b*"));
        QVERIFY(window->close());
        QTRY_COMPARE(kept(), QStringLiteral("b*"));
        QVERIFY(TabbedWindow::lastUsed()->close());
        QTest::qWait(0);
        QCOMPARE(kept(), QStringLiteral("b*"));
    }

    void aWindowIsAsLargeAsItWasLeft()
    {
        open({"a.rfr"});
        TabbedWindow* const window = TabbedWindow::lastUsed();
        QTRY_COMPARE(kept(), QStringLiteral("a*"));
        window->resize(731, 512);
        QTRY_COMPARE(window->size(), QSize(731, 512));
        const QByteArray left = window->saveGeometry();
        QVERIFY(window->close());
        QCOMPARE(LastSession::read(*m_settings).windows.at(0).geometry, left);
    }

    void quitKeepsAllWindows()
    {
        open({"a.rfr", "b.rfr"});
        TabbedWindow* const window = TabbedWindow::lastUsed();
        window->detach(window->current(), {});
        QTRY_COMPARE(kept(), QStringLiteral("a*|b*"));
        TabbedWindow::closeAll();
        QTRY_VERIFY(TabbedWindow::all().empty());
        QCOMPARE(kept(), QStringLiteral("a*|b*"));
    }

    // Its disk may come back: the start asks none, and the tab that says so is kept until it is closed.
    void whatIsGoneSaysSoInItsTab()
    {
        open({"a.rfr", "b.rfr"});
        QTRY_COMPARE(kept(), QStringLiteral("a b*"));
        closeAllAbruptly();
        QVERIFY(QFile::remove(at("b.rfr")));
        LastSession::open(*m_settings);
        QTRY_VERIFY_WITH_TIMEOUT(isRead(), kPatienceMs);
        MainWindow* const tab = TabbedWindow::lastUsed()->current();
        QVERIFY(tab->failure() && !tab->session());
        QCOMPARE(tab->look().name, QStringLiteral("b.rfr"));
        QTRY_COMPARE(kept(), QStringLiteral("a b*"));
        QCOMPARE(LastSession::read(*m_settings).windows.at(0).tabs.at(1).tries, 0);
        tab->close();
        QTRY_COMPARE(kept(), QStringLiteral("a*"));
    }

    void whatEndsTheProgramTwiceIsOnlyOffered()
    {
        LastSession {{{{{at("a.rfr")}}, 0, {}}}}.write(*m_settings);
        for (int run = 1; run <= LastSession::kTries; ++run) {
            LastSession::open(*m_settings);
            QCOMPARE(tries(Settings(settingsFile())), run); // before anything of it is read
            closeAllAbruptly();                             // no turn of the event loop
        }
        LastSession::open(*m_settings);
        QVERIFY(QTest::qWaitForWindowActive(TabbedWindow::lastUsed()));
        const MainWindow* const tab = TabbedWindow::lastUsed()->current();
        QVERIFY(!tab->isOpening());
        QVERIFY(tab->programBar()->text().contains(QStringLiteral("a.rfr")));
        QVERIFY(action(*tab));
        QTest::mouseClick(action(*tab), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(tab->session() && isRead(), kPatienceMs);
        QTRY_COMPARE(kept(), QStringLiteral("a*"));
        QCOMPARE(tries(*m_settings), 0);
    }

    void whatIsReadIsNoTry()
    {
        LastSession {{{{{at("a.rfr"), 1}}, 0, {}}}}.write(*m_settings);
        LastSession::open(*m_settings);
        QCOMPARE(tries(*m_settings), 2);
        QTRY_COMPARE_WITH_TIMEOUT(tries(*m_settings), 0, kPatienceMs);
    }

    void anOrderlyEndIsNoTry()
    {
        LastSession {{{{{at("a.rfr"), 1}}, 0, {}}}}.write(*m_settings);
        LastSession::endWell(*m_settings);
        QVERIFY(m_settings->writeNow());
        QCOMPARE(tries(Settings(settingsFile())), 0);
    }

    void badContentsAreNoSession()
    {
        for (const char* text :
             {"[", "{}", "[1,[],{\"tabs\":5}]", "[{\"tabs\":[{\"path\":7},{}],\"current\":-9}]"}) {
            m_settings->setBytes(QStringLiteral("session/last"), text);
            LastSession::open(*m_settings);
            QCOMPARE(TabbedWindow::all().size(), std::size_t(1));
            closeAllAbruptly();
        }
    }

    // The program itself: killed, and started again.
    void aKilledProgramHasKeptIt()
    {
        m_settings->setReopensSession(true);
        QVERIFY(m_settings->writeNow());
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder->path());
        process.setProcessEnvironment(environment);
        const auto start = [&](const QStringList& words) {
            process.start(qEnvironmentVariable("TRACEGLASS"), words);
            return process.waitForStarted(kPatienceMs);
        };
        QVERIFY(start({at("a.rfr"), at("b.rfr")}));
        QTRY_COMPARE_WITH_TIMEOUT(kept(), QStringLiteral("a b*"), kPatienceMs);
        process.kill();
        QVERIFY(process.waitForFinished(kPatienceMs));
        // One that is to be opened again is a try until it is read.
        LastSession {{{{{at("b.rfr"), 1}, {at("a.rfr"), 1}}, 1, {}}}}.write(*m_settings);
        QVERIFY(m_settings->writeNow());
        QVERIFY(start({}));
        const auto isOpen = [this] {
            const LastSession now = LastSession::read(Settings(settingsFile()));
            return kept() == QLatin1String("b a*") && now.windows[0].tabs[0].tries == 0
                && now.windows[0].tabs[1].tries == 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOpen(), kPatienceMs);
        process.kill();
        QVERIFY(process.waitForFinished(kPatienceMs));
    }
};

QTEST_MAIN(LastSessionTest)
#include "tst_last_session.moc"
