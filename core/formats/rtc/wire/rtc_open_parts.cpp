// The fixed-length payloads that are cut at a boundary, for whoever begins to walk there.
#include "core/formats/rtc/wire/rtc_walk.h"

#include <algorithm>
#include <map>

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kReadBack = 16u << 20; // a payload that has been open for longer is not followed

// Where payloads of the application began before a boundary, as the Index of its Unit and the index frame
// there say: of each stream the first one in the last minor unit that had any.
std::map<std::uint32_t, std::uint64_t> startsBefore(std::span<const std::byte> file,
                                                    std::span<const Unit> units, std::uint64_t at)
{
    std::map<std::uint32_t, std::uint64_t> out;
    const auto add = [&](std::uint64_t frame, std::uint32_t frameId) {
        eachEntryAt(file, frame, frameId, [&](const IndexEntry& entry) {
            if (entry.id >= kFirstStream && entry.distance != 0
                && entry.distance <= frame - units.front().index())
                out[entry.id] = frame - entry.distance;
            return true;
        });
    };
    add(units.back().index(), kIndex);
    if (at > units.back().index())
        add(at, kMinorIndex);
    return out;
}

// Walks from the start of a payload up to a boundary, over as many Units as lie between. Nothing once bytes
// are lost.
OpenParts openSince(std::span<const std::byte> file, const Segment& segment, std::span<const Unit> units,
                    std::uint64_t at, std::uint64_t start)
{
    UnitFrames frames;
    OpenParts open;
    for (const Unit& unit : units) {
        const std::uint64_t end = std::min(unit.end, at);
        const std::uint64_t from = std::max(unit.index(), start);
        if (from < end)
            walkFrames(file, segment, unit, {from, end}, frames, open, true);
        if (!frames.lost.empty())
            return {};
    }
    return open;
}

}

// What has begun in the last minor unit where anything did is decoded from there; a payload that began before
// has ended by then, as its rest comes first in the minor unit. That does not hold for payloads of several
// frames: others may come in between.
OpenParts openParts(std::span<const std::byte> file, const Segment& segment, std::span<const Unit> units,
                    std::uint64_t at)
{
    if (!segment.hasFixed)
        return {};
    const auto starts = startsBefore(file, units, at);
    if (starts.empty())
        return {};
    std::uint64_t from = std::ranges::max_element(starts, {}, [](const auto& of) { return of.second; })->second;
    const auto unitsFrom = [&](std::uint64_t offset) {
        const auto behind = std::ranges::upper_bound(units, offset, {}, &Unit::index);
        return units.subspan(static_cast<std::size_t>(behind - units.begin() - 1));
    };
    const Unit& unit = unitsFrom(from).front();
    const std::uint64_t minor = segment.minorSize != 0 ? segment.minorSize : from;
    const std::uint64_t begin = unit.index() + (from - unit.index()) / minor * minor;
    for (const auto& [id, start] : starts) {
        if (start >= begin)
            from = std::min(from, start);
    }
    for (const auto& [id, start] : starts) {
        const std::uint32_t length = segment.lengthOf(id);
        if (start >= from || length <= kMaxPayload || length >= Segment::kNoStream || at - start > kReadBack)
            continue;
        const auto its = unitsFrom(start).first(1);
        const OpenParts open =
            openSince(file, segment, its, segment.boundaryAfter(its.front(), start), start);
        if (open.contains(id))
            from = start;
    }
    if (at - from > kReadBack)
        return {};
    return openSince(file, segment, unitsFrom(from), at, from);
}

OpenParts openParts(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit, std::uint64_t at)
{
    const Segment& segment = ruler.segmentOf(ruler.units[unit]);
    const auto units = std::span(ruler.units).first(unit + 1).subspan(segment.firstUnit);
    return openParts(file, segment, units, at);
}

}
