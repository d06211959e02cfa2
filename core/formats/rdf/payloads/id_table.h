// Numbers by what a driver or the runtime calls something: 32 bits, mostly of a pointer.
//
//     IdTable live;
//     live.set(id, number);             // false: replaced the number it had
//     live.find(id)                     // nothing: there is none
//     live.erase(id);
//
// Chains within two vectors: a node allocated for each id, as hash maps of the library do, would be a third of what
// adding up costs where resources come and go, and memory that is never used again where they only come.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace traceglass::rdf {

class IdTable
{
public:
    // Room for so many is there from the start.
    explicit IdTable(std::size_t ids = 0)
    {
        m_entries.reserve(ids);
        spread(std::max<std::size_t>(ids, 16));
    }
    std::optional<std::uint32_t> find(std::uint32_t id) const
    {
        const std::uint32_t at = entryOf(id);
        return at == kEnd ? std::nullopt : std::optional(m_entries[at].number);
    }
    bool set(std::uint32_t id, std::uint32_t number)
    {
        std::uint32_t at = entryOf(id);
        if (at != kEnd) {
            m_entries[at].number = number;
            return false;
        }
        if (m_free != kEnd) {
            at = m_free;
            m_free = m_entries[at].next;
        } else {
            if (m_entries.size() == m_heads.size())
                spread(2 * m_heads.size());
            at = static_cast<std::uint32_t>(m_entries.size());
            m_entries.emplace_back();
        }
        m_entries[at] = {id, number, std::exchange(m_heads[slotOf(id)], at)};
        return true;
    }
    void erase(std::uint32_t id)
    {
        std::uint32_t* link = &m_heads[slotOf(id)];
        while (*link != kEnd && m_entries[*link].id != id)
            link = &m_entries[*link].next;
        if (*link == kEnd)
            return;
        const std::uint32_t at = *link;
        *link = m_entries[at].next;
        m_entries[at].next = std::exchange(m_free, at);
    }

private:
    static constexpr std::uint32_t kEnd = ~std::uint32_t(0); // of a chain
    struct Link
    {
        std::uint32_t id = 0, number = 0;
        std::uint32_t next = kEnd; // of its chain, or of those that are free
    };

    std::size_t slotOf(std::uint32_t id) const // the low bits of pointers are alike
    {
        return static_cast<std::size_t>(std::uint64_t(id * 0x9E37'79B1u) * m_heads.size() >> 32);
    }
    std::uint32_t entryOf(std::uint32_t id) const
    {
        std::uint32_t at = m_heads[slotOf(id)];
        while (at != kEnd && m_entries[at].id != id)
            at = m_entries[at].next;
        return at;
    }
    // Makes so many chains of what is there; no entry is free then.
    void spread(std::size_t chains)
    {
        m_heads.assign(std::bit_ceil(chains), kEnd);
        for (std::uint32_t n = 0; n < m_entries.size(); ++n)
            m_entries[n].next = std::exchange(m_heads[slotOf(m_entries[n].id)], n);
    }

    std::vector<Link> m_entries;
    std::vector<std::uint32_t> m_heads; // a power of two
    std::uint32_t m_free = kEnd;
};

}
