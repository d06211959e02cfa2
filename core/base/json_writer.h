// Writes JSON to the end of a text its caller keeps; commas, keys, quotes and escapes are its business.
//
//     JsonWriter json(out);
//     json.beginObject().field("offset", frame.offset).field("name", frame.name).field("length", length);
//     json.key("parts").beginArray();
//     for (const Part& part : parts)
//         json.value(part.number);
//     json.endArray().endObject();
//
// It remembers nothing: whether a comma is due is seen from the last character. So two writers may take turns
// on one text, and a text may begin in the middle of a list of somebody else's.
#pragma once

#include "core/base/text.h"

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace traceglass {

class JsonWriter
{
public:
    explicit JsonWriter(std::string& out)
        : m_out(out)
    {
    }

    JsonWriter& beginObject() { return open('{'); }
    JsonWriter& endObject() { return close('}'); }
    JsonWriter& beginArray() { return open('['); }
    JsonWriter& endArray() { return close(']'); }

    JsonWriter& key(std::string_view name) // of the program's own words: it is not escaped
    {
        separate();
        m_out += '"';
        m_out += name;
        m_out += "\":";
        return *this;
    }
    JsonWriter& foreignKey(std::string_view name) // out of a capture
    {
        value(name);
        m_out += ':';
        return *this;
    }

    template <class Value>
    JsonWriter& field(std::string_view name, const Value& value)
    {
        return key(name).value(value);
    }

    JsonWriter& value(std::string_view text)
    {
        separate();
        appendJsonString(m_out, text);
        return *this;
    }
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(bool isTrue) { return raw(isTrue ? "true" : "false"); }
    JsonWriter& value(std::nullopt_t) { return raw("null"); }
    template <std::integral Number>
    JsonWriter& value(Number number)
    {
        separate();
        if constexpr (std::is_signed_v<Number>)
            appendNumber(m_out, std::int64_t(number));
        else
            appendNumber(m_out, std::uint64_t(number));
        return *this;
    }
    template <class Value>
    JsonWriter& value(const std::optional<Value>& value)
    {
        return value ? this->value(*value) : this->value(std::nullopt);
    }

    // What is JSON already.
    JsonWriter& raw(std::string_view json)
    {
        separate();
        m_out += json;
        return *this;
    }

    // What follows begins on a line of its own.
    JsonWriter& line()
    {
        separate();
        m_out += '\n';
        return *this;
    }

    // Hands on what is written so far but for the last character, which says whether a comma is due.
    void flush(const std::function<void(std::string_view)>& to)
    {
        if (m_out.size() < 2)
            return;
        to(std::string_view(m_out).substr(0, m_out.size() - 1));
        m_out.erase(0, m_out.size() - 1);
    }

private:
    JsonWriter& open(char bracket)
    {
        separate();
        m_out += bracket;
        return *this;
    }
    JsonWriter& close(char bracket)
    {
        m_out += bracket;
        return *this;
    }
    void separate()
    {
        if (!m_out.empty() && std::string_view("{[:,\n").find(m_out.back()) == std::string_view::npos)
            m_out += ',';
    }

    std::string& m_out;
};

}
