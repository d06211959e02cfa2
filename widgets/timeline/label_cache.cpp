#include "widgets/timeline/label_cache.h"

#include <cmath>

namespace traceglass {

namespace {

constexpr int kMostEntries = 20'000; // then all are forgotten: zooming meets new cuts at every step
constexpr int kFewestLetters = 4;

}

void LabelCache::setFont(const QFont& font, qreal ratio)
{
    if (m_ratio == ratio && m_font == font)
        return;
    m_font = font;
    m_ratio = ratio;
    m_metrics = QFontMetricsF(font);
    m_height = static_cast<int>(std::ceil(m_metrics.height()));
    m_widths.clear();
    m_cut.clear();
    m_pictures.clear();
}

int LabelCache::width(const QString& text) const
{
    const auto known = m_widths.constFind(text);
    if (known != m_widths.constEnd())
        return *known;
    if (m_widths.size() > kMostEntries)
        m_widths.clear();
    const int width = static_cast<int>(std::ceil(m_metrics.horizontalAdvance(text)));
    m_widths.insert(text, width);
    return width;
}

QString LabelCache::fitted(const QString& text, int room, Cut cut) const
{
    if (room <= 0 || text.isEmpty())
        return {};
    if (width(text) <= room)
        return text;
    if (cut == Cut::never || text.size() <= kFewestLetters)
        return {};
    // Four letters and the dots never take less than this; spares measuring for the many narrow slices.
    if (room < kFewestLetters * m_metrics.averageCharWidth() / 2)
        return {};
    const std::pair key(text, room);
    const auto known = m_cut.constFind(key);
    if (known != m_cut.constEnd())
        return *known;
    if (m_cut.size() > kMostEntries)
        m_cut.clear();
    QString shortened = m_metrics.elidedText(text, Qt::ElideRight, room);
    if (shortened.size() < kFewestLetters + 1)
        shortened.clear();
    m_cut.insert(key, shortened);
    return shortened;
}

void LabelCache::draw(QPainter& painter, const QString& fitted, qreal x, qreal y, const QColor& color)
{
    if (fitted.isEmpty())
        return;
    const std::pair key(fitted, color.rgb());
    auto picture = m_pictures.constFind(key);
    if (picture == m_pictures.constEnd()) {
        if (m_pictures.size() > kMostEntries)
            m_pictures.clear();
        const QSizeF size(width(fitted) + 2, m_height); // italics and rounding reach over the advance
        QImage image((size * m_ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(m_ratio);
        image.fill(Qt::transparent);
        QPainter text(&image);
        text.setFont(m_font);
        text.setPen(color);
        text.drawText(QPointF(0, std::round(m_metrics.ascent())), fitted);
        text.end();
        picture = m_pictures.insert(key, image);
    }
    painter.drawImage(QPointF(std::round(x * m_ratio) / m_ratio, std::round(y * m_ratio) / m_ratio),
                      *picture);
}

}
