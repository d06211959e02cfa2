#include "core/formats/rdf/payloads/clocks.h"

#include "core/base/wide.h"
#include "core/formats/rdf/payloads/crash/crash_events.h"
#include "core/formats/rdf/payloads/memory/rmt_stream.h"

#include <algorithm>
#include <limits>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kWindowsHz = 10'000'000;
constexpr std::uint64_t kLinuxHz = 1'000'000'000; // of CLOCK_MONOTONIC
constexpr std::size_t kGpus = 64;

using Calibrations = std::map<std::uint32_t, std::vector<ClockCalibration>>; // by pci

Calibrations readCalibrations(const PayloadChunks& chunks, const Report& report)
{
    Calibrations out;
    for (const std::uint32_t entry : chunks.of(PayloadKind::clockCalibration)) {
        const ChunkBytes data = chunks.data(entry, 4096);
        ClockCalibration calibration;
        if (!readFields(data.bytes, calibration))
            report(chunks.unreadable(entry, "it has fewer than 24 bytes"));
        else if (out.size() < kGpus || out.contains(calibration.pci))
            out[calibration.pci].push_back(calibration);
    }
    for (auto& [pci, all] : out)
        std::ranges::stable_sort(all, {}, &ClockCalibration::gpu);
    return out;
}

std::uint64_t rmtHz(const PayloadChunks& chunks, const RmtStreams& streams)
{
    for (const RmtStreamInfo& info : streams) {
        RmtStream stream(chunks, info);
        if (stream.next() && stream.frequency() != 0)
            return stream.frequency();
    }
    return 0;
}

void setCpuHz(Clocks& out, const PayloadChunks& chunks, const SystemInfo& system,
              const Calibrations& calibrations)
{
    const auto take = [&](std::uint64_t hz, CpuHzSource source) {
        if (out.cpuHz == 0 && hz != 0) {
            out.cpuHz = hz;
            out.cpuHzSource = source;
        }
    };
    take(system.cpuHz.value_or(0), CpuHzSource::systemInfo);
    if (out.cpuHz == 0)
        take(rmtHz(chunks, findStreams(chunks, [](const Diagnostic&) {})), CpuHzSource::rmtData);
    for (const std::uint32_t entry : chunks.of(PayloadKind::crashEvents)) {
        ProviderHeader header;
        if (readFields(chunks.header(entry).bytes, header))
            take(header.frequency, CpuHzSource::crashHeader);
    }
    for (const auto& [pci, all] : calibrations) {
        const auto gpu = std::ranges::find(out.gpus, pci, &Clocks::Gpu::pci);
        if (gpu == out.gpus.end() || all.back().gpu == all.front().gpu || all.back().cpu <= all.front().cpu)
            continue;
        WideInteger ticks = 0;
        if (__builtin_mul_overflow(WideInteger(all.back().cpu - all.front().cpu), WideInteger(gpu->hz),
                                   &ticks))
            continue;
        const WideInteger hz = ticks / WideInteger(all.back().gpu - all.front().gpu);
        take(static_cast<std::uint64_t>(std::min(hz, WideInteger(std::numeric_limits<std::int64_t>::max()))),
             CpuHzSource::calibrations);
    }
    if (system.os == "Windows")
        take(kWindowsHz, CpuHzSource::assumedWindows);
    else if (system.os == "Linux")
        take(kLinuxHz, CpuHzSource::assumedLinux);
}

GpuClock clockFrom(const std::vector<ClockCalibration>& calibrations, std::uint64_t gpuHz,
                   std::uint64_t cpuHz)
{
    GpuClock out;
    out.calibrations = static_cast<std::uint32_t>(calibrations.size());
    out.gpuHz = gpuHz;
    if (gpuHz != 0)
        out.method = GpuClock::Method::gpuOnly;
    if (calibrations.empty())
        return out;
    const ClockCalibration &first = calibrations.front(), &last = calibrations.back();
    out.gpu0 = first.gpu;
    out.cpu0 = first.cpu;
    if (last.gpu > first.gpu && last.cpu > first.cpu) {
        out.method = GpuClock::Method::twoCalibrations;
        out.cpuSpan = last.cpu - first.cpu;
        out.gpuSpan = last.gpu - first.gpu;
    } else if (gpuHz != 0 && cpuHz != 0) {
        out.method = GpuClock::Method::oneCalibration;
        out.cpuSpan = cpuHz;
        out.gpuSpan = gpuHz;
    }
    return out;
}

void readGpus(Clocks& out, const PayloadChunks& chunks, const SystemInfo& system, const Report& report)
{
    for (const std::uint32_t entry : chunks.of(PayloadKind::asicInfo)) {
        const ChunkBytes data = chunks.data(entry, 4096);
        AsicInfo asic;
        readFields(data.bytes, asic);
        constexpr std::size_t kNameEnd = 416; // what is needed; older versions have less behind it
        if (data.bytes.size() < kNameEnd)
            report(chunks.unreadable(entry, "it has fewer than 416 bytes"));
        else if (out.gpus.size() < kGpus)
            out.gpus.push_back({asic.pci, asic.timestampHz, std::string(asic.name)});
    }
    for (const SystemInfo::Gpu& gpu : system.gpus) {
        const auto known = std::ranges::find(out.gpus, gpu.pci, &Clocks::Gpu::pci);
        if (known == out.gpus.end() && !chunks.has(PayloadKind::asicInfo))
            out.gpus.push_back({gpu.pci, gpu.hz, gpu.name});
        else if (known != out.gpus.end() && known->hz == 0)
            known->hz = gpu.hz;
    }
}

}

std::optional<std::int64_t> nsBetween(std::uint64_t from, std::uint64_t to, std::uint64_t hz)
{
    return hz == 0 ? std::nullopt
                   : asInt64(dividedDown((WideInteger(to) - WideInteger(from)) * kSecondNs, WideInteger(hz)));
}

std::optional<std::int64_t> nsOf(std::int64_t ticks, std::uint64_t hz)
{
    return hz == 0 ? std::nullopt : asInt64(dividedDown(WideInteger(ticks) * kSecondNs, WideInteger(hz)));
}

std::optional<std::int64_t> signedTick(std::uint64_t tick)
{
    return asInt64(WideInteger(tick));
}

std::string_view methodName(GpuClock::Method method)
{
    static constexpr auto kNames =
        std::to_array<std::string_view>({"none", "gpu_only", "one_calibration", "two_calibrations"});
    return kNames[static_cast<std::size_t>(method)];
}

std::string_view sourceName(CpuHzSource source)
{
    static constexpr auto kNames =
        std::to_array<std::string_view>({"system_info", "rmt_data", "crash_header", "calibrations",
                                         "assumed_windows", "assumed_linux", "unknown"});
    return kNames[static_cast<std::size_t>(source)];
}

std::optional<std::int64_t> GpuClock::cpuTicks(std::uint64_t gpu) const
{
    if (!isMapped())
        return {};
    // Three factors of 64 bits do not fit where the counters are far apart; then the time is none.
    const WideInteger away = WideInteger(gpu) - WideInteger(gpu0);
    WideInteger product = 0, ticks = 0;
    if (__builtin_mul_overflow(away, WideInteger(cpuSpan), &product)
        || __builtin_add_overflow(WideInteger(cpu0), dividedDown(product, WideInteger(gpuSpan)), &ticks))
        return {};
    return asInt64(ticks);
}

const GpuClock* Clocks::clockOf(std::uint32_t pci) const
{
    const auto found = of.find(pci);
    return found == of.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> Clocks::cpuTicks(std::uint32_t pci, std::uint64_t gpuTicks) const
{
    const GpuClock* const clock = clockOf(pci);
    return clock ? clock->cpuTicks(gpuTicks) : std::nullopt;
}

std::optional<std::int64_t> Clocks::nsFrom(std::int64_t zero, std::int64_t ticks) const
{
    if (cpuHz == 0)
        return {};
    return asInt64(dividedDown((WideInteger(ticks) - WideInteger(zero)) * kSecondNs, WideInteger(cpuHz)));
}

Clocks readClocks(const PayloadChunks& chunks, const Report& toldOfQueues)
{
    const bool hasQueues = chunks.has(PayloadKind::queueInfo) || chunks.has(PayloadKind::queueEvent);
    const Report report = hasQueues ? toldOfQueues : [](const Diagnostic&) {};
    Clocks out;
    const SystemInfo system = readSystemInfo(chunks);
    readGpus(out, chunks, system, report);
    const Calibrations calibrations = readCalibrations(chunks, report);
    setCpuHz(out, chunks, system, calibrations);
    const auto add = [&](std::uint32_t pci) {
        if (out.of.contains(pci) || out.of.size() >= kGpus)
            return;
        const auto gpu = std::ranges::find(out.gpus, pci, &Clocks::Gpu::pci);
        const auto known = calibrations.find(pci);
        out.of.emplace(
            pci,
            clockFrom(known == calibrations.end() ? std::vector<ClockCalibration> {} : known->second,
                      gpu == out.gpus.end() ? 0 : gpu->hz, out.cpuHz));
    };
    for (const Clocks::Gpu& gpu : out.gpus)
        add(gpu.pci);
    for (const auto& [pci, all] : calibrations)
        add(pci);
    return out;
}

}
