#include "widgets/hex/byte_values.h"

#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/io/byte_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

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

// Signed LEB128 and its length: the sign is the second-highest bit of the last byte. No text: it does not
// end, or holds too many bits.
std::pair<std::string, std::size_t> signedLeb(std::span<const std::byte> bytes)
{
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const std::byte byte : bytes) {
        const auto group = std::to_integer<std::uint64_t>(byte) & 0x7f;
        if (shift >= 64 || (shift == 63 && group != 0 && group != 0x7f))
            return {};
        value |= group << shift;
        shift += 7;
        if ((byte & std::byte(0x80)) != std::byte(0))
            continue;
        if ((group & 0x40) != 0 && shift < 64)
            value |= ~std::uint64_t(0) << shift;
        return {signedText(static_cast<std::int64_t>(value)), shift / 7};
    }
    return {};
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

// The character at the front and its code point.
std::string characterText(std::span<const std::byte> bytes)
{
    std::uint32_t point = std::to_integer<std::uint32_t>(bytes[0]);
    if (bytes.size() > 1)
        point &= 0x7fu >> bytes.size();
    for (const std::byte tail : bytes.subspan(1))
        point = point << 6 | (std::to_integer<std::uint32_t>(tail) & 0x3f);
    std::string digits = hexNumber(point).substr(2);
    digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
    return escaped(asText(bytes)) + "  U+" + digits;
}

}

std::vector<ByteValue> byteValues(std::span<const std::byte> bytes)
{
    std::vector<ByteValue> rows;
    const auto add = [&](std::string label, std::size_t length, std::string little, std::string big = {}) {
        const bool valid = !little.empty();
        rows.push_back({std::move(label), std::move(little), std::move(big), length, false, valid});
    };
    // What `text` makes of so many bytes, in both orders or in that of most machines.
    const auto addFixed = [&](const std::string& label, std::size_t width, bool bothOrders, auto text) {
        const bool isThere = bytes.size() >= width;
        add(label, width, isThere ? text(fixed(bytes, width, true)) : std::string(),
            isThere && bothOrders ? text(fixed(bytes, width, false)) : std::string());
    };
    // Of a length that is the bytes' own.
    const auto addVarint = [&](std::string label, std::size_t length, std::string text) {
        add(std::move(label), length, std::move(text));
        rows.back().varint = true;
    };

    for (const std::size_t width : {1u, 2u, 4u, 8u}) {
        const std::string bits = std::to_string(8 * width);
        addFixed("u" + bits, width, width > 1, grouped);
        addFixed("i" + bits, width, width > 1,
                 [&](std::uint64_t value) { return signedText(extended(value, width)); });
    }
    addFixed("f32", 4, true, [](std::uint64_t value) {
        return floatText(std::bit_cast<float>(static_cast<std::uint32_t>(value)));
    });
    addFixed("f64", 8, true, [](std::uint64_t value) { return floatText(std::bit_cast<double>(value)); });

    ByteReader reader(bytes);
    const std::uint64_t value = reader.varint64();
    const bool ends = !reader.failed();
    const std::size_t length = ends ? reader.offset() : 0;
    const auto [withSign, signedLength] = signedLeb(bytes);
    addVarint("LEB128", length, ends ? grouped(value) : std::string());
    addVarint("sLEB128", signedLength, withSign);
    addVarint("zigzag", length, ends ? signedText(unzigzag(value)) : std::string());

    std::string spec;
    if (bytes.size() >= 12) {
        if (const std::uint64_t nanos = fixed(bytes.subspan(8), 4, true); nanos < 1'000'000'000)
            spec = momentText(fixed(bytes, 8, true), 1'000'000'000, nanos);
    }
    add("timespec", 12, std::move(spec));
    const auto addTime = [&](const char* label, std::size_t width, std::uint64_t ns) {
        addFixed(label, width, false, [ns](std::uint64_t count) { return momentText(count, ns); });
    };
    addTime("Unix s", 4, 1'000'000'000);
    addTime("Unix ms", 8, 1'000'000);
    addTime("Unix µs", 8, 1'000);
    addTime("Unix ns", 8, 1);

    const std::size_t character = utf8Length(asText(bytes));
    addVarint("UTF-8", character, character > 0 ? characterText(bytes.first(character)) : std::string());
    return rows;
}

int rowOf(const std::vector<ByteValue>& rows, const Encoding& encoding, std::size_t length)
{
    const auto label = [&]() -> std::string {
        const std::string bits = std::to_string(8 * length);
        switch (encoding.kind) {
        case Encoding::Kind::unsignedInt: return "u" + bits;
        case Encoding::Kind::signedInt: return "i" + bits;
        case Encoding::Kind::floating: return "f" + bits;
        case Encoding::Kind::leb128: return "LEB128";
        case Encoding::Kind::signedLeb128: return "sLEB128";
        case Encoding::Kind::unknown: break;
        }
        return {};
    }();
    const auto found = std::ranges::find_if(
        rows, [&](const ByteValue& row) { return row.valid && row.length == length && row.label == label; });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

}
