#include "widgets/timeline/scene/placed_slice.h"

#include "widgets/common/utf8.h"
#include "widgets/timeline/scene/counter_scale.h"
#include "widgets/timeline/view/timeline_view.h"

#include <algorithm>
#include <array>

namespace traceglass {

SliceId sliceId(const Timeline& timeline, const PlacedSlice& placed)
{
    const Track& track = timeline.track(placed.track);
    return {track.kind, track.key, placed.row, placed.slice.startNs, placed.slice.ref};
}

std::optional<PlacedSlice> placedSlice(const Timeline& timeline, const SliceId& id)
{
    const auto track = timeline.findTrack(id.kind, id.trackKey);
    const auto slice = timeline.findSlice(id);
    if (!track || !slice)
        return {};
    return PlacedSlice {*track, timeline.rows(*track)[id.row], id.row, *slice};
}

QString nameLine(std::string_view name)
{
    constexpr qsizetype kLongest = 300; // letters
    const QString text = linesFromUtf8(shortened(name, 4 * kLongest));
    return text.size() > kLongest || text.contains(QLatin1Char('\n')) ? text.simplified().left(kLongest)
                                                                      : text;
}

QString trackText(const Timeline& timeline, TrackId track)
{
    return (fromUtf8(timeline.name(track)) + ' ' + fromUtf8(trackDetail(timeline.track(track)))).trimmed();
}

QString nameText(const Timeline& timeline, const PlacedSlice& placed, TimeUnit unit)
{
    switch (timeline.track(placed.track).kind) {
    case TrackKind::states:
        return std::array {QString(), TimelineView::tr("polling"), TimelineView::tr("scheduled"),
                           TimelineView::tr("idle"),
                           TimelineView::tr("created")}[std::min(4u, number(placed.slice.name))];
    case TrackKind::counter:
        return exactValueText(timeline.value(placed.track, placed.slice), timeline.about(placed.track).unit,
                              unit);
    default: return nameLine(timeline.text(placed.slice.name));
    }
}

QStringList sliceText(const Timeline& timeline, const PlacedSlice& placed, TimeUnit unit)
{
    QStringList words {trackText(timeline, placed.track), nameText(timeline, placed, unit)};
    words.removeAll(QString());
    words.removeDuplicates();
    return words;
}

}
