// JSON as writers of RTC files were seen to write it: unquoted keys, single quotes, commas before a closing
// bracket, // # and /* */ comments. What was read is given back as strict JSON. Whatever is wrong ends in
// false; how far the reader came tells at().
//
//     RelaxedJson in("{id: 9, name: 'clk'} and text");
//     RelaxedJson::Members members;
//     std::string json;
//     if (in.readContainer(&members, json, 0)) ... // {"id":9,"name":"clk"}
//
// The text must outlive the reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace traceglass::rtc {

class RelaxedJson
{
public:
    struct Value
    {
        enum class Kind : std::uint8_t { null, boolean, number, text, container };
        Kind kind = Kind::null;
        std::string text; // of texts, without quotes and escapes
        std::string json; // strict
    };
    using Members = std::vector<std::pair<std::string, Value>>;

    explicit RelaxedJson(std::string_view text, std::size_t at = 0)
        : m_text(text)
        , m_at(at)
    {
    }

    std::size_t at() const { return m_at; }
    bool take(char c); // behind white space and comments
    char peek();       // behind white space and comments; NUL at the end

    bool readValue(Value& out, int depth);
    // An object or array. `members` when those of an object are wanted; the JSON of the whole is appended.
    bool readContainer(Members* members, std::string& json, int depth);
    bool readKey(std::string& out);

    static bool isWord(char c); // part of an unquoted key

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    void skipSpace();
    std::string_view readWord();
    bool readNumber(Value& out);
    bool readString(std::string& out);
    bool readEscape(std::string& out);
    std::optional<std::uint32_t> readHex();

    std::string_view m_text;
    std::size_t m_at = 0;
};

}
