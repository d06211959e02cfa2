#include "app/viewer/window/crowded_row.h"

#include <QEvent>
#include <QLayout>
#include <QWidget>
#include <algorithm>

namespace traceglass {

namespace {

// A line between others has no hint.
int widthOf(const QWidget& widget)
{
    return std::max(widget.sizeHint().width(), widget.minimumWidth());
}

}

CrowdedRow::CrowdedRow(QWidget* line, std::vector<Part> parts)
    : QObject(line)
    , m_line(line)
    , m_parts(std::move(parts))
{
    line->setMinimumWidth(1); // what is in it makes the window no wider
    line->installEventFilter(this);
}

void CrowdedRow::setDivided(bool on)
{
    m_isDivided = on;
    arrange();
}

void CrowdedRow::setAside(std::vector<const QWidget*> parts)
{
    m_aside = std::move(parts);
    arrange();
}

bool CrowdedRow::eventFilter(QObject* line, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        arrange();
    return QObject::eventFilter(line, event);
}

int CrowdedRow::need(const Part& part) const
{
    const int whole = part.shown->sizeHint().width();
    return part.letters == 0 ? whole
                             : std::min(whole, part.letters * part.shown->fontMetrics().averageCharWidth());
}

void CrowdedRow::arrange()
{
    const QLayout& row = *m_line->layout();
    const QMargins margins = row.contentsMargins();
    const int gap = std::max(0, row.spacing());
    const auto isPart = [this](const QWidget* widget) {
        return std::ranges::any_of(
            m_parts, [widget](const Part& part) { return widget == part.shown || widget == part.with; });
    };
    int left = m_line->width() - margins.left() - margins.right();
    for (int i = 0; i < row.count(); ++i) {
        QLayoutItem* const item = row.itemAt(i);
        if (!item->isEmpty() && !isPart(item->widget()))
            left -= (item->widget() ? item->minimumSize().width() : 0) + gap;
    }
    for (const Part& part : m_parts) {
        const int own = need(part);
        const int all = own + gap + (part.with && m_isDivided ? widthOf(*part.with) + gap : 0);
        const bool fits = all <= left && std::ranges::find(m_aside, part.shown) == m_aside.end();
        if (fits)
            left -= all;
        part.shown->setMinimumWidth(own);
        part.shown->setVisible(fits);
        if (part.with)
            part.with->setVisible(fits && m_isDivided);
    }
}

}
