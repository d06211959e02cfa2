// Two containers of the main window.
//
//     auto* pages = new PageStack(window);        // start page, message page, capture
//     auto* bars = new BarHolder(tr("Messages"), window);
#pragma once

#include <QStackedWidget>
#include <QToolBar>

namespace traceglass {

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
