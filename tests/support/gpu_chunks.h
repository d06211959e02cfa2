// Chunks that tell of queues, their clocks and markers, and of crashes, for tests (rdf-payloads.md 2, 3).
//
//     captureOf({asic(100'000'000), calibration(0, 0), calibration(1000, 10'000), queueInfo(1, 2),
//                submitted(1, 0, 7, 50, 1000, 2000)})
#pragma once

#include "core/formats/formats.h"
#include "core/io/file.h"
#include "tests/support/open_capture.h"
#include "tests/support/rmt_bytes.h"

#include <filesystem>
#include <memory>

namespace traceglass::made_payloads {

inline constexpr std::uint32_t kPci = 0x030000;

// Of a capture with these chunks, which is written first; null when that or opening fails.
inline std::unique_ptr<Document> openMade(const std::filesystem::path& path,
                                          const std::vector<ChunkOf>& chunks)
{
    if (!writeFile(path, captureOf(chunks)))
        return nullptr;
    auto document = openCapture(path);
    return document ? std::move(*document) : nullptr;
}

inline ChunkOf calibration(std::uint64_t cpu, std::uint64_t gpu, std::uint32_t pci = kPci)
{
    return {"ClockCalibration", {}, Packer().add(pci).add(std::uint32_t(0)).add(cpu).add(gpu)};
}

inline ChunkOf asic(std::uint64_t hz, std::uint64_t coreHz = 1, std::uint64_t highestCoreHz = 0)
{
    Bytes data =
        Packer().add(kPci).add(std::uint32_t(0)).add(coreHz).add(std::uint64_t(2)).add(hz).add(highestCoreHz);
    data.resize(160);
    return {"AsicInfo", {}, Bytes(Packer().text(asText(data)).text("Some GPU", 256))};
}

inline ChunkOf systemInfo(std::string_view text)
{
    return {"SystemInfo", {}, Packer().text(text), Compression::zstd};
}

inline ChunkOf queueInfo(std::uint64_t queue, std::uint8_t type, std::uint32_t pci = kPci)
{
    return {"QueueInfo",
            {},
            Packer()
                .add(pci)
                .add(std::uint32_t(0))
                .add(queue)
                .add(std::uint64_t(0))
                .add(type)
                .add(std::uint8_t(1))
                .add(std::uint32_t(0))
                .add(std::uint16_t(0))};
}

inline ChunkOf codeObject(std::uint64_t hash)
{
    return {"CodeObject", Packer().add(kPci).add(std::uint32_t(0)).add(hash).add(std::uint64_t(0)),
            Packer().text("code")};
}

// A pipeline each.
inline ChunkOf codeCorrelation(const std::vector<std::uint64_t>& codeObjects)
{
    Packer data;
    for (const std::uint64_t hash : codeObjects)
        data.add(std::uint64_t(77))
            .add(std::uint64_t(0))
            .add(hash)
            .add(std::uint64_t(0))
            .add(std::uint64_t(0));
    return {"COCorrelation", Packer().add(static_cast<std::uint32_t>(codeObjects.size())), data};
}

inline ChunkOf submitted(std::uint64_t queue, std::uint32_t kind, std::uint32_t commandBuffer,
                         std::uint64_t cpu, std::uint64_t begin = 0, std::uint64_t end = 0,
                         std::uint64_t api = 0, std::uint64_t frame = 1, std::uint32_t pci = kPci)
{
    return {"QueueEvent",
            {},
            Packer()
                .add(pci)
                .add(std::uint32_t(0))
                .add(queue)
                .add(kind)
                .add(commandBuffer)
                .add(frame)
                .add(std::uint32_t(0))
                .add(std::uint32_t(0))
                .add(api)
                .add(cpu)
                .add(begin)
                .add(end)};
}

inline ChunkOf strings(std::uint32_t table, const std::vector<std::string_view>& texts)
{
    Packer offsets, all;
    std::size_t at = texts.size() * 4;
    for (const std::string_view text : texts) {
        offsets.add(static_cast<std::uint32_t>(at));
        all.text(text, text.size() + 1);
        at += text.size() + 1;
    }
    return {"StringTable", Packer().add(table).add(static_cast<std::uint32_t>(texts.size())),
            Bytes(offsets) + Bytes(all)};
}

inline ChunkOf markers(std::uint32_t commandBuffer, std::uint32_t table,
                       const std::vector<std::uint32_t>& words)
{
    Packer data;
    for (const std::uint32_t word : words)
        data.add(word);
    return {"UserMarkerHist",
            Packer().add(commandBuffer).add(table).add(static_cast<std::uint32_t>(words.size())), data};
}
constexpr std::uint32_t push(std::uint32_t string)
{
    return string << 2 | 1;
}
inline constexpr std::uint32_t kPop = 2;

// --- crash events

inline constexpr std::uint32_t kUserMode = 0x50434145, kKernelMode = 0xE43C9C8E;

inline Bytes crashEvent(std::uint8_t id, std::uint8_t delta, const Bytes& payload)
{
    return Bytes(Packer().add(id).add(delta).add(static_cast<std::uint16_t>(payload.size()))) + payload;
}
inline Bytes stateOf(std::uint32_t buffer, std::uint32_t begin, std::uint32_t end)
{
    return crashEvent(18, 0, Packer().add(buffer).add(begin).add(end));
}
inline Bytes begun(std::uint32_t buffer, std::uint32_t marker, std::string_view name)
{
    return crashEvent(
        16, 0, Packer().add(buffer).add(marker).add(static_cast<std::uint16_t>(name.size())).text(name));
}
inline Bytes ended(std::uint32_t buffer, std::uint32_t marker)
{
    return crashEvent(17, 0, Packer().add(buffer).add(marker));
}
inline ChunkOf crash(std::uint32_t provider, const Bytes& events, std::uint64_t base = 1000)
{
    const Bytes header = Packer()
                             .add(std::uint16_t(0))
                             .add(std::uint16_t(1))
                             .add(std::uint32_t(0))
                             .add(provider)
                             .add(std::uint32_t(32))
                             .add(base)
                             .add(std::uint64_t(10'000'000));
    return {"DDEvent", header, Bytes(Packer().add(std::uint16_t(0)).add(std::uint16_t(1))) + header + events};
}

}
