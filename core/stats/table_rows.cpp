#include "core/stats/table_rows.h"

namespace traceglass::stats {

StatTable rowsOf(const StatTable& table, std::span<const std::size_t> rows, const Job& job)
{
    StatTable out {.id = table.id, .title = table.title, .key = table.key};
    out.keys = taken(table.keys, rows, job);
    out.names = taken(table.names, rows, job);
    out.tracks = taken(table.tracks, rows, job);
    out.units = taken(table.units, rows, job);
    out.queries = taken(table.queries, rows, job);
    out.histograms = taken(table.histograms, rows, job);
    out.durations = taken(table.durations, rows, job);
    out.inexact = taken(table.inexact, rows, job);
    out.orders = taken(table.orders, rows, job);
    for (const StatColumn& column : table.columns)
        out.columns.push_back({.id = column.id,
                               .title = column.title,
                               .about = column.about,
                               .unit = column.unit,
                               .integers = taken(column.integers, rows, job),
                               .numbers = taken(column.numbers, rows, job),
                               .texts = taken(column.texts, rows, job),
                               .places = taken(column.places, rows, job),
                               .strips = taken(column.strips, rows, job),
                               .isChange = column.isChange,
                               .isAside = column.isAside,
                               .isSum = column.isSum});
    out.sortColumn = table.sortColumn;
    out.isLeastFirst = table.isLeastFirst;
    out.remarks = table.remarks;
    out.isEstimate = table.isEstimate;
    out.isOfDurations = table.isOfDurations;
    return out;
}

}
