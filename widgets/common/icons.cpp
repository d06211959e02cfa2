#include "widgets/common/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

static void initResources()
{
    Q_INIT_RESOURCE(resources); // they lie in a static library
}

namespace traceglass {

namespace {

// Renders the drawing anew for each size, colour and device ratio, so icons follow the palette while the
// program runs.
class SvgIconEngine : public QIconEngine
{
public:
    SvgIconEngine(QString name, QColor color)
        : m_name(std::move(name))
        , m_color(color)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        QPixmap drawn = pixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state);
        drawn.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect.topLeft(), drawn);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        const QString color = colorFor(mode).name();
        const QString key = QStringLiteral("traceglass/%1/%2x%3/%4")
                                .arg(m_name)
                                .arg(size.width())
                                .arg(size.height())
                                .arg(color);
        QPixmap drawn;
        if (QPixmapCache::find(key, &drawn))
            return drawn;
        QFile file(QStringLiteral(":/icons/%1.svg").arg(m_name));
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QSvgRenderer renderer(file.readAll().replace("currentColor", color.toLatin1()));
        drawn = QPixmap(size);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        renderer.render(&painter);
        painter.end();
        QPixmapCache::insert(key, drawn);
        return drawn;
    }

    QIconEngine* clone() const override { return new SvgIconEngine(m_name, m_color); }

private:
    QColor colorFor(QIcon::Mode mode) const
    {
        if (m_color.isValid() && mode != QIcon::Disabled)
            return m_color;
        return QGuiApplication::palette().color(
            mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active,
            mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText);
    }

    QString m_name;
    QColor m_color; // invalid: the palette's
};

}

QIcon icon(const char* name, const QColor& color)
{
    initResources();
    return QIcon(new SvgIconEngine(QString::fromLatin1(name), color));
}

QIcon applicationIcon()
{
    initResources();
    return QIcon(QStringLiteral(":/traceglass.svg"));
}

}
