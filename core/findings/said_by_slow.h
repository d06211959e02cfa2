// What slow records say, and those that are not slow do not: two kinds of work may have one name.
#pragma once

#include "core/model/fields_facet.h"

#include <optional>
#include <string>
#include <vector>

namespace traceglass::findings {

struct SlowRecords
{
    std::vector<RecordRef> slow {}, others {}; // in any order; of the others some may do
    std::int64_t allOthers = 0;
};

struct SaidBySlow
{
    std::string text;       // "uri=/events"
    bool isOutcome = false; // that they failed, not what they were to do
};

// One of these fields, by number, with a value that nearly all slow records have, four of five of the records with which
// are slow. Of many records those from some parts of the capture are read. Nothing: there is none, too few are slow to
// tell, or the job was stopped.
std::optional<SaidBySlow> saidBySlow(const FieldsFacet& facet, const std::vector<std::uint32_t>& fields,
                                     const SlowRecords& records, const Job& job);

}
