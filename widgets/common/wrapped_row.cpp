#include "widgets/common/wrapped_row.h"

#include <QWidget>
#include <algorithm>

namespace traceglass {

WrappedRow::WrappedRow(const QMargins& margins, int gap, std::initializer_list<QWidget*> parts)
{
    setContentsMargins(margins);
    setSpacing(gap);
    for (QWidget* const part : parts)
        addWidget(part);
}

WrappedRow::~WrappedRow() = default;

void WrappedRow::addRest(QWidget* part)
{
    addWidget(part);
    m_rest = part;
}

QLayoutItem* WrappedRow::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* WrappedRow::takeAt(int index)
{
    if (!itemAt(index))
        return nullptr;
    QLayoutItem* const item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

QSize WrappedRow::sizeHint() const
{
    QSize size;
    for (const auto& item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize own = item->sizeHint();
        size = {size.width() + (size.width() > 0 ? spacing() : 0) + own.width(),
                std::max(size.height(), own.height())};
    }
    return size.grownBy(contentsMargins());
}

QSize WrappedRow::minimumSize() const
{
    QSize size;
    for (const auto& item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void WrappedRow::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    place(area, true);
}

int WrappedRow::place(const QRect& area, bool isMeant) const
{
    const QRect inner = area.marginsRemoved(contentsMargins());
    int left = 0, top = 0, height = 0; // of the line
    for (const auto& item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize own = item->sizeHint();
        const bool isRest = item->widget() == m_rest;
        if (!isRest && left > 0 && left + own.width() > inner.width()) {
            left = 0;
            top += height;
            height = 0;
        }
        const QSize size(std::max(0, std::min(own.width(), inner.width() - left)), own.height());
        if (isMeant)
            item->setGeometry({inner.topLeft() + QPoint(left, top), size});
        left += size.width() + spacing();
        height = std::max(height, size.height());
    }
    return top + height + contentsMargins().top() + contentsMargins().bottom();
}

}
