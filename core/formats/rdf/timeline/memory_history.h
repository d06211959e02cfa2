// The whole story of a memory trace as it is kept behind the timeline: every allocation and resource with its life, its
// names, and where in the capture they come from.
//
//     const MemoryHistory& memory = *timeline.memory();
//     memory.state.resources()[n].created; memory.nameOf(n); memory.bindingsOf(n)
//
// Ticks are those of the CPU. Made once, when all tokens were read; never changed.
#pragma once

#include "core/formats/rdf/payloads/memory/memory_trace.h"

#include <span>

namespace traceglass::rdf {

struct MemoryHistory
{
    // A resource got a place in memory.
    struct Binding
    {
        std::uint32_t resource = 0;   // its number
        std::uint32_t allocation = 0; // kNoNumber: in none that is known
        std::uint64_t address = 0, size = 0;
        std::uint64_t from = 0, to = kNever;
        RecordRef ref;
    };

    // An allocation was evicted and then made resident again.
    struct Return
    {
        std::uint32_t allocation = 0;
        std::uint64_t from = 0, to = 0; // while it was not resident
        RecordRef ref;
    };

    explicit MemoryHistory(HeapSetup heaps)
        : state(std::move(heaps))
    {
    }

    MemoryState state;
    MemoryNames names;
    std::vector<RecordRef> allocationRefs, resourceRefs; // the tokens that made them, by number
    std::vector<Binding> bindings;                       // by resource, then by time
    std::vector<std::uint32_t> firstBindings; // where those of a resource begin; one more at the end
    std::vector<Return> returns;              // by time, kRmtKept at most
    std::vector<MemorySnapshot> snapshots;    // by time
    std::uint64_t baseTick = 0, endTick = 0;
    BytesPerHeap peakRequested {}, peakMapped {};
    std::uint64_t peakRequestedTotal = 0, peakRequestedTick = 0; // the first time it was as much

    // Its name, else its type.
    std::string nameOf(std::uint32_t resource) const;
    // Which one a token made or, of a resource, bound.
    std::optional<std::uint32_t> resourceWith(RecordRef ref) const;
    std::optional<std::uint32_t> allocationWith(RecordRef ref) const;
    // Those that ever held the address, by number; what is implicit is left out.
    std::vector<std::uint32_t> bindingsAt(std::uint64_t address) const;
    std::span<const Binding> bindingsOf(std::uint32_t resource) const;
};

}
