// What the RDF writer writes is what the reader reads; the demo capture is sound.
#include "core/base/text.h"
#include "core/formats/formats.h"
#include "core/formats/rdf/demo/rdf_demo.h"
#include "core/formats/rdf/demo/rdf_writer.h"
#include "core/formats/rdf/rdf_document.h"
#include "tests/support/open_capture.h"

#include <QTemporaryDir>
#include <QTest>
#include <limits>

using namespace traceglass;
using namespace traceglass::rdf;

namespace {

std::span<const std::byte> operator""_bytes(const char* text, std::size_t length)
{
    return asBytes({text, length});
}

std::string contentOf(const Document& document, std::string_view path, bool decoded)
{
    const auto id = document.structure()->find(path);
    if (!id)
        return "no such node";
    const auto range = decoded
        ? document.structure()->decoded(*id)
        : document.structure()->node(*id).map([](const Node& node) { return node.range; });
    if (!range)
        return "no range";
    const auto source = document.source(range->source);
    return std::string(asText(readBytes(**source, range->offset, range->length, 1u << 30)));
}

}

class TestRdfWriter : public QObject
{
    Q_OBJECT

private slots:
    void writesEveryByteOfAFile();
    void readsBackEqual();
    void writesPieceByPiece();
    void statesContentSizeWhenKnown();
    void leavesHoles();
    void refusesBadIds();
    void anUnfinishedFileSaysSo();
    void demoOpensWithoutProblems();

private:
    std::filesystem::path pathOf(const char* name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

void TestRdfWriter::writesEveryByteOfAFile()
{
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Note", .version = 7}, "HD"_bytes, "data"_bytes));
    QVERIFY(writer.finish());
    ByteWriter expected;
    expected.raw("AMD_RDF ");
    expected.u32(3);
    expected.u32(0);
    expected.i64(38); // header, 2 + 4 bytes
    expected.i64(64);
    expected.raw("HDdata");
    expected.raw("Note");
    expected.zeros(12);
    expected.u32(0); // not compressed, reserved
    expected.u32(7);
    expected.i64(32);
    expected.i64(2);
    expected.i64(34);
    expected.i64(4);
    expected.i64(0);
    QCOMPARE(hex(writer.take()), hex(expected.bytes()));
}

void TestRdfWriter::readsBackEqual()
{
    const auto path = pathOf("equal.rdf");
    auto writer = RdfWriter::create(path);
    QVERIFY(writer);
    const std::string large(700'000, 'x');
    QVERIFY(writer->add({.id = "A"}, {}, {}));
    QVERIFY(writer->add({.id = "A", .compression = Compression::zstd}, {}, {}));
    QVERIFY(writer->add({.id = "sixteen bytes id", .version = 3}, "head"_bytes, "stored"_bytes));
    QVERIFY(writer->add({.id = "Large", .compression = Compression::zstd}, "head"_bytes, asBytes(large)));
    QVERIFY(writer->add({.id = "Large"}, {}, asBytes(large)));
    QVERIFY(writer->finish());

    const auto document = openCapture(path);
    QVERIFY(document);
    const Document& read = **document;
    QCOMPARE(read.summary().records, std::optional<std::uint64_t>(5));
    QCOMPARE(contentOf(read, "/chunks/0/data", true), std::string());
    QCOMPARE(read.structure()->node(*read.structure()->find("/chunks/1/data"))->range.length,
             std::uint64_t(9)); // an empty frame, as the reference writes it
    QCOMPARE(contentOf(read, "/chunks/1/data", true), std::string());
    QCOMPARE(contentOf(read, "sixteen bytes id:0", true), std::string("stored"));
    QCOMPARE(contentOf(read, "/chunks/2/header", false), std::string("head"));
    QCOMPARE(contentOf(read, "/chunks/3/header", false), std::string("head"));
    QVERIFY(contentOf(read, "/chunks/3/data", false).size() < 1'000);
    QVERIFY(contentOf(read, "Large:0", true) == large);
    QVERIFY(contentOf(read, "Large:1", true) == large);
    Job job;
    QVERIFY(read.validate(job));
    QVERIFY(read.problems().all().empty());
}

void TestRdfWriter::writesPieceByPiece()
{
    const auto path = pathOf("pieces.rdf");
    auto writer = RdfWriter::create(path);
    QVERIFY(writer);
    std::string expected;
    for (const Compression compression : {Compression::none, Compression::zstd}) {
        QVERIFY(writer->begin({.id = "Pieces", .compression = compression}, "h"_bytes));
        expected.clear();
        for (int piece = 0; piece < 3'000; ++piece) {
            const std::string text = "piece " + std::to_string(piece) + "\n";
            QVERIFY(writer->append(asBytes(text)));
            expected += text;
        }
        QVERIFY(writer->end());
    }
    QVERIFY(writer->finish());
    const auto document = openCapture(path);
    QVERIFY(document);
    QVERIFY(contentOf(**document, "/chunks/0/data", true) == expected);
    QVERIFY(contentOf(**document, "/chunks/1/data", true) == expected);
}

void TestRdfWriter::statesContentSizeWhenKnown()
{
    RdfWriter writer = RdfWriter::toMemory();
    QVERIFY(writer.add({.id = "Known", .compression = Compression::zstd}, {}, "twelve bytes"_bytes));
    QVERIFY(writer.finish());
    const std::vector<std::byte> bytes = writer.take();
    QCOMPARE(std::to_integer<int>(bytes[36]),
             0x20); // frame descriptor: single segment, one byte of content size
    QCOMPARE(std::to_integer<int>(bytes[37]), 12);
}

void TestRdfWriter::leavesHoles()
{
    const auto path = pathOf("hole.rdf");
    auto writer = RdfWriter::create(path);
    QVERIFY(writer);
    constexpr std::uint64_t kSize = std::uint64_t(20) << 30;
    QVERIFY(writer->begin({.id = "Sparse"}, {}));
    QVERIFY(writer->appendHole(kSize));
    QVERIFY(writer->append("end"_bytes));
    QVERIFY(writer->end());
    QVERIFY(writer->finish());
    const auto document = openCapture(path);
    QVERIFY(document);
    QCOMPARE((*document)->structure()->node(*(*document)->structure()->find("Sparse:0"))->range.length,
             kSize + 3);
    QVERIFY((*document)->structure()->children((*document)->structure()->root().id, 0, 100));
}

void TestRdfWriter::refusesBadIds()
{
    RdfWriter writer = RdfWriter::toMemory();
    const auto codeOf = [&](std::string_view id) { return writer.add({.id = id}, {}, {}).error().code; };
    QCOMPARE(codeOf(""), Code::RdfIdEmpty);
    QCOMPARE(codeOf(std::string_view("a\0b", 3)), Code::RdfIdEmbeddedNul);
    QCOMPARE(codeOf("seventeen bytes !"), Code::RdfIdInvalidUtf8);
    QCOMPARE(codeOf("\xff"), Code::RdfIdInvalidUtf8);
}

void TestRdfWriter::anUnfinishedFileSaysSo()
{
    const auto path = pathOf("unfinished.rdf");
    {
        auto writer = RdfWriter::create(path);
        QVERIFY(writer);
        const std::string large(600'000, 'x');
        QVERIFY(writer->add({.id = "Lost"}, {}, asBytes(large)));
    }
    const auto document = openCapture(path);
    QVERIFY(document);
    QCOMPARE((*document)->problems().all().front().code, Code::RdfNotFinalised);
}

void TestRdfWriter::demoOpensWithoutProblems()
{
    const auto path = writeDemo(m_folder.path().toStdString());
    QVERIFY(path);
    const auto document = openCapture(*path);
    QVERIFY(document);
    const Document& demo = **document;
    Job job;
    QVERIFY(demo.validate(job));
    QVERIFY(demo.problems().all().empty());
    QVERIFY(demo.structure()->find("QueueEvent:2399"));
    const auto picture = demo.structure()->find("FrameThumbnail:0");
    QVERIFY(picture);
    QCOMPARE(demo.structure()
                 ->node(*demo.structure()->find(demo.structure()->pathOf(*picture) + "/data/picture"))
                 ->value,
             std::string("320 × 180 pixels"));

    // The same bytes every time.
    QTemporaryDir again;
    const auto second = writeDemo(again.path().toStdString());
    QVERIFY(second);
    const auto bytesOf = [](const std::filesystem::path& file) {
        return readHead(file, std::numeric_limits<std::size_t>::max()).value();
    };
    QVERIFY(bytesOf(*path) == bytesOf(*second));
}

QTEST_GUILESS_MAIN(TestRdfWriter)
#include "tst_rdf_writer.moc"
