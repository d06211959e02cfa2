// Reads all rows of a long list for a copy, some thousand at a time while the window goes on.
//
//     new TableReader(view, model, columns, done);       // deletes itself when it is done
#pragma once

#include "widgets/common/copying.h"

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
    TableReader(QWidget* view, const LongModel& model, std::vector<int> columns, CopySource::Done done);

    static void addHead(CopiedTable& table, const QAbstractItemModel& model, const std::vector<int>& columns);
    // A row of any model; `depth`: how far it stands to the right in a tree.
    static void addRow(CopiedTable& table, const QModelIndex& row, const std::vector<int>& columns,
                       int depth = 0);

private:
    void step();

    LongModel* m_rows;
    std::vector<int> m_columns;
    CopySource::Done m_done;
    CopiedTable m_table;
    quint64 m_read = 0;
    bool m_isOver = false;
};

}
