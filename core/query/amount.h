// Numbers with units as queries write them: read exactly, and turned into another unit.
//
//     const auto number = writtenNumber("1.5 ms");                              // digits "1.5", unit "ms"
//     floorOf(*number, {unitNamed(number->unit)->factor, 1})->value             // 1,500,000
#pragma once

#include "core/model/record_field.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace traceglass::query {

struct AmountUnit
{
    enum class Of : std::uint8_t { time, size, share };

    std::string_view name;
    Of of;
    std::int64_t factor; // ns, bytes
};
using UnitOf = AmountUnit::Of;
std::span<const AmountUnit> amountUnits();
const AmountUnit* unitNamed(std::string_view name); // null: there is none

// Nothing where a text is no number.
struct WrittenNumber
{
    bool isNegative = false;
    std::string_view digits; // "1.5"
    std::string_view unit;   // empty: none
};
std::optional<WrittenNumber> writtenNumber(std::string_view text);

// What a number is multiplied with and divided by.
struct Factor
{
    std::int64_t times = 1;
    std::int64_t over = 1;
};

// A number rounded down, and whether that left something out; nothing when it is too large.
struct Floor
{
    WideInteger value = 0;
    bool isBetween = false;
};
std::optional<Floor> floorOf(const WrittenNumber& number, Factor factor);

}
