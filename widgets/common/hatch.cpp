#include "widgets/common/hatch.h"

#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QTransform>
#include <cmath>

namespace traceglass {

namespace {

enum class Strokes { rising, falling, crossed };

struct HatchLook
{
    QColor line;
    QColor ground; // invalid: none
    int step;      // logical pixels along the row
    double width;
    Strokes strokes = Strokes::rising;
};

HatchLook hatchLook(Hatch hatch, const Theme& theme)
{
    switch (hatch) {
    case Hatch::created: return {theme.createdEdge, theme.createdGround, 6, 1.8};
    case Hatch::lost:
        return {theme.lostLine, theme.lostGround, 8, 1.2,
                theme.highContrast ? Strokes::crossed : Strokes::rising};
    case Hatch::waiting: return {theme.base, theme.scheduled, 6, 1.4, Strokes::falling};
    case Hatch::unknown: return {theme.text3, QColor(), 6, 1.0};
    case Hatch::failed: break;
    }
    return {theme.warningEdge, theme.warningGround, 8, 1.4};
}

}

QBrush hatchBrush(Hatch hatch, const Theme& theme, qreal ratio)
{
    const HatchLook look = hatchLook(hatch, theme);
    const QString key = QStringLiteral("traceglass-hatch-%1-%2-%3-%4")
                            .arg(static_cast<int>(hatch))
                            .arg(look.line.rgba(), 0, 16)
                            .arg(look.ground.rgba(), 0, 16)
                            .arg(ratio);
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        const int side = std::max(4, static_cast<int>(std::lround(look.step * ratio)));
        pixmap = QPixmap(side, side);
        pixmap.fill(look.ground.isValid() ? look.ground : QColor(Qt::transparent));
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(look.line, look.width * ratio, Qt::SolidLine, Qt::FlatCap));
        // The line through the tile and its neighbours', so that the corners meet without a seam.
        for (int shift = -side; shift <= side; shift += side) {
            if (look.strokes != Strokes::falling)
                painter.drawLine(QPointF(shift - side, 2 * side), QPointF(shift + 2 * side, -side));
            if (look.strokes != Strokes::rising)
                painter.drawLine(QPointF(shift - side, -side), QPointF(shift + 2 * side, 2 * side));
        }
        painter.end();
        QPixmapCache::insert(key, pixmap);
    }
    QBrush brush(pixmap);
    // Textures ignore the pixmap's device ratio: the tile is in device pixels, so the brush shrinks it.
    brush.setTransform(QTransform::fromScale(1 / ratio, 1 / ratio));
    return brush;
}

}
