// Payload formats (specification "Default formats", rtc.md 6): what a payload means, its value with gain and
// offset, and exact nanoseconds for clocks (rtc.md 7).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace traceglass::rtc {

constexpr std::size_t kTimespecBytes = 12; // 64 bits of seconds, 32 of nanoseconds

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
// Exact: "3.30", "18446744073709551615"; shortest round-trip text for floats and where gain or offset leave
// the integers; "NaN", "Infinity", "-Infinity".
std::optional<std::string> numberText(const ValueFormat& format, std::span<const std::byte> content);

// Ints and floats of fixed size, made ready for the payloads of one stream: no question is asked twice.
class FixedNumber
{
public:
    enum class Kind : std::uint8_t { none, unsignedInt, signedInt, single, floating };

    FixedNumber() = default;
    explicit FixedNumber(const ValueFormat& format);

    Kind kind() const { return m_kind; }
    bool reads(std::span<const std::byte> content) const
    {
        return m_kind != Kind::none && content.size() == m_bytes;
    }
    // The bits of a content it reads; the sign of an int extended to all of them.
    std::uint64_t bits(std::span<const std::byte> content) const
    {
        const std::uint64_t raw = littleEndian(content.data());
        const std::uint64_t high = m_bigEndian ? __builtin_bswap64(raw) : raw << m_shift;
        return m_kind == Kind::signedInt
            ? static_cast<std::uint64_t>(static_cast<std::int64_t>(high) >> m_shift)
            : high >> m_shift;
    }
    double value(std::span<const std::byte> content) const
    {
        const std::uint64_t all = bits(content);
        switch (m_kind) {
        case Kind::unsignedInt: return static_cast<double>(all);
        case Kind::signedInt: return static_cast<double>(static_cast<std::int64_t>(all));
        case Kind::single: return std::bit_cast<float>(static_cast<std::uint32_t>(all));
        default: return std::bit_cast<double>(all);
        }
    }

private:
    std::uint64_t littleEndian(const std::byte* at) const
    {
        std::uint64_t eight = 0;
        std::uint32_t four = 0;
        std::uint16_t two = 0;
        switch (m_bytes) {
        case sizeof eight: std::memcpy(&eight, at, sizeof eight); return eight;
        case sizeof four: std::memcpy(&four, at, sizeof four); return four;
        case sizeof two: std::memcpy(&two, at, sizeof two); return two;
        default: return std::to_integer<std::uint64_t>(*at);
        }
    }

    Kind m_kind = Kind::none;
    std::uint8_t m_bytes = 0;
    std::uint8_t m_shift = 0; // bits that are not there
    bool m_bigEndian = false;
};

// numberOf for the payloads of one stream, NaN for nothing: what a counter stores.
class NumberReader
{
public:
    NumberReader() = default;
    explicit NumberReader(const ValueFormat& format);

    double operator()(std::span<const std::byte> content) const
    {
        return m_plain.reads(content)
            ? m_plain.value(content)
            : numberOf(*m_format, content).value_or(std::numeric_limits<double>::quiet_NaN());
    }

private:
    FixedNumber m_plain;
    const ValueFormat* m_format = nullptr;
};

// --- time
// Nanoseconds of a clock frame: round-half-even((raw * gain + offset) * 1e9) without passing through double
// where the raw value is an integer. Nothing when the payload is malformed or the result does not fit.
std::optional<std::int64_t> clockNs(const ValueFormat& format, std::span<const std::byte> content);
// The 12 bytes in front of an annotation.
std::optional<std::int64_t> annotationNs(const ValueFormat& format, std::span<const std::byte> payload);

// clockNs for the payloads of one clock. Most are ints that count a whole number of nanoseconds.
class ClockReader
{
public:
    ClockReader() = default;
    explicit ClockReader(const ValueFormat& format);

    // False where clockNs says nothing. An optional would be put together in memory and wait for it.
    bool operator()(std::span<const std::byte> content, std::int64_t& ns) const
    {
        if (!m_steps.reads(content)) {
            const auto read = clockNs(*m_format, content);
            ns = read.value_or(0);
            return read.has_value();
        }
        const std::uint64_t steps = m_steps.bits(content);
        return m_steps.kind() == FixedNumber::Kind::signedInt
            ? !__builtin_mul_overflow(static_cast<std::int64_t>(steps), m_nsPerStep, &ns)
            : !__builtin_mul_overflow(steps, m_nsPerStep, &ns);
    }

private:
    FixedNumber m_steps;
    std::int64_t m_nsPerStep = 0;
    const ValueFormat* m_format = nullptr;
};

}
