// An RDF file as a document: tree, decoded data, payloads, paths, records, damage.
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/demo_png.h"
#include "core/formats/formats.h"
#include "core/formats/rdf/demo/rdf_demo.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "core/formats/rdf/rdf_document.h"
#include "core/query/node_hits.h"
#include "core/query/parse.h"
#include "tests/support/check_tree.h"
#include "tests/support/counted_job.h"
#include "tests/support/open_capture.h"
#include "tests/support/patience.h"

#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

using namespace traceglass;
using namespace traceglass::rdf;

namespace {

constexpr std::string_view kJson =
    R"({"name": "arena", "sizes": [1, 2.5, -3e2], "deep": {"a": {"b": null}}, "text": "tab\tand \u00e9 \ud83d\ude00"})";

std::vector<std::byte> bytesOf(std::string_view text)
{
    return {asBytes(text).begin(), asBytes(text).end()};
}

std::vector<std::byte> nestedCapture(int depth)
{
    RdfWriter writer = RdfWriter::toMemory();
    (void)writer.add({.id = "Inner", .compression = Compression::zstd}, {}, asBytes(kJson));
    if (depth > 1)
        (void)writer.add({.id = "Deeper", .compression = depth % 2 ? Compression::zstd : Compression::none},
                         {}, nestedCapture(depth - 1));
    (void)writer.finish();
    return writer.take();
}

// A capture of nothing but an index, all of whose chunks have these data.
std::vector<std::byte> alike(std::int64_t chunks, std::int64_t offset, std::int64_t size)
{
    ByteWriter out;
    out.raw("AMD_RDF ");
    out.numbers(std::uint32_t(3), std::uint32_t(0), std::int64_t(kHeaderSize),
                chunks * std::int64_t(kEntrySize));
    for (std::int64_t n = 0; n < chunks; ++n) {
        Entry entry {.headerOffset = kHeaderSize, .dataOffset = offset, .dataSize = size};
        entry.id[0] = static_cast<char>('a' + n);
        out.raw(entryBytes(entry));
    }
    return out.take();
}

// So many are looked at by a search in all of the structure; 0: it fails.
std::uint64_t nodesOf(const Document& document)
{
    query::NodeHits hits(*query::parse("nothing", nullptr, nodeKinds()), 0);
    Job job;
    return hits.build(*document.structure(), document.sourceCount(), job) ? hits.looked() : 0;
}

std::vector<Node> childrenOf(const Document& document, std::string_view path)
{
    const auto id = document.structure()->find(path);
    return id ? document.structure()->children(*id, 0, 1'000).value_or(std::vector<Node> {})
              : std::vector<Node> {};
}

QStringList labels(const std::vector<Node>& nodes)
{
    QStringList out;
    for (const Node& node : nodes)
        out += QString::fromStdString(node.label);
    return out;
}

std::string bytesOf(const Document& document, const ByteRange& range)
{
    const auto source = document.source(range.source);
    return std::string(asText(readBytes(**source, range.offset, range.length, 1u << 24)));
}

bool reports(const Document& document, Code code, std::optional<std::uint64_t> entry)
{
    const auto all = document.problems().all();
    return std::ranges::any_of(
        all, [&](const Diagnostic& problem) { return problem.code == code && problem.entry == entry; });
}

}

class TestRdfDocument : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void treeOfAFile();
    void everyNodeAgrees();
    void jsonBecomesATree();
    void jsonThatIsNone_data();
    void jsonThatIsNone();
    void textPictureAndNames();
    void capturesWithinCaptures();
    void nestingEnds();
    void capturesThatHoldThemselvesEnd();
    void ownersOfBytes();
    void recordsOfBytes();
    void chunksById();
    void blocksOfTheFile();
    void chunksAreUnreadUntilTheyAreDecoded();
    void badEntriesMarkTheirChunks();
    void pagesOfManyChunks();
    void decodesOnDemand();
    void damagedDataStayReadable_data();
    void damagedDataStayReadable();
    void namesWhatIsNoRdf_data();
    void namesWhatIsNoRdf();
    void namesOlderFormats_data();
    void namesOlderFormats();
    void recordsAndDump();
    void aStopOpensNothingWithin();
    void noTimeAxis();
    void stopsSoon();
    void truncatedWhileOpen();

private:
    std::filesystem::path write(const char* name, std::span<const std::byte> bytes) const
    {
        const std::filesystem::path path = m_folder.filePath(name).toStdString();
        return writeFile(path, bytes) ? path : std::filesystem::path();
    }
    std::unique_ptr<Document> open(const char* name, RdfWriter& writer) const
    {
        if (!writer.finish())
            return nullptr;
        auto document = openCapture(write(name, writer.take()));
        return document ? std::move(*document) : nullptr;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Document> m_sample;
};

void TestRdfDocument::initTestCase()
{
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(
        writer.add({.id = "SystemInfo", .compression = Compression::zstd}, asBytes("head"), asBytes(kJson)));
    QVERIFY(writer.add({.id = "Event", .version = 2}, {}, bytesOf("\x01\x02\x03")));
    QVERIFY(writer.add({.id = "Event"}, {}, bytesOf("line one\nline two\r\nlast")));
    QVERIFY(writer.add({.id = "Scene", .compression = Compression::zstd}, {}, nestedCapture(2)));
    QVERIFY(writer.add({.id = "Plain"}, {}, nestedCapture(1)));
    QVERIFY(writer.add({.id = "Picture"}, {}, encodePng({4, 3, std::vector<std::byte>(4 * 3 * 3), {}})));
    QVERIFY(writer.add({.id = "Empty"}, {}, {}));
    m_sample = open("sample.rdf", writer);
    QVERIFY(m_sample);
}

void TestRdfDocument::treeOfAFile()
{
    QCOMPARE(labels(childrenOf(*m_sample, "/")),
             (QStringList {"file header", "SystemInfo", "Event", "Event", "Scene", "Plain", "Picture",
                           "Empty", "index", "map of the file", "by id"}));
    QCOMPARE(labels(childrenOf(*m_sample, "/chunks/0")),
             (QStringList {"chunk header", "data", "index entry"}));
    const Node chunk = *m_sample->structure()->node(*m_sample->structure()->find("/chunks/1"));
    QCOMPARE(chunk.value, std::string("#0 · 3 bytes · v2"));
    QCOMPARE(m_sample->structure()->root().label, std::string("sample.rdf"));
    QCOMPARE(m_sample->structure()->root().range.length, m_sample->summary().size);
    QCOMPARE(childrenOf(*m_sample, "/header").front().value, std::string("AMD_RDF "));
    QCOMPARE(m_sample->structure()->find("Event:1"), m_sample->structure()->find("/chunks/2"));
    for (const char* path :
         {"/chunks/7", "/chunks/x", "/chunks", "Event:2", "Other:0", "/chunks/0/foo", "", "x", "/header/5"})
        QVERIFY2(!m_sample->structure()->find(path), path);
}

void TestRdfDocument::everyNodeAgrees()
{
    checkNode(*m_sample, m_sample->structure()->root());
    checkTree(*m_sample, m_sample->structure()->root().id, 12);
}

void TestRdfDocument::jsonBecomesATree()
{
    const Document& sample = *m_sample;
    const auto members = childrenOf(sample, "/chunks/0/data");
    QCOMPARE(labels(members), (QStringList {"name", "sizes", "deep", "text"}));
    QCOMPARE(members[0].value, std::string("\"arena\""));
    QCOMPARE(members[1].value, std::string("3 elements"));
    QCOMPARE(members[3].value, std::string("\"tab\\tand é 😀\""));
    QCOMPARE(bytesOf(sample, members[0].range), std::string("\"name\": \"arena\""));
    const auto sizes = childrenOf(sample, "/chunks/0/data/1");
    QCOMPARE(labels(sizes), (QStringList {"[0]", "[1]", "[2]"}));
    QCOMPARE(sizes[2].value, std::string("-3e2"));
    QCOMPARE(childrenOf(sample, "/chunks/0/data/2/0").front().value, std::string("null"));
    const auto page = sample.structure()->children(*sample.structure()->find("/chunks/0/data"), 2, 1);
    QCOMPARE(page->front().label, std::string("deep"));
}

void TestRdfDocument::jsonThatIsNone_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("children");
    QTest::addRow("cut") << "{\"a\": [1, 2" << 1; // shown as a line of text
    QTest::addRow("two values") << "{} {}" << 1;
    QTest::addRow("comma at the end") << "[1,]" << 1;
    QTest::addRow("bare word") << "[nul]" << 1;
    QTest::addRow("leading zero") << "[01]" << 1;
    QTest::addRow("empty object") << " {} " << 0;
    QTest::addRow("byte order mark") << QString(QChar(0xfeff)) + "[1, [], {}]" << 3;
}

void TestRdfDocument::jsonThatIsNone()
{
    QFETCH(QString, text);
    QFETCH(int, children);
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Text"}, {}, bytesOf(text.toStdString())));
    const auto document = open("none.rdf", writer);
    QVERIFY(document);
    QCOMPARE(*document->structure()->childCount(*document->structure()->find("/chunks/0/data")),
             std::uint64_t(children));
}

void TestRdfDocument::textPictureAndNames()
{
    const auto lines = childrenOf(*m_sample, "/chunks/2/data");
    QCOMPARE(labels(lines), (QStringList {"line one", "line two", "last"}));
    QCOMPARE(bytesOf(*m_sample, lines[1].range), std::string("line two\r\n"));
    const auto picture = childrenOf(*m_sample, "/chunks/5/data");
    QCOMPARE(picture.size(), std::size_t(1));
    QCOMPARE(picture[0].kind, NodeKind::picture);
    QCOMPARE(picture[0].value, std::string("4 × 3 pixels"));

    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Code"}, {},
                       bytesOf("\x7f"
                               "ELF\x02\x01\x01 and so on")));
    std::string large = "first\n";
    large.append(400'000, 'x');
    QVERIFY(writer.add({.id = "Log", .compression = Compression::zstd}, {}, bytesOf(large)));
    QVERIFY(writer.add({.id = "Bad"}, {}, bytesOf("{\"a\xff\": \"b\xff\"}")));
    const auto document = open("names.rdf", writer);
    QVERIFY(document);
    QVERIFY(document->structure()
                ->node(*document->structure()->find("/chunks/0/data"))
                ->value.starts_with("ELF program or library"));
    QCOMPARE(childrenOf(*document, "/chunks/1/data").size(), std::size_t(2)); // of the first 256 KiB
    QCOMPARE(childrenOf(*document, "/chunks/2/data").front().label, std::string("a\xef\xbf\xbd"));
}

void TestRdfDocument::capturesWithinCaptures()
{
    const Document& sample = *m_sample;
    QCOMPARE(labels(childrenOf(sample, "/chunks/3/data")),
             (QStringList {"file header", "Inner", "Deeper", "index", "map of the file"}));
    const std::string deep = "/chunks/3/data/chunks/1/data/chunks/0/data/0";
    const auto name = sample.structure()->find(deep);
    QVERIFY(name);
    QCOMPARE(sample.structure()->pathOf(*name), deep);
    QCOMPARE(sample.structure()->node(*name)->label, std::string("name"));
    QCOMPARE(bytesOf(sample, sample.structure()->node(*name)->range), std::string("\"name\": \"arena\""));
    QVERIFY(sample.sourceName(sample.structure()->node(*name)->range.source)
                .starts_with("Scene data / Deeper data / Inner"));
    // Not compressed: the inner header lies in the file itself.
    const Node header = *sample.structure()->node(*sample.structure()->find("/chunks/4/data/header"));
    QCOMPARE(header.range.source, SourceId {});
    QCOMPARE(bytesOf(sample, header.range).substr(0, 8), std::string("AMD_RDF "));
}

void TestRdfDocument::nestingEnds()
{
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Deeper"}, {}, nestedCapture(limits::kNestedCaptures + 3)));
    const auto document = open("deep.rdf", writer);
    QVERIFY(document);
    std::string path = "/chunks/0/data";
    int depth = 0;
    while (document->structure()->childCount(*document->structure()->find(path)).value_or(0) > 0
           && depth < 100) {
        path += "/chunks/1/data";
        ++depth;
    }
    QCOMPARE(depth, limits::kNestedCaptures);
    QVERIFY(std::ranges::any_of(document->problems().all(),
                                [](const auto& problem) { return problem.code == Code::NestingTooDeep; }));

    std::string brackets(static_cast<std::size_t>(limits::kJsonDepth) + 1, '[');
    brackets.append(brackets.size(), ']');
    RdfWriter json = RdfWriter::toMemory();
    QVERIFY(json.add({.id = "Json"}, {}, bytesOf(brackets)));
    const auto second = open("brackets.rdf", json);
    QVERIFY(second);
    QCOMPARE(childrenOf(*second, "/chunks/0/data").front().kind, NodeKind::text);
    QVERIFY(reports(*second, Code::NestingTooDeep, 0));
}

// Each chunk as often as there are others, and each of these again: to the eighth power without an end to it.
void TestRdfDocument::capturesThatHoldThemselvesEnd()
{
    constexpr std::int64_t kChunks = 5, kSize = kHeaderSize + kChunks * kEntrySize;
    constexpr std::uint64_t kNodesAChunk = 20;
    for (const std::int64_t size : {kSize, kSize - 1}) {
        const auto itself = openCapture(write("itself.rdf", alike(kChunks, 0, size)));
        QVERIFY(itself);
        QVERIFY(nodesOf(**itself) < (kChunks + 1) * kNodesAChunk);
        QCOMPARE(childrenOf(**itself, "/chunks/0/data").size(), std::size_t(0));
        QVERIFY(reports(**itself, Code::RdfHoldsItself, kChunks - 1));
    }

    // One behind the other, each chunk of one is all that is behind it.
    std::vector<std::byte> shared;
    for (std::int64_t n = limits::kNestedCaptures; n >= 0; --n) {
        const std::vector<std::byte> one = alike(kChunks, kSize, n * kSize);
        shared.insert(shared.end(), one.begin(), one.end());
    }
    const std::uint64_t size = shared.size();
    const auto multiplying = openCapture(write("shared.rdf", shared));
    QVERIFY(multiplying);
    const std::uint64_t entries = (size + (1u << 20)) / kEntrySize;
    QVERIFY(nodesOf(**multiplying) < entries * kNodesAChunk);
    QVERIFY(nodesOf(**multiplying) > entries);
    std::string first; // which is opened before others
    for (int depth = 0; depth < 4; ++depth)
        first += "/chunks/0/data";
    QVERIFY(childrenOf(**multiplying, first + "/chunks/4/data").size() > 4);
    QVERIFY(std::ranges::any_of((*multiplying)->problems().all(),
                                [](const auto& problem) { return problem.code == Code::RdfNestedLimit; }));
}

void TestRdfDocument::ownersOfBytes()
{
    const Document& sample = *m_sample;
    const auto pathAt = [&](SourceId source, std::uint64_t offset) {
        const auto id = sample.structure()->nodeAt(source, offset);
        return QString::fromStdString(id ? sample.structure()->pathOf(*id) : "nobody");
    };
    QCOMPARE(pathAt(SourceId {}, 0), "/header/0");
    QCOMPARE(pathAt(SourceId {}, 20), "/header/3");
    QCOMPARE(pathAt(SourceId {}, 33), "/chunks/0/header");
    QCOMPARE(pathAt(SourceId {}, 36), "/chunks/0/data"); // compressed
    const ByteRange text = sample.structure()->node(*sample.structure()->find("/chunks/2/data"))->range;
    QCOMPARE(pathAt(SourceId {}, text.offset + 12), "/chunks/2/data/1");
    const ByteRange index = sample.structure()->node(*sample.structure()->find("/index"))->range;
    QCOMPARE(pathAt(SourceId {}, index.offset + 64 * 2 + 41), "/chunks/2/entry/6");
    QCOMPARE(pathAt(SourceId {}, index.end()), "nobody");
    const ByteRange decoded = *sample.structure()->decoded(*sample.structure()->find("/chunks/0"));
    QVERIFY(number(decoded.source) != 0);
    QCOMPARE(bytesOf(sample, decoded), std::string(kJson));
    QCOMPARE(pathAt(decoded.source, kJson.find("2.5") + 1), "/chunks/0/data/1/1");
    QCOMPARE(pathAt(decoded.source, kJson.find("null")), "/chunks/0/data/2/0/0");
    QCOMPARE(pathAt(decoded.source, 0), "/chunks/0/data");
    QCOMPARE(pathAt(decoded.source, kJson.size()), "nobody");
    QCOMPARE(pathAt(SourceId {999}, 0), "nobody");
}

void TestRdfDocument::recordsOfBytes()
{
    const Document& sample = *m_sample;
    const auto all = sample.records()->in({SourceId {}, 0, sample.summary().size}, 10'000);
    QVERIFY(all);
    std::uint64_t at = 0;
    QStringList kinds;
    for (const Record& record : *all) {
        QVERIFY(record.range.offset >= at); // in order, and sharing nothing
        at = record.range.end();
        kinds += QString::fromStdString(record.kind);
        QVERIFY(sample.structure()->node(record.node));
    }
    QCOMPARE(kinds.count("file header"), 2); // of the file, and of the capture within that is not compressed
    QCOMPARE(kinds.count("chunk header"), 1);
    QCOMPARE(kinds.count("line"), 3);
    QCOMPARE(kinds.count("index entry"), 8);
    QCOMPARE(sample.records()->in({SourceId {}, 0, sample.summary().size}, 3)->size(), std::size_t(3));

    const ByteRange json = *sample.structure()->decoded(*sample.structure()->find("/chunks/0/data"));
    const auto values = sample.records()->in({json.source, kJson.find("2.5"), 8}, 100);
    QCOMPARE(values->size(), std::size_t(2));
    QCOMPARE(values->front().fields, std::string("2.5"));
    QVERIFY(!sample.records()->in({SourceId {999}, 0, 1}, 10));
}

void TestRdfDocument::chunksById()
{
    QCOMPARE(labels(childrenOf(*m_sample, "/ids")),
             (QStringList {"SystemInfo", "Event", "Scene", "Plain", "Picture", "Empty"}));
    const auto events = childrenOf(*m_sample, "/ids/1");
    QCOMPARE(events.size(), std::size_t(2));
    QCOMPARE(m_sample->structure()->pathOf(events[1].id),
             std::string("/chunks/2")); // the same nodes as in file order
}

void TestRdfDocument::blocksOfTheFile()
{
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Whole"}, asBytes("head"), bytesOf("data")));
    QVERIFY(writer.add({.id = "Cut", .compression = Compression::zstd}, {}, asBytes(kJson)));
    QVERIFY(writer.finish());
    std::vector<std::byte> bytes = writer.take();
    bytes[bytes.size() - 64 + 54] = std::byte {1}; // the second chunk claims to go on beyond the end
    const auto document = openCapture(write("cut.rdf", bytes));
    QVERIFY(document);
    const Structure& tree = *(*document)->structure();
    const auto blocksOf = [&](SourceId source) {
        QStringList out;
        tree.blocks(source, [&](const Block& block) {
            constexpr std::array names = {"good", "suspect", "lost", "unread"};
            out += QString::fromStdString(tree.pathOf(block.node) + " " + std::to_string(block.range.offset)
                                          + " " + names[static_cast<std::size_t>(block.state)]);
            return true;
        });
        return out;
    };
    const QString index = QStringLiteral("/index %1 suspect").arg(bytes.size() - 128);
    QCOMPARE(blocksOf(SourceId {}),
             (QStringList {"/header 0 good", "/chunks/0 32 good", "/chunks/1 40 lost", index}));
    QVERIFY(blocksOf(SourceId {1}).isEmpty()); // nothing is decoded yet
    const auto decoded = tree.decoded(*tree.find("/chunks/1"));
    QVERIFY(decoded);
    QCOMPARE(blocksOf(decoded->source).size(), 1);
    QVERIFY(blocksOf(decoded->source)[0].startsWith("/chunks/1/data 0"));
}

// What is neither compressed nor known has nothing to look at.
void TestRdfDocument::chunksAreUnreadUntilTheyAreDecoded()
{
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Plain"}, {}, bytesOf("data")));
    QVERIFY(writer.add({.id = "Small", .compression = Compression::zstd}, {}, asBytes(kJson)));
    QVERIFY(writer.add({.id = "Other", .compression = Compression::zstd}, {}, asBytes(kJson)));
    QVERIFY(writer.add({.id = "QueueEvent"}, {}, bytesOf("too short")));
    QVERIFY(writer.finish());
    const auto document = openCapture(write("unread.rdf", writer.take()));
    QVERIFY(document);
    const Structure& tree = *(*document)->structure();
    const auto states = [&] {
        using State = Block::State;
        QString out;
        tree.blocks(SourceId {}, [&](const Block& block) {
            if (tree.pathOf(block.node).starts_with("/chunks/")) // reading the node would look at it
                out += block.state == State::good ? 'g' : block.state == State::unread ? 'u' : 's';
            return true;
        });
        return out;
    };
    QCOMPARE(states(), QStringLiteral("guuu"));
    const auto decoded = tree.decoded(*tree.find("/chunks/1"));
    QVERIFY(decoded);
    QCOMPARE(bytesOf(**document, *decoded), std::string(kJson));
    QCOMPARE(states(), QStringLiteral("gguu"));
    Job job;
    QVERIFY((*document)->validate(job));
    QCOMPARE(states(), QStringLiteral("gggs"));
}

void TestRdfDocument::badEntriesMarkTheirChunks()
{
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Good"}, {}, bytesOf("good")));
    QVERIFY(writer.add({.id = "Odd"}, {}, bytesOf("odd")));
    QVERIFY(writer.finish());
    std::vector<std::byte> bytes = writer.take();
    bytes[bytes.size() - 64 + 16] = std::byte {7}; // a compression nobody knows
    const auto document = openCapture(write("odd.rdf", bytes));
    QVERIFY(document);
    const auto problemOf = [&](const char* path) {
        return (*document)->structure()->node(*(*document)->structure()->find(path))->problem;
    };
    QVERIFY(!problemOf("/chunks/0"));
    for (const char* path :
         {"/", "/chunks/1", "/chunks/1/data", "/chunks/1/entry", "/chunks/1/entry/1", "/index"})
        QCOMPARE(problemOf(path), std::optional(Severity::error));
}

void TestRdfDocument::pagesOfManyChunks()
{
    RdfWriter writer = RdfWriter::toMemory();
    constexpr std::uint64_t kChunks = 200'000;
    for (std::uint64_t n = 0; n < kChunks; ++n)
        QVERIFY(writer.add({.id = "Tiny"}, {}, bytesOf("x")));
    const auto document = open("many.rdf", writer);
    QVERIFY(document);
    const auto start = std::chrono::steady_clock::now();
    const NodeId root = document->structure()->root().id;
    QCOMPARE(*document->structure()->childCount(root), std::uint64_t(5)); // the chunks are one line
    const NodeId run = (*document->structure()->children(root, 1, 1))[0].id;
    QCOMPARE(*document->structure()->childCount(run), kChunks);
    const auto page = document->structure()->children(run, 150'000, 256);
    QCOMPARE(page->size(), std::size_t(256));
    QCOMPARE(page->front().value, std::string("#150000 · 1 byte"));
    QCOMPARE(document->structure()->children(run, kChunks - 1, 100)->size(), std::size_t(1));
    QVERIFY(document->structure()->children(run, kChunks, 100)->empty());
    QCOMPARE(document->structure()->find("Tiny:199999"), document->structure()->find("/chunks/199999"));
    QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}

void TestRdfDocument::decodesOnDemand()
{
    // 100 chunks of 4 MiB each are more than is kept; every one is there when asked for.
    RdfWriter writer = RdfWriter::toMemory();
    for (int n = 0; n < 100; ++n)
        QVERIFY(writer.add({.id = "Zeros", .compression = Compression::zstd}, {},
                           std::vector<std::byte>(4u << 20, static_cast<std::byte>(n))));
    const auto document = open("zeros.rdf", writer);
    QVERIFY(document);
    QCOMPARE(document->sourceCount(), std::uint32_t(1)); // opening decodes nothing
    for (int round = 0; round < 2; ++round) {
        for (int n = 0; n < 100; n += round == 0 || repeat(10) > 1 ? 1 : 9) {
            const ByteRange data =
                *document->structure()->decoded(*document->structure()->find("/chunks/" + std::to_string(n)));
            QCOMPARE(data.length, std::uint64_t(4u << 20));
            QCOMPARE(bytesOf(*document, {data.source, data.length - 1, 1}),
                     std::string(1, static_cast<char>(n)));
        }
        QCOMPARE(document->sourceCount(), std::uint32_t(101));
    }
}

void TestRdfDocument::damagedDataStayReadable_data()
{
    QTest::addColumn<qint64>("claimed");
    QTest::addColumn<int>("cutAway");
    QTest::addColumn<Code>("code");
    QTest::addColumn<bool>("whole");
    QTest::addRow("claims 1 TiB") << (qint64(1) << 40) << 0 << Code::RdfZstdSizeMismatch << true;
    QTest::addRow("claims nothing") << qint64(0) << 0 << Code::RdfZstdSizeMismatch << true;
    QTest::addRow("cut") << qint64(kJson.size()) << 8 << Code::RdfZstdCorrupt << false;
}

void TestRdfDocument::damagedDataStayReadable()
{
    QFETCH(qint64, claimed);
    QFETCH(int, cutAway);
    QFETCH(Code, code);
    QFETCH(bool, whole);
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Good"}, {}, bytesOf("good")));
    QVERIFY(writer.add({.id = "Broken", .compression = Compression::zstd}, {}, asBytes(kJson)));
    QVERIFY(writer.finish());
    std::vector<std::byte> bytes = writer.take();
    const std::size_t entry = bytes.size() - 64;
    ByteWriter size, stored;
    size.i64(claimed);
    std::ranges::copy(size.bytes(), bytes.begin() + static_cast<std::ptrdiff_t>(entry + 56));
    bytes[entry + 48] = static_cast<std::byte>(std::to_integer<int>(bytes[entry + 48]) - cutAway);

    for (const bool byValidation : {false, true}) {
        const auto document = openCapture(write("damaged.rdf", bytes));
        QVERIFY(document);
        QVERIFY(!reports(**document, code, 1)); // not before somebody reads it
        if (byValidation) {
            Job job;
            QVERIFY((*document)->validate(job));
        } else {
            const auto range = (*document)->structure()->decoded(*(*document)->structure()->find("Broken:0"));
            QVERIFY(range);
            const std::string data = bytesOf(**document, *range);
            QCOMPARE(data == kJson, whole);
            QVERIFY(kJson.starts_with(data));
        }
        QVERIFY(reports(**document, code, 1));
        QVERIFY((*document)->structure()->node(*(*document)->structure()->find("/chunks/1"))->problem);
        QVERIFY(!(*document)->structure()->node(*(*document)->structure()->find("/chunks/0"))->problem);
        QVERIFY((*document)->structure()->root().problem);
    }
}

void TestRdfDocument::namesWhatIsNoRdf_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("named");
    QTest::addRow("PNG") << QByteArray("\x89PNG\r\n\x1a\n and thirty more bytes follow") << "a PNG picture";
    QTest::addRow("memory trace") << QByteArray("MINI and thirty more bytes follow here")
                                  << "older memory trace";
    QTest::addRow("profile") << QByteArray("B00P and thirty more bytes follow here")
                             << "older Radeon GPU profile";
    QTest::addRow("RDF/XML") << QByteArray("<?xml version=\"1.0\"?>\n<rdf:RDF xmlns:rdf=\"x\"/>")
                             << "RDF/XML";
}

void TestRdfDocument::namesWhatIsNoRdf()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, named);
    const auto document = openCapture(write("other.rdf", bytesOf(bytes.toStdString())));
    QVERIFY(!document);
    QCOMPARE(document.error().code, Code::RdfBadIdentifier);
    QVERIFY2(message(document.error()).find(named.toStdString()) != std::string::npos,
             message(document.error()).c_str());
}

void TestRdfDocument::namesOlderFormats_data()
{
    QTest::addColumn<QByteArray>("magic");
    QTest::addColumn<QString>("id");
    QTest::addRow("memory trace") << QByteArray("MINI") << "rdf.older-memory-trace";
    QTest::addRow("profile") << QByteArray("B00P") << "rdf.older-profile";
}

// Whatever the suffix; text that begins with the same letters is no such file.
void TestRdfDocument::namesOlderFormats()
{
    QFETCH(QByteArray, magic);
    QFETCH(QString, id);
    ByteWriter header;
    header.raw(asText(std::as_bytes(std::span(magic))));
    header.numbers(1, 0, 0, 56);
    for (const char* const name : {"old.rmv", "old.rgp", "old.bin"}) {
        const auto document = openCapture(write(name, header.bytes()));
        QVERIFY(!document);
        QCOMPARE(QString::fromUtf8(codeInfo(document.error().code).id), id);
    }
    const std::string text = magic.toStdString() + "mum values of all";
    QCOMPARE(openCapture(write("text.rgp", bytesOf(text))).error().code, Code::RdfFileTooSmall);
    QCOMPARE(openCapture(write("text.txt", bytesOf(text))).error().code, Code::FileUnknownFormat);
}

void TestRdfDocument::recordsAndDump()
{
    Job job;
    std::string text;
    QVERIFY(m_sample->records()->dump(
        true, [&](std::string_view piece) { text += piece; }, job));
    const auto dump = nlohmann::json::parse(text, nullptr, false);
    QVERIFY(dump["format"] == "rdf");
    QVERIFY(dump["chunks"].size() == std::size_t(7));
    QVERIFY(dump["chunks"][2]["index"] == 1);
    QVERIFY(dump["chunks"][0]["uncompressed_size"] == kJson.size());
    QVERIFY(dump["chunks"][0]["data_sha256"] == sha256(asBytes(kJson)));
    QVERIFY(dump["chunks"][0]["header_sha256"] == sha256(asBytes("head")));

    RecordQuery query;
    query.json = query.hashes = true;
    query.limit = 3;
    std::uint64_t n = 0;
    const auto count = m_sample->records()->read(
        query,
        [&](const Record& record) {
            return nlohmann::json::parse(record.json, nullptr, false) == dump["chunks"][n++];
        },
        job);
    QCOMPARE(*count, std::uint64_t(3));
    QCOMPARE(n, std::uint64_t(3));
}

// A capture within another is there when it was checked, all of it: what is wrong in it is told once, and not forgotten.
void TestRdfDocument::aStopOpensNothingWithin()
{
    constexpr std::int64_t kChunks = 20;
    std::vector<std::byte> inner = alike(kChunks, 1 << 20, 4); // behind its end, each of them
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Scene", .compression = Compression::zstd}, {}, inner));
    QVERIFY(writer.finish());
    const auto path = write("within.rdf", writer.take());
    const auto childrenOfData = [](const Document& document, const Job& job) {
        const Structure& tree = *document.structure();
        const auto id = tree.find("/chunks/0/data", job);
        return id ? tree.children(*id, 0, 100, job) : fail(Code::Stopped);
    };
    const auto whole = openCapture(path);
    QVERIFY(whole);
    CountedJob all;
    const auto children = childrenOfData(**whole, all);
    QVERIFY(children && children->size() > kChunks);
    const std::uint64_t problems = (*whole)->problems().total();
    QVERIFY(problems >= std::uint64_t(kChunks));
    for (std::uint64_t answers = 0; answers < all.asked(); ++answers) {
        const auto document = openCapture(path);
        CountedJob job(answers);
        const auto stopped = childrenOfData(**document, job);
        QVERIFY(!stopped && stopped.error().code == Code::Stopped);
        QVERIFY((*document)->problems().total() <= problems);
        QVERIFY(childrenOfData(**document, Job()) == *children);
        QCOMPARE((*document)->problems().total(), problems);
    }
}

void TestRdfDocument::noTimeAxis()
{
    Job job;
    RecordQuery query;
    query.window = TimeRange {0, 1};
    const auto count = m_sample->records()->read(
        query, [](const Record&) { return true; }, job);
    QCOMPARE(count.error().code, Code::NoTimeAxis);
    QVERIFY(!m_sample->timeline());
}

void TestRdfDocument::stopsSoon()
{
    // 24 MiB in each of 4 chunks, checked again and again until the stop comes in the middle.
    RdfWriter writer = RdfWriter::toMemory();
    for (int n = 0; n < 4; ++n) {
        QVERIFY(writer.begin({.id = "Long", .compression = Compression::zstd}, {}));
        std::vector<std::byte> piece(1u << 20);
        for (std::size_t i = 0; i < piece.size(); ++i)
            piece[i] = static_cast<std::byte>(i * i >> 7);
        for (int i = 0; i < 24; ++i)
            QVERIFY(writer.append(piece));
        QVERIFY(writer.end());
    }
    const auto document = open("long.rdf", writer);
    QVERIFY(document);
    std::stop_source stop;
    Job job(stop.get_token());
    std::chrono::steady_clock::time_point asked;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(15));
        asked = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    Result<void> done;
    while (done) // also once more where the stop came between two of them
        done = document->validate(job);
    const auto ended = std::chrono::steady_clock::now();
    stopper.join();
    QCOMPARE(done.error().code, Code::Stopped);
    QVERIFY2(ended - asked < std::chrono::milliseconds(slower(250)),
             "a stop takes less than 50 ms, and much less than 250 on a busy machine");
}

void TestRdfDocument::truncatedWhileOpen()
{
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Text"}, {}, std::vector<std::byte>(100'000, std::byte {'x'})));
    const auto document = open("shrinks.rdf", writer);
    QVERIFY(document);
    QVERIFY(!document->changedOnDisk());
    std::filesystem::resize_file(m_folder.filePath("shrinks.rdf").toStdString(), 5'000);
    QVERIFY(document->changedOnDisk());
    Job job;
    std::string dumped;
    const auto done = document->records()->dump(
        true, [&](std::string_view piece) { dumped += piece; }, job);
    QVERIFY(!done && done.error().code == Code::FileChanged);
    QVERIFY(reports(*document, Code::FileChanged, {}));
}

QTEST_GUILESS_MAIN(TestRdfDocument)
#include "tst_rdf_document.moc"
