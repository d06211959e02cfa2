#include "core/formats/rtc/wire/rtc_starts.h"

#include <algorithm>

namespace traceglass::rtc {

std::optional<bool> PayloadStarts::begins(const UnitFrames& frames, std::size_t frame)
{
    const FramePart part = frames.part(frame);
    if (part.offset < m_told.from || part.offset >= m_told.to)
        ask(frames, frame);
    const auto find = [&](const Starts& starts, std::optional<std::uint64_t> otherwise) {
        const auto found = starts.find(part.id);
        return found == starts.end() ? otherwise : std::optional(found->second);
    };
    const auto before = find(m_told.before, find(m_ofUnit, {}));
    const auto start = find(m_told.behind, before);
    if (!start)
        return {}; // streams may be left out of every index
    if (*start == part.offset)
        return true;
    if (!m_told.isWhole)
        return {};
    // Where the first one lies in front of the frame, it may be in what was lost. Whoever reads from here on
    // does not know what was, but two indexes that agree are not damaged. One of another stream: the index
    // is.
    std::size_t at = *start;
    const bool isBeforeFile = *start == 0;
    const auto head = isBeforeFile ? std::nullopt : readInt(m_file, at);
    const bool isLost = std::ranges::any_of(frames.lost, [&](const Lost& lost) {
        return *start >= lost.range.offset && *start < lost.range.end();
    });
    if ((isBeforeFile || isLost || start == before || (head && *head >> 1 == part.id))
        && (*start > part.offset || *start < m_told.minor))
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
    const auto askIndex = [&](const Unit& of, std::uint64_t offset, std::uint32_t id, Starts& out) {
        return addStarts(m_file, m_ruler, of, offset, id, out, true);
    };
    m_told = {};
    m_told.from = from;
    m_told.to = segment.boundaryAfter(index, unit.end, from);
    m_told.minor = segment.boundaryBefore(index, from);
    if (m_unit != number) {
        m_ofUnit.clear();
        m_isUnitWhole = askIndex(unit, unit.index(), kIndex, m_ofUnit);
        m_unit = number;
    }
    if (m_told.minor > index && isMinorBoundary(m_file, index, m_told.minor))
        askIndex(unit, m_told.minor, kMinorIndex, m_told.before);
    if (m_told.to < unit.end) {
        // What the index frame names it names, whether the Index can be read or not.
        m_told.isWhole = isMinorBoundary(m_file, index, m_told.to)
            && askIndex(unit, m_told.to, kMinorIndex, m_told.behind) && m_isUnitWhole;
    } else if (number + 1 < m_ruler.units.size() && m_ruler.units[number + 1].segment == unit.segment) {
        const Unit& next = m_ruler.units[number + 1];
        m_told.isWhole = !next.indexDamaged && askIndex(next, next.index(), kIndex, m_told.behind);
    }
}

// An Index lists every stream, and those that have begun nothing in its Unit are in no index behind it.
bool addStarts(std::span<const std::byte> file, const Ruler& ruler, const Unit& unit, std::uint64_t offset,
               std::uint32_t id, Starts& out, bool earlierAsZero)
{
    const Segment& segment = ruler.segmentOf(unit);
    const auto body = readIndex(file, segment, unit, offset, id);
    if (!body)
        return false;
    const bool isCut = ruler.units[segment.firstUnit].count != 0; // its Index knows more than there is
    for (const IndexEntry& entry : body->entries) {
        if (entry.distance != 0 && entry.distance <= offset - segment.begin)
            out[entry.id] = offset - entry.distance;
        else if (entry.distance != 0 && isCut && earlierAsZero)
            out[entry.id] = 0;
    }
    return true;
}

}
