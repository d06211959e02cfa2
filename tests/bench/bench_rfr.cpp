#include "core/formats/rfr/demo/rfr_writer.h"
#include "core/formats/rfr/timeline/rfr_analysis.h"
#include "core/io/file.h"
#include "tests/bench/bench.h"

#include <filesystem>
#include <thread>

namespace traceglass::bench {

namespace {

using namespace traceglass::rfr;

// Records of 5.5 bytes on average: times of three bytes, short ids; what a dense recording looks like.
std::vector<std::byte> denseChunk(std::uint64_t second, std::uint64_t records, std::uint64_t firstIid)
{
    RecordingWriter out;
    std::uint64_t micros = (1'780'000'000 + second) * 1'000'000;
    const std::uint64_t step = 900'000 / records;
    constexpr RecordKind kinds[] = {RecordKind::taskPollStart, RecordKind::taskPollEnd};
    for (std::uint64_t i = 0; i < records; ++i, micros += step)
        out.record(1, micros, kinds[i % 2], firstIid + (i / 2) % 200);
    return out.chunks().front().bytes;
}

}

bool writePolls(const std::filesystem::path& folder, std::uint64_t records)
{
    RecordingWriter writer;
    std::uint64_t written = 0;
    std::uint64_t micros = 1'780'000'000'000'000;
    for (; written < records; micros += 2) {
        for (std::uint64_t sequence = 1; sequence <= 4; ++sequence) {
            const std::uint64_t iid = sequence * 64 + (micros / 4) % 50;
            writer.record(sequence, micros + sequence % 2,
                          micros % 4 == 0 ? RecordKind::taskPollStart : RecordKind::taskPollEnd, iid);
            ++written;
        }
    }
    return writer.write(folder).has_value();
}

void rfr()
{
    std::vector<std::vector<std::byte>> chunks;
    std::size_t bytes = 0;
    std::uint64_t records = 0;
    for (std::uint64_t i = 0; i < 64; ++i) {
        chunks.push_back(denseChunk(i, 400'000, 100));
        bytes += chunks.back().size();
        records += 400'000;
    }
    const auto decodeSome = [&](std::size_t first, std::size_t step) {
        for (std::size_t i = first; i < chunks.size(); i += step)
            decodeChunk(chunks[i]);
    };
    const double limit = streamingRead();
    const double one = median([&] { decodeSome(0, 1); }, threadSeconds, 5);
    row("rfr.decode.one-core", static_cast<double>(bytes) / one / 1e9, "GB/s", limit);
    row("rfr.decode.record", one * 1e9 / static_cast<double>(records), "ns");
    const double wallOne = median([&] { decodeSome(0, 1); }, wallSeconds, 5);
    const double wallTwo = median(
        [&] {
            std::jthread other([&] { decodeSome(1, 2); });
            decodeSome(0, 2);
        },
        wallSeconds, 5);
    row("rfr.decode.two-cores", wallOne / wallTwo, "times one core");

    // Merge and state machines, from files.
    std::error_code error;
    const auto folder =
        std::filesystem::temp_directory_path(error) / ("bench-" + std::to_string(std::rand()) + ".rfr");
    constexpr std::uint64_t kRecords = 4'000'000;
    if (writePolls(folder, kRecords)) {
        const Probe probe {folder, true, 0, {}};
        Job job;
        if (auto recording = openRecording(probe, job)) {
            const double start = processSeconds();
            Analysis analysis(**recording, [](const Diagnostic&) {});
            if (analysis.run((*recording)->byTime, 1, job, {})) {
                const auto timeline = analysis.finish(true);
                const double used = processSeconds() - start;
                row("rfr.merge-and-states", used * 1e9 / static_cast<double>(kRecords),
                    "ns per record, decode included");
                row("rfr.merge-and-states.rate", static_cast<double>(kRecords) / used / 1e6,
                    "million records/s");
            }
        }
    }
    std::filesystem::remove_all(folder, error);
}

}
