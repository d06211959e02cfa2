#include "core/base/rate_text.h"

#include "core/base/text.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace traceglass {

std::string rateText(double value)
{
    constexpr double kWhole = 999.5, kMost = 1e15; // whole numbers from here on, as far as they are exact
    char text[64];
    std::snprintf(text, sizeof text, "%.3g", value);
    const double size = std::abs(value);
    if (!(size >= kWhole && size < kMost))
        return text;
    const auto rounded = static_cast<std::uint64_t>(std::llround(std::abs(std::strtod(text, nullptr))));
    return (value < 0 ? "-" : "") + grouped(rounded);
}

}
