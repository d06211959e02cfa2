#include "core/formats/rtc/wire/relaxed_json.h"

#include "core/base/limits.h"
#include "core/base/text.h"

#include <algorithm>

namespace traceglass::rtc {

bool RelaxedJson::isWord(char c)
{
    return isDigit(c) || isLetter(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

void RelaxedJson::skipSpace()
{
    while (!atEnd()) {
        const std::string_view rest = m_text.substr(m_at);
        if (std::string_view(" \t\n\r").find(rest[0]) != std::string_view::npos)
            ++m_at;
        else if (rest[0] == '#' || rest.starts_with("//"))
            m_at += std::min(rest.find('\n'), rest.size());
        else if (rest.starts_with("/*")) {
            const std::size_t end = rest.find("*/", 2);
            m_at += end == std::string_view::npos ? rest.size() : end + 2;
        } else
            return;
    }
}

bool RelaxedJson::take(char c)
{
    if (peek() != c || atEnd())
        return false;
    ++m_at;
    return true;
}

char RelaxedJson::peek()
{
    skipSpace();
    return atEnd() ? '\0' : m_text[m_at];
}

bool RelaxedJson::readValue(Value& out, int depth)
{
    const char first = peek();
    if (first == '{' || first == '[') {
        out.kind = Value::Kind::container;
        return readContainer(nullptr, out.json, depth);
    }
    if (first == '"' || first == '\'') {
        out.kind = Value::Kind::text;
        if (!readString(out.text))
            return false;
        appendJsonString(out.json, out.text);
        return true;
    }
    if (isDigit(first) || first == '-' || first == '+' || first == '.')
        return readNumber(out);
    if (!isWord(first))
        return false;
    const std::string_view word = readWord();
    if (word == "null" || word == "true" || word == "false") {
        out.kind = word == "null" ? Value::Kind::null : Value::Kind::boolean;
        out.json = word;
    } else {
        out.kind = Value::Kind::text;
        out.text = word;
        appendJsonString(out.json, word);
    }
    return true;
}

bool RelaxedJson::readContainer(Members* members, std::string& json, int depth)
{
    const bool isObject = peek() == '{';
    const char close = isObject ? '}' : ']';
    if (depth >= limits::kJsonDepth || !take(isObject ? '{' : '['))
        return false;
    json += isObject ? '{' : '[';
    for (bool first = true; !take(close); first = false) {
        std::string key;
        Value value;
        if ((isObject && (!readKey(key) || !take(':'))) || !readValue(value, depth + 1))
            return false;
        if (!first)
            json += ',';
        if (isObject) {
            appendJsonString(json, key);
            json += ':';
        }
        json += value.json;
        if (members)
            members->emplace_back(std::move(key), std::move(value));
        if (!take(',') && peek() != close)
            return false;
    }
    json += close;
    return true;
}

bool RelaxedJson::readKey(std::string& out)
{
    const char first = peek();
    if (first == '"' || first == '\'') // a control character in a key is damage: no writer calls anything so
        return readString(out) && std::ranges::none_of(out, [](unsigned char c) { return c < 0x20; });
    out = readWord();
    return !out.empty();
}

std::string_view RelaxedJson::readWord()
{
    const std::size_t begin = m_at;
    while (!atEnd() && isWord(m_text[m_at]))
        ++m_at;
    return m_text.substr(begin, m_at - begin);
}

// Without a leading plus, with digits on both sides of the point, else as written.
bool RelaxedJson::readNumber(Value& out)
{
    const auto digits = [&] {
        const std::size_t begin = m_at;
        while (!atEnd() && isDigit(m_text[m_at]))
            ++m_at;
        return m_text.substr(begin, m_at - begin);
    };
    const auto now = [&](std::string_view any) {
        return !atEnd() && any.find(m_text[m_at]) != std::string_view::npos;
    };
    out.kind = Value::Kind::number;
    if (now("+-") && m_text[m_at++] == '-')
        out.json += '-';
    std::string_view whole = digits();
    const bool hasWhole = !whole.empty();
    while (whole.size() > 1 && whole.front() == '0')
        whole.remove_prefix(1);
    out.json += hasWhole ? whole : "0";
    std::string_view fraction;
    if (now(".")) {
        ++m_at;
        fraction = digits();
        if (!fraction.empty())
            out.json.append(".").append(fraction);
    }
    if (!hasWhole && fraction.empty())
        return false;
    if (now("eE")) {
        out.json += m_text[m_at++];
        if (now("+-"))
            out.json += m_text[m_at++];
        const std::string_view exponent = digits();
        if (exponent.empty())
            return false;
        out.json += exponent;
    }
    return atEnd() || !isWord(m_text[m_at]);
}

bool RelaxedJson::readString(std::string& out)
{
    const char quote = m_text[m_at++];
    while (!atEnd()) {
        const char c = m_text[m_at++];
        if (c == quote)
            return true;
        if (c != '\\')
            out += c;
        else if (!readEscape(out))
            return false;
    }
    return false;
}

bool RelaxedJson::readEscape(std::string& out)
{
    if (atEnd())
        return false;
    const char c = m_text[m_at++];
    if (c != 'u') {
        const std::size_t letter = std::string_view("bfnrt").find(c);
        out += letter == std::string_view::npos ? c : "\b\f\n\r\t"[letter];
        return true;
    }
    auto code = readHex();
    if (!code)
        return false;
    if (m_text.substr(m_at, 2) == "\\u") {
        const std::size_t behind = m_at;
        m_at += 2;
        const auto low = readHex();
        if (const auto both = low ? fromSurrogates(*code, *low) : std::nullopt)
            code = both;
        else
            m_at = behind;
    }
    appendUtf8(out, isSurrogate(*code) ? 0xfffd : *code);
    return true;
}

std::optional<std::uint32_t> RelaxedJson::readHex()
{
    const std::string_view four = m_text.substr(m_at, 4);
    const auto code = four.size() == 4 ? asNumber<std::uint32_t>(four, 16) : std::nullopt;
    if (code)
        m_at += 4;
    return code;
}

}
