// The tracks of an RTC file: groups by segment, by name and by clock, one track a stream.
#include "core/base/text.h"
#include "core/formats/rtc/notes/rtc_notes.h"
#include "core/formats/rtc/timeline/rtc_maker.h"

namespace traceglass::rtc {

namespace {

constexpr std::uint32_t kTracksByNumber = 1u << 16; // found by number instead of by hash

}

TrackKind trackKindOf(const Stream& stream)
{
    using Kind = ValueFormat::Kind;
    if (stream.isClock)
        return TrackKind::health;
    if (stream.value.annotation)
        return TrackKind::marks;
    if (stream.value.isNumber())
        return TrackKind::counter;
    switch (stream.value.kind) {
    case Kind::text: return stream.cont ? TrackKind::log : TrackKind::marks;
    case Kind::json:
    case Kind::timespec: return TrackKind::marks;
    case Kind::png:
    case Kind::jpeg: return TrackKind::pictures;
    default: return TrackKind::density;
    }
}

TrackId TimelineMaker::groupFor(std::uint32_t segment, std::string_view name,
                                std::optional<std::uint16_t> ruler)
{
    const std::string key = ruler ? "\n" + m_axes.list()[*ruler].name : std::string(name);
    const auto [known, isNew] = m_groups.try_emplace({segment, key}, kNoTrack);
    if (isNew) {
        Track group {
            .parent = m_segments[segment].top, .name = m_builder.intern(name), .kind = TrackKind::group};
        group.key = ruler ? trackKey(segment, 0x80000000u | *ruler) : m_groups.size();
        group.flags = ruler || name == kContainer ? std::uint8_t(0) : group_flag::kByActivity;
        known->second = ruler ? m_builder.addTrack(group, {.axis = *ruler}) : m_builder.addTrack(group);
    }
    return known->second;
}

void TimelineMaker::addSegment(std::uint32_t number)
{
    SegmentTracks& into = m_segments[number];
    const Segment& segment = m_ruler.segments[number];
    if (m_ruler.segments.size() > 1) {
        const std::string name = "segment " + std::to_string(number);
        into.top = m_builder.addTrack({.name = m_builder.intern(name),
                                       .key = trackKey(number, 1),
                                       .kind = TrackKind::group,
                                       .flags = group_flag::kRun});
    }
    into.leading = m_axes.leading(number);
    // What was recorded stands above what gives it its time, and the container below.
    for (const bool clocks : {false, true}) {
        for (const Stream* stream : segment.streams.all()) {
            if (stream->isClock == clocks
                && noteStreamOf(*stream) == NoteStream::none) // ours are drawn as flags
                addStream(number, *stream);
        }
    }
    const TrackId group = groupFor(number, kContainer);
    const auto row = [&](const char* name, std::string detail, std::uint32_t id) {
        const TrackId track = m_builder.addTrack({.parent = group,
                                                  .name = m_builder.intern(name),
                                                  .key = trackKey(number, id),
                                                  .kind = TrackKind::ruler},
                                                 {.axis = into.leading, .detail = std::move(detail)});
        return m_builder.addRow(track);
    };
    into.units = row("Units", "CRC", kUnitsTrack);
    if (segment.minorSize > 0)
        into.minors = row("minor units", sizeText(segment.minorSize), kMinorsTrack);
}

TrackName trackName(const Axes& axes, std::uint32_t segment, const Stream& stream)
{
    TrackName out {stream.isClock ? "clocks" : "streams",
                   stream.name.empty() ? "stream " + std::to_string(stream.id) : escaped(stream.name)};
    const std::size_t slash = out.name.find('/');
    const bool isGrouped = slash != std::string::npos && slash > 0 && slash + 1 < out.name.size();
    const std::uint16_t axis = axes.axisOf(segment, stream);
    out.hasRuler = axis != axes.leading(segment);
    if (out.hasRuler) {
        const std::string& clock = axes.list()[axis].name;
        out.group = clock.substr(0, clock.rfind(" (segment "));
    } else if (isGrouped) {
        out.group = out.name.substr(0, slash);
        out.name = out.name.substr(slash + 1);
    }
    return out;
}

std::string trackPath(const Ruler& ruler, const Axes& axes, std::uint32_t segment, const Stream& stream)
{
    const TrackName name = trackName(axes, segment, stream);
    return (ruler.segments.size() > 1 ? "segment " + std::to_string(segment) + "/" : "") + name.group + '/'
        + name.name;
}

void TimelineMaker::addStream(std::uint32_t segment, const Stream& stream)
{
    SegmentTracks& into = m_segments[segment];
    StreamTrack track;
    track.stream = &stream;
    track.kind = trackKindOf(stream);
    track.axis = m_axes.axisOf(segment, stream);
    track.number = NumberReader(stream.value);
    const bool nameless = track.kind == TrackKind::density || track.kind == TrackKind::pictures;
    if (nameless && stream.described)
        track.quick = Quick::instant;
    const TrackName name = trackName(m_axes, segment, stream);
    const TrackId parent =
        groupFor(segment, name.group, name.hasRuler ? std::optional(track.axis) : std::nullopt);
    std::uint32_t series = 0; // what a counter measures is the same in every run that has it
    if (track.kind == TrackKind::counter && m_segments.size() > 1 && !stream.name.empty())
        series = m_series.try_emplace({stream.name, stream.unit}, m_series.size() + 1).first->second;
    const bool steps = track.kind == TrackKind::counter && stream.value.bytes == 1;
    track.track = m_builder.addTrack({.parent = parent,
                                      .name = m_builder.intern(name.name),
                                      .key = trackKey(segment, stream.id),
                                      .kind = track.kind},
                                     {.axis = track.axis,
                                      .detail = escaped(stream.format),
                                      .unit = escaped(stream.unit),
                                      .steps = steps,
                                      .series = series});
    track.row = m_builder.addRow(track.track);
    into.tracks.push_back(std::move(track));
    if (stream.id < kTracksByNumber) {
        if (into.byId.size() <= stream.id)
            into.byId.resize(stream.id + 1);
        into.byId[stream.id] = &into.tracks.back();
    } else {
        into.others.emplace(stream.id, &into.tracks.back());
    }
}

}
