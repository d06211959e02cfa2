// bench_traceglass [NAME...]: all groups, or those named (rdf, rfr, rtc, timeline, window).
#include "tests/bench/bench.h"

#include <cstring>

using namespace traceglass::bench;

int main(int argc, char** argv)
{
#ifdef TRACEGLASS_BENCH_WINDOW
    if (argc > 1 && std::strcmp(argv[1], "--window-child") == 0)
        return windowChild(argc, argv);
#endif
    const auto wanted = [&](const char* name) {
        bool any = false;
        for (int i = 1; i < argc; ++i)
            any = any || std::strcmp(argv[i], name) == 0;
        return any || argc == 1;
    };
    if (wanted("rdf"))
        rdf();
    if (wanted("rfr"))
        rfr();
    if (wanted("rtc")) {
        rtc();
        rtcIndex();
    }
    if (wanted("timeline"))
        timeline();
#ifdef TRACEGLASS_BENCH_WINDOW
    if (wanted("window"))
        window(argv[0]);
#endif
    return 0;
}
