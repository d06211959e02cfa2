#include "widgets/timeline/timeline_legend.h"

#include "widgets/common/hatch.h"
#include "widgets/timeline/track_painter.h"

#include <QPainter>
#include <algorithm>
#include <array>

namespace traceglass {

namespace {

struct Entry
{
    unsigned seen;
    Hatch hatch;
    QString name;
};

std::array<Entry, 3> hatches()
{
    return {Entry {TrackPainter::kSeenLost, Hatch::lost, TimelineLegend::tr("lost bytes")},
            Entry {TrackPainter::kSeenUnknown, Hatch::unknown, TimelineLegend::tr("time unknown")},
            Entry {TrackPainter::kSeenFailed, Hatch::failed, TimelineLegend::tr("check failed")}};
}

}

TimelineLegend::TimelineLegend(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Legend"));
    setFixedHeight(std::max(26, QFontMetrics(smallerFont(font(), 1)).height() + 8));
}

void TimelineLegend::setStates(unsigned states)
{
    if (m_states == states)
        return;
    m_states = states;
    QStringList names;
    const auto add = [&](TaskState state, const QString& name) {
        if (states & 1u << static_cast<unsigned>(state))
            names << name;
    };
    add(TaskState::polling, tr("polling"));
    add(TaskState::scheduled, tr("scheduled"));
    add(TaskState::idle, tr("idle"));
    add(TaskState::created, tr("created"));
    for (const auto& [seen, hatch, name] : hatches()) {
        if (states & seen)
            names << name;
    }
    setAccessibleDescription(names.join(", "));
    update();
}

void TimelineLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.hairline);
    painter.setFont(smallerFont(font(), 1));
    const QFontMetrics metrics(painter.font());
    const int middle = height() / 2;
    int x = 10;
    const auto entry = [&](TaskState state, const QString& name, auto&& swatch) {
        if (!(m_states & 1u << static_cast<unsigned>(state)))
            return;
        swatch(QRect(x, middle - 7, 20, 14));
        painter.setPen(theme.text2);
        painter.drawText(QRect(x + 26, 0, metrics.horizontalAdvance(name) + 2, height()),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
        x += 26 + metrics.horizontalAdvance(name) + 18;
    };
    entry(TaskState::polling, tr("polling"),
          [&](const QRect& area) { painter.fillRect(area, theme.polling); });
    entry(TaskState::scheduled, tr("scheduled"),
          [&](const QRect& area) { painter.fillRect(area.adjusted(0, 2, 0, -2), theme.scheduled); });
    entry(TaskState::idle, tr("idle"),
          [&](const QRect& area) { painter.fillRect(area.adjusted(0, 6, 0, -6), theme.idle); });
    entry(TaskState::created, tr("created"), [&](const QRect& area) {
        painter.fillRect(area.adjusted(0, 2, 0, -2), theme.createdEdge);
        painter.fillRect(area.adjusted(1, 3, -1, -3), hatchBrush(Hatch::created, theme, devicePixelRatioF()));
    });
    for (const auto& [seen, hatch, name] : hatches()) {
        if (!(m_states & seen))
            continue;
        const QRect area(x, middle - 7, 20, 14);
        painter.fillRect(area, theme.hairline);
        painter.fillRect(area.adjusted(1, 1, -1, -1), theme.base);
        painter.fillRect(area.adjusted(1, 1, -1, -1), hatchBrush(hatch, theme, devicePixelRatioF()));
        painter.setPen(theme.text2);
        painter.drawText(QRect(x + 26, 0, metrics.horizontalAdvance(name) + 2, height()),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
        x += 26 + metrics.horizontalAdvance(name) + 18;
    }

    const QString hint = tr("drag: range · W S A D: zoom, pan · F: fit · ?: all keys");
    const int hintWidth = metrics.horizontalAdvance(hint);
    if (x + hintWidth + 10 <= width()) {
        painter.setPen(theme.text3);
        painter.drawText(QRect(0, 0, width() - 10, height()), Qt::AlignRight | Qt::AlignVCenter, hint);
    }
}

}
