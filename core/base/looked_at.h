// Which parts of a capture somebody has looked at, one bit a part: for the map of damage, which says of all others that
// nobody has. Bits are set and asked from any thread, in no order with anything else.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace traceglass {

class LookedAt
{
public:
    explicit LookedAt(std::uint64_t parts = 0)
        : m_parts(parts)
        , m_words(std::make_unique<std::atomic<std::uint64_t>[]>(words()))
    {
    }

    void add(std::uint64_t part)
    {
        std::atomic<std::uint64_t>& word = m_words[part / 64];
        const std::uint64_t bit = std::uint64_t(1) << part % 64;
        if ((word.load(std::memory_order_relaxed) & bit) == 0) // else the line stays with other cores, too
            word.fetch_or(bit, std::memory_order_relaxed);
    }
    void addAll()
    {
        for (std::uint64_t i = 0; i < words(); ++i)
            m_words[i].store(~std::uint64_t(0), std::memory_order_relaxed);
    }
    bool has(std::uint64_t part) const
    {
        return (m_words[part / 64].load(std::memory_order_relaxed) >> part % 64 & 1) != 0;
    }

private:
    std::uint64_t words() const { return (m_parts + 63) / 64; }

    std::uint64_t m_parts;
    std::unique_ptr<std::atomic<std::uint64_t>[]> m_words;
};

}
