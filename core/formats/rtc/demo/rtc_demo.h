// The demo capture motor-controller.rtc, about 30 MB: the controller of a conveyor's motor, recorded for ten
// minutes with a restart in between.
#pragma once

#include "core/formats/demo.h"

namespace traceglass::rtc {

extern const Demo kDemo;

}
