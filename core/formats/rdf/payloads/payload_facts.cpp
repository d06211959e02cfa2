#include "core/formats/rdf/payloads/payload_facts.h"

#include "core/formats/rdf/payloads/code_objects.h"
#include "core/formats/rdf/payloads/counters.h"
#include "core/formats/rdf/payloads/crash/crash_events.h"
#include "core/formats/rdf/payloads/memory/rmt_stream.h"
#include "core/io/byte_reader.h"

#include <algorithm>
#include <array>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kLoadsRead = 64u << 20; // bytes of a chunk of loads

// The earliest ticks that anything but queues tells.
void takeEarliest(const PayloadChunks& chunks, const Job& job, std::optional<std::int64_t>& zero)
{
    const auto take = [&](std::uint64_t tick) {
        if (const auto fits = signedTick(tick))
            zero = std::min(zero.value_or(*fits), *fits);
    };
    for (const RmtStreamInfo& info : findStreams(chunks, [](const Diagnostic&) {})) {
        RmtStream stream(chunks, info);
        if (const RmtToken* const token = stream.next())
            take(token->tick);
    }
    for (const std::uint32_t entry : chunks.of(PayloadKind::crashEvents)) {
        ProviderHeader header;
        if (readFields(chunks.header(entry).bytes, header) && header.isKnown())
            take(header.tickOf(0));
    }
    for (const std::uint32_t entry : chunks.of(PayloadKind::codeObjectLoads)) {
        if (job.stopRequested())
            return;
        const ChunkBytes data = chunks.data(entry, kLoadsRead);
        for (std::size_t at = 0; data.bytes.size() - at >= CodeObjectLoad::kSize;
             at += CodeObjectLoad::kSize) {
            CodeObjectLoad load;
            readFields(data.bytes.subspan(at), load);
            if (load.cpu != 0)
                take(load.cpu);
        }
    }
}

// The first ticks of GPUs that cannot be laid beside the CPU.
void takeOwnZeros(const PayloadChunks& chunks, KnownPayloads& out)
{
    constexpr std::size_t kAxes = 255;
    const auto take = [&](std::uint32_t pci, std::uint64_t tick) {
        const GpuClock* const clock = out.clocks.clockOf(pci);
        if (!clock || clock->gpuHz == 0 || (clock->isMapped() && out.clocks.cpuHz != 0)
            || out.ownZeros.size() > kAxes)
            return;
        const auto [known, isNew] = out.ownZeros.try_emplace(pci, tick);
        known->second = std::min(known->second, tick);
    };
    for (const QueueEvent& event : out.queues.events) {
        if (event.isSubmit() && event.hasGpuTime())
            take(event.key.pci, event.begin);
    }
    for (const std::uint32_t entry : chunks.of(PayloadKind::spmSession)) {
        SpmSession session;
        const ChunkBytes first = chunks.data(entry, sizeof(std::uint64_t));
        if (readFields(chunks.header(entry).bytes, session) && first.bytes.size() == sizeof(std::uint64_t))
            take(session.pci, ByteReader(first.bytes).u64());
    }
}

}

std::optional<std::int64_t> KnownPayloads::nsOfCpu(std::uint64_t tick) const
{
    const auto fits = signedTick(tick);
    return fits && zeroTick ? clocks.nsFrom(*zeroTick, *fits) : std::nullopt;
}

std::optional<std::int64_t> KnownPayloads::nsOfGpu(std::uint32_t pci, std::uint64_t tick) const
{
    if (const auto own = ownZeros.find(pci); own != ownZeros.end())
        return nsBetween(own->second, tick, clocks.clockOf(pci)->gpuHz);
    const auto cpu = clocks.cpuTicks(pci, tick);
    return cpu && zeroTick ? clocks.nsFrom(*zeroTick, *cpu) : std::nullopt;
}

std::optional<TimeRange> KnownPayloads::gpuTimeOf(const QueueEvent& event) const
{
    if (!event.isOnGpu())
        return {};
    const auto begin = nsOfGpu(event.key.pci, event.begin);
    const auto end = event.isSubmit() ? nsOfGpu(event.key.pci, event.end) : begin;
    return begin && end ? std::optional(TimeRange {*begin, *end}) : std::nullopt;
}

std::uint16_t KnownPayloads::axisOf(std::uint32_t pci) const
{
    const auto own = ownZeros.find(pci);
    return own == ownZeros.end() ? 0 : static_cast<std::uint16_t>(1 + std::distance(ownZeros.begin(), own));
}

std::string KnownPayloads::labelOf(const QueueEvent& event) const
{
    if (!event.isSubmit())
        return queueEventName(static_cast<std::uint64_t>(event.kind));
    std::string label = markers.labelOf(event.commandBuffer);
    return label.empty() ? "command buffer " + valueText(event.commandBuffer, FieldUnit::handle) : label;
}

std::shared_ptr<const KnownPayloads> PayloadFacts::known() const
{
    const auto* const made = m_known.known();
    return made ? *made : nullptr;
}

Result<void> PayloadFacts::find(const Job& job)
{
    auto found = PayloadChunks::find(m_file, job);
    if (!found)
        return tl::unexpected(found.error());
    m_chunks.share(*found);
    return {};
}

bool PayloadFacts::hasTimes() const
{
    constexpr auto kTimed =
        std::to_array<PayloadKind>({PayloadKind::queueEvent, PayloadKind::rmtData, PayloadKind::crashEvents,
                                    PayloadKind::codeObjectLoads, PayloadKind::spmSession});
    return std::ranges::any_of(kTimed, [&](PayloadKind kind) { return m_chunks.has(kind); });
}

Report PayloadFacts::report() const
{
    return [&log = m_file.log()](Diagnostic problem) { log.add(std::move(problem)); };
}

Result<std::shared_ptr<const KnownPayloads>> PayloadFacts::ask(Job& job) const
{
    const auto* const made = m_known.get(job, [&] { return read(job); });
    if (!made)
        return fail(Code::Stopped);
    return *made;
}

Result<std::shared_ptr<const KnownPayloads>> PayloadFacts::read(Job& job) const
{
    const PayloadChunks chunks = m_chunks;
    auto out = std::make_shared<KnownPayloads>();
    out->clocks = readClocks(chunks, report());
    auto queues = readQueues(chunks, out->clocks, report(), job);
    if (!queues)
        return tl::unexpected(queues.error());
    out->queues = std::move(*queues);
    auto markers = UserMarkers::read(chunks, report(), job);
    if (!markers)
        return tl::unexpected(markers.error());
    out->markers = std::move(*markers);
    out->zeroTick = out->queues.zeroTick(out->clocks);
    takeEarliest(chunks, job, out->zeroTick);
    takeOwnZeros(chunks, *out);
    if (job.stopRequested())
        return fail(Code::Stopped);
    return out;
}

}
