#include "core/formats/rtc/wire/rtc_seek.h"

#include "core/formats/rtc/wire/rtc_lookback.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

// Where the index contradicts the frames, so much is decoded again from the start of the segment.
constexpr std::uint64_t kDecodedFromStart = std::uint64_t(16) << 20;

// In larger segments so many Units are tried for one whose index tells the truth.
constexpr std::uint32_t kUnitsTried = 64;

// A payload that has not ended after so many bytes is shown incomplete.
constexpr std::uint64_t kReadAhead = std::uint64_t(64) << 20;

// The latest moment of the axis that any of its clocks has come to.
std::optional<std::int64_t> latest(const DecoderState& state, const std::vector<const Stream*>& clocks)
{
    std::optional<std::int64_t> latest;
    for (const Stream* clock : clocks) {
        const auto found = state.clocks.find(clock->id);
        if (found != state.clocks.end())
            latest = std::max(latest, found->second.estimate); // none is the least
    }
    return latest;
}

// Is some clock there already, as far as the index frames tell quickly? Where they do not, the answer is no,
// and whoever asks has to look closer.
bool seemsReached(LookBack& lookBack, const std::vector<const Stream*>& clocks, Spot spot, std::int64_t ns)
{
    const bool reached = std::ranges::any_of(clocks, [&](const Stream* clock) {
        const auto value = lookBack.valueBefore(*clock, spot);
        return value && *value >= ns && !lookBack.contradicted();
    });
    lookBack.forgive();
    return reached;
}

}

bool isBoundary(std::span<const std::byte> file, const Ruler& ruler, Spot spot)
{
    const std::uint64_t index = ruler.units[spot.unit].index();
    return spot.offset == index || isMinorBoundary(file, index, spot.offset);
}

Spot provenBefore(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit,
                  std::uint64_t offset)
{
    Spot spot = spotBefore(ruler, unit, offset);
    while (!isBoundary(file, ruler, spot))
        spot = spotBefore(ruler, unit, spot.offset - 1);
    return spot;
}

Spot spotBefore(const Ruler& ruler, std::uint32_t number, std::uint64_t offset)
{
    const Unit& unit = ruler.units[number];
    const std::uint64_t size = ruler.segmentOf(unit).minorSize;
    if (size == 0 || offset < unit.index())
        return {number, unit.index()};
    const std::uint64_t minor =
        std::min((offset - unit.index()) / size, ruler.segmentOf(unit).minorUnits(unit) - 1);
    return {number, unit.index() + minor * size};
}

std::optional<Spot> spotOf(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes,
                           std::uint32_t number, std::uint16_t axis, std::int64_t ns, const Job& job)
{
    const Segment& segment = ruler.segments[number];
    std::vector<const Stream*> clocks;
    for (const Stream* stream : segment.streams.all()) {
        if (stream->isClock && axes.axisOf(number, *stream) == axis)
            clocks.push_back(stream);
    }
    if (clocks.empty() || segment.unitCount == 0)
        return {};
    LookBack lookBack(file, ruler, axes, number, job);

    // The last of `count` spots, made from numbers, that no clock has reached; the first one stands anyway.
    const auto lastBefore = [&](std::uint64_t count, const auto& spotAt) {
        std::uint64_t begin = 0;
        for (std::uint64_t end = count; end - begin > 1;) {
            const std::uint64_t middle = begin + (end - begin) / 2;
            (seemsReached(lookBack, clocks, spotAt(middle), ns) ? end : begin) = middle;
        }
        return spotAt(begin);
    };
    Spot spot = lastBefore(segment.unitCount, [&](std::uint64_t i) {
        const auto unit = segment.firstUnit + static_cast<std::uint32_t>(i);
        return Spot {unit, ruler.units[unit].index()};
    });
    const Unit& unit = ruler.units[spot.unit];
    if (const std::uint64_t minors = segment.minorUnits(unit); minors > 1) {
        spot = lastBefore(minors, [&](std::uint64_t i) {
            return Spot {spot.unit, unit.index() + i * segment.minorSize};
        });
        spot = provenBefore(file, ruler, spot.unit, spot.offset);
    }

    // An entry names the first frame in a minor unit; later ones there, and damage, show only in the true
    // state.
    std::uint32_t unitsBack = 1;
    while (!lookBack.isFirst(spot) && !job.stopRequested()) {
        const auto reached = latest(stateAt(file, ruler, axes, spot, job), clocks);
        if (!reached || *reached < ns)
            break;
        const Unit& at = ruler.units[spot.unit];
        if (spot.offset > at.index()) {
            spot = provenBefore(file, ruler, spot.unit, spot.offset - 1);
        } else {
            const std::uint32_t back = std::min(unitsBack, spot.unit - segment.firstUnit);
            spot = {spot.unit - back, ruler.units[spot.unit - back].index()};
            unitsBack *= 2;
        }
    }
    return spot;
}

DecoderState stateAt(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes, Spot spot,
                     const Job& job)
{
    const std::uint32_t number = ruler.units[spot.unit].segment;
    const Segment& segment = ruler.segments[number];
    LookBack lookBack(file, ruler, axes, number, job);
    DecoderState state = lookBack.stateAt(spot);
    if (!lookBack.contradicted() || job.stopRequested())
        return state;
    if (spot.offset - segment.begin <= kDecodedFromStart)
        return lookBack.decode(lookBack.first(), stateAtBegin(ruler, number), spot);
    Spot from = spot;
    for (std::uint32_t tried = 0; tried < kUnitsTried && from.unit > segment.firstUnit; ++tried) {
        const std::uint32_t unit = from.offset > ruler.units[from.unit].index() ? from.unit : from.unit - 1;
        from = {unit, ruler.units[unit].index()};
        LookBack earlier(file, ruler, axes, number, job);
        state = earlier.stateAt(from);
        if (!earlier.contradicted())
            return lookBack.decode(from, std::move(state), spot);
        if (spot.offset - from.offset > kDecodedFromStart)
            break;
    }
    return lookBack.decode(from, stateWithout(ruler, number), spot);
}

bool frameAt(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes, std::uint64_t offset,
             const FrameSink& sink, const Job& job)
{
    const auto number = ruler.unitAt(offset);
    if (!number || offset < ruler.units[*number].index() || offset >= ruler.units[*number].end)
        return false;
    const std::uint32_t segmentNumber = ruler.units[*number].segment;
    const Segment& segment = ruler.segments[segmentNumber];
    const Unit& unit = ruler.units[*number];
    Spot begin = spotBefore(ruler, *number, offset);
    std::uint64_t end = segment.boundaryAfter(unit, offset);
    if (!isBoundary(file, ruler, begin)) {
        begin.offset = unit.index();
        end = unit.end;
    }
    const auto covers = [&](const FramePart& part) { return part.offset <= offset && offset < part.end(); };
    UnitFrames frames;
    std::uint32_t id = kNul;
    walkPieces(
        file, ruler, begin.unit, {begin.offset, end}, frames,
        [&] {
            for (std::size_t i = 0; i < frames.size() && id == kNul; ++i) {
                if (covers(frames.part(i)))
                    id = frames.id(i);
            }
            return id == kNul;
        },
        job);
    if (id < kFirstStream || !segment.streams.find(id))
        return false;

    bool found = false;
    const auto take = [&](const Frame& frame) {
        if (frame.stream->id != id || !std::ranges::any_of(frame.parts, covers))
            return true;
        found = true;
        sink(frame);
        return false;
    };
    Decoder decoder(file, ruler, axes);
    decoder.setState(stateAt(file, ruler, axes, begin, job));
    const auto feed = [&] { return decoder.feed(frames, take); };
    bool goOn = walkPieces(file, ruler, begin.unit, {begin.offset, end}, frames, feed, job);
    for (std::uint32_t i = begin.unit; goOn && i < segment.firstUnit + segment.unitCount; ++i) {
        std::uint64_t next = i == begin.unit ? end : ruler.units[i].index();
        while (goOn && next < ruler.units[i].end && next - begin.offset <= kReadAhead) {
            const std::uint64_t to = segment.boundaryAfter(ruler.units[i], next);
            goOn = walkPieces(file, ruler, i, {next, to}, frames, feed, job);
            next = to;
        }
    }
    if (!found && !job.stopRequested())
        decoder.finish(take);
    return found;
}

}
