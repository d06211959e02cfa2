// What every format promises, checked over a capture of each: those that are shipped, and the example of
// docs/new-format.md, which formats() lists in this program alone.
#include "core/ask/answers.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/formats.h"
#include "core/io/file.h"
#include "core/timeline/timeline_builder.h"
#include "tests/support/ask_everything.h"
#include "tests/support/counted_job.h"
#include "tests/support/demo_captures.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"
#include "tests/support/rfr_stream_writer.h"
#include "tests/support/slow_captures.h"
#include "tests/support/small_captures.h"

#include "tests/support/check_tree.h" // behind what has names that are keywords of Qt

#include <QtTest>
#include <chrono>
#include <filesystem>
#include <random>
#include <set>
#include <thread>

using namespace traceglass;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(const Format*)

class TestFormatContract : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::map<std::string_view, fs::path> m_captures;

    // The demo of a JVM is large: a shorter recording of the same kind will do. Not compressed, because what
    // was decoded once is there however a file is cut afterwards. The example has no demo.
    Result<fs::path> captureOf(const Format& format) const
    {
        const fs::path folder = m_folder.path().toStdString();
        if (format.id == "cjfr") {
            constexpr std::uint64_t kEvents = 6'000;
            const fs::path path = folder / "demo.cjfr";
            return cjfr::writeRecording(path, kEvents, {}).map([&] { return path; });
        }
        const Demo* const demo = findDemo(format.id);
        return demo ? writeDemoCapture(*demo, folder) : writeLog(folder / "demo.spanlog");
    }

    std::unique_ptr<Document> open(const Format* format)
    {
        return std::move(*openCapture(m_captures.at(format->id)));
    }

    // Visits some nodes of every level; calls check(parent, node).
    template <class Check>
    static void walk(const Document& document, const Node& node, int depth, int& budget, const Check& check)
    {
        const auto count = document.structure()->childCount(node.id);
        QVERIFY(count.has_value());
        const std::uint64_t step = std::max<std::uint64_t>(*count / 5, 1);
        for (std::uint64_t i = 0; i < *count && budget > 0; i += step) {
            const auto children = document.structure()->children(node.id, i, 1);
            QVERIFY(children && children->size() == 1);
            --budget;
            check(node, children->front(), i);
            if (depth < 9)
                walk(document, children->front(), depth + 1, budget, check);
        }
    }

    static std::vector<fs::path> filesIn(const fs::path& capture)
    {
        if (!fs::is_directory(capture))
            return {capture};
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(capture)) {
            if (entry.is_regular_file())
                files.push_back(entry.path());
        }
        return files;
    }

    // A format that is not there is the example.
    static fs::path folderOf(const Format& format)
    {
        const fs::path source = TRACEGLASS_SOURCE_DIR;
        const fs::path own = source / "core/formats" / format.id;
        return fs::exists(own) ? own : source / "tests/example_format";
    }

private slots:
    void initTestCase()
    {
        for (const Format* format : formats()) {
            const auto path = captureOf(*format);
            QVERIFY2(path, path ? "" : message(path.error()).c_str());
            m_captures[format->id] = *path;
        }
    }

    void eachFormat_data()
    {
        QTest::addColumn<const Format*>("format");
        for (const Format* format : formats())
            QTest::newRow(std::string(format->id).c_str()) << format;
    }

    // What desktops, start page and help say of a format comes from its folder.
    void describesItself_data() { eachFormat_data(); }
    void describesItself()
    {
        QFETCH(const Format*, format);
        for (const auto text : {&Format::id, &Format::name, &Format::label})
            QVERIFY(!(format->*text).empty());
        for (const auto help : {&Format::dumpHelp, &Format::recordsHelp})
            QVERIFY((format->*help).starts_with("\n  "));
        for (const auto help : {&Format::fieldsHelp, &Format::nodesHelp, &Format::compactHelp})
            QVERIFY((format->*help).empty() || (format->*help).starts_with("\n  "));
        const auto bytes = readHead(folderOf(*format) / "mime.xml", 1u << 20);
        QVERIFY(bytes);
        const std::string_view type = asText(*bytes);
        // A suffix that others have, too, is named there without a glob: then the content alone decides.
        std::size_t globs = 0;
        for (std::size_t at = 0; (at = type.find("<glob ", at)) != std::string_view::npos; ++at)
            ++globs;
        QVERIFY(globs >= 1 && globs <= format->suffixes.size());
        for (const std::string_view suffix : format->suffixes)
            QVERIFY(suffix == ".rgp" || suffix == ".rmv"
                    || type.find("<glob pattern=\"*" + std::string(suffix) + '"') != std::string_view::npos);
    }

    void opensByContentWhateverTheName_data() { eachFormat_data(); }
    void opensByContentWhateverTheName()
    {
        QFETCH(const Format*, format);
        const fs::path other =
            fs::path(m_folder.path().toStdString()) / ("renamed-" + std::string(format->id) + ".xyz");
        fs::copy(m_captures[format->id], other, fs::copy_options::recursive);
        const auto document = openCapture(other);
        QVERIFY2(document, document ? "" : message(document.error()).c_str());
        QCOMPARE((*document)->format().id, format->id);
    }

    void rangesLieInTheirSources_data() { eachFormat_data(); }
    void rangesLieInTheirSources()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        const Structure& tree = *document->structure();
        int budget = 1000;
        walk(*document, tree.root(), 0, budget, [&](const Node& parent, const Node& node, std::uint64_t) {
            const auto source = document->source(node.range.source);
            QVERIFY2(source, node.label.c_str());
            QVERIFY2(node.range.offset <= (*source)->size()
                         && node.range.length <= (*source)->size() - node.range.offset,
                     node.label.c_str());
            if (parent.range.source == node.range.source && parent.range.length > 0 && node.range.length > 0
                && parent.kind != NodeKind::capture && parent.kind != NodeKind::folder
                && node.kind != NodeKind::index)
                QVERIFY2(node.range.offset >= parent.range.offset && node.range.end() <= parent.range.end(),
                         qPrintable(QString::fromStdString(parent.label + " > " + node.label)));
        });
        QVERIFY(budget <= 1000 - (findDemo(format->id) ? 21 : 5));
    }

    void pathsLeadBack_data() { eachFormat_data(); }
    void pathsLeadBack()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        const Structure& tree = *document->structure();
        std::set<std::string> paths;
        int budget = 300;
        walk(*document, tree.root(), 0, budget, [&](const Node&, const Node& node, std::uint64_t) {
            const std::string path = tree.pathOf(node.id);
            QVERIFY2(path.starts_with('/'), node.label.c_str());
            const auto found = tree.find(path);
            QVERIFY2(found && *found == node.id, path.c_str());
            const auto way = tree.wayTo(node.id);
            QVERIFY2(!way.empty() && way.back().id == node.id, path.c_str());
            NodeId parent = tree.root().id;
            for (const auto& step : way) {
                const auto children = tree.children(parent, step.position, 1);
                QVERIFY2(children && children->size() == 1 && children->front().id == step.id, path.c_str());
                parent = step.id;
            }
            const auto again = tree.node(node.id);
            QVERIFY2(again && again->label == node.label && again->range == node.range, path.c_str());
        });
        QCOMPARE(tree.find("/"), std::optional(tree.root().id));
        for (const char* wrong : {"/nothing", "/chunks/99999999", "/chunks/-1", "/chunks/0/x", "///x"})
            QVERIFY2(!tree.find(wrong), wrong);
    }

    // nodeAt() of a node's first byte gives it, something inside it, or what it is a part of.
    void nodeAtFindsNodes_data() { eachFormat_data(); }
    void nodeAtFindsNodes()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        const Structure& tree = *document->structure();
        int budget = 200;
        walk(*document, tree.root(), 0, budget, [&](const Node&, const Node& node, std::uint64_t) {
            if (node.range.length == 0)
                return;
            const auto found = tree.nodeAt(node.range.source, node.range.offset);
            QVERIFY2(found, tree.pathOf(node.id).c_str());
            QVERIFY2(tree.node(*found)->range.contains(node.range.source, node.range.offset)
                         || tree.node(*found)->range.length == 0,
                     tree.pathOf(node.id).c_str());
        });
    }

    // A range is held by the innermost node that has all of it: never a part of it alone.
    void rangesHaveNodes_data() { eachFormat_data(); }
    void rangesHaveNodes()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        const Structure& tree = *document->structure();
        const auto holds = [](const ByteRange& outer, const ByteRange& inner) {
            return outer.source == inner.source && outer.offset <= inner.offset && outer.end() >= inner.end();
        };
        int budget = 200;
        walk(*document, tree.root(), 0, budget, [&](const Node&, const Node& node, std::uint64_t) {
            if (node.range.length == 0)
                return;
            const auto found = tree.nodeHolding(node.range);
            QVERIFY2(found, tree.pathOf(node.id).c_str());
            QVERIFY2(holds(tree.node(*found)->range, node.range), tree.pathOf(node.id).c_str());
            const ByteRange first {node.range.source, node.range.offset, 1};
            QVERIFY(tree.nodeHolding(first) == tree.nodeAt(first.source, first.offset));
        });
    }

    void indexingTwiceIsEqual_data() { eachFormat_data(); }
    void indexingTwiceIsEqual()
    {
        QFETCH(const Format*, format);
        std::vector<TimelinePtr> last;
        for (const unsigned threads : {1u, 3u}) {
            const auto document = open(format);
            Job job;
            TimelinePtr timeline;
            IndexRequest request;
            request.threads = threads;
            bool growsOnly = true; // nobody sees a number of records that falls
            request.publish = [&](TimelinePtr next) {
                growsOnly = growsOnly && (!timeline || timeline->records <= next->records);
                timeline = std::move(next);
            };
            QVERIFY(index(*document, request, job));
            QVERIFY(timeline && timeline->complete);
            QVERIFY(growsOnly);
            last.push_back(timeline);
        }
        QCOMPARE(last[0]->trackCount(), last[1]->trackCount());
        QCOMPARE(last[0]->records, last[1]->records);
        for (std::uint32_t i = 0; i < last[0]->trackCount(); ++i) {
            const auto rows = last[0]->rows(TrackId(i));
            for (const RowId row : rows)
                QVERIFY(last[0]->slices(row, {INT64_MIN, INT64_MAX}, 1'000'000)
                        == last[1]->slices(row, {INT64_MIN, INT64_MAX}, 1'000'000));
        }
    }

    // What `tglass info` prints and what the window shows.
    void summaryAndTimelineAgreeOnTimes_data() { eachFormat_data(); }
    void summaryAndTimelineAgreeOnTimes()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        const auto before = document->summary().time; // info does not index
        TimelinePtr timeline;
        IndexRequest request;
        request.publish = [&](const TimelinePtr& snapshot) { timeline = snapshot; };
        Job job;
        QVERIFY(index(*document, request, job));
        for (const auto& time : {before, document->summary().time})
            QVERIFY(!time || *time == timeline->range);
    }

    void slicesAndRecordsFindEachOther_data() { eachFormat_data(); }
    void slicesAndRecordsFindEachOther()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        TimelinePtr timeline;
        Job job;
        IndexRequest request;
        request.publish = [&](TimelinePtr next) { timeline = std::move(next); };
        QVERIFY(index(*document, request, job));
        for (std::uint32_t i = 0; i < timeline->trackCount(); i += 5) {
            const Track& track = timeline->track(TrackId(i));
            std::uint16_t depth = 0;
            for (const RowId row : timeline->rows(TrackId(i))) {
                for (const Slice& slice : timeline->slices(row, timeline->range, 20)) {
                    const auto node = document->structure()->nodeOf(slice.ref);
                    const std::string where =
                        timeline->path(TrackId(i)) + ", byte " + std::to_string(slice.ref.offset());
                    QVERIFY2(node && document->structure()->node(*node)->range.offset == slice.ref.offset(),
                             where.c_str());
                    const auto found = document->timeline()->sliceOf(*timeline, slice.ref);
                    QVERIFY2(found && timeline->findSlice(*found), where.c_str());
                    const SliceId id {track.kind, track.key, depth, slice.startNs, slice.ref};
                    QVERIFY2(timeline->findSlice(id)->ref == slice.ref, where.c_str());
                    const Details details = document->timeline()->describe(*timeline, id);
                    QVERIFY(!details.title.empty() && !details.sections.empty());
                    QVERIFY(document->timeline()->flows(*timeline, id).size() <= 64);
                }
                ++depth;
            }
        }
    }

    void recordsInOwnTheirBytes_data() { eachFormat_data(); }
    void recordsInOwnTheirBytes()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        const std::uint32_t sources = document->sourceCount();
        for (std::uint32_t i = 0; i < sources; ++i) {
            const auto source = document->source(SourceId(i));
            QVERIFY(source);
            const ByteRange asked {SourceId(i), (*source)->size() / 2, 256};
            const auto records = document->records()->in(asked, 1000);
            QVERIFY(records);
            std::uint64_t last = 0;
            for (const Record& record : *records) {
                QVERIFY(record.range.source == SourceId(i) && record.range.offset >= last);
                QVERIFY(record.range.offset < asked.end() && record.range.end() > asked.offset);
                last = record.range.offset;
            }
        }
    }

    void recordsRespectTheirLimit_data() { eachFormat_data(); }
    void recordsRespectTheirLimit()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        Job job;
        int count = 0;
        RecordQuery query;
        query.limit = 7;
        query.json = true;
        const auto delivered = document->records()->read(
            query,
            [&](const Record& record) {
                ++count;
                return record.json.starts_with('{') && record.json.ends_with('}');
            },
            job);
        QVERIFY(delivered && *delivered == 7);
        QCOMPARE(count, 7);
    }

    void aStopEndsSoon_data() { eachFormat_data(); }
    void aStopEndsSoon()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        std::stop_source stop;
        Job job(stop.get_token());
        std::jthread worker([&] {
            (void)index(*document, {}, job);
            (void)document->validate(job);
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        stop.request_stop();
        QElapsedTimer timer;
        timer.start();
        worker.join();
        QVERIFY2(timer.elapsed() < slower(100), qPrintable(QString::number(timer.elapsed())));
    }

    // Opening, too, at any moment of it. A slow machine may be late once, not each time.
    void aStoppedOpeningEnds_data() { eachFormat_data(); }
    void aStoppedOpeningEnds()
    {
        QFETCH(const Format*, format);
        const fs::path path = slowToOpen(*format, m_folder.path().toStdString(), repeat(100) / 100.0);
        QVERIFY(!path.empty());
        QElapsedTimer timer;
        timer.start();
        QVERIFY(openCapture(path));
        const auto all = std::chrono::nanoseconds(timer.nsecsElapsed());
        constexpr int kMoments = 10, kTries = 3;
        int stopped = 0;
        for (int moment = 0; moment < kMoments; ++moment) {
            std::vector<qint64> took;
            while (took.size() < kTries && (took.empty() || took.back() >= slower(100))) {
                std::stop_source stop;
                Result<std::unique_ptr<Document>> document;
                std::thread opening([&] {
                    Job job(stop.get_token());
                    document = openCapture(path, job);
                });
                std::this_thread::sleep_for(all * moment / kMoments);
                stop.request_stop();
                timer.start();
                opening.join();
                took.push_back(timer.elapsed());
                QVERIFY(document || document.error().code == Code::Stopped);
                stopped += document ? 0 : 1;
            }
            const QString late = QStringLiteral("%1 ms, moment %2 of %3 ms").arg(took.back()).arg(moment).arg(all / 1ms);
            QVERIFY2(took.back() < slower(100), qPrintable(late));
        }
        QVERIFY2(stopped > 0,
                 qPrintable(QString::number(all / 1ms))); // else it was open before anybody looked
        fs::remove_all(path);
    }

    // A question that nobody wants any more reads nothing.
    void aStoppedQuestionIsNotAnswered_data() { eachFormat_data(); }
    void aStoppedQuestionIsNotAnswered()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        const std::uint64_t known = document->problems().total(); // since it was opened
        const Timeline timeline;
        const ask::Reading reading {*document, timeline};
        const auto ask = [&](const auto& question) {
            std::stop_source stop;
            stop.request_stop();
            Job job(stop.get_token());
            return answer(question, reading, job);
        };
        const NodeId root = document->structure()->rootId();
        const auto page = ask(ask::Page {.parent = root, .atMost = 100});
        QVERIFY(page.error && page.error->code == Code::Stopped);
        QVERIFY(page.nodes.empty());
        QVERIFY(ask(ask::Root {}).label.empty());
        QVERIFY(!ask(ask::Find {"/"}));
        QVERIFY(!ask(ask::NodeFacts {root}).node);
        QVERIFY(!ask(ask::About {root}).node);
        QCOMPARE(document->problems().total(), known);
    }

    // At whatever moment a question is stopped, it ends soon, tells nothing, and takes nothing that was left unread for
    // damage; who asks next gets all.
    void whatIsStoppedIsNoDamage_data() { eachFormat_data(); }
    void whatIsStoppedIsNoDamage()
    {
        QFETCH(const Format*, format);
        using Said = std::optional<std::vector<Node>>; // nothing: it was stopped
        using Question = std::function<Said(const Document&, const Job&)>;
        const auto of = [](const Structure& tree, const std::optional<NodeId>& id, const Job& job) {
            auto node = id ? tree.node(*id, job) : fail(Code::NodeUnknown);
            return node ? Said(std::vector {std::move(*node)}) : Said();
        };
        std::vector<Question> questions;
        int budget = 8;
        const auto reference = open(format);
        walk(*reference, reference->structure()->root(), 0, budget,
             [&](const Node& parent, const Node& node, std::uint64_t at) {
                 const Structure& known = *reference->structure();
                 const std::string path = known.pathOf(node.id);
                 questions.push_back([parent = parent.id, at](const Document& document, const Job& job) {
                     auto page = document.structure()->children(parent, at, 10, job);
                     return page ? Said(std::move(*page)) : Said();
                 });
                 questions.push_back([id = node.id](const Document& document, const Job& job) {
                     std::vector<Node> way;
                     for (const Structure::Step& step : document.structure()->wayTo(id, job))
                         way.push_back(document.structure()->node(step.id, job).value_or(Node {}));
                     return job.stopRequested() ? Said() : Said(std::move(way));
                 });
                 questions.push_back([path, of](const Document& document, const Job& job) {
                     return of(*document.structure(), document.structure()->find(path, job), job);
                 });
                 if (node.range.length == 0)
                     return;
                 // Decoded bytes have a number when somebody has looked.
                 if (number(node.range.source) == 0) {
                     questions.push_back([range = node.range, of](const Document& document, const Job& job) {
                         return of(*document.structure(), document.structure()->nodeHolding(range, job), job);
                     });
                     questions.push_back([range = node.range](const Document& document, const Job& job) {
                         std::vector<Node> out;
                         for (const Record& record :
                              document.records()->in(range, 10, job).value_or(std::vector<Record>()))
                             out.push_back({.id = record.node,
                                            .label = record.kind,
                                            .value = record.fields,
                                            .range = record.range});
                         return job.stopRequested() ? Said() : Said(std::move(out));
                     });
                 }
             });
        constexpr std::uint64_t kSoon = 100; // times more that the job is asked
        std::size_t stopped = 0;
        for (std::size_t i = 0; i < questions.size(); ++i) {
            const auto plain = open(format);
            const Said all = questions[i](*plain, Job());
            QVERIFY2(all, qPrintable(QString::number(i)));
            for (const std::uint64_t answers : {0u, 1u, 3u, 10u, 40u}) {
                const auto document = open(format);
                CountedJob job(answers);
                const Said some = questions[i](*document, job);
                const QString where = QStringLiteral("question %1, %2 answers").arg(i).arg(answers);
                QVERIFY2(job.token().stop_requested() ? !some : some == all, qPrintable(where));
                QVERIFY2(job.asked() < answers + kSoon, qPrintable(where));
                if (job.token().stop_requested())
                    ++stopped;
                for (const Diagnostic& problem : document->problems().all())
                    QVERIFY2(std::ranges::count(plain->problems().all(), problem) == 1, qPrintable(where));
                QVERIFY2(questions[i](*document, Job()) == all, qPrintable(where));
            }
        }
        QVERIFY(stopped > 0);
    }

    // Ids come from notes and links of another state of the file, too: what means nothing has no parts, no path and no
    // way down.
    void idsThatMeanNothing_data() { eachFormat_data(); }
    void idsThatMeanNothing()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        const Structure& tree = *document->structure();
        std::vector<NodeId> ids;
        int budget = repeat(100);
        walk(*document, tree.root(), 0, budget,
             [&](const Node&, const Node& node, std::uint64_t) { ids.push_back(node.id); });
        std::uint64_t nothing = 0;
        for (const NodeId& id : ids) {
            for (int bit = 0; bit < 64; bit += 3) {
                for (const NodeId& other : {NodeId {id.place ^ (std::uint64_t(1) << bit), id.part},
                                            NodeId {id.place, id.part ^ (1u << bit % 32)}}) {
                    if (const auto node = tree.node(other)) {
                        checkNode(*document, *node);
                        continue;
                    }
                    ++nothing;
                    QVERIFY(tree.childCount(other).value_or(0) == 0);
                    QVERIFY(tree.children(other, 0, 10).value_or(std::vector<Node> {}).empty());
                    QVERIFY(tree.pathOf(other).empty());
                    QVERIFY(tree.wayTo(other).empty());
                }
            }
        }
        QVERIFY(nothing > 0);
    }

    // In order, sharing nothing, and none of them good where a problem is known.
    void blocksAgreeWithProblems_data() { eachFormat_data(); }
    void blocksAgreeWithProblems()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        const Structure& tree = *document->structure();
        Job job;
        QVERIFY(document->validate(job));
        std::uint64_t blocks = 0;
        for (std::uint32_t i = 0; i < document->sourceCount(); ++i) {
            const std::uint64_t size = (*document->source(SourceId(i)))->size();
            std::uint64_t at = 0;
            tree.blocks(SourceId(i), [&](const Block& block) {
                const bool isInOrder = block.range.source == SourceId(i) && block.range.offset >= at
                    && block.range.length > 0 && block.range.end() <= size;
                const bool isBad = document->problems().worstIn(block.range).has_value();
                at = block.range.end();
                ++blocks;
                [&] {
                    QVERIFY2(isInOrder, qPrintable(QString::number(block.range.offset)));
                    QVERIFY(tree.node(block.node));
                    QVERIFY(!isBad || block.state == Block::State::suspect
                            || block.state == Block::State::lost);
                    QVERIFY(block.state != Block::State::unread);
                }();
                return isInOrder;
            });
        }
        QVERIFY(blocks > 0);
    }

    // What nobody has looked at is not said to be good: no problem is found there later. An index is judged entry by
    // entry when a capture is opened, and against itself only when all is checked, so it stays as it is.
    void whatIsGoodWasLookedAt_data() { eachFormat_data(); }
    void whatIsGoodWasLookedAt()
    {
        QFETCH(const Format*, format);
        const auto blocksOf = [](const Document& document) {
            std::vector<Block> out;
            for (std::uint32_t i = 0; i < document.sourceCount(); ++i)
                document.structure()->blocks(SourceId(i), [&](const Block& block) {
                    out.push_back(block);
                    return true;
                });
            return out;
        };
        std::vector<ByteRange> index;
        bool isAnyUnread = false;
        {
            const auto sound = open(format);
            for (const Block& block : blocksOf(*sound)) {
                isAnyUnread = isAnyUnread || block.state == Block::State::unread;
                if (sound->structure()->node(block.node)->kind == NodeKind::index)
                    index.push_back(block.range);
            }
        }
        QVERIFY(isAnyUnread);
        const fs::path path = m_captures[format->id];
        std::mt19937_64 random(7);
        std::size_t found = 0;
        for (const fs::path& file : filesIn(path)) {
            const auto whole = *readHead(file, 64u << 20);
            for (int round = 0; round < repeat(4); ++round) {
                auto bytes = whole;
                for (int i = 0; i < 20; ++i) {
                    const std::uint64_t at = random() % bytes.size();
                    const auto isThere = [&](const ByteRange& range) {
                        return range.contains(SourceId {}, at);
                    };
                    if (std::ranges::none_of(index, isThere))
                        bytes[at] ^= std::byte(1 + random() % 255);
                }
                QVERIFY(writeFile(file, bytes));
                const auto document = openCapture(path);
                if (!document)
                    continue;
                const std::vector<Block> known = blocksOf(**document);
                Job job;
                (void)(*document)->validate(job);
                const DiagnosticLog& problems = (*document)->problems();
                for (const Block& block : known) {
                    const bool isGood = block.state == Block::State::good;
                    QVERIFY2(!isGood || !problems.worstIn(block.range),
                             qPrintable(QStringLiteral("%1, byte %2").arg(round).arg(block.range.offset)));
                }
                found += problems.kept();
            }
            QVERIFY(writeFile(file, whole));
        }
        QVERIFY(found > 0);
    }

    void theCaptureIsSound_data() { eachFormat_data(); }
    void theCaptureIsSound()
    {
        QFETCH(const Format*, format);
        const auto document = open(format);
        Job job;
        QVERIFY(document->validate(job));
        for (const Diagnostic& diagnostic : document->problems().all())
            QVERIFY2(diagnostic.severity == Severity::info, diagnostic.message().c_str());
        QVERIFY(!document->changedOnDisk());
    }

    // Any prefix, and any flipped bytes, of every file: opens or fails with an error, and everything can be
    // asked.
    void damageIsSurvived_data() { eachFormat_data(); }
    void damageIsSurvived()
    {
        QFETCH(const Format*, format);
        const fs::path path = m_captures[format->id];
        // Under a sanitizer one cut and one with flipped bytes will do.
        const std::vector<int> rounds = repeat(10) > 1 ? std::vector {0, 1, 2, 3, 4, 5} : std::vector {1, 3};
        std::mt19937_64 random(5);
        for (const fs::path& file : filesIn(path)) {
            const auto whole = *readHead(file, 64u << 20);
            for (const int round : rounds) {
                auto bytes = whole;
                if (round < 3) {
                    bytes.resize(round == 0 ? 0 : random() % bytes.size());
                } else {
                    for (int i = 0; i < 20; ++i)
                        bytes[random() % bytes.size()] ^= std::byte(1 + random() % 255);
                }
                QVERIFY(writeFile(file, bytes));
                if (const auto document = openCapture(path)) {
                    Job job;
                    (void)index(**document, {}, job);
                    (void)(*document)->validate(job);
                    RecordQuery query;
                    query.limit = 2000;
                    (void)(*document)->records()->read(
                        query, [](const Record&) { return true; }, job);
                    int budget = 200;
                    walkDamaged(**document, (*document)->structure()->root().id, budget);
                }
            }
            QVERIFY(writeFile(file, whole));
        }
    }

    // Cut by somebody else while it is open: neither a crash nor invented records; what cannot be had is an
    // error.
    void cutWhileOpen_data() { eachFormat_data(); }
    void cutWhileOpen()
    {
        QFETCH(const Format*, format);
        const fs::path path = m_captures[format->id];
        fs::path largest = path;
        if (fs::is_directory(path)) {
            std::uintmax_t size = 0;
            for (const auto& entry : fs::recursive_directory_iterator(path)) {
                if (entry.is_regular_file() && entry.file_size() > size) {
                    size = entry.file_size();
                    largest = entry.path();
                }
            }
        }
        const auto whole = *readHead(largest, 64u << 20);
        const auto reference = open(format);
        std::set<std::string> genuine;
        Job job;
        RecordQuery query;
        query.json = true;
        query.limit = 200'000; // of a large demo the beginning
        QVERIFY(reference->records()->read(
            query, [&](const Record& record) { return genuine.insert(record.json).second || true; }, job));

        const auto document = open(format);
        int budget = 100; // so that something is decoded and kept
        walkDamaged(*document, document->structure()->root().id, budget);
        fs::resize_file(largest, whole.size() / 3 + 7);
        QVERIFY(document->changedOnDisk());
        const auto delivered = document->records()->read(
            query, [&](const Record& record) { return genuine.contains(record.json); }, job);
        QVERIFY(!delivered || *delivered < genuine.size());
        budget = 300;
        walkDamaged(*document, document->structure()->root().id, budget);
        (void)index(*document, {}, job);
        (void)document->validate(job);
        QVERIFY(std::ranges::any_of(document->problems().all(),
                                    [](const Diagnostic& d) { return d.code == Code::FileChanged; }));
        // Who asks about something gets it, or the reason: nobody is left with nothing.
        const SourceId first = document->source(SourceId {}) ? SourceId {} : SourceId(1);
        for (const std::uint64_t offset : {std::uint64_t(40), std::uint64_t(whole.size() / 2)}) {
            const Resolved answer = resolve(*document, {}, ByteRange {first, offset, 1}, job);
            QVERIFY(answer.node || (answer.error && answer.error->code == Code::FileChanged));
        }
        const auto source = document->source(SourceId {});
        if (source && !fs::is_directory(path)) {
            std::vector<std::byte> tail(16);
            QCOMPARE((*source)->read(whole.size() - 16, tail), std::size_t(0));
        }
        QVERIFY(writeFile(largest, whole));
    }

    // Replaced in place while it is open, by something shorter or by other bytes of the same length: whatever
    // an earlier reading promised may be gone, and every question is answered all the same.
    void replacedWhileOpen_data()
    {
        QTest::addColumn<QString>("capture");
        const fs::path folder = m_folder.path().toStdString();
        for (const SmallCapture& capture : smallCaptures()) {
            const fs::path own = folder / capture.name;
            fs::create_directories(own);
            QTest::newRow(capture.name.c_str()) << QString::fromStdString(capture.write(own).string());
        }
        QTest::newRow("rfr stream") << QString::fromStdString(streamedRecording(folder).string());
        QTest::newRow("log") << QString::fromStdString(writeLog(folder / "small.spanlog")->string());
    }
    void replacedWhileOpen()
    {
        QFETCH(QString, capture);
        const fs::path path = capture.toStdString();
        const Learned learned = learn(**openCapture(path));
        const auto files = filesOf(path);
        std::mt19937_64 random(11);
        enum How { nothingLeft, cut, zeros, noise, kHows };
        const auto replace = [&](int how) {
            for (const auto& [file, bytes] : files) {
                auto other = bytes;
                if (how == nothingLeft || how == cut)
                    other.resize(how == cut ? bytes.size() / 3 : 0);
                else
                    std::ranges::generate(other,
                                          [&] { return how == zeros ? std::byte {} : std::byte(random()); });
                QVERIFY(writeFile(file, other));
            }
        };
        enum Knows { nothing, counts, everything, kKnows };
        for (int how = nothingLeft; how < kHows; ++how) {
            for (int knows = nothing; knows < kKnows; ++knows) {
                const auto document = std::move(*openCapture(path));
                for (const NodeId& id : learned.nodes)
                    (void)(knows == counts && document->structure()->childCount(id));
                if (knows == everything)
                    (void)learn(*document);
                replace(how);
                askEverything(*document, learned, m_folder.path().toStdString());
                for (const auto& [file, bytes] : files)
                    QVERIFY(writeFile(file, bytes));
            }
        }
    }

    // The codes are as good as those that are shipped.
    void theExampleReportsWhatIsWrong()
    {
        const fs::path path = fs::path(m_folder.path().toStdString()) / "damaged";
        QVERIFY(writeFile(path, asBytes("#log 1\n"
                                        "2026-05-28T20:28:43Z info db <\n"
                                        "2026-05-28T20:28:42Z info db late\n"
                                        "2026-05-28T20:28:44Z loud db > query\n")));
        const auto document = openCapture(path);
        QVERIFY(document);
        Job job;
        QVERIFY((*document)->validate(job));
        std::vector<std::string_view> ids;
        for (const Diagnostic& diagnostic : (*document)->problems().all())
            ids.push_back(codeInfo(diagnostic.code).id);
        QVERIFY((ids == std::vector<std::string_view> {"log.no-begin", "log.time-back", "log.bad-line"}));
    }

    void foreignFilesAreNamed()
    {
        const fs::path folder = m_folder.path().toStdString();
        const auto put = [&](const char* name, std::string_view text) {
            (void)writeFile(folder / name, std::as_bytes(std::span(text)));
            return openCapture(folder / name);
        };
        QCOMPARE(put("a.txt", "hello\n").error().code, Code::FileUnknownFormat);
        QVERIFY(message(put("b.bin", "\x89PNG\r\n\x1a\n....").error()).find("PNG") != std::string::npos);
        QCOMPARE(put("c.rdf", "\x89PNG\r\n\x1a\n........................").error().code,
                 Code::RdfBadIdentifier);
        QCOMPARE(put("d", "").error().code, Code::FileUnknownFormat);
        QCOMPARE(openCapture(folder / "missing").error().code, Code::FileNotFound);
        fs::create_directory(folder / "plain");
        QCOMPARE(openCapture(folder / "plain").error().code, Code::FileUnknownFormat);
        Job job;
        QVERIFY(openBytes(folder / "a.txt", job));
    }

private:
    // Eight threads that answer requests, with a query in each.
    static Result<fs::path> writeLog(const fs::path& path)
    {
        std::string text = "#log 1\n";
        for (int i = 0; i < 400; ++i) {
            const auto add = [&](int microseconds, const std::string& rest) {
                text += iso8601(1'780'000'000'000'000'000 + (100 * i + microseconds) * 1000) + rest + "\n";
            };
            const std::string thread = " worker-" + std::to_string(i % 8);
            add(0, " info" + thread + " > request " + std::to_string(i));
            add(20, " debug" + thread + " > query");
            add(35, " warn" + thread + " slow disk");
            add(60, " debug" + thread + " <");
            add(80, " info" + thread + " <");
        }
        return writeFile(path, asBytes(text)).map([&] { return path; });
    }

    static fs::path streamedRecording(const fs::path& folder)
    {
        constexpr std::uint64_t kStart = 1'780'000'000'000'000;
        rfr::StreamWriter writer;
        rfr::TaskObject task;
        task.iid = 7;
        task.taskId = 20;
        task.name = "upload";
        writer.task(kStart, task);
        writer.record(kStart + 1, rfr::RecordKind::taskNew, 7);
        for (std::uint64_t i = 0; i < 500; ++i) {
            writer.record(kStart + 20 * i + 5, rfr::RecordKind::taskPollStart, 7);
            writer.record(kStart + 20 * i + 15, rfr::RecordKind::taskPollEnd, 7);
        }
        const fs::path path = folder / "streamed.rfr";
        return writeFile(path, writer.bytes()) ? path : fs::path();
    }

    static void walkDamaged(const Document& document, const NodeId& id, int& budget)
    {
        const auto count = document.structure()->childCount(id);
        if (!count)
            return;
        const std::uint64_t step = std::max<std::uint64_t>(*count / 5, 1);
        for (std::uint64_t i = 0; i < *count && budget-- > 0; i += step) {
            const auto children = document.structure()->children(id, i, 1);
            if (children && !children->empty())
                walkDamaged(document, children->front().id, budget);
        }
    }
};

QTEST_GUILESS_MAIN(TestFormatContract)
#include "tst_format_contract.moc"
