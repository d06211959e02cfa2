// A field that records of a capture have, and a value of one: what queries know of both.
//
//     const RecordField status {"status", "shop.Request", FieldType::integer};
//     const auto numbers = fieldsNamed(catalogue, "shop.Request.status");     // by path, of one type of
//     records or all
#pragma once

#include "core/base/wide.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace traceglass {

enum class FieldType : std::uint8_t {
    integer,
    number, // with a fraction
    text,
    boolean,
    span,   // nanoseconds
    moment, // nanoseconds, on the clock of its track
    bytes,
    any, // each value says: integer, number, text or truth
};

struct RecordField
{
    std::string name;   // of a part of a struct with those above it: "request.path"
    std::string record; // the type of records that have it: "shop.Request"
    FieldType type = FieldType::text;
    std::string unit {}; // of integers and numbers as they are stored: "us", "A"; "share": 1 is 100 %
    bool isRepeated = false;

    bool operator==(const RecordField&) const = default;
};

using FieldCatalogue = std::vector<RecordField>;
using FieldCataloguePtr = std::shared_ptr<const FieldCatalogue>;

// Integers of any of the formats; those without a sign are text from 2^127 on.
using FieldValue = std::variant<WideInteger, double, bool, std::string_view>;

// The fields a name means, by number: those called so in any record, and "record.field" of one type of
// records, which may be told by the last parts of its name.
std::vector<std::uint32_t> fieldsNamed(const FieldCatalogue& catalogue, std::string_view name);
}
