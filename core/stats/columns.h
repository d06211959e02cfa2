// What makers of a StatTable share: columns out of rows, percentiles, how intervals lie over each other.
//
//     table.columns.push_back(statColumn("count", "count", "How many there are.", StatUnit::count, rows,
//                                        [](const Row& row) { return row.count; }));
//     setPlaces(table.columns.back(), rows, [](const Row& row) { return row.place; });
//     nearestRank(sortedDurations, 950)                              // p95
#pragma once

#include "core/base/job.h"
#include "core/model/statistics.h"
#include "core/query/query.h"

#include <span>
#include <type_traits>
#include <utility>

namespace traceglass::stats {

// What `get(row)` gives decides what the column holds: integers, numbers or texts.
template <class Row, class Get>
StatColumn statColumn(std::string id, std::string title, std::string about, StatUnit unit,
                      const std::vector<Row>& rows, const Get& get)
{
    StatColumn out;
    out.id = std::move(id);
    out.title = std::move(title);
    out.about = std::move(about);
    out.unit = unit;
    using Cell = std::decay_t<decltype(get(rows[0]))>;
    for (const Row& row : rows) {
        if constexpr (std::is_floating_point_v<Cell>)
            out.numbers.push_back(get(row));
        else if constexpr (std::is_arithmetic_v<Cell>)
            out.integers.push_back(static_cast<std::int64_t>(get(row)));
        else
            out.texts.emplace_back(get(row));
    }
    return out;
}

template <class Row, class Get>
void setPlaces(StatColumn& column, const std::vector<Row>& rows, const Get& get)
{
    for (const Row& row : rows)
        column.places.push_back(get(row));
}

// The ceil(p n)-th smallest of n, p in thousandths from 1 on; kNoInteger of none.
std::int64_t nearestRank(std::span<const std::int64_t> sorted, std::uint64_t perMille);

// Sorts, unless the job is stopped meanwhile: false. Many values take longer than a stop may.
bool sortUnlessStopped(std::vector<std::int64_t>& values, const Job& job);
bool sortUnlessStopped(std::vector<std::uint32_t>& values, const Job& job);

// How many intervals lie over each other at most, and since when the first time. One that begins where
// another ends does not meet it; those without duration do not count. Nothing once the job is stopped.
struct Crowd
{
    std::int64_t most = 0;
    std::int64_t sinceNs = kNoInteger;
};
Crowd crowdOf(std::span<const TimeRange> intervals, const Job& job);

// The time that is covered by any of them: in order, none meets the next. Likewise.
std::vector<TimeRange> unionOf(std::span<const TimeRange> intervals, const Job& job);

// What of an interval lies in a range.
std::int64_t clippedNs(const TimeRange& interval, const TimeRange& range);

// `part` of `all`; not a number where there is nothing to be a part of.
double shareOf(std::int64_t part, std::int64_t all);

// a * b of what is not negative, held at the limit of int64.
std::int64_t productSaturating(std::int64_t a, std::int64_t b);

// `amount` in `perNs` of `ns`, rounded down: bytes a second and the like. kNoInteger where no time passed.
std::int64_t amountPer(std::int64_t amount, std::int64_t perNs, std::int64_t ns);

// Conditions of a query that all hold, for StatTable::queries.
query::Test isEqual(query::Field field, std::string text);
std::string queryOf(std::vector<query::Test> tests);

}
