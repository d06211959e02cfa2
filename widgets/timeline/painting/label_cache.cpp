#include "widgets/timeline/painting/label_cache.h"

#include <QPaintEngine>
#include <cmath>

namespace traceglass {

namespace {

constexpr int kMostEntries = 20'000; // then all are forgotten: zooming meets new cuts at every step
constexpr int kShortestLabel = 4;

template <class Cache, class Key, class Make>
auto remembered(Cache& cache, const Key& key, Make make)
{
    auto known = cache.constFind(key);
    if (known == cache.constEnd()) {
        if (cache.size() > kMostEntries)
            cache.clear();
        known = cache.insert(key, make());
    }
    return *known;
}

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
    return remembered(m_widths, text,
                      [&] { return static_cast<int>(std::ceil(m_metrics.horizontalAdvance(text))); });
}

QString LabelCache::fitted(const QString& text, int room, Cut cut) const
{
    if (room <= 0 || text.isEmpty())
        return {};
    if (width(text) <= room)
        return text;
    if (cut == Cut::never || text.size() <= kShortestLabel)
        return {};
    // Four letters and the dots never take less than this; spares measuring for the many narrow slices.
    if (room < kShortestLabel * m_metrics.averageCharWidth() / 2)
        return {};
    return remembered(m_cut, std::pair(text, room), [&] {
        const QString shortened = m_metrics.elidedText(text, Qt::ElideRight, room);
        return shortened.size() < kShortestLabel + 1 ? QString() : shortened;
    });
}

void LabelCache::draw(QPainter& painter, const QString& fitted, qreal x, qreal y, const QColor& color)
{
    if (fitted.isEmpty())
        return;
    if (painter.paintEngine()->type() == QPaintEngine::SVG) { // there, text is text
        painter.setFont(m_font);
        painter.setPen(color);
        painter.drawText(QPointF(x, y + m_metrics.ascent()), fitted);
        return;
    }
    const QImage picture = remembered(m_pictures, std::pair(fitted, color.rgb()), [&] {
        const QSizeF size(width(fitted) + 2, m_height); // italics and rounding reach over the advance
        QImage image((size * m_ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(m_ratio);
        image.fill(Qt::transparent);
        QPainter text(&image);
        text.setFont(m_font);
        text.setPen(color);
        text.drawText(QPointF(0, std::round(m_metrics.ascent())), fitted);
        text.end();
        return image;
    });
    painter.drawImage(QPointF(std::round(x * m_ratio) / m_ratio, std::round(y * m_ratio) / m_ratio), picture);
}

}
