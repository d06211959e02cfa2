#include "core/stats/merge.h"

#include "core/base/time_text.h"
#include "core/stats/histogram.h"

#include <algorithm>
#include <unordered_map>

namespace traceglass::stats {

namespace {

void mergeCell(std::int64_t& into, std::int64_t more, std::string_view id)
{
    if (more == kNoInteger || into == kNoInteger)
        into = into == kNoInteger ? more : into;
    else if (id == "min_ns")
        into = std::min(into, more);
    else if (id == "max_ns")
        into = std::max(into, more);
    else
        into = addSaturating(into, more);
}

std::int64_t meanOf(const StatHistogram& histogram)
{
    double sum = 0; // of middles, which are only about right
    for (const auto& [step, times] : histogram) {
        const TimeRange range = rangeOf(step);
        sum += (static_cast<double>(range.startNs) + static_cast<double>(range.endNs - 1)) / 2
            * static_cast<double>(times);
    }
    return static_cast<std::int64_t>(sum / static_cast<double>(countOf(histogram)));
}

}

StatTable merged(std::span<const StatTable> tables)
{
    StatTable out;
    if (tables.empty())
        return out;
    out.id = tables.front().id;
    out.title = tables.front().title;
    out.key = tables.front().key;
    out.isEstimate = true;
    for (const StatColumn& column : tables.front().columns)
        if (column.unit != StatUnit::share)
            out.columns.push_back({column.id, column.title, column.about, column.unit});
    std::unordered_map<std::string, std::size_t> rowOf;
    for (const StatTable& table : tables) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto [found, isNew] = rowOf.try_emplace(table.keys[row], out.size());
            const std::size_t at = found->second;
            if (isNew) {
                out.keys.push_back(table.keys[row]);
                out.histograms.emplace_back();
                out.inexact.push_back(false);
                for (StatColumn& column : out.columns)
                    column.integers.push_back(kNoInteger);
            }
            out.histograms[at] = merged(out.histograms[at], table.histograms[row]);
            out.inexact[at] = out.inexact[at] || table.inexact[row];
            for (StatColumn& column : out.columns)
                mergeCell(column.integers[at], table.column(column.id)->integers[row], column.id);
        }
    }
    const auto replace = [&](std::string_view id, auto value) {
        const auto column = std::ranges::find(out.columns, id, &StatColumn::id);
        if (column == out.columns.end())
            return;
        for (std::size_t row = 0; row < out.size(); ++row)
            if (!out.histograms[row].empty())
                column->integers[row] = value(out.histograms[row]);
    };
    replace("mean_ns", meanOf);
    const auto percentile = [](Quantile which) {
        return [which](const StatHistogram& histogram) { return *quantile(histogram, which); };
    };
    replace("p50_ns", percentile(kMedian));
    replace("p95_ns", percentile(kP95));
    replace("p99_ns", percentile(kP99));
    const auto* const sortColumn = out.column(tables.front().columns[tables.front().sortColumn].id);
    out.sortColumn = sortColumn ? static_cast<std::size_t>(sortColumn - out.columns.data()) : 0;
    return out;
}

}
