// A few records as a table: those beside the bytes. Lists of any length: record_list_model.h.
//
//     model->setRecords(std::move(records));
//     model->rowOf(session->selection().node, session->selection().bytes);
#pragma once

#include "widgets/models/record_cells.h"
#include "widgets/models/row_model.h"

namespace traceglass {

class RecordTableModel : public RowModel
{
public:
    explicit RecordTableModel(DocumentSession* session, QObject* parent = nullptr);

    void setRecords(std::vector<Record> records);
    const Record& recordAt(int row) const { return m_records[static_cast<std::size_t>(row)].record; }
    bool hasTimes() const { return m_hasTimes; }
    // The row of the record that is this node, else the one that owns the byte; -1 when neither is listed.
    int rowOf(const std::optional<NodeId>& node, const ByteRange& bytes) const;

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    int rows() const override { return static_cast<int>(m_records.size()); }
    bool isNumber(int column) const override { return RecordCells::isNumber(RecordColumn(column)); }
    QVariant cellData(int row, int column, int role) const override
    {
        return m_cells.data(m_records[static_cast<std::size_t>(row)], RecordColumn(column), role);
    }

    RecordCells m_cells;
    std::vector<RecordRow> m_records;
    bool m_hasTimes = false;
};

}
