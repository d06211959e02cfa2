// The sign of the keyboard's focus on what is painted in colours of data: an outline, and nothing over the
// data. A style's own focus frame may wash over what it surrounds.
//
//     if (hasFocus())
//         paintFocusOutline(painter, *viewport(), viewport()->rect());
#pragma once

class QPainter;
class QRect;
class QWidget;

namespace traceglass {

// Nothing while the focus was set by the pointer or the program: it is for those who use the keyboard.
void paintFocusOutline(QPainter& painter, const QWidget& widget, const QRect& area);

}
