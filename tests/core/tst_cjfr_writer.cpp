// What the writer of CondensedData files writes: bytes, all codecs, times, amounts, appending, the demo.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/cjfr/demo/jvm_events.h"
#include "core/formats/cjfr/wire/cjfr_value.h"
#include "core/io/file.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/cjfr_round_trip.h"
#include "tests/support/open_condensed.h"
#include "tests/support/small_captures.h"

#include <QtTest>
#include <limits>

using namespace traceglass;
using namespace traceglass::cjfr;

using Bytes = std::vector<std::byte>;

class TestCjfrWriter : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    static StreamEncoder::Sink into(Bytes& bytes)
    {
        return [&bytes](std::span<const std::byte> more) -> Result<void> {
            bytes.insert(bytes.end(), more.begin(), more.end());
            return {};
        };
    }

    std::unique_ptr<Document> open(const Bytes& bytes) const
    {
        const std::filesystem::path path = m_folder.filePath("test.cjfr").toStdString();
        if (!writeFile(path, bytes))
            return nullptr;
        auto document = openCondensed(path);
        return document ? std::move(*document) : nullptr;
    }

    // The ids of all diagnostics, hints included.
    static QStringList remarks(const Document& document)
    {
        Job job;
        (void)document.validate(job);
        QStringList out;
        for (const Diagnostic& diagnostic : document.problems().all())
            out << QString::fromUtf8(codeInfo(diagnostic.code).id);
        return out;
    }

    static void writeSpans(Encoder& out)
    {
        TypeDefinition text;
        text.kind = TypeKind::string;
        text.name = "text";
        const std::uint64_t name = out.define(text);
        const std::uint64_t span = out.define(structType("Span",
                                                         {{"t", builtin::kVarint},
                                                          {"who", name, Embedding::cached},
                                                          {"note", name, Embedding::nullable}}));
        out.begin(span);
        out.number(5);
        out.text("ann");
        out.null();
        out.begin(span);
        out.number(-3);
        out.text("ann");
        out.text("ok");
    }

private slots:
    // The worked example of the notes on the format (cjfr.md 9), byte for byte.
    void theWorkedExample()
    {
        CjfrBytes expected;
        expected.str("CondensedData").uv(2).str("demo").str("1").str("").str("NONE").uv(0);
        expected.stringType(16);
        expected.structType(17, "Span", {{"t", 1}, {"who", 16, 2}, {"note", 16, 1}});
        expected.message(17).sv(5).uv(1).str("ann").uv(0);
        expected.message(17).sv(-3).uv(2).uv(1).str("ok");
        Bytes bytes;
        Writer writer(into(bytes), {.level = EncoderLevel::fast, .generator = "demo", .footer = false});
        writeSpans(writer.stream());
        QVERIFY(writer.finish());
        QVERIFY(bytes == expected.bytes());
    }

    void everyCodec_data()
    {
        QTest::addColumn<int>("codec");
        QTest::newRow("NONE") << -1;
        for (const Codec codec : {Codec::gzip, Codec::lz4, Codec::xz, Codec::bzip2, Codec::zstd})
            QTest::newRow(std::string(codecName(codec)).c_str()) << static_cast<int>(codec);
    }
    void everyCodec()
    {
        QFETCH(int, codec);
        const auto chosen = codec < 0 ? std::optional<Codec>() : static_cast<Codec>(codec);
        Bytes bytes;
        Writer writer(into(bytes), {.codec = chosen});
        writeSpans(writer.stream());
        QVERIFY(writer.finish());
        const auto document = open(bytes);
        QVERIFY(document);
        QCOMPARE(remarks(*document), QStringList());
        QCOMPARE(recordLines(*document),
                 std::vector<std::string>(
                     {R"({"type":"Span","type_id":17,"value":{"t":5,"who":"ann","note":null}})",
                      R"({"type":"Span","type_id":17,"value":{"t":-3,"who":"ann","note":"ok"}})"}));
        const CjfrFile& cjfr = static_cast<const CjfrDocument&>(*document).file();
        QVERIFY(cjfr.footer().footer);
        QCOMPARE(cjfr.footer().footer->totalEvents, std::uint64_t(2));
        QCOMPARE(cjfr.footer().footer->eventCounts.size(), std::size_t(1));
        QCOMPARE(cjfr.footer().footer->eventCounts[0].first, std::string("Span"));

        // A bit of the stream or of the header flipped: the checksum tells.
        bytes[20] ^= std::byte(1);
        const auto damaged = open(bytes);
        QVERIFY(!damaged || remarks(*damaged).contains("cjfr.footer-checksum"));
    }

    // The frame that the condensing tool writes (cjfr.md 1.2).
    void lz4LooksLikeTheTools()
    {
        Bytes frame;
        const auto encoder = makeEncoder(Codec::lz4, EncoderLevel::medium, into(frame));
        QVERIFY(encoder->write(Bytes(100, std::byte(7))));
        QVERIFY(encoder->finish());
        const auto at = [&](std::size_t index) { return std::to_integer<int>(frame[index]); };
        QCOMPARE(at(4), 0x60);
        QCOMPARE(at(5), 0x70);
        QCOMPARE(at(6), 0x73);
        for (std::size_t i = frame.size() - 4; i < frame.size(); ++i)
            QCOMPARE(at(i), 0);
    }

    void amounts()
    {
        for (const std::int64_t bytes :
             {std::int64_t(0), std::int64_t(1), std::int64_t(7), std::int64_t(8), std::int64_t(9),
              std::int64_t(4'096), std::int64_t(4'097), std::int64_t(-1), std::int64_t(-8),
              std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max() - 7,
              std::numeric_limits<std::int64_t>::min()})
            QCOMPARE(amountOf(storedAmount(bytes)), bytes);
        QCOMPARE(storedAmount(4'096), std::int64_t(512));
    }

    void narrowFloats()
    {
        QCOMPARE(int(halfBits(1.0f)), 0x3c00);
        QCOMPARE(int(halfBits(-2.0f)), 0xc000);
        QCOMPARE(int(halfBits(0.0f)), 0);
        QCOMPARE(int(halfBits(65504.0f)), 0x7bff);
        QCOMPARE(int(halfBits(65520.0f)), 0x7c00); // rounds to infinity
        QCOMPARE(int(halfBits(5.9604645e-8f)), 1); // the smallest
        QCOMPARE(int(halfBits(6.1035156e-5f)), 0x0400);
        QCOMPARE(int(halfBits(std::numeric_limits<float>::quiet_NaN())), 0x7e00);
        QCOMPARE(int(bfloat16Bits(1.0f)), 0x3f80);
        QCOMPARE(int(bfloat16Bits(1.00390625f)), 0x3f80); // half way, to even
        QCOMPARE(int(bfloat16Bits(3.4028235e38f)), 0x7f80);
    }

    void mistakesAreTold()
    {
        const auto problemOf = [](const std::function<void(Encoder&)>& use) {
            Encoder stream;
            use(stream);
            return QString::fromStdString(stream.problem());
        };
        QVERIFY(problemOf([](Encoder& out) { out.number(1); }).contains("outside"));
        QVERIFY(problemOf([](Encoder& out) { out.begin(99); }).contains("99"));
        const auto withField = [&](std::uint64_t type, const std::function<void(Encoder&)>& use) {
            return problemOf([&](Encoder& out) {
                out.begin(out.define(structType("A", {{"x", type}})));
                use(out);
            });
        };
        QVERIFY(withField(builtin::kVarint, [](Encoder& out) { out.text("a"); }).contains("varint"));
        QVERIFY(withField(builtin::kVarint, [](Encoder& out) { out.null(); }).contains("null"));
        QVERIFY(
            withField(builtin::kInteger, [](Encoder& out) { out.number(1ll << 40); }).contains("4 bytes"));
        QVERIFY(withField(40, [](Encoder& out) { out.number(1); }).contains("not defined"));
        QVERIFY(problemOf([](Encoder& out) {
                    out.define(structType("A", {{"x", builtin::kText}, {"x", builtin::kText}}));
                }).contains("called x"));

        Bytes bytes;
        Writer writer(into(bytes));
        writer.stream().begin(writer.stream().define(structType("A", {{"x", builtin::kText}})));
        const auto finished = writer.finish();
        QVERIFY(!finished && finished.error().code == Code::CjfrUnwritable);
    }

    void anErrorOfTheSinkEndsIt()
    {
        int calls = 0;
        Writer writer(
            [&](std::span<const std::byte>) -> Result<void> {
                return ++calls == 1 ? Result<void>() : fail(Code::FileUnwritable, "disk full");
            },
            {.codec = Codec::zstd});
        writeSpans(writer.stream());
        const auto finished = writer.finish();
        QVERIFY(!finished && finished.error().code == Code::FileUnwritable);
        QCOMPARE(calls, 2);
    }

    void largeDataThroughEveryEncoder()
    {
        Bytes data(9'000'000);
        std::uint32_t random = 3;
        for (std::byte& byte : data) {
            random = random * 1664525 + 1013904223;
            byte = static_cast<std::byte>(random >> 27);
        }
        for (const Codec codec : {Codec::gzip, Codec::lz4, Codec::xz, Codec::bzip2, Codec::zstd}) {
            Bytes stored, decoded;
            const auto encoder = makeEncoder(codec, EncoderLevel::fast, into(stored));
            for (std::size_t at = 0; at < data.size(); at += 1'234'567)
                QVERIFY(encoder->write(
                    std::span(data).subspan(at, std::min<std::size_t>(1'234'567, data.size() - at))));
            QVERIFY(encoder->finish());
            const MemorySource source("stored", stored);
            const auto decoder = makeDecoder(codec);
            decoder->start(source, 0, stored.size(), ~std::uint64_t(0));
            Bytes piece(1 << 20);
            while (decoder->state() == StreamDecoder::State::more) {
                const auto got = static_cast<std::ptrdiff_t>(decoder->read(piece));
                decoded.insert(decoded.end(), piece.begin(), piece.begin() + got);
            }
            QVERIFY2(decoded == data, std::string(codecName(codec)).c_str());
        }
    }

    // Any types and values, appended to as well; the fuzz target takes this further.
    void roundTrips()
    {
        std::uint32_t random = 11;
        for (int round = 0; round < 400; ++round) {
            Bytes choices(20 + static_cast<std::size_t>(round) * 3);
            for (std::byte& byte : choices) {
                random = random * 1664525 + 1013904223;
                byte = static_cast<std::byte>(random >> 24);
            }
            const std::string problem = CjfrRoundTrip(choices).run();
            QVERIFY2(problem.empty(), (std::to_string(round) + ": " + problem).c_str());
        }
    }

    // Notes go behind a recording that exists, with times relative to where its clock stands (cjfr.md 7).
    void annotationsBehindARecording()
    {
        const std::filesystem::path path = m_folder.filePath("recording.cjfr").toStdString();
        for (const std::optional<Codec> codec :
             {std::optional<Codec>(), std::optional(Codec::gzip), std::optional(Codec::lz4),
              std::optional(Codec::zstd), std::optional(Codec::xz), std::optional(Codec::bzip2)}) {
            QVERIFY(writeRecording(path, 2'000, codec));
            const Bytes whole = *readHead(path, 64 << 20);
            auto document = openCondensed(path);
            QVERIFY(document);
            const CjfrFile& before = static_cast<const CjfrDocument&>(**document).file();
            const std::vector<std::string> old = recordLines(**document);
            Job job;
            const auto index = before.indexNow(job);
            QVERIFY(index && *index);
            const std::int64_t noteNs = *(*index)->firstStartNs + 5; // long before the end
            Bytes behind;
            const FinishedFile finished {before.mapped().view(), before.header(), before.footer(), **index,
                                         before.footer().offset};
            const std::uint64_t kept = keptBytes(finished);
            const auto added = append(
                finished,
                [&](Encoder& out) -> Result<void> {
                    const std::uint64_t time = out.typeNamed("timestamp")->id;
                    out.begin(
                        out.define(structType("traceglass.Annotation",
                                              {{"startTime", time, Embedding::plain, reduction::kTimestamp},
                                               {"text", builtin::kText, Embedding::cachedByHolder}})));
                    out.number(noteNs);
                    out.text("look here");
                    return {};
                },
                into(behind), job);
            QVERIFY2(added, added ? "" : message(added.error()).c_str());
            const bool again = codec == Codec::xz || codec == Codec::bzip2;
            QCOMPARE(kept, again ? before.header().streamStart : before.footer().offset);
            Bytes file(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(kept));
            file.insert(file.end(), behind.begin(), behind.end());
            const auto after = open(file);
            QVERIFY(after);
            QCOMPARE(remarks(*after), QStringList());
            std::vector<std::string> all = recordLines(*after);
            QCOMPARE(all.back(),
                     R"({"type":"traceglass.Annotation","start_ns":)" + std::to_string(noteNs)
                         + R"(,"dur_ns":null,"fields":{"text":"look here"}})");
            all.pop_back();
            QCOMPARE(all, old);
            const auto& footer = static_cast<const CjfrDocument&>(*after).file().footer().footer;
            QVERIFY(footer && footer->gc && footer->cpu);
            const auto& written = before.footer().footer->labels;
            QVERIFY(!written.empty() && footer->labels == written);
            QVERIFY(written.front().first.find('.') != std::string::npos); // the type, then its label
            QVERIFY(written.front().second.find('.') == std::string::npos);
            QCOMPARE(footer->totalEvents, std::uint64_t(2'001));
        }
    }

    void nothingIsAppendedToDamage()
    {
        Bytes bytes;
        Writer writer(into(bytes), {.codec = Codec::gzip});
        writeSpans(writer.stream());
        QVERIFY(writer.finish());
        const auto whole = open(bytes);
        const CjfrFile& file = static_cast<const CjfrDocument&>(*whole).file();
        Job job;
        const auto index = *file.indexNow(job);
        const auto tried = append(
            {file.mapped().view(), file.header(), file.footer(), *index, file.footer().offset - 4},
            [](Encoder&) { return Result<void>(); },
            [](std::span<const std::byte>) { return Result<void>(); }, job);
        QVERIFY(!tried && tried.error().code == Code::CjfrNotContinuable);
    }

    void theDemoTellsItsStory()
    {
        const auto path = writeDemo(m_folder.path().toStdString());
        QVERIFY(path);
        const Bytes bytes = *readHead(*path, 64 << 20);
        const auto again = writeDemo(m_folder.path().toStdString());
        QVERIFY(again && *readHead(*again, 64 << 20) == bytes);

        auto opened = openCondensed(*path);
        QVERIFY(opened);
        const auto& document = static_cast<const CjfrDocument&>(**opened);
        const Footer& footer = *document.file().footer().footer;
        QCOMPARE(footer.totalEvents, std::uint64_t(200'000));
        QVERIFY(footer.gc && footer.gc->young == 3 && footer.gc->old == 3);
        QCOMPARE(collectionsText(*footer.gc), std::string("6: 3 young, 3 old"));
        QVERIFY(footer.cpu && footer.cpu->size() >= 20);
        Job job;
        const auto index = *document.file().indexNow(job);
        QVERIFY(index && !index->fault);
        QCOMPARE(index->events(), std::uint64_t(200'000));
        std::map<std::string, std::uint64_t> counts(footer.eventCounts.begin(), footer.eventCounts.end());
        QVERIFY(counts["jdk.JavaMonitorEnter"] >= 50); // the convoy
        QVERIFY(counts["jdk.ExecutionSample"] > 10'000);
        QVERIFY(counts["jdk.ObjectAllocationSample"] > 10'000);
        // The counters of the heap begin with the recording, not with its first collection.
        QStringList first;
        const auto take = [&](const Record& record) {
            first << QString::fromStdString(record.kind);
            return true;
        };
        QVERIFY(document.records()->read({.limit = 10}, take, job));
        for (const char* counter : {"HeapSummary", "MetaspaceSummary"})
            QVERIFY2(!first.filter(QLatin1String(counter)).empty(), qPrintable(first.join(QLatin1Char(' '))));
        QVERIFY(document.problems().kept() == 0);
    }

    void aSmallRecordingHasAllOfIt()
    {
        const std::filesystem::path path = m_folder.filePath("small.cjfr").toStdString();
        QVERIFY(writeRecording(path, 8'000, Codec::zstd));
        auto document = openCondensed(path);
        QVERIFY(document);
        QStringList counted;
        for (const auto& [name, count] :
             static_cast<const CjfrDocument&>(**document).file().footer().footer->eventCounts)
            counted << QString::fromStdString(name);
        for (std::size_t i = 0; i < kJvmEvents; ++i) {
            const auto event = static_cast<JvmEvent>(i);
            const QString name = QString::fromUtf8(schemaOf(event).name.data());
            QVERIFY2(counted.contains(name), qPrintable(name));
        }
        QCOMPARE(remarks(**document), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestCjfrWriter)
#include "tst_cjfr_writer.moc"
