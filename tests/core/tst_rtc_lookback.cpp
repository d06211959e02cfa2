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
