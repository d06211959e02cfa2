// Records as JSON, as `tglass records` prints them, of the demo captures of RDF, RFR and RTC; CondensedData,
// where reading the stream is a part of it, is in bench_cjfr.cpp.
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/model/record_order.h"
#include "tests/bench/bench.h"
#include "tests/support/demo_captures.h"
#include "tests/support/open_capture.h"

#include <algorithm>
#include <random>

namespace traceglass::bench {

namespace {

void recordsOf(std::string_view format, const std::filesystem::path& capture)
{
    const auto document = openCapture(capture);
    if (!document)
        return;
    std::uint64_t records = 0, bytes = 0;
    const double seconds = median(
        [&] {
            records = bytes = 0;
            std::string out; // as the command line does: written away when it is full
            constexpr std::size_t kBuffer = 64 * 1024;
            RecordQuery query;
            query.json = true;
            Job job;
            (void)(*document)->records()->read(
                query,
                [&](const Record& record) {
                    ++records;
                    bytes += record.json.size();
                    out += record.json;
                    if (out.size() >= kBuffer)
                        out.clear();
                    return true;
                },
                job);
        },
        processSeconds, 5);
    const std::string name = std::string(format) + ".records";
    constexpr double kMillionsPromised = 1, kMegabytesPromised = 300; // one of them
    row(name, static_cast<double>(records) / seconds / 1e6, "M records/s", kMillionsPromised);
    row(name + ".json", static_cast<double>(bytes) / seconds / 1e6, "MB/s", kMegabytesPromised);
}

// A list of any length: what finding its places costs beside reading alone, and a page anywhere in it.
void listOf(std::string_view format, const std::filesystem::path& capture)
{
    const auto document = openCapture(capture);
    if (!document)
        return;
    const RecordsFacet& facet = *(*document)->records();
    RecordQuery places;
    places.placesOnly = true;
    std::uint64_t count = 0;
    Job job;
    const double plain = median(
        [&] {
            count = 0;
            (void)facet.read(
                places, [&](const Record&) { return ++count > 0; }, job);
        },
        processSeconds, 5);
    std::shared_ptr<RecordList> list;
    const double built = median(
        [&] {
            list = std::make_shared<RecordList>(RecordQuery {});
            (void)list->build(facet, job);
        },
        processSeconds, 5);
    const auto perRecord = [&](double seconds) { return seconds * 1e9 / static_cast<double>(std::max<std::uint64_t>(count, 1)); };
    row(std::string(format) + ".records.index", perRecord(built), "ns/record", 1.5 * perRecord(plain));
    constexpr std::size_t kPages = 200, kRows = 60;
    std::vector<double> pages;
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i < kPages && count > 0; ++i) {
        const auto begun = std::chrono::steady_clock::now();
        (void)RecordListing {list}.rows(facet, random() % count, kRows, job);
        pages.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
    }
    std::ranges::sort(pages);
    constexpr double kPagePromised = 50;
    if (!pages.empty())
        row(std::string(format) + ".records.page.p99", pages[pages.size() * 99 / 100], "ms", kPagePromised);
}

}

void records()
{
    const TemporaryFolder folder;
    for (const std::string_view format : {"rdf", "rfr", "rtc"}) {
        if (const auto capture = findDemo(format)->write(folder.path))
            recordsOf(format, *capture);
    }
    for (const std::string_view format : {"rdf", "rfr", "rtc", "cjfr"}) {
        if (const auto capture = findDemo(format)->write(folder.path))
            listOf(format, *capture);
    }
}

}
