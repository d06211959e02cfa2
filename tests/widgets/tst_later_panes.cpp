// Lower panes are made when they are first shown or used, or soon after the tabs were painted; nobody notices.
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/main_window.h"
#include "core/formats/demo.h"
#include "tests/support/demo_captures.h"
#include "tests/support/settle.h"
#include "widgets/details/details_pane.h"
#include "widgets/hex/byte_inspector.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/search_pane.h"
#include "widgets/statistics/statistics_pane.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace traceglass;

class LaterPanesTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_capture;
    std::unique_ptr<MainWindow> m_window;

    BottomTabs& tabs() { return *m_window->tabs(); }

    PanePage* page(const char* name)
    {
        for (int i = 0; i < tabs().count(); ++i)
            if (tabs().widget(i)->objectName() == QLatin1String(name))
                return static_cast<PanePage*>(tabs().widget(i));
        return nullptr;
    }
    bool isMade(const char* name) { return page(name)->isMade(); }
    QString countOf(const char* name) { return tabs().bar()->countText(tabs().indexOf(page(name))); }

    void open()
    {
        m_window->open(m_capture);
        QTRY_VERIFY(m_window->session() && !m_window->session()->isIndexing());
        settle(m_window->session());
    }
    // As if the user had closed the lower panes: nothing is painted, so nothing is made.
    void openWithoutTabs()
    {
        open();
        m_window->findChild<QDockWidget*>(QStringLiteral("bottom"))->hide();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        const auto demo = findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY2(demo, demo ? "" : message(demo.error()).c_str());
        m_capture = *demo;
    }
    void init()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
    }
    void cleanup()
    {
        m_window.reset();
        m_settings.reset();
        QFile::remove(m_folder.filePath(QStringLiteral("settings.ini")));
    }

    // The one in front with the window, all others that have a tab behind it.
    void areMadeWhenTheTabsWerePainted()
    {
        open();
        for (int i = 0; i < tabs().count(); ++i)
            QVERIFY(!static_cast<PanePage*>(tabs().widget(i))->isMade());
        m_window->show();
        QVERIFY(static_cast<PanePage*>(tabs().currentWidget())->isMade());
        QVERIFY(!isMade("notes"));
        for (int i = 0; i < tabs().count(); ++i)
            QTRY_COMPARE(static_cast<PanePage*>(tabs().widget(i))->isMade(), tabs().isTabVisible(i));
        QTRY_VERIFY(!countOf("records").isEmpty());
        QTRY_VERIFY(!countOf("findings").isEmpty());
    }

    void fillTheirPageAndTakeItsFocus()
    {
        openWithoutTabs();
        QVERIFY(m_window->showPane(QStringLiteral("search")));
        QWidget* const pane = m_window->searchPane();
        QVERIFY(pane->isVisible());
        QCOMPARE(pane->size(), page("search")->size());
        tabs().currentWidget()->setFocus();
        QVERIFY(pane->isAncestorOf(QApplication::focusWidget()));
    }

    void areMadeByACommand()
    {
        openWithoutTabs();
        QVERIFY(!isMade("statistics"));
        m_window->statisticsPane()->choose(QStringLiteral("thread")); // before it is known which tables there are
        m_window->commands()["go.statistics"]->trigger();
        QVERIFY(isMade("statistics"));
        QVERIFY(m_window->statisticsPane()->isVisible());
        QTRY_COMPARE(m_window->statisticsPane()->findChild<QComboBox*>()->currentData().toString(),
                     QStringLiteral("thread"));
    }

    // What happened before.
    void knowWhatTheyMissed()
    {
        openWithoutTabs();
        DocumentSession& session = *m_window->session();
        session.setRange(TimeRange {session.extent().startNs, session.extent().startNs + 1'000'000});
        m_window->search()->setText(QStringLiteral("duration > 0 ns"));
        m_window->search()->runNow();
        settle(session);
        QVERIFY(!isMade("search") && !isMade("records") && !isMade("statistics"));
        QVERIFY(m_window->recordsPane()->isRestricted());
        QVERIFY(m_window->statisticsPane()->isRestricted());
        QVERIFY(m_window->searchPane()->count().value_or(0) > 0);
        QVERIFY(!countOf("search").isEmpty());
    }

    // The values of bytes are those of Details, with or without the pane that shows the bytes.
    void bytesAreToldWithoutTheirPane()
    {
        openWithoutTabs();
        const auto* const inspector = m_window->detailsPane()->findChild<ByteInspector*>();
        m_window->session()->selectBytes(ByteRange {SourceId(0), 0, 1});
        settle(m_window->session());
        QTRY_VERIFY(inspector->isVisible() && !inspector->values().empty());
        QVERIFY(!isMade("bytes"));
    }

    void keepTheStateOfOneThatWasNotMade()
    {
        const QByteArray before("of an earlier time");
        m_settings->setBytes(QStringLiteral("window/notes"), before);
        openWithoutTabs();
        QVERIFY(!isMade("notes"));
        m_window->close();
        QCOMPARE(m_settings->bytes(QStringLiteral("window/notes")), before);
    }
};

QTEST_MAIN(LaterPanesTest)
#include "tst_later_panes.moc"
