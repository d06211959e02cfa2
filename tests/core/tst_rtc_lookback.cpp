// Jumping into an RTC file: what the index frames say of a spot equals what reading from the start says.
#include "core/formats/rtc/wire/rtc_lookback.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/file.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace traceglass;
using namespace traceglass::rtc;

namespace {

using Bytes = std::vector<std::byte>;

constexpr WriterOptions kSmall {.unitSize = 4096, .minorSize = 2048};

// A writer with its output.
struct Made
{
    Bytes bytes;
    Writer writer;

    Made()
        : writer(
            [this](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            kSmall)
    {
    }

    std::uint32_t add(const char* name, const char* format, std::optional<std::uint32_t> length = {},
                      bool isClock = false)
    {
        Stream stream;
        stream.name = name;
        stream.format = format;
        stream.length = length;
        stream.isClock = isClock;
        if (!isClock)
            stream.clock = "clk";
        return writer.addStream(stream).value();
    }
    void put(std::uint32_t stream, std::size_t size, char fill = 'x')
    {
        QVERIFY(writer.write(stream, Bytes(size, std::byte(fill))));
    }
};

// What the writer does not do: parts of several payloads of a fixed length among each other. Streams 9 and 10 are of
// 3,000 bytes, 11 is of any length and 12 of 8 bytes.
class Mixed
{
public:
    static constexpr std::uint64_t kUnit = 16'384, kMinor = 4096;
    Bytes bytes;

    explicit Mixed(bool hasCrc = true)
        : m_crcBytes(hasCrc ? 5 : 0)
    {
        beginUnit();
    }
    // The next frame of a payload: 1024 bytes, or what is left of it or of the minor unit.
    void part(std::uint32_t id)
    {
        while (room() < 3)
            fill();
        std::uint64_t& joined = m_joined[id];
        if (joined == 0)
            begins(id);
        const std::uint64_t length = id == 12 ? 8 : 3000;
        const std::uint64_t size = std::min<std::uint64_t>({length - joined, kMaxPayload, room() - 1});
        joined = (joined + size) % length;
        appendInt(bytes, std::uint64_t(id) << 1 | (joined != 0 ? 1 : 0));
        bytes.insert(bytes.end(), size, std::byte(0xff)); // no frame begins with it
        if (room() == 0)
            cross();
    }
    void line(std::string_view text)
    {
        while (room() < text.size() + 2)
            fill();
        begins(11);
        frame(11, text);
        if (room() == 0)
            cross();
    }
    // Lines, so that so many bytes are left of the minor unit.
    void linesUpTo(std::uint64_t left)
    {
        while (room() > left + 200)
            line(std::string(100, ' '));
        line(std::string(room() - left - (room() - left > 129 ? 3 : 2), ' '));
    }
    // On to the last minor unit of a Unit, by lines.
    void linesToLast()
    {
        do
            line("a line");
        while (m_minor + kMinor < m_marker + kUnit - m_crcBytes);
    }
    // What is left of a payload of 9, and the start of the next one, which the end of the Unit cuts. Behind lines, the
    // place of which is known, while the start of the first payload is not that of the last one.
    void restAndCutStart()
    {
        linesToLast();
        part(9);
        part(9);
        linesUpTo(0);
        linesToLast();
        linesUpTo(990);
        part(9);
        part(9);
    }
    // Adds stream `id`, of any length.
    void meta(std::uint32_t id)
    {
        frame(kMinorMeta,
              "[{\"id\":" + std::to_string(id) + ",\"name\":\"late\"}," + std::to_string(id + 1) + ']');
    }
    void frame(std::uint32_t id, std::string_view payload)
    {
        appendInt(bytes, std::uint64_t(id) << 1);
        appendInt(bytes, payload.size());
        const auto raw = std::as_bytes(std::span(payload));
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }

private:
    std::uint64_t boundary() const
    {
        const std::uint64_t end = m_marker + kUnit - m_crcBytes;
        return m_minor + kMinor < end ? m_minor + kMinor : end;
    }
    std::uint64_t room() const { return boundary() - bytes.size(); }
    void begins(std::uint32_t id)
    {
        auto& start = m_starts[id];
        if (start < m_minor)
            start = bytes.size();
    }
    void entry(std::string& body, std::uint32_t id, std::uint64_t distance) const
    {
        Bytes out;
        appendInt(out, std::uint64_t(id) << 1 | 1);
        appendInt(out, distance << 1);
        body.append(reinterpret_cast<const char*>(out.data()), out.size());
    }
    void fill()
    {
        while (room() > 1)
            frame(kPadding, std::string(std::min<std::uint64_t>(room() - 2, 100), '\0'));
        if (room() == 1)
            bytes.push_back({});
        cross();
    }
    void cross()
    {
        if (boundary() == m_minor + kMinor) {
            std::string body;
            const std::uint64_t at = bytes.size();
            entry(body, kIndex, at - m_index);
            for (const auto& [id, start] : m_starts) {
                if (start >= m_index)
                    entry(body, id, at - start);
            }
            frame(kMinorIndex, body);
            m_minor = m_lastIndex = at;
        } else {
            if (m_crcBytes != 0)
                addCrc();
            beginUnit();
        }
    }
    void addCrc()
    {
        Crc sum(CrcKind::reference);
        sum.add(std::span<const std::byte>(bytes).subspan(m_index));
        bytes.push_back(std::byte(kCrc << 1));
        for (unsigned shift = 0; shift < 32; shift += 8)
            bytes.push_back(std::byte(sum.value() >> shift & 255));
    }
    void beginUnit()
    {
        const std::uint64_t before = m_index;
        m_marker = bytes.size();
        bytes.push_back(std::byte(kMarkerHead));
        bytes.insert(bytes.end(), kMarkerBytes - 1, std::byte(kMagic));
        m_index = m_minor = bytes.size();
        std::string body(1, char(m_count));
        entry(body, kIndex, m_count == 0 ? kUnit : m_index - before);
        entry(body, kMinorIndex, m_count == 0 ? kMinor : m_index - m_lastIndex);
        entry(body, kMeta, m_count == 0 ? 0 : m_index - m_meta);
        if (m_crcBytes == 0)
            entry(body, kCrc, 0);
        for (std::uint32_t id = 9; id <= 12; ++id)
            entry(body, id, m_starts.contains(id) ? m_index - m_starts[id] : 0);
        frame(kIndex, body);
        if (m_count++ == 0)
            m_meta = bytes.size();
        frame(kMeta,
              R"([{"id":9,"name":"a","length":3000},{"id":10,"name":"b","length":3000},)"
              R"({"id":11,"name":"c","format":"utf-8"},{"id":12,"name":"d","length":8},13])");
        bytes.insert(bytes.end(), {std::byte(0x0e), std::byte(4), std::byte(3), std::byte(2), std::byte(1)});
    }

    const std::uint64_t m_crcBytes;
    std::map<std::uint32_t, std::uint64_t> m_starts, m_joined;
    std::uint64_t m_marker = 0, m_index = 0, m_minor = 0, m_lastIndex = 0, m_meta = 0;
    unsigned m_count = 0;
};

struct Opened
{
    std::shared_ptr<const MappedFile> file;
    Ruler ruler;
};

Opened open(const Bytes& bytes)
{
    static const QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "made.rtc";
    if (!writeFile(path, bytes))
        return {};
    Opened out;
    if (auto file = MappedFile::open(path))
        out.file = *file;
    Job job;
    if (auto ruler = readRuler(*out.file, job))
        out.ruler = std::move(*ruler);
    std::filesystem::remove(path);
    return out;
}

// Bytes that are lost in all Units, each jumped to.
std::uint64_t lostBytes(const Opened& opened)
{
    std::uint64_t bytes = 0;
    UnitFrames frames;
    for (std::uint32_t unit = 0; unit < opened.ruler.units.size(); ++unit) {
        walkUnit(opened.file->view(), opened.ruler, unit, {}, frames);
        for (const Lost& lost : frames.lost)
            bytes += lost.range.length;
    }
    return bytes;
}

// Empty when every Unit and minor unit looks the same whether it is jumped to or come to.
QString differences(const Opened& opened)
{
    const auto file = opened.file->view();
    const Ruler& ruler = opened.ruler;
    const Axes axes(ruler);
    Decoder decoder(file, ruler, axes);
    const auto pass = [](const Frame&) { return true; };
    OpenParts cut;
    UnitFrames come, jumped;
    for (std::uint32_t number = 0; number < ruler.units.size(); ++number) {
        const Unit& unit = ruler.units[number];
        for (std::uint64_t at = unit.index(); at < unit.end;) {
            const std::uint64_t next = ruler.segmentOf(unit).boundaryAfter(unit, at);
            const QString where = QStringLiteral("Unit %1 at %2: ").arg(number).arg(at);
            if (at > ruler.units[0].index()) {
                const DecoderState before = decoder.state();
                const DecoderState found = stateAt(file, ruler, axes, {number, at});
                for (const auto& [id, clock] : before.clocks) {
                    if (found.clocks.at(id).value != clock.value)
                        return where + QStringLiteral("clock %1").arg(id);
                }
                if (found.open.size() != before.open.size())
                    return where + QStringLiteral("open payloads");
                for (const auto& [id, payload] : before.open) {
                    if (!found.open.contains(id) || found.open.at(id).frame.offset != payload.frame.offset)
                        return where + QStringLiteral("open payload of %1").arg(id);
                }
            }
            walkUnit(file, ruler, number, {at, next}, jumped);
            walkUnit(file, ruler, number, {at, next}, come, &cut);
            if (come.m_offsets != jumped.m_offsets || come.m_lengths != jumped.m_lengths
                || come.m_ids != jumped.m_ids)
                return where + QStringLiteral("frames");
            decoder.feed(come, pass);
            at = next;
        }
    }
    return {};
}

}

class TestRtcLookback : public QObject
{
    Q_OBJECT

private slots:
    // The parts of such a payload say neither how long they are nor how much is missing.
    void followsFixedLengthsOverSeveralUnits_data()
    {
        QTest::addColumn<unsigned>("length");
        for (const unsigned length : {700u, 1500u, 5000u, 9001u, 40'000u})
            QTest::addRow("%u", length) << length;
    }
    void followsFixedLengthsOverSeveralUnits()
    {
        QFETCH(unsigned, length);
        Made made;
        const auto clock = made.add("clk", "uint8", {}, true);
        const auto picture = made.add("picture", "raw", length);
        const auto log = made.add("log", "utf-8");
        for (int i = 0; i < 9; ++i) {
            made.put(clock, 1, char(i));
            made.put(log, 10u + unsigned(i) * 31u);
            made.put(picture, length, '\x12');
            made.put(log, 300);
        }
        QVERIFY(made.writer.finish());
        const Opened opened = open(made.bytes);
        QVERIFY(opened.ruler.units.size() > 1);
        QCOMPARE(differences(opened), QString());
    }

    // Frames of other streams come between its parts.
    void followsFixedLengthsWithOthersBetween()
    {
        constexpr unsigned kLength = 1500;
        Made made;
        const auto clock = made.add("clk", "uint8", {}, true);
        const auto picture = made.add("picture", "raw", kLength);
        const auto log = made.add("log", "utf-8");
        made.put(clock, 1);
        for (int i = 0; i < 40; ++i) {
            QVERIFY(made.writer.writePart(picture, Bytes(kLength, std::byte(0x12)), i % 8 != 7));
            made.put(log, 900);
            made.put(log, 700);
        }
        QVERIFY(made.writer.finish());
        QCOMPARE(differences(open(made.bytes)), QString());
    }

    // Where each part begins is known only to who has read on from the start.
    void followsFixedLengthsAmongEachOther_data()
    {
        QTest::addColumn<int>("order"); // of ten parts, a bit each
        QTest::newRow("in turn") << 0b0101010101;
        QTest::newRow("by twos and threes") << 0b0011100111;
        QTest::newRow("one after the other") << 0b0001110000;
        QTest::newRow("one slower") << 0b0000010001;
    }
    void followsFixedLengthsAmongEachOther()
    {
        QFETCH(int, order);
        Mixed mixed;
        for (int i = 0; i < 2000; ++i) {
            mixed.part((order >> i % 10 & 1) != 0 ? 10 : 9);
            if (i % 3 == 0)
                mixed.line("a line");
        }
        const Opened opened = open(mixed.bytes);
        const auto file = opened.file->view();
        const auto units = std::uint32_t(opened.ruler.units.size());
        QVERIFY(units > 100 && units < 128);
        // From the end, as somebody does who clicks there.
        std::size_t frames = 0;
        UnitFrames alone;
        for (std::uint32_t unit = units; unit-- > 0;) {
            walkUnit(file, opened.ruler, unit, {}, alone);
            QVERIFY(alone.lost.empty());
            for (std::size_t i = 0; i < alone.size(); ++i)
                if (alone.id(i) >= kFirstStream && alone.id(i) < 11)
                    ++frames;
        }
        QCOMPARE(frames, std::size_t(2000));
        QCOMPARE(differences(opened), QString());
    }

    // The rest seems to run over the boundary, so no frame of it is met.
    void followsFixedLengthsWhoseRestSeemsTooLong()
    {
        Mixed mixed;
        for (int i = 0; i < 4; ++i) {
            mixed.restAndCutStart();
            mixed.line("a line");
            for (int rest = 0; rest < 3; ++rest)
                mixed.part(9);
        }
        const Opened opened = open(mixed.bytes);
        QVERIFY(opened.ruler.units.size() > 4);
        QCOMPARE(lostBytes(opened), std::uint64_t(0));
        QCOMPARE(differences(opened), QString());
    }

    // One frame holds such a payload, but a boundary cuts it, and what is left comes minor units later.
    void followsShortFixedLengthsThatAreCut_data()
    {
        QTest::addColumn<int>("linesBetween");
        for (const int lines : {0, 1, 50, 150, 1000})
            QTest::addRow("%d lines", lines) << lines;
    }
    void followsShortFixedLengthsThatAreCut()
    {
        QFETCH(int, linesBetween);
        Mixed mixed;
        for (int i = 0; i < 12; ++i) {
            mixed.linesUpTo(6);
            mixed.part(12);
            for (int line = 0; line < linesBetween; ++line)
                mixed.line(std::string(50, ' '));
            mixed.part(12);
            mixed.line("a line");
        }
        const Opened opened = open(mixed.bytes);
        QVERIFY(opened.ruler.units.size() > 3);
        QCOMPARE(lostBytes(opened), std::uint64_t(0));
        QCOMPARE(differences(opened), QString());
    }

    // A payload that ends like a Unit with a Crc, in a run without any.
    void knowsThatThereIsNoCrc()
    {
        Mixed mixed(false);
        mixed.linesToLast();
        mixed.linesUpTo(100);
        mixed.part(9);
        mixed.bytes.at(Mixed::kUnit - 5) = std::byte(kCrc << 1);
        for (int rest = 0; rest < 3; ++rest)
            mixed.part(9);
        mixed.line("a line");
        const Opened opened = open(mixed.bytes);
        QCOMPARE(opened.ruler.units.size(), std::size_t(2));
        QCOMPARE(lostBytes(opened), std::uint64_t(0));
    }

    // Each of them is found among the frames in front of it.
    void findsMetaFramesBesideAnOpenPayload()
    {
        Mixed mixed;
        mixed.part(9);
        mixed.meta(13);
        mixed.part(9);
        mixed.part(9);
        mixed.meta(14);
        mixed.frame(13, "of one");
        mixed.frame(14, "of another");
        const Opened opened = open(mixed.bytes);
        QVERIFY(opened.ruler.segments.at(0).streams.find(14) != nullptr);
        QCOMPARE(lostBytes(opened), std::uint64_t(0));
    }

    // What is cut there is known to who reads from the start only.
    void findsMetaFramesBehindWhatIsCut()
    {
        Mixed mixed;
        mixed.restAndCutStart();
        mixed.line("a line");
        for (int rest = 0; rest < 3; ++rest)
            mixed.part(9);
        mixed.meta(13);
        mixed.frame(13, "of it");
        const Opened opened = open(mixed.bytes);
        QVERIFY(opened.ruler.units.size() > 1);
        QVERIFY(opened.ruler.segments.at(0).streams.find(13) != nullptr);
        QCOMPARE(lostBytes(opened), std::uint64_t(0));
    }

    // The index tells that no frame of the clock was lost, but a reader from the start cannot know.
    void clocksAreUnknownBehindLostBytes()
    {
        Made made;
        const auto clock = made.add("clk", "uint8", {}, true);
        const auto log = made.add("log", "utf-8");
        made.put(clock, 1, 7);
        for (int i = 0; i < 400; ++i)
            made.put(log, 100);
        made.put(clock, 1, 9);
        for (int i = 0; i < 200; ++i)
            made.put(log, 100);
        QVERIFY(made.writer.finish());
        QCOMPARE(differences(open(made.bytes)), QString());

        const Unit damaged = open(made.bytes).ruler.units.at(5);
        std::fill_n(made.bytes.begin() + std::ptrdiff_t(damaged.index() + 2300), 300, std::byte(0xff));
        const Opened opened = open(made.bytes);
        const Axes axes(opened.ruler);
        const auto known = [&](std::uint32_t unit) {
            const Spot spot {unit, opened.ruler.units.at(unit).index()};
            return stateAt(opened.file->view(), opened.ruler, axes, spot).clocks.at(clock);
        };
        QVERIFY(known(5).value.has_value());
        QVERIFY(!known(6).value.has_value());
        QVERIFY(known(6).estimate.has_value());
        QVERIFY(known(std::uint32_t(opened.ruler.units.size() - 1)).value.has_value());
        QCOMPARE(differences(opened), QString());
    }
};

QTEST_GUILESS_MAIN(TestRtcLookback)
#include "tst_rtc_lookback.moc"
