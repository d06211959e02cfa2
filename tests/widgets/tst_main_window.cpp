// The window: opening what is a capture and what is not, the start page, commands, keys, drops, layout,
// pictures.
#include "app/viewer/arguments.h"
#include "app/viewer/commands/command_palette.h"
#include "app/viewer/search/search_field.h"
#include "app/viewer/settings/keys_overlay.h"
#include "app/viewer/start/recent_captures.h"
#include "app/viewer/start/recent_view.h"
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_status_bar.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/message_bar.h"
#include "app/viewer/window/message_page.h"
#include "app/viewer/window/problem_summary.h"
#include "app/viewer/window/screenshot.h"
#include "app/viewer/window/tabbed_window.h"
#include "core/base/text.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/io/file.h"
#include "core/model/document.h"
#include "tests/support/demo_captures.h"
#include "tests/support/gpu_chunks.h"
#include "tests/support/patience.h"
#include "tests/support/settle.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/fuzzy.h"
#include "widgets/common/link_label.h"
#include "widgets/details/details_pane.h"
#include "widgets/flame/flame_pane.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/statistics/histogram_view.h"
#include "widgets/timeline/scene/timeline_scene.h"
#include "widgets/timeline/view/timeline_pane.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>
#include <algorithm>
#include <memory>

using namespace traceglass;

class MainWindowTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_rdf;
    std::filesystem::path m_timeless; // nothing of it is known over time
    std::filesystem::path m_rfr;

    std::filesystem::path at(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    static void openAndWait(MainWindow& window, const std::filesystem::path& path)
    {
        window.open(path);
        QTRY_VERIFY_WITH_TIMEOUT(!window.isLoading(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(window.failure() || (window.session() && !window.session()->isIndexing()),
                                 kPatienceMs);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        const auto rdf = findDemo("rdf")->write(m_folder.path().toStdString());
        QVERIFY2(rdf, rdf ? "" : message(rdf.error()).c_str());
        m_rdf = *rdf;
        m_timeless = m_folder.filePath(QStringLiteral("two.rdf")).toStdString();
        QVERIFY(writeFile(m_timeless, twoChunks()));
        const auto rfr = findDemo("rfr")->write(m_folder.path().toStdString());
        QVERIFY2(rfr, rfr ? "" : message(rfr.error()).c_str());
        m_rfr = *rfr;
    }
    void init()
    {
        m_settings.reset();
        m_settings.reset(); // which writes what was set
        QFile::remove(m_folder.filePath(QStringLiteral("settings.ini")));
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
    }

    void startsWithTheStartPage()
    {
        MainWindow window(*m_settings);
        window.show();
        QVERIFY(window.startPage()->isVisible());
        QVERIFY(!window.session());
        QVERIFY(!window.commands()["file.reload"]->isEnabled());
        QCOMPARE(window.commands()["file.reload"]->toolTip(), QStringLiteral("Open a capture first."));
        QVERIFY(window.commands()["file.open"]->isEnabled());
    }

    void opensARecordingOnATimeline()
    {
        MainWindow window(*m_settings);
        window.resize(1280, 720);
        window.show();
        openAndWait(window, m_rfr);
        QVERIFY(window.session());
        QVERIFY(window.session()->timeline()->trackCount() > 0);
        QVERIFY(window.timelinePane()->isVisible());
        QVERIFY(window.tabs()->isVisible());
        QVERIFY(window.windowTitle().endsWith(QStringLiteral("— Traceglass")));
        QVERIFY(window.status()->indexText().contains(QStringLiteral("records")));
        QVERIFY(window.commands()["view.fit"]->isEnabled());
        QVERIFY(!window.commands()["go.align"]->isEnabled());
        QCOMPARE(window.commands()["go.align"]->toolTip(),
                 QStringLiteral("Everything in this capture is on one clock."));
        window.commands()["view.zoomIn"]->trigger();
        QVERIFY(window.session()->view().lengthNs() < window.session()->extent().lengthNs());
        QVERIFY(window.tools()->breadcrumb().contains(QStringLiteral("shown")));
        window.commands()["view.fit"]->trigger();
        QCOMPARE(window.session()->view(), window.session()->extent());
    }

    // No digit more than the zoom needs, and what stands beside it does not move.
    void theVisibleRangeKeepsItsRoom()
    {
        MainWindow window(*m_settings);
        window.resize(1600, 900);
        window.show();
        openAndWait(window, m_rfr);
        DocumentSession& session = *window.session();
        const std::int64_t start = session.extent().startNs;
        const auto told = [&](std::int64_t from, std::int64_t length) {
            session.setView({start + from, start + from + length});
            QCoreApplication::processEvents();
            return window.tools()->breadcrumb().section(QStringLiteral("›  "), 1);
        };
        const auto places = [&] {
            QList<QRect> out;
            for (const QWidget* each : window.tools()->findChildren<QWidget*>())
                if (qobject_cast<const QComboBox*>(each) || qobject_cast<const QLineEdit*>(each))
                    out << each->geometry();
            return out;
        };
        QCOMPARE(told(123'456'789, 2'000'000'000), QStringLiteral("+0.123 s … +2.123 s 2.000 s shown"));
        const QList<QRect> before = places();
        QVERIFY(before.size() >= 3);
        QCOMPARE(told(123'456'789, 50'000'000), QStringLiteral("+0.123457 s … +0.173457 s 50.000 ms shown"));
        QCOMPARE(places(), before);
        QCOMPARE(told(123'456'789, 5'000), QStringLiteral("+0.123456789 s … 5 µs shown"));
        QCOMPARE(places(), before);
        window.commands()["view.fit"]->trigger();
        window.commands()["view.fit"]->trigger();
        QCoreApplication::processEvents();
        QCOMPARE(session.view(), session.extent());
        QCOMPARE(places(), before);
    }

    void aCaptureOfStepsShowsNoTime()
    {
        using namespace made_payloads;
        const std::filesystem::path path = m_folder.filePath(QStringLiteral("crash.rgd")).toStdString();
        const Bytes events = stateOf(4, 2, 0xffffaaaa) + begun(4, 1, "Frame") + begun(4, 2, "Draw");
        QVERIFY(writeFile(path, captureOf({crash(kUserMode, events)})));
        MainWindow window(*m_settings);
        window.resize(1280, 720);
        window.show();
        openAndWait(window, path);
        QCOMPARE(window.tools()->breadcrumb(), QStringLiteral("whole capture 2 steps"));
        QVERIFY(!window.commands()["view.unit"]->isEnabled());
        QCOMPARE(window.commands()["view.unit"]->toolTip(),
                 QStringLiteral("This capture has no time: places are written in steps."));
        const std::int64_t step = window.session()->axes().front().stepNs;
        window.session()->setView({step, 2 * step});
        QCOMPARE(window.tools()->breadcrumb(),
                 QStringLiteral("whole capture ›  step 1 … step 2 1 step shown"));
    }

    // Neither a pane nor a bar, however large its letters are.
    void nothingMakesTheWindowLarger()
    {
        const QFont usual = QApplication::font();
        for (const auto& [size, points] : {std::pair(QSize(800, 500), 1), {QSize(1280, 720), 2}}) {
            QFont font = usual;
            font.setPointSizeF(usual.pointSizeF() * points);
            QApplication::setFont(font);
            MainWindow window(*m_settings);
            window.resize(size);
            window.show();
            openAndWait(window, m_rfr);
            window.filter()->add(QStringLiteral("duration > 1 ms"));
            window.changedBar()->show(MessageBar::Kind::warning, QString(40, QLatin1Char('h')),
                                      QString(200, QLatin1Char('t')),
                                      {QStringLiteral("reload"), QStringLiteral("another way out")});
            for (int tab = 0; tab < window.tabs()->count(); ++tab) {
                window.tabs()->setCurrentIndex(tab);
                QTest::qWait(1);
                QCOMPARE(window.size(), size);
                for (const QDockWidget* const dock : window.findChildren<QDockWidget*>())
                    QVERIFY2(window.rect().contains(dock->geometry())
                                 && !dock->geometry().intersects(window.statusBar()->geometry()),
                             qPrintable(dock->objectName()));
                QVERIFY(window.rect().contains(window.statusBar()->geometry()));
                QVERIFY(window.timelinePane()->view()->height() > 20);
            }
        }
        QApplication::setFont(usual);
    }

    // Nor does it lay texts over each other: what does not fit is away or is scrolled to, rows with it.
    void lowWindowsWithLargeLettersAreRead()
    {
        const QFont usual = QApplication::font();
        QFont font = usual;
        font.setPointSizeF(usual.pointSizeF() * 2);
        const auto restore = qScopeGuard([&] { QApplication::setFont(usual); }); // however this ends
        QApplication::setFont(font);
        const auto gpu = findDemo("rdf")->write(m_folder.path().toStdString());
        QVERIFY(gpu);
        for (const std::filesystem::path& path : {m_rfr, *gpu}) {
            MainWindow window(*m_settings);
            window.resize(800, 500);
            window.show();
            openAndWait(window, path);
            for (int tab = 0; tab < window.tabs()->count(); ++tab) {
                if (!window.tabs()->isTabVisible(tab))
                    continue;
                window.tabs()->setCurrentIndex(tab);
                QTest::qWait(50);
                for (const QLabel* const label : window.findChildren<QLabel*>())
                    if (label->isVisible() && !label->text().isEmpty())
                        QVERIFY2(label->height() >= label->fontMetrics().height(), qPrintable(label->text()));
                for (const RowView* const table : window.tabs()->currentPane()->findChildren<RowView*>())
                    if (table->isVisible())
                        QVERIFY2(table->viewport()->height() >= table->fontMetrics().height(),
                                 qPrintable(table->accessibleName()));
                for (const HistogramView* const bars : window.findChildren<HistogramView*>())
                    QTRY_VERIFY(!bars->isVisible() || bars->height() >= 4 * bars->fontMetrics().height());
            }
            // Bars have whole parts, or none.
            window.commands()["view.zoomIn"]->trigger();
            QTest::qWait(50);
            int told = 0;
            for (const QWidget* const bar :
                 {static_cast<QWidget*>(window.tools()), static_cast<QWidget*>(window.status())})
                for (const QWidget* const part : bar->findChildren<QWidget*>()) {
                    const auto* const label = dynamic_cast<const ElidedLabel*>(part);
                    const auto* const choice = dynamic_cast<const CutComboBox*>(part);
                    if (label && label->isVisible() && !label->fullText().isEmpty()) {
                        QVERIFY2(label->text().size() >= std::min<qsizetype>(8, label->fullText().size()),
                                 qPrintable(label->fullText()));
                        ++told;
                    }
                    QVERIFY(!choice || !choice->isVisible() || choice->shownText() == choice->currentText());
                }
            QVERIFY(told >= 2); // how long it is what is shown, and what is selected
            const QWidget& tracks = *window.timelinePane()->view();
            QVERIFY(tracks.height() >= tracks.fontMetrics().height());
            for (const QWidget* const other :
                 tracks.parentWidget()->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
                QVERIFY2(other == &tracks || other->isHidden()
                             || !other->geometry().intersects(tracks.geometry()),
                         qPrintable(other->accessibleName()));
        }
    }

    // Letters that become larger while the program runs are those of a window that is opened with them.
    void everyTextFollowsTheSizeOfLetters()
    {
        const QFont usual = QApplication::font();
        QFont font = usual;
        font.setPixelSize(QFontInfo(usual).pixelSize() * 2);
        const auto open = [&](MainWindow& window) {
            window.resize(1400, 900);
            window.show();
            openAndWait(window, m_rfr);
            window.tabs()->makePanes();
            QVERIFY(window.showPane(QStringLiteral("findings")));
            window.changedBar()->show(MessageBar::Kind::warning, QStringLiteral("head"),
                                      QStringLiteral("text"), {});
            window.session()->selectPath("/");
            settle(window.session());
        };
        const auto sizes = [](const MainWindow& window) {
            QStringList out;
            for (const QLabel* const label : window.findChildren<QLabel*>())
                if (label->isVisible() && !label->text().isEmpty())
                    out << QStringLiteral("%1 %2 %3 %4")
                               .arg(QFontInfo(label->font()).pixelSize())
                               .arg(label->font().bold())
                               .arg(label->objectName(), label->accessibleName());
            out.sort();
            return out;
        };
        MainWindow window(*m_settings);
        open(window);
        QApplication::setFont(font);
        QTest::qWait(300); // Details are made anew
        MainWindow fresh(*m_settings);
        open(fresh);
        QTest::qWait(300);
        QApplication::setFont(usual);
        QCOMPARE(sizes(window), sizes(fresh));
    }

    void whatIsDoneWithASliceIsACommand()
    {
        MainWindow window(*m_settings);
        window.show();
        QVERIFY(!window.commands()["slice.copyName"]->isEnabled());
        openAndWait(window, m_rfr);
        QCOMPARE(window.commands()["slice.copyName"]->toolTip(), QStringLiteral("Select a slice first."));
        QVERIFY(!window.commands()["view.showAll"]->isEnabled());
        window.timelinePane()->selectNextTrack();
        QVERIFY(window.session()->selection().slice);
        window.commands()["slice.copyName"]->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), window.timelinePane()->selectedTexts().name);
        QVERIFY(!QGuiApplication::clipboard()->text().isEmpty());
        window.commands()["slice.copyTime"]->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), window.timelinePane()->selectedTexts().time);
        window.commands()["slice.bytes"]->trigger();
        QCOMPARE(window.tabs()->currentWidget()->objectName(), QStringLiteral("bytes"));
        window.commands()["slice.records"]->trigger();
        QCOMPARE(window.tabs()->currentWidget()->objectName(), QStringLiteral("records"));
        QVERIFY(!window.recordsPane()->trackButton()->isChecked());
        window.commands()["go.trackRecords"]->trigger();
        QTRY_VERIFY(window.recordsPane()->trackButton()->isChecked());
        QAction* highlight = window.commands()["slice.highlight"];
        highlight->trigger();
        QVERIFY(highlight->isChecked());
        const QString first = window.timelinePane()->selectedName();
        for (int i = 0; i < 100 && window.timelinePane()->selectedName() == first; ++i)
            window.timelinePane()->selectNextTrack();
        QVERIFY(!highlight->isChecked()); // another name is
        highlight->trigger();
        QCOMPARE(window.timelinePane()->scene()->highlight(), window.timelinePane()->selectedName());
        highlight->trigger();
        QVERIFY(window.timelinePane()->scene()->highlight().isEmpty() && !highlight->isChecked());
        window.commands()["slice.only"]->trigger();
        QCOMPARE(window.timelinePane()->scene()->layout().tracksShown(), std::size_t(1));
        QVERIFY(window.commands()["view.showAll"]->isEnabled());
        window.commands()["view.showAll"]->trigger();
        QVERIFY(window.timelinePane()->scene()->layout().tracksShown() > 1);
    }

    void detailsAreWideEnoughAndGrowWithTheWindow()
    {
        for (const auto& [width, first] : {std::pair(1000, 250), {1280, 320}, {1920, 320}}) {
            init(); // a first start
            MainWindow window(*m_settings);
            window.resize(width, 720);
            window.show();
            openAndWait(window, m_rfr);
            QTRY_COMPARE(window.detailsPane()->width(), first);
            window.resize(width + 600, 720);
            QTRY_COMPARE(window.detailsPane()->width(), first + 100);
            window.resize(width, 720);
            QTRY_COMPARE(window.detailsPane()->width(), first);
            for (int dragged = width + 5; dragged <= width + 120;
                 dragged += 5) { // each by less than its share
                window.resize(dragged, 720);
                QCoreApplication::processEvents();
            }
            QTRY_COMPARE(window.detailsPane()->width(), first + 20);
        }
    }

    // A window that was left maximised is smaller until it is so again.
    void detailsAreAsWideAsTheyWereLeft()
    {
        for (int start = 0; start < 3; ++start) {
            MainWindow window(*m_settings);
            window.resize(1280, 720);
            window.show();
            openAndWait(window, m_rfr);
            window.resize(1880, 900);
            QTRY_COMPARE(window.detailsPane()->width(), 420);
            window.close();
        }
    }

    void theTimelineKeepsHalfOfALowWindow()
    {
        MainWindow window(*m_settings);
        window.resize(1920, 1080);
        window.show();
        openAndWait(window, m_rfr);
        const auto pane = [&] { return window.tabs()->height(); };
        const auto timeline = [&] { return window.timelinePane()->height(); };
        QTRY_VERIFY(pane() > 250 && timeline() > pane());
        for (int height = 1075; height >= 800; height -= 5) { // as it is dragged
            window.resize(1920, height);
            QCoreApplication::processEvents();
        }
        window.resize(1000, 600);
        QTRY_VERIFY2(timeline() >= pane(), qPrintable(QStringLiteral("%1 %2").arg(timeline()).arg(pane())));
        QVERIFY(pane() >= 180);
        // Who wants a high pane has one.
        QWidget* const dock = window.tabs()->parentWidget();
        window.resizeDocks({qobject_cast<QDockWidget*>(dock)}, {320}, Qt::Vertical);
        QTRY_VERIFY(timeline() < pane());
        window.resize(1000, 590);
        QTRY_VERIFY(window.height() == 590 && timeline() < pane());
    }

    // Nothing in the middle may press the structure and the details together.
    void everyCaptureFitsASmallScreen()
    {
        for (const std::filesystem::path& path : {m_rdf, m_rfr}) {
            init(); // a first start
            MainWindow window(*m_settings);
            window.resize(1000, 600);
            window.show();
            openAndWait(window, path);
            for (int tab = 0; tab < window.tabs()->count(); ++tab) {
                const QWidget* pane = window.tabs()->widget(tab);
                QVERIFY2(pane->minimumSizeHint().width() <= 440,
                         qPrintable(QStringLiteral("%1: %2")
                                        .arg(pane->objectName())
                                        .arg(pane->minimumSizeHint().width())));
            }
            QCOMPARE(window.width(), 1000);
            QTRY_VERIFY(window.findChild<StructureView*>()->width() >= 200);
        }
    }

    // Below the timeline stands what was recorded, until the user prefers another pane for the format.
    void recordsAreShownBelowAtFirst()
    {
        const auto shown = [](MainWindow& window) { return window.tabs()->currentWidget()->objectName(); };
        const auto harmless = at("harmless.rfr"); // no finding comes to the front
        QVERIFY(writeFile(harmless, oneTaskStream()));
        {
            MainWindow window(*m_settings);
            window.show();
            openAndWait(window, harmless);
            QCOMPARE(shown(window), QStringLiteral("records"));
            QVERIFY(window.showPane(QStringLiteral("notes")));
        }
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, harmless);
        QCOMPARE(shown(window), QStringLiteral("notes"));
        window.showStartPage();
        openAndWait(window, m_timeless);
        QCOMPARE(shown(window), QStringLiteral("bytes"));
    }

    void withoutTimeThePanesFillTheMiddle()
    {
        MainWindow window(*m_settings);
        window.resize(1280, 720);
        window.show();
        openAndWait(window, m_timeless);
        QVERIFY(window.session());
        QVERIFY(!window.timelinePane()->isVisible());
        QVERIFY(window.tabs()->isVisible());
        QTRY_VERIFY(window.tabs()->height() > 500);
        QVERIFY(!window.commands()["view.zoomIn"]->isEnabled());
        QCOMPARE(window.commands()["view.zoomIn"]->toolTip(),
                 QStringLiteral("This capture has no time axis."));
    }

    void foreignFileIsNamedAndOpensAsBytes()
    {
        const auto path = at("picture.dat");
        QVERIFY(writeFile(path, asBytes(std::string_view("\x89PNG\r\n\x1a\n rest of a picture"))));
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, path);
        QVERIFY(window.failure());
        QVERIFY(window.messagePage()->isVisible());
        QVERIFY2(window.messagePage()->sentence().contains(QStringLiteral("PNG")),
                 qPrintable(window.messagePage()->sentence()));
        QPushButton* asBytes = nullptr;
        for (auto* button : window.messagePage()->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Open as bytes"))
                asBytes = button;
        }
        QVERIFY(asBytes && asBytes->isVisible());
        asBytes->click();
        QTRY_VERIFY(window.session());
        QCOMPARE(documentOf(window.session()->capture()->document()).summary().size, 26u);
        QVERIFY(!window.failure());
    }

    void missingFileSaysSo()
    {
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, at("nowhere.rdf"));
        QVERIFY(window.failure());
        QCOMPARE(window.failure()->code, Code::FileNotFound);
        QVERIFY(window.messagePage()->isVisible());
        window.commands()["file.close"]->trigger();
        QVERIFY(window.startPage()->isVisible());
    }

    void recentListKnowsWhatWasOpened()
    {
        {
            MainWindow window(*m_settings);
            window.show();
            openAndWait(window, m_rfr);
            window.close();
        }
        {
            MainWindow window(*m_settings);
            window.show();
            openAndWait(window, m_rdf);
            window.close();
        }
        RecentCaptures recent(*m_settings);
        QCOMPARE(recent.all().size(), 2u);
        QCOMPARE(recent.all()[0].path, QString::fromStdString(m_rdf.string()));
        QVERIFY(recent.all()[1].lengthNs && *recent.all()[1].lengthNs > 0);
        QVERIFY(recent.all()[1].size > 0);
        recent.setPinned(recent.all()[1].path, true);

        MainWindow window(*m_settings);
        window.show();
        RecentView* view = window.startPage()->recentView();
        QCOMPARE(view->captures()->captureCount(), 2);
        QCOMPARE(view->captures()->heading(0), QStringLiteral("Pinned"));
        QCOMPARE(view->captures()->heading(2), QStringLiteral("Today"));
        window.startPage()->filterField()->setText(QString::fromStdString(m_rdf.filename().string()));
        QCOMPARE(view->captures()->captureCount(), 1);
        view->setCurrentIndex(view->captures()->index(1, 0));
        QTest::keyClick(view, Qt::Key_Delete);
        QCOMPARE(RecentCaptures(*m_settings).all().size(), 1u);
        window.startPage()->filterField()->clear();
        view->setCurrentIndex(view->captures()->index(1, 0));
        QTest::keyClick(view, Qt::Key_Return);
        QTRY_VERIFY(window.session());
        QTRY_VERIFY(!window.session()->isIndexing());
    }

    void missingRecentIsMarked()
    {
        RecentCaptures recent(*m_settings);
        RecentCapture gone;
        gone.path = QStringLiteral("/nowhere/imu-drift.rfr");
        gone.format = QStringLiteral("Async Rust");
        gone.opened = QDateTime::currentDateTime().addDays(-40);
        recent.add(gone);
        MainWindow window(*m_settings);
        RecentModel* model = window.startPage()->recentView()->captures();
        QCOMPARE(model->heading(0), QStringLiteral("Older"));
        QTRY_VERIFY(model->isMissing(1)); // looked for behind the window
        QCOMPARE(model->missingCount(), 1);
    }

    void listKeepsABoundedNumber()
    {
        RecentCaptures recent(*m_settings);
        for (int i = 0; i < 100; ++i) {
            RecentCapture entry;
            entry.path = QStringLiteral("/captures/%1.rdf").arg(i);
            entry.size = (std::uint64_t(1) << 60) + std::uint64_t(i);
            recent.add(entry);
            if (i == 0)
                recent.setPinned(entry.path, true);
        }
        const RecentCaptures again(*m_settings);
        QCOMPARE(again.all().size(), RecentCaptures::kKept + 1);
        QVERIFY(again.all().back().pinned);
        QCOMPARE(again.all().front().size, (std::uint64_t(1) << 60) + 99); // no digit is lost
    }

    void dropOpens()
    {
        MainWindow window(*m_settings);
        window.show();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(m_rdf.string()))});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &drop);
        QTRY_VERIFY(window.session());
    }

    void demoIsWrittenAndOpened()
    {
        MainWindow window(*m_settings);
        window.show();
        window.openDemo(findDemo("rdf"));
        QTRY_VERIFY_WITH_TIMEOUT(window.session(), 30'000);
        const QString path = QString::fromStdString(
            documentOf(window.session()->capture()->document()).summary().path.string());
        QVERIFY(QFile::exists(path));
        const QDateTime written = QFileInfo(path).lastModified();
        window.showStartPage();
        window.openDemo(findDemo("rdf"));
        QTRY_VERIFY(window.session());
        QCOMPARE(QFileInfo(path).lastModified(), written); // not written again
    }

    void aDemoThatIsOpenComesToTheFront()
    {
        MainWindow window(*m_settings);
        window.show();
        window.openDemo(findDemo("rdf"));
        QTRY_VERIFY_WITH_TIMEOUT(window.session(), 30'000);
        const std::unique_ptr<MainWindow> other(MainWindow::openWindow(*m_settings, {}));
        other->setAttribute(Qt::WA_DeleteOnClose, false);
        const qsizetype windows = QApplication::topLevelWidgets().size();
        window.showMinimized();
        other->openDemo(findDemo("rdf"));
        QVERIFY(!window.isMinimized());
        QVERIFY(!other->isLoading() && !other->session());
        QCOMPARE(QApplication::topLevelWidgets().size(), windows);
    }

    void aDemoThatCannotBeWrittenIsNotRemembered()
    {
        Demo unwritable = *findDemo("rdf");
        unwritable.format = "unwritable";
        unwritable.write = [](const std::filesystem::path& folder) -> Result<std::filesystem::path> {
            return fail(Code::FileUnwritable, folder.string());
        };
        MainWindow window(*m_settings);
        window.show();
        window.openDemo(&unwritable);
        QTRY_VERIFY(window.failure());
        openAndWait(window, m_rdf);
        QVERIFY(m_settings->bytes(QStringLiteral("demo/unwritable")).isEmpty());
    }

    void theSameCaptureComesToTheFront()
    {
        const QString path = QString::fromStdString(m_rfr.string());
        MainWindow* first = MainWindow::openWindow(*m_settings, path);
        QTRY_VERIFY(first->session());
        settle(first->session());
        MainWindow* other = MainWindow::openWindow(*m_settings, QString::fromStdString(m_rdf.string()));
        QTRY_VERIFY(other->session());
        first->window()->showMinimized();
        other->openPaths({path + QStringLiteral("/meta.rfr")}); // a file of the recording stands for it
        QVERIFY(!first->window()->isMinimized());
        QCOMPARE(MainWindow::openWindow(*m_settings, path), first);
        for (const auto& entry : std::filesystem::recursive_directory_iterator(m_rfr)) { // at any depth
            if (entry.path().extension() == ".rfr")
                QCOMPARE(MainWindow::openWindow(*m_settings, QString::fromStdString(entry.path().string())),
                         first);
        }
        const auto beside = m_rfr / "beside.rdf"; // but no other capture that lies there
        std::filesystem::copy_file(m_rdf, beside);
        MainWindow* third = MainWindow::openWindow(*m_settings, QString::fromStdString(beside.string()));
        std::filesystem::remove(beside);
        QVERIFY(third != first);
        delete third;
        QCOMPARE(QString::fromStdString(
                     documentOf(other->session()->capture()->document()).summary().path.string()),
                 QString::fromStdString(m_rdf.string()));
        delete first;
        delete other;
    }

    // Both are asked for before either is read, so neither path says yet which capture it names.
    void theSameCaptureOpenedAtOnceIsOneTab()
    {
        const QString path = QString::fromStdString(m_rfr.string());
        MainWindow* const first = MainWindow::openWindow(*m_settings, path);
        TabbedWindow& window = *TabbedWindow::of(first);
        window.openTab(path + QStringLiteral("/meta.rfr"));
        QTRY_COMPARE(window.tabs().size(), std::size_t(1));
        QTRY_VERIFY(window.current()->session());
        QCOMPARE(QString::fromStdString(window.current()->session()->capture()->path().string()), path);
        delete &window;
    }

    void paletteFindsCommands()
    {
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, m_rfr);
        window.commands()["help.palette"]->trigger();
        auto* palette = window.findChild<CommandPalette*>();
        QVERIFY(palette && palette->isVisible());
        QTest::keyClicks(palette->field(), QStringLiteral("zin"));
        QCOMPARE(palette->shown().front(), QStringLiteral("Zoom in"));
        const auto none = [&] {
            const auto labels = palette->findChildren<QLabel*>();
            return std::ranges::any_of(labels, [](const QLabel* label) {
                return label->isVisible() && label->text() == QLatin1String("No command has these letters.")
                    && label->height() >= label->sizeHint().height();
            });
        };
        QVERIFY(!none());
        QTest::keyClicks(palette->field(), QStringLiteral("qqq"));
        QVERIFY(palette->shown().isEmpty());
        QTRY_VERIFY(none());
        QTest::keyClick(palette->field(), Qt::Key_Return); // nothing happens
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(palette->field(), Qt::Key_Backspace);
        QVERIFY(!none());
        const std::int64_t before = window.session()->view().lengthNs();
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QTRY_VERIFY(window.session()->view().lengthNs() < before);
        QTRY_VERIFY(!window.findChild<CommandPalette*>());
    }

    void fuzzyPrefersStartsOfWords()
    {
        QVERIFY(fuzzyMatch(u"gto", u"Go to offset"));
        QVERIFY(!fuzzyMatch(u"xyz", u"Go to offset"));
        QVERIFY(fuzzyMatch(u"go", u"Go to offset")->score > fuzzyMatch(u"go", u"Full logo")->score);
        QCOMPARE(fuzzyMatch(u"gtof", u"Go to offset")->places, (std::vector<qsizetype> {0, 3, 4, 7}));
    }

    void keysOverlayListsEveryShortcut()
    {
        MainWindow window(*m_settings);
        window.resize(1280, 720);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_F1);
        auto* overlay = window.findChild<KeysOverlay*>();
        QVERIFY(overlay && overlay->isVisible());
        QStringList said;
        for (const QLabel* label : overlay->findChildren<QLabel*>())
            said << label->text();
        for (const QAction* action : window.commands().all()) {
            if (action->shortcut().isEmpty())
                continue;
            QString text = action->text();
            text.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
            QVERIFY2(said.contains(text), qPrintable(text));
        }
        for (const char* const text : {"select several rows", "select all rows", "copy the selected rows",
                                       "not a problem here", "search the slices of the row"})
            QVERIFY2(said.contains(QLatin1String(text)), text);
        QVERIFY(window.rect().contains(overlay->geometry()));
        // As wide as it needs to be, else its lines are broken: only downwards is there more.
        const QFont usual = QApplication::font();
        for (const auto& [size, points] :
             {std::pair(QSize(1600, 900), 1), {QSize(800, 500), 1}, {QSize(800, 500), 2}}) {
            QFont font = usual;
            font.setPointSizeF(usual.pointSizeF() * points);
            QTest::keyClick(overlay, Qt::Key_Escape);
            QTRY_VERIFY(!window.findChild<KeysOverlay*>());
            QApplication::setFont(font);
            window.resize(size);
            QTest::keyClick(&window, Qt::Key_F1);
            overlay = window.findChild<KeysOverlay*>();
            QVERIFY(overlay);
            QTest::qWait(0);
            const auto* const area = overlay->findChild<QScrollArea*>();
            QVERIFY(area->widget()->width() <= area->viewport()->width());
            QTest::keyClick(overlay, Qt::Key_End);
            QCOMPARE(area->verticalScrollBar()->value(), area->verticalScrollBar()->maximum());
            for (const QLabel* const label : overlay->findChildren<QLabel*>()) {
                const QRect text = label->fontMetrics().boundingRect(QRect(0, 0, label->width(), 10'000),
                                                                     Qt::TextWordWrap, label->text());
                QVERIFY2(text.width() <= label->width() && text.height() <= label->height(),
                         qPrintable(label->text()));
            }
        }
        QApplication::setFont(usual);
        QTest::keyClick(overlay, Qt::Key_Escape);
        QTRY_VERIFY(!window.findChild<KeysOverlay*>());
    }

    void shortcutsAreUnique()
    {
        MainWindow window(*m_settings);
        QSet<QString> seen;
        for (const QAction* action : window.commands().all()) {
            const QString keys = action->shortcut().toString();
            QVERIFY2(keys.isEmpty() || !seen.contains(keys), qPrintable(keys));
            seen.insert(keys);
        }
    }

    void bothGoToHaveALetterOfTheirOwn()
    {
        MainWindow window(*m_settings);
        QMap<QKeySequence, int> uses;
        for (const QAction* menu : window.menuBar()->actions()) {
            if (menu->text() != QStringLiteral("&Go"))
                continue;
            for (const QAction* action : menu->menu()->actions())
                ++uses[QKeySequence::mnemonic(action->text())];
        }
        for (const char* id : {"go.to", "go.child"})
            QCOMPARE(uses.value(QKeySequence::mnemonic(window.commands()[id]->text())), 1);
    }

    void unitsAreSharedAndKept()
    {
        {
            MainWindow window(*m_settings);
            window.show();
            openAndWait(window, m_rfr);
            window.commands()["view.unit"]->trigger();
            QCOMPARE(window.session()->timeFormat().unit, TimeUnit::seconds);
        }
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, m_rfr);
        QCOMPARE(window.session()->timeFormat().unit, TimeUnit::seconds);
    }

    // A recorder that goes on writes new chunks: that is told of with how much, and reloading shows it.
    void aFolderThatGrowsOffersReload()
    {
        const auto copy = at("grows.rfr");
        std::filesystem::copy(m_rfr, copy, std::filesystem::copy_options::recursive);
        std::filesystem::path newest;
        for (const auto& each : std::filesystem::recursive_directory_iterator(copy))
            if (each.path().filename().string().starts_with("chunk-"))
                newest = std::max(newest, each.path());
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, copy);
        const auto records = window.session()->indexedCount();
        QVERIFY(!window.changedBar()->isVisible());
        const std::filesystem::path next = newest.parent_path() / "chunk-99-99.rfr";
        std::filesystem::copy_file(newest, next);
        const QString size = QString::fromStdString(sizeText(std::filesystem::file_size(next)));
        QTRY_VERIFY2_WITH_TIMEOUT(
            window.changedBar()->text().contains(QStringLiteral("has grown by ") + size),
            qPrintable(window.changedBar()->text()), kPatienceMs);
        const QPointer<DocumentSession> before = window.session();
        LinkLabel* const reload = window.changedBar()->findChild<LinkLabel*>();
        QVERIFY(reload && reload->text() == QStringLiteral("Reload"));
        QTest::mouseClick(reload, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(window.session() && before.isNull() && !window.session()->isIndexing(),
                                 kPatienceMs);
        QVERIFY(window.session()->indexedCount() > records);
        QVERIFY(!window.changedBar()->isVisible());
        std::filesystem::remove(next); // what is no longer there is no growth
        QTRY_VERIFY2_WITH_TIMEOUT(window.changedBar()->text().contains(QStringLiteral("was changed on disk")),
                                  qPrintable(window.changedBar()->text()), kPatienceMs);
    }

    // What is said to be indexed is what Records lists.
    void theStatusBarCountsRecords()
    {
        for (const char* const format : {"rfr", "cjfr", "rtc"}) {
            const auto path = writeDemoCapture(*findDemo(format), m_folder.path().toStdString());
            QVERIFY(path);
            MainWindow window(*m_settings);
            window.show();
            openAndWait(window, *path);
            QVERIFY(window.showPane(QStringLiteral("records")));
            QTRY_VERIFY_WITH_TIMEOUT(!window.recordsPane()->isReading(), kPatienceMs);
            QCOMPARE(quint64(window.recordsPane()->count()), window.session()->indexedCount());
        }
    }

    void changedFileOffersReload()
    {
        const auto copy = at("copy.rdf");
        std::filesystem::copy_file(m_rdf, copy, std::filesystem::copy_options::overwrite_existing);
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, copy);
        const auto node =
            documentOf(window.session()->capture()->document()).structure()->find("/chunks/1/data");
        QVERIFY(node);
        window.session()->selectNode(*node);
        settle(*window.session());
        QVERIFY(!window.changedBar()->isVisible());
        QFile file(QString::fromStdString(copy.string()));
        QVERIFY(file.open(QIODevice::Append));
        file.write("more");
        file.close();
        QTRY_VERIFY(window.changedBar()->isVisible());
        QTRY_VERIFY2(window.changedBar()->text().contains(QStringLiteral("has grown by 4 bytes")),
                     qPrintable(window.changedBar()->text()));
        QVERIFY(file.open(QIODevice::Append)); // it goes on growing
        file.write("and more");
        file.close();
        QTRY_VERIFY2(window.changedBar()->text().contains(QStringLiteral("has grown by 12 bytes")),
                     qPrintable(window.changedBar()->text()));
        window.changedBar()->hide(); // as its button does: what is closed is not told again
        QSignalSpy grew(window.session(), &DocumentSession::fileGrew);
        QVERIFY(file.open(QIODevice::Append));
        file.write("and on");
        file.close();
        QTRY_COMPARE(grew.count(), 1);
        QVERIFY(!window.changedBar()->isVisible());
        QVERIFY(file.open(QIODevice::ReadWrite)); // what is written over what was there
        file.write("XXXX");
        file.close();
        QTRY_VERIFY2(window.changedBar()->text().contains(QStringLiteral("was changed on disk")),
                     qPrintable(window.changedBar()->text()));
        QVERIFY(file.open(QIODevice::ReadWrite)); // and put back
        file.write("AMD_");
        file.close();
        const QPointer<DocumentSession> before = window.session(); // the new one may get its address
        emit window.changedBar()->actionTriggered(0);
        QTRY_VERIFY(window.session() && before.isNull());
        settle(*window.session());
        QVERIFY(!window.changedBar()->isVisible());
        QVERIFY(window.session()->selection().node); // the selection is taken over
        QCOMPARE(documentOf(window.session()->capture()->document())
                     .structure()
                     ->pathOf(*window.session()->selection().node),
                 std::string("/chunks/1/data"));
    }

    // Messages of a compressed recording are known only when it was read again.
    void reloadKeepsTheSelection()
    {
        const auto demo = findDemo("cjfr")->write(m_folder.path().toStdString());
        QVERIFY2(demo, demo ? "" : message(demo.error()).c_str());
        MainWindow window(*m_settings);
        openAndWait(window, *demo);
        const auto node =
            documentOf(window.session()->capture()->document()).structure()->find("/messages/1000");
        QVERIFY(node);
        window.session()->selectNode(*node);
        settle(*window.session());
        const QPointer<DocumentSession> before = window.session(); // the new one may get its address
        window.commands()["file.reload"]->trigger();
        QTRY_VERIFY(before.isNull() && window.session() && !window.session()->isIndexing());
        QTRY_VERIFY(window.session()->selection().node);
        QCOMPARE(documentOf(window.session()->capture()->document())
                     .structure()
                     ->pathOf(*window.session()->selection().node),
                 std::string("/messages/1000"));
    }

    // Who saw all of it sees all of it again, and the same is selected: nothing, or a slice.
    void reloadOfAGrowingCapture()
    {
        const std::filesystem::path growing = at("growing.rfr");
        std::filesystem::copy(m_rfr, growing, std::filesystem::copy_options::recursive);
        std::vector<std::filesystem::path> chunks;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(growing)) {
            if (entry.path().filename().string().starts_with("chunk"))
                chunks.push_back(entry.path());
        }
        std::ranges::sort(chunks);
        QVERIFY(chunks.size() >= 3);
        const auto hidden = [&](const std::filesystem::path& chunk) { return at("later") / chunk.filename(); };
        std::filesystem::create_directory(at("later"));
        for (const std::filesystem::path& chunk : std::span(chunks).subspan(1))
            std::filesystem::rename(chunk, hidden(chunk));
        MainWindow window(*m_settings);
        window.resize(1280, 720);
        window.show();
        openAndWait(window, growing);
        const auto reload = [&] {
            const QPointer<DocumentSession> before = window.session(); // the new one may get its address
            window.commands()["file.reload"]->trigger();
            return QTest::qWaitFor(
                [&] { return before.isNull() && window.session() && !window.session()->isIndexing(); });
        };
        const TimeRange half = window.session()->extent();
        QCOMPARE(window.session()->view(), half);
        std::filesystem::rename(hidden(chunks[1]), chunks[1]);
        QVERIFY(reload());
        QVERIFY(window.session()->extent().endNs > half.endNs);
        QCOMPARE(window.session()->view(), window.session()->extent());
        QVERIFY(window.session()->selection() == Selection {});

        window.search()->setText(QStringLiteral("name = render kind = spans"));
        window.search()->goOn(true);
        QTRY_VERIFY(window.session()->selection().slice);
        const std::optional<SliceId> slice = window.session()->selection().slice;
        std::filesystem::rename(hidden(chunks[2]), chunks[2]);
        QVERIFY(reload());
        settle(*window.session());
        QVERIFY(window.session()->selection().slice == slice);
    }

    // What is looked for and where one is, too.
    void reloadKeepsSearchFilterAndTracks()
    {
        MainWindow window(*m_settings);
        window.resize(1280, 720);
        window.show();
        openAndWait(window, m_rfr);
        window.session()->setFilterParts({{QStringLiteral("duration > 1 µs"), true}});
        TimelineScene& scene = *window.timelinePane()->scene();
        settle(*window.session()); // what the filter leaves is sorted otherwise
        QTRY_VERIFY(scene.scrollEnd() > 500);
        scene.setScroll(300);
        const QPointer<DocumentSession> before = window.session(); // the new one may get its address
        window.commands()["file.reload"]->trigger();
        window.search()->setText(QStringLiteral("render")); // while the file is opened
        QTRY_VERIFY(before.isNull() && window.session() && !window.session()->isIndexing());
        QCOMPARE(window.search()->text(), QStringLiteral("render"));
        QCOMPARE(window.findChild<SearchField*>()->field()->text(), QStringLiteral("render"));
        QCOMPARE(window.session()->filterParts().size(), std::size_t(1));
        const TimelineScene& again = *window.timelinePane()->scene();
        QTRY_COMPARE(again.scroll(), 300);
        // Tracks that come and go while nobody scrolls do not change it.
        window.session()->setFilterParts({{QStringLiteral("duration > 100 ms"), true}});
        QTRY_VERIFY(again.scrollEnd() < 300);
        window.session()->setFilterParts({});
        QTRY_VERIFY(again.scrollEnd() > 500);
        QTRY_COMPARE(again.scroll(), 300);
    }

    void damageIsSaidAbove()
    {
        const auto damaged = at("damaged.rdf");
        std::filesystem::copy_file(m_rdf, damaged, std::filesystem::copy_options::overwrite_existing);
        {
            QFile file(QString::fromStdString(damaged.string()));
            QVERIFY(file.open(QIODevice::ReadWrite));
            QVERIFY(file.resize(file.size() - 70)); // inside the index, which the writer puts last
        }
        MainWindow window(*m_settings);
        window.resize(1280, 720);
        window.show();
        openAndWait(window, damaged);
        QVERIFY2(window.session(), window.failure() ? message(*window.failure()).c_str() : "");
        QVERIFY(window.problemBar()->isVisible());
        QVERIFY(window.problemBar()->text().contains(QStringLiteral("problem")));
        emit window.problemBar()->actionTriggered(0);
        QCOMPARE(window.tabs()->currentWidget()->objectName(), QStringLiteral("problems"));
        QVERIFY(!window.tabs()->bar()->countText(window.tabs()->currentIndex()).isEmpty());
    }

    void hintsAreSaidBelow()
    {
        const auto empty = at("empty.rtc");
        QVERIFY(QFile(QString::fromStdString(empty.string())).open(QIODevice::WriteOnly));
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, empty);
        const auto* const bar = window.findChild<CaptureStatusBar*>();
        QTRY_VERIFY(std::ranges::any_of(bar->findChildren<QToolButton*>(), [](const QToolButton* button) {
            return button->text() == QStringLiteral("no problems, 1 hint");
        }));
        QVERIFY(window.problemBar()->isHidden());
    }

    void problemsAreSummarized()
    {
        const auto summaryOf = [](std::initializer_list<Diagnostic> problems) {
            DiagnosticLog log;
            for (const Diagnostic& problem : problems)
                log.add(problem);
            return summarizeProblems(log);
        };
        QVERIFY(!summaryOf({}));
        QVERIFY(!summaryOf({diagnose(Code::RdfUnreferencedBytes)}));
        const ByteRange lost {SourceId(0), 100, 50};
        const ByteRange overlapping {SourceId(0), 120, 50};
        const auto two = summaryOf({diagnose(Code::RdfDataOutOfRange, {}, lost),
                                    diagnose(Code::RdfDataOutOfRange, {}, overlapping)});
        QVERIFY(two);
        QCOMPARE(two->head, QStringLiteral("2 problems"));
        QCOMPARE(two->text, QStringLiteral("70 bytes could not be read; everything else is shown"));
        const auto rest = summaryOf({diagnose(Code::CjfrFooterChecksum),
                                     diagnose(Code::CjfrMessageDamaged, {}, lost)}); // and all behind it
        QVERIFY(rest->text.endsWith(QStringLiteral("; all before it is shown")));
        // However much of it was looked at since, most may be there.
        const auto cut =
            summaryOf({diagnose(Code::FileChanged, "it became shorter", ByteRange {SourceId(0), 0, 9'000}),
                       diagnose(Code::RdfDataOutOfRange, {}, lost)});
        QVERIFY(cut->text.endsWith(QStringLiteral("; Reload shows what is left")));
        const auto one = summaryOf({diagnose(Code::RdfIdInvalidUtf8)});
        QCOMPARE(one->text, QStringLiteral("The chunk id is not valid UTF-8"));
    }

    void layoutIsKept()
    {
        {
            MainWindow window(*m_settings);
            window.resize(1200, 800);
            window.show();
            openAndWait(window, m_rfr);
            window.commands()["view.details"]->trigger();
            QVERIFY(!window.detailsPane()->isVisible());
            window.close();
        }
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, m_rfr);
        QVERIFY(!window.detailsPane()->isVisible());
    }

    // From the start page another capture is opened in the window, which nobody has seen before.
    void layoutIsKeptOverTheStartPage()
    {
        MainWindow window(*m_settings);
        window.resize(1400, 900);
        window.show();
        openAndWait(window, m_rfr);
        const auto* const lower = window.findChild<QDockWidget*>(QStringLiteral("bottom"));
        QVERIFY(lower);
        QTRY_VERIFY(lower->height() > 200);
        const int before = lower->height();
        window.showStartPage();
        QTest::qWait(50); // it is laid out
        openAndWait(window, m_rdf);
        QTRY_COMPARE(lower->height(), before);
        QTest::qWait(50);
        QCOMPARE(lower->height(), before);
    }

    void argumentsAreChecked()
    {
        const auto plain = parseArguments({QStringLiteral("a.rdf"), QStringLiteral("b.rfr")});
        QVERIFY(plain && !plain->newProcess);
        QVERIFY(parseArguments({"--new-process", "a.rdf"})->newProcess);
        const auto picture =
            parseArguments({"--screenshot", "out.png", "--size", "1280x720", "--range", "+1.2s..+1.5s",
                            "--theme", "dark", "--select=/chunks/1", "a.rfr"});
        QVERIFY(picture);
        QCOMPARE(picture->size, QSize(1280, 720));
        QCOMPARE(picture->range->start.ns, 1'200'000'000);
        QVERIFY(picture->range->start.relative);
        QCOMPARE(picture->select, QStringLiteral("/chunks/1"));
        QVERIFY(!parseArguments({"--size", "1280", "--screenshot", "o.png", "a"}));
        QVERIFY(!parseArguments({"--range", "soon", "--screenshot", "o.png", "a"}));
        QVERIFY(!parseArguments({"--theme", "pink"}));
        for (const auto& [theme, name] : Settings::themes())
            QCOMPARE(parseArguments({"--theme", name})->theme, theme);
        QCOMPARE(parseArguments({"--font-size", "150"})->fontPercent, 150);
        QVERIFY(!parseArguments({"--font-size", "201"}));
        QVERIFY(!parseArguments({"--font-size", "large"}));
        QVERIFY(!parseArguments({"--screenshot"}));
        QVERIFY(!parseArguments({"--unknown", "x"}));
        QVERIFY(!parseArguments({"--screenshot", "o.png", "a", "b"}));
        QVERIFY(!parseArguments({"--select", "/", "a"}));
    }

    void theRangeOfAPictureRestrictsRecordsAndFlames()
    {
        const auto arguments =
            parseArguments({"--screenshot", "o.png", "--range", "+1ms..+20ms", "--tab", "records", "a.rfr"});
        QVERIFY(arguments);
        MainWindow window(*m_settings);
        window.show();
        openAndWait(window, m_rfr);
        RecordsPane* records = window.recordsPane();
        QTRY_VERIFY(records->count() > 0);
        const qint64 all = records->count();
        QCOMPARE(showArguments(window, *arguments), QString());
        const std::int64_t start = window.session()->origin();
        QCOMPARE(window.session()->view(), (TimeRange {start + 1'000'000, start + 20'000'000}));
        QVERIFY(records->isRestricted() && records->isVisible());
        QTRY_VERIFY(records->count() < all);
        QVERIFY(window.flamePane()->isRestricted());
    }

    void screenshotIsWritten_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << QStringList {"--size", "1280x720", "--theme", "light"} << false;
        QTest::newRow("dark") << QStringList {"--size",  "1280x720",    "--theme",  "dark",
                                              "--range", "+0s..+100ms", "--select", "/chunks/0"}
                              << true;
    }
    void screenshotIsWritten()
    {
        QFETCH(QStringList, options);
        QFETCH(bool, dark);
        const QString program = qEnvironmentVariable("TRACEGLASS");
        if (program.isEmpty())
            QSKIP("TRACEGLASS does not name the viewer; ctest sets it");
        const QString out = m_folder.filePath(QStringLiteral("shot.png"));
        QFile::remove(out);
        QProcess process;
        process.start(program,
                      QStringList {"--screenshot", out} + options << QString::fromStdString(m_rfr.string()));
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        QVERIFY(process.readAllStandardError().isEmpty());
        const QImage image(out);
        QCOMPARE(image.size(), QSize(1280, 720));
        QCOMPARE(image.pixelColor(2, 2).lightness() < 100, dark);
        // Something is drawn on the timeline: more than the few colours of an empty frame.
        QSet<QRgb> colors;
        for (int y = 100; y < 400; y += 3) {
            for (int x = 300; x < 900; x += 3)
                colors.insert(image.pixel(x, y));
        }
        QVERIFY2(colors.size() > 8, qPrintable(QString::number(colors.size())));
    }

    // A limit on the size of files is told as a full disk is, and ends nobody in the middle of writing.
    void screenshotOfALimitedSize()
    {
        const QString program = qEnvironmentVariable("TRACEGLASS");
        if (program.isEmpty())
            QSKIP("TRACEGLASS does not name the viewer; ctest sets it");
        const QString out = m_folder.filePath(QStringLiteral("limited.png"));
        QProcess process;
        process.start(QStringLiteral("sh"),
                      {"-c", "ulimit -f 16; exec \"$0\" --screenshot \"$1\" \"$2\"", program, out,
                       QString::fromStdString(m_rfr.string())});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 2);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("limited.png"), said.constData());
        QVERIFY(QDir(m_folder.path()).entryList({"limited.png*"}, QDir::Files | QDir::Hidden).isEmpty());
    }

    void screenshotFailsInOneLine_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("missing") << QStringList {"/nowhere/x.rdf"};
        QTest::newRow("range without time") << QStringList {"--range", "+0s..+1s", "TIMELESS"};
        QTest::newRow("range outside") << QStringList {"--range", "+1000s..+1001s", "RFR"};
        QTest::newRow("no such node") << QStringList {"--select", "/chunks/99999", "RDF"};
        QTest::newRow("bad option") << QStringList {"--size", "large", "RDF"};
    }
    void screenshotFailsInOneLine()
    {
        QFETCH(QStringList, options);
        const QString program = qEnvironmentVariable("TRACEGLASS");
        if (program.isEmpty())
            QSKIP("TRACEGLASS does not name the viewer; ctest sets it");
        options.replaceInStrings(QStringLiteral("TIMELESS"), QString::fromStdString(m_timeless.string()));
        options.replaceInStrings(QStringLiteral("RDF"), QString::fromStdString(m_rdf.string()));
        options.replaceInStrings(QStringLiteral("RFR"), QString::fromStdString(m_rfr.string()));
        const QString out = m_folder.filePath(QStringLiteral("none.png"));
        QProcess process;
        process.start(program, QStringList {"--screenshot", out} + options);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 2);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.startsWith("traceglass: ") && said.count('\n') == 1, said.constData());
        QVERIFY(!QFile::exists(out));
    }
};

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
