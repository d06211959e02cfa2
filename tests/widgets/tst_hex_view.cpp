// The hex view and the Bytes pane with real events: keys, mouse, copying, following the selection, going and
// finding.
#include "core/base/text.h"
#include "core/formats/formats.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "tests/support/fake_document.h"
#include "tests/support/open_capture.h"
#include "tests/support/settle.h"
#include "tests/support/sources_document.h"
#include "tests/support/used_time.h"
#include "widgets/common/elided_label.h"
#include "widgets/hex/byte_inspector.h"
#include "widgets/hex/bytes_pane.h"
#include "widgets/models/record_table_model.h"
#include "widgets/models/row_view.h"
#include "widgets/notes/note_colors.h"
#include "widgets/session/document_session.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace traceglass;

namespace {

std::unique_ptr<FakeDocument> fake(std::uint64_t records = 64)
{
    TimelineBuilder builder;
    return std::make_unique<FakeDocument>(builder.snapshot({0, 100}, records, true), records);
}

SourcePtr counting(std::size_t size)
{
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<std::byte>(i);
    return std::make_shared<MemorySource>("counting", std::move(bytes));
}

// Bytes that must be decoded first, which takes until they are let go.
class SlowSource : public MemorySource
{
public:
    using MemorySource::MemorySource;
    std::size_t read(std::uint64_t offset, std::span<std::byte> out) const override
    {
        m_mayRead.wait(false);
        return MemorySource::read(offset, out);
    }
    void letGo() const
    {
        m_mayRead = true;
        m_mayRead.notify_all();
    }

private:
    mutable std::atomic<bool> m_mayRead {false};
};

// Of a document whose first kilobyte comes last.
class LateBeginning : public FakeDocument
{
public:
    class Source : public MemorySource
    {
    public:
        using MemorySource::MemorySource;
        std::size_t read(std::uint64_t offset, std::span<std::byte> out) const override
        {
            if (offset < 1024)
                m_mayRead.wait(false);
            return MemorySource::read(offset, out);
        }
        void letGo()
        {
            m_mayRead = true;
            m_mayRead.notify_all();
        }

    private:
        std::atomic<bool> m_mayRead {false};
    };

    explicit LateBeginning(std::shared_ptr<Source> source)
        : FakeDocument(TimelineBuilder().snapshot({0, 100}, 0, true), source->size() / kRecordSize)
        , m_late(std::move(source))
    {
    }
    Result<SourcePtr> source(SourceId) const override { return SourcePtr(m_late); }

private:
    std::shared_ptr<Source> m_late;
};

void open(HexView& view, const SourcePtr& source)
{
    view.setCapture(std::make_shared<Capture>(std::make_shared<SourcesDocument>(source)));
    view.setSource(SourceId(0), QString::fromStdString(source->name()), source->size());
}

// What is in the clipboard then.
QString copied(HexView& view, HexView::BytesAs as)
{
    QGuiApplication::clipboard()->clear();
    view.copy(as);
    settle(view);
    return QGuiApplication::clipboard()->text();
}

QPoint cell(const HexView& view, int row, int column)
{
    const HexLayout& layout = view.layout();
    return {layout.hexX(column) + 6, view.headHeight() + row * layout.rowHeight() + 6};
}

}

class TestHexView : public QObject
{
    Q_OBJECT

private slots:
    void keysMoveTheCaret()
    {
        HexView view;
        open(view, counting(1000));
        view.resize(view.sizeHint().width(), 400);
        view.show();
        QSignalSpy moved(&view, &HexView::caretMoved);
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.caret(), std::uint64_t(17));
        QTest::keyClick(&view, Qt::Key_Home);
        QCOMPARE(view.caret(), std::uint64_t(16));
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(view.caret(), std::uint64_t(31));
        QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(view.caret(), std::uint64_t(999));
        QVERIFY(view.shown().offset > 0);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.caret(), std::uint64_t(999));
        QTest::keyClick(&view, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(&view, Qt::Key_Up);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.caret(), std::uint64_t(0));
        QTest::keyClick(&view, Qt::Key_PageDown);
        QVERIFY(view.caret() >= 16 * 10);
        QVERIFY(moved.count() >= 8);
    }

    void whatIsSelectedIsShownWhole()
    {
        HexView view;
        open(view, counting(4000));
        view.resize(view.sizeHint().width(), 300);
        view.show();
        const std::uint64_t rows = view.shown().length / HexLayout::kBytes - 1; // the last one is cut
        QVERIFY(rows > 9);
        const auto lines = [&](std::uint64_t offset, std::uint64_t count) {
            return ByteRange {SourceId(0), offset * HexLayout::kBytes, count * HexLayout::kBytes};
        };
        const auto show = [&](const ByteRange& range) {
            view.setCaret(range.offset);
            view.setHighlight(range.offset, range.length);
            view.reveal(range.offset, range.length);
            return view.shown().offset / HexLayout::kBytes;
        };
        QCOMPARE(show(lines(rows - 1, 1)), 0u);                  // it is there
        QCOMPARE(show(lines(rows - 1, 2)), rows - 1 - rows / 3); // its second line was not
        QCOMPARE(show(lines(100, 1)), 100 - rows / 3);
        QCOMPARE(show(lines(150, rows)), 150u); // from its first line on
        QCOMPARE(show(lines(50, 99)), 50u);

        (void)show(lines(100, 2));
        view.scrollToRow(100 - rows + 2); // its lines are the last ones
        view.resize(view.width(), 300 - 5 * view.layout().rowHeight());
        const ByteRange shown = view.shown();
        QVERIFY(shown.offset <= 100 * HexLayout::kBytes && shown.end() >= 102 * HexLayout::kBytes);
        view.scrollToRow(0); // who has scrolled away stays there
        view.resize(view.width(), 150);
        QCOMPARE(view.shown().offset, 0u);

        HexView later; // what it is to show is known before it is shown
        open(later, counting(4000));
        later.setHighlight(100 * HexLayout::kBytes + 8, 16);
        later.reveal(100 * HexLayout::kBytes + 8, 16);
        later.resize(view.width(), 150);
        later.show();
        const std::uint64_t end = later.shown().end() - HexLayout::kBytes; // of the last whole line
        QVERIFY(later.shown().offset <= 100 * HexLayout::kBytes && end >= 102 * HexLayout::kBytes);
    }

    void selectingAndCopying()
    {
        HexView view;
        open(view, counting(100));
        view.resize(view.sizeHint().width(), 300);
        view.show();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, cell(view, 1, 2));
        QCOMPARE(view.caret(), std::uint64_t(18));
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(view.marked(), (ByteRange {SourceId(0), 18, 4}));
        QCOMPARE(copied(view, HexView::BytesAs::hex), QStringLiteral("12 13 14 15"));
        QVERIFY(copied(view, HexView::BytesAs::cArray)
                    .contains(QStringLiteral("bytes[4] = {\n    0x12, 0x13, 0x14, 0x15,\n};")));
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("12 13 14 15"));

        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, cell(view, 4, 1)); // 65: "A"
        QTest::mouseMove(view.viewport(), cell(view, 4, 3));
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, cell(view, 4, 3));
        QCOMPARE(view.marked(), (ByteRange {SourceId(0), 65, 3}));
        QCOMPARE(copied(view, HexView::BytesAs::text), QStringLiteral("ABC"));
    }

    void decodingHappensElsewhere()
    {
        const auto slow = std::make_shared<SlowSource>("slow", std::vector<std::byte>(64, std::byte(0x41)));
        HexView view;
        const auto letGo = qScopeGuard([&] { slow->letGo(); }); // however this ends
        view.resize(view.sizeHint().width(), 300);
        view.show();
        open(view, slow);
        QVERIFY(view.isWaiting());
        QTRY_VERIFY(view.isDecoding()); // once it has taken a while
        view.grab();
        slow->letGo();
        QTRY_VERIFY(!view.isDecoding());
        QCOMPARE(copied(view, HexView::BytesAs::text), QStringLiteral("A"));
    }

    // Who went on meanwhile sees the page that is meant, with the records in it.
    void aPageThatComesLateIsNotShown()
    {
        const auto source = std::make_shared<LateBeginning::Source>("late", std::vector<std::byte>(65'536));
        const auto letGo = qScopeGuard([&] { source->letGo(); }); // however this ends
        const auto capture = std::make_shared<Capture>(std::make_shared<LateBeginning>(source));
        HexView view;
        view.resize(view.sizeHint().width(), 300);
        view.show();
        view.setCapture(capture);
        view.setSource(SourceId(0), QStringLiteral("late"), source->size());
        QTRY_VERIFY(view.isDecoding());
        QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
        const auto areShown = [&] {
            const std::vector<Record> records = view.shownRecords();
            return !records.empty() && records.front().range.offset <= view.shown().offset
                && records.back().range.end() >= view.shown().end();
        };
        QTRY_VERIFY(!view.isWaiting() && !view.isDecoding());
        QCOMPARE(view.caret(), source->size() - 1);
        QVERIFY(areShown());
        source->letGo();
        settleWhile([&] { return view.isWaiting() || !capture->worker().isIdle(); });
        QVERIFY(areShown());
        QTest::keyClick(&view, Qt::Key_Home, Qt::ControlModifier);
        settle(view);
        QCOMPARE(view.shown().offset, std::uint64_t(0));
        QVERIFY(areShown());
    }

    void whatCannotBeOpenedHasNoBytes()
    {
        DocumentSession session(std::make_unique<SourcesDocument>(fail(Code::FileUnreadable, "it is gone")));
        BytesPane pane(&session);
        pane.resize(1400, 300);
        pane.show();
        settle(session);
        QVERIFY(!pane.view()->hasSource());
        pane.grab();
    }

    void highlightIsPainted()
    {
        HexView view;
        open(view, counting(256));
        view.resize(view.sizeHint().width(), 300);
        view.show();
        settle(view);
        const QImage before = view.grab().toImage();
        view.setHighlight(32, 20, {32, 35});
        QVERIFY(view.grab().toImage() != before);
        QCOMPARE(view.marked(), (ByteRange {SourceId(0), 32, 20}));
    }

    void aPageIsPaintedQuickly()
    {
        HexView view;
        open(view, counting(100'000));
        view.resize(view.sizeHint().width(), 800);
        view.show();
        settle(view);
        view.grab(); // draws the pictures of the bytes
        QImage target(view.viewport()->size(), QImage::Format_ARGB32_Premultiplied);
        QBENCHMARK
        {
            view.viewport()->render(&target);
        }
    }

    void hugeSources()
    {
        HexView view;
        open(view, std::make_shared<HugeSource>());
        view.resize(view.sizeHint().width(), 300);
        view.show();
        QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(view.caret(), (std::uint64_t(1) << 40) - 1);
        QCOMPARE(view.shown().end(), std::uint64_t(1) << 40);
        QCOMPARE(copied(view, HexView::BytesAs::hex), QStringLiteral("07"));
        view.grab();
    }

    void theSelectionIsFollowedAndSet()
    {
        DocumentSession session(fake());
        settle(session);
        BytesPane pane(&session);
        pane.resize(1400, 300);
        pane.show();
        session.selectNode(NodeId {20, 0});
        settle(session);
        QCOMPARE(pane.view()->caret(), std::uint64_t(320));
        QCOMPARE(pane.view()->marked(), (ByteRange {SourceId(0), 320, 16}));
        auto* records = dynamic_cast<RecordTableModel*>(pane.recordTable()->model());
        QVERIFY(records->rowCount() > 0);
        QCOMPARE(records->recordAt(pane.recordTable()->currentIndex().row()).node, (NodeId {20, 0}));

        // A click on a byte selects the record around it and lights all of it.
        QSignalSpy moved(&pane, &BytesPane::caretMoved);
        pane.view()->scrollToRow(0);
        QTest::mouseClick(pane.view()->viewport(), Qt::LeftButton, {}, cell(*pane.view(), 2, 5));
        QCOMPARE(moved.count(), 1);
        QTRY_COMPARE(session.selection().node, std::optional(NodeId {2, 0}));
        QCOMPARE(session.selection().caret, std::uint64_t(37));
        QTRY_COMPARE(pane.view()->marked(), (ByteRange {SourceId(0), 32, 16}));
        QCOMPARE(pane.view()->caret(), std::uint64_t(37));

        // A row of the table selects, too.
        settle(session);
        QVERIFY(records->rowCount() > 5);
        const NodeId fourth = records->recordAt(4).node;
        pane.recordTable()->setCurrentIndex(records->index(4, 0));
        settle(session);
        QCOMPARE(session.selection().node, std::optional(fourth));

        // A mark that grows is told a moment later, or when somebody asks.
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(pane.view(), Qt::Key_Right, Qt::ShiftModifier);
        const ByteRange marked = pane.view()->marked();
        QVERIFY(marked.length > 2);
        pane.tellNow();
        settle(session);
        QCOMPARE(session.selection().bytes, marked);
    }

    void decodedAndStoredBytesAreBothThere()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("packed.rdf")).toStdString();
        auto writer = rdf::RdfWriter::create(path);
        QVERIFY(writer);
        const std::string text = "what was packed, what was packed, what was packed";
        QVERIFY(writer->add({.id = "Packed", .compression = rdf::Compression::zstd}, {}, asBytes(text)));
        QVERIFY(writer->finish());
        auto document = openCapture(path);
        QVERIFY(document);
        DocumentSession session(std::move(*document));
        settle(session);
        BytesPane pane(&session);
        pane.resize(1400, 300);
        pane.show();
        settle(session);
        QVERIFY(pane.sourceBox()->itemText(0).startsWith(QStringLiteral("packed.rdf · ")));

        const auto node = documentOf(session.capture()->document()).structure()->find("/chunks/0/data");
        QVERIFY(node);
        session.selectNode(*node);
        settle(session);
        QVERIFY(pane.sourceBox()->itemText(0).startsWith(QStringLiteral("decoded: ")));
        QVERIFY(pane.sourceBox()->itemText(1).startsWith(QStringLiteral("stored: packed.rdf")));
        QCOMPARE(copied(*pane.view(), HexView::BytesAs::text), QString::fromStdString(text));

        // The stored bytes begin with the number of a zstd frame; then back to the decoded ones.
        emit pane.sourceBox()->activated(1);
        settle(session);
        QCOMPARE(pane.view()->sourceId(), SourceId(0));
        QVERIFY(copied(*pane.view(), HexView::BytesAs::hex).startsWith(QStringLiteral("28 b5 2f fd ")));
        QCOMPARE(pane.sourceBox()->currentText().left(8), QStringLiteral("stored: "));
        const int decoded = pane.sourceBox()->findText(QStringLiteral("decoded: "), Qt::MatchStartsWith);
        QVERIFY(decoded >= 0);
        emit pane.sourceBox()->activated(decoded);
        settle(session);
        QCOMPARE(copied(*pane.view(), HexView::BytesAs::text), QString::fromStdString(text));

        // Chosen again before the other one is open it stays.
        for (const QString& entry : {QStringLiteral("stored: "), QStringLiteral("decoded: ")})
            emit pane.sourceBox()->activated(pane.sourceBox()->findText(entry, Qt::MatchStartsWith));
        settle(session);
        QCOMPARE(copied(*pane.view(), HexView::BytesAs::text), QString::fromStdString(text));

        // What was searched for in one source is searched for in the next.
        pane.findField()->setText(QStringLiteral("28 b5 2f fd"));
        QTRY_VERIFY(pane.findStatus()->fullText().startsWith(QStringLiteral("not found in ")));
        emit pane.sourceBox()->activated(
            pane.sourceBox()->findText(QStringLiteral("stored: "), Qt::MatchStartsWith));
        settle(session);
        QVERIFY(pane.findStatus()->fullText().isEmpty());
        QTest::keyClick(pane.findField(), Qt::Key_Return);
        QTRY_COMPARE(session.selection().bytes.length, std::uint64_t(4));
        QCOMPARE(session.selection().bytes.source, SourceId(0));
    }

    void goingToOffsets()
    {
        DocumentSession session(fake());
        BytesPane pane(&session);
        pane.resize(1400, 300);
        pane.show();
        settle(session);
        QTest::keyClicks(pane.goToField(), QStringLiteral("0x1f3"));
        QTest::keyClick(pane.goToField(), Qt::Key_Return);
        QCOMPARE(pane.view()->caret(), std::uint64_t(0x1f3));
        settle(session);
        QCOMPARE(session.selection().node, std::optional(NodeId {31, 0}));
        pane.goToField()->clear();
        QTest::keyClicks(pane.goToField(), QStringLiteral("99999"));
        QTest::keyClick(pane.goToField(), Qt::Key_Return);
        QCOMPARE(pane.view()->caret(), std::uint64_t(0x1f3));
        QVERIFY(!pane.findStatus()->fullText().isEmpty());
    }

    // What is told has the room that is left, and its tooltip the rest.
    void whatIsToldMakesThePaneNoWider()
    {
        DocumentSession session(fake());
        BytesPane pane(&session);
        pane.resize(480, 300);
        pane.show();
        settle(session);
        const int least = pane.minimumSizeHint().width();
        QTest::keyClicks(pane.goToField(), QStringLiteral("99999"));
        QTest::keyClick(pane.goToField(), Qt::Key_Return);
        settle(session);
        QVERIFY(!pane.findStatus()->fullText().isEmpty());
        QCOMPARE(pane.minimumSizeHint().width(), least);
        pane.resize(least, 300);
        QTRY_COMPARE(pane.findStatus()->toolTip(), pane.findStatus()->fullText());
    }

    // Nothing of it is left to the window, where Esc takes the selection back.
    void escapeClearsAFieldThenLeavesIt()
    {
        DocumentSession session(fake());
        BytesPane pane(&session);
        pane.resize(1400, 300);
        pane.show();
        settle(session);
        pane.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
        for (QLineEdit* field : {pane.goToField(), pane.findField()}) {
            field->setFocus();
            QTest::keyClicks(field, QStringLiteral("12"));
            QTest::keyClick(field, Qt::Key_Escape);
            QVERIFY(field->text().isEmpty() && field->hasFocus());
            QTest::keyClick(field, Qt::Key_Escape);
            QVERIFY(pane.view()->hasFocus());
        }
    }

    void findingBytes()
    {
        DocumentSession session(fake()); // byte i is 7 * i: 00 07 0e comes every 256 bytes
        BytesPane pane(&session);
        pane.resize(1400, 300);
        pane.show();
        settle(session);
        QTest::keyClicks(pane.findField(), QStringLiteral("00 ?? 0e"));
        QTRY_COMPARE(pane.findStatus()->fullText(), QStringLiteral("4 results"));
        QCOMPARE(pane.resultTable()->model()->rowCount(), 4);
        QTest::keyClick(pane.findField(), Qt::Key_Return);
        settle(session);
        QCOMPARE(session.selection().bytes, (ByteRange {SourceId(0), 0, 3}));
        QTest::keyClick(pane.findField(), Qt::Key_Return);
        settle(session);
        QCOMPARE(session.selection().bytes, (ByteRange {SourceId(0), 256, 3}));
        QCOMPARE(pane.findStatus()->fullText(), QStringLiteral("2 of 4"));
        pane.findNext(false);
        settle(session);
        QCOMPARE(session.selection().bytes.offset, std::uint64_t(0));
        pane.findNext(false); // around the start
        settle(session);
        QCOMPARE(session.selection().bytes.offset, std::uint64_t(768));
        pane.findField()->clear();
        QTest::keyClicks(pane.findField(), QStringLiteral("15 1c 23"));
        QTest::keyClick(pane.findField(), Qt::Key_Return); // before anything was searched for
        QTRY_COMPARE(session.selection().bytes, (ByteRange {SourceId(0), 771, 3}));
        pane.findField()->clear();
        QTest::keyClicks(pane.findField(), QStringLiteral("not in there"));
        QTRY_COMPARE(pane.findStatus()->fullText(), QStringLiteral("not found"));
    }

    void theInspectorFollowsTheCaret()
    {
        DocumentSession session(fake());
        settle(session);
        BytesPane pane(&session);
        ByteInspector inspector(&session);
        connect(&pane, &BytesPane::caretMoved, &inspector, &ByteInspector::setCaret);
        pane.resize(1400, 300);
        pane.show();
        session.selectNode(NodeId {1, 0});
        settle(session);
        QCOMPARE(inspector.values().front().little, "112"); // 16 * 7
        QTest::keyClick(pane.view(), Qt::Key_Right);
        QTRY_COMPARE(inspector.values().front().little, "119"); // 17 * 7
        QTRY_COMPARE(session.selection().caret, std::uint64_t(17));
        const Selection before = session.selection();
        inspector.setCaret(SourceId(0), 2); // it waits for no session
        settle(session);
        QCOMPARE(inspector.values().front().little, "14");
        QCOMPARE(session.selection(), before);
        inspector.resize(inspector.sizeHint());
        inspector.grab();
    }

    void aNoteAboutEverythingCostsNoMoreThanItsRows()
    {
        HexView view;
        open(view, counting(16 << 20));
        view.resize(view.sizeHint().width(), 800);
        view.show();
        constexpr std::uint64_t kNotes = 1'000'000;
        std::vector<NotedBytes> notes {{0, 16 << 20, 1}};
        for (std::uint64_t i = 1; i < kNotes; ++i)
            notes.push_back({i * 8, 1, 0});
        view.setNotes(std::move(notes));
        view.reveal((16 << 20) - 1);
        settle(view);
        QImage picture(view.viewport()->size(), QImage::Format_ARGB32_Premultiplied);
        double best = 1e9;
        for (int i = 0; i < 8; ++i) {
            const std::int64_t begin = usedNs();
            view.viewport()->render(&picture);
            best = std::min(best, double(usedNs() - begin) / 1e6);
        }
        qInfo("%.2f ms", best);
#if defined(NDEBUG)
        QVERIFY2(best < 10, qPrintable(QString::number(best)));
#endif
        const HexLayout& layout = view.layout();
        QCOMPARE(picture.pixelColor(layout.hexX(3) + 4, view.headHeight() + layout.rowHeight() * 5 - 2),
                 noteColor(Theme::of(&view), 1)); // and yet it is seen
        view.setNotes({{~std::uint64_t(0), ~std::uint64_t(0), 0}, // as notes may say
                       {3, ~std::uint64_t(0), 1}});
        view.viewport()->render(&picture);
        QCOMPARE(picture.pixelColor(layout.hexX(3) + 4, view.headHeight() + layout.rowHeight() * 5 - 2),
                 noteColor(Theme::of(&view), 1));
    }

    void stateIsKept()
    {
        DocumentSession session(fake());
        settle(session);
        BytesPane before(&session), after(&session);
        before.recordTable()->header()->resizeSection(int(RecordColumn::record), 234);
        after.restoreState(before.saveState());
        QCOMPARE(after.recordTable()->header()->sectionSize(int(RecordColumn::record)), 234);
        after.restoreState(QByteArray("nonsense"));
        after.restoreState({});
        QCOMPARE(after.recordTable()->header()->sectionSize(int(RecordColumn::record)), 234);
    }
};

QTEST_MAIN(TestHexView)
#include "tst_hex_view.moc"
