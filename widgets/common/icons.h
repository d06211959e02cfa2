// The program's own icons by name ("open-file", "zoom-in", ...), drawn in the palette's text colours at any
// scale.
#pragma once

#include <QColor>
#include <QIcon>

namespace traceglass {

QIcon icon(const char* name);                      // resources/icons/NAME.svg
QIcon icon(const char* name, const QColor& color); // in a colour that means something: a warning, the range
QIcon applicationIcon();

}
