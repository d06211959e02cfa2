#include "core/formats/cjfr/demo/cjfr_demo.h"

#include "core/formats/cjfr/demo/jvm_shop.h"
#include "core/formats/cjfr/wire/cjfr_writer.h"
#include "core/io/file.h"

namespace traceglass::cjfr {

namespace {

constexpr std::int64_t kStartNs = 1'780'000'123'250'000'000; // 2026-05-28 20:28:43.25 UTC
constexpr std::uint64_t kDemoEvents = 200'000;
constexpr std::uint64_t kEventsAPiece = 10'000; // kept in memory before they are written

}

Result<void> writeRecording(const std::filesystem::path& path, std::uint64_t events,
                            std::optional<Codec> codec)
{
    auto file = File::open(path, File::Mode::create);
    if (!file)
        return tl::unexpected(file.error());
    Writer writer([&](std::span<const std::byte> bytes) { return file->write(bytes); },
                  {.codec = codec, .level = EncoderLevel::fast, .configuration = "lossless"});
    JvmRecorder recorder(writer.stream(), kStartNs);
    JvmShop shop(recorder, kStartNs, events);
    while (shop.play(kEventsAPiece)) {
        if (auto written = writer.flush(); !written)
            return written;
    }
    if (auto finished = writer.finish(shop.footer()); !finished)
        return finished;
    return file->close();
}

Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder)
{
    const std::filesystem::path path = folder / kDemo.file;
    if (auto written = writeRecording(path, kDemoEvents, Codec::lz4); !written)
        return tl::unexpected(written.error());
    return path;
}

const Demo kDemo {
    .format = "cjfr",
    .label = "JVM",
    .title = "Java service",
    .about = "A web shop: a lock convoy behind a slow disk, a report that fills the heap.",
    .file = "jvm-service.cjfr",
    .write = writeDemo,
};

}
