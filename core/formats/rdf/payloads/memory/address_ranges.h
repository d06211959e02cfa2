// Which of many ranges of addresses hold one: in time that grows with how many do, not with how many there are.
//
//     AddressRanges ranges;
//     ranges.add(resource.number, resource.address, resource.size);
//     ranges.ready();                                    // once, when all are there
//     ranges.at(0x14010)                                 // their numbers, in ascending order
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace traceglass::rdf {

class AddressRanges
{
public:
    void add(std::uint32_t number, std::uint64_t address, std::uint64_t size);
    void ready();
    std::vector<std::uint32_t> at(std::uint64_t address) const;

private:
    struct Range
    {
        std::uint64_t first = 0, last = 0;
        std::uint32_t number = 0;
    };

    // Of a node of the tree, which stands for `count` ranges from `begin` on: those before `end` that reach the address.
    void collect(std::size_t node, std::size_t begin, std::size_t count, std::size_t end,
                 std::uint64_t address, std::vector<std::uint32_t>& out) const;

    std::vector<Range> m_ranges;        // by where they begin
    std::vector<std::uint64_t> m_lasts; // a tree of how far they reach: of node n, those of 2 n and 2 n + 1
};

}
