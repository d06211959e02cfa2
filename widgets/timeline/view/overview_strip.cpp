#include "widgets/timeline/view/overview_strip.h"

#include "core/query/hit_order.h"
#include "widgets/common/accessible.h"
#include "widgets/common/focus_outline.h"
#include "widgets/common/hatch.h"
#include "widgets/common/line_height.h"
#include "widgets/notes/note_colors.h"
#include "widgets/session/session_notes.h"
#include "widgets/timeline/painting/sketch.h"
#include "widgets/timeline/view/time_ruler.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr int kColumn = 2;
constexpr int kLeastWindow = 12;
constexpr QSize kGrip(8, 20);
constexpr int kTextHeight = 18;                         // with the usual font
constexpr std::uint64_t kDensityId = ~std::uint64_t(0); // groups use their track number

}

OverviewStrip::OverviewStrip(TimelineScene* scene, QWidget* parent)
    : QWidget(parent)
    , m_scene(*scene)
{
    auto* const speech = new Speech(this, QAccessible::ScrollBar, [this] { return viewWords(); });
    setAccessibleName(tr("Overview of the whole capture"));
    setAccessibleDescription(
        tr("Left and Right move the visible window, + and − zoom, Home and End go to the ends"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    keepHeight(this, metrics::kOverview);
    setToolTip(
        tr("The whole capture. Drag the window to move, its grips to zoom; double-click shows everything"));
    const auto repaint = qOverload<>(&QWidget::update);
    DocumentSession* session = &scene->session();
    for (const auto changed : {&DocumentSession::viewChanged, &DocumentSession::rangeChanged,
                               &DocumentSession::timeFormatChanged})
        connect(session, changed, this, repaint);
    connect(session, &DocumentSession::viewChanged, speech, &Speech::tell);
    connect(scene, &TimelineScene::appearanceChanged, this, repaint);
    connect(scene, &TimelineScene::snapshotChanged, this, [this] {
        collectTracks();
        update();
    });
    collectTracks();
}

int OverviewStrip::textHeight() const
{
    return grown(kTextHeight, this);
}

void OverviewStrip::collectTracks()
{
    m_tracks = overviewTracks(m_scene.timeline(), [this](TrackId id) { return m_scene.isFitting(id); });
}

QString OverviewStrip::viewWords() const
{
    const DocumentSession& session = m_scene.session();
    return tr("%1 to %2")
        .arg(session.momentText(session.view().startNs), session.momentText(session.view().endNs));
}

OverviewStrip::Window OverviewStrip::window() const
{
    const TimeAxis pixels = axis();
    const TimeRange view = m_scene.session().view();
    Window window;
    window.left = std::clamp(pixels.pixel(view.startNs), 0, width());
    window.right = std::clamp(pixels.pixel(view.endNs), window.left, width());
    if (const int missing = kLeastWindow - (window.right - window.left); missing > 0) {
        window.left = std::clamp(window.left - missing / 2, 0, std::max(0, width() - kLeastWindow));
        window.right = window.left + kLeastWindow;
    }
    const bool narrow = window.right - window.left < 24;
    const int top = textHeight() + (height() - textHeight() - kGrip.height()) / 2;
    const int half = kGrip.width() / 2;
    window.leftGrip = QRect(QPoint(window.left - (narrow ? kGrip.width() : half), top), kGrip);
    window.rightGrip = QRect(QPoint(window.right - (narrow ? 0 : half), top), kGrip);
    // At the ends of the strip the whole grip stays to be seen.
    window.leftGrip.moveLeft(std::max(0, window.leftGrip.left()));
    window.rightGrip.moveRight(std::min(width() - 1, window.rightGrip.right()));
    return window;
}

// --- painting ---------------------------------------------------------------------------------------

void OverviewStrip::paintDensity(QPainter& painter)
{
    const Theme& theme = Theme::of(this);
    const TimeAxis columns {axis().view, std::max(1, width() / kColumn)};
    const auto density = m_scene.densities().get(kDensityId, m_scene.drawn(), m_tracks, 0, columns);
    if (!density)
        return;
    const int top = textHeight() + 4;
    for (int i = 0; i < columns.width; ++i) {
        const DensityColumn* column = density->at(columns, i);
        if (!column || column->isEmpty())
            continue;
        const QColor busy = density->states ? theme.polling
            : density->streams              ? theme.streamDensity()
                                            : theme.nameColor(m_scene.look(column->name).color);
        const QRectF area(i * kColumn, top, kColumn, height() - 1 - top);
        paintDensityColumn(painter, area, *column, busy, theme.scheduled);
    }
}

void OverviewStrip::paintTicks(QPainter& painter)
{
    const Theme& theme = Theme::of(this);
    const QFontMetrics metrics(painter.font());
    const DocumentSession& session = m_scene.session();
    const RulerTicks ruler = makeAxisRuler(session, 0, axis(), metrics);
    for (const RulerTick& tick : ruler.ticks) {
        if (!tick.major)
            continue;
        painter.fillRect(QRect(tick.x, 0, 1, 3), theme.text2);
        const QString text = tickLabel(session, tick.timeNs, ruler.stepNs);
        const QRect label(tick.x + 4, 2, metrics.horizontalAdvance(text), metrics.height());
        if (label.right() >= width() || tick.x <= 0)
            continue;
        painter.setPen(theme.text2);
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

void OverviewStrip::paintDamage(QPainter& painter)
{
    const Theme& theme = Theme::of(this);
    const int above = textHeight();
    for (const DamagedTime& damage : m_scene.damage()) {
        const int left = axis().pixel(damage.time.startNs);
        const int right = std::max(left + 1, axis().pixel(damage.time.endNs));
        const QRect area(left, above, right - left, height() - 1 - above);
        if (area.width() >= 3) {
            painter.fillRect(area, hatchBrush(Hatch::lost, theme, devicePixelRatioF()));
            continue;
        }
        painter.fillRect(area, theme.error);
        const QPointF triangle[] = {QPointF(left - 3.5, above), QPointF(left + 4.5, above),
                                    QPointF(left + 0.5, above + 6)};
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.error);
        painter.drawConvexPolygon(triangle, 3);
    }
}

void OverviewStrip::paintNotes(QPainter& painter)
{
    const SessionNotes* notes = m_scene.notes();
    if (!notes)
        return;
    const Theme& theme = Theme::of(this);
    constexpr int kFlag = 5;
    const int top = textHeight() + 1;
    const std::int64_t step = addSaturating(axis().nsPerPixel(), axis().nsPerPixel());
    for (const NoteTime& note : notes->times().shown(axis().view, step)) {
        const int x = axis().pixel(note.time.startNs);
        const QColor color = noteColor(theme, notes->notes()[note.index].color);
        painter.fillRect(QRect(x, top, 1, height() - top - 1), color);
        painter.fillRect(QRect(x + 1, top, kFlag, 4), color);
    }
}

void OverviewStrip::paintHits(QPainter& painter)
{
    const query::HitOrder* const found = m_scene.found();
    if (!found || found->hits().count() == 0)
        return;
    const Theme& theme = Theme::of(this);
    constexpr int kMark = 5;
    for (int x = 0; x < width(); ++x)
        if (found->about({axis().timeAt(x), axis().timeAt(x + 1)}) > 0)
            painter.fillRect(QRect(x, height() - 1 - kMark, 1, kMark), theme.hit);
}

void OverviewStrip::paintWindow(QPainter& painter)
{
    const Theme& theme = Theme::of(this);
    const Window shown = window();
    painter.setPen(theme.highlight);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRect(shown.left, 0, std::max(1, shown.right - shown.left) - 1, height() - 2));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const QRect& grip : {shown.leftGrip, shown.rightGrip}) {
        painter.setBrush(theme.highlight);
        painter.drawRoundedRect(grip, 3, 3);
        painter.fillRect(QRect(grip.left() + 2, grip.top() + 5, 1, 10), theme.highlightedText);
        painter.fillRect(QRect(grip.left() + 5, grip.top() + 5, 1, 10), theme.highlightedText);
    }
    painter.restore();
}

void OverviewStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    painter.fillRect(rect(), theme.base);
    painter.setFont(smallerFont(font(), 2));
    paintDamage(painter); // below what was read of the same time
    paintDensity(painter);
    const Window shown = window();
    painter.fillRect(QRect(0, 0, shown.left, height()), theme.outsideOverview);
    painter.fillRect(QRect(shown.right, 0, width() - shown.right, height()), theme.outsideOverview);
    paintTicks(painter);
    paintHits(painter);
    paintNotes(painter);
    if (const auto range = m_scene.session().range()) {
        const int left = axis().pixel(range->startNs);
        const int right = std::max(left + 2, axis().pixel(range->endNs));
        painter.fillRect(QRect(left, textHeight() - 1, right - left, 3), theme.rangeEdge);
    }
    paintWindow(painter);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
    if (hasFocus())
        paintFocusOutline(painter, *this, rect());
}

// --- input ------------------------------------------------------------------------------------------

OverviewStrip::Drag OverviewStrip::dragAt(const QPoint& position) const
{
    const Window shown = window();
    if (shown.leftGrip.adjusted(-2, -40, 1, 40).contains(position))
        return Drag::start;
    if (shown.rightGrip.adjusted(-1, -40, 2, 40).contains(position))
        return Drag::end;
    return position.x() >= shown.left && position.x() < shown.right ? Drag::window : Drag::none;
}

void OverviewStrip::moveTo(std::int64_t centerNs)
{
    DocumentSession& session = m_scene.session();
    const TimeRange extent = session.extent();
    const std::int64_t length = std::min(session.view().lengthNs(), extent.lengthNs());
    const std::int64_t latest = subtractSaturating(extent.endNs, length);
    const std::int64_t start = std::clamp(subtractSaturating(centerNs, length / 2), extent.startNs,
                                          std::max(extent.startNs, latest));
    session.setView({start, addSaturating(start, length)});
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_drag = dragAt(event->position().toPoint());
    if (m_drag == Drag::none) {
        moveTo(axis().timeAt(event->position().x()));
        m_drag = Drag::window;
    }
    m_pressedX = static_cast<int>(event->position().x());
    m_dragView = m_scene.session().view();
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::none) {
        const Drag there = dragAt(event->position().toPoint());
        setCursor(there == Drag::start || there == Drag::end ? Qt::SizeHorCursor
                      : there == Drag::window                ? Qt::OpenHandCursor
                                                             : Qt::ArrowCursor);
        return;
    }
    const std::int64_t time = axis().timeAt(event->position().x());
    const std::int64_t moved = subtractSaturating(time, axis().timeAt(m_pressedX));
    DocumentSession& session = m_scene.session();
    constexpr std::int64_t kLeast = 10;
    if (m_drag == Drag::window)
        moveTo(addSaturating(m_dragView.startNs, moved) + m_dragView.lengthNs() / 2);
    else if (m_drag == Drag::start)
        session.setView({std::min(addSaturating(m_dragView.startNs, moved), m_dragView.endNs - kLeast),
                         m_dragView.endNs});
    else
        session.setView({m_dragView.startNs,
                         std::max(addSaturating(m_dragView.endNs, moved), m_dragView.startNs + kLeast)});
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    const TimeAxis view {m_scene.session().view(), std::max(1, width())};
    const double anchor =
        std::clamp(view.x(axis().timeAt(event->position().x())), 0.0, static_cast<double>(width()));
    m_scene.session().setView(view.zoomed(anchor, std::pow(1.25, event->angleDelta().y() / 120.0)));
    event->accept();
}

void OverviewStrip::keyPressEvent(QKeyEvent* event)
{
    DocumentSession& session = m_scene.session();
    const TimeAxis view {session.view(), 100};
    switch (event->key()) {
    case Qt::Key_Left: session.setView(view.panned(-15)); break;
    case Qt::Key_Right: session.setView(view.panned(15)); break;
    case Qt::Key_Home: moveTo(session.extent().startNs); break;
    case Qt::Key_End: moveTo(session.extent().endNs); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: session.setView(view.zoomed(50, 1.5)); break;
    case Qt::Key_Minus: session.setView(view.zoomed(50, 1 / 1.5)); break;
    case Qt::Key_0: session.setView(session.extent()); break;
    default: event->ignore();
    }
}

}
