// How often tests repeat what takes long: less where a sanitizer makes each time several times slower. And how long they
// wait for what must come: where a sanitizer and another test share the cores, longer than QTest does.
//
//     constexpr int kTimes = repeat(40);
//     QTRY_VERIFY_WITH_TIMEOUT(!window.isLoading(), kPatienceMs);
#pragma once

namespace traceglass {

constexpr int kPatienceMs = 30'000;

// What a test may take that takes `ms` as shipped; a sanitizer makes it ten times slower and more.
constexpr int slower(int ms)
{
#ifdef TRACEGLASS_SLOW
    return 20 * ms;
#else
    return ms;
#endif
}

constexpr int repeat(int times)
{
#ifdef TRACEGLASS_SLOW
    return times / 10 > 0 ? times / 10 : 1;
#else
    return times;
#endif
}

}
