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

    std::size_t size() const { return m_count; }
    std::uint32_t find(std::uint64_t pair) const
    {
        if (m_places.empty())
            return kNone;
        const Place& place = m_places[placeOf(pair)];
        return place.pair == pair ? place.number : kNone;
    }
    std::uint32_t& at(std::uint64_t pair)
    {
        if (m_count * 2 >= m_places.size())
            grow();
        Place& place = m_places[placeOf(pair)];
        if (place.pair != pair) {
            place.pair = pair;
            ++m_count;
        }
        return place.number;
    }
    template <class Visit>
    void each(const Visit& visit) const // of each pair that is there
    {
        for (const Place& place : m_places)
            if (place.pair != kFree)
                visit(place.pair);
    }

private:
    static constexpr std::uint64_t kFree = ~std::uint64_t(0); // no pair of keys
    struct Place
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
        std::size_t at = static_cast<std::size_t>(hash) & (m_places.size() - 1);
        while (m_places[at].pair != kFree && m_places[at].pair != pair)
            at = (at + 1) & (m_places.size() - 1);
        return at;
    }
    void grow()
    {
        constexpr std::size_t kFirst = 64;
        std::vector<Place> before(m_places.empty() ? kFirst : m_places.size() * 2);
        before.swap(m_places);
        for (const Place& place : before)
            if (place.pair != kFree)
                m_places[placeOf(place.pair)] = place;
    }

    std::vector<Place> m_places; // a power of two of them
    std::size_t m_count = 0;
};

}
