// The hits of a search by what they have in common, with how many there are of each: a row a track or a name.
//
//     groups->make(stats::SliceKey::track);      // in the background: changed()
//     groups->choose(0);                         // changed(): hits() are those of that row alone
//
// Every hit is in one group; values of counters go by the name of their track.
#pragma once

#include "core/model/statistics.h"
#include "core/stats/slice_table.h"
#include "widgets/models/row_model.h"
#include "widgets/session/session_search.h"

#include <optional>

namespace traceglass {

class HitGroups : public RowModel
{
    Q_OBJECT

public:
    HitGroups(DocumentSession* session, SessionSearch* search, QObject* parent = nullptr);

    void make(std::optional<stats::SliceKey> by); // nothing: there are none
    std::optional<stats::SliceKey> by() const { return m_by; }
    void choose(int row);
    void release();                                      // back to all
    const HitOrderPtr& hits() const { return m_chosen; } // of the chosen one; null: none is
    const QString& chosen() const { return m_name; }
    bool isAsking() const { return m_asker.isWaiting(); }

signals:
    void changed();

private:
    enum Question : Asker::Slot { kCount, kChoose };

    bool isNumber(int column) const override { return column == 1; }
    QVariant cellData(int row, int column, int role) const override;
    void take(StatTable table, HitOrderPtr of);

    SessionSearch* m_search;
    Asker m_asker;
    std::optional<stats::SliceKey> m_by;
    HitOrderPtr m_asked; // to be counted
    HitOrderPtr m_of;    // what the table counts
    StatTable m_table;
    HitOrderPtr m_chosen;
    QString m_name;
};

}
