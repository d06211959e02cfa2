#include "app/cli/commands/fail_if.h"

#include "app/cli/arguments.h"
#include "app/cli/output.h"
#include "app/cli/tables.h"
#include "app/cli/text/table_text.h"
#include "core/base/text.h"
#include "core/query/amount.h"
#include "core/query/parse.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace traceglass::cli {

namespace {

using query::Op;

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isWhite(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isWhite(text.back()))
        text.remove_suffix(1);
    return text;
}

template <class Value>
bool holds(Op op, const Value& a, const Value& b)
{
    switch (op) {
    case Op::greater: return a > b;
    case Op::atLeast: return a >= b;
    case Op::less: return a < b;
    case Op::atMost: return a <= b;
    case Op::notEqual: return a != b;
    default: return a == b;
    }
}

std::optional<double> decimal(std::string_view text)
{
    const auto value = asNumber<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

// A duration in halves of a nanosecond: one that lies between two is no whole number of them.
std::optional<std::int64_t> halves(const std::string& text)
{
    const auto expr = query::parse("duration = " + text);
    if (!expr || expr->kind != query::Expr::Kind::test || expr->test.operands.size() != 1)
        return {};
    const query::Operand& operand = expr->test.operands.front();
    std::int64_t out = 0;
    if (__builtin_mul_overflow(operand.value, 2, &out))
        return {};
    return out + std::int64_t(operand.isBetween);
}

// 500MB and plain numbers of bytes.
std::optional<std::uint64_t> bytesIn(const std::string& text)
{
    const auto number = query::writtenNumber(text);
    const query::AmountUnit* const unit =
        number && !number->unit.empty() ? query::unitNamed(number->unit) : nullptr;
    if (!unit || unit->of != query::UnitOf::size || number->isNegative)
        return plainNumber(text);
    const auto amount = query::floorOf(*number, {.times = unit->factor});
    if (!amount || amount->isBetween)
        return {};
    return static_cast<std::uint64_t>(amount->value);
}

struct Bound // of one kind
{
    std::optional<std::int64_t> spanHalves;
    std::optional<std::int64_t> integer;
    std::optional<double> number;

    bool isThere() const { return spanHalves || integer || number; }
};

Bound boundOf(const std::string& text, StatUnit unit)
{
    Bound out;
    switch (unit) {
    case StatUnit::span: out.spanHalves = halves(text); break;
    case StatUnit::count:
    case StatUnit::bytes:
        if (const auto number = unit == StatUnit::bytes ? bytesIn(text) : plainNumber(text);
            number && *number <= std::uint64_t(INT64_MAX))
            out.integer = static_cast<std::int64_t>(*number);
        break;
    case StatUnit::share:
        if (text.ends_with('%')) {
            out.number = decimal(trimmed(std::string_view(text).substr(0, text.size() - 1)));
            if (out.number)
                *out.number /= 100;
            break;
        }
        [[fallthrough]];
    case StatUnit::rate:
    case StatUnit::value: out.number = decimal(text); break;
    case StatUnit::text:
    case StatUnit::moment: break;
    }
    return out;
}

const char* formOf(StatUnit unit)
{
    switch (unit) {
    case StatUnit::span: return "it takes a duration, such as 10ms";
    case StatUnit::count: return "it takes a whole number";
    case StatUnit::bytes: return "it takes an amount of bytes, such as 500MB";
    case StatUnit::share: return "it takes a share, such as 5%";
    case StatUnit::rate:
    case StatUnit::value: return "it takes a number";
    default: return "it has no limit";
    }
}

bool isBeyond(const Limit& limit, const Bound& bound, const StatTable& table, const StatColumn& column,
              std::size_t row)
{
    if (bound.spanHalves && table.order(row)) // a limit of time says nothing of steps
        return false;
    if (bound.number)
        return std::isfinite(column.numbers[row]) && holds(limit.op, column.numbers[row], *bound.number);
    const std::int64_t is = column.integers[row];
    if (is == kNoInteger)
        return false;
    if (bound.integer)
        return holds(limit.op, is, *bound.integer);
    std::int64_t twice = 0; // what does not fit is greater than any limit
    return __builtin_mul_overflow(is, 2, &twice) ? holds(limit.op, std::int64_t(1), std::int64_t(0))
                                                 : holds(limit.op, twice, *bound.spanHalves);
}

// Is a row farther beyond a limit than another one?
bool isFarther(Op op, const StatColumn& column, std::size_t row, std::size_t than)
{
    const auto isIn = [&](const auto& values) {
        return op == Op::less || op == Op::atMost ? values[row] < values[than] : values[row] > values[than];
    };
    return column.numbers.empty() ? isIn(column.integers) : isIn(column.numbers);
}

}

tl::expected<Limit, Exit> readLimit(const std::string& text)
{
    constexpr std::array<Op, 6> kOps = {Op::atLeast, Op::atMost, Op::notEqual,
                                        Op::greater, Op::less,   Op::equal};
    const auto wrong = [&] {
        return tl::unexpected(exitWith(
            kUsage, {}, "--fail-if " + text + " is no limit: write 'p95 > 10ms' or 'NAME: p95 > 10ms'"));
    };
    // The name of a row may hold anything, so the condition is what stands behind the last colon.
    const std::size_t colon = text.rfind(':');
    const std::string_view condition = std::string_view(text).substr(colon == text.npos ? 0 : colon + 1);
    const std::size_t sign = condition.find_first_of("<>=!");
    if (sign == condition.npos)
        return wrong();
    const auto* const op = std::ranges::find_if(
        kOps, [&](Op each) { return condition.substr(sign).starts_with(query::signOf(each)); });
    if (op == kOps.end())
        return wrong();
    Limit out {text, std::string(trimmed(std::string_view(text).substr(0, colon == text.npos ? 0 : colon))),
               std::string(trimmed(condition.substr(0, sign))), *op,
               std::string(trimmed(condition.substr(sign + query::signOf(*op).size())))};
    if (out.column.empty() || out.value.empty() || (colon != text.npos && out.key.empty()))
        return wrong();
    return out;
}

tl::expected<std::optional<std::string>, Exit> exceededBy(const Limit& limit, const StatTable& table)
{
    const auto usage = [&](const std::string& what) {
        return tl::unexpected(exitWith(kUsage, {}, "--fail-if " + limit.written + ": " + what));
    };
    const StatColumn* const column = findColumn(table, limit.column);
    if (!column)
        return usage("the table has no column " + limit.column
                     + offer(limit.column, columnNames(table), "`tglass stats --help` lists them"));
    const Bound bound = boundOf(limit.value, column->unit);
    if (!bound.isThere())
        return usage(limit.value + " does not fit `" + column->title + "`: " + formOf(column->unit));
    if (!limit.key.empty() && std::ranges::find(table.keys, limit.key) == table.keys.end())
        return usage("there is no row " + limit.key
                     + offer(limit.key, table.keys, "names are as they are printed"));
    std::optional<std::size_t> worst;
    std::size_t count = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if ((!limit.key.empty() && table.keys[row] != limit.key)
            || !isBeyond(limit, bound, table, *column, row))
            continue;
        ++count;
        if (!worst || isFarther(limit.op, *column, row, *worst))
            worst = row;
    }
    if (worst)
        return table.keys[*worst] + ": " + column->title + " is " + cellText(table, *column, *worst)
            + (count > 1 ? ", and " + counted(count - 1, "more row", "more rows") : "");
    return std::nullopt;
}

}
