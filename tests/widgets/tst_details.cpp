// The Details pane: what it says about slices and nodes, links, copying, and the labels it is made of.
#include "tests/support/fake_document.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"
#include "tests/support/rtc_notes.h"
#include "tests/support/settle.h"
#include "widgets/common/cut_button.h"
#include "widgets/common/cut_combo_box.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/link_label.h"
#include "widgets/common/wrapped_label.h"
#include "widgets/details/detail_line.h"
#include "widgets/details/details_pane.h"
#include "widgets/details/details_view.h"
#include "widgets/hex/byte_inspector.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QImage>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

using namespace traceglass;

namespace {

constexpr std::int64_t kMs = 1'000'000;

// One task with two polls; describes the second with every kind of row.
class DescribedDocument : public FakeDocument
{
public:
    DescribedDocument()
        : FakeDocument(makeTimeline(), 8)
    {
    }

    static SliceId poll(std::uint64_t index)
    {
        return {TrackKind::states, 7, 0, std::int64_t(index) * 10 * kMs};
    }

    Details describe(const Timeline&, const SliceId& slice, const Job&) const override
    {
        Details details {"upload", "#20", "poll 2 of 2 on worker 1", {}};
        details.sections.push_back(
            {"",
             "",
             "",
             {{"start", Moment {slice.startNs}}, {"duration", Duration {5 * kMs}, "since poll 1"}},
             {}});
        DetailSection why {"Why late", "", "Waited 27.187 ms for a free worker.", {}, {}};
        why.rows.push_back({"woken by", "resize #24", "on worker 2", DetailLink {poll(0), {}}});
        why.rows.push_back({"waited", Duration {27'187'000}, "scheduled", {}, true});
        why.bars.push_back({"worker 1", {0, 10 * kMs}, {{"resize #24", {0, 9 * kMs}}}, "90 %"});
        details.sections.push_back(std::move(why));
        return details;
    }

private:
    static TimelinePtr makeTimeline()
    {
        TimelineBuilder builder;
        const TrackId track =
            builder.addTrack({.name = builder.intern("upload"), .key = 7, .kind = TrackKind::states});
        const RowId row = builder.addRow(track);
        for (std::uint64_t i = 0; i < 2; ++i)
            builder.add(row,
                        {std::int64_t(i) * 10 * kMs, std::int64_t(i) * 10 * kMs + 5 * kMs,
                         stateName(TaskState::polling), 0, record(i)});
        return builder.snapshot({0, 20 * kMs}, 2, true);
    }
};

// A poll of task 0 that woke all others, a millisecond each.
class FlowsDocument : public FakeDocument
{
public:
    static constexpr std::uint64_t kWoken = Flow::kAtMost;

    FlowsDocument()
        : FakeDocument(makeTimeline(), kWoken + 1)
    {
        for (std::uint64_t task = 1; task <= kWoken; ++task)
            knownFlows.push_back({Flow::Kind::wake, TrackKind::states, 0, 0, TrackKind::states, task,
                                  std::int64_t(task) * 10 * kMs});
    }

    static SliceId poll(std::uint64_t task)
    {
        return {TrackKind::states, task, 0, std::int64_t(task) * 10 * kMs};
    }

private:
    static TimelinePtr makeTimeline()
    {
        TimelineBuilder builder;
        for (std::uint64_t task = 0; task <= kWoken; ++task) {
            const TrackId track = builder.addTrack({.name = builder.intern(task == 0 ? "upload" : "resize"),
                                                    .number = task,
                                                    .key = task,
                                                    .kind = TrackKind::states});
            const std::int64_t start = std::int64_t(task) * 10 * kMs;
            builder.add(builder.addRow(track),
                        {start, start + kMs, stateName(TaskState::polling), 0, record(task)});
        }
        return builder.snapshot({0, std::int64_t(kWoken + 1) * 10 * kMs}, kWoken + 1, true);
    }
};

// Its only record is a PNG picture of 40 x 30 pixels.
class PictureDocument : public FakeDocument
{
public:
    PictureDocument()
        : FakeDocument(nullptr, 1)
    {
        QImage image(40, 30, QImage::Format_RGB32);
        image.fill(Qt::darkCyan);
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        std::vector<std::byte> bytes(static_cast<std::size_t>(png.size()));
        std::memcpy(bytes.data(), png.constData(), bytes.size());
        m_picture = std::make_shared<MemorySource>("picture", std::move(bytes));
    }

    Result<SourcePtr> source(SourceId) const override { return m_picture; }
    Result<ByteRange> decoded(const NodeId&) const override
    {
        return ByteRange {SourceId(0), 0, m_picture->size()};
    }
    Result<Node> node(const NodeId& id) const override
    {
        auto node = FakeDocument::node(id);
        node->kind = NodeKind::picture;
        return node;
    }

private:
    SourcePtr m_picture;
};

std::unique_ptr<DocumentSession> indexed(std::unique_ptr<Document> document)
{
    auto session = std::make_unique<DocumentSession>(std::move(document));
    session->startIndexing();
    [&] { QTRY_VERIFY(!session->isIndexing()); }();
    settle(*session);
    return session;
}

QStringList labels(const QWidget& widget)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        const auto* elided = dynamic_cast<const ElidedLabel*>(label);
        texts << (elided ? elided->fullText() : label->text());
    }
    return texts;
}

}

class DetailsTest : public QObject
{
    Q_OBJECT

private slots:
    void nothingSelectedSaysSo()
    {
        auto session = indexed(std::make_unique<DescribedDocument>());
        DetailsPane pane(session.get());
        pane.resize(320, 600);
        pane.show();
        const auto* empty = pane.findChild<QLabel*>(QStringLiteral("detailsEmpty"));
        QVERIFY(empty && empty->isVisible());
        QVERIFY(empty->text().startsWith(QStringLiteral("Nothing is selected.")));
        session->selectSlice(DescribedDocument::poll(1));
        settle(*session);
        QVERIFY(!empty->isVisible());
    }

    // What somebody cut meanwhile cannot be told, and that is said, with what helps.
    void whatWasCutSaysSo()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath(QStringLiteral("cut.rtc")).toStdString();
        QVERIFY(writeFile(path, rtc::noteCapture({}, 40)));
        auto opened = openCapture(path);
        QVERIFY(opened);
        DocumentSession session(std::move(*opened));
        session.startIndexing();
        QTRY_VERIFY_WITH_TIMEOUT(!session.isIndexing(), kPatienceMs);
        DetailsPane pane(&session);
        pane.resize(320, 600);
        pane.show();
        std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
        session.selectBytes({SourceId {}, 40, 1});
        settle(session);
        pane.refresh();
        const QString told = labels(pane).join(QLatin1Char('|'));
        QVERIFY2(told.contains(QStringLiteral("Nothing can be read here any more")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("The file was changed by another program while it was open")),
                 qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("Reload the capture")), qPrintable(told));
    }

    // A reload selects what was selected; of a slice that is no longer there nothing is left.
    void whatIsNoLongerThereIsNotSelected()
    {
        auto session = indexed(std::make_unique<DescribedDocument>());
        DetailsPane pane(session.get());
        pane.resize(320, 600);
        pane.show();
        SliceId gone = DescribedDocument::poll(1);
        gone.trackKey = 99;
        session->selectSlice(gone);
        settle(*session);
        pane.refresh();
        QVERIFY(session->selection() == Selection());
        QVERIFY(pane.findChild<QLabel*>(QStringLiteral("detailsEmpty"))->isVisible());
        QVERIFY2(labels(pane).contains(QStringLiteral("fake.bin")),
                 qPrintable(labels(pane).join(QLatin1Char('|'))));
        session->selectSlice(DescribedDocument::poll(1)); // and goes on as ever
        settle(*session);
        pane.refresh();
        QVERIFY(labels(pane).contains(QStringLiteral("upload")));
    }

    // Nothing of the timeline is there yet: Details tell of the capture, and nobody asks for the slice again and again.
    void whatIsNotReadYetIsAskedForOnce()
    {
        DocumentSession session(std::make_unique<DescribedDocument>());
        QSignalSpy notFound(&session, &DocumentSession::notFound);
        session.selectSlice(DescribedDocument::poll(1));
        settle(session);
        QTest::qWait(100);
        QVERIFY2(notFound.count() <= 2, qPrintable(QString::number(notFound.count())));
        QVERIFY(!session.answer().details.title.empty());
    }

    void sliceIsDescribed()
    {
        auto session = indexed(std::make_unique<DescribedDocument>());
        DetailsPane pane(session.get());
        pane.resize(320, 900);
        pane.show();
        session->selectSlice(DescribedDocument::poll(1));
        settle(*session);
        pane.refresh();
        const QStringList said = labels(pane);
        for (const char* expected :
             {"upload", "#20", "poll 2 of 2 on worker 1", "start", "+0.010 s", "since poll 1", "Why late",
              "Waited 27.187 ms for a free worker.", "27.187 ms", "worker 1", "90 %", "Record", "16 bytes",
              "0x10", "Fake", "/records/1"})
            QVERIFY2(said.contains(QString::fromUtf8(expected)), expected);
    }

    void unitsFollowTheSetting()
    {
        auto session = indexed(std::make_unique<DescribedDocument>());
        DetailsPane pane(session.get());
        session->selectSlice(DescribedDocument::poll(1));
        settle(*session);
        session->setTimeFormat({TimeFormat::Mode::relative, TimeUnit::microseconds});
        QTRY_VERIFY(labels(pane).filter(QStringLiteral("27,187")).size()
                        + labels(pane).filter(QStringLiteral("27187")).size()
                    > 0);
    }

    void linksAreFollowedWithTheKeyboard()
    {
        auto session = indexed(std::make_unique<DescribedDocument>());
        DetailsPane pane(session.get());
        pane.resize(320, 900);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        session->selectSlice(DescribedDocument::poll(1));
        settle(*session);
        pane.refresh();
        LinkLabel* link = nullptr;
        for (auto* candidate : pane.findChildren<LinkLabel*>()) {
            if (candidate->text() == QStringLiteral("resize #24"))
                link = candidate;
        }
        QVERIFY(link);
        QVERIFY(link->focusPolicy() & Qt::TabFocus);
        link->setFocus(Qt::TabFocusReason);
        QTest::keyClick(link, Qt::Key_Return);
        QCOMPARE(*session->selection().slice, DescribedDocument::poll(0));
    }

    // Where flows come from and lead on to, a link each; of many the first ones.
    void flowsAreLinks()
    {
        auto document = std::make_unique<FlowsDocument>();
        auto session = indexed(std::move(document));
        DetailsPane pane(session.get());
        pane.resize(320, 1200);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        const auto links = [&] {
            QStringList texts;
            for (const auto* link : pane.findChildren<LinkLabel*>())
                if (link->isVisible())
                    texts << link->accessibleName();
            return texts;
        };
        session->selectSlice(FlowsDocument::poll(0));
        settle(*session);
        pane.refresh();
        QCOMPARE(links().size(), 8);
        QCOMPARE(links().front(), QStringLiteral("on to resize #1 · polling"));
        QVERIFY(labels(pane).contains(QStringLiteral("Flows")));
        QVERIFY(labels(pane).contains(QStringLiteral("+0.010 s")));
        QVERIFY(labels(pane).contains(QStringLiteral("and 56 more")));
        QVERIFY(labels(pane).contains(QStringLiteral("Only the first 64 flows are known")));
        pane.copyAll();
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied.contains(QStringLiteral("flows are known\non to\tresize #1 · polling\t")));

        auto* const link = pane.findChildren<LinkLabel*>().front();
        QTest::mouseClick(link, Qt::LeftButton);
        settle(*session);
        QCOMPARE(session->selection().slice->trackKey, std::uint64_t(1));
        pane.refresh();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(links(), QStringList {QStringLiteral("from upload · polling")});
        QVERIFY(!labels(pane).contains(QStringLiteral("Only the first 64 flows are known")));
        session->clearSelection();
        settle(*session);
        pane.refresh();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(links().isEmpty());
        QVERIFY(!labels(pane).contains(QStringLiteral("Flows")));
    }

    void nodeWithoutSliceIsDescribed()
    {
        auto session = indexed(std::make_unique<FakeDocument>(nullptr, 100));
        session->selectNode(session->capture()->rootId());
        settle(*session);
        const Details& details = session->answer().details;
        QCOMPARE(details.title, std::string("fake.bin"));
        QCOMPARE(details.subtitle, std::string("capture"));
        QCOMPARE(details.sections.size(), 2u);
        QCOMPARE(details.sections[1].title, std::string("Contents"));
        QCOMPARE(details.sections[1].rows.size(), 13u); // the first 12 of 100 and what is left
        QCOMPARE(std::get<std::string>(details.sections[1].rows.back().value),
                 std::string("88 in Structure"));
        QCOMPARE(details.sections[1].extra, std::string("100"));
    }

    void pictureIsShown()
    {
        auto session = indexed(std::make_unique<PictureDocument>());
        DetailsPane pane(session.get());
        pane.resize(320, 600);
        pane.show();
        session->selectNode(NodeId {0, 0});
        settle(*session);
        pane.refresh();
        const auto pictures = pane.findChildren<QLabel*>();
        const auto shown =
            std::ranges::find_if(pictures, [](const QLabel* label) { return !label->pixmap().isNull(); });
        QVERIFY(shown != pictures.end());
        QCOMPARE((*shown)->pixmap().size(), QSize(40, 30));
        QVERIFY((*shown)->accessibleName().contains(QStringLiteral("40 by 30")));
    }

    // Indexing ends while the menu of a value is open.
    void theMenuOfAValueGoesWithIt()
    {
        auto session = indexed(std::make_unique<DescribedDocument>());
        DetailsPane pane(session.get());
        pane.resize(320, 900);
        pane.show();
        session->selectSlice(DescribedDocument::poll(1));
        settle(*session);
        pane.refresh();
        QLabel* value = nullptr;
        for (QLabel* label : pane.findChildren<QLabel*>()) {
            if (dynamic_cast<ElidedLabel*>(label)
                && label->textInteractionFlags().testFlag(Qt::TextSelectableByMouse))
                value = label;
        }
        QVERIFY(value);
        const QPoint place(2, 2);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, value->mapToGlobal(place));
        QCoreApplication::sendEvent(value, &event);
        const QPointer<QMenu> menu = value->findChild<QMenu*>();
        QVERIFY(menu && menu->isVisible());
        session->selectSlice(DescribedDocument::poll(0));
        settle(*session);
        pane.refresh();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!menu);
        QVERIFY(!QApplication::activePopupWidget());
    }

    void allCanBeCopied()
    {
        auto session = indexed(std::make_unique<DescribedDocument>());
        DetailsPane pane(session.get());
        session->selectSlice(DescribedDocument::poll(1));
        settle(*session);
        pane.copyAll();
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied.startsWith(QStringLiteral("upload #20\n")));
        QVERIFY(copied.contains(QStringLiteral("woken by\tresize #24\ton worker 2")));
        QVERIFY(copied.contains(QStringLiteral("path\t/records/1")));
    }

    // What is said stands whole in the narrowest pane; what stands behind gives way first.
    void valuesAreBroken()
    {
        const QString all =
            QStringLiteral("the longest pause of all was 84.240 ms, in a collection of the old generation");
        ElidedLabel label(all, nullptr, Qt::ElideMiddle);
        label.setMostLines(8);
        label.resize(120, label.heightForWidth(120));
        label.show();
        QVERIFY(label.text().count(QLatin1Char('\n')) >= 3);
        QCOMPARE(QString(label.text()).remove(QLatin1Char('\n')), all);
        QVERIFY(label.toolTip().isEmpty());
        QVERIFY(label.heightForWidth(120) > 3 * label.heightForWidth(2000));
        // A name without spaces is cut in its middle, and whole in the tooltip; a value is broken within.
        label.setFullText(QString(100, QLatin1Char('v')) + QString(100, QLatin1Char('w')));
        QVERIFY(!label.text().contains(QLatin1Char('\n')));
        QVERIFY(label.text().startsWith(QLatin1Char('v')) && label.text().endsWith(QLatin1Char('w')));
        QCOMPARE(QString(label.toolTip()).remove(QLatin1Char('\n')), label.fullText());
        ElidedLabel value(QString(50, QLatin1Char('w')));
        value.setMostLines(20);
        value.resize(120, value.heightForWidth(120));
        value.show();
        QCOMPARE(QString(value.text()).remove(QLatin1Char('\n')), value.fullText());
        QVERIFY(value.text().contains(QLatin1Char('\n')));
        // A time of day goes to the next line whole; of what is one long number a part stays.
        value.setFullText(QStringLiteral("2026-05-28T20:28:43.245500Z"));
        const int date = value.fontMetrics().horizontalAdvance(QStringLiteral("2026-05-28T20:28:4")) + 2;
        value.resize(date, value.heightForWidth(date));
        QCOMPARE(value.text(), QStringLiteral("2026-05-28T\n20:28:43.245500Z"));
        value.setFullText(QString(30, QLatin1Char('7')));
        QVERIFY2(value.text().startsWith(QString(12, QLatin1Char('7'))), qPrintable(value.text()));
    }

    // Widths are whole pixels, texts are not.
    void aFractionOfAPixelCutsNothing()
    {
        const QString text = QStringLiteral("2026-05-28T20:28:43.245500Z");
        QFont font = QApplication::font();
        for (int pixels = 9; pixels < 24; ++pixels) {
            font.setPixelSize(pixels);
            for (const int lines : {1, 3}) {
                ElidedLabel label(text);
                label.setFont(font);
                label.setMostLines(lines);
                label.resize(label.fontMetrics().horizontalAdvance(text), 30);
                label.show();
                QCOMPARE(label.text(), text);
            }
        }
    }

    // Nor the descenders of a last line, however many are above it.
    void theHeightHoldsAllLines()
    {
        const QString text =
            QStringLiteral("typography of the `query` gjpqy: Ägypten, quoted by a happy judge");
        QFont font = QApplication::font();
        for (int pixels = 9; pixels < 31; ++pixels) {
            font.setPixelSize(pixels);
            for (const bool isSelectable : {false, true}) {
                for (const bool isBold : {false, true}) {
                    ElidedLabel label(text);
                    label.setFont(font);
                    label.setMostLines(20);
                    if (isBold)
                        label.setNamesBold();
                    if (isSelectable)
                        label.setTextInteractionFlags(Qt::TextSelectableByMouse);
                    for (const int width : {10 * pixels, 1000}) {
                        label.resize(width, label.heightForWidth(width));
                        label.show();
                        const int needed = label.QLabel::sizeHint().height();
                        QVERIFY2(needed <= label.height(),
                                 qPrintable(QStringLiteral("%1 px, %2 %3: %4 of %5")
                                                .arg(pixels)
                                                .arg(isSelectable)
                                                .arg(isBold)
                                                .arg(label.height())
                                                .arg(needed)));
                    }
                }
            }
        }
    }

    void aBoxOfChoicesIsCutWithASign()
    {
        CutComboBox box;
        const QString whole = QStringLiteral("stored: chunk 7 · 1,048,576 bytes");
        box.addItem(whole);
        box.setToolTip(QStringLiteral("Where the bytes come from"));
        box.resize(box.sizeHint());
        box.show();
        QCOMPARE(box.shownText(), whole);
        box.resize(120, box.height());
        QVERIFY2(box.shownText().endsWith(QStringLiteral("…")), qPrintable(box.shownText()));
        QHelpEvent help(QEvent::ToolTip, {10, 10}, box.mapToGlobal(QPoint(10, 10)));
        QApplication::sendEvent(&box, &help);
        QCOMPARE(QToolTip::text(), whole + QStringLiteral("\nWhere the bytes come from"));
        QToolTip::hideText();
    }

    void aButtonIsCutWithASign()
    {
        CutButton button;
        button.setText(QStringLiteral("time linked with a && b.rfr"));
        button.resize(button.sizeHint());
        button.show();
        QCOMPARE(button.shownText(), button.text());
        QVERIFY(button.minimumSizeHint().width() < button.sizeHint().width() / 2);
        button.resize(button.sizeHint().width() - 20, button.height());
        QVERIFY2(button.shownText().endsWith(QStringLiteral("…")), qPrintable(button.shownText()));
        QHelpEvent help(QEvent::ToolTip, {10, 10}, button.mapToGlobal(QPoint(10, 10)));
        QApplication::sendEvent(&button, &help);
        QVERIFY2(QToolTip::text().startsWith(QStringLiteral("time linked with a & b.rfr")),
                 qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    void aCutLinkIsWholeInItsTooltip()
    {
        LinkLabel link(QStringLiteral("+109.999999 s · streams/stdout"));
        link.setToolTip(QStringLiteral("Show what the note is about"));
        link.resize(80, 20);
        link.show();
        QHelpEvent help(QEvent::ToolTip, {10, 10}, link.mapToGlobal(QPoint(10, 10)));
        QApplication::sendEvent(&link, &help);
        QCOMPARE(QToolTip::text(), link.text() + QStringLiteral("\nShow what the note is about"));
        QToolTip::hideText();
    }

    void whatStandsBehindGivesWay()
    {
        for (const int width : {224, 296, 900}) {
            auto* name = new ElidedLabel(QStringLiteral("1"));
            auto* value = new ElidedLabel(QStringLiteral("OrderService.placeOrder:142"));
            value->setMostLines(8);
            auto* behind =
                new ElidedLabel(QStringLiteral("com.example.shop.orders"), nullptr, Qt::ElideMiddle);
            QWidget parent;
            auto* line = new DetailLine(name, value, behind, 12, &parent);
            line->resize(width, line->heightForWidth(width));
            parent.resize(width, 100);
            parent.show();
            QCOMPARE(QString(value->text()).remove(QLatin1Char('\n')), value->fullText());
            QVERIFY(!behind->geometry().intersects(value->geometry()));
            QVERIFY(line->rect().contains(value->geometry()));
            QVERIFY(line->rect().contains(behind->geometry()));
            QVERIFY(width < 900 || behind->text() == behind->fullText());
        }
    }

    void bytesAsValuesNeverOverlap()
    {
        auto session = indexed(std::make_unique<FakeDocument>(nullptr, 8));
        ByteInspector inspector(session.get());
        inspector.show();
        for (const int width : {160, 248, 320, 700}) {
            inspector.resize(width, 600);
            for (quint64 caret = 0; caret < 64; caret += 3) {
                inspector.setCaret(SourceId(0), caret);
                settle(*session);
                QVERIFY(inspector.values().front().valid);
                for (const ByteInspector::Line& line : inspector.lines()) {
                    const QFontMetrics metrics(inspector.font());
                    const int together = metrics.horizontalAdvance(line.label)
                        + metrics.horizontalAdvance(line.left) + metrics.horizontalAdvance(line.right);
                    const bool alone = line.label.isEmpty() + line.left.isEmpty() + line.right.isEmpty() == 2;
                    QVERIFY2(alone || together < width, qPrintable(line.label + line.left + line.right));
                }
            }
        }
    }

    void longTextIsCutWithATooltip()
    {
        ElidedLabel label(QStringLiteral("a very long text that cannot fit in sixty pixels"));
        label.resize(60, 20);
        label.show();
        QVERIFY(label.text().endsWith(QStringLiteral("…")));
        QCOMPARE(label.toolTip(), label.fullText());
        label.resize(900, 20);
        QCOMPARE(label.text(), label.fullText());
        QVERIFY(label.toolTip().isEmpty());
    }

    // A label of one short word is read whatever the size of its letters.
    void labelsHaveRoomForLargeLetters()
    {
        QFont large = QApplication::font();
        large.setPixelSize(QFontInfo(large).pixelSize() * 2);
        const QString text = QStringLiteral("collector");
        auto* const label = new ElidedLabel(text);
        DetailLine line(label, new QLabel(QStringLiteral("G1")), nullptr,
                        QFontMetrics(large).horizontalAdvance(text) + 2, nullptr);
        line.setFont(large);
        line.resize(300, line.heightForWidth(300));
        line.show();
        QCOMPARE(label->text(), text);
        QVERIFY(label->width() <= 120);
    }

    // All of a label is read: what has no room beside the value stands above it.
    void labelsAreWhole()
    {
        QFont large = QApplication::font();
        large.setPixelSize(QFontInfo(large).pixelSize() * 2);
        for (const char* const text :
             {"collector", "longest of all waits", "configuration", "app.http.Request.remoteAddress"}) {
            for (const int width : {200, 296, 500}) {
                auto* const label = new ElidedLabel(QLatin1String(text));
                label->setMostLines(3);
                auto* const value = new ElidedLabel(QStringLiteral("84.240 ms"));
                auto* const extra = new ElidedLabel(QStringLiteral("the third"));
                DetailLine line(label, value, extra,
                                QFontMetrics(large).horizontalAdvance(QLatin1String(text)) + 2, nullptr);
                line.setFont(large);
                line.resize(width, line.heightForWidth(width));
                line.show();
                QVERIFY2(!label->text().contains(QStringLiteral("…")), qPrintable(label->text()));
                QVERIFY(!label->geometry().intersects(value->geometry()));
                QVERIFY(line.rect().contains(label->geometry()) && line.rect().contains(value->geometry()));
                QVERIFY(line.rect().contains(extra->geometry()));
            }
        }
    }

    // Each width is measured once, but anew with another text or font.
    void wrappedLabelsAreAsHighAsTheirText()
    {
        WrappedLabel label(QStringLiteral("a few words that need more than one line"));
        QLabel plain(label.text());
        plain.setWordWrap(true);
        const auto compare = [&] {
            for (const int width : {80, 300, 80})
                QCOMPARE(label.heightForWidth(width), plain.heightForWidth(width));
        };
        compare();
        for (QLabel* const each : std::initializer_list<QLabel*> {&label, &plain})
            each->setText(each->text().repeated(3));
        compare();
        QFont large = label.font();
        large.setPixelSize(30);
        for (QLabel* const each : std::initializer_list<QLabel*> {&label, &plain})
            each->setFont(large);
        compare();
    }
};

QTEST_MAIN(DetailsTest)
#include "tst_details.moc"
