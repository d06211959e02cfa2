// What readers of an RTC file find wrong on their way, as diagnostics.
#include "core/base/text.h"
#include "core/formats/rtc/records/rtc_text.h"
#include "core/formats/rtc/rtc_file.h"

#include <algorithm>
#include <array>

namespace traceglass::rtc {

namespace {

struct LostReason
{
    Code code;
    std::string_view text;
};
constexpr auto kLostReasons = std::to_array<LostReason>({
    {Code::RtcUnknownStream, "unknown stream "}, // its number follows
    {Code::RtcFrameTooLong, "impossible length"},
    {Code::RtcFrameCrosses, "frame crosses the boundary"},
    {Code::RtcMinorIndexDamaged, "no index frame"},
    {Code::RtcMarkerInside, "misplaced Marker"},
    {Code::RtcHole, "zero bytes"},
    {Code::RtcPartialTail, "file ends inside a frame"},
    {Code::RtcIndexFrameMoved, ""},
});
const LostReason& lostReason(Lost::Why why)
{
    return kLostReasons[static_cast<std::size_t>(why)];
}

}

Code codeOf(Lost::Why why)
{
    return lostReason(why).code;
}

std::string whyLost(const Lost& lost)
{
    const std::string text(lostReason(lost.why).text);
    return lost.why == Lost::Why::unknownStream ? text + std::to_string(lost.detail) : text;
}

void RtcFile::reportLost(const Lost& lost, std::uint32_t unit) const
{
    std::string detail =
        counted(lost.range.length, "byte", "bytes") + " up to " + hexNumber(lost.range.end());
    if (lost.why == Lost::Why::moved)
        detail.clear();
    else if (lost.why == Lost::Why::unknownStream)
        detail = "stream " + std::to_string(lost.detail) + ", " + detail;
    else if (lost.why == Lost::Why::tooLong && lost.detail > 0)
        detail = grouped(lost.detail) + " bytes, " + detail;
    m_log.add(diagnose(codeOf(lost.why), std::move(detail), lost.range, unit));
}

void RtcFile::reportCrc(const CrcCheck& check, std::uint32_t unit) const
{
    if (check.state != CrcState::bad)
        return;
    m_log.add(
        diagnose(Code::RtcCrcMismatch, sumsText(check), ByteRange {SourceId(0), check.offset, 5}, unit));
}

void RtcFile::reportFrame(const Frame& frame) const
{
    const ByteRange where {SourceId(0), frame.offset,
                           frame.parts.empty() ? 1 : frame.parts.front().end() - frame.offset};
    const auto unit = m_ruler.unitAt(frame.offset);
    const std::string name = frame.stream ? frame.stream->name : std::string();
    if (frame.incomplete)
        m_log.add(diagnose(Code::RtcIncompletePayload,
                           name + ", " + std::string(missingText(frame)) + ", "
                               + counted(frame.length, "byte", "bytes") + " are there",
                           where, unit));
    if (frame.stream && !frame.stream->described) {
        const std::lock_guard lock(m_mutex);
        if (m_undescribed.insert(frame.stream).second)
            m_log.add(diagnose(Code::RtcStreamUndescribed, "stream " + std::to_string(frame.stream->id),
                               where, unit));
    }
}

// FF is never part of a text, so a run of it is an erased block when the checksum says that something is
// wrong.
bool RtcFile::isErased(const Frame& frame) const
{
    constexpr std::size_t kRun = 16;
    if (!frame.stream || frame.payload.size() < kRun
        || (frame.stream->value.kind != ValueFormat::Kind::text
            && frame.stream->value.kind != ValueFormat::Kind::json))
        return false;
    const auto run = std::search_n(frame.payload.begin(), frame.payload.end(), kRun, std::byte(0xff));
    if (run == frame.payload.end())
        return false;
    for (const FramePart& part : frame.parts) {
        const auto unit = m_ruler.unitAt(part.offset);
        if (!unit || checkCrc(bytes(), m_ruler, *unit).state != CrcState::bad)
            continue;
        const FramePart& last = frame.parts.back();
        m_log.add(diagnose(Code::RtcErased,
                           frame.stream->name + ", " + counted(frame.length, "byte", "bytes"),
                           ByteRange {SourceId(0), last.offset, last.end() - last.offset}, unit));
        return true;
    }
    return false;
}

ByteRange headOf(const Frame& frame)
{
    return {SourceId(0), frame.offset, frame.parts.front().end() - frame.offset};
}

void RtcFile::reportAlone(const Frame& next, const ClockReach::Value& value) const
{
    const bool isUnix = m_axes.list()[next.axis].kind == Axis::Kind::unixTime;
    const auto text = [&](std::int64_t ns) { return isUnix ? absoluteText(ns) + " UTC" : relativeText(ns); };
    m_log.add(diagnose(Code::RtcClockAlone,
                       next.stream->name + " says " + text(value.ns) + ", then " + text(next.ns), value.head,
                       m_ruler.unitAt(value.head.offset)));
}

void RtcFile::reportBackwards(const Frame& frame, std::int64_t byNs) const
{
    m_log.add(diagnose(Code::RtcClockBackwards, frame.stream->name + " by " + durationText(byNs),
                       headOf(frame), m_ruler.unitAt(frame.offset)));
}

}
