// Fields that lines of logs name: of a JSON object what stands in it, piece by piece, also of one that is cut; and what
// the usual keys are called.
//
//     eachJsonPart(R"({"level":"warn","n":2})", [&](const JsonPart& part) {
//         if (part.kind == JsonPart::Kind::string && isKeyOfLevel(part.key)) ...     // part.text is "\"warn\""
//     });
#pragma once

#include "core/base/text.h"

#include <algorithm>
#include <string_view>

namespace traceglass::logs {

bool isKeyOfLevel(std::string_view key);
bool isKeyOfMessage(std::string_view key);

struct JsonPart
{
    enum class Kind : std::uint8_t { key, string, number, other };

    Kind kind = Kind::other;
    std::string_view text; // as it stands there, with its quotes; of what is other a character
    std::string_view key;  // the latest one, without
    int depth = 0;         // 1: of the object itself

    std::string_view inQuotes() const // of a key or string
    {
        const bool isClosed = text.size() > 1 && text.ends_with('"');
        return text.substr(1, text.size() - (isClosed ? 2 : 1));
    }
};

// Does it begin as an object does? A brace alone may stand before anything.
bool isJsonObject(std::string_view text);

// Of strings in the quotes at the front the length, with these.
std::size_t lengthInQuotes(std::string_view text);

template <class Visit>
void eachJsonPart(std::string_view text, const Visit& visit)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    JsonPart part;
    while (!text.empty()) {
        const char first = text.front();
        part.kind = JsonPart::Kind::other;
        std::size_t length = 1;
        if (first == '"') {
            length = lengthInQuotes(text);
            const std::size_t next = text.find_first_not_of(kBlanks, length);
            const bool isKey = next != text.npos && text[next] == ':';
            part.kind = isKey ? JsonPart::Kind::key : JsonPart::Kind::string;
        } else if (isDigit(first) || first == '-') {
            length = std::min(text.find_first_not_of("0123456789-.eE+"), text.size());
            part.kind = JsonPart::Kind::number;
        } else if (first == '{' || first == '[') {
            ++part.depth;
        } else if (first == '}' || first == ']') {
            --part.depth;
        }
        part.text = text.substr(0, length);
        if (part.kind == JsonPart::Kind::key)
            part.key = part.inQuotes();
        visit(static_cast<const JsonPart&>(part));
        text.remove_prefix(length);
    }
}

}
