#include "core/compare/side_by_side.h"

#include <algorithm>
#include <array>
#include <span>

namespace traceglass::compare {

namespace {

// Of a comparison's columns: the verdict, then of each measure A, B, the change and its share.
constexpr std::size_t kFirstMeasure = 1, kColumnsOfMeasure = 4;

struct Measure
{
    const StatColumn &a, &b, &change, &share;
};

Measure measureAt(const StatTable& table, std::size_t first)
{
    const std::vector<StatColumn>& columns = table.columns;
    return {columns[first], columns[first + 1], columns[first + 2], columns[first + 3]};
}

// "total_a_ns" begins with "total_a".
bool isAbout(const StatColumn& column, std::initializer_list<std::string_view> stems)
{
    return std::ranges::any_of(stems, [&](std::string_view stem) { return column.id.starts_with(stem); });
}

// Values of B's rows in the order of the comparison; `missing` of what only A has.
template <class Value>
void spread(std::vector<Value>& values, const std::vector<RowPair>& rows, const Value& missing)
{
    if (values.empty())
        return;
    std::vector<Value> out;
    out.reserve(rows.size());
    for (const RowPair& row : rows)
        out.push_back(row.b ? values[*row.b] : missing);
    values = std::move(out);
}

StatColumn spreadColumn(StatColumn column, const std::vector<RowPair>& rows)
{
    spread(column.integers, rows, kNoInteger);
    spread(column.numbers, rows, std::numeric_limits<double>::quiet_NaN());
    spread(column.texts, rows, std::string());
    spread(column.places, rows, StatPlace {});
    spread(column.strips, rows, StatStrip {});
    return column;
}

}

StatTable sideBySide(const StatTable& b, const Comparison& both, const Beside& how)
{
    const StatTable& compared = both.table;
    const bool isOfSlices = b.id == "slices";
    StatTable out = compared; // keys, names, tracks, units and remarks are those of both
    out.title = b.title;
    out.columns.clear();
    for (std::size_t row = 0; row < out.queries.size(); ++row)
        if (!both.rows[row].b)
            out.queries[row].clear(); // there are no slices to be found
    out.histograms = b.histograms;
    spread(out.histograms, both.rows, StatHistogram {});

    for (const StatColumn& column : b.columns) {
        out.columns.push_back(spreadColumn(column, both.rows));
        if (isOfSlices)
            out.columns.back().isAside = isAbout(column, {"min", "mean"});
    }
    const auto add = [&](const StatColumn& column, bool isAside) {
        out.columns.push_back(column);
        out.columns.back().isAside = isAside;
        if (!how.leadsToA)
            out.columns.back().places.clear();
        if (&column == &compared.columns[compared.sortColumn])
            out.sortColumn = out.columns.size() - 1;
    };
    for (std::size_t at = kFirstMeasure; at + kColumnsOfMeasure <= compared.columns.size();
         at += kColumnsOfMeasure) {
        const Measure measure = measureAt(compared, at);
        const bool isFirst = compared.sortColumn >= at && compared.sortColumn < at + kColumnsOfMeasure;
        const bool isSortedByShare = isFirst && compared.sortColumn == at + kColumnsOfMeasure - 1;
        const bool isLookedAt = isOfSlices ? isAbout(measure.a, {"count_", "total_", "p95_"})
            : b.id == "counters"           ? isAbout(measure.a, {"mean_", "sigma_"})
                                           : isFirst;
        add(measure.a, !isLookedAt);
        if (measure.b.id.ends_with("_per")) // what was divided is no column of the table
            add(measure.b, !isLookedAt);
        add(measure.change, !isFirst || isSortedByShare);
        add(measure.share, !isSortedByShare);
    }
    add(compared.columns.front(), false);
    return out;
}

std::string idOfB(const StatColumn& column, const Comparison& both)
{
    for (std::size_t at = kFirstMeasure; at + kColumnsOfMeasure <= both.table.columns.size();
         at += kColumnsOfMeasure) {
        const StatColumn& ofB = measureAt(both.table, at).b;
        if (ofB.title == column.title + " B" || ofB.title.starts_with(column.title + '/'))
            return ofB.id;
    }
    return {};
}

}
