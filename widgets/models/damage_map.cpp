#include "widgets/models/damage_map.h"

#include "core/base/text.h"
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
constexpr int kTop = 24;
constexpr int kHeight = 22;

bool isDamage(const std::optional<Severity>& worst)
{
    return worst && *worst != Severity::info;
}

}

DamageMap::DamageMap(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Damage map"));
}

void DamageMap::setParts(std::shared_ptr<const Document> document, DamageParts parts)
{
    m_document = std::move(document);
    m_parts = std::move(parts);
    m_worst.assign(cellCount(), {});
    m_current.reset();
    update();
}

void DamageMap::setProblems(const std::vector<Diagnostic>& problems)
{
    m_worst.assign(cellCount(), {});
    for (const Diagnostic& problem : problems) {
        if (!m_document)
            break;
        for (const std::size_t cell : m_parts.of(problem, *m_document))
            m_worst[cell] = std::max(m_worst[cell].value_or(problem.severity), problem.severity);
    }
    setAccessibleDescription(summary());
    update();
}

std::size_t DamageMap::damagedCount() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_worst, isDamage));
}

QString DamageMap::summary() const
{
    if (cellCount() == 0)
        return {};
    std::uint64_t bad = 0;
    bool elsewhere = false;
    for (std::size_t cell = 0; cell < cellCount(); ++cell) {
        if (isDamage(m_worst[cell]) && m_parts.isNamed(cell))
            ++bad;
        else if (isDamage(m_worst[cell]))
            elsewhere = true;
    }
    const std::uint64_t all = m_parts.named;
    QString text = fromUtf8(counted(all, m_parts.one, m_parts.many));
    if (m_parts.isMerged())
        return text + tr(", problems in %1 of %2 stretches").arg(damagedCount()).arg(cellCount());
    text += tr(", %1 good, %2 with problems").arg(fromUtf8(grouped(all - bad)), fromUtf8(grouped(bad)));
    return elsewhere ? text + tr(" · also outside of them") : text;
}

void DamageMap::setCurrent(const std::optional<ByteRange>& bytes)
{
    m_current = bytes && m_document ? m_parts.of(*bytes, *m_document) : std::nullopt;
    update();
}

QSize DamageMap::sizeHint() const
{
    return {400, kTop + kHeight + fontMetrics().height() + 4};
}

QRect DamageMap::cellRect(std::size_t cell) const
{
    const auto count = static_cast<double>(std::max<std::size_t>(1, cellCount()));
    const double step = (width() - 2 * kSide) / count;
    const int left = kSide + static_cast<int>(static_cast<double>(cell) * step);
    const int right = kSide + static_cast<int>(static_cast<double>(cell + 1) * step);
    return {left, kTop, std::max(1, right - left - (step >= 4 ? 1 : 0)), kHeight};
}

std::optional<std::size_t> DamageMap::cellAt(const QPoint& position) const
{
    if (cellCount() == 0 || position.y() < kTop || position.y() >= kTop + kHeight || position.x() < kSide
        || position.x() >= width() - kSide)
        return {};
    const auto pixels = static_cast<std::size_t>(std::max(1, width() - 2 * kSide));
    const std::size_t cell = static_cast<std::size_t>(position.x() - kSide) * cellCount() / pixels;
    // Several cells may share a pixel: the damaged one is what was meant.
    const std::size_t reach = cellCount() / pixels + 1;
    for (std::size_t i = cell; i < std::min(cellCount(), cell + reach); ++i)
        if (isDamage(m_worst[i]))
            return i;
    return std::min(cell, cellCount() - 1);
}

void DamageMap::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QRect head(kSide, 0, width() - 2 * kSide, kTop - 4);
    painter.drawText(head, Qt::AlignVCenter | Qt::AlignLeft, tr("Damage map"));
    const int titleEnd = QFontMetrics(bold).horizontalAdvance(tr("Damage map")) + 14;
    const QFont small = smallerFont(font(), 1);
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
    for (std::size_t i = 0; i < cellCount(); ++i)
        if (!isDamage(m_worst[i]))
            painter.fillRect(cellRect(i), theme.idle);
    // In the order of what must not be hidden where cells share pixels.
    for (const Severity severity : {Severity::info, Severity::warning, Severity::error}) {
        for (std::size_t i = 0; i < cellCount(); ++i) {
            if (m_worst[i] != severity)
                continue;
            const QRect cell = cellRect(i);
            if (severity == Severity::info) {
                painter.fillRect(QRect(cell.left(), cell.bottom() - 2, std::max(2, cell.width()), 3),
                                 theme.hint);
            } else if (cell.width() < 3) {
                painter.fillRect(QRect(cell.left(), cell.top(), 2, cell.height()), theme.severity(severity));
            } else {
                painter.fillRect(cell, severity == Severity::error ? theme.errorGround : theme.warningGround);
                painter.fillRect(cell, QBrush(theme.severity(severity), Qt::BDiagPattern));
            }
        }
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
    const int y = kTop + kHeight + 1, height = this->height() - y;
    QFont bold = font();
    bold.setBold(true);
    QRect current;
    if (m_current) {
        const QString name = QFontMetrics(bold).elidedText(fromUtf8(m_parts.cells()[*m_current].name),
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
        const QString name = fromUtf8(m_parts.cells()[i].name);
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
    const DamageParts::Cell& cell = m_parts.cells()[*at];
    if (cell.node)
        emit nodeChosen(*cell.node);
    else
        emit bytesChosen(cell.range);
}

bool DamageMap::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const auto at = cellAt(help->pos());
        QString text;
        if (at) {
            const DamageParts::Cell& cell = m_parts.cells()[*at];
            text = fromUtf8(cell.name) + tr(" · %1").arg(fromUtf8(counted(cell.bytes, "byte", "bytes")));
            text += !m_worst[*at]        ? tr("\nno problem known")
                : isDamage(m_worst[*at]) ? tr("\nwith problems")
                                         : tr("\nwith a hint");
        }
        showTip(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

}
