// Texts that fit: a regular expression in time that grows with the text only, whatever the expression (RE2).
//
//     const auto pattern = Pattern::make("^db\\.", false);     // error: what is wrong with it
//     pattern->isIn("DB.query")
#pragma once

#include "core/query/query.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace re2 {
class RE2;
}

namespace traceglass::query {

// Bytes of a text.
struct TextSpan
{
    std::size_t begin = 0;
    std::size_t end = 0;

    bool operator==(const TextSpan&) const = default;
};

class Pattern
{
public:
    // Error: a sentence.
    static tl::expected<Pattern, std::string> make(std::string_view expression, bool withCase);
    // Any text is one: it is somewhere in another, or is the other; upper and lower case are the same. Those
    // of ASCII are compared as they are, which takes a tenth of the time.
    static Pattern containing(std::string_view text);
    static Pattern equal(std::string_view text);
    // One pass for texts of ASCII that any of these would look for in turn; `asWhole`: as equal() would. Nothing for
    // others, or where that takes too much memory.
    static std::optional<Pattern> together(std::span<const Pattern> texts, bool asWhole = false);

    bool isAsciiText() const { return !m_compiled && !m_text.empty(); }
    // Any thread may ask.
    bool isIn(std::string_view text) const;
    bool isAllOf(std::string_view text) const; // a text, and not an expression
    std::optional<TextSpan> find(std::string_view text, std::size_t from) const; // the first from there on

private:
    Pattern() = default;

    std::shared_ptr<const re2::RE2> m_compiled; // null: the text itself
    std::string m_text; // empty of an expression
    bool m_isWhole = false;
};

// What a text is asked for; nothing of an expression that is none.
std::optional<Pattern> patternOf(const Operand& operand, Op op);
}
