// The lane below the overview: when what looks wrong happened, over the whole capture. Each finding is a thin line with the
// shape and colour of its severity; a click goes to its evidence there. Not there while nothing was found.
//
//     FindingLane lane(scene);
//     lane.setFindings(findings);
#pragma once

#include "widgets/session/session_findings.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QWidget>

namespace traceglass {

class FindingLane : public QWidget
{
    Q_OBJECT

public:
    explicit FindingLane(TimelineScene* scene, QWidget* parent = nullptr);

    int neededHeight() const;
    void setFindings(SessionFindings* findings);
    void setRoom(bool room); // is there any for it?
    // Those whose line or shape is at a pixel, the most serious first.
    std::vector<const Finding*> findingsAt(int x) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override; // tooltips

private:
    void follow();
    TimeAxis axis() const { return {m_scene.session().extent(), std::max(1, width())}; }

    TimelineScene& m_scene;
    SessionFindings* m_findings = nullptr;
    bool m_hasRoom = true;
};

// The lines of all findings, `middle` pixels from the top; the current one lies above the others.
void paintFindings(QPainter& painter, const SessionFindings& findings, const TimeAxis& axis, int middle,
                   const Theme& theme);

}
