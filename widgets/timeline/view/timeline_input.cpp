// Keys, wheel and pointer of TimelineView.
#include "widgets/timeline/view/physical_key.h"
#include "widgets/timeline/view/timeline_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

namespace traceglass {

namespace {

constexpr double kWheelZoom = 1.25;  // a notch
constexpr double kPanShare = 0.15;   // of the view, a key
constexpr double kRangeShare = 0.01; // the same, for an edge of the range
constexpr int kEdgeGrab = 3;         // pixels on each side of a range's edge: 7 in all

}

// --- zoom and pan -----------------------------------------------------------------------------------

// What the pointer is at, else what is seen of the selection, else the middle.
double TimelineView::anchor() const
{
    const double width = axis().width;
    const auto isSeen = [width](double x) { return x >= 0 && x <= width; };
    if (m_cursorTime && isSeen(axis().x(*m_cursorTime)))
        return axis().x(*m_cursorTime);
    if (const auto& time = m_scene.session().selection().time) {
        const double left = axis().x(time->startNs), right = axis().x(time->endNs);
        if (isSeen(left) || isSeen(right))
            return (std::max(left, 0.0) + std::min(right, width)) / 2;
    }
    return width / 2;
}

void TimelineView::zoom(double factor, std::optional<double> x)
{
    if (factor > 0)
        m_scene.session().setView(axis().zoomed(x.value_or(anchor()), factor));
}

void TimelineView::setCursorTime(std::optional<std::int64_t> timeNs)
{
    if (m_cursorTime == timeNs)
        return;
    m_cursorTime = timeNs;
    viewport()->update();
    emit cursorMoved(timeNs);
}

// --- walking ----------------------------------------------------------------------------------------

void TimelineView::select(const SliceId& id, const Slice& slice)
{
    DocumentSession& session = m_scene.session();
    session.inOneStep([&] {
        session.selectSlice(id);
        session.showTime({slice.startNs, slice.endNs});
    });
}

void TimelineView::select(const PlacedSlice& placed)
{
    select(sliceId(m_scene.timeline(), placed), placed.slice);
}

void TimelineView::selectNeighbour(bool forward)
{
    if (m_scene.selected().empty()) {
        selectInLine(1);
        return;
    }
    PlacedSlice next = m_scene.selected().front();
    const Timeline& timeline = m_scene.timeline();
    std::optional<Slice> slice = next.slice;
    do { // idle is what lies between the slices
        slice = forward ? timeline.next(next.rowId, *slice) : timeline.previous(next.rowId, *slice);
    } while (slice && isIdle(timeline, next.track, *slice));
    if (!slice)
        return;
    next.slice = *slice;
    m_scene.session().walk([&] { select(next); });
}

void TimelineView::selectInLine(int step)
{
    const auto lines = m_scene.layout().lines();
    if (lines.empty())
        return;
    const Timeline& timeline = m_scene.timeline();
    std::int64_t time = axis().timeAt(axis().width / 2.0);
    auto at = static_cast<std::ptrdiff_t>(m_scene.layout().lineAt(m_scene.scroll())) - step;
    if (!m_scene.selected().empty()) {
        const PlacedSlice& selected = m_scene.selected().front();
        time = selected.slice.startNs + selected.slice.durationNs() / 2;
        at = static_cast<std::ptrdiff_t>(m_scene.layout().lineOf(selected.track));
    }
    for (at += step; at >= 0 && at < static_cast<std::ptrdiff_t>(lines.size()); at += step) {
        const TrackLine& line = lines[static_cast<std::size_t>(at)];
        if (line.role == TrackLine::Role::header)
            continue;
        std::optional<PlacedSlice> nearest;
        std::uint16_t index = 0;
        for (RowId row = timeline.track(line.track).firstRow; row != kNoRow;
             row = timeline.nextRow(row), ++index) {
            const auto slice = sliceNear(timeline, row, time);
            const auto distance = [time](const Slice& s) {
                return std::abs(static_cast<double>(subtractSaturating(s.startNs, time)));
            };
            if (slice && (!nearest || distance(*slice) < distance(nearest->slice)))
                nearest = {line.track, row, index, *slice};
            if (nearest && timeline.track(line.track).kind != TrackKind::events)
                break;
        }
        if (nearest) {
            m_scene.session().walk([&] { select(*nearest); });
            return;
        }
    }
}

// The first slice of a track that the view shows, else the nearest to it; idle is what lies between the
// slices.
std::optional<PlacedSlice> TimelineView::firstInView(TrackId track) const
{
    const Timeline& timeline = m_scene.timeline();
    const TimeRange view = m_scene.session().view();
    std::optional<PlacedSlice> behind;
    std::optional<PlacedSlice> before;
    std::uint16_t index = 0;
    for (RowId row = timeline.track(track).firstRow; row != kNoRow; row = timeline.nextRow(row), ++index) {
        auto slice = timeline.sliceAt(row, view.startNs);
        if (!slice)
            slice = timeline.sliceAfter(row, view.startNs);
        while (slice && isIdle(timeline, track, *slice))
            slice = timeline.next(row, *slice);
        if (slice && slice->startNs < view.endNs)
            return PlacedSlice {track, row, index, *slice};
        if (slice && (!behind || slice->startNs < behind->slice.startNs))
            behind = {track, row, index, *slice};
        auto last = timeline.sliceBefore(row, view.startNs);
        while (last && isIdle(timeline, track, *last))
            last = timeline.previous(row, *last);
        if (last && (!before || last->startNs > before->slice.startNs))
            before = {track, row, index, *last};
    }
    return behind ? behind : before;
}

void TimelineView::selectNextTrack(bool forward)
{
    const auto lines = m_scene.layout().lines();
    const std::size_t count = lines.size();
    if (count == 0)
        return;
    std::size_t at = forward ? count - 1 : 0; // around the end
    if (const std::size_t line = m_scene.layout().lineOf(m_scene.selectedTrack()); line < count)
        at = line;
    for (std::size_t tried = 0; tried < count; ++tried) {
        at = forward ? (at + 1) % count : (at + count - 1) % count;
        if (lines[at].role == TrackLine::Role::header)
            continue;
        const TrackId track = lines[at].track;
        if (const auto slice = firstInView(track)) {
            m_scene.session().selectSlice(sliceId(m_scene.timeline(), *slice));
            m_scene.scrollTo(track);
            return;
        }
    }
}

// --- keys -------------------------------------------------------------------------------------------

bool TimelineView::handleTimeKey(const QKeyEvent& event)
{
    const double step = axis().width * kPanShare;
    switch (physicalKey(event)) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomIn(); return true;
    case Qt::Key_S:
    case Qt::Key_Minus: zoomOut(); return true;
    case Qt::Key_A:
    case Qt::Key_Left: pan(-step); return true;
    case Qt::Key_D:
    case Qt::Key_Right: pan(step); return true;
    case Qt::Key_0: m_scene.session().setView(m_scene.session().extent()); return true;
    case Qt::Key_F: fit(); return true;
    case Qt::Key_Period:
    case Qt::Key_Comma:
    case Qt::Key_Greater:
    case Qt::Key_Less: {
        const int key = physicalKey(event);
        const bool forward = key == Qt::Key_Period || key == Qt::Key_Greater;
        if (event.modifiers() & Qt::ShiftModifier)
            emit sameNameWanted(forward);
        else
            selectNeighbour(forward);
        return true;
    }
    case Qt::Key_F10:
        if (!(event.modifiers() & Qt::ShiftModifier))
            return false;
        showSliceMenu();
        return true;
    case Qt::Key_BracketRight: nextFlow(); return true;
    case Qt::Key_BracketLeft: previousFlow(); return true;
    case Qt::Key_Up: selectInLine(-1); return true;
    case Qt::Key_Down: selectInLine(1); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: zoomToSelection(); return true;
    case Qt::Key_R: selectRange(); return true;
    case Qt::Key_Escape: return m_scene.session().stepBack();
    case Qt::Key_PageUp: m_scene.setScroll(m_scene.scroll() - verticalScrollBar()->pageStep()); return true;
    case Qt::Key_PageDown: m_scene.setScroll(m_scene.scroll() + verticalScrollBar()->pageStep()); return true;
    case Qt::Key_Home: m_scene.setScroll(0); return true;
    case Qt::Key_End: m_scene.setScroll(m_scene.scrollEnd()); return true;
    default: return false;
    }
}

bool TimelineView::handleRangeKey(const QKeyEvent& event)
{
    const bool left = event.key() == Qt::Key_Left;
    const auto modifiers = event.modifiers() & ~(Qt::KeypadModifier | Qt::ControlModifier);
    if ((!left && event.key() != Qt::Key_Right) || modifiers != Qt::ShiftModifier)
        return false;
    const double step = axis().width * kRangeShare;
    moveRangeEdge(event.modifiers().testFlag(Qt::ControlModifier), left ? -step : step);
    return true;
}

bool TimelineView::takeKey(const QKeyEvent& event)
{
    const auto others = event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    return handleRangeKey(event) || (others == Qt::NoModifier && handleTimeKey(event));
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (!takeKey(*event))
        event->ignore(); // shortcuts of the window
}

void TimelineView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TimelineView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

// --- wheel and pointer ------------------------------------------------------------------------------

void TimelineView::wheelEvent(QWheelEvent* event)
{
    constexpr double kNotch = 120;
    const QPoint angle = event->angleDelta();
    const int main = angle.y() != 0 ? angle.y() : angle.x();
    if (event->modifiers() & Qt::ControlModifier) {
        zoom(std::pow(kWheelZoom, main / kNotch), event->position().x());
    } else if (event->modifiers() & Qt::ShiftModifier || std::abs(angle.x()) > std::abs(angle.y())) {
        const QPoint pixels = event->pixelDelta();
        const double exact = pixels.x() != 0 ? pixels.x() : main / kNotch * axis().width * kPanShare;
        pan(-exact);
    } else {
        const int pixels = event->pixelDelta().y() != 0
            ? event->pixelDelta().y()
            : static_cast<int>(main / kNotch * 3 * m_scene.heights().track);
        m_scene.setScroll(m_scene.scroll() - pixels);
    }
    event->accept();
}

TimelineView::Drag TimelineView::edgeAt(int x) const
{
    const auto range = m_scene.session().range();
    if (!range)
        return Drag::none;
    if (std::abs(axis().pixel(range->endNs) - x) <= kEdgeGrab)
        return Drag::rangeEnd;
    return std::abs(axis().pixel(range->startNs) - x) <= kEdgeGrab ? Drag::rangeStart : Drag::none;
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    m_pressed = event->position().toPoint();
    if (event->button() == Qt::MiddleButton) {
        m_drag = Drag::pan;
        m_dragView = m_scene.session().view();
        viewport()->setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton) {
        m_drag = edgeAt(m_pressed.x());
        if (m_drag == Drag::none)
            m_drag = Drag::pressed;
        const auto range = m_scene.session().range();
        m_dragNs = m_drag == Drag::rangeStart ? range->endNs
            : m_drag == Drag::rangeEnd        ? range->startNs
                                              : axis().timeAt(m_pressed.x());
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const std::int64_t time = axis().timeAt(event->position().x());
    m_pointer = position;
    if (m_drag == Drag::pan) {
        m_scene.session().setView(TimeAxis {m_dragView, axis().width}.panned(m_pressed.x() - position.x()));
        return;
    }
    setCursorTime(time);
    if (m_drag == Drag::pressed
        && std::abs(position.x() - m_pressed.x()) >= QApplication::startDragDistance() / 2)
        m_drag = Drag::range;
    if (m_drag == Drag::none) {
        tellHovered();
        viewport()->setCursor(edgeAt(position.x()) == Drag::none ? Qt::ArrowCursor : Qt::SizeHorCursor);
    } else if (m_drag != Drag::pressed) {
        m_scene.session().setRange(TimeRange {std::min(time, m_dragNs), std::max(time, m_dragNs)});
    }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::none);
    if (drag == Drag::pan)
        viewport()->setCursor(Qt::ArrowCursor);
    if (drag != Drag::pressed || event->button() != Qt::LeftButton)
        return;
    int top = 0;
    const TrackLine* line = m_scene.lineAtViewport(m_pressed.y(), &top);
    if (line && line->role == TrackLine::Role::header)
        m_scene.setFolded(line->group, !line->folded);
    else if (const auto placed = sliceAt(m_pressed))
        m_scene.session().selectSlice(sliceId(m_scene.timeline(), *placed));
    else
        m_scene.session().clearSelection();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto placed =
        event->button() == Qt::LeftButton ? sliceAt(event->position().toPoint()) : std::nullopt;
    if (!placed) {
        mousePressEvent(event);
        return;
    }
    DocumentSession& session = m_scene.session();
    session.inOneStep([&] {
        session.selectSlice(sliceId(m_scene.timeline(), *placed));
        session.setView(fitting({placed->slice.startNs, placed->slice.endNs}));
    });
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        const QPoint position = viewport()->mapFromGlobal(event->globalPos());
        if (const TrackLine* line = m_scene.lineAtViewport(position.y()))
            emit trackMenuRequested(line->isHeader() ? line->group : line->track, sliceAt(position),
                                    event->globalPos());
    } else {
        showSliceMenu();
    }
}

void TimelineView::showSliceMenu()
{
    if (m_scene.selected().empty())
        return;
    const PlacedSlice selected = m_scene.selected().front();
    m_scene.scrollTo(selected.track);
    emit trackMenuRequested(selected.track, selected, belowSelected());
}

QPoint TimelineView::belowSelected() const
{
    const PlacedSlice& selected = m_scene.selected().front();
    const int y = m_scene.viewportYOf(selected.track).value_or(0) + m_scene.heights().track;
    const int x = std::clamp(axis().pixel(selected.slice.startNs), 0, viewport()->width());
    return viewport()->mapToGlobal(QPoint(x, y));
}

}
