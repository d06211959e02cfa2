// Pictures of byte values in one ink, as hex and as text, each drawn when it is shown for the first time in a font,
// colour and device ratio: a page of the hex view is then copies of pictures and costs less than a millisecond.
//
//     if (!ink || !ink->is(font, theme.text, ratio, rowHeight))
//         ink.emplace(font, theme.text, ratio, rowHeight);
//     ink->drawHex(painter, x, y, value);
#pragma once

#include <QColor>
#include <QFont>
#include <QPixmap>
#include <array>
#include <bitset>

class QPainter;

namespace traceglass {

class ByteAtlas
{
public:
    ByteAtlas(const QFont& font, const QColor& ink, qreal ratio, int rowHeight);

    void drawHex(QPainter& painter, int x, int y, unsigned char value);
    void drawText(QPainter& painter, int x, int y, unsigned char value);
    static char shown(unsigned char value); // as text; 0: drawn as a dot
    bool is(const QFont& font, const QColor& ink, qreal ratio, int rowHeight) const;

private:
    const QPixmap& picture(char character); // 0: the dot
    QPixmap blank(int width, int height) const;

    QFont m_font;
    QColor m_ink;
    qreal m_ratio;
    int m_height;
    int m_charWidth;
    std::array<QPixmap, 128> m_characters; // null: not drawn yet
    QPixmap m_hex;                         // 16 by 16 pictures
    std::bitset<256> m_hasHex;
};

}
