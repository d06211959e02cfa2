#include "core/formats/rtc/wire/rtc_walk_ahead.h"

namespace traceglass::rtc {

namespace {

constexpr std::size_t kBatchUnits = 64;
constexpr std::uint64_t kBatchBytes = 8u << 20; // walked ahead of the decoder
constexpr std::uint64_t kLargeUnit = 64u << 20; // walked minor unit by minor unit instead

}

std::uint32_t takeBatch(const Ruler& ruler, std::uint32_t next, UnitBatch& out)
{
    std::uint64_t bytes = 0;
    std::size_t count = 0;
    for (; next < ruler.units.size() && count < kBatchUnits && bytes < kBatchBytes; ++next, ++count) {
        if (out.size() <= count)
            out.emplace_back();
        out[count].unit = next;
        bytes += ruler.units[next].end - ruler.units[next].marker;
    }
    out.resize(count);
    return next;
}

void walkAhead(std::span<const std::byte> file, const Ruler& ruler, WalkedUnit& walked, const Job& job)
{
    const Unit& unit = ruler.units[walked.unit];
    walked.ahead = unit.end - unit.marker <= kLargeUnit;
    if (walked.ahead)
        walkUnit(file, ruler, walked.unit, {}, walked.frames, nullptr, job);
    walked.crc =
        walked.ahead ? checkCrc(file, ruler, walked.frames, job) : checkCrc(file, ruler, walked.unit, job);
}

bool eachPiece(std::span<const std::byte> file, const Ruler& ruler, WalkedUnit& walked, const Job& job,
               const std::function<void(const UnitFrames&)>& use)
{
    const Unit& unit = ruler.units[walked.unit];
    if (job.stopRequested())
        return false;
    if (walked.ahead) {
        use(walked.frames);
        return true;
    }
    const Segment& segment = ruler.segments[unit.segment];
    OpenParts open = openParts(file, ruler, walked.unit, unit.index());
    for (std::uint64_t at = unit.index(); at < unit.end;) {
        if (job.stopRequested())
            return false;
        const std::uint64_t next = walkUnit(file, ruler, walked.unit, {at, segment.boundaryAfter(unit, at)},
                                            walked.frames, &open, job);
        if (job.stopRequested())
            return false;
        use(walked.frames);
        if (next <= at)
            break;
        at = next;
    }
    return true;
}

}
