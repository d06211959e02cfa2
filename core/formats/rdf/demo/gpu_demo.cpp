#include "core/formats/rdf/demo/gpu_demo.h"

#include "core/formats/demo_random.h"
#include "core/formats/rdf/demo/gpu_demo_story.h"
#include "core/formats/rdf/demo/written_fields.h"
#include "core/formats/rdf/payloads/code_objects.h"
#include "core/formats/rdf/payloads/counters.h"
#include "core/formats/rdf/payloads/device_info.h"

namespace traceglass::rdf {

namespace {

using namespace std::string_view_literals;
using namespace fight;

constexpr std::string_view kFightSystem = R"json({
  "version": 2,
  "driver": {"name": "AMDVLK", "softwareVersion": "2025.Q1.3", "isClosedSource": false},
  "devdriver": {"tag": "2024.4", "major": 10, "minor": 2},
  "cpus": [
    {"name": "AMD Ryzen 9 7900X 12-Core Processor", "architecture": "x86-64", "vendorId": "AuthenticAMD",
     "numPhysicalCores": 12, "numLogicalCores": 24, "speed": {"max": 5733}, "cpuTimeClockFreq": 1000000000}
  ],
  "gpus": [
    {"name": "AMD Radeon RX 7900 XTX", "pci": {"bus": 3, "device": 0, "function": 0},
     "asic": {"gpuIndex": 0, "gpuCounterFreq": 100000000, "numCus": 96,
              "ids": {"gfxEngine": 13, "family": 145, "eRev": 1, "revision": 200, "device": 29772}},
     "memory": {"type": "Gddr6", "bandwidthBytesPerSec": 960000000000, "busBitWidth": 384,
                "heaps": {"local": {"physicalAddress": 0, "size": 25753026560},
                          "invisible": {"physicalAddress": 25753026560, "size": 0}}}}
  ],
  "os": {"name": "Debian GNU/Linux 12", "type": "Linux", "hostname": "forge",
         "memory": {"physical": 67108864000, "swap": 0}},
  "processes": [{"name": "boss-fight", "processId": 31877, "path": "/opt/games/boss-fight/bin/boss-fight"}]
}
)json";
constexpr std::string_view kFightProgram = "/opt/games/boss-fight/bin/boss-fight";

void writeDevice(DemoWriter& out)
{
    constexpr std::uint32_t kVulkan = 4;
    out.chunk("ApiInfo", 2, Compression::none, writtenBytes(ApiInfo {kVulkan, 1, 3}));
    AsicInfo asic;
    asic.pci = kPci;
    asic.timestampHz = kGpuHz;
    asic.vramBytes = 25'753'026'560;
    asic.gfxLevel = {11, 0, 0};
    asic.name = "AMD Radeon RX 7900 XTX";
    out.chunk("AsicInfo", 3, Compression::none, writtenBytes(asic));
    out.text("SystemInfo", Compression::zstd, kFightSystem);
    const auto process =
        writtenBytes(ProcessInfo {.pid = kPid,
                                  .pathLength = static_cast<std::uint32_t>(kFightProgram.size() + 1),
                                  .path = kFightProgram});
    out.chunk("TraceProcessInfo", 1, Compression::none, process);
    for (const std::uint64_t us : {std::uint64_t(0), kEnd})
        out.chunk("ClockCalibration", 2, Compression::none,
                  writtenBytes(ClockCalibration {kPci, cpuTick(us), gpuTick(us)}));
}

// A pipeline a pass, loaded before the first frame; and another one for the particles, when the slow frame needs it.
void writePipelines(DemoWriter& out)
{
    struct Pipeline
    {
        std::string_view name;
        std::uint64_t loadedAt = 0;
    };
    std::vector<Pipeline> pipelines;
    for (const RenderPass& pass : kPasses)
        pipelines.push_back({pass.name(), 30 + 40 * pipelines.size()});
    pipelines.push_back(
        {"particles, variant for debris"sv, callAt(kSlowFrame, kPasses[kParticles].call) - 450});

    DemoRandom random(29);
    ByteWriter loads, names, links;
    for (const Pipeline& pipeline : pipelines) {
        const Hash128 code {random.next(), random.next()}, hash {random.next(), random.next()};
        ByteWriter elf;
        elf.raw("\x7f"
                "ELF\x02\x01\x01\x41\0\0\0\0\0\0\0\0\x03\0\xe0\0\x01\0\0\0"sv);
        elf.zeros(232);
        elf.raw(pipeline.name);
        for (int word = 0; word < 1'500; ++word)
            elf.u32(0xBF80'0000u | static_cast<std::uint32_t>(random.below(512)));
        out.chunk("CodeObject", 2, Compression::zstd, elf.bytes(),
                  writtenBytes(CodeObjectHeader {kPci, code}));
        loads.raw(writtenBytes(CodeObjectLoad {kPci, 0, 0x8000'0040'0000 + loads.size() * 0x800, code,
                                               cpuTick(pipeline.loadedAt)}));
        names.raw(writtenBytes(PipelineCorrelation {kPci, random.next(), hash, pipeline.name}));
        links.raw(writtenBytes(CodeObjectCorrelation {hash, code, 0}));
    }
    const std::vector<std::byte> count =
        writtenBytes(EntryCount {static_cast<std::uint32_t>(pipelines.size())});
    out.chunk("COLoadEvent", 3, Compression::none, loads.bytes(), count);
    out.chunk("PsoCorrelation", 3, Compression::none, names.bytes(), count);
    out.chunk("COCorrelation", 4, Compression::none, links.bytes(), count);
}

// What the GPU is busy with at a moment.
struct Load
{
    bool isDrawing = false, isComputing = false, isSlow = false;
};
Load loadAt(std::uint64_t us)
{
    Load out;
    for (std::size_t frame = 0; frame < kFrames.size(); ++frame) {
        const FrameSpans spans = spansOf(frame);
        for (std::size_t pass = 0; pass < kPasses.size(); ++pass) {
            if (us < spans[pass].begin || us >= spans[pass].end)
                continue;
            (kPasses[pass].queue == Queue::compute ? out.isComputing : out.isDrawing) = true;
            out.isSlow = out.isSlow || (frame == kSlowFrame && pass == kParticles);
        }
    }
    return out;
}

// Counters every 25 us. While the particles hang, few waves run, and those miss the cache.
void writeCounters(DemoWriter& out)
{
    constexpr std::uint64_t kEvery = 25, kClocks = 25 * 2'500; // between two samples; of the shader's clock
    constexpr std::uint32_t kGrbm = 17, kGl2c = 38, kSqWgp = 49;
    struct Counter
    {
        std::uint32_t block, instance, event;
        std::uint64_t drawing, computing, slow; // what a sample adds up to
    };
    constexpr auto kCounters = std::to_array<Counter>({{kGrbm, 0, 2, kClocks, kClocks, kClocks}, // busy
                                                       {kSqWgp, 0, 4, 5'200, 3'400, 90},         // waves
                                                       {kGl2c, 0, 0x2b, 2'400, 1'900, 21'000},   // misses
                                                       {kGl2c, 1, 0x2b, 2'300, 1'950, 20'400}});
    std::vector<std::uint64_t> times;
    std::vector<Load> loads;
    for (std::uint64_t us = 0; us < kEnd; us += kEvery) {
        times.push_back(gpuTick(us));
        loads.push_back(loadAt(us));
    }
    SpmSession session;
    session.pci = kPci;
    session.interval = kClocks;
    session.timestamps = static_cast<std::uint32_t>(times.size());
    session.counters = kCounters.size();
    out.chunk("SpmSession", 2, Compression::zstd, std::as_bytes(std::span(times)), writtenBytes(session));
    DemoRandom random(71);
    for (const Counter& counter : kCounters) {
        std::vector<std::uint32_t> values;
        for (const Load& load : loads) {
            const std::uint64_t most = load.isSlow && !load.isDrawing ? counter.slow
                : load.isDrawing                                      ? counter.drawing
                : load.isComputing                                    ? counter.computing
                                                                      : 0;
            values.push_back(static_cast<std::uint32_t>(most - random.below(most / 10 + 1)));
        }
        const SpmCounter header {kPci, counter.block, counter.instance, counter.event, sizeof values[0]};
        out.chunk("SpmCounterData", 2, Compression::zstd, std::as_bytes(std::span(values)),
                  writtenBytes(header));
    }
}

}

Result<std::filesystem::path> writeGpuDemo(const std::filesystem::path& folder)
{
    const std::filesystem::path path = folder / kGpuDemo.file;
    auto writer = RdfWriter::create(path);
    if (!writer)
        return tl::unexpected(writer.error());
    DemoWriter out(std::move(*writer));
    writeDevice(out);
    fight::writeQueues(out);
    writeCounters(out);
    writePipelines(out);
    writeMemory(out);
    return out.finish().map([&] { return path; });
}

const Demo kGpuDemo {
    .format = "rdf",
    .label = "AMD GPU",
    .title = "GPU queues and memory",
    .about = "Eight frames on two queues, one of them slow, and memory that leaks.",
    .file = "boss-fight.rdf",
    .write = writeGpuDemo,
};

}
