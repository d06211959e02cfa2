// Numbers that look random and are the same on every machine, which the standard library's distributions do not
// promise: what the demo captures are made up with.
//
//     DemoRandom random(seed);
//     const std::int64_t waitedNs = random.skewed(900, 40'000);
#pragma once

#include <algorithm>
#include <cstdint>
#include <numbers>

namespace traceglass {

class DemoRandom
{
public:
    explicit DemoRandom(std::uint64_t seed)
        : m_state(seed)
    {
    }

    std::uint64_t next() // splitmix64
    {
        m_state += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }
    std::uint64_t below(std::uint64_t limit) { return next() % limit; }
    bool once(std::uint64_t outOf) { return below(outOf) == 0; }
    std::int64_t from(std::int64_t low, std::int64_t high) // neither is left out
    {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
    }
    // Mostly near the low end, now and then up to the high one: how long waiting takes.
    std::int64_t skewed(std::int64_t low, std::int64_t high)
    {
        const std::int64_t width = high - low;
        return low + std::min({from(0, width), from(0, width), from(0, width)});
    }
    double noise(double deviation) // about normal
    {
        const std::uint64_t bits = next();
        double sum = 0;
        for (unsigned i = 0; i < 4; ++i)
            sum += static_cast<double>(bits >> (16 * i) & 0xffff) / 65536.0 - 0.5;
        return sum * deviation * std::numbers::sqrt3;
    }

private:
    std::uint64_t m_state;
};

}
