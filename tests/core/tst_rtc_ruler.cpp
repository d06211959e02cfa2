// Structure of RTC files, on bytes built here: ints, checksums, the ruler, and the frames between its
// boundaries.
#include "core/base/text.h"
#include "core/formats/rtc/wire/rtc_starts.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/file.h"
#include "tests/support/used_time.h"

#include <QTemporaryDir>
#include <QTest>

using namespace traceglass;
using namespace traceglass::rtc;

namespace {

using Bytes = std::vector<std::byte>;

// Puts frames where they are told to be. The run begins at `marker` of the first Unit.
struct Builder
{
    Bytes bytes;
    std::uint64_t unitSize = 8192, minorSize = 2048;
    std::uint64_t marker = 0, index = 0;

    void put(std::initializer_list<unsigned> values)
    {
        for (const unsigned value : values)
            bytes.push_back(std::byte(value));
    }
    void frame(std::uint32_t id, std::string_view payload, bool more = false)
    {
        appendInt(bytes, std::uint64_t(id) << 1 | (more ? 1 : 0));
        appendInt(bytes, payload.size());
        const auto raw = asBytes(payload);
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    void entries(std::uint32_t id, std::optional<std::uint64_t> count, std::initializer_list<IndexEntry> list,
                 bool more = false)
    {
        Bytes body;
        if (count)
            appendInt(body, *count);
        for (const IndexEntry& entry : list) {
            appendInt(body, std::uint64_t(entry.id) << 1 | 1);
            appendInt(body, entry.distance << 1);
        }
        frame(id, asText(body), more);
    }
    void markerHere()
    {
        marker = bytes.size();
        bytes.push_back(std::byte(kMarkerHead));
        bytes.insert(bytes.end(), kMarkerBytes - 1, std::byte(kMagic));
        index = bytes.size();
    }
    // Stream 9 is of any length, 10 of 12 bytes.
    void unit(std::uint64_t count, std::uint64_t distance, std::uint64_t minorDistance)
    {
        markerHere();
        entries(kIndex, count, {{kIndex, distance}, {kMinorIndex, minorDistance}, {kMeta, 0}, {9, 0}});
        frame(kMeta, R"([{"id":9,"name":"a"},{"id":10,"name":"b","length":12},11])");
        put({0x0e, 4, 3, 2, 1});
    }
    void unit(std::uint64_t count) { unit(count, unitSize, minorSize); }
    void minorIndex() { entries(kMinorIndex, {}, {{kIndex, bytes.size() - index}}); }
    // Fills with padding up to an offset.
    void padTo(std::uint64_t offset)
    {
        while (bytes.size() < offset) {
            const std::uint64_t room = offset - bytes.size();
            if (room == 1)
                put({0});
            else
                frame(kPadding,
                      std::string(std::min<std::uint64_t>(room < 130 ? room - 2 : room - 3, 1024), '\0'));
        }
    }
    void fillUnit(CrcKind kind = CrcKind::reference)
    {
        for (std::uint64_t at = index + minorSize; at < marker + unitSize; at += minorSize) {
            if (at < bytes.size())
                continue;
            padTo(at);
            minorIndex();
            frame(9, "in " + std::to_string(at));
        }
        padTo(marker + unitSize - 5);
        crc(kind);
    }
    void crc(CrcKind kind)
    {
        Crc sum(kind);
        sum.add(std::span<const std::byte>(bytes).subspan(index));
        put({0x10, sum.value() & 255, sum.value() >> 8 & 255, sum.value() >> 16 & 255, sum.value() >> 24});
    }
};

}

class TestRtcRuler : public QObject
{
    Q_OBJECT

private slots:
    void ints();
    void checksums();
    void checksumsInPieces();
    void markers();
    void indexBodies();
    void hopsFollowSizes();
    void emptyAndForeign();
    void readingCanBeStopped();
    void textBeforeFirstMarker();
    void restartsAreSegments();
    void restartsAreSeenWhereTheRulerLeadsOverThem_data();
    void restartsAreSeenWhereTheRulerLeadsOverThem();
    void aRestartBeforeWhatLooksLikeACutMarker();
    void oldWriterIsFollowed();
    void damagedMarkerIsKnownByItsIndex();
    void incompleteMarkerIsATail();
    void sizesWithoutEntries();
    void lookAlikeIsAPayload();
    void garbledCountIsDamage();
    void metaInParts();
    void streamsOfMinorMetas();
    void garbledIdsMakeNoStreams();
    void framesAndFillers();
    void cutFixedPayload();
    void lossEndsAtVerifiedBoundary_data();
    void lossEndsAtVerifiedBoundary();
    void shiftedBytesAreFoundAgain();
    void anIndexFrameInItsPlaceHasNotMoved();
    void checksOfUnits();
    void checksumsBesideABoundary();
    void checksumsBehindLostBytes();
    void anyDamageTerminates();
    void lookingBackTakesNoSquares();
    void smallUnitsLookBackNearBy();
    void smallUnitsFollowALongPayload();
    void indexFramesWithoutEndTakeNoSquares();
    void anIndexFrameEndsInItsMinorUnit();
    void openPayloadsTakeNoSquares();

private:
    template <class Make, class Work>
    void takesNoSquares(std::uint64_t count, const Make& make, const Work& work);
    std::shared_ptr<const MappedFile> open(const Bytes& bytes);
    Ruler read(const Bytes& bytes);
    QTemporaryDir m_folder;
};

std::shared_ptr<const MappedFile> TestRtcRuler::open(const Bytes& bytes)
{
    const auto path = m_folder.filePath("x.rtc").toStdString();
    if (!writeFile(path, bytes))
        return {};
    return MappedFile::open(path).value_or(nullptr);
}

Ruler TestRtcRuler::read(const Bytes& bytes)
{
    const auto file = open(bytes);
    Job job;
    auto ruler = file ? readRuler(*file, job) : fail(Code::FileUnreadable);
    return ruler ? std::move(*ruler) : Ruler {};
}

static bool has(const Ruler& ruler, Code code)
{
    return std::ranges::any_of(ruler.diagnostics, [&](const Diagnostic& one) { return one.code == code; });
}

void TestRtcRuler::ints()
{
    for (const std::uint64_t value : {0ull, 127ull, 128ull, 1024ull, 1ull << 63, ~0ull}) {
        Bytes out;
        appendInt(out, value);
        QCOMPARE(out.size(), intBytes(value));
        std::size_t at = 0;
        QCOMPARE(readInt(out, at).value_or(1), value);
        QCOMPARE(at, out.size());
        out.pop_back();
        at = 0;
        QVERIFY(!readInt(out, at));
    }
    const Bytes padded = {std::byte(0x85), std::byte(0x80), std::byte(0)};
    std::size_t at = 0;
    QCOMPARE(readInt(padded, at).value_or(0), 5u);
    const Bytes tooLong(11, std::byte(0x80));
    at = 0;
    QVERIFY(!readInt(tooLong, at));
}

void TestRtcRuler::checksums()
{
    Crc ieee(CrcKind::ieee), reference(CrcKind::reference);
    ieee.add(asBytes("123456789"));
    reference.add(asBytes("123456789"));
    QCOMPARE(ieee.value(), 0xcbf43926u);
    QCOMPARE(reference.value(), 0x7ead5c77u);
}

// Of long runs most words are pushed forward instead of looked up; byte by byte must give the same.
void TestRtcRuler::checksumsInPieces()
{
    Bytes bytes(100'000);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte(i * i >> 5);
    for (const CrcKind kind : {CrcKind::ieee, CrcKind::reference}) {
        for (const std::size_t length : {1'000u, 16'383u, 16'384u, 19'465u, 24'600u, 65'536u, 99'993u}) {
            const auto run = std::span<const std::byte>(bytes).subspan(7, length);
            Crc whole(kind), two(kind), pieces(kind);
            whole.add(run);
            two.add(run.first(5));
            two.add(run.subspan(5));
            for (const std::byte& byte : run)
                pieces.add({&byte, 1});
            QCOMPARE(whole.value(), pieces.value());
            QCOMPARE(two.value(), pieces.value());
        }
    }
}

void TestRtcRuler::markers()
{
    for (const std::size_t before : {0u, 1u, 1015u, 1016u, 5000u}) {
        Bytes bytes(before, std::byte(kMagic));
        bytes.push_back(std::byte(kMarkerHead));
        bytes.insert(bytes.end(), 1023, std::byte(kMagic));
        QVERIFY(!findMarker(bytes, 0));
        bytes.push_back(std::byte(kMagic));
        QCOMPARE(findMarker(bytes, 0).value_or(~0ull), before);
        QVERIFY(isMarkerAt(bytes, before));
        QVERIFY(!findMarker(bytes, before + 1));
    }
}

void TestRtcRuler::indexBodies()
{
    const Bytes good = {std::byte(2), std::byte(7), std::byte(20), std::byte(9), std::byte(8)};
    const auto body = readIndexBody(good, true);
    QVERIFY(body && body->whole);
    QCOMPARE(body->count, 2u);
    QCOMPARE(body->distance(kIndex), 10u);
    QCOMPARE(body->distance(kMinorIndex), 4u);
    const Bytes wrongParity = {std::byte(7), std::byte(20), std::byte(8), std::byte(8)};
    QCOMPARE(readIndexBody(wrongParity, false)->entries.size(), 1u);
    QVERIFY(!readIndexBody(wrongParity, false)->whole);
}

void TestRtcRuler::hopsFollowSizes()
{
    Builder file;
    for (std::uint64_t i = 0; i < 3; ++i) {
        file.unit(i);
        file.fillUnit();
    }
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.units.size(), 3u);
    QCOMPARE(ruler.units[2].marker, 2 * file.unitSize);
    QCOMPARE(ruler.units[2].count, 2u);
    QCOMPARE(ruler.segments.size(), 1u);
    QCOMPARE(ruler.segments[0].minorSize, file.minorSize);
    QVERIFY(ruler.segments[0].sizesStated && ruler.segments[0].sizesConfirmed);
    QVERIFY((ruler.segments[0].style == Style {true, false, true}));
    QVERIFY(ruler.segments[0].streams.find(10) != nullptr);
    QVERIFY(ruler.diagnostics.empty());
    QCOMPARE(ruler.unitAt(8191).value_or(9), 0u);
    QCOMPARE(ruler.unitAt(8192).value_or(9), 1u);
    QVERIFY(!ruler.unitAt(file.bytes.size()));
}

void TestRtcRuler::emptyAndForeign()
{
    Job job;
    QVERIFY(readRuler(*open({}), job)->units.empty());
    const auto noise = readRuler(*open(Bytes(5000, std::byte(kMagic))), job);
    QVERIFY(!noise);
    QCOMPARE(noise.error().code, Code::RtcNoMarker);
    QCOMPARE(noise.error().detail, std::string("the file seems to be unknown binary data"));
}

void TestRtcRuler::readingCanBeStopped()
{
    Builder builder;
    builder.unit(0);
    std::stop_source stop;
    stop.request_stop();
    Job job(stop.get_token());
    for (const Bytes& bytes : {builder.bytes, Bytes(100'000, std::byte('x'))}) {
        const auto ruler = readRuler(*open(bytes), job);
        QVERIFY(!ruler && ruler.error().code == Code::Stopped);
    }
}

void TestRtcRuler::textBeforeFirstMarker()
{
    Builder file;
    file.bytes.assign(100, std::byte('x'));
    file.unit(4);
    file.fillUnit();
    file.unit(5);
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.units.size(), 2u);
    QCOMPARE(ruler.lost.size(), 1u);
    QCOMPARE(ruler.lost[0].length, 100u);
    QVERIFY(has(ruler, Code::RtcLostStart));
}

void TestRtcRuler::restartsAreSegments()
{
    Builder file;
    file.unit(0);
    file.fillUnit();
    file.unit(1);
    file.frame(9, "first run ends here");
    const std::uint64_t second = file.bytes.size();
    file.unitSize = 4096;
    file.unit(0);
    file.fillUnit();
    file.unit(1);
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.segments.size(), 2u);
    QCOMPARE(ruler.units.size(), 4u);
    QCOMPARE(ruler.units[1].end, second);
    QCOMPARE(ruler.segments[1].begin, second);
    QCOMPARE(ruler.segments[1].unitSize, 4096u);
    QVERIFY(ruler.diagnostics.empty());
}

// A Marker of a later run stands by chance where the next one of the first, which ended before, would.
void TestRtcRuler::restartsAreSeenWhereTheRulerLeadsOverThem_data()
{
    QTest::addColumn<bool>("begins");
    QTest::newRow("a Unit of the second run") << false;
    QTest::newRow("the third run begins there") << true;
}
void TestRtcRuler::restartsAreSeenWhereTheRulerLeadsOverThem()
{
    QFETCH(bool, begins);
    Builder file;
    file.unit(0);
    file.padTo(2048);
    file.unitSize = file.minorSize = 2048;
    for (const std::uint64_t count : {0u, 1u, 2u}) {
        file.unit(count);
        file.fillUnit();
    }
    QCOMPARE(file.bytes.size(), std::size_t(8192)); // the size of a Unit of the first
    file.unit(begins ? 0 : 3);
    const Ruler ruler = read(file.bytes);
    QVERIFY2(ruler.diagnostics.empty(),
             ruler.diagnostics.empty() ? "" : ruler.diagnostics.front().message().c_str());
    QCOMPARE(ruler.segments.size(), begins ? 3u : 2u);
    QCOMPARE(ruler.units.size(), 5u);
    for (std::size_t i = 1; i < 5; ++i)
        QCOMPARE(ruler.units[i].marker, std::uint64_t(i) * 2048);
    QCOMPARE(ruler.units[0].end, std::uint64_t(2048));
    QCOMPARE(ruler.units[4].count, begins ? 0u : 3u);
}

// Likewise at the end of the file: a payload that begins like a Marker.
void TestRtcRuler::aRestartBeforeWhatLooksLikeACutMarker()
{
    Builder file;
    file.unit(0);
    file.padTo(2048);
    file.unitSize = file.minorSize = 8192;
    file.unit(0);
    file.padTo(8190);
    file.frame(9, "\x04" + std::string(100, '\xb9'));
    QCOMPARE(file.bytes[8192], std::byte(kMarkerHead));
    const Ruler ruler = read(file.bytes);
    QVERIFY2(ruler.diagnostics.empty(),
             ruler.diagnostics.empty() ? "" : ruler.diagnostics.front().message().c_str());
    QCOMPARE(ruler.segments.size(), 2u);
    QCOMPARE(ruler.segments[1].begin, std::uint64_t(2048));
}

// Units after the second lie 5 bytes closer together than the first Index says, and later ones say so.
void TestRtcRuler::oldWriterIsFollowed()
{
    Builder file;
    file.unit(0);
    file.fillUnit();
    for (std::uint64_t i = 1; i < 4; ++i) {
        file.unit(i, 8187, 2043);
        file.unitSize = 8187;
        file.fillUnit();
    }
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.units.size(), 4u);
    QCOMPARE(ruler.units[3].marker, 8192 + 2 * 8187u);
    QCOMPARE(ruler.segments[0].minorSize, 2048u);
    QVERIFY(ruler.diagnostics.empty());
}

void TestRtcRuler::damagedMarkerIsKnownByItsIndex()
{
    Builder file;
    for (std::uint64_t i = 0; i < 3; ++i) {
        file.unit(i);
        file.fillUnit();
    }
    file.bytes[8192 + 500] = std::byte(0);
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.units.size(), 3u);
    QVERIFY(ruler.units[1].markerDamaged);
    QCOMPARE(ruler.units[1].count, 1u);
    QVERIFY(has(ruler, Code::RtcMarkerDamaged));
}

void TestRtcRuler::incompleteMarkerIsATail()
{
    Builder file;
    file.unit(0);
    file.fillUnit();
    file.markerHere();
    file.bytes.resize(8192 + 300);
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.units.size(), 1u);
    QCOMPARE(ruler.units[0].end, 8192u);
    QCOMPARE(ruler.lost.back().length, 300u);
    QVERIFY(has(ruler, Code::RtcPartialTail));
}

// A writer that takes the text literally has nothing to put into the first Index.
void TestRtcRuler::sizesWithoutEntries()
{
    Builder file;
    file.unitSize = 9000;
    file.minorSize = 3000;
    file.unit(0, 0, 0);
    file.fillUnit();
    file.unit(1);
    file.fillUnit();
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.units.size(), 2u);
    QCOMPARE(ruler.segments[0].unitSize, 9000u);
    QCOMPARE(ruler.segments[0].minorSize, 3000u);
    QVERIFY(ruler.diagnostics.empty());
}

// The header of stream 256 ends in 04, and its payload is 1024 times B9, with what could be an Index behind
// it. In the last Unit nothing but reading in order tells that this is no Marker.
void TestRtcRuler::lookAlikeIsAPayload()
{
    Builder file;
    file.markerHere();
    file.entries(kIndex, 0, {{kIndex, 8192}, {kMinorIndex, 2048}});
    file.frame(kMeta, R"([{"id":9,"name":"a"},{"id":256,"name":"c","length":1024},257])");
    file.put({0x0e, 4, 3, 2, 1, 0x80, 0x04});
    file.bytes.insert(file.bytes.end(), 1024, std::byte(kMagic));
    file.entries(kIndex, 7, {{kIndex, 8192}, {9, 4}});
    file.frame(9, "behind");
    QVERIFY(findMarker(file.bytes, kMarkerBytes).has_value());
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.units.size(), 1u);
    UnitFrames frames;
    walkUnit(file.bytes, ruler, 0, {}, frames);
    QVERIFY(frames.lost.empty());
    QCOMPARE(frames.part(frames.size() - 1).id, 9u);
}

void TestRtcRuler::garbledCountIsDamage()
{
    Builder file;
    for (const std::uint64_t count : {0u, 1u, 66u, 3u}) {
        file.unit(count);
        file.fillUnit();
    }
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.segments.size(), 1u);
    QCOMPARE(ruler.units[2].count, Unit::kNoCount);
    QVERIFY(ruler.units[2].indexDamaged);
    QCOMPARE(ruler.units[3].count, 3u);
}

void TestRtcRuler::metaInParts()
{
    Builder file;
    file.markerHere();
    file.entries(kIndex, 0, {{kIndex, 8192}, {kMinorIndex, 2048}});
    file.frame(kMeta, R"([{"id":9,"na)", true);
    file.frame(kPadding, "xx");
    file.frame(kMeta, R"(me":"a"},10])");
    file.put({0x0e, 1, 2, 3, 4});
    const Ruler ruler = read(file.bytes);
    QVERIFY(ruler.segments[0].streams.find(9) != nullptr);
    QCOMPARE(ruler.segments[0].streams.find(9)->name, std::string("a"));
    QVERIFY(ruler.segments[0].style.bigEndian);
    QVERIFY(ruler.diagnostics.empty());
}

void TestRtcRuler::streamsOfMinorMetas()
{
    Builder file;
    file.unit(0);
    file.frame(kMinorMeta, R"([{"id":11,"name":"late","length":3},12])");
    file.put({11 << 1, 'a', 'b', 'c'});
    file.frame(9, "x");
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.segments[0].streams.freeId(), 12u);
    UnitFrames frames;
    walkUnit(file.bytes, ruler, 0, {}, frames);
    QVERIFY(frames.lost.empty());
    QCOMPARE(frames.part(frames.size() - 2).length, 3u);
}

// A free id and the id of a stream may be garbled; what an Index lists exists, described or not.
void TestRtcRuler::garbledIdsMakeNoStreams()
{
    const auto streams = [this](bool isThirdListed, std::string_view meta) {
        Builder file;
        file.markerHere();
        if (isThirdListed)
            file.entries(kIndex, 0, {{kIndex, 8192}, {kMinorIndex, 2048}, {9, 0}, {10, 0}, {11, 0}});
        else
            file.entries(kIndex, 0, {{kIndex, 8192}, {kMinorIndex, 2048}, {9, 0}, {10, 0}});
        file.frame(kMeta, meta);
        file.put({0x0e, 4, 3, 2, 1});
        file.frame(9, "x");
        return std::move(read(file.bytes).segments.at(0).streams);
    };
    const StreamTable wrongFree = streams(false, R"([{"id":9,"name":"a"},{"id":10,"name":"b"},70])");
    QCOMPARE(wrongFree.size(), std::size_t(2));
    QCOMPARE(wrongFree.freeId(), 70u);
    QCOMPARE(streams(false, R"([{"id":9,"name":"a"},{"id":900,"name":"b"},)").size(), std::size_t(3));
    QCOMPARE(streams(true, R"([{"id":9,"name":"a"},12])").size(), std::size_t(3));
    QCOMPARE(streams(true, R"([{"id":9,"name":"a"},{)").size(), std::size_t(3));
}

void TestRtcRuler::framesAndFillers()
{
    Builder file;
    file.unit(0);
    file.frame(9, "one");
    file.put({0, 0, 0});
    file.frame(9, std::string(1024, 'y'), true);
    const std::uint64_t last = file.bytes.size();
    file.frame(9, "");
    const Ruler ruler = read(file.bytes);
    UnitFrames frames;
    QCOMPARE(walkUnit(file.bytes, ruler, 0, {}, frames), file.bytes.size());
    QVERIFY(frames.lost.empty());
    const std::size_t n = frames.size();
    QCOMPARE(frames.part(n - 1).offset, last);
    QCOMPARE(frames.part(n - 1).length, 0u);
    QCOMPARE(frames.part(n - 2).length, 1024u);
    QCOMPARE(frames.part(n - 2).head, 3u);
    QVERIFY(frames.part(n - 2).more);
    QCOMPARE(frames.part(n - 3).length, 3u);
    frames.clear();
    QCOMPARE(frames.size(), 0u);
}

// 5 of 12 bytes before a minor boundary and 7 behind it; then 4 before the Crc and 8 in the next Unit.
void TestRtcRuler::cutFixedPayload()
{
    Builder file;
    file.unit(0);
    const std::uint64_t boundary = file.index + file.minorSize;
    file.padTo(boundary - 6);
    const std::uint64_t first = file.bytes.size();
    file.put({10 << 1 | 1, 1, 2, 3, 4, 5});
    file.entries(kMinorIndex, {}, {{kIndex, file.minorSize}, {10, boundary - first}});
    file.put({10 << 1, 6, 7, 8, 9, 10, 11, 12});
    file.padTo(boundary + file.minorSize);
    file.minorIndex();
    file.padTo(boundary + 2 * file.minorSize);
    file.minorIndex();
    file.padTo(file.unitSize - 10);
    const std::uint64_t second = file.bytes.size();
    file.put({10 << 1 | 1, 1, 2, 3, 4});
    file.crc(CrcKind::reference);
    QCOMPARE(file.bytes.size(), file.unitSize);
    file.markerHere();
    file.entries(kIndex, 1, {{kIndex, 8192}, {kMinorIndex, 2048}, {10, file.index - second}});
    file.frame(kMeta, R"([{"id":9,"name":"a"},{"id":10,"name":"b","length":12},11])");
    file.put({0x0e, 4, 3, 2, 1});
    file.put({10 << 1, 5, 6, 7, 8, 9, 10, 11, 12});
    const std::uint64_t text = file.bytes.size();
    file.frame(9, "text");

    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.units.size(), 2u);
    UnitFrames frames;
    OpenParts open;
    walkUnit(file.bytes, ruler, 0, {}, frames, &open);
    QVERIFY(frames.lost.empty());
    QVERIFY((open == OpenParts {{10, 4}}));
    walkUnit(file.bytes, ruler, 1, {}, frames, &open);
    QCOMPARE(frames.part(frames.size() - 1).offset, text);
    QVERIFY(open.empty());
    walkUnit(file.bytes, ruler, 1, {}, frames);
    QCOMPARE(frames.part(frames.size() - 2).length, 8u);
    QCOMPARE(frames.part(frames.size() - 1).offset, text);
    walkUnit(file.bytes, ruler, 0, {boundary, boundary + file.minorSize}, frames);
    QCOMPARE(frames.part(1).length, 7u);
    QVERIFY((openParts(file.bytes, ruler, 1, ruler.units[1].index()) == OpenParts {{10, 4}}));
}

void TestRtcRuler::lossEndsAtVerifiedBoundary_data()
{
    QTest::addColumn<QByteArray>("bad");
    QTest::addColumn<int>("why");
    const auto row = [](const char* name, QByteArray bad, Lost::Why why) {
        QTest::addRow("%s", name) << bad << static_cast<int>(why);
    };
    row("unknown stream", QByteArray::fromHex("3001aa"), Lost::Why::unknownStream);
    row("payload too long", QByteArray::fromHex("128108"), Lost::Why::tooLong);
    row("int without end", QByteArray(12, char(0xff)), Lost::Why::tooLong);
    row("a Marker's header", QByteArray::fromHex("04b9b9"), Lost::Why::markerInside);
    row("fillers in a row", QByteArray(8, '\0'), Lost::Why::nulRun);
}

void TestRtcRuler::lossEndsAtVerifiedBoundary()
{
    QFETCH(QByteArray, bad);
    QFETCH(int, why);
    Builder file;
    file.unit(0);
    file.frame(9, "good");
    const std::uint64_t begin = file.bytes.size();
    for (const char byte : bad)
        file.bytes.push_back(std::byte(byte));
    file.fillUnit();
    const Ruler ruler = read(file.bytes);
    UnitFrames frames;
    walkUnit(file.bytes, ruler, 0, {}, frames);
    QCOMPARE(frames.lost.size(), 1u);
    QCOMPARE(static_cast<int>(frames.lost[0].why), why);
    QCOMPARE(frames.lost[0].range.offset, begin);
    QCOMPARE(frames.lost[0].range.end(), kMarkerBytes + file.minorSize);
    const std::size_t before = frames.lost[0].before;
    QVERIFY(before > 0 && frames.part(before - 1).end() == begin);
    QCOMPARE(frames.part(before).id, std::uint32_t(kMinorIndex));
}

void TestRtcRuler::shiftedBytesAreFoundAgain()
{
    Builder file;
    file.unit(0);
    file.frame(9, "good");
    const auto at = static_cast<std::ptrdiff_t>(file.bytes.size());
    file.fillUnit();
    file.unit(1);
    file.bytes.insert(file.bytes.begin() + at, 11, std::byte(0xff));
    const Ruler ruler = read(file.bytes);
    QCOMPARE(ruler.units.size(), 2u);
    QCOMPARE(ruler.units[1].marker, 8192 + 11u);
    QVERIFY(has(ruler, Code::RtcMarkerInside));
    UnitFrames frames;
    walkUnit(file.bytes, ruler, 0, {}, frames);
    QCOMPARE(frames.lost.size(), 1u);
    QCOMPARE(frames.lost[0].range.end(), kMarkerBytes + file.minorSize + 11);
    QCOMPARE(frames.shiftedFrom, kMarkerBytes + file.minorSize + 11);
    QVERIFY(checkCrc(file.bytes, ruler, 0).state == CrcState::absent);
}

// The last index frame of a Unit states a length that runs over its end.
void TestRtcRuler::anIndexFrameInItsPlaceHasNotMoved()
{
    Builder file;
    file.unit(0);
    for (std::uint64_t n = 1; n < 3; ++n) {
        file.padTo(file.index + n * file.minorSize);
        file.minorIndex();
    }
    const std::uint64_t last = file.index + 3 * file.minorSize;
    file.padTo(last);
    appendInt(file.bytes, kMinorIndex << 1);
    appendInt(file.bytes, kMaxPayload);
    appendInt(file.bytes, kIndex << 1 | 1);
    appendInt(file.bytes, 3 * file.minorSize << 1);
    file.padTo(file.unitSize - 5);
    file.crc(CrcKind::reference);
    file.unit(1);
    UnitFrames frames;
    walkUnit(file.bytes, read(file.bytes), 0, {}, frames);
    QCOMPARE(frames.lost.size(), 1u);
    QVERIFY(frames.lost[0].why == Lost::Why::crossesBoundary);
    QCOMPARE(frames.lost[0].range.offset, last);
    QCOMPARE(frames.shiftedFrom, ~std::uint64_t(0));
}

void TestRtcRuler::checksOfUnits()
{
    Builder file;
    file.unit(0);
    file.fillUnit(CrcKind::ieee);
    file.unit(1);
    file.frame(9, "more");
    file.crc(CrcKind::reference);
    file.frame(9, "and more");
    file.crc(CrcKind::reference);
    const Ruler ruler = read(file.bytes);
    QVERIFY(checkCrc(file.bytes, ruler, 0).kind == CrcKind::ieee);
    QVERIFY(checkCrc(file.bytes, ruler, 1).state == CrcState::ok);
    QVERIFY(checkCrc(file.bytes, ruler, 1).kind == CrcKind::reference);
    file.bytes.back() ^= std::byte(1);
    QVERIFY(checkCrc(file.bytes, ruler, 1).state == CrcState::bad);
}

// A Crc that does not fit in front of a boundary stands behind its index frame. The reference writer takes
// the sum before it fills up to the boundary. One that just fits ends the Unit with the boundary in front of
// it.
void TestRtcRuler::checksumsBesideABoundary()
{
    for (const CrcKind kind : {CrcKind::reference, CrcKind::ieee}) {
        for (const bool isOfUnfilled : {false, true}) {
            Builder file;
            file.unit(0);
            const std::uint64_t boundary = file.index + file.minorSize;
            while (boundary - 4 - file.bytes.size() >= 120)
                file.frame(9, std::string(98, 'a'));
            file.frame(9, std::string(boundary - 4 - file.bytes.size() - 2, 'a'));
            const Builder unfilled = file;
            file.padTo(boundary);
            file.minorIndex();
            Builder sum = isOfUnfilled ? unfilled : file;
            sum.crc(kind);
            file.bytes.insert(file.bytes.end(), sum.bytes.end() - 5, sum.bytes.end());
            QVERIFY(checkCrc(file.bytes, read(file.bytes), 0).kind == kind);
            file.frame(9, "more");
            file.crc(kind);
            QVERIFY(checkCrc(file.bytes, read(file.bytes), 0).kind == kind);
            file.bytes[boundary - 50] ^= std::byte(1);
            QVERIFY(checkCrc(file.bytes, read(file.bytes), 0).state == CrcState::bad);
        }
    }
    Builder file;
    file.unit(0);
    file.padTo(file.index + file.minorSize);
    file.crc(CrcKind::reference);
    const Ruler ruler = read(file.bytes);
    UnitFrames frames;
    walkUnit(file.bytes, ruler, 0, {}, frames);
    QVERIFY(frames.lost.empty());
    QVERIFY(checkCrc(file.bytes, ruler, 0).state == CrcState::ok);
    QCOMPARE(ruler.segments[0].minorUnits(ruler.units[0]), 1u);
}

void TestRtcRuler::checksumsBehindLostBytes()
{
    Builder file;
    file.unit(0);
    file.fillUnit();
    file.unit(1);
    const auto end = file.bytes.begin() + static_cast<std::ptrdiff_t>(file.unitSize) - 5;
    const std::uint64_t lastBoundary = kMarkerBytes + 3 * file.minorSize;
    std::fill(file.bytes.begin() + static_cast<std::ptrdiff_t>(lastBoundary) + 5, end, std::byte(0));
    QVERIFY(checkCrc(file.bytes, read(file.bytes), 0).state == CrcState::bad);
    std::fill(end, end + 5, std::byte(0));
    QVERIFY(checkCrc(file.bytes, read(file.bytes), 0).state == CrcState::absent);
}

// Every kind of damage at many places: reading ends, stays within the file, and accounts for bytes in order.
void TestRtcRuler::anyDamageTerminates()
{
    Builder file;
    for (std::uint64_t i = 0; i < 3; ++i) {
        file.unit(i);
        file.put({10 << 1 | 1});
        file.fillUnit();
    }
    std::uint64_t random = 1;
    const auto next = [&](std::uint64_t below) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        return (random >> 33) % below;
    };
    for (int round = 0; round < 300; ++round) {
        Bytes bytes = file.bytes;
        for (std::uint64_t i = next(6); i-- > 0;) {
            const auto at = static_cast<std::ptrdiff_t>(next(bytes.size()));
            const auto length =
                std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(next(40)), std::ssize(bytes) - at);
            if (next(3) == 0)
                bytes.erase(bytes.begin() + at, bytes.begin() + at + length);
            else if (next(2) == 0)
                bytes.insert(bytes.begin() + at, static_cast<std::size_t>(length), std::byte(next(256)));
            else
                bytes[static_cast<std::size_t>(at)] = std::byte(next(256));
        }
        const Ruler ruler = read(bytes);
        std::uint64_t end = 0;
        UnitFrames frames;
        for (std::uint32_t i = 0; i < ruler.units.size(); ++i) {
            QVERIFY(ruler.units[i].marker >= end && ruler.units[i].end <= bytes.size());
            end = ruler.units[i].end;
            QCOMPARE(walkUnit(bytes, ruler, i, {}, frames), end);
            std::uint64_t behind = ruler.units[i].marker;
            for (std::size_t k = 0; k < frames.size(); ++k) {
                QVERIFY(frames.part(k).offset >= behind && frames.part(k).end() <= end);
                behind = frames.part(k).end();
            }
            checkCrc(bytes, ruler, i);
        }
    }
}

// Four times as much takes some four times as long, beside other tests up to eight, and not sixteen.
template <class Make, class Work>
void TestRtcRuler::takesNoSquares(std::uint64_t count, const Make& make, const Work& work)
{
    const auto leastNs = [&](std::uint64_t size) {
        const Bytes bytes = make(size);
        const Ruler ruler = read(bytes);
        double best = 1e18;
        for (int run = 0; run < 3; ++run) {
            const std::int64_t begin = usedNs();
            work(bytes, ruler);
            best = std::min(best, double(usedNs() - begin));
        }
        return best;
    };
    double few = 0, many = 1;
    for (int again = 0; again < 3 && many >= 10 * few; ++again) { // others may take the cache meanwhile
        few = leastNs(count);
        many = leastNs(4 * count);
    }
    QVERIFY2(many < 10 * few, (std::to_string(few) + " ns, " + std::to_string(many) + " ns").c_str());
}

// Every index frame says that a stream began at the start of the Unit. The first half of the minor units is whole, the
// others are lost to their ends.
void TestRtcRuler::lookingBackTakesNoSquares()
{
    const auto make = [](std::uint64_t minors) {
        Builder file;
        file.unitSize = std::uint64_t(1) << 40;
        file.minorSize = 128;
        file.unit(0);
        const std::uint64_t start = file.bytes.size();
        file.frame(9, "a");
        for (std::uint64_t n = 1; n <= minors; ++n) {
            file.padTo(file.index + n * file.minorSize);
            const std::uint64_t here = file.bytes.size();
            file.entries(kMinorIndex, {}, {{kIndex, here - file.index}, {9, here - start}});
            file.frame(9, "a");
            if (n > minors / 2)
                file.put({11 << 1});
        }
        return file.bytes;
    };
    takesNoSquares(3000, make, [](const Bytes& bytes, const Ruler& ruler) {
        UnitFrames frames;
        walkUnit(bytes, ruler, 0, {}, frames);
        QVERIFY(frames.lost.size() >= 1500);
    });
}

// Behind a large Unit many small ones, each of which says that a stream began at the start of the large one.
void TestRtcRuler::smallUnitsLookBackNearBy()
{
    const auto make = [](std::uint64_t units) {
        Builder file;
        file.unitSize = file.minorSize = std::uint64_t(1) << 40;
        file.unit(0);
        const std::uint64_t start = file.bytes.size();
        for (std::uint64_t i = 0; i < 1500 * units; ++i)
            file.frame(9, "");
        for (std::uint64_t i = 1; i <= units; ++i) {
            const std::uint64_t before = file.index;
            file.markerHere();
            file.entries(kIndex, i,
                         {{kIndex, file.index - before}, {kMinorIndex, 1}, {9, file.index - start}});
        }
        return file.bytes;
    };
    takesNoSquares(60, make, [](const Bytes& bytes, const Ruler& ruler) {
        UnitFrames frames;
        for (std::uint32_t i = 0; i < ruler.units.size(); ++i)
            walkUnit(bytes, ruler, i, {}, frames);
        QCOMPARE(frames.size(), std::size_t(1));
    });
}

// A picture over hundreds of them: each Unit knows where it stands.
void TestRtcRuler::smallUnitsFollowALongPayload()
{
    constexpr std::uint32_t kPicture = 307'200;
    Bytes bytes;
    Writer writer(
        [&](std::span<const std::byte> more) -> Result<void> {
            bytes.insert(bytes.end(), more.begin(), more.end());
            return {};
        },
        {.unitSize = 2048, .minorSize = 2048});
    Stream pictures, lines;
    pictures.name = "picture";
    pictures.format = "uint8";
    pictures.length = kPicture;
    lines.name = "lines";
    lines.format = "utf-8";
    const std::uint32_t picture = writer.addStream(pictures).value(), line = writer.addStream(lines).value();
    for (int i = 0; i < 2; ++i) {
        QVERIFY(writer.write(picture, Bytes(kPicture, std::byte(0xff))));
        QVERIFY(writer.write(line, Bytes(5, std::byte('x'))));
    }
    QVERIFY(writer.finish());
    const Ruler ruler = read(bytes);
    QVERIFY(ruler.units.size() > 300);
    std::size_t seen = 0;
    for (std::uint32_t i = 0; i < ruler.units.size(); ++i) {
        UnitFrames frames;
        walkUnit(bytes, ruler, i, {}, frames);
        QVERIFY(frames.lost.empty());
        for (std::size_t n = 0; n < frames.size(); ++n)
            if (frames.id(n) == line)
                ++seen;
    }
    QCOMPARE(seen, std::size_t(2));
}

static Bytes endlessIndexFrames(std::uint64_t minors)
{
    Builder file;
    file.unitSize = std::uint64_t(1) << 40;
    file.minorSize = 128;
    file.unit(0);
    for (std::uint64_t n = 1; n <= minors; ++n) {
        file.padTo(file.index + n * file.minorSize);
        const std::uint64_t here = file.bytes.size();
        file.entries(kMinorIndex, {}, {{kIndex, here - file.index}, {9, 0}}, true);
        file.frame(9, "a");
        file.put({11 << 1});
    }
    return file.bytes;
}

void TestRtcRuler::indexFramesWithoutEndTakeNoSquares()
{
    takesNoSquares(1500, endlessIndexFrames, [](const Bytes& bytes, const Ruler& ruler) {
        UnitFrames frames;
        walkUnit(bytes, ruler, 0, {}, frames);
        PayloadStarts starts(bytes, ruler);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (frames.id(i) == 9)
                QVERIFY(!starts.begins(frames, i));
        }
    });
}

// One that goes on is not whole where the next one stands.
void TestRtcRuler::anIndexFrameEndsInItsMinorUnit()
{
    Builder file;
    file.unit(0);
    file.padTo(file.index + file.minorSize);
    const std::uint64_t first = file.bytes.size();
    file.entries(kMinorIndex, {}, {{kIndex, file.minorSize}}, true);
    file.frame(9, "in between");
    file.entries(kMinorIndex, {}, {{9, 0}});
    file.padTo(first + file.minorSize);
    const std::uint64_t second = file.bytes.size();
    file.entries(kMinorIndex, {}, {{kIndex, 2 * file.minorSize}}, true);
    file.padTo(second + file.minorSize);
    file.minorIndex();
    file.frame(9, "behind it");
    const Ruler ruler = read(file.bytes);
    const auto& unit = ruler.units[0];
    const auto whole = readIndex(file.bytes, ruler.segments[0], unit, first, kMinorIndex);
    QVERIFY(whole);
    QCOMPARE(whole->entries.size(), std::size_t(2));
    QVERIFY(!readIndex(file.bytes, ruler.segments[0], unit, second, kMinorIndex));
    QCOMPARE(readSpecial(file.bytes, ruler.segments[0], unit, second, kMinorIndex)->whole, false);
}

void TestRtcRuler::openPayloadsTakeNoSquares()
{
    const auto make = [](std::uint64_t streams) {
        Builder file;
        file.unitSize = file.minorSize = std::uint64_t(1) << 40;
        file.markerHere();
        file.entries(kIndex, 0, {{kIndex, file.unitSize}, {kMinorIndex, file.minorSize}, {kMeta, 0}});
        for (std::uint64_t i = 0; i < streams; ++i)
            file.frame(kMeta, (i == 0 ? "[{\"id\":" : "{\"id\":") + std::to_string(9 + i) + ",\"length\":1},",
                       true);
        file.frame(kMeta, std::to_string(9 + streams) + "]");
        file.put({0x0e, 4, 3, 2, 1});
        for (std::uint64_t i = 0; i < 4 * streams; ++i) {
            appendInt(file.bytes, (9 + i % streams) << 1 | 1);
            file.put({'a'});
        }
        return file.bytes;
    };
    takesNoSquares(4000, make, [](const Bytes& bytes, const Ruler& ruler) {
        UnitFrames frames;
        walkUnit(bytes, ruler, 0, {}, frames);
        QVERIFY(frames.lost.empty());
    });
}

QTEST_GUILESS_MAIN(TestRtcRuler)
#include "tst_rtc_ruler.moc"
