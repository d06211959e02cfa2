// The hits of a search as a table, however many there are.
//
//     model->setFound(search->found());
//     list->refit();                            // of LongList, which shows it
#pragma once

#include "widgets/models/long_model.h"
#include "widgets/session/session_search.h"

namespace traceglass {

class HitsModel : public LongModel
{
    Q_OBJECT

public:
    enum Column { time, track, duration, name };

    explicit HitsModel(DocumentSession* session, QObject* parent = nullptr);

    void setFound(HitOrderPtr found); // null: nothing; the rows of before stay until those in view are there
    std::uint64_t total() const override { return m_found ? m_found->hits().count() : 0; }
    const query::Hit* hitAt(int row) const; // null: it is on its way
    bool isThere(int row) const override { return hitAt(row) != nullptr; }
    bool isAsking() const { return m_asker.isWaiting(); }

private:
    bool has(std::uint64_t first, std::uint64_t count) const override;
    void fetch(std::uint64_t first, std::size_t atMost) override;
    bool isNumber(int column) const override { return column == time || column == duration; }
    QVariant cellData(int row, int column, int role) const override;

    DocumentSession* m_session;
    Asker m_asker;
    HitOrderPtr m_found;
    HitOrderPtr m_pageOf;           // whose hits the page has
    std::vector<query::Hit> m_page; // from m_pageFirst on
    std::uint64_t m_pageFirst = 0;
};

}
