#pragma once

#include "core/model/format.h"

namespace traceglass::rdf {

extern const Format kFormat;

}
