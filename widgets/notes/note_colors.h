// What notes look like everywhere: their colours and what these are called, the flag, when they were changed.
#pragma once

#include "core/model/annotation.h"
#include "widgets/common/theme.h"

#include <QPainter>

namespace traceglass {

QColor noteColor(const Theme& theme, std::uint8_t color);
QString colorName(std::uint8_t color); // "violet"

QString noteDate(std::int64_t unixNs); // "21.11.26 17:44", as the locale has it; empty for 0: unknown

// The text, the beginning of a long one.
QString noteTooltip(const Annotation& note);

// A pennant of 10 x 8 with a notch of 3, its pole at x.
void drawPennant(QPainter& painter, int x, int y, const QColor& color);

}
