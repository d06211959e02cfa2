// The 32-bit xxHash of bytes given in pieces: the checksum inside lz4 frames (seed 0).
//
//     Xxh32 sum;  sum.add(header);  sum.finish()
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace traceglass {

class Xxh32
{
public:
    void add(std::span<const std::byte> bytes)
    {
        m_total += bytes.size();
        while (!bytes.empty()) {
            if (m_held == 0 && bytes.size() >= kStripe) {
                mix(bytes.data());
                bytes = bytes.subspan(kStripe);
                continue;
            }
            const std::size_t take = std::min(kStripe - m_held, bytes.size());
            std::memcpy(m_stripe.data() + m_held, bytes.data(), take);
            m_held += take;
            bytes = bytes.subspan(take);
            if (m_held == kStripe) {
                mix(m_stripe.data());
                m_held = 0;
            }
        }
    }

    std::uint32_t finish() const
    {
        std::uint32_t hash = m_total >= kStripe ? std::rotl(m_lanes[0], 1) + std::rotl(m_lanes[1], 7)
                + std::rotl(m_lanes[2], 12) + std::rotl(m_lanes[3], 18)
                                                : kPrime5;
        hash += static_cast<std::uint32_t>(m_total);
        std::size_t at = 0;
        for (; at + 4 <= m_held; at += 4)
            hash = std::rotl(hash + word(m_stripe.data() + at) * kPrime3, 17) * kPrime4;
        for (; at < m_held; ++at)
            hash = std::rotl(hash + std::to_integer<std::uint32_t>(m_stripe[at]) * kPrime5, 11) * kPrime1;
        hash = (hash ^ hash >> 15) * kPrime2;
        hash = (hash ^ hash >> 13) * kPrime3;
        return hash ^ hash >> 16;
    }

private:
    static constexpr std::size_t kStripe = 16;
    static constexpr std::uint32_t kPrime1 = 2654435761u;
    static constexpr std::uint32_t kPrime2 = 2246822519u;
    static constexpr std::uint32_t kPrime3 = 3266489917u;
    static constexpr std::uint32_t kPrime4 = 668265263u;
    static constexpr std::uint32_t kPrime5 = 374761393u;

    static std::uint32_t word(const std::byte* at)
    {
        std::uint32_t value = 0;
        std::memcpy(&value, at, 4);
        return value;
    }

    void mix(const std::byte* stripe)
    {
        for (std::size_t i = 0; i < m_lanes.size(); ++i)
            m_lanes[i] = std::rotl(m_lanes[i] + word(stripe + 4 * i) * kPrime2, 13) * kPrime1;
    }

    std::array<std::uint32_t, 4> m_lanes = {kPrime1 + kPrime2, kPrime2, 0, 0u - kPrime1};
    std::array<std::byte, kStripe> m_stripe {};
    std::size_t m_held = 0;
    std::uint64_t m_total = 0;
};

}
