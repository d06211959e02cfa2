// The whole timeline of a capture: overview, ruler, track names, tracks and legend, or the sentence that says
// why there is none.
//
//     auto* pane = new TimelinePane(session, this);
//     connect(fitAction, &QAction::triggered, pane, &TimelinePane::fit);
//     pane->restoreState(settings.value("timeline").toByteArray());
#pragma once

#include "widgets/common/copying.h"
#include "widgets/timeline/view/timeline_view.h"

#include <functional>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace traceglass {

class Asker;
struct CopiedDetail;
class ClockAlignmentDialog;
class FindingLane;
class LabelColumn;
class NoteLane;
class OverviewStrip;
class SessionFindings;
class TimelineLegend;
class TimeRuler;

class TimelinePane : public QWidget, public CopySource
{
    Q_OBJECT

public:
    explicit TimelinePane(DocumentSession* session, QWidget* parent = nullptr);
    ~TimelinePane() override;

    TimelineView* view() const { return m_view; }
    TimelineScene* scene() const { return m_scene; }
    NoteLane* noteLane() const { return m_noteLane; }
    void setNotes(SessionNotes* notes);
    FindingLane* findingLane() const { return m_findingLane; }
    void setFindings(SessionFindings* findings);

    // Nothing is being computed: what is painted is final. For pictures of the window.
    bool isSettled() const { return !m_session->isIndexing() && m_scene->isSettled(); }

    // What the keyboard is at: the line of the track names while they have the focus, and as long as no slice is
    // selected after it; else the track of the selection; kNoTrack: all of them.
    TrackId currentTrack() const;
    bool isAtCounter() const;
    void goTo(SliceGoal goal); // on the current track; says so where there is none
    void showMoment(std::int64_t timeNs) { m_view->showMoment(timeNs); }
    void moveTrack(bool down) { m_view->moveTrack(currentTrack(), down); } // past its neighbour
    // Of the current track or group; nothing when there is none.
    bool isTrackPinned() const { return currentTrack() != kNoTrack && m_scene->isPinned(currentTrack()); }
    void pinTrack(bool pinned) { m_scene->setPinned(currentTrack(), pinned); }
    void showOnlyTrack() { m_scene->showOnly(currentTrack()); }
    void hideTrack() { m_scene->hide(currentTrack()); }

    // Width of the names, what the user chose for tracks and how clocks were aligned; fits other captures by
    // the tracks' names.
    QByteArray saveState() const;
    bool restoreState(const QByteArray& state);

    QSize minimumSizeHint() const override;

    // Colours given to names by the user: index of Theme::nameColor by name. For all captures.
    QHash<QString, int> nameColors() const { return m_scene->nameColors(); }
    void setNameColors(const QHash<QString, int>& colors) { m_scene->setNameColors(colors); }

    // What the selected slice says of itself, exactly, as it is copied; empty where it has nothing to say.
    struct SelectedTexts
    {
        QString name;
        QString value; // of a counter or a text, else how long it took
        QString time;
    };
    SelectedTexts selectedTexts() const;
    // The selected slice with all that is told of it: as lines of text, and as a table of one row.
    void copySelected();
    void giveTable(const Done& done) override;
    QString selectedName() const; // without the id: what other slices may be called, too; as it is shown
    bool isSelectedNameHighlighted() const;
    // Commands of the window that stand first in the menu of a slice; null: a gap between them.
    void setSliceActions(QList<QAction*> actions) { m_sliceActions = std::move(actions); }

public slots:
    void zoomIn() { m_view->zoomIn(); }
    void zoomOut() { m_view->zoomOut(); }
    void fit() { m_view->fit(); }
    void nextSlice() { m_view->nextSlice(); }
    void previousSlice() { m_view->previousSlice(); }
    void nextFlow() { m_view->nextFlow(); }
    void previousFlow() { m_view->previousFlow(); }
    void setFilter(const QString& text);
    void alignClocks(std::uint16_t moving = 1); // opens the dialog that lays one clock onto another
    // Of those shown: its first slice in view, else the nearest.
    void selectNextTrack(bool forward = true) { m_view->selectNextTrack(forward); }
    void reachHits(); // the focus, and the first hit of the filter
    void selectRange() { m_view->selectRange(); }
    void zoomToSelection() { m_view->zoomToSelection(); }
    void showSliceMenu() { m_view->showSliceMenu(); } // of the selected slice
    void selectSameName(bool forward); // the next or previous slice of its name on the tracks shown
    // Fades all others.
    void highlightSameName(bool on) { m_scene->setHighlight(on ? exactSelectedName() : QString()); }
    void showOnlySelectedTrack() { m_scene->showOnly(m_scene->selectedTrack()); }
    void hideSelectedTrack() { m_scene->hide(m_scene->selectedTrack()); }
    void askForSets(); // setsWanted() at the button beside the filter
    void editFilter(); // opens the filter field beside the ruler

signals:
    void noteEditWanted(const std::string& id);
    void cursorMoved(std::optional<std::int64_t> timeNs);
    void hovered(const QString& text); // what is under the pointer, in one line
    void statusText(const QString& text);
    void currentTrackChanged();
    void clearFilterWanted();          // of slices
    void recordsWanted(TrackId track); // those of its slices
    void setsWanted(const QPoint& at); // the menu of sets
    void structureRequested();         // the link of the sentence shown instead of a timeline
    void nameColorsChanged(const QHash<QString, int>& colors);

protected:
    void changeEvent(QEvent* event) override;
    bool
    event(QEvent* event) override; // F3 is not the window's while tracks are filtered and nothing is searched
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // what view and names leave

private:
    std::vector<CopiedDetail> selectedDetails() const;
    QString exactSelectedName() const;
    QWidget* makeTimelinePage();
    QWidget* makeCorner();     // left of the overview
    QWidget* makeFilterCell(); // left of the ruler
    void updateTexts();
    void updatePage();
    bool isHitKey(const QKeyEvent& event) const; // walks the hits of the filter
    int leastHeight() const;
    void shareHeight();
    void shareWidth();
    void setLabelWidth(int width);
    std::function<void()> later(TrackId track, std::function<void(TrackId)> act); // for actions of a menu
    void addTrackActions(QMenu* menu, TrackId track, bool withHiding);
    void showTrackMenu(TrackId track, const std::optional<PlacedSlice>& slice, const QPoint& position);
    void addColorMenu(QMenu* menu, const QString& name);
    void addCounterMenu(QMenu* menu, TrackId track);

    DocumentSession* m_session;
    TimelineScene* m_scene;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_nothing = nullptr; // over the tracks: no track is shown
    QLabel* m_captureText = nullptr;
    QLabel* m_trackText = nullptr;
    QLineEdit* m_filter = nullptr;
    QToolButton* m_filterButton = nullptr;
    QToolButton* m_setsButton = nullptr;
    QWidget* m_corner = nullptr;
    QWidget* m_filterCell = nullptr;
    OverviewStrip* m_overview = nullptr;
    TimeRuler* m_ruler = nullptr;
    FindingLane* m_findingLane = nullptr;
    QLabel* m_findingText = nullptr; // beside the lane
    NoteLane* m_noteLane = nullptr;
    LabelColumn* m_labels = nullptr;
    bool m_isNamed = false; // a track's name was chosen last, and no slice
    int m_labelWidth =
        0; // as it was chosen, 0: as wide as the font; where there is little room they are less wide
    TimelineView* m_view = nullptr;
    TimelineLegend* m_legend = nullptr;
    ClockAlignmentDialog* m_alignment = nullptr; // made when it is first shown
    QList<QAction*> m_sliceActions;
    enum Question { kAskOfName }; // for the next slice of a name
    Asker* m_asker;
};

}
