#include "core/formats/rtc/wire/rtc_walk.h"

#include <algorithm>
#include <array>

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kPiece = 1u << 30; // offsets within a piece fit 32 bits with room for a frame
constexpr unsigned kHole = 8;              // fillers in a row no writer leaves
constexpr int kShifts = 16;                // resynchronising off the ruler costs a search, so it has an end

class Walk
{
public:
    Walk(std::span<const std::byte> file, const Segment& segment, const Unit& unit, UnitFrames& out,
         OpenParts& open, bool stopAtLoss, const Job& job)
        : m_file(file)
        , m_segment(segment)
        , m_unit(unit)
        , m_out(out)
        , m_open(open)
        , m_stopAtLoss(stopAtLoss)
        , m_job(job)
        , m_index(unit.index())
        , m_base(reinterpret_cast<const std::uint8_t*>(file.data()))
    {
    }

    std::uint64_t run(std::uint64_t from, std::uint64_t to);

private:
    std::uint64_t boundaryAfter(std::uint64_t offset) const
    {
        return m_segment.boundaryAfter(m_index, m_unit.end, offset);
    }
    bool beginsWell(std::uint64_t at, bool inSync) const;
    bool frames(std::uint64_t& at, std::uint64_t limit, std::uint64_t stop);
    bool frame(std::uint64_t& at, std::uint64_t limit);
    bool fail(Lost::Why why, std::uint64_t detail)
    {
        m_why = why;
        m_detail = detail;
        return false;
    }
    // Where the file ends at the limit, it ends inside the frame that does not fit.
    Lost::Why whyTooFar(std::uint64_t limit) const
    {
        const bool endsShort = limit == m_file.size() && m_unit.end == m_file.size();
        return endsShort ? Lost::Why::cutShort : Lost::Why::crossesBoundary;
    }
    bool filler(std::uint64_t& at, std::uint64_t next);
    bool fixedLength(std::uint32_t id, bool more, std::uint32_t declared, std::uint64_t room,
                     std::uint64_t limit, std::uint64_t& length);
    std::uint64_t resume(std::uint64_t failedAt, std::uint64_t to);
    std::optional<std::uint64_t> shiftedBoundary(std::uint64_t from, std::uint64_t to);
    void flush();

    static constexpr std::size_t kBlock = 1024;

    std::span<const std::byte> m_file;
    const Segment& m_segment;
    const Unit& m_unit;
    UnitFrames& m_out;
    OpenParts& m_open;
    const bool m_stopAtLoss;
    const Job& m_job;
    bool m_isStopped = false;
    std::uint64_t m_index; // I; elsewhere after bytes were inserted or removed
    const std::uint8_t* m_base;
    Lost::Why m_why {};
    std::uint64_t m_detail = 0;
    std::uint64_t m_nulStart = 0;
    std::uint64_t m_nulEnd = 0;
    int m_shifts = 0;

    // Frames gather here before they go to the columns: vectors cannot grow without being cleared first.
    std::size_t m_count = 0;
    std::array<std::uint32_t, kBlock> m_offsets;
    std::array<std::uint32_t, kBlock> m_ids;
    std::array<std::uint16_t, kBlock> m_lengths;
};

void Walk::flush()
{
    const auto append = [this](auto& column, const auto& block) {
        column.insert(column.end(), block.begin(), block.begin() + std::ptrdiff_t(m_count));
    };
    append(m_out.m_offsets, m_offsets);
    append(m_out.m_ids, m_ids);
    append(m_out.m_lengths, m_lengths);
    m_count = 0;
}

// A boundary begins with its index frame. Coming from a frame that ended right there its header is enough;
// its content may have taken damage, which only matters to those who read it.
bool Walk::beginsWell(std::uint64_t at, bool inSync) const
{
    if (at == m_index)
        return m_base[at] >> 1 == kIndex;
    if (m_segment.minorSize == 0 || at < m_index || (at - m_index) % m_segment.minorSize != 0)
        return true;
    return inSync ? m_base[at] >> 1 == kMinorIndex : isMinorBoundary(m_file, m_index, at);
}

// What is left of a payload of a declared length (rtc.md 8 item 6): a part that is cut says `more` and ends
// at the boundary or at the Crc frame.
bool Walk::fixedLength(std::uint32_t id, bool more, std::uint32_t declared, std::uint64_t room,
                       std::uint64_t limit, std::uint64_t& length)
{
    const auto open = m_open.find(id);
    const std::uint64_t joined = open == m_open.end() ? 0 : open->second;
    length = declared == 0 ? 0 : std::min<std::uint64_t>(declared - joined % declared, kMaxPayload);
    if (!more) {
        if (open != m_open.end())
            m_open.erase(open);
        return true;
    }
    if (length > room && whyTooFar(limit) == Lost::Why::cutShort)
        return fail(Lost::Why::cutShort, id);
    const std::uint64_t crc = limit == m_unit.end ? lastCrcBytes(m_file, m_segment, m_unit) : 0;
    length = std::min(length, room - std::min(room, crc));
    m_open[id] = joined + length;
    return true;
}

bool Walk::filler(std::uint64_t& at, std::uint64_t next)
{
    if (m_nulEnd != at)
        m_nulStart = at;
    m_nulEnd = next;
    const bool isHole = m_nulEnd - m_nulStart >= kHole;
    at = isHole ? m_nulStart : next;
    return !isHole || fail(Lost::Why::nulRun, kHole);
}

// One frame of any kind. On failure `at` is where the loss begins.
bool Walk::frame(std::uint64_t& at, std::uint64_t limit)
{
    const auto bytes = m_file.first(limit);
    const auto badInt = [&](std::uint64_t from) {
        return fail(limit - from >= 10 ? Lost::Why::tooLong : whyTooFar(limit), 0);
    };
    std::size_t content = at;
    const auto head = readInt(bytes, content);
    if (!head)
        return badInt(at);
    if (*head >> 1 == kNul)
        return filler(at, content);
    if (*head >> 1 == kMarker)
        return fail(Lost::Why::markerInside, kMarker);
    if (*head > ~std::uint32_t(0))
        return fail(Lost::Why::unknownStream, *head >> 1);

    const auto id = static_cast<std::uint32_t>(*head >> 1);
    std::uint32_t declared = Segment::kVariable;
    if (id >= kFirstStream)
        declared = m_segment.lengthOf(id);
    else if (m_segment.style.fixedSpecial && (id == kPlatform || id == kCrc))
        declared = 4;
    if (declared == Segment::kNoStream)
        return fail(Lost::Why::unknownStream, id);

    std::uint64_t length = 0;
    if (declared == Segment::kVariable || declared == Segment::kUndescribed) {
        const auto stated = readInt(bytes, content);
        if (!stated)
            return badInt(content);
        length = *stated;
    } else if (!fixedLength(id, (*head & 1) != 0, declared, limit - content, limit, length)) {
        return false;
    }
    if (length > kMaxPayload)
        return fail(Lost::Why::tooLong, length);
    if (length > limit - content)
        return fail(whyTooFar(limit), length);
    if (id != kPadding) {
        m_offsets[m_count] = static_cast<std::uint32_t>(at - m_out.base);
        m_ids[m_count] = static_cast<std::uint32_t>(*head);
        m_lengths[m_count] = static_cast<std::uint16_t>((content - at) << 11 | length);
        if (++m_count == kBlock)
            flush();
    }
    at = content + length;
    return true;
}

// Frames from `at` on that begin before `stop`; none may pass `limit`. False when one is wrong; `at` is where
// it begins, else behind the last.
bool Walk::frames(std::uint64_t& at, std::uint64_t limit, std::uint64_t stop)
{
    const std::uint8_t* const origin = m_base + m_out.base;
    const std::uint8_t* p = m_base + at;
    const std::uint8_t* const end = m_base + limit;
    const std::uint8_t* const last = m_base + stop;
    // Where the three bytes below may be read without asking.
    const std::uint8_t* const fast = end - p > 3 ? std::min(last, end - 3) : p;
    const std::uint32_t* const lengths = m_segment.lengths.data();
    std::size_t count = m_count;
    while (p < last) {
        const std::uint32_t head = *p;
        // One header byte of an application stream: nearly every frame. Lengths of most streams are in the
        // frame.
        if (p < fast && head - 2 * kFirstStream < 0x80 - 2 * kFirstStream) {
            const std::uint32_t declared = lengths[head >> 1];
            const std::uint8_t* next = nullptr;
            std::uint32_t packed = 0;
            if (declared == Segment::kVariable) {
                std::uint32_t length = p[1];
                std::uint32_t headBytes = 2;
                if (length >= 0x80) {
                    // Such payloads are far apart: ask for the one after next while this one is looked at.
                    length = (length & 0x7f) | std::uint32_t(p[2]) << 7;
                    headBytes = 3;
                }
                next = p + headBytes + length;
                packed = length <= kMaxPayload ? headBytes << 11 | length : 0;
                if (headBytes == 3)
                    __builtin_prefetch(next + (next - p));
            } else if (declared <= kMaxPayload && (head & 1) == 0 && m_open.empty()) {
                next = p + 1 + declared;
                packed = 1u << 11 | declared;
            }
            if (packed != 0 && next <= end) {
                m_offsets[count] = static_cast<std::uint32_t>(p - origin);
                m_ids[count] = head;
                m_lengths[count] = static_cast<std::uint16_t>(packed);
                p = next;
                if (++count == kBlock) {
                    m_count = count;
                    flush();
                    count = 0;
                    if ((m_isStopped = m_job.stopRequested()))
                        return false;
                }
                continue;
            }
        }
        m_count = count;
        at = static_cast<std::uint64_t>(p - m_base);
        if (!frame(at, limit))
            return false;
        p = m_base + at;
        count = m_count;
    }
    m_count = count;
    at = static_cast<std::uint64_t>(p - m_base);
    return true;
}

// After bytes were inserted or removed no boundary is where the ruler says. An index frame still tells how
// far back its Index is, and with the ruler that is a whole number of minor units.
std::optional<std::uint64_t> Walk::shiftedBoundary(std::uint64_t from, std::uint64_t to)
{
    const std::uint64_t minor = m_segment.minorSize;
    if (minor == 0 || m_shifts == kShifts)
        return {};
    ++m_shifts;
    for (std::uint64_t at = from; at < to && !m_job.stopRequested(); ++at) {
        const auto* const found = std::find(m_base + at, m_base + to, std::uint8_t(kMinorIndex << 1));
        at = static_cast<std::uint64_t>(found - m_base);
        if (to - at < 4)
            return {};
        std::uint64_t distance = 0;
        eachEntryAt(m_file, at, kMinorIndex, [&](const IndexEntry& entry) {
            if (entry.id == kIndex)
                distance = entry.distance;
            return false;
        });
        if (distance == 0 || distance % minor != 0 || distance > at)
            continue;
        if (at - distance == m_index) // where it belongs: it is not the one that moved
            continue;
        m_index = at - distance;
        m_out.shiftedFrom = std::min(m_out.shiftedFrom, at);
        return at;
    }
    return {};
}

// Where reading goes on after a failure: the next boundary that verifies, else the end of the range. It may
// be the place of the failure: then what was removed or inserted is all in front of it.
std::uint64_t Walk::resume(std::uint64_t failedAt, std::uint64_t to)
{
    for (std::uint64_t at = boundaryAfter(failedAt); at < to; at = boundaryAfter(at)) {
        if (isMinorBoundary(m_file, m_index, at))
            return at;
    }
    if (m_why == Lost::Why::cutShort)
        return to;
    return shiftedBoundary(failedAt, to).value_or(to);
}

std::uint64_t Walk::run(std::uint64_t from, std::uint64_t to)
{
    std::uint64_t at = from;
    bool inSync = false;
    while (at < to) {
        const std::uint64_t limit = boundaryAfter(at);
        inSync = beginsWell(at, inSync) ? frames(at, limit, std::min(limit, to))
                                        : fail(Lost::Why::noIndexFrame, m_base[at]);
        if (m_isStopped || (m_isStopped = m_job.stopRequested()))
            break;
        if (inSync)
            continue;
        flush();
        const std::uint64_t lostFrom = at;
        const std::uint64_t next = m_stopAtLoss ? to : resume(at, to);
        if (next == at)
            m_why = Lost::Why::moved;
        m_out.lost.push_back({{SourceId {}, at, next - at}, m_why, m_detail, m_out.size()});
        at = next;
        m_open.clear();
        // Whoever comes from before the minor unit that was lost is lost there as well. So no byte is looked back at
        // twice, however many are lost.
        if (!m_stopAtLoss && m_index == m_unit.index() && isMinorBoundary(m_file, m_index, at))
            m_open =
                lookBack(m_file, m_segment, {&m_unit, 1}, at, m_segment.boundaryBefore(m_index, lostFrom))
                    .open;
    }
    flush();
    return at;
}

}

void UnitFrames::clear()
{
    lost.clear();
    shiftedFrom = ~std::uint64_t(0);
    m_offsets.clear();
    m_ids.clear();
    m_lengths.clear();
}

bool isMinorBoundary(std::span<const std::byte> file, std::uint64_t index, std::uint64_t offset)
{
    bool found = false;
    if (offset > index)
        eachEntryAt(file, offset, kMinorIndex, [&](const IndexEntry& entry) {
            found = entry.id == kIndex && entry.distance == offset - index;
            return !found && entry.id < kIndex;
        });
    return found;
}

std::uint64_t lastCrcBytes(std::span<const std::byte> file, const Segment& segment, const Unit& unit)
{
    const std::uint64_t size = segment.crcBytes();
    if (size == 0 || unit.end > file.size() || unit.end < unit.index() + size)
        return 0;
    const auto crc = file.subspan(unit.end - size, 2);
    const bool isCrc = crc[0] == std::byte(kCrc << 1) && (size == 5 || crc[1] == std::byte(4));
    return isCrc ? size : 0;
}

std::uint64_t walkFrames(std::span<const std::byte> file, const Segment& segment, const Unit& unit,
                         WalkRange range, UnitFrames& out, OpenParts& open, bool stopAtLoss, const Job& job)
{
    out.clear();
    const std::uint64_t end = std::min<std::uint64_t>(unit.end, file.size());
    const std::uint64_t from = std::max(range.from, unit.index());
    std::uint64_t to = std::min(range.to, end);
    out.base = from;
    if (from >= to)
        return std::max(from, to);
    if (to - from > kPiece) {
        const std::uint64_t boundary = segment.boundaryAfter(unit, from + kPiece - 1);
        to = std::min(to, boundary - from <= 2 * kPiece ? boundary : from + kPiece);
    }
    return Walk(file, segment, unit, out, open, stopAtLoss, job).run(from, to);
}

std::uint64_t walkUnit(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit,
                       WalkRange range, UnitFrames& out, OpenParts* open, const Job& job)
{
    const Unit& walked = ruler.units[unit];
    const Segment& segment = ruler.segmentOf(walked);
    out.unit = unit;
    OpenParts found;
    if (open == nullptr)
        found = openParts(file, ruler, unit, std::max(range.from, walked.index()));
    return walkFrames(file, segment, walked, range, out, open ? *open : found, false, job);
}

}
