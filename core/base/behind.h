// Work nobody waits for, such as freeing what a large capture took: done in one thread of its own, in order.
//
//     doBehind([thing = std::move(thing)]() mutable { thing.reset(); });
//
// The end of the program waits for it.
#pragma once

#include <functional>

namespace traceglass {

void doBehind(std::function<void()> work);

}
