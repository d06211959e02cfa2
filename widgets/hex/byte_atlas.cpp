#include "widgets/hex/byte_atlas.h"

#include <QFontMetrics>
#include <QPainter>

namespace traceglass {

ByteAtlas::ByteAtlas(const QFont& font, const QColor& ink, qreal ratio, int rowHeight)
    : m_font(font)
    , m_ink(ink)
    , m_ratio(ratio)
    , m_height(rowHeight)
    , m_charWidth(QFontMetrics(font).horizontalAdvance(QLatin1Char('0')))
{
}

QPixmap ByteAtlas::blank(int width, int height) const
{
    QPixmap made(QSize(width, height) * m_ratio);
    made.setDevicePixelRatio(m_ratio);
    made.fill(Qt::transparent);
    return made;
}

const QPixmap& ByteAtlas::picture(char character)
{
    QPixmap& one = m_characters[static_cast<unsigned char>(character)];
    if (!one.isNull())
        return one;
    one = blank(m_charWidth, m_height);
    QPainter painter(&one);
    painter.setFont(m_font);
    painter.setPen(m_ink);
    painter.drawText(QRect(0, 0, m_charWidth, m_height), Qt::AlignCenter,
                     QString(character == 0 ? QChar(0x00b7) : QChar(QLatin1Char(character))));
    return one;
}

void ByteAtlas::drawText(QPainter& painter, int x, int y, unsigned char value)
{
    painter.drawPixmap(x, y, picture(shown(value)));
}

void ByteAtlas::drawHex(QPainter& painter, int x, int y, unsigned char value)
{
    constexpr const char* kDigits = "0123456789abcdef";
    constexpr int kSide = 16;
    const int width = 2 * m_charWidth;
    const QPoint cell(value % kSide * width, value / kSide * m_height);
    if (m_hex.isNull())
        m_hex = blank(width * kSide, m_height * kSide);
    if (!m_hasHex[value]) {
        QPainter atlas(&m_hex);
        atlas.drawPixmap(cell, picture(kDigits[value / kSide]));
        atlas.drawPixmap(cell + QPoint(m_charWidth, 0), picture(kDigits[value % kSide]));
        m_hasHex.set(value);
    }
    painter.drawPixmap(QRectF(x, y, width, m_height), m_hex,
                       QRectF(cell.x() * m_ratio, cell.y() * m_ratio, width * m_ratio, m_height * m_ratio));
}

char ByteAtlas::shown(unsigned char value)
{
    return value >= 0x20 && value < 0x7f ? static_cast<char>(value) : '\0';
}

bool ByteAtlas::is(const QFont& font, const QColor& ink, qreal ratio, int rowHeight) const
{
    return m_ink == ink && m_height == rowHeight && qFuzzyCompare(m_ratio, ratio) && m_font == font;
}

}
