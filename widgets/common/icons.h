// The program's own icons by name ("open-file", "zoom-in", ...), drawn in the palette's text colours at any
// scale.
#pragma once

#include <QColor>
#include <QIcon>

namespace traceglass {

// resources/icons/NAME.svg; in a colour that means something: a warning, the range.
QIcon icon(const char* name, const QColor& color = {});
QIcon applicationIcon();

}
