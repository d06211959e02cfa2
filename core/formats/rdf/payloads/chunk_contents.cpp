#include "core/formats/rdf/payloads/chunk_contents.h"

#include "core/formats/rdf/payloads/code_objects.h"
#include "core/formats/rdf/payloads/counters.h"
#include "core/formats/rdf/payloads/crash/crash_events.h"
#include "core/formats/rdf/payloads/memory/snapshot_data.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kFewQueueEvents = 4096; // are read in a moment
constexpr std::uint64_t kTitleRead = 4096;
constexpr std::size_t kTitleShown = 120;

std::string nameText(std::string_view name)
{
    return escaped(shortened(name, kTitleShown));
}

template <class Payload>
Payload readAs(std::span<const std::byte> bytes)
{
    Payload out;
    readFields(bytes, out);
    return out;
}

}

PayloadKind ChunkContents::kindOf(ChunkKey chunk) const
{
    if (chunk.capture != 0)
        return PayloadKind::none;
    return payloadKind(m_file.outer().index().entry(chunk.entry).idText());
}

bool ChunkContents::mayHoldEvents(PayloadKind kind)
{
    return kind == PayloadKind::rmtData || kind == PayloadKind::crashEvents
        || kind == PayloadKind::codeObjectLoads;
}

std::shared_ptr<const KnownPayloads> ChunkContents::known(bool certainly, const Job& job) const
{
    if (!certainly && m_facts.count(PayloadKind::queueEvent) > kFewQueueEvents)
        return m_facts.known();
    Job unseen(job.token()); // progress is that of the question
    return m_facts.ask(unseen).value_or(nullptr);
}

std::optional<std::int64_t> ChunkContents::nsOfCpu(std::uint64_t tick, const Job& job) const
{
    const auto facts = known(true, job);
    return facts ? facts->nsOfCpu(tick) : std::nullopt;
}

// --- items

std::shared_ptr<const PayloadItems> ChunkContents::itemsOf(ChunkKey chunk, const Job& job) const
{
    const PayloadKind kind = kindOf(chunk);
    if (kind == PayloadKind::none)
        return {};
    {
        const std::lock_guard lock(m_mutex);
        if (auto found = m_recent.find(chunk.entry))
            return *found;
    }
    const auto data = m_file.payload(chunk, job);
    std::shared_ptr<const PayloadItems> found;
    if (data->content != Content::json && data->capture == 0 && !data->isPicture()) {
        const auto entry = static_cast<std::uint32_t>(chunk.entry);
        found = kind == PayloadKind::rmtData ? tokensOf(entry, job) : rdf::itemsOf(m_facts, kind, entry, job);
        if (found && found->count() == 0)
            found = nullptr;
    }
    if (job.stopRequested())
        return nullptr;
    const std::lock_guard lock(m_mutex);
    m_recent.put(chunk.entry, found);
    return found;
}

std::shared_ptr<const PayloadItems> ChunkContents::tokensOf(std::uint32_t entry, const Job& job) const
{
    const PayloadChunks chunks = m_facts.chunks();
    const auto number = readAs<RmtChunkHeader>(chunks.header(entry).bytes).stream;
    const auto make = [&]() -> Result<std::shared_ptr<const RmtIndex>> {
        const RmtStreams streams = findStreams(chunks, [](const Diagnostic&) {});
        const auto found = std::ranges::find(streams, number, &RmtStreamInfo::number);
        if (found == streams.end())
            return nullptr; // more streams than there may be
        auto index = std::make_shared<const RmtIndex>(chunks, *found, job);
        return job.stopRequested() ? Result<std::shared_ptr<const RmtIndex>>(fail(Code::Stopped)) : index;
    };
    std::unique_lock lock(m_mutex);
    const auto& stream = m_streams[number]; // it stays where it is
    lock.unlock();
    const auto* const index = stream.get(job, make);
    return index && *index ? rmtItems(*index, entry) : nullptr;
}

std::vector<PayloadField> ChunkContents::headerFieldsOf(ChunkKey chunk) const
{
    const auto describe = layoutOf(kindOf(chunk)).header.describe;
    return describe ? describe(m_facts.chunks().header(chunk.entry).bytes) : std::vector<PayloadField> {};
}

// --- what a chunk is about

std::string ChunkContents::titleOf(ChunkKey chunk, const Job& job) const
{
    const PayloadKind kind = kindOf(chunk);
    if (kind == PayloadKind::none)
        return {};
    if (const auto event = eventOf(chunk, false, job))
        return kind == PayloadKind::snapshot ? event->subject
            : event->subject.empty()         ? event->type
                                             : event->type + ' ' + event->subject;
    const PayloadChunks chunks = m_facts.chunks();
    const ChunkBytes header = chunks.header(chunk.entry);
    switch (kind) {
    case PayloadKind::queueInfo:
        return queueTypeName(readAs<QueueInfo>(chunks.data(chunk.entry, kTitleRead).bytes).type);
    case PayloadKind::asicInfo:
        return nameText(readAs<AsicInfo>(chunks.data(chunk.entry, kTitleRead).bytes).name);
    case PayloadKind::adapterInfo:
        return nameText(readAs<AdapterInfo>(chunks.data(chunk.entry, kTitleRead).bytes).name);
    case PayloadKind::codeObject: return hashText(readAs<CodeObjectHeader>(header.bytes).hash);
    case PayloadKind::userMarkers:
        return "command buffer " + grouped(readAs<UserMarkersHeader>(header.bytes).commandBuffer);
    case PayloadKind::stringTable: return "table " + grouped(readAs<StringTableHeader>(header.bytes).table);
    case PayloadKind::spmCounter: {
        const auto counter = readAs<SpmCounter>(header.bytes);
        return blockName(counter.block) + " event " + hexNumber(counter.event) + " · instance "
            + grouped(counter.instance);
    }
    case PayloadKind::traceError: return nameText(readAs<TraceError>(header.bytes).chunk);
    case PayloadKind::crashEvents: return providerName(readAs<ProviderHeader>(header.bytes).provider);
    case PayloadKind::rmtData: {
        const auto stream = readAs<RmtChunkHeader>(header.bytes);
        return "stream " + grouped(stream.stream) + " · pid " + std::to_string(stream.pid) + " · "
            + std::to_string(stream.version.major) + '.' + std::to_string(stream.version.minor);
    }
    default: return {};
    }
}

bool ChunkContents::isEvent(PayloadKind kind)
{
    return kind == PayloadKind::queueEvent || kind == PayloadKind::snapshot;
}

std::optional<ChunkEvent> ChunkContents::eventOf(ChunkKey chunk, bool certainly, const Job& job) const
{
    const PayloadKind kind = kindOf(chunk);
    if (!isEvent(kind))
        return {};
    const PayloadChunks chunks = m_facts.chunks();
    return eventOf(kind, chunks.data(chunk.entry, kTitleRead).bytes, certainly, job);
}

std::optional<ChunkEvent> ChunkContents::eventOf(PayloadKind kind, std::span<const std::byte> data,
                                                 bool certainly, const Job& job) const
{
    if (data.size() < layoutOf(kind).data.least)
        return {};
    if (kind == PayloadKind::queueEvent) {
        QueueEvent event;
        readFields(data, event);
        return queueEventOf(event, certainly, job);
    }
    SnapshotData snapshot;
    readFields(data, snapshot); // its version may be missing
    ChunkEvent out {"snapshot", nameText(snapshot.name)};
    const auto facts = known(certainly, job);
    if (const auto ns = facts ? facts->nsOfCpu(snapshot.tick) : std::nullopt)
        out.time = TimeRange {*ns, *ns};
    return out;
}

// Submits and presents happen on the GPU, where that has a time (rdf-payloads.md 2.1).
ChunkEvent ChunkContents::queueEventOf(const QueueEvent& event, bool certainly, const Job& job) const
{
    ChunkEvent out;
    out.type = event.kind <= QueueEventKind::present ? queueEventName(static_cast<std::uint64_t>(event.kind))
                                                     : "queue_event";
    out.tint = event.isSubmit()                 ? Tint::span
        : event.kind == QueueEventKind::present ? Tint::event
                                                : Tint::wake;
    const auto facts = known(certainly, job);
    if (!facts)
        return out;
    if (event.isSubmit())
        out.subject = nameText(facts->labelOf(event));
    if ((out.time = facts->gpuTimeOf(event)))
        out.axis = facts->axisOf(event.key.pci);
    else if (const auto call = facts->nsOfCpu(event.cpu))
        out.time = TimeRange {*call, *call};
    return out;
}

}
