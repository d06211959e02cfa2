// Queries asked of a few texts, and the nodes of a structure tree they hold for: against a plain walk over captures of every
// format, and over a tree made here that is deep, damaged and lists nodes twice.
#include "core/query/node_hits.h"

#include "core/ask/capture.h"
#include "core/model/document.h"
#include "core/query/parse.h"
#include "tests/support/counted_job.h"
#include "tests/support/each_capture.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QTest>
#include <set>
#include <thread>

using namespace traceglass;

namespace {

constexpr std::size_t kPlainly = 100'000; // nodes of a capture that a plain walk looks at
constexpr std::uint64_t kFlat = 2'000;    // records of the first child of the root, of which two cannot be read
constexpr std::uint64_t kDeep = 400;      // levels below the second
constexpr std::uint32_t kRootPart = 0, kListPart = 1, kRecordPart = 2, kDeepPart = 3, kFolderPart = 4, kBrokenPart = 5;

// capture
//   records    record 0 … record 1999
//   level 0    level 1 …
//   by id      record 7, record 8, which are at home above
//   broken     has children that nobody can count
class OddTree : public Parts
{
public:
    NodeId root() const override { return {0, kRootPart}; }
    Result<Node> read(const NodeId& id, const Job&) const override
    {
        Node out;
        out.id = id;
        out.label = "level " + std::to_string(id.place);
        out.expandable = id.part != kRecordPart && (id.part != kDeepPart || id.place + 1 < kDeep);
        if (id.part == kRootPart)
            out.label = "odd.bin", out.kind = NodeKind::capture;
        if (id.part == kListPart)
            out.label = "list", out.kind = NodeKind::records;
        if (id.part == kFolderPart)
            out.label = "by id", out.kind = NodeKind::folder;
        if (id.part == kBrokenPart)
            out.label = "broken", out.kind = NodeKind::chunk;
        if (id.part == kRecordPart) {
            if (id.place == 100 || id.place == 101)
                return fail(Code::FileUnreadable);
            out.label = "record " + std::to_string(id.place);
            out.value = id.place % 2 == 0 ? "even" : "odd";
            out.kind = NodeKind::record;
            out.range = {SourceId(0), 16 * id.place, 16};
        }
        return out;
    }
    Result<std::vector<PartGroup>> groups(const NodeId& parent, const Job&) const override
    {
        switch (parent.part) {
        case kRootPart: return std::vector<PartGroup> {{"list"}, {"deep"}, {"ids"}, {"broken"}};
        case kListPart: return std::vector<PartGroup> {{"records", true, kFlat, true}};
        case kDeepPart: return std::vector<PartGroup> {{"deeper", false, parent.place + 1 < kDeep ? 1u : 0u}};
        case kFolderPart: return std::vector<PartGroup> {{"", true, 2}};
        case kBrokenPart: return fail(Code::FileUnreadable);
        default: return std::vector<PartGroup> {};
        }
    }
    std::optional<NodeId> child(const NodeId& parent, std::size_t group, std::uint64_t index,
                                const Job&) const override
    {
        switch (parent.part) {
        case kRootPart: {
            constexpr std::array kChildren {kListPart, kDeepPart, kFolderPart, kBrokenPart};
            return NodeId {0, kChildren.at(group)};
        }
        case kListPart: return NodeId {index, kRecordPart};
        case kDeepPart: return NodeId {parent.place + 1, kDeepPart};
        default: return NodeId {7 + index, kRecordPart};
        }
    }
    std::optional<PartPlace> placeOf(const NodeId& id, const Job&) const override
    {
        switch (id.part) {
        case kRecordPart: return PartPlace {{0, kListPart}, 0, id.place};
        case kDeepPart:
            return id.place == 0 ? PartPlace {root(), 1, 0} : PartPlace {{id.place - 1, kDeepPart}, 0, 0};
        default: return PartPlace {root(), 0, 0};
        }
    }
    std::optional<NodeId> holderOf(SourceId source, std::uint64_t offset, const Job&) const override
    {
        return number(source) == 0 && offset < 16 * kFlat ? std::optional(NodeId {offset / 16, kRecordPart})
                                                           : std::nullopt;
    }
};

query::Expr read(std::string_view text)
{
    const auto expr = query::parse(text, nullptr, nodeKinds());
    return expr ? *expr : query::Expr {query::Expr::Kind::any, {}, {}}; // which nothing fits
}

struct OddHits
{
    explicit OddHits(std::string_view text, std::uint64_t kept = query::NodeHits::kKept)
        : hits(read(text), kept)
        , done(hits.build(tree, 1, job))
    {
        for (const NodeId& id : hits.page(0, 100'000))
            labels.push_back(tree.node(id)->label);
    }

    DiagnosticLog log;
    Structure tree {std::make_unique<OddTree>(), log};
    Job job;
    query::NodeHits hits;
    Result<void> done;
    std::vector<std::string> labels;
};

using Labels = std::vector<std::string>;

}

class TestNodeHits : public QObject, EachCapture
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(learnAll()); }

    // What asks of slices whether something is there is a word here.
    void wordsAboutSlicesAreTexts()
    {
        for (const char* const word : {"note", "state", "level"}) {
            QCOMPARE(query::parse(word)->test.op, query::Op::isThere);
            QCOMPARE(query::parse(word, nullptr, nodeKinds())->test.field, query::Field::any);
        }
    }

    void textsAreAsked_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<bool>("holds");
        const auto add = [](const char* query, bool holds) { QTest::newRow(query) << query << holds; };
        add("", true);
        add("seq", true);
        add("SEQ worker", true); // in two texts
        add("seq nothing", false);
        add("\"seq 3\"", true);
        add("\"seq 3 worker\"", false);
        add("/^seq \\d$/", true);
        add("/^SEQ/c", false);
        add("nothing or worker", true);
        add("not worker", false);
        add("-nothing", true);
        add("(nothing or seq) not 4", true);
        add("name = \"seq 3\"", true);
        add("name = seq", false);
        add("name : SEQ", true);
        add("name != seq", true);
        add("name in (a, \"seq 3\")", true);
        add("value ~ /1$/", true);
        add("value : seq", false);
        add("@value", true);
        add("@nothing", false);
        add("sequence", true); // its kind, whole
        add("sequen", false);
        add("kind = sequence", true);
        add("kind != sequence", false);
        add("kind != chunk", true);
        add("kind in (chunk, sequence)", true);
        add("secret", false); // which must be named
        add("about = secret", true);
        // Of what is not there every test is false.
        add("duration > 1 ms", false);
        add("not duration > 1 ms", true);
        add("status = 5", false);
        add("status != 5", false);
        add("value > 0", false);
        add("value != 5 value != 6", true);
        add("tag = two", true); // one of several
        add("tag != two", false);
        add("tag != three", true);
    }
    void textsAreAsked()
    {
        using query::TextOf;
        QFETCH(QString, query);
        QFETCH(bool, holds);
        const auto expr = query::parse(query.toStdString(), nullptr, nodeKinds());
        QVERIFY2(expr, expr ? "" : expr.error().sentence.c_str());
        const query::TextCondition condition(*expr);
        const std::array texts {TextOf {"name", "seq 3"},
                                TextOf {"value", "worker 1"},
                                TextOf {"kind", "sequence", query::Searched::whole},
                                TextOf {"about", "secret", query::Searched::no},
                                TextOf {"tag", "one"},
                                TextOf {"tag", "two"}};
        QCOMPARE(condition.holds(texts), holds);
    }

    // As each of them alone, with all that may stand in a text.
    void manyValuesAreAsOneByOne()
    {
        using namespace std::string_literals;
        const std::string texts[] = {
            "",       "a.b", "A.B", "axb", "k",       "\u212a",      "Straße", "STRASSE", "x\\y",   "chunk",
            "chunks", "v7",  "V77", "[a]", "caf\xe9", "caf\xc3\xa9", "a\nb",   "a^$|b",   "nul\0l"s};
        for (const char* const form : {"name : ", "", "name = ", "kind = "}) {
            std::vector<query::TextCondition> each;
            std::string all;
            for (const char* const value :
                 {"\"a.b\"", "K", "stRASse", "straße", "\"x\\\\y\"", "chunk", "v7", "\"[A]\"", "\"caf\xe9\"",
                  "\"a\nb\"", "\"^$|\"", "gap", "\"L\"", "/^v.7$/"}) {
                const std::string one = (*value == '/' ? "name ~ " : form) + std::string(value);
                if (form == std::string_view("kind = ") && *value != 'c' && *value != 'g')
                    continue;
                each.emplace_back(read(one.c_str()));
                all += (all.empty() ? "" : " or ") + one;
            }
            const query::TextCondition together(read(all.c_str()));
            for (const std::string& name : texts)
                for (const std::string_view kind : {"chunk", "gap", "other"}) {
                    const std::array asked {query::TextOf {"name", name},
                                            query::TextOf {"kind", kind, query::Searched::whole}};
                    QCOMPARE(together.holds(asked),
                             std::ranges::any_of(each, [&](const auto& one) { return one.holds(asked); }));
                }
        }
    }

    void kindsAreThoseOfNodes()
    {
        QVERIFY(query::parse("kind = record", nullptr, nodeKinds()));
        const auto wrong = query::parse("a kind = rekord", nullptr, nodeKinds());
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().suggestion, "record");
        QCOMPARE(wrong.error().begin, std::size_t(9));
        QVERIFY(!query::parse("kind = record"));
        QVERIFY(query::parse("kind = counter"));
    }

    void whatFitsIsMarked()
    {
        const auto marks = [](const char* query, std::string_view field, std::string_view text) {
            return query::TextCondition(read(query)).marks(field, text);
        };
        using Marks = std::vector<query::TextSpan>;
        QCOMPARE(marks("an", "name", "Banana"), (Marks {{1, 5}})); // which touch
        QCOMPARE(marks("b na", "name", "Banana"), (Marks {{0, 1}, {2, 6}}));
        QCOMPARE(marks("not an", "name", "Banana"), Marks {});
        QCOMPARE(marks("name != an", "name", "Banana"), Marks {});
        QCOMPARE(marks("value : an", "name", "Banana"), Marks {});
        QCOMPARE(marks("value : an", "value", "Ban"), (Marks {{1, 3}}));
        QCOMPARE(marks("/a./", "name", "Banana"), (Marks {{1, 5}}));
        QCOMPARE(marks("/x*/", "name", "Banana"), Marks {}); // nothing at all fits as well
        QCOMPARE(marks("ÄN", "name", "bänke"), (Marks {{1, 4}}));
        QCOMPARE(marks("name = banana", "name", "Banana"), (Marks {{0, 6}}));
    }

    void theTreeIsSearchedInItsOrder()
    {
        const OddHits all("\"record 77\"");
        QVERIFY(all.done);
        Labels wanted {"record 77"};
        for (int i = 770; i < 780; ++i)
            wanted.push_back("record " + std::to_string(i));
        QCOMPARE(all.labels, wanted);
        QVERIFY(all.hits.isComplete());
        QCOMPARE(OddHits("capture").labels, Labels {"odd.bin"}); // a kind
        QCOMPARE(OddHits("kind = record odd").hits.count(), (kFlat - 2) / 2);
        QCOMPARE(OddHits("record 7 odd not 7").hits.count(), 0u);
        QCOMPARE(OddHits("duration > 1 ms").hits.count(), 0u);
        QCOMPARE(OddHits("kind != record").hits.count(), 4 + kDeep);
    }
    // What cannot be read is left out alone; what is listed elsewhere as well is one hit.
    void damageIsLeftOut()
    {
        const OddHits all("");
        QCOMPARE(all.hits.count(), 4 + kDeep + kFlat - 2);
        QCOMPARE(all.hits.looked(), all.hits.count());
        QCOMPARE(all.hits.unread(), 3u); // two records, and what is broken
        QCOMPARE(OddHits("/^record 7$/").hits.count(), 1u);
        QCOMPARE(OddHits("\"level 399\"").labels, Labels {"level 399"});
    }
    // What is read behind the moment when a file is cut may be zeros.
    void nothingOfACutFileIsTold()
    {
        struct CutTree : OddTree
        {
            Result<void> checkWhole() const override
            {
                return isCut ? Result<void>(fail(Code::FileChanged)) : Result<void>();
            }
            bool isCut = false;
        };
        auto parts = std::make_unique<CutTree>();
        CutTree& cut = *parts;
        const DiagnosticLog log;
        const Structure tree(std::move(parts), log);
        query::NodeHits hits(read("record"));
        std::string last;
        Job job;
        const auto done = hits.build(tree, 1, job, [&](const Node& node) {
            cut.isCut = cut.isCut || node.label == "record 600";
            last = node.label;
            return true;
        });
        QVERIFY(!done);
        QCOMPARE(done.error().code, Code::FileChanged);
        QCOMPARE(last, std::string("record 1023")); // the end of those that were read before
        QVERIFY(!hits.isComplete());
    }
    void ownersOfAByteComeFirst()
    {
        QCOMPARE(OddHits("0x640").hits.count(), 0u); // one that cannot be read
        QCOMPARE(OddHits("0x7b0").labels, Labels {"record 123"});
        const OddHits some("32"); // record 2, then those with the text
        QCOMPARE(some.labels.front(), "record 2");
        QVERIFY(some.labels.size() > 20);
        QCOMPARE(some.labels[1], "record 32");
        const OddHits itself("3"); // record 0 has the byte
        QCOMPARE(itself.labels.front(), "record 0");
        QCOMPARE(std::ranges::count(OddHits("1").labels, "record 0"), 1);
        QCOMPARE(std::ranges::count(OddHits("0").labels, "record 0"), 1); // by both
    }
    void moreAreCountedThanKept()
    {
        const OddHits some("record", 100);
        QCOMPARE(some.hits.count(), kFlat - 2);
        QCOMPARE(some.hits.kept(), 100u);
        QCOMPARE(some.hits.page(90, 40).size(), 10u);
        QCOMPARE(some.hits.page(100, 40).size(), 0u);
    }

    void aPlainWalkFindsTheSame_data() { eachCapture(); }
    void aPlainWalkFindsTheSame()
    {
        const LearnedCapture& of = fetched();
        const Structure& tree = *of.document->structure();
        std::vector<NodeId> plain;
        std::set<NodeId> seen;
        const query::TextCondition condition(read("re or 1"));
        const auto walk = [&](const auto& self, const Node& node) -> void {
            if (!seen.insert(node.id).second || seen.size() > kPlainly)
                return;
            if (condition.holds(query::textsOf(node)))
                plain.push_back(node.id);
            const std::uint64_t count = node.expandable ? tree.childCount(node.id).value_or(0) : 0;
            for (std::uint64_t first = 0; first < count; first += 1'000)
                for (const Node& child : tree.children(node.id, first, 1'000).value_or(std::vector<Node>()))
                    if (tree.parentOf(child.id) == node.id)
                        self(self, child);
        };
        walk(walk, tree.root());
        const bool isWhole = seen.size() <= kPlainly; // else the beginning
        query::NodeHits hits(read("re or 1"));
        Job job;
        const auto done = hits.build(tree, of.document->sourceCount(), job,
                                     [&](const Node&) { return isWhole || hits.count() < plain.size(); });
        QVERIFY(done);
        QCOMPARE(hits.page(0, plain.size() + 1), plain);
        QCOMPARE(hits.isComplete(), isWhole);
        if (isWhole)
            QCOMPARE(hits.looked(), seen.size());
        QCOMPARE(job.done() + 1, hits.looked()); // all but the root
    }

    void itIsReadWhileItGrows()
    {
        class Endless : public OddTree
        {
        public:
            Result<std::vector<PartGroup>> groups(const NodeId& parent, const Job& job) const override
            {
                auto out = OddTree::groups(parent, job);
                if (parent.part == kListPart)
                    out->front().count = ~std::uint32_t(0);
                return out;
            }
        };
        DiagnosticLog log;
        const Structure tree(std::make_unique<Endless>(), log);
        query::NodeHits hits(read("\"record 1\""));
        std::optional<Code> code;
        std::jthread worker([&](const std::stop_token& token) {
            Job job(token);
            const auto done = hits.build(tree, 1, job);
            code = done ? std::nullopt : std::optional(done.error().code);
        });
        while (hits.count() < 3'000)
            std::this_thread::yield();
        QCOMPARE(tree.node(hits.page(2'500, 1).front())->label,
                 tree.node(hits.page(2'500, 1).front())->label);
        QVERIFY(!hits.isComplete());
        QElapsedTimer clock;
        clock.start();
        worker.request_stop();
        worker.join();
        QVERIFY(clock.elapsed() < slower(50)); // all of it would take hours
        QCOMPARE(code, std::optional(Code::Stopped));
        QVERIFY(!hits.isComplete());
        QVERIFY(hits.count() >= 3'000); // what was found stays
    }

    // What a stop left unread can be read all the same.
    void aStopLeavesNothingThatCannotBeRead()
    {
        DiagnosticLog log;
        const Structure tree(std::make_unique<OddTree>(), log);
        query::NodeHits whole(read("record"));
        CountedJob all;
        QVERIFY(whole.build(tree, 1, all));
        QCOMPARE(whole.unread(), std::uint64_t(3)); // two records, and what nobody can count
        for (std::uint64_t answers = 0; answers < all.asked(); answers += 1 + answers / 8) {
            query::NodeHits hits(read("record"));
            CountedJob job(answers);
            const auto done = hits.build(tree, 1, job);
            QVERIFY(!done && done.error().code == Code::Stopped);
            QVERIFY(hits.unread() <= whole.unread() && hits.count() <= whole.count());
            QVERIFY2(job.asked() < answers + 100, qPrintable(QString::number(answers)));
        }
    }
};

QTEST_GUILESS_MAIN(TestNodeHits)
#include "tst_node_hits.moc"
