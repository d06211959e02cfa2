// Queues of a GPU and what was submitted to them (rdf-payloads.md 2): QueueInfo, QueueEvent.
//
//     auto queues = readQueues(chunks, clocks, report, job);
//     for (const QueueEvent& event : queues->events)
//         if (event.isSubmit() && event.hasGpuTime())
//             use(clocks.cpuTicks(event.key.pci, event.begin));
//
// Ticks are those of the GPU for `begin` and `end`, of the CPU for `cpu`.
#pragma once

#include "core/formats/rdf/payloads/clocks.h"
#include "core/formats/rdf/payloads/payload_chunks.h"

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
    in.number("pci", out.key.pci, FieldUnit::pci);
    in.gap(4);
    in.number("queue", out.key.queue, FieldUnit::handle);
    in.number("context", out.context, FieldUnit::handle);
    in.named("type", out.type, queueTypeName);
    in.named("engine", out.engine, queueEngineName);
    in.gap(6);
}

enum class QueueEventKind : std::uint32_t { submit, signal, wait, present };

constexpr std::uint32_t kNoQueue = ~std::uint32_t(0);  // beyond those that are kept
constexpr std::uint32_t kNoSignal = ~std::uint32_t(0); // not in the file
struct QueueEvent
{
    QueueKey key;
    QueueEventKind kind = QueueEventKind::submit;
    std::uint32_t commandBuffer = 0;
    std::uint64_t frame = 0;
    std::uint32_t sub = 0;
    std::uint64_t api = 0; // command buffer, semaphore or number of the present
    std::uint64_t cpu = 0, begin = 0, end = 0;
    std::uint32_t number = 0;       // among the chunks QueueEvent
    std::uint32_t queue = kNoQueue; // in Queues::queues
    std::uint32_t signal =
        kNoSignal; // of a wait: the latest signal of its semaphore before it, in Queues::events

    bool isSubmit() const { return kind == QueueEventKind::submit; }
    bool hasGpuTime() const { return begin != 0 && end != 0 && end >= begin; }
    bool isOnGpu() const { return isSubmit() ? hasGpuTime() : kind == QueueEventKind::present && begin != 0; }
};
template <class Fields>
void layout(Fields& in, QueueEvent& out)
{
    in.number("pci", out.key.pci, FieldUnit::pci);
    in.gap(4);
    in.number("queue", out.key.queue, FieldUnit::handle);
    in.named("kind", out.kind, queueEventName);
    in.number("command buffer", out.commandBuffer);
    in.number("frame", out.frame);
    in.number("submit index", out.sub);
    in.gap(4);
    in.number("API object", out.api, FieldUnit::handle);
    in.number("CPU", out.cpu, FieldUnit::cpuTicks);
    in.number("GPU begin", out.begin, FieldUnit::gpuTicks);
    in.number("GPU end", out.end, FieldUnit::gpuTicks);
}

struct Queues
{
    struct Queue
    {
        QueueInfo info;
        bool isDeclared = false;
    };

    std::vector<Queue> queues;      // declared ones in file order, then others as they are met
    std::vector<QueueEvent> events; // in file order, which is that of the calls
    std::uint64_t submitsWithoutTime = 0, submitsBackwards = 0;

    // The earliest of all begins of submits and of calls, in ticks of the CPU.
    std::optional<std::int64_t> zeroTick(const Clocks& clocks) const;
};

constexpr std::size_t kQueueEvents = 1u << 24; // that are kept: 1.2 GB
constexpr std::size_t kQueues = 65'536;

// Error: file.stopped.
Result<Queues> readQueues(const PayloadChunks& chunks, const Clocks& clocks, const Report& report, Job& job);

}
