// The slices of a capture for which the query of a command holds, conditions on fields of records among them.
//
//     AskedHits asked;
//     if (const Exit exit = readHits(document, options, "--where", asked); exit != kOk) return exit;
//     asked.hits->count()
#pragma once

#include "app/cli/scope.h"
#include "app/cli/text/hit_text.h"
#include "core/query/unknown_fields.h"

#include <memory>
#include <string>

namespace traceglass::cli {

struct AskedHits : AskedScope
{
    std::unique_ptr<query::FieldColumns> columns;
    FieldCataloguePtr catalogue;
    std::shared_ptr<const query::Hits> hits;
    std::vector<query::UnknownField> unknown {}; // that the query names, where that may be
};

// A field that no record has: is it wrong usage, or may another capture have it?
enum class Unknown : std::uint8_t { isWrong, mayBe };

// What to say of a name that no field has.
std::string unknownField(const std::string& name, const FieldCatalogue& catalogue);

// The fields by which the query of a comparison is read for one of its captures: its own, those that only the other one
// has (null: not known yet), and names that neither knows.
FieldCatalogue fieldsFor(const std::string& query, const FieldCatalogue& own, const FieldCatalogue* others);

// Says what is wrong with the query, which stands behind `option`, or with --fields, before the capture is
// read as far as that can be told.
Exit readHits(const Document& document, const Options& options, const std::string& option, AskedHits& asked,
              Unknown unknown = Unknown::isWrong, const FieldCatalogue* others = nullptr);

// The notes of the capture for queries, where this one asks for them. Says what is wrong with them.
Exit giveNotes(const Document& document, const Options& options, const query::Expr& expr,
               query::FieldColumns& columns);

// With what --fields asks for. Null when that cannot be read, which was said.
std::unique_ptr<HitText> readHitText(const Document& document, const Options& options,
                                     const AskedHits& asked);

}
