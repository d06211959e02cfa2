// JSON as it lies in a payload: where its values are, found by walking the text again instead of keeping a
// tree. A value is named by the offset of its first byte.
//
//     if (JsonText::check(text, limits::kJsonDepth) == JsonText::Verdict::json) {
//         const JsonText json(text);
//         json.visitMembers(*json.root(), [&](std::uint64_t position, const JsonText::Value& value) { ...;
//         return true; });
//     }
//
// Offsets are bytes in the text. The text must outlive the JsonText. Bytes that are not UTF-8 are let through
// and shown as U+FFFD.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass::rdf {

class JsonText
{
public:
    enum class Verdict : std::uint8_t { json, tooDeep, notJson };
    // An object or an array, after an optional byte order mark, with nothing but white space behind it.
    static Verdict check(std::string_view text, int depthAtMost);

    struct Value
    {
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        std::uint64_t keyOffset = 0; // of the quoted key; length 0: an element of an array
        std::uint64_t keyLength = 0;
        char first = 0; // { [ " t f n or the first character of a number

        bool isContainer() const { return first == '{' || first == '['; }
        std::uint64_t end() const { return offset + length; }
    };

    // `text` must have passed check().
    explicit JsonText(std::string_view text)
        : m_text(text)
    {
    }

    Value root() const;
    // Members of an object or elements of an array in order; the visitor returns false to stop.
    void visitMembers(const Value& container,
                      const std::function<bool(std::uint64_t, const Value&)>& visit) const;
    std::uint64_t memberCount(const Value& container) const;

    // From the root's member down to the innermost value that covers an offset, each with its position among
    // its siblings.
    struct Step
    {
        Value value;
        std::uint64_t position = 0;
    };
    std::vector<Step> wayTo(std::uint64_t offset) const;

    std::string keyOf(const Value& value) const;  // unescaped; empty for elements
    std::string textOf(const Value& value) const; // strings unescaped, numbers and words as written

private:
    std::uint64_t skipSpace(std::uint64_t at) const;
    std::uint64_t skipValue(std::uint64_t at) const;
    std::uint64_t skipString(std::uint64_t at) const;
    Value valueAt(std::uint64_t at) const;
    std::string unquoted(std::uint64_t offset, std::uint64_t length) const;

    std::string_view m_text;
};

}
