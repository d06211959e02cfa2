// The hits of a search as a table, however many there are. What was searched for is bold where it stands; what else a
// query asks for, fields of records among it, has a column of its own.
//
//     model->setFound(search->found(), query, true);
//     list->refit();                            // of LongList, which shows it
#pragma once

#include "core/ask/hit_rows.h"
#include "core/query/text_condition.h"
#include "widgets/models/long_model.h"
#include "widgets/session/session_search.h"

namespace traceglass {

class HitsModel : public LongModel
{
    Q_OBJECT

public:
    enum Column { time, track, duration, name, matched };

    explicit HitsModel(DocumentSession* session, QObject* parent = nullptr);

    // Null: nothing; the rows of before stay until those in view are there. `values`: its words were looked for in texts of
    // records, too.
    void setFound(HitOrderPtr found, const query::Expr& expr, bool values);
    bool hasMatched() const { return m_kind || m_level || !m_fields->names().empty(); } // is there such a column?
    std::uint64_t total() const override { return m_found ? m_found->hits().count() : 0; }
    const query::Hit* hitAt(int row) const { return m_page.at(placeOf(row)); } // null: it is on its way
    bool isThere(int row) const override { return hitAt(row) != nullptr; }
    bool isAsking() const override { return m_asker.isWaiting(); }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    enum Question : Asker::Slot { kPage, kValues };

    bool has(std::uint64_t first, std::uint64_t count) const override
    {
        return m_page.of == m_found && m_page.has(first, count);
    }
    void fetch(std::uint64_t first, std::size_t atMost) override;
    LongModel* copy(QObject* parent) const override;
    bool isNumber(int column) const override { return column == time || column == duration; }
    QVariant cellData(int row, int column, int role) const override;
    QVariant exactData(int row, int column, const query::Hit& hit) const;
    QString matchedText(int row, const query::Hit& hit, const Track& on) const;
    void fetchValues();

    DocumentSession* m_session;
    Asker m_asker;
    HitOrderPtr m_found;
    LongPage<query::Hit, HitOrderPtr> m_page;
    std::vector<std::string> m_values; // of the fields, for the page; fewer: on their way
    query::Expr m_expr; // what is searched for, and of it:
    query::TextCondition m_condition {m_expr};
    std::shared_ptr<ask::HitFields> m_fields =
        std::make_shared<ask::HitFields>(std::vector<std::string>(), m_condition);
    bool m_kind = false; // is asked for
    bool m_level = false;
};

}
