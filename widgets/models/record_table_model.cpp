#include "widgets/models/record_table_model.h"

#include "widgets/session/document_session.h"

namespace traceglass {

RecordTableModel::RecordTableModel(DocumentSession* session, QObject* parent)
    : RowModel(RecordCells::titles(), parent)
    , m_cells(session)
{
    connect(session, &DocumentSession::timeFormatChanged, this,
            [this] { tellColumns(int(RecordColumn::time), int(RecordColumn::sincePrevious)); });
}

void RecordTableModel::setRecords(std::vector<Record> records)
{
    beginResetModel();
    m_records.clear();
    m_hasTimes = false;
    for (Record& record : records) {
        RecordRow row {m_records.size(), std::move(record)};
        m_hasTimes = m_hasTimes || row.record.timeNs;
        if (!m_records.empty())
            row.sincePreviousNs = sincePrevious(m_records.back().record, row.record);
        m_records.push_back(std::move(row));
    }
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, int(RecordColumn::subject), int(RecordColumn::subject));
}

int RecordTableModel::rowOf(const std::optional<NodeId>& node, const ByteRange& bytes) const
{
    const auto rowWith = [this](const auto& is) {
        const auto row = std::ranges::find_if(m_records, is, &RecordRow::record);
        return row == m_records.end() ? -1 : static_cast<int>(row - m_records.begin());
    };
    const int ofNode = node ? rowWith([&](const Record& record) { return record.node == *node; }) : -1;
    if (ofNode >= 0 || bytes.length == 0)
        return ofNode;
    return rowWith([&](const Record& record) { return record.range.contains(bytes.source, bytes.offset); });
}

QVariant RecordTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole)
        return m_cells.title(m_titles, RecordColumn(section), m_hasTimes);
    return RowModel::headerData(section, orientation, role);
}

}
