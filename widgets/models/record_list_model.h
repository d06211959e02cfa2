// What is listed of the records of a capture as a table, however many there are.
//
//     model->setListing({list, order}, fields);  // rows come from there, and the list may still grow
//     list->refit();                             // of LongList, which shows it
//
// Sorting is asked of whoever sets what is listed.
#pragma once

#include "widgets/models/long_model.h"
#include "widgets/models/record_cells.h"
#include "widgets/session/asker.h"

namespace traceglass {

class RecordListModel : public LongModel
{
    Q_OBJECT

public:
    explicit RecordListModel(DocumentSession* session, QObject* parent = nullptr);

    // `fields`: columns behind the others, with what is in Record::values. Rows of before stay until others
    // are there.
    void setListing(RecordListing listing, std::vector<std::string> fields);
    const RecordListing& listing() const { return m_listing; }
    const std::vector<std::string>& fields() const { return m_fields; }
    void readAgain(); // what is called otherwise by now
    void setUnsortable(const QString& why)
    {
        m_unsortable = why;
    } // for the tooltips of the heads; empty: it can be

    std::uint64_t total() const override { return m_listing.count(); }
    bool isThere(int row) const override { return rowAt(row) != nullptr; }
    const RecordRow* rowAt(int row) const { return m_page.at(placeOf(row)); } // null: it is on its way
    bool isAsking() const override { return m_asker.isWaiting(); }

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void sortWanted(int column, Qt::SortOrder order); // -1: as they came

private:
    bool isNumber(int column) const override;
    QVariant cellData(int row, int column, int role) const override;
    bool has(std::uint64_t first, std::uint64_t count) const override
    {
        return m_page.of == m_listing && m_page.has(first, count);
    }
    void fetch(std::uint64_t first, std::size_t atMost) override;
    LongModel* copy(QObject* parent) const override;
    void refill() override { emit sortWanted(m_sortColumn, m_sortOrder); }
    void takePage(const RecordListing& of, std::uint64_t first, std::vector<RecordRow> page);

    DocumentSession* m_session;
    RecordCells m_cells;
    Asker m_asker;
    RecordListing m_listing;
    std::vector<std::string> m_fields;
    std::vector<int>
        m_numbers; // of each field: more than there are texts, such as "none"; 0: nothing is known yet
    QString m_unsortable;
    LongPage<RecordRow, RecordListing> m_page;
};

}
