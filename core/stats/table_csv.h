// Tables of statistics exactly, as other programs read them: `tglass export` and the Statistics tab write the same.
//
//     const TableCsv csv {table, timeline.get()};          // all columns
//     out += csv.header(); out += csv.line(row);
//     csv.save(path, rows, job)                            // a whole file, or none: io.… and file.stopped
//
// Spans are nanoseconds, moments those of the clock of the row's track. What is not known is empty. Behind the columns of
// the table stand "step_ns" where spans of rows are steps, and "approximate" where times may be estimates or values rounded.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/statistics.h"
#include "core/timeline/timeline.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace traceglass::stats {

bool isMissing(const StatColumn& column, std::size_t row); // what stands there is not known
// A number, or a text as it is; empty: it is missing. Null: of several captures, which have no clock in common.
std::string exactText(const StatTable& table, const Timeline* timeline, const StatColumn& column,
                      std::size_t row);
// Of a column of moments.
std::int64_t ownMoment(const StatTable& table, const Timeline* timeline, const StatColumn& column,
                       std::size_t row);

// A span of a row that has an order: "2 steps", and "1.5 steps" of a mean.
std::string stepsText(const ClockAxis& order, std::int64_t ns);

struct TableCsv
{
    const StatTable& table;
    const Timeline* timeline = nullptr;
    std::optional<std::vector<std::size_t>> columns {}; // in this order; nothing: all

    std::string header() const;
    std::string line(std::size_t row) const;
    // Nothing is written over the capture that the table is of.
    Result<void> save(const std::filesystem::path& to, const std::filesystem::path& capture,
                      std::span<const std::uint32_t> rows, Job& job) const;
};

}
