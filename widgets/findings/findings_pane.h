// The Findings tab: what looks wrong in the capture, the most serious first, and beside it why the current line is
// listed, what it rests on and what to do.
//
//     auto* pane = new FindingsPane(session, findings, tabs);
//     connect(pane, &FindingsPane::statisticsWanted, ...);     // of what the evidence is called
//
// Enter goes to the evidence of a line, ◀ and ▶ through it. What was not checked is said, so that an empty list is not
// taken for health.
#pragma once

#include "core/model/details.h"
#include "widgets/findings/findings_model.h"
#include "widgets/models/list_pane.h"

class QScrollArea;

namespace traceglass {

class DetailsView;
class CommandLink;
class LevelView;
class ElidedLabel;
class LinkLabel;

class FindingsPane : public ListPane
{
    Q_OBJECT

public:
    FindingsPane(DocumentSession* session, SessionFindings* findings, QWidget* parent = nullptr);

    // What is shown at the right.
    enum class Right { why, silent, notChecked, gone };

    FindingsModel* model() const { return m_model; }
    QLabel* headLine() const { return m_head; }
    Right right() const { return m_right; }
    void show(Right right);
    const Details& details() const { return m_details; } // what stands there
    LinkLabel* silentLink() const { return m_silent; }
    LinkLabel* mutedLink() const { return m_muted; }
    LinkLabel* goneLink() const { return m_gone; } // shown where the capture is compared with another one
    LinkLabel* muteLink() const { return m_mute; }
    LinkLabel* usualLink() const { return m_usual; } // shown where thresholds are the user's own
    void muteCurrent(); // or back again
    void goToCurrent(); // unless it is what is shown

    QByteArray saveState() const override; // once somebody has divided it
    void restoreState(const QByteArray& state) override;
    QSize minimumSizeHint() const override; // with links in several lines, where there is no room for one

signals:
    void statisticsWanted();
    void noteWanted();
    void thresholdsWanted();
    void copied(const QString& what);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeLeft();
    QWidget* makeRight();
    void refresh();
    void tellState();
    void showCurrent();
    void showDetails();
    void chooseRow(int row);
    void goToRow();
    void clicked(const QPoint& at);
    void showMenu(const QPoint& at);
    void fitColumns();
    int leastSentence() const; // pixels
    void divide();
    Details silentRules() const;
    Details uncheckedRules() const;
    Details goneFindings() const;
    QString countText() const;
    const Finding* current() const; // null: none
    const Finding& nearTo(int row) const;

    SessionFindings* m_findings;
    FindingsModel* m_model;
    QLabel* m_head;
    ElidedLabel* m_remark; // how long it took
    LinkLabel* m_thresholds;
    CommandLink* m_copy;
    LinkLabel* m_silent;
    LinkLabel* m_notChecked;
    LinkLabel* m_muted;
    LinkLabel* m_gone;
    LinkLabel* m_previous = nullptr;
    LinkLabel* m_next = nullptr;
    LinkLabel* m_statistics = nullptr;
    LinkLabel* m_note = nullptr;
    LinkLabel* m_usual = nullptr;
    LinkLabel* m_mute = nullptr;
    QScrollArea* m_scroll = nullptr;
    DetailsView* m_view = nullptr;
    LevelView* m_level = nullptr;
    int m_numbersWidth = 0;   // pixels of all columns beside the sentence and the rule
    bool m_isDivided = false; // by the user, or as it was left
    Right m_right = Right::why;
    Details m_details;
};

}
