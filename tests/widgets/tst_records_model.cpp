// The Problems tab and the Structure pane: what they list, sort, filter, select and say when empty.
#include "tests/support/fake_document.h"
#include "tests/support/settle.h"
#include "widgets/hex/hex_view.h"
#include "widgets/models/damage_map.h"
#include "widgets/models/problems_model.h"
#include "widgets/models/problems_pane.h"
#include "widgets/models/row_view.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/session/document_session.h"

#include <QApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>
#include <memory>

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

}

class TestRecordsModel : public QObject
{
    Q_OBJECT

private slots:
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
