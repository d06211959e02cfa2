// The structure tree: items for what is expanded only, ranges in long lists, nodes found by id, errors in
// words.
#include "tests/support/fake_document.h"
#include "widgets/models/row_view.h"
#include "widgets/models/structure_model.h"
#include "widgets/models/structure_search.h"
#include "widgets/models/structure_view.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace traceglass;

namespace {

std::shared_ptr<FakeDocument> fake(std::uint64_t records)
{
    TimelineBuilder builder;
    return std::make_shared<FakeDocument>(builder.snapshot({0, 100}, records, true), records);
}

class BrokenDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;
    Result<std::uint64_t> childCount(const NodeId&) const override
    {
        return fail(Code::Stopped, "the list is damaged");
    }
};

// A list far longer than its bytes.
class LongDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;
    static constexpr std::uint64_t kCount = 200'000'000;
    Result<std::uint64_t> childCount(const NodeId&) const override { return kCount; }
    Result<std::vector<Node>> children(const NodeId&, std::uint64_t first, std::uint64_t count) const override
    {
        std::vector<Node> out;
        for (std::uint64_t i = first; i < std::min(kCount, first + count); ++i)
            out.emplace_back().label = "record " + std::to_string(i);
        return out;
    }
};

// Every record refers to the one with twice its number.
class LinkedDocument : public FakeDocument
{
public:
    using FakeDocument::FakeDocument;
    Result<std::vector<Node>> children(const NodeId& id, std::uint64_t first,
                                       std::uint64_t count) const override
    {
        auto nodes = FakeDocument::children(id, first, count);
        for (Node& node : *nodes)
            node.link = NodeId {2 * node.id.place, 0};
        return nodes;
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
        QCOMPARE(root.data().toString(), QStringLiteral("fake.bin"));
        QVERIFY(model.canFetchMore(root));
        QCOMPARE(model.rowCount(root), 0);
        model.fetchMore(root);
        QCOMPARE(model.rowCount(root), 30);
        QCOMPARE(model.index(7, 0, root).data().toString(), QStringLiteral("record 7"));
        QCOMPARE(model.index(7, 1, root).data().toString(), QStringLiteral("16"));
        QCOMPARE(model.parent(model.index(7, 0, root)), root);
        QCOMPARE(model.index(7, 0, root).data(kTintRole).toInt(), int(Tint::taskStart));
        QVERIFY(!model.hasChildren(model.index(7, 0, root)));
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void longListsNestInRanges()
    {
        StructureModel model(fake(25'000));
        const QModelIndex root = model.index(0, 0);
        model.fetchMore(root);
        QCOMPARE(model.rowCount(root), 3);
        const QModelIndex last = model.index(2, 0, root);
        QCOMPARE(last.data().toString(), QStringLiteral("20,000–24,999"));
        QCOMPARE(last.data(kValueRole).toString(), QStringLiteral("5,000 records"));
        QVERIFY(!model.nodeAt(last));
        model.fetchMore(last);
        QCOMPARE(model.rowCount(last), 5'000);
        QCOMPARE(model.index(4'999, 0, last).data().toString(), QStringLiteral("record 24999"));
    }

    void rangesNestInRanges()
    {
        TimelineBuilder builder;
        StructureModel model(std::make_shared<LongDocument>(builder.snapshot({0, 1}, 1, true), 1));
        const QModelIndex root = model.index(0, 0);
        const QModelIndex far = model.nthChild(root, 123'456'789);
        QVERIFY(far.isValid());
        QCOMPARE(far.data().toString(), QStringLiteral("record 123456789"));
        QVERIFY(!model.nthChild(root, 200'000'000).isValid());
    }

    void nodesAreFoundById()
    {
        StructureModel model(fake(25'000));
        const QModelIndex index = model.indexFor(NodeId {12'345, 0});
        QVERIFY(index.isValid());
        QCOMPARE(model.nodeAt(index)->id, (NodeId {12'345, 0}));
        QVERIFY(!model.nodeAt(index.parent())); // a range
        QCOMPARE(model.indexFor(model.nodeAt(model.index(0, 0))->id), model.index(0, 0));
    }

    void errorsAreRows()
    {
        TimelineBuilder builder;
        StructureModel model(std::make_shared<BrokenDocument>(builder.snapshot({0, 1}, 1, true), 5));
        const QModelIndex root = model.index(0, 0);
        model.fetchMore(root);
        QCOMPARE(model.rowCount(root), 1);
        QVERIFY(model.index(0, 0, root).data().toString().contains(QStringLiteral("the list is damaged")));
        QCOMPARE(model.index(0, 0, root).data(kSeverityRole).toInt(), int(Severity::error));
    }

    void keysOpenCloseAndClimb()
    {
        StructureModel model(fake(30));
        StructureView view;
        view.setModel(&model);
        view.resize(300, 400);
        view.show();
        const QModelIndex root = model.index(0, 0);
        view.setCurrentIndex(root);
        QSignalSpy chosen(&view, &StructureView::nodeChosen);
        QTest::keyClick(&view, Qt::Key_Right);
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
        view.showNode(NodeId {9, 0}); // following does not choose
        QCOMPARE(view.currentNode()->label, "record 9");
        const auto before = chosen.count();
        QTest::keyClick(&view, Qt::Key_Backspace);
        QCOMPARE(view.currentIndex(), root);
        QCOMPARE(chosen.count(), before + 1);
    }

    void linksAreFollowed()
    {
        TimelineBuilder builder;
        StructureModel model(std::make_shared<LinkedDocument>(builder.snapshot({0, 100}, 30, true), 30));
        StructureView view;
        view.setModel(&model);
        view.show();
        view.setCurrentIndex(model.index(0, 0));
        QSignalSpy chosen(&view, &StructureView::nodeChosen);
        QTest::keyClick(&view, Qt::Key_Return, Qt::ControlModifier); // refers to nothing
        QCOMPARE(chosen.count(), 0);
        view.showNode(NodeId {9, 0});
        const bool expanded = view.isExpanded(view.currentIndex());
        QTest::keyClick(&view, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().value<NodeId>(), (NodeId {18, 0}));
        QCOMPARE(view.isExpanded(view.currentIndex()), expanded);
    }

    void searchIsBounded()
    {
        Job job;
        const auto document = fake(1'000'000);
        const StructureHits some = searchStructure(*document, QStringLiteral("RECORD 77"), job);
        QVERIFY(!some.hits.empty());
        QCOMPARE(some.hits.front().node.label, "record 77");
        QVERIFY(some.cut);
        QCOMPARE(some.visited, kMostVisited);
        const StructureHits kinds = searchStructure(*document, QStringLiteral("record"), job);
        QCOMPARE(kinds.hits.size(), kMostHits);
        const StructureHits owner = searchStructure(*document, QStringLiteral("0x7b"), job);
        QCOMPARE(owner.hits.front().node.label, "record 7");
    }
};

QTEST_MAIN(TestStructureModel)
#include "tst_structure_model.moc"
