#include "core/formats/rtc/wire/rtc_value.h"

#include "core/base/text.h"
#include "core/base/wide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace traceglass::rtc {

namespace {

constexpr int kNanoExponent = 9;
constexpr int kPowers = 39;           // 10^38 is the largest power of ten in 127 bits
constexpr int kExponentLimit = 10000; // far beyond long double
constexpr int kDigitsShown = 17;      // scaled values with more are shown as the shortest double

std::optional<WideInteger> power10(int exponent)
{
    static constexpr auto kTable = [] {
        std::array<WideInteger, kPowers> table {};
        WideInteger power = 1;
        for (int i = 0; i < kPowers; ++i) {
            table[static_cast<std::size_t>(i)] = power;
            power *= i + 1 < kPowers ? 10 : 1;
        }
        return table;
    }();
    if (exponent < 0 || exponent >= kPowers)
        return {};
    return kTable[static_cast<std::size_t>(exponent)];
}

long double scaled(long double value, int exponent)
{
    const auto exact = power10(std::abs(exponent));
    const long double power = exact ? static_cast<long double>(*exact)
                                    : std::pow(10.0L, static_cast<long double>(std::abs(exponent)));
    // Dividing by an exact power is more exact than multiplying by a rounded one.
    return exponent < 0 ? value / power : value * power;
}

long double asLongDouble(const Decimal& decimal)
{
    return decimal.digits == 0 ? 0 : scaled(static_cast<long double>(decimal.digits), decimal.exponent);
}

// All of the content is one number of at most 64 bits.
std::optional<WideInteger> leb128(std::span<const std::byte> content, bool isSigned)
{
    constexpr std::size_t kLongest = 10;
    if (content.empty() || content.size() > kLongest)
        return {};
    WideUnsigned value = 0;
    for (std::size_t i = 0; i < content.size(); ++i) {
        const auto byte = std::to_integer<unsigned>(content[i]);
        if ((byte >= 0x80) != (i + 1 < content.size()))
            return {};
        value |= WideUnsigned(byte & 0x7f) << (7 * i);
    }
    WideInteger result = static_cast<WideInteger>(value);
    if (isSigned && (std::to_integer<unsigned>(content.back()) & 0x40) != 0)
        result -= WideInteger(1) << (7 * content.size());
    const bool fits = isSigned ? asInt64(result).has_value()
                               : result <= WideInteger(std::numeric_limits<std::uint64_t>::max());
    return fits ? std::optional(result) : std::nullopt;
}

std::optional<WideInteger> integerOf(const ValueFormat& format, std::span<const std::byte> content)
{
    switch (format.kind) {
    case ValueFormat::Kind::unsignedInt:
    case ValueFormat::Kind::signedInt: {
        const FixedNumber fixed(format);
        if (!fixed.reads(content))
            return {};
        const std::uint64_t bits = fixed.bits(content);
        return fixed.kind() == FixedNumber::Kind::signedInt ? WideInteger(static_cast<std::int64_t>(bits))
                                                            : WideInteger(bits);
    }
    case ValueFormat::Kind::uleb128: return leb128(content, false);
    case ValueFormat::Kind::leb128: return leb128(content, true);
    default: return {};
    }
}

// Any number before gain and offset, exact.
std::optional<long double> rawOf(const ValueFormat& format, std::span<const std::byte> content)
{
    if (format.kind == ValueFormat::Kind::floating) {
        const FixedNumber fixed(format);
        return fixed.reads(content) ? std::optional<long double>(fixed.value(content)) : std::nullopt;
    }
    const auto integer = integerOf(format, content);
    return integer ? std::optional(static_cast<long double>(*integer)) : std::nullopt;
}

// value * 10^exponent
struct Exact
{
    WideInteger value = 0;
    int exponent = 0;
};

std::optional<Exact> scaledExact(WideInteger raw, const Decimal& gain, const Decimal& offset)
{
    Exact result {0, gain.exponent};
    if (__builtin_mul_overflow(raw, WideInteger(gain.digits), &result.value))
        return {};
    if (result.value == 0)
        return Exact {offset.digits, offset.exponent};
    if (offset.digits == 0)
        return result;
    const int exponent = std::min(gain.exponent, offset.exponent);
    const auto gainPower = power10(gain.exponent - exponent);
    const auto offsetPower = power10(offset.exponent - exponent);
    WideInteger added = 0;
    if (!gainPower || !offsetPower || __builtin_mul_overflow(result.value, *gainPower, &result.value)
        || __builtin_mul_overflow(WideInteger(offset.digits), *offsetPower, &added)
        || __builtin_add_overflow(result.value, added, &result.value))
        return {};
    result.exponent = exponent;
    return result;
}

long double scaledNear(long double raw, const ValueFormat& format)
{
    return raw * asLongDouble(format.gain) + asLongDouble(format.offset);
}

std::optional<std::int64_t> nanosecondsOf(const Exact& seconds)
{
    const int exponent = seconds.exponent + kNanoExponent;
    if (seconds.value == 0)
        return 0;
    if (exponent >= 0) {
        const auto power = power10(exponent);
        WideInteger ns = 0;
        if (!power || __builtin_mul_overflow(seconds.value, *power, &ns))
            return {};
        return asInt64(ns);
    }
    const auto divisor = power10(-exponent);
    if (!divisor)
        return 0; // every value is below half of it
    WideInteger ns = seconds.value / *divisor;
    const WideInteger rest = seconds.value % *divisor;
    const WideInteger size = rest < 0 ? -rest : rest;
    const WideInteger missing = *divisor - size; // twice the rest might not fit
    if (size > missing || (size == missing && ns % 2 != 0))
        ns += rest < 0 ? -1 : 1;
    return asInt64(ns);
}

std::optional<std::int64_t> nanosecondsOf(long double seconds)
{
    const long double ns = std::nearbyint(seconds * 1e9L); // rounds half to even
    constexpr long double kEnd = 9223372036854775808.0L;
    if (!(ns >= -kEnd && ns < kEnd))
        return {};
    return static_cast<std::int64_t>(ns);
}

std::optional<std::int64_t> timespecNs(std::span<const std::byte> bytes, bool bigEndian)
{
    const auto number = [&](std::size_t at, std::uint8_t size) {
        const ValueFormat format {
            .kind = ValueFormat::Kind::unsignedInt, .bytes = size, .bigEndian = bigEndian};
        return FixedNumber(format).bits(bytes.subspan(at, size));
    };
    const std::uint64_t seconds = number(0, 8);
    const std::uint64_t ns = number(8, 4);
    std::int64_t whole = 0;
    std::int64_t sum = 0;
    if (seconds > std::uint64_t(std::numeric_limits<std::int64_t>::max())
        || __builtin_mul_overflow(static_cast<std::int64_t>(seconds), std::int64_t(1'000'000'000), &whole)
        || __builtin_add_overflow(whole, static_cast<std::int64_t>(ns), &sum))
        return {};
    return sum;
}

template <class Number>
std::string shortest(Number value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "-Infinity" : "Infinity";
    return shortestText(value);
}

// Nothing when it would be long.
std::optional<std::string> decimalText(Exact number)
{
    if (number.value == 0)
        return "0";
    while (number.value % 10 == 0) {
        number.value /= 10;
        ++number.exponent;
    }
    const bool negative = number.value < 0;
    std::string digits = wideText(number.value).substr(negative ? 1 : 0);
    const int count = static_cast<int>(digits.size());
    if (number.exponent >= 0) {
        if (count + number.exponent > kPowers)
            return {};
        digits.append(static_cast<std::size_t>(number.exponent), '0');
    } else {
        const int decimals = -number.exponent;
        if (count > kDigitsShown || decimals > kDigitsShown)
            return {};
        if (decimals >= count)
            digits.insert(0, static_cast<std::size_t>(decimals - count + 1), '0');
        digits.insert(digits.size() - static_cast<std::size_t>(decimals), 1, '.');
    }
    return negative ? "-" + digits : digits;
}

}

std::optional<Decimal> parseDecimal(std::string_view text)
{
    const bool negative = text.starts_with('-');
    if (negative)
        text.remove_prefix(1);
    Decimal result;
    bool any = false;
    bool point = false;
    bool full = false; // no further digit fits
    bool fractionEmpty = false;
    std::size_t at = 0;
    for (; at < text.size() && (text[at] == '.' || (text[at] >= '0' && text[at] <= '9')); ++at) {
        if (text[at] == '.') {
            if (point || !any)
                return {};
            point = fractionEmpty = true;
            continue;
        }
        any = true;
        fractionEmpty = false;
        const int digit = text[at] - '0';
        std::int64_t longer = 0;
        if (!full
            && (__builtin_mul_overflow(result.digits, std::int64_t(10), &longer)
                || __builtin_add_overflow(longer, std::int64_t(digit), &longer))) {
            full = true;
            result.digits += digit >= 5 && result.digits < std::numeric_limits<std::int64_t>::max() ? 1 : 0;
        }
        if (full) {
            result.exponent += point || result.exponent >= kExponentLimit ? 0 : 1;
        } else {
            result.digits = longer;
            result.exponent -= point && result.exponent > -kExponentLimit ? 1 : 0;
        }
    }
    if (!any || fractionEmpty)
        return {};
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool less = at < text.size() && text[at] == '-';
        if (at < text.size() && (text[at] == '-' || text[at] == '+'))
            ++at;
        if (at == text.size())
            return {};
        int exponent = 0;
        for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
            exponent = std::min(exponent * 10 + (text[at] - '0'), kExponentLimit);
        result.exponent += less ? -exponent : exponent;
    }
    if (at != text.size())
        return {};
    if (result.digits == 0)
        return Decimal {};
    for (; result.digits % 10 == 0; ++result.exponent) // one form for each number
        result.digits /= 10;
    if (negative)
        result.digits = -result.digits;
    return result;
}

ValueFormat parseFormat(std::string_view format, bool platformBigEndian)
{
    using Kind = ValueFormat::Kind;
    ValueFormat result;
    result.bigEndian = result.platformBigEndian = platformBigEndian;
    constexpr std::string_view kAnnotate = "annotate/";
    if (format.starts_with(kAnnotate)) {
        result.annotation = true;
        format.remove_prefix(kAnnotate.size());
    }
    constexpr std::pair<std::string_view, Kind> kNames[] = {
        {"raw", Kind::raw},         {"utf-8", Kind::text},        {"utf8", Kind::text},
        {"json", Kind::json},       {"uleb128", Kind::uleb128},   {"leb128", Kind::leb128},
        {"sleb128", Kind::leb128},  {"timespec", Kind::timespec}, {"png", Kind::png},
        {"image/png", Kind::png},   {"jpeg", Kind::jpeg},         {"jpg", Kind::jpeg},
        {"image/jpeg", Kind::jpeg},
    };
    for (const auto& [name, kind] : kNames) {
        if (format == name) {
            result.kind = kind;
            return result;
        }
    }
    result.kind = Kind::unknown;
    std::string_view number = format;
    bool bigEndian = platformBigEndian;
    if (number.ends_with("le") || number.ends_with("be")) {
        bigEndian = number.ends_with("be");
        number.remove_suffix(2);
    }
    constexpr std::tuple<std::string_view, Kind, std::uint8_t> kNumbers[] = {
        {"uint8", Kind::unsignedInt, std::uint8_t(1)},  {"uint16", Kind::unsignedInt, std::uint8_t(2)},
        {"uint32", Kind::unsignedInt, std::uint8_t(4)}, {"uint64", Kind::unsignedInt, std::uint8_t(8)},
        {"int8", Kind::signedInt, std::uint8_t(1)},     {"int16", Kind::signedInt, std::uint8_t(2)},
        {"int32", Kind::signedInt, std::uint8_t(4)},    {"int64", Kind::signedInt, std::uint8_t(8)},
        {"float32", Kind::floating, std::uint8_t(4)},   {"float64", Kind::floating, std::uint8_t(8)},
    };
    for (const auto& [name, kind, bytes] : kNumbers) {
        if (number == name) {
            result.kind = kind;
            result.bytes = bytes;
            result.bigEndian = bigEndian;
        }
    }
    return result;
}

std::optional<std::size_t> contentStart(const ValueFormat& format, std::span<const std::byte> payload)
{
    if (!format.annotation)
        return 0;
    return payload.size() < kTimespecBytes ? std::nullopt : std::optional(kTimespecBytes);
}

std::optional<double> numberOf(const ValueFormat& format, std::span<const std::byte> content)
{
    const auto raw = rawOf(format, content);
    if (!raw)
        return {};
    return static_cast<double>(format.isPlain() ? *raw : scaledNear(*raw, format));
}

std::optional<std::string> numberText(const ValueFormat& format, std::span<const std::byte> content)
{
    if (const auto integer = integerOf(format, content)) {
        const auto exact = scaledExact(*integer, format.gain, format.offset);
        if (auto text = exact ? decimalText(*exact) : std::nullopt)
            return text;
    }
    const auto value = numberOf(format, content);
    if (!value)
        return {};
    const bool isSingle = format.isPlain() && format.bytes == sizeof(float);
    return isSingle ? shortest(static_cast<float>(*value)) : shortest(*value);
}

std::optional<std::int64_t> clockNs(const ValueFormat& format, std::span<const std::byte> content)
{
    if (format.kind == ValueFormat::Kind::timespec)
        return content.size() == kTimespecBytes ? timespecNs(content, format.bigEndian) : std::nullopt;
    if (const auto integer = integerOf(format, content)) {
        if (const auto exact = scaledExact(*integer, format.gain, format.offset))
            return nanosecondsOf(*exact);
    }
    const auto raw = rawOf(format, content);
    return raw ? nanosecondsOf(scaledNear(*raw, format)) : std::nullopt;
}

std::optional<std::int64_t> annotationNs(const ValueFormat& format, std::span<const std::byte> payload)
{
    if (!format.annotation || payload.size() < kTimespecBytes)
        return {};
    return timespecNs(payload.first(kTimespecBytes), format.platformBigEndian);
}

// --- readers

FixedNumber::FixedNumber(const ValueFormat& format)
    : m_bytes(format.bytes)
    , m_shift(static_cast<std::uint8_t>(64 - 8 * format.bytes))
    , m_bigEndian(format.bigEndian)
{
    if (format.kind == ValueFormat::Kind::unsignedInt)
        m_kind = Kind::unsignedInt;
    else if (format.kind == ValueFormat::Kind::signedInt)
        m_kind = Kind::signedInt;
    else if (format.kind == ValueFormat::Kind::floating)
        m_kind = format.bytes == sizeof(float) ? Kind::single : Kind::floating;
}

NumberReader::NumberReader(const ValueFormat& format)
    : m_plain(format.isPlain() ? FixedNumber(format) : FixedNumber())
    , m_format(&format)
{
}

ClockReader::ClockReader(const ValueFormat& format)
    : m_format(&format)
{
    const bool isInt =
        format.kind == ValueFormat::Kind::unsignedInt || format.kind == ValueFormat::Kind::signedInt;
    const auto power = power10(format.gain.exponent + kNanoExponent);
    if (isInt && format.offset.digits == 0 && power
        && !__builtin_mul_overflow(WideInteger(format.gain.digits), *power, &m_nsPerStep))
        m_steps = FixedNumber(format);
}

}
