// What memory tokens add up to (rdf-payloads.md 1.6): allocations, resources, bindings and mapped pages, token by
// token in merged order.
//
//     MemoryState state(readHeaps(chunks, report));
//     while (const RmtToken* token = merge.next())
//         state.apply(*token);
//     state.requested()[...]; state.look().bound; state.resources()[n].created
//
// Ticks are those of the CPU, as in the tokens. Allocations and resources that ended stay, because lives are what is
// shown; of each the first kRmtKept are kept, those behind them are only counted.
#pragma once

#include "core/formats/rdf/payloads/id_table.h"
#include "core/formats/rdf/payloads/memory/page_map.h"
#include "core/formats/rdf/payloads/memory/rmt_resources.h"
#include "core/formats/rdf/payloads/payload_chunks.h"

#include <map>

namespace traceglass::rdf {

constexpr std::size_t kRmtKept = 1u << 22; // 400 MB of each; captures seen have some thousands
constexpr std::uint64_t kNever = ~std::uint64_t(0);
constexpr std::uint32_t kNoNumber = ~std::uint32_t(0);

// The heaps of the GPU.
struct HeapSetup
{
    struct Segment
    {
        std::uint32_t heap = 0;
        std::uint64_t base = 0, size = 0;
    };
    std::vector<Segment> segments; // as they stand in GpuMemSegment
    bool isFlat = false;           // invisible memory counts as local

    // The heap of a physical address, unknown outside of all, and between which addresses it stays so.
    struct Stretch
    {
        std::uint64_t begin = 0, end = 0;
        Heap heap = Heap::unknown;

        bool contains(std::uint64_t at) const { return at >= begin && at < end; }
    };
    Stretch stretchAt(std::uint64_t physical) const;
};
HeapSetup readHeaps(const PayloadChunks& chunks, const Report& report);

struct MemoryAllocation
{
    std::uint64_t address = 0, size = 0;
    std::uint64_t created = 0, freed = kNever;
    std::uint64_t evicted = kNever; // when its last reference was removed; none was added since
    std::uint32_t references = 0;   // as far as tokens tell
    Heap heap = Heap::none;         // that of its bytes: the first preferred one
    std::uint8_t owner = 0;
    bool isShared = false; // of another process: known by an image that is bound there, and counts as unbound

    bool isLive() const { return freed == kNever; }
    std::uint64_t end() const { return address + size; }
};

struct MemoryResource
{
    std::uint32_t driverId = 0;
    std::uint32_t number = 0; // among all, in merged order
    std::uint64_t created = 0, bound = kNever, destroyed = kNever;
    std::uint64_t address = 0, size = 0;  // where it was bound last; 0: never
    std::uint32_t allocation = kNoNumber; // of those kept
    std::uint32_t usage = 0;              // flags
    std::uint8_t type = 0;
    bool isShareable = false, isSparse = false;

    bool isLive() const { return destroyed == kNever; }
    bool isBound() const { return allocation != kNoNumber; }
    UsageClass usageClass() const { return usageOf(type, usage); }
    // The vendor's tools' identifier.
    std::uint64_t id() const;
};

// How often what happened.
struct MemoryCounts
{
    std::uint64_t allocationsCreated = 0, allocationsFreed = 0, allocationOverlap = 0, freeUnknown = 0;
    std::uint64_t resourcesCreated = 0, resourcesDestroyed = 0, resourceIdReused = 0, destroyUnknown = 0;
    std::uint64_t binds = 0, rebinds = 0, bindUnknownResource = 0, bindNoAllocation = 0,
                  sharedAllocations = 0, bindIgnored = 0;
    std::uint64_t referencesAdded = 0, referencesRemoved = 0, referenceUnknown = 0;
    std::uint64_t cpuMaps = 0, cpuUnmaps = 0, resourceUpdates = 0;
    std::uint64_t pageMaps = 0, pageUnmaps = 0, pageNotUpdate = 0, pageBadSize = 0;
    std::uint64_t notKept = 0; // allocations and resources beyond the limit
};

// Everything at one moment.
struct MemoryLook
{
    struct OfHeap
    {
        std::uint64_t allocations = 0, smallest = 0, largest = 0, bound = 0, resources = 0;
    };
    std::array<OfHeap, kHeaps> heaps {};
    std::uint64_t allocations = 0, resources = 0, requested = 0, bound = 0;
    BytesPerHeap requestedPerHeap {}, committedPerHeap {};
    std::array<std::uint64_t, 64> resourcesByType {};
};

// What the latest token changed.
struct MemoryChange
{
    struct Binding
    {
        std::uint32_t allocation = kNoNumber;
        std::uint64_t address = 0, size = 0;
    };
    struct Return
    {
        std::uint32_t allocation = kNoNumber;
        std::uint64_t evicted = kNever; // when that was
    };
    std::uint32_t allocation = kNoNumber; // made, freed or moved to another heap
    std::uint32_t resource = kNoNumber;   // made, bound or destroyed
    Binding before {};                    // what the resource was bound to and is no longer
    bool isBound = false;                 // the resource, newly
    Return returned {};                   // an allocation is resident again
    std::uint32_t pagesOfHeaps = 0;       // a bit for each heap that may have more or fewer bytes mapped
};

class MemoryState
{
public:
    explicit MemoryState(HeapSetup heaps)
        : m_setup(std::move(heaps))
    {
    }
    MemoryState(const MemoryState&) = delete;
    MemoryState& operator=(const MemoryState&) = delete;

    void apply(const RmtToken& token)
    {
        m_change = {};
        if (token.kind == RmtKind::pageTableUpdate) { // two of three, so they take the short way
            updatePages(token);
            m_change.pagesOfHeaps = m_pages.takeCounted();
        } else {
            applyOther(token);
        }
    }
    // Room for what is known to come: moving millions of them again and again costs more than adding them.
    void expect(std::uint64_t allocations, std::uint64_t resources);

    const HeapSetup& heaps() const { return m_setup; }
    const MemoryChange& change() const { return m_change; }
    const MemoryCounts& counts() const { return m_counts; }
    const std::vector<MemoryAllocation>& allocations() const { return m_allocations; }
    const std::vector<MemoryResource>& resources() const
    {
        return m_resources;
    } // by number, the first kRmtKept
    const BytesPerHeap& requested() const { return m_requested; }
    std::uint64_t requestedTotal() const { return m_requestedTotal; }
    const PageMap& pages() const { return m_pages; } // committed memory
    // Takes as long as there are allocations and resources.
    MemoryLook look() const;

    // Bindings that resources gave up for others.
    struct PastBinding
    {
        std::uint32_t resource = 0; // number
        std::uint64_t address = 0, size = 0;
    };
    const std::vector<PastBinding>& pastBindings() const { return m_pastBindings; }

    struct ProcessPages
    {
        std::uint64_t mapped = 0, unmapped = 0; // bytes
    };
    const std::map<std::uint32_t, ProcessPages>& pagesByProcess() const { return m_pagesByProcess; }

private:
    void applyOther(const RmtToken& token);
    void allocate(const RmtToken& token);
    void free(const RmtToken& token);
    void create(const RmtToken& token);
    void bind(const RmtToken& token);
    void refer(const RmtToken& token);
    void updatePages(const RmtToken& token);
    ProcessPages& pagesOf(std::uint32_t pid)
    {
        if (!m_process || m_pid != pid)
            changeProcess(pid);
        return *m_process;
    }
    void changeProcess(std::uint32_t pid);
    std::uint32_t addAllocation(const MemoryAllocation& allocation);
    MemoryResource* live(std::uint32_t driverId);
    std::uint32_t allocationAt(std::uint64_t address) const;
    void request(Heap heap, std::uint64_t bytes);
    Heap heapOf(const RmtAllocate& allocate, RmtVersion version) const;

    HeapSetup m_setup;
    MemoryChange m_change;
    MemoryCounts m_counts;
    std::vector<MemoryAllocation> m_allocations;
    std::map<std::uint64_t, std::uint32_t> m_liveAllocations; // by address
    std::vector<MemoryResource> m_resources;
    IdTable m_liveResources; // numbers by the driver's id
    std::vector<PastBinding> m_pastBindings;
    BytesPerHeap m_requested {};
    std::uint64_t m_requestedTotal = 0;
    PageMap m_pages;
    std::map<std::uint32_t, ProcessPages> m_pagesByProcess;
    ProcessPages m_unlisted;
    // What the last update of pages met, which the next one mostly does, too.
    std::uint32_t m_pid = 0;
    ProcessPages* m_process = nullptr; // of m_pid
    HeapSetup::Stretch m_stretch;
};

}
