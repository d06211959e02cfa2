// How the clocks of a capture lie to each other (rdf-payloads.md 2.2): ticks of GPUs, ticks of the CPU, nanoseconds.
//
//     const Clocks clocks = readClocks(chunks, report);
//     if (const auto cpu = clocks.cpuTicks(pci, gpuTicks))
//         const auto ns = clocks.nsFrom(zero, *cpu);
//
// 128 bits in between, rounded down. What does not fit has no time.
#pragma once

#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/payloads/payload_chunks.h"

#include <map>

namespace traceglass::rdf {

// Where a GPU's ticks lie among those of the CPU.
struct GpuClock
{
    enum class Method : std::uint8_t { none, gpuOnly, oneCalibration, twoCalibrations };

    Method method = Method::none;
    std::uint32_t calibrations = 0;
    std::uint64_t gpuHz = 0;
    // gpu0 is at cpu0, and so many CPU ticks pass in as many of the GPU.
    std::uint64_t gpu0 = 0, cpu0 = 0, cpuSpan = 0, gpuSpan = 0;

    bool isMapped() const { return method >= Method::oneCalibration; }
    std::optional<std::int64_t>
    cpuTicks(std::uint64_t gpu) const; // nothing where it does not fit or is not mapped
};
std::string_view methodName(GpuClock::Method method); // "two_calibrations"

// Where the number of CPU ticks a second comes from.
enum class CpuHzSource : std::uint8_t {
    systemInfo,
    rmtData,
    crashHeader,
    calibrations,
    assumedWindows,
    assumedLinux,
    unknown,
};
std::string_view sourceName(CpuHzSource source); // "system_info"

struct Clocks
{
    struct Gpu
    {
        std::uint32_t pci = 0;
        std::uint64_t hz = 0;
        std::string name;
    };

    std::vector<Gpu> gpus;
    std::map<std::uint32_t, GpuClock> of; // by pci: of GPUs, calibrations and queues
    std::uint64_t cpuHz = 0;              // 0: unknown
    CpuHzSource cpuHzSource = CpuHzSource::unknown;

    const GpuClock* clockOf(std::uint32_t pci) const;
    std::optional<std::int64_t> cpuTicks(std::uint32_t pci, std::uint64_t gpuTicks) const;
    // Time from `zero`, in ticks of the CPU, to nanoseconds; nothing when the frequency is unknown.
    std::optional<std::int64_t> nsFrom(std::int64_t zero, std::int64_t ticks) const;
};
// What is wrong is reported where there are queues, which need it.
Clocks readClocks(const PayloadChunks& chunks, const Report& report);

// Time between two ticks of a clock of so many a second; nothing when that is 0 or the time does not fit.
std::optional<std::int64_t> nsBetween(std::uint64_t from, std::uint64_t to, std::uint64_t hz);
std::optional<std::int64_t> nsOf(std::int64_t ticks, std::uint64_t hz); // the same of their number
std::optional<std::int64_t> signedTick(std::uint64_t tick); // nothing beyond 63 bits

}
