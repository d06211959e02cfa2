#include "widgets/common/line_height.h"

#include <QAbstractButton>
#include <QApplication>
#include <QEvent>
#include <QFontInfo>
#include <QPointer>
#include <algorithm>
#include <utility>

namespace traceglass {

namespace {

constexpr int kUsual = 13; // pixels of the font that all measures were made for

// A widget whose font has a size of its own is not told of another one of all: what it lies in is.
class FontWatch : public QObject
{
public:
    FontWatch(QWidget* widget, std::function<void()> changed)
        : QObject(widget)
        , m_changed(std::move(changed))
    {
        widget->installEventFilter(this);
        watchAround();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
            m_changed();
        else if (event->type() == QEvent::ParentChange && watched == parent())
            watchAround();
        return false;
    }

private:
    void watchAround()
    {
        if (m_around)
            m_around->removeEventFilter(this);
        m_around = parent()->parent();
        if (m_around)
            m_around->installEventFilter(this);
    }

    QPointer<QObject> m_around;
    std::function<void()> m_changed;
};

}

int grown(int pixels, const QFont& font)
{
    return std::max(pixels, (pixels * QFontInfo(font).pixelSize() + kUsual / 2) / kUsual);
}

int grown(int pixels, const QWidget* widget)
{
    return grown(pixels, widget->font());
}

void followFont(QWidget* widget, std::function<void()> follow)
{
    follow();
    new FontWatch(widget, std::move(follow));
}

void keepHeight(QWidget* widget, int pixels)
{
    followFont(widget, [widget, pixels] { widget->setFixedHeight(grown(pixels, widget)); });
}

void keepSize(QWidget* widget, const QSize& pixels)
{
    followFont(widget, [widget, pixels] {
        widget->setFixedSize(grown(pixels.width(), widget), grown(pixels.height(), widget));
    });
}

void keepWidth(QWidget* widget, int least, int most)
{
    followFont(widget, [widget, least, most] {
        widget->setMinimumWidth(grown(least, widget));
        widget->setMaximumWidth(grown(most, widget));
    });
}

void keepIcon(QAbstractButton* button, int icon, const QSize& size)
{
    followFont(button, [button, icon] {
        const int side = grown(icon, button);
        button->setIconSize({side, side});
    });
    keepSize(button, size);
}

void keepFont(QWidget* widget, std::function<QFont(const QFont& body)> font)
{
    followFont(widget,
               [widget, font = std::move(font)] { widget->setFont(font(QApplication::font(widget))); });
}

}
