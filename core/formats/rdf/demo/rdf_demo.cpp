#include "core/formats/rdf/demo/rdf_demo.h"

#include "core/base/text.h"
#include "core/formats/demo_png.h"
#include "core/formats/demo_random.h"
#include "core/formats/rdf/demo/demo_writer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace traceglass::rdf {

namespace {

using namespace std::string_view_literals;

constexpr std::uint32_t kFrameGpu = 0x0300;
constexpr std::uint64_t kGpuHz = 100'000'000;
constexpr std::uint64_t kCpuStart = 9'812'004'112'340;
constexpr std::uint64_t kGpuStart = 77'120'448'231;
constexpr std::uint64_t kFrame = 4'812;
constexpr std::array<std::uint64_t, 3> kQueues = {0x55d0'8000'1000, 0x55d0'8000'2000, 0x55d0'8000'3000};

void paddedText(ByteWriter& out, std::string_view text, std::size_t size)
{
    out.raw(text);
    out.zeros(size - text.size());
}

constexpr std::string_view kSystemInfo = R"json({
  "version": 2,
  "driver": {"name": "radv", "version": "24.3.1", "isClosedSource": false, "software": "Mesa 24.3.1 (git-8b1f2c)"},
  "devdriver": {"tag": "2024.4", "major": 10, "minor": 2},
  "cpus": [
    {"name": "AMD Ryzen 9 7900X 12-Core Processor", "architecture": "x86-64", "vendorId": "AuthenticAMD",
     "numPhysicalCores": 12, "numLogicalCores": 24, "speed": {"max": 5733, "unit": "MHz"},
     "timestampClockFrequency": 4700000000}
  ],
  "gpus": [
    {"name": "AMD Radeon RX 7900 XTX", "pci": {"bus": 3, "device": 0, "function": 0},
     "asic": {"gpuIndex": 0, "family": 145, "eRevision": 1, "gfxEngine": "11.0.0",
              "ids": {"gfxEngine": 17, "family": 145, "eRev": 1, "revision": 200, "device": 29772}},
     "memory": {"type": "GDDR6", "bandwidth": 960000000000, "busBitWidth": 384,
                "heaps": [{"name": "local", "size": 25753026560}, {"name": "invisible", "size": 0}]},
     "clocks": {"engine": {"min": 500, "max": 2526, "unit": "MHz"}, "memory": {"min": 96, "max": 1249, "unit": "MHz"}}}
  ],
  "os": {"name": "Linux", "desc": "Debian GNU/Linux 12 (bookworm)", "hostname": "forge",
         "memory": {"physical": 67108864000, "swap": 0}, "config": {"kernel": "6.1.0-32-amd64"}},
  "processes": [{"name": "boss-fight", "pid": 31877, "path": "/opt/games/boss-fight/bin/boss-fight", "api": "Vulkan"}]
}
)json";

constexpr std::string_view kTraceConfig = R"json({
  "trace": {"mode": "frame", "frame": 4812, "preparation": {"warmup": 8, "captureQueueTimings": true}},
  "sources": [
    {"name": "queue", "version": 1, "enabled": true},
    {"name": "sqtt", "version": 4, "enabled": true, "bufferSize": 16777216, "instructions": false},
    {"name": "spm", "version": 2, "enabled": true, "interval": 4096, "counters": ["GL2C hit", "TCP busy", "SQ waves"]}
  ],
  "comment": "Boss arena, phase 2: frame time doubles when the shockwave starts – check the particle pass."
}
)json";

constexpr std::string_view kDriverOverrides = R"json({"components": [
  {"name": "compiler", "settings": [{"name": "waveSize", "value": 32, "default": "auto"}, {"name": "dumpShaders", "value": false}]},
  {"name": "memory", "settings": [{"name": "preferLocal", "value": true}]}
], "experiments": []}
)json";

ByteWriter asicInfo()
{
    ByteWriter out;
    out.numbers(kFrameGpu, 0);
    out.numbers(2'100'000'000ull, 1'249'000'000ull, kGpuHz, 2'526'000'000ull, 1'249'000'000ull);
    out.numbers(29772, 200, 1536, 128, 6, 16, 2, 16); // device, revision, registers, engines, units, waves
    out.zeros(96 - 80);
    out.numbers(8, 2); // discrete
    out.u16(11);
    out.zeros(136 - out.size());
    out.u64(25'753'026'560);
    out.numbers(384, 6'291'456, 32'768, 65'536); // bus, L2, L1, LDS
    paddedText(out, "AMD Radeon RX 7900 XTX", 256);
    for (const float rate : {4.0f, 96.0f, 192.0f, 6.0f})
        out.f32(rate);
    out.numbers(16, 9, 512);
    for (int i = 0; i < 64; ++i)
        out.u16(i < 12 ? 0xff : 0);
    out.zeros(588 - out.size());
    out.numbers(262'144, 32'768, 16'384, 100'663'296);
    out.zeros(608 - out.size());
    return out;
}

void writeFrameQueues(DemoWriter& out)
{
    for (std::size_t i = 0; i < kQueues.size(); ++i) {
        ByteWriter data;
        data.numbers(kFrameGpu, 0, kQueues[i], 0x7f31'0000'0000 + i * 0x1000);
        data.u8(static_cast<std::uint8_t>(i + 1)); // universal, compute, dma
        data.u8(static_cast<std::uint8_t>(i));
        data.zeros(6);
        out.chunk("QueueInfo", 1, Compression::none, data);
    }
    DemoRandom random(7);
    std::uint64_t cpu = kCpuStart, gpu = kGpuStart;
    for (std::uint32_t i = 0; i < 2'400; ++i) {
        const std::uint32_t kind = i % 300 == 299 ? 3
            : i % 5 == 4                          ? 1 + static_cast<std::uint32_t>(random.below(2))
                                                  : 0;
        const std::uint64_t queue = kQueues[i % 7 == 3 ? 1 : i % 11 == 5 ? 2 : 0];
        cpu += 2'000 + random.below(9'000);
        const std::uint64_t length = 400 + random.below(6'000) + (i / 300 == 5 ? 20'000 : 0); // the shockwave
        ByteWriter data;
        data.numbers(kFrameGpu, 0, queue, kind, kind == 0 ? 1'000 + i : 0, kFrame + i / 300, i % 300, 0);
        data.numbers(0x7f31'4400'0000 + i * 0x40, cpu);
        data.numbers(kind == 0 ? gpu : 0, kind == 0 ? gpu + length : 0);
        gpu += kind == 0 ? length + random.below(300) : 0;
        out.chunk("QueueEvent", 1, Compression::none, data);
    }
}

// Thread-trace tokens are dense and barely compress; counters rise and fall and do.
void writeTraces(DemoWriter& out)
{
    DemoRandom random(11);
    for (std::uint32_t engine = 0; engine < 4; ++engine) {
        ByteWriter header, data;
        header.numbers(kFrameGpu, engine, 4, 3, 4, engine * 2, 262'144ull, 0ull);
        for (int i = 0; i < 32'768; ++i)
            data.u64(random.next() & (i % 16 < 9 ? 0x00ff'0fff'ffff'ffff : 0xffff));
        out.chunk("SqttData", 4, engine % 2 ? Compression::zstd : Compression::none, data, header);
    }
    constexpr std::uint32_t kSamples = 16'384, kCounters = 6;
    ByteWriter session, times;
    session.numbers(kFrameGpu, 0, 4'096, kSamples, kCounters);
    for (std::uint64_t i = 0; i < kSamples; ++i)
        times.u64(kGpuStart + i * 4'096);
    out.chunk("SpmSession", 2, Compression::zstd, times, session);
    for (std::uint32_t counter = 0; counter < kCounters; ++counter) {
        ByteWriter header, data;
        header.numbers(kFrameGpu, 14 + counter, 0, counter * 3, 2);
        for (std::uint32_t i = 0; i < kSamples; ++i) {
            const double wave = std::sin(i * 0.002 * (counter + 1)) + (i > 9'000 && i < 11'000 ? 1.5 : 0);
            data.u16(static_cast<std::uint16_t>(2'000 + 700 * wave + static_cast<double>(random.below(64))));
        }
        out.chunk("SpmCounterData", 2, Compression::zstd, data, header);
    }
}

constexpr auto kPipelines =
    std::to_array<std::string_view>({"shadow cascade", "terrain", "boss body", "boss cloth",
                                     "shockwave particles", "bloom", "tone map", "interface"});

void writeCode(DemoWriter& out)
{
    DemoRandom random(23);
    ByteWriter loads, names, links;
    for (std::size_t i = 0; i < kPipelines.size(); ++i) {
        const std::uint64_t low = random.next(), high = random.next();
        ByteWriter header, elf;
        header.numbers(kFrameGpu, 0, low, high);
        elf.raw("\x7f"
                "ELF\x02\x01\x01\x41\0\0\0\0\0\0\0\0\x03\0\xe0\0\x01\0\0\0"sv);
        elf.zeros(232);
        elf.raw(kPipelines[i]);
        for (int word = 0; word < 3'000; ++word)
            elf.u32(word % 3 ? 0xBF80'0000u | static_cast<std::uint32_t>(random.below(512))
                             : static_cast<std::uint32_t>(random.next()));
        out.chunk("CodeObject", 2, i % 2 ? Compression::none : Compression::zstd, elf, header);
        loads.numbers(kFrameGpu, 0, 0x8000'0040'0000 + i * 0x1'0000, low, high, kCpuStart - 5'000'000 + i * 1'700);
        names.numbers(kFrameGpu, 0, 0x7f31'5500'0000 + i * 0x100, high, low);
        paddedText(names, kPipelines[i], 64);
        links.numbers(high, low, low, high, 0ull);
    }
    ByteWriter count;
    count.u32(kPipelines.size());
    out.chunk("COLoadEvent", 3, Compression::none, loads, count);
    out.chunk("PsoCorrelation", 3, Compression::none, names, count);
    out.chunk("COCorrelation", 4, Compression::none, links, count);

    ByteWriter tableHeader, table, markerHeader, markers;
    std::uint32_t at = 4 * kPipelines.size();
    for (const std::string_view name : kPipelines) {
        table.u32(at);
        at += static_cast<std::uint32_t>(name.size() + 1);
    }
    for (const std::string_view name : kPipelines) {
        table.raw(name);
        table.u8(0);
    }
    tableHeader.numbers(0, static_cast<std::uint32_t>(kPipelines.size()));
    out.chunk("StringTable", 1, Compression::none, table, tableHeader);
    for (std::uint32_t name = 1; name <= kPipelines.size(); ++name)
        markers.numbers(name << 2 | 1, 2);
    markerHeader.numbers(1'000, 0, static_cast<std::uint32_t>(2 * kPipelines.size()));
    out.chunk("UserMarkerHist", 1, Compression::none, markers, markerHeader);
}

std::string driverLog()
{
    DemoRandom random(31);
    constexpr auto messages = std::to_array<std::string_view>(
        {"queue: submit of command buffer", "memory: page table update for heap local, kB",
         "pipeline: cache hit for hash", "sqtt: buffer watermark at percent", "present: flip of image",
         "queue: waits for semaphore"});
    std::string out = "# driver log of frame 4812, times in microseconds since the capture began\n";
    std::uint64_t time = 0;
    for (int line = 0; line < 1'500; ++line) {
        time += 3 + random.below(90);
        const std::string_view level = line % 97 == 96 ? "warn " : "info ";
        out += std::to_string(time) + "\t" + std::string(level) + "\t"
            + std::string(messages[random.below(messages.size())]) + " " + std::to_string(random.below(100))
            + "\n";
        if (line == 1'003)
            out += std::to_string(time)
                + "\terror\tsqtt: shader engine 2 stalled for 1.8 ms – tokens were lost\n";
    }
    return out;
}

// The arena at dusk, the boss in it, and the shockwave around the boss.
ByteWriter thumbnail()
{
    constexpr std::uint32_t kWidth = 320, kHeight = 180;
    ByteWriter rgb;
    for (std::uint32_t y = 0; y < kHeight; ++y) {
        for (std::uint32_t x = 0; x < kWidth; ++x) {
            const double fx = x, fy = y;
            double red = 40 + fy * 1.0, green = 36 + fy * 0.45, blue = 84 + fy * 0.25; // sky
            const double ridge =
                92 + 14 * std::sin(fx * 0.021) + 8 * std::sin(fx * 0.067 + 1) + 3 * std::sin(fx * 0.19);
            if (fy > ridge) { // hills
                const double shade = std::min(1.0, (fy - ridge) / 90);
                red = 30 + 42 * shade;
                green = 26 + 34 * shade;
                blue = 44 + 8 * shade;
            }
            const double distance = std::hypot((fx - 178) * 1.0, (fy - 104) * 1.25);
            const double ring = std::exp(-std::pow((distance - 62) / 5, 2))
                + 0.35 * std::exp(-std::pow((distance - 84) / 3, 2));
            red += 200 * ring;
            green += 150 * ring;
            blue += 60 * ring;
            const double glow = std::exp(-distance / 26);
            red += 150 * glow;
            green += 50 * glow;
            if (distance < 20 + 4 * std::sin(std::atan2(fy - 104, fx - 178) * 9)) { // the boss
                red = 22;
                green = 14;
                blue = 26;
            }
            if (std::hypot(fx - 170, fy - 98) < 2.6 || std::hypot(fx - 186, fy - 98) < 2.6) { // its eyes
                red = 255;
                green = 214;
                blue = 92;
            }
            for (const double part : {red, green, blue})
                rgb.u8(static_cast<std::uint8_t>(std::clamp(part, 0.0, 255.0)));
        }
    }
    ByteWriter out;
    out.raw(encodePng({kWidth, kHeight, rgb.bytes(), {}}));
    return out;
}

ByteWriter heightMap()
{
    ByteWriter out;
    for (int y = 0; y < 256; ++y) {
        for (int x = 0; x < 256; ++x)
            out.f32(static_cast<float>(std::round(64 * (std::sin(x * 0.05) + std::cos(y * 0.04))) / 4));
    }
    return out;
}

ByteWriter drawCounts()
{
    DemoRandom random(41);
    ByteWriter out;
    for (std::uint32_t i = 0; i < 4'096; ++i)
        out.numbers(i, static_cast<std::uint32_t>(3 * random.below(20'000)));
    return out;
}

// The acceleration structures of the frame come as a capture of their own, the way one tool stores another's
// result.
Result<ByteWriter> sceneCapture()
{
    DemoWriter out(RdfWriter::toMemory());
    out.text(
        "SceneInfo", Compression::zstd,
        R"json({"name": "boss arena", "instances": 412, "bounds": {"min": [-120.5, 0, -98.25], "max": [131, 46.5, 102]},
 "materials": ["rock", "sand", "cloth", "ember"]}
)json");
    DemoRandom random(53);
    for (std::uint32_t level = 0; level < 3; ++level) {
        ByteWriter header, data;
        header.numbers(0x0040'0000 + level, 0x8001, 0, 128, 128, 64, level > 0 ? 1 : 0);
        for (int i = 0; i < 4'000; ++i)
            data.u32(static_cast<std::uint32_t>(random.below(1u << (8 * level + 8))));
        out.chunk("RawAccelStruct", 4, Compression::zstd, data, header);
    }
    out.text("Readme", Compression::none,
             "Bottom levels 1 and 2 are shared by all instances of the arena's rocks.\n");
    return out.finish().map([&] {
        ByteWriter bytes;
        bytes.raw(out.take());
        return bytes;
    });
}

}

Result<std::filesystem::path> writeDemo(const std::filesystem::path& folder)
{
    const std::filesystem::path path = folder / kDemo.file;
    auto writer = RdfWriter::create(path);
    if (!writer)
        return tl::unexpected(writer.error());
    DemoWriter out(std::move(*writer));

    ByteWriter api;
    api.u32(4); // Vulkan
    api.u16(1);
    api.u16(3);
    out.chunk("ApiInfo", 2, Compression::none, api);
    out.chunk("AsicInfo", 3, Compression::none, asicInfo());
    out.text("SystemInfo", Compression::zstd, kSystemInfo);
    out.text("TraceConfig", Compression::none, kTraceConfig);
    out.text("DriverOverrides", Compression::none, kDriverOverrides);
    ByteWriter process;
    constexpr std::string_view kProgram = "/opt/games/boss-fight/bin/boss-fight";
    process.numbers(31'877, static_cast<std::uint32_t>(kProgram.size() + 1));
    process.raw(kProgram);
    process.u8(0);
    out.chunk("TraceProcessInfo", 1, Compression::none, process);
    for (std::uint64_t i = 0; i < 2; ++i) {
        ByteWriter clock;
        clock.numbers(kFrameGpu, 0, kCpuStart + i * 40'000'000, kGpuStart + i * 4'000'000);
        out.chunk("ClockCalibration", 2, Compression::none, clock);
    }
    out.chunk("FrameThumbnail", 1, Compression::none, thumbnail());
    writeFrameQueues(out);
    writeTraces(out);
    writeCode(out);
    out.text("DriverLog", Compression::zstd, driverLog());
    out.chunk("HeightMap", 1, Compression::zstd, heightMap());
    out.chunk("DrawCounts", 1, Compression::none, drawCounts());
    auto scene = sceneCapture();
    if (!scene)
        return tl::unexpected(scene.error());
    out.chunk("SceneCapture", 1, Compression::zstd, *scene);

    return out.finish().map([&] { return path; });
}

const Demo kDemo {
    .format = "rdf",
    .label = "AMD GPU",
    .title = "GPU frame",
    .about = "Chunks, tables, a picture and a nested capture of one frame.",
    .file = "boss-fight-frame.rdf",
    .write = writeDemo,
};

}
