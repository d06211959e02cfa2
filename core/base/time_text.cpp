#include "core/base/time_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <limits>
#include <utility>

namespace traceglass {

namespace {

using Limits = std::numeric_limits<std::int64_t>;
constexpr std::uint64_t kMinute = 60 * std::uint64_t(kSecondNs);
constexpr std::uint64_t kHour = 60 * kMinute;
constexpr std::uint64_t kDay = 24 * kHour;

std::uint64_t magnitude(std::int64_t value)
{
    return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

// Of seconds, also where the unit is to be chosen.
int unitDecimals(TimeUnit unit)
{
    constexpr std::array<int, 5> decimals = {9, 9, 6, 3, 0};
    return decimals[static_cast<std::size_t>(unit)];
}

std::uint64_t powerOfTen(int exponent)
{
    std::uint64_t power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

std::uint64_t unitNs(TimeUnit unit)
{
    return powerOfTen(unitDecimals(unit));
}

// `value` nanoseconds in `unit` with `decimals` decimals, rounded to nearest, no sign.
std::string fixed(std::uint64_t value, TimeUnit unit, int decimals)
{
    const int available = unitDecimals(unit);
    decimals = std::min(decimals, available);
    const std::uint64_t dropped = powerOfTen(available - decimals);
    std::uint64_t scaled = value / dropped;
    if (value % dropped >= dropped - value % dropped)
        ++scaled;
    const std::uint64_t scale = powerOfTen(decimals);
    std::string out = grouped(scaled / scale);
    if (decimals > 0) {
        std::string fraction = std::to_string(scaled % scale);
        out += '.' + std::string(static_cast<std::size_t>(decimals) - fraction.size(), '0') + fraction;
    }
    return out;
}

TimeUnit durationUnit(std::uint64_t ns)
{
    if (ns >= kSecondNs)
        return TimeUnit::seconds;
    if (ns >= 1'000'000)
        return TimeUnit::milliseconds;
    if (ns >= 1000 || ns == 0)
        return TimeUnit::microseconds;
    return TimeUnit::nanoseconds;
}

std::string withUnit(std::string number, TimeUnit unit)
{
    return std::move(number.append(" ").append(unitName(unit)));
}

// As so many digits tell it, at most three of them decimals. What would read "1,000.00 ms" is "1.000 s".
std::string rounded(std::uint64_t ns, TimeUnit unit, int digits)
{
    const bool mayChange = unit == TimeUnit::automatic;
    if (mayChange)
        unit = durationUnit(ns);
    const std::uint64_t one = unitNs(unit);
    const int whole = ns >= 100 * one ? 3 : ns >= 10 * one ? 2 : 1;
    int decimals = std::clamp(digits - whole, 0, 3);
    if (whole < 3 && ns + one / powerOfTen(decimals) / 2 >= powerOfTen(whole) * one)
        decimals = std::clamp(digits - whole - 1, 0, 3); // what would read "10.00 ms" is "10.0 ms"
    if (mayChange && unit != TimeUnit::seconds && ns + one / powerOfTen(decimals) / 2 >= 1000 * one)
        return rounded(1000 * one, TimeUnit::automatic, digits);
    const bool exact = unit == TimeUnit::microseconds && ns % one == 0;
    return withUnit(fixed(ns, unit, exact ? 0 : decimals), unit);
}

// From a minute on, in multiples of the grain: "10 min 2.8 s", "2 h 5 min", "3 d".
std::string inMinutes(std::uint64_t ns, std::uint64_t grain)
{
    ns = (ns + grain / 2) / grain * grain;
    std::string out;
    const auto add = [&](std::uint64_t count, std::string number, const char* unit) {
        if (count > 0)
            out += (out.empty() ? "" : " ") + std::move(number) + unit;
    };
    const std::uint64_t days = ns / kDay, hours = ns % kDay / kHour, minutes = ns % kHour / kMinute;
    add(days, grouped(days), " d");
    add(hours, grouped(hours), " h");
    add(minutes, grouped(minutes), " min");
    add(ns % kMinute, fixed(ns % kMinute, TimeUnit::seconds, grain < std::uint64_t(kSecondNs) ? 1 : 0), " s");
    return out;
}

struct Digits
{
    std::uint64_t whole = 0;
    std::uint64_t nanos = 0; // the fraction, as billionths
    std::string_view rest;
};

// "12.5rest": whole digits and an optional fraction, of which nine digits count.
std::optional<Digits> parseDigits(std::string_view text)
{
    Digits digits;
    const char* const end = text.data() + text.size();
    const auto [next, error] = std::from_chars(text.data(), end, digits.whole);
    if (error != std::errc())
        return {};
    digits.rest = {next, static_cast<std::size_t>(end - next)};
    if (!digits.rest.starts_with('.'))
        return digits;
    digits.rest.remove_prefix(1);
    std::uint64_t scale = 100'000'000;
    bool any = false;
    while (!digits.rest.empty() && digits.rest.front() >= '0' && digits.rest.front() <= '9') {
        digits.nanos += scale * static_cast<std::uint64_t>(digits.rest.front() - '0');
        scale /= 10;
        any = true;
        digits.rest.remove_prefix(1);
    }
    return any ? std::optional(digits) : std::nullopt;
}

std::optional<TimeArgument> parseRelative(std::string_view text)
{
    const auto digits = parseDigits(text);
    if (!digits)
        return {};
    constexpr std::uint64_t kOneSecond = kSecondNs;
    constexpr std::pair<std::string_view, std::uint64_t> kUnits[] = {
        {"s", kOneSecond}, {"ms", 1'000'000}, {"µs", 1'000}, {"us", 1'000},
        {"ns", 1},         {"min", kMinute},  {"h", kHour}};
    for (const auto& [name, one] : kUnits) {
        if (digits->rest != name || digits->whole >= static_cast<std::uint64_t>(Limits::max()) / one)
            continue;
        const std::uint64_t fraction =
            one < kOneSecond ? digits->nanos / (kOneSecond / one) : digits->nanos * (one / kOneSecond);
        return TimeArgument {std::int64_t(digits->whole * one + fraction), true};
    }
    return {};
}

std::optional<TimeArgument> parseIso(std::string_view text)
{
    int year = 0;
    unsigned month = 0, day = 0;
    unsigned hour = 0, minute = 0;
    int used = 0;
    const std::string copy(text);
    if (std::sscanf(copy.c_str(), "%4d-%2u-%2u%*1[T ]%2u:%2u:%n", &year, &month, &day, &hour, &minute, &used)
            != 5
        || used == 0)
        return {};
    const auto seconds = parseDigits(text.substr(static_cast<std::size_t>(used)));
    if (!seconds || (seconds->rest != "Z" && !seconds->rest.empty()) || hour > 23 || minute > 59
        || seconds->whole > 59)
        return {};
    const std::chrono::year_month_day date {std::chrono::year(year), std::chrono::month(month),
                                            std::chrono::day(day)};
    if (!date.ok() || year < 1678 || year > 2261)
        return {};
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    const std::int64_t total =
        ((days * 24 + hour) * 60 + minute) * 60 + static_cast<std::int64_t>(seconds->whole);
    return TimeArgument {total * kSecondNs + static_cast<std::int64_t>(seconds->nanos), false, true};
}

// Date and time of day; the fraction has six digits, nine when the last three are not zero.
std::string calendarText(std::int64_t unixNs, std::int64_t offsetSeconds, char separator,
                         int leastDecimals = 6)
{
    std::int64_t seconds = unixNs / kSecondNs;
    std::int64_t nanos = unixNs % kSecondNs;
    if (nanos < 0) {
        nanos += kSecondNs;
        --seconds;
    }
    seconds += offsetSeconds;
    using namespace std::chrono;
    const sys_seconds moment {std::chrono::seconds(seconds)};
    const auto day = floor<days>(moment);
    const year_month_day date(day);
    const hh_mm_ss time(moment - day);
    std::string out; // by hand: looking through all records or nodes makes one of each
    const auto add = [&](std::int64_t number, int digits, char before) {
        out += before;
        out.append(static_cast<std::size_t>(digits), '0');
        for (auto at = out.rbegin(); digits > 0; --digits, number /= 10)
            *at++ = static_cast<char>('0' + number % 10);
    };
    add(int(date.year()), 4, ' ');
    add(unsigned(date.month()), 2, '-');
    add(unsigned(date.day()), 2, '-');
    add(time.hours().count(), 2, separator);
    add(time.minutes().count(), 2, ':');
    add(time.seconds().count(), 2, ':');
    add(nanos, 9, '.');
    if (nanos % 1000 == 0 && leastDecimals <= 6)
        out.resize(out.size() - 3);
    return out.erase(0, 1);
}

}

std::int64_t TimeRange::lengthNs() const
{
    return subtractSaturating(endNs, startNs);
}

std::string_view unitName(TimeUnit unit)
{
    constexpr std::array<std::string_view, 5> names = {"auto unit", "s", "ms", "µs", "ns"};
    return names[static_cast<std::size_t>(unit)];
}

std::string durationText(std::int64_t ns, TimeUnit unit)
{
    const std::uint64_t value = magnitude(ns);
    const std::string sign = ns < 0 ? "−" : "";
    if (unit != TimeUnit::automatic)
        return sign + withUnit(fixed(value, unit, unit == TimeUnit::seconds ? 6 : 3), unit);
    constexpr int kDigits = 5;
    if (value < kMinute)
        return sign + rounded(value, unit, kDigits);
    return sign + inMinutes(value, value < kHour ? kSecondNs / 10 : value < kDay ? kSecondNs : kMinute);
}

std::string shortDurationText(std::int64_t ns, TimeUnit unit)
{
    const std::uint64_t value = magnitude(ns);
    const std::string sign = ns < 0 ? "−" : "";
    constexpr int kDigits = 3;
    if (unit != TimeUnit::automatic || value < kMinute)
        return sign + rounded(value, unit, kDigits);
    return sign + inMinutes(value, value < kHour ? kSecondNs : value < kDay ? kMinute : kHour);
}

int momentDecimals(std::int64_t ns)
{
    const std::uint64_t value = magnitude(ns);
    return value % 1'000'000 == 0 ? 3 : value % 1'000 == 0 ? 6 : 9;
}

std::string relativeText(std::int64_t ns, TimeUnit unit)
{
    return alignedText(ns, unit, 0);
}

std::string alignedText(std::int64_t ns, TimeUnit unit, int decimalsOfSecond)
{
    const int available = unitDecimals(unit);
    const int needed =
        std::max(momentDecimals(ns), decimalsOfSecond) - (unitDecimals(TimeUnit::seconds) - available);
    return relativeText(ns, unit, std::max(needed, std::min(3, available)));
}

std::string relativeText(std::int64_t ns, TimeUnit unit, int decimals)
{
    if (unit == TimeUnit::automatic)
        unit = TimeUnit::seconds;
    return (ns < 0 ? "−" : "+") + withUnit(fixed(magnitude(ns), unit, decimals), unit);
}

std::string absoluteText(std::int64_t unixNs, std::int64_t offsetSeconds, int leastDecimals)
{
    return calendarText(unixNs, offsetSeconds, ' ', leastDecimals);
}

std::string iso8601(std::int64_t unixNs)
{
    return calendarText(unixNs, 0, 'T') + 'Z';
}

std::optional<TimeArgument> parseTime(std::string_view text)
{
    if (text.starts_with('+'))
        return parseRelative(text.substr(1));
    if (constexpr std::string_view kMinus = "−"; text.starts_with(kMinus)) { // as it is printed
        auto before = parseRelative(text.substr(kMinus.size()));
        if (before)
            before->ns = -before->ns;
        return before;
    }
    if (text.ends_with("ns")) {
        const auto ns = asNumber<std::int64_t>(text.substr(0, text.size() - 2));
        return ns ? std::optional(TimeArgument {.ns = *ns}) : std::nullopt;
    }
    return parseIso(text);
}

std::string timeMeant(std::string_view text)
{
    std::string close(text);
    std::erase_if(close, isWhite);
    for (const std::string& each :
         {close, close + 's', '+' + close, '+' + close + 's', close + ":00Z", close + "T00:00:00Z"})
        if (parseTime(each))
            return each;
    return {};
}

}
