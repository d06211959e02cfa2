#include "core/formats/rtc/wire/rtc_walk.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

struct StoredCrc
{
    std::uint64_t offset = 0;
    std::uint64_t unfilled = 0; // behind the last frame in front of it that is no filler and no index frame
    std::uint32_t value = 0;
    std::size_t joined = 0; // bytes
    bool open = false;

    void add(std::span<const std::byte> bytes, bool bigEndian)
    {
        for (const std::byte byte : bytes) {
            if (joined < 4)
                value |= std::to_integer<std::uint32_t>(byte) << 8 * (bigEndian ? 3 - joined : joined);
            ++joined;
        }
    }
};

// The first Crc frame at or behind `from`. They are rare, so many frames are asked at once whether any is
// one.
std::size_t nextCrc(std::span<const std::uint32_t> idsAndMore, std::size_t from)
{
    constexpr std::size_t kTogether = 64;
    while (idsAndMore.size() - from >= kTogether) {
        unsigned found = 0;
        for (std::size_t i = 0; i < kTogether; ++i)
            found |= idsAndMore[from + i] >> 1 == kCrc;
        if (found != 0)
            break;
        from += kTogether;
    }
    while (from < idsAndMore.size() && idsAndMore[from] >> 1 != kCrc)
        ++from;
    return from;
}

// Where the sum ends that was taken before the Unit was filled up to a boundary; else the offset of the
// frame.
std::uint64_t endBeforeFilling(const UnitFrames& frames, std::size_t crc, std::uint64_t crcBytes)
{
    std::size_t index = crc;
    while (index > 0 && frames.id(index - 1) == kMinorIndex)
        --index;
    const std::uint64_t end = index > 0 ? frames.part(index - 1).end() : 0;
    const bool isFilled = index > 0 && index < crc && frames.part(index).offset - end < crcBytes;
    return isFilled ? end : frames.part(crc).offset;
}

void addCrcFrames(std::span<const std::byte> file, const Segment& segment, const UnitFrames& frames,
                  std::vector<StoredCrc>& found)
{
    for (std::size_t i = nextCrc(frames.m_ids, 0); i < frames.size(); i = nextCrc(frames.m_ids, i + 1)) {
        const FramePart part = frames.part(i);
        if (part.offset >= frames.shiftedFrom)
            break;
        if (found.empty() || !found.back().open)
            found.push_back({part.offset, endBeforeFilling(frames, i, segment.crcBytes())});
        found.back().add(file.subspan(part.payload(), part.length), segment.style.bigEndian);
        found.back().open = part.more;
    }
}

CrcCheck compare(std::span<const std::byte> file, const Segment& segment, const Unit& unit,
                 const UnitFrames& last, std::vector<StoredCrc>& stored, const Job& job)
{
    // The Crc of a Unit that is lost up to its end.
    const std::uint64_t size = lastCrcBytes(file, segment, unit);
    if (size != 0 && !last.lost.empty() && last.lost.back().range.end() >= unit.end
        && last.lost.back().why != Lost::Why::cutShort) {
        stored.push_back({unit.end - size, unit.end - size});
        stored.back().add(file.subspan(unit.end - 4, 4), segment.style.bigEndian);
    }
    if (stored.empty())
        return {};
    constexpr std::uint64_t kPiece = 1u << 20;
    const auto add = [&](Crc& crc, std::uint64_t from, std::uint64_t to) {
        for (; from < to && !job.stopRequested(); from += std::min(to - from, kPiece))
            crc.add(file.subspan(from, std::min(to - from, kPiece)));
    };
    CrcCheck bad;
    for (const CrcKind kind : {CrcKind::reference, CrcKind::ieee}) {
        Crc crc(kind);
        std::uint64_t done = unit.index();
        const auto wrong = std::ranges::find_if(stored, [&](const StoredCrc& one) {
            add(crc, done, one.unfilled);
            const bool isOfUnfilled = crc.value() == one.value;
            add(crc, one.unfilled, one.offset);
            done = one.offset;
            return one.joined != 4 || (crc.value() != one.value && !isOfUnfilled);
        });
        if (job.stopRequested())
            return {};
        if (wrong == stored.end())
            return {.state = CrcState::ok, .kind = kind};
        if (kind == CrcKind::reference)
            bad = {CrcState::bad, CrcKind::none, wrong->value, crc.value(), wrong->offset};
    }
    return bad;
}

}

CrcCheck checkCrc(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit, const Job& job)
{
    const Unit& checked = ruler.units[unit];
    const Segment& segment = ruler.segmentOf(checked);
    std::vector<StoredCrc> stored;
    UnitFrames frames;
    for (std::uint64_t at = checked.index(); at < checked.end;) {
        at = walkUnit(file, ruler, unit, {at}, frames, nullptr, job);
        if (job.stopRequested())
            return {};
        addCrcFrames(file, segment, frames, stored);
    }
    return compare(file, segment, checked, frames, stored, job);
}

CrcCheck checkCrc(std::span<const std::byte> file, const Ruler& ruler, const UnitFrames& walked,
                  const Job& job)
{
    const Unit& checked = ruler.units[walked.unit];
    std::vector<StoredCrc> stored;
    addCrcFrames(file, ruler.segmentOf(checked), walked, stored);
    return compare(file, ruler.segmentOf(checked), checked, walked, stored, job);
}

}
