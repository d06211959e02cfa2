// How many bytes of each heap resources are bound to, token by token (rdf-payloads.md 1.6): of an allocation the union
// of the ranges of its resources, heaps left out, so that what shares memory counts once.
//
//     BoundMemory bound;
//     state.apply(token);
//     bound.follow(state);
//     bound.bytes()[...]
//
// Ranges that overlap each other in great numbers cost more and more; where all of it became too much, it gives up.
#pragma once

#include "core/formats/rdf/payloads/memory/memory_state.h"

namespace traceglass::rdf {

class BoundMemory
{
public:
    // Once after each token.
    void follow(const MemoryState& state);

    const BytesPerHeap& bytes() const { return m_bytes; }
    bool gaveUp() const { return m_gaveUp; } // what it says from now on is nothing

private:
    // Of an allocation: from each border on, how many resources lie there.
    struct Ranges
    {
        std::map<std::uint64_t, std::uint32_t> depths;
        std::uint64_t covered = 0;
        Heap heap = Heap::none;
    };

    void change(Ranges& ranges, std::uint64_t begin, std::uint64_t end, bool isAdded);

    std::unordered_map<std::uint32_t, Ranges> m_allocations; // that anything is bound to
    BytesPerHeap m_bytes {};
    std::uint64_t m_steps = 0;
    bool m_gaveUp = false;
};

}
