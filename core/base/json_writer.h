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

#include <cmath>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace traceglass {

// A key with all that stands around it, put together once: for what is written millions of times a second, where
// quotes and colons by themselves cost a third of all.
class JsonKey
{
public:
    explicit JsonKey(std::string_view name)
        : m_text(',' + jsonString(name) + ':')
    {
    }

    std::string_view text(bool comma) const { return std::string_view(m_text).substr(comma ? 0 : 1); }

private:
    std::string m_text;
};

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

    // Of the program's own words: it is not escaped. Inlined, or the length of each name would be counted for each
    // record: a tenth of what writing one takes.
    [[gnu::always_inline]] JsonWriter& key(std::string_view name)
    {
        if (isCommaDue())
            m_out.append(",\"", 2);
        else
            m_out += '"';
        m_out += name;
        m_out.append("\":", 2);
        return *this;
    }
    JsonWriter& key(const JsonKey& key)
    {
        m_out += key.text(isCommaDue());
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
        key(name).write(value);
        return *this;
    }
    template <class Value>
    JsonWriter& field(const JsonKey& name, const Value& value)
    {
        key(name).write(value);
        return *this;
    }
    // Text, numbers, truth, nothing, or what may be there.
    template <class Value>
    JsonWriter& value(const Value& value)
    {
        separate();
        write(value);
        return *this;
    }

    // Text that is one of the program's own words: it is not escaped.
    JsonWriter& word(std::string_view text)
    {
        separate();
        m_out += '"';
        m_out += text;
        m_out += '"';
        return *this;
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
    void write(std::string_view text) { appendJsonString(m_out, text); }
    void write(const char* text) { write(std::string_view(text)); }
    void write(const std::string& text) { write(std::string_view(text)); }
    // Nothing turns into a bool on its way here.
    void write(std::same_as<bool> auto isTrue) { m_out += isTrue ? "true" : "false"; }
    void write(std::nullopt_t) { m_out += "null"; }
    void write(std::floating_point auto number)
    {
        if (!std::isfinite(number)) {
            m_out += std::isnan(number) ? R"("NaN")" : number < 0 ? R"("-Infinity")" : R"("Infinity")";
            return;
        }
        appendNumber(m_out, number);
    }
    template <std::integral Number>
        requires(!std::same_as<Number, bool>)
    void write(Number number)
    {
        if constexpr (std::is_signed_v<Number>)
            appendNumber(m_out, std::int64_t(number));
        else
            appendNumber(m_out, std::uint64_t(number));
    }
    template <class Value>
    void write(const std::optional<Value>& value)
    {
        value ? write(*value) : write(std::nullopt);
    }

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
    bool isCommaDue() const
    {
        const char last = m_out.empty() ? '{' : m_out.back();
        return last != ':' && last != '{' && last != '[' && last != ',' && last != '\n';
    }
    void separate()
    {
        if (isCommaDue())
            m_out += ',';
    }

    std::string& m_out;
};

}
