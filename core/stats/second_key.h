// What tells slices of one key apart: another key, or the values that their records have for a field.
//
//     auto second = readSecondKey("status", {.by = SliceKey::name}, timeline, columns, job);
//     if (!second) ...                                       // file.stopped, file.changed, query.too-many-values
//     question.second = *second;                             // rows: "shop.Request · 200", "shop.Request · no status"
#pragma once

#include "core/query/field_columns.h"
#include "core/stats/slice_table.h"

#include <string>
#include <vector>

namespace traceglass::stats {

struct SecondKey
{
    std::string name;               // "status", "shop.Request.status", "track"
    std::optional<SliceKey> key {}; // nothing: a field of records
    FieldCataloguePtr catalogue {};
    query::FieldColumnPtr values {}; // of all slices that are asked for; null: nothing has the field
};

// Is it one of the keys, or a field of any record? "@name" is a field called as one of the keys.
bool isSecondKey(std::string_view word, const FieldCatalogue& catalogue);

// Of a word that is one. Reads the field of the slices that the question is about.
Result<std::shared_ptr<const SecondKey>> readSecondKey(std::string_view word, const SliceQuestion& question,
                                                       const TimelinePtr& timeline,
                                                       const query::FieldColumns& columns, Job& job);

// Names of fields that records of the slices have, the most frequent first: those of a few hundred of the records
// that are asked about, some of each name. None before the catalogue is known. Errors are those of reading.
Result<std::vector<std::string>> fieldsOf(const FieldsFacet& facet, const SliceQuestion& question,
                                          const TimelinePtr& timeline, Job& job);

}
