// How a flame graph is used: keys, mouse, tooltips.
#include "widgets/common/copying.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/flame/flame_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

namespace traceglass {

QString FlameView::tooltip(std::uint32_t node) const
{
    const FlameGraph::FlameNode& at = m_graph->at(node);
    QString out = nameOf(node) + tr("\ntotal: %1").arg(amountText(at.total));
    if (!m_graph->inverted())
        out += tr("\nself: %1").arg(amountText(at.self));
    if (m_zoom != FlameGraph::kRoot)
        out += tr("\nof what is zoomed: %1").arg(percentText(at.total, m_graph->at(m_zoom).total));
    if (const QString lines = lineText(node); !lines.isEmpty())
        out += tr("\nsource: %1").arg(lines);
    return out;
}

bool FlameView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const std::uint32_t node = nodeAt(help->pos());
        if (node == FlameGraph::kNone)
            QToolTip::hideText();
        else
            showTip(help->globalPos(), tooltip(node), viewport(), rectOf(node));
        return true;
    }
    if (event->type() == QEvent::Leave)
        setHover(FlameGraph::kNone);
    return QAbstractScrollArea::viewportEvent(event);
}

void FlameView::resizeEvent(QResizeEvent* event)
{
    const bool atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    QAbstractScrollArea::resizeEvent(event);
    measure();
    if (m_rootBelow && atEnd)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void FlameView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        measure();
        viewport()->update();
    }
}

void FlameView::setHover(std::uint32_t node)
{
    if (node == m_hover)
        return;
    m_hover = node;
    viewport()->update();
}

void FlameView::mouseMoveEvent(QMouseEvent* event)
{
    setHover(nodeAt(event->position().toPoint()));
}

void FlameView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        select(nodeAt(event->position().toPoint()));
    else if (event->button() == Qt::BackButton)
        zoomOut();
}

void FlameView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        zoomTo(nodeAt(event->position().toPoint()));
}

void FlameView::walk(int key)
{
    if (m_selected == FlameGraph::kNone) {
        select(m_zoom);
        return;
    }
    const FlameGraph::FlameNode& at = m_graph->at(m_selected);
    const bool isRoot = at.parent == FlameGraph::kNone;
    const bool isAside = key == Qt::Key_Left || key == Qt::Key_Right;
    const bool isUp = !isAside && (key == Qt::Key_Up) != m_rootBelow;
    if (isRoot && (isAside || isUp)) {
        select(m_selected);
    } else if (isAside) {
        const FlameGraph::FlameNode& parent = m_graph->at(at.parent);
        const std::uint32_t first = parent.firstChild, last = first + parent.childCount - 1;
        select(key == Qt::Key_Left ? std::max(first, m_selected - 1) : std::min(last, m_selected + 1));
    } else if (isUp) {
        select(at.parent);
    } else if (at.childCount > 0) {
        select(m_graph->isWithin(m_zoom, m_selected) && m_zoom != m_selected
                   ? m_graph->firstEndingBehind(m_graph->depthOf(m_selected) + 1, m_graph->at(m_zoom).begin)
                   : at.firstChild);
    }
}

void FlameView::keyPressEvent(QKeyEvent* event)
{
    if (!m_graph) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const bool plain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    if (event->matches(QKeySequence::Copy) && m_selected != FlameGraph::kNone) {
        QGuiApplication::clipboard()->setText(nameOf(m_selected));
        return;
    }
    if (event->key() == Qt::Key_N && (plain || event->modifiers() == Qt::ShiftModifier)) {
        emit sampleWanted(plain);
        return;
    }
    switch (plain ? event->key() : 0) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: walk(event->key()); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: zoomTo(m_selected); return;
    case Qt::Key_Backspace: zoomOut(); return;
    case Qt::Key_Home: resetZoom(); return;
    case Qt::Key_Escape:
        if (isZoomed())
            zoomOut();
        else if (m_selected != FlameGraph::kNone)
            select(FlameGraph::kNone);
        else
            event->ignore();
        return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void FlameView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_graph)
        return;
    QPoint place = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        select(nodeAt(viewport()->mapFromGlobal(place)));
    } else if (m_selected != FlameGraph::kNone) {
        place = viewport()->mapToGlobal(rectOf(m_selected).bottomLeft());
    }
    auto* menu = passingMenu(this);
    const bool any = m_selected != FlameGraph::kNone;
    const auto add = [&](const QString& text, const QKeySequence& key, bool enabled, auto slot) {
        QAction* const action = menu->addAction(text, this, slot);
        action->setShortcut(key);
        action->setEnabled(enabled);
    };
    add(tr("Zoom in"), Qt::Key_Return, any && m_selected != m_zoom, [this] { zoomTo(m_selected); });
    add(tr("Zoom out"), Qt::Key_Backspace, isZoomed(), [this] { zoomOut(); });
    add(tr("Show everything"), Qt::Key_Home, isZoomed(), [this] { resetZoom(); });
    menu->addSeparator();
    add(tr("Next sample"), Qt::Key_N, any, [this] { emit sampleWanted(true); });
    add(tr("Previous sample"), QKeySequence(Qt::SHIFT | Qt::Key_N), any,
        [this] { emit sampleWanted(false); });
    add(tr("Search for this name"), {}, any && m_selected != FlameGraph::kRoot, [this] {
        if (m_selected != FlameGraph::kNone) // a new graph may have come meanwhile
            emit searchWanted();
    });
    add(tr("Copy name"), QKeySequence::Copy, any,
        [name = any ? nameOf(m_selected) : QString()] { QGuiApplication::clipboard()->setText(name); });
    addCopyMenu(menu, this);
    menu->popup(place);
}

}
