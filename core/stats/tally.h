// Counts by number, of few numbers that come again and again: what millions of events are counted with by site, method or
// step. A node a number, as std::unordered_map has them, costs a third of passing over the events of a JVM.
//
//     Tally tally;
//     ++tally[key];                                                         // it is in there once it counts
//     tally.each([&](std::uint64_t key, std::uint64_t count) { ... });      // in no order
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace traceglass::stats {

class Tally
{
public:
    std::uint64_t& operator[](std::uint64_t key)
    {
        if ((m_used + 1) * 2 > m_cells.size())
            grow();
        Cell& cell = find(key);
        if (cell.count == 0) {
            cell.key = key;
            ++m_used;
        }
        return cell.count;
    }
    template <class Use>
    void each(const Use& use) const
    {
        for (const Cell& cell : m_cells) {
            if (cell.count != 0)
                use(cell.key, cell.count);
        }
    }

private:
    struct Cell
    {
        std::uint64_t key = 0;
        std::uint64_t count = 0; // 0: empty
    };
    static constexpr std::size_t kLeast = 64; // a power of two, as all sizes

    Cell& find(std::uint64_t key)
    {
        constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
        const std::size_t mask = m_cells.size() - 1;
        const std::uint64_t mixed = key * kGolden;
        std::size_t at = static_cast<std::size_t>(mixed ^ mixed >> 32) & mask;
        while (m_cells[at].count != 0 && m_cells[at].key != key)
            at = (at + 1) & mask;
        return m_cells[at];
    }
    void grow()
    {
        std::vector<Cell> old(m_cells.empty() ? kLeast : m_cells.size() * 2);
        std::swap(old, m_cells);
        for (const Cell& cell : old) {
            if (cell.count != 0)
                find(cell.key) = cell;
        }
    }

    std::vector<Cell> m_cells;
    std::size_t m_used = 0;
};

}
