#include "core/base/text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace traceglass {

namespace {

constexpr char kHexDigits[] = "0123456789abcdef";
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// Bytes that stand for themselves wherever text is shown or written: printable ASCII but for the two that
// mean something in JSON.
constexpr std::array<bool, 256> kPlain = [] {
    std::array<bool, 256> plain {};
    for (std::size_t byte = 0x20; byte < 0x7f; ++byte)
        plain[byte] = byte != '"' && byte != '\\';
    return plain;
}();

// How many of them stand at the front; eight are looked at together, as nearly all text of captures is plain.
std::size_t plainLength(std::string_view text)
{
    constexpr std::uint64_t kOnes = 0x0101010101010101, kTops = kOnes << 7;
    const auto isByte = [](std::uint64_t bytes, std::uint64_t byte) {
        bytes ^= kOnes * byte;
        return (bytes - kOnes) & ~bytes;
    };
    std::size_t length = 0;
    for (std::uint64_t bytes = 0; text.size() - length >= sizeof bytes; length += sizeof bytes) {
        std::memcpy(&bytes, text.data() + length, sizeof bytes);
        const std::uint64_t controls = (bytes - kOnes * 0x20) & ~bytes;
        const std::uint64_t special =
            controls | isByte(bytes, '"') | isByte(bytes, '\\') | isByte(bytes, 0x7f) | bytes;
        if ((special & kTops) != 0)
            break;
    }
    while (length < text.size() && kPlain[static_cast<unsigned char>(text[length])])
        ++length;
    return length;
}

// Hands on the valid text in runs, those of plain bytes whole, the rest a character at a time.
template <class OnValid, class OnInvalid>
void walk(std::string_view text, OnValid onValid, OnInvalid onInvalid)
{
    while (!text.empty()) {
        if (const std::size_t plain = plainLength(text)) {
            onValid(text.substr(0, plain));
            text.remove_prefix(plain);
        } else if (const std::size_t length = utf8Length(text)) {
            onValid(text.substr(0, length));
            text.remove_prefix(length);
        } else {
            onInvalid(static_cast<unsigned char>(text.front()));
            text.remove_prefix(1);
        }
    }
}

// Characters that are not seen but act on what stands around them: they end a line, move the cursor, or turn
// the direction of writing so that a text reads as another one.
bool isAction(std::uint32_t code)
{
    const auto within = [&](std::uint32_t first, std::uint32_t last) {
        return code >= first && code <= last;
    };
    return code < 0x20 || within(0x7f, 0x9f)                 // C0, DEL and C1
        || code == 0x061c || within(0x200e, 0x200f)          // marks of direction
        || within(0x2028, 0x2029)                            // line and paragraph separators
        || within(0x202a, 0x202e) || within(0x2066, 0x2069); // embeddings, overrides and isolates
}
}

std::uint32_t codePointOf(std::string_view character)
{
    const auto first = static_cast<unsigned char>(character.front());
    if (first < 0x80)
        return first;
    std::uint32_t code = first & (0x7fu >> character.size());
    for (const char tail : character.substr(1))
        code = code << 6 | (static_cast<unsigned char>(tail) & 0x3f);
    return code;
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
    if (first < 0xc2 || first > 0xf4 || !tail(1))
        return 0;
    if (first < 0xe0)
        return 2;
    const bool isBad = (first == 0xe0 && at(1) < 0xa0) || (first == 0xed && at(1) > 0x9f)
        || (first == 0xf0 && at(1) < 0x90) || (first == 0xf4 && at(1) > 0x8f);
    if (isBad || !tail(2))
        return 0;
    if (first < 0xf0)
        return 3;
    return tail(3) ? 4 : 0;
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
    const unsigned rest = codePoint < 0x80 ? 0 : codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3;
    constexpr std::array<std::uint32_t, 4> kFirst = {0, 0xc0, 0xe0, 0xf0};
    out += static_cast<char>(kFirst[rest] | codePoint >> (6 * rest));
    for (unsigned left = rest; left-- > 0;)
        out += static_cast<char>(0x80 | (codePoint >> (6 * left) & 0x3f));
}

std::string escaped(std::string_view text)
{
    std::string out;
    const auto asByte = [&](std::uint32_t byte) {
        out += "\\x";
        appendHexDigits(out, byte, 2);
    };
    walk(
        text,
        [&](std::string_view good) {
            const std::uint32_t code = codePointOf(good);
            if (!isAction(code))
                out += good;
            else if (code == '\n')
                out += "\\n";
            else if (code == '\t')
                out += "\\t";
            else if (code == '\r')
                out += "\\r";
            else if (code < 0x80)
                asByte(code);
            else {
                std::array<char, 16> buffer {};
                std::snprintf(buffer.data(), buffer.size(), "\\u{%04X}", unsigned(code));
                out += buffer.data();
            }
        },
        asByte);
    return out;
}

bool isSameText(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, lowered, lowered);
}

std::size_t findText(std::string_view text, std::string_view wanted, std::size_t from)
{
    const auto isSame = [](char a, char b) { return lowered(a) == lowered(b); };
    const auto* const begin = text.begin() + std::min(from, text.size());
    const auto* const found = std::search(begin, text.end(), wanted.begin(), wanted.end(), isSame);
    return found == text.end() && !wanted.empty() ? text.npos : static_cast<std::size_t>(found - text.begin());
}

bool containsText(std::string_view text, std::string_view wanted)
{
    return findText(text, wanted) != text.npos;
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
            const std::uint32_t code = codePointOf(good);
            if (code == '"' || code == '\\') {
                out += '\\';
                out += static_cast<char>(code);
            } else if (isAction(code)) {
                out += "\\u";
                appendHexDigits(out, code, 4);
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

void appendHexDigits(std::string& out, std::uint64_t value, int digits)
{
    while (digits-- > 0)
        out += kHexDigits[value >> (4 * digits) & 15];
}

void appendHex(std::string& out, std::span<const std::byte> bytes)
{
    out.reserve(out.size() + bytes.size() * 2);
    for (const std::byte byte : bytes)
        appendHexDigits(out, std::to_integer<std::uint32_t>(byte), 2);
}

std::string hex(std::span<const std::byte> bytes)
{
    std::string out;
    appendHex(out, bytes);
    return out;
}

std::string hexNumber(std::uint64_t value)
{
    std::array<char, 18> buffer {'0', 'x'};
    return {buffer.data(), std::to_chars(buffer.data() + 2, buffer.data() + buffer.size(), value, 16).ptr};
}

std::string grouped(std::uint64_t value)
{
    std::string digits = std::to_string(value);
    for (std::size_t place = digits.size(); place > 3;)
        digits.insert(place -= 3, ",");
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

std::string percentText(double share, int decimals)
{
    std::array<char, 32> buffer {};
    std::snprintf(buffer.data(), buffer.size(), "%.*f %%", decimals, share * 100);
    return buffer.data();
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many)
{
    return grouped(count).append(" ").append(count == 1 ? one : many);
}

std::size_t characterCount(std::string_view text)
{
    const auto isFirstByte = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
    return static_cast<std::size_t>(std::ranges::count_if(text, isFirstByte));
}

std::optional<std::uint64_t> plainNumber(std::string_view text)
{
    const bool isHex = text.starts_with("0x") || text.starts_with("0X");
    if (isHex)
        text.remove_prefix(2);
    return asNumber<std::uint64_t>(text, isHex ? 16 : 10);
}

}
