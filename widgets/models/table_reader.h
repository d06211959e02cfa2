// Reads rows of a long list for a copy, some thousand at a time while the window goes on.
//
//     new TableReader(view, model, rows, columns, {}, done);       // deletes itself when it is done
#pragma once

#include "widgets/common/copying.h"
#include "widgets/models/row_ranges.h"

#include <QObject>
#include <vector>

class QAbstractItemModel;
class QModelIndex;

namespace traceglass {

class LongModel;

class TableReader : public QObject
{
    Q_OBJECT

public:
    // `rows`: at least one. They go behind what is in the table already, such as its head.
    TableReader(QWidget* view, const LongModel& model, RowRanges rows, std::vector<int> columns,
                CopiedTable table, CopySource::Done done);

    static void addHead(CopiedTable& table, const QAbstractItemModel& model, const std::vector<int>& columns);
    // A row of any model; `depth`: how far it stands to the right in a tree.
    static void addRow(CopiedTable& table, const QModelIndex& row, const std::vector<int>& columns,
                       int depth = 0);

private:
    void step();

    LongModel* m_rows;
    RowRanges m_wanted;
    std::vector<int> m_columns;
    CopiedTable m_table;
    CopySource::Done m_done;
    std::size_t m_range = 0; // of those wanted, in which is
    quint64 m_next;          // the row to be read next
    quint64 m_read = 0;      // so many
    bool m_isOver = false;
};

}
