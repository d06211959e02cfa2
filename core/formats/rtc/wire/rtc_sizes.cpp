#include "core/formats/rtc/wire/rtc_sizes.h"

#include <algorithm>
#include <bit>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kUnitsLookedAt = 4;
constexpr std::uint64_t kLookedAt = 64u << 20; // of one Unit
constexpr std::size_t kPlacesAtMost = 4096;    // of index frames in one Unit
constexpr std::size_t kPlacesTried = 16;       // as sizes, and so many distances between two
constexpr std::uint64_t kCrcAtMost = 6;        // a boundary in front of which only a Crc fits has no index

// Where index frames of a Unit stand, from its Index. Found byte by byte, so a payload may hold what looks
// like one.
struct Places
{
    std::vector<std::uint64_t> distances;
    std::uint64_t length = 0; // looked at, from the Index
};

Places placesIn(std::span<const std::byte> file, const Unit& unit, std::uint64_t& spare)
{
    Places places;
    const std::uint64_t index = unit.index();
    const std::uint64_t end = std::min<std::uint64_t>(unit.end, file.size());
    if (end <= index)
        return places;
    places.length = std::min({end - index, kLookedAt, spare});
    spare -= places.length;
    const auto isHead = [](std::byte byte) { return byte >> 1 == std::byte(kMinorIndex); };
    const auto stop = file.begin() + static_cast<std::ptrdiff_t>(index + places.length);
    for (auto at = file.begin() + static_cast<std::ptrdiff_t>(index); at < stop; ++at) {
        at = std::find_if(at, stop, isHead);
        if (at == stop)
            break;
        const auto offset = static_cast<std::uint64_t>(at - file.begin());
        if (!isMinorBoundary(file, index, offset) || offset - index < kLeastMinor)
            continue;
        places.distances.push_back(offset - index);
        if (places.distances.size() == kPlacesAtMost) {
            places.length = offset - index + 1;
            break;
        }
    }
    return places;
}

// Boundaries that have their index frame, less those that have none and index frames elsewhere.
std::int64_t agreement(const Places& places, std::uint64_t size)
{
    const auto on =
        std::ranges::count_if(places.distances, [&](std::uint64_t distance) { return distance % size == 0; });
    const std::uint64_t boundaries =
        places.length > kCrcAtMost ? (places.length - kCrcAtMost - 1) / size : std::uint64_t(0);
    const auto missing = std::max<std::int64_t>(static_cast<std::int64_t>(boundaries) - on, 0);
    return on - missing - (std::ssize(places.distances) - on);
}

}

std::uint64_t minorSizeSeen(std::span<const std::byte> file, std::span<const Unit> units,
                            std::uint64_t stated, std::uint64_t& spare)
{
    std::vector<Places> seen;
    std::vector<std::uint64_t> sizes;
    const auto add = [&](std::uint64_t size) {
        if (size >= kLeastMinor && std::ranges::find(sizes, size) == sizes.end())
            sizes.push_back(size);
    };
    add(stated);
    if (stated <= std::uint64_t(1) << 62)
        add(std::bit_ceil(stated)); // the old writer says 5 less than there is (rtc.md 8 item 2)
    for (const Unit& unit : units.first(std::min(units.size(), kUnitsLookedAt))) {
        seen.push_back(placesIn(file, unit, spare));
        const auto& distances = seen.back().distances;
        for (std::size_t i = 0; i < std::min(distances.size(), kPlacesTried); ++i) {
            add(distances[i]);
            add(i > 0 ? distances[i] - distances[i - 1] : 0);
        }
        if (distances.size() > 1 && agreement(seen.back(), distances[0]) == std::ssize(distances))
            break; // no other size can agree as well
    }
    std::uint64_t best = stated;
    std::int64_t most = 0;
    for (const std::uint64_t size : sizes) {
        std::int64_t all = 0;
        for (const Places& places : seen)
            all += agreement(places, size);
        if (all > most) {
            most = all;
            best = size;
        }
    }
    return best;
}

SizeProof sizesAgree(const UnitFrames& frames, const Unit& unit, const Segment& run)
{
    std::size_t seen = 0;
    bool goesOn = false; // the index frame before says that this one continues it
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (frames.id(i) != kMinorIndex)
            continue;
        const Part part = frames.part(i);
        const std::uint64_t distance = part.offset - unit.index();
        if (!goesOn && part.offset < frames.shiftedFrom
            && (run.minorSize == 0 || distance % run.minorSize != 0))
            return SizeProof::contradicted;
        seen += goesOn ? 0 : 1;
        goesOn = part.more;
    }
    if (!frames.lost.empty())
        return SizeProof::silent;
    const bool isWhole = run.unitSize != 0 && unit.end - unit.marker >= run.unitSize;
    return seen > 0 || isWhole ? SizeProof::proven : SizeProof::silent;
}

}
