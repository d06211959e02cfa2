#pragma once

#include "core/model/format.h"

namespace traceglass::rfr {

extern const Format kFormat;

}
