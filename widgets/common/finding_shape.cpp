#include "widgets/common/finding_shape.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>

namespace traceglass {

QColor findingColor(const Theme& theme, FindingSeverity severity)
{
    return severity == FindingSeverity::high  ? theme.error
        : severity == FindingSeverity::medium ? theme.warning
                                              : theme.hint;
}

void drawFinding(QPainter& painter, const QPointF& middle, FindingSeverity severity, const QColor& color)
{
    constexpr qreal kHalf = kFindingSize / 2.0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (severity) {
    case FindingSeverity::high: {
        const QPointF triangle[] = {middle + QPointF(0, -kHalf), middle + QPointF(kHalf + 0.5, kHalf - 0.5),
                                    middle + QPointF(-kHalf - 0.5, kHalf - 0.5)};
        painter.drawConvexPolygon(triangle, 3);
        break;
    }
    case FindingSeverity::medium: painter.drawEllipse(middle, kHalf - 0.5, kHalf - 0.5); break;
    case FindingSeverity::low:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, 1.6));
        painter.drawEllipse(middle, kHalf - 1.3, kHalf - 1.3);
        break;
    }
    painter.restore();
}

QIcon findingIcon(FindingSeverity severity, const QColor& color)
{
    constexpr int kIconSize = 16;
    QIcon icon;
    for (const int scale : {1, 2}) {
        QPixmap pixmap(kIconSize * scale, kIconSize * scale);
        pixmap.setDevicePixelRatio(scale);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        drawFinding(painter, {kIconSize / 2.0, kIconSize / 2.0}, severity, color);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

QString findingWord(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::high: return QCoreApplication::translate("Finding", "high");
    case FindingSeverity::medium: return QCoreApplication::translate("Finding", "medium");
    case FindingSeverity::low: break;
    }
    return QCoreApplication::translate("Finding", "low");
}

}
