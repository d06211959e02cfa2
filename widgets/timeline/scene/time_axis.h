// Which pixel a moment is at, and the ticks of a ruler. Pixels are those of the caller: logical ones for
// input, device ones for painting. Nanoseconds are subtracted as integers before anything becomes a double.
//
//     const TimeAxis axis {view, width};
//     painter.drawLine(axis.x(timeNs), ...);         // far moments stay within a million pixels
//     for (const RulerTick& tick : makeRuler(axis, originNs, 88).ticks) ...
#pragma once

#include "core/base/time_text.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace traceglass {

struct TimeAxis
{
    TimeRange view;
    int width = 1;

    std::int64_t lengthNs() const // at least 1
    {
        std::int64_t ns = 0;
        const bool tooLong = __builtin_sub_overflow(view.endNs, view.startNs, &ns);
        return tooLong ? view.lengthNs() : ns > 0 ? ns : 1;
    }
    double x(std::int64_t timeNs) const
    {
        constexpr double kFar = 1e6; // painting clips there; keeps int arithmetic on pixels safe
        std::int64_t ns = 0;         // beyond what int64 holds is far on that side
        if (__builtin_sub_overflow(timeNs, view.startNs, &ns))
            return timeNs < view.startNs ? -kFar : kFar;
        const double pixels = static_cast<double>(ns) * width / static_cast<double>(lengthNs());
        return pixels < -kFar ? -kFar : pixels > kFar ? kFar : pixels;
    }
    // The whole pixel the moment lies in.
    int pixel(std::int64_t timeNs) const
    {
        const double exact = x(timeNs);
        const int truncated = static_cast<int>(exact);
        return truncated - (exact < truncated ? 1 : 0);
    }
    std::int64_t timeAt(double x) const;
    // At least 1.
    std::int64_t nsPerPixel() const { return std::max<std::int64_t>(1, lengthNs() / std::max(1, width)); }

    // The view zoomed by `factor` (above 1: closer) around the moment at `x`, or moved by `pixels`.
    TimeRange zoomed(double x, double factor) const;
    TimeRange panned(double pixels) const;

    bool operator==(const TimeAxis&) const = default;
};

struct RulerTick
{
    std::int64_t timeNs = 0;
    int x = 0;
    bool major = false;

    bool operator==(const RulerTick&) const = default;
};

struct RulerTicks
{
    std::int64_t stepNs = 1; // between majors
    std::vector<RulerTick> ticks;
};

enum class RulerScale {
    time,
    bytes, // an axis without time: of positions one byte a nanosecond
};

// The smallest step of 1, 2, 5 x 10^n (of time above a second 1, 2, 5, 10, 15, 30 s, 1, 2, 5 min, ...) that
// is at least so long.
std::int64_t rulerStep(std::int64_t atLeastNs, RulerScale scale = RulerScale::time);
// Ticks at multiples of the step from `originNs`, majors at least `majorPixels` apart, with 5 or 10 minors.
RulerTicks makeRuler(const TimeAxis& axis, std::int64_t originNs, int majorPixels,
                     RulerScale scale = RulerScale::time);

// "+1.250 s" with as many decimals as the step needs.
std::string tickText(std::int64_t relativeNs, std::int64_t stepNs, TimeUnit unit);
// "20:28:44.250", for steps of a day and more "2026-05-28".
std::string clockTickText(std::int64_t unixNs, std::int64_t stepNs, std::int64_t offsetSeconds);
// "1,200 kB": exact, in the largest unit the step is a whole number of.
std::string byteTickText(std::int64_t offset, std::int64_t step);

}
