// The platform's style with thin lines between docks instead of handles: for the main window alone.
//
//     window->setStyle(new SeparatorStyle(window));
#pragma once

#include <QProxyStyle>

namespace traceglass {

class SeparatorStyle : public QProxyStyle
{
public:
    explicit SeparatorStyle(QObject* parent);

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

}
