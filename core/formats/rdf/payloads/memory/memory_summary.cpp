#include "core/base/json_writer.h"
#include "core/base/wide.h"
#include "core/formats/rdf/payloads/clocks.h"
#include "core/formats/rdf/payloads/payload_summary.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::size_t kSteps = 16;
constexpr std::size_t kBiggest = 10;

class MemoryJson
{
public:
    MemoryJson(SummaryText& to, const MemoryTrace& trace, const MemoryTrace::Replayed& replayed)
        : m_to(to)
        , m_json(to.text)
        , m_trace(trace)
        , m_replayed(replayed)
        , m_counts(replayed.state.counts())
    {
    }

    void write(const std::vector<MemorySnapshot>& snapshots, const std::vector<std::uint64_t>& moments);

private:
    std::int64_t fromBase(std::uint64_t tick) const
    {
        return static_cast<std::int64_t>(tick - m_trace.baseTick());
    }
    std::optional<std::int64_t> nsOf(std::int64_t ticks) const
    {
        return rdf::nsOf(ticks, m_trace.frequency());
    }
    // Of an array with names those that are not 0.
    template <std::size_t n, class Name>
    void counted(std::string_view key, const std::array<std::uint64_t, n>& counts, Name name)
    {
        m_json.key(key).beginObject();
        for (std::size_t i = 0; i < n; ++i) {
            if (counts[i] > 0)
                m_json.foreignKey(name(i)).value(counts[i]);
        }
        m_json.endObject();
    }
    // Nothing requested is in a heap that is not known.
    void perHeap(std::string_view key, const BytesPerHeap& bytes, std::size_t heaps)
    {
        m_json.key(key).beginObject();
        for (std::size_t heap = 0; heap < heaps; ++heap)
            m_json.foreignKey(nameOf(heap)).value(bytes[heap]);
        m_json.endObject();
    }
    void requestedPerHeap(std::string_view key, const BytesPerHeap& bytes)
    {
        perHeap(key, bytes, kHeaps - 1);
    }
    void committedPerHeap(std::string_view key, const BytesPerHeap& bytes) { perHeap(key, bytes, kHeaps); }
    static std::string nameOf(std::size_t heap) { return heap == kHeaps - 1 ? "unknown" : heapName(heap); }

    void writeStreams();
    void writeTokens();
    void writeHeaps();
    void writeCounts();
    void writeResources();
    void writePeaks();
    void writeLook(const MemoryLook& look);
    void writeMoments(const std::vector<MemorySnapshot>& snapshots,
                      const std::vector<std::uint64_t>& moments);
    void writeBiggest();

    SummaryText& m_to;
    JsonWriter m_json;
    const MemoryTrace& m_trace;
    const MemoryTrace::Replayed& m_replayed;
    const MemoryCounts& m_counts;
};

void MemoryJson::writeStreams()
{
    m_json.key("streams").beginArray();
    for (const RmtStreamFacts& stream : m_trace.streams()) {
        const RmtStreamInfo& info = stream.info;
        m_json.beginObject().field("stream", info.number).field("pid", info.pid).field("tid", info.thread);
        m_json.field("version",
                     std::to_string(info.version.major) + '.' + std::to_string(info.version.minor));
        m_json.field("chunks", info.entries.size())
            .field("bytes", stream.bytes)
            .field("tokens", stream.tokens);
        m_json.field("frequency", stream.frequency).field("first_tick", stream.firstTick);
        m_json.field("last_tick", stream.lastTick).endObject();
    }
    m_json.endArray();
    const std::int64_t duration = fromBase(m_trace.endTick());
    m_json.field("base_tick", m_trace.baseTick()).field("frequency", m_trace.frequency());
    m_json.field("duration_ticks", duration).field("duration_ns", nsOf(duration));
    m_json.field("time_order_errors", m_replayed.timeOrderErrors);
}

void MemoryJson::writeTokens()
{
    const RmtCounts& counts = m_trace.counts();
    const auto kindName = [](std::size_t kind) { return rmtKindName(static_cast<RmtKind>(kind)); };
    counted("nonzero_small_deltas", counts.smallDeltas, kindName);
    writeHeaps();
    counted("tokens", counts.tokens, kindName);
    counted("userdata", counts.userdata, userdataName);
    counted("misc", counts.misc, miscName);
    m_json.key("page_table")
        .beginObject()
        .field("map", m_counts.pageMaps)
        .field("unmap", m_counts.pageUnmaps);
    m_json.field("not_update", m_counts.pageNotUpdate)
        .field("bad_page_size", m_counts.pageBadSize)
        .endObject();
    m_json.key("page_table_by_pid").beginArray();
    for (const auto& [pid, pages] : m_replayed.state.pagesByProcess())
        m_json.beginObject()
            .field("pid", pid)
            .field("map_bytes", pages.mapped)
            .field("unmap_bytes", pages.unmapped)
            .endObject();
    m_json.endArray();
}

void MemoryJson::writeHeaps()
{
    m_json.key("heaps").beginArray();
    for (const HeapSetup::Segment& segment : m_trace.heaps().segments)
        m_json.beginObject()
            .field("heap", heapName(segment.heap))
            .field("base", segment.base)
            .field("size", segment.size)
            .endObject();
    m_json.endArray().field("flat_local_heap", m_trace.heaps().isFlat);
}

void MemoryJson::writeCounts()
{
    const MemoryCounts& all = m_counts;
    m_json.key("counts").beginObject();
    m_json.field("allocations_created", all.allocationsCreated)
        .field("allocations_freed", all.allocationsFreed);
    m_json.field("allocation_overlap", all.allocationOverlap).field("free_unknown", all.freeUnknown);
    m_json.field("resources_created", all.resourcesCreated)
        .field("resources_destroyed", all.resourcesDestroyed);
    m_json.field("resource_id_reused", all.resourceIdReused).field("destroy_unknown", all.destroyUnknown);
    m_json.field("binds", all.binds).field("rebinds", all.rebinds);
    m_json.field("bind_unknown_resource", all.bindUnknownResource)
        .field("bind_no_allocation", all.bindNoAllocation);
    m_json.field("shared_allocations", all.sharedAllocations).field("bind_ignored", all.bindIgnored);
    m_json.field("references_added", all.referencesAdded).field("references_removed", all.referencesRemoved);
    m_json.field("reference_unknown", all.referenceUnknown).field("cpu_maps", all.cpuMaps);
    m_json.field("cpu_unmaps", all.cpuUnmaps).field("resource_updates", all.resourceUpdates).endObject();
}

void MemoryJson::writeResources()
{
    std::array<std::uint64_t, kUsageClasses> usages {};
    std::array<std::uint64_t, 64> implicit {};
    std::uint64_t implicits = 0;
    for (const MemoryResource& resource : m_replayed.state.resources()) {
        ++usages[static_cast<std::size_t>(resource.usageClass())];
        if (m_replayed.names.isImplicit(resource.number)) {
            ++implicit[resource.type];
            ++implicits;
        }
    }
    counted("resources_created_by_type", m_trace.counts().created, resourceTypeName);
    counted("resources_created_by_usage", usages,
            [](std::size_t usage) { return usageName(static_cast<UsageClass>(usage)); });
    m_json.field("named_resources", m_replayed.names.namedCount()).field("implicit_resources", implicits);
    counted("implicit_by_type", implicit, resourceTypeName);
}

void MemoryJson::writePeaks()
{
    requestedPerHeap("peak_requested_per_heap", m_replayed.peakRequested);
    committedPerHeap("peak_committed_per_heap", m_replayed.peakCommitted);
    const auto whenOf = [&](std::uint64_t bytes, std::uint64_t tick) {
        return bytes == 0 ? 0 : fromBase(tick);
    };
    m_json.key("peak_total").beginObject().field("requested", m_replayed.peakRequestedTotal);
    m_json.field("requested_tick", whenOf(m_replayed.peakRequestedTotal, m_replayed.peakRequestedTick));
    m_json.field("committed", m_replayed.peakCommittedTotal);
    m_json.field("committed_tick", whenOf(m_replayed.peakCommittedTotal, m_replayed.peakCommittedTick))
        .endObject();
}

// The members of an object that is open.
void MemoryJson::writeLook(const MemoryLook& look)
{
    m_json.field("allocations", look.allocations).field("resources", look.resources);
    m_json.key("per_heap").beginObject();
    for (std::size_t n = 0; n < kHeaps; ++n) {
        const MemoryLook::OfHeap& heap = look.heaps[n];
        if (heap.allocations == 0)
            continue;
        m_json.foreignKey(nameOf(n)).beginObject().field("allocations", heap.allocations);
        m_json.field("smallest", heap.smallest).field("largest", heap.largest).field("bound", heap.bound);
        m_json.field("resources", heap.resources).endObject();
    }
    m_json.endObject().field("requested", look.requested).field("bound", look.bound);
    requestedPerHeap("requested_per_heap", look.requestedPerHeap);
    committedPerHeap("committed_per_heap", look.committedPerHeap);
    counted("resources_by_type", look.resourcesByType, resourceTypeName);
}

void MemoryJson::writeMoments(const std::vector<MemorySnapshot>& snapshots,
                              const std::vector<std::uint64_t>& moments)
{
    const auto lookAt = [&](std::uint64_t tick) -> const MemoryLook& {
        const auto found = std::ranges::lower_bound(moments, tick);
        return m_replayed.looks[static_cast<std::size_t>(found - moments.begin())];
    };
    m_json.key("markers").beginArray();
    for (const auto& marker : m_replayed.markers) {
        const std::int64_t tick = fromBase(marker.tick);
        m_json.beginObject()
            .field("name", marker.name)
            .field("tick", tick)
            .field("ns", nsOf(tick))
            .endObject();
        m_json.flush(m_to.out);
    }
    m_json.endArray().key("snapshots").beginArray();
    for (const MemorySnapshot& snapshot : snapshots) {
        const std::int64_t tick = fromBase(snapshot.tick);
        m_json.beginObject().field("name", snapshot.name).field("tick", tick).field("ns", nsOf(tick));
        writeLook(lookAt(snapshot.tick));
        m_json.endObject();
        m_json.flush(m_to.out);
    }
    m_json.endArray().key("samples").beginArray();
    const std::uint64_t duration = m_trace.endTick() - m_trace.baseTick();
    for (std::size_t step = 1; step <= kSteps; ++step) {
        const auto tick = static_cast<std::uint64_t>(WideUnsigned(duration) * step / kSteps);
        const MemoryLook& look = lookAt(m_trace.baseTick() + tick);
        m_json.beginObject().field("tick", tick);
        requestedPerHeap("requested", look.requestedPerHeap);
        committedPerHeap("committed", look.committedPerHeap);
        m_json.endObject();
    }
    m_json.endArray();
}

void MemoryJson::writeBiggest()
{
    std::vector<const MemoryResource*> all;
    for (const MemoryResource& resource : m_replayed.state.resources()) {
        if (resource.type != kHeapResource) // they double what lies in them
            all.push_back(&resource);
    }
    const auto isBefore = [](const MemoryResource* a, const MemoryResource* b) {
        if (a->size != b->size)
            return a->size > b->size;
        return std::tie(a->created, a->driverId, a->number) < std::tie(b->created, b->driverId, b->number);
    };
    const std::size_t shown = std::min(all.size(), kBiggest);
    std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(shown), isBefore);
    m_json.key("biggest_resources").beginArray();
    for (std::size_t n = 0; n < shown; ++n) {
        const MemoryResource& one = *all[n];
        const std::string_view name = m_replayed.names.nameOf(one.number);
        m_json.beginObject().field("rmv_id", hexNumber(one.id())).field("driver_id", one.driverId);
        m_json.field("type", resourceTypeName(one.type)).field("usage", usageName(one.usageClass()));
        m_json.field("name", name.empty() ? std::nullopt : std::optional(name)).field("size", one.size);
        m_json.field("address", hexNumber(one.address)).field("created", fromBase(one.created));
        m_json.field("destroyed", one.isLive() ? std::nullopt : std::optional(fromBase(one.destroyed)));
        m_json.endObject();
    }
    m_json.endArray();
}

void MemoryJson::write(const std::vector<MemorySnapshot>& snapshots,
                       const std::vector<std::uint64_t>& moments)
{
    m_json.beginObject();
    writeStreams();
    writeTokens();
    writeCounts();
    writeResources();
    writePeaks();
    const MemoryLook end = m_replayed.state.look();
    m_json.key("end").beginObject();
    writeLook(end);
    m_json.endObject();
    m_json.key("leaks")
        .beginObject()
        .field("allocations", end.allocations)
        .field("allocation_bytes", end.requested);
    m_json.field("resources", end.resources);
    m_json.field("resources_not_heap", end.resources - end.resourcesByType[kHeapResource]).endObject();
    writeMoments(snapshots, moments);
    writeBiggest();
    m_json.endObject();
}

}

std::vector<std::uint64_t> summaryMoments(const MemoryTrace& trace,
                                          const std::vector<MemorySnapshot>& snapshots)
{
    std::vector<std::uint64_t> out;
    for (const MemorySnapshot& snapshot : snapshots)
        out.push_back(snapshot.tick);
    const std::uint64_t duration = trace.endTick() - trace.baseTick();
    for (std::size_t step = 1; step <= kSteps; ++step)
        out.push_back(trace.baseTick() + static_cast<std::uint64_t>(WideUnsigned(duration) * step / kSteps));
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

void writeMemory(SummaryText& to, const MemoryTrace& trace, const MemoryTrace::Replayed& replayed,
                 const std::vector<MemorySnapshot>& snapshots, const std::vector<std::uint64_t>& moments)
{
    MemoryJson(to, trace, replayed).write(snapshots, moments);
}

}
