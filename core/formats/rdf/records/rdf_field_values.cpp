#include "core/formats/rdf/records/rdf_field_values.h"

#include "core/base/sort.h"
#include "core/formats/rdf/payloads/device_info.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint64_t kRecordsAStep = 4096; // between two looks at the job

// The fields by number, in the order of the catalogue.
enum class RdfField : std::uint32_t {
    frame,
    commandBuffer,
    submitIndex,
    apiObject,
    toBegin,
    size,
    type,
    usage,
    resourceHeap,
    resourceAddress,
    driverId,
    allocated,
    allocationHeap,
    allocationAddress,
};

const FieldCatalogue& rdfCatalogue()
{
    static const FieldCatalogue kFields = {
        {"frame", "QueueEvent", FieldType::integer},
        {"commandBuffer", "QueueEvent", FieldType::integer},
        {"submitIndex", "QueueEvent", FieldType::integer},
        {"apiObject", "QueueEvent", FieldType::integer},
        {"toBegin", "QueueEvent", FieldType::span},
        {"size", "resource", FieldType::bytes},
        {"type", "resource", FieldType::text},
        {"usage", "resource", FieldType::text},
        {"heap", "resource", FieldType::text},
        {"address", "resource", FieldType::integer},
        {"driverId", "resource", FieldType::integer},
        {"size", "allocation", FieldType::bytes},
        {"heap", "allocation", FieldType::text},
        {"address", "allocation", FieldType::integer},
    };
    return kFields;
}

}

// Gives a sink what is asked of one record after the other.
class RdfFields::Reader
{
public:
    Reader(const RdfFields& fields, const FieldRequest& request)
        : m_request(request)
        , m_known(fields.m_facts.known())
        , m_memory(fields.m_timeline.kept().memory)
    {
    }

    void take(const Told& told, FieldSink& sink)
    {
        m_entries.clear();
        m_texts.clear();
        m_texts.reserve(m_request.fields.size()); // entries borrow them
        for (const std::uint32_t field : m_request.fields) {
            if (auto value = valueOf(static_cast<RdfField>(field), told))
                m_entries.push_back({field, *value});
        }
        if (!m_entries.empty())
            sink.take({told.ref, {}, m_entries});
    }

private:
    std::optional<FieldValue> valueOf(RdfField field, const Told& told)
    {
        switch (told.of) {
        case Told::Of::event: return ofEvent(field, m_known->queues.events[told.number]);
        case Told::Of::resource: return ofResource(field, m_memory->state.resources()[told.number]);
        case Told::Of::allocation: return ofAllocation(field, m_memory->state.allocations()[told.number]);
        }
        return {};
    }
    std::optional<FieldValue> ofEvent(RdfField field, const QueueEvent& event) const
    {
        switch (field) {
        case RdfField::frame: return WideInteger(event.frame);
        case RdfField::commandBuffer:
            return event.isSubmit() ? std::optional<FieldValue>(WideInteger(event.commandBuffer))
                                    : std::nullopt;
        case RdfField::submitIndex: return WideInteger(event.sub);
        case RdfField::apiObject: return WideInteger(event.api);
        case RdfField::toBegin: {
            const auto called = m_known->nsOfCpu(event.cpu);
            const auto ran = m_known->axisOf(event.key.pci) == 0 ? m_known->gpuTimeOf(event) : std::nullopt;
            if (!event.isSubmit() || !called || !ran || ran->startNs < *called)
                return {};
            return WideInteger(ran->startNs) - *called;
        }
        default: return {};
        }
    }
    std::optional<FieldValue> ofResource(RdfField field, const MemoryResource& resource)
    {
        const MemoryAllocation* const in =
            resource.isBound() ? &m_memory->state.allocations()[resource.allocation] : nullptr;
        switch (field) {
        case RdfField::size: return WideInteger(resource.size);
        case RdfField::type: return text(inWords(resourceTypeName(resource.type)));
        case RdfField::usage: return text(inWords(std::string(usageName(resource.usageClass()))));
        case RdfField::resourceHeap:
            return in ? std::optional(text(heapName(static_cast<std::uint64_t>(in->heap)))) : std::nullopt;
        case RdfField::resourceAddress:
            return resource.bound != kNever ? std::optional<FieldValue>(WideInteger(resource.address))
                                            : std::nullopt;
        case RdfField::driverId: return WideInteger(resource.driverId);
        default: return {};
        }
    }
    std::optional<FieldValue> ofAllocation(RdfField field, const MemoryAllocation& allocation)
    {
        switch (field) {
        case RdfField::allocated: return WideInteger(allocation.size);
        case RdfField::allocationHeap: return text(heapName(static_cast<std::uint64_t>(allocation.heap)));
        case RdfField::allocationAddress: return WideInteger(allocation.address);
        default: return {};
        }
    }
    FieldValue text(std::string value)
    {
        m_texts.push_back(std::move(value));
        return std::string_view(m_texts.back());
    }

    const FieldRequest& m_request;
    std::shared_ptr<const KnownPayloads> m_known;
    std::shared_ptr<const MemoryHistory> m_memory;
    std::vector<FieldEntry> m_entries;
    std::vector<std::string> m_texts;
};

FieldCataloguePtr RdfFields::fields() const
{
    static const auto kCatalogue = std::make_shared<const FieldCatalogue>(rdfCatalogue());
    return m_timeline.kept().isWhole ? kCatalogue : nullptr;
}

std::uint64_t RdfFields::toldCount() const
{
    const auto known = m_facts.known();
    const auto memory = m_timeline.kept().memory;
    return (known ? known->queues.events.size() : 0)
        + (memory ? memory->resourceRefs.size() + memory->bindings.size() + memory->allocationRefs.size()
                  : 0);
}

const std::vector<RdfFields::Told>* RdfFields::told(const Job& job) const
{
    const std::lock_guard lock(m_toldMutex);
    if (m_told)
        return &*m_told;
    std::vector<Told> all;
    all.reserve(toldCount());
    const PayloadChunks chunks = m_facts.chunks();
    const auto& entries = chunks.of(PayloadKind::queueEvent);
    if (const auto known = m_facts.known()) {
        for (std::uint32_t n = 0; n < known->queues.events.size(); ++n) {
            if (isStoppedAt(n, job))
                return nullptr;
            const ByteRange data = chunks.file().storedData({0, entries[known->queues.events[n].number]});
            all.push_back({{data.source, data.offset}, n, Told::Of::event});
        }
    }
    if (const auto memory = m_timeline.kept().memory) {
        for (std::uint32_t n = 0; n < memory->resourceRefs.size(); ++n)
            all.push_back({memory->resourceRefs[n], n, Told::Of::resource});
        for (const MemoryHistory::Binding& binding : memory->bindings)
            all.push_back({binding.ref, binding.resource, Told::Of::resource});
        for (std::uint32_t n = 0; n < memory->allocationRefs.size(); ++n)
            all.push_back({memory->allocationRefs[n], n, Told::Of::allocation});
    }
    // A token that binds an image may make the allocation it lies in, too.
    const auto isBefore = [](const Told& a, const Told& b) { return a.ref.bits < b.ref.bits; };
    if (!sortUnlessStopped(all, isBefore, job))
        return nullptr;
    return &m_told.emplace(std::move(all));
}

Result<void> RdfFields::scan(const FieldRequest& request, const FieldSinkMaker& sinks, Job& job) const
{
    Reader reader(*this, request);
    const std::vector<Told>* const all = told(job);
    if (!all)
        return fail(Code::Stopped);
    const auto sink = sinks();
    job.start(all->size());
    std::uint64_t seen = 0;
    for (const Told& each : *all) {
        if (seen++ % kRecordsAStep == 0) {
            if (job.stopRequested())
                return fail(Code::Stopped);
            job.advance(std::min<std::uint64_t>(kRecordsAStep, all->size() - seen + 1));
        }
        reader.take(each, *sink);
    }
    sink->finish();
    return m_facts.file().checkWhole();
}

Result<void> RdfFields::read(const FieldRequest& request, std::span<const RecordRef> refs, FieldSink& sink,
                             Job& job) const
{
    Reader reader(*this, request);
    const std::vector<Told>* const all = told(job);
    if (!all)
        return fail(Code::Stopped);
    std::uint64_t seen = 0;
    for (const RecordRef ref : refs) {
        if (isStoppedAt(seen++, job))
            return fail(Code::Stopped);
        auto each =
            std::ranges::lower_bound(*all, ref.bits, {}, [](const Told& told) { return told.ref.bits; });
        for (; each != all->end() && each->ref.bits == ref.bits; ++each)
            reader.take(*each, sink);
    }
    sink.finish();
    return m_facts.file().checkWhole();
}

FieldCosts RdfFields::costs() const
{
    constexpr std::uint64_t kNsARecord = 40;
    if (!m_timeline.kept().isWhole) // what is told is found once, and not before
        return {};
    return {toldCount() * kNsARecord, kNsARecord};
}

}
