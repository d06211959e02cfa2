#include "widgets/models/damage_map.h"

#include "core/base/text.h"
#include "widgets/common/accessible.h"
#include "widgets/common/core_text.h"
#include "widgets/common/line_height.h"
#include "widgets/common/plain_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace traceglass {

namespace {

constexpr int kSide = 14; // left and right of the cells
constexpr int kTop = 24;  // of the cells, with the usual font
constexpr int kHeight = 22;

using DamageCell = ask::Damage::Cell;

bool isDamage(const DamageCell& cell)
{
    return cell.state == Block::State::suspect || cell.state == Block::State::lost;
}

Severity severityOf(const DamageCell& cell) // of a damaged one
{
    return cell.state == Block::State::lost ? Severity::error : cell.worst.value_or(Severity::warning);
}

QString stateText(const DamageCell& cell)
{
    switch (cell.state) {
    case Block::State::suspect: return DamageMap::tr("with problems");
    case Block::State::lost: return DamageMap::tr("lost: nothing can be read there");
    case Block::State::unread: return DamageMap::tr("not looked at yet");
    case Block::State::good: break;
    }
    return cell.worst ? DamageMap::tr("with a hint") : DamageMap::tr("no problem known");
}

}

DamageMap::DamageMap(QWidget* parent)
    : QWidget(parent)
{
    setLayoutDirection(Qt::LeftToRight); // in every language, as files are drawn
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    new Speech(this, QAccessible::Graphic);
    setAccessibleName(tr("Damage map"));
    followFont(this, [this] { m_top = grown(kTop, this); });
}

void DamageMap::setDamage(ask::Damage::Answer damage)
{
    m_damage = std::move(damage);
    setAccessibleDescription(summary());
    findCurrent();
}

std::size_t DamageMap::damagedCount() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_damage.cells, isDamage));
}

QString DamageMap::summary() const
{
    if (cellCount() == 0)
        return {};
    std::uint64_t bad = 0, unread = 0, outside = 0; // of them: headers, indexes, bytes between
    for (const DamageCell& cell : m_damage.cells) {
        if (isDamage(cell) && !cell.isMain)
            ++outside;
        else if (isDamage(cell))
            ++bad;
        else if (cell.isMain && cell.state == Block::State::unread)
            ++unread;
    }
    const std::uint64_t all = m_damage.count;
    QString text = countedText(all, m_damage.one, m_damage.many);
    if (m_damage.isJoined)
        text += tr(", problems in %1 of %2 stretches").arg(damagedCount()).arg(cellCount());
    else if (bad == 0 && outside > 0) // what is red is told below, and is none of these
        text += tr(", %1 good").arg(fromUtf8(grouped(all - unread)));
    else
        text += tr(", %1 good, %2 with problems")
                    .arg(fromUtf8(grouped(all - bad - unread)), fromUtf8(grouped(bad)));
    if (unread > 0)
        text += tr(", %1 not looked at").arg(fromUtf8(grouped(unread)));
    if (outside > 0 && !m_damage.isJoined)
        text += tr(" · outside of them %1")
                    .arg(countedText(outside, "block with problems", "blocks with problems"));
    return text;
}

bool DamageMap::mayLearn() const
{
    return !m_damage.isJoined && std::ranges::any_of(m_damage.cells, [](const DamageCell& cell) {
        return cell.state == Block::State::unread;
    });
}

void DamageMap::setCurrent(std::vector<ByteRange> places)
{
    m_places = std::move(places);
    findCurrent();
}

void DamageMap::findCurrent()
{
    m_current.reset();
    for (const ByteRange& place : m_places) {
        if ((m_current = m_damage.find(place.source, place.offset)))
            break;
    }
    update();
}

QSize DamageMap::sizeHint() const
{
    return {400, m_top + kHeight + fontMetrics().height() + 4};
}

QRect DamageMap::cellRect(std::size_t cell) const
{
    const auto count = static_cast<double>(std::max<std::size_t>(1, cellCount()));
    const double step = (width() - 2 * kSide) / count;
    const int left = kSide + static_cast<int>(static_cast<double>(cell) * step);
    const int right = kSide + static_cast<int>(static_cast<double>(cell + 1) * step);
    return {left, m_top, std::max(1, right - left - (step >= 4 ? 1 : 0)), kHeight};
}

std::optional<std::size_t> DamageMap::cellAt(const QPoint& position) const
{
    if (cellCount() == 0 || position.y() < m_top || position.y() >= m_top + kHeight || position.x() < kSide
        || position.x() >= width() - kSide)
        return {};
    const auto pixels = static_cast<std::size_t>(std::max(1, width() - 2 * kSide));
    const std::size_t cell = static_cast<std::size_t>(position.x() - kSide) * cellCount() / pixels;
    // Several cells may share a pixel: the damaged one is what was meant.
    const std::size_t reach = cellCount() / pixels + 1;
    for (std::size_t i = cell; i < std::min(cellCount(), cell + reach); ++i)
        if (isDamage(m_damage.cells[i]))
            return i;
    return std::min(cell, cellCount() - 1);
}

void DamageMap::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    const QFont bold = boldFont(font()), small = smallerFont(font(), 1);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QRect head(kSide, 0, width() - 2 * kSide, m_top - 4);
    painter.drawText(head, Qt::AlignVCenter | Qt::AlignLeft, tr("Damage map"));
    const int titleEnd = QFontMetrics(bold).horizontalAdvance(tr("Damage map")) + 14;
    painter.setFont(small);
    painter.setPen(theme.text2);
    painter.drawText(head.adjusted(titleEnd, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(small).elidedText(summary(), Qt::ElideRight, head.width() - titleEnd));
    paintCells(painter);
    paintNumbers(painter);
}

void DamageMap::paintCells(QPainter& painter) const
{
    const Theme& theme = Theme::of(this);
    const auto each = [this](auto matches, auto paint) {
        for (std::size_t i = 0; i < cellCount(); ++i) {
            if (matches(m_damage.cells[i]))
                paint(m_damage.cells[i], cellRect(i));
        }
    };
    each([](const DamageCell& cell) { return !isDamage(cell); },
         [&](const DamageCell& cell, const QRect& area) {
             const bool isRead = cell.state != Block::State::unread;
             painter.fillRect(area, QBrush(theme.idle, isRead ? Qt::SolidPattern : Qt::Dense6Pattern));
         });
    // In the order of what must not be hidden where cells share pixels.
    each([](const DamageCell& cell) { return !isDamage(cell) && cell.worst; },
         [&](const DamageCell&, const QRect& area) {
             painter.fillRect(QRect(area.left(), area.bottom() - 2, std::max(2, area.width()), 3),
                              theme.hint);
         });
    for (const Severity severity : {Severity::warning, Severity::error}) {
        each([&](const DamageCell& cell) { return isDamage(cell) && severityOf(cell) == severity; },
             [&](const DamageCell& cell, QRect area) {
                 if (area.width() < 3 || cell.state == Block::State::lost) {
                     area.setWidth(std::max(2, area.width()));
                     if (theme.highContrast && severity == Severity::warning)
                         area.setTop(area.center().y()); // half as high: a shape of its own beside the colour
                     painter.fillRect(area, theme.severity(severity));
                     return;
                 }
                 painter.fillRect(area,
                                  severity == Severity::error ? theme.errorGround : theme.warningGround);
                 painter.fillRect(area,
                                  QBrush(theme.severity(severity),
                                         theme.highContrast && severity == Severity::error
                                             ? Qt::DiagCrossPattern
                                             : Qt::BDiagPattern));
             });
    }
    if (m_current) {
        painter.setPen(QPen(theme.flow, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cellRect(*m_current).adjusted(0, 0, 0, -1));
    }
}

// Names below: as few as are readable, and the current one.
void DamageMap::paintNumbers(QPainter& painter) const
{
    const Theme& theme = Theme::of(this);
    const int y = m_top + kHeight + 1, height = this->height() - y;
    QRect current;
    if (m_current) {
        const QFont bold = boldFont(font());
        const QString name = QFontMetrics(bold).elidedText(fromUtf8(m_damage.cells[*m_current].label),
                                                           Qt::ElideMiddle, width() - 2 * kSide);
        const int wide = QFontMetrics(bold).horizontalAdvance(name) + 2;
        current = {std::clamp(cellRect(*m_current).left(), kSide, std::max(kSide, width() - kSide - wide)), y,
                   wide, height};
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(current, Qt::AlignLeft | Qt::AlignTop, name);
    }
    const QFont small = smallerFont(font(), 1);
    const QFontMetrics metrics(small);
    painter.setFont(small);
    painter.setPen(theme.text2);
    constexpr int kBetween = 16;
    int free = kSide;
    for (std::size_t i = 0; i < cellCount(); ++i) {
        const int left = cellRect(i).left();
        if (left < free)
            continue;
        const QString name = fromUtf8(m_damage.cells[i].label);
        const QRect place(left, y, metrics.horizontalAdvance(name), height);
        if (place.right() > width() - kSide || place.adjusted(-kBetween, 0, kBetween, 0).intersects(current))
            continue;
        painter.drawText(place, Qt::AlignLeft | Qt::AlignTop, name);
        free = place.right() + kBetween;
    }
}

void DamageMap::mousePressEvent(QMouseEvent* event)
{
    const auto at = cellAt(event->pos());
    if (!at)
        return;
    const DamageCell& cell = m_damage.cells[*at];
    if (cell.node)
        emit nodeChosen(*cell.node);
    else
        emit bytesChosen(cell.range);
}

bool DamageMap::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString text;
    if (const auto at = cellAt(help->pos())) {
        const DamageCell& cell = m_damage.cells[*at];
        text = fromUtf8(cell.label) + tr(" · %1").arg(countedText(cell.bytes, "byte", "bytes"))
            + QLatin1Char('\n') + stateText(cell);
    }
    showTip(help->globalPos(), text, this);
    return true;
}

}
