#include "core/formats/rtc/rtc_starts.h"

#include <algorithm>

namespace traceglass::rtc {

std::optional<bool> PayloadStarts::begins(const UnitFrames& frames, std::size_t frame)
{
    const Part part = frames.part(frame);
    if (part.offset < m_told.from || part.offset >= m_told.to)
        ask(frames, frame);
    const auto start = m_told.starts.find(part.id);
    if (start == m_told.starts.end())
        return {}; // streams may be left out of every index
    if (start->second == part.offset)
        return true;
    if (!m_told.isWhole)
        return {};
    // Where the first one lies in front of the frame, it may be in what was lost. One of another stream: the
    // index is damaged.
    std::size_t at = start->second;
    const bool isBeforeFile = start->second == 0;
    const auto head = isBeforeFile ? std::nullopt : readInt(m_file, at);
    const bool isLost = std::ranges::any_of(frames.lost, [&](const Lost& lost) {
        return start->second >= lost.range.offset && start->second < lost.range.end();
    });
    if ((isBeforeFile || isLost || (head && *head >> 1 == part.id))
        && (start->second > part.offset || start->second < m_told.minor))
        return false;
    return {};
}

// Behind inserted or removed bytes the boundaries count from where the Index would be, as the index frame in
// front of the frames says.
std::uint64_t PayloadStarts::indexOf(const UnitFrames& frames, std::size_t frame) const
{
    const Unit& unit = m_ruler.units[frames.unit];
    std::size_t i = frame;
    while (i > 0 && frames.id(i) != kMinorIndex)
        --i;
    const std::uint64_t offset = frames.part(i).offset;
    const auto special = readSpecial(m_file, m_ruler.segmentOf(unit), unit, offset, kMinorIndex);
    const auto body = special ? readIndexBody(special->payload, false) : std::nullopt;
    const std::uint64_t distance = body ? body->distance(kIndex) : 0;
    return distance != 0 && distance <= offset ? offset - distance : unit.index();
}

void PayloadStarts::ask(const UnitFrames& frames, std::size_t frame)
{
    const std::uint32_t number = frames.unit;
    const Unit& unit = m_ruler.units[number];
    const Segment& segment = m_ruler.segmentOf(unit);
    const std::uint64_t from = frames.part(frame).offset;
    const std::uint64_t index = indexOf(frames, frame);
    m_told = {};
    m_told.from = from;
    m_told.to = segment.boundaryAfter(index, unit.end, from);
    m_told.minor = segment.minorSize == 0 ? index : from - (from - index) % segment.minorSize;
    if (m_told.to < unit.end) {
        // What the index frame names it names, whether the Index can be read or not.
        const bool isIndexWhole = askIndex(unit, unit.index(), kIndex);
        m_told.isWhole = isMinorBoundary(m_file, index, m_told.to) && askIndex(unit, m_told.to, kMinorIndex)
            && isIndexWhole;
    } else if (number + 1 < m_ruler.units.size() && m_ruler.units[number + 1].segment == unit.segment) {
        const Unit& next = m_ruler.units[number + 1];
        m_told.isWhole = !next.indexDamaged && askIndex(next, next.index(), kIndex);
    }
}

// Of several, the later ones count. An Index lists every stream, and those that have begun nothing in its
// Unit are in no index behind it.
bool PayloadStarts::askIndex(const Unit& unit, std::uint64_t offset, std::uint32_t id)
{
    const auto special = readSpecial(m_file, m_ruler.segmentOf(unit), unit, offset, id);
    const auto body =
        special && special->whole ? readIndexBody(special->payload, id == kIndex) : std::nullopt;
    if (!body || !body->whole)
        return false;
    const Segment& segment = m_ruler.segmentOf(unit);
    const bool isCut = m_ruler.units[segment.firstUnit].count != 0; // its Index knows more than there is
    for (const IndexEntry& entry : body->entries) {
        if (entry.distance != 0 && entry.distance <= offset - segment.begin)
            m_told.starts[entry.id] = offset - entry.distance;
        else if (entry.distance != 0 && isCut)
            m_told.starts[entry.id] = 0;
    }
    return true;
}

}
