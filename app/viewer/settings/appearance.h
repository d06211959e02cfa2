// Colours and size of the font, for the whole program, changed while it runs.
//
//     prepareAppearance();                               // once, after QApplication
//     applyTheme(Settings::ThemeChoice::dark);
//     applyFontSize(150);                                // percent of the desktop's
#pragma once

#include "app/viewer/settings/settings.h"

namespace traceglass {

// Where no desktop supplies style and font (a bare X server, pictures without a display): Fusion and 13
// pixels. Fusion has flat scroll bars, whoever chose it.
void prepareAppearance();
void applyTheme(Settings::ThemeChoice theme);
void applyFontSize(int percent);

}
