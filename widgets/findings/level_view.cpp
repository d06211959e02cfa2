#include "widgets/findings/level_view.h"

#include "core/base/time_text.h"
#include "widgets/common/core_text.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QHelpEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace traceglass {

namespace {

constexpr int kLinesOfBars = 3; // of text, how high they are
constexpr int kLevelGap = 4;

QString valueText(double value)
{
    return QString::number(value, 'f', value < 100 ? 1 : 0);
}

}

LevelView::LevelView(QWidget* parent)
    : QWidget(parent)
{
    setLayoutDirection(Qt::LeftToRight); // in every language
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void LevelView::show(const FindingLevel& level, const DocumentSession& session)
{
    m_level = level;
    m_session = &session;
    setVisible(!level.values.empty());
    if (level.values.empty())
        return;
    m_title =
        tr("%1, mean of %2")
            .arg(coreText(level.title), fromUtf8(shortDurationText(level.stepNs, session.timeFormat().unit)));
    setAccessibleName(m_title);
    setAccessibleDescription(
        tr("%1 at most, listed from %2 on").arg(valueText(most()), valueText(level.limit)));
    update();
}

QSize LevelView::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30,
            fontMetrics().height() * (kLinesOfBars + 1) + 3 * kLevelGap};
}

QRect LevelView::plot() const
{
    return rect().adjusted(0, fontMetrics().height() + 2 * kLevelGap, 0, -kLevelGap);
}

double LevelView::most() const
{
    return std::max(m_level.limit, *std::ranges::max_element(m_level.values));
}

int LevelView::top(double value) const
{
    return plot().bottom() + 1 - int(std::lround(plot().height() * value / most()));
}

QString LevelView::tipAt(int x) const
{
    const auto count = std::int64_t(m_level.values.size());
    if (count == 0 || x < 0 || x >= width())
        return {};
    const std::int64_t at = x * count / std::max(1, width());
    const std::int64_t each = m_level.time.lengthNs() / count;
    return tr("%1: %2").arg(m_session->momentText(m_level.time.startNs + at * each),
                            valueText(m_level.values[std::size_t(at)]));
}

bool LevelView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    showTip(help->globalPos(), tipAt(help->pos().x()), this);
    return true;
}

void LevelView::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    const QRect area = plot();
    const QString most = valueText(this->most()), limit = tr("listed from %1").arg(valueText(m_level.limit));
    const QRect head(0, kLevelGap, width(), fontMetrics().height());
    const int right = fontMetrics().horizontalAdvance(most) + kLevelGap;
    painter.setPen(theme.text2);
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, most);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_title, Qt::ElideRight, width() - right));
    painter.fillRect(area, theme.alternate);
    const auto count = int(m_level.values.size());
    for (int x = 0; x < width(); ++x) { // the highest of those that share a pixel
        const int from = int(std::int64_t(x) * count / width());
        const int to = std::max(from + 1, int(std::int64_t(x + 1) * count / width()));
        const double value =
            *std::max_element(m_level.values.begin() + from, m_level.values.begin() + std::min(to, count));
        const int y = top(value);
        if (value > 0)
            painter.fillRect(x, std::min(y, area.bottom()), 1, std::max(1, area.bottom() + 1 - y),
                             value >= m_level.limit ? theme.scheduled : theme.text3);
    }
    painter.setPen(QPen(theme.error, 1, Qt::DashLine));
    const int y = std::min(top(m_level.limit), area.bottom());
    painter.drawLine(0, y, width(), y);
    const int width = fontMetrics().horizontalAdvance(limit) + 2 * kLevelGap;
    const bool isAbove = y - fontMetrics().height() >= area.top();
    const QRect label(0, isAbove ? y - fontMetrics().height() : y + 1, width, fontMetrics().height());
    QColor ground = theme.alternate;
    ground.setAlpha(200);
    painter.fillRect(label, ground);
    painter.setPen(theme.error);
    painter.drawText(label, Qt::AlignCenter, limit);
    painter.fillRect(0, area.bottom() + 1, this->width(), 1, theme.hairline);
}

}
