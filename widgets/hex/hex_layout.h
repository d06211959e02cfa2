// Where a byte is on the screen and which byte is at a point: the geometry of the hex view, without a widget.
//
//     HexLayout layout(source->size(), charWidth, rowHeight);
//     int x = layout.hexX(5);                          // of the sixth byte of a row
//     auto hit = layout.hit(x, y, topRow);             // either column
//
// 16 bytes a row, a gap after eight. Rows are 64 bits wide; a scroll bar has 31, so beyond that it moves in
// steps of several rows (rowOfScroll, scrollOfRow).
#pragma once

#include <cstdint>
#include <optional>

namespace traceglass {

class HexLayout
{
public:
    static constexpr int kBytes = 16;
    static constexpr int kHalfGap = 14; // after eight bytes

    explicit HexLayout(std::uint64_t size = 0, int charWidth = 8, int rowHeight = 18);

    std::uint64_t size() const { return m_size; }
    std::uint64_t rowCount() const { return m_size / kBytes + (m_size % kBytes != 0); }
    int rowHeight() const { return m_rowHeight; }
    int offsetDigits() const { return m_digits; }
    int offsetLeft() const { return 12; }
    int cellWidth() const { return m_cell; }
    int hexWidth() const { return m_cell - 11; } // of the two digits
    int textCellWidth() const { return m_textCell; }
    int hexLeft() const { return m_hexLeft; }
    int textLeft() const { return m_textLeft; }
    int width() const { return m_textLeft + kBytes * m_textCell + 12; }

    // Within a row: x and width of a byte's cell, without the gap.
    int hexX(int column) const { return m_hexLeft + column * m_cell + (column >= 8 ? kHalfGap : 0); }
    int textX(int column) const { return m_textLeft + column * m_textCell; }

    struct ByteUnder
    {
        std::uint64_t offset = 0;
        bool text = false; // in the text column
    };
    // The byte at a point of the viewport whose first row is `topRow`. Points in the gap or beyond a row's
    // end give the nearest byte of the row; points left of the bytes, or below the last row, none unless
    // `clamp`.
    std::optional<ByteUnder> hit(int x, int y, std::uint64_t topRow, bool clamp = false) const;

    std::uint64_t lastTop(std::uint64_t rowsShown) const; // the first row when the end is shown
    int scrollMaximum(std::uint64_t rowsShown) const;
    std::uint64_t rowOfScroll(int value, std::uint64_t rowsShown) const;
    int scrollOfRow(std::uint64_t row, std::uint64_t rowsShown) const;

private:
    std::uint64_t m_size;
    int m_rowHeight;
    int m_digits;
    int m_cell;
    int m_textCell;
    int m_hexLeft;
    int m_textLeft;
};

}
