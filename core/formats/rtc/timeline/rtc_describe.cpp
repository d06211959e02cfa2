// What the timeline says of a slice of an RTC file, and the way from bytes to slices.
#include "core/base/freed_memory.h"
#include "core/base/text.h"
#include "core/formats/rtc/rtc_document.h"
#include "core/formats/rtc/timeline/rtc_timeline.h"

#include <algorithm>
#include <map>

namespace traceglass::rtc {

namespace {

constexpr std::size_t kPayloadText = 4096;
constexpr std::uint64_t kLogBefore = 30; // lines around one that is looked at
constexpr std::uint64_t kLogBehind = 15;
constexpr std::uint64_t kPreviewFrom = 64u << 20; // smaller files are decoded in a moment

// The slice a SliceId names, with its track.
struct Named
{
    TrackId track = kNoTrack;
    RowId row = kNoRow;
    std::optional<Slice> slice;
};

Named namedSlice(const Timeline& timeline, const SliceId& id)
{
    for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
        const auto track = TrackId(static_cast<std::uint32_t>(i));
        if (timeline.track(track).kind != id.kind || timeline.track(track).key != id.trackKey)
            continue;
        const RowId row = timeline.track(track).firstRow;
        if (row == kNoRow)
            return {};
        return {track, row, timeline.sliceAt(row, id.startNs)};
    }
    return {};
}

// Is the clock of a stream, which may be one itself, or one that it counts from, described by pieces?
bool isClockPieced(const Stream& stream, const StreamTable& streams)
{
    constexpr int kDepthAtMost = 32;
    const Stream* clock = stream.isClock ? &stream : streams.named(stream.clock);
    for (int i = 0; clock && i < kDepthAtMost; ++i) {
        if (clock->pieced)
            return true;
        clock = streams.named(clock->delta);
    }
    return false;
}

// When the slice began that stands where the byte is, in a row whose slices follow the file.
TimeRange around(const Timeline& timeline, RowId row, std::uint64_t offset)
{
    const auto isPast = [&](std::int64_t ns) {
        const auto before = timeline.sliceBefore(row, ns);
        return before && before->ref.offset() > offset;
    };
    std::int64_t from = timeline.range.startNs;
    std::int64_t to = addSaturating(timeline.range.endNs, 1);
    while (from < to) { // the last moment that is not past
        const std::int64_t half = (subtractSaturating(to, from) - 1) / 2 + 1;
        if (isPast(from + half))
            to = from + half - 1;
        else
            from += half;
    }
    const auto before = timeline.sliceBefore(row, from);
    return {before ? before->startNs : from, addSaturating(from, 1)};
}

}

// --- indexing

Result<void> RtcDocument::index(const IndexRequest& request, Job& job) const
{
    const TimelineMaker::Reports reports {
        [this](const Lost& lost, std::uint32_t unit) { reportLost(lost, unit); },
        [this](const CrcCheck& check, std::uint32_t unit) { reportCrc(check, unit); },
        [this](const Frame& frame) { reportFrame(frame); },
        [this](const Frame& frame, std::int64_t byNs) { reportBackwards(frame, byNs); },
        [this](const Frame& frame) { return isErased(frame); },
    };
    // What the user looks at comes first: found by the index frames, decoded on its own, and shown until the
    // pass over the whole file has come so far.
    std::optional<TimeRange> shown;
    if (request.visible && request.publish && m_file->size() > kPreviewFrom) {
        for (std::uint32_t segment = 0; segment < m_ruler.segments.size() && !shown; ++segment) {
            const auto place = placeOf(bytes(), m_ruler, m_axes, segment, 0, request.visible->startNs);
            if (!place)
                continue;
            TimelineMaker preview(bytes(), m_ruler, m_axes, {});
            if (auto done = preview.runFrom(*place, request.visible->endNs, job); !done)
                return done;
            request.publish(preview.snapshot(false));
            shown = request.visible;
        }
    }
    const auto makeAll = [&]() -> Result<void> {
        TimelineMaker maker(bytes(), m_ruler, m_axes, reports);
        auto done = maker.run(
            request, [&] { return shown && !maker.isBehind(*shown); }, job);
        if (done)
            done = checkWhole();
        if (done && request.publish)
            request.publish(maker.snapshot(true));
        return done;
    };
    auto done = makeAll();
    returnFreedMemory();
    return done;
}

std::optional<SliceId> RtcDocument::sliceOf(const Timeline& timeline, RecordRef ref) const
{
    if (!ref.valid() || number(ref.source()) != 0)
        return {};
    const std::uint64_t offset = ref.offset();
    SliceId id;
    std::optional<std::int64_t> ns;
    const auto unit = m_ruler.unitAt(offset);
    if (!unit)
        return {};
    const Found found = frameAtOffset(offset);
    if (found && found.at().lost) {
        id = {TrackKind::ruler, trackKey(m_ruler.units[*unit].segment, kLostTrack), 0, 0};
    } else if (const Stream* stream = streamOf(found)) {
        frameAt(bytes(), m_ruler, m_axes, offset, [&](const Frame& frame) {
            if (frame.placed)
                ns = frame.ns;
            return true;
        });
        id.trackKey = trackKey(m_ruler.units[*unit].segment, stream->id);
        for (std::size_t i = 0; i < timeline.trackCount(); ++i) {
            const Track& track = timeline.track(TrackId(static_cast<std::uint32_t>(i)));
            if (track.key == id.trackKey && track.kind != TrackKind::group && track.kind != TrackKind::ruler)
                id.kind = track.kind;
        }
    } else {
        const Unit& in = m_ruler.units[*unit];
        const bool isMinor = offset >= in.index() && m_ruler.segmentOf(in).minorSize > 0;
        id = {TrackKind::ruler, trackKey(in.segment, isMinor ? kMinorsTrack : kUnitsTrack), 0, 0};
    }
    // Slices are sorted by time, and for one track also by place: the one whose reference is the last at or
    // before.
    id.startNs = 0;
    const Named named = namedSlice(timeline, id);
    if (named.row == kNoRow)
        return {};
    const ClockAxis& axis = timeline.axis(named.track);
    const TimeRange window = ns       ? TimeRange {axis.toView(*ns), addSaturating(axis.toView(*ns), 1)}
        : id.kind == TrackKind::ruler ? around(timeline, named.row, offset)
                                      : timeline.range;
    constexpr std::size_t kLookedAt = 65'536;
    std::optional<Slice> best;
    for (const Slice& slice : timeline.slices(named.row, window, kLookedAt)) {
        if (slice.ref.offset() <= offset && (!best || slice.ref.offset() >= best->ref.offset()))
            best = slice;
    }
    if (!best && ns)
        best =
            timeline.sliceBefore(named.row, addSaturating(axis.toView(*ns), 1)); // a line that began earlier
    if (!best)
        return {};
    id.startNs = best->startNs;
    return id;
}

// --- details

Details RtcDocument::describe(const Timeline& timeline, const SliceId& id) const
{
    Details out;
    const Named named = namedSlice(timeline, id);
    if (!named.slice)
        return out;
    const Slice& slice = *named.slice;
    const std::uint64_t offset = slice.ref.offset();
    DetailSection first;
    const ClockAxis& axis = timeline.axis(named.track);
    const bool position = axis.kind == ClockAxis::Kind::position;
    const bool estimate = (slice.flags & slice::kApproximate) != 0;
    const auto time = [&](std::int64_t viewNs) -> DetailValue {
        // Clocks of unknown origin are told in their own time: the view's depends on how they are laid.
        if (axis.kind == ClockAxis::Kind::unixTime)
            return Moment {viewNs};
        return relativeText(axis.toOwn(viewNs)) + " on " + axis.name;
    };
    if (id.kind == TrackKind::ruler)
        return describeRuler(timeline, slice, position);

    const Found found = frameAtOffset(offset);
    const Stream* stream = streamOf(found);
    if (!stream)
        return out;
    out.title = std::string(timeline.name(named.track));
    out.subtitle = escaped(stream->format);
    const auto linkHere = DetailLink {{}, idOf({Place::frame, offset})};
    if (position) {
        first.rows.push_back({"place", hexNumber(offset), "no clock in this run", linkHere});
    } else if (id.kind == TrackKind::health) {
        out.subtitle = "clock, " + std::string(timeline.text(slice.name));
        const std::string about = estimate ? ", about" : "";
        first.rows.push_back({"from" + about, time(slice.startNs)});
        first.rows.push_back({"to" + about, time(slice.endNs)});
        first.rows.push_back({"step" + about, Duration {slice.durationNs()}, {}, {}, true});
    } else {
        first.rows.push_back({estimate ? "time, about" : "time", time(slice.startNs)});
    }
    if (estimate && !position) {
        const StreamTable& streams = m_ruler.segmentOf(m_ruler.units[found.view->unit]).streams;
        if (isClockPieced(*stream, streams))
            first.sentence =
                "The description of the clock is damaged, so it is not certain what a step of it takes.";
        else if (id.kind != TrackKind::health)
            first.sentence = stream->clock.empty() && !stream->value.annotation
                ? "The stream has no clock: it is placed where the clock of the run stood last."
                : "The clock is not known here: it is placed where the clock stood last.";
    }
    frameAt(bytes(), m_ruler, m_axes, offset, [&](const Frame& frame) {
        const std::string text = contentText(stream, frame.payload, kPayloadText);
        if (id.kind != TrackKind::health)
            first.rows.push_back({id.kind == TrackKind::counter ? "value" : "content", text, {}, {}, true});
        if (id.kind == TrackKind::counter && !stream->value.isPlain()) {
            std::string scale = stream->gain.empty() ? "" : "× " + stream->gain;
            if (!stream->offset.empty())
                scale += (scale.empty() ? "" : ", ") + ("+ " + stream->offset);
            first.rows.push_back({"scale", scale, hex(frame.payload)});
        }
        first.rows.push_back({"length", counted(frame.length, "byte", "bytes"),
                              frame.parts.size() > 1 ? counted(frame.parts.size(), "frame", "frames") : "",
                              linkHere});
        if (frame.incomplete)
            first.rows.push_back({"incomplete", std::string(missingText(frame))});
        return true;
    });
    if (!stream->clock.empty())
        first.rows.push_back({"clock", escaped(stream->clock)});
    if (!stream->delta.empty())
        first.rows.push_back({"counts from", escaped(stream->delta)});
    if (!stream->stream.empty())
        first.rows.push_back({"about", escaped(stream->stream)});
    out.sections.push_back(std::move(first));
    if (id.kind == TrackKind::log)
        out.sections.push_back(logAround(timeline, named.row, slice));
    return out;
}

// The lines around one, so that it can be read in its place.
DetailSection RtcDocument::logAround(const Timeline& timeline, RowId row, const Slice& slice) const
{
    DetailSection section;
    section.title = "Log";
    std::vector<Slice> lines;
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

Details RtcDocument::describeRuler(const Timeline& timeline, const Slice& slice, bool position) const
{
    Details out;
    DetailSection first;
    const std::uint64_t offset = slice.ref.offset();
    const auto number = m_ruler.unitAt(offset);
    if (!number)
        return out;
    const Unit& unit = m_ruler.units[*number];
    const std::string unitName = "Unit " + std::to_string(*number - m_ruler.segmentOf(unit).firstUnit);
    out.title = std::string(timeline.text(slice.name));
    const auto link = [&](Place place, std::uint64_t where) { return DetailLink {{}, idOf({place, where})}; };
    const auto addTimes = [&](const char* what) {
        if (position)
            return;
        first.rows.push_back({std::string("from") + what, Moment {slice.startNs}});
        first.rows.push_back({std::string("to") + what, Moment {slice.endNs}});
        first.rows.push_back({std::string("length") + what, Duration {slice.durationNs()}});
    };
    if (const Found found = frameAtOffset(offset); found && found.at().lost) {
        const Lost& lost = found.view->frames.lost[found.at().index];
        const Node node = frameNode(found);
        out.title = "Lost range";
        out.subtitle = node.value;
        first.rows.push_back({"place",
                              unitName + " › minor " + std::to_string(found.view->minor),
                              {},
                              link(Place::lost, offset)});
        first.rows.push_back({"from", hexNumber(lost.range.offset), grouped(lost.range.offset)});
        first.rows.push_back({"to", hexNumber(lost.range.end()), grouped(lost.range.end())});
        first.rows.push_back({"length", counted(lost.range.length, "byte", "bytes")});
        addTimes(", about");
        out.sections.push_back(std::move(first));
        for (const Diagnostic& diagnostic : diagnostics()) {
            if (diagnostic.range != lost.range)
                continue;
            DetailSection reason;
            reason.title = "Reason";
            reason.sentence = diagnostic.message() + ".";
            out.sections.push_back(std::move(reason));
            DetailSection advice;
            advice.title = "Advice";
            advice.sentence = codeInfo(diagnostic.code).advice;
            out.sections.push_back(std::move(advice));
            break;
        }
        DetailSection cost = costOf(found);
        if (!cost.rows.empty())
            out.sections.push_back(std::move(cost));
        return out;
    }
    const bool whole = offset == unit.marker;
    const ByteRange range = whole ? ByteRange {SourceId(0), unit.marker, unit.end - unit.marker}
                                  : minorRange(*number, minorAt(unit, offset));
    out.subtitle = whole ? "of the container" : "in " + unitName;
    first.rows.push_back({"offset", hexNumber(range.offset), grouped(range.offset),
                          whole ? link(Place::unit, *number)
                                : link(Place::minor, std::uint64_t(*number) << 24 | minorAt(unit, offset))});
    first.rows.push_back({"length", counted(range.length, "byte", "bytes")});
    addTimes((slice.flags & slice::kApproximate) != 0 ? ", about" : "");
    if (whole) {
        if (unit.count != Unit::kNoCount)
            first.rows.push_back({"count", grouped(unit.count)});
        const CrcCheck crc = checkCrc(bytes(), m_ruler, *number);
        char sums[64];
        std::snprintf(sums, sizeof sums, "stored %08x, computed %08x", crc.stored, crc.computed);
        first.rows.push_back({"checksum",
                              crc.state == CrcState::ok ? crc.kind == CrcKind::ieee ? "ok (IEEE)" : "ok"
                                  : crc.state == CrcState::bad ? "does not match"
                                                               : "absent",
                              crc.state == CrcState::bad ? sums : ""});
    }
    out.sections.push_back(std::move(first));
    return out;
}

// How many frames of each stream a lost range may have held, by how dense they lie in the minor unit before
// it.
DetailSection RtcDocument::costOf(const Found& lost) const
{
    DetailSection section;
    const MinorView* view = lost.view.get();
    MinorPtr before;
    if (view->frames.lost[lost.at().index].before < 16 && (view->minor > 0)) {
        before = minorView(view->unit, view->minor - 1);
        view = before.get();
    }
    std::map<std::uint32_t, std::uint64_t> counts;
    std::uint64_t bytesSeen = 0;
    for (std::size_t i = 0; i < view->frames.size(); ++i) {
        const Part part = view->frames.part(i);
        bytesSeen += part.end() - part.offset;
        if (part.id >= kFirstStream)
            ++counts[part.id];
    }
    const std::uint64_t length = lost.view->frames.lost[lost.at().index].range.length;
    if (bytesSeen == 0)
        return section;
    const Segment& segment = m_ruler.segmentOf(m_ruler.units[lost.view->unit]);
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
