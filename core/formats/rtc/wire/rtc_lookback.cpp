#include "core/formats/rtc/wire/rtc_lookback.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

// Behind a clock frame all frames up to the place are read, so that lost bytes count as in a linear scan, as
// long as one question reads no more than this; farther away the entry is proof enough that no frame of the
// clock was missed (rtc.md 7), unless the ruler itself has lost something.
constexpr std::uint64_t kFollowedBytes = 512u << 10;
constexpr std::size_t kFollowedSteps = 1024;

// What is left of a payload behind lost bytes looks like another one: it is looked for in so many Units.
constexpr std::uint32_t kNearUnits = 2;

// A question that needs more steps than this is not worth asking the index: minor units to walk, clocks to
// follow.
constexpr std::size_t kStepsAtMost = 4096;
constexpr std::size_t kMinorUnitsKept = 64;
constexpr std::size_t kFramesKept = std::size_t(1) << 23;
constexpr std::size_t kClocksAtMost = 256;
constexpr int kDepthAtMost = 32;      // of deltas on deltas
constexpr int kFramesPassedOver = 64; // between the parts of a clock frame

}

LookBack::LookBack(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes,
                   std::uint32_t segment)
    : m_file(file)
    , m_ruler(ruler)
    , m_axes(axes)
    , m_number(segment)
    , m_segment(ruler.segments[segment])
{
    for (const Stream* stream : m_segment.streams.all()) {
        if (stream->isClock)
            m_clocks.push_back(stream);
    }
}

// --- places
// ---------------------------------------------------------------------------------------------------

Place LookBack::first() const
{
    return {m_segment.firstUnit, m_ruler.units[m_segment.firstUnit].index()};
}

std::optional<Place> LookBack::after(Place place) const
{
    const Unit& unit = m_ruler.units[place.unit];
    const std::uint64_t next = m_segment.boundaryAfter(unit, place.offset);
    if (next < unit.end)
        return Place {place.unit, next};
    if (place.unit + 1 >= m_segment.firstUnit + m_segment.unitCount)
        return {};
    return Place {place.unit + 1, m_ruler.units[place.unit + 1].index()};
}

std::optional<Place> LookBack::placeOfOffset(std::uint64_t offset) const
{
    const auto unit = m_ruler.unitAt(offset);
    if (!unit || m_ruler.units[*unit].segment != m_number || offset < m_ruler.units[*unit].index())
        return {};
    return placeBefore(m_ruler, *unit, offset);
}

// --- what the file says
// ---------------------------------------------------------------------------------------

std::shared_ptr<const LookBack::Offsets> LookBack::entriesAt(Place place)
{
    const auto known = m_entries.find(place.offset);
    if (known != m_entries.end())
        return known->second;
    const Unit& unit = m_ruler.units[place.unit];
    auto entries = std::make_shared<Offsets>();
    bool whole = addEntries(unit.index(), kIndex, unit, *entries);
    if (place.offset > unit.index()) // lists what came since the Index
        whole = isMinorBoundary(m_file, unit.index(), place.offset)
            && addEntries(place.offset, kMinorIndex, unit, *entries) && whole;
    if (whole)
        m_entries.emplace(place.offset, entries);
    else
        m_contradicted = true;
    return entries;
}

bool LookBack::addEntries(std::uint64_t frame, std::uint32_t id, const Unit& unit, Offsets& out)
{
    const auto special = readSpecial(m_file, m_segment, unit, frame, id);
    const auto body =
        special && special->whole ? readIndexBody(special->payload, id == kIndex) : std::nullopt;
    if (!body || !body->whole)
        return false;
    for (const IndexEntry& entry : body->entries) {
        // Of a file whose start was cut off the Index knows more than there is.
        if (entry.id >= kFirstStream && entry.distance > 0 && entry.distance <= frame - m_segment.begin)
            out[entry.id] = frame - entry.distance;
    }
    return true;
}

std::shared_ptr<const UnitFrames> LookBack::minorUnit(Place place)
{
    auto& known = m_minorUnits[place.offset];
    if (known)
        return known;
    if (++m_steps > kStepsAtMost)
        m_contradicted = true;
    const Unit& unit = m_ruler.units[place.unit];
    auto frames = std::make_shared<UnitFrames>();
    const std::uint64_t end = m_segment.boundaryAfter(unit, place.offset);
    const std::uint64_t reached = walkUnit(m_file, m_ruler, place.unit, {place.offset, end}, *frames);
    m_walkedBytes += reached - place.offset;
    const bool isHuge = reached < end; // and not to be kept
    const bool isBoundary =
        place.offset == unit.index() || isMinorBoundary(m_file, unit.index(), place.offset);
    if (isHuge || !isBoundary || frames->shiftedFrom < end)
        m_contradicted = true;
    known = frames;
    std::size_t kept = 0;
    for (const auto& [offset, minor] : m_minorUnits)
        kept += minor ? minor->size() : 0;
    if (m_minorUnits.size() > kMinorUnitsKept || kept > kFramesKept)
        m_minorUnits.clear();
    return frames;
}

const Stream* LookBack::baseOf(const Stream& clock) const
{
    const Stream* const base = clock.delta.empty() ? nullptr : m_segment.streams.named(clock.delta);
    return base && base->isClock ? base : nullptr;
}

// Only some of the frames, with everything that was lost. Returns whether any bytes were.
template <class Keep>
bool LookBack::feed(Decoder& decoder, const UnitFrames& frames, const Keep& keep)
{
    m_kept.clear();
    m_kept.base = frames.base;
    m_kept.unit = frames.unit;
    std::size_t lost = 0;
    const auto passLost = [&](std::size_t frame) {
        for (; lost < frames.lost.size() && frames.lost[lost].before <= frame; ++lost) {
            m_kept.lost.push_back(frames.lost[lost]);
            m_kept.lost.back().before = m_kept.size();
        }
    };
    for (std::size_t i = 0; i < frames.size(); ++i) {
        passLost(i);
        if (!keep(frames.id(i), frames.base + frames.m_offsets[i]))
            continue;
        m_kept.m_offsets.push_back(frames.m_offsets[i]);
        m_kept.m_ids.push_back(frames.m_ids[i]);
        m_kept.m_lengths.push_back(frames.m_lengths[i]);
    }
    passLost(frames.size());
    return decoder.feed(m_kept, [](const Frame&) { return true; });
}

// --- clocks
// ---------------------------------------------------------------------------------------------------

LookBack::Known LookBack::clockAt(const Stream& clock, Place place, int depth)
{
    if (isFirst(place))
        return {};
    const auto memory = m_known.find({clock.id, place.offset});
    if (memory != m_known.end())
        return memory->second;
    const auto entries = entriesAt(place);
    const auto entry = entries->find(clock.id);
    Known known;
    if (m_contradicted || entry == entries->end())
        return known;
    const auto begin = placeOfOffset(entry->second);
    if (!begin || begin->offset >= place.offset) {
        m_contradicted = true;
        return known;
    }
    if (depth > kDepthAtMost)
        return known;
    known = clockFrom(clock, *begin, entry->second, place, false, depth);
    // Its only payload there is still open, or says nothing: the value is an older one.
    if (!m_contradicted && !known.clock.estimate)
        known = clockFrom(clock, *begin, entry->second, place, true, depth);
    if (!m_contradicted)
        m_known[{clock.id, place.offset}] = known;
    return known;
}

// The clock at `place`, whose last known payload start is `start` behind `begin`. Without its own past the
// frames in front of `start` say nothing: they end a payload that began earlier.
LookBack::Known LookBack::clockFrom(const Stream& clock, Place begin, std::uint64_t start, Place place,
                                    bool ownPast, int depth)
{
    if (++m_steps > kStepsAtMost) {
        m_contradicted = true;
        return {};
    }
    DecoderState state;
    state.segment = m_number;
    std::vector<std::uint32_t> chain {clock.id};
    for (const Stream* base = baseOf(clock); base && !std::ranges::count(chain, base->id);
         base = baseOf(*base))
        chain.push_back(base->id);
    for (const std::uint32_t id : chain) {
        if (id == clock.id && !ownPast)
            continue;
        Known known = clockAt(*m_segment.streams.find(id), begin, depth + 1);
        state.clocks[id] = known.clock;
        if (known.open)
            state.open.emplace(id, std::move(*known.open));
    }
    Decoder decoder(m_file, m_ruler, m_axes);
    decoder.setState(std::move(state));
    bool found = false;
    bool isTorn = false;
    const auto keep = [&](std::uint32_t id, std::uint64_t offset) {
        if (id != clock.id)
            return std::ranges::count(chain, id) > 0;
        found = found || offset == start;
        return offset >= start || ownPast;
    };
    for (std::optional<Place> at = begin; at && at->offset < place.offset; at = after(*at)) {
        feed(decoder, *minorUnit(*at), keep);
        if (!found)
            m_contradicted = true;
        if (m_contradicted)
            break;
        const DecoderState now = decoder.state();
        const bool isNear = at->unit <= begin.unit + kNearUnits;
        const bool mayRead = m_walkedBytes < kFollowedBytes && m_steps < kFollowedSteps;
        const bool isCertain = now.clocks.at(clock.id).value.has_value();
        if (!isNear && !(mayRead && isCertain) && !now.open.contains(clock.id)) {
            isTorn = std::any_of(m_ruler.units.begin() + at->unit + 1, m_ruler.units.begin() + place.unit + 1,
                                 [](const Unit& unit) { return unit.indexDamaged; });
            break;
        }
    }
    const DecoderState reached = decoder.state();
    Known known {reached.clocks.at(clock.id), {}};
    if (isTorn)
        known.clock.value.reset();
    if (const auto open = reached.open.find(clock.id); open != reached.open.end())
        known.open = open->second;
    return known;
}

DecoderState LookBack::clocksAt(Place place)
{
    DecoderState state;
    state.segment = m_number;
    if (m_clocks.size() > kClocksAtMost)
        m_contradicted = true;
    for (const Stream* clock : m_clocks) {
        if (m_contradicted)
            break;
        Known known = clockAt(*clock, place, 0);
        state.clocks[clock->id] = known.clock;
        if (known.open)
            state.open.emplace(clock->id, std::move(*known.open));
    }
    return state;
}

std::optional<std::int64_t> LookBack::valueBefore(const Stream& clock, Place place)
{
    if (!clock.delta.empty())
        return clockAt(clock, place, 0).clock.estimate;
    const auto entries = entriesAt(place);
    const auto entry = entries->find(clock.id);
    if (entry == entries->end())
        return {};
    const auto begin = placeOfOffset(entry->second);
    if (!begin)
        return {};
    const std::uint64_t end = m_segment.boundaryAfter(m_ruler.units[begin->unit], entry->second);
    std::vector<std::byte> payload;
    std::size_t at = entry->second;
    for (int passed = 0; passed < kFramesPassedOver && at < end; ++passed) {
        const auto head = readInt(m_file, at);
        if (!head || *head >> 1 > ~std::uint32_t(0))
            return {};
        const auto id = static_cast<std::uint32_t>(*head >> 1);
        const bool more = (*head & 1) != 0;
        std::uint64_t length = m_segment.lengthOf(id);
        if (length > kMaxPayload) {
            if (length == Segment::kNoStream)
                return {};
            const auto stated = length >= Segment::kUndescribed ? readInt(m_file, at) : std::nullopt;
            if (!stated || *stated > kMaxPayload)
                return {};
            length = *stated;
        } else if (id == clock.id) {
            length -= std::min<std::uint64_t>(payload.size(), length);
        }
        if (at > end)
            return {};
        length = std::min(length, end - at); // fixed lengths are cut at boundaries
        if (id == clock.id) {
            const auto part = m_file.subspan(at, length);
            payload.insert(payload.end(), part.begin(), part.end());
            if (!more)
                return clockNs(clock.value, payload);
        } else if (passed == 0) {
            return {};
        }
        at += length;
    }
    return clockAt(clock, place, 0).clock.estimate;
}

// --- open payloads
// --------------------------------------------------------------------------------------------

// Streams other than clocks whose last payload before the place did not end, with its first byte.
std::map<std::uint32_t, LookBack::Begun> LookBack::openSince(Place place,
                                                             std::unordered_map<std::uint32_t, bool>& unsure)
{
    const auto entries = entriesAt(place);
    std::map<std::uint64_t, std::pair<Place, Offsets>> byMinorUnit;
    for (const auto& [id, start] : *entries) {
        const Stream* const stream = m_segment.streams.find(id);
        if (!stream || stream->isClock)
            continue;
        const auto begin = placeOfOffset(start);
        if (!begin || begin->offset >= place.offset) {
            m_contradicted = true;
            return {};
        }
        auto& [at, starts] = byMinorUnit[begin->offset];
        at = *begin;
        starts.emplace(id, start);
    }
    std::map<std::uint32_t, Begun> open;
    for (auto& [offset, group] : byMinorUnit) {
        auto& [begin, starts] = group;
        std::map<std::uint32_t, Begun> here;
        // By lost bytes: what is left of the payload looks like another. True: it was open then.
        std::map<std::uint32_t, bool> interrupted;
        std::size_t found = 0;
        for (std::optional<Place> at = begin; at && at->offset < place.offset; at = after(*at)) {
            const auto frames = minorUnit(*at);
            std::size_t lost = 0;
            for (std::size_t i = 0; i <= frames->size(); ++i) {
                for (; lost < frames->lost.size() && frames->lost[lost].before <= i; ++lost) {
                    for (const auto& [id, first] : starts) {
                        if (here.contains(id))
                            interrupted[id] = true;
                        else if (at == begin)
                            interrupted.try_emplace(id, false);
                    }
                    here.clear();
                }
                if (i == frames->size())
                    break;
                const auto start = starts.find(frames->id(i));
                if (start == starts.end())
                    continue;
                const Part part = frames->part(i);
                found += part.offset == start->second ? 1u : 0u;
                if (part.offset < start->second)
                    continue;
                const auto cut = interrupted.extract(part.id);
                if (part.more)
                    here.try_emplace(part.id,
                                     Begun {part.offset, cut ? std::optional(cut.mapped()) : std::nullopt});
                else
                    here.erase(part.id);
            }
            if (found != starts.size())
                m_contradicted = true;
            const bool isSearching = !interrupted.empty() && at->unit <= begin.unit + kNearUnits;
            if ((here.empty() && !isSearching) || m_contradicted)
                break;
        }
        open.merge(here);
        unsure.insert(interrupted.begin(), interrupted.end());
        if (m_contradicted)
            break;
    }
    return open;
}

void LookBack::findOpen(Place place, DecoderState& state)
{
    for (const auto& [id, begun] : openSince(place, state.unsure)) {
        const auto begin = placeOfOffset(begun.offset);
        if (m_contradicted || !begin)
            return;
        // The time of its first part is that of the clocks there.
        Decoder decoder(m_file, m_ruler, m_axes);
        DecoderState before = clocksAt(*begin);
        if (begun.unsure)
            before.unsure.emplace(id, *begun.unsure);
        decoder.setState(std::move(before));
        const auto keep = [&, stream = id, from = begun.offset](std::uint32_t other, std::uint64_t offset) {
            const Stream* const found = other < kFirstStream ? nullptr : m_segment.streams.find(other);
            return other == stream ? offset >= from : found && found->isClock;
        };
        for (std::optional<Place> at = begin; at && at->offset < place.offset; at = after(*at))
            feed(decoder, *minorUnit(*at), keep);
        DecoderState reached = decoder.state();
        if (const auto open = reached.open.find(id); open != reached.open.end())
            state.open.insert(reached.open.extract(open));
    }
}

// --- states
// ---------------------------------------------------------------------------------------------------

DecoderState LookBack::stateAt(Place place)
{
    if (isFirst(place))
        return stateAtBegin(m_ruler, m_number);
    DecoderState state = clocksAt(place);
    if (!m_contradicted)
        findOpen(place, state);
    return state;
}

DecoderState LookBack::decode(Place from, DecoderState state, Place to)
{
    Decoder decoder(m_file, m_ruler, m_axes);
    decoder.setState(std::move(state));
    UnitFrames frames;
    for (std::uint32_t i = from.unit; i <= to.unit; ++i) { // by whole Units: damage may hide their boundaries
        const std::uint64_t end = i == to.unit ? to.offset : m_ruler.units[i].end;
        const std::uint64_t begin = i == from.unit ? from.offset : m_ruler.units[i].index();
        walkPieces(m_file, m_ruler, i, {begin, end}, frames,
                   [&] { return decoder.feed(frames, [](const Frame&) { return true; }); });
    }
    return decoder.state();
}

}
