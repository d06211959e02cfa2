#include "widgets/models/structure_view.h"

#include "widgets/common/theme.h"

#include <QKeyEvent>
#include <deque>

namespace traceglass {

namespace {

constexpr int kMostExpanded = 500; // nodes opened by one Shift+Right

}

StructureView::StructureView(QWidget* parent)
    : RowView(metrics::kTreeRow, parent)
{
    setRootIsDecorated(true);
    setIndentation(10);
    setExpandsOnDoubleClick(true);
}

std::optional<Node> StructureView::currentNode() const
{
    return structure() ? structure()->nodeAt(currentIndex().siblingAtColumn(0)) : std::nullopt;
}

void StructureView::showWay(const std::vector<Resolved::Level>& way)
{
    const QModelIndex index = structure()->indexFor(way);
    if (!index.isValid())
        return;
    m_showing = true;
    setCurrentIndex(index);
    const QRect row = visualRect(index);
    const bool shown =
        viewport()->rect().contains(QPoint(viewport()->width() / 2, row.center().y())) && row.height() > 0;
    scrollTo(index, shown ? EnsureVisible : PositionAtCenter);
    m_showing = false;
}

void StructureView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    RowView::currentChanged(current, previous);
    m_isDue = current.isValid() && !m_showing;
    choose();
}

void StructureView::dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                                const QList<int>& roles)
{
    RowView::dataChanged(topLeft, bottomRight, roles);
    choose();
}

void StructureView::choose()
{
    const auto node = m_isDue ? currentNode() : std::nullopt;
    if (!node)
        return;
    m_isDue = false;
    emit nodeChosen(node->id);
}

void StructureView::expandSubtree(const QModelIndex& index)
{
    // Breadth first, so that what is left closed is the deepest.
    std::deque<QModelIndex> waiting {index};
    for (int opened = 0; !waiting.empty() && opened < kMostExpanded; waiting.pop_front()) {
        const QModelIndex at = waiting.front();
        if (!model()->hasChildren(at))
            continue;
        expand(at);
        ++opened;
        for (int row = 0; row < model()->rowCount(at) && static_cast<int>(waiting.size()) < kMostExpanded;
             ++row)
            waiting.push_back(model()->index(row, 0, at));
    }
}

void StructureView::followLink()
{
    if (const auto node = currentNode(); node && node->link)
        emit linkFollowed(*node->link);
}

void StructureView::keyPressEvent(QKeyEvent* event)
{
    const QModelIndex at = currentIndex().siblingAtColumn(0);
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_Left:
        if (isExpanded(at))
            collapse(at);
        else if (at.parent().isValid())
            setCurrentIndex(at.parent());
        return;
    case Qt::Key_Right:
        if (shift)
            expandSubtree(at);
        else if (!isExpanded(at) && model()->hasChildren(at))
            expand(at);
        else if (model()->rowCount(at) > 0)
            setCurrentIndex(model()->index(0, 0, at));
        return;
    case Qt::Key_Backspace:
        if (at.parent().isValid())
            setCurrentIndex(at.parent());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (event->modifiers().testFlag(Qt::ControlModifier))
            followLink();
        else
            setExpanded(at, !isExpanded(at));
        return;
    default: RowView::keyPressEvent(event);
    }
}

}
