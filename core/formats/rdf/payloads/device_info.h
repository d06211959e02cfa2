// What a capture says of devices, API and process (rdf.md 5): ApiInfo, AsicInfo, AdapterInfo, GpuMemSegment,
// ClockCalibration, TraceProcessInfo; and what of SystemInfo, which is JSON, is asked for.
//
//     AsicInfo asic;
//     if (readFields(data, asic)) ... asic.timestampHz
//
// `name` and the like are borrowed from the bytes that were read.
#pragma once

#include "core/formats/rdf/payloads/fields.h"
#include "core/formats/rdf/payloads/payload_chunks.h"
#include "core/formats/rdf/wire/json_text.h"

#include <array>
#include <optional>

namespace traceglass::rdf {

std::string apiName(std::uint64_t api); // "Vulkan"; a number for others

struct ApiInfo
{
    std::uint32_t api = 0;
    std::uint16_t major = 0, minor = 0;
};
template <class Fields>
void layout(Fields& in, ApiInfo& out)
{
    in.named("API", out.api, apiName);
    in.number("major version", out.major);
    in.number("minor version", out.minor);
}

struct AsicInfo
{
    std::uint32_t pci = 0;
    std::uint64_t coreHz = 0, timestampHz = 0, highestCoreHz = 0;
    std::int64_t vramBytes = 0;
    std::array<std::uint16_t, 3> gfxLevel {};
    std::string_view name;
};
template <class Fields>
void layout(Fields& in, AsicInfo& out)
{
    in.number("pci", out.pci, FieldUnit::pci);
    in.gap(4);
    in.number("core clock", out.coreHz, FieldUnit::hertz);
    in.template shown<std::uint64_t>("memory clock", FieldUnit::hertz);
    in.number("timestamp clock", out.timestampHz, FieldUnit::hertz);
    in.number("highest core clock", out.highestCoreHz, FieldUnit::hertz);
    in.template shown<std::uint64_t>("highest memory clock", FieldUnit::hertz);
    in.template shown<std::int32_t>("device id");
    in.template shown<std::int32_t>("revision");
    in.template shown<std::int32_t>("VGPRs a SIMD");
    in.template shown<std::int32_t>("SGPRs a SIMD");
    in.template shown<std::int32_t>("shader engines");
    in.template shown<std::int32_t>("compute units an engine");
    in.template shown<std::int32_t>("SIMDs a compute unit");
    in.template shown<std::int32_t>("waves a SIMD");
    in.template shown<std::int32_t>("lowest VGPR allocation");
    in.template shown<std::int32_t>("VGPR allocation unit");
    in.template shown<std::int32_t>("lowest SGPR allocation");
    in.template shown<std::int32_t>("SGPR allocation unit");
    in.template shown<std::int32_t>("hardware contexts");
    in.template shown<std::uint32_t>("GPU type");
    in.number("gfx level, major", out.gfxLevel[0]);
    in.number("gfx level, minor", out.gfxLevel[1]);
    in.number("gfx level, stepping", out.gfxLevel[2]);
    in.gap(2);
    in.template shown<std::int32_t>("GPU number");
    in.template shown<std::int32_t>("constant engine RAM", FieldUnit::bytes);
    in.template shown<std::int32_t>("constant engine RAM, graphics", FieldUnit::bytes);
    in.template shown<std::int32_t>("constant engine RAM, compute", FieldUnit::bytes);
    in.template shown<std::int32_t>("compute units for audio");
    in.gap(4);
    in.number("video memory", out.vramBytes, FieldUnit::bytes);
    in.template shown<std::int32_t>("memory bus, bits");
    in.template shown<std::int32_t>("L2 cache", FieldUnit::bytes);
    in.template shown<std::int32_t>("L1 cache", FieldUnit::bytes);
    in.template shown<std::int32_t>("local data share", FieldUnit::bytes);
    in.text("name", out.name, 256);
    in.template shown<float>("ALUs a clock");
    in.template shown<float>("textures a clock");
    in.template shown<float>("primitives a clock");
    in.template shown<float>("pixels a clock");
    in.template shown<std::int32_t>("memory operations a clock");
    in.template shown<std::int32_t>("memory type");
    in.template shown<std::int32_t>("local data share unit", FieldUnit::bytes);
    in.gap(64 * 2); // masks of compute units
    in.gap(4 * 4);  // masks of packers
    in.template shown<std::int32_t>("GL1 cache", FieldUnit::bytes);
    in.template shown<std::int32_t>("instruction cache", FieldUnit::bytes);
    in.template shown<std::int32_t>("scalar cache", FieldUnit::bytes);
    in.template shown<std::int32_t>("MALL cache", FieldUnit::bytes);
}

struct AdapterInfo
{
    std::string_view name;
    std::uint32_t family = 0;
};
template <class Fields>
void layout(Fields& in, AdapterInfo& out)
{
    in.text("name", out.name, 128);
    in.number("family", out.family);
    in.template shown<std::uint32_t>("revision");
    in.template shown<std::uint32_t>("device");
    in.template shown<std::uint32_t>("lowest engine clock", FieldUnit::megahertz);
    in.template shown<std::uint32_t>("highest engine clock", FieldUnit::megahertz);
    in.template shown<std::uint32_t>("memory type");
    in.template shown<std::uint32_t>("memory operations a clock");
    in.template shown<std::uint32_t>("memory bus, bits");
    in.template shown<std::uint32_t>("memory bandwidth, MB/s");
    in.template shown<std::uint32_t>("lowest memory clock", FieldUnit::megahertz);
    in.template shown<std::uint32_t>("highest memory clock", FieldUnit::megahertz);
}

std::string heapName(std::uint64_t heap); // "local"; a number for others

// One of several in a row.
struct MemorySegment
{
    static constexpr std::size_t kSize = 24;
    std::uint32_t heap = 0;
    std::uint64_t base = 0, size = 0;
};
template <class Fields>
void layout(Fields& in, MemorySegment& out)
{
    in.named("heap", out.heap, heapName);
    in.gap(4);
    in.number("base", out.base, FieldUnit::address);
    in.number("size", out.size, FieldUnit::bytes);
}

struct ClockCalibration
{
    std::uint32_t pci = 0;
    std::uint64_t cpu = 0, gpu = 0;
};
template <class Fields>
void layout(Fields& in, ClockCalibration& out)
{
    in.number("pci", out.pci, FieldUnit::pci);
    in.gap(4);
    in.number("CPU", out.cpu, FieldUnit::cpuTicks);
    in.number("GPU", out.gpu, FieldUnit::gpuTicks);
}

struct ProcessInfo
{
    std::uint32_t pid = 0, pathLength = 0; // with the zero byte of the path
    std::string_view path;
};
template <class Fields>
void layout(Fields& in, ProcessInfo& out)
{
    in.number("process id", out.pid);
    in.number("path length", out.pathLength, FieldUnit::bytes);
    in.text("path", out.path, out.pathLength);
}

// What is asked for of SystemInfo.
struct SystemInfo
{
    struct Gpu
    {
        std::uint32_t pci = 0;
        std::uint64_t hz = 0;
        std::string name;
    };
    struct Process
    {
        std::uint32_t pid = 0;
        std::string name;
    };
    std::optional<std::uint64_t> cpuHz;
    std::vector<Gpu> gpus;
    std::string os;                 // "Windows", "Linux"
    std::string driver;             // "AMD Windows 23.3.2"
    std::vector<Process> processes; // that ran
};
SystemInfo readSystemInfo(const JsonText& json);
SystemInfo readSystemInfo(const PayloadChunks& chunks); // of the first such chunk that is JSON

}
