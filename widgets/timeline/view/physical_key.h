// Keys by their place, so that W A S D stay a block on every keyboard.
#pragma once

class QKeyEvent;

namespace traceglass {

// The letter printed on a US keyboard at the place of the key that was pressed.
int physicalKey(const QKeyEvent& event);

}
