// The timeline of RDF captures: queues and their clocks, memory, crashes, what slices tell and lead to, and the tables.
#include "core/ask/resolve.h"
#include "core/formats/formats.h"
#include "core/formats/rdf/payloads/memory/bound_memory.h"
#include "core/formats/rdf/payloads/memory/memory_trace.h"
#include "core/formats/rdf/timeline/rdf_tracks.h"
#include "core/model/fields_facet.h"
#include "core/model/statistics_facet.h"
#include "core/model/structure.h"
#include "core/model/timeline_facet.h"
#include "tests/support/corpus.h"
#include "tests/support/gpu_chunks.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

using namespace traceglass;
using namespace traceglass::rdf;
using namespace traceglass::made_payloads;
using nlohmann::json;

namespace {

constexpr RmtVersion kUserVersion {1, 9};
constexpr std::uint64_t kTickNs = 100; // 10 MHz
constexpr std::uint64_t kUnitNs = 32 * kTickNs;

// A capture with what its timeline says.
struct Indexed
{
    std::unique_ptr<Document> document;
    TimelinePtr timeline;

    std::optional<TrackId> track(TrackKind kind, FamilyKey key) const
    {
        return timeline->findTrack(kind, key.packed());
    }
    // Of all rows, in order of rows and time.
    std::vector<Slice> slices(TrackKind kind, FamilyKey key) const
    {
        std::vector<Slice> out;
        const auto found = track(kind, key);
        for (const RowId row : found ? timeline->rows(*found) : std::vector<RowId> {}) {
            for (const Slice& slice : timeline->slices(
                     row, {timeline->range.startNs, addSaturating(timeline->range.endNs, 1)}, 1000))
                out.push_back(slice);
        }
        return out;
    }
    QStringList names(TrackKind kind, FamilyKey key) const
    {
        QStringList out;
        for (const Slice& slice : slices(kind, key))
            out << QString::fromStdString(std::string(timeline->text(slice.name)));
        return out;
    }
    std::vector<std::pair<std::int64_t, double>> values(FamilyKey key) const
    {
        std::vector<std::pair<std::int64_t, double>> out;
        for (const Slice& slice : slices(TrackKind::counter, key))
            out.emplace_back(slice.startNs, timeline->value(*track(TrackKind::counter, key), slice));
        return out;
    }
    Details describe(TrackKind kind, FamilyKey key, const Slice& slice, std::uint16_t row = 0) const
    {
        return document->timeline()->describe(*timeline, {kind, key.packed(), row, slice.startNs});
    }
    StatTable table(std::string_view id, std::optional<TimeRange> range = {}) const
    {
        Job job;
        auto out = document->statistics()->table(id, {*timeline, range}, job);
        return out ? std::move(*out) : StatTable {};
    }
};

QString textOf(const Details& details)
{
    QString out = QString::fromStdString(details.title + " | " + details.subtitle);
    for (const DetailSection& section : details.sections) {
        out += QStringLiteral(" | ")
            + QString::fromStdString(section.title + " " + section.sentence + " " + section.text);
        for (const DetailRow& row : section.rows) {
            out += QStringLiteral(" ; ") + QString::fromStdString(row.label) + QStringLiteral("=");
            if (const auto* const text = std::get_if<std::string>(&row.value))
                out += QString::fromStdString(*text);
            else if (const auto* const moment = std::get_if<Moment>(&row.value))
                out += QStringLiteral("@%1").arg(moment->ns);
            else
                out += QStringLiteral("%1ns").arg(std::get<Duration>(row.value).ns);
        }
    }
    return out;
}

std::int64_t cell(const StatTable& table, std::string_view column, std::size_t row)
{
    const StatColumn* const found = table.column(column);
    return found && row < found->integers.size() ? found->integers[row] : -1;
}

std::int64_t cell(const StatTable& table, std::string_view column, std::string_view key)
{
    const auto row = std::ranges::find(table.keys, key) - table.keys.begin();
    return cell(table, column, static_cast<std::size_t>(row));
}

Bytes rmtBytes(const Bytes& tokens)
{
    return captureOf({{"GpuMemSegment", {}, threeHeaps()},
                      {"RmtData", rmtHeader(1, kUserVersion, tokens.size()), tokens}});
}

}

class TestRdfTimeline : public QObject
{
    Q_OBJECT

private slots:
    void nothingOverTime();
    void queues();
    void oneCalibrationIsRough();
    void clocksWithoutRelation();
    void eventsWithoutTimes();
    void memoryOverTime();
    void pagesOfAMomentAreOneSlice();
    void livesOfResources();
    void whatIsNeverFreedLivesToTheEnd();
    void resourcesTellWhatTheyWereMadeWith();
    void fieldsOfEventsAndMemory();
    void boundIsTheUnionOfRanges();
    void tablesOfMemory();
    void tablesOfQueues();
    void crashes();
    void goldenSummaries_data();
    void goldenSummaries();
    void everySliceIsTold_data();
    void everySliceIsTold();
    void stops();

private:
    Indexed opened(const std::filesystem::path& path) const
    {
        Indexed out;
        Job job;
        auto document = openCapture(path, job);
        if (!document)
            return out;
        out.document = std::move(*document);
        out.timeline = std::make_shared<const Timeline>();
        IndexRequest request;
        request.publish = [&](TimelinePtr next) { out.timeline = std::move(next); };
        if (out.document->timeline())
            (void)out.document->timeline()->index(request, job);
        return out;
    }
    Indexed made(const Bytes& bytes) const
    {
        const std::filesystem::path path = m_folder.filePath("capture.rdf").toStdString();
        return writeFile(path, bytes) ? opened(path) : Indexed {};
    }
    Indexed made(const std::vector<ChunkOf>& chunks) const { return made(captureOf(chunks)); }

    QTemporaryDir m_folder;
};

void TestRdfTimeline::nothingOverTime()
{
    const Indexed in = made(std::vector<ChunkOf> {{"SampleEvent", {}, Bytes(8)}});
    QVERIFY(in.document && !in.document->timeline() && !in.document->statistics());
}

// GPU 100 MHz, CPU 10 MHz by two calibrations: GPU tick 10 n is CPU tick n.
void TestRdfTimeline::queues()
{
    const Indexed in = made(
        {asic(100'000'000), calibration(1000, 10'000), calibration(2000, 20'000), queueInfo(1, 1),
         queueInfo(2, 2), strings(9, {"shadows", "cascade"}), markers(7, 9, {push(1), push(2), kPop, kPop}),
         submitted(1, 0, 7, 1000, 10'100, 11'100), // from 10 to 110 ticks behind the first call
         submitted(1, 0, 8, 1010, 11'000, 12'000), // overlaps the one before
         submitted(1, 1, 0, 1020, 0, 0, 55), submitted(2, 2, 0, 1030, 0, 0, 55),
         submitted(2, 0, 9, 1040, 12'500, 13'000), submitted(1, 3, 0, 1050, 13'500, 0, 818)});
    QVERIFY(in.timeline && in.timeline->complete);
    QVERIFY(!in.timeline->absolute);
    QCOMPARE(in.timeline->records, std::uint64_t(13 + 6)); // chunks, as they are listed, and events
    const FamilyKey first {Family::queue, 0}, second {Family::queue, 1};
    QCOMPARE(in.names(TrackKind::slices, first),
             QStringList({"shadows", "present", "command buffer 0x8"})); // a lane for what overlaps
    const auto ran = in.slices(TrackKind::slices, first);
    QCOMPARE(ran[0].startNs, std::int64_t(10 * kTickNs));
    QCOMPARE(ran[0].endNs, std::int64_t(110 * kTickNs));
    QCOMPARE(ran[2].startNs, std::int64_t(100 * kTickNs));
    QCOMPARE(int(ran[0].flags), 0);
    QCOMPARE(in.timeline->name(*in.track(TrackKind::slices, first)), std::string_view("universal"));
    QCOMPARE(in.timeline->name(*in.track(TrackKind::slices, second)), std::string_view("compute"));
    const FamilyKey calls {Family::submissions, 0};
    QCOMPARE(in.names(TrackKind::slices, calls),
             QStringList({"shadows", "command buffer 0x8", "signal", "present"}));
    QCOMPARE(in.slices(TrackKind::slices, calls)[2].startNs, std::int64_t(20 * kTickNs));

    // How many queues are busy: from 10 to 210, from 250 to 300 ticks.
    const auto busy = in.values({Family::derived, 1});
    const auto ticks = [](std::int64_t n) { return n * std::int64_t(kTickNs); };
    QCOMPARE(busy,
             (std::vector<std::pair<std::int64_t, double>> {
                 {ticks(10), 1}, {ticks(200), 0}, {ticks(250), 1}, {ticks(300), 0}}));

    const QString told = textOf(in.describe(TrackKind::slices, first, ran[0]));
    QVERIFY2(told.contains("begin=@1000") && told.contains("GPU time=10000ns")
                 && told.contains("to begin=1000ns") && told.contains("clock=2 calibrations")
                 && told.contains("shadows\n  cascade"),
             qPrintable(told));

    const auto outlineOf = [&](FamilyKey key, std::int64_t ns) {
        QStringList out;
        const SliceId slice {TrackKind::slices, key.packed(), 0, ns};
        for (const auto& line : in.document->timeline()->describe(*in.timeline, slice).outline.lines)
            out << QString::number(line.depth) + ' ' + QString::fromStdString(line.text);
        return out;
    };
    QCOMPARE(outlineOf(first, ticks(10)), (QStringList {"0 shadows", "1 cascade"}));
    QCOMPARE(outlineOf(calls, 0), QStringList());           // the call is no work
    QCOMPARE(outlineOf(second, ticks(250)), QStringList()); // no markers

    // From the call to what ran, from the signal to who waited.
    const auto flows = [&](FamilyKey key, std::int64_t ns) {
        return in.document->timeline()->flows(*in.timeline, {TrackKind::slices, key.packed(), 0, ns});
    };
    const auto toRun = flows(calls, 0);
    QCOMPARE(toRun.size(), std::size_t(1));
    QCOMPARE(toRun[0].toKey, first.packed());
    QCOMPARE(toRun[0].toNs, ticks(10));
    const auto toWait = flows({Family::submissions, 1}, ticks(30));
    QCOMPARE(toWait.size(), std::size_t(1));
    QCOMPARE(toWait[0].fromKey, calls.packed());
    QCOMPARE(toWait[0].fromNs, ticks(20));
    QCOMPARE(flows(calls, ticks(20)).size(), std::size_t(1)); // the same, from its other end
    QVERIFY(textOf(in.describe(TrackKind::slices, {Family::submissions, 1},
                               in.slices(TrackKind::slices, {Family::submissions, 1})[0]))
                .contains("signalled by=universal, #2"));

    // From the bytes to the slice.
    for (const Slice& slice : ran) {
        const auto found = in.document->timeline()->sliceOf(*in.timeline, slice.ref);
        QVERIFY(found && in.timeline->findSlice(*found) == slice);
    }
    for (const char* const path : {"QueueEvent:0", "/chunks/7/data"}) { // a chunk may be an event as a whole
        const auto node = in.document->structure()->find(path);
        QVERIFY(node);
        Job job;
        QCOMPARE(resolve(*in.document, *in.timeline, *node, job).slice, std::optional(ran[0]));
    }
    QVERIFY(!in.document->summary().absolute); // counters of a CPU tell no date
    const auto signal = in.slices(TrackKind::slices, calls)[2];
    QCOMPARE(in.document->timeline()->sliceOf(*in.timeline, signal.ref),
             std::optional(SliceId {TrackKind::slices, calls.packed(), 0, signal.startNs, signal.ref}));
}

void TestRdfTimeline::oneCalibrationIsRough()
{
    const Indexed in =
        made({asic(100'000'000), systemInfo(R"({"os":{"type":"Windows"}})"), calibration(2000, 20'000),
              queueInfo(1, 1), submitted(1, 0, 7, 1000, 10'100, 11'100)});
    const auto ran = in.slices(TrackKind::slices, {Family::queue, 0});
    QCOMPARE(ran.size(), std::size_t(1));
    QCOMPARE(int(ran[0].flags), int(slice::kApproximate));
    QCOMPARE(ran[0].startNs, std::int64_t(10 * kTickNs));
    QVERIFY(
        textOf(in.describe(TrackKind::slices, {Family::queue, 0}, ran[0])).contains("compared once only"));
}

// The GPU's times are on an axis of their own, from its first tick on.
void TestRdfTimeline::clocksWithoutRelation()
{
    const Indexed in =
        made({asic(100'000'000), systemInfo(R"({"os":{"type":"Windows"}})"), queueInfo(1, 1),
              submitted(1, 0, 7, 1000, 10'100, 11'100), submitted(1, 0, 7, 5000, 20'100, 21'100)});
    QCOMPARE(in.timeline->axes().size(), std::size_t(2));
    const auto track = in.track(TrackKind::slices, {Family::queue, 0});
    QCOMPARE(in.timeline->about(*track).axis, std::uint16_t(1));
    const auto ran = in.slices(TrackKind::slices, {Family::queue, 0});
    QCOMPARE(ran.size(), std::size_t(2));
    QCOMPARE(ran[0].startNs, std::int64_t(0));
    QCOMPARE(ran[1].startNs, std::int64_t(100'000)); // 10,000 ticks of 10 ns
    QCOMPARE(in.slices(TrackKind::slices, {Family::submissions, 0})[1].startNs, std::int64_t(4000 * kTickNs));
    QVERIFY(in.document->timeline()
                ->flows(*in.timeline, {TrackKind::slices, FamilyKey {Family::queue, 0}.packed(), 0, 0})
                .empty());
}

// They are where they were called, and nowhere else.
void TestRdfTimeline::eventsWithoutTimes()
{
    const Indexed in = made({asic(100'000'000), calibration(1000, 10'000), calibration(2000, 20'000),
                             queueInfo(1, 1), submitted(1, 0, 7, 1000, 0, 0),
                             submitted(1, 0, 8, 1010, 12'000, 11'000), submitted(1, 9, 8, 1020)});
    QVERIFY(in.slices(TrackKind::slices, {Family::queue, 0}).empty());
    const auto calls = in.slices(TrackKind::slices, {Family::submissions, 0});
    QCOMPARE(calls.size(), std::size_t(3));
    const auto told = [&](std::size_t n) {
        return textOf(in.describe(TrackKind::slices, {Family::submissions, 0}, calls[n]));
    };
    QVERIFY(told(0).contains("were not written"));
    QVERIFY(told(1).contains("lies before its begin"));
    QVERIFY(told(2).startsWith("9 | 9 to universal"));
}

void TestRdfTimeline::memoryOverTime()
{
    const Indexed in =
        made(rmtBytes(timestamp(1000) + allocate(0x100000, 0x10000, 0) + delta(10) + createBuffer(5, 0x1000)
                      + bindTo(5, 0x100000, 0x1000) + delta(10) + mapPages(0x100000, 0x10000, 1) + delta(10)
                      + allocate(0x900000, 0x2000, 2) + destroy(5) + delta(10) + freeAt(0x100000)));
    const auto at = [](std::int64_t units, double bytes) {
        return std::pair(units * std::int64_t(kUnitNs), bytes);
    };
    using Values = std::vector<std::pair<std::int64_t, double>>;
    QCOMPARE(in.values({Family::requested, 0}), (Values {at(0, 0x10000), at(40, 0)}));
    QCOMPARE(in.values({Family::requested, 2}), (Values {at(30, 0x2000)}));
    QCOMPARE(in.values({Family::bound, 0}), (Values {at(10, 0x1000), at(30, 0)}));
    QCOMPARE(in.values({Family::mapped, 0}), (Values {at(20, 0x10000)}));
    QCOMPARE(in.slices(TrackKind::density, {Family::pageTables, 4}).size(), std::size_t(1));
    QCOMPARE(in.timeline->range.endNs, std::int64_t(40 * kUnitNs));
}

// Each of their tokens leads to it, and none beside them.
void TestRdfTimeline::pagesOfAMomentAreOneSlice()
{
    const Bytes before = timestamp(1000) + allocate(0x100000, 0x10000, 0);
    const Bytes page = mapPages(0x100000, 0x10000, 1);
    const Bytes between = delta(10) + mapPages(0x110000, 0x20000, 1) + delta(10);
    const Indexed in =
        made(rmtBytes(before + page + page + page + between + token(8, RmtKind::cpuMap).bytes));
    const FamilyKey pages {Family::pageTables, 4};
    QCOMPARE(in.names(TrackKind::density, pages), QStringList({"3 updates", "1 update"}));
    const auto slices = in.slices(TrackKind::density, pages);
    QCOMPARE(slices[1].startNs, std::int64_t(10 * kUnitNs));
    const auto sliceAt = [&](std::size_t offset) -> std::optional<Slice> {
        const RecordRef first = slices[0].ref;
        const auto found = in.document->timeline()->sliceOf(
            *in.timeline, {first.source(), first.offset() + offset - before.size()});
        return found ? in.timeline->findSlice(*found) : std::nullopt;
    };
    for (std::size_t n = 0; n < 3; ++n)
        QVERIFY(sliceAt(before.size() + n * page.size()) == slices[0]);
    const std::size_t later = before.size() + 3 * page.size();
    QVERIFY(!sliceAt(later)); // time goes on
    QVERIFY(sliceAt(later + delta(10).size()) == slices[1]);
    const auto map = sliceAt(later + between.size());
    QVERIFY(map && *map != slices[1]);
}

void TestRdfTimeline::livesOfResources()
{
    const Indexed in = made(rmtBytes(
        timestamp(1000) + allocate(0x100000, 0x10000, 0) + createBuffer(5, 0x1000) + delta(10)
        + bindTo(5, 0x100000, 0x1000) + delta(10) + bindTo(5, 0x102000, 0x2000) + delta(10) + destroy(5)
        + createHeap(6) + named("pool", 6) + delta(10) + bindTo(6, 0x100000, 0x10000) + delta(10)));
    const FamilyKey buffer {Family::resource, 0}, heap {Family::resource, 1};
    QCOMPARE(in.names(TrackKind::slices, buffer), QStringList({"not bound yet", "buffer", "buffer"}));
    const auto lives = in.slices(TrackKind::slices, buffer);
    QCOMPARE(lives[1].startNs, std::int64_t(10 * kUnitNs));
    QCOMPARE(lives[2].startNs, std::int64_t(20 * kUnitNs));
    QCOMPARE(lives[2].endNs, std::int64_t(30 * kUnitNs));
    QCOMPARE(in.names(TrackKind::slices, heap), QStringList({"not bound yet", "pool"}));
    QVERIFY((in.slices(TrackKind::slices, heap)[1].flags & slice::kOpenEnd) != 0);
    QCOMPARE(in.timeline->path(*in.track(TrackKind::slices, heap)), std::string("Resources/heaps/pool"));
    QCOMPARE(in.names(TrackKind::slices, {Family::allocation, 0}), QStringList({"65.5 kB"}));
    for (const FamilyKey key : {buffer, heap, FamilyKey {Family::allocation, 0}}) {
        for (const Slice& slice : in.slices(TrackKind::slices, key)) {
            const auto found = in.document->timeline()->sliceOf(*in.timeline, slice.ref);
            QVERIFY(found && in.timeline->findSlice(*found) == slice);
        }
    }
    const QString told = textOf(in.describe(TrackKind::slices, buffer, lives[2]));
    QVERIFY2(told.contains("address=0x102000") && told.contains("offset in it=8,192")
                 && told.contains("heap=local") && told.contains("destroyed=@96000"),
             qPrintable(told));
    QVERIFY(textOf(in.describe(TrackKind::slices, {Family::allocation, 0},
                               in.slices(TrackKind::slices, {Family::allocation, 0})[0]))
                .contains("+0x2000=buffer"));
}

// Others may go on after the last token: a queue, for one.
void TestRdfTimeline::whatIsNeverFreedLivesToTheEnd()
{
    const Bytes tokens = timestamp(1000) + allocate(0x100000, 0x10000, 0) + createBuffer(5, 0x1000)
        + createHeap(6) + bindTo(5, 0x100000, 0x1000) + delta(10) + destroy(6) + delta(10);
    const Indexed in = made({asic(100'000'000),
                             calibration(1000, 10'000),
                             calibration(2000, 20'000),
                             queueInfo(1, 1),
                             submitted(1, 0, 7, 900'000, 0, 0),
                             {"GpuMemSegment", {}, threeHeaps()},
                             {"RmtData", rmtHeader(1, kUserVersion, tokens.size()), tokens}});
    const std::int64_t end = in.timeline->range.endNs;
    QVERIFY(end > std::int64_t(30 * kUnitNs));
    const FamilyKey buffer {Family::resource, 0}, heap {Family::resource, 1};
    for (const FamilyKey key : {buffer, FamilyKey {Family::allocation, 0}}) {
        const auto lives = in.slices(TrackKind::slices, key);
        QVERIFY(!lives.empty());
        QCOMPARE(lives.back().endNs, end);
        QVERIFY((lives.back().flags & slice::kOpenEnd) != 0);
    }
    QVERIFY(!in.timeline->isWork(*in.track(TrackKind::slices, buffer)));
    QVERIFY(!in.timeline->isWork(*in.track(TrackKind::slices, {Family::allocation, 0})));
    QVERIFY(in.timeline->isWork(*in.track(TrackKind::slices, {Family::submissions, 0})));
    const Slice gone = in.slices(TrackKind::slices, heap).back();
    QVERIFY(gone.endNs < end && (gone.flags & slice::kOpenEnd) == 0);
    const Slice bound = in.slices(TrackKind::slices, buffer).back();
    const QString told = textOf(in.describe(TrackKind::slices, buffer, bound));
    QVERIFY2(told.contains(QStringLiteral("lived=%1ns").arg(end - bound.startNs)), qPrintable(told));
}

void TestRdfTimeline::resourcesTellWhatTheyWereMadeWith()
{
    Bytes image = createImage(5, 0, 1u << 5);
    PackedToken packed {image};
    image = packed.set(56 + 36, 56 + 35, 1)
                .set(56 + 50, 56 + 37, 3839)
                .set(56 + 64, 56 + 51, 2159)
                .set(56 + 98, 56 + 91, 85)
                .set(56 + 102, 56 + 99, 12)
                .bytes;
    const Indexed in = made(rmtBytes(timestamp(1000) + createBuffer(7, 0x3000, 1u << 7) + delta(1) + image));
    const auto told = [&](std::uint64_t number) {
        const FamilyKey key {Family::resource, number};
        return textOf(in.describe(TrackKind::slices, key, in.slices(TrackKind::slices, key)[0]));
    };
    QVERIFY2(told(1).contains("dimensions=3,840 × 2,160") && told(1).contains("format=D32_S8")
                 && told(1).contains("mip levels=12") && told(1).contains("samples=1"),
             qPrintable(told(1)));
    QVERIFY2(told(0).contains("As created") && told(0).contains("12,288 bytes"), qPrintable(told(0)));
}

// "field value" of every slice that has one, by the names in the catalogue.
QStringList fieldsTold(const FieldsFacet& facet, const std::vector<RecordRef>& refs)
{
    struct Told : FieldSink
    {
        const FieldCatalogue& names;
        QStringList out;
        explicit Told(const FieldCatalogue& catalogue)
            : names(catalogue)
        {
        }
        void take(const FieldRecord& record) override
        {
            for (const FieldEntry& entry : record.values) {
                const auto* const text = std::get_if<std::string_view>(&entry.value);
                out << QString::fromStdString(
                    names[entry.field].record + '.' + names[entry.field].name + ' '
                    + (text ? std::string(*text) : wideText(std::get<WideInteger>(entry.value))));
            }
        }
        void finish() override { }
    };
    const FieldCataloguePtr catalogue = facet.fields();
    std::vector<std::uint32_t> all(catalogue->size());
    std::iota(all.begin(), all.end(), 0u);
    Told told(*catalogue);
    Job job;
    if (!facet.read({all, 1}, refs, told, job))
        return {"stopped"};
    return told.out;
}

void TestRdfTimeline::fieldsOfEventsAndMemory()
{
    const Indexed memory =
        made(rmtBytes(timestamp(1000) + allocate(0x100000, 0x10000, 0) + createBuffer(5, 0x1000) + delta(10)
                      + bindTo(5, 0x102000, 0x2000) + delta(10)));
    const auto refsOf = [](const Indexed& in, FamilyKey key) {
        std::vector<RecordRef> out;
        for (const Slice& slice : in.slices(TrackKind::slices, key))
            out.push_back(slice.ref);
        return out;
    };
    QVERIFY(memory.document->fields() && memory.document->fields()->fields());
    const QStringList buffer = {"resource.size 8192",  "resource.type buffer",     "resource.usage buffer",
                                "resource.heap local", "resource.address 1056768", "resource.driverId 5"};
    const auto lives = refsOf(memory, {Family::resource, 0});
    QCOMPARE(lives.size(), std::size_t(2)); // not bound yet, then bound: the same resource
    QCOMPARE(fieldsTold(*memory.document->fields(), lives), buffer + buffer);
    QCOMPARE(fieldsTold(*memory.document->fields(), refsOf(memory, {Family::allocation, 0})),
             QStringList({"allocation.size 65536", "allocation.heap local", "allocation.address 1048576"}));

    const Indexed queues = made({asic(100'000'000), calibration(1000, 10'000), calibration(2000, 20'000),
                                 queueInfo(1, 1), submitted(1, 0, 7, 1000, 10'100, 11'100)});
    const QStringList told = fieldsTold(*queues.document->fields(), refsOf(queues, {Family::queue, 0}));
    QVERIFY2(told.contains("QueueEvent.commandBuffer 7") && told.contains("QueueEvent.toBegin 1000"),
             qPrintable(told.join(", ")));
}

// What is followed token by token is what is reckoned from scratch.
void TestRdfTimeline::boundIsTheUnionOfRanges()
{
    std::mt19937 random(7);
    const auto upTo = [&](std::uint32_t n) { return std::uint64_t(random() % n); };
    Bytes tokens = timestamp(1);
    for (int n = 0; n < 3000; ++n) {
        const auto id = static_cast<std::uint32_t>(1 + upTo(12));
        const std::uint64_t address = 0x100000 + upTo(4) * 0x10000;
        switch (upTo(7)) {
        case 0: tokens = tokens + allocate(address, 0x10000, static_cast<unsigned>(upTo(3))); break;
        case 1: tokens = tokens + freeAt(address + upTo(0x10000)); break;
        case 2: tokens = tokens + (id % 3 == 0 ? createHeap(id) : createBuffer(id, 1)); break;
        case 3: tokens = tokens + createImage(id, upTo(2) == 0 ? 1u << 6 : 1u << 2); break; // sparse, shared
        case 4: tokens = tokens + destroy(id); break;
        default: tokens = tokens + bindTo(id, address + upTo(16) * 0x800, upTo(8) * 0x1000, upTo(9) == 0);
        }
    }
    const std::filesystem::path path = m_folder.filePath("random.rmv").toStdString();
    const Bytes bytes = rmtBytes(tokens);
    QVERIFY(writeFile(path, bytes));
    DiagnosticLog log;
    Job job;
    RdfFile file(path, *MappedFile::open(path), log);
    QVERIFY(file.open(job));
    const PayloadChunks chunks = *PayloadChunks::find(file, job);
    const auto trace = MemoryTrace::scan(
        chunks, [](const Diagnostic&) {}, job);
    QVERIFY(trace && *trace);
    MemoryState state((*trace)->heaps());
    BoundMemory bound;
    int differing = 0;
    std::uint64_t most = 0;
    QVERIFY((*trace)->eachToken(job, [&](const RmtToken& token, const RmtMerge&) {
        state.apply(token);
        bound.follow(state);
        const MemoryLook look = state.look();
        for (std::size_t heap = 0; heap < kHeaps; ++heap)
            differing += look.heaps[heap].bound != bound.bytes()[heap];
        most = std::max(most, look.bound);
    }));
    QCOMPARE(differing, 0);
    QVERIFY(most > 0x10000);
}

void TestRdfTimeline::tablesOfMemory()
{
    const Indexed in =
        made(rmtBytes(timestamp(1000) + allocate(0x100000, 0x10000, 0) + createBuffer(5, 0x1000)
                      + bindTo(5, 0x100000, 0x1000) + named("old", 5) + delta(10) + createBuffer(6, 0x1000)
                      + bindTo(6, 0x100800, 0x1000) + named("kept", 6) + destroy(5) + delta(10)
                      + createBuffer(7, 1) + named("short", 7) + delta(10) + destroy(7) + delta(10)));
    const auto until = [](std::int64_t from, std::int64_t to) {
        return TimeRange {from * std::int64_t(kUnitNs), to * std::int64_t(kUnitNs)};
    };
    QCOMPARE(cell(in.table("heaps", until(0, 9)), "bound", "local"), std::int64_t(0x1000));
    const StatTable heaps = in.table("heaps", until(5, 25));
    QCOMPARE(cell(heaps, "requested", "local"), std::int64_t(0x10000));
    QCOMPARE(cell(heaps, "bound", "local"), std::int64_t(0x1000));
    QCOMPARE(cell(heaps, "resources", "local"), std::int64_t(1)); // the third lies nowhere
    QCOMPARE(cell(heaps, "requested_change", "local"), std::int64_t(0));
    QCOMPARE(cell(in.table("allocations"), "resources", std::size_t(0)), std::int64_t(1));
    QCOMPARE(in.table("resources").keys, std::vector<std::string> {"kept"});
    QCOMPARE(in.table("resources", until(0, 25)).keys, (std::vector<std::string> {"kept", "short"}));
    QCOMPARE(cell(in.table("memory-use", until(0, 25)), "resources", "buffer"), std::int64_t(2));
    const StatTable changes = in.table("memory-changes", until(5, 25));
    QCOMPARE(changes.keys, (std::vector<std::string> {"old", "kept", "short"}));
    QCOMPARE(changes.columns[1].texts, (std::vector<std::string> {"gone", "leaked", "new"}));
    for (std::size_t row = 0; row < changes.size(); ++row) { // each leads to its slices
        const StatPlace place = changes.columns[0].places[row];
        QCOMPARE(place.track, changes.tracks[row]);
        QVERIFY(in.timeline->sliceAt(in.timeline->track(place.track).firstRow, place.startNs));
    }
}

void TestRdfTimeline::tablesOfQueues()
{
    const Indexed in =
        made({asic(100'000'000), calibration(1000, 10'000), calibration(2000, 20'000), queueInfo(1, 1),
              queueInfo(2, 2), submitted(1, 0, 7, 1000, 10'100, 11'100),
              submitted(1, 0, 8, 1010, 11'000, 12'000), submitted(2, 0, 9, 1040, 11'500, 13'000)});
    const StatTable table = in.table("queues");
    QCOMPARE(table.keys, (std::vector<std::string> {"universal", "compute"}));
    QCOMPARE(cell(table, "submits", "universal"), std::int64_t(2));
    QCOMPARE(cell(table, "busy_ns", "universal"), std::int64_t(19'000)); // 1,900 ticks of 10 ns
    QCOMPARE(cell(table, "busy_ns", "compute"), std::int64_t(15'000));
    QCOMPARE(cell(table, "wait_max_ns", "universal"), std::int64_t(9'000)); // called at 1010, begun at 1100
    QCOMPARE(table.column("beside_share")->numbers,
             (std::vector<double> {5'000.0 / 19'000, 5'000.0 / 15'000}));
    QVERIFY(table.column("max_ns")->places[1].track != kNoTrack);
    const StatTable frames = in.table("frames");
    QCOMPARE(frames.keys, std::vector<std::string> {"1"});
    QCOMPARE(cell(frames, "gpu_ns", std::size_t(0)), std::int64_t(29'000));
    QCOMPARE(cell(frames, "beside_ns", std::size_t(0)), std::int64_t(5'000));
    // Of a range only what ran in it.
    QCOMPARE(cell(in.table("queues", TimeRange {0, 1500}), "busy_ns", "universal"), std::int64_t(500));
}

void TestRdfTimeline::crashes()
{
    const Bytes tokens = timestamp(31'000) + allocate(0x100000, 0x10000, 0) + createBuffer(5, 0x1000)
        + bindTo(5, 0x100000, 0x1000) + named("texture", 5) + delta(10) + destroy(5) + delta(10);
    const Bytes fault = crashEvent(16, 0,
                                   Packer()
                                       .add(std::uint32_t(1))
                                       .add(std::uint32_t(2))
                                       .add(std::uint64_t(0x100800))
                                       .add(std::uint16_t(3))
                                       .text("app"));
    const Indexed in = made(
        {{"RmtData", rmtHeader(1, kUserVersion, tokens.size()), tokens},
         crash(kUserMode,
               stateOf(3, 2, 0xffffaaaa) + begun(3, 1, "Frame") + begun(3, 2, "Draw") + begun(3, 3, "Late")
                   + ended(3, 2) + ended(3, 1) + ended(3, 3) + stateOf(4, 0xffffbbbb, 0xffffbbbb)),
         crash(kKernelMode, fault, 31'020)});
    QCOMPARE(in.names(TrackKind::marks, {Family::faults}), QStringList("page fault at 0x100800"));
    const Slice mark = in.slices(TrackKind::marks, {Family::faults})[0];
    QVERIFY(
        textOf(in.describe(TrackKind::marks, {Family::faults}, mark)).contains("texture=destroyed before"));
    const StatTable flying = in.table("in-flight");
    QCOMPARE(flying.keys, (std::vector<std::string> {"Frame/Draw", "Frame/Draw/Late"}));
    QCOMPARE(flying.columns[0].texts, (std::vector<std::string> {"in progress, first", "not started"}));
    QVERIFY(std::ranges::find(flying.remarks, "Other command buffers: 1 finished.") != flying.remarks.end());
    const StatTable faults = in.table("page-faults");
    QCOMPARE(faults.keys, std::vector<std::string> {"texture"});
    QCOMPARE(cell(faults, "offset", std::size_t(0)), std::int64_t(0x800));
    Details overview {.title = {},
                      .number = {},
                      .subtitle = {},
                      .sections = in.document->timeline()->overview(*in.timeline)};
    const QString told = textOf(overview);
    QVERIFY2(told.contains("address=0x100800") && told.contains("there lay=texture")
                 && told.contains("0 finished, 2 in progress, 1 not started")
                 && told.contains("Frame/Draw\n"),
             qPrintable(told));
    const Indexed hung = made({crash(kUserMode, stateOf(3, 2, 0xffffaaaa) + begun(3, 1, "Frame"))});
    overview.sections = hung.document->timeline()->overview(*hung.timeline);
    QVERIFY(textOf(overview).contains("no events of the kernel's driver")); // why it hung is not known
    QCOMPARE(hung.timeline->records, std::uint64_t(1 + 2));
    // Nothing in it has a time: it is all on one axis, of steps.
    QCOMPARE(hung.timeline->axes().size(), std::size_t(1));
    const ClockAxis& steps = hung.timeline->axes().front();
    QVERIFY(!steps.isTime() && steps.kind == ClockAxis::Kind::order);
    QCOMPARE(steps.range, hung.timeline->range);
    QCOMPARE(steps.lengthText(hung.timeline->range.lengthNs()), std::string("1 step"));
    const auto buffer = hung.track(TrackKind::slices, {Family::commandBuffer, 0});
    QVERIFY(buffer && &hung.timeline->axis(*buffer) == &steps);
    // Where something has, steps stay beside it.
    QCOMPARE(in.timeline->axes().size(), std::size_t(2));
    QVERIFY(in.timeline->axes()[0].isTime() && !in.timeline->axes()[1].isTime());
}

// The numbers of every published summary, at each moment it tells of.
void TestRdfTimeline::goldenSummaries_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("summary");
    int found = 0;
    for (const char* const folder : {"rdf-payloads/real", "rdf-payloads/valid", "rdf-payloads/malformed"}) {
        for (const char* const suffix : {".rmv", ".rgd", ".rdf"}) {
            for (const CorpusFile& capture : corpusFiles(folder, suffix)) {
                const std::filesystem::path golden = capture.path.string() + ".summary.json";
                if (!std::filesystem::exists(golden))
                    continue;
                ++found;
                QTest::addRow("%s", capture.name.c_str()) << QString::fromStdString(capture.path.string())
                                                          << QString::fromStdString(golden.string());
            }
        }
    }
    if (found == 0)
        QTest::addRow("none") << QString() << QString();
}

void TestRdfTimeline::goldenSummaries()
{
    QFETCH(QString, path);
    QFETCH(QString, summary);
    if (path.isEmpty())
        QSKIP(kNoCorpus);
    const Indexed in = opened(path.toStdString());
    QVERIFY(in.timeline && in.timeline->complete);
    std::ifstream file(summary.toStdString());
    const json golden = json::parse(file);
    if (const json& memory = golden["rmt"]; !memory.is_null() && !in.timeline->range.lengthNs() == 0) {
        const std::int64_t hz = memory["frequency"].get<std::int64_t>();
        // Time zero is that of the memory tokens unless another clock tells of an earlier moment.
        std::int64_t base = 0;
        const StatTable whole = in.table("heaps");
        for (const json& sample : memory["samples"]) {
            if (hz == 0 || 1'000'000'000 % hz != 0)
                break;
            const std::int64_t ns = base + sample["tick"].get<std::int64_t>() * (1'000'000'000 / hz);
            const StatTable heaps = in.table("heaps", TimeRange {in.timeline->range.startNs, ns});
            for (const auto& [heap, bytes] : sample["requested"].items()) {
                const std::int64_t ours = std::ranges::find(heaps.keys, heap) == heaps.keys.end()
                    ? 0
                    : cell(heaps, "requested", std::string_view(heap));
                QVERIFY2(ours == bytes.get<std::int64_t>(),
                         qPrintable(QString::fromStdString(heap) + QStringLiteral(" at %1").arg(ns)));
            }
        }
        for (const auto& [heap, bytes] : memory["peak_requested_per_heap"].items()) {
            if (bytes.get<std::int64_t>() > 0)
                QCOMPARE(cell(whole, "peak_requested", std::string_view(heap)), bytes.get<std::int64_t>());
        }
        const auto live = memory["end"]["resources"].get<std::int64_t>();
        const auto hidden = memory["implicit_resources"].get<std::int64_t>();
        QVERIFY(std::int64_t(in.table("resources").size()) <= live
                && std::int64_t(in.table("resources").size()) >= live - hidden);
        QCOMPARE(std::int64_t(in.table("allocations").size()),
                 memory["end"]["allocations"].get<std::int64_t>());
    }
    if (const json& crash = golden["crash"]; !crash.is_null()) {
        QCOMPARE(in.slices(TrackKind::marks, {Family::faults}).size(), crash["page_faults"].size());
        std::size_t paths = 0;
        for (const json& buffer : crash["in_flight"])
            paths += buffer["in_progress_paths"].size();
        const StatTable flying = in.table("in-flight");
        QCOMPARE(std::size_t(std::ranges::count_if(
                     flying.columns[0].texts,
                     [](const std::string& text) { return text.starts_with("in progress"); })),
                 paths);
    }
    if (const json& queues = golden["queues"]; !queues.is_null()) {
        std::size_t ran = 0, expected = 0;
        for (std::size_t n = 0; n < queues["queues"].size(); ++n) {
            for (const Slice& slice : in.slices(TrackKind::slices, {Family::queue, n}))
                ran += in.timeline->text(slice.name) != "present";
        }
        for (const json& event : queues["events"])
            expected += event["kind"] == "submit" && !event["begin_ns"].is_null();
        QVERIFY(ran >= expected); // those on a clock without relation are drawn, too
        for (const json& event : queues["events"]) {
            if (event["kind"] != "submit" || event["begin_ns"].is_null())
                continue;
            bool isThere = false;
            for (std::size_t n = 0; n < queues["queues"].size() && !isThere; ++n) {
                for (const Slice& slice : in.slices(TrackKind::slices, {Family::queue, n}))
                    isThere = isThere
                        || (slice.startNs == event["begin_ns"].get<std::int64_t>()
                            && slice.endNs == event["end_ns"].get<std::int64_t>());
            }
            QVERIFY2(isThere, event.dump().c_str());
        }
    }
}

void TestRdfTimeline::everySliceIsTold_data()
{
    goldenSummaries_data();
}

// No slice is without a word, and each way leads somewhere.
void TestRdfTimeline::everySliceIsTold()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP(kNoCorpus);
    const Indexed in = opened(path.toStdString());
    int asked = 0;
    for (std::size_t n = 0; n < in.timeline->trackCount() && asked < 3000; ++n) {
        const auto id = TrackId(static_cast<std::uint32_t>(n));
        const Track& track = in.timeline->track(id);
        std::uint16_t depth = 0;
        for (const RowId row : in.timeline->rows(id)) {
            for (const Slice& slice : in.timeline->slices(
                     row, {in.timeline->range.startNs, addSaturating(in.timeline->range.endNs, 1)}, 5)) {
                const SliceId which {track.kind, track.key, depth, slice.startNs};
                const Details details = in.document->timeline()->describe(*in.timeline, which);
                QVERIFY(!details.title.empty() && !details.sections.empty());
                for (const DetailSection& section : details.sections) {
                    for (const DetailRow& shown : section.rows) {
                        if (shown.link && shown.link->slice)
                            QVERIFY2(in.timeline->findSlice(*shown.link->slice), qPrintable(textOf(details)));
                    }
                }
                for (const Flow& flow : in.document->timeline()->flows(*in.timeline, which))
                    QVERIFY(in.timeline->findTrack(flow.fromKind, flow.fromKey)
                            && in.timeline->findTrack(flow.toKind, flow.toKey));
                ++asked;
            }
            ++depth;
        }
    }
    QVERIFY(in.timeline->trackCount() == 0 || asked > 0);
    for (const StatKind& kind : in.document->statistics()->kinds()) {
        const StatTable table = in.table(kind.id);
        QCOMPARE(table.id, kind.id);
        for (const StatColumn& column : table.columns)
            QCOMPARE(std::max({column.integers.size(), column.numbers.size(), column.texts.size()}),
                     table.size());
    }
}

void TestRdfTimeline::stops()
{
    const Bytes bytes = rmtBytes(timestamp(1) + allocate(0x100000, 0x10000, 0));
    const std::filesystem::path path = m_folder.filePath("stopped.rmv").toStdString();
    QVERIFY(writeFile(path, bytes));
    Job job;
    const auto document = openCapture(path, job);
    QVERIFY(document);
    std::stop_source source;
    source.request_stop();
    Job stopped(source.get_token());
    const auto done = (*document)->timeline()->index({}, stopped);
    QVERIFY(!done && done.error().code == Code::Stopped);
}

QTEST_GUILESS_MAIN(TestRdfTimeline)
#include "tst_rdf_timeline.moc"
