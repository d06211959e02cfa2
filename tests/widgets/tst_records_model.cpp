// The Problems tab and the Structure pane: what they list, sort, filter, select and say when empty.
#include "tests/support/fake_document.h"
#include "tests/support/settle.h"
#include "widgets/hex/hex_view.h"
#include "widgets/models/damage_map.h"
#include "widgets/models/long_list.h"
#include "widgets/models/node_hits_model.h"
#include "widgets/models/node_list.h"
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
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
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
        pane.resize(1400, 300);
        pane.show();
        settle(session);
        QVERIFY(pane.emptyLabel()->isVisible());
        QVERIFY(pane.emptyLabel()->text().contains(QStringLiteral("No problems found.")));
        pane.checkEverything();
        QTRY_VERIFY(!pane.isChecking());
        QTRY_COMPARE(pane.table()->model()->rowCount(), 2);
        QCOMPARE(session.capture()->problems().total(), std::uint64_t(2));
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
        QCOMPARE(pane.findChild<HexView*>()->caret(), std::uint64_t(160));
        // Two records hold the worse one, a third the warning.
        QTRY_COMPARE(pane.findChild<DamageMap*>()->damagedCount(), std::size_t(3));
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
        QTest::keyClick(pane.view(), Qt::Key_End); // whose page has not come yet
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {2'999, 0}));

        pane.filterField()->setFocus();
        QTest::keyClicks(pane.filterField(), QStringLiteral("\"record 77\""));
        QTRY_VERIFY(pane.hits()->isVisible());
        QTRY_COMPARE(pane.hits()->table()->model()->rowCount(), 11); // 77, 770 to 779
        QTRY_COMPARE(pane.hits()->headLine()->text(), QStringLiteral("11 hits · 3,001 nodes looked at"));
        QVERIFY(!pane.hits()->stopButton()->isVisible());
        QTest::keyClick(pane.hits()->table(), Qt::Key_Down);
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {77, 0}));
        settle(session);
        QTest::keyClick(pane.filterField(), Qt::Key_Escape);
        QVERIFY(pane.view()->isVisible());
        QCOMPARE(pane.view()->currentNode()->label, "record 77");

        QTest::keyClicks(pane.filterField(), QStringLiteral("no such thing"));
        QTRY_VERIFY(pane.hits()->isVisible());
        QVERIFY(pane.hits()->table()->emptyText().contains(QStringLiteral("Nothing")));
    }

    // What is no query says why, and leaves what was found before.
    void theStructureIsFilteredByAQuery()
    {
        DocumentSession session(fake(3'000));
        settle(session);
        StructurePane pane(&session);
        pane.resize(304, 500);
        pane.show();
        const auto filter = [&](const char* text) {
            pane.filterField()->clear();
            QTest::keyClicks(pane.filterField(), QString::fromLatin1(text));
        };
        filter("kind = record /77$/ not 177");
        QTRY_VERIFY(pane.hits()->isVisible());
        QTRY_COMPARE(pane.hits()->model()->total(), 26u); // of 30
        QTest::keyClicks(pane.filterField(), QStringLiteral(" kind = rekord"));
        QTRY_COMPARE(pane.hits()->headLine()->text(), QStringLiteral("`rekord` is no kind · record?"));
        QCOMPARE(pane.hits()->model()->total(), 26u);
        QVERIFY(pane.hits()->isVisible());
    }

    // However many there are: the last one is at the end of the scroll bar.
    void allHitsAreListed()
    {
        DocumentSession session(fake(300'000));
        settle(session);
        StructurePane pane(&session);
        pane.resize(304, 500);
        pane.show();
        QTest::keyClicks(pane.filterField(), QStringLiteral("record"));
        QTRY_VERIFY(pane.hits()->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(pane.hits()->headLine()->text(),
                                  QStringLiteral("300,000 hits · 300,001 nodes looked at"), 20'000);
        QTRY_COMPARE(pane.hits()->model()->total(), 300'000u);
        QTest::keyClick(pane.hits()->table(), Qt::Key_End);
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {299'999, 0}));
        settle(session);
        QCOMPARE(pane.hits()->list()->current(), std::optional<std::uint64_t>(299'999));
        QCOMPARE(pane.hits()->list()->scrollBar()->value(), pane.hits()->list()->scrollBar()->maximum());
    }

    void whatWasFoundStaysWhenItIsStopped()
    {
        class Endless : public FakeDocument
        {
        public:
            using FakeDocument::FakeDocument;
            Result<std::uint64_t> childCount() const override { return std::uint64_t(1) << 40; }
        };
        DocumentSession session(fake<Endless>(3'000));
        settle(session);
        StructurePane pane(&session);
        pane.resize(304, 500);
        pane.show();
        QTest::keyClicks(pane.filterField(), QStringLiteral("record"));
        QTRY_VERIFY(pane.hits()->stopButton()->isVisible());
        QTRY_VERIFY(pane.hits()->model()->total() > 1'000);
        QTest::mouseClick(pane.hits()->stopButton(), Qt::LeftButton);
        QVERIFY(!pane.hits()->stopButton()->isVisible());
        QVERIFY(pane.hits()->headLine()->text().endsWith(QStringLiteral("stopped")));
        QTRY_VERIFY(pane.hits()->model()->isThere(0));
        QTest::keyClick(pane.hits()->table(), Qt::Key_Home);
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {0, 0}));
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
        QTRY_VERIFY(pane.hits()->table()->hasFocus());
        QTRY_COMPARE(pane.hits()->table()->currentIndex().row(), 0);
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {77, 0}));
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

    // What was over the second column for a moment leaves no hole in a name that runs on into it.
    void namesAreWholeWhereAPartIsPaintedAgain()
    {
        class NamedDocument : public FakeDocument
        {
        public:
            using FakeDocument::FakeDocument;
            Result<Node> node(const NodeId& id) const override
            {
                auto node = FakeDocument::node(id);
                if (node && node->kind == NodeKind::capture)
                    node->label = std::string(100, 'x');
                return node;
            }
        };
        DocumentSession session(fake<NamedDocument>());
        settle(session);
        StructurePane pane(&session);
        pane.resize(304, 500);
        pane.show();
        settle(session);
        QWidget& viewport = *pane.view()->viewport();
        const QImage whole = viewport.grab().toImage();
        QImage again = whole;
        const QRect part(pane.view()->columnViewportPosition(1), 0, pane.view()->columnWidth(1),
                         viewport.height());
        QPainter painter(&again);
        painter.fillRect(part, Qt::red);
        viewport.render(&painter, part.topLeft(), part, QWidget::DrawWindowBackground);
        painter.end();
        QCOMPARE(again, whole);
    }
};

QTEST_MAIN(TestRecordsModel)
#include "tst_records_model.moc"
