// The names beside the tracks: group headers that fold, names cut in the middle, numbers never cut. Tracks
// are moved by dragging, the column is made wider at its right edge. With the keyboard: Up and Down choose a
// line, Left and Right fold, Enter selects a slice of the track, Ctrl+Left and Ctrl+Right change the width.
//
//     LabelColumn labels(&scene);
#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#include <QWidget>

namespace traceglass {

class Speech;

class LabelColumn : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kLeastWidth = 160;
    static constexpr int kMostWidth = 320;

    explicit LabelColumn(TimelineScene* scene, QWidget* parent = nullptr);

    // Of the keyboard: a track or a group; kNoTrack: none that is shown.
    TrackId current() const { return currentLine() ? m_current : kNoTrack; }

    // A line's name as it is drawn: cut in its middle where it has no room, not even with its number below it.
    QString drawnName(const TrackLine& line) const { return textsOf(line).cut; }

signals:
    void currentChanged(); // another one, or the focus came or went
    void widthChosen(int width);
    void trackMenuRequested(TrackId track, QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Texts
    {
        QString name;   // whole
        QString number; // or count
        QString hits;   // how much a search found, before the number
        bool isBelow = false; // both stand beside the second line, so that the name has the first
        QString cut;    // as drawn
        QString about;  // second line: "float32le · A"
        QString low;    // of a counter's scale, at the right
        QString high;
    };
    enum class Drag { none, pressed, width, move };

    Texts textsOf(const TrackLine& line) const;
    bool hasTwoLines(const TrackLine& line) const;
    bool hasThreeLines(const TrackLine& line) const;
    int topOf(const TrackLine& line) const;
    QFont nameFont(const TrackLine& line) const;
    int numbersWidth(const Texts& texts) const; // 0: there are none
    int nameLeft(const TrackLine& line) const;
    void paintLine(QPainter& painter, const TrackLine& line, int y);
    void paintNumbers(QPainter& painter, const QRect& area, const Texts& texts) const;
    void paintOutlined(QPainter& painter, const TrackLine& line, int y);
    void paintTwoLines(QPainter& painter, const TrackLine& line, int y, const Texts& texts);
    void paintArrow(QPainter& painter, int x, int middle, bool folded);
    void selectNearest(TrackId track);
    void setCurrent(TrackId track);
    QString currentWords() const;
    std::optional<std::size_t> currentLine() const;
    void askForMenu();
    TrackId dropTarget(int y, int* lineY) const; // before which sibling; kNoTrack: behind the last

    Speech* m_speech;
    TimelineScene& m_scene;
    TrackId m_current = kNoTrack; // of the keyboard, and what is dragged
    TrackKey m_currentKey;
    Drag m_drag = Drag::none;
    QPoint m_pressed;
    int m_dropY = -1;
};

}
