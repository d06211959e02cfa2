#include "core/formats/rtc/wire/rtc_walk.h"

#include "core/formats/rtc/wire/rtc_open_parts.h"

#include <algorithm>
#include <array>

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kPiece = 1u << 30; // offsets within a piece fit 32 bits with room for a frame
constexpr unsigned kHole = 8;              // fillers in a row no writer leaves
constexpr int kShifts = 16;                // resynchronising off the ruler costs a search, so it has an end

// An int in [at, end), at most 10 bytes. False when it does not end there.
bool takeInt(const std::uint8_t*& at, const std::uint8_t* end, std::uint64_t& value)
{
    value = 0;
    const std::uint8_t* p = at;
    for (unsigned shift = 0; shift < 64 && p != end; shift += 7) {
        const std::uint64_t byte = *p++;
        if (shift == 63 && byte > 1)
            return false;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) {
            at = p;
            return true;
        }
    }
    return false;
}

class Walk
{
public:
    Walk(std::span<const std::byte> file, const Segment& segment, const Unit& unit, UnitFrames& out,
         OpenParts& open, bool stopAtLoss)
        : m_file(file)
        , m_segment(segment)
        , m_unit(unit)
        , m_out(out)
        , m_open(open)
        , m_stopAtLoss(stopAtLoss)
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
    bool onGrid(std::uint64_t offset) const
    {
        return m_segment.minorSize != 0 && offset > m_index && (offset - m_index) % m_segment.minorSize == 0;
    }
    bool beginsWell(std::uint64_t at, bool inSync) const;
    bool frames(std::uint64_t& at, std::uint64_t limit, std::uint64_t stop);
    bool frame(const std::uint8_t*& p, const std::uint8_t* limit);
    bool fail(Lost::Why why, std::uint64_t detail)
    {
        m_why = why;
        m_detail = detail;
        return false;
    }
    bool endsShort(const std::uint8_t* limit) const
    {
        return limit == m_base + m_file.size() && m_unit.end == m_file.size();
    }
    bool filler(const std::uint8_t*& p, const std::uint8_t* next);
    bool fixedLength(std::uint32_t id, bool more, std::uint32_t declared, std::uint64_t room,
                     const std::uint8_t* limit, std::uint64_t& length);
    std::uint64_t resume(std::uint64_t failedAt, std::uint64_t to);
    std::optional<std::uint64_t> shiftedBoundary(std::uint64_t from, std::uint64_t to);
    void put(const std::uint8_t* at, std::uint64_t idAndMore, std::uint64_t head, std::uint64_t length)
    {
        m_offsets[m_count] = static_cast<std::uint32_t>(at - m_origin);
        m_ids[m_count] = static_cast<std::uint32_t>(idAndMore);
        m_lengths[m_count] = static_cast<std::uint16_t>(head << 11 | length);
        if (++m_count == kBlock)
            flush();
    }
    void flush();

    static constexpr std::size_t kBlock = 1024;

    std::span<const std::byte> m_file;
    const Segment& m_segment;
    const Unit& m_unit;
    UnitFrames& m_out;
    OpenParts& m_open;
    const bool m_stopAtLoss;
    std::uint64_t m_index; // I; elsewhere after bytes were inserted or removed
    const std::uint8_t* m_base;
    const std::uint8_t* m_origin = nullptr; // offsets in m_out count from here
    Lost::Why m_why {};
    std::uint64_t m_detail = 0;
    const std::uint8_t* m_nulStart = nullptr;
    const std::uint8_t* m_nulEnd = nullptr;
    int m_shifts = 0;

    // Frames gather here before they go to the columns: vectors cannot grow without being cleared first.
    std::size_t m_count = 0;
    std::array<std::uint32_t, kBlock> m_offsets;
    std::array<std::uint32_t, kBlock> m_ids;
    std::array<std::uint16_t, kBlock> m_lengths;
};

void Walk::flush()
{
    const auto count = static_cast<std::ptrdiff_t>(m_count);
    m_out.m_offsets.insert(m_out.m_offsets.end(), m_offsets.begin(), m_offsets.begin() + count);
    m_out.m_ids.insert(m_out.m_ids.end(), m_ids.begin(), m_ids.begin() + count);
    m_out.m_lengths.insert(m_out.m_lengths.end(), m_lengths.begin(), m_lengths.begin() + count);
    m_count = 0;
}

// A boundary begins with its index frame. Coming from a frame that ended right there its header is enough;
// its content may have taken damage, which only matters to those who read it.
bool Walk::beginsWell(std::uint64_t at, bool inSync) const
{
    if (at == m_index)
        return m_base[at] >> 1 == kIndex;
    if (!onGrid(at))
        return true;
    return inSync ? m_base[at] >> 1 == kMinorIndex : isMinorBoundary(m_file, m_index, at);
}

// What is left of a payload of a declared length (rtc.md 8 item 6): a part that is cut says `more` and ends
// at the boundary or at the Crc frame.
bool Walk::fixedLength(std::uint32_t id, bool more, std::uint32_t declared, std::uint64_t room,
                       const std::uint8_t* limit, std::uint64_t& length)
{
    const auto open = std::ranges::find(m_open, id, &OpenPart::id);
    const std::uint64_t joined = open == m_open.end() ? 0 : open->joined;
    length = declared == 0 ? 0 : std::min<std::uint64_t>(declared - joined % declared, kMaxPayload);
    if (!more) {
        if (open != m_open.end())
            m_open.erase(open);
        return true;
    }
    if (length > room && endsShort(limit))
        return fail(Lost::Why::cutShort, id);
    const std::uint64_t crc = limit == m_base + m_unit.end ? lastCrcBytes(m_file, m_segment, m_unit) : 0;
    if (length > room - std::min(room, crc))
        length = room - std::min(room, crc);
    if (open != m_open.end())
        open->joined += length;
    else
        m_open.push_back({id, length});
    return true;
}

bool Walk::filler(const std::uint8_t*& p, const std::uint8_t* next)
{
    if (m_nulEnd != p)
        m_nulStart = p;
    m_nulEnd = next;
    if (m_nulEnd - m_nulStart >= std::ptrdiff_t(kHole)) {
        p = m_nulStart;
        return fail(Lost::Why::nulRun, kHole);
    }
    p = next;
    return true;
}

// One frame of any kind. On failure `p` is where the loss begins.
bool Walk::frame(const std::uint8_t*& p, const std::uint8_t* limit)
{
    const auto badInt = [&](const std::uint8_t* from) {
        const bool ran = limit - from < 10;
        return fail(!ran                   ? Lost::Why::tooLong
                        : endsShort(limit) ? Lost::Why::cutShort
                                           : Lost::Why::crossesBoundary,
                    0);
    };
    const std::uint8_t* q = p;
    std::uint64_t head = 0;
    if (!takeInt(q, limit, head))
        return badInt(p);
    if (head >> 1 == kNul)
        return filler(p, q);
    if (head >> 1 == kMarker)
        return fail(Lost::Why::markerInside, kMarker);
    if (head > ~std::uint32_t(0))
        return fail(Lost::Why::unknownStream, head >> 1);

    const auto id = static_cast<std::uint32_t>(head >> 1);
    std::uint32_t declared = Segment::kVariable;
    if (id >= kFirstStream)
        declared = m_segment.lengthOf(id);
    else if (m_segment.style.fixedSpecial && (id == kPlatform || id == kCrc))
        declared = 4;
    if (declared == Segment::kNoStream)
        return fail(Lost::Why::unknownStream, id);

    std::uint64_t length = 0;
    if (declared == Segment::kVariable || declared == Segment::kUndescribed) {
        const std::uint8_t* const from = q;
        if (!takeInt(q, limit, length))
            return badInt(from);
    } else if (!fixedLength(id, (head & 1) != 0, declared, static_cast<std::uint64_t>(limit - q), limit,
                            length)) {
        return false;
    }
    if (length > kMaxPayload)
        return fail(Lost::Why::tooLong, length);
    if (length > static_cast<std::uint64_t>(limit - q))
        return fail(endsShort(limit) ? Lost::Why::cutShort : Lost::Why::crossesBoundary, length);
    if (id != kPadding)
        put(p, head, static_cast<std::uint64_t>(q - p), length);
    p = q + length;
    return true;
}

// Frames from `at` on that begin before `stop`; none may pass `limit`. False when one is wrong; `at` is where
// it begins, else behind the last.
bool Walk::frames(std::uint64_t& at, std::uint64_t limit, std::uint64_t stop)
{
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
                m_offsets[count] = static_cast<std::uint32_t>(p - m_origin);
                m_ids[count] = head;
                m_lengths[count] = static_cast<std::uint16_t>(packed);
                p = next;
                if (++count == kBlock) {
                    m_count = count;
                    flush();
                    count = 0;
                }
                continue;
            }
        }
        m_count = count;
        const bool good = frame(p, end);
        count = m_count;
        if (!good) {
            at = static_cast<std::uint64_t>(p - m_base);
            return false;
        }
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
    for (std::uint64_t at = from; at < to; ++at) {
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
    m_origin = m_base + from;
    std::uint64_t at = from;
    bool inSync = false;
    while (at < to) {
        const std::uint64_t limit = boundaryAfter(at);
        inSync = beginsWell(at, inSync) ? frames(at, limit, std::min(limit, to))
                                        : fail(Lost::Why::noIndexFrame, m_base[at]);
        if (inSync)
            continue;
        flush();
        const std::uint64_t next = m_stopAtLoss ? to : resume(at, to);
        if (next == at)
            m_why = Lost::Why::moved;
        m_out.lost.push_back({{SourceId {}, at, next - at}, m_why, m_detail, m_out.size()});
        at = next;
        m_open.clear();
        if (at < to && m_index == m_unit.index())
            m_open = openAt(m_file, m_segment, {&m_unit, &m_unit, at});
    }
    flush();
    return at;
}

}

void UnitFrames::clear()
{
    base = 0;
    unit = 0;
    lost.clear();
    shiftedFrom = ~std::uint64_t(0);
    m_offsets.clear();
    m_ids.clear();
    m_lengths.clear();
}

bool isMinorBoundary(std::span<const std::byte> file, std::uint64_t index, std::uint64_t offset)
{
    bool found = false;
    return offset > index
        && eachEntryAt(file, offset, kMinorIndex,
                       [&](const IndexEntry& entry) {
                           found = entry.id == kIndex && entry.distance == offset - index;
                           return !found && entry.id < kIndex;
                       })
        && found;
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
                         WalkRange range, UnitFrames& out, OpenParts& open, bool stopAtLoss)
{
    const std::uint32_t number = out.unit;
    out.clear();
    out.unit = number;
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
    return Walk(file, segment, unit, out, open, stopAtLoss).run(from, to);
}

std::uint64_t walkUnit(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit,
                       WalkRange range, UnitFrames& out, OpenParts* open)
{
    const Unit& walked = ruler.units[unit];
    const Segment& segment = ruler.segmentOf(walked);
    out.unit = unit;
    if (open != nullptr)
        return walkFrames(file, segment, walked, range, out, *open);
    OpenParts found = openParts(file, ruler, unit, std::max(range.from, walked.index()));
    return walkFrames(file, segment, walked, range, out, found);
}

}
