// The Queues tab of a capture with queue events: what a frame called for and when it ran, all frames, and how busy the
// queues were, of the selected range or the whole capture.
//
//     auto* pane = new QueuesPane(session, tabs);      // asks when it is first shown
//     connect(pane, &QueuesPane::copied, ...);
//
// The current frame is the one whose events are shown. The tables are those of `tglass stats --by queue-events`, frames
// and queues.
#pragma once

#include "widgets/statistics/asked_table.h"
#include "widgets/statistics/turned_table.h"

class QTimer;

namespace traceglass {

class ElidedLabel;
class PaneHead;
class SidePanes;

class QueuesPane : public QWidget
{
    Q_OBJECT

public:
    explicit QueuesPane(DocumentSession* session, QWidget* parent = nullptr);

    AskedTable* events() const { return m_events; }
    AskedTable* frames() const { return m_frames; }
    TurnedTable* queues() const { return m_queues; }
    SidePanes* panes() const { return m_panes; }
    QString summary() const; // of the events
    bool isReading() const;
    void setNameColors(const QHash<QString, int>& colors); // that the user gave

    QByteArray saveState() const;
    void restoreState(const QByteArray& state);

signals:
    void copied(const QString& what);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void later();
    void fetch();
    void tellFrames();
    void tellEvents();
    void tellQueues();
    void showFrame();

    DocumentSession* m_session;
    QTimer* m_delay;
    AskedTable* m_events;
    AskedTable* m_frames;
    TurnedTable* m_queues;
    PaneHead* m_eventsHead;
    PaneHead* m_framesHead;
    PaneHead* m_queuesHead;
    ElidedLabel* m_busy;
    SidePanes* m_panes;
    std::string m_frame;    // whose events are shown; empty: none yet
    bool m_isFresh = false; // the tables are those of the timeline and range there are
};

}
