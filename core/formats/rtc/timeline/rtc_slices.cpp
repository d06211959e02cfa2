// What payloads become on their tracks: values, instants, lines of a log, the steps of a clock.
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/formats/rtc/records/rtc_text.h"
#include "core/formats/rtc/timeline/rtc_maker.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kLineBytes = 2000; // a line of a log that does not end is cut here
constexpr std::size_t kLabelText = 200;

}

StringId TimelineMaker::label(std::string_view text)
{
    if (m_builder.textBytes() > limits::kLabelBytes)
        return {};
    while (text.ends_with('\n') || text.ends_with('\r'))
        text.remove_suffix(1);
    return m_builder.intern(escaped(shortened(text, kLabelText)));
}

// What `take` does of most frames while nothing is out of the ordinary. False: `take` has to.
inline bool TimelineMaker::takeTimed(std::uint32_t id, std::uint64_t offset,
                                     std::span<const std::byte> payload, std::int64_t ns)
{
    StreamTrack* const into = id < m_quick.size() ? m_quick[id] : nullptr;
    if (!into || into->quick == Quick::no || offset >= m_minorEnd)
        return false;
    const RecordRef ref(SourceId(0), offset);
    if (into->quick == Quick::value) {
        const double value = into->number(payload);
        if (std::isnan(value) && !into->isUnfit)
            return false;
        m_builder.addValue(into->row, ns, value, ref);
    } else {
        m_builder.add(into->row, {ns, ns, {}, 0, ref});
    }
    ++m_frames;
    return true;
}

void TimelineMaker::feedPiece(const UnitFrames& frames)
{
    for (const Lost& lost : frames.lost) {
        if (m_reports)
            m_file.reportLost(lost, m_unit);
        m_lostAhead.push_back(lost);
    }
    struct Sink
    {
        TimelineMaker& maker;
        bool timed(std::uint32_t id, std::uint64_t offset, std::span<const std::byte> payload,
                   std::int64_t ns) const
        {
            return maker.takeTimed(id, offset, payload, ns);
        }
        bool operator()(const Frame& frame) const
        {
            maker.take(frame);
            return true;
        }
    };
    const bool isCalm = !m_unitBad && m_lostAhead.empty() && m_lostOpen.empty();
    m_quick =
        isCalm ? std::span<StreamTrack* const>(m_segments[m_segment].byId) : std::span<StreamTrack* const>();
    m_decoder.feed(frames, Sink {*this});
}

void TimelineMaker::take(const Frame& frame)
{
    ++m_frames;
    const std::uint64_t at = frame.parts.empty() ? frame.offset : frame.parts.back().offset;
    if (at >= m_minorEnd)
        passBoundaries(at);
    if (!m_lostAhead.empty())
        passLost(at);
    if (m_reports && (frame.incomplete || (frame.stream && !frame.stream->described)))
        m_file.reportFrame(frame);
    if (m_unitBad && m_reports && m_file.isErased(frame))
        return;
    StreamTrack* into = frame.stream ? trackFor(frame.segment, *frame.stream) : nullptr;
    if (!into)
        return;
    const bool exact = frame.timeKnown || isPosition(into->axis);
    const std::uint8_t flags = static_cast<std::uint8_t>((exact ? 0 : slice::kApproximate)
                                                         | (frame.incomplete ? slice::kDamaged : 0));
    const RecordRef ref(SourceId(0), frame.offset);
    if (into->stream->value.annotation) {
        if (frame.placed)
            into->unordered.push_back({frame.ns, frame.ns,
                                       label(contentText(frame.stream, frame.payload, kLabelText)), flags,
                                       ref});
        return;
    }
    if (into->kind == TrackKind::health) {
        takeClock(*into, frame, flags);
        return;
    }
    double value = 0;
    StringId name {};
    if (into->kind == TrackKind::counter) { // what is left of a number is none
        value = frame.incomplete ? std::numeric_limits<double>::quiet_NaN() : into->number(frame.payload);
        if (!frame.incomplete && std::isnan(value) && !into->isUnfit)
            tellIfUnfit(*into, frame.payload);
    } else if (into->kind == TrackKind::marks || (into->kind == TrackKind::log && !frame.placed))
        name = label(into->stream->value.kind == ValueFormat::Kind::timespec
                         ? contentText(frame.stream, frame.payload, kLabelText)
                         : std::string(asText(frame.payload)));
    if (!frame.placed) {
        m_axisStates[into->axis].waiting.push_back({into, name, value, ref, flags});
        return;
    }
    if (!m_lostOpen.empty() && frame.timeKnown && into->axis == m_segments[m_segment].leading)
        endLost(frame.ns);
    if (into->kind == TrackKind::counter)
        addNumber(*into, frame.ns, value, ref, flags);
    else if (into->kind == TrackKind::log)
        takeLog(*into, frame, flags);
    else
        add(*into, frame.ns, name, ref, flags);
}

// A payload that is no number of the format: its track says why nothing is drawn there.
void TimelineMaker::tellIfUnfit(StreamTrack& into, std::span<const std::byte> payload)
{
    const ValueFormat& format = into.stream->value;
    into.isUnfit = !numberOf(format, payload);
    if (into.isUnfit)
        m_builder.setDetail(
            into.track, escaped(into.stream->format) + ", not " + counted(payload.size(), "byte", "bytes"));
}

void TimelineMaker::add(StreamTrack& into, std::int64_t ns, StringId name, RecordRef ref, std::uint8_t flags)
{
    m_builder.add(into.row, {ns, ns, name, flags, ref});
}

void TimelineMaker::addNumber(StreamTrack& into, std::int64_t ns, double value, RecordRef ref,
                              std::uint8_t flags)
{
    constexpr double kExactEnough = 1 << 14; // below it floats are fine as they are
    if (!into.begun && std::isfinite(value)) {
        into.begun = true;
        if (std::abs(value) > kExactEnough)
            m_builder.setOrigin(into.track, value);
        if (into.stream->described)
            into.quick = Quick::value;
    }
    m_builder.addValue(into.row, ns, value, ref, flags);
}

void TimelineMaker::addWaiting(AxisState& axis, std::int64_t ns)
{
    for (const Waiting& one : std::exchange(axis.waiting, {})) {
        const auto flags = static_cast<std::uint8_t>(one.flags | slice::kApproximate);
        if (one.into->kind == TrackKind::counter)
            addNumber(*one.into, ns, one.value, one.ref, flags);
        else
            add(*one.into, ns, one.name, one.ref, flags);
    }
}

// A clock is drawn as the steps between its values; one far longer than usual is a gap.
void TimelineMaker::takeClock(StreamTrack& into, const Frame& frame, std::uint8_t flags)
{
    constexpr std::int64_t kGapFactor = 10;
    constexpr std::uint32_t kStepsToKnow = 4;
    if (frame.incomplete || !frame.placed || (!frame.timeKnown && !frame.stream->pieced)) {
        into.begun = false; // the next value does not continue this one
        return;
    }
    if (!m_lostOpen.empty() && frame.timeKnown && into.axis == m_segments[m_segment].leading)
        endLost(frame.ns);
    if (!frame.timeKnown)
        m_axisStates[into.axis].certain = false;
    reach(into.axis, into.reach.add({frame.ns, headOf(frame)}, m_axisStates[into.axis].range));
    seen(into.axis, frame.ns);
    if (into.reach.alone())
        takeAlone(into, frame);
    flushStep(into);
    if (into.begun) {
        const std::int64_t step = subtractSaturating(frame.ns, into.last);
        StringId name = m_steady;
        if (step < 0) {
            name = m_stepBack;
            flags |= slice::kDamaged;
            if (m_reports && !into.reach.alone())
                m_file.reportBackwards(frame, -step);
        } else if (into.steps >= kStepsToKnow && step / kGapFactor > into.usual) {
            name = m_gap;
            flags |= slice::kGap;
        } else {
            into.usual = into.steps == 0 ? step : into.usual + (step - into.usual) / 8;
            ++into.steps;
        }
        into.step = Slice {std::min(into.last, frame.ns), frame.ns, name, flags,
                           RecordRef(SourceId(0), frame.offset)};
    }
    into.begun = true;
    into.last = frame.ns;
}

// No step leads to a value that stands alone: it is a moment of its own, and the clock goes on from the one before.
void TimelineMaker::takeAlone(StreamTrack& into, const Frame& next)
{
    const ClockReach::Value& value = *into.reach.alone();
    if (m_reports)
        m_file.reportAlone(next, value);
    m_builder.add(into.row,
                  {value.ns, value.ns, m_stray, slice::kDamaged, RecordRef(SourceId(0), value.head.offset)});
    if (into.step)
        into.last = into.reach.before();
    else
        into.begun = false;
    into.step.reset();
}

void TimelineMaker::flushStep(StreamTrack& into)
{
    if (into.step)
        m_builder.add(into.row, *into.step);
    into.step.reset();
}

// --- running text: one instant a line, at the time of the frame the line begins in

void TimelineMaker::flushLine(StreamTrack& into)
{
    if (!into.line.empty())
        add(into, into.lineNs, label(into.line), into.lineRef, into.lineFlags);
    into.line.clear();
}

void TimelineMaker::takeLog(StreamTrack& into, const Frame& frame, std::uint8_t flags)
{
    std::string_view text = asText(frame.payload);
    while (!text.empty()) {
        if (into.line.empty()) {
            into.lineNs = frame.ns;
            into.lineRef = RecordRef(SourceId(0), frame.offset);
            into.lineFlags = 0;
        }
        into.lineFlags |= flags;
        const std::size_t end = text.find('\n');
        into.line.append(text.substr(0, std::min(end, kLineBytes)));
        if (end != std::string_view::npos || into.line.size() >= kLineBytes)
            flushLine(into);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

}
