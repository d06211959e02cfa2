// A query asked of what has a handful of texts and is no slice: nodes of the structure, notes, records.
//
//     const TextCondition condition(*query::parse("checksum not kind = gap", nullptr, nodeKinds()));
//     condition.holds(std::array {TextOf {"name", node.label}, TextOf {"kind", "chunk", Searched::whole}})
//     condition.marks("name", node.label)        // where it says so: for texts in bold
//
// Tests name the fields of the texts. Of a field that is not there every test is false; of several texts of
// one field one must fit, with != none may be equal. Texts have no order: what asks for one (<, a range)
// never holds.
#pragma once

#include "core/query/pattern.h"
#include "core/query/query.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass::query {

// By words and expressions that name no field.
enum class Searched : std::uint8_t {
    part,  // they may stand anywhere in the text
    whole, // a word is found when it is all of the text
    no,
};

struct TextOf
{
    std::string_view field;
    std::string_view text;
    Searched searched = Searched::part;
};

// For any number of threads: patterns are made once.
class TextCondition
{
public:
    explicit TextCondition(const Expr& expr);

    bool holds(std::span<const TextOf> texts) const { return holds(m_root, texts); }
    // Where in a text that what is asked for stands, ascending and apart; nothing of what must not be there.
    std::vector<TextSpan> marks(std::string_view field, std::string_view text) const;

private:
    struct Term
    {
        Expr::Kind kind = Expr::Kind::test;
        std::vector<Term> parts {};
        std::string field {};             // empty: any
        std::vector<Pattern> patterns {}; // one of them fits
        // Of the first of these, where they are many: the same in one pass.
        std::size_t togetherCount = 0;
        std::optional<Pattern> together {};
        std::optional<Pattern> togetherWhole {}; // as they are where a word is all of the text
        bool isThere = false;
        bool isNegative = false; // what fits is not meant, but must be there
    };

    static Term made(const Expr& expr);
    static void lookTogether(Term& test);
    static bool holds(const Term& node, std::span<const TextOf> texts);
    static bool holdsOf(const Term& test, std::span<const TextOf> texts);
    static void addMarks(const Term& node, const TextOf& of, std::vector<TextSpan>& out);

    Term m_root;
};

}
