// Numbers by pairs of numbers: a table that is filled once and then read by any thread.
//
//     PairTable table;
//     table.at(pairOf(key, second)) = 7;                // added when it is not there
//     table.find(pairOf(key, second))                   // 7; of a pair that is not there PairTable::kNone
#pragma once

#include <cstdint>
#include <vector>

namespace traceglass::stats {

constexpr std::uint64_t pairOf(std::uint32_t first, std::uint32_t second)
{
    return std::uint64_t(first) << 32 | second;
}

class PairTable
{
public:
    static constexpr std::uint32_t kNone = ~std::uint32_t(0);

    std::uint32_t find(std::uint64_t pair) const
    {
        if (m_entries.empty())
            return kNone;
        const Entry& entry = m_entries[placeOf(pair)];
        return entry.pair == pair ? entry.number : kNone;
    }
    std::uint32_t& at(std::uint64_t pair)
    {
        if (m_count * 2 >= m_entries.size())
            grow();
        Entry& entry = m_entries[placeOf(pair)];
        if (entry.pair != pair) {
            entry.pair = pair;
            ++m_count;
        }
        return entry.number;
    }
    template <class Visit>
    void each(const Visit& visit) const // of each pair that is there
    {
        for (const Entry& entry : m_entries)
            if (entry.pair != kFree)
                visit(entry.pair);
    }

private:
    static constexpr std::uint64_t kFree = ~std::uint64_t(0); // no pair of keys
    struct Entry
    {
        std::uint64_t pair = kFree;
        std::uint32_t number = kNone;
    };

    // That of the pair, or the free one where it belongs.
    std::size_t placeOf(std::uint64_t pair) const
    {
        constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
        std::uint64_t hash = pair * kSpread;
        hash ^= hash >> 32;
        std::size_t at = static_cast<std::size_t>(hash) & (m_entries.size() - 1);
        while (m_entries[at].pair != kFree && m_entries[at].pair != pair)
            at = (at + 1) & (m_entries.size() - 1);
        return at;
    }
    void grow()
    {
        constexpr std::size_t kFirst = 64;
        std::vector<Entry> before(m_entries.empty() ? kFirst : m_entries.size() * 2);
        before.swap(m_entries);
        for (const Entry& entry : before)
            if (entry.pair != kFree)
                m_entries[placeOf(entry.pair)] = entry;
    }

    std::vector<Entry> m_entries; // a power of two of them
    std::size_t m_count = 0;
};

}
