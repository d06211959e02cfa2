#include "core/formats/rdf/payloads/memory/address_ranges.h"

#include <algorithm>
#include <bit>

namespace traceglass::rdf {

void AddressRanges::add(std::uint32_t number, std::uint64_t address, std::uint64_t size)
{
    if (size > 0)
        m_ranges.push_back({address, size - 1 > ~address ? ~std::uint64_t(0) : address + (size - 1), number});
}

void AddressRanges::ready()
{
    std::ranges::sort(m_ranges, {}, &Range::first);
    const std::size_t width = std::bit_ceil(m_ranges.size());
    m_lasts.assign(2 * width, 0);
    for (std::size_t i = 0; i < m_ranges.size(); ++i)
        m_lasts[width + i] = m_ranges[i].last;
    for (std::size_t node = width - 1; node > 0; --node)
        m_lasts[node] = std::max(m_lasts[2 * node], m_lasts[2 * node + 1]);
}

void AddressRanges::collect(std::size_t node, std::size_t begin, std::size_t count, std::size_t end,
                            std::uint64_t address, std::vector<std::uint32_t>& out) const
{
    if (begin >= end || m_lasts[node] < address)
        return;
    if (count == 1)
        return out.push_back(m_ranges[begin].number);
    collect(2 * node, begin, count / 2, end, address, out);
    collect(2 * node + 1, begin + count / 2, count / 2, end, address, out);
}

std::vector<std::uint32_t> AddressRanges::at(std::uint64_t address) const
{
    std::vector<std::uint32_t> out;
    const auto end = std::ranges::upper_bound(m_ranges, address, {}, &Range::first) - m_ranges.begin();
    collect(1, 0, m_lasts.size() / 2, static_cast<std::size_t>(end), address, out);
    std::ranges::sort(out);
    return out;
}

}
