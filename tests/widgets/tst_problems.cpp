// The damage map and the list of problems say the same, whatever is broken: small captures of every format,
// damaged here.
#include "tests/support/small_captures.h" // before Qt, which takes the word "slots"

#include "core/ask/capture.h"
#include "core/base/limits.h"
#include "core/formats/formats.h"
#include "core/io/file.h"
#include "tests/support/fake_document.h"
#include "tests/support/open_capture.h"
#include "tests/support/settle.h"
#include "widgets/models/damage_map.h"
#include "widgets/models/problems_model.h"
#include "widgets/models/problems_pane.h"
#include "widgets/models/row_view.h"
#include "widgets/session/document_session.h"

#include <QHelpEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <atomic>
#include <future>

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
    std::optional<PartPlace> placeOf(const NodeId& id) const override
    {
        ++asked;
        return FakeDocument::placeOf(id);
    }
    using Document::log;

    mutable std::atomic<int> asked = 0; // ways to a node that were walked
};

Diagnostic outOfRange(const ByteRange& range)
{
    return diagnose(Code::RdfDataOutOfRange, {}, range);
}

ask::Damage::Answer damageOf(const std::shared_ptr<const Document>& document)
{
    std::promise<ask::Damage::Answer> promise;
    const Capture capture(document);
    capture.ask<ask::Damage>({&promise, 0}, Priority::screen, {},
                             [&](ask::Damage::Answer damage) { promise.set_value(std::move(damage)); });
    return promise.get_future().get();
}

bool isBad(const ask::Damage::Cell& cell)
{
    return cell.state == Block::State::suspect || cell.state == Block::State::lost;
}

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

    // The cells a problem must be seen in: those that hold its bytes, or what its bytes were decoded from.
    static std::vector<std::size_t> cellsOf(const Diagnostic& problem, const ask::Damage::Answer& damage,
                                            const Structure& tree)
    {
        std::vector<ByteRange> places;
        if (problem.range) {
            places.push_back(*problem.range);
            const auto owner = tree.nodeAt(problem.range->source, problem.range->offset);
            const auto way = owner ? tree.wayTo(*owner) : std::vector<Structure::Step>();
            for (auto step = way.rbegin(); step != way.rend(); ++step)
                places.push_back(tree.node(step->id).value_or(Node {}).range);
            places.push_back(tree.root().range);
        }
        std::vector<std::size_t> cells;
        for (std::size_t i = 0; i < places.size() && cells.empty(); ++i) {
            if (i > 0 && places[i].length == 0)
                continue;
            const auto first = damage.find(places[i].source, places[i].offset);
            for (std::size_t cell = first.value_or(0); first && cell < damage.cells.size(); ++cell) {
                if (cell == *first || touches(damage.cells[cell].range, places[i]))
                    cells.push_back(cell);
            }
        }
        // A problem within a chunk is one of the chunk.
        const auto chunk =
            problem.entry ? tree.find("/chunks/" + std::to_string(*problem.entry)) : std::nullopt;
        for (std::size_t cell = 0; chunk && cell < damage.cells.size(); ++cell) {
            if (damage.cells[cell].node == chunk && damage.cells[cell].worst >= problem.severity)
                cells.push_back(cell);
        }
        return cells;
    }

    // Every problem with bytes is on the map, and no cell is bad without one.
    static QString contradiction(const std::shared_ptr<const Document>& document)
    {
        (void)damageOf(document); // looks at all blocks, and may find more
        const ask::Damage::Answer damage = damageOf(document);
        const std::vector<Diagnostic> problems = document->problems().all();
        std::vector<bool> listed(damage.cells.size());
        bool isAnyBad = false;
        for (const Diagnostic& problem : problems) {
            const std::vector<std::size_t> at = cellsOf(problem, damage, *document->structure());
            if (problem.range && at.empty())
                return QStringLiteral("not on the map: ") + QString::fromStdString(problem.message());
            for (const std::size_t cell : at) {
                listed[cell] = true;
                if (damage.cells[cell].worst < problem.severity)
                    return QStringLiteral("not marked: ") + QString::fromStdString(problem.message());
                if (problem.severity != Severity::info && !isBad(damage.cells[cell]))
                    return QStringLiteral("said to be good: ") + QString::fromStdString(problem.message());
            }
            isAnyBad = isAnyBad || problem.severity != Severity::info;
        }
        for (std::size_t cell = 0; cell < damage.cells.size(); ++cell) {
            // What is lost behind a fault may be more than the bytes the fault is listed with.
            const bool isLost = damage.cells[cell].state == Block::State::lost && isAnyBad;
            if ((isBad(damage.cells[cell]) || damage.cells[cell].worst) && !listed[cell] && !isLost)
                return QStringLiteral("a bad cell without a problem: ")
                    + QString::fromStdString(damage.cells[cell].label);
        }
        // A capture's bytes are all on the map.
        std::uint64_t covered = 0;
        for (const auto& cell : damage.cells)
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
                    (void)index(*document, {}, job);
                    (void)document->validate(job);
                    problems += int(document->problems().kept());
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
            {smallRfr(folder), "sequence"},
            {units, "Units"},
            {smallCjfr(folder, Codec::gzip), "of messages"}};
        for (const auto& [path, expected] : made) {
            auto opened = openCapture(path);
            QVERIFY(opened);
            const std::shared_ptr<const Document> document = std::move(*opened);
            Job job;
            QVERIFY(index(*document, {}, job));
            DamageMap map;
            map.setDamage(damageOf(document));
            QVERIFY2(map.summary().contains(QString::fromStdString(expected)), qPrintable(map.summary()));
            QVERIFY2(map.cellCount() > 1, expected.c_str());
            QCOMPARE(map.damagedCount(), std::size_t(0));
        }
    }

    void theMapCountsWhatTheFormatIsMadeOf()
    {
        const auto summary = [](std::uint64_t chunks, const std::vector<Diagnostic>& problems) {
            const auto document = std::make_shared<GappyDocument>(chunks);
            for (const Diagnostic& problem : problems)
                document->log().add(problem);
            DamageMap map;
            map.setDamage(damageOf(document));
            return map.summary();
        };
        QCOMPARE(summary(10, {outOfRange(GappyDocument::chunk(3))}),
                 QStringLiteral("10 chunks, 9 good, 1 with problems"));
        QCOMPARE(summary(10, {outOfRange(GappyDocument::gap(3))}),
                 QStringLiteral("10 chunks, 10 good · outside of them 1 block with problems"));
        // As many cells as chunks, but each stands for a chunk and a gap.
        QCOMPARE(summary(1'200, {outOfRange(GappyDocument::gap(3))}),
                 QStringLiteral("1,200 chunks, problems in 1 of 1200 stretches"));
    }

    void theTooltipTellsAHint()
    {
        const auto document = std::make_shared<GappyDocument>(10);
        document->log().add(diagnose(Code::RdfUnreferencedBytes, {}, GappyDocument::gap(0)));
        document->log().add(outOfRange(GappyDocument::chunk(1)));
        DamageMap map;
        map.resize(600, map.sizeHint().height());
        map.show();
        map.setDamage(damageOf(document));
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

    void theMapFramesTheFirstPlaceItKnows()
    {
        DamageMap map;
        map.setCurrent({{SourceId(9), 0, 1}, GappyDocument::gap(4), GappyDocument::chunk(0)});
        QVERIFY(!map.current());
        map.setDamage(damageOf(std::make_shared<GappyDocument>(10)));
        QCOMPARE(map.current(), std::optional<std::size_t>(9));
        map.setCurrent({{SourceId(9), 0, 1}});
        QVERIFY(!map.current());
    }

    // The way to a part costs what is deep: it is walked once for a time, not whenever a row is painted.
    void timesAreFoundOnce()
    {
        auto made = std::make_unique<GappyDocument>(10);
        const GappyDocument& document = *made;
        DocumentSession session(std::move(made));
        settle(session);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        settle(session);
        document.log().add(outOfRange(GappyDocument::chunk(3)));
        document.log().add(outOfRange(GappyDocument::chunk(5)));
        ProblemsModel model(&session);
        model.refresh();
        const auto time = [&](int row) { return model.index(row, ProblemsModel::time).data().toString(); };
        QTRY_COMPARE(time(0), session.momentText(3'000'000));
        QTRY_COMPARE(time(1), session.momentText(5'000'000));
        const int asked = document.asked;
        QVERIFY(asked > 0);
        QCOMPARE(time(0), session.momentText(3'000'000));
        model.sort(ProblemsModel::place, Qt::DescendingOrder);
        QCOMPARE(time(0), session.momentText(5'000'000));
        session.setTimeFormat({TimeFormat::Mode::relative, TimeUnit::microseconds});
        QCOMPARE(time(0), session.momentText(5'000'000));
        settle(session);
        QCOMPARE(int(document.asked), asked);
    }

    // However many there are: what is kept comes in pieces, the rest is a row at the end.
    void aMillionIsAListOfWhatIsKept()
    {
        auto made = std::make_unique<GappyDocument>(10);
        const GappyDocument& document = *made;
        DocumentSession session(std::move(made));
        settle(session);
        constexpr std::uint64_t kAll = 30'000;
        for (std::uint64_t i = 0; i < kAll; ++i)
            document.log().add(outOfRange({SourceId(0), i, 1}));
        ProblemsModel model(&session);
        QSignalSpy resets(&model, &ProblemsModel::modelReset);
        model.refresh();
        const int kept = int(limits::kDiagnosticsACode);
        QVERIFY(model.rowCount() <= kept);
        QTRY_COMPARE(model.rowCount(), kept + 1);
        const auto reason = [&](int row) {
            return model.index(row, ProblemsModel::reason).data().toString();
        };
        const QString others = QStringLiteral("20,000 more of these, from 0x00002710 to 0x0000752f: ");
        QVERIFY2(reason(kept).startsWith(others), qPrintable(reason(kept)));
        model.sort(ProblemsModel::place, Qt::DescendingOrder);
        QCOMPARE(model.problemAt(0).range->offset, std::uint64_t(kept - 1));
        QVERIFY(reason(kept).startsWith(others));
        document.log().add(outOfRange({SourceId(0), kAll, 1}));
        model.refresh();
        QCOMPARE(model.rowCount(), kept + 1);
        QVERIFY2(reason(kept).startsWith(QStringLiteral("20,001 more")), qPrintable(reason(kept)));
        QVERIFY(model.report().contains(QStringLiteral("20,001 more")));
        QVERIFY(resets.isEmpty());
    }

    void aRowStaysItselfWhenWorseComes()
    {
        auto made = std::make_unique<GappyDocument>(10);
        const GappyDocument& document = *made;
        DocumentSession session(std::move(made));
        settle(session);
        document.log().add(diagnose(Code::RdfUnreferencedBytes, {}, GappyDocument::gap(0)));
        ProblemsModel model(&session);
        model.refresh();
        const QPersistentModelIndex hint = model.index(0, 0);
        document.log().add(outOfRange(GappyDocument::chunk(7)));
        document.log().add(outOfRange(GappyDocument::chunk(2)));
        model.refresh();
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(hint.row(), 2);
        QVERIFY(model.problemAt(2).range == GappyDocument::gap(0));
        QVERIFY(model.problemAt(0).range == GappyDocument::chunk(7));
        model.sort(ProblemsModel::place, Qt::AscendingOrder);
        QCOMPARE(hint.row(), 0);
        model.sort(-1);
        QCOMPARE(hint.row(), 2);
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
        settle(session);
        session.startIndexing();
        QTRY_VERIFY(!session.isIndexing());
        const Selection before = session.selection();
        ProblemsPane pane(&session);
        pane.checkEverything();
        QTRY_VERIFY(!pane.isChecking());
        QVERIFY(pane.table()->model()->rowCount() > 0);
        QCOMPARE(pane.table()->currentIndex().row(), 0);
        QVERIFY(session.selection() == before);
        const auto buttons = pane.findChildren<QPushButton*>();
        const auto check =
            std::ranges::find(buttons, QStringLiteral("Everything is checked"), &QPushButton::text);
        QVERIFY(check != buttons.end() && !(*check)->isHidden() && !(*check)->isEnabled());
        for (const int width : {320, 400, 640, 1000, 1280, 1920}) {
            pane.resize(width, 320);
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
            QCOMPARE(pane.width(), width);
            for (const int column : {ProblemsModel::reason, ProblemsModel::place}) // what it is and where
                QVERIFY2(pane.table()->columnWidth(column) >= 120, qPrintable(QString::number(width)));
        }
        // What was not looked at keeps the sizes of before, and has none of its own.
        ProblemsPane unseen(&session);
        QVERIFY(unseen.saveState().isEmpty());
        const QByteArray state = pane.saveState();
        QVERIFY(!state.isEmpty());
        unseen.restoreState(state);
        QCOMPARE(unseen.saveState(), state);
        // What the user gives a column stays.
        pane.table()->header()->resizeSection(ProblemsModel::place, 345);
        pane.resize(1280, 220);
        QTest::qWait(1);
        QCOMPARE(pane.table()->columnWidth(ProblemsModel::place), 345);
    }
};

QTEST_MAIN(ProblemsTest)
#include "tst_problems.moc"
