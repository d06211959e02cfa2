// Hatches: textures for what is not simply there. The origin is the painter's, so a hatch does not
// swim when its area moves with the view.
//
//     painter.fillRect(rect, hatchBrush(Hatch::created, theme, devicePixelRatioF()));
#pragma once

#include "widgets/common/theme.h"

#include <QBrush>

namespace traceglass {

enum class Hatch {
    created, // H1: a task that was not yet polled
    lost,    // H2: bytes that could not be read
    unknown, // H3: a time that is unknown or approximate; nothing behind the lines
    failed,  // H4: there, but a check failed
    waiting, // H5: a scheduled task, where contrast is high
};

// Cached for each hatch, theme and device ratio.
QBrush hatchBrush(Hatch hatch, const Theme& theme, qreal ratio);

}
