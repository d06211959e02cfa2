// Takes what is dropped, wherever in a window: over its views, fields, bars, tabs and panes that float. A field takes
// dropped text for itself, and what is dragged from this program stays with the part it is meant for.
//
//     DropTaker::install();                               // once; windows, tabs and docks accept drops
//
// Of its drops a tab hears by MainWindow::awaitDrop() and MainWindow::take().
#pragma once

#include <QObject>

class QDropEvent;
class QWidget;

namespace traceglass {

class DropTaker : public QObject
{
    Q_OBJECT

public:
    static void install();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using QObject::QObject;

    static bool isForUs(const QWidget* over, const QDropEvent& drop);
};

}
