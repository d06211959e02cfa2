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

CrowdedRow::CrowdedRow(QWidget* line, std::vector<Item> items)
    : QObject(line)
    , m_line(line)
    , m_items(std::move(items))
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

int CrowdedRow::need(const Item& item) const
{
    const int whole = item.shown->sizeHint().width();
    return item.letters == 0 ? whole
                             : std::min(whole, item.letters * item.shown->fontMetrics().averageCharWidth());
}

void CrowdedRow::arrange()
{
    const QLayout& row = *m_line->layout();
    const QMargins margins = row.contentsMargins();
    const int gap = std::max(0, row.spacing());
    const auto isItem = [this](const QWidget* widget) {
        return std::ranges::any_of(
            m_items, [widget](const Item& item) { return widget == item.shown || widget == item.with; });
    };
    int left = m_line->width() - margins.left() - margins.right();
    for (int i = 0; i < row.count(); ++i) {
        QLayoutItem* const item = row.itemAt(i);
        if (!item->isEmpty() && !isItem(item->widget()))
            left -= (item->widget() ? item->minimumSize().width() : 0) + gap;
    }
    for (const Item& item : m_items) {
        const int own = need(item);
        const int all = own + gap + (item.with && m_isDivided ? widthOf(*item.with) + gap : 0);
        const bool fits = all <= left && std::ranges::find(m_aside, item.shown) == m_aside.end();
        if (fits)
            left -= all;
        item.shown->setMinimumWidth(own);
        item.shown->setVisible(fits);
        if (item.with)
            item.with->setVisible(fits && m_isDivided);
    }
}

}
