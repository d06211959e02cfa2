#include "widgets/hex/hex_layout.h"

#include <algorithm>
#include <limits>

namespace traceglass {

HexLayout::HexLayout(std::uint64_t size, int charWidth, int rowHeight)
    : m_size(size)
    , m_rowHeight(rowHeight)
    , m_digits(size > std::uint64_t(1) << 32 ? 16 : 8)
    , m_cell(2 * charWidth + 11)
    , m_textCell(charWidth + 1)
    , m_hexLeft(offsetLeft() + m_digits * charWidth + 19)
    , m_textLeft(m_hexLeft + kBytes * m_cell + kHalfGap + 34)
{
}

std::optional<HexLayout::ByteUnder> HexLayout::hit(int x, int y, std::uint64_t topRow, bool clamp) const
{
    if (m_size == 0)
        return {};
    const bool inText = x >= m_textLeft - 17;
    if (!clamp && (x < m_hexLeft || y < 0 || x >= width()))
        return {};
    std::uint64_t row = topRow;
    if (y < 0) {
        const auto up = static_cast<std::uint64_t>((-y + m_rowHeight - 1) / m_rowHeight);
        row = topRow > up ? topRow - up : 0;
    } else {
        row = topRow + static_cast<std::uint64_t>(y / m_rowHeight);
    }
    if (row >= rowCount())
        return clamp ? std::optional(ByteUnder {m_size - 1, inText}) : std::nullopt;
    int column = 0;
    if (inText)
        column = (x - m_textLeft) / m_textCell;
    else if (x >= hexX(8) - kHalfGap / 2)
        column = 8 + std::max(0, x - hexX(8)) / m_cell;
    else
        column = std::min(7, std::max(0, x - m_hexLeft) / m_cell);
    column = std::clamp(column, 0, kBytes - 1);
    const std::uint64_t offset = row * kBytes + static_cast<std::uint64_t>(column);
    return ByteUnder {std::min(offset, m_size - 1), inText};
}

std::uint64_t HexLayout::lastTop(std::uint64_t rowsShown) const
{
    return rowCount() > rowsShown ? rowCount() - rowsShown : 0;
}

int HexLayout::scrollMaximum(std::uint64_t rowsShown) const
{
    return static_cast<int>(std::min<std::uint64_t>(lastTop(rowsShown), std::numeric_limits<int>::max() / 2));
}

std::uint64_t HexLayout::rowOfScroll(int value, std::uint64_t rowsShown) const
{
    const std::uint64_t last = lastTop(rowsShown);
    const auto maximum = static_cast<std::uint64_t>(scrollMaximum(rowsShown));
    const auto at = static_cast<std::uint64_t>(std::max(0, value));
    if (maximum == last)
        return std::min(at, last);
    // value / maximum of `last` without a product beyond 64 bits
    return std::min(last, last / maximum * at + last % maximum * at / maximum);
}

int HexLayout::scrollOfRow(std::uint64_t row, std::uint64_t rowsShown) const
{
    const std::uint64_t last = lastTop(rowsShown);
    const auto maximum = static_cast<std::uint64_t>(scrollMaximum(rowsShown));
    if (maximum == last)
        return static_cast<int>(std::min(row, last));
    return static_cast<int>(std::min(maximum, row / (last / maximum)));
}

}
