// A table of the format's statistics that a pane has beside others: it asks, sorts and shows chosen columns, and each row
// leads to its slice. What is selected elsewhere becomes its current row.
//
//     auto* table = new AskedTable(session, tr("Allocations"), {"heap", "size", "resources"});
//     connect(table, &AskedTable::told, ...);                 // it is there, and so are its sums
//     table->ask("allocations", TimeRange {beginNs, momentNs});
#pragma once

#include "widgets/session/asker.h"
#include "widgets/statistics/stat_view.h"

#include <QStringList>

namespace traceglass {

class AskedTable : public StatView
{
    Q_OBJECT

public:
    using Keeps = std::function<bool(const StatTable& table, std::size_t row)>;

    // Behind the key, from left to right, those in which something stands; "queue_*" are all that begin so.
    AskedTable(DocumentSession* session, const QString& name, QStringList columns, QWidget* parent = nullptr);

    void ask(const std::string& id, std::optional<TimeRange> range) { ask(id, range, m_keeps); }
    void ask(const std::string& id, std::optional<TimeRange> range, Keeps keeps);
    void setKeeps(Keeps keeps); // which rows of the table that is there are shown; without, all are
    void setOrder(const char* column,
                  Qt::SortOrder order);       // as it is first shown, instead of how the table wants it
    void setNothing(const QString& sentence); // what is said where there are no rows
    const StatTablePtr& table() const { return stats()->table(); } // null: none yet
    bool isWaiting() const { return m_asker->isWaiting(); }
    std::optional<StatPlace> placeOfRow(int row) const; // the first that a cell of it leads to

    // Of a column; kNoInteger: not known.
    static std::int64_t integer(const StatTable& table, std::string_view column, std::size_t row);
    // The sum of a column over the rows that a test holds for.
    static std::int64_t sum(const StatTable& table, std::string_view column, const Keeps& keeps = {});

signals:
    void told();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum Question : Asker::Slot { kTable, kOrder };
    struct Made // by the worker
    {
        StatTablePtr table;
        std::vector<std::uint32_t> rows;
        std::vector<bool> isFilled {}; // by column of the table: something stands in one of the rows
    };

    void arrange(const StatTablePtr& table);
    void show(const Made& made);
    void layOutColumns();
    int wantedWidth(int column) const;
    void fitKey();
    void followSelection();
    void goToRow();

    Asker* m_asker;
    QStringList m_columns;
    Keeps m_keeps;
    std::pair<std::string, Qt::SortOrder> m_firstOrder {};
    StatOrder m_order {-1}; // until it is chosen: as the table is first shown
    QString m_nothing;
    TimelinePtr m_asked; // of the table on its way
    std::vector<bool> m_isFilled, m_isWanted; // as the columns were laid out
    bool m_isFollowing = false;
};

}
