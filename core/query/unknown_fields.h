// What a query asks for that records of a capture cannot have: it may have been read with the catalogue of another one.
// No test of these fields holds.
//
//     for (const UnknownField& each : unknownTo(catalogue, expr))
//         each.why                  // "`status` cannot be compared like this"; empty: no record has such a field
#pragma once

#include "core/model/record_field.h"
#include "core/query/query.h"

namespace traceglass::query {

struct UnknownField
{
    std::string name;
    std::string why {};

    bool operator==(const UnknownField&) const = default;
};

// Each once, in the order in which the query names them.
std::vector<UnknownField> unknownTo(const FieldCatalogue& catalogue, const Expr& expr);

// The catalogue with what only another one has, so that a query means the same for both captures: `not status`,
// `not Request.status`.
FieldCatalogue withFieldsOf(FieldCatalogue own, const FieldCatalogue& other);

// The catalogue with these as fields of which nothing is known, so that a query that names them can be read.
FieldCatalogue withUnknown(FieldCatalogue catalogue, const std::vector<UnknownField>& unknown);

}
