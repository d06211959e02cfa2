// The look that tests of painting expect on every machine: a font that is there everywhere, and the light palette.
//
//     void initTestCase() { usePlainLook(); }
#pragma once

#include "widgets/common/theme.h"

#include <QApplication>
#include <QFont>

namespace traceglass {

inline void usePlainLook()
{
    QFont font("DejaVu Sans");
    font.setPixelSize(13);
    QApplication::setFont(font);
    QApplication::setPalette(lightPalette());
}

}
