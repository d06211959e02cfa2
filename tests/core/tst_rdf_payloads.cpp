// What chunks of RDF say: devices, queues and their clocks, markers, crash events; the summary that is made of them,
// what is wrong with them, and the captures with golden summaries.
#include "core/formats/formats.h"
#include "core/formats/rdf/payloads/payload_layouts.h"
#include "core/formats/rdf/payloads/payload_summary.h"
#include "tests/support/corpus.h"
#include "tests/support/gpu_chunks.h"
#include "tests/support/open_capture.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

using namespace traceglass;
using namespace traceglass::rdf;
using namespace traceglass::made_payloads;
using nlohmann::json;

namespace {

// What differs from a golden summary: every key of it must be there and equal.
std::string difference(const json& golden, const json& ours, const std::string& path)
{
    if (golden.is_object()) {
        for (const auto& [key, value] : golden.items()) {
            if (!ours.is_object() || !ours.contains(key))
                return path + "." + key + " is missing";
            if (const std::string found = difference(value, ours[key], path + "." + key); !found.empty())
                return found;
        }
        return {};
    }
    if (golden.is_array()) {
        if (!ours.is_array() || ours.size() != golden.size())
            return path + " has another length";
        for (std::size_t n = 0; n < golden.size(); ++n) {
            if (const std::string found =
                    difference(golden[n], ours[n], path + "[" + std::to_string(n) + "]");
                !found.empty())
                return found;
        }
        return {};
    }
    return golden == ours ? std::string() : path + " is " + ours.dump() + ", golden " + golden.dump();
}

bool same(const json& ours, const json& expected)
{
    if (ours != expected)
        qWarning("%s, expected %s", ours.dump().c_str(), expected.dump().c_str());
    return ours == expected;
}

std::set<std::string> codesOf(const json& summary)
{
    std::set<std::string> out;
    for (const json& problem : summary.value("diagnostics", json::array()))
        out.insert(problem.value("code", ""));
    return out;
}

}

class TestRdfPayloads : public QObject
{
    Q_OBJECT

private slots:
    void devices();
    void clocksOfQueues();
    void rateOfTheCpu();
    void submitsAndWaits();
    void badQueues();
    void markerTrees();
    void endlessMarkers();
    void layoutsAreWhole();
    void shortPayloads();
    void crashStates();
    void crashMarkers();
    void crashTimes();
    void brokenCrashes();
    void pageFaults();
    void validateTells();
    void goldenSummaries_data();
    void goldenSummaries();

private:
    std::unique_ptr<Document> open(const std::vector<ChunkOf>& chunks) const
    {
        return openMade(m_folder.filePath("capture.rdf").toStdString(), chunks);
    }
    static json summaryOf(const Document& document)
    {
        std::string text;
        Job job;
        const auto done = document.payloads()->dump([&](std::string_view piece) { text += piece; }, job);
        return done ? json::parse(text, nullptr, false) : json();
    }
    json summaryOf(const std::vector<ChunkOf>& chunks) const
    {
        const auto document = open(chunks);
        return document ? summaryOf(*document) : json();
    }

    QTemporaryDir m_folder;
};

void TestRdfPayloads::devices()
{
    AsicInfo asicInfo;
    const Bytes older = asic(25).data; // the name lies in it
    QVERIFY(!readFields(older, asicInfo)); // what it has is read
    QCOMPARE(asicInfo.timestampHz, std::uint64_t(25));
    QCOMPARE(asicInfo.name, std::string_view("Some GPU"));
    Bytes whole = asic(25).data;
    whole.resize(700); // a newer one
    QVERIFY(readFields(whole, asicInfo));
    const auto fields = describeFields(whole, asicInfo);
    QCOMPARE(fields.back(), (PayloadField {"MALL cache", "0 bytes", 600, 4, {Encoding::Kind::signedInt}}));
    QCOMPARE(fields.front(), (PayloadField {"pci", "3:0.0", 0, 4, {Encoding::Kind::unsignedInt}}));
    const Bytes apiBytes = Packer().add(std::uint32_t(4)).add(std::uint16_t(1)).add(std::uint16_t(3));
    ApiInfo api;
    QCOMPARE(describeFields(apiBytes, api)[0].value, std::string("Vulkan"));
    QCOMPARE(int(api.minor), 3);
    QVERIFY(summaryOf({asic(25), {"ApiInfo", {}, apiBytes}})["queues"].is_null());
}

void TestRdfPayloads::clocksOfQueues()
{
    const auto spans = [&](std::vector<ChunkOf> more) {
        more.push_back(asic(100'000'000));
        more.push_back(systemInfo(R"({"cpus": [{"cpuTimeClockFreq": 10000000}]})"));
        more.push_back(queueInfo(1, 2));
        more.push_back(submitted(1, 0, 1, 5'000, 1'000'005, 1'000'019));
        const json queues = summaryOf(more)["queues"];
        return json {queues["clocks"][0]["method"], queues["events"][0]["begin_ns"],
                     queues["events"][0]["end_ns"], queues["zero_cpu_tick"]};
    };
    // Ten GPU ticks a CPU tick; what lies before the calibration is rounded down, too.
    QVERIFY(
        same(spans({calibration(10'000, 1'000'000)}), (json {"one_calibration", 500'000, 500'100, 5'000})));
    QVERIFY(same(spans({calibration(1'000, 1'000'020)}), (json {"one_calibration", 0, 100, 998})));
    // The line through the first and the last by the GPU's clock, whatever order they stand in.
    QVERIFY(same(
        spans({calibration(20'000, 2'000'000), calibration(1, 1'500'000), calibration(10'000, 1'000'000)}),
        (json {"two_calibrations", 500'000, 500'000, 5'000})));
    QVERIFY(same(spans({}), (json {"gpu_only", nullptr, nullptr, 5'000})));
    // Two pairs of the same moment are one.
    QVERIFY(same(spans({calibration(10'000, 1'000'000), calibration(10'000, 1'000'000)}),
                 (json {"one_calibration", 500'000, 500'100, 5'000})));
    // Counters so far apart that nothing fits.
    QVERIFY(same(spans({calibration(~std::uint64_t(0), 0), calibration(0, 1)})[0], json("one_calibration")));
}

void TestRdfPayloads::rateOfTheCpu()
{
    const auto source = [&](std::vector<ChunkOf> more) {
        more.push_back(submitted(1, 1, 0, 5));
        const json queues = summaryOf(more)["queues"];
        return json {queues["cpu_hz"], queues["cpu_hz_source"]};
    };
    const Bytes tokens = timestamp(1, 7'000);
    QVERIFY(same(source({systemInfo(R"({"cpus": [{"cpuTimeClockFreq": 5}]})")}), (json {5, "system_info"})));
    QVERIFY(
        same(source({{"RmtData", rmtHeader(0, {0, 1}, tokens.size()), tokens}}), (json {7'000, "rmt_data"})));
    QVERIFY(same(source({crash(kUserMode, {})}), (json {10'000'000, "crash_header"})));
    QVERIFY(same(source({asic(100), calibration(0, 0), calibration(50, 10)}), (json {500, "calibrations"})));
    QVERIFY(
        same(source({systemInfo(R"({"os": {"type": "Windows"}})")}), (json {10'000'000, "assumed_windows"})));
    QVERIFY(
        same(source({systemInfo(R"({"os": {"type": "Linux"}})")}), (json {1'000'000'000, "assumed_linux"})));
    QVERIFY(same(source({systemInfo(R"({"os": 5, "cpus": {}, "gpus": [3, {"pci": 1}]})")}),
                 (json {nullptr, "unknown"})));
    QVERIFY(same(source({systemInfo("{not json")}), (json {nullptr, "unknown"})));
}

void TestRdfPayloads::submitsAndWaits()
{
    const json queues =
        summaryOf({asic(1000), calibration(0, 0), systemInfo(R"({"cpus": [{"cpuTimeClockFreq": 1000}]})"),
                   queueInfo(1, 1), submitted(1, 0, 1, 10, 100, 200), submitted(1, 0, 2, 10, 150, 160),
                   submitted(1, 0, 3, 10, 160, 300), submitted(1, 0, 4, 10, 400, 400),
                   submitted(1, 1, 0, 20, 0, 0, 77), submitted(1, 2, 0, 30, 0, 0, 77),
                   submitted(1, 2, 0, 40, 0, 0, 78), submitted(1, 3, 0, 50, 500, 0, 9)})["queues"];
    const json& queue = queues["queues"][0];
    QVERIFY(same(queue["busy_gpu_ticks"], json(200)));
    QVERIFY(same(queue["lanes"], json(2))); // the third takes the place of the second
    QVERIFY(
        same(queues["waits"],
             (json {{{"semaphore", 77}, {"wait", 5}, {"wait_queue", 1}, {"signal", 4}, {"signal_queue", 1}},
                    {{"semaphore", 78},
                     {"wait", 6},
                     {"wait_queue", 1},
                     {"signal", nullptr},
                     {"signal_queue", nullptr}}})));
    QVERIFY(same(queues["events"][7]["gpu_ns"], json(490'000'000)));
    QVERIFY(same(queues["frames"][0]["end_ns"], json(390'000'000)));
    QVERIFY(
        same(queues["events_by_kind"], (json {{"submit", 4}, {"signal", 1}, {"wait", 2}, {"present", 1}})));
}

void TestRdfPayloads::badQueues()
{
    ChunkOf cut = submitted(1, 0, 1, 1);
    cut.data.resize(71);
    ChunkOf longer = submitted(1, 0, 1, 1, 5, 9);
    longer.data.resize(100);
    const auto document = open({queueInfo(1, 1), cut, longer, submitted(1, 0, 1, 1, 9, 5),
                                submitted(1, 0, 1, 1, 9, 0), submitted(2, 7, 1, 1)});
    const json summary = summaryOf(*document);
    QCOMPARE(
        codesOf(summary),
        (std::set<std::string> {"queue-event-short", "queue-submit-backwards", "queue-submit-no-gpu-time",
                                "queue-event-undeclared-queue", "queue-no-clock-mapping"}));
    QCOMPARE(summary["queues"]["events"].size(), std::size_t(4));
    QVERIFY(same(summary["queues"]["events"][0]["n"], json(1))); // among all chunks of the id
    QVERIFY(same(summary["queues"]["queues"][1]["type"], json("unknown")));
    // Each tells where: the chunk and its bytes.
    for (const Diagnostic& problem : document->problems().all()) {
        if (problem.code != Code::RdfQueueNoClockMapping)
            QVERIFY2(problem.entry && problem.range && problem.range->length >= 71,
                     problem.message().c_str());
    }
}

void TestRdfPayloads::markerTrees()
{
    const json summary =
        summaryOf({strings(1, {"frame", "pass", "draw \xe2\x9c\x93"}), queueInfo(1, 1), submitted(1, 0, 5, 1),
                   submitted(1, 0, 6, 1), markers(5, 1, {push(3)}), // a later one counts
                   markers(5, 1, {push(1), push(2), 3 << 2 | 3, kPop, 0, push(2), kPop, kPop}),
                   markers(6, 8, {push(2), kPop, kPop})});
    const json& buffers = summary["queues"]["command_buffers"];
    QCOMPARE(buffers[0]["tree"].dump(),
             std::string("[[\"frame\",[[\"pass\",[[\"draw \xe2\x9c\x93\",[]]]],[\"pass\",[]]]]]"));
    QCOMPARE(buffers[1]["tree"].dump(), std::string("[[\"?2\",[]]]"));
    QVERIFY(same(summary["queues"]["events"][0]["label"], json("frame")));
    QCOMPARE(codesOf(summary).contains("marker-unknown-table"), true);
    QCOMPARE(codesOf(summary).contains("marker-unbalanced"), true);
}

// Two million that begin and never end: counted, shown as deep as anybody reads.
void TestRdfPayloads::endlessMarkers()
{
    const json summary = summaryOf(
        {strings(1, {"x"}), queueInfo(1, 1), markers(5, 1, std::vector<std::uint32_t>(2'000'000, push(1)))});
    QVERIFY(same(summary["queues"]["command_buffers"][0]["ops"], json(2'000'000)));
    QCOMPARE(codesOf(summary), std::set<std::string> {"marker-unbalanced"});
    int depth = 0;
    for (const json* at = &summary["queues"]["command_buffers"][0]["tree"]; !at->empty(); at = &(*at)[0][1])
        ++depth;
    QCOMPARE(depth, int(kTreeDepth));
}

// Every layout says as much as it needs, and none reads beyond what there is.
void TestRdfPayloads::layoutsAreWhole()
{
    for (std::size_t kind = 0; kind < kPayloadKinds; ++kind) {
        const PayloadLayout& layout = layoutOf(static_cast<PayloadKind>(kind));
        for (const RecordLayout& record : {layout.header, layout.data}) {
            if (!record.describe)
                continue;
            const Bytes bytes(1000, std::byte(0x41));
            const auto all = record.describe(bytes);
            QVERIFY(!all.empty());
            std::uint64_t end = 0;
            for (const PayloadField& field : all) {
                QVERIFY(field.offset >= end && field.length > 0 && !field.value.empty());
                end = field.offset + field.length;
            }
            QVERIFY2(record.least <= end + 6, std::to_string(kind).c_str()); // padding at the end is no field
            for (std::size_t size = 0; size < 40; ++size) {
                for (const PayloadField& field : record.describe(std::span(bytes).first(size)))
                    QVERIFY(field.offset + field.length <= size);
            }
        }
    }
}

void TestRdfPayloads::shortPayloads()
{
    const auto isUnreadable = [&](const ChunkOf& chunk) {
        return codesOf(summaryOf({chunk})) == std::set<std::string> {"chunk-unreadable"};
    };
    QVERIFY(isUnreadable({"ApiInfo", {}, Bytes(7)}));
    QVERIFY(isUnreadable({"CodeObject", Bytes(23), Bytes(100)}));
    QVERIFY(isUnreadable({"COLoadEvent", Packer().add(std::uint32_t(3)), Bytes(119)}));
    QVERIFY(!isUnreadable({"COLoadEvent", Packer().add(std::uint32_t(3)), Bytes(120)}));
    QVERIFY(isUnreadable({"COLoadEvent", Packer().add(~std::uint32_t(0)), Bytes(9), Compression::zstd}));
    QVERIFY(isUnreadable({"SpmSession", Bytes(19), {}}));
    QVERIFY(isUnreadable({"TraceError", Bytes(3), {}}));
    QVERIFY(isUnreadable({"RmtData", Bytes(3), {}}));
    QVERIFY(isUnreadable({"QueueInfo", {}, Bytes(30)}));
    QVERIFY(isUnreadable({"UserMarkerHist", Packer().add(1).add(1).add(~std::uint32_t(0)), {}})
            == false); // no table, too
}

void TestRdfPayloads::crashStates()
{
    const json out = summaryOf({crash(kUserMode,
                                      stateOf(1, 0, 0) + begun(1, 1, "a") + stateOf(2, 0xffffaaaa, 0xffffaaaa)
                                          + stateOf(3, 0xffffbbbb, 0xffffbbbb) + stateOf(4, 1, 0xffffaaaa)
                                          + begun(4, 1, "b") + stateOf(5, 9, 9) + stateOf(5, 0, 0)
                                          + begun(99, 1, "of a buffer nobody told of"))})["crash"];
    QVERIFY(same(out["command_buffer_states"],
                 (json {{"not_seen", 2}, {"not_started", 1}, {"done", 1}, {"in_flight", 1}})));
    QCOMPARE(out["in_flight"].size(), std::size_t(1));
    QVERIFY(same(out["in_flight"][0]["in_progress_paths"], json::array({"b"})));
    QVERIFY(same(out["in_flight"][0]["begin_without_end"], json(1)));
    QVERIFY(same(out["events"]["umd"], (json {{"16", 3}, {"18", 6}})));
    QVERIFY(same(out["events"]["kmd"], json::object()));
}

void TestRdfPayloads::crashMarkers()
{
    const auto info = [](std::uint32_t marker, const Bytes& payload) {
        return crashEvent(
            19, 0,
            Bytes(Packer().add(std::uint32_t(4)).add(marker).add(static_cast<std::uint16_t>(payload.size())))
                + payload);
    };
    const Bytes dispatch = Packer()
                               .add(std::uint8_t(5))
                               .add(std::uint32_t(0))
                               .add(std::uint32_t(8))
                               .add(std::uint32_t(4))
                               .add(std::uint32_t(1));
    // The GPU passed begin 5 and end 2: 3 ended in the recording, but not on the GPU.
    const Bytes events = stateOf(4, 0x20000005, 2) + begun(4, 1, "frame") + begun(4, 2, "shadow")
        + ended(4, 2) + begun(4, 3, "light") + begun(4, 0x20000004, "draw") + ended(4, 0x20000004)
        + begun(4, 0x20000005, "dispatch") + info(0x20000005, dispatch) + ended(4, 0x20000005) + ended(4, 3)
        + begun(4, 6, "post") + begun(4, 7, "blur") + ended(4, 7) + ended(4, 6) + ended(4, 1) + ended(4, 55);
    const json buffer = summaryOf({crash(kUserMode, events)})["crash"]["in_flight"][0];
    QVERIFY(same(buffer["status"], (json {{"finished", 1}, {"in_progress", 4}, {"not_started", 2}})));
    QVERIFY(same(buffer["in_progress_paths"], json::array({"frame/light/draw", "frame/light/dispatch"})));
    QVERIFY(same(buffer["end_without_begin"], json(1)));
    const json& frame = buffer["tree"][0];
    QCOMPARE(frame["children"].size(), std::size_t(3));
    QVERIFY(same(frame["children"][1]["children"][1]["info"], json("dispatch(8,4,1)")));
    QVERIFY(same(frame["children"][2],
                 (json {{"name", "post"}, {"marker", 6}, {"status", "not_started"}, {"hidden", 1}})));
    // Ends may cross; where the counter of the last end is missing the next higher one tells.
    const Bytes crossing = stateOf(4, 9, 3) + begun(4, 1, "a") + begun(4, 2, "b") + ended(4, 1)
        + begun(4, 4, "c") + ended(4, 4) + ended(4, 2);
    const json crossed = summaryOf({crash(kUserMode, crossing)})["crash"]["in_flight"][0];
    QVERIFY(same(crossed["status"]["finished"], json(2))); // 1 and 4; 2 ends behind it
    QVERIFY(same(crossed["tree"][0]["hidden"], json(2)));
    // Depth has no end, what is printed has.
    Bytes deep = stateOf(4, 0x0fffffff, 0xffffaaaa);
    for (std::uint32_t n = 1; n < 3000; ++n)
        deep = deep + begun(4, n, "x");
    const json deepest = summaryOf({crash(kUserMode, deep)})["crash"]["in_flight"][0];
    QVERIFY(same(deepest["markers"], json(2999)));
}

void TestRdfPayloads::crashTimes()
{
    const Bytes fault = Packer()
                            .add(std::uint32_t(1))
                            .add(std::uint32_t(2))
                            .add(std::uint64_t(0x5000))
                            .add(std::uint16_t(3))
                            .text("abc");
    const Bytes large = crashEvent(0, 0, Packer().add(std::uint64_t(5000)));
    const json faults = summaryOf({crash(kKernelMode,
                                         crashEvent(16, 7, fault) + large + crashEvent(16, 0, fault)
                                             + crashEvent(16, 9, fault))})["crash"]["page_faults"];
    const auto tick = [](std::uint64_t delta) { return (1000 + delta * 32) * 32; };
    QVERIFY(same(faults[0]["tick"], json(tick(7))));
    QVERIFY(same(faults[1]["tick"], json(tick(5000))));
    QVERIFY(same(faults[2]["tick"], json(tick(9)))); // from the base, not from the event before
    QVERIFY(same(faults[0]["process"], json("abc")));
    QVERIFY(same(faults[0]["rmt_tick"], json(nullptr)));
}

void TestRdfPayloads::brokenCrashes()
{
    const Bytes good = stateOf(4, 1, 0xffffaaaa) + begun(4, 1, "b");
    for (std::size_t left = 1; left < 12; ++left) {
        Bytes cut = ended(4, 1);
        cut.resize(left);
        const json summary = summaryOf({crash(kUserMode, good + cut)});
        QCOMPARE(codesOf(summary), std::set<std::string> {"crash-truncated-event"});
        QVERIFY(same(summary["crash"]["in_flight"][0]["markers"], json(1)));
    }
    QCOMPARE(codesOf(summaryOf({crash(5, good)})), std::set<std::string> {"crash-unknown-provider"});
    QCOMPARE(codesOf(summaryOf(
                 {crash(kUserMode, good + crashEvent(17, 0, Bytes(3)) + crashEvent(200, 0, Bytes(3)))})),
             std::set<std::string> {"crash-truncated-event"});
    const ChunkOf noHeader {"UmdCrashData", {}, crash(kUserMode, good).data};
    QCOMPARE(summaryOf({noHeader})["crash"]["in_flight"].size(), std::size_t(1)); // the data hold it, too
}

// All that was ever bound where the fault was, also what moved away since.
void TestRdfPayloads::pageFaults()
{
    const Bytes tokens = timestamp(1) + allocate(0x10000, 0x10000, 0) + createBuffer(1, 1)
        + bindTo(1, 0x10000, 0x8000) + createImage(2, 0) + bindTo(2, 0x14000, 0x1000) + named("gone", 2)
        + bindTo(1, 0x1c000, 0x100) + delta(5) + destroy(2);
    const auto at = [](std::uint64_t address) {
        return crash(
            kKernelMode,
            crashEvent(
                16, 0,
                Packer().add(std::uint32_t(1)).add(std::uint32_t(2)).add(address).add(std::uint16_t(0))));
    };
    const ChunkOf memory {"RmtData", rmtHeader(1, {1, 9}, tokens.size()), tokens};
    const json hit = summaryOf({memory, at(0x14010)})["crash"]["page_faults"][0]["resources"];
    QCOMPARE(hit.size(), std::size_t(2));
    QVERIFY(same(hit[0]["size"], json(0x8000)));
    QVERIFY(same(hit[0]["live_at_fault"], json(true)));
    QVERIFY(same(hit[1]["name"], json("gone")));
    QVERIFY(same(hit[1]["live_at_fault"], json(false)));
    QCOMPARE(summaryOf({memory, at(0)})["crash"]["page_faults"][0]["resources"].size(), std::size_t(0));
}

void TestRdfPayloads::validateTells()
{
    const auto document = open({{"RmtData", rmtHeader(0, {1, 9}, 13), timestamp(1) + Bytes(1, std::byte(2))},
                                submitted(1, 0, 1, 1)});
    QVERIFY(document->problems().all().empty()); // opening reads no payloads
    Job job;
    QVERIFY(document->validate(job));
    std::set<std::string_view> ids;
    for (const Diagnostic& problem : document->problems().all())
        ids.insert(codeInfo(problem.code).id);
    QVERIFY(ids.contains("rdf.rmt-unknown-token"));
    QVERIFY(ids.contains("rdf.queue-submit-no-gpu-time"));
    const std::size_t before = document->problems().all().size();
    summaryOf(*document);
    QVERIFY(document->validate(job));
    QCOMPARE(document->problems().all().size(), before); // each once
}

void TestRdfPayloads::goldenSummaries_data()
{
    QTest::addColumn<QString>("path");
    for (const char* const folder : {"rdf-payloads/valid", "rdf-payloads/malformed", "rdf-payloads/real"}) {
        for (const CorpusFile& golden : corpusFiles(folder, ".summary.json"))
            QTest::addRow("%s", golden.name.c_str()) << QString::fromStdString(golden.path.string());
    }
    if (corpusFiles("rdf-payloads/valid", ".summary.json").empty())
        QTest::addRow("none") << QString();
}

void TestRdfPayloads::goldenSummaries()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP(kNoCorpus);
    std::ifstream in(path.toStdString());
    json golden = json::parse(in, nullptr, false);
    QVERIFY(golden.is_object());
    const auto document =
        openCapture(path.chopped(int(std::string_view(".summary.json").size())).toStdString());
    QVERIFY(document);
    const json ours = summaryOf(**document);
    QVERIFY(ours.is_object());
    QCOMPARE(codesOf(ours), codesOf(golden));
    golden.erase("diagnostics");
    const std::string found = difference(golden, ours, "");
    QVERIFY2(found.empty(), found.c_str());
}

QTEST_GUILESS_MAIN(TestRdfPayloads)
#include "tst_rdf_payloads.moc"
