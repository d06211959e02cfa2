// Indexing a whole RTC file: walking, checking, decoding, clocks and the timeline.
#include "core/base/workers.h"
#include "core/formats/formats.h"
#include "core/formats/rtc/wire/rtc_walk.h"
#include "core/formats/rtc/wire/rtc_writer.h"
#include "core/io/file.h"
#include "tests/bench/bench.h"
#include "tests/support/open_capture.h"

#include <array>
#include <atomic>
#include <cstring>

namespace traceglass::bench {

bool writeSamples(const std::filesystem::path& path, std::uint64_t frames)
{
    auto file = File::open(path, File::Mode::create);
    if (!file)
        return false;
    std::vector<std::byte> buffer;
    std::uint64_t offset = 0;
    const auto flush = [&]() -> Result<void> {
        auto written = file->writeAt(offset, buffer);
        offset += buffer.size();
        buffer.clear();
        return written;
    };
    rtc::Writer writer(
        [&](std::span<const std::byte> more) -> Result<void> {
            buffer.insert(buffer.end(), more.begin(), more.end());
            return buffer.size() < (4u << 20) ? Result<void>() : flush();
        },
        {});
    rtc::Stream clock;
    clock.name = "clk";
    clock.format = "uint64le";
    clock.length = 8;
    clock.isClock = true;
    clock.gain = "1e-9";
    const auto clockId = writer.addStream(clock);
    std::array<std::uint32_t, 4> ids {};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        rtc::Stream stream;
        stream.name = "sample/" + std::to_string(i);
        stream.format = "int64le";
        stream.length = 8;
        stream.clock = "clk";
        const auto id = writer.addStream(stream);
        if (!id)
            return false;
        ids[i] = *id;
    }
    std::array<std::byte, 8> payload;
    for (std::uint64_t i = 0; clockId && i < frames; ++i) {
        const std::uint64_t value = i % 10 == 0 ? i * 1000 : (i * 7919) % 4096;
        std::memcpy(payload.data(), &value, payload.size());
        if (!writer.write(i % 10 == 0 ? *clockId : ids[i % ids.size()], payload))
            return false;
    }
    return writer.finish() && flush();
}

namespace {

// The index alone, on all cores as the timeline's: of every frame its stream and where it lies.
void walkAll(const std::filesystem::path& path, std::uint64_t frames)
{
    const auto file = MappedFile::open(path);
    Job job;
    const auto ruler = file ? rtc::readRuler(**file, job) : fail(Code::FileUnreadable);
    if (!ruler)
        return;
    const double limit = streamingRead();
    std::atomic<std::uint64_t> count = 0;
    const double seconds = median(
        [&] {
            count = 0;
            forEachParallel(ruler->units.size(), 0, job, [&](std::size_t unit) {
                thread_local rtc::UnitFrames found;
                rtc::walkUnit((*file)->view(), *ruler, static_cast<std::uint32_t>(unit), {}, found);
                count += found.size();
            });
        },
        wallSeconds, 5);
    if (count < frames)
        return;
    row("rtc.index.walk", static_cast<double>((*file)->size()) / seconds / 1e9, "GB/s", limit);
    row("rtc.index.walk.frame", seconds * 1e9 / static_cast<double>(count), "ns");
}

}

void rtcIndex(std::uint64_t frames)
{
    const TemporaryPath temporary;
    if (!writeSamples(temporary.path, frames))
        return;
    walkAll(temporary.path, frames);
    const auto document = openCapture(temporary.path);
    if (!document)
        return;
    std::size_t memory = 0;
    std::uint64_t records = 0;
    double cpuSeconds = 0;
    const double seconds = median(
        [&] {
            const double before = processSeconds();
            Job job;
            IndexRequest request;
            request.publish = [&](const TimelinePtr& timeline) {
                if (!timeline->complete)
                    return;
                memory = timeline->memoryBytes();
                records = timeline->records;
            };
            (void)(*document)->timeline()->index(request, job);
            cpuSeconds = processSeconds() - before;
        },
        wallSeconds, 3);
    if (records != frames)
        return;
    row("rtc.index", seconds * 1e9 / static_cast<double>(records), "ns a frame, everything");
    row("rtc.index.cpu", cpuSeconds * 1e9 / static_cast<double>(records), "ns of all cores a frame");
    row("rtc.index.memory", static_cast<double>(memory) / static_cast<double>(records), "bytes a frame", 18);
}

}
