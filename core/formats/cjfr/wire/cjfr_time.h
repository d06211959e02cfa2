// How times, spans and amounts are undone from what is stored (cjfr.md 2.2). Times are Unix nanoseconds.
//
//     Clock clock {rules, universeStart};
//     const std::optional<std::int64_t> start = clock.moment(ticks);   // moves the clock on
//     if (spanKind(duration) == SpanKind::known) ...
//
// Arithmetic wraps: damaged files must not be undefined behaviour.
#pragma once

#include "core/base/time_text.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace traceglass::cjfr {

// Grows by the least start and the greatest end of what is met.
constexpr TimeRange kNoTime {std::numeric_limits<std::int64_t>::max(),
                             std::numeric_limits<std::int64_t>::min()};

struct TimeRules
{
    bool old = false; // files of 2025 and before
    std::int64_t ticksPerSecond = kSecondNs;
};

inline std::int64_t addWrapping(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

// A double as int64, held at its limits; not a number is 0.
inline std::int64_t saturated(double value)
{
    constexpr double kLimit = 9223372036854775808.0;
    if (value >= kLimit)
        return std::numeric_limits<std::int64_t>::max();
    if (value < -kLimit)
        return std::numeric_limits<std::int64_t>::min();
    return value == value ? static_cast<std::int64_t>(value) : 0;
}

// Timestamps are stored as ticks since the latest one so far; old files count from the one before.
struct Clock
{
    TimeRules rules;
    std::int64_t baseNs = 0;

    // Nothing: the time was never set.
    std::optional<std::int64_t> moment(std::int64_t ticks)
    {
        constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::min();
        if (ticks == kUnset)
            return {};
        std::int64_t passed = ticks;
        if (rules.old || rules.ticksPerSecond != kSecondNs) {
            // The writer computes with double too, so exact arithmetic would differ from what it meant.
            const double tick = 1e9 / static_cast<double>(rules.ticksPerSecond);
            passed = saturated(static_cast<double>(ticks) * tick);
        }
        const std::int64_t now = addWrapping(baseNs, passed);
        baseNs = rules.old ? now : std::max(baseNs, now);
        return now;
    }

    void universe(std::int64_t lastStartNs) { baseNs = std::max(baseNs, lastStartNs); }
};

enum class SpanKind : std::uint8_t { known, unset, endless };

inline SpanKind spanKind(std::int64_t ns)
{
    constexpr std::int64_t kNear = 1'000'000;
    if (ns > std::numeric_limits<std::int64_t>::max() - kNear)
        return SpanKind::endless;
    return ns < std::numeric_limits<std::int64_t>::min() + kNear ? SpanKind::unset : SpanKind::known;
}

inline bool isKnownSpan(std::int64_t ns)
{
    return ns > 0 && spanKind(ns) == SpanKind::known;
}

// Amounts of bytes are mostly multiples of 8: those are stored divided, all others behind them.
inline std::int64_t amountOf(std::int64_t stored)
{
    constexpr std::uint64_t kAligned = std::uint64_t(1) << 60;
    constexpr std::uint64_t kOthers = (std::uint64_t(1) << 63) - kAligned;
    const auto bits = static_cast<std::uint64_t>(stored);
    if (bits < kAligned)
        return static_cast<std::int64_t>(bits * 8);
    const std::uint64_t rest = bits - kAligned;
    if (rest < kOthers)
        return static_cast<std::int64_t>(8 * (rest / 7) + rest % 7 + 1);
    return static_cast<std::int64_t>((std::uint64_t(1) << 63) + (rest - kOthers));
}

// The other way round.
inline std::int64_t storedAmount(std::int64_t bytes)
{
    if (bytes < 0)
        return bytes;
    const auto value = static_cast<std::uint64_t>(bytes);
    if (value % 8 == 0)
        return static_cast<std::int64_t>(value / 8);
    return static_cast<std::int64_t>((std::uint64_t(1) << 60) + value / 8 * 7 + value % 8 - 1);
}

}
