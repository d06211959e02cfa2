#include "app/viewer/dock_title.h"

#include "app/viewer/window_parts.h"
#include "widgets/common/icons.h"
#include "widgets/common/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace traceglass {

DockTitle::DockTitle(QDockWidget* dock)
    : QWidget(dock)
{
    setFixedHeight(metrics::kDockTitle);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(9, 0, 4, 0);
    layout->setSpacing(0);
    auto* title = new QLabel(dock->windowTitle(), this);
    title->setFont(headFont(font()));
    layout->addWidget(title);
    layout->addStretch(1);
    const auto button = [&](const char* name, const QString& tip) {
        auto* made = new QToolButton(this);
        made->setIcon(icon(name));
        made->setIconSize({12, 12});
        made->setFixedSize(20, 20);
        made->setAutoRaise(true);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        layout->addWidget(made);
        return made;
    };
    auto* floating = button("float", tr("Float or dock %1").arg(dock->windowTitle()));
    connect(floating, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
    auto* close = button("close", tr("Close %1 (View brings it back)").arg(dock->windowTitle()));
    connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::of(this).window);
}

}
