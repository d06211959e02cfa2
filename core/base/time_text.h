// Times and durations as people read them, and the time arguments people write. Time is int64 nanoseconds
// throughout; no value passes through double.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace traceglass {

constexpr std::int64_t kSecondNs = 1'000'000'000;

// a - b and a + b, held at the limits of int64 instead of overflowing.
inline std::int64_t subtractSaturating(std::int64_t a, std::int64_t b)
{
    using Limits = std::numeric_limits<std::int64_t>;
    std::int64_t out = 0;
    if (!__builtin_sub_overflow(a, b, &out))
        return out;
    return b < 0 ? Limits::max() : Limits::min();
}
inline std::int64_t addSaturating(std::int64_t a, std::int64_t b)
{
    using Limits = std::numeric_limits<std::int64_t>;
    std::int64_t out = 0;
    if (!__builtin_add_overflow(a, b, &out))
        return out;
    return b > 0 ? Limits::max() : Limits::min();
}

// Half-open: startNs <= t < endNs.
struct TimeRange
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;

    bool operator==(const TimeRange&) const = default;
    // Saturates: a range may span more than int64 holds only when an end was never known.
    std::int64_t lengthNs() const;
    bool contains(std::int64_t timeNs) const { return timeNs >= startNs && timeNs < endNs; }
    bool overlaps(const TimeRange& other) const { return startNs < other.endNs && other.startNs < endNs; }
};
// From where the first of them begins to where the last one ends.
inline TimeRange united(const TimeRange& a, const TimeRange& b)
{
    return {std::min(a.startNs, b.startNs), std::max(a.endNs, b.endNs)};
}
inline void widen(std::optional<TimeRange>& range, const TimeRange& by)
{
    range = range ? united(*range, by) : by;
}

enum class TimeUnit : std::uint8_t { automatic, seconds, milliseconds, microseconds, nanoseconds };

std::string_view unitName(TimeUnit unit); // "s", "ms", "µs", "ns"; "auto unit"

// "84.240 ms", "10 min 2.8 s": automatic takes the unit that gives 1 to 999 and five digits, whole µs as
// such.
std::string durationText(std::int64_t ns, TimeUnit unit = TimeUnit::automatic);

// Three significant digits for labels inside slices: "23.9 ms", "812 µs", "10 min 3 s".
std::string shortDurationText(std::int64_t ns, TimeUnit unit = TimeUnit::automatic);

// "+1.457262 s": a moment relative to the capture's start with as many decimals as it needs, at least three.
std::string relativeText(std::int64_t ns, TimeUnit unit = TimeUnit::automatic);

// Of a second, which it takes to tell such a moment: 3, 6 or 9.
int momentDecimals(std::int64_t ns);
// As relativeText(), with as many decimals as moments beside it that need so many of a second.
std::string alignedText(std::int64_t ns, TimeUnit unit, int decimalsOfSecond);

// A moment relative to the start with exactly `decimals` decimals of the unit, for ruler labels: "+1.250 s".
std::string relativeText(std::int64_t ns, TimeUnit unit, int decimals);

// "2026-05-28 20:28:44.457262": Unix nanoseconds as UTC, or shifted by the seconds given for a local clock.
// Of the fraction at least so many digits, 6 or 9.
std::string absoluteText(std::int64_t unixNs, std::int64_t offsetSeconds = 0, int leastDecimals = 6);
std::string iso8601(std::int64_t unixNs); // "2026-05-28T20:28:44.457262Z"

// A time argument: ISO 8601 in UTC, Unix nanoseconds "1780000123250000000ns", or relative to the start
// "+1.5s", "+250ms", "+17us", "+3ns", "+2.5min", "+1h". Nothing when it is none of these or does not fit.
struct TimeArgument
{
    std::int64_t ns = 0;
    bool relative = false;
    bool isDate = false; // which takes a clock that tells one

    std::int64_t absolute(std::int64_t startNs) const { return relative ? addSaturating(startNs, ns) : ns; }
};
std::optional<TimeArgument> parseTime(std::string_view text);
// One that a text stands for which is none: "+1.5s" for "1.5" and "+1.5 s"; empty: that is not clear.
std::string timeMeant(std::string_view text);

}
