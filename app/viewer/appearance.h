// Light, dark or the system's colours, for the whole program, changed while it runs.
//
//     prepareAppearance();                               // once, after QApplication
//     applyTheme(Settings::Theme::dark);
#pragma once

#include "app/viewer/settings.h"

namespace traceglass {

// Where no desktop supplies style and font (a bare X server, pictures without a display): Fusion and 13
// pixels. Fusion has flat scroll bars, whoever chose it.
void prepareAppearance();
void applyTheme(Settings::Theme theme);

}
