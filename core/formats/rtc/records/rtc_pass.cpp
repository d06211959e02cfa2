#include "core/base/workers.h"
#include "core/formats/rtc/records/rtc_records.h"

#include <algorithm>

namespace traceglass::rtc {

namespace {

// Payloads held back while one that began earlier is not whole yet. Beyond it the earlier one comes late: one
// that never ends must not hold the whole capture in memory.
constexpr std::size_t kHeldBack = 1u << 18;

// Payloads that are held until they are handed on: whoever reads a few does not wait for the rest of a Unit.
constexpr std::size_t kHeldAtOnce = 512;

// Puts payloads, which come as they end, in order of where they begin.
class InOrder
{
public:
    explicit InOrder(const FrameSink& sink)
        : m_sink(sink)
    {
    }

    void take(const Frame& frame)
    {
        m_sorted = m_sorted && (m_held.empty() || m_held.back().frame.offset < frame.offset);
        m_held.push_back({frame, {}, {}, {}});
        Held& held = m_held.back();
        if (frame.parts.size() == 1) {
            held.single = frame.parts.front();
        } else { // joined in memory that is used again
            held.parts.assign(frame.parts.begin(), frame.parts.end());
            held.payload.assign(frame.payload.begin(), frame.payload.end());
        }
    }

    // Time to release what can be? Not at every payload behind one that stays open.
    bool isFull() const { return m_held.size() >= m_full; }

    // Everything that begins before the offset.
    bool release(std::uint64_t before)
    {
        if (m_held.size() > kHeldBack)
            before = ~std::uint64_t(0);
        if (!m_sorted)
            std::ranges::sort(m_held, {}, [](const Held& held) { return held.frame.offset; });
        m_sorted = true;
        auto held = m_held.begin();
        bool more = true;
        for (; more && held != m_held.end() && held->frame.offset < before; ++held) {
            held->frame.parts = held->parts.empty() ? std::span(&held->single, 1) : std::span(held->parts);
            if (!held->parts.empty())
                held->frame.payload = held->payload;
            more = m_sink(held->frame);
        }
        m_held.erase(m_held.begin(), held);
        m_full = std::clamp(2 * m_held.size(), kHeldAtOnce, kHeldBack + 1);
        return more;
    }

private:
    struct Held
    {
        Frame frame;
        FramePart single;
        std::vector<FramePart> parts; // when there are several
        std::vector<std::byte> payload;
    };
    const FrameSink& m_sink;
    std::vector<Held> m_held;
    std::size_t m_full = kHeldAtOnce;
    bool m_sorted = true;
};

}

Result<bool> runPass(const RtcFile& file, const Pass& pass, const FrameSink& sink, Job& job)
{
    const Ruler& ruler = file.ruler();
    const Segment& segment = ruler.segments[pass.segment];
    Decoder decoder(file.bytes(), ruler, file.axes());
    std::uint32_t unit = segment.firstUnit;
    std::uint64_t from = 0;
    if (pass.from) {
        decoder.setState(stateAt(file.bytes(), ruler, file.axes(), *pass.from, job));
        unit = pass.from->unit;
        from = pass.from->offset;
    }
    InOrder ordered(sink);
    UnitFrames frames;
    std::uint64_t seen = 0;
    const auto take = [&](const Frame& frame) {
        if (isStoppedAt(++seen, job))
            return false;
        if (file.isErased(frame))
            return true;
        ordered.take(frame);
        return !ordered.isFull()
            || (file.checkWhole() && ordered.release(std::min(frame.offset, decoder.oldestOpen())));
    };
    const auto ended = [&]() -> Result<bool> { // before the end of the segment
        if (job.stopRequested())
            return fail(Code::Stopped);
        return file.checkWhole().map([] { return false; });
    };
    for (; unit < segment.firstUnit + segment.unitCount; ++unit, from = 0) {
        if (pass.enough && pass.enough(decoder.state()))
            break;
        const std::uint64_t end = ruler.units[unit].end;
        std::uint64_t at = from != 0 ? from : ruler.units[unit].index();
        OpenParts open = openParts(file.bytes(), ruler, unit, at);
        while (at < end) {
            if (job.stopRequested())
                return fail(Code::Stopped);
            const std::uint64_t to =
                end - at <= RtcFile::kDecodedAtOnce ? end : segment.boundaryAfter(ruler.units[unit], at);
            const std::uint64_t next = walkUnit(file.bytes(), ruler, unit, {at, to}, frames, &open, job);
            if (job.stopRequested())
                return fail(Code::Stopped);
            for (const Lost& lost : frames.lost)
                file.reportLost(lost, unit);
            if (!decoder.feed(frames, take))
                return ended();
            if (auto whole = file.checkWhole(); !whole) // nothing of what was read then is delivered
                return tl::unexpected(whole.error());
            if (!ordered.release(std::min(next, decoder.oldestOpen())))
                return false;
            if (next <= at)
                break;
            at = next;
        }
        job.advance();
    }
    if (!decoder.finish(take))
        return ended();
    return ordered.release(~std::uint64_t(0));
}

Result<void> checkFile(const RtcFile& file, Job& job)
{
    const Ruler& ruler = file.ruler();
    job.start(ruler.units.size() * 2);
    std::vector<CrcCheck> checks(ruler.units.size());
    forEachParallel(checks.size(), 0, job, [&](std::size_t i) {
        checks[i] = checkCrc(file.bytes(), ruler, static_cast<std::uint32_t>(i), job);
        job.advance();
    });
    for (std::size_t i = 0; i < checks.size(); ++i) // as they lie, whichever was done first
        file.reportCrc(checks[i], static_cast<std::uint32_t>(i));
    for (std::uint32_t segment = 0; segment < ruler.segments.size(); ++segment) {
        struct Clock
        {
            ClockReach reach;
            std::optional<TimeRange> known;
        };
        std::unordered_map<const Stream*, Clock> clocks;
        const auto more = runPass(
            file, {segment},
            [&](const Frame& frame) {
                file.reportFrame(frame);
                if (frame.stream && frame.stream->isClock && frame.timeKnown) {
                    auto& [reach, known] = clocks[frame.stream];
                    const auto last = reach.last();
                    if (const auto ns = reach.add({frame.ns, headOf(frame)}, known))
                        widen(known, {*ns, *ns});
                    if (reach.alone())
                        file.reportAlone(frame, *reach.alone());
                    else if (last && frame.ns < last->ns)
                        file.reportBackwards(frame, last->ns - frame.ns);
                }
                return true;
            },
            job);
        if (!more)
            return tl::unexpected(more.error());
        for (std::uint32_t i = 0; i < ruler.segments[segment].unitCount; ++i)
            file.lookedAt().add(ruler.segments[segment].firstUnit + i);
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    return file.checkWhole();
}

}
