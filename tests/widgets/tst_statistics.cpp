// The Statistics tab: tables of the timeline and of the format, what range and filter make of them, the ways
// from a number to its slice and from a row or some bars to a search.
#include "app/viewer/search/filter_bar.h"
#include "app/viewer/window/main_window.h"
#include "core/formats/demo.h"
#include "core/logs/log_template.h"
#include "core/query/parse.h"
#include "core/stats/table_csv.h"
#include "tests/support/demo_captures.h"
#include "tests/support/patience.h"
#include "widgets/common/command_text.h"
#include "widgets/common/copying.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/details/details_pane.h"
#include "widgets/details/standing_view.h"
#include "widgets/models/row_view.h"
#include "widgets/models/search_pane.h"
#include "widgets/statistics/histogram_view.h"
#include "widgets/statistics/statistics_pane.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;

class StatisticsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::filesystem::path m_rfr;
    std::unique_ptr<MainWindow> m_window;

    StatisticsPane& pane() const { return *m_window->statisticsPane(); }
    const StatTable& table() const { return *pane().model()->table(); }
    bool waitForTable() const
    {
        return QTest::qWaitFor([&] { return !pane().isReading() && pane().model()->table(); }, kPatienceMs);
    }
    bool waitForSelection() const
    {
        return QTest::qWaitFor([&] { return m_window->session()->selection().slice.has_value(); },
                               kPatienceMs);
    }
    std::size_t rowOf(const std::string& key) const
    {
        return std::size_t(std::ranges::find(table().keys, key) - table().keys.begin());
    }
    std::size_t columnOf(const std::string& id) const
    {
        return std::size_t(std::ranges::find(table().columns, id, &StatColumn::id) - table().columns.begin());
    }
    std::int64_t value(const std::string& key, const std::string& column) const
    {
        return table().columns[columnOf(column)].integers[rowOf(key)];
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(m_window->windowHandle(), key, modifiers);
    }
    std::uint64_t found() const
    {
        const bool isThere = QTest::qWaitFor(
            [&] { return !m_window->search()->isSearching() && m_window->search()->found(); }, kPatienceMs);
        return isThere ? m_window->search()->found()->hits().count() : 0;
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
        m_window.reset();
        m_settings.reset();
        m_settings.reset(); // which writes what was set
        QFile::remove(m_folder.filePath(QStringLiteral("settings"))); // else the pane of the test before is shown
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        m_settings->setBytes(QStringLiteral("window/tab/rfr"), "records");
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1500, 900);
        m_window->show();
        m_window->open(m_rfr);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() && !m_window->session()->isIndexing(), kPatienceMs);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QVERIFY(!pane().model()->table()); // nobody has looked
        press(Qt::Key_8, Qt::AltModifier);
        QVERIFY(waitForTable());
    }
    void cleanup() { m_window.reset(); }

    void slicesByName()
    {
        QVERIFY(table().size() > 5);
        // Every row's query finds its slices, and no others.
        for (std::size_t row = 0; row < table().size(); ++row) {
            const auto expr = query::parse(table().queries[row]);
            QVERIFY2(expr, table().queries[row].c_str());
            Job job;
            const auto hits = query::run(m_window->session()->timeline(), *expr, {}, job);
            QVERIFY(hits);
            QCOMPARE(std::int64_t(hits->count()), table().columns[columnOf("count")].integers[row]);
        }
        // By total, greatest first; a click on a head of numbers gives the greatest first, too.
        const auto& total = table().columns[columnOf("total_ns")].integers;
        for (int row = 1; row < pane().model()->rowCount(); ++row)
            QVERIFY(total[pane().model()->rowInTable(row)] <= total[pane().model()->rowInTable(row - 1)]);
        pane().table()->header()->setSortIndicator(int(columnOf("count")) + 1, Qt::AscendingOrder);
        QVERIFY(waitForTable());
        const auto& count = table().columns[columnOf("count")].integers;
        for (int row = 1; row < pane().model()->rowCount(); ++row)
            QVERIFY(count[pane().model()->rowInTable(row)] <= count[pane().model()->rowInTable(row - 1)]);
        pane().table()->header()->setSortIndicator(0, Qt::AscendingOrder);
        QVERIFY(waitForTable());
        for (int row = 1; row < pane().model()->rowCount(); ++row)
            QVERIFY(table().keys[pane().model()->rowInTable(row - 1)]
                    < table().keys[pane().model()->rowInTable(row)]);
    }

    void numbersLeadToTheirSlices()
    {
        const int row = pane().model()->rowOfKey("render");
        QVERIFY(row >= 0);
        for (const char* const id : {"p50_ns", "p95_ns", "p99_ns", "max_ns"}) {
            m_window->session()->clearSelection();
            const QModelIndex cell = pane().model()->index(row, int(columnOf(id)) + 1);
            pane().table()->scrollTo(cell);
            QTest::mouseClick(pane().table()->viewport(), Qt::LeftButton, {},
                              pane().table()->visualRect(cell).center());
            QVERIFY(waitForSelection());
            const auto slice =
                m_window->session()->timeline()->findSlice(*m_window->session()->selection().slice);
            QVERIFY(slice);
            QCOMPARE(slice->durationNs(), value("render", id));
        }
        m_window->session()->clearSelection();
        pane().table()->setFocus();
        press(Qt::Key_L);
        QVERIFY(waitForSelection());
    }

    void rangeAndFilterAreObeyed()
    {
        const std::int64_t all = value("render", "count"), allTotal = value("render", "total_ns");
        DocumentSession& session = *m_window->session();
        const TimeRange extent = session.extent();
        const std::int64_t middle = extent.startNs + extent.lengthNs() / 2;
        std::int64_t counted = 0, total = 0;
        for (const TimeRange range :
             {TimeRange {extent.startNs, middle}, TimeRange {middle, extent.endNs + 1}}) {
            session.setRange(range);
            QVERIFY(waitForTable());
            counted += value("render", "count");
            total += value("render", "total_ns");
            QVERIFY2(pane().headLine()->text().contains(QStringLiteral(" … ")),
                     qPrintable(pane().headLine()->text()));
        }
        QCOMPARE(total, allTotal);
        QVERIFY(counted >= all && counted <= all + 100); // those across the middle are in both
        session.setRange({});
        m_window->filter()->add(QStringLiteral("name = render duration >= 2 ms"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->filter()->fitting(), kPatienceMs);
        QVERIFY(waitForTable());
        QCOMPARE(table().size(), std::size_t(1));
        QCOMPARE(value("render", "count"), std::int64_t(m_window->filter()->fitting()->hits->count()));
        QVERIFY(value("render", "min_ns") >= 2'000'000);
        m_window->filter()->clear();
        QVERIFY(waitForTable());
        QCOMPARE(value("render", "count"), all);
    }

    void rowsAndBarsAreSearched()
    {
        pane().goTo(QStringLiteral("name"), "render");
        QVERIFY(waitForTable());
        const std::int64_t all = value("render", "count");
        HistogramView& histogram = *pane().histogram();
        QVERIFY(histogram.isVisible());
        histogram.setFocus();
        press(Qt::Key_Home);
        press(Qt::Key_Right);
        press(Qt::Key_Right, Qt::ShiftModifier);
        press(Qt::Key_Right, Qt::ShiftModifier);
        const auto chosen = histogram.chosen();
        QVERIFY(chosen && histogram.chosenCount() > 0);
        const std::uint64_t count = histogram.chosenCount();
        press(Qt::Key_Return);
        QCOMPARE(found(), count);
        QVERIFY(m_window->searchPane()->isVisible());
        press(Qt::Key_8, Qt::AltModifier);
        histogram.setFocus();
        press(Qt::Key_Escape);
        QVERIFY(!histogram.chosen());
        pane().table()->setFocus();
        press(Qt::Key_Return);
        QCOMPARE(std::int64_t(found()), all);
        press(Qt::Key_8, Qt::AltModifier);
        pane().table()->setFocus();
        press(Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(m_window->filter()->parts().size(), std::size_t(1));
    }

    void sharesAreWrittenInFull()
    {
        HistogramView histogram;
        histogram.resize(320, 160);
        for (const auto& [rest, share] : {std::pair(0, "100 %"), {1, "99 %"}, {300, "75 %"}}) {
            histogram.setBars({{{1'000, 2'000}, 100}, {{2'000, 4'000}, std::uint64_t(rest)}}, {}, Qt::blue);
            const QByteArray drawn = svgOf(&histogram);
            QVERIFY2(drawn.contains(share) && !drawn.contains("e+"), drawn);
        }
    }

    void barsAreDraggedOver()
    {
        pane().goTo(QStringLiteral("name"), "render");
        QVERIFY(waitForTable());
        HistogramView& histogram = *pane().histogram();
        const int y = histogram.height() / 2;
        QTest::mousePress(&histogram, Qt::LeftButton, {}, {1, y}); // before the first
        QTest::mouseMove(&histogram, {histogram.width() - 1, y});
        QMouseEvent move(QEvent::MouseMove, QPointF(histogram.width() - 1, y),
                         histogram.mapToGlobal(QPointF()), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&histogram, &move);
        QTest::mouseRelease(&histogram, Qt::LeftButton, {}, {histogram.width() - 1, y});
        QCOMPARE(histogram.chosenCount(), stats::countOf(table().histograms[rowOf("render")]));
    }

    void theSelectedNameIsLedTo()
    {
        m_window->search()->setText(QStringLiteral("name = render kind = spans"));
        m_window->search()->goOn(true);
        QVERIFY(waitForSelection());
        m_window->commands()["slice.statistics"]->trigger();
        QVERIFY(waitForTable());
        const QModelIndex current = pane().table()->currentIndex();
        QVERIFY(current.isValid());
        QCOMPARE(table().keys[pane().model()->rowInTable(current.row())], std::string("render"));
        QVERIFY(pane().table()->hasFocus());
    }

    // A state is called alike in all tasks: it leads to the polls of tasks of its name.
    void theSelectedTaskIsLedTo()
    {
        m_window->search()->setText(QStringLiteral("name = session.watch state = created"));
        m_window->search()->goOn(true);
        QVERIFY(waitForSelection());
        m_window->commands()["slice.statistics"]->trigger();
        QVERIFY(waitForTable());
        QCOMPARE(pane().choice()->currentData().toString(), QStringLiteral("task"));
        const QModelIndex current = pane().table()->currentIndex();
        QVERIFY(current.isValid());
        QCOMPARE(table().keys[pane().model()->rowInTable(current.row())], std::string("session.watch"));
    }

    // Hardly two lines are the same: it leads to those that differ in numbers only.
    void theSelectedLineIsLedTo()
    {
        m_window->search()->setText(QStringLiteral("kind = events"));
        m_window->search()->goOn(true);
        QVERIFY(waitForSelection());
        const Timeline& timeline = *m_window->session()->timeline();
        const auto line = timeline.findSlice(*m_window->session()->selection().slice);
        QVERIFY(line);
        m_window->commands()["slice.statistics"]->trigger();
        QVERIFY(waitForTable());
        QCOMPARE(pane().choice()->currentData().toString(), QStringLiteral("log"));
        const QModelIndex current = pane().table()->currentIndex();
        QVERIFY(current.isValid());
        QCOMPARE(table().keys[pane().model()->rowInTable(current.row())],
                 logs::logTemplate(timeline.text(line->name)));
    }

    // The slice's place among its name, and on to the next longer one.
    // Of a range T leads to the numbers of that range, whatever tab was in front while it was made. A name that has nothing
    // in it is said to have nothing: no other row is taken for it.
    void aRangeIsMindedByT()
    {
        DocumentSession& session = *m_window->session();
        const auto place = table().columns[columnOf("max_ns")].places[rowOf("render")];
        const std::int64_t ofAll = value("render", "count");
        m_window->showPane(QStringLiteral("records"));
        session.selectSlice(place.in(*session.timeline()));
        const auto slice = session.timeline()->findSlice(*session.selection().slice);
        QVERIFY(slice);
        session.setRange(TimeRange {slice->startNs - 10'000'000, slice->endNs + 10'000'000});
        m_window->commands()["slice.statistics"]->trigger();
        QVERIFY(waitForTable());
        const auto current = [&] {
            const QModelIndex row = pane().table()->currentIndex();
            return row.isValid() ? table().keys[pane().model()->rowInTable(row.row())] : std::string();
        };
        QVERIFY(m_window->commands()["slice.statistics"]->isEnabled());
        QVERIFY2(current() == "render", current().c_str());
        QVERIFY(value("render", "count") > 0 && value("render", "count") < ofAll);
        QVERIFY(pane().headLine()->text().startsWith(QStringLiteral("in +")));
        QVERIFY(!pane().table()->visualRect(pane().table()->currentIndex()).isEmpty());
        // The selected slice has its place among the durations of its name.
        const auto& marks = pane().histogram()->marks();
        const auto mark = std::ranges::find_if(marks, &HistogramView::Mark::isSelected);
        QVERIFY(mark != marks.end());
        QCOMPARE(mark->ns, slice->durationNs());

        pane().goTo(QStringLiteral("name"), "rendered");
        QVERIFY(waitForTable());
        QCOMPARE(current(), std::string());
        auto* const foot = pane().findChild<QLabel*>(QStringLiteral("statisticsFoot"));
        QTRY_VERIFY2(foot->text().contains(QStringLiteral("rendered is not in the selected range")),
                     qPrintable(foot->text()));
    }

    // Numbers below the bars are round: 1, 2, 5 of a decade, or multiples of such a step where there is but one decade.
    void theAxisOfDurationsIsRound()
    {
        HistogramView view;
        const auto round = [&](std::int64_t from, std::int64_t to) {
            view.setBars({{{from, (from + to) / 2}, 1}, {{(from + to) / 2, to}, 2}}, {}, Qt::blue);
            std::vector<std::int64_t> out = view.roundDurations();
            std::ranges::sort(out);
            return out;
        };
        using List = std::vector<std::int64_t>;
        QVERIFY(round(3'000, 120'000) == (List {5'000, 10'000, 20'000, 50'000, 100'000}));
        QVERIFY(view.roundDurations().front() == 10'000); // decades are told first
        QVERIFY(round(1'130, 1'490) == (List {1'200, 1'400}));
        QVERIFY(round(0, 3) == (List {0, 1, 2}));
        view.setDurationText([](std::int64_t ns) { return QString::number(ns); }, 1'000); // an order
        QVERIFY(round(2'000, 9'000) == (List {2'000, 4'000, 6'000, 8'000}));
    }

    // Which side is which stands above the bars, not on them.
    void sidesHaveRoomAboveTheBars()
    {
        HistogramView view;
        view.resize(400, 200);
        const auto topOfBars = [&](std::vector<std::uint64_t> line) {
            view.setBars({{{0, 10}, 100}, {{10, 20}, 100}}, {}, Qt::blue, std::move(line));
            const QImage image = view.grab().toImage();
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width() / 2; ++x) // the sides are named at the right
                    if (image.pixelColor(x, y) == QColor(Qt::blue))
                        return y;
            return 0;
        };
        const int alone = topOfBars({}), beside = topOfBars({1, 1});
        QVERIFY(alone > 0 && beside < view.height());
        QVERIFY2(beside >= alone + view.fontMetrics().height() - 2, qPrintable(QString::number(beside)));
    }

    void detailsSayWhereASliceStands()
    {
        m_window->search()->setText(QStringLiteral("name = render kind = spans"));
        m_window->search()->goOn(true);
        QVERIFY(waitForSelection());
        StandingView& view = *m_window->detailsPane()->standing();
        QTRY_VERIFY_WITH_TIMEOUT(view.isVisible() && view.standing(), kPatienceMs);
        const auto before = *view.standing();
        QVERIFY(before.count > 100 && before.longer > 0 && before.nextLonger);
        const std::string said = view.details().sections.front().sentence;
        QVERIFY2(said.find("longest of") != std::string::npos, said.c_str());
        m_window->commands()["slice.nextLonger"]->trigger();
        const auto isNext = [&] { return view.standing() && view.standing()->longer < before.longer; };
        QTRY_VERIFY_WITH_TIMEOUT(isNext(), kPatienceMs);
        const auto slice = m_window->session()->timeline()->findSlice(*m_window->session()->selection().slice);
        QVERIFY(slice);
        QCOMPARE(slice->durationNs(), before.nextLonger->ns);
        // Once more before it is known which one is longer than the next: it goes on when it is.
        const std::uint64_t longer = view.standing()->longer;
        QVERIFY(longer > 2);
        m_window->commands()["slice.nextLonger"]->trigger();
        m_window->commands()["slice.nextLonger"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(view.standing() && view.standing()->longer <= longer - 2, kPatienceMs);
        m_window->session()->clearSelection();
        QVERIFY(!view.isVisible());
    }

    void tablesOfTheFormat()
    {
        QVERIFY(!pane().choose(QStringLiteral("no such table")));
        QVERIFY(pane().choose(QStringLiteral("tasks")));
        QVERIFY(waitForTable());
        QVERIFY(table().size() > 100);
        QCOMPARE(table().id, std::string("tasks"));
        QVERIFY(pane().choose(QStringLiteral("state")));
        QVERIFY(waitForTable());
        QVERIFY(pane().model()->rowOfKey("polling") >= 0);
    }

    // What a filter leaves is what a table of the format counts.
    void tablesOfTheFormatAreFiltered()
    {
        QVERIFY(pane().choose(QStringLiteral("task-names")));
        QVERIFY(waitForTable());
        const std::int64_t all = value("metrics.flush", "polls");
        m_window->filter()->add(QStringLiteral("duration >= 30 ms"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->filter()->fitting(), kPatienceMs);
        QVERIFY(waitForTable());
        QVERIFY(value("metrics.flush", "polls") < all && value("metrics.flush", "polls") > 0);
        QVERIFY(value("metrics.flush", "poll_p50_ns") >= 30'000'000);
        QVERIFY2(pane().headLine()->text().endsWith(QStringLiteral("what the filter leaves")),
                 qPrintable(pane().headLine()->text()));
    }

    void aTableWithoutRowsSaysWhy()
    {
        m_window->filter()->add(QStringLiteral("duration >= 1 h"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->filter()->fitting(), kPatienceMs);
        QVERIFY(waitForTable());
        QTRY_COMPARE_WITH_TIMEOUT(pane().model()->rowCount(), 0, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(pane().table()->emptyText(),
                                  QStringLiteral("Nothing that the filter leaves is in this table. Shift+Esc clears it."),
                                  kPatienceMs);
    }

    // Columns are put away for a table, come back, and are remembered.
    void columnsAreChosen()
    {
        const auto toggle = [&](const QString& title) {
            const std::unique_ptr<QMenu> menu(pane().makeColumnsMenu(nullptr));
            for (QAction* const action : menu->actions())
                if (action->text() == title)
                    return action->toggle(), action->isChecked();
            return false;
        };
        const int self = int(columnOf("self_ns")) + 1;
        QVERIFY(!pane().table()->isColumnHidden(self));
        QVERIFY(!toggle(QStringLiteral("self")));
        QVERIFY(pane().table()->isColumnHidden(self));
        pane().table()->setFocus();
        press(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(!QGuiApplication::clipboard()->text().section(QLatin1Char('\n'), 0, 0).contains(QStringLiteral("self")));
        const QByteArray state = pane().saveState();
        QVERIFY(pane().choose(QStringLiteral("tasks")));
        QVERIFY(waitForTable());
        QVERIFY(!pane().table()->isColumnHidden(self));
        QVERIFY(pane().choose(QStringLiteral("name")));
        QVERIFY(waitForTable());
        QTRY_VERIFY_WITH_TIMEOUT(pane().table()->isColumnHidden(self), kPatienceMs);
        QVERIFY(toggle(QStringLiteral("self")));
        QVERIFY(!pane().table()->isColumnHidden(self));
        pane().restoreState(state);
        QVERIFY(pane().table()->isColumnHidden(self));
        pane().restoreState("nothing of the kind");
        QVERIFY(pane().table()->isColumnHidden(self));
        toggle(QStringLiteral("self"));
    }

    // All rows in the order they stand in, and the columns that are shown: what tglass export writes of them.
    void theTableIsExported()
    {
        const QString path = m_folder.filePath(QStringLiteral("table.csv"));
        const auto saved = [&] {
            QFile::remove(path);
            pane().exportTo(path);
            QFile file(path);
            const bool isThere = QTest::qWaitFor([&] { return file.exists(); }, kPatienceMs);
            return isThere && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray whole = saved();
        QCOMPARE(
            pane().exportName(),
            QStringLiteral("web-service.rfr, %1, whole capture.csv").arg(pane().choice()->currentText()));
        std::string expected;
        const stats::TableCsv csv {table(), m_window->session()->timeline().get()};
        expected += csv.header();
        for (int row = 0; row < pane().model()->rowCount(); ++row)
            expected += csv.line(pane().model()->rowInTable(row));
        QCOMPARE(whole, QByteArray::fromStdString(expected));
        QCOMPARE(whole.count('\n'), qsizetype(table().size()) + 1);
        QVERIFY(whole.startsWith("name,count,open,total_ns,self_ns,"));
        for (const QByteArray& line : whole.split('\n')) // percentiles are there
            QVERIFY2(!line.startsWith("polling,") || !line.contains(",,"), line);
        pane().table()->setColumnHidden(int(columnOf("open")) + 1, true);
        pane().table()->header()->moveSection(int(columnOf("total_ns")) + 1, 1);
        const QByteArray some = saved();
        QVERIFY2(some.startsWith("name,total_ns,count,self_ns,"), some.left(80));
        pane().table()->header()->moveSection(1, int(columnOf("total_ns")) + 1);
        pane().table()->setColumnHidden(int(columnOf("open")) + 1, false);
        // By its menu, as Copy is.
        const QPoint at = pane().table()->visualRect(pane().model()->index(0, 0)).center();
        emit pane().table()->customContextMenuRequested(at);
        QMenu* const menu = pane().findChild<QMenu*>();
        QVERIFY(menu);
        const auto actions = menu->actions();
        const auto isExport = [](const QAction* action) {
            return action->text() == QStringLiteral("E&xport…");
        };
        QVERIFY(std::ranges::any_of(
            actions, [&](QAction* action) { return isExport(action) && action->isEnabled(); }));
        menu->close();
        // The table that is asked for, not the one that is still shown.
        const TimeRange extent = m_window->session()->extent();
        m_window->session()->setRange(TimeRange {extent.startNs, extent.startNs + extent.lengthNs() / 2});
        const QByteArray half = saved();
        QVERIFY(waitForTable());
        QCOMPARE(half.count('\n'), qsizetype(table().size()) + 1);
        const QByteArray row = "\nrender," + QByteArray::number(qlonglong(value("render", "count"))) + ',';
        QVERIFY2(half.contains(row) && !whole.contains(row), half);
    }

    // A second key: offered are the fields that the slices have, and its rows are found by Enter.
    void aFieldTellsRowsApart()
    {
        QComboBox& second = *pane().secondChoice();
        QTRY_VERIFY_WITH_TIMEOUT(second.findData(QStringLiteral("path")) > 0, kPatienceMs);
        QVERIFY(second.findData(QStringLiteral("path")) < second.findData(QStringLiteral("track")));
        second.setFocus();
        QTest::keyClicks(&second, QStringLiteral("path")); // as it is called in the list
        QCOMPARE(second.currentData().toString(), QStringLiteral("path"));
        QCOMPARE(dynamic_cast<CutComboBox&>(second).shownText(), QStringLiteral("and path"));
        QVERIFY(waitForTable());
        QTRY_COMPARE_WITH_TIMEOUT(table().key, std::string("name · path"), kPatienceMs);
        QVERIFY(waitForTable());
        std::size_t row = 0;
        while (row < table().size() && (table().queries[row].empty() || table().keys[row].ends_with(" · no path")))
            ++row;
        QVERIFY(row < table().size());
        QCOMPARE(pane().command().section(QStringLiteral(" --by "), 1).section(QLatin1Char(' '), 0, 2),
                 QStringLiteral("name --field path"));
        const std::int64_t count = table().columns[columnOf("count")].integers[row];
        pane().table()->setCurrentIndex(pane().model()->index(pane().model()->rowOfKey(table().keys[row]), 0));
        pane().table()->setFocus();
        press(Qt::Key_Return);
        QCOMPARE(std::int64_t(found()), count);

        press(Qt::Key_8, Qt::AltModifier);
        QVERIFY(pane().choose(QStringLiteral("tasks")));
        QVERIFY(!second.isEnabled() && !second.toolTip().isEmpty());
        QVERIFY(waitForTable());
        pane().goTo(QStringLiteral("name"), "render");
        QVERIFY(waitForTable());
        QTRY_COMPARE_WITH_TIMEOUT(table().key, std::string("name"), kPatienceMs);
    }

    void isCopiedAsCommand()
    {
        m_window->filter()->add(QStringLiteral("duration >= 2 ms"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->filter()->fitting(), kPatienceMs);
        QVERIFY(waitForTable());
        const QString command = pane().command();
        QVERIFY2(command.startsWith(QStringLiteral("tglass stats ")), qPrintable(command));
        QVERIFY2(command.endsWith(QStringLiteral(" --by name --where 'duration >= 2 ms' --sort total_ns")),
                 qPrintable(command));
        QCOMPARE(
            commandText({QStringLiteral("it's"), QString(), QStringLiteral("a b"), QStringLiteral("-x=1")}),
            QStringLiteral("'it'\\''s' '' 'a b' -x=1"));
        pane().table()->setFocus();
        press(Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), pane().model()->rowCount() + 2);
        QVERIFY(lines.first().startsWith(QStringLiteral("name\tcount\t")));
    }
};

QTEST_MAIN(StatisticsTest)
#include "tst_statistics.moc"
