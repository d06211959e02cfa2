// Reads a query as people write it.
//
//     query  = or ; or = and { "or" and } ; and = not { ["and"] not }
//     not    = ["not" | "-"] ( "(" or ")" | test | text | /re/ )
//     test   = field op value ; field = name | "@" name ; op = "=" "!=" "<" "<=" ">" ">=" ":" (contains) "~" (/re/) "in" "(" v {"," v}
//     ")" field alone = is it there? ; value = number [unit] | text | /re/ | word ; range = value ".." value
//
// Text is without an operator what is searched for in names; quotes keep its spaces and signs. Letters count
// the same in upper and lower case, but in /re/c. Units: ns us µs ms s min h; of fields of records also B kB MB GB
// KiB MiB GiB %. No text at all asks for everything.
//
// A field of records is any name before a sign that is no built-in one; @name is one in any case, and alone asks
// whether it is there. With the catalogue of a capture what it does not know is wrong, and so are values that do not
// fit; a name behind `not` then stands for the field of that name: `not status`, and a unit that a field has of its own
// may stand behind a blank: `temperature > 92 °C`. All else is read the same without.
//
//     const auto query = query::parse("tasks durration > 5 ms");
//     query.error().sentence      // "`durration` is no field", about the bytes [6, 15)
#pragma once

#include "core/model/record_field.h"
#include "core/query/query.h"

#include <cstddef>
#include <span>
#include <string>
#include <tl/expected.hpp>

namespace traceglass::query {

struct ParseError
{
    std::size_t begin = 0; // bytes of the text that are meant
    std::size_t end = 0;
    std::string sentence;
    std::string suggestion {}; // what may stand there instead; empty: nobody knows

    std::string mended(const std::string& text) const
    {
        return text.substr(0, begin) + suggestion + text.substr(end);
    }
};

constexpr std::size_t kLongestQuery = 64 * 1024; // bytes
constexpr std::size_t kLongestText = 1'000;      // bytes of one text or expression in it
constexpr int kDeepestQuery = 100;               // parentheses and "not" within each other
// Texts, expressions, numbers and words that are looked for, together: each is asked of every slice or text.
constexpr std::size_t kMostValues = 200;

// `kinds`: the words that `kind` may be, nodeKinds() for what is asked of nodes, where `state`, `level` and `note` alone
// are texts; none: those of tracks.
tl::expected<Expr, ParseError> parse(std::string_view text, const FieldCatalogue* catalogue = nullptr,
                                     std::span<const std::string_view> kinds = {});

}
