#include "widgets/hex/file_map.h"

#include "widgets/common/accessible.h"
#include "widgets/common/hatch.h"
#include "widgets/common/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace traceglass {

FileMap::FileMap(QWidget* parent)
    : QWidget(parent)
{
    setFixedWidth(14 + 8); // with 4 px of air on both sides
    setCursor(Qt::PointingHandCursor);
    new Speech(this, QAccessible::Graphic);
    setAccessibleName(tr("Map of the file"));
    setToolTip(
        tr("The whole file: what is shown, what is selected, damage and search results. Click to go there."));
}

void FileMap::addDamage(std::span<const DamagedBytes> more)
{
    m_damage.insert(m_damage.end(), more.begin(), more.end());
    update();
}

int FileMap::yOf(std::uint64_t offset) const
{
    if (m_size == 0)
        return 0;
    return static_cast<int>(static_cast<double>(offset) / static_cast<double>(m_size) * height());
}

void FileMap::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    if (m_size == 0)
        return;
    const int left = 4, width = 14;
    painter.fillRect(left, 0, width, height(), theme.tint(Tint::taskEnd));
    const auto part = [&](std::uint64_t from, std::uint64_t to, int least) {
        const int top = std::min(yOf(from), height() - least);
        return QRect(left, top, width, std::max(least, yOf(to) - top));
    };
    const auto paintDamage = [&](const DamagedBytes& damage) {
        const QRect block = part(damage.offset, damage.offset + damage.length, 2);
        const bool error = damage.severity == Severity::error;
        const bool isHalf = theme.highContrast && !error; // a shape of its own beside the colour
        if (block.height() < 6)
            painter.fillRect(isHalf ? block.adjusted(0, 0, -width / 2, 0) : block,
                             error ? theme.error : theme.warning);
        else
            painter.fillRect(block,
                             hatchBrush(error ? Hatch::lost : Hatch::failed, theme, devicePixelRatioF()));
    };
    for (const Severity severity :
         {Severity::warning, Severity::error}) { // in whatever order they were found
        for (const DamagedBytes& damage : m_damage) {
            if (damage.severity == severity)
                paintDamage(damage);
        }
    }
    int drawn = -1;
    for (const std::uint64_t offset : m_found) {
        const int y = yOf(offset);
        if (y != drawn)
            painter.fillRect(left, y, width, 1, theme.scheduled);
        drawn = y;
    }
    if (m_marked.length > 0)
        painter.fillRect(part(m_marked.offset, m_marked.end(), 2), theme.highlight);
    const QRect window = part(m_shown.offset, m_shown.end(), 6);
    painter.setPen(QPen(theme.highlight, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(-2, 0, 1, -1));
}

void FileMap::choose(int y)
{
    if (m_size == 0 || height() == 0)
        return;
    const double part = std::clamp(static_cast<double>(y) / height(), 0.0, 1.0);
    emit wanted(std::min(m_size - 1, static_cast<std::uint64_t>(part * static_cast<double>(m_size))));
}

void FileMap::mousePressEvent(QMouseEvent* event)
{
    choose(event->pos().y());
}

void FileMap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        choose(event->pos().y());
}

}
