#include "core/query/text_condition.h"

#include <algorithm>
#include <iterator>

namespace traceglass::query {

namespace {

constexpr std::size_t kMany = 8; // texts that are not looked for one by one

bool asksForOrder(const Test& test)
{
    return (test.op >= Op::less && test.op <= Op::atLeast)
        || (test.op == Op::equal && test.operands.size() == 2);
}

}

TextCondition::TextCondition(const Expr& expr)
    : m_root(made(expr))
{
    lookTogether(m_root);
}

TextCondition::Term TextCondition::made(const Expr& expr)
{
    Term out;
    out.kind = expr.kind;
    for (const Expr& part : expr.parts) {
        Term next = made(part);
        // "a or b" of one field is one test, as a list of values is.
        const auto isLike = [&](const Term& other) {
            return other.kind == Expr::Kind::test && other.field == next.field && !other.isThere
                && !other.isNegative;
        };
        const auto before = out.kind == Expr::Kind::any && isLike(next)
            ? std::ranges::find_if(out.parts, isLike)
            : out.parts.end();
        if (before == out.parts.end())
            out.parts.push_back(std::move(next));
        else
            std::ranges::move(next.patterns, std::back_inserter(before->patterns));
    }
    for (Term& part : out.parts)
        lookTogether(part);
    const Test& test = expr.test;
    if (expr.kind != Expr::Kind::test)
        return out;
    if (test.field != Field::any)
        out.field = test.field == Field::named ? test.name : std::string(infoOf(test.field).name);
    out.isThere = test.op == Op::isThere;
    out.isNegative = test.op == Op::notEqual;
    for (const Operand& operand : test.operands) {
        if (asksForOrder(test))
            break;
        if (auto pattern = patternOf(operand, test.op))
            out.patterns.push_back(std::move(*pattern));
    }
    return out;
}

void TextCondition::lookTogether(Term& test)
{
    const auto others = std::stable_partition(test.patterns.begin(), test.patterns.end(),
                                              [](const Pattern& each) { return each.isAsciiText(); });
    const std::span<const Pattern> texts(test.patterns.begin(), others);
    if (texts.size() < kMany)
        return;
    test.together = Pattern::together(texts);
    test.togetherWhole = Pattern::together(texts, true);
    test.togetherCount = test.together && test.togetherWhole ? texts.size() : 0;
}

bool TextCondition::holds(const Term& node, std::span<const TextOf> texts)
{
    const auto isOne = [&](const Term& part) { return holds(part, texts); };
    switch (node.kind) {
    case Expr::Kind::all: return std::ranges::all_of(node.parts, isOne);
    case Expr::Kind::any: return std::ranges::any_of(node.parts, isOne);
    case Expr::Kind::none: return std::ranges::none_of(node.parts, isOne);
    case Expr::Kind::test: break;
    }
    return holdsOf(node, texts);
}

bool TextCondition::holdsOf(const Term& test, std::span<const TextOf> texts)
{
    bool isThere = false;
    for (const TextOf& each : texts) {
        if (test.field.empty() ? each.searched == Searched::no : each.field != test.field)
            continue;
        isThere = true;
        const bool isWhole = test.field.empty() && each.searched == Searched::whole;
        const auto isHere = [&](const Pattern& pattern) {
            return isWhole ? pattern.isAllOf(each.text) : pattern.isIn(each.text);
        };
        const bool fits =
            (test.togetherCount > 0 && (isWhole ? test.togetherWhole : test.together)->isIn(each.text))
            || std::ranges::any_of(std::span(test.patterns).subspan(test.togetherCount), isHere);
        if (fits)
            return !test.isNegative;
    }
    return isThere && (test.isThere || test.isNegative);
}

std::vector<TextSpan> TextCondition::marks(std::string_view field, std::string_view text) const
{
    std::vector<TextSpan> found;
    addMarks(m_root, {field, text}, found);
    std::ranges::sort(found, {}, &TextSpan::begin);
    std::vector<TextSpan> out;
    for (const TextSpan& each : found) {
        if (out.empty() || each.begin > out.back().end)
            out.push_back(each);
        else
            out.back().end = std::max(out.back().end, each.end);
    }
    return out;
}

void TextCondition::addMarks(const Term& node, const TextOf& of, std::vector<TextSpan>& out)
{
    if (node.kind == Expr::Kind::none || node.isNegative)
        return;
    for (const Term& part : node.parts)
        addMarks(part, of, out);
    if (!node.field.empty() && node.field != of.field)
        return;
    for (const Pattern& pattern : node.patterns) {
        for (std::size_t from = 0; from < of.text.size();) {
            const auto found = pattern.find(of.text, from);
            if (!found)
                break;
            if (found->end > found->begin)
                out.push_back(*found);
            from = std::max(found->end, from + 1);
        }
    }
}

}
