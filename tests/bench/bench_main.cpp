// bench_traceglass [NAME...]: all groups, or those named (notes, records, rdf, rdf-payloads, rfr, rtc, cjfr, opening,
// timeline, statistics, findings, fields, notes-window, flame, window, session). Only when named: rtc-1-gb, the index of an RTC file of
// 100 million frames, which takes 3 GB of memory.
// bench_traceglass session [--full] [FOLDER]: with captures of 1 GB, and those of a folder.
#include "tests/bench/bench.h"

#include <cstring>

using namespace traceglass::bench;

int main(int argc, char** argv)
{
#ifdef TRACEGLASS_BENCH_WINDOW
    if (argc > 1 && std::strcmp(argv[1], "--window-child") == 0)
        return windowChild(argc, argv);
    if (argc > 4 && std::strcmp(argv[1], "--session-child") == 0)
        return sessionChild(argc, argv);
#endif
    const auto wanted = [&](const char* name) {
        bool any = false;
        for (int i = 1; i < argc; ++i)
            any = any || std::strcmp(argv[i], name) == 0;
        return any || argc == 1;
    };
    if (wanted("notes"))
        notes();
    if (wanted("records"))
        records();
    if (wanted("statistics"))
        statistics();
    if (wanted("findings"))
        findings();
    if (wanted("rdf"))
        rdf();
    if (wanted("rdf-payloads"))
        payloads();
    if (wanted("rfr"))
        rfr();
    if (wanted("rtc")) {
        rtc();
        rtcIndex(20'000'000);
    }
    if (argc > 1 && wanted("rtc-1-gb"))
        rtcIndex(100'000'000);
    if (wanted("cjfr"))
        cjfr();
    if (wanted("opening"))
        opening();
    if (wanted("timeline"))
        timeline();
    if (wanted("fields"))
        fields();
#ifdef TRACEGLASS_BENCH_WINDOW
    if (wanted("notes-window"))
        notesWindow(argv[0]);
    if (wanted("flame"))
        flame(argv[0]);
    if (wanted("window"))
        window(argv[0]);
    if (wanted("session"))
        session(argc, argv);
#endif
    return 0;
}
