#include "app/viewer/window/drop_target.h"

#include "app/viewer/window/window_parts.h"
#include "widgets/common/icons.h"
#include "widgets/common/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

namespace traceglass {

DropTarget::DropTarget(QWidget* parent)
    : QAbstractButton(parent)
{
    setText(tr("Drop captures here"));
    setAccessibleDescription(tr("Files and recording folders; or choose files with Enter"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void DropTarget::setAwaited(bool isAwaited)
{
    m_isAwaited = isAwaited;
    update();
}

QSize DropTarget::sizeHint() const
{
    const int head = QFontMetrics(headFont(font(), 2)).horizontalAdvance(text());
    return {std::max(200, head + 24), 3 * fontMetrics().height() + 16};
}

void DropTarget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isActive = m_isAwaited || underMouse() || hasFocus();
    QPen edge(isActive ? theme.highlight : theme.text3, m_isAwaited ? 2 : 1, Qt::DashLine);
    painter.setPen(edge);
    painter.setBrush(m_isAwaited ? theme.quietSelection : underMouse() ? theme.hover : theme.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    const QFont head = headFont(font(), 2);
    const QFontMetrics headMetrics(head);
    const int line = fontMetrics().height();
    const bool isRoomy = height() > 6 * line + headMetrics.height();
    const int side = isRoomy ? 2 * line : 0;
    int top = (height() - side - headMetrics.height() - line - (isRoomy ? line / 2 : 0)) / 2;
    if (isRoomy) {
        traceglass::icon("open-file", theme.text3)
            .paint(&painter, QRect((width() - side) / 2, top, side, side));
        top += side + line / 2;
    }
    painter.setFont(head);
    painter.setPen(theme.text);
    painter.drawText(QRect(0, top, width(), headMetrics.height()), Qt::AlignCenter, text());
    painter.setFont(font());
    painter.setPen(theme.text2);
    const QString more = tr("Files and recording folders, or click to choose");
    painter.drawText(QRect(0, top + headMetrics.height(), width(), line), Qt::AlignCenter,
                     fontMetrics().elidedText(more, Qt::ElideRight, width() - 16));
}

void DropTarget::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

}
