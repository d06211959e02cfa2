// Some rows of a table, or of one of its columns. There may be millions: what comes out is of no use once the job is stopped.
//
//     taken(table.keys, rows, job)                  // the keys of these rows, in this order
//     rowsOf(table, rows, job)                      // a table of them
#pragma once

#include "core/base/job.h"
#include "core/model/statistics.h"

#include <cstddef>
#include <span>
#include <vector>

namespace traceglass::stats {

// `count` values, by their number.
template <class Value, class Get>
std::vector<Value> gathered(std::size_t count, const Job& job, const Get& get)
{
    std::vector<Value> out;
    if (job.stopRequested()) // room for so many takes a while, and tables have many columns
        return out;
    out.reserve(count);
    for (std::size_t i = 0; i < count && !isStoppedAt(i, job); ++i)
        out.push_back(get(i));
    return out;
}

// Of a list with a value for each row, or of none.
template <class Value>
std::vector<Value> taken(const std::vector<Value>& values, std::span<const std::size_t> rows, const Job& job)
{
    return gathered<Value>(values.empty() ? 0 : rows.size(), job,
                           [&](std::size_t i) { return values[rows[i]]; });
}

StatTable rowsOf(const StatTable& table, std::span<const std::size_t> rows, const Job& job);

}
