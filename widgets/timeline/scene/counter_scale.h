// What a counter's row is drawn between, and how its values are written.
//
//     const auto scale = counterScale(scene, track);
//     valueText(scale->high, scale->decimals, unit);              // "18.4 A"
#pragma once

#include "core/base/time_text.h"
#include "core/timeline/timeline.h"

#include <QString>
#include <optional>

namespace traceglass {

class TimelineScene;

struct CounterScale
{
    double low = 0;
    double high = 0;
    int decimals = 0; // that tell its values apart

    // 0 at the bottom, 1 at the top; half way when all values are the same.
    double share(double value) const;
};

CounterScale makeCounterScale(double low, double high);
// Of all values of the row or, as the user chose, of those visible. Nothing when there are none.
std::optional<CounterScale> counterScale(const TimelineScene& scene, TrackId track);

// Where a value is on a line that begins at `top`, in the same pixels; `air` is left above and below.
constexpr int kCounterAir = 5;
double counterY(const CounterScale& scale, double value, double top, double height, double air = kCounterAir);

// "−1,180.5 rpm"; one of nanoseconds in a unit of time.
QString valueText(double value, int decimals, const std::string& unit = {},
                  TimeUnit time = TimeUnit::automatic);
// Bytes and nanoseconds are told in a unit that suits the value ("40.6 kB", "1.5 ms"), so the label needs none.
bool hasOwnUnits(const std::string& unit);
// With as many digits as a float tells apart: "18.4375 A".
QString exactValueText(double value, const std::string& unit, TimeUnit time = TimeUnit::automatic);
// The value that is drawn at a moment: the one that holds or, on a curve, the nearest.
std::optional<Slice> valueAt(const Timeline& timeline, TrackId track, std::int64_t viewNs);

}
