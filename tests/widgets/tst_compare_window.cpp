// Comparing in the window: the range before, another run, another capture, whether a window shows it or not; what is wrong with
// it; the same rows as tglass prints; findings that are new; two timelines that move together.
#include "app/viewer/window/capture_status_bar.h"
#include "app/viewer/window/main_window.h"
#include "core/compare/compare.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/formats/rdf/demo/gpu_demo.h"
#include "core/stats/histogram.h"
#include "tests/support/demo_captures.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"
#include "tests/support/recorded_polls.h"
#include "tests/support/tiny_captures.h"
#include "widgets/common/link_label.h"
#include "widgets/findings/findings_pane.h"
#include "widgets/session/session_findings.h"
#include "widgets/statistics/histogram_view.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace traceglass;

class CompareWindowTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::map<std::string, std::filesystem::path> m_demos;
    std::unique_ptr<MainWindow> m_window, m_other;

    static StatisticsPane& paneOf(const MainWindow& window) { return *window.statisticsPane(); }
    StatisticsPane& pane() const { return paneOf(*m_window); }
    CompareBar& bar() const { return *pane().compareBar(); }
    // Above the durations of the current row.
    QString rowTitle() const { return pane().histogram()->parentWidget()->findChild<QLabel*>()->text(); }
    SessionBaseline& baseline() const { return *m_window->baseline(); }
    DocumentSession& session() const { return *m_window->session(); }
    const StatTable& table() const { return *pane().model()->table(); }

    std::unique_ptr<MainWindow> opened(const std::filesystem::path& path)
    {
        auto window = std::make_unique<MainWindow>(*m_settings);
        window->resize(1700, 950);
        window->show();
        window->open(path);
        const bool isThere = QTest::qWaitFor(
            [&] { return window->session() && !window->session()->isIndexing(); }, kPatienceMs);
        window->activateWindow();
        return isThere && QTest::qWaitForWindowActive(window.get()) ? std::move(window) : nullptr;
    }
    void openFirst(const char* format)
    {
        m_window = opened(m_demos[format]);
        QVERIFY(m_window);
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!session().isIndexing(), kPatienceMs);
        QVERIFY(waitForTable());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(m_window->windowHandle(), key, modifiers);
    }
    bool waitForTable() const
    {
        return QTest::qWaitFor(
            [&] { return !pane().isReading() && !baseline().isOnItsWay() && pane().model()->table(); },
            kPatienceMs);
    }
    bool waitForComparison() const
    {
        return QTest::qWaitFor([&] { return pane().isCompared() && !pane().isReading(); }, kPatienceMs);
    }
    // From the list that Alt+C opens, by its keys; false: there is no such line, or it cannot be chosen.
    bool choose(const QString& text)
    {
        bool isChosen = false;
        QTimer keys;
        keys.setInterval(10);
        connect(&keys, &QTimer::timeout, this, [&] {
            auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                return;
            keys.stop();
            const auto actions = menu->actions();
            const auto found =
                std::ranges::find_if(actions, [&](const QAction* action) { return action->text() == text; });
            isChosen = found != actions.end() && (*found)->isEnabled();
            if (isChosen)
                menu->setActiveAction(*found);
            QTest::keyClick(menu, isChosen ? Qt::Key_Return : Qt::Key_Escape);
        });
        keys.start();
        m_window->activateWindow();
        (void)QTest::qWaitForWindowActive(m_window.get());
        press(Qt::Key_C, Qt::AltModifier); // ends with the menu
        return isChosen;
    }
    std::size_t columnOf(const std::string& id) const
    {
        return std::size_t(std::ranges::find(table().columns, id, &StatColumn::id) - table().columns.begin());
    }
    bool isShown(const std::string& id) const
    {
        const std::size_t column = columnOf(id);
        return column < table().columns.size() && !pane().table()->isColumnHidden(int(column) + 1);
    }
    std::int64_t value(const std::string& key, const std::string& column) const
    {
        const auto row = std::ranges::find(table().keys, key) - table().keys.begin();
        return table().columns[columnOf(column)].integers[std::size_t(row)];
    }
    QString cell(const std::string& key, const std::string& column) const
    {
        return pane()
            .model()
            ->index(pane().model()->rowOfKey(key), int(columnOf(column)) + 1)
            .data()
            .toString();
    }
    void takeMiddle() // a tenth of the capture, in its second half
    {
        const TimeRange all = session().extent();
        const std::int64_t tenth = all.lengthNs() / 10;
        session().setRange(TimeRange {all.startNs + 6 * tenth, all.startNs + 7 * tenth});
        QVERIFY(waitForTable());
    }
    std::filesystem::path copyOf(const char* format, const char* name, qint64 bytes = -1)
    {
        const std::filesystem::path path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        std::filesystem::remove_all(path);
        std::filesystem::copy(m_demos[format], path, std::filesystem::copy_options::recursive);
        if (bytes >= 0)
            std::filesystem::resize_file(path, std::uintmax_t(bytes));
        return path;
    }
    std::filesystem::path smallRecording() const // of one task
    {
        const QString path = m_folder.filePath(QStringLiteral("small.rfr"));
        QFile file(path);
        const auto bytes = oneTaskStream();
        if (file.open(QIODevice::WriteOnly))
            file.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size()));
        return path.toStdString();
    }
    QString sortedText(int row) const // what the table is sorted by
    {
        const auto* const view = pane().findChild<StatView*>();
        QString text = view->model()->index(row, view->header()->sortIndicatorSection()).data().toString();
        return text.remove(QRegularExpression(QStringLiteral("^[+−]")));
    }
    // The command that the pane tells prints the rows that it shows, in their order.
    void isWhatTglassPrints()
    {
        const QString program = qEnvironmentVariable("TGLASS");
        QProcess shell;
        shell.start(QStringLiteral("/bin/sh"),
                    {QStringLiteral("-c"),
                     QStringLiteral("tglass() { \"%1\" \"$@\"; }; ").arg(program) + pane().command()
                         + QStringLiteral(" --json")});
        QVERIFY(shell.waitForFinished(kPatienceMs));
        QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError() + qPrintable(pane().command()));
        const QList<QByteArray> lines = shell.readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(lines.size(), qsizetype(table().size()) + 1); // and the summary
        const std::size_t verdict = columnOf("verdict");
        for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
            const QJsonObject line = QJsonDocument::fromJson(lines[i]).object();
            const std::string key = line.value(QStringLiteral("key")).toString().toStdString();
            const auto row = std::size_t(std::ranges::find(table().keys, key) - table().keys.begin());
            QVERIFY2(row < table().size(), lines[i]);
            QCOMPARE(sortedText(pane().model()->rowOfKey(key)),
                     sortedText(int(i))); // equal ones in any order
            QCOMPARE(line.value(QStringLiteral("verdict")).toString().toStdString(),
                     table().columns[verdict].texts[row]);
            for (const StatColumn& column : table().columns)
                if (const QJsonValue told = line.value(QString::fromStdString(column.id)); column.isChange) {
                    if (!column.integers.empty() && column.integers[row] != kNoInteger)
                        QCOMPARE(told.toInteger(), column.integers[row]);
                    if (!column.numbers.empty() && told.isDouble())
                        QCOMPARE(told.toDouble(), column.numbers[row]);
                }
        }
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        for (const char* const format : {"rfr", "cjfr", "rtc"}) {
            const auto path = writeDemoCapture(*findDemo(format), m_folder.path().toStdString());
            QVERIFY(path);
            m_demos[format] = *path;
        }
    }
    void init()
    {
        // Nothing that the test before has left.
        m_settings = std::make_unique<Settings>(
            m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction()) + QStringLiteral(".ini")));
    }
    void cleanup()
    {
        m_other.reset();
        m_window.reset();
    }

    // --- a part of the same capture

    void theRangeBefore()
    {
        openFirst("rfr");
        QVERIFY(!bar().chip()->isVisible());
        QVERIFY(!choose(QStringLiteral("the range before"))); // before which?
        takeMiddle();
        QVERIFY(choose(QStringLiteral("the range before")));
        QVERIFY(waitForComparison());
        QVERIFY(bar().chip()->isVisible()
                && bar().chip()->text().contains(QStringLiteral("the range before: ")));
        QCOMPARE(bar().sentence(), QStringLiteral("lengths are equal, so counts are not scaled"));
        for (const char* const id :
             {"count", "total_ns", "count_a", "total_a_ns", "total_change_ns", "p95_a_ns", "verdict"})
            QVERIFY2(isShown(id), id);
        for (const char* const id : {"min_ns", "self_a_ns", "p50_change_share"})
            QVERIFY2(!isShown(id), id);
        // By the size of the change of the total.
        const auto& change = table().columns[columnOf("total_change_ns")].integers;
        for (int row = 1; row < pane().model()->rowCount(); ++row)
            QVERIFY(std::abs(change[pane().model()->rowInTable(row)])
                    <= std::abs(change[pane().model()->rowInTable(row - 1)]));
        // What is said of A is what its range alone says.
        const std::int64_t countOfA = value("render", "count_a"), countOfB = value("render", "count");
        QCOMPARE(value("render", "count_change"), countOfB - countOfA);
        isWhatTglassPrints();

        const TimeRange range = *session().range();
        pane().table()->setCurrentIndex(pane().model()->index(pane().model()->rowOfKey("render"), 0));
        const std::vector<std::uint64_t> line = pane().histogram()->line();
        QCOMPARE(std::accumulate(line.begin(), line.end(), std::uint64_t(0)) > 0, true);
        const QString title = rowTitle();
        QVERIFY2(title.contains(QStringLiteral("log axis; line: the ")), qPrintable(title));
        QCOMPARE(pane().histogram()->bars().size(), line.size());

        session().setRange(TimeRange {range.startNs - range.lengthNs(), range.startNs});
        QVERIFY(waitForTable());
        QTRY_VERIFY_WITH_TIMEOUT(pane().isCompared() && !pane().isReading()
                                     && value("render", "count") == countOfA,
                                 kPatienceMs); // the chip stays, and means the range before the new one
        QVERIFY(bar().chip()->isVisible());
    }

    // The median stays in sight where there is little room: a verdict rests on it first.
    void mediansInANarrowWindow()
    {
        openFirst("rfr");
        m_window->resize(1280, 800);
        takeMiddle();
        QVERIFY(choose(QStringLiteral("the range before")));
        QVERIFY(waitForComparison());
        const auto isInSight = [&](const char* id) {
            const RowView& view = *pane().table();
            const int column = int(columnOf(id)) + 1;
            return isShown(id)
                && view.columnViewportPosition(column) + view.columnWidth(column) <= view.viewport()->width();
        };
        for (const int width : {1280, 1000}) {
            m_window->resize(width, 800);
            QTRY_COMPARE(m_window->width(), width);
            for (const char* const id : {"p50_ns", "p50_a_ns", "total_change_ns", "verdict"})
                QVERIFY2(isInSight(id),
                         qPrintable(QStringLiteral("%1 at %2").arg(QLatin1String(id)).arg(width)));
        }
        m_window->resize(1280, 800);
        QTRY_VERIFY(isInSight("total_a_ns") && isInSight("total_ns"));
        // The baseline is told, and so is what the bars are.
        QVERIFY2(
            bar().chip()->width() * 10 >= bar().chip()->sizeHint().width() * 8,
            qPrintable(
                QStringLiteral("%1 of %2").arg(bar().chip()->width()).arg(bar().chip()->sizeHint().width())));
        pane().table()->setCurrentIndex(pane().model()->index(0, 0));
        QVERIFY2(!rowTitle().contains(QChar(0x2026)), qPrintable(rowTitle()));
    }

    void theChipIsTakenAway()
    {
        openFirst("rfr");
        takeMiddle();
        QVERIFY(choose(QStringLiteral("the range before")));
        QVERIFY(waitForComparison());
        const std::size_t columns = table().columns.size();
        // Without a range there is nothing before it: the chip stays and says so.
        session().setRange({});
        QTRY_VERIFY_WITH_TIMEOUT(!pane().isCompared() && !pane().isReading(), kPatienceMs);
        QVERIFY(bar().chip()->isVisible());
        QVERIFY2(bar().sentence().startsWith(QStringLiteral("Select a range first")),
                 qPrintable(bar().sentence()));
        QVERIFY(table().columns.size() < columns);
        takeMiddle();
        QVERIFY(waitForComparison());
        // Other tables are compared with the same.
        QVERIFY(pane().choose(QStringLiteral("task")));
        QTRY_VERIFY_WITH_TIMEOUT(pane().isCompared() && table().key == "task" && !pane().isReading(),
                                 kPatienceMs);
        bar().chip()->setFocus();
        press(Qt::Key_Delete);
        QVERIFY(!bar().chip()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!pane().isCompared() && !pane().isReading(), kPatienceMs);
        QVERIFY(columnOf("verdict") == table().columns.size());
        QVERIFY(pane().command().startsWith(QStringLiteral("tglass stats ")));
        QVERIFY(choose(QStringLiteral("the range before")));
        QVERIFY(waitForComparison());
        QTest::mouseClick(bar().chip(), Qt::LeftButton);
        QCOMPARE(baseline().kind(), SessionBaseline::Kind::none);
    }

    // What an empty table is sorted by does not stay when there is something to compare.
    void theOrderAfterAnEmptyTable()
    {
        openFirst("cjfr");
        takeMiddle();
        m_window->filter()->add(QStringLiteral("name = \"nothing is called so\""));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->filter()->fitting() && table().size() == 0 && !pane().isReading(),
                                 kPatienceMs);
        QVERIFY(choose(QStringLiteral("the range before")));
        QVERIFY(waitForComparison());
        m_window->filter()->clear();
        QTRY_VERIFY_WITH_TIMEOUT(table().size() > 0 && pane().isCompared() && !pane().isReading(),
                                 kPatienceMs);
        QVERIFY2(pane().command().endsWith(QStringLiteral("--sort total_change_ns")),
                 qPrintable(pane().command()));
    }

    void verdictsAndSorting()
    {
        openFirst("cjfr");
        const std::int64_t start = session().origin();
        session().setRange(TimeRange {start + 9'500'000'000, start + 11'700'000'000});
        QVERIFY(waitForTable());
        QVERIFY(choose(QStringLiteral("the range before")));
        QVERIFY(waitForComparison());
        QTRY_COMPARE_WITH_TIMEOUT(cell("File Write", "verdict"), QStringLiteral("↑ longer"), kPatienceMs);
        QCOMPARE(cell("Java Monitor Blocked", "verdict"), QStringLiteral("too few"));
        QVERIFY(cell("File Write", "total_change_ns").startsWith(QLatin1Char('+')));
        const QModelIndex verdict = pane().model()->index(0, int(columnOf("verdict")) + 1);
        QVERIFY(verdict.data(Qt::ToolTipRole).toString().contains(QStringLiteral("not independent")));
        isWhatTglassPrints();
        pane().table()->header()->setSortIndicator(int(columnOf("p95_a_ns")) + 1, Qt::AscendingOrder);
        QVERIFY(waitForTable());
        const auto& p95 = table().columns[columnOf("p95_a_ns")].integers;
        for (int row = 1; row < pane().model()->rowCount(); ++row)
            QVERIFY(p95[pane().model()->rowInTable(row)] <= p95[pane().model()->rowInTable(row - 1)]);
        QVERIFY2(pane().command().endsWith(QStringLiteral("--sort p95_a_ns")), qPrintable(pane().command()));
        // A filter holds on both sides.
        m_window->filter()->add(QStringLiteral("name = \"File Write\""));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->filter()->fitting() && table().size() == 1 && pane().isCompared()
                                     && !pane().isReading(),
                                 kPatienceMs);
        isWhatTglassPrints();
    }

    // One run against the other: paths are those behind the run.
    void twoRuns()
    {
        openFirst("rtc");
        QVERIFY(pane().choose(QStringLiteral("counter")));
        QVERIFY(waitForTable());
        QVERIFY(choose(QStringLiteral("segment 0 as A, segment 1 as B")));
        QVERIFY(waitForComparison());
        QVERIFY(pane().model()->rowOfKey("imu/accel.z") >= 0);
        QVERIFY(isShown("sigma_a") && isShown("sigma_change_share") && isShown("mean_a"));
        QVERIFY(!isShown("min_a"));
        QVERIFY(bar().scaleChoice()->isVisible()); // how many values there are
        QCOMPARE(table().columns[table().sortColumn].id, std::string("sigma_change_share"));
        // Enter finds what is of the run that is shown.
        QVERIFY(pane().choose(QStringLiteral("track")));
        QTRY_VERIFY_WITH_TIMEOUT(pane().isCompared() && table().id == "slices" && !pane().isReading(),
                                 kPatienceMs);
        const int row = [&] {
            int found = 0;
            while (cell(table().keys[pane().model()->rowInTable(found)], "count").isEmpty())
                ++found;
            return found;
        }();
        const std::string key = table().keys[pane().model()->rowInTable(row)];
        const std::int64_t count = value(key, "count");
        pane().table()->setCurrentIndex(pane().model()->index(row, 0));
        pane().table()->setFocus();
        press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->search()->found() && !m_window->search()->isSearching(),
                                 kPatienceMs);
        QCOMPARE(std::int64_t(m_window->search()->found()->hits().count()), count);
        press(Qt::Key_8, Qt::AltModifier);
        QVERIFY(pane().choose(QStringLiteral("counter")));
        QTRY_VERIFY_WITH_TIMEOUT(pane().isCompared() && table().id == "counters" && !pane().isReading(),
                                 kPatienceMs);
        QVERIFY2(pane().headLine()->text().startsWith(QStringLiteral("segment 1")),
                 qPrintable(pane().headLine()->text()));
        isWhatTglassPrints();
    }

    void whatCountsAreDividedBy()
    {
        openFirst("rfr");
        takeMiddle();
        QVERIFY(choose(QStringLiteral("the range before")));
        QVERIFY(waitForComparison());
        QTRY_VERIFY(bar().scaleChoice()->count() > 3); // names of both
        bar().scaleChoice()->setFocus();
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        QVERIFY(waitForComparison());
        QTRY_VERIFY_WITH_TIMEOUT(isShown("count_b_per") && isShown("count_a_per"), kPatienceMs);
        QVERIFY2(bar().sentence().startsWith(QStringLiteral("per second: A lasts ")),
                 qPrintable(bar().sentence()));
        isWhatTglassPrints();
        while (!bar().scale().unit.startsWith(QStringLiteral("render")))
            press(Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(bar().sentence().startsWith(QStringLiteral("per render: A has ")),
                                 kPatienceMs);
        QVERIFY(waitForComparison());
        isWhatTglassPrints();
        // What can mean the same in another capture is remembered.
        bar().setScale({CompareBar::Scale::Kind::none});
        const QByteArray state = pane().saveState();
        baseline().clear();
        bar().setScale({});
        pane().restoreState(state);
        QCOMPARE(baseline().kind(), SessionBaseline::Kind::rangeBefore);
        QCOMPARE(bar().scale().kind, CompareBar::Scale::Kind::none);
    }

    // --- another capture

    void aCaptureOfAnotherWindow()
    {
        openFirst("rfr");
        m_other = opened(copyOf("rfr", "later.rfr"));
        QVERIFY(m_other);
        QVERIFY(choose(QStringLiteral("later.rfr")));
        QVERIFY(waitForComparison());
        QVERIFY(bar().chip()->text().startsWith(QStringLiteral("A: later.rfr")));
        for (const StatColumn& column : table().columns)
            if (column.isChange)
                for (const std::int64_t change : column.integers)
                    QVERIFY(change == 0 || change == kNoInteger);
        isWhatTglassPrints();
        // A number of A leads nowhere here.
        QVERIFY(!pane().model()->placeAt(pane().model()->index(0, int(columnOf("p95_a_ns")) + 1)));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findings()->isCompared(), kPatienceMs);
        QVERIFY(m_window->findings()->gone().empty());
        for (const Finding& each : m_window->findings()->found())
            QCOMPARE(m_window->findings()->changeOf(each), compare::FindingChange::same);
        QCOMPARE(m_window->findingsPane()->model()->index(0, FindingsModel::change).data().toString(),
                 QStringLiteral("same"));
        QVERIFY(!m_window->findingsPane()->table()->isColumnHidden(FindingsModel::change));
        // Its window closes: what is known of it stays.
        m_other.reset();
        QVERIFY(waitForComparison());
        QVERIFY(!bar().timeLink()->isVisible());
        takeMiddle();
        QVERIFY(waitForComparison());
        QVERIFY2(bar().sentence().startsWith(QStringLiteral("per second, for the lengths differ")),
                 qPrintable(bar().sentence()));
        isWhatTglassPrints();
    }

    // Numbers go on from run to run: what differs in them only is one row, with a histogram of all of them.
    void numberedNames()
    {
        const auto recorded = [this](const char* name, int first, std::uint64_t firstUs) {
            RecordedPolls tasks {{"upload", ladder(20, 100)}};
            for (int i = first; i < first + 4; ++i)
                tasks.emplace_back("job " + std::to_string(i), ladder(20, firstUs));
            const std::filesystem::path path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
            return writePolls(path, tasks) ? path : std::filesystem::path();
        };
        m_window = opened(recorded("these.rfr", 200, 300));
        QVERIFY(m_window);
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!session().isIndexing(), kPatienceMs);
        QVERIFY(waitForTable());
        QVERIFY(pane().choose(QStringLiteral("task")));
        QVERIFY(waitForTable());
        m_other = opened(recorded("those.rfr", 100, 200));
        QVERIFY(m_other);
        QVERIFY(choose(QStringLiteral("those.rfr")));
        QVERIFY(waitForComparison());
        QCOMPARE(table().keys, (std::vector<std::string> {"upload", "job #"}));
        QCOMPARE(value("job #", "count"), std::int64_t(80));
        QCOMPARE(value("job #", "p50_ns"), std::int64_t(309'000));
        QCOMPARE(value("job #", "p50_a_ns"), std::int64_t(209'000));
        QCOMPARE(table().columns[columnOf("verdict")].texts[1], std::string("longer"));
        QCOMPARE(stats::countOf(table().histograms[1]), std::uint64_t(80));
        isWhatTglassPrints();
        QVERIFY(choose(QStringLiteral("nothing")));
        QTRY_VERIFY_WITH_TIMEOUT(!pane().isCompared() && !pane().isReading(), kPatienceMs);
        QCOMPARE(table().size(), std::size_t(5)); // alone each has its row
    }

    // Notes are those of each capture: of a file that no window shows, too.
    void notesOfAFileCount()
    {
        const auto noted = copyOf("rfr", "noted.rfr");
        openFirst("rfr");
        const Timeline& timeline = *session().timeline();
        std::uint32_t worker = 0; // the first of them
        while (timeline.track(TrackId(worker)).kind != TrackKind::worker)
            ++worker;
        const auto slice = timeline.sliceAfter(timeline.track(TrackId(worker)).firstRow,
                                               std::numeric_limits<std::int64_t>::min());
        QVERIFY(slice);
        const QString path = QString::fromStdString(timeline.path(TrackId(worker)));
        QProcess annotate;
        annotate.start(qEnvironmentVariable("TGLASS"),
                       {QStringLiteral("annotate"), QString::fromStdString(noted.string()),
                        QStringLiteral("--range"),
                        QStringLiteral("%1ns..%2ns").arg(slice->startNs).arg(slice->endNs),
                        QStringLiteral("--track"), path, QStringLiteral("--text"), QStringLiteral("convoy")});
        QVERIFY(annotate.waitForFinished(kPatienceMs));
        QVERIFY2(annotate.exitCode() == 0, annotate.readAllStandardError());
        m_window->filter()->add(QStringLiteral("note : convoy"));
        baseline().openCapture(noted);
        QVERIFY(waitForComparison());
        QTRY_COMPARE_WITH_TIMEOUT(table().size(), std::size_t(1), kPatienceMs);
        QCOMPARE(value(table().keys.front(), "count_a"), std::int64_t(1));
        QCOMPARE(cell(table().keys.front(), "verdict"), QStringLiteral("only there"));
        isWhatTglassPrints();
        // Of a tab they are those that it shows: without the note nothing is left.
        m_other = opened(noted);
        QVERIFY(m_other);
        QTRY_COMPARE_WITH_TIMEOUT(m_other->notes()->notes().size(), std::size_t(1), kPatienceMs);
        baseline().takeShown(m_other->session());
        QVERIFY(waitForComparison());
        QTRY_COMPARE_WITH_TIMEOUT(table().size(), std::size_t(1), kPatienceMs);
        m_other->session()->setNotes(std::make_shared<const AnnotationSet>());
        QTRY_COMPARE_WITH_TIMEOUT(table().size(), std::size_t(0), kPatienceMs);
    }

    void fieldsThatOnlyOneHas()
    {
        const std::filesystem::path small = smallRecording();
        openFirst("rfr");
        m_window->filter()->add(QStringLiteral("bytes > 1"));
        baseline().openCapture(small);
        QVERIFY(waitForComparison());
        QTRY_VERIFY2_WITH_TIMEOUT(bar().sentence().contains(QStringLiteral("A has no field bytes")),
                                  qPrintable(bar().sentence()), kPatienceMs);
        QVERIFY(table().size() > 0);
        isWhatTglassPrints();
        m_window->filter()->clear();
        QTRY_VERIFY_WITH_TIMEOUT(waitForComparison() && !bar().sentence().contains(QStringLiteral("bytes")),
                                 kPatienceMs);
        QComboBox& second = *pane().secondChoice();
        second.setCurrentIndex(second.findData(QStringLiteral("bytes")));
        QVERIFY(second.currentIndex() > 0);
        emit second.activated(second.currentIndex());
        QTRY_VERIFY2_WITH_TIMEOUT(bar().sentence().contains(QStringLiteral("A has no field bytes")),
                                  qPrintable(bar().sentence()), kPatienceMs);
    }

    // As of the window's own capture.
    void aFileThatChangesOnDisk()
    {
        openFirst("cjfr");
        const auto path = copyOf("cjfr", "before.cjfr");
        baseline().openCapture(path);
        QVERIFY(waitForComparison());
        QVERIFY(m_window->baselineBar()->isHidden());
        std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->baselineBar()->isVisible(), kPatienceMs);
        QVERIFY2(m_window->baselineBar()->text().contains(QStringLiteral("before.cjfr")),
                 qPrintable(m_window->baselineBar()->text()));
        QVERIFY(m_window->changedBar()->isHidden());
        QVERIFY(pane().isCompared()); // with what was read of it
        emit m_window->baselineBar()->actionTriggered(0);
        QVERIFY(m_window->baselineBar()->isHidden());
        QTRY_VERIFY2_WITH_TIMEOUT(bar().sentence().endsWith(QStringLiteral("a part of A is lost")),
                                  qPrintable(bar().sentence()), kPatienceMs);
        // Away altogether: what was read stays until it is to be read again.
        std::filesystem::remove(path);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->baselineBar()->isVisible()
                && m_window->baselineBar()->text().contains(QStringLiteral("no longer there")),
            kPatienceMs);
        QVERIFY(pane().isCompared());
        emit m_window->baselineBar()->actionTriggered(0);
        QTRY_VERIFY_WITH_TIMEOUT(!pane().isCompared() && !baseline().isOnItsWay(), kPatienceMs);
        QVERIFY(!bar().sentence().isEmpty());
        baseline().clear();
        QVERIFY(m_window->baselineBar()->isHidden());
    }

    // As the window's own: how much came, told again while it goes on, until somebody closes that.
    void aFileThatGrows()
    {
        openFirst("cjfr");
        const auto path = copyOf("cjfr", "grows.cjfr");
        baseline().openCapture(path);
        QVERIFY(waitForComparison());
        const auto write = [&](const char* more) {
            QFile file(QString::fromStdString(path.string()));
            QVERIFY(file.open(QIODevice::Append));
            file.write(more);
        };
        const auto isTold = [&](const char* what) {
            return QTest::qWaitFor(
                [&] {
                    const QString told = m_window->baselineBar()->text();
                    return m_window->baselineBar()->isVisible() && told.contains(QLatin1String(what))
                        && told.contains(QStringLiteral("grows.cjfr"));
                },
                kPatienceMs);
        };
        write("more");
        QVERIFY2(isTold("has grown by 4 bytes"), qPrintable(m_window->baselineBar()->text()));
        write("and more");
        QVERIFY2(isTold("has grown by 12 bytes"), qPrintable(m_window->baselineBar()->text()));
        QSignalSpy grew(&baseline(), &SessionBaseline::diskGrew);
        m_window->baselineBar()->hide(); // as its button does
        write("and on");
        QTRY_VERIFY_WITH_TIMEOUT(grew.count() == 1, kPatienceMs);
        QVERIFY(m_window->baselineBar()->isHidden());
        baseline().clear();
    }

    // A recording that is a folder is compared with another one.
    void anotherFolder()
    {
        openFirst("cjfr");
        QVERIFY(!choose(QStringLiteral("another recording's folder…")));
        openFirst("rfr");
        const auto path = copyOf("rfr", "another.rfr");
        QTimer waiting;
        const QString wanted = QString::fromStdString(path.string());
        connect(&waiting, &QTimer::timeout, this, [&] {
            auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            // It reads folders in a thread of its own: what is chosen before it has the folder may be lost.
            if (dialog->selectedFiles() == QStringList {wanted})
                QMetaObject::invokeMethod(dialog, "accept");
            else
                dialog->selectFile(wanted);
        });
        waiting.start(10);
        QVERIFY(choose(QStringLiteral("another recording's folder…")));
        QVERIFY(waitForComparison());
        QVERIFY(baseline().capture()->path() == path);
    }

    // What a comparison is about is seen without scrolling.
    void inASmallWindow()
    {
        openFirst("rfr");
        m_window->resize(1280, 720);
        takeMiddle();
        QVERIFY(choose(QStringLiteral("the range before")));
        QVERIFY(waitForComparison());
        const auto areSeen = [&](std::initializer_list<const char*> ids) {
            const QHeaderView& header = *pane().table()->header();
            return header.sectionSize(0) > 0 && std::ranges::all_of(ids, [&](const char* id) {
                       const int column = int(columnOf(id)) + 1;
                       return isShown(id)
                           && header.sectionViewportPosition(column) + pane().table()->neededWidth(column)
                           <= pane().table()->viewport()->width();
                   });
        };
        QVERIFY(areSeen({"total_ns", "total_a_ns", "total_change_ns", "verdict"}));
        QVERIFY(bar().choice()->height()
                >= bar().scaleChoice()->height() - 2); // as good to hit as its neighbours
        bar().setScale({CompareBar::Scale::Kind::second});
        emit bar().scaleChanged();
        QTRY_VERIFY_WITH_TIMEOUT(columnOf("total_a_ns_per") < table().columns.size() && !pane().isReading(),
                                 kPatienceMs);
        QVERIFY(areSeen({"total_a_ns_per", "total_b_ns_per", "total_change_ns_per", "verdict"}));
        // With more room there is more.
        QVERIFY(!isShown("self_ns"));
        m_window->resize(3000, 950);
        QTRY_VERIFY(isShown("self_ns"));
        QVERIFY(areSeen({"count", "self_ns", "total_a_ns_per", "verdict"}));
    }

    // Of verdicts, too, only what is needed: "only here" is short.
    void nothingLiesBesideTheTable()
    {
        const auto other = findDemo("rdf")->write(m_folder.path().toStdString());
        const auto gpu = rdf::writeGpuDemo(m_folder.path().toStdString());
        QVERIFY(other && gpu);
        m_demos["gpu"] = *gpu;
        openFirst("gpu");
        m_window->resize(1280, 800);
        baseline().openCapture(*other);
        QVERIFY(waitForComparison());
        for (const QSize size : {QSize(1280, 800), QSize(1000, 600)}) {
            m_window->resize(size);
            QTRY_COMPARE(m_window->size(), size);
            QVERIFY(isShown("verdict"));
            QTRY_COMPARE(pane().table()->horizontalScrollBar()->maximum(), 0);
        }
    }

    void findingsThatAreNewAndGone()
    {
        const std::filesystem::path small = smallRecording();
        openFirst("rfr");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findings()->isKnown(), kPatienceMs);
        baseline().openCapture(small);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findings()->isCompared(), kPatienceMs);
        FindingsPane& list = *m_window->findingsPane();
        QVERIFY(list.model()->rowCount() > 0);
        QCOMPARE(list.model()->index(0, FindingsModel::change).data().toString(), QStringLiteral("new"));
        QVERIFY(list.headLine()->text().endsWith(QStringLiteral(" new")));
        baseline().clear();
        QTRY_VERIFY(!m_window->findings()->isCompared());
        QVERIFY(list.table()->isColumnHidden(FindingsModel::change));
        m_window.reset();

        m_window = opened(small);
        QVERIFY(m_window);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findings()->isKnown(), kPatienceMs);
        baseline().openCapture(m_demos["rfr"]);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findings()->isCompared(), kPatienceMs);
        FindingsPane& other = *m_window->findingsPane();
        QVERIFY(!m_window->findings()->gone().empty());
        emit other.goneLink()->clicked();
        QCOMPARE(other.details().sections.size(), m_window->findings()->gone().size());
        QCOMPARE(other.details().sections.front().sentence,
                 m_window->findings()->gone().front().sentence.words);
    }

    void whatCannotBeComparedSaysWhy()
    {
        openFirst("cjfr");
        const auto sentenceOf = [&](const std::filesystem::path& path) {
            baseline().openCapture(path);
            (void)waitForTable();
            return bar().sentence();
        };
        const QString other = sentenceOf(m_demos["rtc"]);
        QVERIFY2(other.contains(QStringLiteral("they have nothing to compare")), qPrintable(other));
        QVERIFY(!pane().isCompared());
        const QString gone = sentenceOf(m_folder.filePath(QStringLiteral("gone.cjfr")).toStdString());
        QVERIFY2(!gone.isEmpty() && !pane().isCompared(), qPrintable(gone));
        const QString none = sentenceOf(copyOf("cjfr", "cut.cjfr", 20));
        QVERIFY2(!none.isEmpty() && !pane().isCompared(), qPrintable(none));
        // A part of it can be read: that is compared, and it is said.
        const auto half = qint64(std::filesystem::file_size(m_demos["cjfr"]) / 2);
        baseline().openCapture(copyOf("cjfr", "half.cjfr", half));
        QVERIFY(waitForComparison());
        QVERIFY2(bar().sentence().endsWith(QStringLiteral("a part of A is lost")),
                 qPrintable(bar().sentence()));
        // On its way it can be stopped.
        baseline().openCapture(m_demos["cjfr"]);
        QVERIFY(baseline().isOnItsWay());
        QVERIFY(bar().stopLink()->isVisible());
        emit bar().stopLink()->clicked();
        QCOMPARE(baseline().kind(), SessionBaseline::Kind::none);
        QVERIFY(waitForTable());
        QVERIFY(!pane().isCompared());
    }

    // What is compared with may be known long before the capture itself is.
    void findingsAreComparedHoweverLate()
    {
        auto a = openCapture(m_demos["rfr"]), b = openCapture(copyOf("rfr", "late.rfr"));
        QVERIFY(a && b);
        DocumentSession first(std::move(*a)), late(std::move(*b));
        first.startIndexing();
        QTRY_VERIFY_WITH_TIMEOUT(first.timeline()->complete, kPatienceMs);
        SessionBaseline baseline(&late);
        SessionFindings findings(&late);
        findings.setBaseline(&baseline);
        baseline.takeShown(&first);
        QVERIFY(!baseline.a());
        late.startIndexing();
        QTRY_VERIFY_WITH_TIMEOUT(findings.isCompared() && findings.isKnown(), kPatienceMs);
        QVERIFY(findings.gone().empty());
    }

    void staysOverAReload()
    {
        openFirst("rfr");
        const auto path = copyOf("rfr", "before.rfr");
        baseline().openCapture(path);
        QVERIFY(waitForComparison());
        const QPointer before = &session();
        m_window->commands()["file.reload"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!before, kPatienceMs);
        QVERIFY(waitForComparison());
        QVERIFY(baseline().isCapture() && baseline().capture()->path() == path);
        QVERIFY(bar().chip()->isChecked());
    }

    // --- two timelines

    // Back and Forward in one of two that are linked restore what both showed, and neither gets a step more.
    void backRestoresBoth()
    {
        auto a = openCapture(m_demos["rfr"]), b = openCapture(copyOf("rfr", "linked.rfr"));
        QVERIFY(a && b);
        DocumentSession first(std::move(*a)), second(std::move(*b));
        for (DocumentSession* const each : {&first, &second}) {
            each->startIndexing();
            QTRY_VERIFY_WITH_TIMEOUT(each->timeline()->complete, kPatienceMs);
        }
        const TimeRange all = first.extent();
        const std::int64_t step = all.lengthNs() / 20;
        const auto viewAt = [&](int steps) {
            return TimeRange {all.startNs + steps * step, all.startNs + (steps + 4) * step};
        };
        first.setView(viewAt(1));
        second.setView(viewAt(2));
        TimeLink link(&first, &second);
        const auto areAt = [&](int steps) {
            return first.view() == viewAt(steps) && second.view() == viewAt(steps + 1);
        };
        QVERIFY(areAt(1));
        // What else is a step ends a movement; of the other session it is none.
        first.setFilterParts({{QStringLiteral("render"), false}});
        first.setView(viewAt(5));
        first.setFilterParts({});
        first.setView(viewAt(9));
        QVERIFY(areAt(9));
        for (const int at : {9, 5, 5, 1}) { // the filter, the view, the filter, the view
            QVERIFY(areAt(at));
            first.goBack();
        }
        QVERIFY(areAt(1) && !second.canGoForward());
        for (const int at : {1, 1, 5, 5}) {
            QVERIFY(areAt(at));
            first.goForward();
        }
        QVERIFY(areAt(9) && !first.canGoForward());
        // In the other one as well: a movement is one of both.
        second.setFilterParts({{QStringLiteral("parse"), false}});
        first.setArrangement(1);
        second.setView(viewAt(13));
        QCOMPARE(first.view(), viewAt(12));
        first.goBack();
        QVERIFY(areAt(9));
        QVERIFY(first.canGoForward() && second.canGoForward());
        second.goForward();
        QCOMPARE(second.view(), viewAt(13));
        QCOMPARE(first.view(), viewAt(12));
        QVERIFY(!first.canGoForward() && !second.canGoForward());
        second.goBack();
        QVERIFY(areAt(9));
        QVERIFY(first.canGoForward());
    }

    void timelinesMoveTogether()
    {
        openFirst("rfr");
        m_other = opened(copyOf("rfr", "later.rfr"));
        QVERIFY(m_other);
        DocumentSession& other = *m_other->session();
        const TimeRange all = session().extent();
        const std::int64_t step = all.lengthNs() / 20;
        session().setView({all.startNs + 2 * step, all.startNs + 6 * step});
        other.setView({all.startNs + 5 * step, all.startNs + 15 * step});
        QVERIFY(m_window->commands()["view.linkTime"]->isEnabled());
        m_window->commands()["view.linkTime"]->trigger();
        QCOMPARE(other.view(), (TimeRange {all.startNs + 5 * step, all.startNs + 9 * step}));
        QVERIFY(m_window->status()->linkText().contains(QStringLiteral("later.rfr")));
        QVERIFY(!m_other->status()->linkText().isEmpty());
        session().setView({all.startNs + 3 * step, all.startNs + 5 * step});
        QCOMPARE(other.view(), (TimeRange {all.startNs + 6 * step, all.startNs + 8 * step}));
        other.setView({all.startNs + 4 * step, all.startNs + 7 * step});
        QCOMPARE(session().view(), (TimeRange {all.startNs + step, all.startNs + 4 * step}));
        // Where the other cannot go as far, it comes back as far apart as it was.
        session().setView({all.endNs - 3 * step, all.endNs});
        QVERIFY(other.view().startNs - session().view().startNs < 3 * step);
        session().setView({all.startNs + step, all.startNs + 2 * step});
        QCOMPARE(other.view().startNs - session().view().startNs, 3 * step);
        QVERIFY(session().canGoBack());
        session().goBack();
        QVERIFY(session().canGoForward());
        session().goForward();
        QCOMPARE(other.view().startNs - session().view().startNs, 3 * step);
        // Ended by the other one.
        m_other->commands()["view.unlinkTime"]->trigger();
        QVERIFY(m_window->status()->linkText().isEmpty() && m_other->status()->linkText().isEmpty());
        QVERIFY(!m_window->commands()["view.unlinkTime"]->isEnabled());
        const TimeRange before = other.view();
        session().setView({all.startNs, all.startNs + 4 * step});
        QCOMPARE(other.view(), before);
        // Linked beside the chip, ended by closing a window.
        QVERIFY(choose(QStringLiteral("later.rfr")));
        QVERIFY(waitForComparison());
        QTest::mouseClick(bar().timeLink(), Qt::LeftButton);
        QCOMPARE(other.view().lengthNs(), 4 * step);
        QCOMPARE(bar().timeLink()->text(), QStringLiteral("unlink time"));
        m_other.reset();
        QVERIFY(!m_window->timeLink() && m_window->status()->linkText().isEmpty());
        session().setView({all.startNs + step, all.startNs + 2 * step});
    }
};

QTEST_MAIN(CompareWindowTest)
#include "tst_compare_window.moc"
