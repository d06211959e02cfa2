// What the tree and the records show of the payloads of RDF: fields, rows, strings, memory tokens, crash events, runs of
// chunks; their paths there and back, their bytes, their times.
#include "core/formats/formats.h"
#include "core/formats/rdf/payloads/marked_run.h"
#include "core/formats/rdf/wire/chunk_runs.h"
#include "core/formats/rdf/wire/rdf_index.h"
#include "tests/support/corpus.h"
#include "tests/support/gpu_chunks.h"
#include "tests/support/open_capture.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <random>

using namespace traceglass;
using namespace traceglass::rdf;
using namespace traceglass::made_payloads;
using nlohmann::json;

namespace {

constexpr RmtVersion kLatest {1, 9};

ChunkOf queueEvent(std::uint32_t kind, std::uint32_t commandBuffer, std::uint64_t cpu)
{
    return submitted(7, kind, commandBuffer, cpu);
}

ChunkOf load(std::uint32_t kind, std::uint64_t cpu, const Bytes& behind = {})
{
    return {"COLoadEvent", Packer().add(std::uint32_t(1)),
            Bytes(Packer()
                      .add(std::uint32_t(0x030000))
                      .add(kind)
                      .add(std::uint64_t(0x1000))
                      .add(std::uint64_t(1))
                      .add(std::uint64_t(2))
                      .add(cpu))
                + behind};
}

// Streams of tokens cut into chunks, of which the second one is compressed.
std::vector<ChunkOf> cutStream(const Bytes& stream, const std::vector<std::size_t>& sizes)
{
    std::vector<ChunkOf> out;
    auto at = stream.begin();
    for (const std::size_t size : sizes) {
        const auto end = at + static_cast<std::ptrdiff_t>(size);
        out.push_back({"RmtData", rmtHeader(1, kLatest, size), Bytes(at, end),
                       out.size() == 1 ? Compression::zstd : Compression::none});
        at = end;
    }
    return out;
}

std::string shown(const Node& node)
{
    return node.label + (node.value.empty() ? "" : "|" + node.value);
}

}

class TestRdfNodes : public QObject
{
    Q_OBJECT

private slots:
    void runsOfChunks();
    void marksOfRuns();
    void fieldsOfRecords();
    void rowsAndWhatIsBehind();
    void stringsAndMarkers();
    void tokensOverChunks();
    void tokensByNumber();
    void crashEvents();
    void brokenStreamsHaveARest();
    void chunksAreGrouped();
    void titles();
    void recordsAreEvents();
    void recordsFromAnywhere();
    void recordsOfBytes();
    void hostileIds();
    void pathsOfTheCorpus_data();
    void pathsOfTheCorpus();

private:
    std::unique_ptr<Document> open(const std::vector<ChunkOf>& chunks) const
    {
        return openMade(m_folder.filePath("capture.rdf").toStdString(), chunks);
    }
    static Node at(const Document& document, std::string_view path)
    {
        const auto id = document.structure()->find(path);
        return id ? document.structure()->node(*id).value_or(Node {}) : Node {};
    }
    static std::vector<std::string> below(const Document& document, std::string_view path)
    {
        std::vector<std::string> out;
        const auto id = document.structure()->find(path);
        const auto nodes = id ? document.structure()->children(*id, 0, 1000) : fail(Code::NodeUnknown);
        if (nodes) {
            for (const Node& node : *nodes)
                out.push_back(shown(node));
        }
        return out;
    }
    static std::vector<Record> recordsOf(const Document& document, const RecordQuery& query)
    {
        std::vector<Record> out;
        Job job;
        (void)document.records()->read(
            query,
            [&](const Record& record) {
                out.push_back(record);
                return true;
            },
            job);
        return out;
    }
    static std::vector<json> linesOf(const Document& document)
    {
        RecordQuery query;
        query.json = true;
        std::vector<json> out;
        for (const Record& record : recordsOf(document, query))
            out.push_back(json::parse(record.json, nullptr, false));
        return out;
    }

    QTemporaryDir m_folder;
};

// --- what positions are made of

void TestRdfNodes::runsOfChunks()
{
    // Two, a run, one, two runs, one short of a run.
    std::vector<ChunkOf> chunks {{"a", {}, {}}, {"b", {}, {}}};
    const auto add = [&](std::string_view id, std::size_t count) {
        chunks.insert(chunks.end(), count, ChunkOf {id, {}, {}});
    };
    add("r", 40);
    add("c", 1);
    add("s", 32);
    add("t", 33);
    add("u", 31);
    const Bytes capture = captureOf(chunks);
    std::vector<Diagnostic> problems;
    const auto index = readIndex(capture, problems);
    QVERIFY(index);
    const ChunkRuns runs = *ChunkRuns::find(*index, Job());
    QCOMPARE(runs.count(), std::uint64_t(3));
    QCOMPARE(runs.lines(), std::uint64_t(2 + 1 + 1 + 1 + 1 + 31));
    std::uint64_t entries = 0;
    for (std::uint64_t line = 0; line < runs.lines(); ++line) {
        if (const auto run = runs.runAtLine(line)) {
            QCOMPARE(std::uint64_t(runs.run(*run).line), line);
            for (std::uint64_t n = 0; n < runs.run(*run).count; ++n)
                QCOMPARE(runs.runOf(entries++), run);
        } else {
            QCOMPARE(runs.entryAtLine(line), entries);
            QVERIFY(!runs.runOf(entries));
            QCOMPARE(runs.lineOf(entries++), line);
        }
    }
    QCOMPARE(entries, index->count());
}

// Items of one to 300 KB: blocks end behind the item that fills them.
void TestRdfNodes::marksOfRuns()
{
    std::mt19937 random(3);
    std::vector<std::uint64_t> begins;
    std::uint64_t end = 0;
    for (int n = 0; n < 20'000; ++n) {
        begins.push_back(end);
        end += random() % 997 == 0 ? 300'000 : 1 + random() % 20;
    }
    MarkedRun run(
        [&](std::uint64_t offset, std::uint64_t length, const Job&) {
            return Bytes(static_cast<std::size_t>(std::min(length, end - offset)));
        },
        [&](MarkedRun::ItemBlock& block) {
            const std::uint64_t behind = block.first.offset + block.bytes.size() - MarkedRun::kReadBehind;
            for (std::uint64_t n = block.first.number; n < begins.size() && begins[n] < behind; ++n) {
                const std::uint64_t next = n + 1 < begins.size() ? begins[n + 1] : end;
                block.items.push_back({begins[n], n, static_cast<std::uint32_t>(next - begins[n])});
            }
        });
    for (const std::uint64_t begin : begins)
        run.add(begin, 0);
    run.end(end);
    QCOMPARE(run.count(), std::uint64_t(begins.size()));
    for (int n = 0; n < 2000; ++n) {
        const std::uint64_t number = random() % begins.size();
        const auto block = run.blockOf(number, Job());
        QVERIFY(block->bytes.size() <= 256 * 1024 + 300'000 + MarkedRun::kReadBehind);
        QCOMPARE(block->find(number)->offset, begins[number]);
        const std::uint64_t last = number + 1 < begins.size() ? begins[number + 1] - 1 : end - 1;
        for (const std::uint64_t offset : {begins[number], last}) {
            const auto found = run.at(offset, Job());
            QVERIFY(found);
            QCOMPARE(found->number, number);
            QCOMPARE(found->begin, begins[number]);
        }
    }
    QVERIFY(!run.at(end, Job()));
}

// --- nodes

void TestRdfNodes::fieldsOfRecords()
{
    Bytes longer = Packer().add(std::uint32_t(4)).add(std::uint16_t(1)).add(std::uint16_t(3)).text("new", 3);
    const auto document =
        open({{"ApiInfo", {}, longer, Compression::zstd},
              {"ApiInfo", {}, Packer().add(std::uint32_t(4)).add(std::uint8_t(1))},
              {"TraceProcessInfo", {}, Packer().add(std::uint32_t(9)).add(std::uint32_t(6)).text("a.exe", 6)},
              {"QueueInfo", {}, Bytes(32)},
              {"CodeObject",
               Packer().add(std::uint64_t(0x030000)).add(std::uint64_t(5)).add(std::uint64_t(6)), Bytes(4)}});
    QVERIFY(document);
    QCOMPARE(below(*document, "/chunks/0/data"),
             (std::vector<std::string> {"API|Vulkan", "major version|1", "minor version|3", "3 more bytes"}));
    const Node minor = at(*document, "/chunks/0/data/2");
    QVERIFY(number(minor.range.source) != 0); // decoded
    QCOMPARE(minor.range.offset, std::uint64_t(6));
    QCOMPARE(minor.range.length, std::uint64_t(2));
    QCOMPARE(document->structure()->nodeAt(minor.range.source, 7), std::optional(minor.id));
    // A record's place is where its data begin.
    QCOMPARE(document->structure()->nodeOf(RecordRef(minor.range.source, 0)),
             document->structure()->find("/chunks/0/data"));
    QCOMPARE(below(*document, "/chunks/1/data"), (std::vector<std::string> {"API|Vulkan"}));
    QCOMPARE(below(*document, "/chunks/2/data"),
             (std::vector<std::string> {"process id|9", "path length|6 bytes", "path|a.exe"}));
    QCOMPARE(below(*document, "/chunks/3/data").size(), std::size_t(5)); // padding is nothing
    QCOMPARE(below(*document, "/chunks/4/header"),
             (std::vector<std::string> {"pci|3:0.0", "hash, low|0x5", "hash, high|0x6"}));
    const Node low = at(*document, "/chunks/4/header/1");
    QCOMPARE(document->structure()->nodeAt(low.range.source, low.range.offset + 7), std::optional(low.id));
    QCOMPARE(document->structure()->pathOf(low.id), std::string("/chunks/4/header/1"));
}

void TestRdfNodes::rowsAndWhatIsBehind()
{
    const auto document = open({load(0, 5), load(1, 6, Bytes(3)), {"GpuMemSegment", {}, threeHeaps()}});
    QVERIFY(document);
    QCOMPARE(below(*document, "/chunks/1/data"),
             (std::vector<std::string> {"[0]|unload · 0x1000 · 0x1", "3 more bytes"}));
    QCOMPARE(below(*document, "/chunks/1/data/0").back(), std::string("CPU|6 CPU ticks"));
    QVERIFY(below(*document, "/chunks/1/data/1").empty());
    QCOMPARE(below(*document, "/chunks/2/data").size(), std::size_t(3));
    const Node row = at(*document, "/chunks/2/data/1");
    QCOMPARE(document->structure()->nodeOf(RecordRef(row.range.source, row.range.offset)),
             std::optional(row.id));
    QCOMPARE(document->structure()->nodeAt(row.range.source, row.range.offset),
             document->structure()->find("/chunks/2/data/1/0"));
}

void TestRdfNodes::stringsAndMarkers()
{
    const Bytes table = Bytes(Packer().add(std::uint32_t(8)).add(std::uint32_t(14)))
        + Bytes(Packer().text("frame", 6)) + Bytes(Packer().text("shadows", 8));
    const auto document = open(
        {{"StringTable", Packer().add(std::uint32_t(3)).add(std::uint32_t(2)), table},
         {"StringTable", Packer().add(std::uint32_t(4)).add(std::uint32_t(~0u)),
          Packer().add(std::uint32_t(99))},
         {"UserMarkerHist", Packer().add(std::uint32_t(1)).add(std::uint32_t(3)).add(std::uint32_t(3)),
          Packer().add(std::uint32_t(1 << 2 | 1)).add(std::uint32_t(7 << 2 | 3)).add(std::uint32_t(2))}});
    QVERIFY(document);
    QCOMPARE(below(*document, "/chunks/0/data"), (std::vector<std::string> {"1|frame", "2|shadows"}));
    const Node shadows = at(*document, "/chunks/0/data/1");
    QCOMPARE(shadows.range.length, std::uint64_t(8));
    QCOMPARE(document->structure()->nodeAt(shadows.range.source, shadows.range.offset + 7),
             std::optional(shadows.id));
    QCOMPARE(below(*document, "/chunks/1/data"), (std::vector<std::string> {"1"}));
    QCOMPARE(at(*document, "/chunks/1/data/0").range.length, std::uint64_t(0));
    QCOMPARE(below(*document, "/chunks/2/data"),
             (std::vector<std::string> {"[0]|push frame", "[1]|set ?7", "[2]|pop"}));
}

void TestRdfNodes::tokensOverChunks()
{
    // 12 bytes, 17 bytes in three chunks, 7 bytes.
    const Bytes stream =
        timestamp(1000) + bindTo(16, 0x10000, 4096) + delta(10'000'000 / 32) + freeAt(0x5000);
    const auto document = open(cutStream(stream, {15, 1, 20, stream.size() - 36}));
    QVERIFY(document);
    const Structure& tree = *document->structure();
    QCOMPARE(below(*document, "/chunks/0/data"),
             (std::vector<std::string> {"timestamp", "resource_bind|0x10, 4.10 kB at 0x10000"}));
    QCOMPARE(below(*document, "/chunks/1/data"),
             std::vector<std::string> {}); // all of it is of the token before
    QCOMPARE(below(*document, "/chunks/2/data"), (std::vector<std::string> {"time_delta"}));
    QCOMPARE(below(*document, "/chunks/3/data"), (std::vector<std::string> {"virtual_free|0x5000"}));
    QCOMPARE(at(*document, "/chunks/2/data/0").time, std::optional(TimeRange {1'000'000'000, 1'000'000'000}));
    // The part of a token that is in its chunk; its fields where they are.
    const Node bind = at(*document, "/chunks/0/data/1");
    QCOMPARE(bind.range.length, std::uint64_t(3));
    const Node size = at(*document, "/chunks/0/data/1/2");
    QCOMPARE(shown(size), std::string("size|4.10 kB · 4,096 bytes"));
    QCOMPARE(size.range.source, at(*document, "/chunks/2/data").range.source);
    QCOMPARE(size.range.offset, at(*document, "/chunks/2/data").range.offset + 3);
    QCOMPARE(tree.nodeAt(size.range.source, size.range.offset + 1), std::optional(size.id));
    QCOMPARE(tree.pathOf(size.id), std::string("/chunks/0/data/1/2"));
    QCOMPARE(tree.nodeOf(RecordRef(bind.range.source, bind.range.offset)), std::optional(bind.id));
}

// More tokens than a block holds, of all lengths, in compressed data.
void TestRdfNodes::tokensByNumber()
{
    Bytes stream = timestamp(1);
    for (std::uint32_t n = 0; n < 10'000; ++n) {
        const Bytes one = n % 3 == 0 ? destroy(n) : n % 3 == 1 ? freeAt(n) : named("texture", n);
        stream.insert(stream.end(), one.begin(), one.end());
    }
    const auto document =
        open({{"RmtData", rmtHeader(1, kLatest, stream.size()), stream, Compression::zstd}});
    QVERIFY(document);
    const Structure& tree = *document->structure();
    const auto data = tree.find("/chunks/0/data");
    QVERIFY(data);
    QCOMPARE(tree.childCount(*data).value_or(0), std::uint64_t(10'001));
    for (const std::uint32_t n : {0u, 1u, 2u, 4094u, 4095u, 4096u, 8191u, 9999u}) {
        const Node node = at(*document, "/chunks/0/data/" + std::to_string(n + 1));
        const std::string expected = n % 3 == 0 ? "resource_destroy|" + hexNumber(n)
            : n % 3 == 1                        ? "virtual_free|" + hexNumber(n)
                                                : "userdata|name texture of " + hexNumber(n);
        QCOMPARE(shown(node), expected);
        QCOMPARE(tree.nodeOf(RecordRef(node.range.source, node.range.offset)), std::optional(node.id));
    }
}

void TestRdfNodes::crashEvents()
{
    const Bytes header = Packer()
                             .add(std::uint16_t(0))
                             .add(std::uint16_t(1))
                             .add(std::uint32_t(0))
                             .add(std::uint32_t(0xE43C9C8E))
                             .add(std::uint32_t(32))
                             .add(std::uint64_t(1000))
                             .add(std::uint64_t(10'000'000));
    const auto event = [](std::uint8_t id, const Bytes& payload) {
        return Bytes(Packer().add(id).add(std::uint8_t(0)).add(static_cast<std::uint16_t>(payload.size())))
            + payload;
    };
    const Bytes fault = Packer()
                            .add(std::uint32_t(1))
                            .add(std::uint32_t(2))
                            .add(std::uint64_t(0xabc))
                            .add(std::uint16_t(3))
                            .text("abc");
    const auto document = open({{"DDEvent", header,
                                 Bytes(4) + header + event(0, Packer().add(std::uint64_t(10)))
                                     + event(16, fault) + event(99, Bytes(5)) + Bytes(2),
                                 Compression::zstd}});
    QVERIFY(document);
    QCOMPARE(below(*document, "/chunks/0/data"),
             (std::vector<std::string> {"large_delta", "page_fault|0xabc", "event_99", "2 more bytes"}));
    const Node page = at(*document, "/chunks/0/data/1");
    QCOMPARE(page.time, std::optional(TimeRange {1'024'000, 1'024'000})); // 10 units of 32 by 32 ticks
    QCOMPARE(below(*document, "/chunks/0/data/1"),
             (std::vector<std::string> {"id|16", "delta|0", "size|21 bytes", "VM|1", "process id|2",
                                        "address|0xabc", "name length|3 bytes", "process|abc"}));
    const Node name = at(*document, "/chunks/0/data/1/7");
    QCOMPARE(document->structure()->nodeAt(name.range.source, name.range.offset), std::optional(name.id));
    QCOMPARE(below(*document, "/chunks/0/header").size(), std::size_t(6));
}

void TestRdfNodes::brokenStreamsHaveARest()
{
    const Bytes stream = timestamp(5) + Bytes(9, std::byte(0x02)); // no such token
    auto chunks = cutStream(stream, {16, 5});
    const auto document = open(chunks);
    QVERIFY(document);
    QCOMPARE(below(*document, "/chunks/0/data"), (std::vector<std::string> {"timestamp", "4 more bytes"}));
    QCOMPARE(below(*document, "/chunks/1/data"), (std::vector<std::string> {"5 more bytes"}));
    const Node rest = at(*document, "/chunks/1/data/0");
    QCOMPARE(document->structure()->nodeAt(rest.range.source, rest.range.offset), std::optional(rest.id));
}

// --- the list of chunks

void TestRdfNodes::chunksAreGrouped()
{
    std::vector<ChunkOf> chunks {{"ApiInfo", {}, Bytes(8)}};
    for (std::uint32_t n = 0; n < 50; ++n)
        chunks.push_back(queueEvent(n % 4, n, n));
    chunks.push_back(load(0, 3));
    const auto document = open(chunks);
    QVERIFY(document);
    const Structure& tree = *document->structure();
    const auto nodes = tree.children(tree.rootId(), 0, 100);
    QVERIFY(nodes);
    QCOMPARE(shown((*nodes)[2]), std::string("QueueEvent|50 chunks"));
    QCOMPARE((*nodes)[2].kind, NodeKind::folder);
    QCOMPARE((*nodes)[3].label, std::string("COLoadEvent"));
    QCOMPARE(tree.pathOf((*nodes)[2].id), std::string("/runs/0"));
    QCOMPARE(tree.pathOf((*nodes)[3].id), std::string("/chunks/51"));
    QCOMPARE(tree.find("QueueEvent:4"), tree.find("/chunks/5"));
    const auto fifth = tree.find("/chunks/5");
    QVERIFY(fifth);
    QCOMPARE(tree.parentOf(*fifth), tree.find("/runs/0"));
    const auto way = tree.wayTo(*fifth);
    QCOMPARE(way.size(), std::size_t(2));
    QCOMPARE(way[0].position, std::uint64_t(2));
    QCOMPARE(way[1].position, std::uint64_t(4));
    QCOMPARE((*tree.children(way[0].id, 4, 1))[0].id, *fifth);
}

void TestRdfNodes::titles()
{
    const auto document = open(
        {queueEvent(0, 5, 10),
         queueEvent(1, 0, 20),
         {"AdapterInfo", {}, Packer().text("Some GPU", 172)},
         {"RmvSnapshotData", {}, Packer().text("before", 128).add(std::uint64_t(7)).add(std::uint64_t(6))},
         {"RmtData", rmtHeader(1, kLatest, 12), timestamp(1)}});
    QVERIFY(document);
    QCOMPARE(at(*document, "/chunks/0").value, std::string("#0 · submit command buffer 0x5 · 72 bytes"));
    QCOMPARE(at(*document, "/chunks/1").value, std::string("#1 · signal · 72 bytes"));
    QCOMPARE(at(*document, "/chunks/2").value, std::string("Some GPU · 172 bytes"));
    QCOMPARE(at(*document, "/chunks/3").value, std::string("before · 144 bytes"));
    QCOMPARE(at(*document, "/chunks/4").value, std::string("stream 1 · pid 77 · 1.9 · 12 bytes"));
    // Ten ticks behind the first call, of 100 ns.
    QCOMPARE(at(*document, "/chunks/1").time, std::optional(TimeRange {1000, 1000}));
}

// --- records

void TestRdfNodes::recordsAreEvents()
{
    const Bytes stream = timestamp(1) + freeAt(0x5000);
    const auto document =
        open({queueEvent(1, 3, 132),
              load(1, 40),
              {"RmtData", rmtHeader(1, kLatest, stream.size()), stream, Compression::zstd}});
    QVERIFY(document);
    const std::vector<json> lines = linesOf(*document);
    QCOMPARE(lines.size(), std::size_t(3 + 4));
    QVERIFY(lines[0]["id"] == json("QueueEvent"));
    QVERIFY(!lines[0].contains("type"));
    QVERIFY(lines[1]["type"] == json("signal"));
    QVERIFY(lines[1]["chunk"] == json("QueueEvent:0"));
    QVERIFY(lines[1]["offset"] == lines[0]["data_offset"]);
    QVERIFY(lines[1]["length"] == json(72));
    QVERIFY(lines[1]["time_ns"] == json(10'000)); // 100 ticks behind the timestamp's 32
    QVERIFY(lines[1]["command_buffer"] == json(3));
    QVERIFY(!lines[1].contains("decoded"));
    QVERIFY(lines[3]["type"] == json("code_object_unload"));
    QVERIFY(lines[3]["address"] == json(0x1000));
    QVERIFY(lines[5]["type"] == json("timestamp"));
    QVERIFY(lines[5]["frequency"] == json(10'000'000));
    QVERIFY(lines[6]["type"] == json("virtual_free"));
    QVERIFY(lines[6]["decoded"] == json(true));
    QVERIFY(lines[6]["offset"] == json(12));
    QVERIFY(lines[6]["time_ns"] == json(0));

    RecordQuery query;
    query.window = TimeRange {1, 20'000};
    const auto inWindow = recordsOf(*document, query);
    QCOMPARE(inWindow.size(), std::size_t(1 + 1)); // the signal, the load at 8 ticks
    QCOMPARE(inWindow[0].kind, std::string("signal"));
    QCOMPARE(inWindow[1].kind, std::string("code_object_unload"));
}

void TestRdfNodes::recordsFromAnywhere()
{
    const Bytes stream = timestamp(1) + freeAt(0x5000) + destroy(3);
    const auto document =
        open({queueEvent(1, 3, 132), {"RmtData", rmtHeader(1, kLatest, stream.size()), stream}, load(0, 40)});
    QVERIFY(document);
    const auto all = recordsOf(*document, {});
    QCOMPARE(all.size(), std::size_t(3 + 5));
    for (std::size_t n = 0; n < all.size(); ++n) {
        RecordQuery query;
        query.from = all[n].node;
        query.limit = 3;
        const auto rest = recordsOf(*document, query);
        QCOMPARE(rest.size(), std::min<std::size_t>(3, all.size() - n));
        for (std::size_t i = 0; i < rest.size(); ++i)
            QCOMPARE(rest[i].node, all[n + i].node);
        query.placesOnly = true;
        QCOMPARE(recordsOf(*document, query).front().range, all[n].range);
    }
}

void TestRdfNodes::recordsOfBytes()
{
    const Bytes stream = timestamp(1) + freeAt(0x5000) + destroy(3);
    const auto document = open({{"RmtData", rmtHeader(1, kLatest, stream.size()), stream},
                                {"ApiInfo", {}, Packer().add(std::uint32_t(4)).add(std::uint32_t(1))}});
    QVERIFY(document);
    const ByteRange tokens = at(*document, "/chunks/0/data").range;
    const auto owners = document->records()->in({tokens.source, tokens.offset + 13, 7}, 100);
    QVERIFY(owners);
    QCOMPARE(owners->size(), std::size_t(2));
    QCOMPARE((*owners)[0].kind, std::string("virtual_free"));
    QCOMPARE((*owners)[0].range.offset, tokens.offset + 12);
    QCOMPARE((*owners)[1].kind, std::string("resource_destroy"));
    QCOMPARE((*owners)[1].node, *document->structure()->find("/chunks/0/data/2"));
    const auto fields = document->records()->in(at(*document, "/chunks/1/data").range, 100);
    QVERIFY(fields);
    QCOMPARE(fields->size(), std::size_t(3));
    QCOMPARE((*fields)[0].kind, std::string("API"));
}

// --- whatever the bytes are

void TestRdfNodes::hostileIds()
{
    const Bytes stream = timestamp(1) + freeAt(0x5000);
    const auto document = open(
        {{"RmtData", rmtHeader(1, kLatest, stream.size()), stream}, load(0, 5), {"other", {}, Bytes(9)}});
    QVERIFY(document);
    const Structure& tree = *document->structure();
    std::mt19937_64 random(1);
    for (int n = 0; n < 20'000; ++n) {
        const NodeId id {(random() % 4) << 32 | (random() % 2 ? random() % 5 : random() & 0xffffffff),
                         static_cast<std::uint32_t>((random() % 3) << 8 | random() % 24)};
        const auto node = tree.node(id);
        const std::string path = tree.pathOf(id);
        if (node)
            QCOMPARE(tree.find(path), std::optional(id));
        (void)tree.children(id, 0, 10);
        (void)tree.wayTo(id);
    }
    for (const char* const path :
         {"/chunks/0/data/2", "/chunks/0/data/0/9", "/chunks/1/data/1", "/chunks/2/data/0",
          "/chunks/2/header/0", "/runs/0", "/chunks/0/data/0/0/0", "/chunks/0/header/6"})
        QVERIFY2(!tree.find(path), path);
}

void TestRdfNodes::pathsOfTheCorpus_data()
{
    QTest::addColumn<QString>("path");
    bool isThere = false;
    for (const char* const folder : {"rdf-payloads/valid", "rdf-payloads/malformed"}) {
        for (const char* const suffix : {".rdf", ".rmv", ".rgd"}) {
            for (const CorpusFile& capture : corpusFiles(folder, suffix)) {
                QTest::addRow("%s", capture.name.c_str()) << QString::fromStdString(capture.path.string());
                isThere = true;
            }
        }
    }
    if (!isThere)
        QTest::addRow("none") << QString();
}

// Every node has a path that leads to it, a way that ends there, bytes whose owner is it or below it.
void TestRdfNodes::pathsOfTheCorpus()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP(kNoCorpus);
    const auto document = openCapture(path.toStdString());
    QVERIFY(document);
    const Structure& tree = *(*document)->structure();
    std::vector<NodeId> left {tree.rootId()};
    while (!left.empty()) {
        const NodeId id = left.back();
        left.pop_back();
        const std::string name = tree.pathOf(id);
        QCOMPARE(tree.find(name), std::optional(id));
        const auto node = tree.node(id);
        QVERIFY(node);
        const auto all = tree.children(id, 0, 100'000);
        QVERIFY(all);
        QCOMPARE(node->expandable, !all->empty());
        for (std::size_t n = 0; n < all->size(); ++n) {
            const auto way = tree.wayTo((*all)[n].id);
            QVERIFY2(!way.empty(), name.c_str());
            if (tree.parentOf((*all)[n].id) != id)
                continue; // listed here, at home elsewhere
            QCOMPARE(way.back().position, std::uint64_t(n));
            QCOMPARE(*tree.node((*all)[n].id), (*all)[n]);
            left.push_back((*all)[n].id);
        }
        if (node->range.length > 0)
            QVERIFY2(tree.nodeAt(node->range.source, node->range.offset), name.c_str());
    }
}

QTEST_GUILESS_MAIN(TestRdfNodes)
#include "tst_rdf_nodes.moc"
