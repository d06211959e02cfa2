// Tables of statistics by the word a user gives: those of slices, of counters and logs, and those of the
// format.
//
//     auto table = makeTable(document, options, options.by);     // or how to exit, after saying why
//     table->table()                                             // printed by table_text.h
#pragma once

#include "app/cli/asked_hits.h"
#include "app/cli/commands/commands.h"
#include "core/model/document.h"
#include "core/model/statistics.h"
#include "core/stats/made_table.h"

#include <string>
#include <tl/expected.hpp>

namespace traceglass::cli {

using stats::MadeTable;

// The words: those of every capture, and of the tables that the format of one has.
std::vector<std::string> wordsFor(const std::vector<StatKind>& kinds);

// `option` is what the word stands behind. Reads the whole capture; --where, --track, --from and --to say
// which part. Fields that records do not have are told in the table where they may be unknown, of --where and of --field;
// `others` as of fieldsFor().
tl::expected<MadeTable, Exit> makeTable(const Document& document, const Options& options,
                                        const std::string& option, const std::string& word,
                                        Unknown ofQuery = Unknown::isWrong,
                                        Unknown ofField = Unknown::isWrong,
                                        const FieldCatalogue* others = nullptr);

// Its rows in the order of a column, greatest first (texts: in their order; changes: by their size), those without a value last. Of
// an empty name the one it is sorted by when first shown. Names are ids or titles, "key" among them. Nothing:
// it has no such column, which was said.
tl::expected<std::vector<std::size_t>, Exit> sortedRows(const StatTable& table, const std::string& column);

// By id or title, in upper or lower case; null when there is none.
const StatColumn* findColumn(const StatTable& table, std::string_view name);
std::vector<std::string> columnNames(const StatTable& table); // titles, to be offered

}
