#include "core/query/amount.h"

#include <algorithm>
#include <array>

namespace traceglass::query {

namespace {

constexpr std::array<AmountUnit, 15> kAmountUnits = {{{"ns", UnitOf::time, 1},
                                                      {"us", UnitOf::time, 1'000},
                                                      {"µs", UnitOf::time, 1'000},
                                                      {"ms", UnitOf::time, 1'000'000},
                                                      {"s", UnitOf::time, 1'000'000'000},
                                                      {"min", UnitOf::time, 60'000'000'000},
                                                      {"h", UnitOf::time, 3'600'000'000'000},
                                                      {"B", UnitOf::size, 1},
                                                      {"kB", UnitOf::size, 1'000},
                                                      {"MB", UnitOf::size, 1'000'000},
                                                      {"GB", UnitOf::size, 1'000'000'000},
                                                      {"KiB", UnitOf::size, 1 << 10},
                                                      {"MiB", UnitOf::size, 1 << 20},
                                                      {"GiB", UnitOf::size, 1 << 30},
                                                      {"%", UnitOf::share, 1}}};

}

std::span<const AmountUnit> amountUnits()
{
    return kAmountUnits;
}

const AmountUnit* unitNamed(std::string_view name)
{
    const auto* const found = std::ranges::find(kAmountUnits, name, &AmountUnit::name);
    return found == kAmountUnits.end() ? nullptr : found;
}

std::optional<WrittenNumber> writtenNumber(std::string_view text)
{
    WrittenNumber out;
    if (text.starts_with('-') || text.starts_with('+')) {
        out.isNegative = text.front() == '-';
        text.remove_prefix(1);
    }
    out.digits = text.substr(0, std::min(text.find_first_not_of("0123456789."), text.size()));
    if (out.digits.empty() || out.digits.front() == '.' || std::ranges::count(out.digits, '.') > 1)
        return {};
    out.unit = text.substr(out.digits.size());
    if (out.unit.starts_with(' '))
        out.unit.remove_prefix(1);
    return out;
}

std::optional<Floor> floorOf(const WrittenNumber& number, Factor factor)
{
    const std::size_t point = std::min(number.digits.find('.'), number.digits.size());
    std::string_view behind = number.digits.substr(std::min(point + 1, number.digits.size()));
    behind = behind.substr(0, behind.find_last_not_of('0') + 1);
    constexpr std::size_t kDecimals = 18; // what is behind them only says that there is something
    bool isBetween = behind.size() > kDecimals;
    WideInteger value = 0, parts = factor.over;
    const auto append = [&](char c) {
        return !__builtin_mul_overflow(value, WideInteger(10), &value)
            && !__builtin_add_overflow(value, WideInteger(c - '0'), &value);
    };
    for (const char c : number.digits.substr(0, point))
        if (!append(c))
            return {};
    for (const char c : behind.substr(0, kDecimals)) {
        if (!append(c))
            return {};
        parts *= 10;
    }
    if (__builtin_mul_overflow(value, WideInteger(factor.times), &value))
        return {};
    isBetween = isBetween || value % parts != 0;
    value /= parts;
    if (value > WideInteger(1) << 126) // one more still fits
        return {};
    if (number.isNegative)
        value = isBetween ? -value - 1 : -value;
    return Floor {value, isBetween};
}

}
