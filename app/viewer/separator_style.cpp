#include "app/viewer/separator_style.h"

#include "widgets/common/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace traceglass {

SeparatorStyle::SeparatorStyle(QObject* parent)
    : QProxyStyle(QApplication::style()->name())
{
    setParent(parent);
}

int SeparatorStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    if (metric == PM_DockWidgetSeparatorExtent)
        return 3;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

void SeparatorStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const
{
    if (element != PE_IndicatorDockWidgetResizeHandle || !widget) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    const Theme& theme = Theme::of(widget);
    const QRect area = option->rect;
    painter->fillRect(area, theme.window);
    if (area.width() < area.height())
        painter->fillRect(area.center().x(), area.top(), 1, area.height(), theme.hairline);
    else
        painter->fillRect(area.left(), area.center().y(), area.width(), 1, theme.hairline);
}

}
