// Following flows from the selected slice.
#include "widgets/timeline/timeline_view.h"

namespace traceglass {

// Against the way one came it leads back there, whatever other flows the slice has.
void TimelineView::followFlow(bool forward)
{
    const std::optional<SliceId> selected = m_scene.session().selection().slice;
    if (!selected)
        return;
    if (!m_followed.empty() && m_followed.back().to != *selected)
        m_followed.clear();
    if (!m_followed.empty() && m_followed.back().forward != forward) {
        const SliceId from = m_followed.back().from;
        m_followed.pop_back();
        if (const auto slice = m_scene.timeline().findSlice(from))
            select(from, *slice);
        return;
    }
    for (const Flow& flow : m_flows) {
        const TrackKind hereKind = forward ? flow.fromKind : flow.toKind;
        const std::uint64_t hereKey = forward ? flow.fromKey : flow.toKey;
        if (hereKind != selected->kind || hereKey != selected->trackKey)
            continue;
        const auto track = m_scene.timeline().findTrack(forward ? flow.toKind : flow.fromKind,
                                                       forward ? flow.toKey : flow.fromKey);
        if (!track)
            continue;
        const RowId row = m_scene.timeline().track(*track).firstRow;
        const std::int64_t time = forward ? flow.toNs : flow.fromNs;
        auto slice = m_scene.timeline().sliceAt(row, time);
        if (!slice)
            slice = m_scene.timeline().sliceBefore(row, time);
        if (slice) {
            const SliceId to = sliceId(m_scene.timeline(), {*track, row, 0, *slice});
            m_followed.push_back({*selected, to, forward});
            select(to, *slice);
            return;
        }
    }
}

}
