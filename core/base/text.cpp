#include "core/base/text.h"

#include <array>
#include <cstdio>

namespace traceglass {

namespace {

constexpr char kHexDigits[] = "0123456789abcdef";
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

template <class OnValid, class OnInvalid>
void walk(std::string_view text, OnValid onValid, OnInvalid onInvalid)
{
    while (!text.empty()) {
        if (const std::size_t length = utf8Length(text)) {
            onValid(text.substr(0, length));
            text.remove_prefix(length);
        } else {
            onInvalid(static_cast<unsigned char>(text.front()));
            text.remove_prefix(1);
        }
    }
}

}

std::size_t utf8Length(std::string_view text)
{
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto tail = [&](std::size_t i) { return i < text.size() && (at(i) & 0xc0) == 0x80; };
    if (text.empty())
        return 0;
    const unsigned char first = at(0);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return tail(1) ? 2 : 0;
    if ((first & 0xf0) == 0xe0) {
        if (!tail(1) || !tail(2) || (first == 0xe0 && at(1) < 0xa0) || (first == 0xed && at(1) > 0x9f))
            return 0;
        return 3;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        if (!tail(1) || !tail(2) || !tail(3) || (first == 0xf0 && at(1) < 0x90)
            || (first == 0xf4 && at(1) > 0x8f))
            return 0;
        return 4;
    }
    return 0;
}

bool isValidUtf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        if (!length)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string toValidUtf8(std::string_view text)
{
    std::string out;
    walk(
        text, [&](std::string_view good) { out += good; }, [&](unsigned char) { out += kReplacement; });
    return out;
}

void appendUtf8(std::string& out, std::uint32_t codePoint)
{
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    const auto addRest = [&](unsigned shift) { add(0x80 | (codePoint >> shift & 0x3f)); };
    if (codePoint < 0x80) {
        add(codePoint);
    } else if (codePoint < 0x800) {
        add(0xc0 | codePoint >> 6);
        addRest(0);
    } else if (codePoint < 0x10000) {
        add(0xe0 | codePoint >> 12);
        addRest(6);
        addRest(0);
    } else {
        add(0xf0 | codePoint >> 18);
        addRest(12);
        addRest(6);
        addRest(0);
    }
}

std::string escaped(std::string_view text)
{
    std::string out;
    const auto asHex = [&](unsigned char byte) {
        out += "\\x";
        out += kHexDigits[byte >> 4];
        out += kHexDigits[byte & 15];
    };
    walk(
        text,
        [&](std::string_view good) {
            const auto first = static_cast<unsigned char>(good.front());
            if (first == '\n')
                out += "\\n";
            else if (first == '\t')
                out += "\\t";
            else if (first == '\r')
                out += "\\r";
            else if (first < 0x20 || first == 0x7f)
                asHex(first);
            else
                out += good;
        },
        asHex);
    return out;
}

std::string shortened(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return std::string(text);
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80)
        --bytes;
    return std::string(text.substr(0, bytes)) + "…";
}

void appendJsonString(std::string& out, std::string_view text)
{
    out += '"';
    walk(
        text,
        [&](std::string_view good) {
            const auto first = static_cast<unsigned char>(good.front());
            if (first == '"' || first == '\\') {
                out += '\\';
                out += static_cast<char>(first);
            } else if (first < 0x20) {
                out += "\\u00";
                out += kHexDigits[first >> 4];
                out += kHexDigits[first & 15];
            } else {
                out += good;
            }
        },
        [&](unsigned char) { out += kReplacement; });
    out += '"';
}

std::string jsonString(std::string_view text)
{
    std::string out;
    appendJsonString(out, text);
    return out;
}

std::string hex(std::span<const std::byte> bytes)
{
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const std::byte byte : bytes) {
        out += kHexDigits[std::to_integer<unsigned>(byte) >> 4];
        out += kHexDigits[std::to_integer<unsigned>(byte) & 15];
    }
    return out;
}

std::string hexNumber(std::uint64_t value)
{
    std::array<char, 24> buffer {};
    std::snprintf(buffer.data(), buffer.size(), "0x%llx", static_cast<unsigned long long>(value));
    return buffer.data();
}

std::string grouped(std::uint64_t value)
{
    std::string digits = std::to_string(value);
    for (std::size_t place = digits.size(); place > 3;) {
        place -= 3;
        digits.insert(place, ",");
    }
    return digits;
}

std::string sizeText(std::uint64_t bytes)
{
    if (bytes < 1000)
        return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    constexpr std::array<const char*, 6> units = {"kB", "MB", "GB", "TB", "PB", "EB"};
    double value = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    std::array<char, 32> buffer {};
    std::snprintf(buffer.data(), buffer.size(),
                  value < 9.995       ? "%.2f %s"
                      : value < 99.95 ? "%.1f %s"
                                      : "%.0f %s",
                  value, units[unit]);
    return buffer.data();
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many)
{
    std::string out = grouped(count);
    out += ' ';
    out += count == 1 ? one : many;
    return out;
}

}
