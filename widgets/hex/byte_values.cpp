#include "widgets/hex/byte_values.h"

#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/io/byte_reader.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace traceglass {

namespace {

std::uint64_t fixed(std::span<const std::byte> bytes, std::size_t width, bool little)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[little ? width - 1 - i : i]);
    return value;
}

std::string signedText(std::int64_t value)
{
    if (value >= 0)
        return grouped(static_cast<std::uint64_t>(value));
    return "−"
        + grouped(~static_cast<std::uint64_t>(value) + 1); // two's complement: right for the smallest, too
}

std::int64_t extended(std::uint64_t value, std::size_t width)
{
    const unsigned unused = static_cast<unsigned>(64 - 8 * width);
    return static_cast<std::int64_t>(value << unused) >> unused;
}

template <class Float>
std::string floatText(Float value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "−∞" : "∞";
    std::array<char, 64> text {};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general,
                                   sizeof(Float) == 4 ? 6 : 10);
    std::string out;
    for (const char c : std::string_view(text.data(), static_cast<std::size_t>(end.ptr - text.data())))
        out += c == '-' ? std::string("−") : std::string(1, c);
    return out;
}

void addIntegers(std::vector<ByteValue>& rows, std::span<const std::byte> bytes)
{
    for (const std::size_t width : {1u, 2u, 4u, 8u}) {
        ByteValue plain {.label = "u" + std::to_string(8 * width), .length = width};
        ByteValue withSign {.label = "i" + std::to_string(8 * width), .length = width};
        if (bytes.size() >= width) {
            const std::uint64_t little = fixed(bytes, width, true), big = fixed(bytes, width, false);
            plain.valid = withSign.valid = true;
            plain.little = grouped(little);
            withSign.little = signedText(extended(little, width));
            if (width > 1) {
                plain.big = grouped(big);
                withSign.big = signedText(extended(big, width));
            }
        }
        rows.push_back(std::move(plain));
        rows.push_back(std::move(withSign));
    }
}

void addFloats(std::vector<ByteValue>& rows, std::span<const std::byte> bytes)
{
    ByteValue single {.label = "f32", .length = 4};
    if (bytes.size() >= 4) {
        single.little = floatText(std::bit_cast<float>(static_cast<std::uint32_t>(fixed(bytes, 4, true))));
        single.big = floatText(std::bit_cast<float>(static_cast<std::uint32_t>(fixed(bytes, 4, false))));
        single.valid = true;
    }
    rows.push_back(std::move(single));
    ByteValue twice {.label = "f64", .length = 8};
    if (bytes.size() >= 8) {
        twice.little = floatText(std::bit_cast<double>(fixed(bytes, 8, true)));
        twice.big = floatText(std::bit_cast<double>(fixed(bytes, 8, false)));
        twice.valid = true;
    }
    rows.push_back(std::move(twice));
}

// Signed LEB128: the sign is the second-highest bit of the last byte.
std::optional<std::int64_t> signedLeb(std::span<const std::byte> bytes, std::size_t length)
{
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (std::size_t i = 0; i < length; ++i, shift += 7) {
        const auto group = std::to_integer<std::uint64_t>(bytes[i]) & 0x7f;
        if (shift >= 64 || (shift == 63 && group != 0 && group != 0x7f))
            return {};
        value |= group << shift;
    }
    const bool negative = (std::to_integer<unsigned>(bytes[length - 1]) & 0x40) != 0;
    if (negative && shift < 64)
        value |= ~std::uint64_t(0) << shift;
    return static_cast<std::int64_t>(value);
}

void addVarints(std::vector<ByteValue>& rows, std::span<const std::byte> bytes)
{
    ByteValue plain {.label = "LEB128", .varint = true};
    ByteValue withSign {.label = "sLEB128", .varint = true};
    ByteValue zigzagged {.label = "zigzag", .varint = true};
    ByteReader reader(bytes);
    const std::uint64_t value = reader.varint64();
    if (!reader.failed()) {
        plain.little = grouped(value);
        zigzagged.little = signedText(unzigzag(value));
        plain.valid = zigzagged.valid = true;
        plain.length = zigzagged.length = reader.offset();
    }
    std::size_t length = 0;
    while (length < bytes.size() && (bytes[length] & std::byte(0x80)) != std::byte(0))
        ++length;
    if (++length <= bytes.size()) {
        if (const auto number = signedLeb(bytes, length)) {
            withSign.little = signedText(*number);
            withSign.valid = true;
            withSign.length = length;
        }
    }
    rows.push_back(std::move(plain));
    rows.push_back(std::move(withSign));
    rows.push_back(std::move(zigzagged));
}

// A moment of `value` units of `ns` nanoseconds since 1970; nothing when int64 nanoseconds (the year 2262)
// cannot hold it.
std::string momentText(std::uint64_t value, std::uint64_t ns, std::uint64_t more = 0)
{
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (value > (most - more) / ns)
        return {};
    std::string text = absoluteText(static_cast<std::int64_t>(value * ns + more));
    if (const std::size_t dot = text.find('.'); dot != std::string::npos && text.find_last_not_of('0') == dot)
        text.resize(dot);
    return text;
}

void addTimes(std::vector<ByteValue>& rows, std::span<const std::byte> bytes)
{
    const auto add = [&rows](const char* label, std::size_t length, std::string text) {
        const bool valid = !text.empty();
        rows.push_back({.label = label, .little = std::move(text), .length = length, .valid = valid});
    };
    std::string spec;
    if (bytes.size() >= 12) {
        if (const std::uint64_t nanos = fixed(bytes.subspan(8), 4, true); nanos < 1'000'000'000)
            spec = momentText(fixed(bytes, 8, true), 1'000'000'000, nanos);
    }
    add("timespec", 12, std::move(spec));
    add("Unix s", 4, bytes.size() >= 4 ? momentText(fixed(bytes, 4, true), 1'000'000'000) : std::string());
    const bool eight = bytes.size() >= 8;
    const std::uint64_t value = eight ? fixed(bytes, 8, true) : 0;
    add("Unix ms", 8, eight ? momentText(value, 1'000'000) : std::string());
    add("Unix µs", 8, eight ? momentText(value, 1'000) : std::string());
    add("Unix ns", 8, eight ? momentText(value, 1) : std::string());
}

void addCharacter(std::vector<ByteValue>& rows, std::span<const std::byte> bytes)
{
    ByteValue row {.label = "UTF-8", .varint = true};
    row.length = utf8Length(asText(bytes));
    if (row.length > 0) {
        std::uint32_t point = std::to_integer<std::uint32_t>(bytes[0]);
        if (row.length > 1)
            point &= 0x7fu >> row.length;
        for (std::size_t i = 1; i < row.length; ++i)
            point = point << 6 | (std::to_integer<std::uint32_t>(bytes[i]) & 0x3f);
        std::string digits = hexNumber(point).substr(2);
        digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
        row.little = escaped(asText(bytes.first(row.length))) + "  U+" + digits;
        row.valid = true;
    }
    rows.push_back(std::move(row));
}

}

std::vector<ByteValue> byteValues(std::span<const std::byte> bytes)
{
    std::vector<ByteValue> rows;
    addIntegers(rows, bytes);
    addFloats(rows, bytes);
    addVarints(rows, bytes);
    addTimes(rows, bytes);
    addCharacter(rows, bytes);
    return rows;
}

int rowOfLength(const std::vector<ByteValue>& rows, std::size_t length)
{
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].label == "LEB128" && rows[i].valid && rows[i].length == length)
            return static_cast<int>(i);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!rows[i].varint && rows[i].valid && rows[i].length == length)
            return static_cast<int>(i);
    return -1;
}

}
