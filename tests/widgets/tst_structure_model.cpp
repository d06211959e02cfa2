// The structure tree: items for what is expanded only, ranges in long lists, nodes found by id, errors in
// words.
#include "core/ask/resolve.h"
#include "tests/support/fake_document.h"
#include "tests/support/settle.h"
#include "widgets/models/row_view.h"
#include "widgets/models/structure_model.h"
#include "widgets/models/structure_view.h"
#include "widgets/session/asker.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace traceglass;

namespace {

template <class Kind = FakeDocument>
std::shared_ptr<const Capture> fake(std::uint64_t records)
{
    return std::make_shared<Capture>(std::make_shared<Kind>(nullptr, records));
}

std::vector<Resolved::Level> wayTo(const Capture& capture, std::uint64_t record)
{
    Job job;
    return resolve(documentOf(capture.document()), {}, NodeId {record, 0}, job).way;
}

// Its rows are there then.
void fetch(StructureModel& model, const QModelIndex& parent)
{
    model.fetchMore(parent);
    settle(model);
}

// A row is asked for when it is looked at.
QString textOf(const StructureModel& model, const QModelIndex& row, int role = Qt::DisplayRole)
{
    (void)row.data(role);
    settle(model);
    return row.data(role).toString();
}

class BrokenDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;
    Result<std::uint64_t> childCount() const override { return fail(Code::Stopped, "the list is damaged"); }
};

// A list far longer than its bytes.
class LongDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;
    static constexpr std::uint64_t kCount = 200'000'000;
    Result<std::uint64_t> childCount() const override { return kCount; }
};

// Every record refers to the one with twice its number.
class LinkedDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;
    Result<Node> node(const NodeId& id) const override
    {
        auto node = FakeDocument::node(id);
        if (node->kind == NodeKind::record)
            node->link = NodeId {2 * id.place, 0};
        return node;
    }
};

}

class TestStructureModel : public QObject
{
    Q_OBJECT

private slots:
    void behavesAsAModel()
    {
        StructureModel model(fake(30));
        const QModelIndex root = model.index(0, 0);
        QCOMPARE(root.data().toString(), QStringLiteral("fake.bin")); // before anything was answered
        QVERIFY(model.canFetchMore(root));
        QCOMPARE(model.rowCount(root), 0);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.fetchMore(root);
        QVERIFY(model.isWaiting());
        QCOMPARE(model.rowCount(root), 0);
        settle(model);
        QCOMPARE(root.data().toString(), QStringLiteral("fake.bin"));
        QVERIFY(!model.canFetchMore(root));
        QCOMPARE(model.rowCount(root), 30);
        QCOMPARE(model.index(7, 0, root).data().toString(), QStringLiteral("record 7"));
        QCOMPARE(model.index(7, 1, root).data().toString(), QStringLiteral("16"));
        QCOMPARE(model.parent(model.index(7, 0, root)), root);
        QCOMPARE(model.index(7, 0, root).data(kTintRole).toInt(), int(Tint::taskStart));
        QVERIFY(!model.hasChildren(model.index(7, 0, root)));
    }

    void longListsNestInRanges()
    {
        StructureModel model(fake(25'000));
        const QModelIndex root = model.index(0, 0);
        fetch(model, root);
        QCOMPARE(model.rowCount(root), 3);
        const QModelIndex last = model.index(2, 0, root);
        QCOMPARE(last.data().toString(), QStringLiteral("20,000–24,999"));
        QCOMPARE(last.data(kValueRole).toString(), QStringLiteral("5,000 records"));
        QVERIFY(!model.nodeAt(last));
        fetch(model, last);
        QCOMPARE(model.rowCount(last), 5'000);
        QCOMPARE(textOf(model, model.index(4'999, 0, last)), QStringLiteral("record 24999"));
    }

    // To Qt each row that is told as changed costs, also where nobody sees it.
    void refreshingTellsRowsWhenTheyHaveCome()
    {
        StructureModel model(fake(9'000));
        const QModelIndex root = model.index(0, 0);
        fetch(model, root);
        const QModelIndex seen = model.index(5'000, 0, root);
        QCOMPARE(textOf(model, seen), QStringLiteral("record 5000"));
        const QSignalSpy refreshed(&model, &StructureModel::refreshed);
        const QSignalSpy changed(&model, &StructureModel::dataChanged);
        model.refresh();
        QCOMPARE(refreshed.size(), 1);
        QCOMPARE(changed.size(), 0);
        (void)textOf(model, seen); // as when it is painted
        bool isTold = false;
        for (const QList<QVariant>& each : changed) {
            const auto first = each[0].toModelIndex(), last = each[1].toModelIndex();
            QVERIFY(last.row() - first.row() < 256);
            isTold = isTold || (first.parent() == root && first.row() <= 5'000 && 5'000 <= last.row());
        }
        QVERIFY(isTold);
    }

    void rangesNestInRanges()
    {
        const auto capture = fake<LongDocument>(1);
        StructureModel model(capture);
        QModelIndex at = model.index(0, 0);
        fetch(model, at);
        int ranges = 0;
        for (std::uint64_t first = 0, length = LongDocument::kCount; length > 10'000; ++ranges) {
            const int rows = model.rowCount(at);
            QVERIFY2(rows > 1 && rows <= 20'000, qPrintable(QString::number(rows)));
            const std::uint64_t step = (length + std::uint64_t(rows) - 1) / std::uint64_t(rows);
            QCOMPARE(rangeSize(length), step);
            at = model.index(static_cast<int>((123'456'789 - first) / step), 0, at);
            first += static_cast<std::uint64_t>(at.row()) * step;
            length = step;
            fetch(model, at);
        }
        QVERIFY(ranges > 1);
        at = model.index(123'456'789 % 10'000, 0, at);
        QCOMPARE(textOf(model, at), QStringLiteral("record 123456789"));
        auto way = wayTo(*capture, 123'456'789);
        QCOMPARE(model.indexFor(way), at);
        way.back().position = LongDocument::kCount; // as of another state of the file
        QCOMPARE(model.indexFor(way), QModelIndex());
    }

    void nodesAreFoundById()
    {
        const auto capture = fake(25'000);
        StructureModel model(capture);
        const QModelIndex index = model.indexFor(wayTo(*capture, 12'345));
        QVERIFY(index.isValid());
        QCOMPARE(model.nodeAt(index)->id, (NodeId {12'345, 0})); // at once, with its label
        QCOMPARE(index.data().toString(), QStringLiteral("record 12345"));
        QVERIFY(!model.nodeAt(index.parent())); // a range
        QCOMPARE(model.indexFor({}), model.index(0, 0));
        settle(model);
        QCOMPARE(model.nodeAt(index)->id, (NodeId {12'345, 0})); // and with the page around it
        QCOMPARE(index.siblingAtRow(index.row() + 1).data().toString(), QStringLiteral("record 12346"));
    }

    void errorsAreRows()
    {
        StructureModel model(fake<BrokenDocument>(5));
        const QModelIndex root = model.index(0, 0);
        fetch(model, root);
        QCOMPARE(model.rowCount(root), 1);
        QVERIFY(model.index(0, 0, root).data().toString().contains(QStringLiteral("the list is damaged")));
        QCOMPARE(model.index(0, 0, root).data(kSeverityRole).toInt(), int(Severity::error));
    }

    void keysOpenCloseAndClimb()
    {
        const auto capture = fake(30);
        StructureModel model(capture);
        StructureView view;
        view.setModel(&model);
        view.resize(300, 400);
        view.show();
        settle(model);
        const QModelIndex root = model.index(0, 0);
        view.setCurrentIndex(root);
        QSignalSpy chosen(&view, &StructureView::nodeChosen);
        QTest::keyClick(&view, Qt::Key_Right);
        settle(model);
        QVERIFY(view.isExpanded(root));
        QTest::keyClick(&view, Qt::Key_Right); // to the first child
        QCOMPARE(view.currentNode()->label, "record 0");
        QCOMPARE(chosen.count(), 1);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.currentNode()->label, "record 1");
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.currentIndex(), root);
        QTest::keyClick(&view, Qt::Key_Left);
        QVERIFY(!view.isExpanded(root));
        QTest::keyClick(&view, Qt::Key_Return);
        QVERIFY(view.isExpanded(root));
        view.showWay(wayTo(*capture, 9)); // following does not choose
        QCOMPARE(view.currentNode()->label, "record 9");
        const auto before = chosen.count();
        QTest::keyClick(&view, Qt::Key_Backspace);
        QCOMPARE(view.currentIndex(), root);
        QCOMPARE(chosen.count(), before + 1);
    }

    void linksAreFollowed()
    {
        const auto capture = fake<LinkedDocument>(30);
        StructureModel model(capture);
        StructureView view;
        view.setModel(&model);
        view.show();
        settle(model);
        view.setCurrentIndex(model.index(0, 0));
        QSignalSpy followed(&view, &StructureView::linkFollowed);
        QTest::keyClick(&view, Qt::Key_Return, Qt::ControlModifier); // refers to nothing
        QCOMPARE(followed.count(), 0);
        view.showWay(wayTo(*capture, 9));
        const bool expanded = view.isExpanded(view.currentIndex());
        QTest::keyClick(&view, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(followed.count(), 1);
        QCOMPARE(followed.first().first().value<NodeId>(), (NodeId {18, 0}));
        QCOMPARE(view.isExpanded(view.currentIndex()), expanded);
    }
};

QTEST_MAIN(TestStructureModel)
#include "tst_structure_model.moc"
