// The track area: paints the lines of a scene under the session's window of time, and is where one zooms,
// pans, selects slices and drags ranges. One viewport, painted as a picture that only the pointer's line is
// drawn over.
//
//     TimelineView view(&scene);
//     connect(&view, &TimelineView::cursorMoved, ...);     // the moment under the pointer, for the status
//     bar
#pragma once

#include "widgets/timeline/painting/flow_painter.h"
#include "widgets/timeline/painting/track_painter.h"
#include "widgets/timeline/scene/slice_search.h"

#include <QAbstractScrollArea>

namespace traceglass {

class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineView(TimelineScene* scene, QWidget* parent = nullptr);

    // Logical pixels of the viewport.
    TimeAxis axis() const { return {m_scene.session().view(), std::max(1, viewport()->width())}; }
    std::optional<PlacedSlice> sliceAt(const QPoint& position) const;
    std::optional<std::int64_t> cursorTime() const { return m_cursorTime; }
    unsigned statesSeen() const; // what the legend explains
    std::uint64_t queries() const { return m_tracks.queries(); }
    bool takeKey(const QKeyEvent& event); // false: it is none of its own

public slots:
    void zoomIn() { zoom(kKeyZoom); }
    void zoomOut() { zoom(1 / kKeyZoom); }
    void fit(); // the selection, and when it is already shown so, the capture
    void nextSlice() { selectNeighbour(true); }
    void previousSlice() { selectNeighbour(false); }
    // To what the selected slice woke or spawned; of several the user is asked.
    void nextFlow() { followFlow(true); }
    void previousFlow() { followFlow(false); } // to what woke or spawned it
    void selectNextTrack(bool forward); // around the end: a slice of the next line, in view if there is one
    void zoomToSelection();             // or to the range, whichever was made last
    // Of a track or the members of a group; of all that are shown when it is none of them, or when that slice
    // is selected already. False: there is none.
    bool goTo(SliceGoal goal, TrackId track);
    // Under the cursor: where it is if that is well in view, else in the middle, as far as the capture goes.
    void showMoment(std::int64_t timeNs);
    void selectRange();                   // over the selection
    // The one moved last, or the other; begins at the selection, the cursor or the middle.
    void moveRangeEdge(bool other, double pixels);
    void moveTrack(TrackId track, bool down); // past the sibling above or below it
    void showSliceMenu();                     // asks for the menu of the selected slice

signals:
    void cursorMoved(std::optional<std::int64_t> timeNs);
    void hovered(const QString& text); // what is under the pointer, in one line
    void statusText(const QString& text);
    void statesSeenChanged();
    void sameNameWanted(bool forward);
    void trackMenuRequested(TrackId track, std::optional<PlacedSlice> slice, QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    enum class Drag { none, pressed, range, rangeStart, rangeEnd, pan };
    struct Followed // a flow
    {
        SliceId from, to;
        bool forward;
    };
    static constexpr double kKeyZoom = 1.5;

    void renderFrame();
    void paintLines(QPainter& painter, QImage& image);
    void paintRange(QPainter& painter);
    void paintDamage(QPainter& painter);
    void outline(QPainter& painter, const PlacedSlice& placed);
    void outlineValue(QPainter& painter, const PlacedSlice& placed, int top);
    QString lostWords(const DamagedTime& damage) const;
    std::vector<std::pair<int, int>> linesConcerned(const DamagedTime& damage) const;
    std::optional<PlacedSlice> momentAt(TrackId id, const QPoint& position) const;
    int linesBottom() const; // where the last line ends in the viewport
    void invalidate();
    void updateFonts();
    void updateScrollBar();
    void followSelection();
    void followAnswer();

    void setCursorTime(std::optional<std::int64_t> timeNs);
    void tellHovered();
    void zoom(double factor, std::optional<double> x = {});
    void pan(double pixels) { m_scene.session().setView(axis().panned(pixels)); }
    double anchor() const; // where keys zoom
    Drag edgeAt(int x) const;
    bool handleTimeKey(const QKeyEvent& event);
    bool handleRangeKey(const QKeyEvent& event);
    TimeRange fitting(TimeRange time) const;            // a view that shows it with some air
    std::vector<TrackId> tracksOf(TrackId track) const; // of kNoTrack: all that are shown
    void selectNeighbour(bool forward);
    void selectInLine(int step);                                 // in the next or previous track
    std::optional<PlacedSlice> firstInView(TrackId track) const; // else the nearest to it
    void select(const SliceId& id, const Slice& slice);          // and shows it
    void select(const PlacedSlice& placed);
    QPoint belowSelected() const; // where a menu about it opens, on the screen
    // timeline_view_flows.cpp
    void followFlow(bool forward);
    void follow(const SliceId& from, const SliceId& to, const Slice& slice, bool forward);
    void chooseFlow(const std::vector<PlacedSlice>& ends, bool forward);
    // timeline_view_words.cpp
    QStringList timeWords(const PlacedSlice& placed) const;
    QStringList describeAt(const QPoint& position) const;
    QString hoveredWords() const;
    QString selectedWords() const; // track, name, duration, time

    TimelineScene& m_scene;
    LabelCache m_labels;
    LabelCache m_boldLabels;
    TrackPainter m_tracks;
    QImage m_frame; // without what belongs to the selected slice
    bool m_frameValid = false;
    std::vector<Flow> m_flows; // of the selection
    std::vector<Followed> m_followed; // one behind the other, up to the selection
    unsigned m_statesTold = 0;
    std::optional<SliceId> m_scrolledFor; // was brought into view
    std::optional<std::int64_t> m_cursorTime;
    std::optional<QPoint> m_pointer; // while it is over the viewport
    QString m_hovered;
    Drag m_drag = Drag::none;
    QPoint m_pressed;
    std::int64_t m_dragNs = 0; // the end of the range that stays
    bool m_endMoves = true;    // by the keyboard
    TimeRange m_dragView;      // when panning began
};

}
