// Records as JSON, as `tglass records` prints them, of the demo captures of RDF, RFR and RTC; CondensedData,
// where reading the stream is a part of it, is in bench_cjfr.cpp.
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "tests/bench/bench.h"

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

}

void records()
{
    const TemporaryFolder folder;
    for (const std::string_view format : {"rdf", "rfr", "rtc"}) {
        if (const auto capture = findDemo(format)->write(folder.path))
            recordsOf(format, *capture);
    }
}

}
