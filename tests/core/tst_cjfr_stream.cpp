// What the bytes of a CondensedData stream mean: layouts, types, caches, times, combined events, limits.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/wire/cjfr_json.h"
#include "core/io/file.h"
#include "tests/support/cjfr_bytes.h"
#include "tests/support/compressed.h"
#include "tests/support/open_condensed.h"
#include "tests/support/used_time.h"

#include <QtTest>

using namespace traceglass;
using cjfr::CjfrDocument;

class TestCjfrStream : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    Result<std::unique_ptr<Document>> open(const ByteWriter& file) const
    {
        const std::filesystem::path path = m_folder.filePath("test.cjfr").toStdString();
        if (auto written = writeFile(path, file.bytes()); !written)
            return tl::unexpected(written.error());
        return openCondensed(path);
    }

    QStringList records(const ByteWriter& file, bool expanded = false) const
    {
        QStringList out;
        const auto document = open(file);
        if (!document)
            return {QString::fromStdString(message(document.error()))};
        Job job;
        RecordQuery query;
        query.json = true;
        query.expanded = expanded;
        const auto done = (*document)->records()->read(
            query,
            [&](const Record& record) {
                out << QString::fromStdString(record.json);
                return true;
            },
            job);
        return done ? out : QStringList {QString::fromStdString(message(done.error()))};
    }

    // The ids of what is wrong with a file; "rejected: ID" when it does not open.
    QStringList problems(const ByteWriter& file) const
    {
        const auto document = open(file);
        if (!document)
            return {"rejected: " + QString::fromUtf8(codeInfo(document.error().code).id)};
        Job job;
        (void)(*document)->validate(job);
        QStringList out;
        for (const Diagnostic& diagnostic : (*document)->problems().all()) {
            if (diagnostic.severity != Severity::info)
                out << QString::fromUtf8(codeInfo(diagnostic.code).id);
        }
        return out;
    }

private slots:
    // Whether there are times in it nobody knows, but what is wrong with it is known at once.
    void whatCannotBeDecodedIsToldAtOnce()
    {
        CjfrBytes file("GZIP");
        for (const int each : {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff}) // there is no such kind of block
            file.u8(static_cast<std::uint8_t>(each));
        file.zeros(9);
        const auto document = open(file);
        QVERIFY(document && !(*document)->timeline());
        QCOMPARE((*document)->problems().all().size(), std::size_t(1));
        QCOMPARE((*document)->problems().all().front().code, Code::CjfrStreamCorrupt);
        QCOMPARE(problems(file).size(), 1); // once only
    }

    void theWorkedExample()
    {
        CjfrBytes file;
        file.str("CondensedData").uv(2).str("demo").str("1").str("").str("NONE").uv(0);
        file.stringType(16);
        file.structType(17, "Span", {{"t", 1}, {"who", 16, 2}, {"note", 16, 1}});
        file.message(17).sv(5).uv(1).str("ann").uv(0);
        file.message(17).sv(-3).uv(2).uv(1).str("ok");
        QCOMPARE(records(file),
                 QStringList({R"({"type":"Span","type_id":17,"value":{"t":5,"who":"ann","note":null}})",
                              R"({"type":"Span","type_id":17,"value":{"t":-3,"who":"ann","note":"ok"}})"}));
        QVERIFY(problems(file).isEmpty());
    }

    void layoutsOfVersionOne()
    {
        // Without configuration and level, in the numbering of the specification: strings are kind 3.
        CjfrBytes spec;
        spec.str("CondensedData").uv(1).str("demo").str("1").str("NONE");
        spec.uv(3).uv(16).str("text").str("").str("UTF-8");
        spec.message(16).str("hello");
        QCOMPARE(records(spec), QStringList(R"({"type":"text","type_id":16,"value":"hello"})"));
        // The same layout in the numbering of the tool: kind 4 is a string there.
        CjfrBytes tool;
        tool.str("CondensedData").uv(1).str("demo").str("1").str("NONE");
        tool.stringType(16);
        tool.message(16).str("hello");
        QCOMPARE(records(tool), QStringList(R"({"type":"text","type_id":16,"value":"hello"})"));
        // With configuration, then with a level as well; the body tells which.
        for (const bool level : {false, true}) {
            CjfrBytes file;
            file.str("CondensedData").uv(1).str("demo").str("1").str("default").str("NONE");
            if (level)
                file.uv(2);
            file.stringType(16);
            file.message(16).str("hello");
            QCOMPARE(records(file), QStringList(R"({"type":"text","type_id":16,"value":"hello"})"));
        }
        // Nothing but the level: a recording that was started and stopped.
        CjfrBytes empty;
        empty.str("CondensedData").uv(1).str("demo").str("1").str("default").str("NONE").uv(2);
        QVERIFY(!problems(empty).contains("cjfr.message-cut"));
    }

    void entriesGetTheirNumberBeforeTheirContent()
    {
        CjfrBytes file("NONE");
        file.structType(16, "Node", {{"name", 4}, {"next", 16, 2}});
        file.structType(17, "Root", {{"node", 16, 2}});
        // Entry 0 holds entry 1, which refers back to entry 0: a cycle.
        file.message(17).uv(1).str("a").uv(1).str("b").uv(2);
        file.message(17).uv(3);
        QCOMPARE(
            records(file),
            QStringList(
                {R"({"type":"Root","type_id":17,"value":{"node":{"name":"a","next":{"name":"b","next":"<cycle>"}}}})",
                 R"({"type":"Root","type_id":17,"value":{"node":{"name":"b","next":{"name":"a","next":"<cycle>"}}}})"}));
    }

    void cachesByHolderAreApart()
    {
        CjfrBytes file("NONE");
        file.stringType(16);
        file.structType(17, "A", {{"x", 16, 3}});
        file.structType(18, "B", {{"x", 16, 3}});
        file.message(17).uv(1).str("of A");
        file.message(18).uv(1).str("of B");
        file.message(17).uv(2);
        file.message(18).uv(2);
        const QStringList got = records(file);
        QCOMPARE(got.size(), 4);
        QVERIFY(got[2].contains("of A") && got[3].contains("of B"));
    }

    void textsInOtherEncodings()
    {
        CjfrBytes file("NONE");
        file.stringType(16, "ISO-8859-1");
        file.stringType(17, "UTF-16BE");
        file.stringType(18, "UTF-16LE");
        file.message(16).str("\xe9");
        file.message(17).str(std::string_view("\xd8\x3d\xde\x00", 4));
        file.message(18).str(std::string_view("\xe9\x00", 2));
        const QStringList got = records(file);
        QVERIFY(got[0].endsWith(QString::fromUtf8("\"é\"}")));
        QVERIFY(got[1].endsWith(QString::fromUtf8("\"😀\"}")));
        QVERIFY(got[2].endsWith(QString::fromUtf8("\"é\"}")));
    }

    void timesCountFromTheLatest()
    {
        constexpr std::int64_t kStart = 1'700'000'000'123'456'789;
        CjfrBytes file("NONE");
        file.jfr(1000, kStart);
        file.structType(30, "my.Event", {{"startTime", 20, 0, 1}, {"duration", 21, 0, 2}, {"size", 1, 0, 3}});
        file.message(30).uv(10).sv(5).sv(1);
        file.message(30).uv(static_cast<std::uint64_t>(-4)).sv(INT64_MAX).sv((std::int64_t(1) << 60) + 8);
        file.message(30).uv(1).sv(INT64_MIN).sv(0);
        file.message(30).uv(std::uint64_t(1) << 63).sv(0).sv(0); // never set
        const auto line = [](const QString& start, const QString& duration, const QString& size) {
            return R"({"type":"my.Event","start_ns":)" + start + R"(,"dur_ns":)" + duration
                + R"(,"fields":{"size":)" + size + "}}";
        };
        QCOMPARE(records(file),
                 QStringList({line("1700000000133456789", "5", "8"),
                              line("1700000000129456789", "\"forever\"", "10"), // back, but the clock stays
                              line("1700000000134456789", "\"unset\"", "0"), line("\"unset\"", "0", "0")}));
        CjfrBytes old("NONE");
        old.jfr(1000, kStart, true);
        old.structType(30, "my.Event", {{"startTime", 20, 0, 1}});
        old.message(30).uv(10);
        old.message(30).uv(static_cast<std::uint64_t>(-4));
        old.message(30).uv(1);
        QVERIFY(records(old).last().contains("\"start_ns\":1700000000130456789")); // from the one before
    }

    // A cache holds what is stored: a number that two fields refer to is 7 bytes to one and 56 to the other, as the
    // tool writes and reads them.
    void eachFieldUndoesItsOwnReductionOfACachedNumber()
    {
        CjfrBytes file("NONE");
        file.jfr(1000, 0);
        file.varintType(24, "memory", true);
        file.structType(30, "my.Event",
                        {{"startTime", 20, 0, 1}, {"aligned", 24, 2, 3}, {"plain", 24, 2, 0}});
        file.message(30).uv(5).uv(1).sv(7).uv(2);
        file.message(30).uv(5).uv(2).uv(2);
        const QStringList got = records(file);
        QCOMPARE(got.size(), 2);
        for (const QString& line : got)
            QVERIFY2(line.endsWith(R"("fields":{"aligned":56,"plain":7}})"), qPrintable(line));
    }

    void combinedEventsExpand()
    {
        CjfrBytes file("NONE");
        file.jfr(1000, 0);
        file.structType(
            30, "jdk.ThreadSleep",
            {{"startTime", 20, 0, 1},
             {"duration", 21, 0, 2},
             {"stackTrace", 4},
             {"time", 21, 0, 2, R"(["long","jdk.jfr.Timespan",[["jdk.jfr.Timespan",["MILLISECONDS"]]]])"}});
        file.structType(31, "entry", {{"duration", 21, 0, 2}});
        file.arrayType(32, 31);
        file.structType(33, "pair", {{"key", 21}, {"value", 32}});
        file.arrayType(34, 33);
        // Its start is a delta though it states no reduction.
        file.structType(35, "jdk.combined.ThreadSleepV2", {{"startTime", 20}, {"time", 34}, {"endTime", 20}});
        file.message(35).uv(7).uv(2);
        file.sv(10).uv(2).sv(11).sv(12);
        file.sv(20).uv(1).sv(21);
        file.uv(0);
        const auto line = [](int duration, int time) {
            return R"({"type":"jdk.ThreadSleep","start_ns":7000000,"approximate":true,"dur_ns":)"
                + QString::number(duration) + R"(,"fields":{"stackTrace":null,"time":)"
                + QString::number(time * 1'000'000) + "}}";
        };
        QCOMPARE(records(file, true), QStringList({line(11, 10), line(12, 10), line(21, 20)}));
        QCOMPARE(records(file).size(), 1);
        QVERIFY(records(file).front().contains("\"start_ns\":7000000"));
    }

    void countsBecomeThatManyEvents()
    {
        CjfrBytes file("NONE");
        file.jfr(1000, 0);
        file.structType(30, "jdk.JavaExceptionThrow", {{"startTime", 20, 0, 1}, {"thrownClass", 4}});
        file.structType(33, "pair", {{"key", 4, 1}, {"value", 1}});
        file.arrayType(34, 33);
        file.structType(35, "jdk.combined.JavaExceptionThrow",
                        {{"startTime", 20, 0, 1}, {"thrownClass", 34}});
        file.message(35).uv(0).uv(2);
        file.uv(1).str("a/B").sv(3);
        file.uv(0).sv(1); // a null key
        const QStringList got = records(file, true);
        QCOMPARE(got.size(), 4);
        QVERIFY(got[2].contains("\"thrownClass\":\"a/B\"") && got[3].contains("\"thrownClass\":null"));
    }

    // In files of a while the count of references was the value itself, not a struct that names it.
    void referenceStatisticsOfTheOlderLayout()
    {
        CjfrBytes file("NONE");
        file.jfr(1000, 0);
        file.structType(30, "jdk.GCReferenceStatistics",
                        {{"startTime", 20, 0, 1}, {"gcId", 1}, {"type", 4}, {"count", 1}});
        file.structType(33, "pair", {{"key", 4}, {"value", 1}});
        file.arrayType(34, 33);
        file.structType(35, "jdk.combined.GCReferenceStatistics",
                        {{"startTime", 20, 0, 1}, {"type", 34}, {"gcId", 1}});
        file.message(35).uv(7).uv(2).str("Weak reference").sv(122).str("Soft reference").sv(0).sv(3);
        const auto line = [](const char* type, int count) {
            return QString(R"({"type":"jdk.GCReferenceStatistics","start_ns":7000000,"approximate":true,)"
                           R"("dur_ns":null,"fields":{"gcId":3,"type":"%1","count":%2}})")
                .arg(type)
                .arg(count);
        };
        QCOMPARE(records(file, true), QStringList({line("Weak reference", 122), line("Soft reference", 0)}));
    }

    // "gc-log" keeps of the phases of parallel workers only sums, for which their type has no fields.
    void sumsOfCombinedPhasesAreKept()
    {
        CjfrBytes file("NONE");
        file.jfr(1000, 0);
        file.structType(
            30, "jdk.GCPhaseParallel",
            {{"startTime", 20, 0, 1}, {"duration", 21, 0, 2}, {"gcId", 1}, {"gcWorkerId", 1}, {"name", 4}});
        file.structType(
            31, "GCWorkerSums",
            {{"count", 1}, {"sumDuration", 21, 0, 2}, {"minDuration", 21, 0, 2}, {"maxDuration", 21, 0, 2}});
        file.structType(33, "pair", {{"key", 4}, {"value", 31}});
        file.arrayType(34, 33);
        file.structType(35, "jdk.combined.GCPhaseParallel",
                        {{"startTime", 20, 0, 1}, {"name", 34}, {"gcId", 1}});
        file.message(35).uv(7).uv(1).str("Scan Heap Roots").sv(4).sv(1000).sv(100).sv(700).sv(3);
        QCOMPARE(records(file, true),
                 QStringList(
                     {R"({"type":"jdk.GCPhaseParallel","start_ns":7000000,"approximate":true,"dur_ns":null,)"
                      R"("fields":{"gcId":3,"gcWorkerId":null,"name":"Scan Heap Roots"},)"
                      R"("combined":{"count":4,"sumDuration":1000,"minDuration":100,"maxDuration":700}})"}));
    }

    void floatFormats()
    {
        CjfrBytes file("NONE");
        const auto floating = [&](std::uint64_t id, std::string_view name, std::uint8_t format) {
            file.uv(3).uv(id).str(name).str("");
            file.u8(format);
        };
        floating(16, "f", 0);
        floating(17, "f", 1);
        floating(18, "memory KB", 1); // bfloat16 before the double came
        floating(19, "f", 3);
        file.message(16);
        file.f32(1.5f);
        file.message(17);
        file.f64(-0.0);
        file.message(18);
        file.u16(0x3fc0);
        file.message(19);
        file.u16(0x0001);
        const QStringList got = records(file);
        QVERIFY(got[0].endsWith(":1.5}") && got[1].endsWith(":-0.0}") && got[2].endsWith(":1.5}"));
        QVERIFY(got[3].endsWith(":5.960464477539063e-08}"));
    }

    void faults_data()
    {
        QTest::addColumn<CjfrBytes*>("file");
        QTest::addColumn<QStringList>("expected");
        const auto add = [&](const char* name, const QStringList& expected, const auto& build) {
            auto* file = new CjfrBytes("NONE");
            file->stringType(16);
            file->message(16).str("good");
            build(*file);
            QTest::newRow(name) << file << expected;
        };
        add("sound", {}, [](CjfrBytes&) {});
        add("cut in a text", {"cjfr.message-damaged"}, [](CjfrBytes& f) { f.message(16).uv(9); });
        add("cut in an id", {"cjfr.message-cut"}, [](CjfrBytes& f) { f.u8(0x90); });
        add("reserved id", {"cjfr.message-damaged"}, [](CjfrBytes& f) { f.message(9); });
        add("unknown type", {"cjfr.message-damaged"},
            [](CjfrBytes& f) { f.message((std::uint64_t(1) << 32) + 16); });
        add("defined twice", {"cjfr.bad-type"}, [](CjfrBytes& f) { f.stringType(16); });
        add("multiplier 0", {"cjfr.bad-type"}, [](CjfrBytes& f) { f.varintType(17, "n", true, 0); });
        add("far ahead", {"cjfr.bad-type"}, [](CjfrBytes& f) { f.stringType(50'000); });
        add("a number of 65 bits", {"cjfr.message-damaged"}, [](CjfrBytes& f) {
            f.varintType(17, "n", false);
            f.message(17);
            for (int i = 0; i < 9; ++i)
                f.u8(0xff);
            f.u8(2);
        });
        add("a needless zero group", {}, [](CjfrBytes& f) {
            f.varintType(17, "n", false);
            f.message(17).u8(0x82);
            f.u8(0x80);
            f.u8(0);
        });
        add("2^60 elements", {"cjfr.message-damaged"}, [](CjfrBytes& f) {
            f.arrayType(17, 1);
            f.message(17).uv(std::uint64_t(1) << 60);
        });
        add("many elements of no size", {"cjfr.message-damaged"}, [](CjfrBytes& f) {
            f.structType(17, "E", {});
            f.arrayType(18, 17);
            f.message(18).uv(0x7fffffff);
        });
        add("some elements of no size", {}, [](CjfrBytes& f) {
            f.structType(17, "E", {});
            f.arrayType(18, 17);
            f.message(18).uv(1000);
        });
        // Each struct holds the one before twice; none takes a byte.
        const auto doubled = [](CjfrBytes& f, std::uint64_t times) {
            f.structType(17, "E", {});
            for (std::uint64_t i = 1; i <= times; ++i)
                f.structType(17 + i, "Twice", {{"a", 16 + i}, {"b", 16 + i}});
            f.message(17 + times);
        };
        add("structs of no size", {}, [&](CjfrBytes& f) { doubled(f, 14); });
        add("structs of no size without end", {"cjfr.message-damaged"},
            [&](CjfrBytes& f) { doubled(f, 24); });
        add("arrays of such", {"cjfr.message-damaged"}, [](CjfrBytes& f) {
            f.structType(17, "E", {});
            f.arrayType(18, 17);
            for (int i = 0; i < 100; ++i)
                f.message(18).uv(10'000);
        });
        add("holds itself", {"cjfr.message-damaged"}, [](CjfrBytes& f) {
            f.structType(17, "S", {{"s", 17}});
            f.message(17);
        });
        add("entry not there yet", {"cjfr.message-damaged"}, [](CjfrBytes& f) {
            f.structType(17, "S", {{"s", 16, 2}});
            f.message(17).uv(2);
        });
        add("timestamp of a text", {"cjfr.bad-reduction"}, [](CjfrBytes& f) {
            f.jfr(1000, 0);
            f.structType(30, "S", {{"s", 16, 0, 1}});
            f.message(30).str("now");
        });
        add("unknown encoding", {"cjfr.unknown-encoding"}, [](CjfrBytes& f) {
            f.stringType(17, "KLINGON");
            f.message(17).str("qapla");
        });
        add("unknown reduction of a struct", {"cjfr.bad-reduction"}, [](CjfrBytes& f) {
            f.jfr(1000, 0);
            f.uv(6).uv(30).str("S").str("").uv(0).uv(5); // no fields
        });
        add("a message of a recording that is no event", {"cjfr.no-event"}, [](CjfrBytes& f) {
            f.jfr(1000, 0);
            f.message(16).str("text");
        });
        // Values that take no byte of their own or next to none, as a file of a few kilobytes unpacks to.
        constexpr std::uint64_t kMany = (std::uint64_t(1) << 24) + 1;
        add("more elements than can be read one by one", {"cjfr.message-damaged"}, [](CjfrBytes& f) {
            f.arrayType(17, 2, 1);
            f.message(17).uv(kMany).zeros(kMany);
        });
        add("as many of a fixed width", {}, [](CjfrBytes& f) {
            f.arrayType(17, 2);
            f.message(17).uv(kMany).zeros(kMany);
        });
        add("no ticks", {"rejected: cjfr.bad-ticks"}, [](CjfrBytes& f) {
            *static_cast<ByteWriter*>(&f) = CjfrBytes("NONE");
            f.jfr(0, 0);
        });
    }
    void faults()
    {
        QFETCH(CjfrBytes*, file);
        QFETCH(QStringList, expected);
        QCOMPARE(problems(*file), expected);
        if (expected.isEmpty() || !expected.front().startsWith("rejected"))
            QVERIFY(records(*file).front().contains("good")); // what comes before a fault is there
        delete file;
    }

    // Nothing tells where the next message begins.
    void allBehindADamagedMessageIsLost()
    {
        CjfrBytes file("NONE");
        file.stringType(16);
        file.message(16).str("good");
        const std::uint64_t begin = file.size();
        file.message(9);
        for (int i = 0; i < 1'000; ++i)
            file.message(16).str("lost");
        const auto document = open(file);
        Job job;
        QVERIFY(document && (*document)->validate(job));
        QVERIFY((*document)->problems().lostBytes() > 5'000);
        QVERIFY((*document)->problems().lostBytes() <= file.size() - begin);
    }

    // A few kilobytes of zeros, unpacked, are more than a recording of that size can be.
    void whatUnpacksWithoutEndIsReported()
    {
        CjfrBytes stream;
        stream.arrayType(16, 2);
        constexpr std::uint64_t kMany = 80u << 20;
        stream.message(16).uv(kMany).zeros(kMany);
        CjfrBytes file("GZIP");
        file.raw(deflated(stream.bytes(), kGzip));
        QVERIFY(file.size() < (kMany >> 9));
        QCOMPARE(problems(file), QStringList("cjfr.grows-too-far"));
    }

    // What an entry of a cache looks like is kept. Deeper, on its own path, or where a record has become too
    // long it looks different, and must not depend on what was written before.
    void entriesLookTheSameWhateverWasWrittenBefore()
    {
        CjfrBytes file("NONE");
        file.jfr(1000, 0);
        file.stringType(16);
        file.structType(17, "Node", {{"name", 16, 2}, {"left", 17, 2}, {"right", 17, 2}, {"at", 20, 0, 1}});
        file.structType(18, "Box", {{"box", 18, 1}, {"node", 17, 2}, {"last", 17, 2}});
        const auto boxes = [&](int levels) {
            file.message(18);
            for (int i = 0; i < levels; ++i)
                file.uv(1); // a box in the box
            file.uv(0);
        };
        const auto closeBoxes = [&](int levels) {
            for (int i = 0; i < levels; ++i)
                file.uv(0).uv(0);
        };
        // Entry 0 holds itself, and so does entry 1 by way of it.
        boxes(0);
        file.uv(1).uv(1).str("a\"b").uv(2).uv(1).uv(2).uv(2).uv(0).uv(1).uv(1).uv(3);
        boxes(0);
        file.uv(3).uv(2);
        // Entries 2 to 41: each holds the one before, at first alone, then twice.
        for (std::uint64_t i = 2; i < 42; ++i) {
            boxes(0);
            file.uv(1).uv(2).uv(i == 2 ? 0 : i + 1).uv(i < 24 ? 0 : i + 1).uv(1).uv(i + 2);
        }
        for (const int levels : {3, 40, 59}) {
            boxes(levels);
            file.uv(25).uv(12);
            closeBoxes(levels);
        }
        const auto document = open(file);
        QVERIFY(document);
        Job job;
        const auto index = static_cast<const CjfrDocument&>(**document).file().indexNow(job);
        QVERIFY(index && !(*index)->fault);
        const cjfr::ValueReader values(**index);
        cjfr::MessageJson kept(values);
        int messages = 0;
        bool sawCycle = false, sawDeep = false;
        for (int round = 0; round < 2; ++round) {
            for (cjfr::MessageWalk each(**index, 2); each.next(); ++messages) {
                std::string once, alone;
                kept.message(once, each.message());
                cjfr::MessageJson(values).message(alone, each.message());
                QVERIFY(once == alone);
                sawCycle = sawCycle || alone.find("<cycle>") != std::string::npos;
                sawDeep = sawDeep || alone.find("<deep>") != std::string::npos;
            }
        }
        QCOMPARE(messages, 2 * 45);
        QVERIFY(sawCycle && sawDeep);
    }

    // Types that refer to each other twice multiply without end when they are printed whole.
    void referencesThatMultiplyStop()
    {
        CjfrBytes file("NONE");
        file.structType(16, "Pair", {{"a", 16, 2}, {"b", 16, 2}});
        file.structType(17, "Root", {{"top", 16, 2}});
        file.message(17).uv(1).uv(0).uv(0);
        for (std::uint64_t i = 0; i < 24; ++i) // each holds the one before twice
            file.message(17).uv(1).uv(i + 2).uv(i + 2);
        const QStringList got = records(file);
        QCOMPARE(got.size(), 25);
        QVERIFY(got.last().contains("<deep>"));
        QVERIFY(got.last().size() < 8 << 20);
    }

    // One text of a megabyte, which an array holds a hundred times.
    void textsThatMultiplyStop()
    {
        CjfrBytes file("NONE");
        file.arrayType(16, 4, 2);
        file.structType(17, "Root", {{"all", 16}, {"last", 4}});
        file.message(17).uv(100).uv(1).str(std::string(1 << 20, 'x'));
        for (int i = 1; i < 100; ++i)
            file.uv(2);
        file.str("the end");
        const QStringList got = records(file);
        QCOMPARE(got.size(), 1);
        QVERIFY(got.first().size() > 20 << 20 && got.first().size() < 40 << 20);
        QVERIFY(got.first().contains("<deep>"));
    }

    // A field whose name is a megabyte long, of a hundred structs.
    void namesThatMultiplyStop()
    {
        CjfrBytes file("NONE");
        file.structType(16, "S", {{std::string(1 << 20, 'x'), 2}, {"b", 2}});
        file.arrayType(17, 16);
        file.message(17).uv(100).zeros(200);
        file.message(17).uv(1).zeros(2);
        const QStringList got = records(file);
        QCOMPARE(got.size(), 2);
        QVERIFY(got.first().size() > 20 << 20 && got.first().size() < 40 << 20);
        QVERIFY(got.last().endsWith("\":false,\"b\":false}]}")); // read from where it begins
    }

    // Structs that hold each other, with two megabytes of names behind what they hold.
    void namesBehindWhatIsHeldStop()
    {
        CjfrBytes file("NONE");
        const std::string name(1 << 20, 'x');
        file.structType(16, "S", {{"in", 16, 1}, {name + '1', 2}, {name + '2', 2}});
        constexpr std::uint64_t kLevels = 50;
        file.message(16);
        for (std::uint64_t i = 1; i < kLevels; ++i)
            file.uv(1);
        file.uv(0).zeros(2 * kLevels);
        const QStringList got = records(file);
        QCOMPARE(got.size(), 1);
        QVERIFY(got.first().size() > 20 << 20 && got.first().size() < 70 << 20);
    }

    // A stack of many frames whose method is called by a megabyte, or lies behind as much.
    void framesThatMultiplyStop_data()
    {
        QTest::addColumn<bool>("isLong");
        QTest::newRow("a long name") << true;
        QTest::newRow("a name behind much else") << false;
    }
    void framesThatMultiplyStop()
    {
        QFETCH(bool, isLong);
        constexpr std::uint64_t kFrames = 200, kMuch = 1u << 20;
        CjfrBytes file("NONE");
        file.jfr(1000, 0);
        file.arrayType(30, 2);
        file.structType(31, "jdk.types.Method", {{"else", 30}, {"name", 4}});
        file.structType(32, "jdk.types.StackFrame", {{"method", 31, 2}});
        file.arrayType(33, 32);
        file.structType(34, "jdk.types.StackTrace", {{"truncated", 2}, {"frames", 33}});
        file.structType(35, "jdk.ExecutionSample",
                        {{"startTime", 20, 0, 1}, {"stackTrace", 34}, {"last", 1}});
        file.message(35).uv(0).u8(0);
        file.uv(kFrames).uv(1).uv(isLong ? 0 : kMuch).zeros(isLong ? 0 : kMuch);
        file.str(std::string(isLong ? kMuch : 1, 'x'));
        for (std::uint64_t i = 1; i < kFrames; ++i)
            file.uv(2);
        file.sv(7);
        const QStringList got = records(file);
        const QString record = got.last();
        QVERIFY(record.size() < 40 << 20);
        QVERIFY(record.count("\"?.x") > 10 && record.count("\"?.x") < 50);
        QVERIFY(record.contains("\"last\":\"<deep>\""));
    }

    // Entries that hold times, each referred to once: how the clock stands there is not looked for each time.
    void clocksOfEntriesAreFoundOnce()
    {
        const auto timeOf = [&](std::uint64_t count) {
            CjfrBytes file("NONE");
            file.jfr(1'000'000'000, 0);
            file.structType(30, "T", {{"at", 20, 0, 1}});
            file.arrayType(31, 30, 2);
            file.structType(32, "my.Event", {{"startTime", 20, 0, 1}, {"all", 31}});
            file.message(32).uv(5).uv(count);
            for (std::uint64_t i = 0; i < count; ++i)
                file.uv(1).uv(i % 2);
            file.message(32).uv(5).uv(count);
            for (std::uint64_t i = 0; i < count; ++i)
                file.uv(2 + i);
            const auto document = open(file);
            Job job;
            const auto index = static_cast<const CjfrDocument&>(**document).file().indexNow(job);
            const cjfr::ValueReader values(**index);
            QStringList lists;
            std::int64_t used = 0;
            for (cjfr::MessageWalk each(**index, 2); each.next();) {
                std::string json;
                const std::int64_t begin = usedNs();
                cjfr::MessageJson(values).message(json, each.message());
                used = usedNs() - begin; // of the latter one
                lists << QString::fromStdString(json.substr(json.find("\"all\"")));
            }
            return lists.size() == 2 && lists[0] == lists[1] ? used
                                                             : std::numeric_limits<std::int64_t>::max();
        };
        const std::int64_t few = timeOf(4'000), many = timeOf(16'000);
        QVERIFY2(many / 8 < few, qPrintable(QString("%1 and %2 ns").arg(few).arg(many)));
    }
};

QTEST_GUILESS_MAIN(TestCjfrStream)
#include "tst_cjfr_stream.moc"
