// CondensedData as a format: probing and opening.
#pragma once

#include "core/model/format.h"

namespace traceglass::cjfr {

extern const Format kFormat;

}
