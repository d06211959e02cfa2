#include "core/formats/rtc/wire/rtc_open_parts.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kReadBack = 16u << 20; // a payload that has been open for longer is not followed

struct Start // of a payload of the application
{
    std::uint32_t id = 0;
    std::uint64_t offset = 0;
};

// Where payloads began before a boundary, as the Index of its Unit and the index frame there say: of each
// stream the first one in the last minor unit that had any.
std::vector<Start> startsBefore(std::span<const std::byte> file, const Boundary& boundary)
{
    std::vector<Start> out;
    const auto add = [&](std::uint64_t frame, std::uint32_t frameId) {
        eachEntryAt(file, frame, frameId, [&](const IndexEntry& entry) {
            if (entry.id < kFirstStream || entry.distance == 0
                || entry.distance > frame - boundary.first->index())
                return true;
            const Start start {entry.id, frame - entry.distance};
            const auto known = std::ranges::find(out, start.id, &Start::id);
            if (known != out.end())
                *known = start;
            else
                out.push_back(start);
            return true;
        });
    };
    add(boundary.unit->index(), kIndex);
    if (boundary.at > boundary.unit->index())
        add(boundary.at, kMinorIndex);
    return out;
}

// Walks from the start of a payload up to a boundary, over as many Units as lie between. Nothing once bytes
// are lost.
OpenParts openSince(std::span<const std::byte> file, const Segment& segment, const Boundary& boundary,
                    std::uint64_t start)
{
    UnitFrames frames;
    OpenParts open;
    for (const Unit* unit = boundary.first; unit <= boundary.unit; ++unit) {
        const std::uint64_t end = std::min(unit->end, boundary.at);
        const std::uint64_t from = std::max(unit->index(), start);
        if (from < end)
            walkFrames(file, segment, *unit, {from, end}, frames, open, true);
        if (!frames.lost.empty())
            return {};
    }
    return open;
}

}

// The fixed-length payloads that are cut at a boundary. What has begun in the last minor unit where anything
// did is decoded from there; a payload that began before has ended by then, as its rest comes first in the
// minor unit. That does not hold for payloads of several frames: others may come in between.
OpenParts openAt(std::span<const std::byte> file, const Segment& segment, const Boundary& boundary)
{
    if (!segment.hasFixed)
        return {};
    const std::vector<Start> starts = startsBefore(file, boundary);
    const auto last = std::ranges::max_element(starts, {}, &Start::offset);
    if (last == starts.end())
        return {};
    const auto unitOf = [&](std::uint64_t offset) {
        return std::upper_bound(boundary.first, boundary.unit + 1, offset,
                                [](std::uint64_t wanted, const Unit& unit) { return wanted < unit.index(); })
            - 1;
    };
    const Unit& unit = *unitOf(last->offset);
    const std::uint64_t minor = segment.minorSize != 0 ? segment.minorSize : last->offset;
    const std::uint64_t begin = unit.index() + (last->offset - unit.index()) / minor * minor;
    std::uint64_t from = last->offset;
    for (const Start& start : starts) {
        if (start.offset >= begin)
            from = std::min(from, start.offset);
    }
    for (const Start& start : starts) {
        const std::uint32_t length = segment.lengthOf(start.id);
        if (start.offset >= from || length <= kMaxPayload || length >= Segment::kNoStream
            || boundary.at - start.offset > kReadBack)
            continue;
        const Unit* const its = unitOf(start.offset);
        const OpenParts open =
            openSince(file, segment, {its, its, segment.boundaryAfter(*its, start.offset)}, start.offset);
        if (std::ranges::count(open, start.id, &OpenPart::id) > 0)
            from = start.offset;
    }
    if (boundary.at - from > kReadBack)
        return {};
    return openSince(file, segment, {unitOf(from), boundary.unit, boundary.at}, from);
}

OpenParts openParts(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit, std::uint64_t at)
{
    const Segment& segment = ruler.segmentOf(ruler.units[unit]);
    return openAt(file, segment, {&ruler.units[segment.firstUnit], &ruler.units[unit], at});
}

}
