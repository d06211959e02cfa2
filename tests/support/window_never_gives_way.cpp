// Part of every test of views: the thread of the window ends as nice as it began. What only a thread that gave way may
// do (GaveWay) it would do while somebody waits.
#ifdef __linux__
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

namespace {

struct AsNiceAsBefore
{
    const int before = getpriority(PRIO_PROCESS, 0); // of this thread

    ~AsNiceAsBefore()
    {
        if (getpriority(PRIO_PROCESS, 0) == before)
            return;
        std::fputs("FAIL!  : the thread of the window gave way\n", stderr);
        std::_Exit(1);
    }
} const window;

}
#endif
