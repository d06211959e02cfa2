// The hits of a search as a table, however many there are: it holds the rows that are in view, and asks for
// others when the view moves.
//
//     model->setFound(search->found(), search);
//     model->setView(1'000'000, 20);            // 20 rows from the 1,000,000th on
#pragma once

#include "widgets/models/row_model.h"
#include "widgets/session/session_search.h"

namespace traceglass {

class HitsModel : public RowModel
{
    Q_OBJECT

public:
    enum Column { time, track, duration, name };

    explicit HitsModel(DocumentSession* session, QObject* parent = nullptr);

    void setFound(HitOrderPtr found); // null: nothing; the rows of before stay until those in view are there
    std::uint64_t total() const { return m_found ? m_found->hits().count() : 0; }
    void setView(std::uint64_t first, int rows);
    std::uint64_t first() const { return m_first; }
    const query::Hit* hitAt(int row) const; // null: it is on its way
    bool isAsking() const { return m_asker.isWaiting(); }

signals:
    void shown(); // the rows in view are there

private:
    int rows() const override { return m_count; }
    bool isNumber(int column) const override { return column == time || column == duration; }
    QVariant cellData(int row, int column, int role) const override;
    void ask();

    DocumentSession* m_session;
    Asker m_asker;
    HitOrderPtr m_found;
    HitOrderPtr m_pageOf;           // whose hits the page has
    std::vector<query::Hit> m_page; // from m_pageFirst on
    std::uint64_t m_pageFirst = 0;
    std::uint64_t m_first = 0;
    int m_wanted = 0; // rows there is room for
    int m_count = 0;
};

}
