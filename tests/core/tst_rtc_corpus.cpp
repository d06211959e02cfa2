// The RTC captures with golden files: payloads and their times equal the golden files, and what a jump by the
// index finds equals what a reader finds who reads everything.
#include "core/base/text.h"
#include "core/formats/rtc/wire/rtc_seek.h"
#include "core/io/sha256.h"
#include "tests/support/corpus.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

using namespace traceglass;
using namespace traceglass::rtc;

namespace {

struct Seen
{
    std::uint64_t offset = 0;
    std::uint32_t segment = 0;
    std::uint32_t stream = 0;
    std::uint64_t length = 0;
    std::uint64_t end = 0; // of its last part
    std::string sha;
    bool incomplete = false;
    bool timeKnown = false;
    bool placed = false;
    std::int64_t ns = 0;
    std::uint16_t axis = 0;
    bool annotation = false;

    auto operator<=>(const Seen&) const = default;
};

Seen seen(const Frame& frame)
{
    Seen one;
    one.offset = frame.offset;
    one.segment = frame.segment;
    one.stream = frame.stream->id;
    one.length = frame.length;
    one.end = frame.parts.back().end();
    one.sha = sha256(frame.payload);
    one.incomplete = frame.incomplete;
    one.timeKnown = frame.timeKnown;
    one.placed = frame.placed;
    one.ns = frame.placed ? frame.ns : 0;
    one.axis = frame.axis;
    one.annotation = frame.stream->value.annotation;
    return one;
}

std::string text(const DecoderState& state)
{
    std::string out = "segment " + std::to_string(state.segment);
    for (const auto& [id, clock] : std::map(state.clocks.begin(), state.clocks.end())) {
        if (!clock.value && !clock.estimate)
            continue;
        out += "; clock " + std::to_string(id);
        out += clock.value ? " " + std::to_string(*clock.value) : " unknown";
        out += clock.estimate ? " ~" + std::to_string(*clock.estimate) : " nowhere";
    }
    for (const auto& [id, open] : std::map(state.open.begin(), state.open.end())) {
        out += "; open " + std::to_string(id) + " at";
        for (const FramePart& part : open.parts)
            out += " " + std::to_string(part.offset) + "+" + std::to_string(part.length);
        out += open.frame.timeKnown ? " known " : " unknown ";
        out += open.frame.placed ? std::to_string(open.frame.ns) : "nowhere";
        out += " length " + std::to_string(open.frame.length);
    }
    return out;
}

// A capture, read from one end to the other.
class Capture
{
public:
    explicit Capture(const std::filesystem::path& path)
    {
        m_file = *MappedFile::open(path);
        Job job;
        auto ruler = readRuler(*m_file, job);
        m_ruler = ruler ? std::move(*ruler) : Ruler {};
        m_axes.emplace(m_ruler);
    }

    std::span<const std::byte> bytes() const { return m_file->view(); }
    const Ruler& ruler() const { return m_ruler; }
    const Axes& axes() const { return *m_axes; }

    std::vector<Spot> spots(std::uint32_t unitNumber) const
    {
        const Unit& unit = m_ruler.units[unitNumber];
        std::vector<Spot> all;
        for (std::uint64_t at = unit.index(); at < unit.end;
             at = m_ruler.segmentOf(unit).boundaryAfter(unit, at))
            all.push_back({unitNumber, at});
        return all;
    }

    // Calls back for each spot with the state of a decoder that was fed everything in front of it.
    template <class AtSpot>
    std::vector<Seen> readAll(const AtSpot& atSpot) const
    {
        std::vector<Seen> all;
        Decoder decoder(bytes(), m_ruler, *m_axes);
        const auto take = [&](const Frame& frame) {
            all.push_back(seen(frame));
            return true;
        };
        UnitFrames frames;
        UnitFrames front;
        for (std::uint32_t i = 0; i < m_ruler.units.size(); ++i) {
            const Unit& unit = m_ruler.units[i];
            DecoderState state;
            state.segment = unit.segment;
            if (i > 0 && m_ruler.units[i - 1].segment == unit.segment)
                state = decoder.state();
            for (const Spot spot : spots(i)) {
                Decoder upTo(bytes(), m_ruler, *m_axes);
                upTo.setState(state);
                if (spot.offset > unit.index()) {
                    walkUnit(bytes(), m_ruler, i, {0, spot.offset}, front);
                    upTo.feed(front, [](const Frame&) { return true; });
                }
                atSpot(spot, upTo.state());
            }
            walkUnit(bytes(), m_ruler, i, {}, frames);
            decoder.feed(frames, take);
        }
        decoder.finish(take);
        std::ranges::sort(all, {}, [](const Seen& one) { return std::pair(one.offset, one.length); });
        return all;
    }
    std::vector<Seen> readAll() const
    {
        return readAll([](Spot, const DecoderState&) {});
    }

    // Everything of the segment from a spot on, decoded with the state that the index gave.
    std::vector<Seen> readFrom(Spot spot) const
    {
        std::vector<Seen> all;
        const rtc::Segment& segment = m_ruler.segmentOf(m_ruler.units[spot.unit]);
        Decoder decoder(bytes(), m_ruler, *m_axes);
        decoder.setState(stateAt(bytes(), m_ruler, *m_axes, spot));
        const auto take = [&](const Frame& frame) {
            all.push_back(seen(frame));
            return true;
        };
        UnitFrames frames;
        for (std::uint32_t i = spot.unit; i < segment.firstUnit + segment.unitCount; ++i) {
            walkUnit(bytes(), m_ruler, i, {i == spot.unit ? spot.offset : 0, m_ruler.units[i].end}, frames);
            decoder.feed(frames, take);
        }
        decoder.finish(take);
        return all;
    }

private:
    std::shared_ptr<const MappedFile> m_file;
    Ruler m_ruler;
    std::optional<Axes> m_axes;
};

}

class TestRtcCorpus : public QObject
{
    Q_OBJECT

private slots:
    void framesEqualGolden_data() { captures(); }
    void framesEqualGolden();
    void statesEqualALinearScan_data() { captures(); }
    void statesEqualALinearScan();
    void momentsAreFoundByTheIndex_data() { captures(); }
    void momentsAreFoundByTheIndex();
    void framesAreFoundByAByte_data() { captures(); }
    void framesAreFoundByAByte();
    void randomDamageIsSurvived_data();
    void randomDamageIsSurvived();

private:
    static void captures();
};

void TestRtcCorpus::captures()
{
    QTest::addColumn<QString>("path");
    for (const char* const folder : {"rtc/valid", "rtc/damaged"}) {
        for (const CorpusFile& capture : corpusFiles(folder, ".rtc"))
            QTest::addRow("%s", capture.name.c_str()) << QString::fromStdString(capture.path.string());
    }
}

#define FETCH_CAPTURE()                                                                                      \
    QFETCH(QString, path);                                                                                   \
    const Capture capture(path.toStdString())

void TestRtcCorpus::framesEqualGolden()
{
    FETCH_CAPTURE();
    std::ifstream in(path.toStdString() + ".golden.json");
    const auto golden = nlohmann::json::parse(in);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ignore;
    std::set<std::uint64_t> optionals;
    if (golden.contains("ignore"))
        ignore = golden["ignore"].get<decltype(ignore)>();
    if (golden.contains("optional"))
        optionals = golden["optional"].get<decltype(optionals)>();
    const auto ignored = [&](std::uint64_t offset) {
        return std::ranges::any_of(
            ignore, [&](const auto& range) { return offset >= range.first && offset < range.second; });
    };
    const auto optional = [&](std::uint64_t offset) { return optionals.contains(offset); };
    std::map<std::uint64_t, Seen> got;
    for (const Seen& one : capture.readAll())
        got.emplace(one.offset, one);
    std::set<std::uint64_t> wanted;
    for (const auto& frame : golden["frames"]) {
        const auto offset = frame["offset"].get<std::uint64_t>();
        wanted.insert(offset);
        if (ignored(offset))
            continue;
        const auto found = got.find(offset);
        if (found == got.end()) {
            QVERIFY2(optional(offset), frame.dump().c_str());
            continue;
        }
        const Seen& one = found->second;
        const nlohmann::json ns = one.timeKnown ? nlohmann::json(one.ns) : nlohmann::json();
        const bool same = one.segment == frame["segment"] && one.stream == frame["stream"]
            && one.length == frame["length"] && one.sha == frame["payload_sha256"] && ns == frame["ts_ns"]
            && one.incomplete == frame.value("incomplete", false);
        QVERIFY2(same,
                 (frame.dump() + " but " + std::to_string(one.stream) + ", " + std::to_string(one.length)
                  + " bytes, " + ns.dump() + (one.incomplete ? ", incomplete" : ""))
                     .c_str());
    }
    // A payload that ends in bytes that are not compared has no golden either.
    for (const auto& [offset, one] : got) {
        QVERIFY2(wanted.contains(offset) || ignored(offset) || ignored(one.end - 1) || optional(offset),
                 ("invented at " + std::to_string(offset)).c_str());
    }
}

void TestRtcCorpus::statesEqualALinearScan()
{
    FETCH_CAPTURE();
    std::string wrong;
    capture.readAll([&](Spot spot, const DecoderState& state) {
        const std::string found = text(stateAt(capture.bytes(), capture.ruler(), capture.axes(), spot));
        if (wrong.empty() && found != text(state))
            wrong = "at " + std::to_string(spot.offset) + "\nlinear " + text(state) + "\nindex  " + found;
    });
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void TestRtcCorpus::momentsAreFoundByTheIndex()
{
    FETCH_CAPTURE();
    const std::vector<Seen> all = capture.readAll();
    for (std::uint32_t segment = 0; segment < capture.ruler().segments.size(); ++segment) {
        for (std::uint16_t axis = 0; axis < capture.axes().list().size(); ++axis) {
            std::set<std::int64_t> moments;
            for (const Seen& one : all) {
                if (one.segment == segment && one.axis == axis && one.timeKnown && !one.annotation)
                    moments.insert({one.ns - 1, one.ns, one.ns + 1});
            }
            const std::size_t step = moments.size() / 40 + 1;
            std::size_t next = 0;
            for (const std::int64_t moment : moments) {
                if (next++ % step != 0)
                    continue;
                const auto spot =
                    spotOf(capture.bytes(), capture.ruler(), capture.axes(), segment, axis, moment);
                QVERIFY(spot);
                const auto wanted = [&](const Seen& one) {
                    return one.segment == segment && one.axis == axis && one.timeKnown && !one.annotation
                        && one.ns >= moment;
                };
                std::set<Seen> linear;
                std::set<Seen> jumped;
                std::ranges::copy_if(all, std::inserter(linear, linear.end()), wanted);
                std::ranges::copy_if(capture.readFrom(*spot), std::inserter(jumped, jumped.end()), wanted);
                QVERIFY2(linear == jumped,
                         ("moment " + std::to_string(moment) + " from " + std::to_string(spot->offset) + ": "
                          + std::to_string(linear.size()) + " and " + std::to_string(jumped.size()))
                             .c_str());
            }
        }
    }
}

void TestRtcCorpus::framesAreFoundByAByte()
{
    FETCH_CAPTURE();
    const std::vector<Seen> all = capture.readAll();
    const std::size_t step = all.size() / 60 + 1;
    for (std::size_t i = 0; i < all.size(); i += step) {
        std::vector<Seen> found;
        QVERIFY(
            frameAt(capture.bytes(), capture.ruler(), capture.axes(), all[i].offset, [&](const Frame& frame) {
                found.push_back(seen(frame));
                return true;
            }));
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY2(found[0] == all[i], std::to_string(all[i].offset).c_str());
    }
    const auto none = [](const Frame&) { return true; };
    for (const Unit& unit : capture.ruler().units) {
        QVERIFY(!frameAt(capture.bytes(), capture.ruler(), capture.axes(), unit.marker, none));
        QVERIFY(!frameAt(capture.bytes(), capture.ruler(), capture.axes(), unit.index(), none));
    }
    QVERIFY(!frameAt(capture.bytes(), capture.ruler(), capture.axes(), capture.bytes().size(), none));
}

void TestRtcCorpus::randomDamageIsSurvived_data()
{
    QTest::addColumn<QString>("path");
    const std::set<std::string> chosen = {
        "clocks.rtc", "fixed-lengths.rtc", "formats.rtc", "no-minor-units.rtc", "restarts.rtc", "units.rtc",
        // and of the larger collection
        "shared/clocks_11.rtc", "shared/concat.rtc", "shared/fixedcut_11.rtc", "shared/large_11.rtc",
        "shared/multi_11.rtc", "shared/no_minor.rtc", "shared/types_11.rtc"};
    for (const CorpusFile& capture : corpusFiles("rtc/valid", ".rtc")) {
        if (chosen.contains(capture.name))
            QTest::addRow("%s", capture.name.c_str()) << QString::fromStdString(capture.path.string());
    }
}

// Bytes overwritten, removed and inserted at random: what the index leads to is what reading everything leads
// to.
void TestRtcCorpus::randomDamageIsSurvived()
{
    QFETCH(QString, path);
    std::ifstream in(path.toStdString(), std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), {});
    QTemporaryDir folder;
    const std::filesystem::path damaged = folder.filePath("damaged.rtc").toStdString();
    std::mt19937 random(7);
    const auto below = [&](std::size_t end) { return std::size_t(random() % end); };
    for (int round = 0; round < 20; ++round) {
        std::string bytes = whole;
        const std::size_t at = below(bytes.size());
        const std::size_t length = std::min(1 + below(round % 4 == 0 ? 3000 : 40), bytes.size() - at);
        std::string noise(length, '\0');
        for (char& byte : noise)
            byte = static_cast<char>(random());
        switch (round % 5) {
        case 0: bytes.erase(at, length); break;
        case 1: bytes.insert(at, noise); break;
        case 2: bytes.resize(at); break;
        default: bytes.replace(at, length, noise); break;
        }
        std::ofstream(damaged, std::ios::binary) << bytes;
        const Capture capture(damaged);
        std::string wrong;
        capture.readAll([&](Spot spot, const DecoderState& state) {
            const std::string found = text(stateAt(capture.bytes(), capture.ruler(), capture.axes(), spot));
            if (wrong.empty() && found != text(state))
                wrong = "round " + std::to_string(round) + " at " + std::to_string(spot.offset) + "\nlinear "
                    + text(state) + "\nindex  " + found;
        });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
}

QTEST_GUILESS_MAIN(TestRtcCorpus)
#include "tst_rtc_corpus.moc"
