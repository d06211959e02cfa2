// What tables and trees give to the clipboard.
#include "widgets/models/long_model.h"
#include "widgets/models/row_view.h"
#include "widgets/models/table_reader.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <algorithm>

namespace traceglass {

std::vector<int> RowView::shownColumns() const
{
    std::vector<int> out;
    for (int at = 0; at < header()->count(); ++at)
        if (const int column = header()->logicalIndex(at); !isColumnHidden(column))
            out.push_back(column);
    return out;
}

void RowView::copySelected()
{
    const std::vector<int> columns = shownColumns();
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end()); // several are selected in flat tables alone
    const auto copy = [this](const CopiedTable& table) {
        if (table.isEmpty())
            return;
        QString text = table.text();
        text.chop(1); // the break behind the last line
        toClipboard(text, table.csv());
        tellCopied(this, table.lines(), table.left);
    };
    const auto* const all = qobject_cast<const LongModel*>(model());
    if (all && all->selected().count() > quint64(rows.size())) { // not all of them are in view
        new TableReader(this, *all, all->selected(), columns, {}, copy);
        return;
    }
    const int inView = rows.isEmpty() ? model()->rowCount(rootIndex()) : 0;
    for (int row = 0; row < inView; ++row)
        rows << model()->index(row, 0, rootIndex());
    CopiedTable table;
    for (const QModelIndex& row : std::as_const(rows))
        table.isFull() ? void(++table.left) : TableReader::addRow(table, row, columns);
    copy(table);
}

void RowView::giveTable(const Done& done)
{
    const std::vector<int> columns = shownColumns();
    if (const auto* const all = qobject_cast<const LongModel*>(model()); all && all->total() > 0) {
        CopiedTable table;
        TableReader::addHead(table, *model(), columns);
        new TableReader(this, *all, RowRanges({0, all->total() - 1}), columns, std::move(table), done);
        return;
    }
    CopiedTable table;
    TableReader::addHead(table, *model(), columns);
    for (QModelIndex row = model()->index(0, 0, rootIndex()); row.isValid(); row = indexBelow(row)) {
        if (table.isFull()) {
            ++table.left;
            continue;
        }
        int depth = 0;
        for (QModelIndex above = row.parent(); above.isValid() && above != rootIndex();
             above = above.parent())
            ++depth;
        TableReader::addRow(table, row, columns, depth);
    }
    done(std::move(table));
}

void RowView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copySelected();
    else if (event->key() == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier)
        openMenu();
    else
        QTreeView::keyPressEvent(event);
}

void RowView::addCopyActions(QMenu* menu)
{
    menu->addAction(tr("&Copy"), QKeySequence::Copy, this, &RowView::copySelected);
    addCopyMenu(menu, this);
}

void RowView::addSortActions(QMenu* menu)
{
    if (!isSortingEnabled() || isHeaderHidden())
        return;
    QMenu* const heads = menu->addMenu(tr("&Sort by"));
    for (const int column : shownColumns()) {
        const bool isSorted = header()->sortIndicatorSection() == column;
        const bool isUp = isSorted && header()->sortIndicatorOrder() == Qt::AscendingOrder;
        // As a click on the head goes on; a third one has them as they came, where that is possible.
        const bool isBack = isSorted && !isUp && header()->isSortIndicatorClearable();
        QAction* const action = heads->addAction(
            model()->headerData(column, Qt::Horizontal).toString(), this,
            [this, sorted = isBack ? -1 : column, order = isUp ? Qt::DescendingOrder : Qt::AscendingOrder] {
                sortByColumn(sorted, order);
            });
        action->setCheckable(true);
        action->setChecked(isSorted);
    }
}

// As the menu key does, which many keyboards have not.
void RowView::openMenu()
{
    const QPoint at = visualRect(currentIndex()).bottomLeft() + QPoint(1, 0);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, at, viewport()->mapToGlobal(at));
    QCoreApplication::sendEvent(viewport(), &event);
}
}
