#include "core/query/query.h"

#include "core/base/text.h"
#include "core/query/amount.h"
#include "core/query/meant.h"

#include <algorithm>
#include <array>

namespace traceglass::query {

namespace {

// By TrackKind, TaskState, the row of a track of events, and the bits of slice::k….
constexpr std::array<std::string_view, 14> kKinds = {"group",  "states", "spans",   "worker",   "events",
                                                     "marks",  "log",    "counter", "pictures", "density",
                                                     "health", "ruler",  "slices",  "samples"};
constexpr std::array<std::string_view, 5> kStates = {"none", "polling", "scheduled", "idle", "created"};
constexpr std::array<std::string_view, 5> kLevels = {"trace", "debug", "info", "warn", "error"};
constexpr std::array<std::string_view, 6> kFlags = {"open-start", "open-end", "approximate",
                                                    "hollow",     "damaged",  "gap"};

constexpr std::array kFields = {
    FieldInfo {"name", Field::name, OperandType::text},
    FieldInfo {"duration", Field::duration, OperandType::span},
    FieldInfo {"start", Field::start, OperandType::moment},
    FieldInfo {"end", Field::end, OperandType::moment},
    FieldInfo {"track", Field::track, OperandType::text},
    FieldInfo {"group", Field::group, OperandType::text},
    FieldInfo {"kind", Field::kind, OperandType::word, kKinds},
    FieldInfo {"depth", Field::depth, OperandType::count},
    FieldInfo {"state", Field::state, OperandType::word, kStates, false},
    FieldInfo {"level", Field::level, OperandType::word, kLevels, false},
    FieldInfo {"flags", Field::flags, OperandType::word, kFlags},
    FieldInfo {"clock", Field::clock, OperandType::text},
    FieldInfo {"note", Field::note, OperandType::text, {}, false},
};

// Would be read as something else when it stood there as it is.
bool needsQuotes(std::string_view text, bool isAlone)
{
    if (text.empty() || std::string_view("/-@'").find(text.front()) != std::string_view::npos)
        return true;
    constexpr std::string_view kSpecial = " \t\n\r\v\f()\",\\";
    if (text.find_first_of(kSpecial) != text.npos || (isAlone && firstSign(text) != text.npos))
        return true;
    const bool isRange = text.find("..") != text.npos;
    const bool isSign = text == "&&" || text == "||";
    return isRange || (isAlone && (isSign || isKeyword(text) || findField(text) || unitNamed(text)));
}

std::string inQuotes(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + '"';
}

std::string nameOf(const Test& test)
{
    if (test.field != Field::named)
        return std::string(infoOf(test.field).name);
    const std::string& name = test.name;
    if (name.front() == '/' || name.find_first_of(" \t\n\r\v\f()\",\\") != name.npos
        || firstSign(name) != name.npos)
        return '@' + inQuotes(name);
    const bool isOther = findField(name) || isKeyword(name) || name.front() == '-' || name.front() == '@';
    return (isOther || test.op == Op::isThere ? "@" : "") + name;
}

// Of a field of records: numbers stay as they are, with their units.
bool isPlainNumber(const std::string& written)
{
    const auto number = writtenNumber(written);
    return number && (number->unit.empty() ? written.back() != ' ' : unitNamed(number->unit) != nullptr);
}

std::string print(const Operand& operand, bool isAlone)
{
    if (operand.kind == Operand::Kind::pattern) {
        std::string out = "/";
        for (std::size_t i = 0; i < operand.written.size(); ++i) {
            if (operand.written[i] == '/')
                out += '\\';
            else if (operand.written[i] == '\\' && i + 1 < operand.written.size())
                out += operand.written[i++];
            out += operand.written[i];
        }
        return out + (operand.withCase ? "/c" : "/");
    }
    if (operand.kind != Operand::Kind::text || !needsQuotes(operand.written, isAlone))
        return operand.written;
    return inQuotes(operand.written);
}

std::string print(const Test& test)
{
    if (test.field == Field::any)
        return print(test.operands.front(), true);
    const auto value = [&](const Operand& operand) {
        const bool isPlain = test.field == Field::named && operand.kind == Operand::Kind::text
            && isPlainNumber(operand.written);
        return isPlain ? operand.written : print(operand, false);
    };
    std::string out = nameOf(test);
    if (test.op == Op::isThere)
        return out;
    if (test.op != Op::in) {
        out += ' ' + std::string(signOf(test.op)) + ' ' + value(test.operands.front());
        return test.operands.size() == 2 ? out + " .. " + value(test.operands.back()) : out;
    }
    for (const Operand& operand : test.operands)
        out += (&operand == &test.operands.front() ? " in (" : ", ") + value(operand);
    return out + ')';
}

// As a part of something that binds as strongly as `within`.
std::string print(const Expr& expr, Expr::Kind within)
{
    if (expr.kind == Expr::Kind::test)
        return print(expr.test);
    if (expr.kind == Expr::Kind::none) {
        const Expr& part = expr.parts.front();
        const bool isText = part.kind == Expr::Kind::test && part.test.field == Field::any
            && part.test.operands.front().kind == Operand::Kind::text;
        // Without quotes it would be a field where records have one of that name.
        return "not " + (isText ? inQuotes(part.test.operands.front().written) : print(part, Expr::Kind::none));
    }
    std::string out;
    for (const Expr& part : expr.parts)
        out += (out.empty() ? "" : expr.kind == Expr::Kind::any ? " or " : " ") + print(part, expr.kind);
    return within == Expr::Kind::test ? out : '(' + out + ')';
}

}

std::span<const FieldInfo> fields()
{
    return kFields;
}

const FieldInfo& infoOf(Field field)
{
    return *std::ranges::find(kFields, field, &FieldInfo::field);
}

const FieldInfo* findField(std::string_view name)
{
    const auto* const found = std::ranges::find(kFields, name, &FieldInfo::name);
    return found == kFields.end() ? nullptr : found;
}

std::string_view signOf(Op op)
{
    static constexpr std::array<std::string_view, 8> kSigns = {"=", "!=", "<", "<=", ">", ">=", ":", "~"};
    return kSigns[static_cast<std::size_t>(op)];
}

bool isKeyword(std::string_view word)
{
    constexpr std::array<std::string_view, 4> kKeywords = {"and", "or", "not", "in"};
    return std::ranges::any_of(kKeywords, [&](std::string_view each) { return isSameText(word, each); });
}

bool asksFor(const Expr& expr, Field field)
{
    return (expr.kind == Expr::Kind::test && expr.test.field == field)
        || std::ranges::any_of(expr.parts, [&](const Expr& part) { return asksFor(part, field); });
}

std::string print(const Expr& expr)
{
    return print(expr, Expr::Kind::test);
}

}
