// The Queues tab of a capture with queue events: what a frame called for and when it ran, all frames, and how busy the
// queues were, of the selected range or the whole capture.
//
//     auto* pane = new QueuesPane(session, tabs);      // asks when it is first shown
//     connect(pane, &QueuesPane::copied, ...);
//
// The current frame is the one whose events are shown. The tables are those of `tglass stats --by queue-events`, frames
// and queues.
#pragma once

#include "widgets/gpu/gpu_pane.h"
#include "widgets/statistics/turned_table.h"

namespace traceglass {

class ElidedLabel;
class PaneHead;

class QueuesPane : public GpuPane
{
    Q_OBJECT

public:
    explicit QueuesPane(DocumentSession* session, QWidget* parent = nullptr);

    AskedTable* events() const { return m_events; }
    AskedTable* frames() const { return m_frames; }
    TurnedTable* queues() const { return m_queues; }
    QString summary() const; // of the events
    bool isReading() const;

private:
    void fetch() override;
    void tellFrames();
    void tellEvents();
    void tellQueues();
    void showFrame();

    AskedTable* m_events;
    AskedTable* m_frames;
    TurnedTable* m_queues;
    PaneHead* m_eventsHead;
    PaneHead* m_framesHead;
    PaneHead* m_queuesHead;
    ElidedLabel* m_busy;
    std::string m_frame; // whose events are shown; empty: none yet
};

}
