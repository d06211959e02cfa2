// The fixed-length payloads cut at boundaries, carried on from the start of a run. Whoever jumps to a boundary mostly
// sees by looking back what is open there. Parts of several payloads among each other hide where each of them began;
// then nothing but reading on from a place where it is known tells how long they are. What has been read so is kept,
// so that all of a file is read once more at most, in whatever order its Units are asked for.
#pragma once

#include "core/formats/rtc/wire/rtc_ruler.h"

#include <mutex>
#include <span>

namespace traceglass::rtc {

constexpr std::size_t kOpenAtOnce = 4096; // more are not copied from place to place

// Of one file. On any thread; others wait for the one who reads.
class CarriedParts
{
public:
    // What is open at a boundary of a Unit. Nothing where that takes too long for one question, the next one goes on
    // from there, or when there are too many. `isNear`: only where it is known of a place in
    // the Unit or in the one before, a few MiB away at most.
    std::optional<OpenParts> at(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit,
                                std::uint64_t boundary, bool isNear);

    // The same, found by looking back, for who asks for the next one.
    void know(std::uint64_t boundary, const OpenParts& open)
    {
        const std::scoped_lock lock(m_mutex);
        keep(boundary, open);
    }

private:
    void keep(std::uint64_t boundary, const OpenParts& open);

    std::mutex m_mutex;
    std::map<std::uint64_t, OpenParts> m_known;    // by boundary
    std::map<std::uint32_t, std::uint64_t> m_ends; // of a run, by number: from here on it is not carried
    std::size_t m_kept = 0;                        // parts of all that is known
};

}
