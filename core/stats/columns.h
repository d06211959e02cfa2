// What makers of a StatTable share: columns out of rows, percentiles, how intervals lie over each other.
//
//     const Columns columns(table, rows, job);
//     columns.add("max_ns", "longest", "The longest wait.", StatUnit::span,
//                 [](const Row& row) { return row.maxNs; }, [](const Row& row) { return row.place; });
//     nearestRank(sortedDurations, 950)                              // p95
#pragma once

#include "core/base/job.h"
#include "core/model/statistics.h"
#include "core/query/query.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace traceglass::stats {

// Adds columns to a table, none once the job is stopped: there may be millions of rows. `get(row)` gives
// integers, numbers or texts, `place(row)` the slice that stands for it.
template <class Row>
class Columns
{
public:
    Columns(StatTable& table, const std::vector<Row>& rows, const Job& job)
        : m_table(table)
        , m_rows(rows)
        , m_job(job)
    {
    }

    template <class Get>
    void add(std::string_view id, std::string_view title, std::string_view about, StatUnit unit,
             const Get& get) const
    {
        if (m_job.stopRequested())
            return;
        StatColumn column;
        column.id = id;
        column.title = title;
        column.about = about;
        column.unit = unit;
        using Cell = std::decay_t<decltype(get(m_rows[0]))>;
        for (const Row& row : m_rows) {
            if constexpr (std::is_floating_point_v<Cell>)
                column.numbers.push_back(get(row));
            else if constexpr (std::is_arithmetic_v<Cell>)
                column.integers.push_back(static_cast<std::int64_t>(get(row)));
            else
                column.texts.emplace_back(get(row));
        }
        m_table.columns.push_back(std::move(column));
    }
    template <class Get, class Place>
    void add(std::string_view id, std::string_view title, std::string_view about, StatUnit unit,
             const Get& get, const Place& place) const
    {
        add(id, title, about, unit, get);
        if (m_job.stopRequested())
            return;
        for (const Row& row : m_rows)
            m_table.columns.back().places.push_back(place(row));
    }
    // What is counted or added up over the range.
    template <class Get>
    void addSum(std::string_view id, std::string_view title, std::string_view about, StatUnit unit,
                const Get& get) const
    {
        add(id, title, about, unit, get);
        if (!m_job.stopRequested())
            m_table.columns.back().isSum = true;
    }
    // Shown first by this column, which is there unless the job is stopped.
    void sortBy(std::string_view id) const
    {
        const auto found = std::ranges::find(m_table.columns, id, &StatColumn::id);
        m_table.sortColumn = static_cast<std::size_t>(found - m_table.columns.begin());
    }

private:
    StatTable& m_table;
    const std::vector<Row>& m_rows;
    const Job& m_job;
};

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
// Half the width of the interval in which a share of so many samples lies in 95 of 100 recordings.
double uncertaintyOf(double share, std::int64_t samples);

// a * b of what is not negative, held at the limit of int64.
std::int64_t productSaturating(std::int64_t a, std::int64_t b);

// `amount` in `perNs` of `ns`, rounded down: bytes a second and the like. kNoInteger where no time passed.
std::int64_t amountPer(std::int64_t amount, std::int64_t perNs, std::int64_t ns);

// Conditions of a query that all hold, for StatTable::queries.
query::Test isEqual(query::Field field, std::string text);
std::string queryOf(std::vector<query::Test> tests);

}
