#include "widgets/timeline/painting/markers.h"

#include <algorithm>

namespace traceglass {

void drawSign(QPainter& painter, SignShape marker, const QPointF& center, const QColor& color, bool filled)
{
    if (filled) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
    } else {
        painter.setPen(QPen(color, 1.2));
        painter.setBrush(Qt::NoBrush);
    }
    if (marker == SignShape::triangle) {
        const QPointF triangle[] = {center + QPointF(0, -5.5), center + QPointF(5.5, 4.5),
                                    center + QPointF(-5.5, 4.5)};
        painter.drawConvexPolygon(triangle, 3);
    } else if (marker == SignShape::square) {
        painter.drawRect(QRectF(center - QPointF(4, 4), QSizeF(8, 8)));
    } else if (marker == SignShape::disc) {
        painter.drawEllipse(center, 3.5, 3.5);
    } else {
        const QPointF diamond[] = {center + QPointF(0, -4), center + QPointF(4, 0), center + QPointF(0, 4),
                                   center + QPointF(-4, 0)};
        painter.drawConvexPolygon(diamond, 4);
    }
}

Occupied::Occupied(int width)
    : m_taken(static_cast<std::size_t>(std::max(0, width)))
{
}

bool Occupied::isFree(int from, int to) const
{
    if (from < 0 || to > static_cast<int>(m_taken.size()))
        return false;
    return std::none_of(m_taken.begin() + from, m_taken.begin() + to,
                        [](std::uint8_t taken) { return taken != 0; });
}

void Occupied::take(int from, int to)
{
    from = std::clamp(from, 0, static_cast<int>(m_taken.size()));
    to = std::clamp(to, from, static_cast<int>(m_taken.size()));
    std::fill(m_taken.begin() + from, m_taken.begin() + to, std::uint8_t(1));
}

}
