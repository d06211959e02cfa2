// Counts by number, of few numbers that come again and again: what millions of events are counted with by site, method or
// step. A node a number, as std::unordered_map has them, costs a third of passing over the events of a JVM.
//
//     Tally tally;
//     ++tally[key];                                                         // it is in there once it counts
//     tally.countSoon(key);                                                 // the same, where they are many and far apart
//     tally.each([&](std::uint64_t key, std::uint64_t count) { ... });      // in no order
#pragma once

#include <array>
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
    // One more of it, but not before some others: by then its cell, of many that are used at random, has been fetched.
    void countSoon(std::uint64_t key)
    {
        if (!m_cells.empty())
            __builtin_prefetch(&m_cells[homeOf(key)], 1);
        Waiting& next = m_waiting[m_turn++ % m_waiting.size()];
        if (next.isOne)
            ++(*this)[next.key];
        next = {key, true};
    }
    template <class Use>
    void each(const Use& use)
    {
        for (Waiting& one : m_waiting) {
            if (std::exchange(one.isOne, false))
                ++(*this)[one.key];
        }
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
    struct Waiting
    {
        std::uint64_t key = 0;
        bool isOne = false;
    };
    static constexpr std::size_t kLeast = 64; // a power of two, as all sizes
    static constexpr std::size_t kWaiting = 16;

    std::size_t homeOf(std::uint64_t key) const
    {
        constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
        const std::uint64_t mixed = key * kGolden;
        return static_cast<std::size_t>(mixed ^ mixed >> 32) & (m_cells.size() - 1);
    }
    Cell& find(std::uint64_t key)
    {
        const std::size_t mask = m_cells.size() - 1;
        std::size_t at = homeOf(key);
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
    std::array<Waiting, kWaiting> m_waiting {};
    std::size_t m_turn = 0;
};

}
