#include "core/formats/rtc/timeline/rtc_maker.h"

#include "core/base/pace.h"
#include "core/base/text.h"
#include "core/base/workers.h"

#include <algorithm>
#include <future>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kSlicesWaiting = 1u << 19; // to be packed, of all rows together: 16 MiB
constexpr std::size_t kLeastPacked = 4096;

}

TimelineMaker::TimelineMaker(const RtcFile& file, bool reports)
    : m_file(file)
    , m_ruler(file.ruler())
    , m_axes(file.axes())
    , m_reports(reports)
    , m_decoder(file.bytes(), m_ruler, m_axes)
    , m_steady(m_builder.intern("steady"))
    , m_stepBack(m_builder.intern("step back"))
    , m_gap(m_builder.intern("gap"))
    , m_stray(m_builder.intern("stray value"))
    , m_segments(m_ruler.segments.size())
    , m_axisStates(m_axes.list().size())
{
    publishAxes();
    std::size_t rows = 1;
    for (std::uint32_t i = 0; i < m_segments.size(); ++i) {
        addSegment(i);
        rows += m_segments[i].tracks.size();
    }
    m_builder.packEach(std::max(kLeastPacked, kSlicesWaiting / rows));
}

// --- axes

void TimelineMaker::seen(std::uint16_t axis, std::int64_t ns)
{
    AxisState& state = m_axisStates[axis];
    state.now = ns;
    if (!state.waiting.empty())
        addWaiting(state, ns);
    if (axis == m_segments[m_segment].leading) {
        m_unitStart = m_unitStart.value_or(ns);
        m_minorStart = m_minorStart.value_or(ns);
    }
}

// A place in a run without a clock.
void TimelineMaker::passed(std::uint16_t axis, std::int64_t place)
{
    reach(axis, place);
    seen(axis, place);
}

void TimelineMaker::reach(std::uint16_t axis, std::optional<std::int64_t> ns)
{
    auto& range = m_axisStates[axis].range;
    const bool mayBeEmpty = range || isPosition(axis); // else equal ends mean that nothing is known
    if (ns)
        widen(range, {*ns, mayBeEmpty ? *ns : addSaturating(*ns, 1)});
}

// How far the clocks come, by what the index frames say at the end of each run: a few pages.
void TimelineMaker::learnExtent(const Job& job)
{
    for (std::uint32_t number = 0; number < m_ruler.segments.size() && !job.stopRequested(); ++number) {
        const Segment& segment = m_ruler.segments[number];
        if (segment.unitCount < 2)
            continue; // decoded in a moment
        const std::uint32_t last = segment.firstUnit + segment.unitCount - 1;
        const DecoderState state =
            stateAt(m_file.bytes(), m_ruler, m_axes, {last, m_ruler.units[last].index()}, job);
        for (const auto& [id, clock] : state.clocks) {
            const Stream* stream = segment.streams.find(id);
            if (stream && clock.value)
                widen(m_axisStates[m_axes.axisOf(number, *stream)].range, {*clock.value, *clock.value});
        }
    }
}

void TimelineMaker::publishAxes()
{
    std::vector<ClockAxis> axes;
    for (std::size_t i = 0; i < m_axes.list().size(); ++i) {
        const Axis& axis = m_axes.list()[i];
        ClockAxis made {axis.name, ClockAxis::Kind::unknown, m_axisStates[i].range.value_or(TimeRange {})};
        if (axis.kind == Axis::Kind::unixTime)
            made.kind = ClockAxis::Kind::unixTime;
        else if (axis.kind == Axis::Kind::position)
            made.kind = ClockAxis::Kind::position;
        if (i > 0) // nothing is known: it begins where the first one begins
            made.shiftNs = subtractSaturating(axes.front().range.startNs, made.range.startNs);
        axes.push_back(std::move(made));
    }
    m_builder.setAxes(std::move(axes));
}

TimelinePtr TimelineMaker::snapshot(bool complete)
{
    publishAxes();
    std::optional<TimeRange> all;
    for (std::size_t i = 0; i < m_axisStates.size(); ++i) {
        if (!m_axisStates[i].range)
            continue;
        TimeRange shown = *m_axisStates[i].range;
        if (all && i > 0 && m_axisStates[0].range)
            shown = {m_axisStates[0].range->startNs,
                     addSaturating(m_axisStates[0].range->startNs, shown.lengthNs())};
        widen(all, shown);
    }
    return m_builder.snapshot(all.value_or(TimeRange {}), m_frames, complete);
}

bool TimelineMaker::isBehind(TimeRange window) const
{
    const auto& now = m_axisStates[0].now;
    return now && *now >= window.endNs;
}

// --- the pass

void TimelineMaker::walkAll(UnitBatch& batch, unsigned threads, const Job& job) const
{
    forEachParallel(batch.size(), threads, job,
                    [&](std::size_t i) { walkAhead(m_file.bytes(), m_ruler, batch[i], job); });
}

Result<void> TimelineMaker::run(const IndexRequest& request, const std::function<bool()>& quiet, Job& job)
{
    learnExtent(job);
    job.start(m_ruler.units.size());
    const unsigned cores = request.threads != 0 ? request.threads : coreCount();
    m_builder.packOn(cores - 1);
    UnitBatch now, ahead;
    std::uint32_t next = takeBatch(m_ruler, 0, now);
    walkAll(now, cores, job);
    Pace pace;
    while (!now.empty()) {
        next = takeBatch(m_ruler, next, ahead);
        std::future<void> walking;
        if (cores > 1 && !ahead.empty())
            walking = std::async(std::launch::async, [&] { walkAll(ahead, cores - 1, job); });
        Result<void> fed;
        for (WalkedUnit& walked : now) {
            if (fed = feedUnit(walked, job); !fed)
                break;
            job.advance();
            if (request.publish && !quiet() && pace.isDue())
                pace.show([&] { request.publish(snapshot(false)); });
        }
        if (walking.valid())
            walking.wait();
        else
            walkAll(ahead, 1, job);
        if (!fed)
            return fed;
        std::swap(now, ahead);
    }
    endSegment();
    return {};
}

Result<void> TimelineMaker::runFrom(Spot spot, std::int64_t untilNs, Job& job)
{
    learnExtent(job);
    const Segment& segment = m_ruler.segments[m_ruler.units[spot.unit].segment];
    m_decoder.setState(stateAt(m_file.bytes(), m_ruler, m_axes, spot, job));
    for (std::uint32_t unit = spot.unit; unit < segment.firstUnit + segment.unitCount; ++unit) {
        WalkedUnit walked;
        walked.unit = unit;
        if (auto fed = feedUnit(walked, job); !fed)
            return fed;
        const auto& reached = m_axisStates[m_segments[m_segment].leading].now;
        if (reached && *reached >= untilNs)
            break;
    }
    endSegment();
    return {};
}

void TimelineMaker::beginUnit(std::uint32_t number, const CrcCheck& crc)
{
    const Unit& unit = m_ruler.units[number];
    if (unit.segment != m_segment) {
        endSegment();
        m_segment = unit.segment;
        m_unitStart.reset();
    }
    m_unit = number;
    m_unitBad = crc.state == CrcState::bad;
    if (m_reports)
        m_file.reportCrc(crc, number);
    const std::uint16_t leading = m_segments[m_segment].leading;
    const bool position = isPosition(leading);
    // A run that starts over has no time until its clock says so, even on a clock others know.
    if (m_ruler.segments[m_segment].firstUnit != number || position)
        m_unitStart =
            position ? std::optional(static_cast<std::int64_t>(unit.marker)) : m_axisStates[leading].now;
    if (position)
        passed(leading, static_cast<std::int64_t>(unit.marker));
    m_minorStart = m_unitStart;
    m_minor = 0;
    m_minorBegin = unit.index();
    m_minorEnd = m_ruler.segments[m_segment].boundaryAfter(unit, unit.index());
}

Result<void> TimelineMaker::feedUnit(WalkedUnit& walked, Job& job)
{
    if (job.stopRequested())
        return fail(Code::Stopped);
    beginUnit(walked.unit, walked.crc);
    if (!eachPiece(m_file.bytes(), m_ruler, walked, job, [&](const UnitFrames& frames) { feedPiece(frames); }))
        return fail(Code::Stopped);
    endUnit();
    return {};
}

std::int64_t TimelineMaker::here(std::uint64_t offset) const
{
    const std::uint16_t leading = m_segments[m_segment].leading;
    return isPosition(leading) ? static_cast<std::int64_t>(offset) : m_axisStates[leading].now.value_or(0);
}

std::uint8_t TimelineMaker::certainty() const
{
    return m_axisStates[m_segments[m_segment].leading].certain ? std::uint8_t(0) : slice::kApproximate;
}

void TimelineMaker::passBoundaries(std::uint64_t offset)
{
    const Unit& unit = m_ruler.units[m_unit];
    const SegmentTracks& in = m_segments[m_segment];
    while (offset >= m_minorEnd && m_minorBegin < unit.end) {
        const std::int64_t now = here(m_minorEnd);
        if (in.minors != kNoRow)
            m_builder.add(in.minors,
                          {m_minorStart.value_or(now), now,
                           m_builder.intern("minor " + std::to_string(m_minor)), certainty(),
                           RecordRef(SourceId(0), m_minorBegin)});
        m_minorStart = now;
        ++m_minor;
        m_minorBegin = m_minorEnd;
        m_minorEnd = m_ruler.segments[m_segment].boundaryAfter(unit, m_minorBegin);
        if (m_minorEnd <= m_minorBegin)
            break;
    }
}

void TimelineMaker::passLost(std::uint64_t offset)
{
    while (!m_lostAhead.empty() && m_lostAhead.front().range.offset < offset) {
        m_lostOpen.emplace_back(m_lostAhead.front(), here(m_lostAhead.front().range.offset));
        m_lostAhead.pop_front();
    }
}

void TimelineMaker::endLost(std::int64_t ns)
{
    SegmentTracks& in = m_segments[m_segment];
    if (in.lost == kNoRow)
        in.lost = m_builder.addRow(m_builder.addTrack({.parent = groupFor(m_segment, kContainer),
                                                       .name = m_builder.intern("lost"),
                                                       .key = trackKey(m_segment, kLostTrack),
                                                       .kind = TrackKind::ruler},
                                                      {.axis = in.leading}));
    for (const auto& [lost, start] : std::exchange(m_lostOpen, {})) {
        const std::string name = lost.why == Lost::Why::moved
            ? "bytes removed or inserted"
            : "lost " + counted(lost.range.length, "byte", "bytes");
        m_builder.add(in.lost,
                      {start, std::max(start, ns), m_builder.intern(name),
                       slice::kGap | slice::kDamaged | slice::kApproximate,
                       RecordRef(SourceId(0), lost.range.offset)});
    }
}

void TimelineMaker::endUnit()
{
    const Unit& unit = m_ruler.units[m_unit];
    const Segment& segment = m_ruler.segments[m_segment];
    passBoundaries(unit.end);
    passLost(unit.end);
    const std::int64_t now = here(unit.end);
    const std::string name =
        "Unit " + std::to_string(m_unit - segment.firstUnit) + (m_unitBad ? " · CRC does not match" : "");
    m_builder.add(m_segments[m_segment].units,
                  {m_unitStart.value_or(now), now, m_builder.intern(name),
                   static_cast<std::uint8_t>(certainty() | (m_unitBad ? slice::kDamaged : 0)),
                   RecordRef(SourceId(0), unit.marker)});
    if (m_reports)
        m_file.lookedAt().add(m_unit);
    if (isPosition(m_segments[m_segment].leading))
        passed(m_segments[m_segment].leading, now);
}

void TimelineMaker::endSegment()
{
    if (m_segment == ~0u)
        return;
    m_decoder.finish([this](const Frame& frame) {
        take(frame);
        return true;
    });
    SegmentTracks& in = m_segments[m_segment];
    if (!m_lostOpen.empty())
        endLost(here(m_ruler.segments[m_segment].end));
    for (StreamTrack& track : in.tracks) {
        flushLine(track);
        flushStep(track);
        reach(track.axis, track.reach.end());
        std::ranges::stable_sort(track.unordered, {}, &Slice::startNs);
        for (const Slice& slice : std::exchange(track.unordered, {}))
            m_builder.add(track.row, slice);
    }
    for (AxisState& axis : m_axisStates) // whose clock never said a time
        addWaiting(axis, axis.now.value_or(0));
}

}
