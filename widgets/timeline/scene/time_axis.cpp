#include "widgets/timeline/scene/time_axis.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace traceglass {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kMostBytes = 1'000'000'000'000'000; // of a step: more than any file

std::int64_t toNs(double ns)
{
    constexpr double kLimit = 9.2e18; // just below what int64 holds
    return static_cast<std::int64_t>(std::llround(std::clamp(ns, -kLimit, kLimit)));
}

int decimalsFor(std::int64_t stepNs, std::int64_t unitNs)
{
    int decimals = 0;
    std::int64_t left = stepNs % unitNs;
    while (left != 0 && decimals < 9) {
        left = left * 10 % unitNs;
        ++decimals;
    }
    // Thousandths are read in threes; only tenths stand alone (the overview's "+0.5 s").
    return decimals <= 1 ? decimals : (decimals + 2) / 3 * 3;
}

std::int64_t unitNs(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::milliseconds: return 1'000'000;
    case TimeUnit::microseconds: return 1000;
    case TimeUnit::nanoseconds: return 1;
    default: return kSecond;
    }
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

// "+1.5 d": steps are days, halves or quarters of one.
std::string dayText(std::int64_t relativeNs, std::int64_t stepNs)
{
    const auto quarters = static_cast<std::uint64_t>(std::abs(relativeNs / (kDay / 4)));
    constexpr const char* kParts[] = {"00", "25", "50", "75"};
    const std::string part = kParts[quarters % 4];
    const std::string decimals =
        stepNs % kDay == 0 ? "" : '.' + (stepNs % (kDay / 2) == 0 ? part.substr(0, 1) : part);
    return (relativeNs < 0 ? "−" : "+") + grouped(quarters / 4) + decimals + " d";
}

int minorsFor(std::int64_t stepNs, RulerScale scale)
{
    const bool time = scale == RulerScale::time;
    std::int64_t lead = time && stepNs >= kHour ? stepNs / kHour
        : time && stepNs >= kMinute             ? stepNs / kMinute
                                                : stepNs;
    while (lead >= 10 && lead % 10 == 0)
        lead /= 10;
    return lead == 1 || lead == 2 ? 10 : 5;
}

}

std::int64_t TimeAxis::timeAt(double position) const
{
    return addSaturating(view.startNs, toNs(position / std::max(1, width) * static_cast<double>(lengthNs())));
}

TimeRange TimeAxis::zoomed(double position, double factor) const
{
    const std::int64_t anchor = timeAt(position);
    const double length = std::max(1.0, static_cast<double>(lengthNs()) / factor);
    const std::int64_t before = toNs(length * position / std::max(1, width));
    const std::int64_t start = subtractSaturating(anchor, before);
    return {start, addSaturating(start, toNs(length))};
}

TimeRange TimeAxis::panned(double pixels) const
{
    const std::int64_t shift = toNs(pixels / std::max(1, width) * static_cast<double>(lengthNs()));
    const std::int64_t start = addSaturating(view.startNs, shift);
    return {start, addSaturating(start, view.lengthNs())};
}

std::int64_t rulerStep(std::int64_t atLeastNs, RulerScale scale)
{
    const std::int64_t decimalTo = scale == RulerScale::bytes ? kMostBytes : kSecond;
    constexpr std::int64_t kLong[] = {kSecond,      2 * kSecond,  5 * kSecond,  10 * kSecond,
                                      15 * kSecond, 30 * kSecond, kMinute,      2 * kMinute,
                                      5 * kMinute,  10 * kMinute, 15 * kMinute, 30 * kMinute,
                                      kHour,        2 * kHour,    6 * kHour,    12 * kHour};
    for (std::int64_t decade = 1; decade < decimalTo; decade *= 10) {
        for (const std::int64_t lead : {1, 2, 5}) {
            if (lead * decade >= atLeastNs)
                return lead * decade;
        }
    }
    for (const std::int64_t step : kLong) {
        if (step >= atLeastNs)
            return step;
    }
    for (std::int64_t decade = kDay; decade <= 10'000 * kDay; decade *= 10) {
        for (const std::int64_t lead : {1, 2, 5}) {
            if (lead * decade >= atLeastNs)
                return lead * decade;
        }
    }
    return 100'000 * kDay;
}

RulerTicks makeRuler(const TimeAxis& axis, std::int64_t originNs, int majorPixels, RulerScale scale)
{
    RulerTicks ruler;
    const double wanted = static_cast<double>(axis.lengthNs()) * majorPixels / std::max(1, axis.width);
    ruler.stepNs = rulerStep(toNs(std::ceil(wanted)), scale);
    const int minors = minorsFor(ruler.stepNs, scale);
    const std::int64_t minorNs = ruler.stepNs >= minors ? ruler.stepNs / minors : ruler.stepNs;
    const std::int64_t perMajor = ruler.stepNs / minorNs;
    // In steps from the origin, so that nothing accumulates.
    std::int64_t step = floorDivide(subtractSaturating(axis.view.startNs, originNs), minorNs);
    const std::int64_t last = floorDivide(subtractSaturating(axis.view.endNs, originNs), minorNs);
    const std::int64_t atMost =
        step + 10'000; // a ruler has a few hundred; a view of odd size must not run away
    for (; step <= std::min(last, atMost); ++step) {
        std::int64_t fromOrigin = 0;
        if (__builtin_mul_overflow(step, minorNs, &fromOrigin))
            continue; // beyond what a time can be
        const std::int64_t time = addSaturating(originNs, fromOrigin);
        if (time < axis.view.startNs)
            continue;
        ruler.ticks.push_back({time, axis.pixel(time), step % perMajor == 0});
    }
    return ruler;
}

std::string tickText(std::int64_t relativeNs, std::int64_t stepNs, TimeUnit unit)
{
    if (unit == TimeUnit::automatic && stepNs >= kDay / 4)
        return dayText(relativeNs, stepNs);
    if (unit == TimeUnit::automatic)
        unit = TimeUnit::seconds;
    return relativeText(relativeNs, unit, decimalsFor(stepNs, unitNs(unit)));
}

std::string clockTickText(std::int64_t unixNs, std::int64_t stepNs, std::int64_t offsetSeconds)
{
    const std::string text = absoluteText(unixNs, offsetSeconds); // "2026-05-28 20:28:44.457262"
    constexpr std::size_t kDate = 10;
    constexpr std::size_t kToSeconds = 19;
    if (stepNs >= kDay)
        return text.substr(0, kDate);
    const int decimals = decimalsFor(stepNs, kSecond);
    std::string out = text.substr(kDate + 1, kToSeconds - kDate - 1);
    if (decimals > 0) {
        std::string fraction = text.substr(kToSeconds + 1);
        fraction.resize(static_cast<std::size_t>(decimals), '0');
        out += '.' + fraction;
    }
    return out;
}

std::string byteTickText(std::int64_t offset, std::int64_t step)
{
    constexpr std::pair<std::int64_t, const char*> kUnits[] = {
        {1'000'000'000, " GB"}, {1'000'000, " MB"}, {1000, " kB"}, {1, " B"}};
    for (const auto& [size, name] : kUnits) {
        if (step % size == 0)
            return grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, offset / size))) + name;
    }
    return {};
}

}
