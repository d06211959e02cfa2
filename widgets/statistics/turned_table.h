// A table of few rows and many columns, turned: a line a column, and beside each other what its rows say.
//
//     auto* table = new TurnedTable(session, tr("Queues"));
//     connect(table, &TurnedTable::told, ...);
//     table->ask("queues", range);
//
// Numbers that stand for a slice lead to it, by a click, or by Enter from the current line: the first of them.
#pragma once

#include "widgets/session/asker.h"
#include "widgets/statistics/stat_view.h"

namespace traceglass {

class TurnedModel;

class TurnedTable : public RowView
{
    Q_OBJECT

public:
    TurnedTable(DocumentSession* session, const QString& name, QWidget* parent = nullptr);

    void ask(const std::string& id, std::optional<TimeRange> range);
    void setNothing(const QString& sentence) { m_nothing = sentence; }
    const StatTablePtr& table() const { return m_stats->table(); } // null: none yet
    bool isWaiting() const { return m_asker->isWaiting(); }

signals:
    void told();
    void copied(const QString& what);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum Question : Asker::Slot { kTable };

    std::optional<StatPlace> placeAt(const QModelIndex& cell) const;
    void goTo(const StatPlace& place);

    DocumentSession* m_session;
    Asker* m_asker;
    StatisticsModel* m_stats; // the table as it is
    TurnedModel* m_turned;
    TimelinePtr m_timeline; // whose tracks it means
    QString m_nothing;
};

}
