// Small parts of the main window.
//
//     auto* pages = new PageStack(window);        // start page, message page, capture
//     auto* bars = new BarHolder(tr("Messages"), window);
//     layout->addWidget(new Divider(parent));
#pragma once

#include "widgets/common/theme.h"

#include <QFontInfo>
#include <QPainter>
#include <QStackedWidget>
#include <QToolBar>

namespace traceglass {

// Bold, and so many pixels larger.
inline QFont headFont(QFont font, int larger = 0)
{
    font.setBold(true);
    if (larger > 0)
        font.setPixelSize(QFontInfo(font).pixelSize() + larger);
    return font;
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

// As small as the page it shows: the others must not take room from the docks.
class PageStack : public QStackedWidget
{
public:
    explicit PageStack(QWidget* parent)
        : QStackedWidget(parent)
    {
        connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
    }

    QSize minimumSizeHint() const override
    {
        return currentWidget() ? currentWidget()->minimumSizeHint() : QSize();
    }
    QSize sizeHint() const override { return currentWidget() ? currentWidget()->sizeHint() : QSize(); }
};

// The bars above everything: a tool bar, so that they span the docks too.
class BarHolder : public QToolBar
{
public:
    BarHolder(const QString& title, QWidget* parent)
        : QToolBar(title, parent)
    {
        setObjectName(QStringLiteral("messages"));
        setMovable(false);
        setContextMenuPolicy(Qt::PreventContextMenu);
    }

protected:
    void paintEvent(QPaintEvent*) override { }
};

}
