// What streams a Meta describes: dialects of JSON, garbled bodies, the table over all of them.
#include "core/base/text.h"
#include "core/formats/rtc/wire/rtc_meta.h"
#include "core/formats/rtc/wire/rtc_wire.h"
#include "tests/support/patience.h"
#include "tests/support/used_time.h"

#include <QElapsedTimer>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace traceglass;
using namespace traceglass::rtc;

namespace {

MetaBody read(std::string_view text)
{
    return readMeta(asBytes(text), false);
}

Stream named(std::uint32_t id, std::string_view name)
{
    Stream stream;
    stream.id = id;
    stream.name = name;
    return stream;
}

MetaBody body(std::vector<Stream> streams, std::optional<std::uint32_t> freeId, bool salvaged = false)
{
    return {std::move(streams), freeId, salvaged};
}

}

class TestRtcMeta : public QObject
{
    Q_OBJECT

private slots:
    void readsDialects_data();
    void readsDialects();
    void readsAttributes();
    void prefersFormatToType();
    void leavesOutWhatIsNoStream();
    void keepsNumbersAsWritten();
    void readsEscapes();
    void salvagesObjectByObject();
    void takesTheLastOfRepeatedPieces();
    void salvagesACutBody();
    void leavesOutWhatWasNeverCreated();
    void stopsAtDeepNesting();
    void hostileTextTakesNoSquares();
    void writesWhatWasRead();
    void writesWhatCodeBuilt();
    void tableIsAUnion();
    void tablePrefersWholeDescriptions();
    void tablePrefersWholeObjects();
    void tableTakesNoSquares();
    void tableKnowsThatStreamsExist();
    void tableFindsTheHighestOfAName();
};

void TestRtcMeta::readsDialects_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addRow("strict") << QByteArray(R"([{"id":9,"name":"clk","clock":true},10])");
    QTest::addRow("spaces") << QByteArray(
        "\xef\xbb\xbf [ { \"id\" : 9 ,\r\n\"name\":\"clk\",\t\"clock\":true } , 10 ] ");
    QTest::addRow("unquoted keys") << QByteArray(R"([{id:9,name:"clk",clock:true},10])");
    QTest::addRow("unquoted text") << QByteArray("[{id:9,name:clk,clock:true},10]");
    QTest::addRow("single quotes") << QByteArray("[{'id':9,'name':'clk','clock':true},10]");
    QTest::addRow("commas at ends") << QByteArray(R"([{"id":9,"name":"clk","clock":true,},10,])");
    QTest::addRow("comments") << QByteArray(
        "[{\"id\":9, // nine\n\"name\":\"clk\", # }\n/* , */\"clock\":true},10]");
    QTest::addRow("text behind") << QByteArray("[{\"id\":9,\"name\":\"clk\",\"clock\":true},10] } ] garbage");
}

void TestRtcMeta::readsDialects()
{
    QFETCH(QByteArray, text);
    const MetaBody meta = read({text.data(), std::size_t(text.size())});
    QVERIFY(!meta.salvaged);
    QCOMPARE(meta.streams.size(), std::size_t(1));
    QCOMPARE(meta.streams[0].id, 9u);
    QCOMPARE(meta.streams[0].name, std::string("clk"));
    QVERIFY(meta.streams[0].isClock);
    QCOMPARE(meta.freeId, std::optional<std::uint32_t>(10));
    const std::string strict = R"({"id":9,"name":"clk","clock":true})";
    QCOMPARE(rtc::metaObject(meta.streams[0]), strict);
}

void TestRtcMeta::readsAttributes()
{
    const MetaBody meta = read(R"([{"id":300,"name":"t","length":2,"cont":true,"format":"uint16be","gain":0.1,
        "offset":-273.15,"clock":"clk delta","delta":null,"unit":"K","foo":{"a":[1,2,{"b":null}]}},
        {"id":301,"clock":true,"delta":"clk","stream":"t","length":null},
        {"id":302,"length":-1,"clock":null},{"id":303,"length":2.5,"clock":false},304])");
    QVERIFY(!meta.salvaged);
    QCOMPARE(meta.streams.size(), std::size_t(4));
    const Stream& first = meta.streams[0];
    QCOMPARE(first.length, std::optional<std::uint32_t>(2));
    QVERIFY(first.cont && !first.isClock);
    QCOMPARE(first.format, std::string("uint16be"));
    QVERIFY(first.value.kind == ValueFormat::Kind::unsignedInt && first.value.bigEndian);
    QVERIFY(first.value.gain == (Decimal {1, -1}));
    QVERIFY(first.value.offset == (Decimal {-27315, -2}));
    QCOMPARE(first.clock, std::string("clk delta"));
    QVERIFY(first.delta.empty());
    QCOMPARE(first.unit, std::string("K"));
    const std::string nested = R"({"a":[1,2,{"b":null}]})";
    QVERIFY(first.attributes.find("foo") == std::optional<std::string_view>(nested));
    QVERIFY(meta.streams[1].isClock && meta.streams[1].clock.empty());
    QCOMPARE(meta.streams[1].delta, std::string("clk"));
    QCOMPARE(meta.streams[1].stream, std::string("t"));
    for (std::size_t i = 1; i < 4; ++i)
        QVERIFY(!meta.streams[i].length);
    QVERIFY(!meta.streams[2].isClock && !meta.streams[3].isClock);
}

void TestRtcMeta::prefersFormatToType()
{
    const MetaBody meta = read(R"([{"id":9,"type":"png","format":"raw"},{"id":10,"type":"png"},
        {"id":11,"type":"png","format":null},{"id":12},13])");
    QCOMPARE(meta.streams[0].format, std::string("raw"));
    QCOMPARE(meta.streams[1].format, std::string("png"));
    QCOMPARE(meta.streams[2].format, std::string("png"));
    QCOMPARE(meta.streams[3].format, std::string("raw"));
}

void TestRtcMeta::leavesOutWhatIsNoStream()
{
    const MetaBody meta =
        read(R"([{"id":2,"name":"Marker"},{"name":"x"},{"id":"9"},{"id":9.5},{"id":4294967295},
        "text",[1],{"id":9},7,10])");
    QVERIFY(!meta.salvaged);
    QCOMPARE(meta.streams.size(), std::size_t(1));
    QCOMPARE(meta.freeId, std::optional<std::uint32_t>(10));
    QVERIFY(!read("[10,{\"id\":9}]").freeId); // only the last element is the free id
    QVERIFY(read("").streams.empty());
    QVERIFY(read("nonsense").salvaged);
}

void TestRtcMeta::keepsNumbersAsWritten()
{
    const MetaBody meta =
        read(R"([{"id":9,"gain":0.10000000000000001,"offset":1E-06},{"id":10,gain:+.5,offset:-3.},
        {"id":11,"gain":"0.1","offset":true},12])");
    QVERIFY(!meta.salvaged);
    QCOMPARE(meta.streams[0].gain, std::string("0.10000000000000001"));
    QCOMPARE(meta.streams[0].offset, std::string("1E-06"));
    QCOMPARE(meta.streams[1].gain, std::string("0.5"));
    QCOMPARE(meta.streams[1].offset, std::string("-3"));
    QVERIFY(meta.streams[2].gain.empty() && meta.streams[2].offset.empty());
}

void TestRtcMeta::readsEscapes()
{
    const MetaBody meta = read(R"([{"id":9,"name":"a\"\\\/\n\u00b5\ud83d\ude00\ud800x"},10])");
    QCOMPARE(meta.streams[0].name, std::string("a\"\\/\n\u00b5\U0001f600\ufffdx"));
    const auto again = nlohmann::json::parse(rtc::metaObject(meta.streams[0]));
    QCOMPARE(again["name"].get<std::string>(), meta.streams[0].name);
}

void TestRtcMeta::salvagesObjectByObject()
{
    const MetaBody meta =
        read("[{\"id\":9,\"name\":\"first\",\"format\":\"json\"},{\"id\":10,\x01\x02\"name\":\"se\xff\xff,"
             "{id: 11,name:'third',gain:2},12]");
    QVERIFY(meta.salvaged);
    QCOMPARE(meta.streams.size(), std::size_t(3));
    QCOMPARE(meta.streams[0].format, std::string("json"));
    QCOMPARE(meta.streams[1].id, 10u);
    QVERIFY(meta.streams[1].name.empty());
    QCOMPARE(meta.streams[2].name, std::string("third"));
    QCOMPARE(meta.streams[2].gain, std::string("2"));
    QCOMPARE(meta.freeId, std::optional<std::uint32_t>(12));
}

void TestRtcMeta::takesTheLastOfRepeatedPieces()
{
    // As the reference writer garbles where a body crosses 1024 bytes.
    const MetaBody meta =
        read(R"([{"id":20,"name":"channel 1"name":"channel 11","format":"uint32le","gain":},)"
             R"({"id":31,"name":"channel 22","format":"uin"name":"channel 22","format":"u},)"
             R"({"id":42,"name":"channel 33","gain":0.033,"unit":"mil"name":},{"id":43,"gain":0.034},49])");
    QVERIFY(meta.salvaged);
    QCOMPARE(meta.streams.size(), std::size_t(4));
    QCOMPARE(meta.streams[0].name, std::string("channel 11"));
    QCOMPARE(meta.streams[0].format, std::string("uint32le"));
    QVERIFY(meta.streams[0].gain.empty());
    QCOMPARE(meta.streams[1].format, std::string("uin"));
    QCOMPARE(meta.streams[1].name, std::string("channel 22"));
    QCOMPARE(meta.streams[2].gain, std::string("0.033"));
    QCOMPARE(meta.streams[3].gain, std::string("0.034"));
    QCOMPARE(meta.freeId, std::optional<std::uint32_t>(49));
    for (const Stream& stream : meta.streams)
        QVERIFY(nlohmann::json::accept(rtc::metaObject(stream)));
}

void TestRtcMeta::salvagesACutBody()
{
    const MetaBody meta = read(R"([{"id":9,"name":"clk","clock":true},{"id":10,"name":"temp","gain":0.0)");
    QVERIFY(meta.salvaged);
    QCOMPARE(meta.streams.size(), std::size_t(2));
    QVERIFY(meta.streams[0].isClock);
    QCOMPARE(meta.streams[1].name, std::string("temp"));
    QVERIFY(meta.streams[1].gain.empty()); // 0.0 may have been the start of 0.05
    QVERIFY(!meta.freeId);
}

// A garbled id beyond the next free one; a garbled next free one.
void TestRtcMeta::leavesOutWhatWasNeverCreated()
{
    const MetaBody meta = read(R"([{"id":9},{"id":90},{"id":11},12])");
    QVERIFY(meta.salvaged);
    QCOMPARE(meta.streams.size(), std::size_t(2));
    QCOMPARE(meta.streams[1].id, 11u);
    const MetaBody other = read(R"([{"id":9},{"id":10},{"id":11},1])");
    QVERIFY(other.salvaged && !other.freeId);
    QCOMPARE(other.streams.size(), std::size_t(3));
    // 12 became 14, and a stream may only have the next free id when it is the last one.
    const MetaBody equal = read(R"([{"id":9},{"id":10},{"id":14},{"id":13},14])");
    QVERIFY(equal.salvaged && equal.streams.size() == 3 && equal.streams[2].id == 13);
    QVERIFY(!read(R"([{"id":9},{"id":10},10])").salvaged);
    // What was read of a garbled object may lack anything.
    const MetaBody pieces = read(R"([{"id":9,"name":"a","clock":true,"ga:0.1},{"id":10,"name":"b"},11])");
    QVERIFY(pieces.streams.size() == 2 && pieces.streams[0].pieced && !pieces.streams[1].pieced);
}

void TestRtcMeta::stopsAtDeepNesting()
{
    const std::string deep =
        "[{\"id\":9,\"name\":\"x\",\"a\":" + std::string(100000, '[') + std::string(100000, ']') + "},10]";
    const MetaBody meta = read(deep);
    QVERIFY(meta.salvaged);
    QCOMPARE(meta.streams.size(), std::size_t(1));
    QCOMPARE(meta.streams[0].name, std::string("x"));
}

void TestRtcMeta::hostileTextTakesNoSquares()
{
    for (const std::string& unit : {std::string("{/*"), std::string("{'{\""), std::string("{id:1 a:/*"),
                                    std::string("{\"id\":9,a:[{b:["), std::string("[{")}) {
        std::string text = "[";
        while (text.size() < (1u << 20))
            text += unit;
        QElapsedTimer timer;
        timer.start();
        QVERIFY(read(text).salvaged);
        QVERIFY2(timer.elapsed() < slower(10'000), unit.c_str());
    }
}

void TestRtcMeta::writesWhatWasRead()
{
    constexpr std::string_view kText =
        R"({"id":11,"name":"sample","format":"uint16le","gain":0.25,"offset":-10,)"
        R"("clock":"clk","unit":"degC","x":[1,"y"]})";
    const MetaBody meta = read("[" + std::string(kText) + ",12]");
    QCOMPARE(rtc::metaObject(meta.streams[0]), std::string(kText));
}

void TestRtcMeta::writesWhatCodeBuilt()
{
    Stream stream = named(9, "clk \"x\"");
    stream.format = "uint32le";
    stream.length = 4;
    stream.cont = true;
    stream.isClock = true;
    stream.delta = "base";
    stream.stream = "other";
    stream.gain = "1e-06";
    stream.offset = "3";
    stream.attributes = {{"colour", "\"red\""}};
    const std::string text = rtc::metaObject(stream);
    const auto expected = nlohmann::json::parse(R"({"id":9,"name":"clk \"x\"","length":4,"cont":true,
        "format":"uint32le","clock":true,"delta":"base","stream":"other","gain":1e-06,
        "offset":3,"colour":"red"})");
    QVERIFY(nlohmann::json::parse(text) == expected);
    const MetaBody again = read("[" + text + ",10]");
    QCOMPARE(again.streams[0].gain, stream.gain);
    QCOMPARE(again.streams[0].length, stream.length);
    Stream bound = named(10, "temp");
    bound.clock = "clk";
    const std::string expectedBound = R"({"id":10,"name":"temp","format":"raw","clock":"clk"})";
    QCOMPARE(rtc::metaObject(bound), expectedBound);
}

void TestRtcMeta::tableIsAUnion()
{
    StreamTable table;
    QCOMPARE(table.freeId(), 9u);
    QVERIFY(table.add(body({named(9, "a"), named(10, "b")}, 11), {{}, 1, 2}));
    QVERIFY(!table.add(body({named(9, "a"), named(10, "b")}, 11), {{}, 100, 2}));
    QVERIFY(table.add(body({named(11, "c")}, 12), {{}, 200, 2}));
    QCOMPARE(table.size(), std::size_t(3));
    QCOMPARE(table.freeId(), 12u);
    QCOMPARE(table.find(10)->name, std::string("b"));
    QCOMPARE(table.find(10)->where.offset, std::uint64_t(1));
    QCOMPARE(table.find(11)->where.offset, std::uint64_t(200));
    QVERIFY(!table.find(8) && !table.find(12));
    QVERIFY(!table.named("d") && !table.named(""));
    QCOMPARE(table.all()[2]->id, 11u);
}

void TestRtcMeta::tablePrefersWholeDescriptions()
{
    StreamTable table;
    QVERIFY(table.add(body({named(9, "garb")}, 10, true), {}));
    const Stream* const stream = table.find(9);
    QVERIFY(table.add(body({named(9, "garbled no more")}, 10), {}));
    QCOMPARE(stream->name, std::string("garbled no more"));
    QVERIFY(!table.named("garb"));
    QCOMPARE(table.named("garbled no more"), stream);
    QVERIFY(!table.add(body({named(9, "another")}, 10), {}));
    QVERIFY(!table.add(body({named(9, "garb")}, 10, true), {}));
    QCOMPARE(stream->name, std::string("garbled no more"));
}

// Each Meta of a writer may be garbled somewhere, so that every body is salvaged.
void TestRtcMeta::tablePrefersWholeObjects()
{
    Stream pieces = named(9, "clk");
    pieces.pieced = true;
    Stream whole = named(9, "clk");
    whole.gain = "1e-3";
    StreamTable table;
    QVERIFY(table.add(body({pieces}, 10, true), {}));
    QVERIFY(table.add(body({whole}, 10, true), {}));
    QVERIFY(!table.find(9)->pieced && table.find(9)->gain == "1e-3");
    QVERIFY(!table.add(body({pieces}, 10, true), {}));
}

// Ids that descend, in one Meta and from one to the next: four times as many take some five times as long, beside other
// tests up to ten, and not sixteen.
void TestRtcMeta::tableTakesNoSquares()
{
    const auto add = [](std::uint32_t count) {
        double best = 1e18;
        for (int run = 0; run < 5; ++run) {
            StreamTable table;
            std::vector<Stream> high, low;
            for (std::uint32_t i = count; i-- > 0;) {
                high.push_back(named(kFirstStream + count + i, ""));
                low.push_back(named(kFirstStream + i, ""));
            }
            const std::int64_t begin = usedNs();
            MetaBody first = body(std::move(high), {});
            first.existingEnd = 0;
            table.add(first, {});
            table.add(body(std::move(low), {}), {});
            best = std::min(best, double(usedNs() - begin));
            if (table.size() != 2 * count || table.at(count).id != kFirstStream + count)
                return 1e18;
        }
        return best;
    };
    const double few = add(20'000), many = add(80'000);
    QVERIFY2(many < 12 * few, (std::to_string(few) + " ns, " + std::to_string(many) + " ns").c_str());
}

void TestRtcMeta::tableKnowsThatStreamsExist()
{
    StreamTable table;
    QVERIFY(table.add(body({named(10, "b")}, 13), {}));
    QCOMPARE(table.size(), std::size_t(4));
    QVERIFY(!table.find(9)->described && !table.find(12)->described && table.find(10)->described);
    QCOMPARE(table.find(9)->format, std::string("raw"));
    QVERIFY(table.add(body({named(9, "a")}, 13), {}));
    QVERIFY(table.find(9)->described);
    QCOMPARE(table.find(9)->name, std::string("a"));
    MetaBody garbled = body({named(14, "c")}, 70);
    garbled.existingEnd = 15; // as no Index lists more
    QVERIFY(table.add(garbled, {}));
    QCOMPARE(table.size(), std::size_t(6));
    QCOMPARE(table.freeId(), 70u);                    // a writer must not use one again
    QVERIFY(table.add(body({}, 4'000'000'000u), {})); // a garbled number must not fill the memory
    QVERIFY(table.size() < 10'000);
}

void TestRtcMeta::tableFindsTheHighestOfAName()
{
    StreamTable table;
    table.add(body({named(12, "x"), named(10, "x")}, 13), {});
    QCOMPARE(table.named("x")->id, 12u);
    table.add(body({named(14, "x"), named(13, "y")}, 15), {});
    QCOMPARE(table.named("x")->id, 14u);
}

QTEST_GUILESS_MAIN(TestRtcMeta)
#include "tst_rtc_meta.moc"
