#include "core/formats/rtc/timeline/rtc_timeline.h"

#include "core/formats/rtc/timeline/rtc_maker.h"

namespace traceglass::rtc {

namespace {

constexpr std::uint64_t kPreviewFrom = 64u << 20; // smaller files are decoded in a moment

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

Result<void> RtcTimeline::index(const IndexRequest& request, Job& job) const
{
    // What the user looks at comes first: found by the index frames, decoded on its own, and shown until the
    // pass over the whole file has come so far.
    std::optional<TimeRange> shown;
    if (request.visible && request.publish && m_file.size() > kPreviewFrom) {
        for (std::uint32_t segment = 0; segment < m_file.ruler().segments.size() && !shown; ++segment) {
            const auto spot = spotOf(m_file.bytes(), m_file.ruler(), m_file.axes(), segment, 0,
                                     request.visible->startNs, job);
            if (!spot)
                continue;
            TimelineMaker preview(m_file, false);
            if (auto done = preview.runFrom(*spot, request.visible->endNs, job); !done)
                return done;
            request.publish(preview.snapshot(false));
            shown = request.visible;
        }
    }
    TimelineMaker maker(m_file, true);
    auto done = maker.run(
        request, [&] { return shown && !maker.isBehind(*shown); }, job);
    if (done)
        done = m_file.checkWhole();
    if (done && request.publish)
        request.publish(maker.snapshot(true));
    return done;
}

std::optional<SliceId> RtcTimeline::sliceOf(const Timeline& timeline, RecordRef ref, const Job& job) const
{
    if (!ref.valid() || number(ref.source()) != 0)
        return {};
    const std::uint64_t offset = ref.offset();
    const auto number = m_file.ruler().unitAt(offset);
    if (!number)
        return {};
    const Unit& unit = m_file.ruler().units[*number];
    SliceId id;
    std::optional<std::int64_t> ns;
    const MinorItem item = m_file.itemAt(offset, job);
    if (item && item.isLost()) {
        id = {TrackKind::ruler, trackKey(unit.segment, kLostTrack), 0, 0};
    } else if (const Stream* stream = m_file.streamOf(item)) {
        const auto look = [&](const Frame& frame) {
            if (frame.placed)
                ns = frame.ns;
            return true;
        };
        m_file.payloadAt(offset, look, job);
        id = {trackKindOf(*stream), trackKey(unit.segment, stream->id), 0, 0};
    } else {
        const bool isMinor = offset >= unit.index() && m_file.ruler().segmentOf(unit).minorSize > 0;
        id = {TrackKind::ruler, trackKey(unit.segment, isMinor ? kMinorsTrack : kUnitsTrack), 0, 0};
    }
    const auto track = timeline.findTrack(id.kind, id.trackKey);
    const RowId row = track ? timeline.track(*track).firstRow : kNoRow;
    if (row == kNoRow)
        return {};
    // Slices are sorted by time, and for one track also by place: the one whose reference is the last at or
    // before.
    const ClockAxis& axis = timeline.axis(*track);
    const TimeRange window = ns       ? TimeRange {axis.toView(*ns), addSaturating(axis.toView(*ns), 1)}
        : id.kind == TrackKind::ruler ? around(timeline, row, offset)
                                      : timeline.range;
    constexpr std::size_t kSlicesSeen = 65'536;
    std::optional<Slice> best;
    for (const Slice& slice : timeline.slices(row, window, kSlicesSeen)) {
        if (slice.ref.offset() <= offset && (!best || slice.ref.offset() >= best->ref.offset()))
            best = slice;
    }
    if (!best && ns) // a line that began earlier
        best = timeline.sliceBefore(row, addSaturating(axis.toView(*ns), 1));
    if (!best)
        return {};
    id.startNs = best->startNs;
    id.ref = best->ref;
    return id;
}

Result<std::vector<std::byte>> RtcTimeline::picture(RecordRef ref, const Job& job) const
{
    Result<std::vector<std::byte>> out = fail(Code::NodeUnknown);
    const auto take = [&](const Frame& frame) {
        const auto start = frame.stream ? contentStart(frame.stream->value, frame.payload) : std::nullopt;
        if (start)
            out = std::vector<std::byte>(frame.payload.begin() + static_cast<std::ptrdiff_t>(*start),
                                         frame.payload.end());
        return true;
    };
    m_file.payloadAt(ref.offset(), take, job);
    return out;
}

}
