#include "core/base/freed_memory.h"

#include <cstdlib> // names the C library

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace traceglass {

void returnFreedMemory()
{
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

}
