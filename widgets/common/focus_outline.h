// The sign of the keyboard's focus on what is painted in colours of data: an outline, and nothing over the
// data. A style's own focus frame may wash over what it surrounds.
//
//     if (hasFocus())
//         paintFocusOutline(painter, *viewport(), viewport()->rect());
//
//     new FocusOutline(this);    // around what other widgets cover
#pragma once

#include <QWidget>

class QPainter;
class QRect;

namespace traceglass {

// Nothing while the focus was set by the pointer or the program: it is for those who use the keyboard.
void paintFocusOutline(QPainter& painter, const QWidget& widget, const QRect& area);

// Lies over a widget while that has the focus.
class FocusOutline : public QWidget
{
public:
    explicit FocusOutline(QWidget* around);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};
}
