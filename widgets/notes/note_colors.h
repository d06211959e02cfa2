// What the colours of notes look like and are called.
#pragma once

#include "core/model/annotation.h"
#include "widgets/common/theme.h"

#include <QPainter>

namespace traceglass {

QColor noteColor(const Theme& theme, std::uint8_t color);
QString colorName(std::uint8_t color); // "violet"

// A pennant of 10 x 8 with a notch of 3, its pole at x (look.md "Note flag").
void drawPennant(QPainter& painter, int x, int y, const QColor& color);

}
