// Opens the input as an RDF file and reads what its chunks say: memory tokens, queues, markers, crash events, as a
// summary and as nodes and records.
#include "core/formats/rdf/payloads/payload_layouts.h"
#include "core/formats/rdf/rdf_document.h"
#include "fuzz_support.h"
#include "tests/support/rmt_bytes.h"

namespace traceglass::fuzz::rdf_payloads_target {

using namespace rdf;

namespace {

using namespace made_payloads;

Bytes memorySeed()
{
    const Bytes tokens = timestamp(100) + allocate(0x100000, 0x40000, 1) + createHeap(1)
        + bindTo(1, 0x100000, 0x40000) + createImage(2, 1 << 6) + bindTo(2, 0x110000, 0x1000)
        + named("name", 2) + delta(7) + createBuffer(3, 4096) + bindTo(3, 0x120000, 4096)
        + userdata(RmtUserdataType::correlation, Packer().add(3).add(500))
        + userdata(RmtUserdataType::implicitV2, Packer().add(500).add(std::uint64_t(5)).add('\1'))
        + mapPages(0x100000, 0x10000, 4) + mapPages(0x110000, 0, 1, true) + destroy(2) + freeAt(0x100000);
    const Bytes other = timestamp(101) + mapPages(0x900000, 0xfff0000, 3) + delta(2) + freeAt(1);
    return captureOf(
        {{"GpuMemSegment", {}, threeHeaps()},
         {"RmtData", rmtHeader(1, {1, 9}, tokens.size()), tokens},
         {"RmtData", rmtHeader(0, {0, 1}, other.size()), other, Compression::zstd},
         {"RmvSnapshotData", {}, Packer().text("snapshot", 128).add(std::uint64_t(3300)).add(8).add(1)}});
}

Bytes queueSeed()
{
    const auto event = [](std::uint32_t kind, std::uint64_t begin, std::uint64_t end) {
        return Bytes(Packer()
                         .add(1)
                         .add(0)
                         .add(std::uint64_t(1))
                         .add(kind)
                         .add(5)
                         .add(std::uint64_t(2))
                         .add(0)
                         .add(0)
                         .add(std::uint64_t(9))
                         .add(std::uint64_t(1000))
                         .add(begin)
                         .add(end));
    };
    return captureOf(
        {{"ClockCalibration", {}, Packer().add(1).add(0).add(std::uint64_t(50)).add(std::uint64_t(70))},
         {"ClockCalibration", {}, Packer().add(1).add(0).add(std::uint64_t(150)).add(std::uint64_t(270))},
         {"QueueInfo",
          {},
          Packer().add(1).add(0).add(std::uint64_t(1)).add(std::uint64_t(0)).add(std::uint64_t(257))},
         {"QueueEvent", {}, event(0, 60, 90)},
         {"QueueEvent", {}, event(1, 0, 0)},
         {"QueueEvent", {}, event(2, 0, 0)},
         {"StringTable", Packer().add(3).add(1), Packer().add(4).text("draw", 5)},
         {"UserMarkerHist", Packer().add(5).add(3).add(3), Packer().add(5).add(7).add(2)},
         {"COLoadEvent", Packer().add(1), Bytes(40)},
         {"SystemInfo",
          {},
          Packer().text(R"({"cpus": [{"cpuTimeClockFreq": 10}], "os": {"type": "Linux"}})")}});
}

Bytes crashSeed()
{
    const auto header = [](std::uint32_t provider) {
        return Bytes(Packer()
                         .add(std::uint16_t(0))
                         .add(std::uint16_t(1))
                         .add(0)
                         .add(provider)
                         .add(32)
                         .add(std::uint64_t(1000))
                         .add(std::uint64_t(10'000'000)));
    };
    const auto event = [](std::uint8_t id, const Bytes& payload) {
        return Bytes(Packer().add(id).add(std::uint8_t(1)).add(static_cast<std::uint16_t>(payload.size())))
            + payload;
    };
    const Bytes user = header(0x50434145), kernel = header(0xE43C9C8E);
    const Bytes told = event(18, Packer().add(4).add(2).add(1))
        + event(16, Packer().add(4).add(1).add('\1').add('\0').text("a"))
        + event(16, Packer().add(4).add(2).add('\1').add('\0').text("b"))
        + event(19, Packer().add(4).add(2).add('\x11').add('\0').add('\5').add(0).add(8).add(8).add(1))
        + event(17, Packer().add(4).add(2)) + event(0, Packer().add(std::uint64_t(500)))
        + event(17, Packer().add(4).add(1));
    const Bytes fault =
        event(16, Packer().add(1).add(2).add(std::uint64_t(0x110000)).add('\1').add('\0').text("p"));
    return captureOf({{"DDEvent", user, Bytes(4) + user + told, Compression::zstd},
                      {"KmdCrashData", kernel, Bytes(4) + kernel + fault}});
}

}

const std::vector<Bytes>& seeds()
{
    static const std::vector<Bytes> all = {memorySeed(), queueSeed(), crashSeed()};
    return all;
}

void run(std::span<const std::byte> input)
{
    const MemoryFile file(input);
    Job job;
    const auto document = RdfDocument::open(file.path(), job);
    if (!document)
        return;
    (void)(*document)->payloads()->dump([](std::string_view) {}, job);
    (void)(*document)->validate(job);
    walk(**document);
    // The layouts take any bytes.
    for (std::size_t kind = 0; kind < kPayloadKinds; ++kind) {
        const PayloadLayout& layout = layoutOf(static_cast<PayloadKind>(kind));
        for (const RecordLayout& record : {layout.header, layout.data}) {
            if (record.describe)
                (void)record.describe(input);
        }
    }
}

const Target kTarget("rdf_payloads", seeds, run);

}
