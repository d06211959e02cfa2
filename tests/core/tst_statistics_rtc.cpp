// Statistics of RTC files: a small one with values that are known, damaged ones, and the demo against its
// records.
#include "core/formats/rtc/rtc_document.h"
#include "core/io/file.h"
#include "tests/support/demo_captures.h"
#include "tests/support/rtc_notes.h"
#include "tests/support/stat_tables.h"

#include <QTemporaryDir>
#include <QTest>
#include <charconv>
#include <map>

using namespace traceglass;
using nlohmann::json;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kStart = rtc::kTestStart;

// A clock in milliseconds and streams on it.
class Log
{
public:
    Log()
        : m_writer(
            [this](std::span<const std::byte> more) -> Result<void> {
                bytes.insert(bytes.end(), more.begin(), more.end());
                return {};
            },
            {.unitSize = 4096, .minorSize = 2048})
    {
        clock = add("clk", "timespec", {});
        values = add("values", "uint8", "clk");
        lines = add("lines", "utf-8", "clk");
    }

    std::uint32_t add(std::string_view name, std::string_view format, std::optional<std::string_view> by)
    {
        rtc::Stream stream;
        stream.name = name;
        stream.format = format;
        stream.isClock = !by.has_value();
        stream.clock = by.value_or("");
        return m_writer.addStream(stream).value();
    }
    void tick(std::int64_t ms) { put(clock, rtc::timespecBytes(kStart + ms * kMs, false)); }
    void value() { put(values, std::vector {std::byte(1)}); }
    void line(std::string_view text) { put(lines, asBytes(text)); }
    void put(std::uint32_t stream, std::span<const std::byte> payload)
    {
        good = good && m_writer.write(stream, payload);
    }
    void openLine(std::string_view text) { good = good && m_writer.writePart(lines, asBytes(text), true); }

    std::filesystem::path save(const QTemporaryDir& folder)
    {
        const std::filesystem::path path = folder.filePath("log.rtc").toStdString();
        auto file = File::open(path, File::Mode::create);
        return good && m_writer.finish() && file && file->write(bytes) && file->close()
            ? path
            : std::filesystem::path();
    }

    rtc::RtcBytes bytes;
    std::uint32_t clock = 0, values = 0, lines = 0;
    bool good = true;

private:
    rtc::Writer m_writer;
};

// 20 values 10 ms apart, one after 200 ms, one after 24, one that goes 4 ms back.
void writeValues(Log& log)
{
    log.value(); // before the clock has said anything
    for (int i = 0; i < 20; ++i) {
        log.tick(10 * i);
        log.value();
    }
    for (const std::int64_t ms : {390, 414, 410}) {
        log.tick(ms);
        log.value();
    }
    log.line("one");
    log.line("seventeen bytes\n\n");
    log.openLine("cut");
}

// Nearest rank of what is sorted.
std::int64_t rank(const std::vector<std::int64_t>& sorted, std::size_t perMille)
{
    return sorted.empty() ? kNoInteger : sorted[(sorted.size() * perMille + 999) / 1000 - 1];
}

// Of a record as a line of JSON; nothing: null. Reading millions of them whole would take seconds.
std::optional<std::int64_t> numberIn(std::string_view line, std::string_view key)
{
    const std::string quoted = '"' + std::string(key) + "\":";
    const char* const at = line.data() + line.find(quoted) + quoted.size();
    std::int64_t out = 0;
    return std::from_chars(at, line.data() + line.size(), out).ec == std::errc() ? std::optional(out)
                                                                                 : std::nullopt;
}

// The table reckoned from records and dump.
void compareWithRecords(const IndexedCapture& capture)
{
    struct Stream
    {
        std::int64_t frames = 0, bytes = 0, incomplete = 0, untimed = 0, stepsBack = 0;
        std::optional<std::int64_t> last;
        std::vector<std::int64_t> gaps;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Stream> streams;
    capture.eachLine([&](std::string_view line) {
        Stream& of = streams[{static_cast<std::uint32_t>(*numberIn(line, "segment")),
                              static_cast<std::uint32_t>(*numberIn(line, "stream"))}];
        ++of.frames;
        of.bytes += *numberIn(line, "length");
        of.incomplete += line.find(R"("incomplete":true)") != std::string_view::npos ? 1 : 0;
        const auto ns = numberIn(line, "ts_ns");
        if (!ns)
            ++of.untimed;
        else if (of.last && *ns < *of.last)
            ++of.stepsBack;
        else if (of.last)
            of.gaps.push_back(*ns - *of.last);
        if (ns)
            of.last = ns;
    });
    const StatTable table = capture.table("streams");
    QCOMPARE(faultOf(table, *capture.timeline), "");
    QVERIFY(table.size() > 0);
    for (std::size_t i = 0; i < table.size(); ++i) {
        const std::uint64_t key = capture.timeline->track(table.tracks[i]).key;
        Stream& of = streams[{std::uint32_t(key >> 32), std::uint32_t(key)}];
        std::ranges::sort(of.gaps);
        const std::int64_t median = rank(of.gaps, 500);
        const Cells row(table, i);
        QCOMPARE(row.integer("frames"), of.frames);
        QCOMPARE(row.integer("bytes"), of.bytes);
        QCOMPARE(row.integer("incomplete"), of.incomplete);
        QCOMPARE(row.integer("untimed"), of.untimed);
        QCOMPARE(row.integer("steps_back"), of.stepsBack);
        QCOMPARE(row.integer("median_period_ns"), median);
        QCOMPARE(row.integer("p99_gap_ns"), rank(of.gaps, 990));
        QCOMPARE(row.integer("max_gap_ns"), of.gaps.empty() ? kNoInteger : of.gaps.back());
        if (median > 0)
            QCOMPARE(row.integer("long_gaps"),
                     std::ranges::count_if(of.gaps, [&](std::int64_t gap) { return gap >= 10 * median; }));
    }
}

}

class TestStatisticsRtc : public QObject
{
    Q_OBJECT

private slots:
    void streams()
    {
        Log log;
        writeValues(log);
        const QTemporaryDir folder;
        const IndexedCapture capture(log.save(folder));
        QVERIFY(capture.hasStatistics() && capture.has("streams"));
        const StatTable table = capture.table("streams");
        QCOMPARE(faultOf(table, *capture.timeline), "");
        const Cells values(table, "streams/values"), lines(table, "streams/lines"),
            clock(table, "clocks/clk");
        QVERIFY(values.isThere() && lines.isThere() && clock.isThere());
        QCOMPARE(values.integer("frames"), 24);
        QCOMPARE(values.integer("bytes"), 24);
        QCOMPARE(values.integer("untimed"), 1);
        QCOMPARE(values.integer("steps_back"), 1);
        QCOMPARE(values.integer("median_period_ns"), 10 * kMs);
        QCOMPARE(values.integer("p99_gap_ns"), 200 * kMs);
        QCOMPARE(values.integer("max_gap_ns"), 200 * kMs);
        QCOMPARE(values.place("max_gap_ns").startNs, kStart + 190 * kMs);
        QCOMPARE(values.integer("long_gaps"), 1);
        QCOMPARE(values.integer("missing"), 19 + 1); // 200 ms are 20 periods, 24 ms are 2
        QVERIFY(std::isnan(values.real("rate")));    // it went back
        QCOMPARE(values.integer("bad_crc"), 0);
        QCOMPARE(lines.integer("frames"), 3);
        QCOMPARE(lines.integer("bytes"), 3 + 17 + 3);
        QCOMPARE(lines.integer("incomplete"), 1);
        QCOMPARE(lines.integer("median_period_ns"), 0);
        QCOMPARE(lines.integer("long_gaps"), kNoInteger); // of no period
        QCOMPARE(clock.integer("frames"), 23);
        compareWithRecords(capture);

        // From the fourth value to the eighth.
        const StatTable part = capture.table("streams", TimeRange {kStart + 30 * kMs, kStart + 71 * kMs},
                                             std::vector {*capture.track("streams/values")});
        QCOMPARE(part.keys, (std::vector<std::string> {"streams/values"}));
        QCOMPARE(Cells(part, 0).integer("frames"), 5);
        QCOMPARE(Cells(part, 0).integer("max_gap_ns"), 10 * kMs);
        QCOMPARE(Cells(part, 0).integer("untimed"), 0);
        QCOMPARE(Cells(part, 0).integer("missing"), kNoInteger); // too few to know
        QCOMPARE(Cells(part, 0).real("rate"), 100.);
    }

    void unitsWhoseCrcIsBad()
    {
        Log log;
        for (int i = 0; i < 200; ++i) {
            log.tick(i);
            log.line("a line of some length, number " + std::to_string(i) + '\n');
        }
        const QTemporaryDir folder;
        QVERIFY(!log.save(folder).empty());
        // A letter in the third Unit changes.
        constexpr std::size_t kUnit = 4096;
        const auto third = log.bytes.begin() + 2 * kUnit;
        const auto letters = asBytes("some length");
        const auto found = std::search(third, log.bytes.end(), letters.begin(), letters.end());
        QVERIFY(found != log.bytes.end());
        *found = std::byte('S');
        const std::filesystem::path path = folder.filePath("bad.rtc").toStdString();
        auto file = File::open(path, File::Mode::create);
        QVERIFY(file && file->write(log.bytes) && file->close());
        const IndexedCapture capture(path);
        // Lines that lie in there, or a part of them.
        std::vector<std::uint64_t> begins;
        capture.eachRecord([&](const json& record) {
            if (record["name"] == "lines")
                begins.push_back(record["offset"]);
        });
        const auto from = std::ranges::lower_bound(begins, 2 * kUnit),
                   to = std::ranges::lower_bound(begins, 3 * kUnit);
        const std::int64_t reachesIn = capture.table("streams").size() > 0
            ? Cells(capture.table("streams"), "streams/lines").integer("bad_crc") - (to - from)
            : -1;
        QVERIFY(to - from > 10);
        QVERIFY(reachesIn == 0 || reachesIn == 1); // one may begin in the Unit before
        QCOMPARE(Cells(capture.table("streams"), "streams/lines").integer("frames"), 200);
        compareWithRecords(capture);
    }

    void damagedAndEmptyOnes()
    {
        Log log;
        writeValues(log);
        for (int i = 0; i < 300; ++i) {
            log.tick(500 + i);
            log.value();
            log.line("text\n");
        }
        const QTemporaryDir folder;
        QVERIFY(!log.save(folder).empty());
        for (std::size_t hole = 100; hole + 64 < log.bytes.size(); hole += 977) {
            rtc::RtcBytes holed = log.bytes;
            std::fill_n(holed.begin() + static_cast<std::ptrdiff_t>(hole), 64, std::byte(0));
            const std::filesystem::path path = folder.filePath("holed.rtc").toStdString();
            auto file = File::open(path, File::Mode::create);
            QVERIFY(file && file->write(holed) && file->close());
            const IndexedCapture capture(path);
            if (capture.hasStatistics() && capture.table("streams").size() > 0)
                compareWithRecords(capture);
        }
        Log none;
        const IndexedCapture empty(none.save(folder));
        QVERIFY(!empty.document || !empty.document->statistics() || empty.table("streams").size() == 3);
    }

    void theDemo()
    {
        const QTemporaryDir folder;
        const IndexedCapture capture(writeDemoCapture(rtc::kDemo, folder.path().toStdString()).value_or(""));
        QVERIFY(capture.hasStatistics());
        compareWithRecords(capture);
        QVERIFY(areEqual(capture.table("streams", {}, {}, 1), capture.table("streams", {}, {}, 8)));
        QVERIFY(capture.table("gc").columns.empty());

        // Frames of two halves are all frames with a time; remarks may have one of before the start.
        const TimeRange shown = capture.timeline->range;
        const TimeRange all {shown.startNs - kMs, shown.endNs + kMs};
        const std::int64_t middle = all.startNs + all.lengthNs() / 2;
        const StatTable whole = capture.table("streams"),
                        first = capture.table("streams", TimeRange {all.startNs, middle}),
                        second = capture.table("streams", TimeRange {middle, all.endNs});
        for (std::size_t i = 0; i < whole.size(); ++i) {
            for (const char* column : {"frames", "bytes"})
                QCOMPARE(Cells(first, i).integer(column) + Cells(second, i).integer(column),
                         Cells(whole, i).integer(column));
        }
        std::stop_source source;
        source.request_stop();
        Job job(source.get_token());
        const auto stopped = capture.document->statistics()->table("streams", {*capture.timeline}, job);
        QVERIFY(!stopped && stopped.error().code == Code::Stopped);
    }
};

QTEST_GUILESS_MAIN(TestStatisticsRtc)
#include "tst_statistics_rtc.moc"
