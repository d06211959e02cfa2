// What looking for findings costs beside indexing the same capture, on one core, and how long it takes on all of them: the
// demos, and captures that are large.
#include "core/findings/find.h"
#include "core/formats/cjfr/demo/cjfr_demo.h"
#include "core/formats/demo.h"
#include "core/formats/formats.h"
#include "tests/bench/bench.h"
#include "tests/support/open_capture.h"

#include <algorithm>
#include <chrono>
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
}

}
