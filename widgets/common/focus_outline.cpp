#include "widgets/common/focus_outline.h"

#include "widgets/common/theme.h"

#include <QEvent>
#include <QPainter>

namespace traceglass {

void paintFocusOutline(QPainter& painter, const QWidget& widget, const QRect& area)
{
    constexpr int kWidth = 2;
    if (!widget.window()->testAttribute(Qt::WA_KeyboardFocusChange))
        return;
    const QColor color = Theme::of(&widget).highlight;
    const int inner = area.height() - 2 * kWidth;
    painter.fillRect(QRect(area.left(), area.top(), area.width(), kWidth), color);
    painter.fillRect(QRect(area.left(), area.bottom() + 1 - kWidth, area.width(), kWidth), color);
    painter.fillRect(QRect(area.left(), area.top() + kWidth, kWidth, inner), color);
    painter.fillRect(QRect(area.right() + 1 - kWidth, area.top() + kWidth, kWidth, inner), color);
}

FocusOutline::FocusOutline(QWidget* around)
    : QWidget(around)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    around->installEventFilter(this);
    hide();
}

bool FocusOutline::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::FocusIn:
    case QEvent::FocusOut:
        setVisible(event->type() == QEvent::FocusIn);
        raise();
        break;
    case QEvent::Resize: resize(parentWidget()->size()); break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

void FocusOutline::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintFocusOutline(painter, *this, rect());
}
}
