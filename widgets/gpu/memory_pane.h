// The Memory tab of a capture with a memory trace: allocations at a moment with what lies in them, what is biggest then,
// and what is new, gone and still there between two moments.
//
//     auto* pane = new MemoryPane(session, tabs);      // asks when it is first shown
//     connect(pane, &MemoryPane::copied, ...);
//
// The tables are those of `tglass stats --by allocations`, memory-names, memory-use, memory-changes and memory-kept.
#pragma once

#include "widgets/gpu/gpu_pane.h"
#include "widgets/gpu/moment_choice.h"

class QButtonGroup;
class QStackedWidget;
class QToolButton;

namespace traceglass {

class PaneHead;

class MemoryPane : public GpuPane
{
    Q_OBJECT

public:
    explicit MemoryPane(DocumentSession* session, QWidget* parent = nullptr);

    enum Change { isNew, isGone, isKept };

    AskedTable* allocations() const { return m_allocations; }
    AskedTable* biggest() const { return m_biggest; }
    AskedTable* compared() const; // the table of the toggle that is down
    MomentChoice* moment() const { return m_moment; }
    MomentChoice* from() const { return m_from; }
    MomentChoice* to() const { return m_to; }
    QComboBox* grouping() const { return m_by; }
    QToolButton* toggle(Change change) const;
    QString summary() const; // of the allocations
    QString verdict() const; // about leaks
    bool isReading() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Question : Asker::Slot { kMoments };

    QWidget* makeAllocations();
    QWidget* makeBiggest();
    QWidget* makeCompared();
    void fetch() override;
    void fetchMoment();
    void fetchBetween();
    void tellAllocations();
    void tellBiggest();
    void tellCompared();
    void showChange();
    void colorToggles();

    Asker* m_asker;
    MomentChoice* m_moment;
    MomentChoice* m_from;
    MomentChoice* m_to;
    QComboBox* m_by;
    AskedTable* m_allocations;
    AskedTable* m_biggest;
    AskedTable* m_changes;
    AskedTable* m_kept;
    PaneHead* m_momentHead = nullptr;
    PaneHead* m_biggestHead = nullptr;
    PaneHead* m_changeHead = nullptr;
    QButtonGroup* m_toggles;
    QStackedWidget* m_tables;
    bool m_isChosen = false; // the toggle, by the user
};

}
