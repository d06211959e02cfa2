// Any table of statistics by the word a user gives for it: one of slices, of counters, of lines, or of the format.
//
//     auto made = stats::makeTable({timeline, "task", {}, {.range = range}}, document.statistics(), columns, job);
//     made->table()                           // with percentiles; error: file.stopped and those of reading fields
//
// Words are those of SliceKey, kCounterTable, kLogTable and the ids of StatisticsFacet::kinds(); of any other word the
// table is empty.
#pragma once

#include "core/query/run.h"
#include "core/query/unknown_fields.h"
#include "core/stats/slice_table.h"

#include <memory>
#include <string>

namespace traceglass {
class StatisticsFacet;
namespace query {
class FieldColumns;
}
}

namespace traceglass::stats {

constexpr std::string_view kCounterTable = "counter", kLogTable = "log";

struct TableQuestion
{
    TimelinePtr timeline;
    std::string by;                             // the word
    std::string second {};                      // of slices: another key, or a field; empty: none
    query::Scope scope {};                      // its range and its tracks
    std::shared_ptr<const query::Hits> only {}; // of the same timeline; null: all slices
};

struct MadeTable
{
    TimelinePtr timeline;                  // what it was made of
    query::Scope scope;                    // and which part of it
    std::shared_ptr<SliceTable> slices {}; // a table of slices; null: any other one
    std::shared_ptr<const StatTable> other {};
    std::vector<query::UnknownField> unknown {}; // that were asked for and that records cannot have

    const StatTable& table() const { return slices ? slices->table() : *other; }

    // Of what lasts: how long all closed ones of some rows took, each row in ascending order, and how many there are.
    bool hasDurations() const { return table().isOfDurations; }
    std::uint64_t closedIn(std::size_t row) const;
    Result<std::vector<std::vector<std::int64_t>>> durations(std::span<const std::size_t> rows,
                                                             Job& job) const;
};

// Null: the format has no tables of its own.
Result<MadeTable> makeTable(const TableQuestion& question, const StatisticsFacet* facet,
                            const query::FieldColumns& columns, Job& job);

}
