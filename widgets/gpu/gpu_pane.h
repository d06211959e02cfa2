// What the tabs of GPU captures have in common: tables beside each other, which are asked for anew with the timeline, a
// little later, and only while somebody sees them.
#pragma once

#include "widgets/statistics/asked_table.h"

class QTimer;

namespace traceglass {

class SidePanes;

class GpuPane : public QWidget
{
    Q_OBJECT

public:
    SidePanes* panes() const { return m_panes; }
    void setNameColors(const QHash<QString, int>& colors); // that the user gave

    QByteArray saveState() const;
    void restoreState(const QByteArray& state);

signals:
    void copied(const QString& what);

protected:
    GpuPane(DocumentSession* session, QWidget* parent);

    void add(AskedTable* table); // whose names have colours, and which can be copied
    bool isWaiting() const;      // for the delay, or for a table
    void later();
    virtual void fetch() = 0;
    void showEvent(QShowEvent* event) override;

    DocumentSession* m_session;
    QTimer* m_delay;
    SidePanes* m_panes;
    bool m_isFresh = false; // the tables are those of what there is

private:
    std::vector<AskedTable*> m_tables;
};

}
