// Rows of a long list as ranges: which are selected, however many these are.
//
//     RowRanges rows({2, 7});
//     rows.remove(4);                           // 2 to 3 and 5 to 7
//     rows.count()                              // 5
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace traceglass {

struct RowRange
{
    std::uint64_t first = 0, last = 0;

    bool operator==(const RowRange&) const = default;
};

class RowRanges
{
public:
    RowRanges() = default;
    explicit RowRanges(RowRange range)
        : m_ranges {range}
    {
    }

    // In their order, with rows between them.
    const std::vector<RowRange>& all() const { return m_ranges; }
    bool has(std::uint64_t row) const
    {
        return std::ranges::any_of(
            m_ranges, [row](const RowRange& range) { return row >= range.first && row <= range.last; });
    }
    std::uint64_t count() const
    {
        return std::accumulate(
            m_ranges.begin(), m_ranges.end(), std::uint64_t(0),
            [](std::uint64_t sum, const RowRange& range) { return sum + range.last - range.first + 1; });
    }
    void add(RowRange range)
    {
        std::erase_if(m_ranges, [&range](const RowRange& other) {
            if (other.last + 1 < range.first || range.last + 1 < other.first)
                return false;
            range = {std::min(range.first, other.first), std::max(range.last, other.last)};
            return true;
        });
        m_ranges.insert(std::ranges::upper_bound(m_ranges, range.first, {}, &RowRange::first), range);
    }
    void remove(std::uint64_t row)
    {
        const std::vector<RowRange> before = std::exchange(m_ranges, {});
        for (const RowRange& range : before) {
            if (row < range.first || row > range.last) {
                m_ranges.push_back(range);
                continue;
            }
            if (row > range.first)
                m_ranges.push_back({range.first, row - 1});
            if (row < range.last)
                m_ranges.push_back({row + 1, range.last});
        }
    }

private:
    std::vector<RowRange> m_ranges;
};

}
