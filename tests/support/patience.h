// How often tests repeat what takes long: less where a sanitizer makes each time several times slower.
//
//     constexpr int kTimes = repeat(40);
#pragma once

namespace traceglass {

constexpr int repeat(int times)
{
#ifdef TRACEGLASS_SLOW
    return times / 10 > 0 ? times / 10 : 1;
#else
    return times;
#endif
}

}
