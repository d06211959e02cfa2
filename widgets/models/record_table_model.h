// Records as a table: the list beside the bytes and the Records tab. It keeps the records as they came and
// makes text only for cells that are shown.
//
//     model->setRecords(std::move(records));
//     model->setFilter("wake");                 // keeps rows with this text in any column
//     model->sort(RecordTableModel::time, Qt::DescendingOrder);
//
// Many records are filtered and sorted in another thread; what was listed stays until that is done.
#pragma once

#include "core/base/behind.h"
#include "core/model/record.h"
#include "widgets/models/row_model.h"
#include "widgets/session/asker.h"

namespace traceglass {

class DocumentSession;

class RecordTableModel : public RowModel
{
    Q_OBJECT

public:
    enum Column { offset, size, record, subject, by, time, afterPrevious, fields, firstField };

    explicit RecordTableModel(DocumentSession* session, QObject* parent = nullptr);
    ~RecordTableModel() override { freeRecords(); }

    // What is listed of records and in which order; for another thread where there are many.
    struct Order
    {
        QString filter {};
        int column = -1; // as they came
        Qt::SortOrder direction = Qt::AscendingOrder;

        bool operator==(const Order&) const = default;
        std::vector<std::uint32_t> of(const std::vector<Record>& records) const;
    };
    Order order() const { return {m_filter, m_sortColumn, m_sortOrder}; }
    // `fields`: columns behind the others, with what is in Record::values. `rows`: what order().of(records) was.
    void setRecords(std::vector<Record> records, std::vector<std::string> fields = {},
                    std::optional<std::vector<std::uint32_t>> rows = {});
    bool hasFields() const { return !m_fields.empty(); }
    const std::vector<std::string>& fieldNames() const { return m_fields; }
    const std::vector<Record>& records() const { return *m_records; }
    const Record& recordAt(int row) const { return (*m_records)[m_rows[static_cast<std::size_t>(row)]]; }
    bool hasTimes() const { return m_hasTimes; }
    void setFilter(const QString& text);
    QString filter() const { return m_filter; }
    bool isArranging() const { return m_asker.isWaiting(); }
    // The row of the record that is this node, else the one that owns the byte; -1 when neither is listed.
    int rowOf(const std::optional<NodeId>& node, const ByteRange& bytes) const;
    QString cell(const Record& record, std::size_t position, int column) const;

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void arranged(); // filtered and sorted as was asked

private:
    bool isNumber(int column) const override;
    QVariant cellData(int row, int column, int role) const override;
    void refill() override;
    void freeRecords() // many take a while; what another thread still reads it frees itself
    {
        if (m_records.use_count() == 1)
            freeBehind(std::move(*m_records));
        m_records.reset();
    }

    struct Place
    {
        NodeId node;
        ByteRange range;
    };

    DocumentSession* m_session;
    Asker m_asker;
    std::shared_ptr<std::vector<Record>> m_records = std::make_shared<std::vector<Record>>();
    std::vector<Place> m_places; // of each, side by side: every selection looks through all
    std::vector<std::string> m_fields;
    std::vector<std::ptrdiff_t> m_numbers; // of each field: more than there are texts, such as "none"
    QString m_filter;
    bool m_hasTimes = false;
};

}
