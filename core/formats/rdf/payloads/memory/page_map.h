// Which heap each mapped page of the GPU's address space lies in, and how many bytes of each heap are mapped.
//
//     PageMap map;
//     map.set(0x10000, 0x20000, Heap::host);     // replaces what was mapped there
//     map.clear(0x10000, 0x11000);
//     map.bytes()[static_cast<std::size_t>(Heap::host)]
//
// Neighbours of one heap are one range, so memory grows with what is mapped in pieces, not with the tokens. Two of
// three memory tokens come here: ranges lie side by side in blocks, because a node for each would be allocated and
// freed as often, and searching begins where the last change was, because the next one mostly goes on there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace traceglass::rdf {

enum class Heap : std::uint8_t { local, invisible, host, none, unknown };
constexpr std::size_t kHeaps = 5;
using BytesPerHeap = std::array<std::uint64_t, kHeaps>; // nothing requested is in Heap::unknown

class PageMap
{
public:
    PageMap() = default;
    PageMap(const PageMap&) = delete;
    PageMap& operator=(const PageMap&) = delete;

    void set(std::uint64_t begin, std::uint64_t end, Heap heap)
    {
        if (!extend(begin, end, heap))
            replace(begin, end, heap);
    }
    void clear(std::uint64_t begin, std::uint64_t end)
    {
        if (!shorten(begin, end))
            replace(begin, end, {});
    }

    const BytesPerHeap& bytes() const { return m_bytes; }
    std::uint64_t total() const { return m_total; }
    // A bit for each heap whose bytes were counted since the last call: no others have changed.
    std::uint32_t takeCounted() { return std::exchange(m_counted, 0); }
    std::size_t ranges() const;
    // Mapped bytes of a range, per heap.
    BytesPerHeap bytesIn(std::uint64_t begin, std::uint64_t end) const;

private:
    struct Range
    {
        std::uint64_t begin = 0, end = 0;
        Heap heap = Heap::none;
    };
    struct RangeBlock
    {
        std::uint64_t begin = 0; // of its first range: what is searched
        std::vector<Range> ranges {};
    };
    struct Position
    {
        std::size_t block = 0, index = 0; // behind the last of its block: in none
    };
    using Pieces =
        std::array<Range, 3>; // what is left of the first range, what is new, what is left of the last

    // What most updates are, without looking around: memory that is mapped piece by piece goes on behind the range
    // that changed last, and is unmapped from its begin. False: it is something else.
    bool extend(std::uint64_t begin, std::uint64_t end, Heap heap)
    {
        if (!m_range || m_range->end != begin || m_range->heap != heap || end <= begin || end >= m_nextBegin)
            return false;
        m_range->end = end;
        count(heap, end - begin);
        return true;
    }
    bool shorten(std::uint64_t begin, std::uint64_t end)
    {
        if (!m_range || m_range->begin != begin || end <= begin || end >= m_range->end)
            return false;
        m_range->begin = end;
        if (m_changed.index == 0)
            m_blocks[m_changed.block].begin = end;
        count(m_range->heap, begin - end); // less, in arithmetic that wraps
        return true;
    }
    void lookAtChanged();

    Position firstEndingFrom(std::uint64_t at) const;
    bool isFirstEndingFrom(const Position& place, std::uint64_t at) const;
    const Range* next(Position& place, std::uint64_t end) const;
    void replace(std::uint64_t begin, std::uint64_t end, std::optional<Heap> heap);
    void put(Position from, Position to, const Pieces& pieces, std::size_t count);
    void count(Heap heap, std::uint64_t bytes)
    {
        m_bytes[static_cast<std::size_t>(heap)] += bytes;
        m_total += bytes;
        m_counted |= 1u << static_cast<std::size_t>(heap);
    }

    std::vector<RangeBlock> m_blocks {RangeBlock {}};    // by begin; none is empty, unless it is the only one
    Position m_changed {};                               // where the last change was
    Range* m_range = nullptr;                            // the range there, if there is one
    std::uint64_t m_nextBegin = 0;                       // of the range behind it
    BytesPerHeap m_bytes {};
    std::uint64_t m_total = 0;
    std::uint32_t m_counted = 0;
};

}
