// Small text helpers shared by readers, the command line and the window. All text is UTF-8.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace traceglass {

// Strict: overlong forms, surrogates and values above U+10FFFF are invalid.
bool isValidUtf8(std::string_view text);

// Length of the valid character at the front of `text`, 0 when it is not valid UTF-8.
std::size_t utf8Length(std::string_view text);
std::uint32_t codePointOf(std::string_view character); // of one that is valid

std::size_t characterCount(std::string_view text); // of UTF-8

// Invalid bytes become U+FFFD.
std::string toValidUtf8(std::string_view text);

// Appends the character of a code point up to U+10FFFF as it is; surrogates are up to the caller.
void appendUtf8(std::string& out, std::uint32_t codePoint);

constexpr bool isSurrogate(std::uint32_t code)
{
    return code >= 0xd800 && code < 0xe000;
}
// The character that two of UTF-16 stand for; nothing when they are no pair.
constexpr std::optional<std::uint32_t> fromSurrogates(std::uint32_t high, std::uint32_t low)
{
    if (high < 0xd800 || high >= 0xdc00 || low < 0xdc00 || low >= 0xe000)
        return {};
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

// One line for people, whatever a capture holds: control characters (C0, DEL, C1), line separators, what
// turns the direction of writing, and invalid bytes become \n, \t, \x1f, \u{202E} and the like.
std::string escaped(std::string_view text);

// Cut to at most `bytes` bytes on a character border, with "…" behind it when something was cut.
std::string shortened(std::string_view text, std::size_t bytes);

inline bool isWhite(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Of ASCII letters; others stay as they are.
inline char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
// Of ASCII.
inline bool isLetter(char c)
{
    return lowered(c) >= 'a' && lowered(c) <= 'z';
}
inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
// The same, whatever the case of ASCII letters.
bool isSameText(std::string_view a, std::string_view b);
// Is `wanted` part of it, whatever the case of ASCII letters?
bool containsText(std::string_view text, std::string_view wanted);
// Where it first stands from a byte on; npos: nowhere.
std::size_t findText(std::string_view text, std::string_view wanted, std::size_t from = 0);

// "a, b, c": what `project` makes of each.
template <class Range, class Project = std::identity>
std::string listText(const Range& range, std::string_view separator = ", ", Project project = {})
{
    std::string out;
    for (const auto& each : range)
        out.append(out.empty() ? std::string_view() : separator).append(std::invoke(project, each));
    return out;
}

// Appends `text` as a JSON string with its quotes; invalid bytes become U+FFFD, and what escaped() does not
// let through is written as \u202e and the like.
void appendJsonString(std::string& out, std::string_view text);
std::string jsonString(std::string_view text);

// Appends decimal digits: of what has a point, the shortest text that is read back as the same.
template <class Number>
requires std::integral<Number> || std::floating_point<Number>
void appendNumber(std::string& out, Number value)
{
    std::array<char, 32> buffer;
    out.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
}
template <std::floating_point Number>
std::string shortestText(Number value)
{
    std::string out;
    appendNumber(out, value);
    return out;
}
void appendHexDigits(std::string& out, std::uint64_t value, int digits); // the last ones, with zeros in front
void appendHex(std::string& out, std::span<const std::byte> bytes); // "0a1b"

std::string hex(std::span<const std::byte> bytes); // "0a1b"
std::string hexNumber(std::uint64_t value);        // "0x17d3"
std::string grouped(std::uint64_t value);          // "1,234,567"
std::string sizeText(std::uint64_t bytes);         // "40.6 kB", "412 MB"; decimal, three digits
std::string percentText(double share, int decimals); // "4.2 %"; 1 is all of it
std::string counted(std::uint64_t count, std::string_view one,
                    std::string_view many); // "1 record", "2,070 records"

// What all of the text says; nothing when that is no number or does not fit. `form`: as std::from_chars takes it.
template <class Number, class... Form>
std::optional<Number> asNumber(std::string_view text, Form... form)
{
    Number value {};
    const char* const end = text.data() + text.size();
    const auto [next, error] = std::from_chars(text.data(), end, value, form...);
    return error == std::errc() && next == end ? std::optional(value) : std::nullopt;
}
std::optional<std::uint64_t> plainNumber(std::string_view text); // 6099 or 0x17d3

inline std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline std::span<const std::byte> asBytes(std::string_view text)
{
    return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

}
