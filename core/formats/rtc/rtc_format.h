// The Ruler Trace Container as a format.
#pragma once

#include "core/model/format.h"

namespace traceglass::rtc {

extern const Format kFormat;

}
