#include "app/viewer/window/drop_outline.h"

#include "widgets/common/theme.h"

#include <QEvent>
#include <QPainter>

namespace traceglass {

DropOutline::DropOutline(QWidget* window)
    : QWidget(window)
{
    setObjectName(QStringLiteral("dropOutline"));
    setAttribute(Qt::WA_TransparentForMouseEvents); // what is below it is what is dropped onto
    setGeometry(window->rect());
    window->installEventFilter(this);
    raise();
    show();
}

void DropOutline::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::of(this).highlight, 3));
    painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 4, 4);
}

bool DropOutline::eventFilter(QObject* window, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(static_cast<QWidget*>(window)->rect());
    return false;
}

}
