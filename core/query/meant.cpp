#include "core/query/meant.h"

#include "core/base/nearest.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace traceglass::query {

namespace {

// Units as they are written elsewhere; the beginning of one stands for it, too.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kOtherNames = {
    {{"nanoseconds", "ns"},
     {"nsecs", "ns"},
     {"microseconds", "us"},
     {"usecs", "us"},
     {"milliseconds", "ms"},
     {"msecs", "ms"},
     {"seconds", "s"},
     {"secs", "s"},
     {"minutes", "min"},
     {"mins", "min"},
     {"hours", "h"},
     {"hrs", "h"},
     {"bytes", "B"},
     {"kilobytes", "kB"},
     {"megabytes", "MB"},
     {"gigabytes", "GB"}}};

}

bool isSign(char c)
{
    return std::string_view("=<>!:~").find(c) != std::string_view::npos;
}

std::optional<Op> mathSign(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, Op>, 3> kSigns = {
        {{"≥", Op::atLeast}, {"≤", Op::atMost}, {"≠", Op::notEqual}}};
    for (const auto& [sign, op] : kSigns)
        if (text.starts_with(sign))
            return op;
    return {};
}

std::size_t firstSign(std::string_view text)
{
    for (std::size_t at = 0; at < text.size(); ++at)
        if (isSign(text[at]) || mathSign(text.substr(at)))
            return at;
    return std::string_view::npos;
}

std::string signMeant(std::string_view signs)
{
    const auto has = [&](char c) { return signs.find(c) != signs.npos; };
    if (has('<') && has('>'))
        return signs == "<>" ? "!=" : "";
    const bool isOrder = has('<') || has('>');
    if (has('~') || has(':'))
        return has('!') || isOrder ? "" : has('~') ? "~" : has('=') ? "=" : ":";
    if (has('!'))
        return isOrder ? "" : "!=";
    return std::string(has('<') ? "<" : has('>') ? ">" : "") + (has('=') ? "=" : "");
}

std::string unitMeant(std::string_view word, UnitOf of)
{
    for (const AmountUnit& unit : amountUnits())
        if (unit.of == of && isSameText(word, unit.name))
            return std::string(unit.name);
    std::string_view out;
    for (const auto& [name, unit] : kOtherNames) {
        if (unitNamed(unit)->of != of || !isSameText(word, name.substr(0, word.size())))
            continue;
        if (!out.empty() && out != unit) // "mi"
            return {};
        out = unit;
    }
    return std::string(out);
}

std::string truthMeant(std::string_view word)
{
    if (isSameText(word, "yes") || word == "1")
        return "true";
    if (isSameText(word, "no") || word == "0")
        return "false";
    const std::vector<std::string> near = nearest(word, {"true", "false"});
    return near.empty() ? std::string() : near.front();
}

std::optional<Expr> askingFields(const Expr& expr)
{
    Expr out = expr;
    bool isOther = false;
    for (Expr& part : out.parts) {
        if (auto asking = askingFields(part)) {
            part = std::move(*asking);
            isOther = true;
        }
    }
    const Test& test = expr.test;
    if (expr.kind == Expr::Kind::test && test.field == Field::any && test.op == Op::contains) {
        for (const FieldInfo& field : fields()) {
            const auto word = std::ranges::find_if(field.words, [&](std::string_view each) {
                return isSameText(each, test.operands.front().written);
            });
            if (word == field.words.end())
                continue;
            out.test = {field.field,
                        Op::equal,
                        {{Operand::Kind::word, std::string(*word), false, word - field.words.begin()}}};
            return out;
        }
    }
    return isOther ? std::optional(std::move(out)) : std::nullopt;
}

std::string noUnitText(std::string_view text, UnitOf of)
{
    std::string known;
    for (const AmountUnit& unit : amountUnits())
        if (unit.of == of)
            known += (known.empty() ? "" : ", ") + std::string(unit.name);
    return '`' + std::string(text) + "` is no unit of " + (of == UnitOf::time ? "time" : "bytes") + " ("
        + known + ')';
}

std::string noDurationText(std::string_view text)
{
    return '`' + std::string(text) + "` is no duration like 10 ms";
}

std::string noMomentText(std::string_view text)
{
    return '`' + std::string(text) + "` is no moment like +1.5s";
}

}
