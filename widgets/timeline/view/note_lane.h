// The lane of notes between ruler and tracks: a flag where a note's moment or range is, with the first line
// of its text. Not there while no note has a time.
//
//     NoteLane lane(scene);
//     lane.setNotes(notes);
#pragma once

#include "widgets/session/session_notes.h"
#include "widgets/timeline/scene/timeline_scene.h"

#include <QWidget>

namespace traceglass {

struct Theme;

class NoteLane : public QWidget
{
    Q_OBJECT

public:
    explicit NoteLane(TimelineScene* scene, QWidget* parent = nullptr);

    void setNotes(SessionNotes* notes);
    // The note whose flag or text is at a pixel; null: none.
    const Annotation* noteAt(const QPoint& position) const;
    std::size_t flagsShown() const { return m_flags.size(); }

signals:
    void editWanted(const std::string& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override; // tooltips

private:
    void follow();

    struct Flag // as painted last
    {
        QRect area;
        std::string id;
    };

    TimelineScene& m_scene;
    SessionNotes* m_notes = nullptr;
    std::vector<Flag> m_flags;
};

// What notes leave on the tracks: a dotted line at the moment of notes without a track, a corner on the
// slices of the others.
void paintNoteMarks(QPainter& painter, const TimelineScene& scene, const TimeAxis& axis, const Theme& theme,
                    int bottom);

}
