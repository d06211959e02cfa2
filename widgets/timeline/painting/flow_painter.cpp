#include "widgets/timeline/painting/flow_painter.h"

#include "widgets/timeline/view/timeline_view.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace traceglass {

namespace {

constexpr qreal kEdge = 6;       // how far inside the viewport a cut end stops
constexpr qreal kHeadLength = 9; // of the triangle
constexpr qreal kHeadHalf = 5;
constexpr std::size_t kFlowsDrawn = 64;
constexpr std::size_t kFlowsLookedAt = 1'000; // in a frame
constexpr qreal kApart = 8;                   // of two lines at one end at least: else one stands for both

struct FlowEnd
{
    enum class Outside { nowhere, above, below, left, right }; // where it lies when it is not in the viewport

    QPointF point; // logical pixels of the viewport, moved to its edge when it is outside
    Outside outside = Outside::nowhere;
    int half = 0;     // half the height of the slice there
    TrackId track {}; // its name is written at an end outside
};

struct FlowLine
{
    FlowEnd from;
    FlowEnd to;
    Flow::Kind kind = Flow::Kind::wake;
    bool approximate = false; // dotted

    bool sameInstant() const { return std::abs(from.point.x() - to.point.x()) < 1; }
};

std::optional<FlowEnd> placeEnd(const TimelineScene& scene, TrackKind kind, std::uint64_t key,
                                std::int64_t ns, const TimeAxis& axis)
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
    FlowEnd end {QPointF(axis.x(ns), *top + row), FlowEnd::Outside::nowhere, rowHeight(kind, 0, heights) / 2,
                 *track};
    const qreal right = axis.width;
    const qreal bottom = scene.viewportHeight();
    if (end.point.y() < scene.layout().pinnedHeight() && *top < 0) {
        end.outside = FlowEnd::Outside::above;
        end.point.setY(scene.layout().pinnedHeight() + kEdge);
    } else if (end.point.y() > bottom) {
        end.outside = FlowEnd::Outside::below;
        end.point.setY(bottom - kEdge);
    }
    if (end.point.x() < 0) {
        end.outside = FlowEnd::Outside::left;
        end.point.setX(kEdge);
    } else if (end.point.x() > right) {
        end.outside = FlowEnd::Outside::right;
        end.point.setX(right - kEdge);
    }
    return end;
}

QPainterPath pathOf(const FlowLine& line)
{
    const QPointF from = line.from.point;
    const QPointF to = line.to.point;
    QPainterPath path(from);
    if (line.sameInstant()) {
        path.lineTo(to);
        return path;
    }
    const qreal dx = to.x() - from.x();
    const qreal handle = std::copysign(std::min(48.0, std::abs(dx) / 2), dx);
    path.cubicTo(from + QPointF(handle, 0), to - QPointF(handle, 0), to);
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
    const QRectF area(line.from.point - QPointF(half, half), QSizeF(2 * half, 2 * half));
    if (line.kind == Flow::Kind::lock)
        painter.drawRect(area);
    else
        painter.drawEllipse(area);
}

QPointF directionOf(FlowEnd::Outside outside)
{
    switch (outside) {
    case FlowEnd::Outside::above: return {0, -1};
    case FlowEnd::Outside::below: return {0, 1};
    case FlowEnd::Outside::left: return {-1, 0};
    default: return {1, 0};
    }
}

// `plates` are those that names have so far: one that would cover another is left out.
void drawChevron(QPainter& painter, const Theme& theme, const TimelineScene& scene, const FlowEnd& end,
                 std::vector<QRectF>& plates)
{
    const QPointF at = end.point;
    const QPointF direction = directionOf(end.outside);
    const QPointF side(-direction.y() * 4, direction.x() * 4);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.flow, 1.6));
    const QPointF chevron[] = {at - direction * 4 + side, at, at - direction * 4 - side};
    painter.drawPolyline(chevron, 3);

    const QString name = trackText(scene.timeline(), end.track);
    const QFontMetrics metrics(painter.font());
    const int width = metrics.horizontalAdvance(name) + 8;
    QRectF plate(at.x() + 8, at.y() - metrics.height() / 2.0, width, metrics.height());
    if (end.outside == FlowEnd::Outside::right)
        plate.moveRight(at.x() - 8);
    if (end.outside == FlowEnd::Outside::above)
        plate.moveTop(at.y() - 4);
    if (end.outside == FlowEnd::Outside::below)
        plate.moveBottom(at.y() + 4);
    if (std::ranges::any_of(plates, [&](const QRectF& other) { return plate.intersects(other); }))
        return;
    plates.push_back(plate);
    painter.fillRect(plate, theme.base);
    painter.setPen(theme.text2);
    painter.drawText(plate, Qt::AlignCenter, name);
}

// Lines side by side would be one black area over what they connect.
bool liesBeside(const FlowLine& a, const FlowLine& b)
{
    const auto isNear = [](const FlowEnd& one, const FlowEnd& other) {
        const QPointF apart = one.point - other.point;
        return std::abs(apart.x()) < kApart && std::abs(apart.y()) < kApart;
    };
    return a.kind == b.kind && isNear(a.from, b.from) && isNear(a.to, b.to);
}

std::vector<FlowLine> placeFlows(const TimelineScene& scene, const std::vector<Flow>& flows,
                                 const TimeAxis& logicalAxis)
{
    std::vector<FlowLine> lines;
    for (const Flow& flow : std::span(flows).first(std::min(flows.size(), kFlowsLookedAt))) {
        if (lines.size() == kFlowsDrawn)
            break;
        const auto from = placeEnd(scene, flow.fromKind, flow.fromKey, flow.fromNs, logicalAxis);
        const auto to = placeEnd(scene, flow.toKind, flow.toKey, flow.toNs, logicalAxis);
        if (!from || !to || (from->outside != FlowEnd::Outside::nowhere && from->outside == to->outside))
            continue;
        FlowLine line {*from, *to, flow.kind, flow.approximate};
        if (line.sameInstant()
            && to->outside == FlowEnd::Outside::nowhere) // the arrow ends at the slice's edge
            line.to.point.ry() += from->point.y() < to->point.y() ? -to->half : to->half;
        if (std::ranges::none_of(lines, [&](const FlowLine& other) { return liesBeside(line, other); }))
            lines.push_back(line);
    }
    return lines;
}

}

void paintFlows(QPainter& painter, const Theme& theme, const TimelineScene& scene,
                const std::vector<Flow>& flows, const TimeAxis& logicalAxis)
{
    const std::vector<FlowLine> lines = placeFlows(scene, flows, logicalAxis);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const FlowLine& line : lines) { // halos first: no line is cut by its neighbour's
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.base, 5));
        painter.drawPath(pathOf(line));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.base);
        if (line.from.outside == FlowEnd::Outside::nowhere)
            drawSource(painter, line, 5.5);
    }
    std::vector<QRectF> plates;
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
        if (line.from.outside == FlowEnd::Outside::nowhere)
            drawSource(painter, line, 4);
        else
            drawChevron(painter, theme, scene, line.from, plates);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.flow);
        const QPointF along = line.to.point - line.from.point;
        const QPointF direction =
            line.sameInstant() ? QPointF(0, along.y() < 0 ? -1 : 1) : QPointF(along.x() < 0 ? -1 : 1, 0);
        if (line.to.outside == FlowEnd::Outside::nowhere)
            drawHead(painter, line.to.point, direction);
        else
            drawChevron(painter, theme, scene, line.to, plates);
    }
    painter.restore();
}

QString flowsLeftOut(const std::vector<Flow>& flows)
{
    return flows.size() < Flow::kAtMost
        ? QString()
        : TimelineView::tr("Only the first %1 flows are known").arg(Flow::kAtMost);
}

}
