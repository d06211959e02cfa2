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
        if (found == state.clocks.end() || !found->second.estimate)
            continue;
        if (!latest || *latest < *found->second.estimate)
            latest = found->second.estimate;
    }
    return latest;
}

// Behind inserted or removed bytes the places of a Unit are none.
bool isBoundary(std::span<const std::byte> file, const Ruler& ruler, Place place)
{
    const std::uint64_t index = ruler.units[place.unit].index();
    return place.offset == index || isMinorBoundary(file, index, place.offset);
}

// Is some clock there already, as far as the index frames tell quickly? Where they do not, the answer is no,
// and whoever asks has to look closer.
bool seemsReached(LookBack& lookBack, const std::vector<const Stream*>& clocks, Place place, std::int64_t ns)
{
    const bool reached = std::ranges::any_of(clocks, [&](const Stream* clock) {
        const auto value = lookBack.valueBefore(*clock, place);
        return value && *value >= ns && !lookBack.contradicted();
    });
    lookBack.forgive();
    return reached;
}

}

Place provenBefore(std::span<const std::byte> file, const Ruler& ruler, std::uint32_t unit,
                   std::uint64_t offset)
{
    Place place = placeBefore(ruler, unit, offset);
    while (!isBoundary(file, ruler, place))
        place = placeBefore(ruler, unit, place.offset - 1);
    return place;
}

Place placeBefore(const Ruler& ruler, std::uint32_t number, std::uint64_t offset)
{
    const Unit& unit = ruler.units[number];
    const std::uint64_t size = ruler.segmentOf(unit).minorSize;
    if (size == 0 || offset < unit.index())
        return {number, unit.index()};
    const std::uint64_t minor =
        std::min((offset - unit.index()) / size, ruler.segmentOf(unit).minorUnits(unit) - 1);
    return {number, unit.index() + minor * size};
}

std::optional<Place> placeOf(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes,
                             std::uint32_t number, std::uint16_t axis, std::int64_t ns)
{
    const Segment& segment = ruler.segments[number];
    std::vector<const Stream*> clocks;
    for (const Stream* stream : segment.streams.all()) {
        if (stream->isClock && axes.axisOf(number, *stream) == axis)
            clocks.push_back(stream);
    }
    if (clocks.empty() || segment.unitCount == 0)
        return {};
    LookBack lookBack(file, ruler, axes, number);

    // The last of `count` places, made from numbers, that no clock has reached; the first one stands anyway.
    const auto lastBefore = [&](std::uint64_t count, const auto& placeAt) {
        std::uint64_t begin = 0;
        for (std::uint64_t end = count; end - begin > 1;) {
            const std::uint64_t middle = begin + (end - begin) / 2;
            (seemsReached(lookBack, clocks, placeAt(middle), ns) ? end : begin) = middle;
        }
        return placeAt(begin);
    };
    Place place = lastBefore(segment.unitCount, [&](std::uint64_t i) {
        const auto unit = segment.firstUnit + static_cast<std::uint32_t>(i);
        return Place {unit, ruler.units[unit].index()};
    });
    const Unit& unit = ruler.units[place.unit];
    if (const std::uint64_t minors = segment.minorUnits(unit); minors > 1) {
        place = lastBefore(minors, [&](std::uint64_t i) {
            return Place {place.unit, unit.index() + i * segment.minorSize};
        });
        place = provenBefore(file, ruler, place.unit, place.offset);
    }

    // An entry names the first frame in a minor unit; later ones there, and damage, show only in the true
    // state.
    std::uint32_t unitsBack = 1;
    while (!lookBack.isFirst(place)) {
        const auto reached = latest(stateAt(file, ruler, axes, place), clocks);
        if (!reached || *reached < ns)
            break;
        const Unit& at = ruler.units[place.unit];
        if (place.offset > at.index()) {
            place = provenBefore(file, ruler, place.unit, place.offset - 1);
        } else {
            const std::uint32_t back = std::min(unitsBack, place.unit - segment.firstUnit);
            place = {place.unit - back, ruler.units[place.unit - back].index()};
            unitsBack *= 2;
        }
    }
    return place;
}

DecoderState stateAt(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes, Place place)
{
    const std::uint32_t number = ruler.units[place.unit].segment;
    const Segment& segment = ruler.segments[number];
    LookBack lookBack(file, ruler, axes, number);
    DecoderState state = lookBack.stateAt(place);
    if (!lookBack.contradicted())
        return state;
    if (place.offset - segment.begin <= kDecodedFromStart)
        return lookBack.decode(lookBack.first(), stateAtBegin(ruler, number), place);
    Place from = place;
    for (std::uint32_t tried = 0; tried < kUnitsTried && from.unit > segment.firstUnit; ++tried) {
        const std::uint32_t unit = from.offset > ruler.units[from.unit].index() ? from.unit : from.unit - 1;
        from = {unit, ruler.units[unit].index()};
        LookBack earlier(file, ruler, axes, number);
        state = earlier.stateAt(from);
        if (!earlier.contradicted())
            return lookBack.decode(from, std::move(state), place);
        if (place.offset - from.offset > kDecodedFromStart)
            break;
    }
    return lookBack.decode(from, stateWithout(ruler, number), place);
}

bool frameAt(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes, std::uint64_t offset,
             const FrameSink& sink)
{
    const auto number = ruler.unitAt(offset);
    if (!number || offset < ruler.units[*number].index() || offset >= ruler.units[*number].end)
        return false;
    const std::uint32_t segmentNumber = ruler.units[*number].segment;
    const Segment& segment = ruler.segments[segmentNumber];
    const Unit& unit = ruler.units[*number];
    Place begin = placeBefore(ruler, *number, offset);
    std::uint64_t end = segment.boundaryAfter(unit, offset);
    if (!isBoundary(file, ruler, begin)) {
        begin.offset = unit.index();
        end = unit.end;
    }
    const auto covers = [&](const Part& part) { return part.offset <= offset && offset < part.end(); };
    UnitFrames frames;
    std::uint32_t id = kNul;
    walkPieces(file, ruler, begin.unit, {begin.offset, end}, frames, [&] {
        for (std::size_t i = 0; i < frames.size() && id == kNul; ++i) {
            if (covers(frames.part(i)))
                id = frames.id(i);
        }
        return id == kNul;
    });
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
    decoder.setState(stateAt(file, ruler, axes, begin));
    const auto feed = [&] { return decoder.feed(frames, take); };
    bool goOn = walkPieces(file, ruler, begin.unit, {begin.offset, end}, frames, feed);
    for (std::uint32_t i = begin.unit; goOn && i < segment.firstUnit + segment.unitCount; ++i) {
        std::uint64_t next = i == begin.unit ? end : ruler.units[i].index();
        while (goOn && next < ruler.units[i].end && next - begin.offset <= kReadAhead) {
            const std::uint64_t to = segment.boundaryAfter(ruler.units[i], next);
            goOn = walkPieces(file, ruler, i, {next, to}, frames, feed);
            next = to;
        }
    }
    if (!found)
        decoder.finish(take);
    return found;
}

}
