#include "core/formats/rdf/payloads/memory/memory_state.h"

#include "core/formats/rdf/payloads/device_info.h"

#include <algorithm>

namespace traceglass::rdf {

namespace {

constexpr std::uint32_t kFamilyOfOneHeap = 0x98;
constexpr std::size_t kProcesses = 65'536;
constexpr std::size_t kSegments = 64;

template <class Number>
Number& at(std::array<Number, kHeaps>& of, Heap heap)
{
    return of[static_cast<std::size_t>(heap)];
}

}

// --- heaps

HeapSetup readHeaps(const PayloadChunks& chunks, const Report& report)
{
    HeapSetup out;
    for (const std::uint32_t entry : chunks.of(PayloadKind::memorySegments)) {
        const ChunkBytes data = chunks.data(entry, kSegments * MemorySegment::kSize);
        if (data.bytes.size() < MemorySegment::kSize)
            report(chunks.unreadable(entry, "a heap takes 24 bytes"));
        for (std::size_t at = 0; data.bytes.size() - at >= MemorySegment::kSize; at += MemorySegment::kSize) {
            MemorySegment segment;
            readFields(data.bytes.subspan(at), segment);
            out.segments.push_back({segment.heap, segment.base, segment.size});
        }
        break; // the first one counts
    }
    for (const HeapSetup::Segment& segment : out.segments)
        out.isFlat =
            out.isFlat || (segment.heap == static_cast<std::uint32_t>(Heap::invisible) && segment.size == 0);
    for (const std::uint32_t entry : chunks.of(PayloadKind::adapterInfo)) {
        const ChunkBytes data = chunks.data(entry, 4096);
        AdapterInfo adapter;
        if (!readFields(data.bytes, adapter))
            report(chunks.unreadable(entry, "it has fewer than 172 bytes"));
        out.isFlat = out.isFlat || adapter.family == kFamilyOfOneHeap;
    }
    return out;
}

HeapSetup::Stretch HeapSetup::stretchAt(std::uint64_t physical) const
{
    Stretch out {0, kNever, Heap::unknown};
    for (const Segment& segment : segments) {
        if (segment.heap > 1)
            continue;
        const std::uint64_t behind = segment.base + std::min(segment.size, ~segment.base);
        if (physical >= segment.base && physical < behind && out.heap == Heap::unknown)
            out.heap = isFlat ? Heap::local : static_cast<Heap>(segment.heap);
        for (const std::uint64_t border : {segment.base, behind}) {
            if (border > physical)
                out.end = std::min(out.end, border);
            else
                out.begin = std::max(out.begin, border);
        }
    }
    return out;
}

void MemoryState::expect(std::uint64_t allocations, std::uint64_t resources)
{
    m_allocations.reserve(std::min<std::uint64_t>(allocations, kRmtKept));
    m_resources.reserve(std::min<std::uint64_t>(resources, kRmtKept));
}

// --- resources

std::uint64_t MemoryResource::id() const
{
    std::uint32_t hash = 2166136261;
    for (int n = 0; n < 8; ++n) { // FNV-1a of the id as 64 bits
        hash ^= n < 4 ? driverId >> (8 * n) & 0xff : 0;
        hash *= 16777619;
    }
    return std::uint64_t(hash) << 32 | number;
}

MemoryResource* MemoryState::live(std::uint32_t driverId)
{
    const auto found = m_liveResources.find(driverId);
    return found ? &m_resources[*found] : nullptr;
}

void MemoryState::create(const RmtToken& token)
{
    const auto made = fieldsOf<RmtCreate>(token);
    const auto number = static_cast<std::uint32_t>(m_counts.resourcesCreated++);
    if (m_resources.size() >= kRmtKept) {
        ++m_counts.notKept;
        return;
    }
    const RmtResource with = readResource(token, made.type);
    MemoryResource resource;
    resource.driverId = made.resource;
    resource.number = number;
    resource.created = token.tick;
    resource.usage = with.usage;
    resource.type = made.type;
    resource.isShareable = made.type == kImage && with.isShareable();
    resource.isSparse = made.type == kImage && with.isSparse();
    m_resources.push_back(resource);
    m_change.resource = number;
    m_counts.resourceIdReused += !m_liveResources.set(made.resource, number);
}

// --- allocations

std::uint32_t MemoryState::allocationAt(std::uint64_t address) const
{
    auto at = m_liveAllocations.upper_bound(address);
    if (at == m_liveAllocations.begin())
        return kNoNumber;
    --at;
    return address - at->first < m_allocations[at->second].size ? at->second : kNoNumber;
}

void MemoryState::request(Heap heap, std::uint64_t bytes) // wraps where some are given back
{
    at(m_requested, heap) += bytes;
    m_requestedTotal += bytes;
}

Heap MemoryState::heapOf(const RmtAllocate& allocate, RmtVersion version) const
{
    if (version >= RmtVersion {1, 6} && allocate.heaps == 0)
        return Heap::none;
    const Heap heap = allocate.heap >= 2 ? Heap::host : static_cast<Heap>(allocate.heap);
    return heap == Heap::invisible && m_setup.isFlat ? Heap::local : heap;
}

std::uint32_t MemoryState::addAllocation(const MemoryAllocation& allocation)
{
    if (m_allocations.size() >= kRmtKept) {
        ++m_counts.notKept;
        return kNoNumber;
    }
    const auto number = static_cast<std::uint32_t>(m_allocations.size());
    const auto behind = m_liveAllocations.lower_bound(allocation.address);
    const bool meetsNext = behind != m_liveAllocations.end() && behind->first < allocation.end();
    if (meetsNext || allocationAt(allocation.address) != kNoNumber) {
        ++m_counts.allocationOverlap;
        return kNoNumber;
    }
    m_allocations.push_back(allocation);
    m_liveAllocations.emplace_hint(behind, allocation.address, number);
    ++m_counts.allocationsCreated;
    m_change.allocation = number;
    request(allocation.heap, allocation.size);
    return number;
}

void MemoryState::allocate(const RmtToken& token)
{
    const auto asked = fieldsOf<RmtAllocate>(token);
    MemoryAllocation allocation;
    allocation.address = asked.address;
    allocation.size = asked.size();
    allocation.created = token.tick;
    allocation.heap = heapOf(asked, token.version);
    allocation.owner = asked.owner;
    addAllocation(allocation);
}

void MemoryState::free(const RmtToken& token)
{
    const std::uint32_t found = allocationAt(fieldsOf<RmtFree>(token).address);
    if (found == kNoNumber) {
        ++m_counts.freeUnknown;
        return;
    }
    MemoryAllocation& allocation = m_allocations[found];
    allocation.freed = token.tick;
    m_liveAllocations.erase(allocation.address);
    request(allocation.heap, ~allocation.size + 1);
    m_change.allocation = found;
    ++m_counts.allocationsFreed;
}

// --- bindings

void MemoryState::bind(const RmtToken& token)
{
    const auto to = fieldsOf<RmtBind>(token);
    ++m_counts.binds;
    MemoryResource* const resource = live(to.resource);
    if (!resource) {
        ++m_counts.bindUnknownResource;
        return;
    }
    if (resource->isBound()) {
        const bool mayMove = resource->type == kHeapResource || resource->type == kBuffer
            || resource->type == kCommandAllocator;
        if (!mayMove) {
            ++m_counts.bindIgnored;
            return;
        }
        ++m_counts.rebinds;
        if (m_pastBindings.size() < kRmtKept
            && (resource->address != to.address || resource->size != to.size))
            m_pastBindings.push_back({resource->number, resource->address, resource->size});
        m_change.before = {resource->allocation, resource->address, resource->size};
        m_change.resource = resource->number;
        resource->allocation = kNoNumber;
        if (to.isSystemMemory && to.address == 0)
            return;
    }
    resource->address = to.address;
    resource->size = to.size;
    resource->bound = token.tick;
    resource->allocation = allocationAt(to.address);
    m_change.resource = resource->number;
    m_change.isBound = true;
    if (!resource->isBound()) {
        ++m_counts.bindNoAllocation;
        if (resource->isShareable && to.size > 0) {
            MemoryAllocation shared;
            shared.address = to.address;
            shared.size = to.size;
            shared.created = token.tick;
            shared.heap = Heap::local;
            shared.isShared = true;
            m_counts.sharedAllocations += addAllocation(shared) != kNoNumber;
        }
    }
    if (resource->isBound() && resource->isSparse) {
        MemoryAllocation& allocation = m_allocations[resource->allocation];
        request(allocation.heap, ~allocation.size + 1);
        allocation.heap = Heap::none;
        m_change.allocation = resource->allocation;
        request(allocation.heap, allocation.size);
    }
}

// --- residency

void MemoryState::refer(const RmtToken& token)
{
    const auto reference = fieldsOf<RmtReference>(token);
    ++(reference.isEvict ? m_counts.referencesRemoved : m_counts.referencesAdded);
    const auto known = m_liveAllocations.find(reference.address);
    if (known == m_liveAllocations.end()) {
        ++m_counts.referenceUnknown;
        return;
    }
    MemoryAllocation& allocation = m_allocations[known->second];
    if (!reference.isEvict) {
        ++allocation.references;
        if (allocation.evicted != kNever)
            m_change.returned = {known->second, allocation.evicted};
        allocation.evicted = kNever;
    } else if (allocation.references == 0 || --allocation.references == 0) {
        allocation.evicted = token.tick;
    }
}

// --- pages

void MemoryState::updatePages(const RmtToken& token)
{
    const auto update = fieldsOf<RmtPageTableUpdate>(token);
    if (update.update != 1) { // discarded, or a transfer
        ++m_counts.pageNotUpdate;
        return;
    }
    const std::uint64_t size = pageBytes(update.pageSize) * update.pages;
    if (pageBytes(update.pageSize) == 0) {
        ++m_counts.pageBadSize;
        return;
    }
    std::uint64_t begin = update.virtualPage << 12;
    const std::uint64_t end = begin + size;
    ProcessPages& process = pagesOf(update.pid);
    if (update.isUnmap) {
        ++m_counts.pageUnmaps;
        process.unmapped += size;
        m_pages.clear(begin, end);
        return;
    }
    ++m_counts.pageMaps;
    process.mapped += size;
    std::uint64_t physical = update.physicalPage << 12;
    if (physical == 0) {
        m_pages.set(begin, end, Heap::host);
        return;
    }
    while (begin < end) { // what is contiguous may cross the border of a heap
        if (!m_stretch.contains(physical))
            m_stretch = m_setup.stretchAt(physical);
        const std::uint64_t some = std::min(end - begin, m_stretch.end - physical);
        m_pages.set(begin, begin + some, m_stretch.heap);
        begin += some;
        physical += some;
    }
}

// Those beyond a limit are counted nowhere.
void MemoryState::changeProcess(std::uint32_t pid)
{
    const auto known = m_pagesByProcess.find(pid);
    m_pid = pid;
    m_process = known != m_pagesByProcess.end() ? &known->second
        : m_pagesByProcess.size() < kProcesses  ? &m_pagesByProcess[pid]
                                                : &m_unlisted;
}

// --- all

void MemoryState::applyOther(const RmtToken& token)
{
    switch (token.kind) {
    case RmtKind::virtualAllocate: allocate(token); break;
    case RmtKind::virtualFree: free(token); break;
    case RmtKind::resourceCreate: create(token); break;
    case RmtKind::resourceBind: bind(token); break;
    case RmtKind::resourceDestroy: {
        const std::uint32_t id = fieldsOf<RmtDestroy>(token).resource;
        MemoryResource* const resource = live(id);
        if (!resource) {
            ++m_counts.destroyUnknown;
            break;
        }
        resource->destroyed = token.tick;
        m_change.resource = resource->number;
        m_change.before = {resource->allocation, resource->address, resource->size};
        m_liveResources.erase(id);
        ++m_counts.resourcesDestroyed;
        break;
    }
    case RmtKind::resourceUpdate: {
        const auto update = fieldsOf<RmtResourceUpdate>(token);
        if (MemoryResource* const resource = live(update.resource))
            resource->usage = update.after;
        ++m_counts.resourceUpdates;
        break;
    }
    case RmtKind::resourceReference: refer(token); break;
    case RmtKind::cpuMap:
        ++(fieldsOf<RmtCpuMap>(token).isUnmap ? m_counts.cpuUnmaps : m_counts.cpuMaps);
        break;
    default: break;
    }
}

MemoryLook MemoryState::look() const
{
    MemoryLook out;
    out.requested = m_requestedTotal;
    out.requestedPerHeap = m_requested;
    out.committedPerHeap = m_pages.bytes();
    out.allocations = m_liveAllocations.size();
    for (const auto& [address, number] : m_liveAllocations) {
        const MemoryAllocation& allocation = m_allocations[number];
        MemoryLook::OfHeap& heap = at(out.heaps, allocation.heap);
        heap.smallest = heap.allocations == 0 ? allocation.size : std::min(heap.smallest, allocation.size);
        heap.largest = std::max(heap.largest, allocation.size);
        ++heap.allocations;
    }
    struct Bound
    {
        std::uint32_t allocation = 0;
        std::uint64_t begin = 0, end = 0;
        auto operator<=>(const Bound&) const = default;
    };
    std::vector<Bound> bound;
    for (const MemoryResource& resource : m_resources) {
        if (!resource.isLive())
            continue;
        ++out.resources;
        ++out.resourcesByType[resource.type];
        if (!resource.isBound() || !m_allocations[resource.allocation].isLive()
            || resource.type == kHeapResource)
            continue;
        ++at(out.heaps, m_allocations[resource.allocation].heap).resources;
        bound.push_back({resource.allocation, resource.address, resource.address + resource.size});
    }
    std::ranges::sort(bound);
    std::uint64_t covered = 0; // end of what counted already, in the same allocation
    for (std::size_t n = 0; n < bound.size(); ++n) {
        const Bound& range = bound[n];
        const bool isFirst = n == 0 || bound[n - 1].allocation != range.allocation;
        const std::uint64_t begin = isFirst ? range.begin : std::max(range.begin, covered);
        if (range.end > begin) {
            at(out.heaps, m_allocations[range.allocation].heap).bound += range.end - begin;
            out.bound += range.end - begin;
        }
        covered = isFirst ? range.end : std::max(covered, range.end);
    }
    return out;
}

}
