#include "core/formats/rtc/wire/rtc_sizes.h"

#include <algorithm>
#include <bit>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kUnitsLookedAt = 4;
constexpr std::uint64_t kLookedAt = 64u << 20;      // of one Unit
constexpr std::uint64_t kSearchedAtOnce = 1u << 20; // searched before somebody may stop it
constexpr std::size_t kFramesAtMost = 4096;         // of index frames in one Unit
constexpr std::size_t kFramesTried = 16;            // as sizes, and so many distances between two
constexpr std::uint64_t kCrcAtMost = 6; // a boundary in front of which only a Crc fits has no index

// Where index frames of a Unit stand, from its Index. Found byte by byte, so a payload may hold what looks
// like one.
struct IndexFrames
{
    std::vector<std::uint64_t> distances;
    std::uint64_t length = 0; // looked at, from the Index
};

IndexFrames indexFramesIn(std::span<const std::byte> file, const Unit& unit, std::uint64_t& spare,
                          const Job& job)
{
    IndexFrames frames;
    const std::uint64_t index = unit.index();
    const std::uint64_t end = std::min<std::uint64_t>(unit.end, file.size());
    if (end <= index)
        return frames;
    frames.length = std::min({end - index, kLookedAt, spare});
    spare -= frames.length;
    const auto isHead = [](std::byte byte) { return (byte >> 1) == std::byte(kMinorIndex); };
    const std::uint64_t stop = index + frames.length;
    for (std::uint64_t from = index; from < stop && !job.stopRequested(); from += kSearchedAtOnce) {
        const auto piece = file.subspan(from, std::min(kSearchedAtOnce, stop - from));
        for (auto at = std::ranges::find_if(piece, isHead); at != piece.end();
             at = std::find_if(at + 1, piece.end(), isHead)) {
            const std::uint64_t offset = from + static_cast<std::uint64_t>(at - piece.begin());
            if (!isMinorBoundary(file, index, offset) || offset - index < kLeastMinor)
                continue;
            frames.distances.push_back(offset - index);
            if (frames.distances.size() == kFramesAtMost) {
                frames.length = offset - index + 1;
                return frames;
            }
        }
    }
    return frames;
}

// Boundaries that have their index frame, less those that have none and index frames elsewhere.
std::int64_t agreement(const IndexFrames& frames, std::uint64_t size)
{
    const auto on =
        std::ranges::count_if(frames.distances, [&](std::uint64_t distance) { return distance % size == 0; });
    const std::uint64_t boundaries =
        frames.length > kCrcAtMost ? (frames.length - kCrcAtMost - 1) / size : std::uint64_t(0);
    const auto missing = std::max<std::int64_t>(static_cast<std::int64_t>(boundaries) - on, 0);
    return on - missing - (std::ssize(frames.distances) - on);
}

}

std::uint64_t minorSizeSeen(std::span<const std::byte> file, std::span<const Unit> units,
                            std::uint64_t stated, std::uint64_t& spare, const Job& job)
{
    std::vector<IndexFrames> seen;
    std::vector<std::uint64_t> sizes;
    const auto add = [&](std::uint64_t size) {
        if (size >= kLeastMinor && std::ranges::find(sizes, size) == sizes.end())
            sizes.push_back(size);
    };
    add(stated);
    if (stated <= std::uint64_t(1) << 62)
        add(std::bit_ceil(stated)); // the old writer says 5 less than there is (rtc.md 8 item 2)
    for (const Unit& unit : units.first(std::min(units.size(), kUnitsLookedAt))) {
        seen.push_back(indexFramesIn(file, unit, spare, job));
        const auto& distances = seen.back().distances;
        for (std::size_t i = 0; i < std::min(distances.size(), kFramesTried); ++i) {
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
        for (const IndexFrames& frames : seen)
            all += agreement(frames, size);
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
        const FramePart part = frames.part(i);
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
