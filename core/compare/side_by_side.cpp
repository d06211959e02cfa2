#include "core/compare/side_by_side.h"

#include "core/base/behind.h"
#include "core/stats/table_rows.h"

#include <algorithm>

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

template <class Value>
std::vector<Value> copied(const std::vector<Value>& values, const Job& job)
{
    return stats::gathered<Value>(values.size(), job, [&](std::size_t i) { return values[i]; });
}

// Values of B's rows in the order of the comparison; `missing` of what only A has.
template <class Value>
std::vector<Value> spread(const std::vector<Value>& values, const std::vector<RowPair>& rows, const Job& job,
                          const Value& missing = {})
{
    return stats::gathered<Value>(values.empty() ? 0 : rows.size(), job,
                                  [&](std::size_t i) { return rows[i].b ? values[*rows[i].b] : missing; });
}

bool hasAny(const StatColumn& column)
{
    const auto isKnown = [](std::int64_t value) { return value != kNoInteger; };
    return !column.numbers.empty() || !column.texts.empty() || std::ranges::any_of(column.integers, isKnown);
}

StatColumn headOf(const StatColumn& column)
{
    return {.id = column.id,
            .title = column.title,
            .about = column.about,
            .unit = column.unit,
            .isChange = column.isChange,
            .isAside = column.isAside};
}

StatColumn spreadColumn(const StatColumn& column, const std::vector<RowPair>& rows, const Job& job)
{
    StatColumn out = headOf(column);
    out.integers = spread(column.integers, rows, job, kNoInteger);
    out.numbers = spread(column.numbers, rows, job, std::numeric_limits<double>::quiet_NaN());
    out.texts = spread(column.texts, rows, job);
    out.places = spread(column.places, rows, job);
    out.strips = spread(column.strips, rows, job);
    return out;
}

StatColumn copiedColumn(const StatColumn& column, bool withPlaces, const Job& job)
{
    StatColumn out = headOf(column);
    out.integers = copied(column.integers, job);
    out.numbers = copied(column.numbers, job);
    out.texts = copied(column.texts, job);
    if (withPlaces)
        out.places = copied(column.places, job);
    return out;
}

}

Result<StatTable> sideBySide(const StatTable& b, const Comparison& both, const Beside& how, Job& job)
{
    const StatTable& compared = both.table;
    const bool isOfDurations = b.isOfDurations;
    StatTable out;
    out.id = compared.id;
    out.title = b.title;
    out.key = compared.key;
    out.remarks = compared.remarks;
    out.isEstimate = compared.isEstimate;
    out.isOfDurations = compared.isOfDurations;
    out.keys = copied(compared.keys, job);
    out.names = copied(compared.names, job);
    out.tracks = copied(compared.tracks, job);
    out.units = copied(compared.units, job);
    out.inexact = copied(compared.inexact, job);
    out.orders = copied(compared.orders, job);
    out.queries = stats::gathered<std::string>(compared.queries.size(), job, [&](std::size_t row) {
        return both.rows[row].b ? compared.queries[row]
                                : std::string(); // there are no slices of A to be found
    });
    out.histograms = spread(b.histograms, both.rows, job);

    for (const StatColumn& column : b.columns) {
        out.columns.push_back(spreadColumn(column, both.rows, job));
        StatColumn& made = out.columns.back();
        made.isAside = isOfDurations ? isAbout(column, {"min", "mean"}) : made.isAside || !hasAny(made);
    }
    const auto add = [&](const StatColumn& column, bool isAside) {
        out.columns.push_back(copiedColumn(column, how.leadsToA, job));
        out.columns.back().isAside = isAside;
        if (&column == &compared.columns[compared.sortColumn])
            out.sortColumn = out.columns.size() - 1;
    };
    for (std::size_t at = kFirstMeasure; at + kColumnsOfMeasure <= compared.columns.size();
         at += kColumnsOfMeasure) {
        const Measure measure = measureAt(compared, at);
        const bool isFirst = compared.sortColumn >= at && compared.sortColumn < at + kColumnsOfMeasure;
        const bool isSortedByShare = isFirst && compared.sortColumn == at + kColumnsOfMeasure - 1;
        const bool isLookedAt = isOfDurations ? isAbout(measure.a, {"count_", "total_", "p50_", "p95_"})
            : b.id == "counters"              ? isAbout(measure.a, {"mean_", "sigma_"})
                                              : isFirst || doesChange(measure.change);
        add(measure.a, !isLookedAt);
        if (measure.b.id.ends_with("_per")) // what was divided is no column of the table
            add(measure.b, !isLookedAt);
        add(measure.change, !isFirst || isSortedByShare);
        add(measure.share, !isSortedByShare);
    }
    add(compared.columns.front(), false);
    if (job.stopRequested()) {
        letGo(std::move(out));
        return fail(Code::Stopped);
    }
    return out;
}

bool isMain(const StatColumn& column, const Comparison& both)
{
    const StatTable& table = both.table;
    if (table.sortColumn < kFirstMeasure || column.id == table.columns.front().id)
        return column.id == table.columns.front().id;
    const StatColumn& sorted = table.columns[table.sortColumn];
    if (table.isOfDurations && sorted.unit == StatUnit::span)
        return column.id == sorted.id || column.id == "p50_ns" || column.id == "p50_a_ns";
    const Measure main =
        measureAt(table, table.sortColumn - (table.sortColumn - kFirstMeasure) % kColumnsOfMeasure);
    const bool isDividedOne = isDivided(main.b); // then B has no such column of its own
    return column.id == main.a.id || column.id == main.b.id || column.id == sorted.id
        || (!isDividedOne && !column.isChange && idOfB(column, both) == main.b.id);
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
