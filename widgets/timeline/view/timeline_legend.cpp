#include "widgets/timeline/view/timeline_legend.h"

#include "widgets/common/accessible.h"
#include "widgets/common/finding_shape.h"
#include "widgets/common/hatch.h"
#include "widgets/common/line_height.h"
#include "widgets/timeline/painting/track_painter.h"

#include <QPainter>
#include <algorithm>
#include <optional>
#include <vector>

namespace traceglass {

namespace {

constexpr unsigned seenState(TaskState state)
{
    return 1u << static_cast<unsigned>(state);
}

struct LegendEntry
{
    unsigned seen; // any of them
    QString name;
    std::optional<Hatch> hatch {}; // the swatch of what is hatched
};

std::vector<LegendEntry> legendEntries(unsigned seen)
{
    constexpr unsigned kBoth = TrackPainter::kSeenFailed | TrackPainter::kSeenGap;
    const QString failed = (seen & kBoth) == kBoth ? TimelineLegend::tr("check failed, gap of a clock")
        : seen & TrackPainter::kSeenGap            ? TimelineLegend::tr("gap of a clock")
                                                   : TimelineLegend::tr("check failed");
    std::vector<LegendEntry> entries {
        {seenState(TaskState::polling), TimelineLegend::tr("polling")},
        {seenState(TaskState::scheduled), TimelineLegend::tr("scheduled")},
        {seenState(TaskState::idle), TimelineLegend::tr("idle")},
        {seenState(TaskState::created), TimelineLegend::tr("created")},
        {TrackPainter::kSeenLost, TimelineLegend::tr("lost bytes"), Hatch::lost},
        {TrackPainter::kSeenUnknown, TimelineLegend::tr("time unknown or estimated"), Hatch::unknown},
        {kBoth, failed, Hatch::failed},
        {TrackPainter::kSeenSample, TimelineLegend::tr("sample")},
        {TrackPainter::kSeenLock, TimelineLegend::tr("lock handed over")}};
    std::erase_if(entries, [seen](const LegendEntry& entry) { return !(seen & entry.seen); });
    return entries;
}

void paintSwatch(QPainter& painter, const QRect& area, const LegendEntry& entry, const Theme& theme,
                 qreal ratio)
{
    const int middle = area.top() + area.height() / 2;
    switch (entry.seen) {
    case seenState(TaskState::polling): painter.fillRect(area, theme.polling); break;
    case seenState(TaskState::scheduled):
        painter.fillRect(area.adjusted(0, 2, 0, -2),
                         theme.highContrast ? hatchBrush(Hatch::waiting, theme, ratio)
                                            : QBrush(theme.scheduled));
        break;
    case seenState(TaskState::idle): painter.fillRect(area.adjusted(0, 6, 0, -6), theme.idle); break;
    case seenState(TaskState::created):
        painter.fillRect(area.adjusted(0, 2, 0, -2), theme.createdEdge);
        painter.fillRect(area.adjusted(1, 3, -1, -3), hatchBrush(Hatch::created, theme, ratio));
        break;
    case TrackPainter::kSeenSample:
        for (const int tick : {3, 9, 15})
            painter.fillRect(QRect(area.left() + tick, area.top() + 1, 2, area.height() - 2), theme.text2);
        break;
    case TrackPainter::kSeenLock:
        painter.fillRect(QRect(area.left(), middle - 4, 8, 8), theme.scheduled);
        for (const int dash : {10, 16})
            painter.fillRect(QRect(area.left() + dash, middle - 1, 4, 2), theme.flow);
        break;
    default:
        painter.fillRect(area, theme.hairline);
        painter.fillRect(area.adjusted(1, 1, -1, -1), theme.base);
        painter.fillRect(area.adjusted(1, 1, -1, -1), hatchBrush(*entry.hatch, theme, ratio));
    }
}

}

TimelineLegend::TimelineLegend(QWidget* parent)
    : QWidget(parent)
{
    new Speech(this, QAccessible::Graphic);
    setAccessibleName(tr("Legend"));
    keepHeight(this, 26);
}

void TimelineLegend::setStates(unsigned states)
{
    if (m_states == states)
        return;
    m_states = states;
    tell();
}

void TimelineLegend::setFindings(std::vector<FindingSeverity> severities)
{
    m_findings = std::move(severities);
    tell();
}

void TimelineLegend::tell()
{
    QStringList names;
    for (const LegendEntry& entry : legendEntries(m_states))
        names << entry.name;
    for (const FindingSeverity severity : m_findings)
        names << tr("finding: %1").arg(findingWord(severity));
    setAccessibleDescription(names.join(", "));
    setToolTip(names.join('\n')); // what there is no room for, too
    update();
}

void TimelineLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.hairline);
    painter.setFont(smallerFont(font(), 1));
    const QFontMetrics metrics(painter.font());
    int x = 10;
    const auto write = [&](const QString& name) {
        const int width = metrics.horizontalAdvance(name);
        painter.setPen(theme.text2);
        painter.drawText(QRect(x + 26, 0, width + 2, height()), Qt::AlignLeft | Qt::AlignVCenter, name);
        x += 26 + width + 18;
    };
    bool isFull = false;
    const auto hasRoom = [&](const QString& name) {
        if (isFull)
            return false;
        isFull = x + 26 + metrics.horizontalAdvance(name) > width() - 24;
        painter.setPen(theme.text2);
        if (isFull)
            painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter, "…");
        return !isFull;
    };
    for (const LegendEntry& entry : legendEntries(m_states)) {
        if (!hasRoom(entry.name))
            break;
        paintSwatch(painter, QRect(x, height() / 2 - 7, 20, 14), entry, theme, devicePixelRatioF());
        write(entry.name);
    }
    for (const FindingSeverity severity : m_findings) {
        const QString name = tr("finding: %1").arg(findingWord(severity));
        if (!hasRoom(name))
            break;
        const QColor color = findingColor(theme, severity);
        painter.fillRect(QRect(x, height() / 2 - 1, 20, 3), color);
        drawFinding(painter, QPointF(x + 6, height() / 2 + 0.5), severity, color);
        write(name);
    }
    const QString hint = tr("drag: range · W S A D: zoom, pan · F: fit · ?: all keys");
    const int hintWidth = metrics.horizontalAdvance(hint);
    if (!isFull && x + hintWidth + 10 <= width()) {
        painter.setPen(theme.text3);
        painter.drawText(QRect(0, 0, width() - 10, height()), Qt::AlignRight | Qt::AlignVCenter, hint);
    }
}

}
