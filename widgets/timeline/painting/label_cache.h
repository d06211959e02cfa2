// Texts as pictures: drawing a picture costs a third of laying text out again, and a frame has hundreds of
// labels.
//
//     labels.setFont(font, bold, devicePixelRatioF());
//     labels.draw(painter, text, x, y, maxWidth, color);      // cut with "…"; nothing when fewer than 4
//     letters remain
#pragma once

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QImage>
#include <QPainter>
#include <QString>

namespace traceglass {

class LabelCache
{
public:
    enum class Cut {
        right, // "resiz…"
        never, // drawn whole or not at all
    };

    // Forgets everything when the font or the ratio is another.
    void setFont(const QFont& font, qreal ratio);
    const QFont& font() const { return m_font; }
    int height() const { return m_height; }

    // What fits into `room` logical pixels: the text, a cut one, or nothing.
    QString fitted(const QString& text, int room, Cut cut) const;
    int width(const QString& text) const;

    // Draws a text that was fitted, with its top left corner at x, y moved to whole device pixels.
    void draw(QPainter& painter, const QString& fitted, qreal x, qreal y, const QColor& color);

private:
    QFont m_font;
    QFontMetricsF m_metrics {QFont()};
    qreal m_ratio = 0;
    int m_height = 0;
    mutable QHash<QString, int> m_widths;
    mutable QHash<std::pair<QString, int>, QString> m_cut;
    QHash<std::pair<QString, QRgb>, QImage> m_pictures;
};

}
