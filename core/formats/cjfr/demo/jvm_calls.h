// Call trees for the demo recording, written down as text: stacks to block in and leaves to be sampled in.
//
//     CallTree calls(recorder, text);
//     event.stack = calls.place("db-read");                 // a line marked @db-read
//     sample.stack = calls.sampled("search", random);        // some leaf below #search
//
// A line is a frame: as many spaces as callers, "java/lang/Thread.run:1583", then any of "*3" (how often it
// is sampled compared to others), "@name" (a place), "#name" (begins a group; what is below belongs to it),
// "native".
#pragma once

#include "core/formats/cjfr/demo/jvm_recorder.h"

#include <algorithm>

namespace traceglass::cjfr {

// The same numbers on every machine, which the standard library's distributions do not promise.
class DemoRandom
{
public:
    explicit DemoRandom(std::uint64_t seed)
        : m_state(seed)
    {
    }

    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }
    std::uint64_t below(std::uint64_t limit) { return next() % limit; }
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
    bool once(std::uint64_t outOf) { return below(outOf) == 0; }

private:
    std::uint64_t m_state;
};

class CallTree
{
public:
    CallTree(JvmRecorder& recorder, std::string_view text);

    std::uint32_t place(std::string_view name) const;
    std::uint32_t sampled(std::string_view group, DemoRandom& random) const;
    std::uint32_t someMethod(DemoRandom& random) const; // of those that are sampled

private:
    std::map<std::string, std::uint32_t, std::less<>> m_places;
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> m_groups; // stacks, as often as sampled
    std::vector<std::uint32_t> m_methods;
};

extern const std::string_view kShopCalls;

}
