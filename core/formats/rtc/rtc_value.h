// Payload formats (specification "Default formats", rtc.md 6): what a payload means, its value with gain and
// offset, and exact nanoseconds for clocks (rtc.md 7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace traceglass::rtc {

// A number as written in decimal: digits * 10^exponent. Gains and offsets beyond its range are held as the
// nearest.
struct Decimal
{
    std::int64_t digits = 0;
    int exponent = 0;

    bool operator==(const Decimal&) const = default;
};
std::optional<Decimal> parseDecimal(std::string_view text); // JSON number

struct ValueFormat
{
    enum class Kind : std::uint8_t {
        raw,
        unknown, // a format of the application: raw bytes to us
        text,    // utf-8
        json,
        unsignedInt,
        signedInt,
        floating,
        uleb128,
        leb128,
        timespec,
        png,
        jpeg,
    };

    Kind kind = Kind::raw;
    std::uint8_t bytes = 0; // of ints and floats: 1, 2, 4, 8
    bool bigEndian = false;
    bool platformBigEndian = false; // of the timespec of an annotation, whatever the order of the rest
    bool annotation = false;        // annotate/X: a timespec before the rest, which is of `kind`
    Decimal gain {1, 0};
    Decimal offset {0, 0};

    bool isNumber() const { return kind >= Kind::unsignedInt && kind <= Kind::leb128; }
    bool isPlain() const { return gain == Decimal {1, 0} && offset == Decimal {0, 0}; }
    bool operator==(const ValueFormat&) const = default;
};

// "uint16le", "annotate/utf-8", "image/png", "png", ...; formats without a byte order take the platform's.
ValueFormat parseFormat(std::string_view format, bool platformBigEndian);

// Where the content of a payload begins: behind the timespec of an annotation. Nothing when it is too short.
std::optional<std::size_t> contentStart(const ValueFormat& format, std::span<const std::byte> payload);

// --- numbers. The payload is the content alone. Nothing when it has not exactly the size its format needs.
std::optional<double> numberOf(const ValueFormat& format, std::span<const std::byte> content);
// The same with NaN for nothing: what a counter stores. Quick for plain ints and floats.
double numberOrNan(const ValueFormat& format, std::span<const std::byte> content);
// Exact: "3.30", "18446744073709551615"; shortest round-trip text for floats and where gain or offset leave
// the integers; "NaN", "Infinity", "-Infinity".
std::optional<std::string> numberText(const ValueFormat& format, std::span<const std::byte> content);

// --- time
// Nanoseconds of a clock frame: round-half-even((raw * gain + offset) * 1e9) without passing through double
// where the raw value is an integer. Nothing when the payload is malformed or the result does not fit.
std::optional<std::int64_t> clockNs(const ValueFormat& format, std::span<const std::byte> content);
// The 12 bytes in front of an annotation.
std::optional<std::int64_t> annotationNs(const ValueFormat& format, std::span<const std::byte> payload);

}
