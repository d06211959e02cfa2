// What the timeline says of a slice of an RTC file.
#include "core/base/text.h"
#include "core/formats/rtc/records/rtc_text.h"
#include "core/formats/rtc/structure/rtc_address.h"
#include "core/formats/rtc/timeline/rtc_maker.h"
#include "core/formats/rtc/timeline/rtc_timeline.h"

#include <algorithm>
#include <map>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kPayloadText = 4096;
constexpr std::uint64_t kLogBefore = 30; // lines around one that is looked at
constexpr std::uint64_t kLogBehind = 15;

// Is the clock of a stream, which may be one itself, or one that it counts from, described by pieces?
bool isClockPieced(const Stream& stream, const StreamTable& streams)
{
    constexpr int kBasesAtMost = 32;
    const Stream* clock = stream.isClock ? &stream : streams.named(stream.clock);
    for (int i = 0; clock && i < kBasesAtMost; ++i) {
        if (clock->pieced)
            return true;
        clock = streams.named(clock->delta);
    }
    return false;
}

// The lines around one, so that it can be read in its place.
DetailSection logAround(const Timeline& timeline, RowId row, const Slice& slice)
{
    DetailSection section;
    section.title = "Log";
    std::optional<Slice> at = slice;
    // Lines of one frame share its moment, so neighbours are asked for by moment and listed whole.
    std::int64_t from = slice.startNs, to = slice.startNs;
    for (std::uint64_t i = 0; i < kLogBefore && at; ++i) {
        from = at->startNs;
        at = timeline.sliceBefore(row, from);
    }
    at = slice;
    for (std::uint64_t i = 0; i < kLogBehind && at; ++i) {
        to = at->startNs;
        at = timeline.sliceAfter(row, to);
    }
    constexpr std::size_t kMost = 200;
    for (const Slice& line : timeline.slices(row, {from, addSaturating(to, 1)}, kMost)) {
        const std::size_t begin = section.text.size();
        section.text += timeline.text(line.name);
        if (line == slice) {
            section.markBegin = begin;
            section.markEnd = section.text.size();
        }
        section.text += '\n';
    }
    return section;
}

// From when to when the container's own slices are.
void addTimes(DetailSection& section, const Slice& slice, const char* about)
{
    section.rows.push_back({std::string("from") + about, Moment {slice.startNs}});
    section.rows.push_back({std::string("to") + about, Moment {slice.endNs}});
    section.rows.push_back({std::string("length") + about, Duration {slice.durationNs()}});
}

DetailLink linkTo(const Address& address)
{
    return {{}, idOf(address)};
}

}

Details RtcTimeline::describe(const Timeline& timeline, const SliceId& id, const Job& job) const
{
    Details out;
    const auto slice = timeline.findSlice(id);
    if (!slice)
        return out;
    const auto track = timeline.findTrack(id.kind, id.trackKey);
    const std::uint64_t offset = slice->ref.offset();
    const ClockAxis& axis = timeline.axis(*track);
    const bool position = axis.kind == ClockAxis::Kind::position;
    const MinorItem item = m_file.itemAt(offset, job);
    if (id.kind == TrackKind::ruler) {
        out = item && item.isLost() ? describeLost(item, *slice, position, job)
                                    : describeRuler(*slice, position, job);
        if (out.title.empty())
            out.title = std::string(timeline.text(slice->name));
        return out;
    }
    const Stream* stream = m_file.streamOf(item);
    if (!stream)
        return out;
    const bool estimate = (slice->flags & slice::kApproximate) != 0;
    DetailSection first;
    const auto addTime = [&](std::string label, std::int64_t viewNs) {
        // What the clock itself says stands beside it: of an unknown origin, it is not what rulers count.
        first.rows.push_back({std::move(label), Moment {viewNs},
                              axis.kind == ClockAxis::Kind::unixTime
                                  ? std::string()
                                  : axis.name + " says " + relativeText(axis.toOwn(viewNs))});
    };
    out.title = std::string(timeline.name(*track));
    out.subtitle = escaped(stream->format);
    if (position) {
        first.rows.push_back(
            {"place", hexNumber(offset), "no clock in this run", linkTo({PartKind::frame, offset})});
    } else if (id.kind == TrackKind::health) {
        out.subtitle = "clock, " + std::string(timeline.text(slice->name));
        const std::string about = estimate ? ", about" : "";
        addTime("from" + about, slice->startNs);
        addTime("to" + about, slice->endNs);
        first.rows.push_back(
            {.label = "step" + about, .value = Duration {slice->durationNs()}, .strong = true});
    } else {
        addTime(estimate ? "time, about" : "time", slice->startNs);
    }
    if (estimate && !position) {
        const Ruler& ruler = m_file.ruler();
        if (isClockPieced(*stream, ruler.segmentOf(ruler.units[item.view->unit]).streams))
            first.sentence =
                "The description of the clock is damaged, so it is not certain what a step of it takes.";
        else if (id.kind != TrackKind::health)
            first.sentence = stream->clock.empty() && !stream->value.annotation
                ? "The stream has no clock: it is placed where the clock of the run stood last."
                : "The clock is not known here: it is placed where the clock stood last.";
    }
    addContent(*stream, id.kind, offset, first, job);
    out.sections.push_back(std::move(first));
    if (id.kind == TrackKind::log)
        out.sections.push_back(logAround(timeline, timeline.track(*track).firstRow, *slice));
    return out;
}

// What the payload says, and the stream of itself.
void RtcTimeline::addContent(const Stream& stream, TrackKind kind, std::uint64_t offset, DetailSection& out,
                             const Job& job) const
{
    const auto add = [&](const Frame& frame) {
        if (kind != TrackKind::health)
            out.rows.push_back({.label = kind == TrackKind::counter ? "value" : "content",
                                .value = contentText(&stream, frame.payload, kPayloadText),
                                .strong = true});
        if (kind == TrackKind::counter && !stream.value.isPlain()) {
            std::string scale = stream.gain.empty() ? "" : "× " + stream.gain;
            if (!stream.offset.empty())
                scale += std::string(scale.empty() ? "" : ", ")
                    + (stream.offset.starts_with('-') ? "− " + stream.offset.substr(1)
                                                      : "+ " + stream.offset);
            out.rows.push_back({"scale", scale, hex(frame.payload)});
        }
        out.rows.push_back({"length", counted(frame.length, "byte", "bytes"),
                            frame.parts.size() > 1 ? counted(frame.parts.size(), "frame", "frames") : "",
                            linkTo({PartKind::frame, offset})});
        if (frame.incomplete)
            out.rows.push_back({"incomplete", std::string(missingText(frame))});
        return true;
    };
    m_file.payloadAt(offset, add, job);
    if (!stream.clock.empty())
        out.rows.push_back({"clock", escaped(stream.clock)});
    if (!stream.delta.empty())
        out.rows.push_back({"counts from", escaped(stream.delta)});
    if (!stream.stream.empty())
        out.rows.push_back({"about", escaped(stream.stream)});
}

// --- the container

std::string RtcTimeline::unitName(std::uint32_t number) const
{
    const Ruler& ruler = m_file.ruler();
    return "Unit " + std::to_string(number - ruler.segmentOf(ruler.units[number]).firstUnit);
}

Details RtcTimeline::describeLost(const MinorItem& item, const Slice& slice, bool position,
                                  const Job& job) const
{
    const Lost& lost = item.lost();
    Details out;
    DetailSection first;
    out.title = "Lost range";
    out.subtitle = whyLost(lost);
    const std::string place = unitName(item.view->unit) + " › minor " + std::to_string(item.view->minor);
    first.rows.push_back({"place", place, {}, linkTo({PartKind::lost, slice.ref.offset()})});
    first.rows.push_back({"from", hexNumber(lost.range.offset), grouped(lost.range.offset)});
    first.rows.push_back({"to", hexNumber(lost.range.end()), grouped(lost.range.end())});
    first.rows.push_back({"length", counted(lost.range.length, "byte", "bytes")});
    if (!position)
        addTimes(first, slice, ", about");
    out.sections.push_back(std::move(first));
    // What is reported may be longer than the minor unit.
    const auto reported = m_file.log().in(lost.range);
    const auto found = std::ranges::find(reported, codeOf(lost.why), &Diagnostic::code);
    if (found != reported.end()) {
        out.sections.push_back({.title = "Reason", .sentence = found->message() + "."});
        out.sections.push_back({.title = "Advice", .sentence = std::string(codeInfo(found->code).advice)});
    }
    DetailSection cost = costOf(item, job);
    if (!cost.rows.empty())
        out.sections.push_back(std::move(cost));
    return out;
}

// A Unit or a minor unit.
Details RtcTimeline::describeRuler(const Slice& slice, bool position, const Job& job) const
{
    Details out;
    const std::uint64_t offset = slice.ref.offset();
    const auto number = m_file.ruler().unitAt(offset);
    if (!number)
        return out;
    const Unit& unit = m_file.ruler().units[*number];
    const bool whole = offset == unit.marker;
    const std::uint32_t minor = whole ? 0 : m_file.minorAt(unit, offset);
    const ByteRange range = whole ? ByteRange {SourceId(0), unit.marker, unit.end - unit.marker}
                                  : m_file.minorRange(*number, minor);
    DetailSection first;
    out.subtitle = whole ? "of the container" : "in " + unitName(*number);
    first.rows.push_back({"offset", hexNumber(range.offset), grouped(range.offset),
                          linkTo(whole ? Address {PartKind::unit, *number}
                                       : Address {PartKind::minor, minorNumber(*number, minor)})});
    first.rows.push_back({"length", counted(range.length, "byte", "bytes")});
    if (!position)
        addTimes(first, slice, (slice.flags & slice::kApproximate) != 0 ? ", about" : "");
    if (whole) {
        if (unit.count != Unit::kNoCount)
            first.rows.push_back({"count", grouped(unit.count)});
        const CrcCheck crc = checkCrc(m_file.bytes(), m_file.ruler(), *number, job);
        first.rows.push_back({"checksum",
                              crc.state == CrcState::ok ? crc.kind == CrcKind::ieee ? "ok (IEEE)" : "ok"
                                  : crc.state == CrcState::bad ? "does not match"
                                                               : "absent",
                              crc.state == CrcState::bad ? sumsText(crc) : ""});
    }
    out.sections.push_back(std::move(first));
    return out;
}

// How many frames of each stream a lost range may have held, by how dense they lie in the minor unit before
// it.
DetailSection RtcTimeline::costOf(const MinorItem& lost, const Job& job) const
{
    DetailSection section;
    const MinorView* view = lost.view.get();
    MinorPtr before;
    if (lost.lost().before < 16 && view->minor > 0) {
        before = m_file.minorView(view->unit, view->minor - 1, job);
        if (!before)
            return section;
        view = before.get();
    }
    std::map<std::uint32_t, std::uint64_t> counts;
    std::uint64_t bytesSeen = 0;
    for (std::size_t i = 0; i < view->frames.size(); ++i) {
        const FramePart part = view->frames.part(i);
        bytesSeen += part.end() - part.offset;
        if (part.id >= kFirstStream)
            ++counts[part.id];
    }
    const std::uint64_t length = lost.lost().range.length;
    if (bytesSeen == 0)
        return section;
    const Segment& segment = m_file.ruler().segmentOf(m_file.ruler().units[lost.view->unit]);
    section.title = "What it costs";
    section.extra = "frames, about";
    for (const auto& [id, count] : counts) {
        const Stream* stream = segment.streams.find(id);
        const std::uint64_t about = count * length / bytesSeen;
        if (stream && section.rows.size() < 24)
            section.rows.push_back({escaped(stream->name), grouped(about)});
    }
    return section;
}

}
