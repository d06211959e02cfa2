// From frames in the file to what they mean: payloads joined per stream, and the time each belongs to by the
// clocks of its run (specification "Timestamp", rtc.md 7).
//
//     Decoder decoder(file, ruler);
//     for (each unit in order) { walkUnit(..., frames); decoder.feed(frames, sink); }
//     decoder.finish(sink);
//
// Frames must be fed in file order, without gaps, from the start of a segment or from a state a seek found.
#pragma once

#include "core/formats/rtc/wire/rtc_starts.h"
#include "core/formats/rtc/wire/rtc_value.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace traceglass::rtc {

// A payload with everything known about it, whatever frames of the file it lies in: what is shown as a frame.
struct Frame
{
    std::uint64_t offset = 0; // of its first part
    std::uint64_t length = 0; // of the joined payload
    const Stream* stream = nullptr;
    std::uint32_t segment = 0;
    bool incomplete = false; // a part is missing: the closing one, or
    bool isTail = false;     // the beginning was lost, and this is the rest
    bool timeKnown = false;  // ns is certain
    std::int64_t ns = 0; // on axis; when not timeKnown an estimate (the last value of the clock), if placed
    bool placed = false; // ns means something
    std::uint16_t axis = 0;             // in Axes
    std::span<const std::byte> payload; // joined; valid until the sink returns
    std::span<const FramePart> parts;   // where it lies; valid until the sink returns
};

// The clocks of a file that have nothing to do with each other (rtc.md 7): one for all timespec clocks of all
// segments, one for each other clock of each segment, delta clocks with the clock they build on; for segments
// without any clock the position in the file.
struct Axis
{
    std::string name; // "Unix time", "cyc", with several segments "cyc (segment 1)", "position in the file"
    enum class Kind : std::uint8_t { unixTime, unknown, position } kind = Kind::unixTime;
};

class Axes
{
public:
    explicit Axes(const Ruler& ruler);

    const std::vector<Axis>& list() const { return m_axes; } // the first with an Epoch leads, else the first
    // Where frames of a stream are placed: by its clock, by the clock of what an annotation is about, and
    // without any by the leading clock of the segment, never as certain.
    std::uint16_t axisOf(std::uint32_t segment, const Stream& stream) const;
    std::uint16_t leading(std::uint32_t segment) const { return m_segments[segment].leading; }
    bool hasPosition(std::uint32_t segment) const; // no clock at all

private:
    using ByStream = std::unordered_map<std::uint32_t, std::uint16_t>;
    struct PerSegment
    {
        std::vector<std::pair<std::uint32_t, std::uint16_t>>
            axes; // in order of stream id; of those with times
        std::uint16_t leading = 0;
    };
    std::uint16_t addClocks(const Segment& segment, ByStream& out,
                            std::string_view nameEnd); // which one leads
    void addOthers(const Segment& segment, ByStream& out);
    std::uint16_t addAxis(std::string name, Axis::Kind kind);
    std::uint16_t unixAxis();

    std::vector<Axis> m_axes;
    std::vector<PerSegment> m_segments;
    std::optional<std::uint16_t> m_unix;
};

// What a moment in the file is worth knowing: the values of the clocks of a segment, and payloads that are
// open.
struct DecoderState
{
    std::uint32_t segment = 0;
    struct Clock
    {
        std::optional<std::int64_t> value;    // certain
        std::optional<std::int64_t> estimate; // the last one, even when bytes were lost since
    };
    std::unordered_map<std::uint32_t, Clock> clocks; // by stream id
    struct Open
    {
        std::vector<FramePart> parts;
        Frame frame; // times were fixed by the first part
    };
    std::unordered_map<std::uint32_t, Open> open; // by stream id
    // Streams without a frame since bytes were lost: the next one may be the rest of a payload. True: one was
    // open then.
    std::unordered_map<std::uint32_t, bool> unsure {};
};
// Where nothing is known of what lies before, and at the first byte of a segment.
DecoderState stateWithout(const Ruler& ruler, std::uint32_t segment);
DecoderState stateAtBegin(const Ruler& ruler, std::uint32_t segment);

// `frame` and what it points to is only valid during the call. Return false to stop. Functions of this form
// that are not wrapped in a FrameSink save its call.
using FrameSink = std::function<bool(const Frame& frame)>;

class Decoder
{
public:
    Decoder(std::span<const std::byte> file, const Ruler& ruler, const Axes& axes);
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    // Delivers payloads as they end; Index, Meta and other streams below 9 are not delivered. A new segment
    // ends what is open. Returns false once the sink did.
    //
    // Nearly all payloads lie in one frame of a stream that has a certain time, and making a Frame costs as
    // much as all the rest. A sink with `bool timed(id, offset, payload, ns)` is asked first whether that is
    // enough.
    template <class Sink>
    bool feed(const UnitFrames& frames, const Sink& sink);
    // The end of the file or of what one wants: open payloads are delivered incomplete, by offset.
    template <class Sink>
    bool finish(const Sink& sink)
    {
        return endOpen(sink);
    }

    DecoderState state() const;
    void setState(DecoderState state);
    std::uint64_t oldestOpen() const; // first byte of the payloads that are open; ~0: none is

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t(0);
    static constexpr std::uint64_t kNowhere = ~std::uint64_t(0);
    // Instead of a place in m_open: no frame came since bytes were lost, when a payload was open or not. Or
    // since an open one grew too large to be held.
    static constexpr std::uint32_t kUnsure = kNone - 1;
    static constexpr std::uint32_t kCutOff = kNone - 2;

    enum class Role : std::uint8_t { timed, position, clock, delta, annotation };

    struct Clock
    {
        std::int64_t ns = 0;
        bool known = false;  // ns is the value
        bool placed = false; // ns is at least the last one
        bool leads = false;  // is on the leading axis
        std::uint32_t id = kNone;
        ClockReader reader {};
    };

    // What one must know of a stream of the segment to decode its frames.
    struct Slot
    {
        const Stream* stream = nullptr;
        std::uint32_t id = 0;
        std::uint32_t clock = kNone; // its time, or its own clock
        std::uint32_t base = kNone;  // of a delta
        std::uint32_t open = kNone;  // in m_open, or one of the above
        std::uint16_t axis = 0;
        Role role = Role::timed;
        bool isTrusted = false; // is in m_trusted
    };

    struct Open : DecoderState::Open
    {
        Slot* slot = nullptr; // none: free
    };

    void enter(std::uint32_t segment);
    Slot* find(std::uint32_t id)
    {
        const std::size_t place = id - kFirstStream; // mostly none is missing
        if (place < m_slots.size() && m_slots[place].id == id)
            return &m_slots[place];
        const auto found = std::ranges::lower_bound(m_slots, id, {}, &Slot::id);
        return found != m_slots.end() && found->id == id ? &*found : nullptr;
    }
    Frame begin(const Slot& slot, const FramePart& part) const;
    void complete(const Slot& slot, Frame& frame); // a payload with all its parts: clocks move
    void placeLeading();
    std::vector<std::uint32_t> openByOffset() const;
    void join(Open& open);
    bool addPart(Slot& slot,
                 const FramePart& part); // false: no more may be held, so that the payload must end
    void release(std::uint32_t open);
    void loseTrust();
    bool isTail(Slot& slot, const UnitFrames& frames, std::size_t frame); // once after bytes were lost

    template <class Sink>
    bool takesTimed(const Slot& slot, const FramePart& part, const Sink& sink) const;
    template <class Sink>
    bool deliverOpen(std::uint32_t open, bool incomplete, const Sink& sink);
    template <class Sink>
    bool endOpen(const Sink& sink, bool isLoss = false);

    std::span<const std::byte> m_file;
    const Ruler& m_ruler;
    const Axes& m_axes;
    std::uint32_t m_segment = kNone;
    std::vector<Slot> m_slots;   // by stream id
    std::vector<Clock> m_clocks; // by id; the last one is the leading clock, for streams without any
    std::vector<Open> m_open;
    std::vector<std::uint32_t> m_freeOpen;
    std::size_t m_openParts = 0;
    PayloadStarts m_starts;
    bool m_hasUnsure = false;     // some streams may be
    bool m_allUnsure = false;     // all were when bytes were lost, but for
    std::vector<Slot*> m_trusted; // those that had a frame since
    std::vector<std::byte> m_joined;
};

inline Frame Decoder::begin(const Slot& slot, const FramePart& part) const
{
    Frame frame;
    frame.offset = part.offset;
    frame.length = part.length;
    frame.stream = slot.stream;
    frame.segment = m_segment;
    frame.axis = slot.axis;
    if (slot.role == Role::position) {
        frame.ns = static_cast<std::int64_t>(part.offset);
        frame.placed = true;
    } else if (slot.role != Role::annotation) {
        const Clock& clock = m_clocks[slot.clock];
        frame.ns = clock.ns;
        frame.placed = clock.placed;
        frame.timeKnown = clock.known && slot.role == Role::timed; // a clock's frame has its own new value
    }
    return frame;
}

template <class Sink>
bool Decoder::feed(const UnitFrames& frames, const Sink& sink)
{
    const std::uint32_t segment = m_ruler.units[frames.unit].segment;
    if (segment != m_segment) {
        if (!endOpen(sink))
            return false;
        setState(stateAtBegin(m_ruler, segment));
    }
    std::size_t frame = 0;
    for (std::size_t lost = 0; lost <= frames.lost.size(); ++lost) {
        const std::size_t end = lost < frames.lost.size() ? frames.lost[lost].before : frames.size();
        for (; frame < end; ++frame) {
            const std::uint32_t id = frames.id(frame);
            if (id < kFirstStream)
                continue;
            Slot* const slot = find(id);
            if (!slot)
                continue;
            if constexpr (requires { sink.timed(id, std::uint64_t(), m_file, std::int64_t()); }) {
                if (takesTimed(*slot, frames.part(frame), sink))
                    continue;
            }
            const FramePart part = frames.part(frame);
            const bool isRest =
                (slot->open == kUnsure || slot->open == kCutOff) && isTail(*slot, frames, frame);
            if (!part.more && slot->open == kNone) {
                Frame whole = begin(*slot, part);
                whole.payload = m_file.subspan(part.payload(), part.length);
                whole.parts = {&part, 1};
                whole.isTail = whole.incomplete = isRest;
                if (slot->role > Role::position && !isRest)
                    complete(*slot, whole);
                if (!sink(std::as_const(whole)))
                    return false;
            } else {
                const bool fits = addPart(*slot, part);
                if (isRest)
                    m_open[slot->open].frame.isTail = true;
                if ((!part.more || !fits) && !deliverOpen(slot->open, part.more, sink))
                    return false;
                if (part.more && !fits) { // what comes next is its rest
                    slot->open = kCutOff;
                    m_hasUnsure = true;
                }
            }
        }
        // Where bytes were inserted or removed, no one knows what went with them up to the next Marker.
        if (lost < frames.lost.size() || frames.shiftedFrom != kNowhere) {
            loseTrust();
            if (!endOpen(sink, true))
                return false;
        }
    }
    return true;
}

template <class Sink>
inline bool Decoder::takesTimed(const Slot& slot, const FramePart& part, const Sink& sink) const
{
    if (part.more || slot.open != kNone)
        return false;
    const auto payload = m_file.subspan(part.payload(), part.length);
    if (slot.role == Role::position)
        return sink.timed(part.id, part.offset, payload, static_cast<std::int64_t>(part.offset));
    return slot.role == Role::timed && m_clocks[slot.clock].known
        && sink.timed(part.id, part.offset, payload, m_clocks[slot.clock].ns);
}

template <class Sink>
bool Decoder::deliverOpen(std::uint32_t open, bool incomplete, const Sink& sink)
{
    Open& ended = m_open[open];
    join(ended);
    ended.frame.incomplete = incomplete || ended.frame.isTail;
    if (!ended.frame.incomplete)
        complete(*ended.slot, ended.frame);
    const bool goOn = sink(std::as_const(ended.frame));
    release(open);
    return goOn;
}

template <class Sink>
bool Decoder::endOpen(const Sink& sink, bool isLoss)
{
    bool goOn = true;
    for (const std::uint32_t open : openByOffset()) {
        Slot& slot = *m_open[open].slot;
        if (goOn)
            goOn = deliverOpen(open, true, sink);
        else
            release(open);
        if (isLoss)
            slot.open = kCutOff;
    }
    return goOn;
}

}
