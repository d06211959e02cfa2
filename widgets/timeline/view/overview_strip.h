// The whole capture in a strip: how busy it is, where the visible window and the selected range lie, where
// bytes are damaged. The window is dragged, its ends by grips; a click elsewhere moves it there.
//
//     OverviewStrip overview(&scene);
#pragma once

#include "widgets/common/copying.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QWidget>

namespace traceglass {

class OverviewStrip : public QWidget, public CopySource
{
    Q_OBJECT

public:
    explicit OverviewStrip(TimelineScene* scene, QWidget* parent = nullptr);

    struct Window // logical pixels: the frame and where its grips are
    {
        int left = 0;
        int right = 0;
        QRect leftGrip;
        QRect rightGrip;
    };
    Window window() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent*) override { m_drag = Drag::none; }
    void mouseDoubleClickEvent(QMouseEvent*) override { m_scene.session().setView(axis().view); }
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Drag { none, window, start, end };

    // The capture over the width of the strip.
    TimeAxis axis() const { return {m_scene.session().extent(), std::max(1, width())}; }
    Drag dragAt(const QPoint& position) const;
    void moveTo(std::int64_t centerNs);
    int textHeight() const; // of the times, above all else
    QString viewWords() const;
    void collectTracks();
    void paintDensity(QPainter& painter);
    void paintTicks(QPainter& painter);
    void paintDamage(QPainter& painter);
    void paintNotes(QPainter& painter);
    void paintHits(QPainter& painter); // of a search, at the lower edge
    void paintWindow(QPainter& painter);

    TimelineScene& m_scene;
    std::vector<TrackId> m_tracks; // whose density is shown: tasks, else workers, else spans, else events
    Drag m_drag = Drag::none;
    TimeRange m_dragView;
    int m_pressedX = 0;
};

}
