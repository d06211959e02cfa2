// The fixed-length payloads that are cut at a boundary, for whoever begins to walk there.
#include "core/formats/rtc/wire/rtc_walk.h"

#include <algorithm>
#include <map>

namespace traceglass::rtc {

namespace {

// A payload that has been open for longer is not followed. Each Unit of a file looks back, so small ones do not go as
// far, unless a payload takes as much: all together they read the file a bounded number of times.
constexpr std::uint64_t kReadBack = 16u << 20;
constexpr std::uint64_t kUnitsBack = 64; // times a Unit and the one before it, as the last one may be short
constexpr std::uint64_t kPayloadsBack = 16; // times the longest payload, as others come in between
constexpr int kOwnWalks = 64;               // of streams that the one of all does not find

// Where payloads of the application began before a boundary, as the Index of its Unit and the index frame
// there say: of each stream the first one in the last minor unit that had any, at or behind `since`.
std::map<std::uint32_t, std::uint64_t> startsBefore(std::span<const std::byte> file,
                                                    std::span<const Unit> units, std::uint64_t at,
                                                    std::uint64_t since)
{
    std::map<std::uint32_t, std::uint64_t> out;
    const std::uint64_t first = std::max(units.front().index(), since);
    const auto add = [&](std::uint64_t frame, std::uint32_t frameId) {
        if (frame <= first)
            return;
        eachEntryAt(file, frame, frameId, [&](const IndexEntry& entry) {
            if (entry.id >= kFirstStream && entry.distance != 0 && entry.distance <= frame - first)
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
std::optional<OpenParts> openSince(std::span<const std::byte> file, const Segment& segment,
                                   std::span<const Unit> units, std::uint64_t at, std::uint64_t start)
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
                    std::uint64_t at, std::uint64_t since)
{
    if (!segment.hasFixed)
        return {};
    const auto starts = startsBefore(file, units, at, since);
    if (starts.empty())
        return {};
    const Unit& before = units[units.size() > 1 ? units.size() - 2 : 0];
    std::uint64_t furthest = kUnitsBack * (units.back().end - before.marker);
    for (const auto& [id, start] : starts) {
        if (const std::uint32_t length = segment.lengthOf(id); length < Segment::kNoStream)
            furthest = std::max(furthest, kPayloadsBack * length);
    }
    furthest = std::min(furthest, kReadBack);
    std::uint64_t from =
        std::ranges::max_element(starts, {}, [](const auto& of) { return of.second; })->second;
    const auto unitsFrom = [&](std::uint64_t offset) {
        const auto behind = std::ranges::upper_bound(units, offset, {}, &Unit::index);
        return units.subspan(static_cast<std::size_t>(behind - units.begin() - 1));
    };
    const std::uint64_t begin = segment.boundaryBefore(unitsFrom(from).front().index(), from);
    for (const auto& [id, start] : starts) {
        if (start >= begin)
            from = std::min(from, start);
    }
    const std::uint64_t nearest = from;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> longer; // where they began
    for (const auto& [id, start] : starts) {
        const std::uint32_t length = segment.lengthOf(id);
        if (start < from && length > kMaxPayload && length < Segment::kNoStream && at - start <= furthest)
            longer.emplace_back(start, id);
    }
    std::ranges::sort(longer);
    std::optional<OpenParts> open;
    std::uint64_t end = 0; // of the minor unit it was read of
    int own = kOwnWalks;
    for (const auto& [start, id] : longer) {
        const auto its = unitsFrom(start).first(1);
        const std::uint64_t boundary = segment.boundaryAfter(its.front(), start);
        const bool isFirst = boundary != end;
        if (isFirst)
            open = openSince(file, segment, its, boundary, start);
        end = boundary;
        bool isOpen = open && open->contains(id);
        // From the start of another one its rest of a payload before may be taken for something else.
        if (!isOpen && !isFirst && own-- > 0) {
            const auto alone = openSince(file, segment, its, boundary, start);
            isOpen = alone && alone->contains(id);
        }
        if (isOpen) {
            from = start;
            break;
        }
    }
    if (at - from > furthest)
        return {};
    open = openSince(file, segment, unitsFrom(from), at, from);
    // Lost bytes in the longer one say nothing of what has begun behind them.
    if (!open && from < nearest)
        open = openSince(file, segment, unitsFrom(nearest), at, nearest);
    return open.value_or(OpenParts());
}

OpenParts openParts(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit, std::uint64_t at)
{
    const Segment& segment = ruler.segmentOf(ruler.units[unit]);
    const auto units = std::span(ruler.units).first(unit + 1).subspan(segment.firstUnit);
    return openParts(file, segment, units, at, segment.begin);
}

}
