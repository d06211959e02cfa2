// Tables of statistics that formats make, against what they cannot do without: passing over the messages of a
// stream, reading the records of all threads in order, walking and decoding frames. And tables of slices by two
// keys, against those by one.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/model/fields_facet.h"
#include "core/query/field_columns.h"
#include "core/stats/second_key.h"
#include "tests/bench/bench.h"
#include "tests/support/demo_captures.h"
#include "tests/support/open_capture.h"
#include "tests/support/open_condensed.h"

namespace traceglass::bench {

namespace {

constexpr int kStatisticRuns = 5;
constexpr double kNanoseconds = 1e9;

TimelinePtr timelineOf(const Document& document)
{
    TimelinePtr out;
    Job job;
    IndexRequest request;
    request.publish = [&](TimelinePtr timeline) { out = std::move(timeline); };
    (void)document.timeline()->index(request, job);
    return out;
}

// Seconds for a table on one core; 0 where it has no rows.
double secondsFor(const Document& document, const Timeline& timeline, std::string_view id,
                  std::optional<TimeRange> range = {})
{
    std::size_t rows = 0;
    const double seconds = median(
        [&] {
            Job job;
            const auto table = document.statistics()->table(id, {timeline, range, {}, 1}, job);
            rows = table ? table->size() : 0;
        },
        processSeconds, kStatisticRuns);
    return rows > 0 ? seconds : 0;
}

void ofJvm()
{
    constexpr std::uint64_t kEvents = 1'000'000;
    const TemporaryPath temporary;
    if (!cjfr::writeRecording(temporary.path, kEvents, {}))
        return;
    const auto opened = openCondensed(temporary.path);
    const TimelinePtr timeline = opened ? timelineOf(**opened) : nullptr;
    if (!timeline)
        return;
    const cjfr::CjfrFile& file = static_cast<const cjfr::CjfrDocument&>(**opened).file();
    const double pass = median(
        [&] {
            Job job;
            if (const auto index = file.indexNow(job))
                (void)file.eachMessage(
                    **index, job, [](const cjfr::Type&) -> const cjfr::KeptFields* { return nullptr; },
                    [](const cjfr::Message&, const cjfr::Kept&) { return true; });
        },
        processSeconds, kStatisticRuns);
    const double limit = pass * kNanoseconds / kEvents;
    for (const char* id : {"gc", "io", "threads"})
        row(std::string("stats.") + id, secondsFor(**opened, *timeline, id) * kNanoseconds / kEvents,
            "ns per event", limit);
}

// A row for each pair of a name and a track, or a value of a field that has been read before.
void ofTwoKeys(const TemporaryFolder& folder)
{
    const auto path = findDemo("cjfr")->write(folder.path);
    const auto document = path ? openCapture(*path) : tl::unexpected(path.error());
    const TimelinePtr timeline = document ? timelineOf(**document) : nullptr;
    if (!timeline || slicesOf(*timeline) == 0)
        return;
    const query::FieldColumns columns((*document)->fields());
    const auto perSlice = [&](std::string_view second) {
        std::size_t rows = 0;
        const double seconds = median(
            [&] {
                Job job;
                stats::SliceQuestion question;
                question.threads = 1;
                if (!second.empty()) {
                    const auto key = stats::readSecondKey(second, question, timeline, columns, job);
                    if (!key)
                        return;
                    question.second = *key;
                }
                const auto table = stats::SliceTable::make(timeline, question, job);
                rows = table ? table->table().size() : 0;
            },
            processSeconds, kStatisticRuns);
        return rows > 0 ? seconds * kNanoseconds / static_cast<double>(slicesOf(*timeline)) : 0;
    };
    constexpr double kTimesOneKey = 5;
    const double oneKey = perSlice({});
    row("stats.second-key.track", perSlice("track"), "ns per slice", kTimesOneKey * oneKey);
    row("stats.second-key.field", perSlice("status"), "ns per slice", kTimesOneKey * oneKey);
}

void of(std::string_view format, std::string_view id, const TemporaryFolder& folder)
{
    const auto path = findDemo(format)->write(folder.path);
    const auto document = path ? openCapture(*path) : tl::unexpected(path.error());
    const TimelinePtr timeline = document ? timelineOf(**document) : nullptr;
    if (!timeline || timeline->records == 0)
        return;
    const double indexing = median(
        [&] {
            Job job;
            IndexRequest request;
            request.threads = 1;
            (void)(*document)->timeline()->index(request, job);
        },
        processSeconds, kStatisticRuns);
    const double aRecord = kNanoseconds / static_cast<double>(timeline->records);
    const std::string name = "stats." + std::string(id);
    row(name, secondsFor(**document, *timeline, id) * aRecord, "ns per record", indexing * aRecord);
    row(name + ".range", secondsFor(**document, *timeline, id, timeline->range) * aRecord, "ns per record",
        indexing * aRecord);
}

}

void statistics()
{
    const TemporaryFolder folder;
    ofJvm();
    of("rfr", "tasks", folder);
    of("rtc", "streams", folder);
    ofTwoKeys(folder);
}

}
