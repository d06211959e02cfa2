#include "core/compare/numbered.h"

#include "core/base/text.h"
#include "core/compare/stopping.h"
#include "core/stats/columns.h"
#include "core/stats/log_template.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace traceglass::compare {

namespace {

constexpr std::size_t kManyNames = 5;

// By template rows that become one.
std::map<std::string, std::vector<std::size_t>> numberedRows(const Comparison& both, const Job& job)
{
    std::map<std::string, std::vector<std::size_t>> out;
    for (std::size_t row = 0; row < both.rows.size() && !isStoppedAt(row, job); ++row)
        if (std::string of = stats::logTemplate(both.table.keys[row]); of != both.table.keys[row])
            out[std::move(of)].push_back(row);
    std::erase_if(out, [&](const auto& each) {
        const auto alone = std::ranges::count_if(
            each.second, [&](std::size_t row) { return !both.rows[row].a || !both.rows[row].b; });
        return each.second.size() < kManyNames || 2 * static_cast<std::size_t>(alone) <= each.second.size();
    });
    return out;
}

RowPair pairOf(Comparison& both, const std::vector<std::size_t>& rows)
{
    RowPair out;
    MoreRows rest;
    const auto add = [](std::optional<std::size_t> row, std::optional<std::size_t>& first,
                        std::vector<std::size_t>& more) {
        if (row && first)
            more.push_back(*row);
        else if (row)
            first = row;
    };
    for (const std::size_t row : rows) {
        add(both.rows[row].a, out.a, rest.a);
        add(both.rows[row].b, out.b, rest.b);
    }
    out.joined = static_cast<std::uint32_t>(both.joined.size());
    both.joined.push_back(std::move(rest));
    return out;
}

// Of rows that become one: what is added up of a side.
void addSums(StatColumn& column, const std::vector<std::size_t>& rows)
{
    std::int64_t sum = 0;
    double real = 0;
    for (const std::size_t row : rows) {
        if (column.numbers.empty())
            sum = addSaturating(sum, column.integers[row]);
        else
            real += column.numbers[row];
    }
    if (column.numbers.empty())
        column.integers.push_back(sum);
    else
        column.numbers.push_back(real);
}

// The change of the last row, from what both sides have of it.
void addChange(std::span<StatColumn> measure)
{
    StatColumn &a = measure[0], &b = measure[1], &change = measure[2], &share = measure[3];
    const double kNothing = std::numeric_limits<double>::quiet_NaN();
    double by = kNothing, of = kNothing;
    if (!a.numbers.empty()) {
        of = a.numbers.back();
        by = b.numbers.back() - of;
        change.numbers.push_back(by);
    } else if (a.integers.back() == kNoInteger || b.integers.back() == kNoInteger) {
        change.integers.push_back(kNoInteger);
    } else {
        change.integers.push_back(subtractSaturating(b.integers.back(), a.integers.back()));
        of = static_cast<double>(a.integers.back());
        by = static_cast<double>(change.integers.back());
    }
    share.numbers.push_back(of == 0 ? (by == 0 ? 0 : kNothing) : by / of);
}

// Only those rows, in their order.
template <class Value>
void keep(std::vector<Value>& values, const std::vector<std::size_t>& rows)
{
    if (values.empty())
        return;
    std::vector<Value> out;
    out.reserve(rows.size());
    for (const std::size_t row : rows)
        out.push_back(std::move(values[row]));
    values = std::move(out);
}

}

Result<void> joinNumbered(Comparison& both, const stats::SliceTable& a, const stats::SliceTable& b, Job& job)
{
    constexpr std::size_t kColumnsOfMeasure = 4,
                          kSums = 3; // behind the verdict: count, total, self, p50, p95, p99, max
    constexpr std::array<std::uint64_t, 4> kRanks = {500, 950, 990, 1'000};
    StatTable& table = both.table;
    const auto groups = numberedRows(both, job);
    if (groups.empty() || !table.orders.empty())
        return {};
    const std::size_t before = both.rows.size();
    std::vector<bool> isJoined(before);
    for (const auto& [name, rows] : groups) {
        const RowPair pair = pairOf(both, rows);
        const auto ofA = durationsOf(a, std::array {rowsOf(pair.a, both.moreOf(pair).a)}, job);
        const auto ofB = durationsOf(b, std::array {rowsOf(pair.b, both.moreOf(pair).b)}, job);
        if (!ofA || !ofB)
            return fail(Code::Stopped);
        for (const std::size_t row : rows)
            isJoined[row] = true;
        both.rows.push_back(pair);
        both.verdicts.push_back(pair.a && pair.b ? Verdict::none : pair.a ? Verdict::onlyA : Verdict::onlyB);
        table.columns.front().texts.emplace_back(wordOf(both.verdicts.back()));
        for (std::size_t measure = 0; measure < kSums + kRanks.size(); ++measure) {
            const auto columns =
                std::span(table.columns).subspan(1 + measure * kColumnsOfMeasure, kColumnsOfMeasure);
            for (const std::size_t side : {0u, 1u}) {
                const std::vector<std::int64_t>& durations = (side == 0 ? *ofA : *ofB).front();
                columns[side].places.emplace_back();
                if (measure < kSums)
                    addSums(columns[side], rows);
                else
                    columns[side].integers.push_back(stats::nearestRank(durations, kRanks[measure - kSums]));
            }
            addChange(columns);
        }
        table.keys.push_back(name);
        if (!table.names.empty())
            table.names.emplace_back();
        if (!table.tracks.empty())
            table.tracks.push_back(kNoTrack);
        if (!table.queries.empty())
            table.queries.emplace_back();
        if (!table.inexact.empty())
            table.inexact.push_back(
                std::ranges::any_of(rows, [&](std::size_t row) { return bool(table.inexact[row]); }));
        table.remarks.push_back(name + ": " + grouped(rows.size()) + " names that differ in numbers only");
    }
    std::vector<std::size_t> kept;
    for (std::size_t row = 0; row < both.rows.size(); ++row)
        if (row >= before || !isJoined[row])
            kept.push_back(row);
    keep(both.rows, kept);
    keep(both.verdicts, kept);
    keep(table.keys, kept);
    keep(table.names, kept);
    keep(table.tracks, kept);
    keep(table.queries, kept);
    keep(table.inexact, kept);
    for (StatColumn& column : table.columns) {
        keep(column.integers, kept);
        keep(column.numbers, kept);
        keep(column.texts, kept);
        keep(column.places, kept);
    }
    return {};
}

}
