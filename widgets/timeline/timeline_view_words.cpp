// What is said of a slice: by the tooltip, the status bar and a screen reader.
#include "widgets/common/core_text.h"
#include "widgets/timeline/counter_scale.h"
#include "widgets/timeline/timeline_view.h"

#include <algorithm>
#include <array>

namespace traceglass {

QString TimelineView::trackWords(TrackId track) const
{
    return (m_scene.trackName(track) + ' ' + m_scene.trackNumber(track)).trimmed();
}

// Empty where a slice has no name of its own.
QString TimelineView::nameWords(const PlacedSlice& placed) const
{
    switch (m_scene.timeline().track(placed.track).kind) {
    case TrackKind::states:
        return std::array {QString(), tr("polling"), tr("scheduled"), tr("idle"),
                           tr("created")}[std::min(4u, number(placed.slice.name))];
    case TrackKind::counter:
        return exactValueText(m_scene.timeline().value(placed.track, placed.slice),
                              m_scene.timeline().about(placed.track).unit,
                              m_scene.session().timeFormat().unit);
    default: return m_scene.look(placed.slice.name).text;
    }
}

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
            const auto lines = linesConcerned(damage);
            return damage.time.startNs <= moment && moment < damage.time.endNs
                && std::ranges::any_of(lines, [&](const auto& line) {
                       return line.first <= position.y() && position.y() < line.second;
                   });
        });
        QStringList words;
        if (lost != m_scene.damage().end())
            words << lost->reason << lostWords(*lost);
        return words;
    }
    const TrackKind kind = m_scene.timeline().track(placed->track).kind;
    const QString name = nameWords(*placed);
    QStringList lines;
    if (kind == TrackKind::states || kind == TrackKind::counter)
        lines << tr("%1 · %2").arg(trackWords(placed->track), name);
    else
        lines << (name.isEmpty() ? trackWords(placed->track) : name);
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
    QStringList words {trackWords(selected.track), nameWords(selected)};
    words.removeAll(QString());
    words.removeDuplicates(); // what is on a track of its own has its name
    return (words + timeWords(selected)).join(QStringLiteral(", "));
}

}
