// The tabs of a window with several captures: flat, the current one marked by a line, and on each what somebody
// who looks at another one wants to know: unsaved notes, how far indexing is, problems.
//
//     const int index = bar->addTab({});
//     bar->setLook(index, {.name = name, .path = path, .unsavedNotes = true, .problems = 2});
//     connect(bar, &CaptureTabBar::tabCloseRequested, ...);      // its button, or a middle click
//     connect(bar, &CaptureTabBar::draggedOut, ...);
#pragma once

#include <QTabBar>
#include <optional>

namespace traceglass {

struct TabLook
{
    QString name;    // harmless to look at, as the path is
    QString path {}; // empty: there is none
    bool unsavedNotes = false;
    bool busy = false;             // opening or indexing
    std::optional<int> percent {}; // of it, where that is known
    quint64 problems = 0;
    bool failed = false; // to open, or to be read to its end

    QString words() const; // all of it, for who hears it and for the tooltip
};

class CaptureTabBar : public QTabBar
{
    Q_OBJECT

public:
    explicit CaptureTabBar(QWidget* parent);

    void setLook(int index, const TabLook& look);

signals:
    void draggedOut(int index); // while the button is held
    void menuWanted(int index, const QPoint& globalPos);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void tabInserted(int index) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    bool m_isHeld = false;    // a tab, by the left button
    int m_middlePressed = -1; // the tab that a middle click began at
};

}
