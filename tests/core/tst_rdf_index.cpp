// The RDF header and index: every code of the rules, from bytes in sight; numbers and the map of the file.
#include "core/base/text.h"
#include "core/formats/rdf/wire/chunk_runs.h"
#include "core/formats/rdf/wire/rdf_map.h"
#include "core/io/byte_writer.h"
#include "tests/support/counted_job.h"

#include <QTest>
#include <limits>

using namespace traceglass;
using namespace traceglass::rdf;

namespace {

// An entry with data of ten bytes directly behind the file header, and nothing wrong with it.
struct EntryBytes
{
    std::string id = "Chunk";
    std::uint8_t compression = 0;
    std::uint8_t reserved = 0;
    std::uint32_t version = 1;
    std::int64_t headerOffset = 32, headerSize = 0;
    std::int64_t dataOffset = 32, dataSize = 10;
    std::int64_t uncompressedSize = 0;
};

void put(ByteWriter& out, const EntryBytes& entry)
{
    out.raw(entry.id);
    out.zeros(16 - entry.id.size());
    out.u8(entry.compression);
    out.u8(0);
    out.u8(entry.reserved);
    out.u8(0);
    out.u32(entry.version);
    out.i64(entry.headerOffset);
    out.i64(entry.headerSize);
    out.i64(entry.dataOffset);
    out.i64(entry.dataSize);
    out.i64(entry.uncompressedSize);
}

// The header, ten bytes of data at 32, then the index at 42.
std::vector<std::byte> fileWith(const std::vector<EntryBytes>& entries)
{
    ByteWriter out;
    out.raw("AMD_RDF ");
    out.u32(3);
    out.u32(0);
    out.i64(42);
    out.i64(static_cast<std::int64_t>(64 * entries.size()));
    out.raw("0123456789");
    for (const EntryBytes& entry : entries)
        put(out, entry);
    return out.take();
}

std::vector<std::byte> headerWith(std::string_view identifier, std::uint32_t version, std::uint32_t reserved,
                                  std::int64_t indexOffset, std::int64_t indexSize, std::size_t behind)
{
    ByteWriter out;
    out.raw(identifier);
    out.u32(version);
    out.u32(reserved);
    out.i64(indexOffset);
    out.i64(indexSize);
    out.zeros(behind);
    return out.take();
}

QStringList codesOf(const std::vector<Diagnostic>& problems)
{
    QStringList out;
    for (const Diagnostic& problem : problems) {
        const std::string_view id = codeInfo(problem.code).id;
        out += QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
    }
    return out;
}

std::vector<Diagnostic> entryProblems(const Index& index)
{
    std::vector<Diagnostic> problems;
    Job job;
    (void)checkEntries(
        index, [&](Diagnostic problem) { problems.push_back(std::move(problem)); }, job);
    return problems;
}

QStringList problemsOf(const std::vector<std::byte>& bytes)
{
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    if (!index)
        return {"rejected"};
    return codesOf(problems) + codesOf(entryProblems(*index));
}

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

}

class TestRdfIndex : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryField();
    void rejects_data();
    void rejects();
    void opensWithFileProblems_data();
    void opensWithFileProblems();
    void reportsEntries_data();
    void reportsEntries();
    void oneBadEntryLeavesTheOthers();
    void fastAndSlowCheckAgree();
    void numbersByWholeId();
    void manyIds();
    void mapOfAUsualFile();
    void mapFindsGapsAndOldIndexes();
    void mapFindsOverlaps();
    void checkingStops();
    void numberingStops();
};

void TestRdfIndex::readsEveryField()
{
    const auto bytes = fileWith({{.id = "sixteen bytes id",
                                  .compression = 1,
                                  .version = 0xfffffffe,
                                  .headerOffset = 32,
                                  .headerSize = 3,
                                  .dataOffset = 35,
                                  .dataSize = 7,
                                  .uncompressedSize = 99}});
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    QVERIFY(index);
    QCOMPARE(index->count(), std::uint64_t(1));
    const Entry entry = index->entry(0);
    QCOMPARE(entry.idText(), std::string_view("sixteen bytes id"));
    QVERIFY(entry.isCompressed());
    QCOMPARE(entry.version, 0xfffffffeu);
    QCOMPARE(index->headerExtent(entry), (Extent {32, 3}));
    QCOMPARE(index->dataExtent(entry), (Extent {35, 7}));
    QCOMPARE(entry.claimedSize(), std::int64_t(99));
    QVERIFY(problems.empty());
}

void TestRdfIndex::rejects_data()
{
    QTest::addColumn<std::vector<std::byte>>("bytes");
    QTest::addColumn<QString>("code");
    const std::string_view good = "AMD_RDF ";
    QTest::addRow("nothing") << std::vector<std::byte> {} << "rdf.file-too-small";
    QTest::addRow("31 bytes") << std::vector<std::byte>(31) << "rdf.file-too-small";
    QTest::addRow("lower case") << headerWith("amd_rdf ", 3, 0, 32, 0, 0) << "rdf.bad-identifier";
    QTest::addRow("version 2") << headerWith(good, 2, 0, 32, 0, 0) << "rdf.unsupported-version";
    QTest::addRow("offset negative") << headerWith(good, 3, 0, -64, 64, 64) << "rdf.index-out-of-range";
    QTest::addRow("size negative") << headerWith(good, 3, 0, 32, -64, 64) << "rdf.index-out-of-range";
    QTest::addRow("sum overflows") << headerWith(good, 3, 0, kMost - 10, 128, 64) << "rdf.index-out-of-range";
    QTest::addRow("at the end") << headerWith(good, 3, 0, 96, 64, 64) << "rdf.index-out-of-range";
    QTest::addRow("in the header") << headerWith(good, 3, 0, 31, 64, 64) << "rdf.index-overlaps-header";
}

void TestRdfIndex::rejects()
{
    QFETCH(std::vector<std::byte>, bytes);
    QFETCH(QString, code);
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    QVERIFY(!index);
    const std::string_view id = codeInfo(index.error().code).id;
    QCOMPARE(QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size())), code);
}

void TestRdfIndex::opensWithFileProblems_data()
{
    QTest::addColumn<std::vector<std::byte>>("bytes");
    QTest::addColumn<QStringList>("codes");
    const std::string_view good = "AMD_RDF ";
    QTest::addRow("no chunks") << headerWith(good, 3, 0, 32, 0, 0) << QStringList {};
    QTest::addRow("empty index far away") << headerWith(good, 3, 0, 4'000, 0, 0) << QStringList {};
    QTest::addRow("old identifier") << headerWith("RTA_DATA", 3, 0, 32, 0, 0)
                                    << QStringList {"rdf.legacy-identifier"};
    QTest::addRow("reserved") << headerWith(good, 3, 1, 32, 0, 0)
                              << QStringList {"rdf.header-reserved-nonzero"};
    QTest::addRow("not finalised") << headerWith(good, 3, 0, 0, 0, 100) << QStringList {"rdf.not-finalised"};
    auto cut = fileWith({{}, {}, {}});
    cut.resize(cut.size() - 1);
    QTest::addRow("index cut") << cut << QStringList {"rdf.index-truncated"};
    QTest::addRow("index of 2^60 bytes")
        << headerWith(good, 3, 0, 32, std::int64_t(1) << 60, 10) << QStringList {"rdf.index-truncated"};
    QTest::addRow("index of 74 bytes")
        << headerWith(good, 3, 0, 106, 10, 84) << QStringList {"rdf.index-size-not-multiple"};
}

void TestRdfIndex::opensWithFileProblems()
{
    QFETCH(std::vector<std::byte>, bytes);
    QFETCH(QStringList, codes);
    QCOMPARE(problemsOf(bytes), codes);
}

void TestRdfIndex::reportsEntries_data()
{
    QTest::addColumn<EntryBytes>("entry");
    QTest::addColumn<QStringList>("codes");
    const auto row = [](const char* name, const EntryBytes& entry, const QStringList& codes) {
        QTest::addRow("%s", name) << entry << codes;
    };
    row("clean", {}, {});
    row("empty parts anywhere in the file", {.headerOffset = 0, .dataOffset = 106, .dataSize = 0}, {});
    row("all sixteen bytes", {.id = "0123456789abcdef"}, {});
    row("two-byte characters", {.id = "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"},
        {});
    row("compressed", {.compression = 1, .uncompressedSize = 500}, {});
    row("any version", {.version = 0}, {});
    row("header offset negative", {.headerOffset = -1, .headerSize = 1}, {"rdf.header-out-of-range"});
    row("header size negative", {.headerSize = -1}, {"rdf.header-out-of-range"});
    row("data offset negative", {.dataOffset = -1}, {"rdf.data-out-of-range"});
    row("data offset the least", {.dataOffset = std::numeric_limits<std::int64_t>::min()},
        {"rdf.data-out-of-range"});
    row("data size negative", {.dataSize = -5}, {"rdf.data-out-of-range"});
    row("data overflow", {.dataOffset = kMost, .dataSize = kMost}, {"rdf.data-out-of-range"});
    row("data behind the end", {.dataOffset = 4'000, .dataSize = 0}, {"rdf.data-out-of-range"});
    row("data over the end", {.dataSize = 10'000}, {"rdf.data-out-of-range", "rdf.overlaps-index"});
    row("reserved", {.reserved = 1}, {"rdf.entry-reserved-nonzero"});
    row("embedded nul", {.id = std::string("ab\0cd", 5)}, {"rdf.id-embedded-nul"});
    row("nul at the front", {.id = std::string("\0cd", 3)}, {"rdf.id-embedded-nul"});
    row("nul between the halves", {.id = std::string("abcdefg\0hij", 11)}, {"rdf.id-embedded-nul"});
    row("second half after a short first", {.id = std::string("abc\0\0\0\0\0hij", 11)},
        {"rdf.id-embedded-nul"});
    row("bad byte", {.id = "ab\xff"}, {"rdf.id-invalid-utf8"});
    row("overlong", {.id = "a\xc0\xaf"}, {"rdf.id-invalid-utf8"});
    row("surrogate", {.id = "\xed\xa0\x80"}, {"rdf.id-invalid-utf8"});
    row("too high", {.id = "\xf4\x90\x80\x80"}, {"rdf.id-invalid-utf8"});
    row("character cut at the end", {.id = "0123456789abcde\xc3"}, {"rdf.id-invalid-utf8"});
    row("empty", {.id = ""}, {"rdf.id-empty"});
    row("control character", {.id = "a\tb"}, {"rdf.id-control-characters"});
    row("delete character", {.id = "ab\x7f"}, {"rdf.id-control-characters"});
    row("compression 2", {.compression = 2}, {"rdf.compression-unknown"});
    row("size of uncompressed data", {.uncompressedSize = 10}, {"rdf.uncompressed-size-not-zero"});
    row("size negative", {.compression = 1, .uncompressedSize = -1}, {"rdf.uncompressed-size-negative"});
    row("no stream at all", {.compression = 1, .dataSize = 0}, {"rdf.zstd-empty-stream"});
    row("no stream but a size", {.compression = 1, .dataSize = 0, .uncompressedSize = 7}, {});
    row("256 MiB", {.compression = 1, .uncompressedSize = 256 << 20}, {});
    row("more than 256 MiB", {.compression = 1, .uncompressedSize = (256 << 20) + 1},
        {"rdf.large-uncompressed-size"});
    row("reaches into the index", {.dataOffset = 33}, {"rdf.overlaps-index"});
    row("begins in the file header", {.dataOffset = 31}, {"rdf.overlaps-file-header"});
    row("everything", {.id = "\x01\xff", .compression = 9, .reserved = 1, .headerSize = -1, .dataOffset = -1},
        {"rdf.header-out-of-range", "rdf.data-out-of-range", "rdf.entry-reserved-nonzero",
         "rdf.id-invalid-utf8", "rdf.id-control-characters", "rdf.compression-unknown"});
}

void TestRdfIndex::reportsEntries()
{
    QFETCH(EntryBytes, entry);
    QFETCH(QStringList, codes);
    QCOMPARE(problemsOf(fileWith({entry})), codes);
}

void TestRdfIndex::oneBadEntryLeavesTheOthers()
{
    const auto bytes = fileWith({{}, {.compression = 2}, {}});
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    QVERIFY(index);
    problems = entryProblems(*index);
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(problems[0].entry, std::optional<std::uint64_t>(1));
    QCOMPARE(problems[0].range, std::optional(ByteRange {SourceId {}, 42 + 64 + 16, 1}));
}

// Single byte changes of a clean entry: a problem is reported exactly when a rule, read slowly here, is
// broken.
void TestRdfIndex::fastAndSlowCheckAgree()
{
    const auto clean = fileWith({{.id = "Twelve bytes"}});
    for (std::size_t at = 0; at < 16; ++at) {
        for (int value = 0; value < 256; ++value) {
            auto bytes = clean;
            bytes[42 + at] = static_cast<std::byte>(value);
            const std::string_view id = asText(std::span(bytes).subspan(42, 16));
            const std::size_t end = id.find_last_not_of('\0') + 1;
            const std::string_view text = id.substr(0, end);
            const bool isGood = !text.empty() && isValidUtf8(text)
                && std::ranges::none_of(text, [](char c) { return (c >= 0 && c < 0x20) || c == 0x7f; });
            QVERIFY2(problemsOf(bytes).isEmpty() == isGood,
                     qPrintable(QStringLiteral("byte %1 = %2").arg(at).arg(value)));
        }
    }
}

void TestRdfIndex::numbersByWholeId()
{
    const auto bytes = fileWith({{.id = "Mesh"},
                                 {.id = "Texture"},
                                 {.id = "Mesh"},
                                 {.id = std::string("Mesh\0x", 6)},
                                 {.id = "Texture"},
                                 {.id = "Mesh"}});
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    QVERIFY(index);
    const ChunkNumbers numbers = *numberChunks(*index, Job());
    QCOMPARE(numbers.groupCount(), std::uint64_t(3)); // in order of first appearance
    const std::vector<std::uint32_t> groups = {0, 1, 0, 2, 1, 0}, ns = {0, 0, 1, 0, 1, 2};
    for (std::uint64_t n = 0; n < 6; ++n) {
        QCOMPARE(numbers.group(n), groups[n]);
        QCOMPARE(numbers.number(n), ns[n]);
        QCOMPARE(std::uint64_t(numbers.member(groups[n], ns[n])), n);
    }
    QCOMPARE(numbers.groupSize(0), std::uint64_t(3));
    QVERIFY(numbers.hasDuplicates());
}

void TestRdfIndex::manyIds()
{
    std::vector<EntryBytes> entries;
    for (int n = 0; n < 20'000; ++n)
        entries.push_back({.id = "id " + std::to_string(n % 7'000)});
    const auto bytes = fileWith(entries);
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    QVERIFY(index);
    const ChunkNumbers numbers = *numberChunks(*index, Job());
    QCOMPARE(numbers.groupCount(), std::uint64_t(7'000));
    for (std::uint64_t n = 0; n < 20'000; ++n) {
        QCOMPARE(std::uint64_t(numbers.group(n)), n % 7'000);
        QCOMPARE(std::uint64_t(numbers.number(n)), n / 7'000);
    }
}

void TestRdfIndex::mapOfAUsualFile()
{
    const auto bytes =
        fileWith({{.headerSize = 4, .dataOffset = 36, .dataSize = 3}, {.dataOffset = 39, .dataSize = 3}});
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    QVERIFY(index);
    const RegionMap map = *buildMap(*index, bytes, Job());
    QCOMPARE(map.count(), std::uint64_t(4));
    const std::vector<std::pair<Region::Kind, Extent>> expected = {{Region::Kind::fileHeader, {0, 32}},
                                                                   {Region::Kind::headerAndData, {32, 7}},
                                                                   {Region::Kind::data, {39, 3}},
                                                                   {Region::Kind::index, {42, 128}}};
    for (std::uint64_t n = 0; n < 4; ++n) {
        QCOMPARE(map.region(*index, n).kind, expected[n].first);
        QCOMPARE(map.region(*index, n).extent, expected[n].second);
    }
    QVERIFY(map.extras().empty());
    QCOMPARE(map.ownerAt(*index, 38), std::optional<std::uint64_t>(1));
    QCOMPARE(map.ownerAt(*index, 39), std::optional<std::uint64_t>(2));
    QCOMPARE(map.ownerAt(*index, bytes.size()), std::nullopt);
}

void TestRdfIndex::mapFindsGapsAndOldIndexes()
{
    // Header, data, an old index of one entry, three bytes of padding, the index.
    ByteWriter out;
    out.raw("AMD_RDF ");
    out.u32(3);
    out.u32(0);
    out.i64(109);
    out.i64(64);
    out.raw("0123456789");
    put(out, {});
    out.zeros(3);
    put(out, {});
    out.raw("left over");
    std::vector<Diagnostic> problems;
    const auto index = readIndex(out.bytes(), problems);
    QVERIFY(index);
    const RegionMap map = *buildMap(*index, out.bytes(), Job());
    QCOMPARE(map.extras().size(), std::size_t(3));
    QCOMPARE(map.extras()[0].kind, Region::Kind::deadIndex);
    QCOMPARE(map.extras()[0].extent, (Extent {42, 64}));
    QCOMPARE(map.extras()[1].extent, (Extent {106, 3}));
    QCOMPARE(map.extras()[2].extent, (Extent {173, 9}));
    std::uint64_t at = 0; // no byte is left out
    for (std::uint64_t n = 0; n < map.count(); ++n) {
        QCOMPARE(map.region(*index, n).extent.offset, at);
        at = map.region(*index, n).extent.end();
    }
    QCOMPARE(at, std::uint64_t(out.size()));
    QCOMPARE(map.region(*index, *map.ownerAt(*index, 107)).kind, Region::Kind::gap);
}

void TestRdfIndex::mapFindsOverlaps()
{
    // Entry 1 lies in entry 0; entry 2 shares the last byte of 0; entry 3 stands alone.
    const auto bytes = fileWith({{.dataOffset = 32, .dataSize = 6},
                                 {.dataOffset = 34, .dataSize = 2},
                                 {.dataOffset = 37, .dataSize = 2},
                                 {.dataOffset = 39, .dataSize = 3}});
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    QVERIFY(index);
    const RegionMap map = *buildMap(*index, bytes, Job());
    QCOMPARE(map.overlapping(), (std::vector<std::uint64_t> {0, 1, 2}));
    const auto ownerOf = [&](std::uint64_t offset) {
        return map.region(*index, *map.ownerAt(*index, offset)).entry;
    };
    QCOMPARE(ownerOf(33), std::uint64_t(0));
    QCOMPARE(ownerOf(34), std::uint64_t(1)); // the innermost
    QCOMPARE(ownerOf(36), std::uint64_t(0));
    QCOMPARE(ownerOf(37), std::uint64_t(2));
    QCOMPARE(ownerOf(39), std::uint64_t(3));
}

void TestRdfIndex::checkingStops()
{
    const auto bytes = fileWith(std::vector<EntryBytes>(10'000, EntryBytes {.compression = 2}));
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    QVERIFY(index);
    std::stop_source stop;
    Job job(stop.get_token());
    std::uint64_t found = 0;
    const auto checked = checkEntries(
        *index,
        [&](const Diagnostic&) {
            ++found;
            stop.request_stop();
        },
        job);
    QVERIFY(!checked && checked.error().code == Code::Stopped);
    QVERIFY(found <= 4096);
}

// What takes the whole index to know ends at the first answer that it shall, whichever that is.
void TestRdfIndex::numberingStops()
{
    std::vector<EntryBytes> entries(10'000);
    for (std::size_t n = 0; n < entries.size(); ++n) { // in no order, and with gaps between them
        entries[n].id = n < 100 ? "First" : "Other";
        entries[n].dataOffset = std::int64_t(100 + 16 * (n * 7 % entries.size()));
        entries[n].dataSize = 8;
    }
    const auto bytes = fileWith(entries);
    std::vector<Diagnostic> problems;
    const auto index = readIndex(bytes, problems);
    QVERIFY(index);
    const auto stopsAnywhere = [&](const auto& make) {
        CountedJob whole;
        const auto made = make(whole);
        QVERIFY(made);
        QVERIFY(whole.asked() >= index->count() / 4096);
        for (std::uint64_t answers = 0; answers < whole.asked(); ++answers) {
            CountedJob job(answers);
            const auto stopped = make(job);
            QVERIFY(!stopped && stopped.error().code == Code::Stopped);
            QVERIFY(job.asked() <= answers + 10);
        }
    };
    stopsAnywhere([&](const Job& job) { return numberChunks(*index, job); });
    stopsAnywhere([&](const Job& job) { return buildMap(*index, bytes, job); });
    stopsAnywhere([&](const Job& job) { return ChunkRuns::find(*index, job); });
}

QTEST_GUILESS_MAIN(TestRdfIndex)
#include "tst_rdf_index.moc"
