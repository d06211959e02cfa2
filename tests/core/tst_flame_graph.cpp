// Sums of stacks and the flame graphs made of them, from stacks written out here.
#include "core/base/job.h"
#include "core/timeline/flame_graph.h"

#include <QTest>

using namespace traceglass;

namespace {

// Frames by name, and the samples made of them.
class Stacks
{
public:
    std::shared_ptr<StackSums> sums = std::make_shared<StackSums>();

    void add(std::initializer_list<const char*> names, std::int64_t durationNs = 0, std::int64_t bytes = 0,
             bool truncated = false)
    {
        std::vector<std::uint32_t> numbers;
        for (const char* name : names)
            numbers.push_back(frame(name, {}));
        add(numbers, durationNs, bytes, truncated);
    }
    void add(const std::vector<std::uint32_t>& numbers, std::int64_t durationNs = 0, std::int64_t bytes = 0,
             bool truncated = false)
    {
        StackSample sample;
        sample.frames = numbers;
        sample.truncated = truncated;
        sample.startNs = 1000 - 10 * std::int64_t(m_samples);
        sample.durationNs = durationNs;
        sample.bytes = bytes;
        sample.ref = RecordRef(SourceId(0), m_samples++);
        sums->add(m_frames, sample);
    }
    std::uint32_t frame(const char* name, std::optional<int> line)
    {
        m_frames.push_back({name, {}, line});
        return static_cast<std::uint32_t>(m_frames.size() - 1);
    }
    FlameGraph graph(FlameWeight weight = FlameWeight::count, bool inverted = false) const
    {
        Job job;
        return FlameGraph::build(sums, weight, inverted, job);
    }

private:
    StackFrames m_frames;
    std::uint64_t m_samples = 0;
};

// "name begin+total (self)" of each node, depth by depth.
QStringList lines(const FlameGraph& graph)
{
    QStringList out;
    for (std::uint32_t depth = 0; depth < graph.depth(); ++depth) {
        for (std::uint32_t i = graph.rowBegin(depth); i < graph.rowEnd(depth); ++i) {
            const FlameGraph::FlameNode& node = graph.at(i);
            out << QStringLiteral("%1: %2 %3+%4 (%5)")
                       .arg(depth)
                       .arg(QString::fromStdString(std::string(graph.name(i))))
                       .arg(node.begin)
                       .arg(node.total)
                       .arg(node.self);
        }
    }
    return out;
}

std::uint32_t find(const FlameGraph& graph, std::string_view name)
{
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
        if (graph.name(i) == name)
            return i;
    }
    return FlameGraph::kNone;
}

}

class TestFlameGraph : public QObject
{
    Q_OBJECT

private slots:
    void addsUp();
    void turnsOver();
    void weighs();
    void keepsRecursion();
    void namesWhatWasNotRecorded();
    void knowsLines();
    void collapses();
    void countsMatchesOnce();
    void findsSamples();
    void samplesOfOneNumberShareTheirStack();
    void staysWithinItsLimits();
    void survivesHugeWeights();
    void isEmptyWithoutWeight();
    void answersFromAnyDepth();
};

void TestFlameGraph::addsUp()
{
    Stacks stacks;
    stacks.add({"main", "read"});
    stacks.add({"main", "work", "hash"});
    stacks.add({"main", "work"});
    stacks.add({"idle"});
    QCOMPARE(lines(stacks.graph()),
             QStringList({"0:  0+4 (0)", "1: main 0+3 (0)", "1: idle 3+1 (1)", "2: work 0+2 (1)",
                          "2: read 2+1 (1)", "3: hash 0+1 (1)"}));
}

void TestFlameGraph::turnsOver()
{
    Stacks stacks;
    stacks.add({"main", "read", "hash"});
    stacks.add({"main", "work", "hash"});
    stacks.add({"main", "work"});
    QCOMPARE(lines(stacks.graph(FlameWeight::count, true)),
             QStringList({"0:  0+3 (0)", "1: hash 0+2 (0)", "1: work 2+1 (0)", "2: read 0+1 (0)",
                          "2: work 1+1 (0)", "2: main 2+1 (1)", "3: main 0+1 (1)", "3: main 1+1 (1)"}));
}

void TestFlameGraph::weighs()
{
    Stacks stacks;
    stacks.add({"a"}, 5, 1000);
    stacks.add({"b"}, 20, 10);
    stacks.add({"c"}, -3, 0);
    QCOMPARE(lines(stacks.graph(FlameWeight::duration)),
             QStringList({"0:  0+25 (0)", "1: b 0+20 (20)", "1: a 20+5 (5)"}));
    QCOMPARE(lines(stacks.graph(FlameWeight::bytes)),
             QStringList({"0:  0+1010 (0)", "1: a 0+1000 (1000)", "1: b 1000+10 (10)"}));
}

void TestFlameGraph::keepsRecursion()
{
    Stacks stacks;
    stacks.add({"f", "f", "f"});
    stacks.add({"f"});
    QCOMPARE(lines(stacks.graph()),
             QStringList({"0:  0+2 (0)", "1: f 0+2 (1)", "2: f 0+1 (0)", "3: f 0+1 (1)"}));
}

void TestFlameGraph::namesWhatWasNotRecorded()
{
    Stacks stacks;
    stacks.add({"inner"}, 0, 0, true);
    stacks.add({"inner"});
    const FlameGraph graph = stacks.graph();
    const std::uint32_t missing = find(graph, StackSums::kNotRecorded);
    QVERIFY(missing != FlameGraph::kNone);
    QCOMPARE(graph.at(missing).total, std::uint64_t(1));
    QCOMPARE(graph.at(missing).childCount, std::uint32_t(1));
}

void TestFlameGraph::knowsLines()
{
    Stacks stacks;
    const std::uint32_t early = stacks.frame("f", 12), late = stacks.frame("f", 40);
    const std::uint32_t without = stacks.frame("g", {});
    stacks.add({late, without});
    stacks.add({early, without});
    for (const bool inverted : {false, true}) {
        const FlameGraph graph = stacks.graph(FlameWeight::count, inverted);
        QCOMPARE(graph.at(find(graph, "f")).lines.first, 12);
        QCOMPARE(graph.at(find(graph, "f")).lines.last, 40);
        QVERIFY(!graph.at(find(graph, "g")).lines.known());
    }
}

void TestFlameGraph::collapses()
{
    Stacks stacks;
    stacks.add({"main", "a;b"}, 7);
    stacks.add({"main"}, 2);
    stacks.add({"main", "a;b"}, 1);
    Job job;
    QCOMPARE(stacks.sums->collapsed(FlameWeight::count, job), std::string("main 1\nmain;a,b 2\n"));
    QCOMPARE(stacks.sums->collapsed(FlameWeight::duration, job), std::string("main 2\nmain;a,b 8\n"));
    QCOMPARE(stacks.sums->collapsed(FlameWeight::count, job, 10), std::string("main 1\n"));
}

void TestFlameGraph::countsMatchesOnce()
{
    Stacks stacks;
    stacks.add({"f", "g", "f"});
    stacks.add({"h", "f"});
    stacks.add({"h"});
    const FlameGraph graph = stacks.graph();
    std::vector<bool> names(stacks.sums->nameCount());
    names[graph.at(find(graph, "f")).name] = true;
    const FlameGraph::Share share = graph.share(names);
    QCOMPARE(share.weight, std::uint64_t(2));
    QCOMPARE(share.nodes, std::size_t(3));
}

void TestFlameGraph::findsSamples()
{
    Stacks stacks; // the first sample is the latest
    stacks.add({"main", "work", "hash"});
    stacks.add({"main", "read", "hash"});
    stacks.add({"main", "work"});
    stacks.add({"work", "hash"});
    const auto offsets = [](const FlameGraph& graph, std::uint32_t node) {
        std::vector<std::uint64_t> out;
        for (const auto& sample : graph.samplesOf(node))
            out.push_back(sample.ref.offset());
        return out;
    };
    const FlameGraph graph = stacks.graph();
    QCOMPARE(offsets(graph, FlameGraph::kRoot), (std::vector<std::uint64_t> {3, 2, 1, 0}));
    QCOMPARE(offsets(graph, find(graph, "main")), (std::vector<std::uint64_t> {2, 1, 0}));
    std::uint32_t work = FlameGraph::kNone; // the one below main
    for (std::uint32_t i = graph.rowBegin(2); i < graph.rowEnd(2); ++i)
        work = graph.name(i) == "work" ? i : work;
    QCOMPARE(offsets(graph, work), (std::vector<std::uint64_t> {2, 0}));

    const FlameGraph turned = stacks.graph(FlameWeight::count, true);
    QCOMPARE(offsets(turned, find(turned, "hash")), (std::vector<std::uint64_t> {3, 1, 0}));
    for (std::uint32_t i = turned.rowBegin(2); i < turned.rowEnd(2); ++i) {
        if (turned.name(i) == "read")
            QCOMPARE(offsets(turned, i), (std::vector<std::uint64_t> {1}));
    }
}

void TestFlameGraph::samplesOfOneNumberShareTheirStack()
{
    StackSums sums;
    const StackFrames frames {{"a"}, {"b"}};
    const std::vector<std::uint32_t> numbers {0, 1};
    StackSample sample;
    sample.frames = numbers;
    sample.stack = 7;
    sums.add(frames, sample);
    sums.add(frames, sample);
    QCOMPARE(sums.nodes().size(), std::size_t(3));
    QCOMPARE(sums.nodes().back().self[0], std::uint64_t(2));
}

void TestFlameGraph::staysWithinItsLimits()
{
    StackSums sums(3, 2);
    const StackFrames frames {{"a"}, {"b"}, {"c"}};
    const std::vector<std::uint32_t> numbers {0, 1, 2};
    StackSample sample;
    sample.frames = numbers;
    for (int i = 0; i < 3; ++i)
        sums.add(frames, sample);
    QVERIFY(sums.isCut());
    QCOMPARE(sums.nodes().size(), std::size_t(3));
    QCOMPARE(sums.nodes().back().self[0], std::uint64_t(3)); // at b, the deepest there is
    QCOMPARE(sums.samples().size(), std::size_t(2));

    // A stack without end, with numbers of frames that do not exist.
    const std::vector<std::uint32_t> endless(100'000, 0);
    const std::vector<std::uint32_t> wrong(10, 99);
    StackSums deep;
    sample.frames = endless;
    deep.add(frames, sample);
    sample.frames = wrong;
    deep.add(frames, sample);
    QVERIFY(deep.isCut());
    QCOMPARE(deep.nodes().size(), limits::kStackDepth + 1);
    QCOMPARE(deep.nodes().front().self[0], std::uint64_t(1));
}

void TestFlameGraph::survivesHugeWeights()
{
    Stacks stacks;
    for (int i = 0; i < 3; ++i)
        stacks.add({"a", "b"}, std::numeric_limits<std::int64_t>::max());
    stacks.add({"c"}, 5);
    const FlameGraph graph = stacks.graph(FlameWeight::duration);
    QCOMPARE(graph.total(), std::uint64_t(std::numeric_limits<std::int64_t>::max()));
    QCOMPARE(graph.at(find(graph, "b")).total, graph.total());
}

void TestFlameGraph::isEmptyWithoutWeight()
{
    Stacks stacks;
    QVERIFY(stacks.graph().empty());
    stacks.add({"a"});
    QVERIFY(stacks.graph(FlameWeight::bytes).empty());
    QCOMPARE(stacks.graph(FlameWeight::bytes).depth(), std::uint32_t(0));
    QVERIFY(!stacks.graph().empty());
}

void TestFlameGraph::answersFromAnyDepth()
{
    Stacks stacks;
    stacks.add({"a", "b"});
    stacks.add({"a", "c"});
    stacks.add({"d"});
    const FlameGraph graph = stacks.graph();
    const std::uint32_t c = find(graph, "c");
    QCOMPARE(graph.depthOf(c), std::uint32_t(2));
    QCOMPARE(graph.depthOf(FlameGraph::kRoot), std::uint32_t(0));
    QCOMPARE(graph.firstEndingBehind(2, 1), c);
    QCOMPARE(graph.firstEndingBehind(2, 2), FlameGraph::kNone); // nothing is below d
    for (std::uint32_t depth = 0; depth < graph.depth(); ++depth) {
        for (std::uint64_t place = 0; place <= graph.total(); ++place) {
            const std::uint32_t found = graph.firstEndingBehind(depth, place);
            for (std::uint32_t from = graph.rowBegin(depth); from < std::min(found, graph.rowEnd(depth)); ++from)
                QCOMPARE(graph.firstEndingBehind(depth, place, from), found);
        }
    }
    QVERIFY(graph.isWithin(c, find(graph, "a")));
    QVERIFY(!graph.isWithin(c, find(graph, "d")));
}

QTEST_GUILESS_MAIN(TestFlameGraph)
#include "tst_flame_graph.moc"
