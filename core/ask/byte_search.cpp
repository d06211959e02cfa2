#include "core/ask/byte_search.h"

#include "core/base/text.h"
#include "core/io/byte_source.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace traceglass {

namespace {

constexpr std::size_t kWindow = 256 * 1024;
constexpr std::byte kAll {0xff};

// Hex pairs with ? for any nibble, with or without spaces; nothing when the input is something else.
std::optional<Needle> parseHex(std::string_view input)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    Needle needle;
    bool isSecond = false; // of a pair
    for (const char c : input) {
        if (isWhite(c)) {
            if (isSecond)
                return {};
            continue;
        }
        const std::size_t digit = kDigits.find(lowered(c));
        if (c != '?' && digit == std::string_view::npos)
            return {};
        if (!isSecond) {
            needle.value.emplace_back();
            needle.mask.emplace_back();
        }
        needle.value.back() = needle.value.back() << 4 | std::byte(c == '?' ? 0 : digit);
        needle.mask.back() = needle.mask.back() << 4 | std::byte(c == '?' ? 0 : 0xf);
        isSecond = !isSecond;
    }
    return needle.value.empty() || isSecond ? std::nullopt : std::optional(std::move(needle));
}

void addByte(Needle& needle, char c, bool ignoreCase)
{
    const std::byte mask = isLetter(c) && ignoreCase ? std::byte(0xdf) : kAll;
    needle.value.push_back(static_cast<std::byte>(c) & mask);
    needle.mask.push_back(mask);
}

Needle utf8Needle(std::string_view text, bool ignoreCase)
{
    Needle needle;
    for (const char c : text)
        addByte(needle, c, ignoreCase);
    return needle;
}

// Little endian; characters beyond ASCII keep their case.
Needle utf16Needle(std::string_view text, bool ignoreCase)
{
    Needle needle;
    const auto unit = [&needle](std::uint32_t value) {
        needle.value.push_back(static_cast<std::byte>(value & 0xff));
        needle.value.push_back(static_cast<std::byte>(value >> 8));
        needle.mask.insert(needle.mask.end(), 2, kAll);
    };
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = std::max<std::size_t>(1, utf8Length(text.substr(i)));
        if (length == 1) {
            addByte(needle, text[i], ignoreCase);
            addByte(needle, '\0', false);
        } else {
            const std::uint32_t point = codePointOf(text.substr(i, length));
            if (point >= 0x10000) {
                unit(0xd800 + ((point - 0x10000) >> 10));
                unit(0xdc00 + ((point - 0x10000) & 0x3ff));
            } else {
                unit(point);
            }
        }
        i += length;
    }
    return needle;
}

// How often a byte value is met in captures, roughly: what to look for first.
int commonness(std::byte value)
{
    const auto c = std::to_integer<unsigned>(value);
    if (c == 0)
        return 4;
    if (c == 0xff || c == 0x80 || c == 0x01 || c == ' ')
        return 3;
    return c >= 'a' && c <= 'z' ? 2 : c < 0x20 ? 1 : 0;
}

// The rarest byte that is fully known; the needle's size when there is none.
std::size_t anchorOf(const Needle& needle)
{
    std::size_t best = needle.size();
    for (std::size_t i = 0; i < needle.size(); ++i)
        if (needle.mask[i] == kAll
            && (best == needle.size() || commonness(needle.value[i]) < commonness(needle.value[best])))
            best = i;
    return best;
}

// Calls found(position) for each match that begins in [0, end) of `bytes`; false from it stops.
template <class Found>
bool findIn(const Needle& needle, std::size_t anchor, std::span<const std::byte> bytes, std::size_t end,
            Found found)
{
    if (bytes.size() < needle.size())
        return true;
    end = std::min(end, bytes.size() - needle.size() + 1);
    const std::byte* data = bytes.data();
    if (anchor == needle.size()) {
        // Letters without case only: the first byte still rejects most places.
        for (std::size_t i = 0; i < end; ++i)
            if ((data[i] & needle.mask[0]) == needle.value[0] && needle.matches(data + i) && !found(i))
                return false;
        return true;
    }
    for (std::size_t i = 0; i < end;) {
        const void* at = std::memchr(data + i + anchor, std::to_integer<int>(needle.value[anchor]), end - i);
        if (!at)
            break;
        i = static_cast<std::size_t>(static_cast<const std::byte*>(at) - data) - anchor;
        if (needle.matches(data + i) && !found(i))
            return false;
        ++i;
    }
    return true;
}

}

bool Needle::matches(const std::byte* at) const
{
    for (std::size_t i = 0; i < value.size(); ++i)
        if ((at[i] & mask[i]) != value[i])
            return false;
    return true;
}

BytePattern parseBytePattern(std::string_view input, bool ignoreCase)
{
    while (!input.empty() && isWhite(input.front()))
        input.remove_prefix(1);
    while (!input.empty() && isWhite(input.back()))
        input.remove_suffix(1);
    if (input.empty())
        return {};
    const bool quoted = input.size() >= 2 && input.front() == '"' && input.back() == '"';
    if (!quoted) {
        if (auto needle = parseHex(input)) {
            if (std::ranges::all_of(needle->mask, [](std::byte m) { return m == std::byte(0); }))
                return {{}, "A pattern of wildcards alone matches everywhere.", false};
            return {{std::move(*needle)}, {}, false};
        }
    }
    const std::string_view text = quoted ? input.substr(1, input.size() - 2) : input;
    if (text.empty())
        return {{}, "There is no text between the quotes.", true};
    return {{utf8Needle(text, ignoreCase), utf16Needle(text, ignoreCase)}, {}, true};
}

SearchHits searchBytes(const ByteSource& source, const std::vector<Needle>& needles, Job& job)
{
    SearchHits out;
    std::size_t longest = 1;
    std::vector<std::size_t> anchors;
    for (const Needle& needle : needles) {
        longest = std::max(longest, needle.size());
        anchors.push_back(anchorOf(needle));
    }
    std::vector<std::byte> window(kWindow + longest - 1);
    job.start(source.size());
    for (std::uint64_t base = 0; base < source.size() && !job.stopRequested() && !out.cut; base += kWindow) {
        const std::size_t got = source.read(base, window);
        const std::size_t before = out.hits.size();
        for (std::size_t n = 0; n < needles.size(); ++n) {
            const auto length = static_cast<std::uint32_t>(needles[n].size());
            out.cut |=
                !findIn(needles[n], anchors[n], std::span(window).first(got), kWindow, [&](std::size_t at) {
                    out.hits.push_back({base + at, length, {}, 0});
                    return out.hits.size() < kMostSearchHits;
                });
        }
        for (std::size_t i = before; i < out.hits.size(); ++i) {
            SearchHit& hit = out.hits[i];
            const auto from = static_cast<std::size_t>(hit.offset - base);
            hit.shown = static_cast<std::uint8_t>(std::min(got - from, hit.context.size()));
            std::copy_n(window.begin() + static_cast<std::ptrdiff_t>(from), hit.shown, hit.context.begin());
        }
        std::sort(out.hits.begin() + static_cast<std::ptrdiff_t>(before), out.hits.end(),
                  [](const SearchHit& a, const SearchHit& b) { return a.offset < b.offset; });
        out.searched = std::min(source.size(), base + kWindow);
        job.advance(kWindow);
        if (got < window.size() && base + got < source.size())
            break; // damaged from here on
    }
    return out;
}

std::optional<std::uint64_t> parseOffset(std::string_view text, std::uint64_t current, std::uint64_t size)
{
    std::string plain;
    for (const char c : text)
        if (c != ',' && !isWhite(c))
            plain += lowered(c);
    if (plain == "end")
        return size == 0 ? std::nullopt : std::optional(size - 1);
    char sign = 0;
    if (!plain.empty() && (plain.front() == '+' || plain.front() == '-')) {
        sign = plain.front();
        plain.erase(0, 1);
    }
    const auto number = plainNumber(plain);
    if (!number)
        return {};
    std::uint64_t value = *number;
    if (sign == '-') {
        if (value > current)
            return {};
        value = current - value;
    } else if (sign == '+') {
        if (value >= size || current >= size - value)
            return {};
        value += current;
    }
    return value < size ? std::optional(value) : std::nullopt;
}

}
