// What several parts of the main window look like.
//
//     label->setFont(headFont(font()));
//     layout->addWidget(new Divider(parent));
#pragma once

#include "widgets/common/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFontInfo>
#include <QPainter>
#include <QProxyStyle>
#include <QWidget>
#include <functional>
#include <utility>

namespace traceglass {

// Bold, and so many pixels larger.
inline QFont headFont(QFont font, int larger = 0)
{
    font.setBold(true);
    if (larger > 0)
        font.setPixelSize(QFontInfo(font).pixelSize() + larger);
    return font;
}

// Calls back, as long as the widget lives, when its colours have become others.
class PaletteWatch : public QObject
{
public:
    PaletteWatch(QWidget* widget, std::function<void()> changed)
        : QObject(widget)
        , m_changed(std::move(changed))
    {
        widget->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::PaletteChange)
            m_changed();
        return false;
    }

private:
    std::function<void()> m_changed;
};

// The style of the application, in which a widget paints some things otherwise.
class StyleOver : public QProxyStyle
{
public:
    explicit StyleOver(QObject* parent)
        : QProxyStyle(QApplication::style()->name().isEmpty() ? QStringLiteral("fusion") // our own, over it
                                                              : QApplication::style()->name())
    {
        setParent(parent);
    }
};

// Room between neighbours.
inline QWidget* gap(int width, QWidget* parent)
{
    auto* space = new QWidget(parent);
    space->setFixedWidth(width);
    return space;
}

// A thin upright line between neighbours.
class Divider : public QWidget
{
public:
    explicit Divider(QWidget* parent)
        : QWidget(parent)
    {
        setFixedWidth(17);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter(this).fillRect(width() / 2, 4, 1, height() - 8, Theme::of(this).hairline);
    }
};

}
