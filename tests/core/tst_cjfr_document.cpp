// A CondensedData file as a document: tree and paths, header, footer, damage, what is decoded on its own.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/io/file.h"
#include "tests/support/check_tree.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/compressed.h"
#include "tests/support/counted_job.h"
#include "tests/support/open_condensed.h"
#include "tests/support/small_captures.h"
#include "tests/support/used_time.h"

#include <QtTest>
#include <random>

using namespace traceglass;
using cjfr::CjfrDocument;

namespace {

// A file with one text message and a footer that counts it; the checksum is made to fit plus `wrong`.
// `parts` follows the counts as `flags` announces.
ByteWriter withFooter(std::uint64_t version, std::int64_t wrong, bool withCrc = true, std::uint8_t flags = 0,
                      const Bytes& parts = {})
{
    CjfrBytes file("NONE");
    file.stringType(16);
    file.message(16).str("hello");
    CjfrBytes payload;
    payload.uv(7);
    payload.raw(std::string_view("CJFR"));
    payload.uv(version);
    payload.u8(flags);
    payload.uv(1);
    payload.i64(1'700'000'000'000'000);
    payload.sv(5'000'000);
    if (withCrc)
        payload.i64(std::int64_t(cjfr::crc32(file.bytes())) + wrong);
    payload.uv(1).str("text").uv(1);
    payload.raw(parts);
    const Bytes packed = deflated(payload.bytes(), kZlib);
    file.u8(7);
    file.raw(packed);
    file.u32(static_cast<std::uint32_t>(packed.size()));
    return file;
}

}

class TestCjfrDocument : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::unique_ptr<Document> open(const Bytes& bytes) const
    {
        const std::filesystem::path path = m_folder.filePath("test.cjfr").toStdString();
        if (!writeFile(path, bytes))
            return nullptr;
        auto document = openCondensed(path);
        return document ? std::move(*document) : nullptr;
    }

    // A recording of a JVM, not compressed and without its footer.
    Bytes demo() const
    {
        const std::filesystem::path path = m_folder.filePath("demo.cjfr").toStdString();
        if (!cjfr::writeRecording(path, 2'700, {}))
            return {};
        Bytes bytes = *readHead(path, 16 << 20);
        const auto document = openCondensed(path);
        const auto& opened = static_cast<const CjfrDocument&>(**document);
        bytes.resize(static_cast<std::size_t>(opened.file().footer().offset));
        return bytes;
    }

    // The demo with its stream in one gzip member.
    Bytes packedDemo() const
    {
        const Bytes plain = demo();
        const auto document = open(plain);
        const std::uint64_t start =
            document->structure()->node(*document->structure()->find("/header"))->range.end();
        CjfrBytes file;
        file.str("CondensedData").uv(2).str("test").str("1").str("default").str("GZIP").uv(0);
        file.raw(deflated(Bytes(plain.begin() + static_cast<std::ptrdiff_t>(start), plain.end()), kGzip));
        return file.take();
    }

    static std::vector<std::string> problems(const Document& document)
    {
        Job job;
        (void)document.validate(job);
        std::vector<std::string> out;
        for (const Diagnostic& diagnostic : document.problems().all())
            out.emplace_back(codeInfo(diagnostic.code).id);
        return out;
    }

    // How long it takes to name the innermost of nested values, to find it again, and to ask for the way to
    // it.
    double timeAt(int depth) const
    {
        CjfrBytes file("NONE");
        file.structType(16, "S", {{"next", 16, 1}});
        file.message(16);
        for (int i = 0; i < depth; ++i)
            file.uv(1);
        file.uv(0);
        const auto document = open(file.bytes());
        std::string path = "/messages/0";
        for (int i = 0; i < depth; ++i)
            path += "/fields/0";
        double best = std::numeric_limits<double>::max();
        for (int i = 0; i < 5; ++i) {
            const std::int64_t begin = usedNs();
            const auto id = document->structure()->find(path);
            const bool isSame = id && document->structure()->pathOf(*id) == path
                && document->structure()->wayTo(*id).size() == static_cast<std::size_t>(depth) + 2;
            best = std::min(best, static_cast<double>(usedNs() - begin));
            if (!isSame)
                return std::numeric_limits<double>::max();
        }
        return best;
    }

private slots:
    // Of files that were joined only the first is read; that is said, and how to get at the other one.
    void joinedFiles_data()
    {
        QTest::addColumn<QByteArray>("one");
        const auto row = [](const char* name, const Bytes& bytes) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                              qsizetype(bytes.size()));
        };
        row("with a footer", withFooter(2, 0).bytes());
        row("without", demo());
        row("packed", packedDemo());
    }
    void joinedFiles()
    {
        QFETCH(QByteArray, one);
        const auto* const begin = reinterpret_cast<const std::byte*>(one.constData());
        const Bytes single(begin, begin + one.size());
        Bytes joined = single;
        joined.insert(joined.end(), single.begin(), single.end());
        Job job;
        const auto alone = open(single);
        QVERIFY(alone && alone->validate(job));
        const auto document = open(joined);
        QVERIFY(document && document->validate(job));
        const auto problems = document->problems().all();
        const auto other = std::ranges::find(problems, Code::CjfrAnotherCapture, &Diagnostic::code);
        QVERIFY(other != problems.end());
        QVERIFY(other->severity == Severity::error);
        QCOMPARE(other->range->offset, std::uint64_t(single.size()));
        QCOMPARE(other->range->length, std::uint64_t(single.size()));
        QVERIFY(other->message().find("tail -c +" + std::to_string(single.size() + 1)) != std::string::npos);
        for (const Code code : {Code::CjfrFooterChecksum, Code::CjfrMessageDamaged, Code::CjfrBytesAfterEnd})
            QVERIFY(std::ranges::find(problems, code, &Diagnostic::code) == problems.end());
        std::uint64_t counts[2] = {};
        for (const Document* const each : {alone.get(), document.get()})
            counts[each == document.get()] = each->records()
                                                 ->read(
                                                     {}, [](const Record&) { return true; }, job)
                                                 .value_or(0);
        QVERIFY(counts[0] > 0);
        QCOMPARE(counts[1], counts[0]);
    }

    // What `tglass info` asks finds it without reading the stream.
    void joinedFilesAreKnownAtOnce()
    {
        const Bytes single = packedDemo();
        Bytes joined = single;
        joined.insert(joined.end(), single.begin(), single.end());
        const auto document = open(joined);
        QVERIFY(document);
        Job job;
        QVERIFY(document->learnFacts(job));
        const auto problems = document->problems().all();
        QVERIFY(std::ranges::find(problems, Code::CjfrAnotherCapture, &Diagnostic::code) != problems.end());
    }

    // Of a file whose other capture lies behind 8 MiB of anything, one piece is searched after the other.
    void lookingForAJoinedFileStops()
    {
        Bytes joined = packedDemo();
        const Bytes single = joined;
        joined.resize(joined.size() + (8u << 20));
        joined.insert(joined.end(), single.begin(), single.end());
        const auto document = open(joined);
        QVERIFY(document);
        const auto isKnown = [&] { return document->problems().total(Severity::error) > 0; };
        for (const std::uint64_t answers : {0u, 1u, 5u}) {
            CountedJob job(answers);
            const auto learnt = document->learnFacts(job);
            QVERIFY(!learnt && learnt.error().code == Code::Stopped);
            QCOMPARE(job.asked(), answers + 1);
            QVERIFY(!isKnown());
        }
        CountedJob job;
        QVERIFY(document->learnFacts(job));
        QVERIFY(isKnown());
        QCOMPARE(job.asked(), std::uint64_t(9));
    }
    // A level costs what lies below it, so ten times as many cost a hundred times as much; a thousand times
    // were once taken, ten thousand for finding.
    void waysDownAreNotWalkedAgainAtEachLevel()
    {
        const double shallow = timeAt(45), deep = timeAt(450);
        QVERIFY2(deep < 300 * shallow, qPrintable(QString("%1 times").arg(deep / shallow)));
    }

    void treeAgreesWithItself()
    {
        for (const Bytes& bytes : {demo(), packedDemo()}) {
            const auto document = open(bytes);
            QVERIFY(document);
            checkTree(*document, document->structure()->root().id, 6);
            for (const char* wrong :
                 {"/nothing", "/messages/x", "/messages/99999999", "/types/0/entries/0", "//"})
                QVERIFY2(!document->structure()->find(wrong), wrong);
        }
    }

    void everyByteHasItsNode()
    {
        const auto document = open(demo());
        const std::uint64_t size = (*document->source(SourceId {}))->size();
        for (std::uint64_t offset = 0; offset < size; offset += 1 + offset / 500) {
            const auto id = document->structure()->nodeAt(SourceId {}, offset);
            QVERIFY2(id, qPrintable(QString::number(offset)));
            const auto node = document->structure()->node(*id);
            QVERIFY(node && node->range.contains(SourceId {}, offset));
        }
        QVERIFY(!document->structure()->nodeAt(SourceId {}, size));
    }

    void compressedIsTheSameRecording()
    {
        const auto plain = open(demo());
        const std::vector<std::string> want = recordLines(*plain);
        const auto packed = open(packedDemo());
        QCOMPARE(recordLines(*packed), want);
        QVERIFY(want.size() > 2000);
        QCOMPARE(packed->sourceCount(), 2u);
        const auto whole = packed->structure()->decoded(*packed->structure()->find("/stream"));
        QVERIFY(whole && whole->source == SourceId(1));
        QCOMPARE(whole->length, (*packed->source(SourceId(1)))->size());
    }

    // Any message decodes from its own place, without those before it.
    void messagesDecodeOnTheirOwn()
    {
        const auto document = open(packedDemo());
        const std::vector<std::string> all = recordLines(*document);
        const auto messages = document->structure()->find("/messages");
        for (const std::uint64_t number : {2u, 700u, 1023u, 1024u, 1025u, 2500u}) {
            const auto nodes = document->structure()->children(*messages, number, 1);
            QVERIFY(nodes && nodes->size() == 1);
            const auto found = document->records()->in(nodes->front().range, 1);
            QVERIFY(found && found->size() == 1 && found->front().range == nodes->front().range);
            QCOMPARE(document->structure()->nodeOf(found->front().ref), std::optional(nodes->front().id));
            const std::string start = "\"start_ns\":" + std::to_string(found->front().timeNs.value_or(0));
            QVERIFY2(all[number - 2].find(start) != std::string::npos, start.c_str());
        }
    }

    void footerIsReadAndChecked()
    {
        using Ids = std::vector<std::string>;
        const auto sound = open(withFooter(2, 0).bytes());
        QVERIFY(sound && problems(*sound).empty());
        QCOMPARE(sound->summary().records, std::optional<std::uint64_t>(1));
        QCOMPARE(sound->summary().time->lengthNs(), std::int64_t(5'000'000'000));
        QCOMPARE(problems(*open(withFooter(2, 1).bytes())), Ids({"cjfr.footer-checksum"}));
        QVERIFY(problems(*open(withFooter(1, 0, false).bytes())).empty());
        QCOMPARE(problems(*open(withFooter(3, 0).bytes())), Ids({"cjfr.footer-newer"}));
        Bytes cut = withFooter(2, 0).take();
        cut.resize(cut.size() - 2);
        QCOMPARE(problems(*open(cut)), Ids({"cjfr.footer-unreadable"}));
        QCOMPARE(recordLines(*open(cut)).size(), std::size_t(1));
    }

    // All of its parts, as the tree lists them before the stream is read.
    void theFooterTellsWhatItSums()
    {
        constexpr std::int64_t kMega = 1'000'000;
        CjfrBytes parts;
        parts.uv(3).uv(2).uv(1); // collections: all, young, old
        parts.sv(9'000).sv(5'000).sv(3'000).sv(4'500).sv(2'500);
        parts.uv(1).str("G1 Evacuation Pause").uv(3).str("G1");
        for (const std::int64_t value : {20 * kMega, 8 * kMega, std::int64_t(0), 7 * kMega, kMega})
            parts.i64(value);
        parts.uv(10).uv(2); // two times ten seconds
        parts.uv(3).sv(9'000).sv(5'000);
        parts.i64(8 * kMega);
        parts.i64(20 * kMega);
        parts.uv(0).sv(0).sv(0);
        parts.i64(0);
        parts.i64(0);
        parts.uv(10).uv(1); // processor load
        for (const float share : {0.25F, 0.05F, 0.5F})
            parts.f32(share);
        parts.i64(40 * kMega);
        parts.i64(2 * kMega);
        parts.uv(10).uv(1);
        parts.i64(40 * kMega);
        parts.uv(0);
        parts.uv(1).str("gc").uv(4);
        for (const int tag : {0, 1, 2, 4}) {
            parts.uv(0).uv(static_cast<std::uint64_t>(tag));
            parts.i64(1'500'000);
            parts.i64(std::bit_cast<std::int64_t>(0.75));
        }
        const auto document = open(withFooter(2, 0, true, 1 | 2 | 4 | 8, parts.bytes()).bytes());
        QVERIFY(document && problems(*document).empty());
        const auto lines = document->structure()->children(*document->structure()->find("/footer"), 0, 100);
        QVERIFY(lines);
        QStringList all;
        for (const Node& line : *lines)
            all << QString::fromStdString(line.label + ": " + line.value);
        for (const char* const wanted :
             {"garbage collections: 3: 2 young, 1 old", "cause: G1 Evacuation Pause, 3 times",
              "median pause: 3.000 ms", "95 % of the pauses: up to 4.500 ms",
              "heap before a collection: at most 20.0 MB",
              "0 to 10 s: 3 collections, paused 9.000 ms, the longest time 5.000 ms, "
              "heap 20.0 MB before and 8.00 MB behind",
              "10 to 20 s: 0 collections", "0 to 10 s: JVM 25.0 %, in the system 5.0 %, machine 50.0 %",
              "promoted: 2.00 MB", "0 to 10 s: allocated 40.0 MB", "view gc: 1500000, 0.75, 1.500 ms, none"})
            QVERIFY2(all.contains(wanted), qPrintable(wanted + QStringLiteral(" in\n") + all.join('\n')));
        QVERIFY(all.filter("metaspace").empty()); // 0: not known
    }

    // Numbers that fit no clock, and more items than a footer may have.
    void aHostileFooterIsShownAsItIs()
    {
        CjfrBytes parts;
        parts.uv(1).uv(0).uv(0);
        for (int i = 0; i < 5; ++i)
            parts.sv(std::numeric_limits<std::int64_t>::max());
        parts.uv(0).str("");
        for (int i = 0; i < 5; ++i)
            parts.i64(std::numeric_limits<std::int64_t>::min());
        parts.uv(~std::uint64_t(0)).uv(1);
        parts.uv(1).sv(std::numeric_limits<std::int64_t>::min()).sv(std::numeric_limits<std::int64_t>::min());
        parts.i64(-1);
        parts.i64(-1);
        parts.uv(~std::uint64_t(0)).uv(1);
        for (const float share : {std::numeric_limits<float>::quiet_NaN(), 1e38F, -1.0F})
            parts.f32(share);
        const auto document = open(withFooter(2, 0, true, 1 | 2, parts.bytes()).bytes());
        QVERIFY(document);
        QVERIFY(!document->summary().more.empty());
        QVERIFY(document->structure()->children(*document->structure()->find("/footer"), 0, 100)->size()
                > 10);

        CjfrBytes many;
        many.uv(1'500'000);
        for (int i = 0; i < 1'500'000; ++i)
            many.uv(0).uv(0); // a view without a name and values
        const auto crowded = open(withFooter(2, 0, true, 8, many.bytes()).bytes());
        QCOMPARE(problems(*crowded), std::vector<std::string> {"cjfr.footer-unreadable"});
    }

    void cutAnywhereItOpensOrSaysWhy()
    {
        const Bytes whole = packedDemo();
        const std::size_t most = recordLines(*open(whole)).size();
        std::size_t last = 0;
        for (std::size_t length = 0; length < whole.size();
             length += length < 40 ? 1 : 1 + whole.size() / 25) {
            const auto document =
                open(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
            if (!document) {
                QVERIFY(length < 40);
                continue;
            }
            Job job;
            (void)document->validate(job);
            QCOMPARE(document->problems().worst(), Severity::error);
            const std::size_t now = recordLines(*document).size();
            QVERIFY(now >= last && now <= most);
            last = now;
        }
        QVERIFY(last > most / 2);
    }

    void flippedBytesDoNoHarm()
    {
        const Bytes whole = demo();
        std::mt19937_64 random(7);
        for (int round = 0; round < 20; ++round) {
            Bytes bytes = whole;
            for (int i = 0; i < 5; ++i)
                bytes[random() % bytes.size()] ^= std::byte(1 + random() % 255);
            const auto document = open(bytes);
            if (!document)
                continue;
            (void)problems(*document);
            (void)recordLines(*document);
            Job job;
            (void)document->records()->dump(
                false, [](std::string_view) {}, job);
            const auto nodes =
                document->structure()->children(*document->structure()->find("/messages"), 0, 20);
            QVERIFY(nodes);
            for (const Node& node : *nodes)
                QVERIFY(document->structure()->children(node.id, 0, 20));
        }
    }

    void stopsWhenAsked()
    {
        const auto document = open(packedDemo());
        std::stop_source stop;
        stop.request_stop();
        Job job(stop.get_token());
        const auto done = document->validate(job);
        QVERIFY(!done && done.error().code == Code::Stopped);
        const auto opened = CjfrDocument::open(m_folder.filePath("test.cjfr").toStdString(), job);
        QVERIFY(!opened && opened.error().code == Code::Stopped);
        Job again;
        QVERIFY(document->validate(again));
    }
};

QTEST_GUILESS_MAIN(TestCjfrDocument)
#include "tst_cjfr_document.moc"
