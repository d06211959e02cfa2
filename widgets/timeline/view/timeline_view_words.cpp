// What is said of a slice: by the tooltip, the status bar and a screen reader.
#include "widgets/common/core_text.h"
#include "widgets/timeline/view/timeline_view.h"

#include <algorithm>

namespace traceglass {

QStringList TimelineView::timeWords(const PlacedSlice& placed) const
{
    const DocumentSession& session = m_scene.session();
    const std::uint16_t clock = m_scene.axisOf(placed.track);
    QStringList lines;
    if (placed.slice.durationNs() > 0)
        lines << session.durationText(placed.slice.durationNs(), clock);
    lines << session.momentText(placed.slice.startNs, clock);
    if (placed.slice.flags & slice::kOpenStart)
        lines << tr("began before the recording");
    if (placed.slice.flags & slice::kOpenEnd)
        lines << tr("has not ended in the recording");
    if (placed.slice.flags & slice::kApproximate)
        lines << tr("its times are estimates");
    if (placed.slice.flags & slice::kDamaged)
        lines << tr("its record is damaged");
    return lines;
}

// How much was lost.
QString TimelineView::lostWords(const DamagedTime& damage) const
{
    const QString duration = m_scene.session().durationText(damage.time.lengthNs(), damage.axis);
    return damage.bytes > 0 ? tr("%1 · %2").arg(countedText(damage.bytes, "byte", "bytes"), duration)
                            : tr("about %1").arg(duration);
}

QStringList TimelineView::describeAt(const QPoint& position) const
{
    const auto placed = sliceAt(position);
    if (!placed) {
        const std::int64_t moment = axis().timeAt(position.x());
        const auto lost = std::ranges::find_if(m_scene.damage(), [&](const DamagedTime& damage) {
            if (moment < damage.time.startNs || damage.time.endNs <= moment)
                return false;
            return std::ranges::any_of(linesConcerned(damage), [&](const auto& line) {
                return line.first <= position.y() && position.y() < line.second;
            });
        });
        QStringList words;
        if (lost != m_scene.damage().end())
            words << lost->reason << lostWords(*lost);
        return words;
    }
    const Timeline& timeline = m_scene.timeline();
    const TrackKind kind = timeline.track(placed->track).kind;
    const QString name = nameText(timeline, *placed, m_scene.session().timeFormat().unit);
    QStringList lines;
    if (kind == TrackKind::states || kind == TrackKind::counter)
        lines << tr("%1 · %2").arg(trackText(timeline, placed->track), name);
    else
        lines << (name.isEmpty() ? trackText(timeline, placed->track) : name);
    return lines + timeWords(*placed);
}

QString TimelineView::hoveredWords() const
{
    return m_pointer ? describeAt(*m_pointer).join(QStringLiteral(" · ")) : QString();
}

QString TimelineView::selectedWords() const
{
    if (m_scene.selected().empty())
        return {};
    const PlacedSlice& selected = m_scene.selected().front();
    return (sliceText(m_scene.timeline(), selected, m_scene.session().timeFormat().unit) + timeWords(selected))
        .join(QStringLiteral(", "));
}

}
