// Payloads and the times they belong to: clock rules on frames built by hand.
#include "core/base/text.h"
#include "core/formats/rtc/wire/rtc_decoder.h"

#include <QTest>

using namespace traceglass;
using namespace traceglass::rtc;

namespace {

// One Unit of frames as a walk finds them, without the file around them.
class Trace
{
public:
    explicit Trace(std::string_view meta)
    {
        addRun(meta);
        m_frames.base = 0;
    }

    void addRun(std::string_view meta)
    {
        rtc::Segment segment;
        segment.firstUnit = static_cast<std::uint32_t>(m_ruler.units.size());
        segment.unitCount = 1;
        segment.streams.add(readMeta(asBytes(meta), false), {});
        Unit unit;
        unit.segment = static_cast<std::uint32_t>(m_ruler.segments.size());
        unit.count = 0;
        m_ruler.units.push_back(unit);
        m_ruler.segments.push_back(std::move(segment));
    }

    // Returns where the frame begins.
    std::uint64_t add(std::uint32_t id, std::string_view payload, bool more = false)
    {
        const std::uint64_t offset = m_bytes.size();
        m_bytes += std::string(2, '\0') + std::string(payload); // two bytes of header
        m_frames.m_offsets.push_back(static_cast<std::uint32_t>(offset));
        m_frames.m_ids.push_back(id << 1 | (more ? 1u : 0u));
        m_frames.m_lengths.push_back(static_cast<std::uint16_t>(2u << 11 | payload.size()));
        return offset;
    }

    void lose() { m_frames.lost.push_back({.range = {}, .before = m_frames.size()}); }

    // What is known of each payload: "9 'text' 100", "9 ~100" when the time is an estimate, "9 -" when none.
    QStringList decode(bool finish = true)
    {
        const Axes axes(m_ruler);
        Decoder decoder(asBytes(m_bytes), m_ruler, axes);
        return decodeWith(decoder, finish);
    }
    QStringList decodeWith(Decoder& decoder, bool finish = true)
    {
        QStringList out;
        const auto take = [&](const Frame& frame) {
            QString line = QString::number(frame.stream->id);
            if (!frame.stream->isClock)
                line += " '" + QString::fromStdString(std::string(asText(frame.payload))) + "'";
            line +=
                !frame.placed ? QString(" -") : (frame.timeKnown ? " " : " ~") + QString::number(frame.ns);
            if (frame.incomplete)
                line += " incomplete";
            out << line;
            return true;
        };
        decoder.feed(m_frames, take);
        if (finish)
            decoder.finish(take);
        return out;
    }

    // From here on frames are of another Unit.
    void nextUnit(std::uint32_t unit)
    {
        m_frames.clear();
        m_frames.base = 0;
        m_frames.unit = unit;
    }

    const Ruler& ruler() const { return m_ruler; }
    std::span<const std::byte> bytes() const { return asBytes(m_bytes); }

private:
    std::string m_bytes;
    Ruler m_ruler;
    UnitFrames m_frames;
};

std::string u8(int value)
{
    return std::string(1, static_cast<char>(value));
}

// Clocks count nanoseconds, one byte each.
constexpr std::string_view kClocks = R"([{"id":9,"name":"clk","clock":true,"format":"uint8","gain":1e-9},
    {"id":10,"name":"delta","clock":true,"format":"uint8","gain":1e-9,"delta":"clk"},
    {"id":11,"name":"sample","clock":"delta"},{"id":12,"name":"abs","clock":"clk"},{"id":13,"name":"none"},
    {"id":14,"name":"stray","clock":"unheard of"},
    {"id":15,"name":"fine","clock":true,"format":"uint8","gain":1e-9,"delta":"delta"},
    {"id":16,"name":"finest","clock":"fine"},17])";

}

class TestRtcDecoder : public QObject
{
    Q_OBJECT

private slots:
    void deltasStayUntilTheNextDelta();
    void deltasChain();
    void timeIsThatOfTheFirstPart();
    void clocksMoveWhenTheyAreComplete();
    void lostBytesMakeClocksUnknown();
    void restsOfLostPayloadsAreIncomplete();
    void restsOfTooLargePayloadsAreIncomplete();
    void clocksOfGarbledMetasAreNeverCertain();
    void malformedClocksAreUnknown();
    void circlesHaveNoTime();
    void runsShareNothing();
    void annotationsTellTheirTime();
    void withoutClocksThePositionCounts();
    void axesKeepClocksApart();
    void statesCanBeTakenOver();
    void sinksCanStop();
};

void TestRtcDecoder::deltasStayUntilTheNextDelta()
{
    Trace trace(kClocks);
    trace.add(11, "a");
    trace.add(10, u8(5)); // no base yet
    trace.add(11, "b");
    trace.add(9, u8(100));
    trace.add(11, "c");
    trace.add(10, u8(5));
    trace.add(11, "d");
    trace.add(9, u8(120));
    trace.add(11, "e");
    trace.add(12, "f");
    trace.add(13, "g");
    trace.add(14, "h");
    const QStringList expected {"11 'a' -",   "10 -",       "11 'b' -",    "9 100",
                                "11 'c' -",   "10 105",     "11 'd' 105",  "9 120",
                                "11 'e' 105", "12 'f' 120", "13 'g' ~120", "14 'h' ~120"};
    QCOMPARE(trace.decode(), expected);
}

void TestRtcDecoder::deltasChain()
{
    Trace trace(kClocks);
    trace.add(9, u8(100));
    trace.add(10, u8(10));
    trace.add(15, u8(1));
    trace.add(16, "x");
    trace.add(10, u8(20));
    trace.add(16, "y");
    trace.add(15, u8(2));
    trace.add(16, "z");
    const QStringList expected {"9 100",  "10 110",     "15 111", "16 'x' 111",
                                "10 120", "16 'y' 111", "15 122", "16 'z' 122"};
    QCOMPARE(trace.decode(), expected);
}

void TestRtcDecoder::timeIsThatOfTheFirstPart()
{
    Trace trace(kClocks);
    trace.add(9, u8(100));
    trace.add(12, "one ", true);
    trace.add(13, "between");
    trace.add(9, u8(101));
    trace.add(12, "two ", true);
    trace.add(12, "three");
    trace.add(12, "never ends", true);
    const QStringList expected {"9 100", "13 'between' ~100", "9 101", "12 'one two three' 100",
                                "12 'never ends' 101 incomplete"};
    QCOMPARE(trace.decode(), expected);
}

void TestRtcDecoder::clocksMoveWhenTheyAreComplete()
{
    Trace trace(
        R"([{"id":9,"name":"clk","clock":true,"format":"uint16be","gain":1e-9},{"id":10,"clock":"clk"},11])");
    trace.add(9, u8(0) + u8(7));
    trace.add(9, u8(1), true);
    trace.add(10, "x");
    trace.add(9, u8(0));
    trace.add(10, "y");
    QCOMPARE(trace.decode(), (QStringList {"9 7", "10 'x' 7", "9 256", "10 'y' 256"}));
}

void TestRtcDecoder::lostBytesMakeClocksUnknown()
{
    Trace trace(kClocks);
    trace.add(9, u8(100));
    trace.add(10, u8(5));
    trace.add(12, "cut", true);
    trace.lose();
    trace.add(12, "tail");
    trace.add(10, u8(9)); // on a base that is not certain
    trace.add(11, "a");
    trace.add(9, u8(130));
    trace.add(12, "b");
    trace.add(11, "c");
    trace.lose();
    const QStringList expected {"9 100",
                                "10 105",
                                "12 'cut' 100 incomplete",
                                "12 'tail' ~100 incomplete",
                                "10 ~109",
                                "11 'a' ~109",
                                "9 130",
                                "12 'b' 130",
                                "11 'c' ~109"};
    QCOMPARE(trace.decode(), expected);
}

// What was open when bytes were lost goes on behind them; a state takes that along.
void TestRtcDecoder::restsOfLostPayloadsAreIncomplete()
{
    Trace trace(kClocks);
    trace.add(9, u8(1));
    trace.add(12, "head", true);
    trace.lose();
    trace.add(13, "whole");
    const Axes axes(trace.ruler());
    Decoder first(trace.bytes(), trace.ruler(), axes);
    QCOMPARE(trace.decodeWith(first, false),
             (QStringList {"9 1", "12 'head' 1 incomplete", "13 'whole' ~1"}));
    trace.nextUnit(0);
    trace.add(12, "middle and ", true);
    trace.add(12, "tail");
    trace.add(12, "next");
    trace.add(9, u8(2));
    trace.add(12, "and on");
    Decoder second(trace.bytes(), trace.ruler(), axes);
    second.setState(first.state());
    QCOMPARE(trace.decodeWith(second),
             (QStringList {"12 'middle and tail' ~1 incomplete", "12 'next' ~1", "9 2", "12 'and on' 2"}));
}

// So many parts as may be held, and one more.
void TestRtcDecoder::restsOfTooLargePayloadsAreIncomplete()
{
    Trace trace(kClocks);
    for (int i = 0; i < 1 << 22; ++i)
        trace.add(13, "", true);
    trace.add(13, "rest");
    trace.add(13, "whole");
    QCOMPARE(trace.decode(), (QStringList {"13 '' - incomplete", "13 'rest' - incomplete", "13 'whole' -"}));
}

// The gain is gone, so nobody knows what the clock counts in.
void TestRtcDecoder::clocksOfGarbledMetasAreNeverCertain()
{
    using namespace std::string_literals;
    Trace trace(R"([{"id":9,"name":"clk","clock":true,"format":"uint8","ga)" + "\0\0\0"s
                + R"(:1e-9},{"id":10,"name":"delta","clock":true,"format":"uint8","gain":1e-9,"delta":"clk"},
                {"id":11,"name":"s","clock":"clk"},{"id":12,"name":"t","clock":"delta"},13])");
    trace.add(9, u8(5));
    trace.add(11, "x");
    trace.add(10, u8(7));
    trace.add(12, "y");
    QCOMPARE(trace.decode(),
             (QStringList {"9 ~5000000000", "11 'x' ~5000000000", "10 ~5000000007", "12 'y' ~5000000007"}));
}

void TestRtcDecoder::malformedClocksAreUnknown()
{
    Trace trace(kClocks);
    trace.add(9, u8(100));
    trace.add(9, "too long");
    trace.add(12, "x");
    trace.add(9, "");
    trace.add(9, u8(3));
    trace.add(12, "y");
    QCOMPARE(trace.decode(), (QStringList {"9 100", "9 ~100", "12 'x' ~100", "9 ~100", "9 3", "12 'y' 3"}));
}

void TestRtcDecoder::circlesHaveNoTime()
{
    Trace trace(R"([{"id":9,"name":"a","clock":true,"format":"uint8","delta":"b"},
        {"id":10,"name":"b","clock":true,"format":"uint8","delta":"a"},
        {"id":11,"name":"c","clock":true,"format":"uint8","delta":"c"},
        {"id":12,"name":"d","clock":true,"format":"uint8","delta":"gone"},{"id":13,"clock":"a"},14])");
    for (std::uint32_t id = 9; id < 14; ++id)
        trace.add(id, u8('x'));
    QCOMPARE(trace.decode(), (QStringList {"9 -", "10 -", "11 -", "12 -", "13 'x' -"}));
    QCOMPARE(Axes(trace.ruler()).list().size(), std::size_t(4));
}

void TestRtcDecoder::runsShareNothing()
{
    Trace trace(kClocks);
    trace.addRun(
        R"([{"id":9,"name":"clk","clock":true,"format":"uint8","gain":1e-9},
        {"id":12,"clock":"clk"},13])");
    trace.add(9, u8(100));
    trace.add(12, "open", true);
    const Axes axes(trace.ruler());
    Decoder decoder(trace.bytes(), trace.ruler(), axes);
    QCOMPARE(trace.decodeWith(decoder, false), (QStringList {"9 100"}));
    trace.nextUnit(1);
    trace.add(12, "x");
    trace.add(9, u8(1));
    trace.add(12, "y");
    Decoder again(trace.bytes(), trace.ruler(), axes); // the bytes have moved
    again.setState(decoder.state());
    QCOMPARE(trace.decodeWith(again),
             (QStringList {"12 'open' 100 incomplete", "12 'x' -", "9 1", "12 'y' 1"}));
    QCOMPARE(axes.list()[0].name, std::string("clk (segment 0)"));
    QCOMPARE(axes.list()[1].name, std::string("clk (segment 1)"));
}

void TestRtcDecoder::annotationsTellTheirTime()
{
    Trace trace(R"([{"id":9,"name":"cyc","clock":true,"format":"uint8"},{"id":10,"name":"out","clock":"cyc"},
        {"id":11,"format":"annotate/utf-8","stream":"out"},{"id":12,"format":"annotate/utf-8","clock":"cyc"},13])");
    std::string stamp(12, '\0');
    stamp[0] = 2;
    stamp[8] = 5;
    trace.add(11, stamp + "about out");
    trace.add(12, stamp + "about all");
    trace.add(12, "short");
    const QStringList lines = trace.decode();
    QVERIFY(lines[0].endsWith(" 2000000005") && lines[1].endsWith(" 2000000005"));
    QCOMPARE(lines[2], QString("12 'short' -"));
    const Axes axes(trace.ruler());
    const StreamTable& streams = trace.ruler().segments[0].streams;
    QCOMPARE(axes.axisOf(0, *streams.find(11)), axes.axisOf(0, *streams.find(9)));
    QVERIFY(axes.list()[axes.axisOf(0, *streams.find(12))].kind == Axis::Kind::unixTime);
}

void TestRtcDecoder::withoutClocksThePositionCounts()
{
    Trace trace(R"([{"id":9,"format":"utf-8"},10])");
    trace.add(9, "ab");
    const auto second = trace.add(9, "cd");
    QCOMPARE(trace.decode(), (QStringList {"9 'ab' ~0", "9 'cd' ~" + QString::number(second)}));
    const Axes axes(trace.ruler());
    QCOMPARE(axes.list().size(), std::size_t(1));
    QVERIFY(axes.list()[0].kind == Axis::Kind::position && axes.hasPosition(0));
    QCOMPARE(axes.axisOf(0, *trace.ruler().segments[0].streams.find(9)), axes.leading(0));
}

void TestRtcDecoder::axesKeepClocksApart()
{
    Trace trace(R"([{"id":9,"name":"cyc","clock":true,"format":"uint64"},{"id":10,"name":"utc","clock":true,
        "format":"timespec"},{"id":11,"name":"d","clock":true,"delta":"utc"},{"id":12,"clock":"d"},
        {"id":13,"clock":"cyc"},{"id":14},15])");
    const Axes axes(trace.ruler());
    const auto axis = [&](std::uint32_t id) {
        return int(axes.axisOf(0, *trace.ruler().segments[0].streams.find(id)));
    };
    QCOMPARE(axes.list()[0].name, std::string("Unix time"));
    QCOMPARE(axes.list()[1].name, std::string("cyc"));
    QCOMPARE(axis(9), 1);
    QCOMPARE(axis(11), 0);
    QCOMPARE(axis(12), 0);
    QCOMPARE(axis(13), 1);
    QCOMPARE(axis(14), 0); // placed by what leads
}

void TestRtcDecoder::statesCanBeTakenOver()
{
    Trace trace(kClocks);
    trace.add(9, u8(100));
    trace.add(10, u8(5));
    trace.add(12, "one ", true);
    const Axes axes(trace.ruler());
    Decoder first(trace.bytes(), trace.ruler(), axes);
    trace.decodeWith(first, false);
    QCOMPARE(first.state().clocks.at(10).value, std::optional<std::int64_t>(105));
    QCOMPARE(first.state().open.at(12).parts.size(), std::size_t(1));
    trace.nextUnit(0);
    trace.add(11, "x");
    trace.add(13, "y");
    trace.add(9, u8(200));
    trace.add(12, "two");
    Decoder second(trace.bytes(), trace.ruler(), axes);
    second.setState(first.state());
    QCOMPARE(trace.decodeWith(second),
             (QStringList {"11 'x' 105", "13 'y' ~105", "9 200", "12 'one two' 100"}));
}

void TestRtcDecoder::sinksCanStop()
{
    Trace trace(kClocks);
    trace.add(13, "x");
    trace.add(13, "y");
    UnitFrames frames;
    const Axes axes(trace.ruler());
    Decoder decoder(trace.bytes(), trace.ruler(), axes);
    int seen = 0;
    const FrameSink stop = [&](const Frame&) {
        ++seen;
        return false;
    };
    frames.m_offsets = {0, 3};
    frames.m_ids = {13 << 1, 13 << 1};
    frames.m_lengths = {2 << 11 | 1, 2 << 11 | 1};
    QVERIFY(!decoder.feed(frames, stop));
    QCOMPARE(seen, 1);
}

QTEST_GUILESS_MAIN(TestRtcDecoder)
#include "tst_rtc_decoder.moc"
