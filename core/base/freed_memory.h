// Memory that was freed goes back to the system only when somebody asks for it: at the end of long work that
// needed much more than what is kept of it. Costs some milliseconds a hundred megabytes.
//
//     auto done = indexEverything();
//     returnFreedMemory();
#pragma once

#include <cstdlib> // names the C library
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace traceglass {

inline void returnFreedMemory()
{
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

}
