// Keys that a widget keeps from the commands of the window.
//
//     bool Pane::event(QEvent* event)
//     {
//         return keepsKey(*event, isNextKey) || QWidget::event(event);
//     }
#pragma once

#include <QKeyEvent>

namespace traceglass {

// Qt asks for it before every key; accepted, the key comes to the widget.
template <class IsKept>
bool keepsKey(QEvent& event, IsKept isKept)
{
    if (event.type() != QEvent::ShortcutOverride || !isKept(static_cast<const QKeyEvent&>(event)))
        return false;
    event.accept();
    return true;
}

}
