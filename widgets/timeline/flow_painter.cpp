#include "widgets/timeline/flow_painter.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr qreal kEdge = 6;       // how far inside the viewport a cut end stops
constexpr qreal kHeadLength = 9; // of the triangle
constexpr qreal kHeadHalf = 5;

struct End
{
    QPointF point;
    FlowLine::Way way = FlowLine::Way::inside;
    int half = 0; // half the height of the slice there
};

std::optional<End> place(const TimelineScene& scene, TrackKind kind, std::uint64_t key, std::int64_t ns,
                         const TimeAxis& axis)
{
    const auto track = scene.timeline().findTrack(kind, key);
    if (!track)
        return {};
    int height = 0;
    const auto top = scene.viewportYOf(*track, &height);
    if (!top)
        return {};
    const RowHeights& heights = scene.heights();
    const int row = kind == TrackKind::spans ? rowTop(kind, 0, heights) + rowHeight(kind, 0, heights) / 2
                                             : std::min(height, heights.track) / 2;
    End end {QPointF(axis.x(ns), *top + row), FlowLine::Way::inside, rowHeight(kind, 0, heights) / 2};
    const qreal right = axis.width;
    const qreal bottom = scene.viewportHeight();
    if (end.point.y() < scene.layout().pinnedHeight() && *top < 0) {
        end.way = FlowLine::Way::above;
        end.point.setY(scene.layout().pinnedHeight() + kEdge);
    } else if (end.point.y() > bottom) {
        end.way = FlowLine::Way::below;
        end.point.setY(bottom - kEdge);
    }
    if (end.point.x() < 0) {
        end.way = FlowLine::Way::left;
        end.point.setX(kEdge);
    } else if (end.point.x() > right) {
        end.way = FlowLine::Way::right;
        end.point.setX(right - kEdge);
    }
    return end;
}

QString nameOf(const TimelineScene& scene, TrackKind kind, std::uint64_t key)
{
    const auto track = scene.timeline().findTrack(kind, key);
    if (!track)
        return {};
    const QString number = scene.trackNumber(*track);
    return number.isEmpty() ? scene.trackName(*track) : scene.trackName(*track) + ' ' + number;
}

QPainterPath pathOf(const FlowLine& line)
{
    QPainterPath path(line.from);
    if (line.sameInstant()) {
        path.lineTo(line.to);
        return path;
    }
    const qreal dx = line.to.x() - line.from.x();
    const qreal handle = std::copysign(std::min(48.0, std::abs(dx) / 2), dx);
    path.cubicTo(line.from + QPointF(handle, 0), line.to - QPointF(handle, 0), line.to);
    return path;
}

void drawHead(QPainter& painter, const QPointF& tip, const QPointF& direction)
{
    const QPointF back = tip - direction * kHeadLength;
    const QPointF side(-direction.y() * kHeadHalf, direction.x() * kHeadHalf);
    const QPointF triangle[] = {tip, back + side, back - side};
    painter.drawConvexPolygon(triangle, 3);
}

void drawSource(QPainter& painter, const FlowLine& line, qreal half)
{
    const QRectF area(line.from - QPointF(half, half), QSizeF(2 * half, 2 * half));
    if (line.kind == Flow::Kind::lock)
        painter.drawRect(area);
    else
        painter.drawEllipse(area);
}

QPointF directionOf(FlowLine::Way way)
{
    switch (way) {
    case FlowLine::Way::above: return {0, -1};
    case FlowLine::Way::below: return {0, 1};
    case FlowLine::Way::left: return {-1, 0};
    default: return {1, 0};
    }
}

void drawChevron(QPainter& painter, const Theme& theme, const QPointF& at, FlowLine::Way way,
                 const QString& name)
{
    const QPointF direction = directionOf(way);
    const QPointF side(-direction.y() * 4, direction.x() * 4);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.flow, 1.6));
    const QPointF chevron[] = {at - direction * 4 + side, at, at - direction * 4 - side};
    painter.drawPolyline(chevron, 3);

    const QFontMetrics metrics(painter.font());
    const int width = metrics.horizontalAdvance(name) + 8;
    QRectF plate(at.x() + 8, at.y() - metrics.height() / 2.0, width, metrics.height());
    if (way == FlowLine::Way::right)
        plate.moveRight(at.x() - 8);
    if (way == FlowLine::Way::above)
        plate.moveTop(at.y() - 4);
    if (way == FlowLine::Way::below)
        plate.moveBottom(at.y() + 4);
    painter.fillRect(plate, theme.base);
    painter.setPen(theme.text2);
    painter.drawText(plate, Qt::AlignCenter, name);
}

}

std::vector<FlowLine> placeFlows(const TimelineScene& scene, const std::vector<Flow>& flows,
                                 const TimeAxis& logicalAxis)
{
    std::vector<FlowLine> lines;
    for (const Flow& flow : flows) {
        if (lines.size() == kFlowsDrawn)
            break;
        const auto from = place(scene, flow.fromKind, flow.fromKey, flow.fromNs, logicalAxis);
        auto to = place(scene, flow.toKind, flow.toKey, flow.toNs, logicalAxis);
        if (!from || !to || (from->way != FlowLine::Way::inside && from->way == to->way))
            continue;
        FlowLine line {from->point,
                       to->point,
                       from->way,
                       to->way,
                       nameOf(scene, flow.fromKind, flow.fromKey),
                       nameOf(scene, flow.toKind, flow.toKey),
                       flow.kind,
                       flow.approximate};
        if (line.sameInstant() && to->way == FlowLine::Way::inside) // the arrow ends at the slice's edge
            line.to.ry() += from->point.y() < to->point.y() ? -to->half : to->half;
        lines.push_back(std::move(line));
    }
    return lines;
}

void paintFlows(QPainter& painter, const Theme& theme, const std::vector<FlowLine>& lines)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const FlowLine& line : lines) { // halos first: no line is cut by its neighbour's
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.base, 5));
        painter.drawPath(pathOf(line));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.base);
        if (line.fromWay == FlowLine::Way::inside)
            drawSource(painter, line, 5.5);
    }
    for (const FlowLine& line : lines) {
        const bool lock = line.kind == Flow::Kind::lock;
        QPen pen(theme.flow, 1.6);
        if (line.approximate)
            pen.setDashPattern({0.8, 2.4});
        else if (lock)
            pen.setDashPattern({3, 2});
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen);
        painter.drawPath(pathOf(line));
        painter.setPen(Qt::NoPen);
        painter.setBrush(lock ? theme.scheduled : theme.flow);
        if (line.fromWay == FlowLine::Way::inside)
            drawSource(painter, line, 4);
        else
            drawChevron(painter, theme, line.from, line.fromWay, line.fromName);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.flow);
        const QPointF direction = line.sameInstant() ? QPointF(0, line.to.y() < line.from.y() ? -1 : 1)
                                                     : QPointF(line.to.x() < line.from.x() ? -1 : 1, 0);
        if (line.toWay == FlowLine::Way::inside)
            drawHead(painter, line.to, direction);
        else
            drawChevron(painter, theme, line.to, line.toWay, line.toName);
    }
    painter.restore();
}

}
