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

std::array<Entry, 3> hatches(unsigned seen)
{
    constexpr unsigned kBoth = TrackPainter::kSeenFailed | TrackPainter::kSeenGap;
    const QString failed = (seen & kBoth) == kBoth ? TimelineLegend::tr("check failed, gap of a clock")
        : seen & TrackPainter::kSeenGap            ? TimelineLegend::tr("gap of a clock")
                                                   : TimelineLegend::tr("check failed");
    return {
        Entry {TrackPainter::kSeenLost, Hatch::lost, TimelineLegend::tr("lost bytes")},
        Entry {TrackPainter::kSeenUnknown, Hatch::unknown, TimelineLegend::tr("time unknown or estimated")},
        Entry {kBoth, Hatch::failed, failed}};
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
    for (const auto& [seen, hatch, name] : hatches(states)) {
        if (states & seen)
            names << name;
    }
    if (states & TrackPainter::kSeenSample)
        names << tr("sample");
    if (states & TrackPainter::kSeenLock)
        names << tr("lock handed over");
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
    const auto shown = [&](unsigned seen, const QString& name, auto&& swatch) {
        if (!(m_states & seen))
            return;
        swatch(QRect(x, middle - 7, 20, 14));
        painter.setPen(theme.text2);
        painter.drawText(QRect(x + 26, 0, metrics.horizontalAdvance(name) + 2, height()),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
        x += 26 + metrics.horizontalAdvance(name) + 18;
    };
    const auto entry = [&](TaskState state, const QString& name, auto&& swatch) {
        shown(1u << static_cast<unsigned>(state), name, swatch);
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
    for (const auto& [seen, hatch, name] : hatches(m_states)) {
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

    shown(TrackPainter::kSeenSample, tr("sample"), [&](const QRect& area) {
        for (const int tick : {3, 9, 15})
            painter.fillRect(QRect(area.left() + tick, area.top() + 1, 2, area.height() - 2), theme.text2);
    });
    shown(TrackPainter::kSeenLock, tr("lock handed over"), [&](const QRect& area) {
        painter.fillRect(QRect(area.left(), middle - 4, 8, 8), theme.scheduled);
        for (const int dash : {10, 16})
            painter.fillRect(QRect(area.left() + dash, middle - 1, 4, 2), theme.flow);
    });

    const QString hint = tr("drag: range · W S A D: zoom, pan · F: fit · ?: all keys");
    const int hintWidth = metrics.horizontalAdvance(hint);
    if (x + hintWidth + 10 <= width()) {
        painter.setPen(theme.text3);
        painter.drawText(QRect(0, 0, width() - 10, height()), Qt::AlignRight | Qt::AlignVCenter, hint);
    }
}

}
