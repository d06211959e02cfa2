// The Details pane: what it says about slices and nodes, links, copying, and the labels it is made of.
#include "tests/support/fake_document.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/link_label.h"
#include "widgets/details/details_pane.h"
#include "widgets/details/details_view.h"
#include "widgets/details/selection_details.h"

#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QSignalSpy>
#include <QTest>

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

    Details describe(const Timeline&, const SliceId& slice) const override
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
        QTRY_VERIFY(!empty->isVisible());
    }

    void sliceIsDescribed()
    {
        auto session = indexed(std::make_unique<DescribedDocument>());
        DetailsPane pane(session.get());
        pane.resize(320, 900);
        pane.show();
        session->selectSlice(DescribedDocument::poll(1));
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

    void nodeWithoutSliceIsDescribed()
    {
        auto session = indexed(std::make_unique<FakeDocument>(nullptr, 100));
        session->selectNode(session->document().root().id);
        const Details details = describeSelection(*session);
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
        pane.refresh();
        const auto pictures = pane.findChildren<QLabel*>();
        const auto shown =
            std::ranges::find_if(pictures, [](const QLabel* label) { return !label->pixmap().isNull(); });
        QVERIFY(shown != pictures.end());
        QCOMPARE((*shown)->pixmap().size(), QSize(40, 30));
        QVERIFY((*shown)->accessibleName().contains(QStringLiteral("40 by 30")));
    }

    void allCanBeCopied()
    {
        auto session = indexed(std::make_unique<DescribedDocument>());
        DetailsPane pane(session.get());
        session->selectSlice(DescribedDocument::poll(1));
        pane.copyAll();
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied.startsWith(QStringLiteral("upload #20\n")));
        QVERIFY(copied.contains(QStringLiteral("woken by\tresize #24\ton worker 2")));
        QVERIFY(copied.contains(QStringLiteral("path\t/records/1")));
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
};

QTEST_MAIN(DetailsTest)
#include "tst_details.moc"
