#include "core/logs/log_template.h"

#include "core/base/text.h"
#include "core/logs/log_fields.h"
#include "core/logs/log_text.h"

#include <algorithm>
#include <array>

namespace traceglass::logs {

namespace {

bool isHexadecimal(char c)
{
    return isDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'f');
}
bool isOfWord(char c)
{
    return isLetter(c) || isDigit(c) || c == '_';
}

template <class Is>
std::size_t runOf(std::string_view text, const Is& is)
{
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is) - text.begin());
}

bool endsWord(std::string_view text, std::size_t length)
{
    return length == text.size() || !isOfWord(text[length]);
}

// Each is the length of what stands at the front of the text, 0 when it is no such thing.
std::size_t uuid(std::string_view text)
{
    constexpr std::array<std::size_t, 5> kGroups = {8, 4, 4, 4, 12};
    std::size_t length = 0;
    for (const std::size_t group : kGroups) {
        if (length > 0 && (length >= text.size() || text[length++] != '-'))
            return 0;
        const std::string_view digits = text.substr(length, group);
        if (digits.size() < group || runOf(digits, isHexadecimal) < group)
            return 0;
        length += group;
    }
    return endsWord(text, length) ? length : 0;
}

std::size_t hexadecimal(std::string_view text)
{
    constexpr std::size_t kPlain = 8; // digits that make one without "0x"
    const bool isMarked = text.starts_with("0x") || text.starts_with("0X");
    const std::string_view digits = text.substr(isMarked ? 2 : 0);
    const std::size_t length = runOf(digits, isHexadecimal);
    if (isMarked)
        return length > 0 ? length + 2 : 0;
    const bool isOne = length >= kPlain && endsWord(digits, length)
        && std::ranges::any_of(digits.substr(0, length), isDigit);
    return isOne ? length : 0;
}

std::size_t quoted(std::string_view text)
{
    if (text.front() != '"' && text.front() != '\'')
        return 0;
    const std::size_t end = text.find(text.front(), 1);
    return end == text.npos || !endsWord(text, end + 1) ? 0 : end + 1;
}

// "i2c", "BUS_I2C": what stands from its first letter to the last one is its name, unless these may be digits, too.
std::size_t name(std::string_view text)
{
    const std::string_view word = text.substr(0, runOf(text, isOfWord));
    if (word.empty() || isDigit(word.front()) || std::ranges::all_of(word, isHexadecimal))
        return 0;
    std::size_t length = word.size();
    while (isDigit(word[length - 1]))
        --length;
    return length;
}

std::string templateOfText(std::string_view text)
{
    std::string out;
    bool isInWord = false; // the character before is of one
    while (!text.empty()) {
        std::size_t length = 0;
        if (!isInWord) {
            length = uuid(text);
            length = length > 0 ? length : hexadecimal(text);
            length = length > 0 ? length : quoted(text);
            if (const std::size_t letters = length > 0 ? 0 : name(text); letters > 0) {
                out.append(text, 0, letters);
                text.remove_prefix(letters);
                isInWord = true;
                continue;
            }
        }
        length = length > 0 ? length : runOf(text, isDigit);
        if (length > 0)
            out += '#';
        else if (length = runOf(text, [](char c) { return c == ' ' || c == '\t'; }); length > 0)
            out += ' ';
        else
            out.append(text, 0, length = 1);
        isInWord = isOfWord(text[length - 1]);
        text.remove_prefix(length);
    }
    return out;
}

// As it is meant: in JSON a quote is written with a backslash before it.
std::string unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        constexpr std::string_view kEscaped = "\"\\/";
        if (text[i] == '\\' && i + 1 < text.size() && kEscaped.find(text[i + 1]) != kEscaped.npos)
            ++i;
        out += text[i];
    }
    return out;
}

// Of an object its message, or else its keys and what its level is.
std::string templateOfJson(std::string_view text)
{
    std::string out, message;
    eachJsonPart(text, [&](const JsonPart& part) {
        const bool isString = part.kind == JsonPart::Kind::string;
        if (isString && part.depth == 1 && message.empty() && isKeyOfMessage(part.key))
            message = templateOfText(unescaped(part.inQuotes()));
        const bool isKept =
            isString ? part.depth == 1 && isKeyOfLevel(part.key) : part.kind != JsonPart::Kind::number;
        if (part.text == " " && out.ends_with(' '))
            return;
        out += isKept ? part.text : std::string_view("#");
    });
    return message.empty() ? out : message;
}

}

std::string logTemplate(std::string_view line)
{
    std::string room;
    const std::string_view text = withoutColours(line, room);
    return isJsonObject(text) ? templateOfJson(text) : templateOfText(text);
}

}
