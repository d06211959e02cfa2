#include "core/base/name_order.h"

#include "core/base/text.h"

namespace traceglass {

// In place of a number a digit, as others compare with it, how many it has, and these without zeros in front.
std::string nameKey(std::string_view name)
{
    constexpr std::size_t kMost = 255; // that a byte counts
    std::string out;
    out.reserve(name.size() + 8);
    for (std::size_t at = 0; at < name.size();) {
        if (!isDigit(name[at])) {
            out += name[at++];
            continue;
        }
        std::size_t end = at;
        while (end < name.size() && isDigit(name[end]))
            ++end;
        while (at + 1 < end && name[at] == '0')
            ++at;
        std::size_t count = end - at;
        out += '0';
        for (; count >= kMost; count -= kMost)
            out += static_cast<char>(kMost);
        out += static_cast<char>(count);
        out += name.substr(at, end - at);
        at = end;
    }
    return out;
}

}
