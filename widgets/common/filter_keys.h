// The keys of a filter above a list: Esc clears it; Enter, Down and Esc in an empty one go to the list, where
// the first hit becomes the current one.
//
//     if (watched == m_filter && event->type() == QEvent::KeyPress)
//         return takeFilterKey(*m_filter, *m_table, static_cast<QKeyEvent&>(*event));
#pragma once

class QAbstractItemView;
class QKeyEvent;
class QLineEdit;

namespace traceglass {

// True: the key was one of these. While the hits are on their way, what the list shows is none of them, and
// no row becomes the current one.
bool takeFilterKey(QLineEdit& filter, QAbstractItemView& list, const QKeyEvent& event, bool hasHits = true);

}
