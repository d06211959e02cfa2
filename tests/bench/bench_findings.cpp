// What looking for findings costs beside indexing the same capture, on one core, and how long it takes on all of them: the
// demos, and captures that are large.
#include "core/findings/find.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/file.h"
#include "tests/bench/bench.h"
#include "tests/support/open_capture.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <thread>

namespace traceglass::bench {

namespace {

constexpr int kFindingRuns = 5;
constexpr double kPartOfIndexing = 0.05; // promised
constexpr double kSliceNs = 20;          // 2 s for 100 million slices, promised
constexpr double kStopMs = 50;

// How long it goes on once it is to stop: the longest of some moments, on all cores.
double stopping(const Document& document, const Timeline& timeline)
{
    constexpr int kMoments = 12;
    const RuleSettings settings;
    const auto look = [&](Job& job) { (void)findings::find(document, {timeline, settings}, {}, job); };
    double start = wallSeconds();
    Job whole;
    look(whole);
    const double needed = wallSeconds() - start;
    double longest = 0;
    for (int i = 0; i < kMoments; ++i) {
        std::stop_source source;
        double ended = 0;
        std::thread looking([&] {
            Job job(source.get_token());
            look(job);
            ended = wallSeconds();
        });
        std::this_thread::sleep_for(std::chrono::duration<double>(needed * (i + 0.5) / kMoments));
        start = wallSeconds();
        source.request_stop();
        looking.join();
        longest = std::max(longest, ended - start);
    }
    return longest;
}

// A device that is restarted again and again. In each run it says hello, and one of three sensors is silent for a
// while.
bool writeRuns(const std::filesystem::path& path, int runs)
{
    constexpr int kSteps = 200, kSilentFrom = 100, kSilentTo = 120; // of 10 ms
    std::vector<std::byte> bytes;
    const auto take = [&](std::span<const std::byte> more) -> Result<void> {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return {};
    };
    const auto writeRun = [&](int run) {
        rtc::Writer writer(take, {.unitSize = 65'536, .minorSize = 8'192});
        const auto add = [&](const char* name, const char* format, bool isClock) {
            rtc::Stream stream;
            stream.name = name;
            stream.format = format;
            stream.isClock = isClock;
            stream.clock = isClock ? "" : "clk";
            stream.gain = isClock ? "1e-3" : "";
            return writer.addStream(stream);
        };
        const auto clock = add("clk", "uint32le", true), log = add("stdout", "utf-8", false);
        const std::array sensors = {add("sensor/0", "uint32le", false), add("sensor/1", "uint32le", false),
                                    add("sensor/2", "uint32le", false)};
        bool isGood =
            clock && log && std::ranges::all_of(sensors, [](const auto& id) { return id.has_value(); });
        const auto write = [&](std::uint32_t stream, std::uint32_t value) {
            std::array<std::byte, sizeof value> payload;
            std::memcpy(payload.data(), &value, payload.size());
            isGood = isGood && writer.write(stream, payload);
        };
        for (int i = 0; isGood && i < kSteps; ++i) {
            const auto ms = static_cast<std::uint32_t>((run * 2 * kSteps + i) * 10);
            write(*clock, ms);
            if (i == 0)
                isGood = isGood && writer.write(*log, std::as_bytes(std::span("hello from the device", 21)));
            for (std::size_t n = 0; n < sensors.size(); ++n)
                if (n > 0 || i < kSilentFrom || i >= kSilentTo)
                    write(*sensors[n], ms * 7'919 % 4'096);
        }
        return isGood && writer.finish();
    };
    for (int run = 0; run < runs; ++run)
        if (!writeRun(run))
            return false;
    auto file = File::open(path, File::Mode::create);
    return file && file->write(bytes) && file->close();
}

void ofCapture(const std::string& name, const std::filesystem::path& path)
{
    Result<std::unique_ptr<Document>> document = openCapture(path);
    TimelinePtr timeline;
    const double indexing = median(
        [&] {
            document = openCapture(path); // anew: some formats keep what they read
            if (!document)
                return;
            Job job;
            IndexRequest request;
            request.threads = 1;
            request.publish = [&](TimelinePtr done) { timeline = std::move(done); };
            (void)(*document)->timeline()->index(request, job);
        },
        processSeconds, kFindingRuns);
    if (!document || !timeline || !timeline->complete)
        return;
    bool isGood = true;
    const auto look = [&](unsigned threads, double (*clock)()) {
        const auto once = [&] {
            Job job;
            const RuleSettings settings;
            isGood =
                isGood && findings::find(**document, {*timeline, settings, threads}, {}, job).has_value();
        };
        return median(once, clock, kFindingRuns);
    };
    const double looking = look(1, processSeconds), waiting = look(0, wallSeconds);
    if (!isGood)
        return;
    constexpr double kMilliseconds = 1e3, kNanoseconds = 1e9;
    row("findings." + name, looking * kMilliseconds, "ms", indexing * kPartOfIndexing * kMilliseconds);
    const auto slices = static_cast<double>(slicesOf(*timeline));
    row("findings." + name + ".slice", looking * kNanoseconds / slices, "ns a slice", kSliceNs);
    row("findings." + name + ".slice.all-cores", waiting * kNanoseconds / slices, "ns a slice", kSliceNs);
    row("findings." + name + ".stop", stopping(**document, *timeline) * kMilliseconds, "ms", kStopMs);
}

}

void findings()
{
    for (const Demo* const demo : demos()) {
        const TemporaryFolder folder;
        if (const auto path = demo->write(folder.path))
            ofCapture(path->filename().string(), *path);
    }
    const TemporaryFolder folder;
    if (cjfr::writeRecording(folder.path / "events.cjfr", 1'000'000, {}))
        ofCapture("cjfr.1m", folder.path / "events.cjfr");
    if (writePolls(folder.path / "polls.rfr", 4'000'000))
        ofCapture("rfr.4m", folder.path / "polls.rfr");
    if (writeSamples(folder.path / "samples.rtc", 20'000'000))
        ofCapture("rtc.20m", folder.path / "samples.rtc");
    if (writeRuns(folder.path / "runs.rtc", 5'000))
        ofCapture("rtc.5k-runs", folder.path / "runs.rtc");
}

}
