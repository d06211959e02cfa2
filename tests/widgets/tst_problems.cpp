// The damage map and the list of problems say the same, whatever is broken: small captures of every format,
// damaged here.
#include "core/formats/formats.h"
#include "core/io/file.h"
#include "tests/support/fake_document.h"
#include "tests/support/small_captures.h"
#include "widgets/models/damage_map.h"
#include "widgets/models/problems_model.h"
#include "widgets/models/problems_pane.h"
#include "widgets/models/row_view.h"
#include "widgets/session/document_session.h"

#include <QHelpEvent>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <set>

using namespace traceglass;
namespace fs = std::filesystem;

namespace {

enum class Harm { flipped, cut, zeros, inserted };

// Something goes wrong at a share of the file.
void damage(std::vector<std::byte>& bytes, Harm how, int percent)
{
    const std::size_t at = std::min(bytes.size() - 1, bytes.size() * static_cast<std::size_t>(percent) / 100);
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (how) {
    case Harm::flipped: *place ^= std::byte(0x5a); break;
    case Harm::cut: bytes.resize(at); break;
    case Harm::zeros:
        std::fill(place, bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), at + 40)),
                  std::byte(0));
        break;
    case Harm::inserted: bytes.insert(place, 7, std::byte(0xa5)); break;
    }
}

// The first of a capture's files that is larger than a header.
fs::path largestFile(const fs::path& capture)
{
    if (!fs::is_directory(capture))
        return capture;
    fs::path largest;
    for (const auto& entry : fs::recursive_directory_iterator(capture)) {
        if (entry.is_regular_file() && (largest.empty() || entry.file_size() > fs::file_size(largest)))
            largest = entry.path();
    }
    return largest;
}

// Its records are chunks with as many bytes between them that nothing owns; each says its time.
class GappyDocument : public FakeDocument
{
public:
    explicit GappyDocument(std::uint64_t chunks)
        : FakeDocument(TimelineBuilder().snapshot({0, 100'000'000}, chunks, true), chunks)
    {
    }

    static ByteRange chunk(std::uint64_t i) { return {SourceId(0), i * kRecordSize, kRecordSize / 2}; }
    static ByteRange gap(std::uint64_t i) { return {SourceId(0), chunk(i).end(), kRecordSize / 2}; }

    Result<Node> node(const NodeId& id) const override
    {
        auto node = FakeDocument::node(id);
        if (node && node->kind == NodeKind::record) {
            node->kind = NodeKind::chunk;
            node->range = chunk(id.place);
            node->time = TimeRange {std::int64_t(id.place) * 1'000'000, std::int64_t(id.place) * 1'000'000};
        }
        return node;
    }
    std::vector<Step> wayTo(const NodeId& id) const override
    {
        ++asked;
        return FakeDocument::wayTo(id);
    }

    mutable int asked = 0;
};

bool touches(const ByteRange& a, const ByteRange& b)
{
    return a.source == b.source && a.offset < std::max(b.end(), b.offset + 1)
        && b.offset < std::max(a.end(), a.offset + 1);
}

}

class ProblemsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    // Every problem with bytes is on the map, and no cell is bad without one.
    static QString contradiction(std::shared_ptr<const Document> document)
    {
        Job job;
        DamageMap map;
        map.setParts(document, damageParts(*document, job));
        const std::vector<Diagnostic> problems = document->diagnostics();
        map.setProblems(problems);
        const auto& cells = map.parts().cells();
        std::set<SourceId> stored;
        for (const auto& cell : cells)
            stored.insert(cell.range.source);
        for (const Diagnostic& problem : problems) {
            const std::vector<std::size_t> at = map.parts().of(problem, *document);
            if (problem.range && at.empty())
                return QStringLiteral("not on the map: ") + QString::fromStdString(problem.message());
            bool seen = !problem.range || !stored.contains(problem.range->source);
            for (const std::size_t cell : at) {
                if (!map.worstIn(cell) || *map.worstIn(cell) < problem.severity)
                    return QStringLiteral("not marked: ") + QString::fromStdString(problem.message());
                seen = seen || touches(cells[cell].range, *problem.range)
                    || problem.range->offset >= cells[cell].range.end(); // behind the end
            }
            if (!seen)
                return QStringLiteral("marked elsewhere: ") + QString::fromStdString(problem.message());
        }
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const bool listed = std::ranges::any_of(problems, [&](const Diagnostic& problem) {
                const auto at = map.parts().of(problem, *document);
                return std::ranges::find(at, cell) != at.end();
            });
            if (map.worstIn(cell).has_value() != listed)
                return QStringLiteral("a bad cell without a problem");
        }
        // A capture's bytes are all on the map.
        std::uint64_t covered = 0;
        for (const auto& cell : cells)
            covered = std::max(covered, cell.range.source == SourceId() ? cell.range.end() : 0);
        const auto source = document->source(SourceId());
        if (source && covered != (*source)->size())
            return QStringLiteral("%1 of %2 bytes are on the map").arg(covered).arg((*source)->size());
        return {};
    }

private slots:
    void mapAndListAgree()
    {
        int number = 0, problems = 0;
        for (const SmallCapture& capture : smallCaptures()) {
            for (const Harm how : {Harm::flipped, Harm::cut, Harm::zeros, Harm::inserted}) {
                for (const int percent : {3, 12, 40, 78, 90, 99}) {
                    const fs::path folder =
                        fs::path(m_folder.path().toStdString()) / std::to_string(number++);
                    fs::create_directory(folder);
                    const fs::path path = capture.write(folder);
                    const fs::path file = largestFile(path);
                    auto bytes = readHead(file, fs::file_size(file));
                    QVERIFY(bytes);
                    damage(*bytes, how, percent);
                    QVERIFY(writeFile(file, *bytes));
                    auto opened = openCapture(path);
                    if (!opened)
                        continue; // one clear sentence instead of a list
                    const std::shared_ptr<const Document> document = std::move(*opened);
                    Job job;
                    (void)document->index({}, job);
                    (void)document->validate(job);
                    problems += int(document->diagnosticCount());
                    const QString why = contradiction(document);
                    QVERIFY2(why.isEmpty(), qPrintable(QString::fromStdString(capture.name) + ' ' + why));
                }
            }
        }
        QVERIFY2(problems > 100, qPrintable(QString::number(problems)));
    }

    void theMapShowsWhatTheFormatIsMadeOf()
    {
        const fs::path folder = m_folder.path().toStdString();
        const fs::path units = folder / "units.rtc";
        QVERIFY(writeFile(units, rtc::noteCapture({.unitSize = 8192, .minorSize = 2048}, 600)));
        const std::vector<std::pair<fs::path, std::string>> made {
            {smallRdf(folder), "chunks"},
            {smallRfr(folder), "chunk"},
            {units, "Units"},
            {smallCjfr(folder, Codec::gzip), "blocks of messages"}};
        for (const auto& [path, expected] : made) {
            auto opened = openCapture(path);
            QVERIFY(opened);
            const std::shared_ptr<const Document> document = std::move(*opened);
            Job job;
            QVERIFY(document->index({}, job));
            DamageMap map;
            map.setParts(document, damageParts(*document, job));
            map.setProblems({});
            QVERIFY2(map.summary().contains(QString::fromStdString(expected)), qPrintable(map.summary()));
            QVERIFY2(map.cellCount() > 1, expected.c_str());
            QCOMPARE(map.damagedCount(), std::size_t(0));
        }
    }

    void theMapCountsWhatTheFormatIsMadeOf()
    {
        const auto summary = [](std::uint64_t chunks, const std::vector<Diagnostic>& problems) {
            const auto document = std::make_shared<GappyDocument>(chunks);
            Job job;
            DamageMap map;
            map.setParts(document, damageParts(*document, job));
            map.setProblems(problems);
            return map.summary();
        };
        const auto bad = [](const ByteRange& range) { return diagnose(Code::RdfDataOutOfRange, {}, range); };
        QCOMPARE(summary(10, {bad(GappyDocument::chunk(3))}),
                 QStringLiteral("10 chunks, 9 good, 1 with problems"));
        QCOMPARE(summary(10, {bad(GappyDocument::gap(3))}),
                 QStringLiteral("10 chunks, 10 good, 0 with problems · also outside of them"));
        // As many cells as chunks, but each stands for a chunk and a gap.
        QCOMPARE(summary(1'200, {bad(GappyDocument::gap(3))}),
                 QStringLiteral("1,200 chunks, problems in 1 of 1200 stretches"));
    }

    void theTooltipTellsAHint()
    {
        const auto document = std::make_shared<GappyDocument>(10);
        Job job;
        DamageMap map;
        map.resize(600, map.sizeHint().height());
        map.show();
        map.setParts(document, damageParts(*document, job));
        map.setProblems({diagnose(Code::RdfUnreferencedBytes, {}, GappyDocument::gap(0)),
                         diagnose(Code::RdfDataOutOfRange, {}, GappyDocument::chunk(1))});
        const auto tip = [&](std::size_t cell) {
            const QPoint place = map.cellRect(cell).center();
            QHelpEvent help(QEvent::ToolTip, place, map.mapToGlobal(place));
            QCoreApplication::sendEvent(&map, &help);
            return QToolTip::text().section(QLatin1Char('\n'), -1);
        };
        QCOMPARE(tip(0), QStringLiteral("no problem known"));
        QCOMPARE(tip(1), QStringLiteral("with a hint"));
        QCOMPARE(tip(2), QStringLiteral("with problems"));
        QToolTip::hideText();
    }

    // The way to a part costs what is deep: it is walked once for a time, not whenever a row is painted.
    void timesAreFoundOnce()
    {
        auto made = std::make_unique<GappyDocument>(10);
        const GappyDocument& document = *made;
        DocumentSession session(std::move(made));
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        ProblemsModel model(&session);
        model.setProblems({diagnose(Code::RdfDataOutOfRange, {}, GappyDocument::chunk(3)),
                           diagnose(Code::RdfDataOutOfRange, {}, GappyDocument::chunk(5))});
        const auto time = [&](int row) { return model.index(row, ProblemsModel::time).data().toString(); };
        QCOMPARE(time(0), session.momentText(3'000'000));
        QCOMPARE(time(1), session.momentText(5'000'000));
        const int asked = document.asked;
        QCOMPARE(time(0), session.momentText(3'000'000));
        model.sort(ProblemsModel::place, Qt::DescendingOrder);
        QCOMPARE(time(0), session.momentText(5'000'000));
        QCOMPARE(document.asked, asked);
        session.setTimeFormat({TimeFormat::Mode::relative, TimeUnit::microseconds});
        QCOMPARE(time(0), session.momentText(5'000'000));
    }

    void theFirstIsShownAndNothingIsOutside()
    {
        const fs::path folder = fs::path(m_folder.path().toStdString()) / "first";
        fs::create_directory(folder);
        const fs::path path = smallRtc(folder, {});
        auto bytes = readHead(path, fs::file_size(path));
        damage(*bytes, Harm::zeros, 60);
        QVERIFY(writeFile(path, *bytes));
        auto opened = openCapture(path);
        QVERIFY(opened);
        DocumentSession session(std::move(*opened));
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        const Selection before = session.selection();
        ProblemsPane pane(&session);
        pane.checkEverything();
        QTRY_VERIFY(!pane.isChecking());
        QVERIFY(pane.table()->model()->rowCount() > 0);
        QCOMPARE(pane.table()->currentIndex().row(), 0);
        QVERIFY(session.selection() == before);
        for (const int width : {640, 1000, 1280, 1920}) {
            pane.resize(width, 220);
            pane.show();
            QTest::qWait(1);
            int columns = 0;
            for (int column = 0; column < pane.table()->model()->columnCount(); ++column) {
                if (pane.table()->isColumnHidden(column))
                    continue;
                columns += pane.table()->columnWidth(column);
                QVERIFY2(pane.table()->columnWidth(column) >= 48, qPrintable(QString::number(column)));
            }
            QVERIFY2(columns <= pane.table()->viewport()->width(), qPrintable(QString::number(width)));
        }
        // What the user gives a column stays.
        pane.table()->header()->resizeSection(ProblemsModel::place, 345);
        pane.resize(1280, 220);
        QTest::qWait(1);
        QCOMPARE(pane.table()->columnWidth(ProblemsModel::place), 345);
    }
};

QTEST_MAIN(ProblemsTest)
#include "tst_problems.moc"
