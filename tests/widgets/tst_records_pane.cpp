// The Records tab: all records, however many; what it lists, filters, sorts, selects, copies and exports.
#include "tests/support/sample_timeline.h"
#include "tests/support/settle.h"
#include "widgets/common/link_label.h"
#include "widgets/models/long_list.h"
#include "widgets/models/record_list_model.h"
#include "widgets/models/record_table_model.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/row_model.h"
#include "widgets/models/row_view.h"
#include "widgets/session/session_filter.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStatusTipEvent>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>
#include <QtTest>
#include <memory>

using namespace traceglass;

namespace {

std::unique_ptr<FakeDocument> fake(std::uint64_t records = 64)
{
    TimelineBuilder builder;
    return std::make_unique<FakeDocument>(builder.snapshot({0, 100}, records, true), records);
}

Record aRecord(std::uint64_t offset, std::optional<std::int64_t> timeNs, std::string kind)
{
    Record out;
    out.range = {SourceId(0), offset, 10};
    out.node = NodeId {offset, 0};
    out.timeNs = timeNs;
    out.kind = std::move(kind);
    return out;
}

// As many records as one likes, the first of them with bytes.
class LongDocument : public FakeDocument
{
public:
    LongDocument(TimelinePtr timeline, std::uint64_t records)
        : FakeDocument(std::move(timeline), std::min<std::uint64_t>(records, 200'000))
        , m_count(records)
    {
    }
    Result<Node> node(const NodeId& id) const override
    {
        auto found = FakeDocument::node(id);
        if (id.place < m_count)
            found->range = {SourceId(0), id.place * kRecordSize, kRecordSize};
        return found;
    }
    std::optional<PartPlace> placeOf(const NodeId& id) const override
    {
        return id.place < m_count ? std::optional(PartPlace {{~std::uint64_t(0), 0}, 0, id.place})
                                  : std::nullopt;
    }
    Result<std::uint64_t> childCount() const override { return m_count; }
    Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job& job) const override
    {
        std::uint64_t delivered = 0;
        Record one;
        for (std::uint64_t i = query.from ? query.from->place : 0; i < m_count && delivered < query.limit;
             ++i) {
            const auto ns = std::int64_t(i);
            if (query.window && (ns < query.window->startNs || ns > query.window->endNs))
                continue;
            one.ref = record(i);
            one.node = {i, 0};
            one.range = {SourceId(0), i * kRecordSize, kRecordSize};
            one.timeNs = ns;
            one.kind = query.placesOnly ? std::string() : "beat " + std::to_string(i);
            ++delivered;
            if (!sink(one) || ((i & 4095) == 4095 && job.stopRequested()))
                break;
        }
        return delivered;
    }

private:
    const std::uint64_t m_count;
};

// What is said to the status bar.
class SaidCatcher : public QObject
{
public:
    QString said;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::StatusTip)
            said = static_cast<QStatusTipEvent*>(event)->tip();
        return QObject::eventFilter(watched, event);
    }
};

const RecordRow& shownRow(const RecordsPane& pane)
{
    static const RecordRow none;
    const RecordRow* const row = pane.model()->rowAt(pane.table()->currentIndex().row());
    return pane.table()->currentIndex().isValid() && row ? *row : none;
}

}

class TestRecordsPane : public QObject
{
    Q_OBJECT

private slots:
    void aFewRecordsAreFound()
    {
        DocumentSession session(fake());
        settle(session);
        RecordTableModel model(&session);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRecords({aRecord(0, 1000, "wake"), aRecord(10, 3000, "poll"), aRecord(20, 2000, "Wake")});
        QVERIFY(model.hasTimes());
        QCOMPARE(model.index(1, int(RecordColumn::sincePrevious)).data().toString(),
                 QStringLiteral("+") + session.durationText(2000));
        QCOMPARE(model.index(1, int(RecordColumn::offset)).data().toString(), QStringLiteral("0000000a"));
        QCOMPARE(model.rowOf(NodeId {20, 0}, {}), 2);
        QCOMPARE(model.rowOf({}, {SourceId(0), 14, 1}), 1);
        QCOMPARE(model.rowOf({}, {SourceId(1), 14, 1}), -1);
    }

    void thePaneListsAndFollows()
    {
        DocumentSession session(fake(500));
        settle(session);
        RecordsPane pane(&session);
        QAbstractItemModelTester tester(pane.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy counted(&pane, &RecordsPane::countChanged);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 500);
        QCOMPARE(counted.last().first().toInt(), 500);
        session.selectNode(NodeId {30, 0});
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(30));
        QTest::keyClick(pane.table(), Qt::Key_Down);
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {31, 0}));
        QTRY_COMPARE(shownRow(pane).record.node, (NodeId {31, 0}));
        QTest::keyClicks(pane.filterField(), QStringLiteral("\"record 49\""));
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(11)); // 49, 490 to 499
        QTRY_VERIFY(pane.headText().startsWith(QStringLiteral("11 of 500 ")));
        QTest::keyClick(pane.filterField(), Qt::Key_Escape);
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(500));
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(31));

        session.selectNode(NodeId {40, 0});
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(40));
        for (const std::uint64_t next : {41u, 42u, 43u}) {
            QTest::keyClick(pane.table(), Qt::Key_Down);
            QTRY_COMPARE(session.selection().node, std::optional(NodeId {next, 0}));
        }
        session.goBack();
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(40));
    }

    // Keys, the wheel and the scroll bar reach the last of a million; rows in view only are held.
    void millionsScrollLikeAFew()
    {
        constexpr std::uint64_t kMany = 1'000'000;
        DocumentSession session(std::make_unique<LongDocument>(nullptr, kMany));
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE_WITH_TIMEOUT(pane.count(), qint64(kMany), 60'000);
        QTRY_VERIFY(!pane.hasMore());
        QVERIFY(pane.model()->rowCount() < 100);
        QTRY_VERIFY(pane.headText().startsWith(QStringLiteral("1,000,000 ")));
        QTest::keyClick(pane.table(), Qt::Key_End);
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {kMany - 1, 0}));
        QCOMPARE(pane.list()->scrollBar()->value(), pane.list()->scrollBar()->maximum());
        QTest::keyClick(pane.table(), Qt::Key_PageUp);
        QTRY_VERIFY(session.selection().node->place < kMany - 5);
        QTest::keyClick(pane.table(), Qt::Key_Home);
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {0, 0}));
        pane.list()->scrollBar()->setValue(500'000);
        QTRY_VERIFY(pane.model()->isThere(0));
        QCOMPARE(pane.model()->rowAt(0)->record.node, (NodeId {500'000, 0}));
        const QPointF middle = pane.table()->viewport()->rect().center();
        QWheelEvent wheel(middle, pane.table()->viewport()->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(pane.table()->viewport(), &wheel);
        QTRY_VERIFY(pane.model()->isThere(0));
        QCOMPARE(pane.model()->rowAt(0)->record.node, (NodeId {500'003, 0}));
        // From the other side.
        session.selectNode(NodeId {833'333, 0});
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(833'333));
        QTRY_COMPARE(shownRow(pane).record.node, (NodeId {833'333, 0}));

        QTest::keyClicks(pane.filterField(), QStringLiteral("\"beat 99999\""));
        QTRY_COMPARE_WITH_TIMEOUT(pane.model()->total(), std::uint64_t(11), 60'000);
        QTRY_VERIFY(!pane.isReading());
        QTRY_VERIFY(pane.model()->isThere(0));
        QCOMPARE(pane.model()->rowAt(0)->record.node, (NodeId {99'999, 0}));
    }

    void whatIsSortedAndFilteredIsFound()
    {
        DocumentSession session(fake(20'000));
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 20'000);
        // A click on a head, and another one.
        const RowHeader& head = *static_cast<RowHeader*>(pane.table()->header());
        const QPoint offset(head.sectionViewportPosition(int(RecordColumn::offset)) + 5, head.height() / 2);
        QTest::mouseClick(head.viewport(), Qt::LeftButton, {}, offset);
        QTest::mouseClick(head.viewport(), Qt::LeftButton, {}, offset);
        QCOMPARE(pane.table()->header()->sortIndicatorOrder(), Qt::DescendingOrder);
        QTRY_VERIFY(pane.model()->rowAt(0) && pane.model()->rowAt(0)->record.node == (NodeId {19'999, 0}));
        // Gaps stay those of the capture.
        const auto gapTitle = [&] {
            return pane.model()->headerData(int(RecordColumn::sincePrevious), Qt::Horizontal).toString();
        };
        QCOMPARE(gapTitle(), QStringLiteral("after previous in file"));
        pane.filterField()->setText(QStringLiteral("\"record 1999\""));
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(11)); // 1999, 19990 to 19999
        QTRY_VERIFY(pane.headText().startsWith(QStringLiteral("11 of ")));
        QTRY_VERIFY(pane.model()->rowAt(10) && pane.model()->rowAt(10)->record.node == (NodeId {1'999, 0}));
        // What the filter leaves out is shown without it.
        session.selectNode(NodeId {30, 0});
        settle(session);
        QTRY_VERIFY(!pane.isReading());
        pane.showSelection();
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(20'000));
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(19'999 - 30));
        QTest::mouseClick(head.viewport(), Qt::LeftButton, {}, offset); // a third click has them as they came
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(30));
    }

    void columnsAreChosenAndRemembered()
    {
        DocumentSession session(fake());
        settle(session);
        RecordsPane pane(&session), after(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 64);
        QVERIFY(pane.table()->isColumnHidden(int(RecordColumn::time))); // there are none
        const std::unique_ptr<QMenu> menu(pane.makeMenu());
        const auto actions = menu->actions();
        const auto size = std::ranges::find(actions, QStringLiteral("size"), &QAction::text);
        QVERIFY(size != actions.end() && (*size)->isChecked());
        QVERIFY(std::ranges::find(actions, QStringLiteral("time"), &QAction::text) == actions.end());
        // By keyboard, too.
        const auto heads = std::ranges::find(actions, QStringLiteral("&Sort by"), &QAction::text);
        QVERIFY(heads != actions.end());
        const auto sorts = (*heads)->menu()->actions();
        const auto bySize = std::ranges::find(sorts, QStringLiteral("size"), &QAction::text);
        QVERIFY(bySize != sorts.end() && !(*bySize)->isChecked());
        (*bySize)->trigger();
        QCOMPARE(pane.table()->header()->sortIndicatorSection(), int(RecordColumn::size));
        const auto sortAgain = [&] {
            QMenu again;
            pane.table()->addSortActions(&again);
            again.actions().front()->menu()->actions().at(1)->trigger();
        };
        sortAgain();
        QCOMPARE(pane.table()->header()->sortIndicatorSection(), int(RecordColumn::size));
        QCOMPARE(pane.table()->header()->sortIndicatorOrder(), Qt::DescendingOrder);
        sortAgain(); // as they came
        QCOMPARE(pane.table()->header()->sortIndicatorSection(), -1);
        QTest::keyClick(pane.table(), Qt::Key_F10, Qt::ShiftModifier);
        QTRY_VERIFY(QApplication::activePopupWidget());
        QApplication::activePopupWidget()->close();
        (*size)->trigger();
        QVERIFY(pane.table()->isColumnHidden(int(RecordColumn::size)));
        pane.table()->header()->resizeSection(int(RecordColumn::record), 234);
        after.restoreState(pane.saveState());
        after.show();
        QTRY_COMPARE(int(after.count()), 64);
        QVERIFY(after.table()->isColumnHidden(int(RecordColumn::size)));
        QVERIFY(!after.table()->isColumnHidden(int(RecordColumn::record)));
        QCOMPARE(after.table()->header()->sectionSize(int(RecordColumn::record)), 234);
        after.restoreState(QByteArray("nonsense"));
        QVERIFY(after.table()->isColumnHidden(int(RecordColumn::size)));
    }

    void recordsAreCopiedAndExported()
    {
        DocumentSession session(fake(3'000));
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 3'000);
        QTRY_VERIFY(pane.model()->isThere(0));
        QTest::keyClick(pane.table(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), pane.model()->rowCount()); // nothing is selected: what is in view
        QCOMPARE(lines[1], QStringLiteral("00000010\t16 B\tFake\trecord 1\t"));
        QTest::keyClick(pane.table(), Qt::Key_End);
        QTRY_COMPARE(shownRow(pane).record.subject, std::string("record 2999"));
        QTest::keyClick(pane.table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("0000bb70\t16 B\tFake\trecord 2999\t"));

        pane.filterField()->setText(QStringLiteral("\"record 299\""));
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(11));
        QTRY_VERIFY(!pane.isReading());
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("out.csv")));
        pane.exportTo(file.fileName());
        QTRY_VERIFY(file.exists());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> csv = file.readAll().split('\n');
        QCOMPARE(csv.size(), 13); // a head, and an end of the last line
        QCOMPARE(csv[0], QByteArray("offset,size,record,subject,fields\r"));
        QCOMPARE(csv[1], QByteArray("4784,16,Fake,record 299,\r"));

        QFile later(folder.filePath(QStringLiteral("later.csv"))); // what is still searched for
        pane.filterField()->setText(QStringLiteral("\"record 2998\""));
        pane.exportTo(later.fileName());
        QTRY_VERIFY(later.exists());
        QVERIFY(later.open(QIODevice::ReadOnly));
        QCOMPARE(later.readAll(), csv[0] + "\n47968,16,Fake,record 2998,\r\n");
    }

    void rangesOfRowsJoinAndPart()
    {
        using Ranges = std::vector<RowRange>;
        RowRanges rows;
        QCOMPARE(rows.count(), std::uint64_t(0));
        rows.add({5, 7});
        rows.add({1, 2});
        rows.add({9, 9});
        QVERIFY((rows.all() == Ranges {{1, 2}, {5, 7}, {9, 9}}));
        QVERIFY(rows.has(5) && rows.has(7) && !rows.has(8));
        rows.add({8, 8});
        QVERIFY((rows.all() == Ranges {{1, 2}, {5, 9}}));
        rows.remove(6);
        rows.remove(1);
        rows.remove(100);
        QVERIFY((rows.all() == Ranges {{2, 2}, {5, 5}, {7, 9}}));
        QCOMPARE(rows.count(), std::uint64_t(5));
        rows.add({0, 20});
        QVERIFY((rows.all() == Ranges {{0, 20}}));
    }

    // With Shift, Ctrl and by dragging, however far out of view; the other panes follow the current one.
    void severalAreSelectedAndCopied()
    {
        constexpr std::uint64_t kMany = 300'000;
        DocumentSession session(std::make_unique<LongDocument>(nullptr, kMany));
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 400);
        pane.show();
        QTRY_COMPARE_WITH_TIMEOUT(pane.count(), qint64(kMany), 60'000);
        QTRY_VERIFY(!pane.hasMore() && pane.model()->isThere(0));
        RowView& table = *pane.table();
        SaidCatcher told;
        table.installEventFilter(&told);
        const auto at = [&](int row) { return table.visualRect(pane.model()->index(row, 0)).center(); };
        const auto click = [&](int row, Qt::KeyboardModifiers modifiers = {}) {
            QTest::mouseClick(table.viewport(), Qt::LeftButton, modifiers, at(row));
        };
        const auto selected = [&] { return pane.model()->selected().count(); };
        const auto copied = [&] {
            QGuiApplication::clipboard()->clear();
            QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
            const auto text = [] { return QGuiApplication::clipboard()->text(); };
            return QTest::qWaitFor([&] { return !text().isEmpty(); }, 60'000)
                ? text().split(QLatin1Char('\n'))
                : QStringList();
        };
        const auto isOf = [](const QString& line, int record) {
            return line.contains(QStringLiteral("\tbeat %1\t").arg(record));
        };
        click(2);
        click(5, Qt::ShiftModifier);
        QCOMPARE(selected(), std::uint64_t(4));
        QCOMPARE(table.selectionModel()->selectedRows().size(), 4);
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {5, 0}));
        settle(session);
        QCOMPARE(selected(), std::uint64_t(4)); // its own selection changes nothing
        QStringList lines = copied();
        QCOMPARE(lines.size(), 4);
        QVERIFY2(isOf(lines[0], 2) && isOf(lines[3], 5), qPrintable(lines.join(QLatin1Char('\n'))));
        QCOMPARE(told.said, QStringLiteral("Copied 4 rows"));

        click(9, Qt::ControlModifier);
        click(3, Qt::ControlModifier);
        lines = copied();
        QCOMPARE(lines.size(), 4);
        QVERIFY(isOf(lines[0], 2) && isOf(lines[1], 4) && isOf(lines[2], 5) && isOf(lines[3], 9));
        pane.list()->scrollBar()->setValue(1000); // out of view they are selected all the same
        QVERIFY(table.selectionModel()->selectedRows().isEmpty());
        lines = copied();
        QCOMPARE(lines.size(), 4);
        QVERIFY(isOf(lines[0], 2) && isOf(lines[3], 9));
        pane.list()->scrollBar()->setValue(0);
        QCOMPARE(table.selectionModel()->selectedRows().size(), 4);
        QTRY_VERIFY(pane.model()->isThere(9)); // what is clicked before is selected when it is

        QTest::mouseClick(table.viewport(), Qt::RightButton, {}, at(9)); // the menu is about all of them
        QCOMPARE(selected(), std::uint64_t(4));
        click(9);
        QCOMPARE(selected(), std::uint64_t(1));
        QTest::keyClick(&table, Qt::Key_Up, Qt::ShiftModifier);
        QTest::keyClick(&table, Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(selected(), std::uint64_t(3));
        QTest::keyClick(&table, Qt::Key_Down);
        QCOMPARE(selected(), std::uint64_t(1));
        QTest::mousePress(table.viewport(), Qt::LeftButton, {}, at(2));
        QTest::mouseMove(table.viewport(), at(4));
        QTest::mouseMove(table.viewport(), at(6));
        QTest::mouseRelease(table.viewport(), Qt::LeftButton, {}, at(6));
        QCOMPARE(selected(), std::uint64_t(5));

        QTRY_COMPARE(session.selection().node, std::optional(NodeId {6, 0}));
        settle(session);

        // What is selected elsewhere is alone; all rows are too many for the clipboard.
        session.selectNode(NodeId {30, 0});
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(30));
        QCOMPARE(selected(), std::uint64_t(1));
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(selected(), kMany);
        QCOMPARE(pane.list()->current(), std::optional<std::uint64_t>(30));
        lines = copied();
        QCOMPARE(quint64(lines.size()), CopiedTable::kMostRows);
        QVERIFY(isOf(lines.back(), 99'999));
        QCOMPARE(told.said,
                 QStringLiteral(
                     "Copied the first 100,000 rows, as many as there is room for. 200,000 more are left "
                     "out; Export in the File menu and tglass write all."));
        pane.filterField()->setText(QStringLiteral("\"beat 29999\"")); // other rows
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(11));
        QTRY_COMPARE(selected(), std::uint64_t(0));
    }

    void whatTakesLongIsStopped()
    {
        class SlowDocument : public LongDocument
        {
        public:
            SlowDocument()
                : LongDocument(nullptr, 1'000'000)
            {
            }
            Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink,
                                       Job& job) const override
            {
                std::uint64_t delivered = 0;
                return LongDocument::read(
                    query,
                    [&](const Record& record) {
                        if (query.limit == ~std::uint64_t(0) && ++delivered % 512 == 0)
                            QThread::msleep(5);
                        return sink(record) && !job.stopRequested();
                    },
                    job);
            }
        };
        DocumentSession session(std::make_unique<SlowDocument>());
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_VERIFY(pane.count() > 0); // while it is being listed
        QVERIFY(pane.hasMore());
        QTRY_VERIFY(pane.headText().contains(QStringLiteral("so far")));
        const int quiet = pane.minimumSizeHint().width();
        QTRY_VERIFY(pane.stopButton()->isVisible());
        QVERIFY(pane.minimumSizeHint().width() <= quiet); // no wider than before
        pane.stopButton()->click();
        QTRY_VERIFY(!pane.isReading());
        QVERIFY(pane.hasMore() && pane.count() > 0 && pane.count() < 1'000'000);
        QVERIFY(pane.headText().contains(QStringLiteral("stopped")));
        QTRY_VERIFY(!pane.stopButton()->isVisible());
        settle(session);
        QTest::keyClick(pane.table(), Qt::Key_End); // what there is can be used
        QTRY_COMPARE(session.selection().node->place, std::uint64_t(pane.count() - 1));
    }

    void numbersStandAtTheRightAndAreNeverCut()
    {
        class NumbersDocument : public FakeDocument
        {
        public:
            NumbersDocument()
                : FakeDocument(nullptr, 0)
            {
            }
            std::vector<RecordTable> tables() const override { return {{7, "Size", 2, {"n", "text"}}}; }
            Result<std::uint64_t> read(const RecordQuery&, const RecordSink& sink, Job&) const override
            {
                for (const std::uint64_t at : {0u, 10u}) {
                    Record one = aRecord(at, std::int64_t(1000 + at), "wake");
                    one.range.length = 123'456'789'012;
                    one.values = {{"1,234,567,890,123,456", true, 1'234'567'890'123'456},
                                  {"a name", false, 0}};
                    sink(one);
                }
                return 2;
            }
        };
        DocumentSession session(std::make_unique<NumbersDocument>());
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 2);
        settle(session);
        pane.tableChoice()->setCurrentIndex(1);
        emit pane.tableChoice()->activated(1);
        QTRY_COMPARE(pane.model()->columnCount(), kRecordColumns + 2);
        QTRY_VERIFY(pane.model()->isThere(1));
        const auto alignment = [&](int column) {
            return pane.model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        };
        QVERIFY(alignment(kRecordColumns) & Qt::AlignRight);
        QVERIFY(alignment(kRecordColumns + 1) & Qt::AlignLeft);
        const RowView& view = *pane.table();
        for (const int column : {int(RecordColumn::size), kRecordColumns})
            view.header()->resizeSection(column, 40);
        for (const int column : {int(RecordColumn::size), kRecordColumns}) {
            const QString text = pane.model()->index(0, column).data().toString();
            QTRY_VERIFY(view.columnWidth(column) > view.fontMetrics().horizontalAdvance(text));
        }
    }

    // What of a number is seen at the edge of a narrow view would read as another one.
    void numbersAtTheEdgeAreElided()
    {
        class Numbers : public RowModel
        {
        public:
            Numbers()
                : RowModel({QStringLiteral("name"), QStringLiteral("number")}, nullptr)
            {
            }

        private:
            int rows() const override { return 1; }
            bool isNumber(int column) const override { return column == 1; }
            QVariant cellData(int, int column, int role) const override
            {
                return role != Qt::DisplayRole ? QVariant()
                                               : QVariant(column == 1 ? QString(20, QLatin1Char('8')) : "a");
            }
        } model;
        RowView view(20);
        view.setModel(&model);
        view.header()->setStretchLastSection(false);
        view.setColumnWidth(0, 100);
        view.resize(500, 100);
        view.show();
        const auto picture = [&view] { return view.viewport()->grab().toImage(); };
        const auto isEmpty = [](const QImage& image) {
            QImage plain = image;
            plain.fill(image.pixel(0, 0));
            return image == plain;
        };
        const QImage whole = picture();
        const QRect number = view.visualRect(model.index(0, 1));
        const int half = number.width() / 2;
        QVERIFY(number.right() < 500);
        // Cut at its end, then at its begin: what is left of it is drawn with a sign that something is missing.
        view.resize(number.left() + half, 100);
        const QRect left(number.topLeft(), QSize(half, number.height()));
        QVERIFY(picture().copy(left) != whole.copy(left));
        QCOMPARE(picture().copy(number.left(), 0, 4, 20), whole.copy(number.left(), 0, 4, 20));
        const int dots = view.fontMetrics().horizontalAdvance(QChar(0x2026)) - 2;
        const QRect aboveDots(left.right() - dots, number.top() + 2, dots, number.height() / 2 - 3);
        QVERIFY(isEmpty(picture().copy(aboveDots))); // at that end, not within the number
        view.resize(number.width() - half, 100);
        view.horizontalScrollBar()->setValue(number.left() + half);
        const QRect right(number.left() + half, number.top(), half, number.height());
        const QRect seen = view.visualRect(model.index(0, 1));
        QVERIFY(seen.left() < 0);
        QVERIFY(picture().copy(seen & view.viewport()->rect())
                != whole.copy(right.left(), right.top(), seen.right() + 1, seen.height()));
        const int most = half * 2 / 3;
        QCOMPARE(picture().copy(seen.right() - most, seen.top(), most, seen.height()),
                 whole.copy(number.right() - most, number.top(), most, number.height()));
    }

    // Records of one type, with a column for each field.
    void aTableOfOneType()
    {
        class TableDocument : public FakeDocument
        {
        public:
            TableDocument()
                : FakeDocument(TimelineBuilder().snapshot({}, 0, true))
            {
            }
            std::vector<RecordTable> tables() const override { return {{7, "Size", 3, {"bytes", "of"}}}; }
            Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job&) const override
            {
                const RecordValue sizes[] = {{"1.200 kB", true, 1200}, {"900 B", true, 900}, {"none"}};
                for (const RecordValue& bytes : sizes) {
                    Record one = aRecord(0, 0, "Size");
                    if (query.table == std::optional<std::uint64_t>(7))
                        one.values = {bytes, {"heap"}};
                    sink(one);
                }
                if (!query.table)
                    sink(aRecord(10, 0, "other"));
                return 0;
            }
        };
        DocumentSession session(std::make_unique<TableDocument>());
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 4);
        settle(session); // which tables there are
        QAbstractItemModel* const model = pane.table()->model();
        const int first = kRecordColumns;
        QCOMPARE(model->columnCount(), first);
        QCOMPARE(pane.tableChoice()->count(), 2);
        QCOMPARE(pane.tableChoice()->itemText(1), QStringLiteral("Size · 3"));
        pane.tableChoice()->setFocus();
        QTest::keyClick(pane.tableChoice(), Qt::Key_Down);
        QTRY_COMPARE(int(pane.count()), 3);
        QTRY_COMPARE(model->columnCount(), first + 2);
        QCOMPARE(model->headerData(first, Qt::Horizontal).toString(), QStringLiteral("bytes"));
        QCOMPARE(model->headerData(first, Qt::Horizontal, Qt::ToolTipRole).toString(),
                 QStringLiteral("bytes")); // the column may be narrow
        QVERIFY(pane.table()->isColumnHidden(int(RecordColumn::fields)));
        const auto toggle = [&](const QString& title) {
            const std::unique_ptr<QMenu> menu(pane.makeMenu());
            const auto actions = menu->actions();
            const auto column = std::ranges::find(actions, title, &QAction::text);
            return column != actions.end() && ((*column)->trigger(), true);
        };
        QVERIFY(toggle(QStringLiteral("of"))); // put away, also the next time
        QVERIFY(pane.table()->isColumnHidden(first + 1));
        {
            RecordsPane after(&session);
            after.restoreState(pane.saveState());
            after.show();
            QTRY_COMPARE(int(after.count()), 4);
            settle(session);
            after.tableChoice()->setCurrentIndex(1);
            emit after.tableChoice()->activated(1);
            QTRY_COMPARE(after.model()->columnCount(), first + 2);
            QTRY_VERIFY(after.table()->isColumnHidden(first + 1));
            QVERIFY(!after.table()->isColumnHidden(first));
        }
        QVERIFY(toggle(QStringLiteral("of")));
        QVERIFY(!pane.table()->isColumnHidden(first + 1));
        model->sort(first, Qt::AscendingOrder); // numbers by what they are worth
        QTRY_COMPARE(model->index(0, first).data().toString(), QStringLiteral("900 B"));
        QCOMPARE(model->index(1, first).data().toString(), QStringLiteral("1.200 kB"));
        QTest::keyClicks(pane.filterField(), QStringLiteral("none"));
        QTRY_COMPARE(model->rowCount(), 1);
        pane.filterField()->clear();
        pane.table()->sortByColumn(int(RecordColumn::offset), Qt::DescendingOrder);
        QTest::keyClick(pane.tableChoice(), Qt::Key_Up);
        QTRY_COMPARE(int(pane.count()), 4);
        QCOMPARE(model->columnCount(), first);
        QCOMPARE(pane.table()->header()->sortIndicatorSection(), -1); // not as the other table was sorted
        QTRY_COMPARE(model->index(3, int(RecordColumn::record)).data().toString(), QStringLiteral("other"));
        QVERIFY(!pane.table()->isColumnHidden(int(RecordColumn::fields)));
    }

    // Far away, behind a filter, outside the range.
    void whatIsSelectedIsShown()
    {
        TimelineBuilder builder;
        const TrackId track =
            builder.addTrack({.name = builder.intern("one"), .key = 7, .kind = TrackKind::states});
        builder.add(builder.addRow(track),
                    {110'000, 110'010, builder.intern("late"), 0, FakeDocument::record(110'000)});
        DocumentSession session(
            std::make_unique<LongDocument>(builder.snapshot({0, 120'000}, 1, true), 120'000));
        settle(session);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 120'000);
        session.selectSlice({TrackKind::states, 7, 0, 110'000});
        const std::optional<std::uint64_t> late = 110'000;
        QTRY_COMPARE(pane.list()->current(), late);
        QTRY_COMPARE(shownRow(pane).record.node, (NodeId {110'000, 0}));

        pane.filterField()->setText(QStringLiteral("nothing like this"));
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(0));
        QTRY_VERIFY(!pane.list()->current());
        pane.showSelection();
        QTRY_VERIFY(pane.filterField()->text().isEmpty());
        QTRY_COMPARE(pane.list()->current(), late);

        const TimeRange range {0, 10};
        QSignalSpy restricted(&pane, &RecordsPane::restrictedChanged);
        session.setRange(range);
        QTRY_COMPARE(int(pane.count()), 11);
        QVERIFY(restricted.last().first().toBool());
        QTRY_VERIFY(!pane.list()->current());
        pane.showSelection();
        QTRY_COMPARE(pane.list()->current(), late);
        QCOMPARE(int(pane.count()), 120'000);
        QCOMPARE(session.range(), std::optional(range)); // what other panes show stays
        QVERIFY(!restricted.last().first().toBool());

        // A row that is not read yet gives way to what is selected since.
        pane.table()->setFocus();
        session.selectNode(NodeId {3, 0});
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(3));
        QTest::keyClick(pane.table(), Qt::Key_End);
        QVERIFY(pane.list()->isChoosing());
        session.selectNode(NodeId {5, 0});
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(5));
        settle(session);
        QCOMPARE(session.selection().node, std::optional(NodeId {5, 0}));
        pane.filterField()->setText(QStringLiteral("nothing like this"));
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(0));
        session.selectSlice({TrackKind::states, 7, 0, 110'000});
        pane.showSelection(); // its record is not known yet
        QTRY_COMPARE(pane.list()->current(), late);

        session.setRange(TimeRange {0, 20});
        QTRY_COMPARE(int(pane.count()), 21);
        const auto buttons = pane.findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly);
        const auto all = std::ranges::find(buttons, QStringLiteral("whole capture"), &QToolButton::text);
        QVERIFY(all != buttons.end() && (*all)->isVisible());
        (*all)->click();
        QVERIFY(!session.range());
        QTRY_COMPARE(int(pane.count()), 120'000);
        QVERIFY(!(*all)->isVisible());

        // What is no record changes nothing.
        pane.filterField()->setText(QStringLiteral("beat 1"));
        QTRY_VERIFY(!pane.isReading());
        session.selectNode(session.capture()->rootId());
        settle(session);
        pane.showSelection();
        settle(session);
        QTRY_COMPARE(pane.filterField()->text(), QStringLiteral("beat 1"));

        session.selectSlice({TrackKind::states, 7, 0, 110'000});
        RecordsPane early(&session); // asked before it has read anything
        early.resize(1200, 300);
        early.show();
        early.showSelection();
        QTRY_COMPARE(early.list()->current(), late);
    }

    // Of slices that fit, so said, and all again by a key.
    void theSliceFilterIsObeyed()
    {
        DocumentSession session(std::make_unique<FakeDocument>(SampleTimeline().snapshot()));
        SessionFilter filter(&session);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        RecordsPane pane(&session);
        pane.setSliceFilter(&filter);
        QSignalSpy restricted(&pane, &RecordsPane::restrictedChanged);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 64);
        QVERIFY(pane.obeyButton()->isHidden() && !pane.isRestricted());
        QVERIFY(filter.add(QStringLiteral("track : upload state = polling")));
        QTRY_COMPARE(int(pane.count()), 2); // records 2 and 4
        QVERIFY(restricted.last().first().toBool());
        QTRY_VERIFY(pane.model()->isThere(1) && pane.model()->rowAt(1)->record.node == (NodeId {4, 0}));
        QTRY_VERIFY(pane.headText().endsWith(QStringLiteral(" of slices that fit a filter")));
        QVERIFY(pane.headText().startsWith(QStringLiteral("2 ")));
        QVERIFY(filter.add(QStringLiteral("start >= +300ms")));
        QTRY_COMPARE(int(pane.count()), 1);
        QTRY_VERIFY(pane.headText().contains(QStringLiteral("fit 2 filters")));
        QCOMPARE(pane.command(),
                 QStringLiteral("tglass export fake.bin --table records --where '%1'").arg(filter.text()));
        filter.remove(1);
        QTRY_COMPARE(int(pane.count()), 2);

        pane.filterField()->setText(QStringLiteral("\"record 4\""));
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(1)); // not 40 to 49
        QTRY_VERIFY(pane.headText().startsWith(QStringLiteral("1 of 64 ")));
        pane.filterField()->clear();
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(2));

        QTest::keyClick(pane.obeyButton(), Qt::Key_Space);
        QTRY_COMPARE(int(pane.count()), 64);
        QVERIFY(filter.isActive() && !pane.isRestricted());
        QVERIFY(!restricted.last().first().toBool());
        QTest::mouseClick(pane.obeyButton(), Qt::LeftButton);
        QTRY_COMPARE(int(pane.count()), 2);

        // What it hides is shown all the same when it is asked for.
        session.selectNode(NodeId {30, 0});
        settle(session);
        pane.showSelection();
        QTRY_COMPARE(pane.list()->current(), std::optional<std::uint64_t>(30));
        QVERIFY(filter.isActive() && !pane.obeysFilter());
        filter.clear();
        QTRY_VERIFY(pane.obeyButton()->isHidden());
        QVERIFY(filter.add(QStringLiteral("name = nobody-is-called-so"))); // the next one is obeyed again
        QTRY_COMPARE(int(pane.count()), 0);
        QVERIFY(pane.table()->emptyText().contains(QStringLiteral("filter")));
    }

    void recordsOfOneTrack()
    {
        DocumentSession session(std::make_unique<FakeDocument>(SampleTimeline().snapshot()));
        SessionFilter filter(&session);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        RecordsPane pane(&session);
        pane.setSliceFilter(&filter);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 64);
        QVERIFY(!pane.trackButton()->isEnabled()); // and says why
        QVERIFY(pane.trackButton()->toolTip().contains(QStringLiteral("Select")));
        session.selectSlice({TrackKind::states, 3, 0, kSampleStart + 120 * kMs});
        QTRY_VERIFY(pane.trackButton()->isEnabled());
        QTest::mouseClick(pane.trackButton(), Qt::LeftButton);
        QTRY_COMPARE(int(pane.count()), 4);
        QVERIFY(pane.trackButton()->text().contains(QStringLiteral("upload")) && pane.isRestricted());
        QTRY_VERIFY(pane.headText().contains(QStringLiteral("of slices on upload")));
        QCOMPARE(pane.command(),
                 QStringLiteral("tglass export fake.bin --table records --track tasks/upload"));
        QVERIFY(filter.add(QStringLiteral("state = polling")));
        QTRY_COMPARE(int(pane.count()), 2);
        QTRY_VERIFY(pane.headText().contains(QStringLiteral("fit a filter on upload")));
        const std::unique_ptr<QMenu> menu(pane.makeMenu());
        const auto actions = menu->actions();
        const auto track =
            std::ranges::find(actions, QStringLiteral("Only the track of the selected slice"), &QAction::text);
        QVERIFY(track != actions.end() && (*track)->isChecked());
        (*track)->trigger();
        QTRY_VERIFY(pane.headText().endsWith(QStringLiteral("fit a filter")));
        QVERIFY(!pane.trackButton()->isChecked());
    }

    // Words are about records, conditions about their slices; what is wrong leaves what was right.
    void whatIsTypedIsAQuery()
    {
        DocumentSession session(std::make_unique<FakeDocument>(SampleTimeline().snapshot()));
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 64);
        const auto listed = [&](const char* text, std::uint64_t count) {
            pane.filterField()->setText(QString::fromLatin1(text));
            return QTest::qWaitFor([&] { return pane.model()->total() == count && !pane.isReading(); });
        };
        QVERIFY(listed("state = created", 1));
        QVERIFY(listed("not state = created", 63));
        QVERIFY(listed("/^record 6.$/ or state = created", 5));
        QVERIFY(listed("state = created /record 6/", 0));
        QVERIFY(pane.table()->emptyText().contains(QStringLiteral("state = created")));
        QVERIFY(listed("/^record 6.$/", 4));
        QCOMPARE(pane.command(), QStringLiteral("tglass export fake.bin --table records --match '/^record 6.$/'"));
        QVERIFY(pane.wrongLabel()->isHidden());
        pane.filterField()->setText(QStringLiteral("/^record 6.$/ duraton > 5 ms"));
        QVERIFY(!pane.wrongLabel()->isHidden());
        QTest::qWait(300);
        QCOMPARE(pane.model()->total(), std::uint64_t(4));
        QVERIFY(pane.command().endsWith(QStringLiteral("'/^record 6.$/'")));
        QTest::mouseClick(pane.wrongLabel(), Qt::LeftButton); // takes the suggestion
        QCOMPARE(pane.filterField()->text(), QStringLiteral("/^record 6.$/ duration > 5 ms"));
        QVERIFY(pane.wrongLabel()->isHidden());
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(0));
    }

    void withoutATimelineOnlyTexts()
    {
        auto document = fake();
        document->timeAxis = false;
        DocumentSession session(std::move(document));
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(int(pane.count()), 64);
        QVERIFY(pane.trackButton()->isHidden());
        pane.filterField()->setText(QStringLiteral("\"record 6\""));
        QTRY_COMPARE(pane.model()->total(), std::uint64_t(5));
        pane.filterField()->setText(QStringLiteral("duration > 5 ms"));
        QVERIFY(!pane.wrongLabel()->isHidden());
        QVERIFY(pane.wrongLabel()->text().contains(QStringLiteral("no slices")));
        QCOMPARE(pane.model()->total(), std::uint64_t(5));
    }

    // A pane that nobody sees does not read beside the indexing.
    void aHiddenPaneWaitsForTheIndex()
    {
        DocumentSession session(fake(500));
        settle(session);
        RecordsPane pane(&session);
        QTest::qWait(300);
        QCOMPARE(int(pane.count()), 0);
        QVERIFY(!pane.isReading());
        session.startIndexing();
        QTRY_COMPARE(int(pane.count()), 500);
    }
};

QTEST_MAIN(TestRecordsPane)
#include "tst_records_pane.moc"
