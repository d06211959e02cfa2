// Queries on fields of records: the first one scans the capture, gives each slice its value, and is compared
// with a pass that decodes all and does nothing; the next one has the values. And queries on the nodes of the
// structure, all of which are looked at.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/formats/rfr/rfr_document.h"
#include "core/formats/rtc/demo/rtc_demo.h"
#include "core/formats/rtc/rtc_document.h"
#include "core/model/fields_facet.h"
#include "core/query/field_columns.h"
#include "core/query/node_hits.h"
#include "core/query/parse.h"
#include "core/query/run.h"
#include "tests/bench/bench.h"
#include "tests/support/demo_captures.h"
#include "tests/support/open_capture.h"
#include "tests/support/open_condensed.h"

namespace traceglass::bench {

namespace {

void measureFields(const std::string& format, const Document& document, const char* text, const char* field,
                   const std::function<void()>& plainPass)
{
    TimelinePtr timeline;
    IndexRequest request;
    request.publish = [&](TimelinePtr next) { timeline = std::move(next); };
    Job job;
    if (!document.timeline()->index(request, job))
        return;
    const auto expr = query::parse(text);
    query::Scope scope;
    scope.threads = 1;
    std::uint64_t found = 0;
    const auto ask = [&](const query::FieldColumns& columns) {
        const auto hits = query::run(timeline, &columns, *expr, scope, job);
        found = hits ? hits->count() : 0;
    };
    const query::FieldColumns kept(document.fields());
    const std::vector<std::uint32_t> fields = fieldsNamed(*kept.catalogue(), field);
    ask(kept);
    if (found == 0)
        return;
    constexpr double kTimesThePass = 1.3;
    const double first = median([&] { ask(query::FieldColumns(document.fields())); }, processSeconds, 5);
    const double next = median([&] { ask(kept); }, processSeconds, 5);
    const double plain = median(plainPass, processSeconds, 5);
    struct Nothing : FieldSink
    {
        void take(const FieldRecord&) override { }
        void finish() override { }
    };
    const double scan = median(
        [&] {
            (void)document.fields()->scan(
                {fields, 1}, [] { return std::make_unique<Nothing>(); }, job);
        },
        processSeconds, 5);
    row("find.fields." + format + ".scan", scan / plain, "times the decode pass", kTimesThePass);
    row("find.fields." + format + ".first", first / plain, "times the decode pass", kTimesThePass);
    row("find.fields." + format + ".next", next * 1e9 / static_cast<double>(slicesOf(*timeline)),
        "ns per slice", 5);
}

void measureStructure(std::string_view format, const std::filesystem::path& folder)
{
    const auto path = findDemo(format)->write(folder);
    const auto document = path ? openCapture(*path) : tl::unexpected(path.error());
    const auto expr = query::parse("a text that stands nowhere");
    if (!document || !expr)
        return;
    std::uint64_t looked = 0;
    const double seconds = median(
        [&] {
            Job job;
            query::NodeHits hits(*expr);
            (void)hits.build(*(*document)->structure(), (*document)->sourceCount(), job);
            looked = hits.looked();
        },
        processSeconds, 5);
    row("find.structure." + std::string(format), seconds * 1e9 / static_cast<double>(looked), "ns per node",
        2'000);
}

// Requests with a status, among polls of tasks.
void writeRequests(const std::filesystem::path& folder)
{
    rfr::RecordingWriter out;
    std::uint64_t micros = 1'780'000'000'000'000;
    out.setCreated(micros);
    out.addCallsite({.id = 1,
                     .level = 30,
                     .kind = 1,
                     .constFields = {},
                     .fieldNames = {"message", "status", "elapsed_ms"}});
    out.addTask({.iid = 7, .callsite = 1, .taskId = 20, .name = "upload"});
    for (std::uint64_t i = 0; i < 1'500'000; ++i, micros += 3) {
        out.record(1, micros, i % 2 == 0 ? rfr::RecordKind::taskPollStart : rfr::RecordKind::taskPollEnd, 7);
        if (i % 4 != 1)
            continue;
        rfr::Event event;
        event.callsite = 1;
        event.values = {std::string_view("request done"), std::uint64_t(i % 97 == 0 ? 500 : 200),
                        rfr::F64 {i}};
        out.event(1, micros + 1, event);
    }
    (void)out.write(folder);
}

}

void fields()
{
    std::error_code error;
    {
        const TemporaryPath path;
        if (cjfr::writeRecording(path.path, 2'000'000, {}))
            if (const auto opened = openCondensed(path.path)) {
                const auto& document = static_cast<const cjfr::CjfrDocument&>(**opened);
                measureFields("cjfr", document, "status >= 500 or status = 402", "status", [&] {
                    Job job;
                    (void)document.file().eachMessage(
                        *document.file().knownIndex(), job,
                        [](const cjfr::Type&) -> const cjfr::KeptFields* { return nullptr; },
                        [](const cjfr::Message&, const cjfr::Kept&) { return true; });
                });
            }
    }
    {
        const TemporaryPath path;
        writeRequests(path.path);
        const Probe probe {path.path, true, 0, {}};
        Job job;
        if (auto recording = rfr::openRecording(probe, job)) {
            const rfr::RfrDocument document(std::move(*recording));
            auto plain = rfr::openRecording(probe, job);
            measureFields("rfr", document, "status >= 500", "status", [&] {
                for (const std::uint32_t chunk : (*plain)->byTime)
                    (void)rfr::decodePiece(**plain, chunk, job);
            });
        }
        std::filesystem::remove_all(path.path, error);
    }
    const TemporaryFolder folder;
    for (const std::string_view format : {"rdf", "rfr", "rtc", "cjfr"})
        measureStructure(format, folder.path);
    Job job;
    if (const auto path = rtc::kDemo.write(folder.path))
        if (auto opened = rtc::RtcFile::open(*path, job)) {
            const rtc::RtcDocument document(std::move(*opened));
            auto other = rtc::RtcFile::open(*path, job);
            DiagnosticLog log;
            const rtc::RtcFile file(std::move(*other), log);
            struct Nothing
            {
                bool timed(std::uint32_t, std::uint64_t, std::span<const std::byte>, std::int64_t) const
                {
                    return true;
                }
                bool operator()(const rtc::Frame&) const { return true; }
            };
            measureFields("rtc", document, "imu/accel.x > 2000", "imu/accel.x", [&] {
                rtc::Decoder decoder(file.bytes(), file.ruler(), file.axes());
                rtc::UnitFrames frames;
                for (std::uint32_t unit = 0; unit < file.ruler().units.size(); ++unit) {
                    rtc::walkUnit(file.bytes(), file.ruler(), unit, {}, frames);
                    decoder.feed(frames, Nothing {});
                }
                decoder.finish(Nothing {});
            });
        }
}

}
