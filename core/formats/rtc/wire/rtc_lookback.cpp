#include "core/formats/rtc/wire/rtc_lookback.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

// Behind a clock frame all frames up to the spot are read, so that lost bytes count as in a linear scan, as
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
constexpr int kDepthAtMost = 32;             // of deltas on deltas
constexpr std::uint64_t kClockFrames = 4096; // bytes in which all parts of a clock frame are looked for

}

LookBack::LookBack(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes,
                   std::uint32_t segment, const Job& job)
    : m_file(file)
    , m_ruler(ruler)
    , m_axes(axes)
    , m_number(segment)
    , m_segment(ruler.segments[segment])
    , m_job(job)
{
    for (const Stream* stream : m_segment.streams.all()) {
        if (stream->isClock)
            m_clocks.push_back(stream);
    }
}

// --- spots

Spot LookBack::first() const
{
    return {m_segment.firstUnit, m_ruler.units[m_segment.firstUnit].index()};
}

std::optional<Spot> LookBack::after(Spot spot) const
{
    const Unit& unit = m_ruler.units[spot.unit];
    const std::uint64_t next = m_segment.boundaryAfter(unit, spot.offset);
    if (next < unit.end)
        return Spot {spot.unit, next};
    if (spot.unit + 1 >= m_segment.firstUnit + m_segment.unitCount)
        return {};
    return Spot {spot.unit + 1, m_ruler.units[spot.unit + 1].index()};
}

std::optional<Spot> LookBack::spotOfOffset(std::uint64_t offset) const
{
    const auto unit = m_ruler.unitAt(offset);
    if (!unit || m_ruler.units[*unit].segment != m_number || offset < m_ruler.units[*unit].index())
        return {};
    return spotBefore(m_ruler, *unit, offset);
}

// --- what the file says

std::shared_ptr<const Starts> LookBack::entriesAt(Spot spot)
{
    const auto known = m_entries.find(spot.offset);
    if (known != m_entries.end())
        return known->second;
    const Unit& unit = m_ruler.units[spot.unit];
    auto entries = std::make_shared<Starts>();
    bool whole = addStarts(m_file, m_ruler, unit, unit.index(), kIndex, *entries, false);
    if (spot.offset > unit.index()) // lists what came since the Index
        whole = isMinorBoundary(m_file, unit.index(), spot.offset)
            && addStarts(m_file, m_ruler, unit, spot.offset, kMinorIndex, *entries, false) && whole;
    if (whole)
        m_entries.emplace(spot.offset, entries);
    else
        m_contradicted = true;
    return entries;
}

std::shared_ptr<const UnitFrames> LookBack::minorUnit(Spot spot)
{
    auto& known = m_minorUnits[spot.offset];
    if (known)
        return known;
    if (++m_steps > kStepsAtMost || m_job.stopRequested())
        m_contradicted = true;
    const Unit& unit = m_ruler.units[spot.unit];
    auto frames = std::make_shared<UnitFrames>();
    const std::uint64_t end = m_segment.boundaryAfter(unit, spot.offset);
    // Mostly the minor unit in front of it was walked just before, and tells what is cut here.
    if (m_cutAt != spot.offset)
        m_cut = openParts(m_file, m_ruler, spot.unit, spot.offset);
    const std::uint64_t reached =
        walkUnit(m_file, m_ruler, spot.unit, {spot.offset, end}, *frames, &m_cut, m_job);
    m_cutAt = reached;
    m_walkedBytes += reached - spot.offset;
    const bool isHuge = reached < end; // and not to be kept
    if (isHuge || !isBoundary(m_file, m_ruler, spot) || frames->shiftedFrom < end)
        m_contradicted = true;
    known = frames;
    std::size_t kept = 0;
    for (const auto& [offset, minor] : m_minorUnits)
        kept += minor ? minor->size() : 0;
    if (m_minorUnits.size() > kMinorUnitsKept || kept > kFramesKept)
        m_minorUnits.clear();
    return frames;
}

// Only some of the frames, with everything that was lost.
template <class Keep>
void LookBack::feed(Decoder& decoder, const UnitFrames& frames, const Keep& keep)
{
    m_kept.clear();
    m_kept.base = frames.base;
    m_kept.unit = frames.unit;
    for (std::size_t i = 0, lost = 0; i <= frames.size(); ++i) {
        for (; lost < frames.lost.size() && frames.lost[lost].before <= i; ++lost) {
            m_kept.lost.push_back(frames.lost[lost]);
            m_kept.lost.back().before = m_kept.size();
        }
        if (i == frames.size() || !keep(frames.id(i), frames.base + frames.m_offsets[i]))
            continue;
        m_kept.m_offsets.push_back(frames.m_offsets[i]);
        m_kept.m_ids.push_back(frames.m_ids[i]);
        m_kept.m_lengths.push_back(frames.m_lengths[i]);
    }
    decoder.feed(m_kept, [](const Frame&) { return true; });
}

// --- clocks

LookBack::Known LookBack::clockAt(const Stream& clock, Spot spot, int depth)
{
    if (isFirst(spot))
        return {};
    const auto memory = m_known.find({clock.id, spot.offset});
    if (memory != m_known.end())
        return memory->second;
    const auto entries = entriesAt(spot);
    const auto entry = entries->find(clock.id);
    Known known;
    if (m_contradicted || entry == entries->end())
        return known;
    const auto begin = spotOfOffset(entry->second);
    if (!begin || begin->offset >= spot.offset) {
        m_contradicted = true;
        return known;
    }
    if (depth > kDepthAtMost)
        return known;
    known = clockFrom(clock, *begin, entry->second, spot, false, depth);
    // Its only payload there is still open, or says nothing: the value is an older one.
    if (!m_contradicted && !known.clock.estimate)
        known = clockFrom(clock, *begin, entry->second, spot, true, depth);
    if (!m_contradicted)
        m_known[{clock.id, spot.offset}] = known;
    return known;
}

// The clock at `spot`, whose last known payload start is `start` behind `begin`. Without its own past the
// frames in front of `start` say nothing: they end a payload that began earlier.
LookBack::Known LookBack::clockFrom(const Stream& clock, Spot begin, std::uint64_t start, Spot spot,
                                    bool ownPast, int depth)
{
    if (++m_steps > kStepsAtMost) {
        m_contradicted = true;
        return {};
    }
    DecoderState state;
    state.segment = m_number;
    std::vector<std::uint32_t> chain;
    for (const Stream* one = &clock; one && !std::ranges::count(chain, one->id);
         one = m_segment.streams.clockNamed(one->delta))
        chain.push_back(one->id);
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
    for (std::optional<Spot> at = begin; at && at->offset < spot.offset; at = after(*at)) {
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
            isTorn = std::any_of(m_ruler.units.begin() + at->unit + 1, m_ruler.units.begin() + spot.unit + 1,
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

DecoderState LookBack::clocksAt(Spot spot)
{
    DecoderState state;
    state.segment = m_number;
    if (m_clocks.size() > kClocksAtMost)
        m_contradicted = true;
    for (const Stream* clock : m_clocks) {
        if (m_contradicted)
            break;
        Known known = clockAt(*clock, spot, 0);
        state.clocks[clock->id] = known.clock;
        if (known.open)
            state.open.emplace(clock->id, std::move(*known.open));
    }
    return state;
}

std::optional<std::int64_t> LookBack::valueBefore(const Stream& clock, Spot spot)
{
    if (!clock.delta.empty())
        return clockAt(clock, spot, 0).clock.estimate;
    const auto entries = entriesAt(spot);
    const auto entry = entries->find(clock.id);
    if (entry == entries->end())
        return {};
    const auto begin = spotOfOffset(entry->second);
    if (!begin)
        return {};
    const Unit& unit = m_ruler.units[begin->unit];
    const std::uint64_t start = entry->second;
    const std::uint64_t end = std::min(m_segment.boundaryAfter(unit, start), start + kClockFrames);
    OpenParts open;
    walkFrames(m_file, m_segment, unit, {start, end}, m_kept, open);
    const std::size_t sound = m_kept.lost.empty() ? m_kept.size() : m_kept.lost.front().before;
    if (sound == 0 || m_kept.id(0) != clock.id)
        return {};
    std::vector<std::byte> payload;
    for (std::size_t i = 0; i < sound; ++i) {
        const FramePart part = m_kept.part(i);
        if (part.id != clock.id)
            continue;
        const auto bytes = m_file.subspan(part.payload(), part.length);
        payload.insert(payload.end(), bytes.begin(), bytes.end());
        if (!part.more)
            return clockNs(clock.value, payload);
    }
    return m_kept.lost.empty() ? clockAt(clock, spot, 0).clock.estimate : std::nullopt;
}

// --- open payloads

// Streams other than clocks whose last payload before the spot did not end, with its first byte.
std::map<std::uint32_t, LookBack::Begun> LookBack::openSince(Spot spot,
                                                             std::unordered_map<std::uint32_t, bool>& unsure)
{
    const auto entries = entriesAt(spot);
    std::map<std::uint64_t, std::pair<Spot, Starts>> byMinorUnit;
    for (const auto& [id, start] : *entries) {
        const Stream* const stream = m_segment.streams.find(id);
        if (!stream || stream->isClock)
            continue;
        const auto begin = spotOfOffset(start);
        if (!begin || begin->offset >= spot.offset) {
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
        for (std::optional<Spot> at = begin; at && at->offset < spot.offset; at = after(*at)) {
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
                const FramePart part = frames->part(i);
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

void LookBack::findOpen(Spot spot, DecoderState& state)
{
    for (const auto& [id, begun] : openSince(spot, state.unsure)) {
        const auto begin = spotOfOffset(begun.offset);
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
        for (std::optional<Spot> at = begin; at && at->offset < spot.offset && !m_job.stopRequested();
             at = after(*at))
            feed(decoder, *minorUnit(*at), keep);
        DecoderState reached = decoder.state();
        if (const auto open = reached.open.find(id); open != reached.open.end())
            state.open.insert(reached.open.extract(open));
    }
}

// --- states

DecoderState LookBack::stateAt(Spot spot)
{
    if (isFirst(spot))
        return stateAtBegin(m_ruler, m_number);
    DecoderState state = clocksAt(spot);
    if (!m_contradicted)
        findOpen(spot, state);
    return state;
}

DecoderState LookBack::decode(Spot from, DecoderState state, Spot to)
{
    Decoder decoder(m_file, m_ruler, m_axes);
    decoder.setState(std::move(state));
    UnitFrames frames;
    for (std::uint32_t i = from.unit; i <= to.unit && !m_job.stopRequested();
         ++i) { // by whole Units: damage may hide their boundaries
        const std::uint64_t end = i == to.unit ? to.offset : m_ruler.units[i].end;
        const std::uint64_t begin = i == from.unit ? from.offset : m_ruler.units[i].index();
        walkPieces(
            m_file, m_ruler, i, {begin, end}, frames,
            [&] { return decoder.feed(frames, [](const Frame&) { return true; }); }, m_job);
    }
    return decoder.state();
}

}
