#include "app/cli/tables.h"

#include "app/cli/arguments.h"
#include "app/cli/asked_hits.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "core/base/name_order.h"
#include "core/base/text.h"
#include "core/stats/second_key.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace traceglass::cli {

namespace {

// A place in the order: those without a value come last.
template <class Value>
std::vector<std::size_t> ordered(const std::vector<Value>& values, const auto& isMissing, bool greatestFirst)
{
    std::vector<std::size_t> rows(values.size());
    std::iota(rows.begin(), rows.end(), std::size_t(0));
    std::ranges::stable_sort(rows, [&](std::size_t a, std::size_t b) {
        if (isMissing(values[a]) || isMissing(values[b]))
            return !isMissing(values[a]) && isMissing(values[b]);
        if constexpr (std::is_same_v<Value, std::string>)
            return isNameBefore(values[a], values[b]);
        else
            return greatestFirst ? values[b] < values[a] : values[a] < values[b];
    });
    return rows;
}

// Changes in either direction alike.
std::vector<std::size_t> bySize(const StatColumn& column)
{
    std::vector<double> sizes;
    for (const double each : column.numbers)
        sizes.push_back(std::abs(each));
    if (!sizes.empty())
        return ordered(
            sizes, [](double size) { return std::isnan(size); }, true);
    std::vector<std::uint64_t> whole; // 0: missing, which stands behind what did not change
    for (const std::int64_t each : column.integers)
        whole.push_back(each == kNoInteger ? 0 : static_cast<std::uint64_t>(each < 0 ? -each : each) + 1);
    return ordered(
        whole, [](std::uint64_t size) { return size == 0; }, true);
}

}

std::vector<std::string> wordsFor(const std::vector<StatKind>& kinds)
{
    std::vector<std::string> words;
    for (std::size_t i = 0; i < stats::kSliceKeys; ++i)
        words.emplace_back(stats::wordOf(static_cast<stats::SliceKey>(i)));
    words.emplace_back(stats::kCounterTable);
    words.emplace_back(stats::kLogTable);
    for (const StatKind& kind : kinds)
        words.push_back(kind.id);
    return words;
}

tl::expected<MadeTable, Exit> makeTable(const Document& document, const Options& options,
                                        const std::string& option, const std::string& wanted, Unknown ofQuery,
                                        Unknown ofField, const FieldCatalogue* others)
{
    const StatisticsFacet* const facet = document.statistics();
    const std::vector<StatKind> kinds = facet ? facet->kinds() : std::vector<StatKind> {};
    const std::optional<stats::SliceKey> by = stats::sliceKeyOf(wanted);
    const std::vector<std::string> words = wordsFor(kinds);
    const bool isKnown = std::ranges::find(words, wanted) != words.end();
    const auto ofKey = std::ranges::find(kinds, wanted, &StatKind::key);
    const std::string& word = isKnown || ofKey == kinds.end() ? wanted : ofKey->id;
    if (!isKnown && ofKey == kinds.end())
        return tl::unexpected(exitWith(kUsage, options.file,
                                       option + ' ' + word + ": the capture has no such table"
                                           + offer(word, words, "it has " + listText(words))));
    if (!options.field.empty() && !by)
        return tl::unexpected(
            exitWith(kUsage, {}, "--field goes with slices, not with " + option + ' ' + word));
    AskedHits asked;
    if (options.query.empty()) {
        if (const Exit exit = readScope(document, options, asked); exit != kOk)
            return tl::unexpected(exit);
        asked.columns = std::make_unique<query::FieldColumns>(document.fields());
        asked.catalogue = asked.columns->catalogue();
    } else if (const Exit exit = readHits(document, options, "--where", asked, ofQuery, others);
               exit != kOk) {
        return tl::unexpected(exit);
    }
    const FieldCatalogue nothing;
    const FieldCatalogue& fields = asked.catalogue ? *asked.catalogue : nothing;
    if (ofField == Unknown::isWrong && !options.field.empty() && !stats::isSecondKey(options.field, fields))
        return tl::unexpected(exitWith(kUsage, "--field", unknownField(options.field, fields)));
    auto made = withProgress("reckoning", ProgressOn::besideOutput, [&](Job& job) {
        return stats::makeTable({asked.timeline, word, options.field, asked.scope, asked.hits}, facet,
                                *asked.columns, job);
    });
    if (!made)
        return tl::unexpected(exitWith(kDamaged, options.file, made.error()));
    made->unknown.insert(made->unknown.begin(), asked.unknown.begin(), asked.unknown.end());
    return std::move(*made);
}

const StatColumn* findColumn(const StatTable& table, std::string_view name)
{
    const auto found = std::ranges::find_if(table.columns, [&](const StatColumn& column) {
        return isSameText(column.id, name) || isSameText(column.title, name);
    });
    return found == table.columns.end() ? nullptr : &*found;
}

std::vector<std::string> columnNames(const StatTable& table)
{
    std::vector<std::string> out;
    for (const StatColumn& column : table.columns)
        out.push_back(column.title);
    return out;
}

tl::expected<std::vector<std::size_t>, Exit> sortedRows(const StatTable& table, const std::string& column)
{
    const auto never = [](const std::string&) { return false; };
    if (isSameText(column, table.key) || isSameText(column, "key"))
        return ordered(table.keys, never, false);
    const StatColumn* const found =
        column.empty() ? &table.columns[table.sortColumn] : findColumn(table, column);
    if (!found)
        return tl::unexpected(
            exitWith(kUsage, {},
                     "--sort " + column + ": the table has no such column"
                         + offer(column, columnNames(table), "it has " + listText(columnNames(table)))));
    if (!found->texts.empty())
        return ordered(found->texts, never, false);
    if (found->isChange)
        return bySize(*found);
    const bool isGreatestFirst = !(column.empty() && table.isLeastFirst);
    if (!found->numbers.empty())
        return ordered(
            found->numbers, [](double value) { return std::isnan(value); }, isGreatestFirst);
    return ordered(
        found->integers, [](std::int64_t value) { return value == kNoInteger; }, isGreatestFirst);
}

}
