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
    const auto blank = [&](int width) {
        QPixmap picture(QSize(width, m_height) * kSide * ratio);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        return picture;
    };
    m_hex = blank(2 * m_charWidth);
    m_text = blank(m_charWidth);
    // Drawing text is what costs here: each digit and character once, the rest are copies.
    const auto picture = [&](QChar character) {
        QPixmap one(QSize(m_charWidth, m_height) * ratio);
        one.setDevicePixelRatio(ratio);
        one.fill(Qt::transparent);
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

void ByteAtlas::drawHex(QPainter& painter, int x, int y, unsigned char value) const
{
    const int width = 2 * m_charWidth;
    painter.drawPixmap(QRectF(x, y, width, m_height), m_hex,
                       QRectF((value % kSide) * width * m_ratio, (value / kSide) * m_height * m_ratio,
                              width * m_ratio, m_height * m_ratio));
}

void ByteAtlas::drawText(QPainter& painter, int x, int y, unsigned char value) const
{
    painter.drawPixmap(QRectF(x, y, m_charWidth, m_height), m_text,
                       QRectF((value % kSide) * m_charWidth * m_ratio, (value / kSide) * m_height * m_ratio,
                              m_charWidth * m_ratio, m_height * m_ratio));
}

const ByteAtlas& ByteAtlases::get(const QFont& font, const QColor& ink, qreal ratio, int rowHeight)
{
    for (auto it = m_atlases.begin(); it != m_atlases.end(); ++it) {
        if (it->is(font, ink, ratio, rowHeight)) {
            m_atlases.splice(m_atlases.begin(), m_atlases, it);
            return m_atlases.front();
        }
    }
    m_atlases.emplace_front(font, ink, ratio, rowHeight);
    if (m_atlases.size() > kKept)
        m_atlases.pop_back();
    return m_atlases.front();
}

}
