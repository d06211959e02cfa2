// Pictures of all byte values in one ink, as hex and as text, drawn once per font, colour and device ratio: a
// page of the hex view is then copies of pictures and costs less than a millisecond.
//
//     const ByteAtlas& ink = m_atlases.get(font, theme.text, ratio, rowHeight);
//     ink.drawHex(painter, x, y, value);
#pragma once

#include <QColor>
#include <QFont>
#include <QPixmap>
#include <list>

class QPainter;

namespace traceglass {

class ByteAtlas
{
public:
    ByteAtlas(const QFont& font, const QColor& ink, qreal ratio, int rowHeight);

    void drawHex(QPainter& painter, int x, int y, unsigned char value) const;
    void drawText(QPainter& painter, int x, int y, unsigned char value) const;
    static char shown(unsigned char value); // as text; 0: drawn as a dot
    bool is(const QFont& font, const QColor& ink, qreal ratio, int rowHeight) const;

private:
    QFont m_font;
    QColor m_ink;
    qreal m_ratio;
    int m_height;
    int m_charWidth;
    QPixmap m_hex; // 16 by 16 pictures
    QPixmap m_text;
};

class ByteAtlases
{
public:
    const ByteAtlas& get(const QFont& font, const QColor& ink, qreal ratio, int rowHeight);

private:
    static constexpr std::size_t kKept = 8;
    std::list<ByteAtlas> m_atlases; // newest first
};

}
