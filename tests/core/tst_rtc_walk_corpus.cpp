// The RTC captures with golden files: Units, checksums and the frames of every Unit are those of the golden
// files, and a Unit walked alone gives the same frames as in order.
#include "core/formats/rtc/wire/rtc_walk.h"
#include "tests/support/corpus.h"

#include <QTest>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

using namespace traceglass;
using namespace traceglass::rtc;

namespace {

struct Payload
{
    std::uint64_t offset = 0, segment = 0, stream = 0, length = 0;
    std::vector<FramePart> parts {};

    bool operator==(const Payload& other) const
    {
        return offset == other.offset && segment == other.segment && stream == other.stream
            && length == other.length;
    }
};

using Payloads = std::map<std::uint64_t, Payload>; // by offset

QString text(const Payload& payload)
{
    return QStringLiteral("%1: stream %2, %3 bytes")
        .arg(payload.offset)
        .arg(payload.stream)
        .arg(payload.length);
}

// Joins parts; a loss ends what is open, and what is open at the end of a run is dropped as incomplete.
Payloads joined(std::span<const std::byte> file, const Ruler& ruler)
{
    Payloads done;
    std::map<std::uint32_t, Payload> open;
    OpenParts cut;
    UnitFrames frames;
    for (std::uint32_t unit = 0; unit < ruler.units.size(); ++unit) {
        const std::uint32_t segment = ruler.units[unit].segment;
        if (ruler.segments[segment].firstUnit == unit) {
            open.clear();
            cut.clear();
        }
        walkUnit(file, ruler, unit, {}, frames, &cut);
        std::size_t lost = 0;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            for (; lost < frames.lost.size() && frames.lost[lost].before <= i; ++lost)
                open.clear();
            const FramePart part = frames.part(i);
            if (part.id < kFirstStream)
                continue;
            Payload& payload =
                open.try_emplace(part.id, Payload {part.offset, segment, part.id, 0, {}}).first->second;
            payload.length += part.length;
            payload.parts.push_back(part);
            if (part.more)
                continue;
            done.emplace(payload.offset, payload);
            open.erase(part.id);
        }
        if (lost < frames.lost.size())
            open.clear();
    }
    return done;
}

Payloads expected(const nlohmann::json& golden)
{
    Payloads frames;
    for (const auto& frame : golden["frames"]) {
        if (frame.value("incomplete", false))
            continue;
        const auto offset = frame["offset"].get<std::uint64_t>();
        frames[offset] = {offset, frame["segment"], frame["stream"], frame["length"], {}};
    }
    return frames;
}

// Frames whose presence a golden file leaves open: those it names, and those with parts among bytes it does
// not compare.
bool isOpen(const Payload& payload, const nlohmann::json& golden)
{
    for (const auto& offset : golden.value("optional", nlohmann::json::array())) {
        if (payload.offset == offset.get<std::uint64_t>())
            return true;
    }
    for (const auto& range : golden.value("ignore", nlohmann::json::array())) {
        const auto begin = range[0].get<std::uint64_t>(), end = range[1].get<std::uint64_t>();
        if (payload.offset >= begin && payload.offset < end)
            return true;
        for (const FramePart& part : payload.parts) {
            if (part.end() > begin && part.offset < end)
                return true;
        }
    }
    return false;
}

}

class TestRtcWalkCorpus : public QObject
{
    Q_OBJECT

private slots:
    void framesAreGolden_data();
    void framesAreGolden();
    void unitsWalkAlone_data() { framesAreGolden_data(); }
    void unitsWalkAlone();
};

void TestRtcWalkCorpus::framesAreGolden_data()
{
    QTest::addColumn<QString>("path");
    for (const char* const folder : {"rtc/valid", "rtc/damaged"}) {
        for (const CorpusFile& capture : corpusFiles(folder, ".rtc"))
            QTest::addRow("%s", capture.name.c_str()) << QString::fromStdString(capture.path.string());
    }
}

void TestRtcWalkCorpus::framesAreGolden()
{
    QFETCH(QString, path);
    std::ifstream in(path.toStdString() + ".golden.json");
    const auto golden = nlohmann::json::parse(in, nullptr, false);
    QVERIFY(golden.is_object());
    const auto file = MappedFile::open(path.toStdString());
    QVERIFY(file.has_value());
    Job job;
    const auto ruler = readRuler(**file, job);
    if (!ruler) {
        QCOMPARE(ruler.error().code, Code::RtcNoMarker);
        QVERIFY(golden["units"].empty());
        return;
    }
    for (const Diagnostic& diagnostic : ruler->diagnostics)
        qInfo("%s at %llu", diagnostic.message().c_str(),
              diagnostic.range.value_or(ByteRange {}).offset + 0ull);

    QCOMPARE(ruler->segments.size(), golden["segments"].get<std::size_t>());
    QCOMPARE(ruler->units.size(), golden["units"].size());
    for (std::uint32_t i = 0; i < ruler->units.size(); ++i) {
        const Unit& unit = ruler->units[i];
        const auto& wanted = golden["units"][i];
        QCOMPARE(unit.marker, wanted["offset"].get<std::uint64_t>());
        QCOMPARE(unit.segment, wanted["segment"].get<std::uint32_t>());
        QCOMPARE(unit.count,
                 wanted["count"].is_null() ? Unit::kNoCount : wanted["count"].get<std::uint32_t>());
        const CrcState crc = checkCrc((*file)->view(), *ruler, i).state;
        const char* const names[] = {"absent", "ok", "bad"};
        QCOMPARE(std::string(names[static_cast<int>(crc)]), wanted["crc"].get<std::string>());
    }
    if (golden["unit_size"].is_number() && !ruler->segments.empty()) {
        QCOMPARE(ruler->segments[0].unitSize, golden["unit_size"].get<std::uint64_t>());
        QCOMPARE(ruler->segments[0].minorSize, golden["subunit_size"].get<std::uint64_t>());
    }

    const Payloads found = joined((*file)->view(), *ruler);
    const Payloads wanted = expected(golden);
    for (const auto& [offset, payload] : wanted) {
        const auto it = found.find(offset);
        if (it == found.end() && isOpen(payload, golden))
            continue;
        QVERIFY2(it != found.end(), qPrintable("missing " + text(payload)));
        QVERIFY2(it->second == payload, qPrintable(text(it->second) + " instead of " + text(payload)));
    }
    for (const auto& [offset, payload] : found) {
        if (!wanted.contains(offset))
            QVERIFY2(isOpen(payload, golden), qPrintable("invented " + text(payload)));
    }
}

void TestRtcWalkCorpus::unitsWalkAlone()
{
    QFETCH(QString, path);
    const auto file = MappedFile::open(path.toStdString());
    QVERIFY(file.has_value());
    Job job;
    const auto ruler = readRuler(**file, job);
    if (!ruler)
        return;
    const auto bytes = (*file)->view();
    OpenParts open;
    UnitFrames inOrder, alone, minor;
    for (std::uint32_t i = 0; i < ruler->units.size(); ++i) {
        const Unit& unit = ruler->units[i];
        const rtc::Segment& segment = ruler->segmentOf(unit);
        if (segment.firstUnit == i)
            open.clear();
        QCOMPARE(walkUnit(bytes, *ruler, i, {}, inOrder, &open), unit.end);
        QCOMPARE(walkUnit(bytes, *ruler, i, {}, alone), unit.end);
        QCOMPARE(alone.m_offsets, inOrder.m_offsets);
        QCOMPARE(alone.m_ids, inOrder.m_ids);
        QCOMPARE(alone.m_lengths, inOrder.m_lengths);
        if (!inOrder.lost.empty())
            continue;
        std::size_t next = 0;
        for (std::uint64_t at = unit.index(); at < unit.end;) {
            at = walkUnit(bytes, *ruler, i, {at, segment.boundaryAfter(unit, at)}, minor);
            QVERIFY(minor.lost.empty());
            for (std::size_t k = 0; k < minor.size(); ++k, ++next) {
                QVERIFY(next < inOrder.size());
                QCOMPARE(minor.part(k).offset, inOrder.part(next).offset);
                QCOMPARE(minor.part(k).length, inOrder.part(next).length);
            }
        }
        QCOMPARE(next, inOrder.size());
    }
}

QTEST_GUILESS_MAIN(TestRtcWalkCorpus)
#include "tst_rtc_walk_corpus.moc"
