// What is dropped onto the window and pasted into it, and what of it is copied.
#include "app/viewer/start/start_page.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/drop_outline.h"
#include "app/viewer/window/dropped.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tabbed_window.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QStackedWidget>

namespace traceglass {

void MainWindow::awaitDrop(bool isAwaited)
{
    const bool onStartPage = m_startPage && m_pages->currentWidget() == m_startPage;
    if (onStartPage)
        m_startPage->setDropAwaited(isAwaited);
    if (isAwaited && !onStartPage && !m_dropOutline)
        m_dropOutline = new DropOutline(this);
    else if (!isAwaited)
        delete m_dropOutline;
}

// Opening may bring another tab to the front: that one says what was not opened.
void MainWindow::take(const Dropped& dropped)
{
    if (!dropped.unsure.isEmpty()) {
        m_sorting.start(
            [text = dropped.unsure](Job&) { return Dropped::ofText(text, giveWay(Niceness::answers)); },
            [this](const Dropped& sorted) { take(sorted); });
        return;
    }
    openPaths(dropped.paths);
    const TabbedWindow* const tabs = TabbedWindow::of(this);
    MainWindow* const front = tabs ? tabs->current() : this;
    if (!dropped.isAllOpened())
        front->tell(MessageBar::Kind::warning, dropped.head(), dropped.advice());
}

// From the menu also into a field, whose own key it is.
void MainWindow::paste()
{
    if (QWidget* const focus = focusWidget(); takesText(focus)) {
        QMetaObject::invokeMethod(focus, "paste");
        return;
    }
    const QMimeData* const held = QGuiApplication::clipboard()->mimeData();
    take(held ? Dropped::of(*held) : Dropped());
}

QWidget* MainWindow::copiedView() const
{
    QWidget* const focus = QApplication::focusWidget(); // also in a pane that floats
    for (const QWidget* each = focus; each; each = each->parentWidget())
        if (each == this)
            return focus;
    return focusWidget() ? focusWidget() : m_tabs->currentPane();
}

}
