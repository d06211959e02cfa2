// What stands around the parts of the window: the pages in its middle, the bars above, titles of docks and lines
// between.
#pragma once

#include "app/viewer/window/window_parts.h"
#include "widgets/common/icons.h"
#include "widgets/common/lay_out.h"
#include "widgets/common/line_height.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QStyleOption>
#include <QToolBar>
#include <QToolButton>

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
        constexpr int kLeast = 150; // pixels, however little bars and large letters leave
        return currentWidget() ? currentWidget()->minimumSizeHint().boundedTo({kLeast, kLeast}) : QSize();
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

// The title of a dock: its name in bold, float and close, no frame.
class DockTitle : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(traceglass::DockTitle)

public:
    explicit DockTitle(QDockWidget* dock)
        : QWidget(dock)
    {
        keepHeight(this, metrics::kDockTitle);
        auto* title = new QLabel(dock->windowTitle(), this);
        title->setFont(headFont(font()));
        const auto button = [this](const char* name, const QString& tip) {
            auto* made = new QToolButton(this);
            made->setIcon(icon(name));
            keepIcon(made, 12, {20, 20});
            made->setAutoRaise(true);
            made->setToolTip(tip);
            made->setAccessibleName(tip);
            return made;
        };
        auto* floating = button("float", tr("Float or dock %1").arg(dock->windowTitle()));
        connect(floating, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
        auto* close = button("close", tr("Close %1 (View brings it back)").arg(dock->windowTitle()));
        connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
        inRow({9, 0, 4, 0}, 0, {title, kRest, floating, close}, this);
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), Theme::of(this).window); }
};

// The platform's style with thin lines between docks instead of handles: for the main window alone.
class SeparatorStyle : public StyleOver
{
public:
    using StyleOver::StyleOver;

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        return metric == PM_DockWidgetSeparatorExtent ? 3 : StyleOver::pixelMetric(metric, option, widget);
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        if (element != PE_IndicatorDockWidgetResizeHandle || !widget) {
            StyleOver::drawPrimitive(element, option, painter, widget);
            return;
        }
        const Theme& theme = Theme::of(widget);
        const QRect area = option->rect;
        painter->fillRect(area, theme.window);
        if (area.width() < area.height())
            painter->fillRect(area.center().x(), area.top(), 1, area.height(), theme.hairline);
        else
            painter->fillRect(area.left(), area.center().y(), area.width(), 1, theme.hairline);
    }
};

}
