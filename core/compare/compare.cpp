#include "core/compare/compare.h"

#include "core/base/behind.h"
#include "core/base/time_text.h"
#include "core/compare/pair_rows.h"
#include "core/compare/steps.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <cmath>

namespace traceglass::compare {

namespace {

const double kNoRatio = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kPer = "_per"; // what ids of columns end in that are divided

// Ids of the columns that are compared; of tables that have none here, all that are numbers.
std::vector<std::string_view> measuresOf(const StatTable& table)
{
    if (table.isOfDurations) // those of these that it has
        return {"count",  "total_ns", "self_ns", "entered_ns", "awaited_ns",
                "p50_ns", "p95_ns",   "p99_ns",  "max_ns"};
    if (table.id == "counters")
        return {"min", "mean", "max", "sigma", "count"};
    std::vector<std::string_view> out;
    for (const StatColumn& column : table.columns)
        if (column.unit != StatUnit::text && column.unit != StatUnit::moment)
            out.push_back(column.id);
    return out;
}

// Of what lasts: does any? Of those that do not, counts are all that tells anything.
bool doesAnyLast(const StatTable& table, const Job& job)
{
    const std::vector<std::int64_t>& totals = table.column("total_ns")->integers;
    for (std::size_t row = 0; row < totals.size() && !isStoppedAt(row, job); ++row)
        if (totals[row] > 0)
            return true;
    return false;
}

// The order whose steps the spans of both are told in; null: they are times, on one side at least.
std::shared_ptr<const ClockAxis> orderOf(const StatTable& a, const StatTable& b, const RowPair& row)
{
    const auto orderIn = [](const StatTable& table, std::size_t at) {
        return at < table.orders.size() ? table.orders[at] : nullptr;
    };
    if (!row.a || !row.b)
        return row.a ? orderIn(a, *row.a) : orderIn(b, *row.b);
    return orderIn(a, *row.a) ? orderIn(b, *row.b) : nullptr;
}

// --- columns

// "total_ns" becomes "total_a_ns" and "total_change_share", "count" becomes "count_a".
std::string measureId(std::string_view measure, std::string_view word, bool isPer)
{
    constexpr std::string_view kNs = "_ns";
    const bool isSpan = measure.ends_with(kNs);
    std::string out(isSpan ? measure.substr(0, measure.size() - kNs.size()) : measure);
    out += word;
    if (isSpan && !word.ends_with("share"))
        out += kNs;
    return isPer ? out.append(kPer) : out;
}

struct MeasureColumns
{
    StatColumn a, b, change, share;

    // Growing by doubling copies all of them at once.
    void reserve(std::size_t rows, bool isReal)
    {
        for (StatColumn* const column : {&a, &b, &change, &share}) {
            if (isReal || column == &share)
                column->numbers.reserve(rows);
            else
                column->integers.reserve(rows);
        }
        a.places.reserve(rows);
        b.places.reserve(rows);
    }
    void add(std::int64_t ofA, std::int64_t ofB)
    {
        const bool isKnown = ofA != kNoInteger && ofB != kNoInteger;
        a.integers.push_back(ofA);
        b.integers.push_back(ofB);
        change.integers.push_back(isKnown ? subtractSaturating(ofB, ofA) : kNoInteger);
        share.numbers.push_back(
            isKnown ? ratio(static_cast<double>(change.integers.back()), static_cast<double>(ofA))
                    : kNoRatio);
    }
    void add(double ofA, double ofB)
    {
        a.numbers.push_back(ofA);
        b.numbers.push_back(ofB);
        change.numbers.push_back(ofB - ofA);
        share.numbers.push_back(ratio(ofB - ofA, ofA));
    }

private:
    static double ratio(double change, double of)
    {
        if (of == 0)
            return change == 0 ? 0 : kNoRatio;
        return change / std::abs(of);
    }
};

MeasureColumns columnsFor(const StatColumn& measure, const Denominator& per, bool isPer)
{
    const std::string title = measure.title
        + (!isPer                                      ? ""
               : per.kind == Denominator::Kind::second ? "/s"
                                                       : '/' + per.unit);
    const std::string about = measure.about
        + (!isPer                                      ? ""
               : per.kind == Denominator::Kind::second ? " Per second."
                                                       : " Per slice called " + per.unit + '.');
    const StatUnit unit = isPer && measure.unit == StatUnit::count ? StatUnit::value : measure.unit;
    MeasureColumns out;
    out.a = {measureId(measure.id, "_a", isPer), title + " A", "Of A, the baseline: " + about, unit};
    out.b = {measureId(measure.id, "_b", isPer), title + " B", "Of B: " + about, unit};
    out.change = {measureId(measure.id, "_change", isPer), "Δ " + title, "What B has more than A: " + about,
                  unit};
    out.share = {measureId(measure.id, "_change_share", isPer), "Δ% " + title,
                 "The change as a share of what A has: " + about, StatUnit::share};
    out.change.isChange = out.share.isChange = true;
    return out;
}

// `amount` of what is divided, where it is known.
std::int64_t spanPer(std::int64_t amount, const Denominator& per, std::int64_t by)
{
    return amount == kNoInteger
        ? amount
        : stats::amountPer(amount, per.kind == Denominator::Kind::second ? kSecondNs : 1, by);
}

double countPer(std::int64_t amount, const Denominator& per, std::int64_t by)
{
    const double all = static_cast<double>(by) * (per.kind == Denominator::Kind::second ? 1e-9 : 1);
    return amount == kNoInteger ? kNoRatio : static_cast<double>(amount) / all;
}

// False: it was stopped.
bool addMeasure(StatTable& table, const std::vector<RowPair>& rows, const StatTable& a, const StatColumn& ofA,
                const StatColumn& ofB, const Denominator& per, const Job& job)
{
    const bool isSum = ofB.isSum;
    const bool isPer = isSum && per.kind != Denominator::Kind::none;
    const bool isReal = ofB.integers.empty() && ofA.integers.empty();
    MeasureColumns out = columnsFor(ofB, per, isPer);
    out.reserve(rows.size(), isReal || (isPer && ofB.unit == StatUnit::count));
    const auto integer = [&](const StatColumn& column, std::optional<std::size_t> row) {
        return row ? column.integers[*row] : isSum ? std::int64_t(0) : kNoInteger;
    };
    const auto real = [](const StatColumn& column, std::optional<std::size_t> row) {
        return row ? column.numbers[*row] : kNoRatio;
    };
    const auto inSteps = [&](std::size_t at, std::optional<std::size_t> row, std::int64_t amount) {
        return row && ofA.unit == StatUnit::span ? inStepsOf(table.order(at), a.order(*row), amount) : amount;
    };
    const auto place = [](const StatColumn& column, std::optional<std::size_t> row) {
        return row && *row < column.places.size() ? column.places[*row] : StatPlace {};
    };
    for (const RowPair& row : rows) {
        const std::size_t at = out.a.places.size();
        if (isStoppedAt(at, job))
            return false;
        const bool isTimeless = isPer && per.kind == Denominator::Kind::second && table.order(at);
        if (isTimeless && ofB.unit == StatUnit::count)
            out.add(kNoRatio, kNoRatio);
        else if (isTimeless)
            out.add(kNoInteger, kNoInteger);
        else if (isReal)
            out.add(real(ofA, row.a), real(ofB, row.b));
        else if (isPer && ofB.unit == StatUnit::count)
            out.add(countPer(integer(ofA, row.a), per, per.a), countPer(integer(ofB, row.b), per, per.b));
        else if (isPer)
            out.add(spanPer(inSteps(at, row.a, integer(ofA, row.a)), per, per.a),
                    spanPer(integer(ofB, row.b), per, per.b));
        else
            out.add(inSteps(at, row.a, integer(ofA, row.a)), integer(ofB, row.b));
        out.a.places.push_back(place(ofA, row.a));
        out.b.places.push_back(place(ofB, row.b));
    }
    for (StatColumn* const column : {&out.a, &out.b, &out.change, &out.share})
        table.columns.push_back(std::move(*column));
    return true;
}

}

bool hasSums(const StatTable& table)
{
    return std::ranges::any_of(measuresOf(table), [&](std::string_view id) {
        const StatColumn* const column = table.column(id);
        return column && column->isSum;
    });
}

bool hasCounts(const StatTable& table)
{
    const StatColumn* const count = table.column("count");
    return count && count->isSum;
}

bool doesChange(const StatColumn& change)
{
    return std::ranges::any_of(change.integers, [](std::int64_t by) { return by != kNoInteger && by != 0; })
        || std::ranges::any_of(change.numbers, [](double by) { return by < 0 || by > 0; }); // else NaN
}

bool isDivided(const StatColumn& column)
{
    return column.id.ends_with(kPer);
}

bool isTiny(const StatTable& table, const StatColumn& column, std::size_t row)
{
    if (!column.isChange || row >= column.numbers.size())
        return false;
    const bool isPercent = row < table.units.size() && table.units[row] == "%";
    const double size = std::abs(column.numbers[row]) * (column.unit == StatUnit::share ? 1 : 0.01);
    return (column.unit == StatUnit::share || isPercent) && size > 0 && size < kLeastToldShare;
}

Denominator denominatorFor(std::int64_t lengthOfA, std::int64_t lengthOfB)
{
    const auto [shorter, longer] = std::minmax(lengthOfA, lengthOfB);
    if (shorter <= 0 || longer - shorter <= shorter / kLeastChangePart)
        return {};
    return {Denominator::Kind::second, {}, lengthOfA, lengthOfB};
}

namespace {

// What both have to say once; there is no column of shares.
void addRemarks(StatTable& table, const StatTable& a, const StatTable& b)
{
    const auto has = [](const StatTable& side, const std::string& remark) {
        return std::ranges::find(side.remarks, remark) != side.remarks.end();
    };
    for (const StatTable* const side : {&a, &b}) {
        for (const std::string& remark : side->remarks) {
            const bool isOfBoth = has(a, remark) && has(b, remark);
            if (!remark.starts_with(StatTable::kOfShares) && !(isOfBoth && side == &b))
                table.remarks.push_back((isOfBoth ? "A, B: " : side == &a ? "A: " : "B: ") + remark);
        }
    }
}

}

Result<Comparison> compared(const TableSide& sideA, const TableSide& sideB, const Denominator& per, Job& job)
{
    const StatTable &a = sideA.table, &b = sideB.table;
    auto rows = pairRows(sideA, sideB, job);
    if (!rows)
        return tl::unexpected(rows.error());

    Comparison out;
    const auto stopped = [&] {
        letGo(std::move(out));
        return fail(Code::Stopped);
    };
    out.rows = std::move(*rows);
    out.verdicts.reserve(out.rows.size());
    StatTable& table = out.table;
    table.keys.reserve(out.rows.size());
    table.queries.reserve(b.queries.empty() ? 0 : out.rows.size());
    table.id = b.id;
    table.title = b.title + ", compared";
    table.key = b.key;
    table.isEstimate = a.isEstimate || b.isEstimate;
    table.isOfDurations = b.isOfDurations;
    addRemarks(table, a, b);
    table.columns.push_back(
        {"verdict", "verdict",
         "Whether the durations of B differ from those of A: by a rank-sum test (p < 0.01, "
         "after Holm for all rows) of at least 20 slices each, and by 5 % and 1 µs or more of "
         "p50 or p95. Slices of one run are not independent: it tells that they differ, not why.",
         StatUnit::text});
    table.columns[0].texts.reserve(out.rows.size());
    for (const RowPair& row : out.rows) {
        if (isStoppedAt(table.size(), job))
            return stopped();
        const StatTable& of = row.b ? b : a;
        const std::size_t at = row.b ? *row.b : *row.a;
        table.keys.push_back(of.keys[at].substr(row.b ? sideB.root : sideA.root));
        if (!of.names.empty())
            table.names.push_back(row.b && at < b.names.size() ? b.names[at] : StringId {});
        if (!b.tracks.empty())
            table.tracks.push_back(row.b ? b.tracks[at] : kNoTrack);
        if (!of.units.empty())
            table.units.push_back(of.units[at]);
        if (!of.queries.empty())
            table.queries.push_back(of.queries[at]);
        if (!a.orders.empty() || !b.orders.empty())
            table.orders.push_back(orderOf(a, b, row));
        if (!of.inexact.empty())
            table.inexact.push_back((row.a && a.inexact[*row.a]) || (row.b && b.inexact[*row.b]));
        out.verdicts.push_back(row.a && row.b ? Verdict::none : row.a ? Verdict::onlyA : Verdict::onlyB);
        table.columns[0].texts.emplace_back(wordOf(out.verdicts.back()));
    }
    const bool isOfInstants = b.isOfDurations && !doesAnyLast(a, job) && !doesAnyLast(b, job);
    const std::string& sortedBy = isOfInstants ? b.columns.front().id : b.columns[b.sortColumn].id;
    for (const std::string_view id : measuresOf(b)) {
        const StatColumn *const ofA = a.column(id), *const ofB = b.column(id);
        if (!ofA || !ofB)
            continue;
        if (!addMeasure(table, out.rows, a, *ofA, *ofB, per, job))
            return stopped();
        if (id == sortedBy || table.sortColumn == 0)
            table.sortColumn = table.columns.size() - 2; // by its change
    }
    if (!table.units.empty()) { // of which changes cannot be told from each other by their size
        const auto share = std::ranges::find(table.columns, "sigma_change_share", &StatColumn::id);
        table.sortColumn = static_cast<std::size_t>(share - table.columns.begin());
    } else if (!b.isOfDurations && !doesChange(table.columns[table.sortColumn])) { // then by what does
        const auto other = std::ranges::find_if(
            table.columns, [](const StatColumn& column) { return column.isChange && doesChange(column); });
        if (other != table.columns.end())
            table.sortColumn = static_cast<std::size_t>(other - table.columns.begin());
    }
    return out;
}

}
