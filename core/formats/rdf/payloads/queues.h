// Queues of a GPU and what was submitted to them (rdf-payloads.md 2): QueueInfo, QueueEvent, and how the GPU's clock
// lies to that of the CPU.
//
//     auto queues = readQueues(chunks, report, job);
//     for (const QueueEvent& event : queues->events)
//         if (event.kind == QueueEventKind::submit && event.hasGpuTime())
//             use(queues->clockOf(event.pci)->cpuTicks(event.begin));
//
// Ticks are those of the GPU for `begin` and `end`, of the CPU for `cpu`; 128 bits in between, rounded down.
#pragma once

#include "core/formats/rdf/payloads/device_info.h"
#include "core/formats/rdf/payloads/payload_chunks.h"

#include <map>

namespace traceglass::rdf {

std::string queueTypeName(std::uint64_t type);     // "compute"
std::string queueEngineName(std::uint64_t engine); // "high_priority_universal"
std::string queueEventName(std::uint64_t kind);    // "submit"; a number for others

// A queue is told by both; a driver writes the pci of its first device into all.
struct QueueKey
{
    std::uint32_t pci = 0;
    std::uint64_t queue = 0;

    auto operator<=>(const QueueKey&) const = default;
};

struct QueueInfo
{
    QueueKey key;
    std::uint64_t context = 0;
    std::uint8_t type = 0, engine = 0;
};
template <class Fields>
void layout(Fields& in, QueueInfo& out)
{
    in.number("pci", out.key.pci, Unit::pci);
    in.gap(4);
    in.number("queue", out.key.queue, Unit::handle);
    in.number("context", out.context, Unit::handle);
    in.named("type", out.type, queueTypeName);
    in.named("engine", out.engine, queueEngineName);
    in.gap(6);
}

enum class QueueEventKind : std::uint32_t { submit, signal, wait, present };

struct QueueEvent
{
    QueueKey key;
    QueueEventKind kind = QueueEventKind::submit;
    std::uint32_t commandBuffer = 0;
    std::uint64_t frame = 0;
    std::uint32_t sub = 0;
    std::uint64_t api = 0; // command buffer, semaphore or number of the present
    std::uint64_t cpu = 0, begin = 0, end = 0;
    std::uint32_t number = 0; // among the chunks QueueEvent

    bool isSubmit() const { return kind == QueueEventKind::submit; }
    bool hasGpuTime() const { return begin != 0 && end != 0 && end >= begin; }
};
template <class Fields>
void layout(Fields& in, QueueEvent& out)
{
    in.number("pci", out.key.pci, Unit::pci);
    in.gap(4);
    in.number("queue", out.key.queue, Unit::handle);
    in.named("kind", out.kind, queueEventName);
    in.number("command buffer", out.commandBuffer);
    in.number("frame", out.frame);
    in.number("submit index", out.sub);
    in.gap(4);
    in.number("API object", out.api, Unit::handle);
    in.number("CPU", out.cpu, Unit::cpuTicks);
    in.number("GPU begin", out.begin, Unit::gpuTicks);
    in.number("GPU end", out.end, Unit::gpuTicks);
}

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

struct Queues
{
    struct Gpu
    {
        std::uint32_t pci = 0;
        std::uint64_t hz = 0;
        std::string name;
    };
    struct Queue
    {
        QueueInfo info;
        bool isDeclared = false;
    };

    std::vector<Gpu> gpus;
    std::map<std::uint32_t, GpuClock> clocks; // by pci
    std::uint64_t cpuHz = 0;                  // 0: unknown
    CpuHzSource cpuHzSource = CpuHzSource::unknown;
    std::vector<Queue> queues;      // declared ones in file order, then others as they are met
    std::vector<QueueEvent> events; // in file order, which is that of the calls
    std::uint64_t submitsWithoutTime = 0, submitsBackwards = 0;

    const GpuClock* clockOf(std::uint32_t pci) const;
    // Time from `zero`, in ticks of the CPU, to nanoseconds; nothing when the frequency is unknown.
    std::optional<std::int64_t> nsFrom(std::int64_t zero, std::int64_t ticks) const;
    std::optional<std::int64_t> zeroTick() const; // the earliest of all begins of submits and of calls
};

constexpr std::size_t kQueueEvents = 1u << 24; // that are kept: 1.2 GB
constexpr std::size_t kQueues = 65'536;

// Nothing inside where there is neither a queue nor an event. Error: file.stopped.
Result<std::optional<Queues>> readQueues(const PayloadChunks& chunks, const Report& report, Job& job);

}
