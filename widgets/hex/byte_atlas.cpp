#include "widgets/hex/byte_atlas.h"

#include <QFontMetrics>
#include <QPainter>
#include <array>

namespace traceglass {

namespace {

constexpr int kSide = 16;

}

ByteAtlas::ByteAtlas(const QFont& font, const QColor& ink, qreal ratio, int rowHeight)
    : m_font(font)
    , m_ink(ink)
    , m_ratio(ratio)
    , m_height(rowHeight)
    , m_charWidth(QFontMetrics(font).horizontalAdvance(QLatin1Char('0')))
{
    const auto blank = [ratio](const QSize& size) {
        QPixmap picture(size * ratio);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        return picture;
    };
    m_hex = blank(QSize(2 * m_charWidth, m_height) * kSide);
    m_text = blank(QSize(m_charWidth, m_height) * kSide);
    // Drawing text is what costs here: each digit and character once, the rest are copies.
    const auto picture = [&](QChar character) {
        QPixmap one = blank(QSize(m_charWidth, m_height));
        QPainter painter(&one);
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QRect(0, 0, m_charWidth, m_height), Qt::AlignCenter, QString(character));
        return one;
    };
    std::array<QPixmap, kSide> digits;
    for (int value = 0; value < kSide; ++value)
        digits[static_cast<std::size_t>(value)] = picture(QLatin1Char("0123456789abcdef"[value]));
    const QPixmap dot = picture(QChar(0x00b7));
    QPainter hexPainter(&m_hex), textPainter(&m_text);
    for (int value = 0; value < 256; ++value) {
        const QPoint cell(value % kSide * m_charWidth, value / kSide * m_height);
        hexPainter.drawPixmap(2 * cell.x(), cell.y(), digits[static_cast<std::size_t>(value / kSide)]);
        hexPainter.drawPixmap(2 * cell.x() + m_charWidth, cell.y(),
                              digits[static_cast<std::size_t>(value % kSide)]);
        const char c = shown(static_cast<unsigned char>(value));
        textPainter.drawPixmap(cell, c == 0 ? dot : picture(QLatin1Char(c)));
    }
}

char ByteAtlas::shown(unsigned char value)
{
    return value >= 0x20 && value < 0x7f ? static_cast<char>(value) : '\0';
}

bool ByteAtlas::is(const QFont& font, const QColor& ink, qreal ratio, int rowHeight) const
{
    return m_ink == ink && m_height == rowHeight && qFuzzyCompare(m_ratio, ratio) && m_font == font;
}

void ByteAtlas::draw(QPainter& painter, const QPixmap& pictures, int x, int y, int width,
                     unsigned char value) const
{
    painter.drawPixmap(QRectF(x, y, width, m_height), pictures,
                       QRectF((value % kSide) * width * m_ratio, (value / kSide) * m_height * m_ratio,
                              width * m_ratio, m_height * m_ratio));
}

}
