// Tables of RDF captures that the tabs Memory and Queues show: strips of allocations, resources by name, what stays
// between two moments, snapshots, calls; each against a reckoning of its own.
#include "core/formats/rdf/demo/gpu_demo.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "tests/support/gpu_chunks.h"
#include "tests/support/stat_tables.h"
#include "tests/support/used_time.h"

#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

using namespace traceglass;
using namespace traceglass::rdf;
using namespace traceglass::made_payloads;

namespace {

constexpr RmtVersion kTokenVersion {1, 9};
constexpr std::int64_t kDeltaNs = 32 * 100; // of a token delta(1): 32 ticks of 10 MHz

std::int64_t sumOf(const StatTable& table, std::string_view column)
{
    std::int64_t out = 0;
    for (std::size_t row = 0; row < table.size(); ++row)
        out += Cells(table, row).integer(column);
    return out;
}

const std::vector<StatStrip>& stripsOf(const StatTable& table)
{
    return table.column("resources")->strips;
}

}

class TestRdfTables : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void wellFormed();
    void stripsAreWhatIsBound();
    void stripsOfRandomBindings();
    void resourcesByName();
    void familiesOfNames();
    void whatStays();
    void atMoments();
    void callsOfTheDemo();
    void pairsOfSignals();
    void callsOfOneMomentCostInProportion();
    void pageFaultsCostInProportion();
    void pageFaultsBeyondTheRowsAreSaid();

private:
    IndexedCapture made(const char* name, const Bytes& bytes) const
    {
        const std::filesystem::path path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        return writeFile(path, bytes) ? IndexedCapture(path) : IndexedCapture({});
    }
    IndexedCapture ofTokens(const char* name, const Bytes& tokens) const
    {
        return made(name,
                    captureOf({{"GpuMemSegment", {}, threeHeaps()},
                               {"RmtData", rmtHeader(1, kTokenVersion, tokens.size()), tokens}}));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<IndexedCapture> m_demo;
};

void TestRdfTables::initTestCase()
{
    const auto path = writeGpuDemo(m_folder.path().toStdString());
    QVERIFY(path);
    m_demo = std::make_unique<IndexedCapture>(*path);
    QVERIFY(m_demo->hasStatistics());
}

void TestRdfTables::wellFormed()
{
    for (const StatKind& kind : m_demo->document->statistics()->kinds()) {
        const StatTable table = m_demo->table(kind.id);
        QCOMPARE(table.id, kind.id);
        QVERIFY2(faultOf(table, *m_demo->timeline).empty(), faultOf(table, *m_demo->timeline).c_str());
        QVERIFY2(table.size() > 0, kind.id.c_str());
    }
}

// The union of the parts is what is bound, each leads to the slice of a resource that is there.
void TestRdfTables::stripsAreWhatIsBound()
{
    const StatTable snapshots = m_demo->table("memory-moments");
    for (std::size_t at = 0; at < snapshots.size(); ++at) {
        const std::int64_t ns = Cells(snapshots, at).integer("at_ns");
        const StatTable table = m_demo->table("allocations", TimeRange {0, ns});
        const auto& strips = stripsOf(table);
        QCOMPARE(strips.size(), table.size());
        for (std::size_t row = 0; row < table.size(); ++row) {
            const Cells cells(table, row);
            QCOMPARE(std::int64_t(strips[row].size), cells.integer("size"));
            QCOMPARE(std::int64_t(strips[row].parts.size()), cells.integer("resources"));
            std::uint64_t covered = 0, bound = 0;
            for (const StatStrip::Counted& part : strips[row].parts) {
                const std::uint64_t end = part.offset + part.size;
                bound += end - std::min(end, std::max(part.offset, covered));
                covered = std::max(covered, end);
                const Track& track = m_demo->timeline->track(part.place.track);
                const auto slice = m_demo->timeline->findSlice(
                    {track.kind, track.key, part.place.depth, part.place.startNs});
                const bool isOpen =
                    slice && (slice->flags & slice::kOpenEnd); // it was there when the capture ended
                QVERIFY(slice && slice->startNs <= ns && (isOpen || slice->endNs >= ns));
                QCOMPARE(FamilyKey::of(track.key).family, Family::resource);
                QCOMPARE(m_demo->timeline->text(slice->name), m_demo->timeline->name(part.place.track));
            }
            QCOMPARE(std::int64_t(bound), cells.integer("bound"));
        }
    }
}

// Buffers come, move and go; a model of the test's own, byte page by byte page, says what lies where.
void TestRdfTables::stripsOfRandomBindings()
{
    constexpr std::uint64_t kBase = 0x100000, kPage = 0x1000, kPages = 16;
    std::mt19937 random(11);
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> bound; // page, pages
    std::set<std::uint32_t> live;
    Bytes tokens = timestamp(1) + allocate(kBase, kPages * kPage, 0);
    for (int n = 0; n < 400; ++n) {
        const auto id = static_cast<std::uint32_t>(1 + random() % 6);
        switch (random() % 3) {
        case 0:
            if (live.insert(id).second)
                tokens = tokens + createBuffer(id, 1);
            break;
        case 1: {
            const std::uint64_t page = random() % kPages, pages = 1 + random() % (kPages - page);
            tokens = tokens + bindTo(id, kBase + page * kPage, pages * kPage);
            if (live.contains(id))
                bound[id] = {page, pages};
            break;
        }
        default:
            tokens = tokens + destroy(id);
            live.erase(id);
            bound.erase(id);
        }
        tokens = tokens + delta(1);
    }
    const IndexedCapture in = ofTokens("random.rmv", tokens);
    QVERIFY(in.hasStatistics() && !bound.empty());
    const StatTable table = in.table("allocations");
    QCOMPARE(table.size(), std::size_t(1));
    std::multiset<std::pair<std::uint64_t, std::uint64_t>> expected, told;
    for (const auto& [id, place] : bound)
        expected.emplace(place.first * kPage, place.second * kPage);
    for (const StatStrip::Counted& part : stripsOf(table)[0].parts)
        told.emplace(part.offset, part.size);
    QCOMPARE(told, expected);
}

void TestRdfTables::resourcesByName()
{
    const StatTable names = m_demo->table("memory-names"), uses = m_demo->table("memory-use");
    std::int64_t bytes = 0, resources = 0;
    double shares = 0;
    for (std::size_t row = 0; row < uses.size(); ++row) {
        if (uses.keys[row] == "heap")
            continue;
        bytes += Cells(uses, row).integer("bytes");
        resources += Cells(uses, row).integer("resources");
        shares += Cells(uses, row).real("share");
    }
    QCOMPARE(sumOf(names, "bytes"), bytes);
    QCOMPARE(sumOf(names, "resources"), resources);
    QVERIFY(std::abs(shares - 1) < 1e-9);
    QVERIFY(std::isnan(Cells(uses, "heap").real("share")));
    const Cells leaked(names, "shockwave distortion[#]");
    const StatTable all = m_demo->table("resources");
    QCOMPARE(leaked.integer("resources"), std::ranges::count_if(all.keys, [](const std::string& name) {
                 return name.starts_with("shockwave distortion[");
             }));
    QCOMPARE(leaked.integer("bytes"), leaked.integer("resources") * leaked.integer("largest"));
    QCOMPARE(leaked.integer("smallest"), leaked.integer("largest"));
}

void TestRdfTables::familiesOfNames()
{
    Bytes tokens = timestamp(1) + allocate(0x100000, 0x10000, 0);
    std::uint32_t id = 1;
    for (const char* const name :
         {"tex_1k[0]", "tex_1k[12]", "tex_2k[0]", "upload 7", "upload 12", "7", "[3]"}) {
        tokens = tokens + createBuffer(id, 0x1000) + bindTo(id, 0x100000, 0x1000 * id) + named(name, id);
        ++id;
    }
    const IndexedCapture in = ofTokens("names.rmv", tokens + delta(1));
    const StatTable table = in.table("memory-names");
    QCOMPARE(table.keys, (std::vector<std::string> {"7", "[#]", "tex_1k[#]", "tex_2k[#]", "upload #"}));
    const Cells of(table, "tex_1k[#]");
    QCOMPARE(of.integer("resources"), std::int64_t(2));
    QCOMPARE(of.integer("bytes"), std::int64_t(0x3000));
    QCOMPARE(of.integer("smallest"), std::int64_t(0x1000));
    QCOMPARE(of.integer("largest"), std::int64_t(0x2000));
    QCOMPARE(of.real("share"), 3.0 / 28);
}

void TestRdfTables::whatStays()
{
    const IndexedCapture in =
        ofTokens("stays.rmv",
                 timestamp(1000) + allocate(0x100000, 0x10000, 0) + createHeap(4) + createBuffer(5, 1)
                     + bindTo(5, 0x100000, 0x1000) + named("old", 5) + createBuffer(6, 1)
                     + bindTo(6, 0x101000, 0x1000) + named("kept", 6) + delta(10) + createBuffer(7, 1)
                     + bindTo(7, 0x102000, 0x1000) + named("new", 7) + destroy(5) + delta(10));
    const TimeRange between {5 * kDeltaNs, 15 * kDeltaNs};
    QCOMPARE(in.table("memory-kept", between).keys, std::vector<std::string> {"kept"});
    const StatTable changes = in.table("memory-changes", between);
    QCOMPARE(changes.keys, (std::vector<std::string> {"old", "new"}));
    // What is gone is told by where it was.
    QCOMPARE(Cells(changes, "old").integer("size"), std::int64_t(0x1000));
    QCOMPARE(Cells(changes, "old").text("allocation"), std::string("0x100000"));
}

// At each snapshot what the tables of allocations add up to.
void TestRdfTables::atMoments()
{
    const StatTable table = m_demo->table("memory-moments");
    QCOMPARE(
        table.keys,
        (std::vector<std::string> {"arena loaded", "shockwave begins", "most requested", "after the fight"}));
    QVERIFY(table.isLeastFirst);
    for (std::size_t row = 0; row < table.size(); ++row) {
        const Cells cells(table, row);
        const StatTable of = m_demo->table("allocations", TimeRange {0, cells.integer("at_ns")});
        QCOMPARE(cells.integer("allocations"), std::int64_t(of.size()));
        QCOMPARE(cells.integer("requested"), sumOf(of, "size"));
        QCOMPARE(cells.integer("bound"), sumOf(of, "bound"));
        QCOMPARE(cells.integer("resources"), sumOf(of, "resources"));
        QCOMPARE(cells.place("at_ns").track != kNoTrack, cells.text("kind") == "snapshot");
    }
    // The most that was requested at all, looked for at every change.
    std::int64_t most = 0;
    const auto track =
        m_demo->timeline->findTrack(TrackKind::counter, FamilyKey {Family::requested, 0}.packed());
    QVERIFY(track);
    for (const Slice& slice :
         m_demo->timeline->slices(m_demo->timeline->track(*track).firstRow, m_demo->timeline->range, 100'000))
        most = std::max(most, sumOf(m_demo->table("allocations", TimeRange {0, slice.startNs}), "size"));
    QCOMPARE(Cells(table, "most requested").integer("requested"), most);
}

void TestRdfTables::callsOfTheDemo()
{
    const StatTable all = m_demo->table("queue-events");
    QCOMPARE(all.size(), std::size_t(96));
    QVERIFY(all.isLeastFirst);
    QCOMPARE(all.columns[all.sortColumn].id, std::string("number"));
    const StatTable frames = m_demo->table("frames");
    std::map<std::string, std::int64_t> calls;
    for (std::size_t row = 0; row < all.size(); ++row) {
        const Cells cells(all, row);
        QCOMPARE(cells.integer("number"), std::int64_t(row));
        ++calls[cells.text("frame")];
        const bool isSubmit = cells.text("kind") == "submit";
        QCOMPARE(isSubmit, cells.integer("gpu_ns") != kNoInteger);
        if (isSubmit) {
            QCOMPARE(cells.integer("end_ns") - cells.integer("begin_ns"), cells.integer("gpu_ns"));
            QCOMPARE(cells.integer("begin_ns") - cells.integer("call_ns"), cells.integer("wait_ns"));
            QCOMPARE(cells.place("gpu_ns").startNs, cells.integer("begin_ns"));
        }
    }
    QCOMPARE(calls.size(), frames.size());
    for (const auto& [frame, count] : calls)
        QCOMPARE(count, std::int64_t(12)); // nine submits, a signal, its wait, a present
    // Of a frame's time all of its events, and of others only what overlaps.
    const Cells slow(frames, "4817");
    const TimeRange time {slow.integer("call_ns"), slow.integer("end_ns")};
    QVERIFY(slow.integer("last_call_ns") < time.endNs);
    std::int64_t ofFrame = 0;
    const StatTable part = m_demo->table("queue-events", time);
    for (std::size_t row = 0; row < part.size(); ++row)
        ofFrame += Cells(part, row).text("frame") == "4817";
    QCOMPARE(ofFrame, std::int64_t(12));
    QVERIFY(part.size() < all.size());
    // A frame that reaches into a range is told whole: of a part of its submits its times would be others.
    const std::int64_t middle = slow.integer("begin_ns") + slow.integer("gpu_ns") / 2;
    const StatTable within = m_demo->table("frames", TimeRange {middle, middle + 1});
    QVERIFY(within.size() > 0 && within.size() < frames.size());
    for (std::size_t row = 0; row < within.size(); ++row) {
        const Cells one(within, row), whole(frames, within.keys[row]);
        for (const char* const column : {"gpu_ns", "busy_ns", "submits", "begin_ns", "end_ns"})
            QCOMPARE(one.integer(column), whole.integer(column));
    }
}

void TestRdfTables::pairsOfSignals()
{
    const IndexedCapture in =
        made("signals.rdf",
             captureOf({asic(100'000'000), calibration(1000, 10'000), calibration(2000, 20'000),
                        queueInfo(1, 1), queueInfo(2, 2), submitted(1, 0, 7, 1000, 10'100, 11'100),
                        submitted(1, 1, 0, 1010, 0, 0, 0xabc), submitted(2, 2, 0, 1020, 0, 0, 0xabc),
                        submitted(2, 2, 0, 1030, 0, 0, 0xabc), submitted(2, 2, 0, 1040, 0, 0, 0xdef),
                        submitted(2, 0, 9, 1050, 11'500, 13'000)}));
    const StatTable table = in.table("queue-events");
    QCOMPARE(table.size(), std::size_t(6));
    QVERIFY2(faultOf(table, *in.timeline).empty(), faultOf(table, *in.timeline).c_str());
    QCOMPARE(Cells(table, 1).text("partner"), std::string("wait #2 and 1 more"));
    QCOMPARE(Cells(table, 2).text("partner"), std::string("signal #1"));
    QCOMPARE(Cells(table, 3).text("partner"), std::string("signal #1"));
    QCOMPARE(Cells(table, 4).text("partner"), std::string("signal not in the capture"));
    QCOMPARE(Cells(table, 2).place("partner"), Cells(table, 1).place("call_ns"));
    QCOMPARE(Cells(table, 1).place("partner"), Cells(table, 2).place("call_ns"));
    QCOMPARE(Cells(table, 5).text("queue"), std::string("compute"));
}

// Calls that are all made in one tick: each row of the table finds the slice of its own.
void TestRdfTables::callsOfOneMomentCostInProportion()
{
    const auto best = [&](std::size_t count) {
        std::vector<ChunkOf> chunks {asic(100'000'000), calibration(1000, 10'000), calibration(2000, 20'000),
                                     queueInfo(1, 1)};
        chunks.resize(chunks.size() + count, submitted(1, 1, 0, 1500, 0, 0, 0xabc));
        const IndexedCapture in = made("tick.rdf", captureOf(chunks));
        std::int64_t out = std::numeric_limits<std::int64_t>::max();
        for (int i = 0; i < 3; ++i) {
            const std::int64_t begin = usedNs();
            const StatTable table = in.table("queue-events");
            out = std::min(out, usedNs() - begin);
            if (table.size() != count || Cells(table, count - 1).place("call_ns") == StatPlace {})
                return std::int64_t(0);
        }
        return out;
    };
    const std::int64_t half = best(8'000), whole = best(16'000);
    QVERIFY(half > 0 && whole > 0);
    QVERIFY2(whole < 3 * half, qPrintable(QString("%1 ns, %2 ns").arg(half).arg(whole)));
}

namespace {

Bytes faultAt(std::uint64_t address)
{
    return crashEvent(
        16, 0, Packer().add(std::uint32_t(1)).add(std::uint32_t(2)).add(address).add(std::uint16_t(0)));
}

// So many buffers, each with pages of its own or all with the same ones, and so many faults where they lie.
Bytes faultsAmong(std::uint32_t buffers, bool areApart, std::size_t faults)
{
    constexpr std::uint64_t kBase = 0x100000, kPage = 0x1000;
    Bytes tokens = timestamp(1) + allocate(kBase, buffers * kPage, 0), events;
    const auto append = [](Bytes& to, const Bytes& more) { to.insert(to.end(), more.begin(), more.end()); };
    for (std::uint32_t n = 0; n < buffers; ++n) {
        append(tokens, createBuffer(n + 1, 1));
        append(tokens, bindTo(n + 1, kBase + (areApart ? n : 0) * kPage, kPage));
        append(tokens, delta(1));
    }
    for (std::size_t n = 0; n < faults; ++n)
        append(events, faultAt(kBase + (areApart ? n % buffers : 0) * kPage + 8));
    return captureOf({{"GpuMemSegment", {}, threeHeaps()},
                      {"RmtData", rmtHeader(1, kTokenVersion, tokens.size()), tokens},
                      crash(kKernelMode, events)});
}

}

// Each fault finds what lies there without a look at all bindings.
void TestRdfTables::pageFaultsCostInProportion()
{
    const auto best = [&](std::uint32_t count) {
        const IndexedCapture in = made("faults.rgd", faultsAmong(count, true, count));
        std::int64_t out = std::numeric_limits<std::int64_t>::max();
        for (int i = 0; i < 3; ++i) {
            const std::int64_t begin = usedNs();
            const StatTable table = in.table("page-faults");
            out = std::min(out, usedNs() - begin);
            if (table.size() != count || Cells(table, count - 1).integer("offset") != 8)
                return std::int64_t(0);
        }
        return out;
    };
    const std::int64_t few = best(4'000), many = best(16'000);
    QVERIFY(few > 0 && many > 0);
    QVERIFY2(many < 7 * few, qPrintable(QString("%1 ns, %2 ns").arg(few).arg(many)));
}

// Faults that are left out are told, and nothing else is said of them.
void TestRdfTables::pageFaultsBeyondTheRowsAreSaid()
{
    constexpr std::size_t kRows = 100'000;
    {
        const IndexedCapture in = made("many.rgd", faultsAmong(1'000, false, 200));
        const StatTable table = in.table("page-faults");
        QCOMPARE(table.size(), kRows);
        QCOMPARE(std::ranges::count(table.keys, "nothing that is known"), 0);
        QCOMPARE(
            table.remarks.back(),
            std::string("Of 100 page faults not all is listed, or nothing: that would be too many rows."));
        std::string text;
        Job job;
        QVERIFY(in.document->payloads()->dump([&](std::string_view more) { text += more; }, job));
        const nlohmann::json faults = nlohmann::json::parse(text)["crash"]["page_faults"];
        QCOMPARE(faults.size(), std::size_t(200));
        QCOMPARE(faults[99]["resources"].size(), std::size_t(1'000));
        QVERIFY(!faults[99].contains("resources_left_out"));
        QCOMPARE(faults[100]["resources"].size(), std::size_t(0));
        QCOMPARE(faults[199]["resources_left_out"].dump(), std::string("true"));
    }
    const IndexedCapture in = made("more.rgd", faultsAmong(1, false, 2 * kRows));
    const StatTable table = in.table("page-faults");
    QCOMPARE(table.size(), kRows);
    QCOMPARE(
        table.remarks.back(),
        std::string("Of 100,000 page faults not all is listed, or nothing: that would be too many rows."));
}

QTEST_GUILESS_MAIN(TestRdfTables)
#include "tst_rdf_tables.moc"
