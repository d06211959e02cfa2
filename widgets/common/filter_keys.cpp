#include "widgets/common/filter_keys.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>

namespace traceglass {

bool takeFilterKey(QLineEdit& filter, QAbstractItemView& list, const QKeyEvent& event, bool hasHits)
{
    const int key = event.key();
    if (key == Qt::Key_Escape && !filter.text().isEmpty()) {
        filter.clear();
        return true;
    }
    if (key != Qt::Key_Escape && key != Qt::Key_Down && key != Qt::Key_Return && key != Qt::Key_Enter)
        return false;
    list.setFocus(Qt::TabFocusReason);
    if (hasHits && key != Qt::Key_Escape && !list.currentIndex().isValid())
        list.setCurrentIndex(list.model()->index(0, 0));
    return true;
}

}
