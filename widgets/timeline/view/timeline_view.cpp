#include "widgets/timeline/view/timeline_view.h"

#include "core/base/text.h"
#include "widgets/common/accessible.h"
#include "widgets/common/focus_outline.h"
#include "widgets/common/plain_text.h"
#include "widgets/timeline/scene/counter_scale.h"
#include "widgets/timeline/view/note_lane.h"

#include <QEvent>
#include <QHelpEvent>
#include <QNativeGestureEvent>
#include <QPaintEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace traceglass {

TimelineView::TimelineView(TimelineScene* scene, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_scene(*scene)
    , m_tracks(*scene, m_labels, m_boldLabels)
{
    auto* const speech = new Speech(this, QAccessible::Chart, [this] { return selectedWords(); });
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    updateFonts();

    for (const auto moved : {&TimelineScene::layoutChanged, &TimelineScene::scrollChanged}) {
        connect(scene, moved, this, [this] {
            updateScrollBar();
            invalidate();
        });
    }
    for (const auto changed : {&TimelineScene::appearanceChanged, &TimelineScene::selectedTrackChanged})
        connect(scene, changed, this, &TimelineView::invalidate);
    DocumentSession* session = &scene->session();
    for (const auto changed : {&DocumentSession::viewChanged, &DocumentSession::rangeChanged,
                               &DocumentSession::timeFormatChanged})
        connect(session, changed, this, &TimelineView::invalidate);
    connect(session, &DocumentSession::selectionChanged, this, &TimelineView::followSelection);
    connect(session, &DocumentSession::selectionChanged, speech, &Speech::tell);
    connect(session, &DocumentSession::answerChanged, this, &TimelineView::followAnswer);
}

void TimelineView::invalidate()
{
    m_frameValid = false;
    viewport()->update();
    if (m_pointer && hoveredWords() != m_hovered) // it rests, and something else came under it
        tellHovered();
}

void TimelineView::tellHovered()
{
    m_hovered = hoveredWords();
    emit hovered(m_hovered);
}

void TimelineView::updateFonts()
{
    const QFont label = smallerFont(font(), 2);
    QFont bold = label;
    bold.setBold(true);
    m_labels.setFont(label, devicePixelRatioF());
    m_boldLabels.setFont(bold, devicePixelRatioF());
    m_scene.setHeights(RowHeights::forFont(QFontMetrics(font()), QFontMetrics(label)));
}

void TimelineView::updateScrollBar()
{
    QScrollBar* const bar = verticalScrollBar();
    const QSignalBlocker quiet(bar); // the scene knows already
    bar->setRange(0, m_scene.scrollEnd());
    bar->setPageStep(std::max(1, viewport()->height() - m_scene.layout().pinnedHeight()));
    bar->setSingleStep(m_scene.heights().track);
    bar->setValue(m_scene.scroll());
}

void TimelineView::scrollContentsBy(int, int)
{
    m_scene.setScroll(verticalScrollBar()->value());
}

unsigned TimelineView::statesSeen() const
{
    const bool lock =
        std::ranges::any_of(m_flows, [](const Flow& flow) { return flow.kind == Flow::Kind::lock; });
    return m_tracks.statesSeen() | (lock ? TrackPainter::kSeenLock : 0u);
}

void TimelineView::followSelection()
{
    // Once: when more is told of the same slice, who scrolled away stays there.
    const auto& slice = m_scene.session().selection().slice;
    const TrackId track = m_scene.selectedTrack();
    if (slice != m_scrolledFor && track != kNoTrack)
        m_scene.scrollTo(track);
    if (track == kNoTrack || m_scene.layout().lineOf(track) != TrackLayout::kNone) // else it comes yet
        m_scrolledFor = slice;
    followAnswer();
}

// Arrows belong to what is selected; those of before go at once.
void TimelineView::followAnswer()
{
    const DocumentSession& session = m_scene.session();
    m_flows.clear();
    if (session.selection().slice && session.selection().slice == session.answer().sliceId)
        m_flows = session.answer().flows;
    viewport()->update();
}

std::optional<PlacedSlice> TimelineView::sliceAt(const QPoint& position) const
{
    int top = 0;
    const TrackLine* line = m_scene.lineAtViewport(position.y(), &top);
    if (!line || line->role == TrackLine::Role::header)
        return {};
    const Timeline& timeline = m_scene.timeline();
    const Track& track = timeline.track(line->track);
    const TimeAxis pixels = axis();
    const std::int64_t time = pixels.timeAt(position.x() + 0.5);
    const std::int64_t tolerance = 2 * pixels.nsPerPixel();
    const RowHeights& heights = m_scene.heights();
    if (fillsLine(track.kind) && track.kind != TrackKind::events)
        return momentAt(line->track, position);

    std::optional<PlacedSlice> found;
    std::uint16_t index = 0;
    for (RowId row = track.firstRow; row != kNoRow; row = timeline.nextRow(row), ++index) {
        if (track.kind == TrackKind::events) { // all levels share the line; the highest is on top
            if (const auto slice = timeline.sliceAt(row, time, 3 * tolerance))
                found = {line->track, row, index, *slice};
            continue;
        }
        const int rowY = position.y() - top - rowTop(track.kind, index, heights);
        if (rowY < -1 || rowY > rowHeight(track.kind, index, heights))
            continue;
        const auto slice = timeline.sliceAt(row, time, tolerance);
        if (slice && !isIdle(timeline, line->track, *slice))
            return PlacedSlice {line->track, row, index, *slice};
    }
    return found;
}

// On a track of moments: what was drawn there, else the one nearest to the pointer.
std::optional<PlacedSlice> TimelineView::momentAt(TrackId id, const QPoint& position) const
{
    const Timeline& timeline = m_scene.timeline();
    const RowId row = timeline.track(id).firstRow;
    if (row == kNoRow)
        return {};
    const TimeAxis pixels = axis();
    const std::int64_t time = pixels.timeAt(position.x() + 0.5);
    constexpr std::int64_t kReach = 6; // pixels
    std::optional<Slice> found;
    if (const TrackPainter::Spot* spot = m_tracks.spotAt(id, position))
        found = timeline.sliceAfter(row, subtractSaturating(spot->startNs, 1));
    else if (timeline.track(id).kind == TrackKind::counter)
        found = valueAt(timeline, id, time);
    else
        found = timeline.sliceAt(row, time, kReach * pixels.nsPerPixel());
    return found ? std::optional(PlacedSlice {id, row, 0, *found}) : std::nullopt;
}

// --- painting ---------------------------------------------------------------------------------------

void TimelineView::paintEvent(QPaintEvent*)
{
    if (!m_frameValid)
        renderFrame();
    QPainter painter(viewport());
    painter.setLayoutDirection(layoutDirection());
    painter.setFont(m_labels.font());
    painter.drawImage(QPointF(0, 0), m_frame);
    // What is told of the selection comes later, and changes nothing below.
    for (const PlacedSlice& placed : m_scene.selected())
        outline(painter, placed);
    if (!m_flows.empty())
        paintFlows(painter, Theme::of(this), m_scene, m_flows, axis());
    if (m_cursorTime && m_drag != Drag::pan) {
        QColor line = Theme::of(this).text;
        line.setAlphaF(0.45f);
        painter.fillRect(QRect(axis().pixel(*m_cursorTime), 0, 1, linesBottom()), line);
    }
    if (hasFocus())
        paintFocusOutline(painter, *viewport(), viewport()->rect());
    if (m_statesTold != statesSeen()) {
        m_statesTold = statesSeen();
        emit statesSeenChanged();
    }
}

void TimelineView::renderFrame()
{
    const qreal ratio = devicePixelRatioF();
    const QSize size(static_cast<int>(std::ceil(viewport()->width() * ratio)),
                     static_cast<int>(std::ceil(viewport()->height() * ratio)));
    if (m_frame.size() != size || m_frame.devicePixelRatio() != ratio) {
        m_frame = QImage(); // so that its memory is used again
        m_frame = QImage(size, QImage::Format_RGB32);
        m_frame.setDevicePixelRatio(ratio);
        updateFonts();
    }
    QPainter painter(&m_frame);
    painter.setLayoutDirection(layoutDirection());
    painter.setFont(m_labels.font());
    paintLines(painter, m_frame);
    paintDamage(painter);
    paintNoteMarks(painter, m_scene, axis(), Theme::of(this), linesBottom());
    paintRange(painter);
    painter.end();
    m_frameValid = true;
}

void TimelineView::paintLines(QPainter& painter, QImage& image)
{
    const Theme& theme = Theme::of(this);
    m_tracks.begin(image, painter, theme, axis());
    const TrackLayout& layout = m_scene.layout();
    const int height = viewport()->height();
    const int end = std::max(layout.pinnedHeight(), linesBottom());
    if (end < height)
        painter.fillRect(QRect(0, end, viewport()->width(), height - end), theme.base);
    m_scene.forLinesInView(height, [this](const TrackLine& line, int y) { m_tracks.paint(line, y); });
    if (layout.pinnedHeight() > 0)
        painter.fillRect(QRect(0, layout.pinnedHeight() - 1, viewport()->width(), 1), theme.hairline);
}

void TimelineView::outline(QPainter& painter, const PlacedSlice& placed)
{
    const auto top = m_scene.viewportYOf(placed.track);
    const std::size_t line = m_scene.layout().lineOf(placed.track);
    const bool folded =
        line != TrackLayout::kNone && m_scene.layout().lines()[line].role == TrackLine::Role::header;
    if (!top || folded)
        return;
    const Theme& theme = Theme::of(this);
    const TrackKind kind = m_scene.timeline().track(placed.track).kind;
    QRectF slice;
    if (kind == TrackKind::counter) {
        outlineValue(painter, placed, *top);
        return;
    }
    if (const TrackPainter::Spot* spot = m_tracks.spotOf(placed.track, placed.slice.startNs)) {
        slice = spot->area;
    } else if (fillsLine(kind) && kind != TrackKind::events && kind != TrackKind::marks) {
        const int height = rowHeight(kind, 0, m_scene.heights());
        slice = QRectF(axis().pixel(placed.slice.startNs) - 1, *top + 3, 3, height - 7);
    } else if (kind == TrackKind::events || kind == TrackKind::marks) {
        slice =
            QRectF(axis().pixel(placed.slice.startNs) - 5, *top + m_scene.heights().events / 2 - 6, 11, 12);
    } else {
        const bool gap = kind != TrackKind::states || placed.slice.name == stateName(TaskState::polling);
        const Pixels pixels = slicePixels(m_tracks.deviceAxis(), placed.slice.startNs, placed.slice.endNs,
                                          gap ? Gap::after : Gap::none);
        const qreal ratio = devicePixelRatioF();
        slice = QRectF(pixels.left / ratio, *top + rowTop(kind, placed.row, m_scene.heights()),
                       (pixels.right - pixels.left) / ratio, rowHeight(kind, placed.row, m_scene.heights()));
    }
    // Outside the slice, so that its colour stays to be seen: a pixel of base, then the frame.
    const auto frame = [&painter](const QRectF& inner, qreal width, const QColor& color) {
        const QRectF outer = inner.adjusted(-width, -width, width, width);
        painter.fillRect(QRectF(outer.topLeft(), QSizeF(outer.width(), width)), color);
        painter.fillRect(QRectF(outer.left(), inner.bottom(), outer.width(), width), color);
        painter.fillRect(QRectF(outer.left(), inner.top(), width, inner.height()), color);
        painter.fillRect(QRectF(inner.right(), inner.top(), width, inner.height()), color);
    };
    const bool thin = slice.width() < 4;
    const QRectF inner = thin ? slice : slice.adjusted(1, 1, -1, -1);
    frame(inner, 1, theme.base);
    frame(inner.adjusted(-1, -1, 1, 1), 2, theme.flow);
}

// A ring around the value, on the line.
void TimelineView::outlineValue(QPainter& painter, const PlacedSlice& placed, int top)
{
    const auto scale = counterScale(m_scene, placed.track);
    int height = 0;
    if (!scale || !m_scene.viewportYOf(placed.track, &height))
        return;
    const Theme& theme = Theme::of(this);
    const double value = m_scene.timeline().value(placed.track, placed.slice);
    // What is beyond the scale is marked on its edge: the neighbour's values are others.
    const double y = std::clamp<double>(counterY(*scale, value, top, height), top + kCounterAir,
                                        top + height - 1 - kCounterAir);
    const QPointF middle(axis().x(placed.slice.startNs) + 0.5, y);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.base, 1));
    painter.setBrush(theme.flow);
    painter.drawEllipse(middle, 5.5, 5.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.base);
    painter.drawEllipse(middle, 2.5, 2.5);
    painter.restore();
}

void TimelineView::paintRange(QPainter& painter)
{
    const auto range = m_scene.session().range();
    if (!range)
        return;
    const Theme& theme = Theme::of(this);
    const TimeAxis pixels = axis();
    for (const std::int64_t edge : {range->startNs, range->endNs})
        painter.fillRect(QRect(pixels.pixel(edge), 0, 1, linesBottom()), theme.rangeEdge);
}

// The edges of what is hatched are guesses: the bounds of the piece of file the lost records were in.
void TimelineView::paintDamage(QPainter& painter)
{
    constexpr int kPlateFrom = 96;
    const Theme& theme = Theme::of(this);
    const TimeAxis pixels = axis();
    QPen edge(theme.error, 1);
    edge.setCapStyle(Qt::FlatCap);
    edge.setDashPattern({4, 3});
    for (const DamagedTime& damage : m_scene.damage()) {
        const int left = pixels.pixel(damage.time.startNs);
        const int right = std::max(left + 1, pixels.pixel(damage.time.endNs));
        painter.setPen(edge);
        for (const auto& [top, bottom] : linesConcerned(damage)) {
            for (const int x : {left, right - 1})
                painter.drawLine(QPointF(x + 0.5, top), QPointF(x + 0.5, bottom));
        }
        const int from = std::max(0, left);
        const int to = std::min(viewport()->width(), right);
        if (to - from <= kPlateFrom)
            continue;
        const QFontMetrics metrics(painter.font());
        const QString numbers = lostWords(damage);
        const int width = std::min(
            to - from - 8,
            std::max(metrics.horizontalAdvance(damage.reason), metrics.horizontalAdvance(numbers)) + 14);
        const int height = 2 * metrics.height() + 6;
        const int y = std::min(linesBottom() + 6, viewport()->height() - height - 6);
        const QRect plate(from + (to - from - width) / 2, y, width, height);
        painter.fillRect(plate, theme.hairline);
        painter.fillRect(plate.adjusted(1, 1, -1, -1), theme.base);
        painter.setPen(theme.text);
        const QRect text = plate.adjusted(6, 3, -6, -3);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignTop,
                         metrics.elidedText(damage.reason, Qt::ElideRight, text.width()));
        painter.setPen(theme.text2);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignBottom, numbers);
    }
}

// The parts of the viewport, from top to bottom, whose tracks have the clock of some damage.
std::vector<std::pair<int, int>> TimelineView::linesConcerned(const DamagedTime& damage) const
{
    if (m_scene.session().axes().size() < 2)
        return {{0, linesBottom()}};
    std::vector<std::pair<int, int>> parts;
    const auto add = [&](const TrackLine& line, int y) {
        if (line.role == TrackLine::Role::header || !m_scene.concerns(damage, line))
            return;
        if (!parts.empty() && parts.back().second == y)
            parts.back().second = y + line.height;
        else
            parts.emplace_back(y, y + line.height);
    };
    const TrackLayout& layout = m_scene.layout();
    for (const TrackLine& line : layout.pinned())
        add(line, line.y);
    for (std::size_t i = layout.lineAt(m_scene.scroll()); i < layout.lines().size(); ++i) {
        const int y = m_scene.viewportY(layout.lines()[i]);
        if (y >= viewport()->height())
            break;
        add(layout.lines()[i], std::max(y, layout.pinnedHeight()));
    }
    return parts;
}

int TimelineView::linesBottom() const
{
    const TrackLayout& layout = m_scene.layout();
    return std::min(viewport()->height(), layout.pinnedHeight() + layout.height() - m_scene.scroll());
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    m_scene.setViewportHeight(viewport()->height());
    updateScrollBar();
    invalidate();
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::StyleChange || event->type() == QEvent::ApplicationFontChange) {
        updateFonts();
        invalidate();
    }
    QAbstractScrollArea::changeEvent(event);
}

bool TimelineView::viewportEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = describeAt(help->pos()).join('\n');
        if (text.isEmpty())
            QToolTip::hideText();
        else
            showTip(help->globalPos(), text, viewport());
        return true;
    }
    case QEvent::Leave:
        setCursorTime({});
        m_pointer.reset();
        tellHovered();
        break;
    case QEvent::NativeGesture: {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            zoom(1 + gesture->value(), gesture->position().x());
            return true;
        }
        break;
    }
    default: break;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

}
