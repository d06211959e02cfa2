#include "widgets/statistics/histogram_view.h"

#include "core/base/text.h"
#include "widgets/common/accessible.h"
#include "widgets/common/core_text.h"
#include "widgets/common/focus_outline.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/timeline/scene/time_axis.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace traceglass {

namespace {

constexpr int kMostBarWidth = 22;
constexpr int kMarkGap = 4;
constexpr int kTickGap = 22;
constexpr int kStepLineWidth = 2;
constexpr std::size_t kFewTicks = 3;

// Places on a line that texts stand at.
class Taken
{
public:
    bool take(int from, int to) // false: something stands there
    {
        const bool isFree = std::ranges::none_of(
            m_all, [&](const auto& each) { return from < each.second && each.first < to; });
        if (isFree)
            m_all.emplace_back(from, to);
        return isFree;
    }

private:
    std::vector<std::pair<int, int>> m_all;
};

// "2 ms" of "2.0000 ms".
QString withoutZeros(QString text)
{
    const qsizetype point = text.indexOf(QLatin1Char('.'));
    if (point < 0)
        return text;
    qsizetype end = point + 1;
    while (end < text.size() && text[end].isDigit())
        ++end;
    qsizetype kept = end;
    while (text[kept - 1] == QLatin1Char('0'))
        --kept;
    kept -= text[kept - 1] == QLatin1Char('.') ? 1 : 0;
    return text.remove(kept, end - kept);
}

// Of 1; 0 where there is nothing to be a part of.
double shareOf(std::uint64_t count, std::uint64_t all)
{
    return all == 0 ? 0 : double(count) / double(all);
}

std::uint64_t sumOf(const std::vector<std::uint64_t>& counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
}

}

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent)
    , m_text([](std::int64_t ns) { return fromUtf8(durationText(ns)); })
{
    m_speech = new Speech(this, QAccessible::Chart, [this] { return chosenWords(); });
    setLayoutDirection(Qt::LeftToRight); // in every language
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Durations"));
}

void HistogramView::setBars(std::vector<stats::HistogramBar> bars, std::vector<Mark> marks,
                            const QColor& color, std::vector<std::uint64_t> line)
{
    const bool isOther = bars != m_bars;
    m_bars = std::move(bars);
    m_marks = std::move(marks);
    m_line = std::move(line);
    m_color = color;
    QStringList values; // for those who do not see them
    for (std::size_t bar = 0; bar < m_bars.size(); ++bar) {
        if (m_bars[bar].count > 0 || (bar < m_line.size() && m_line[bar] > 0))
            values << textOf(bar);
    }
    for (const Mark& mark : m_marks)
        if (mark.isSelected)
            values << tr("%1: %2").arg(mark.text, m_text(mark.ns));
    setAccessibleDescription(values.join(QStringLiteral("; ")));
    if (isOther)
        clearChosen();
    update();
}

void HistogramView::setDurationText(std::function<QString(std::int64_t)> text, std::int64_t stepNs)
{
    m_text = std::move(text);
    m_stepNs = std::max<std::int64_t>(1, stepNs);
    update();
}

QString HistogramView::textOf(std::size_t at) const
{
    const stats::HistogramBar& bar = m_bars[at];
    const QString text = tr("%1 from %2 to %3")
                             .arg(countedText(bar.count, "slice", "slices"), m_text(bar.range.startNs),
                                  m_text(bar.range.endNs));
    return m_line.empty() ? text : tr("%1, of A %2").arg(text, fromUtf8(grouped(m_line[at])));
}

std::optional<TimeRange> HistogramView::chosen() const
{
    if (m_from < 0)
        return {};
    const auto [first, last] = std::minmax(m_from, m_to);
    return TimeRange {m_bars[std::size_t(first)].range.startNs, m_bars[std::size_t(last)].range.endNs};
}

std::uint64_t HistogramView::chosenCount() const
{
    std::uint64_t count = 0;
    for (int i = std::min(m_from, m_to); m_from >= 0 && i <= std::max(m_from, m_to); ++i)
        count += m_bars[std::size_t(i)].count;
    return count;
}

QString HistogramView::chosenWords() const
{
    const auto range = chosen();
    if (!range)
        return {};
    return m_from == m_to ? textOf(std::size_t(m_from))
                          : tr("%1 from %2 to %3")
                                .arg(countedText(chosenCount(), "slice", "slices"), m_text(range->startNs),
                                     m_text(range->endNs));
}

void HistogramView::choose(int from, int to)
{
    if (from == m_from && to == m_to)
        return;
    m_from = from;
    m_to = to;
    m_speech->tell();
    update();
    emit chosenChanged();
}

// --- places

QSize HistogramView::minimumSizeHint() const
{
    constexpr int kLeastLines = 4; // the numbers above and below, and bars as high
    return {120, kLeastLines * fontMetrics().height()};
}

QRect HistogramView::plot() const
{
    const int line = fontMetrics().height();
    const int percent = fontMetrics().horizontalAdvance(QStringLiteral("100 %")) + 8;
    const int above = m_line.empty() ? line + 4 : 2 * line + 4; // of two sides, which is which
    return rect().adjusted(percent, above, -8, -line - 6);
}

qreal HistogramView::left(qreal bar) const
{
    const QRect area = plot();
    const qreal width =
        std::min<qreal>(kMostBarWidth, qreal(area.width()) / qreal(std::max<std::size_t>(1, m_bars.size())));
    return area.left() + width * bar;
}

int HistogramView::barAt(int x) const
{
    const qreal width = left(1) - left(0);
    const int bar = width > 0 ? int(std::floor((x - left(0)) / width)) : 0;
    return std::clamp(bar, 0, int(m_bars.size()) - 1);
}

// Within its bar by its share of the bar's durations.
qreal HistogramView::place(std::int64_t ns) const
{
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const TimeRange& range = m_bars[i].range;
        if (ns < range.endNs || i + 1 == m_bars.size()) {
            const double length = std::max(1.0, double(range.lengthNs()));
            return left(qreal(i) + std::clamp(double(ns - range.startNs) / length, 0.0, 1.0));
        }
    }
    return left(0);
}

// --- painting and events

void HistogramView::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    painter.fillRect(rect(), theme.base);
    if (hasFocus())
        paintFocusOutline(painter, *this, rect());
    if (m_bars.empty())
        return;
    const QRect area = plot();
    std::uint64_t all = 0, highest = 0;
    for (const stats::HistogramBar& bar : m_bars) {
        all += bar.count;
        highest = std::max(highest, bar.count);
    }
    const std::uint64_t allOfLine = sumOf(m_line);
    const double most = std::max(shareOf(highest, all),
                                 m_line.empty() ? 0 : shareOf(*std::ranges::max_element(m_line), allOfLine));
    if (m_from >= 0) {
        const auto [first, last] = std::minmax(m_from, m_to);
        const QRectF band(QPointF(left(first), area.top()), QPointF(left(last + 1), area.bottom()));
        painter.fillRect(band, theme.rangeFill);
        painter.setPen(theme.rangeEdge);
        painter.drawLine(band.topLeft(), band.bottomLeft());
        painter.drawLine(band.topRight(), band.bottomRight());
    }
    painter.fillRect(area.left(), area.bottom(), area.width(), 1, theme.hairline);
    // A share at the top and at half the height.
    painter.setPen(theme.text2);
    const int line = fontMetrics().height();
    for (const int part : {1, 2}) {
        if (part == 2 && area.height() < 2 * line) // no room for both
            break;
        const int y = area.bottom() - area.height() / part;
        painter.fillRect(area.left(), y, area.width(), 1, theme.faint);
        const double percent = 100.0 * most / part;
        const QString share = tr("%1 %").arg(percent, 0, 'g', percent < 99.5 ? 2 : 3);
        painter.drawText(QRect(0, y - line / 2, area.left() - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                         share);
    }
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        if (m_bars[i].count == 0)
            continue;
        const int x = int(std::lround(left(qreal(i)))), right = int(std::lround(left(qreal(i) + 1)));
        const int height =
            std::max(1, int(std::lround(area.height() * shareOf(m_bars[i].count, all) / most)));
        painter.fillRect(x, area.bottom() - height, std::max(1, right - x - 1), height, m_color);
    }
    paintLine(painter, most);
    paintAxis(painter);
    paintMarks(painter);
    if (!m_line.empty())
        paintSides(painter);
}

void HistogramView::paintAxis(QPainter& painter) const
{
    const QRect area = plot();
    painter.setPen(Theme::of(this).text2);
    Taken taken;
    for (const std::int64_t ns : roundDurations()) {
        const QString text = withoutZeros(m_text(ns));
        const int x = int(place(ns)), width = fontMetrics().horizontalAdvance(text);
        if (x + width > this->width() || !taken.take(x, x + width + kTickGap))
            continue;
        painter.fillRect(x, area.bottom(), 1, 4, Theme::of(this).text2);
        painter.drawText(x + 2, area.bottom() + 3 + fontMetrics().ascent(), text);
    }
}

// What is selected is told in any case.
void HistogramView::paintMarks(QPainter& painter) const
{
    const Theme& theme = Theme::of(this);
    const QRect area = plot();
    Taken taken;
    for (const bool isSelected : {true, false}) {
        for (const Mark& mark : m_marks) {
            if (mark.isSelected != isSelected)
                continue;
            const int x = int(place(mark.ns));
            painter.setPen(isSelected ? QPen(theme.flow, 2) : QPen(theme.text2, 1, Qt::DashLine));
            painter.drawLine(x, area.top() - 2, x, area.bottom());
            painter.setPen(isSelected ? theme.text : theme.text2);
            const int width = fontMetrics().horizontalAdvance(mark.text);
            const int at = std::clamp(x - width / 2, 0, std::max(0, this->width() - width));
            if (taken.take(at, at + width + kMarkGap))
                painter.drawText(at, area.top() - 5, mark.text);
        }
    }
}

// Which of both is which.
void HistogramView::paintSides(QPainter& painter) const
{
    const QFontMetrics metrics = fontMetrics();
    const QString a = tr("A"), b = tr("B");
    const int line = metrics.height(), swatch = line / 2, gap = 4;
    const auto widthOf = [&](const QString& name) { return swatch + gap + metrics.horizontalAdvance(name); };
    int x = plot().right() - widthOf(a) - 3 * gap - widthOf(b);
    const int y = rect().top() + 1, middle = y + line / 2;
    for (const auto& [name, isLine] : {std::pair(a, true), {b, false}}) {
        const int height = isLine ? kStepLineWidth : swatch;
        painter.fillRect(x, middle - height / 2, swatch, height, isLine ? Theme::of(this).counter : m_color);
        painter.setPen(Theme::of(this).text2);
        painter.drawText(x + swatch + gap, y + metrics.ascent(), name);
        x += widthOf(name) + 3 * gap;
    }
}

std::vector<std::int64_t> HistogramView::roundDurations() const
{
    std::vector<std::int64_t> first, then;
    if (m_bars.empty())
        return first;
    const std::int64_t from = m_bars.front().range.startNs / m_stepNs,
                       to = m_bars.back().range.endNs / m_stepNs;
    const auto add = [&](std::vector<std::int64_t>& into, std::int64_t count) {
        if (count >= from && count <= to)
            into.push_back(count * m_stepNs);
    };
    add(first, 0);
    for (std::int64_t decade = 1; decade <= to; decade *= 10) {
        add(first, decade);
        add(then, 2 * decade);
        add(then, 5 * decade);
        if (decade > to / 10)
            break;
    }
    if (first.size() + then.size() < kFewTicks) {
        first.clear();
        then.clear();
        const std::int64_t step =
            rulerStep(std::max<std::int64_t>(1, (to - from) / std::int64_t(kFewTicks)), RulerScale::bytes);
        for (std::int64_t count = from / step * step; count <= to; count += step)
            add(first, count);
    }
    first.insert(first.end(), then.begin(), then.end());
    return first;
}

// Steps over the bars, from the ground and back to it.
void HistogramView::paintLine(QPainter& painter, double most) const
{
    const std::uint64_t all = sumOf(m_line);
    if (all == 0)
        return;
    const QRect area = plot();
    QPolygonF steps {QPointF(left(0), area.bottom())};
    for (std::size_t bar = 0; bar < m_line.size(); ++bar) {
        const qreal y = area.bottom() - area.height() * shareOf(m_line[bar], all) / most;
        steps << QPointF(left(qreal(bar)), y) << QPointF(left(qreal(bar) + 1), y);
    }
    steps << QPointF(left(qreal(m_line.size())), area.bottom());
    painter.setPen(QPen(Theme::of(this).counter, kStepLineWidth));
    painter.drawPolyline(steps);
}

void HistogramView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_bars.empty())
        return;
    const int bar = barAt(int(event->position().x()));
    choose(event->modifiers().testFlag(Qt::ShiftModifier) && m_from >= 0 ? m_from : bar, bar);
}

void HistogramView::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton) && m_from >= 0)
        choose(m_from, barAt(int(event->position().x())));
}

void HistogramView::keyPressEvent(QKeyEvent* event)
{
    const int last = int(m_bars.size()) - 1;
    const bool grows = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto go = [&](int to) {
        to = std::clamp(to, 0, last);
        choose(grows && m_from >= 0 ? m_from : to, to);
    };
    if (m_bars.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left: go(m_from < 0 ? 0 : m_to - 1); break;
    case Qt::Key_Right: go(m_from < 0 ? 0 : m_to + 1); break;
    case Qt::Key_Home: go(0); break;
    case Qt::Key_End: go(last); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_from >= 0)
            emit entered(event->modifiers().testFlag(Qt::ControlModifier));
        break;
    case Qt::Key_Escape:
        if (m_from >= 0) {
            clearChosen();
            break;
        }
        [[fallthrough]];
    default: QWidget::keyPressEvent(event);
    }
}

bool HistogramView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    if (!m_bars.empty() && plot().contains(help->pos()) && help->pos().x() < left(qreal(m_bars.size())))
        showTip(help->globalPos(), textOf(std::size_t(barAt(help->pos().x()))), this);
    return true;
}

void HistogramView::giveTable(const Done& done)
{
    CopiedTable table;
    table.add({QStringLiteral("from_ns"), QStringLiteral("to_ns"), QStringLiteral("count")});
    for (const stats::HistogramBar& bar : m_bars)
        table.add({QString::number(bar.range.startNs), QString::number(bar.range.endNs),
                   QString::number(bar.count)});
    done(std::move(table));
}

void HistogramView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* const menu = passingMenu(this);
    addCopyMenu(menu, this);
    menu->popup(event->globalPos());
}

}
