// The formats Traceglass knows, in the order they are asked.
#pragma once

#include "core/model/format.h"

#include <span>

namespace traceglass {

std::span<const Format* const> formats();

}
