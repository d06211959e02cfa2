// A record as a row of a table: its columns and what a cell shows, the same in every list of records.
//
//     cells.data(row, RecordColumn::time, Qt::DisplayRole)   // "+12.345 ms"
//     RecordCells::titles()                                  // of RecordColumn, up to the fields of a table
#pragma once

#include "core/model/record_order.h"

#include <QCoreApplication>
#include <QStringList>
#include <QVariant>

namespace traceglass {

class DocumentSession;
class RowView;

constexpr int kRecordColumns = int(RecordColumn::firstField); // and the fields of a table behind them

class RecordCells
{
    Q_DECLARE_TR_FUNCTIONS(traceglass::RecordCells)

public:
    explicit RecordCells(const DocumentSession* session)
        : m_session(session)
    {
    }

    QString text(const RecordRow& row, RecordColumn column) const;
    QVariant data(const RecordRow& row, RecordColumn column, int role) const;
    // The subject of what has a time is called as the format does.
    QVariant title(const QStringList& titles, RecordColumn column, bool hasTimes) const;

    static QStringList titles();
    static bool isNumber(RecordColumn column);
    static void fitColumns(RowView& table); // as wide as what they mostly hold

private:
    const DocumentSession* m_session;
};

}
