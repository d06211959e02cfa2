#include "core/formats/rtc/wire/rtc_decoder.h"

#include "core/formats/rtc/notes/rtc_notes.h"

#include <limits>

namespace traceglass::rtc {

namespace {

// Open payloads hold 32 bytes for each part, which may be 2 bytes in the file, and are joined in memory. A
// payload that needs more ends incomplete, and its rest is another.
constexpr std::size_t kOpenParts = std::size_t(1) << 22;
constexpr std::uint64_t kJoinedBytes = std::uint64_t(256) << 20;

constexpr std::size_t kAxes = std::numeric_limits<std::uint16_t>::max();

bool isEpoch(const Stream* stream)
{
    return stream->isClock && stream->delta.empty() && stream->value.kind == ValueFormat::Kind::timespec;
}

}

// --- axes

Axes::Axes(const Ruler& ruler)
{
    for (const Segment& segment : ruler.segments) {
        if (std::ranges::any_of(segment.streams.all(), isEpoch))
            unixAxis();
    }
    m_segments.resize(ruler.segments.size());
    std::vector<ByStream> axes(m_segments.size());
    for (std::size_t i = 0; i < m_segments.size(); ++i)
        m_segments[i].leading = addClocks(
            ruler.segments[i], axes[i], m_segments.size() > 1 ? " (segment " + std::to_string(i) + ")" : "");
    std::optional<std::uint16_t> position;
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        if (!axes[i].empty())
            continue;
        if (!position)
            position = addAxis("position in the file", Axis::Kind::position);
        m_segments[i].leading = *position;
    }
    if (m_axes.empty())
        addAxis("position in the file", Axis::Kind::position);
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        addOthers(ruler.segments[i], axes[i]);
        m_segments[i].axes.assign(axes[i].begin(), axes[i].end());
        std::ranges::sort(m_segments[i].axes);
        axes[i] = {};
    }
}

// Streams on a clock, then annotations about them.
void Axes::addOthers(const Segment& segment, ByStream& out)
{
    const StreamTable& streams = segment.streams;
    for (const Stream* stream : streams.all()) {
        if (stream->isClock || stream->value.annotation)
            continue;
        if (const Stream* const clock = segment.streams.clockNamed(stream->clock))
            out.emplace(stream->id, out.at(clock->id));
    }
    for (const Stream* stream : streams.all()) {
        if (stream->isClock || !stream->value.annotation)
            continue;
        const Stream* const about = streams.named(stream->stream);
        const auto found = about && !about->value.annotation ? out.find(about->id) : out.end();
        if (found != out.end())
            out.emplace(stream->id, found->second);
        else if (m_unix || noteStreamOf(*stream) == NoteStream::none) // notes of ours make no axis
            out.emplace(stream->id, unixAxis());
    }
}

std::uint16_t Axes::addClocks(const Segment& segment, ByStream& out, std::string_view nameEnd)
{
    std::optional<std::uint16_t> leading;
    const auto ownAxis = [&](const Stream& clock) {
        const std::string name = clock.name.empty() ? "clock " + std::to_string(clock.id) : clock.name;
        return addAxis(name + std::string(nameEnd), Axis::Kind::unknown);
    };
    std::unordered_map<std::uint32_t, std::size_t> onPath; // id -> place on the path
    for (const Stream* stream : segment.streams.all()) {
        if (!stream->isClock)
            continue;
        std::vector<const Stream*> path;
        onPath.clear();
        const Stream* root = stream;
        while (root && !out.contains(root->id) && !onPath.contains(root->id)) {
            onPath.emplace(root->id, path.size());
            path.push_back(root);
            root = segment.streams.clockNamed(root->delta);
        }
        if (root && !out.contains(root->id)) { // deltas in a circle
            for (std::size_t i = onPath[root->id]; i < path.size(); ++i)
                out.emplace(path[i]->id, ownAxis(*path[i]));
        } else if (!root) {
            root = path.back();
            out.emplace(root->id, isEpoch(root) ? unixAxis() : ownAxis(*root));
        }
        for (const Stream* clock : path)
            out.emplace(clock->id, out[root->id]);
        const std::uint16_t axis = out[stream->id];
        if (!leading || (axis == m_unix && *leading != axis))
            leading = axis;
    }
    return leading.value_or(0);
}

std::uint16_t Axes::addAxis(std::string name, Axis::Kind kind)
{
    if (m_axes.size() < kAxes)
        m_axes.push_back({std::move(name), kind});
    return static_cast<std::uint16_t>(m_axes.size() - 1);
}

std::uint16_t Axes::unixAxis()
{
    if (!m_unix)
        m_unix = addAxis("Unix time", Axis::Kind::unixTime);
    return *m_unix;
}

std::uint16_t Axes::axisOf(std::uint32_t segment, const Stream& stream) const
{
    const auto& [axes, leading] = m_segments[segment];
    const auto found =
        std::ranges::lower_bound(axes, stream.id, {}, [](const auto& one) { return one.first; });
    return found != axes.end() && found->first == stream.id ? found->second : leading;
}

bool Axes::hasPosition(std::uint32_t segment) const
{
    return m_axes[m_segments[segment].leading].kind == Axis::Kind::position;
}

// --- states

DecoderState stateWithout(const Ruler& ruler, std::uint32_t segment)
{
    DecoderState state;
    state.segment = segment;
    for (const Stream* stream : ruler.segments[segment].streams.all())
        state.unsure.emplace(stream->id, false);
    return state;
}

// Its first Unit may be a later one of a run whose start was cut off, or not say which one it is.
DecoderState stateAtBegin(const Ruler& ruler, std::uint32_t segment)
{
    const std::uint32_t count = ruler.units[ruler.segments[segment].firstUnit].count;
    DecoderState state;
    state.segment = segment;
    return count == 0 ? state : stateWithout(ruler, segment);
}

// --- decoder

Decoder::Decoder(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes)
    : m_file(file)
    , m_ruler(ruler)
    , m_axes(axes)
    , m_starts(file, ruler)
{
}

void Decoder::enter(std::uint32_t segmentNumber)
{
    const Segment& segment = m_ruler.segments[segmentNumber];
    const std::vector<const Stream*> streams = segment.streams.all();
    m_segment = segmentNumber;
    m_slots.clear();
    m_clocks.clear();
    m_hasUnsure = m_allUnsure = false;
    m_trusted.clear();
    m_slots.reserve(streams.size());
    const std::uint16_t leading = m_axes.leading(segmentNumber);
    for (const Stream* stream : streams) {
        if (stream->isClock)
            m_clocks.push_back({.leads = m_axes.axisOf(segmentNumber, *stream) == leading,
                                .id = stream->id,
                                .reader = ClockReader(stream->value)});
    }
    m_clocks.emplace_back();
    const auto clockNumber = [&](const Stream* clock) {
        return clock ? static_cast<std::uint32_t>(
                   std::ranges::lower_bound(m_clocks, clock->id, {}, &Clock::id) - m_clocks.begin())
                     : kNone;
    };
    for (const Stream* stream : streams) {
        Slot& slot = m_slots.emplace_back();
        slot.stream = stream;
        slot.id = stream->id;
        slot.axis = m_axes.axisOf(segmentNumber, *stream);
        if (stream->isClock) {
            slot.role = stream->delta.empty() ? Role::clock : Role::delta;
            slot.clock = clockNumber(stream);
            slot.base = clockNumber(segment.streams.clockNamed(stream->delta));
        } else if (stream->value.annotation) {
            slot.role = Role::annotation;
        } else {
            const Stream* const clock = segment.streams.clockNamed(stream->clock);
            slot.clock = clock ? clockNumber(clock) : static_cast<std::uint32_t>(m_clocks.size() - 1);
            slot.role = !clock && m_axes.hasPosition(segmentNumber) ? Role::position : Role::timed;
        }
    }
}

void Decoder::complete(const Slot& slot, Frame& frame)
{
    if (slot.role == Role::annotation) {
        if (const auto ns = annotationNs(slot.stream->value, frame.payload)) {
            frame.ns = *ns;
            frame.timeKnown = frame.placed = true;
        }
        return;
    }
    if (slot.role != Role::clock && slot.role != Role::delta)
        return;
    Clock& clock = m_clocks[slot.clock];
    Clock& leading = m_clocks.back();
    std::int64_t ns = 0;
    bool known = clock.reader(frame.payload, ns);
    bool placed = known;
    if (slot.role == Role::delta) {
        const Clock base = slot.base == kNone ? Clock {} : m_clocks[slot.base];
        placed = placed && base.placed && !__builtin_add_overflow(ns, base.ns, &ns);
        known = placed && base.known;
    }
    clock.known = known && !slot.stream->pieced; // else its gain may be lost
    if (!placed)
        return;
    const bool wasLatest = clock.placed && clock.ns == leading.ns;
    frame.ns = clock.ns = ns;
    frame.placed = clock.placed = true;
    frame.timeKnown = clock.known;
    if (clock.leads && (!leading.placed || ns >= leading.ns)) {
        leading.ns = ns;
        leading.placed = true;
    } else if (clock.leads && wasLatest) {
        placeLeading();
    }
}

// A stream without a clock is shown at the latest moment that any clock of the leading axis has come to.
void Decoder::placeLeading()
{
    Clock leading;
    for (const Clock& clock : m_clocks) {
        if (clock.leads && clock.placed && (!leading.placed || clock.ns > leading.ns))
            leading = {.ns = clock.ns, .placed = true};
    }
    m_clocks.back() = leading;
}

// Bytes were lost. What comes next of any stream may be the rest of a payload.
void Decoder::loseTrust()
{
    for (Clock& clock : m_clocks)
        clock.known = false;
    const auto doubt = [](Slot& slot) {
        if (slot.open == kNone)
            slot.open = kUnsure;
    };
    if (!m_allUnsure)
        std::ranges::for_each(m_slots, doubt);
    for (Slot* const slot : m_trusted) {
        slot->isTrusted = false;
        doubt(*slot);
    }
    m_trusted.clear();
    m_hasUnsure = m_allUnsure = true;
}

bool Decoder::isTail(Slot& slot, const UnitFrames& frames, std::size_t frame)
{
    const bool wasOpen = slot.open == kCutOff;
    slot.open = kNone;
    if (!std::exchange(slot.isTrusted, true))
        m_trusted.push_back(&slot);
    return !m_starts.begins(frames, frame).value_or(!wasOpen);
}

bool Decoder::addPart(Slot& slot, const FramePart& part)
{
    if (slot.open == kNone) {
        if (m_freeOpen.empty()) {
            m_freeOpen.push_back(static_cast<std::uint32_t>(m_open.size()));
            m_open.emplace_back();
        }
        slot.open = m_freeOpen.back();
        m_freeOpen.pop_back();
        Open& open = m_open[slot.open];
        open.slot = &slot;
        open.frame = begin(slot, part);
        open.frame.length = 0;
    }
    Open& open = m_open[slot.open];
    open.parts.push_back(part);
    open.frame.length += part.length;
    ++m_openParts;
    return m_openParts < kOpenParts && open.frame.length < kJoinedBytes;
}

void Decoder::join(Open& open)
{
    open.frame.parts = open.parts;
    if (open.parts.size() == 1) {
        open.frame.payload = m_file.subspan(open.parts[0].payload(), open.parts[0].length);
        return;
    }
    m_joined.clear();
    m_joined.reserve(open.frame.length);
    for (const FramePart& part : open.parts) {
        const auto bytes = m_file.subspan(part.payload(), part.length);
        m_joined.insert(m_joined.end(), bytes.begin(), bytes.end());
    }
    open.frame.payload = m_joined;
}

void Decoder::release(std::uint32_t number)
{
    Open& open = m_open[number];
    m_openParts -= open.parts.size();
    open.parts.clear();
    open.slot->open = kNone;
    open.slot = nullptr;
    m_freeOpen.push_back(number);
}

std::vector<std::uint32_t> Decoder::openByOffset() const
{
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < m_open.size(); ++i) {
        if (m_open[i].slot)
            all.push_back(i);
    }
    std::ranges::sort(all, {}, [&](std::uint32_t i) { return m_open[i].frame.offset; });
    return all;
}

DecoderState Decoder::state() const
{
    DecoderState state;
    state.segment = m_segment == kNone ? 0 : m_segment;
    for (const Clock& clock : m_clocks) {
        if (clock.id == kNone)
            continue;
        DecoderState::Clock& out = state.clocks[clock.id];
        if (clock.known)
            out.value = clock.ns;
        if (clock.placed)
            out.estimate = clock.ns;
    }
    for (const Open& open : m_open) {
        if (open.slot)
            state.open.emplace(open.slot->id, open);
    }
    for (const Slot& slot : m_hasUnsure ? std::span(m_slots) : std::span<const Slot>()) {
        if (slot.open == kUnsure || slot.open == kCutOff)
            state.unsure.emplace(slot.id, slot.open == kCutOff);
    }
    return state;
}

std::uint64_t Decoder::oldestOpen() const
{
    const auto open = openByOffset();
    return open.empty() ? kNowhere : m_open[open.front()].frame.offset;
}

void Decoder::setState(DecoderState state)
{
    for (const std::uint32_t open : openByOffset())
        release(open);
    enter(state.segment);
    for (Clock& clock : m_clocks) {
        const auto found = state.clocks.find(clock.id);
        if (found == state.clocks.end())
            continue;
        const auto& [value, estimate] = found->second;
        clock.ns = value ? *value : estimate.value_or(0);
        clock.known = value.has_value();
        clock.placed = value || estimate;
    }
    placeLeading();
    for (const auto& [id, wasOpen] : state.unsure) {
        if (Slot* const slot = find(id))
            slot->open = wasOpen ? kCutOff : kUnsure;
    }
    m_hasUnsure = !state.unsure.empty();
    for (auto& [id, open] : state.open) {
        Slot* const slot = find(id);
        if (!slot || open.parts.empty())
            continue;
        slot->open = kNone;
        addPart(*slot, open.parts.front());
        m_openParts += open.parts.size() - 1;
        static_cast<DecoderState::Open&>(m_open[slot->open]) = std::move(open);
    }
}

}
