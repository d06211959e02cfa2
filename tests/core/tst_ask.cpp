// The questions views ask about a capture: each has an answer for every format, and what is stopped ends
// soon.
#include "core/ask/capture.h"
#include "core/ask/resolve.h"
#include "core/base/csv.h"
#include "core/base/text.h"
#include "core/io/file.h"
#include "core/query/parse.h"
#include "core/query/record_test.h"
#include "tests/support/each_capture.h"
#include "tests/support/patience.h"
#include "tests/support/sources_document.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <future>
#include <thread>

using namespace traceglass;
using namespace std::chrono_literals;

namespace {

template <class Question>
std::optional<typename Question::Answer> answered(const Capture& capture, Question question)
{
    using Answer = typename Question::Answer;
    auto promise = std::make_shared<std::promise<Answer>>();
    auto future = promise->get_future();
    capture.ask<Question>({&capture, 1}, Priority::screen, std::move(question),
                          [promise](Answer answer) { promise->set_value(std::move(answer)); });
    if (future.wait_for(std::chrono::milliseconds(slower(30'000))) != std::future_status::ready)
        return {};
    return future.get();
}

// What is asked runs a moment, then its owner goes: how long that takes in ms.
template <class Question>
qint64 timeToStop(const Capture& capture, Question question)
{
    const int owner = 0;
    capture.ask<Question>({&owner, 1}, Priority::screen, std::move(question),
                          [](typename Question::Answer) {});
    std::this_thread::sleep_for(20ms); // it runs by then; if it does not, it has nothing to stop
    QElapsedTimer clock;
    clock.start();
    capture.worker().cancelAll(&owner);
    while (!capture.worker().isIdle())
        std::this_thread::sleep_for(1ms);
    return clock.elapsed();
}

constexpr qint64 kSoonMs = slower(100);

}

class TestAsk : public QObject, EachCapture
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(learnAll()); }

    // --- every question

    void everyQuestion_data() { eachCapture(); }
    void everyQuestion()
    {
        const LearnedCapture& of = fetched();
        Capture capture(of.document);
        capture.setTimeline(of.known.timeline);
        QVERIFY(capture.rootId() == of.tree().rootId());
        QCOMPARE(capture.hasTimeline(), of.time() != nullptr);
        askTree(of, capture);
        askBytes(of, capture);
        askRecords(of, capture);
        askWhole(of, capture);
    }

    void whatCannotBeRead()
    {
        const Capture capture(std::make_shared<SourcesDocument>(fail(Code::FileUnreadable, "it is gone")));
        const auto bytes = answered(capture, ask::Bytes {SourceId(0), 0, 16, true});
        QVERIFY(bytes && bytes->bytes.empty());
        QVERIFY(bytes->error && bytes->error->code == Code::FileUnreadable);
        const auto copied = answered(capture, ask::CopyBytes {{SourceId(0), 0, 16}, file("none")});
        QVERIFY(copied && *copied);
        const auto damage = answered(capture, ask::Damage {});
        QVERIFY(damage && damage->cells.empty());
    }

    void mostBytesAreBounded()
    {
        const Capture capture(std::make_shared<SourcesDocument>(std::make_shared<HugeSource>()));
        const auto bytes = answered(capture, ask::Bytes {SourceId(0), 12, std::uint64_t(1) << 40, false});
        QVERIFY(bytes);
        QCOMPARE(bytes->bytes.size(), std::size_t(16) << 20);
        QCOMPARE(bytes->sourceSize, std::uint64_t(1) << 40);
    }

    void damageIsJoinedTheWorstCounts()
    {
        class Spoiled : public FakeDocument
        {
        public:
            Spoiled()
                : FakeDocument(nullptr, 10'000)
            {
                log().add(diagnose(Code::FileChanged, "in one record", ByteRange {SourceId(0), 16 * 777, 4}));
            }
        };
        const Capture capture(std::make_shared<Spoiled>());
        const auto damage = answered(capture, ask::Damage {100});
        QVERIFY(damage && damage->isJoined);
        QVERIFY(damage->cells.size() > 10 && damage->cells.size() <= 100);
        const auto spoiled = damage->find(SourceId(0), 16 * 777);
        QVERIFY(spoiled);
        for (std::size_t i = 0; i < damage->cells.size(); ++i) {
            const bool isGood = damage->cells[i].state == Block::State::good;
            QCOMPARE(isGood, i != *spoiled);
        }
        QVERIFY(damage->cells[*spoiled].node == (NodeId {777, 0})); // what a click selects
        QCOMPARE(damage->cells.back().range.end(), std::uint64_t(16 * 10'000));
    }

    // --- stopping

    void aStoppedJobEndsSoon_data() { eachCapture(); }
    void aStoppedJobEndsSoon()
    {
        const LearnedCapture& of = fetched();
        std::stop_source stop;
        stop.request_stop();
        Job job(stop.get_token());
        const auto soon = [&](const Subject& subject) {
            QElapsedTimer clock;
            clock.start();
            (void)resolve(*of.document, of.timeline(), subject, job);
            return clock.elapsed() < kSoonMs;
        };
        for (const NodeId& id : of.known.nodes)
            QVERIFY(soon(id));
        for (const SliceId& id : of.known.slices)
            QVERIFY(soon(id));

        Capture capture(of.document);
        capture.setTimeline(of.known.timeline);
        const auto most = [&](auto question) { return timeToStop(capture, std::move(question)) < kSoonMs; };
        const auto list = std::make_shared<RecordList>(RecordQuery {});
        QVERIFY(most(ask::ListRecords {list}));
        QVERIFY(most(ask::RecordsThat {*query::parse("duration > 1 ns"), nullptr, of.known.timeline}));
        Job made;
        const auto words = query::recordTest(*query::parse("no such words"), nullptr, nullptr, nullptr, made);
        QVERIFY(most(ask::OrderRecords {std::make_shared<RecordOrder>(list, RecordWish {*words})}));
        QVERIFY(most(ask::SearchStructure {std::make_shared<query::NodeHits>(*query::parse("no such thing"))}));
        QVERIFY(most(ask::SearchBytes {SourceId(0), parseBytePattern("fe ed fa ce 00", false).needles}));
        QVERIFY(most(ask::Damage {}));
        QVERIFY(most(ask::Flame {}));
        QVERIFY(most(ask::Validate {}));
        QVERIFY(capture.worker().isIdle());
    }

    // These would go on for hours.
    void whatIsEndlessStops()
    {
        class Endless : public SourcesDocument, public StacksFacet
        {
        public:
            Endless()
                : SourcesDocument(std::make_shared<HugeSource>())
            {
            }
            const StacksFacet* stacks() const override { return this; }
            std::vector<StackKind> kinds(const Timeline&, Job&) const override { return {{"cpu", "CPU", 1}}; }
            Result<void> read(const Timeline&, const StackQuery&, const StackSink& sink, Job&) const override
            {
                const std::uint32_t frames[] = {0};
                StackSample sample;
                sample.frames = frames;
                while (sink({{"main"}}, sample)) { }
                return {};
            }
            Result<std::uint64_t> read(const RecordQuery&, const RecordSink& sink, Job&) const override
            {
                std::uint64_t delivered = 0;
                while (sink({})) {
                    if (++delivered % 4096 == 0) // nobody may keep them all
                        std::this_thread::sleep_for(1ms);
                }
                return delivered;
            }
        };
        const Capture capture(std::make_shared<Endless>());
        const auto needles = parseBytePattern("00 01", false).needles;
        QVERIFY(timeToStop(capture, ask::SearchBytes {SourceId(0), needles}) < kSoonMs);
        const auto list = std::make_shared<RecordList>(RecordQuery {});
        QVERIFY(timeToStop(capture, ask::ListRecords {list}) < kSoonMs);
        const auto order = std::make_shared<RecordOrder>(list, RecordWish {{}, RecordColumn::record});
        QVERIFY(timeToStop(capture, ask::OrderRecords {order}) < kSoonMs);
        const ask::ExportRecords out {{list}, {RecordColumn::record}, {}, file("endless.csv")};
        QVERIFY(timeToStop(capture, out) < kSoonMs);
        if (QFile whole(QString::fromStdString(out.to.string())); whole.open(QIODevice::ReadOnly))
            // The list was stopped so soon that all of it was written by then.
            QCOMPARE(std::uint64_t(whole.readAll().count('\n')), out.listing.count() + 1);
        QVERIFY(timeToStop(capture, ask::Flame {}) < kSoonMs);
        const ByteRange all {SourceId(0), 0, std::uint64_t(1) << 40};
        QVERIFY(timeToStop(capture, ask::CopyBytes {all, file("huge")}) < kSoonMs);
        QVERIFY(capture.worker().isIdle());
    }

    void theEndOfACaptureStopsEverything()
    {
        QElapsedTimer clock;
        {
            const Capture capture(std::make_shared<SourcesDocument>(std::make_shared<HugeSource>()));
            const auto needles = parseBytePattern("00 01", false).needles;
            for (std::uint64_t i = 0; i < 8; ++i)
                capture.ask<ask::SearchBytes>({this, i}, Priority::background, {SourceId(0), needles},
                                              [](const SearchHits&) {});
            std::this_thread::sleep_for(20ms);
            clock.start();
        }
        QVERIFY(clock.elapsed() < kSoonMs);
    }

private:
    std::filesystem::path file(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    static void askTree(const LearnedCapture& of, const Capture& capture)
    {
        const Structure& tree = of.tree();
        const NodeId root = tree.rootId();
        const auto about = answered(capture, ask::About {root});
        QVERIFY(about && about->node && about->node->id == root);
        const auto top = answered(capture, ask::Root {});
        QVERIFY(top && *top == tree.root());

        const std::uint64_t count = *tree.childCount(root);
        const auto counted = answered(capture, ask::Page {root, 0, 0, false});
        QVERIFY(counted && counted->nodes.empty() && !counted->error);
        QCOMPARE(counted->count, count);
        const auto page = answered(capture, ask::Page {root, 0, 10, true});
        QVERIFY(page && !page->error && !page->nodes.empty());
        QVERIFY(page->nodes == *tree.children(root, 0, 10));
        QCOMPARE(page->paths.size(), page->nodes.size());
        const auto behind = answered(capture, ask::Page {root, count, 10, true});
        QVERIFY(behind && behind->nodes.empty() && behind->count == count);

        for (std::size_t i = 0; i < page->nodes.size(); ++i) {
            const Node& node = page->nodes[i];
            const auto found = answered(capture, ask::Find {page->paths[i]});
            QVERIFY(found && *found == std::optional(node.id));
            const auto facts = answered(capture, ask::NodeFacts {node.id});
            QVERIFY(facts && facts->node == std::optional(node));
            QCOMPARE(facts->path, page->paths[i]);
            QVERIFY(facts->decoded.value_or(ByteRange()) == tree.decoded(node.id).value_or(ByteRange()));
        }
        const auto missing = answered(capture, ask::Find {"/no/such/part"});
        QVERIFY(missing && !*missing);
        const query::Operand label {.written = page->nodes.front().label};
        const auto hits = std::make_shared<query::NodeHits>(
            query::Expr {query::Expr::Kind::test, {}, {query::Field::name, query::Op::equal, {label}}});
        // There may be millions of nodes behind the first.
        const int searcher = 0;
        capture.ask<ask::SearchStructure>({&searcher, 1}, Priority::background, {hits}, [](const auto&) {});
        QTRY_VERIFY_WITH_TIMEOUT(hits->count() > 0, 60'000);
        const auto rows = answered(capture, ask::NodeRows {hits, 0, 10});
        capture.worker().cancelAll(&searcher);
        QVERIFY(rows && !rows->empty());
        QCOMPARE(rows->front().node.label, page->nodes.front().label);
        if (const auto way = tree.wayTo(rows->front().node.id); way.size() == 2)
            QCOMPARE(rows->front().above, tree.node(way.front().id)->label);
    }

    void askBytes(const LearnedCapture& of, const Capture& capture) const
    {
        const SourceId id {0};
        const auto source = of.document->source(id);
        QVERIFY(source);
        const std::vector<std::byte> first = readBytes(**source, 0, 64, 64);
        const auto bytes = answered(capture, ask::Bytes {id, 0, 64, true});
        QVERIFY(bytes && !bytes->error);
        QVERIFY(bytes->bytes == first && first.size() >= 8);
        QCOMPARE(bytes->sourceSize, (*source)->size());
        QCOMPARE(bytes->records.size(), of.document->records()->in({id, 0, 64}, 4096)->size());
        const auto none = answered(capture, ask::Bytes {SourceId(9'999'999), 0, 64, true});
        QVERIFY(none && none->bytes.empty());

        Needle needle;
        needle.value.assign(first.begin(), first.begin() + 8);
        needle.mask.assign(needle.value.size(), std::byte(0xff));
        const auto hits = answered(capture, ask::SearchBytes {id, {needle}});
        QVERIFY(hits && !hits->hits.empty());
        QCOMPARE(hits->hits.front().offset, std::uint64_t(0));
        const auto& context = hits->hits.front().context;
        QVERIFY(std::equal(context.begin(), context.begin() + hits->hits.front().shown, first.begin()));

        const auto to = file("copied");
        const auto copied = answered(capture, ask::CopyBytes {{id, 0, first.size()}, to});
        QVERIFY(copied && !*copied);
        const auto read = readHead(to, 1000);
        QVERIFY(read && *read == first);
        if (const auto whole = identify(of.document->path())) {
            const auto harmed =
                answered(capture, ask::CopyBytes {{id, 0, first.size()}, of.document->path()});
            QVERIFY(harmed && *harmed && (*harmed)->code == Code::FileUnwritable);
            QVERIFY(identify(of.document->path()) == whole);
        }

        const auto names = answered(capture, ask::Sources {});
        QVERIFY(names);
        QCOMPARE(names->size(), std::size_t(of.document->sourceCount()));
        QCOMPARE(names->front(), of.document->sourceName(id));

        const auto damage = answered(capture, ask::Damage {64});
        QVERIFY(damage && !damage->cells.empty() && damage->cells.size() <= 64);
        for (std::size_t i = 0; i < damage->cells.size(); ++i) {
            const ByteRange& range = damage->cells[i].range;
            QVERIFY(damage->find(range.source, range.offset) == std::optional(i));
        }
    }

    void askRecords(const LearnedCapture& of, const Capture& capture)
    {
        constexpr std::size_t kRows = 20;
        std::vector<NodeId> all;
        RecordQuery query;
        query.limit = kRows;
        Job job;
        QVERIFY(of.document->records()->read(
            query,
            [&](const Record& record) {
                all.push_back(record.node);
                return true;
            },
            job));
        const auto list = std::make_shared<RecordList>(RecordQuery {});
        const auto failed = answered(capture, ask::ListRecords {list});
        QVERIFY(failed && !*failed);
        const RecordListing listing {list};
        const auto told = answered(capture, ask::RecordRows {listing, 0, kRows});
        QVERIFY(told && *told);
        QVERIFY(std::ranges::equal(**told, all, {}, [](const RecordRow& row) { return row.record.node; }));
        const auto row = answered(capture, ask::RecordRowOf {listing, all[1], (**told)[1].record.range});
        QVERIFY(row && *row == std::optional<std::uint64_t>(1));
        const std::vector columns {RecordColumn::offset, RecordColumn::time, RecordColumn::record};
        const auto exported = answered(capture, ask::ExportRecords {listing, columns, {}, file("all.csv")});
        QVERIFY(exported && !*exported);
        const auto csv = readHead(file("all.csv"), std::size_t(1) << 30);
        QVERIFY(csv);
        QVERIFY(asText(*csv).starts_with("offset,time_ns,record\r\n"));
        QCOMPARE(std::uint64_t(std::ranges::count(asText(*csv), '\n')), list->count() + 1);
        const Record& first = (**told)[0].record;
        const std::string line = std::to_string(first.range.offset) + ','
            + (first.timeNs ? std::to_string(*first.timeNs) : "") + ',' + csvCell(first.kind) + "\r\n";
        QVERIFY(asText(*csv).substr(std::string_view("offset,time_ns,record\r\n").size()).starts_with(line));
        const auto nowhere = answered(capture, ask::ExportRecords {listing, columns, {}, file("none/all.csv")});
        QVERIFY(nowhere && *nowhere);
        const auto second = answered(capture, ask::RecordNumber {2});
        QVERIFY(second && !second->error);
        QVERIFY(second->node == std::optional(all[1]));
        const auto tables = answered(capture, ask::RecordTables {});
        QVERIFY(tables);
        QCOMPARE(tables->size(), of.document->records()->tables().size());
    }

    static void askWhole(const LearnedCapture& of, const Capture& capture)
    {
        const auto summary = answered(capture, ask::SummaryNow {});
        QVERIFY(summary);
        QCOMPARE(summary->size, of.document->summary().size);
        QCOMPARE(summary->records, of.document->summary().records);

        const auto changed = answered(capture, ask::OnDisk {DocumentHandle(of.document)});
        QVERIFY(changed && changed->state == ask::DiskState::same);

        const auto none = answered(capture, ask::Picture {RecordRef()});
        QVERIFY(none && !*none);
        for (std::size_t i = 0; i < of.known.slices.size(); ++i) {
            if (of.known.slices[i].kind != TrackKind::pictures)
                continue;
            const auto shown = answered(capture, ask::Picture {of.known.refs[i]});
            const auto picture = of.time()->picture(of.known.refs[i]);
            QVERIFY(shown && *shown && picture && **shown == *picture);
        }

        std::vector<Diagnostic> problems = of.document->problems().all();
        const ByteRange begin {SourceId(0), 0, 1};
        problems.push_back(diagnose(Code::FileChanged, "made up", begin));
        const auto places = answered(capture, ask::ProblemPlaces {problems});
        QVERIFY(places);
        QCOMPARE(places->size(), problems.size());
        const auto owner = of.tree().nodeAt(begin.source, begin.offset);
        QVERIFY(places->back().node == owner);

        const auto flame = answered(capture, ask::Flame {});
        QVERIFY(flame && flame->graph && !flame->error);
        QCOMPARE(flame->graph->total() > 0, of.document->stacks() && !flame->kinds.empty());
        if (const StacksFacet* const stacks = of.document->stacks()) {
            Job job;
            QCOMPARE(flame->kinds.size(), stacks->kinds(of.timeline(), job).size());
        }
        const auto failure = answered(capture, ask::Validate {});
        QVERIFY(failure && !*failure);
    }
};

QTEST_GUILESS_MAIN(TestAsk)
#include "tst_ask.moc"
