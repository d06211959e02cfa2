#include "app/viewer/window/drop_taker.h"

#include "app/viewer/window/dropped.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tabbed_window.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QDragMoveEvent>
#include <QMimeData>
#include <QPointer>

namespace traceglass {

namespace {

// Null: it is in none, but in a dialog or a menu.
MainWindow* tabAround(QWidget* widget)
{
    for (; widget; widget = widget->parentWidget()) {
        if (auto* const tab = qobject_cast<MainWindow*>(widget))
            return tab;
        if (const auto* const window = qobject_cast<TabbedWindow*>(widget))
            return window->current();
        if (widget->isWindow() && !qobject_cast<QDockWidget*>(widget))
            return nullptr;
    }
    return nullptr;
}

}

void DropTaker::install()
{
    static QPointer<DropTaker> taker;
    if (taker)
        return;
    taker = new DropTaker(QCoreApplication::instance());
    QCoreApplication::instance()->installEventFilter(taker);
}

// Never as a move: whoever gives it might remove it then.
bool DropTaker::isForUs(const QWidget* over, const QDropEvent& drop)
{
    const QMimeData& data = *drop.mimeData();
    return !drop.source() && Dropped::mayBeIn(data) && (data.hasUrls() || !takesText(over))
        && (drop.possibleActions() & (Qt::CopyAction | Qt::LinkAction));
}

bool DropTaker::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::DragLeave
        && type != QEvent::Drop)
        return false;
    auto* const over = qobject_cast<QWidget*>(watched);
    MainWindow* const tab = over ? tabAround(over) : nullptr;
    if (!tab)
        return false;
    if (type == QEvent::DragLeave) {
        tab->awaitDrop(false);
        return false;
    }
    auto& drop = static_cast<QDropEvent&>(*event);
    if (!isForUs(over, drop))
        return false;
    drop.setDropAction(drop.possibleActions() & Qt::CopyAction ? Qt::CopyAction : Qt::LinkAction);
    drop.accept();
    tab->awaitDrop(type != QEvent::Drop);
    if (type == QEvent::Drop)
        tab->take(Dropped::of(*drop.mimeData()));
    return true;
}

}
