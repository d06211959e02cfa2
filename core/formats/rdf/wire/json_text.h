// JSON as it lies in a payload: where its values are, found by walking the text again instead of keeping a
// tree. A value is named by the offset of its first byte.
//
//     JsonMap map;
//     if (JsonText::check(text, limits::kJsonDepth, map) == JsonText::Checked::json) {
//         const JsonText json(text, map);
//         json.visitMembers(json.root(), 0, [&](std::uint64_t position, const JsonText::Value& value) { ...;
//         return true; });
//     }
//
// Offsets are bytes in the text. Text and map must outlive the JsonText. Bytes that are not UTF-8 are let
// through and shown as U+FFFD.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass::rdf {

// What checking notes of a text, so that no question walks more than a little of it: of containers of
// kStretch bytes or more where they end, and a member every kStretch bytes.
struct JsonMap
{
    static constexpr std::uint32_t kStretch = 1024;

    struct Container
    {
        std::uint32_t offset = 0;
        std::uint32_t end = 0;
        std::uint32_t members = 0;
    };
    struct Mark // a member that begins kStretch bytes or more behind the one marked before it
    {
        std::uint32_t container = 0; // offset
        std::uint32_t position = 0;
        std::uint32_t offset = 0; // of its key, if it has one
    };
    std::vector<Container> containers; // by offset
    std::vector<Mark> marks;           // by container and position

    std::uint64_t memoryBytes() const
    {
        return containers.size() * sizeof(Container) + marks.size() * sizeof(Mark);
    }
};

class JsonText
{
public:
    enum class Checked : std::uint8_t { json, tooDeep, notJson };
    // An object or an array, after an optional byte order mark, with nothing but white space behind it. Up to
    // limits::kJsonText bytes.
    static Checked check(std::string_view text, int depthAtMost, JsonMap& map);

    struct Value
    {
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        std::uint64_t keyOffset = 0; // of the quoted key; length 0: an element of an array
        std::uint64_t keyLength = 0;
        char first = 0; // { [ " t f n or the first character of a number

        bool isContainer() const { return first == '{' || first == '['; }
        std::uint64_t begin() const { return keyLength > 0 ? keyOffset : offset; }
        std::uint64_t end() const { return offset + length; }
    };

    // `text` must have passed check(), which made the map.
    JsonText(std::string_view text, const JsonMap& map)
        : m_text(text)
        , m_map(map)
    {
    }

    Value root() const;
    // Members of an object or elements of an array in order, from a position on; the visitor returns false to
    // stop.
    using Visitor = std::function<bool(std::uint64_t, const Value&)>;
    void visitMembers(const Value& container, std::uint64_t first, const Visitor& visit) const;
    // The same from the first member on that ends behind an offset.
    void visitMembersBehind(const Value& container, std::uint64_t offset, const Visitor& visit) const;
    std::uint64_t memberCount(const Value& container) const;

    struct Member
    {
        Value value;
        std::uint64_t position = 0; // among its siblings
    };
    // From the root's member down to the innermost value that covers an offset.
    std::vector<Member> wayTo(std::uint64_t offset) const;

    std::string keyOf(const Value& value) const;  // unescaped; empty for elements
    std::string textOf(const Value& value) const; // strings unescaped, numbers and words as written

private:
    std::uint64_t skipValue(std::uint64_t at) const;
    std::uint64_t skipString(std::uint64_t at) const;
    Value valueAt(std::uint64_t at) const;
    const JsonMap::Container* longContainer(std::uint64_t at) const; // null for short ones
    std::span<const JsonMap::Mark> marksOf(const Value& container) const;
    void walk(const Value& container, std::uint64_t position, std::uint64_t at, const Visitor& visit) const;
    std::string unquoted(std::uint64_t offset, std::uint64_t length) const;

    std::string_view m_text;
    const JsonMap& m_map;
};

}
