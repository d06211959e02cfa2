// The Records and Problems tabs and the Structure pane: what they list, sort, filter, select and say when
// empty.
#include "tests/support/fake_document.h"
#include "tests/support/settle.h"
#include "widgets/hex/hex_view.h"
#include "widgets/models/damage_map.h"
#include "widgets/models/problems_model.h"
#include "widgets/models/problems_pane.h"
#include "widgets/models/record_table_model.h"
#include "widgets/models/records_pane.h"
#include "widgets/models/row_view.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/session/document_session.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QtTest>
#include <mutex>

using namespace traceglass;

namespace {

// Two problems that validate() finds.
class DamagedDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;
    Result<void> validate(Job& job) const override
    {
        job.start(2);
        log().add(diagnose(Code::NestingTooDeep, "a warning", ByteRange {SourceId(0), 40, 4}));
        job.advance();
        log().add(diagnose(Code::FileChanged, "the worse one", ByteRange {SourceId(0), 160, 20}));
        return {};
    }
};

template <class Kind = FakeDocument>
std::unique_ptr<Kind> fake(std::uint64_t records = 64)
{
    TimelineBuilder builder;
    return std::make_unique<Kind>(builder.snapshot({0, 100}, records, true), records);
}

Record record(std::uint64_t offset, std::optional<std::int64_t> timeNs, std::string kind)
{
    Record out;
    out.range = {SourceId(0), offset, 10};
    out.node = NodeId {offset, 0};
    out.timeNs = timeNs;
    out.kind = std::move(kind);
    return out;
}

}

class TestRecordsModel : public QObject
{
    Q_OBJECT

private slots:
    void sortsFiltersAndFinds()
    {
        DocumentSession session(fake());
        settle(session);
        RecordTableModel model(&session);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRecords({record(0, 1000, "wake"), record(10, 3000, "poll"), record(20, 2000, "Wake")});
        QVERIFY(model.hasTimes());
        QCOMPARE(model.index(1, RecordTableModel::afterPrevious).data().toString(),
                 QStringLiteral("+") + session.durationText(2000));
        QCOMPARE(model.index(1, RecordTableModel::offset).data().toString(), QStringLiteral("0000000a"));
        model.sort(RecordTableModel::time, Qt::DescendingOrder);
        QCOMPARE(model.recordAt(0).range.offset, std::uint64_t(10));
        // The difference is to the record before it in the capture, whatever the order on the screen.
        QCOMPARE(model.index(0, RecordTableModel::afterPrevious).data().toString(),
                 QStringLiteral("+") + session.durationText(2000));
        QCOMPARE(model.rowOf(NodeId {20, 0}, {}), 1);
        QCOMPARE(model.rowOf({}, {SourceId(0), 14, 1}), 0);
        QCOMPARE(model.rowOf({}, {SourceId(1), 14, 1}), -1);
        model.setFilter(QStringLiteral("WAKE"));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.rowOf(NodeId {10, 0}, {}), -1);
        model.setFilter({});
        QCOMPARE(model.rowCount(), 3);
    }

    void thePaneListsAndFollows()
    {
        DocumentSession session(fake(500));
        settle(session);
        RecordsPane pane(&session);
        QSignalSpy counted(&pane, &RecordsPane::countChanged);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(pane.count(), 500);
        QCOMPARE(counted.last().first().toInt(), 500);
        session.selectNode(NodeId {30, 0});
        settle(session);
        QCOMPARE(pane.table()->currentIndex().row(), 30);
        QTest::keyClick(pane.table(), Qt::Key_Down);
        settle(session);
        QCOMPARE(session.selection().node, std::optional(NodeId {31, 0}));
        QTest::keyClicks(pane.filterField(), QStringLiteral("record 49"));
        QCOMPARE(pane.table()->model()->rowCount(), 11); // 49, 490 to 499
        QVERIFY(pane.headLine()->text().startsWith(QStringLiteral("11 of ")));
    }

    // Beside the window: what was listed stays until it is done.
    void manyAreFilteredAndSortedBeside()
    {
        DocumentSession session(fake(20'000));
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(pane.count(), 20'000);
        const auto rows = [&] { return pane.table()->model()->rowCount(); };
        pane.filterField()->setText(QStringLiteral("record 1999"));
        QCOMPARE(rows(), 20'000);
        QTRY_COMPARE(rows(), 11); // 1999, 19990 to 19999
        QVERIFY(pane.headLine()->text().startsWith(QStringLiteral("11 of ")));
        pane.table()->sortByColumn(RecordTableModel::offset, Qt::DescendingOrder);
        const auto* model = qobject_cast<const RecordTableModel*>(pane.table()->model());
        QTRY_COMPARE(model->recordAt(0).node.place, std::uint64_t(19'999));
        // What the filter leaves out is shown without it.
        session.selectNode(NodeId {30, 0});
        settle(session);
        pane.showSelection();
        QTRY_COMPARE(rows(), 20'000);
        QTRY_COMPARE(pane.table()->currentIndex().row(), 19'999 - 30);
    }

    void numbersStandAtTheRightAndAreNeverCut()
    {
        DocumentSession session(fake());
        settle(session);
        RecordTableModel model(&session);
        std::vector<Record> records {record(0, 1000, "wake"), record(10, 2000, "wake")};
        for (Record& each : records) {
            each.range.length = 123'456'789'012;
            each.values = {{"1,234,567,890,123,456", true, 1'234'567'890'123'456}, {"a name", false, 0}};
        }
        model.setRecords(records, {"n", "text"});
        const int number = RecordTableModel::firstField;
        QVERIFY(model.headerData(number, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        QVERIFY(model.headerData(number + 1, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignLeft);
        RowView view(20);
        view.setModel(&model);
        view.resize(900, 200);
        for (const int column : {int(RecordTableModel::size), number})
            view.header()->resizeSection(column, 40);
        view.show();
        for (const int column : {int(RecordTableModel::size), number}) {
            const QString text = model.index(0, column).data().toString();
            QTRY_VERIFY(view.columnWidth(column) > view.fontMetrics().horizontalAdvance(text));
        }
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
            std::vector<RecordTable> tables() const override
            {
                return {{7, "Size", 3, {"bytes", "of"}}};
            }
            Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job&) const override
            {
                const RecordValue sizes[] = {{"1.200 kB", true, 1200}, {"900 B", true, 900}, {"none"}};
                for (const RecordValue& bytes : sizes) {
                    Record one = ::record(0, 0, "Size");
                    if (query.table == std::optional<std::uint64_t>(7))
                        one.values = {bytes, {"heap"}};
                    sink(one);
                }
                if (!query.table)
                    sink(::record(10, 0, "other"));
                return 0;
            }
        };
        DocumentSession session(std::make_unique<TableDocument>());
        settle(session);
        RecordsPane pane(&session);
        pane.resize(1200, 300);
        pane.show();
        QTRY_COMPARE(pane.count(), 4);
        settle(session); // which tables there are
        QAbstractItemModel* const model = pane.table()->model();
        const int first = RecordTableModel::firstField;
        QCOMPARE(model->columnCount(), first);
        QCOMPARE(pane.tableChoice()->count(), 2);
        QCOMPARE(pane.tableChoice()->itemText(1), QStringLiteral("Size · 3"));
        pane.tableChoice()->setFocus();
        QTest::keyClick(pane.tableChoice(), Qt::Key_Down);
        QTRY_COMPARE(pane.count(), 3);
        QCOMPARE(model->columnCount(), first + 2);
        QCOMPARE(model->headerData(first, Qt::Horizontal).toString(), QStringLiteral("bytes"));
        QCOMPARE(model->headerData(first, Qt::Horizontal, Qt::ToolTipRole).toString(),
                 QStringLiteral("bytes")); // the column may be narrow
        QVERIFY(pane.table()->isColumnHidden(RecordTableModel::fields));
        model->sort(first, Qt::AscendingOrder); // numbers by what they are worth
        QCOMPARE(model->index(0, first).data().toString(), QStringLiteral("900 B"));
        QCOMPARE(model->index(1, first).data().toString(), QStringLiteral("1.200 kB"));
        QTest::keyClicks(pane.filterField(), QStringLiteral("none"));
        QCOMPARE(model->rowCount(), 1);
        pane.filterField()->clear();
        pane.table()->sortByColumn(RecordTableModel::offset, Qt::DescendingOrder);
        QTest::keyClick(pane.tableChoice(), Qt::Key_Up);
        QTRY_COMPARE(pane.count(), 4);
        QCOMPARE(model->columnCount(), first);
        QCOMPARE(pane.table()->header()->sortIndicatorSection(), -1); // not as the other table was sorted
        QCOMPARE(model->index(3, RecordTableModel::record).data().toString(), QStringLiteral("other"));
        QVERIFY(!pane.table()->isColumnHidden(RecordTableModel::fields));
    }

    void longListsSaySo()
    {
        DocumentSession session(fake(120'000));
        settle(session);
        RecordsPane pane(&session);
        QTRY_COMPARE_WITH_TIMEOUT(pane.count(), 100'000, 20'000);
        QVERIFY(pane.headLine()->text().contains(QStringLiteral("first 100,000")));
    }

    // Behind the listed ones, behind a filter, outside the range.
    void whatIsSelectedIsShown()
    {
        class LongDocument : public FakeDocument
        {
        public:
            explicit LongDocument(TimelinePtr timeline)
                : FakeDocument(std::move(timeline), 120'000)
            {
            }
            Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink, Job&) const override
            {
                std::uint64_t delivered = 0;
                for (std::int64_t i = 0; i < 120'000 && delivered < query.limit; ++i) {
                    if (query.window && (i < query.window->startNs || i > query.window->endNs))
                        continue;
                    ++delivered;
                    Record one = ::record(std::uint64_t(i) * kRecordSize, i, "beat");
                    one.node = NodeId {std::uint64_t(i), 0};
                    if (!sink(one))
                        break;
                }
                return delivered;
            }
        };
        TimelineBuilder builder;
        const TrackId track =
            builder.addTrack({.name = builder.intern("one"), .key = 7, .kind = TrackKind::states});
        builder.add(builder.addRow(track),
                    {110'000, 110'010, builder.intern("late"), 0, FakeDocument::record(110'000)});
        DocumentSession session(std::make_unique<LongDocument>(builder.snapshot({0, 120'000}, 1, true)));
        settle(session);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        RecordsPane pane(&session);
        pane.show();
        QTRY_COMPARE_WITH_TIMEOUT(pane.count(), 100'000, 20'000);
        session.selectSlice({TrackKind::states, 7, 0, 110'000});
        settle(session);
        QVERIFY(!pane.table()->currentIndex().isValid());
        pane.showSelection();
        QTRY_COMPARE(pane.count(), 2); // at the moment it began
        QCOMPARE(pane.table()->currentIndex().row(), 0);
        QVERIFY(!session.range()); // what other panes show stays
        QVERIFY(pane.headLine()->text().contains(QStringLiteral("around")));

        pane.filterField()->setText(QStringLiteral("nothing like this"));
        QVERIFY(!pane.table()->currentIndex().isValid());
        pane.showSelection();
        QVERIFY(pane.filterField()->text().isEmpty());
        QCOMPARE(pane.table()->currentIndex().row(), 0);

        const TimeRange range {0, 10};
        session.setRange(range);
        QTRY_COMPARE(pane.count(), 11);
        QVERIFY(!pane.table()->currentIndex().isValid());
        pane.showSelection();
        QTRY_COMPARE(pane.table()->currentIndex().row(), 0);
        QCOMPARE(pane.count(), 2);
        QCOMPARE(session.range(), std::optional(range));

        auto* all = pane.findChild<QToolButton*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(all && all->isVisible());
        all->click();
        QVERIFY(!session.range());
        QTRY_COMPARE_WITH_TIMEOUT(pane.count(), 100'000, 20'000);
        QVERIFY(!all->isVisible());

        RecordsPane early(&session); // asked before it has read anything
        early.showSelection();
        QTRY_COMPARE_WITH_TIMEOUT(early.count(), 2, 20'000);
        QCOMPARE(early.table()->currentIndex().row(), 0);
    }

    // A record is looked for on the clock that its time is on.
    void whatIsSelectedIsShownOnItsClock()
    {
        class ClocksDocument : public FakeDocument
        {
        public:
            explicit ClocksDocument(TimelinePtr timeline)
                : FakeDocument(std::move(timeline), 120'000)
            {
            }
            Result<Node> node(const NodeId& id) const override
            {
                auto found = FakeDocument::node(id);
                found->time = TimeRange {5'000, 5'000};
                found->axis = 1;
                return found;
            }
            Result<std::uint64_t> read(const RecordQuery& query, const RecordSink& sink,
                                       Job& job) const override
            {
                const std::lock_guard lock(m_mutex);
                m_asked = query;
                return FakeDocument::read(query, sink, job);
            }
            RecordQuery asked() const
            {
                const std::lock_guard lock(m_mutex);
                return m_asked;
            }

        private:
            mutable std::mutex m_mutex;
            mutable RecordQuery m_asked;
        };
        TimelineBuilder builder;
        builder.setAxes({ClockAxis {"first", ClockAxis::Kind::unknown, {0, 10}},
                         ClockAxis {"second", ClockAxis::Kind::unknown, {0, 10'000}}});
        auto made = std::make_unique<ClocksDocument>(builder.snapshot({0, 10}, 1, true));
        const ClocksDocument& document = *made;
        DocumentSession session(std::move(made));
        settle(session);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        RecordsPane pane(&session);
        pane.show();
        QTRY_COMPARE_WITH_TIMEOUT(pane.count(), 100'000, 20'000);
        QTRY_VERIFY(!pane.isReading());
        QCOMPARE(document.asked().clock, std::string("first"));
        QSignalSpy restricted(&pane, &RecordsPane::restrictedChanged);
        session.selectNode(NodeId {110'000, 0});
        settle(session);
        pane.showSelection();
        QTRY_COMPARE(document.asked().clock, std::string("second"));
        QVERIFY(document.asked().window == (TimeRange {5'000, 5'001}));
        QTRY_VERIFY(!restricted.isEmpty() && restricted.last().first().toBool());
    }

    void problemsAreFoundListedAndShown()
    {
        DocumentSession session(fake<DamagedDocument>());
        settle(session);
        ProblemsPane pane(&session);
        QSignalSpy counted(&pane, &ProblemsPane::countChanged);
        pane.resize(1400, 300);
        pane.show();
        settle(session);
        QVERIFY(pane.emptyLabel()->isVisible());
        QVERIFY(pane.emptyLabel()->text().contains(QStringLiteral("No problems found.")));
        pane.checkEverything();
        QTRY_VERIFY(!pane.isChecking());
        QTRY_COMPARE(pane.table()->model()->rowCount(), 2);
        QVERIFY(counted.last().first().toInt() == 2);
        QVERIFY(!pane.emptyLabel()->isVisible());
        // The worst comes first.
        QVERIFY(pane.table()
                    ->model()
                    ->index(0, ProblemsModel::reason)
                    .data()
                    .toString()
                    .contains(QStringLiteral("the worse one")));
        QCOMPARE(pane.table()->model()->index(0, ProblemsModel::lost).data().toString(),
                 QStringLiteral("20 B"));
        QVERIFY(pane.report().contains(QStringLiteral("a warning")));

        QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {}, {60, 8});
        settle(session);
        QCOMPARE(session.selection().bytes, (ByteRange {SourceId(0), 160, 20}));
        QCOMPARE(pane.preview()->caret(), std::uint64_t(160));
        // Two records hold the worse one, a third the warning.
        QTRY_COMPARE(pane.damageMap()->damagedCount(), std::size_t(3));
    }

    void aSoundCaptureSaysWhatWasChecked()
    {
        DocumentSession session(fake());
        settle(session);
        ProblemsPane pane(&session);
        pane.resize(800, 300);
        pane.show();
        settle(session);
        QVERIFY(pane.emptyLabel()->text().contains(QStringLiteral("Check everything")));
        pane.checkEverything();
        QTRY_VERIFY(!pane.isChecking());
        QTRY_VERIFY(pane.emptyLabel()->text().contains(QStringLiteral("was read")));
    }

    void theStructureFollowsAndFilters()
    {
        DocumentSession session(fake(3'000));
        settle(session);
        StructurePane pane(&session);
        pane.resize(304, 500);
        pane.show();
        session.selectNode(NodeId {1'234, 0});
        settle(session);
        QCOMPARE(pane.view()->currentNode()->label, "record 1234");
        settle(session); // the rows around it
        QTest::keyClick(pane.view(), Qt::Key_Down);
        settle(session);
        QCOMPARE(session.selection().node, std::optional(NodeId {1'235, 0}));

        pane.filterField()->setFocus();
        QTest::keyClicks(pane.filterField(), QStringLiteral("record 77"));
        QTRY_VERIFY(pane.hitList()->isVisible());
        QCOMPARE(pane.hitList()->model()->rowCount(), 11); // 77, 770 to 779
        QTest::keyClick(pane.hitList(), Qt::Key_Down);
        settle(session);
        QCOMPARE(session.selection().node, std::optional(NodeId {77, 0}));
        QTest::keyClick(pane.filterField(), Qt::Key_Escape);
        QVERIFY(pane.view()->isVisible());
        QCOMPARE(pane.view()->currentNode()->label, "record 77");

        QTest::keyClicks(pane.filterField(), QStringLiteral("no such thing"));
        QTRY_VERIFY(pane.hitList()->isVisible());
        QVERIFY(pane.hitList()->emptyText().contains(QStringLiteral("Nothing")));
    }

    // The whole tree is no hit: nothing of it is selected meanwhile.
    void enterAheadOfTheSearchChoosesTheFirstHit()
    {
        DocumentSession session(fake(3'000));
        settle(session);
        StructurePane pane(&session);
        pane.resize(304, 500);
        pane.show();
        pane.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
        pane.filterField()->setFocus();
        QTest::keyClicks(pane.filterField(), QStringLiteral("record 77"));
        QTest::keyClick(pane.filterField(), Qt::Key_Return);
        QVERIFY(!session.selection().node);
        QVERIFY(pane.view()->hasFocus());
        QTRY_VERIFY(pane.hitList()->hasFocus());
        QCOMPARE(pane.hitList()->currentIndex().row(), 0);
        settle(session);
        QCOMPARE(session.selection().node, std::optional(NodeId {77, 0}));
    }

    // In the label of a field an & is a key.
    void aNameIsAskedForLiterally()
    {
        class NamedDocument : public FakeDocument
        {
        public:
            using FakeDocument::FakeDocument;
            Result<Node> node(const NodeId& id) const override
            {
                auto node = FakeDocument::node(id);
                if (node && node->kind == NodeKind::capture)
                    node->label = "this & that" + std::string(1'000, 'x');
                return node;
            }
        };
        DocumentSession session(fake<NamedDocument>());
        settle(session);
        StructurePane pane(&session);
        pane.resize(304, 500);
        pane.show();
        session.selectNode(NodeId {3, 0});
        settle(session);
        QString asked;
        QTimer look; // the dialog comes when it is known how many children there are
        connect(&look, &QTimer::timeout, &pane, [&asked] {
            if (auto* const dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget())) {
                asked = dialog->labelText();
                dialog->reject();
            }
        });
        look.start(1);
        pane.goToNthChild();
        QTRY_VERIFY(!asked.isEmpty());
        QVERIFY2(asked.contains(QStringLiteral("this && that")), qPrintable(asked));
        QVERIFY(asked.size() < 200);
    }
};

QTEST_MAIN(TestRecordsModel)
#include "tst_records_model.moc"
