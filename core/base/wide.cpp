#include "core/base/wide.h"

#include <algorithm>

namespace traceglass {

std::string wideDigits(WideUnsigned value)
{
    std::string out;
    do {
        out += static_cast<char>('0' + static_cast<int>(value % 10));
        value /= 10;
    } while (value != 0);
    std::ranges::reverse(out);
    return out;
}

}
