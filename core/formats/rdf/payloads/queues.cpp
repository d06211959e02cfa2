#include "core/formats/rdf/payloads/queues.h"

#include <array>
#include <map>
#include <unordered_map>

namespace traceglass::rdf {

namespace {

void readQueueInfos(Queues& out, const PayloadChunks& chunks, const Report& report)
{
    for (const std::uint32_t entry : chunks.of(PayloadKind::queueInfo)) {
        const ChunkBytes data = chunks.data(entry, 4096);
        QueueInfo info;
        if (!readFields(data.bytes, info))
            report(chunks.unreadable(entry, "it has fewer than 32 bytes"));
        else if (out.queues.size() < kQueues)
            out.queues.push_back({info, true});
    }
}

Result<void> readEvents(Queues& out, const PayloadChunks& chunks, const Report& report, Job& job)
{
    const auto& entries = chunks.of(PayloadKind::queueEvent);
    std::map<QueueKey, std::uint32_t> known; // of several with one key the first
    for (std::uint32_t queue = 0; queue < out.queues.size(); ++queue)
        known.try_emplace(out.queues[queue].info.key, queue);
    auto last = known.end();                                  // events of a queue mostly follow each other
    std::unordered_map<std::uint64_t, std::uint32_t> signals; // by semaphore the latest
    for (std::size_t n = 0; n < entries.size(); ++n) {
        if (isStoppedAt(n, job))
            return fail(Code::Stopped);
        const std::uint32_t entry = entries[n];
        const ChunkBytes data = chunks.data(entry, 4096);
        QueueEvent event;
        if (!readFields(data.bytes, event)) {
            report(diagnose(Code::RdfQueueEventShort, counted(data.bytes.size(), "byte", "bytes"),
                            chunks.place(entry, 0, data.bytes.size()), entry));
            continue;
        }
        if (out.events.size() == kQueueEvents) {
            report(diagnose(Code::RdfPayloadLimit, "more than 16,777,216 queue events",
                            chunks.place(entry, 0, 1), entry));
            break;
        }
        event.number = static_cast<std::uint32_t>(n);
        if (event.kind == QueueEventKind::signal) {
            signals[event.api] = static_cast<std::uint32_t>(out.events.size());
        } else if (event.kind == QueueEventKind::wait) {
            const auto found = signals.find(event.api);
            event.signal = found == signals.end() ? kNoSignal : found->second;
        }
        if (last == known.end() || last->first != event.key)
            last = known.find(event.key);
        if (last == known.end() && known.size() < kQueues) {
            last = known.emplace(event.key, static_cast<std::uint32_t>(out.queues.size())).first;
            out.queues.push_back({{event.key, 0, 0, 0}, false});
        }
        if (last != known.end())
            event.queue = last->second;
        out.events.push_back(event);
        const auto tell = [&](Code code) {
            report(diagnose(code, "event " + grouped(n), chunks.place(entry, 0, data.bytes.size()), entry));
        };
        if (event.queue == kNoQueue || !out.queues[event.queue].isDeclared)
            tell(Code::RdfQueueEventUndeclaredQueue);
        if (!event.isSubmit() || event.hasGpuTime())
            continue;
        const bool isBackwards = event.begin != 0 && event.end != 0;
        ++(isBackwards ? out.submitsBackwards : out.submitsWithoutTime);
        tell(isBackwards ? Code::RdfQueueSubmitBackwards : Code::RdfQueueSubmitNoGpuTime);
    }
    return {};
}

}

std::string queueTypeName(std::uint64_t type)
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"unknown", "universal", "compute", "dma", "encode", "decode", "security", "video"});
    return nameIn(kNames, type);
}

std::string queueEngineName(std::uint64_t engine)
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"unknown", "universal", "compute", "exclusive_compute", "dma", "decode", "encode",
         "high_priority_universal", "high_priority_graphics", "security", "vpe"});
    return nameIn(kNames, engine);
}

std::string queueEventName(std::uint64_t kind)
{
    static constexpr auto kNames = std::to_array<std::string_view>({"submit", "signal", "wait", "present"});
    return nameIn(kNames, kind);
}

std::optional<std::int64_t> Queues::zeroTick(const Clocks& clocks) const
{
    std::optional<std::int64_t> out;
    const auto take = [&](std::optional<std::int64_t> tick) {
        if (tick)
            out = std::min(out.value_or(*tick), *tick);
    };
    for (const QueueEvent& event : events) {
        take(signedTick(event.cpu));
        if (event.isSubmit() && event.hasGpuTime())
            take(clocks.cpuTicks(event.key.pci, event.begin));
    }
    return out;
}

Result<Queues> readQueues(const PayloadChunks& chunks, const Clocks& clocks, const Report& report, Job& job)
{
    Queues out;
    readQueueInfos(out, chunks, report);
    if (auto read = readEvents(out, chunks, report, job); !read)
        return tl::unexpected(read.error());
    std::map<std::uint32_t, bool> told;
    for (const QueueEvent& event : out.events) {
        const std::uint32_t pci = event.key.pci;
        const GpuClock* const clock = clocks.clockOf(pci);
        if (!(clock && clock->isMapped()) && told.size() < kQueues && told.try_emplace(pci, true).second)
            report(diagnose(Code::RdfQueueNoClockMapping, "pci " + valueText(pci, FieldUnit::pci)));
    }
    return out;
}

}
