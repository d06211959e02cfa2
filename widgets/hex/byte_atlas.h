// Pictures of all byte values in one ink, as hex and as text, drawn once per font, colour and device ratio: a
// page of the hex view is then copies of pictures and costs less than a millisecond.
//
//     if (!ink || !ink->is(font, theme.text, ratio, rowHeight))
//         ink.emplace(font, theme.text, ratio, rowHeight);
//     ink->drawHex(painter, x, y, value);
#pragma once

#include <QColor>
#include <QFont>
#include <QPixmap>

class QPainter;

namespace traceglass {

class ByteAtlas
{
public:
    ByteAtlas(const QFont& font, const QColor& ink, qreal ratio, int rowHeight);

    void drawHex(QPainter& painter, int x, int y, unsigned char value) const
    {
        draw(painter, m_hex, x, y, 2 * m_charWidth, value);
    }
    void drawText(QPainter& painter, int x, int y, unsigned char value) const
    {
        draw(painter, m_text, x, y, m_charWidth, value);
    }
    static char shown(unsigned char value); // as text; 0: drawn as a dot
    bool is(const QFont& font, const QColor& ink, qreal ratio, int rowHeight) const;

private:
    void draw(QPainter& painter, const QPixmap& pictures, int x, int y, int width, unsigned char value) const;

    QFont m_font;
    QColor m_ink;
    qreal m_ratio;
    int m_height;
    int m_charWidth;
    QPixmap m_hex; // 16 by 16 pictures
    QPixmap m_text;
};

}
