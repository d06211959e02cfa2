// A small screen, or letters and icons that are large on a larger one: the timeline has most of the room, and
// nothing needs two scroll bars beside each other.
#include "app/viewer/search/scope_chips.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "core/formats/demo.h"
#include "core/formats/rdf/demo/gpu_demo.h"
#include "tests/support/demo_captures.h"
#include "tests/support/open_window.h"
#include "widgets/common/link_label.h"
#include "widgets/details/details_pane.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <memory>
#include <vector>

using namespace traceglass;

class SmallWindowsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;

    std::filesystem::path demo(const char* format) const
    {
        return findDemo(format)->write(m_folder.path().toStdString()).value_or("not written");
    }
    // A first start.
    void open(const std::filesystem::path& path, const QSize& size)
    {
        m_window.reset();
        m_settings.reset();
        QFile::remove(m_folder.filePath(QStringLiteral("settings.ini")));
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        openWindow(*m_window, path, size);
    }

    int plotWidth() const { return m_window->timelinePane()->view()->viewport()->width(); }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup()
    {
        m_window.reset();
        m_settings.reset();
    }

    void theTimelineHasMostOfTheRoom_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("least");
        QTest::addRow("1024x640") << QSize(1024, 640) << 350;
        QTest::addRow("1920x1080 at 175 %%") << QSize(1097, 617) << 380;
        QTest::addRow("1366x768 at 175 %%") << QSize(780, 439) << 220;
        QTest::addRow("1024x640 at 175 %%") << QSize(585, 366) << 180;
    }
    void theTimelineHasMostOfTheRoom()
    {
        QFETCH(const QSize, size);
        QFETCH(const int, least);
        open(demo("rfr"), size);
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(m_window->size(), size);
        QTRY_VERIFY2(plotWidth() >= least, qPrintable(QString::number(plotWidth())));
        QVERIFY(m_window->timelinePane()->height() > m_window->tabs()->height());
        QVERIFY(m_window->detailsPane()->isVisible());
        QVERIFY(m_window->detailsPane()->width() >= 200);
    }

    // It comes back with its command, or with room for it, and is not remembered as closed.
    void theStructureGivesWayInATinyWindow()
    {
        open(demo("rfr"), {585, 366});
        if (QTest::currentTestFailed())
            return;
        const auto structure = [&] { return m_window->findChild<QDockWidget*>(QStringLiteral("structure")); };
        QVERIFY(structure()->isHidden());
        m_window = nullptr;
        m_window = std::make_unique<MainWindow>(*m_settings);
        openWindow(*m_window, demo("rfr"), {1024, 640});
        QVERIFY(structure()->isVisible());
        open(demo("rfr"), {585, 366});
        structure()->toggleViewAction()->trigger();
        QTRY_VERIFY(structure()->isVisible());
        open(demo("rfr"), {585, 366});
        m_window->resize(1024, 640);
        QTRY_VERIFY(structure()->isVisible());
    }

    // A pane scrolls what is in it; its page would scroll the pane beside that.
    void lowerPanesAreScrolledInOnePlace_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addRow("1024x640") << QSize(1024, 640);
        QTest::addRow("1920x1080 at 175 %%") << QSize(1097, 617);
    }
    void lowerPanesAreScrolledInOnePlace()
    {
        QFETCH(const QSize, size);
        const auto gpu = rdf::writeGpuDemo(m_folder.path().toStdString());
        QVERIFY(gpu);
        std::vector<std::filesystem::path> captures {*gpu};
        for (const char* const format : {"rdf", "rfr", "cjfr", "rtc"})
            captures.push_back(demo(format));
        for (const std::filesystem::path& capture : captures) {
            open(capture, size);
            if (QTest::currentTestFailed())
                return;
            BottomTabs& tabs = *m_window->tabs();
            for (int tab = 0; tab < tabs.count(); ++tab) {
                if (!tabs.isTabVisible(tab))
                    continue;
                tabs.setCurrentIndex(tab);
                settle(m_window->session());
                QTest::qWait(50);
                auto* const page = static_cast<PanePage*>(tabs.widget(tab));
                QTRY_VERIFY2(!page->verticalScrollBar()->isVisible(),
                             qPrintable(QStringLiteral("%1: %2 of %3")
                                            .arg(page->objectName())
                                            .arg(page->height())
                                            .arg(page->pane()->minimumSizeHint().height())));
            }
        }
    }

    void theSearchFieldKeepsItsWidth_data() { theTimelineHasMostOfTheRoom_data(); }
    void theSearchFieldKeepsItsWidth()
    {
        QFETCH(const QSize, size);
        open(demo("rfr"), size);
        if (QTest::currentTestFailed())
            return;
        const SearchField& search = *m_window->tools()->search();
        const int before = search.field()->width();
        QVERIFY2(before >= 160, qPrintable(QString::number(before)));
        QTest::keyClicks(search.field(), QStringLiteral("duration > 1ms"));
        QTRY_VERIFY(m_window->search()->found());
        settle(m_window->session());
        QCOMPARE(search.field()->width(), before);
        QTest::keyClick(search.field(), Qt::Key_Return);
        settle(m_window->session());
        QTRY_VERIFY(search.resultText().contains(QStringLiteral(" of ")));
        // Chips for what is selected have room, whatever is said.
        QTRY_VERIFY(search.chips()->isVisible());
        QTest::qWait(50);
        const int withChips = search.field()->width();
        QVERIFY2(withChips >= 160, qPrintable(QString::number(withChips)));
        search.field()->clear();
        m_window->session()->goBack();
        settle(m_window->session());
        QTest::keyClicks(search.field(), QStringLiteral("duratoin > 1ms and what is not there at all"));
        settle(m_window->session());
        QTest::qWait(50);
        QCOMPARE(search.field()->width(), search.chips()->isVisible() ? withChips : before);
    }

    // Nor does anything beside it come or go with what is found, in a window of whatever width.
    void whatStandsBesideTheSearchStays()
    {
        open(demo("rfr"), {1024, 640});
        if (QTest::currentTestFailed())
            return;
        const SearchField& search = *m_window->tools()->search();
        const auto choices = [&] {
            QTest::qWait(10);
            QStringList out;
            for (const QComboBox* const choice : m_window->tools()->findChildren<QComboBox*>())
                if (choice->isVisible())
                    out << choice->accessibleName();
            return out;
        };
        QStringList all;
        for (int width = 1200; width >= 560; width -= 20) {
            m_window->resize(width, 640);
            search.field()->clear();
            const QStringList before = choices();
            all << before;
            QTest::keyClick(search.field(), Qt::Key_E);
            QTRY_VERIFY(search.resultText().contains(QStringLiteral("hits")));
            QVERIFY2(choices() == before,
                     qPrintable(QStringLiteral("%1: %2 and %3")
                                    .arg(width)
                                    .arg(before.join(QLatin1Char(' ')), choices().join(QLatin1Char(' ')))));
        }
        QVERIFY(all.contains(QStringLiteral("Unit")));
    }

    // A chip that has no room any more gives it to the list of chips, and has it again where there is room.
    void chipsKeepTheFocus()
    {
        open(demo("rfr"), {1500, 640});
        if (QTest::currentTestFailed())
            return;
        const SearchField& search = *m_window->tools()->search();
        QTest::mouseClick(search.field(), Qt::LeftButton);
        QTest::keyClicks(search.field(), QStringLiteral("duration > 1ms"));
        QTRY_VERIFY(m_window->search()->found());
        QTest::keyClick(search.field(), Qt::Key_Return);
        QTRY_VERIFY(search.chips()->isVisible());
        settle(m_window->session());
        const auto isThere = [&] { return search.chips()->isAncestorOf(QApplication::focusWidget()); };
        QPointer<const QWidget> last;
        for (int key = 0; key < 20 && (isThere() || !last); ++key) {
            if (isThere())
                last = QApplication::focusWidget();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QVERIFY(last);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), last.get());
        bool wasHidden = false;
        for (const int width : {1300, 1100, 900, 700, 585, 700, 900, 1100, 1300, 1500}) {
            m_window->resize(width, 640);
            QTest::qWait(30);
            wasHidden |= last->isHidden();
            QVERIFY2(isThere(),
                     qPrintable(QStringLiteral("%1: %2").arg(width).arg(
                         QApplication::focusWidget() ? QApplication::focusWidget()->accessibleName()
                                                     : QString())));
        }
        QVERIFY(wasHidden);
        QCOMPARE(QApplication::focusWidget(), last.get());
    }

    // Room that is told in pixels is told for letters of the usual size.
    void roomGrowsWithLetters()
    {
        const QFont usual = QApplication::font();
        const auto restore = qScopeGuard([&] { QApplication::setFont(usual); });
        open(demo("rfr"), {1100, 800});
        if (QTest::currentTestFailed())
            return;
        QVERIFY(m_window->showPane(QStringLiteral("bytes")));
        settle(m_window->session());
        const QAbstractButton* records = nullptr;
        const QWidget* find = nullptr;
        for (const QWidget* const part : m_window->bytesPane()->findChildren<QWidget*>()) {
            const auto* const button = qobject_cast<const QAbstractButton*>(part);
            records = button && button->text() == QStringLiteral("Records in these rows") ? button : records;
            find = part->accessibleName() == QStringLiteral("Find bytes or text") ? part : find;
        }
        QVERIFY(records && find);
        const auto areInOneRow = [&] {
            QTest::qWait(30);
            const QRect row(0, find->mapTo(m_window.get(), QPoint()).y(), m_window->width(), find->height());
            return row.contains(records->mapTo(m_window.get(), records->rect().center()));
        };
        QVERIFY(areInOneRow());
        QFont font = usual;
        font.setPixelSize(QFontInfo(usual).pixelSize() * 2);
        QApplication::setFont(font);
        QTRY_VERIFY(!areInOneRow());
        QApplication::setFont(usual);
        QTRY_VERIFY(areInOneRow());
    }
};

QTEST_MAIN(SmallWindowsTest)
#include "tst_small_windows.moc"
