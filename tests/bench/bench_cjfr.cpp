// CondensedData: from the file to the complete timeline, against decompressing it and throwing the bytes
// away.
#include "core/formats/cjfr/cjfr_document.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "tests/bench/bench.h"
#include "tests/support/open_condensed.h"

#include <array>

namespace traceglass::bench {

namespace {

struct Case
{
    std::string_view name;
    std::optional<Codec> codec;
    std::uint64_t events;
    bool isSlow; // the codec decides how long it takes: compared with it alone
};

constexpr std::array kCases = {
    Case {"none", {}, 5'000'000, false},          Case {"lz4", Codec::lz4, 5'000'000, false},
    Case {"zstd", Codec::zstd, 5'000'000, false}, Case {"gzip", Codec::gzip, 5'000'000, true},
    Case {"xz", Codec::xz, 1'000'000, true},      Case {"bzip2", Codec::bzip2, 1'000'000, true},
};

// What the reference reader of the format reaches at best, in million events a second: ten times that is
// asked.
constexpr double kTenReaders = 10.0;

// Bytes that come out of the stored stream; what the codec's library takes for them is timed by the caller.
std::uint64_t decodeAway(const cjfr::CjfrFile& file)
{
    const auto decoder = makeDecoder(*file.header().codec);
    const ByteRange stored = file.storedStream();
    decoder->start(file.mapped(), stored.offset, stored.length, ~std::uint64_t(0),
                   StreamDecoder::Rest::endsTheData);
    std::vector<std::byte> piece(256 * 1024);
    while (decoder->state() == StreamDecoder::State::more)
        decoder->read(piece);
    return decoder->decoded();
}

std::unique_ptr<cjfr::CjfrDocument> open(const std::filesystem::path& path)
{
    auto document = openCondensed(path);
    return document
        ? std::unique_ptr<cjfr::CjfrDocument>(static_cast<cjfr::CjfrDocument*>(document->release()))
        : nullptr;
}

std::uint64_t slicesIn(const Timeline& timeline)
{
    std::uint64_t out = 0;
    for (std::uint32_t track = 0; track < timeline.trackCount(); ++track) {
        for (const RowId row : timeline.rows(TrackId(track)))
            out += timeline.sliceCount(row);
    }
    return out;
}

// As `tglass records` does, reading the stream included.
void measureRecords(const std::filesystem::path& path, std::uint64_t events)
{
    constexpr int runs = 5;
    std::uint64_t bytes = 0, records = 0;
    const double seconds = median(
        [&] {
            const auto document = open(path);
            RecordQuery query;
            query.json = true;
            bytes = 0;
            const auto sink = [&](const Record& record) {
                bytes += record.json.size() + 1; // a line
                return true;
            };
            Job job;
            records = document->records()->read(query, sink, job).value_or(0);
        },
        processSeconds, runs);
    if (records != events)
        return;
    constexpr double kMillionEvents = 1, kMegabytes = 300;
    row("cjfr.records", static_cast<double>(events) / seconds / 1e6, "M events/s", kMillionEvents);
    row("cjfr.records.json", static_cast<double>(bytes) / seconds / 1e6, "MB/s", kMegabytes);
}

void measure(const Case& what)
{
    const TemporaryPath temporary;
    if (!cjfr::writeRecording(temporary.path, what.events, what.codec))
        return;
    const auto name = [&](std::string_view row) {
        return "cjfr." + std::string(what.name) + '.' + std::string(row);
    };
    constexpr int runs = 5;
    std::uint64_t events = 0, bytes = 0, slices = 0;
    std::size_t timelineBytes = 0;
    const double scan = median(
        [&] {
            const auto document = open(temporary.path);
            Job job;
            if (const auto index = document->file().indexNow(job)) {
                events = (*index)->events();
                bytes = (*index)->end - (*index)->begin;
            }
        },
        wallSeconds, runs);
    const auto index = [&] {
        const auto document = open(temporary.path);
        Job job;
        IndexRequest request;
        request.publish = [&](const TimelinePtr& timeline) {
            if (!timeline->complete)
                return;
            slices = slicesIn(*timeline);
            timelineBytes = timeline->memoryBytes();
        };
        (void)document->timeline()->index(request, job);
    };
    const auto opened = open(temporary.path);
    const auto alone = [&] {
        if (what.isSlow)
            (void)decodeAway(opened->file());
    };
    // By turns: how fast the machine is changes within seconds.
    std::vector<double> alls, alones;
    for (int i = 0; i < runs; ++i) {
        alls.push_back(median(index, wallSeconds, 1));
        alones.push_back(median(alone, wallSeconds, 1));
    }
    const double all = percentile(alls, 0.5), codec = percentile(alones, 0.5);
    if (events != what.events || slices == 0)
        return;
    row(name("scan"), static_cast<double>(events) / scan / 1e6, "M events/s");
    if (!what.isSlow) {
        row(name("index"), static_cast<double>(events) / all / 1e6, "M events/s", kTenReaders);
    } else {
        row(name("index"), static_cast<double>(bytes) / all / 1e6, "MB/s",
            static_cast<double>(bytes) / codec / 1e6);
    }
    if (!what.codec) {
        constexpr double kAtMost = 18;
        row("cjfr.memory", static_cast<double>(timelineBytes) / static_cast<double>(slices), "bytes a slice",
            kAtMost);
        measureRecords(temporary.path, what.events);
    }
}

}

void cjfr()
{
    for (const Case& what : kCases)
        measure(what);
}

}
