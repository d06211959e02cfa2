// How HexView paints: the head, and for each row the grounds first, then the bytes over them.
#include "widgets/common/focus_outline.h"
#include "widgets/common/hatch.h"
#include "widgets/common/theme.h"
#include "widgets/common/utf8.h"
#include "widgets/hex/hex_view.h"
#include "widgets/notes/note_colors.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace traceglass {

void HexView::findPageDamage()
{
    const ByteRange range = shown();
    m_pageDamage.clear();
    for (const DamagedBytes& damage : m_damage)
        if (damage.offset < range.end()
            && (damage.offset >= range.offset || range.offset - damage.offset < damage.length))
            m_pageDamage.push_back(damage);
}

std::optional<Severity> HexView::damageAt(std::uint64_t offset) const
{
    std::optional<Severity> found;
    for (const DamagedBytes& damage : m_pageDamage)
        if (offset >= damage.offset && offset - damage.offset < damage.length
            && (!found || damage.severity > *found))
            found = damage.severity;
    return found;
}

void HexView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setLayoutDirection(layoutDirection());
    paintContent(painter);
    painter.resetTransform();
    if (hasFocus())
        paintFocusOutline(painter, *viewport(), viewport()->rect());
}

void HexView::paintContent(QPainter& painter)
{
    const Theme& theme = Theme::of(this);
    painter.fillRect(viewport()->rect(), theme.base);
    const auto sentence = [&](const QString& text) {
        painter.setPen(theme.text2);
        painter.setFont(font());
        painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
    };
    if (!m_isOpen || m_layout.size() == 0) {
        sentence(!m_isOpen              ? m_emptyText
                     : m_name.isEmpty() ? tr("There are no bytes.")
                                        : tr("%1 is empty.").arg(m_name));
        return;
    }
    painter.translate(-horizontalScrollBar()->value(), 0);
    paintHead(painter, theme);
    if (m_decoding) {
        painter.translate(horizontalScrollBar()->value(), headHeight());
        sentence(tr("decoding …"));
        return;
    }
    const ByteRange range = shown();
    const qreal ratio = devicePixelRatioF();
    const int height = m_layout.rowHeight();
    const auto prepare = [&](std::optional<ByteAtlas>& ink, const QColor& color) {
        if (!ink || !ink->is(m_font, color, ratio, height))
            ink.emplace(m_font, color, ratio, height);
    };
    prepare(m_plainInk, theme.text);
    prepare(m_quietInk, theme.text2);
    prepare(m_litInk, theme.highlightedText);
    const auto* bytes = reinterpret_cast<const unsigned char*>(m_page.data());
    const std::uint64_t rows = (range.length + HexLayout::kBytes - 1) / HexLayout::kBytes;
    for (std::uint64_t i = 0; i < rows; ++i) {
        const std::uint64_t offset = range.offset + i * HexLayout::kBytes;
        const std::uint64_t at = offset - m_wanted.offset;
        if (offset < m_wanted.offset || at >= m_page.size())
            continue; // not there yet
        const auto count = static_cast<int>(std::min<std::uint64_t>(HexLayout::kBytes, m_page.size() - at));
        paintRow(painter, theme, {offset, count, bytes + at}, headHeight() + static_cast<int>(i) * height);
    }
    const std::uint64_t end = m_wanted.offset + m_page.size();
    if (end < range.end() && range.offset >= m_wanted.offset && range.end() <= m_wanted.end()) {
        const std::uint64_t left = end > range.offset ? end - range.offset : 0;
        const int y = headHeight() + static_cast<int>((left + 15) / 16) * m_layout.rowHeight();
        painter.setPen(theme.text2);
        painter.drawText(m_layout.hexLeft(), y, 600, m_layout.rowHeight(), Qt::AlignVCenter,
                         tr("The bytes from here on cannot be read."));
    }
}

void HexView::paintHead(QPainter& painter, const Theme& theme)
{
    const QFont small = smallerFont(font(), 1);
    painter.setFont(small);
    painter.setPen(theme.text2);
    const int height = headHeight();
    painter.drawText(m_layout.offsetLeft(), 0, 100, height, Qt::AlignVCenter, tr("offset"));
    painter.drawText(m_layout.textLeft(), 0, 100, height, Qt::AlignVCenter, tr("text"));
    painter.setFont(m_font);
    for (int i = 0; i < HexLayout::kBytes; ++i)
        painter.drawText(m_layout.hexX(i), 0, m_layout.cellWidth(), height, Qt::AlignCenter,
                         QString::number(i, 16));
}

void HexView::paintSpan(QPainter& painter, const QBrush& brush, int first, int last, int y, bool gapRight)
{
    const int height = m_layout.rowHeight() - 2, gap = gapRight ? 1 : 0;
    const int hexEnd = m_layout.hexX(last) + m_layout.cellWidth() - gap;
    const int textEnd = m_layout.textX(last) + m_layout.textCellWidth() - gap;
    painter.fillRect(m_layout.hexX(first), y + 1, hexEnd - m_layout.hexX(first), height, brush);
    painter.fillRect(m_layout.textX(first), y + 1, textEnd - m_layout.textX(first), height, brush);
}

void HexView::paintGrounds(QPainter& painter, const Theme& theme, const RowBytes& row, int y)
{
    const auto groundAt = [&](int i) {
        const std::uint64_t at = row.offset + static_cast<std::uint64_t>(i);
        return std::pair(ownerOf(at), damageAt(at));
    };
    // Runs of one owner and one state of damage.
    auto ground = groundAt(0);
    for (int first = 0, end = 1; first < row.count; ++end) {
        const bool last = end == row.count;
        const auto next = last ? ground : groundAt(end);
        if (!last && next == ground)
            continue;
        const auto [owner, damage] = ground;
        const bool ends = next.first != owner;
        if (damage && *damage != Severity::info) {
            const Hatch hatch = *damage == Severity::error ? Hatch::lost : Hatch::failed;
            paintSpan(painter, hatchBrush(hatch, theme, devicePixelRatioF()), first, end - 1, y, ends);
        } else if (owner >= 0) {
            const Tint tint = m_records[static_cast<std::size_t>(owner)].tint;
            if (tint != Tint::none)
                paintSpan(painter, theme.tint(tint), first, end - 1, y, ends);
        }
        first = end;
        ground = next;
    }
}

void HexView::paintNotes(QPainter& painter, const Theme& theme, const RowBytes& row, int y)
{
    const auto rowFirst = static_cast<std::int64_t>(row.offset), rowLast = rowFirst + row.count - 1;
    for (const NoteTime& note : m_notePlaces.shown({rowFirst, rowLast}, 1)) {
        const auto first = static_cast<int>(std::max(note.time.startNs, rowFirst) - rowFirst);
        const auto last = static_cast<int>(std::min(note.time.endNs, rowLast) - rowFirst);
        const int left = m_layout.hexX(first) + 1;
        const int right = m_layout.hexX(last) + m_layout.cellWidth();
        painter.fillRect(QRect(left, y + m_layout.rowHeight() - 3, right - 2 - left, 2),
                         noteColor(theme, m_notes[note.index].color));
    }
}

void HexView::paintRow(QPainter& painter, const Theme& theme, const RowBytes& row, int y)
{
    const int height = m_layout.rowHeight();
    painter.setFont(m_font);
    painter.setPen(theme.text2);
    painter.drawText(
        m_layout.offsetLeft(), y, m_layout.hexLeft() - m_layout.offsetLeft(), height, Qt::AlignVCenter,
        QString::number(row.offset, 16).rightJustified(m_layout.offsetDigits(), QLatin1Char('0')));
    paintGrounds(painter, theme, row, y);

    const ByteRange lit = hasMark() ? m_mark : m_light;
    const std::uint64_t rowEnd = row.offset + static_cast<std::uint64_t>(row.count);
    const std::uint64_t from = std::max(lit.offset, row.offset), to = std::min(lit.end(), rowEnd);
    if (from < to) {
        paintSpan(painter, theme.highlight, static_cast<int>(from - row.offset),
                  static_cast<int>(to - row.offset) - 1, y, false);
        if (!hasMark()) {
            for (const std::uint64_t start : m_fieldStarts) {
                if (start <= from || start >= to)
                    continue;
                const int column = static_cast<int>(start - row.offset);
                painter.fillRect(m_layout.hexX(column) - (column == 8 ? HexLayout::kHalfGap / 2 : 0), y + 4,
                                 1, height - 8, theme.highlightedText);
            }
        }
    }

    const int inset = (m_layout.cellWidth() - m_layout.hexWidth()) / 2;
    for (int i = 0; i < row.count; ++i) {
        const unsigned char value = row.bytes[i];
        const bool selected = lit.contains(m_sourceId, row.offset + static_cast<std::uint64_t>(i));
        (selected         ? m_litInk
             : value == 0 ? m_quietInk
                          : m_plainInk)
            ->drawHex(painter, m_layout.hexX(i) + inset, y, value);
        (selected                           ? m_litInk
             : ByteAtlas::shown(value) == 0 ? m_quietInk
                                            : m_plainInk)
            ->drawText(painter, m_layout.textX(i), y, value);
    }

    paintNotes(painter, theme, row, y);
    if (m_caret >= row.offset && m_caret < rowEnd) {
        const int column = static_cast<int>(m_caret - row.offset);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.flow, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(m_layout.hexX(column) + 1, y + 2, m_layout.cellWidth() - 3, height - 4);
        painter.setPen(QPen(theme.flow, 1));
        painter.drawRect(m_layout.textX(column), y + 1, m_layout.textCellWidth() - 1, height - 3);
    }
}

}
