#include "widgets/timeline/view/time_ruler.h"

#include "core/base/text.h"
#include "widgets/common/accessible.h"
#include "widgets/common/line_height.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/view/finding_lane.h"

#include <QDateTime>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kMajorTick = 9;
constexpr int kMinorTick = 4;
constexpr int kLabelGap = 4;
constexpr int kFindingsAbove = 5; // the lower edge
constexpr int kTipWidth = 10;     // of the arrow at either end of a range

std::int64_t clockOffset(const DocumentSession& session, std::uint16_t axis)
{
    if (session.timeFormat().mode != TimeFormat::Mode::local)
        return 0;
    return QDateTime::fromMSecsSinceEpoch(session.toOwn(axis, session.origin(axis)) / 1'000'000)
        .offsetFromUtc();
}

bool showsClock(const DocumentSession& session, std::uint16_t axis)
{
    return session.timeFormat().mode != TimeFormat::Mode::relative
        && session.axisKind(axis) == ClockAxis::Kind::unixTime && (axis > 0 || session.timeline()->absolute);
}

}

RulerScale axisScale(const DocumentSession& session, std::uint16_t axis)
{
    const ClockAxis::Kind kind = session.axisKind(axis);
    return kind == ClockAxis::Kind::position || kind == ClockAxis::Kind::order ? RulerScale::bytes
                                                                               : RulerScale::time;
}

std::int64_t tickOrigin(const DocumentSession& session, std::uint16_t axis)
{
    if (!showsClock(session, axis))
        return session.origin(axis);
    return session.toView(axis, -clockOffset(session, axis) * 1'000'000'000);
}

QString tickLabel(const DocumentSession& session, std::int64_t viewNs, std::int64_t stepNs,
                  std::uint16_t axis)
{
    const std::int64_t own = session.toOwn(axis, viewNs);
    if (session.axisKind(axis) == ClockAxis::Kind::order) { // between two steps there is nothing
        const std::int64_t step = session.axes()[axis].stepNs;
        return own < 0 || own % step != 0 ? QString()
                                          : fromUtf8(grouped(static_cast<std::uint64_t>(own / step)));
    }
    if (axisScale(session, axis) == RulerScale::bytes)
        return fromUtf8(byteTickText(own, stepNs));
    if (showsClock(session, axis))
        return fromUtf8(clockTickText(own, stepNs, clockOffset(session, axis)));
    const std::int64_t relative = subtractSaturating(viewNs, session.origin(axis));
    return fromUtf8(tickText(relative, stepNs, session.timeFormat().unit));
}

RulerTicks makeAxisRuler(const DocumentSession& session, std::uint16_t axis, const TimeAxis& pixels,
                         const QFontMetrics& metrics)
{
    RulerTicks ruler;
    int spacing = 88;
    for (int attempt = 0; attempt < 3; ++attempt) {
        ruler = makeRuler(pixels, tickOrigin(session, axis), spacing, axisScale(session, axis));
        const QString longest = tickLabel(session, pixels.view.endNs, ruler.stepNs, axis);
        const int wanted = metrics.horizontalAdvance(longest) + 3 * kLabelGap;
        if (wanted <= spacing)
            break;
        spacing = wanted;
    }
    return ruler;
}

TimeRuler::TimeRuler(DocumentSession* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
{
    new Speech(this, QAccessible::Graphic);
    setAccessibleName(tr("Time ruler"));
    setToolTip(tr("Drag to select a range"));
    const auto repaint = qOverload<>(&QWidget::update);
    for (const auto changed : {&DocumentSession::viewChanged, &DocumentSession::rangeChanged,
                               &DocumentSession::timeFormatChanged, &DocumentSession::timelineChanged})
        connect(session, changed, this, repaint);
    keepHeight(this, metrics::kRuler);
}

void TimeRuler::setFindings(const SessionFindings* findings)
{
    m_findings = findings;
    connect(findings, &SessionFindings::changed, this, qOverload<>(&QWidget::update));
    connect(findings, &SessionFindings::currentChanged, this, qOverload<>(&QWidget::update));
    update();
}

// Where labels must not stand: only what is written, since a range may fill the whole ruler.
std::vector<QRect> TimeRuler::paintRange(QPainter& painter, const TimeAxis& axis) const
{
    const auto range = m_session->range();
    if (!range)
        return {};
    const Theme& theme = Theme::of(this);
    const int left = axis.pixel(range->startNs);
    const int right = axis.pixel(range->endNs);
    painter.fillRect(QRect(QPoint(left, 0), QPoint(right - 1, height() - 2)), theme.rangeFill);
    painter.fillRect(QRect(left, 0, 1, height()), theme.rangeEdge);
    painter.fillRect(QRect(right, 0, 1, height()), theme.rangeEdge);

    QFont bold = painter.font();
    bold.setBold(true);
    const QString text = m_session->durationText(range->lengthNs());
    const int textHeight = QFontMetrics(bold).height() + 2;
    const int textWidth = QFontMetrics(bold).horizontalAdvance(text) + 2;
    // |<- text ->| between the edges, or the text right of them when it is too long. Centred in its visible
    // part it would move while panning: in the whole.
    constexpr int kArrows = 2 * 16;
    const bool inside = right - left >= textWidth + kArrows;
    const QRect mark(inside ? left + (right - left - textWidth) / 2 : right + 6, 0, textWidth, textHeight);
    painter.save();
    painter.setFont(bold);
    painter.setPen(theme.rangeEdge);
    painter.drawText(mark, Qt::AlignCenter, text);
    std::vector<QRect> taken {mark.adjusted(-8, 0, 8, 0)};
    if (inside) {
        const int middle = textHeight / 2;
        painter.fillRect(QRect(QPoint(left + 3, middle), QPoint(mark.left() - 6, middle)), theme.rangeEdge);
        painter.fillRect(QRect(QPoint(mark.right() + 6, middle), QPoint(right - 3, middle)), theme.rangeEdge);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.rangeEdge);
        for (const int direction : {1, -1}) {
            const QPointF tip(direction > 0 ? left + 2 : right - 1, middle + 0.5);
            const QPointF arrow[] = {tip, tip + QPointF(6 * direction, -3.5),
                                     tip + QPointF(6 * direction, 3.5)};
            painter.drawConvexPolygon(arrow, 3);
            taken.emplace_back(direction > 0 ? left : right - kTipWidth, 0, kTipWidth, textHeight);
        }
    } else {
        taken.front() |= QRect(left, 0, 1, 1);
    }
    painter.restore();
    return taken;
}

void TimeRuler::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    painter.fillRect(rect(), theme.base);
    painter.setFont(smallerFont(font(), 2));
    const QFontMetrics metrics(painter.font());
    const TimeAxis axis {m_session->view(), std::max(1, width())};
    const std::vector<QRect> taken = paintRange(painter, axis);
    const auto range = m_session->range();

    const RulerTicks ruler = makeAxisRuler(*m_session, 0, axis, metrics);
    for (const RulerTick& tick : ruler.ticks) {
        const int length = tick.major ? kMajorTick : kMinorTick;
        painter.fillRect(QRect(tick.x, height() - 1 - length, 1, length),
                         tick.major ? theme.text2 : theme.text3);
        if (!tick.major)
            continue;
        const QString text = tickLabel(*m_session, tick.timeNs, ruler.stepNs);
        const QRect label(tick.x + kLabelGap, 0, metrics.horizontalAdvance(text), metrics.height() + 2);
        const QRect air = label.adjusted(-kLabelGap, 0, kLabelGap, 0);
        const auto meets = [&air](const QRect& other) { return air.intersects(other); };
        if (label.right() >= width() || std::ranges::any_of(taken, meets))
            continue;
        if (range && range->contains(tick.timeNs)) { // the line of the range goes on behind it
            const QRect gap = air.adjusted(kLabelGap - 1, 0, 0, 0);
            painter.fillRect(gap, theme.base);
            painter.fillRect(gap, theme.rangeFill);
        }
        painter.setPen(theme.text2);
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    if (m_findings)
        paintFindings(painter, *m_findings, axis, height() - kFindingsAbove, theme);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
}

void TimeRuler::mousePressEvent(QMouseEvent* event)
{
    const TimeAxis axis {m_session->view(), std::max(1, width())};
    m_dragNs = axis.timeAt(event->position().x());
    m_session->setRange({});
}

void TimeRuler::mouseMoveEvent(QMouseEvent* event)
{
    const TimeAxis axis {m_session->view(), std::max(1, width())};
    const std::int64_t time = axis.timeAt(event->position().x());
    if (event->buttons() & Qt::LeftButton && time != m_dragNs)
        m_session->setRange(TimeRange {std::min(time, m_dragNs), std::max(time, m_dragNs)});
}

}
