// The fixed-length payloads that are cut at a boundary, for whoever begins to walk there.
#include "core/formats/rtc/wire/rtc_carried.h"
#include "core/formats/rtc/wire/rtc_walk.h"

#include <algorithm>
#include <unordered_set>

namespace traceglass::rtc {

namespace {

// Each Unit of a file looks back, so small ones do not read as much, unless a payload takes it: all together they
// read the file a bounded number of times.
constexpr std::uint64_t kReadBack = 16u << 20;
constexpr std::uint64_t kUnitsBack = 64; // times a Unit and the one before it, as the last one may be short
constexpr std::uint64_t kPayloadsBack = 16;     // times the longest payload, as others come in between
constexpr std::uint64_t kMuchRead = 256u << 10; // for one boundary: the next one does not look back again

using Begun = std::map<std::uint32_t, std::uint64_t>; // of payloads of the application, by stream

// Reads on from a payload's start, and knows of which streams it has seen one: only of those it is certain how
// long their parts are.
class LookBehind
{
public:
    LookBehind(std::span<const std::byte> file, const Segment& segment, std::span<const Unit> units,
               std::uint64_t since)
        : m_file(file)
        , m_segment(segment)
        , m_units(units)
        , m_first(std::max(units.front().index(), since))
    {
    }

    // Where payloads began before a boundary, as the Index of its Unit and the index frame there say: of each
    // stream the first one in the last minor unit that had any.
    Begun startsBefore(std::size_t unit, std::uint64_t boundary) const;
    // The first one in the minor unit of a payload's start. Before it stands what is left of earlier ones.
    std::uint64_t firstBeside(std::uint64_t start) const;
    // May a payload of so few bytes that one frame holds it be cut at the end of the minor unit of `start`? Then its
    // frame is the last one there.
    bool mayBeCut(std::uint32_t id, std::uint32_t length, std::uint64_t start) const;

    void begin(std::uint64_t start);
    // Over what is left of a minor unit. False when bytes are lost, or too many have been read.
    bool next(std::uint64_t to);

    OpenParts open;
    std::uint64_t at = 0;
    std::uint64_t left = 0; // bytes it may read
    bool isSure = true;     // nothing was lost, and no part was met of a payload that began before

private:
    std::size_t unitOf(std::uint64_t offset) const
    {
        const auto behind = std::ranges::upper_bound(m_units, offset, {}, &Unit::index);
        return static_cast<std::size_t>(behind - m_units.begin()) - 1;
    }
    Begun startsUntil(std::uint64_t boundary) const;
    void meet(std::uint64_t begin, std::uint64_t end);

    std::span<const std::byte> m_file;
    const Segment& m_segment;
    std::span<const Unit> m_units;
    const std::uint64_t m_first;
    std::size_t m_unit = 0;
    UnitFrames m_frames;
    std::unordered_set<std::uint32_t> m_begun;
};

Begun LookBehind::startsBefore(std::size_t unit, std::uint64_t boundary) const
{
    Begun out;
    const auto add = [&](std::uint64_t frame, std::uint32_t frameId) {
        if (frame <= m_first)
            return;
        eachEntryAt(m_file, frame, frameId, [&](const IndexEntry& entry) {
            if (entry.id >= kFirstStream && entry.distance != 0 && entry.distance <= frame - m_first)
                out[entry.id] = frame - entry.distance;
            return true;
        });
    };
    const std::uint64_t index = m_units[unit].index();
    add(index, kIndex);
    if (boundary > index)
        add(boundary, kMinorIndex);
    return out;
}

// The same of the boundary behind a minor unit, which may be the next Unit.
Begun LookBehind::startsUntil(std::uint64_t boundary) const
{
    const std::size_t unit = unitOf(boundary);
    const bool isNext = boundary == m_units[unit].end && unit + 1 < m_units.size();
    return isNext ? startsBefore(unit + 1, m_units[unit + 1].index()) : startsBefore(unit, boundary);
}

std::uint64_t LookBehind::firstBeside(std::uint64_t start) const
{
    const Unit& unit = m_units[unitOf(start)];
    const std::uint64_t begin = m_segment.boundaryBefore(unit.index(), start);
    std::uint64_t first = start;
    for (const auto& [id, other] : startsUntil(m_segment.boundaryAfter(unit, start))) {
        if (other >= begin)
            first = std::min(first, other);
    }
    return first;
}

bool LookBehind::mayBeCut(std::uint32_t id, std::uint32_t length, std::uint64_t start) const
{
    std::vector<std::byte> head;
    appendInt(head, std::uint64_t(id) << 1 | 1);
    const std::uint64_t end = m_segment.boundaryAfter(m_units[unitOf(start)], start);
    if (start >= end) // not in a Unit
        return false;
    const std::uint64_t bytes = std::min(end - start, head.size() + length + m_segment.crcBytes());
    const auto last = m_file.subspan(end - bytes, bytes);
    return std::search(last.begin(), last.end(), head.begin(), head.end()) != last.end();
}

void LookBehind::begin(std::uint64_t start)
{
    open.clear();
    m_begun.clear();
    m_unit = unitOf(start);
    at = start;
}

bool LookBehind::next(std::uint64_t to)
{
    const Unit& unit = m_units[m_unit];
    const std::uint64_t begin = at;
    const std::uint64_t end = std::min(m_segment.boundaryAfter(unit, begin), to);
    if (end - begin > left) {
        isSure = false;
        return false;
    }
    left -= end - begin;
    walkFrames(m_file, m_segment, unit, {begin, end}, m_frames, open, true);
    meet(begin, end);
    at = end;
    if (end == unit.end && m_unit + 1 < m_units.size())
        at = std::min(to, m_units[++m_unit].index());
    // A part whose length is taken wrongly is lost where it runs over the boundary, so it is not met.
    isSure = isSure && m_frames.lost.empty();
    return m_frames.lost.empty();
}

// A part is the first one of its stream that was met, or what is left of one that began before: index frames name
// the first that begins in a minor unit.
void LookBehind::meet(std::uint64_t begin, std::uint64_t end)
{
    std::optional<Begun> starts;
    for (std::size_t i = 0; isSure && i < m_frames.size(); ++i) {
        const std::uint32_t id = m_frames.id(i);
        if (id < kFirstStream || m_segment.lengthOf(id) >= Segment::kNoStream || m_begun.contains(id))
            continue;
        if (!starts)
            starts = startsUntil(end);
        const auto start = starts->find(id);
        const std::uint64_t offset = m_frames.base + m_frames.m_offsets[i];
        isSure = start != starts->end() && start->second >= begin && start->second <= offset;
        m_begun.insert(id);
    }
}

}

// What has begun in the last minor unit where anything did is decoded from there; a payload that began before
// has mostly ended by then. Those of several frames, and those that may have been cut where their minor unit ends,
// are followed from their start: frames of others may come before what is left of them.
OpenBehind lookBack(std::span<const std::byte> file, const Segment& segment, std::span<const Unit> units,
                    std::uint64_t at, std::uint64_t since)
{
    if (!segment.hasFixed)
        return {};
    LookBehind behind(file, segment, units, since);
    const Begun starts = behind.startsBefore(units.size() - 1, at);
    if (starts.empty())
        return {};
    const std::uint64_t last =
        std::ranges::max_element(starts, {}, [](const auto& of) { return of.second; })->second;
    const std::uint64_t nearest = behind.firstBeside(last);
    std::map<std::uint64_t, std::vector<std::uint32_t>> earlier; // streams by where to begin
    std::uint64_t longest = 0;
    for (const auto& [id, start] : starts) {
        const std::uint32_t length = segment.lengthOf(id);
        if (length >= Segment::kNoStream)
            continue;
        longest = std::max<std::uint64_t>(longest, length);
        if (start < nearest && (length > kMaxPayload || behind.mayBeCut(id, length, start)))
            earlier[behind.firstBeside(start)].push_back(id);
    }
    const Unit& before = units[units.size() > 1 ? units.size() - 2 : 0];
    const std::uint64_t most = std::min(
        kReadBack, std::max(kUnitsBack * (units.back().end - before.marker), kPayloadsBack * longest));
    behind.left = most;
    bool isFound = false;
    // Reads on until none of the streams is open any more. False when bytes are lost.
    const auto follow = [&](std::uint64_t start, std::span<const std::uint32_t> ids) {
        const auto isOpen = [&](std::uint32_t id) { return behind.open.contains(id); };
        behind.begin(start);
        bool isWhole = behind.next(at);
        while (isWhole && behind.at < at && std::ranges::any_of(ids, isOpen))
            isWhole = behind.next(at);
        isFound = isWhole && std::ranges::any_of(ids, isOpen);
        return isWhole;
    };
    for (const auto& [begin, ids] : earlier) {
        if (!follow(begin, ids)) {
            // What was lost may stand before its start.
            for (std::size_t i = 0; i < ids.size() && !isFound; ++i)
                follow(starts.at(ids[i]), std::span(ids).subspan(i, 1));
        }
        if (isFound)
            return {std::move(behind.open), behind.isSure, most - behind.left};
    }
    // Lost bytes in an earlier one say nothing of what has begun behind them.
    behind.begin(nearest);
    while (behind.at < at) {
        if (!behind.next(at))
            return {{}, behind.isSure, most - behind.left};
    }
    return {std::move(behind.open), behind.isSure, most - behind.left};
}

OpenParts openParts(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit, std::uint64_t at)
{
    const Segment& segment = ruler.segmentOf(ruler.units[unit]);
    if (!segment.hasFixed)
        return {};
    if (ruler.carried) {
        if (auto open = ruler.carried->at(file, ruler, unit, at, true))
            return std::move(*open);
    }
    const auto units = std::span(ruler.units).first(unit + 1).subspan(segment.firstUnit);
    OpenBehind behind = lookBack(file, segment, units, at, segment.begin);
    if (behind.isSure && behind.read > kMuchRead && ruler.carried)
        ruler.carried->know(at, behind.open);
    if (!behind.isSure && ruler.carried) {
        if (auto open = ruler.carried->at(file, ruler, unit, at, false))
            return std::move(*open);
    }
    return std::move(behind.open);
}

}
