// Which heap each mapped page of the GPU's address space lies in, and how many bytes of each heap are mapped.
//
//     PageMap map;
//     map.set(0x10000, 0x20000, Heap::host);     // replaces what was mapped there
//     map.clear(0x10000, 0x11000);
//     map.bytes(Heap::host)
//
// Neighbours of one heap are one range, so memory grows with what is mapped in pieces, not with the tokens.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

namespace traceglass::rdf {

enum class Heap : std::uint8_t { local, invisible, host, none, unknown };
constexpr std::size_t kHeaps = 5;
using BytesPerHeap = std::array<std::uint64_t, kHeaps>; // nothing requested is in Heap::unknown

class PageMap
{
public:
    void set(std::uint64_t begin, std::uint64_t end, Heap heap);
    void clear(std::uint64_t begin, std::uint64_t end);

    const BytesPerHeap& bytes() const { return m_bytes; }
    std::uint64_t total() const { return m_total; }
    std::size_t ranges() const { return m_ranges.size(); }
    // Mapped bytes of a range, per heap.
    BytesPerHeap bytesIn(std::uint64_t begin, std::uint64_t end) const;

private:
    struct Range
    {
        std::uint64_t end = 0;
        Heap heap = Heap::none;
    };
    using Ranges = std::map<std::uint64_t, Range>;

    Ranges::iterator cut(std::uint64_t begin, std::uint64_t end);
    void count(Heap heap, std::uint64_t bytes)
    {
        m_bytes[static_cast<std::size_t>(heap)] += bytes;
        m_total += bytes;
    }

    Ranges m_ranges; // by begin
    BytesPerHeap m_bytes {};
    std::uint64_t m_total = 0;
};

}
