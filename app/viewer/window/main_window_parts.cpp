// The keyboard's way through the window: F6 from part to part, Tab from widget to widget, both in the order in which
// they are seen, and not in that of their making.
#include "app/viewer/search/search_field.h"
#include "app/viewer/window/bottom_tabs.h"
#include "app/viewer/window/capture_status_bar.h"
#include "app/viewer/window/capture_tool_bar.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/tabbed_window.h"
#include "widgets/details/details_pane.h"
#include "widgets/models/structure_pane.h"
#include "widgets/models/structure_view.h"
#include "widgets/timeline/view/timeline_pane.h"

#include <QApplication>
#include <QDockWidget>
#include <QStackedWidget>
#include <algorithm>
#include <iterator>

namespace traceglass {

namespace {

bool holds(const QWidget* part, const QWidget* widget)
{
    return widget && (part == widget || part->isAncestorOf(widget));
}

// What a widget hands the focus to, itself if to none.
QWidget* taker(QWidget* widget)
{
    while (widget && widget->focusProxy())
        widget = widget->focusProxy();
    return widget;
}

bool takesFocus(const QWidget* widget)
{
    return widget && (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget->isEnabled()
        && widget->isVisible();
}

// The widgets of a part that Tab goes to, and `also`, in their order.
std::vector<QWidget*> takers(QWidget* part, const QWidget* also)
{
    std::vector<QWidget*> out;
    QWidget* each = part;
    do {
        if (holds(part, each) && (each == also || (takesFocus(each) && !each->focusProxy())))
            out.push_back(each);
        each = each->nextInFocusChain();
    } while (each != part);
    return out;
}

}

std::vector<MainWindow::Area> MainWindow::areas() const
{
    std::vector<Area> all;
    if (const TabbedWindow* const window = TabbedWindow::of(this))
        all.push_back({window->bar(), window->bar()});
    QWidget* const middle = m_timeline && hasTimeline() ? static_cast<QWidget*>(m_timeline)
        : m_session                                     ? m_tabs->currentWidget()
                                                        : nullptr;
    all.insert(all.end(),
               {{m_tools, m_tools->search()},
                {m_bars, nullptr},
                {m_structureDock, m_structure ? m_structure->view() : nullptr},
                {m_pages, middle},
                {m_detailsDock, m_details},
                {m_bottomDock, m_tabs->currentWidget()},
                {m_status, nullptr}});
    std::erase_if(all, [](const Area& area) { return !area.widget->isVisible(); });
    return all;
}

// To what had the focus there before, else to what is used first.
void MainWindow::goToArea(bool forward)
{
    const std::vector<Area> all = areas();
    const QWidget* const now = QApplication::focusWidget();
    const auto isHere = [now](const Area& area) { return holds(area.widget, now); };
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    const auto found = std::ranges::find_if(all, isHere) - all.begin();
    const std::ptrdiff_t here = found < count ? found : forward ? -1 : count;
    for (std::ptrdiff_t step = 1; step <= count; ++step) {
        const Area& area =
            all[static_cast<std::size_t>((here + (forward ? step : count - step) + count) % count)];
        const std::vector<QWidget*> others = takers(area.widget, nullptr);
        for (QWidget* const wanted :
             {area.widget->focusWidget(), taker(area.first), others.empty() ? nullptr : others.front()}) {
            if (!takesFocus(wanted) || !holds(area.widget, wanted))
                continue;
            wanted->activateWindow(); // a pane may float
            wanted->setFocus(Qt::ShortcutFocusReason); // with the outline of who uses the keyboard
            return;
        }
    }
}

bool MainWindow::goToNextWidget(bool forward)
{
    const QWidget* const now = QApplication::focusWidget();
    std::vector<QWidget*> all;
    for (const Area& area : areas()) {
        if (area.widget->window() == window())
            std::ranges::copy(takers(area.widget, now), std::back_inserter(all));
    }
    const auto here = std::ranges::find(all, now);
    if (here == all.end())
        return false;
    const std::size_t at = static_cast<std::size_t>(here - all.begin());
    all[(at + (forward ? 1 : all.size() - 1)) % all.size()]->setFocus(forward ? Qt::TabFocusReason
                                                                              : Qt::BacktabFocusReason);
    return true;
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return goToNextWidget(next) || QMainWindow::focusNextPrevChild(next);
}

}
