#include "core/compare/compare.h"

#include "core/base/behind.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/compare/rank_sum.h"
#include "core/compare/stopping.h"
#include "core/stats/columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>

namespace traceglass::compare {

namespace {

const double kNoRatio = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kPer = "_per"; // what ids of columns end in that are divided

// Ids of the columns that are compared; of tables that have none here, all that are numbers.
std::vector<std::string_view> measuresOf(const StatTable& table)
{
    if (table.id == "slices")
        return {"count", "total_ns", "self_ns", "p50_ns", "p95_ns", "p99_ns", "max_ns"};
    if (table.id == "counters")
        return {"min", "mean", "max", "sigma"};
    std::vector<std::string_view> out;
    for (const StatColumn& column : table.columns)
        if (column.unit != StatUnit::text && column.unit != StatUnit::moment)
            out.push_back(column.id);
    return out;
}

const StatColumn* columnCalled(const StatTable& table, std::string_view id)
{
    const auto found = std::ranges::find(table.columns, id, &StatColumn::id);
    return found == table.columns.end() ? nullptr : &*found;
}

// Of slices: does any last? Of those that do not, counts are all that tells anything.
bool doesAnyLast(const StatTable& table, const Job& job)
{
    const std::vector<std::int64_t>& totals = columnCalled(table, "total_ns")->integers;
    for (std::size_t row = 0; row < totals.size() && !isStoppedAt(row, job); ++row)
        if (totals[row] > 0)
            return true;
    return false;
}

// --- which rows belong together

// What a row is matched by: its key behind the root, and its unit.
struct MatchedKey
{
    std::string_view text;
    std::string_view unit;
    std::size_t row = 0;

    bool isLike(const MatchedKey& other) const { return text == other.text && unit == other.unit; }
    auto operator<=>(const MatchedKey&) const = default;
};

// In order, those of a kind by their rows.
Result<std::vector<MatchedKey>> matchedKeys(const TableSide& side, const Job& job)
{
    const StatTable& table = side.table;
    std::vector<MatchedKey> out;
    out.reserve(table.size());
    for (std::size_t row = 0; row < table.size() && !isStoppedAt(row, job); ++row)
        out.push_back({std::string_view(table.keys[row]).substr(side.root),
                       row < table.units.size() ? table.units[row] : std::string_view(), row});
    if (!sortUnlessStopped(out, std::less(), job))
        return fail(Code::Stopped);
    return out;
}

// In the order of B, then what only A has. Those with the same key match in their order.
Result<std::vector<RowPair>> pairRows(const TableSide& sideA, const TableSide& sideB, const Job& job)
{
    const auto a = matchedKeys(sideA, job), b = matchedKeys(sideB, job);
    if (!a || !b)
        return fail(Code::Stopped);
    std::vector<RowPair> out;
    out.reserve(a->size() + b->size());
    out.resize(b->size());
    std::vector<bool> isFound(a->size());
    for (std::size_t i = 0, j = 0; j < b->size(); ++j) {
        if (isStoppedAt(j, job))
            return fail(Code::Stopped);
        const MatchedKey& key = (*b)[j];
        while (i < a->size() && std::tie((*a)[i].text, (*a)[i].unit) < std::tie(key.text, key.unit))
            ++i;
        const bool isBoths = i < a->size() && (*a)[i].isLike(key);
        out[key.row] = {isBoths ? std::optional((*a)[i].row) : std::nullopt, key.row};
        if (isBoths)
            isFound[(*a)[i++].row] = true;
    }
    for (std::size_t row = 0; row < a->size() && !isStoppedAt(row, job); ++row)
        if (!isFound[row])
            out.push_back({row, std::nullopt});
    return out;
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

// A span of A: as many steps of the row's order as it has of its own, which may be drawn wider.
std::int64_t inStepsOf(const ClockAxis* order, const ClockAxis* own, std::int64_t ns)
{
    if (!order || !own || ns == kNoInteger)
        return ns;
    return static_cast<std::int64_t>(WideInteger(ns) * order->stepNs / own->stepNs);
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
    constexpr std::int64_t kSecond = 1'000'000'000;
    return amount == kNoInteger
        ? amount
        : stats::amountPer(amount, per.kind == Denominator::Kind::second ? kSecond : 1, by);
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

// --- verdicts

std::int64_t sumOf(const std::vector<std::int64_t>& values, std::optional<std::size_t> first,
                   const std::vector<std::size_t>& more)
{
    std::int64_t sum = first ? values[*first] : 0;
    for (const std::size_t row : more)
        sum = addSaturating(sum, values[row]);
    return sum;
}

std::uint64_t closedIn(const stats::SliceTable& table, std::size_t first, const std::vector<std::size_t>& more)
{
    std::uint64_t sum = table.closedIn(first);
    for (const std::size_t row : more)
        sum += table.closedIn(row);
    return sum;
}

// Does it change by enough to matter, upwards or downwards?
bool isMuch(const StatColumn& of, std::size_t row, const StatColumn& change, bool upwards)
{
    const std::int64_t ofA = of.integers[row], by = change.integers[row];
    if (by == kNoInteger || (by > 0) != upwards)
        return false;
    const std::int64_t size = by > 0 ? by : -by;
    return size >= kLeastChangeNs && size >= ofA / kLeastChangePart + (ofA % kLeastChangePart > 0 ? 1 : 0);
}

}

std::string_view wordOf(Verdict verdict)
{
    constexpr std::array<std::string_view, 7> kWords = {"",        "longer",    "shorter",  "no clear change",
                                                        "too few", "only in A", "only in B"};
    return kWords[static_cast<std::size_t>(verdict)];
}

bool hasSums(const StatTable& table)
{
    return std::ranges::any_of(measuresOf(table), [&](std::string_view id) {
        const StatColumn* const column = columnCalled(table, id);
        return column && column->isSum;
    });
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

std::string_view measureOf(Contrary contrary)
{
    return contrary == Contrary::median ? "p50" : contrary == Contrary::p95 ? "p95" : "";
}

Contrary contraryTo(const StatTable& table, std::size_t row)
{
    const StatColumn* const verdict = columnCalled(table, "verdict");
    if (!verdict || row >= verdict->texts.size())
        return Contrary::none;
    const bool isLonger = verdict->texts[row] == wordOf(Verdict::longer);
    if (!isLonger && verdict->texts[row] != wordOf(Verdict::shorter))
        return Contrary::none;
    const auto isAgainst = [&](std::string_view ofA, std::string_view change) {
        return isMuch(*columnCalled(table, ofA), row, *columnCalled(table, change), !isLonger);
    };
    return isAgainst("p50_a_ns", "p50_change_ns") ? Contrary::median
        : isAgainst("p95_a_ns", "p95_change_ns")  ? Contrary::p95
                                                  : Contrary::none;
}

Denominator denominatorFor(std::int64_t lengthOfA, std::int64_t lengthOfB)
{
    const auto [shorter, longer] = std::minmax(lengthOfA, lengthOfB);
    if (shorter <= 0 || longer - shorter <= shorter / kLeastChangePart)
        return {};
    return {Denominator::Kind::second, {}, lengthOfA, lengthOfB};
}

std::vector<std::size_t> rowsOf(std::optional<std::size_t> first, const std::vector<std::size_t>& more)
{
    std::vector<std::size_t> out;
    if (first)
        out.push_back(*first);
    out.insert(out.end(), more.begin(), more.end());
    return out;
}

Result<std::vector<std::vector<std::int64_t>>>
durationsOf(const stats::SliceTable& table, std::span<const std::vector<std::size_t>> rows, Job& job)
{
    std::vector<std::size_t> all;
    for (const std::vector<std::size_t>& each : rows)
        all.insert(all.end(), each.begin(), each.end());
    auto apart = table.durations(all, job);
    if (!apart)
        return tl::unexpected(apart.error());
    std::vector<std::vector<std::int64_t>> out;
    std::size_t at = 0;
    for (const std::vector<std::size_t>& each : rows) {
        std::vector<std::int64_t>& joined = out.emplace_back();
        for (std::size_t i = 0; i < each.size(); ++i, ++at) {
            if (i == 0)
                joined = std::move((*apart)[at]);
            else
                joined.insert(joined.end(), (*apart)[at].begin(), (*apart)[at].end());
        }
        if (each.size() > 1 && !stats::sortUnlessStopped(joined, job))
            return fail(Code::Stopped);
    }
    return out;
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
    for (const StatTable* const side : {&a, &b})
        for (const std::string& remark : side->remarks)
            table.remarks.push_back((side == &a ? "A: " : "B: ") + remark);
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
    const bool isOfInstants = b.id == "slices" && !doesAnyLast(a, job) && !doesAnyLast(b, job);
    const std::string& sortedBy = isOfInstants ? b.columns.front().id : b.columns[b.sortColumn].id;
    for (const std::string_view id : measuresOf(b)) {
        const StatColumn *const ofA = columnCalled(a, id), *const ofB = columnCalled(b, id);
        if (!ofA || !ofB)
            continue;
        if (!addMeasure(table, out.rows, a, *ofA, *ofB, per, job))
            return stopped();
        if (id == sortedBy || table.sortColumn == 0)
            table.sortColumn = table.columns.size() - 2; // by its change
    }
    if (!table.units.empty()) // of which changes cannot be told from each other by their size
        table.sortColumn = table.columns.size() - 1;
    return out;
}

std::string_view wordOf(CountChange change)
{
    return change == CountChange::more ? "more" : change == CountChange::fewer ? "fewer" : "";
}

std::vector<CountChange> countChanges(const Comparison& both, const StatTable& a, const StatTable& b,
                                      const Denominator& per)
{
    const std::vector<std::int64_t>&ofA = columnCalled(a, "count")->integers,
          &ofB = columnCalled(b, "count")->integers;
    std::vector<CountChange> out(both.rows.size(), CountChange::tooFew);
    std::vector<std::size_t> judged;
    std::vector<double> ps;
    const double partOfB =
        static_cast<double>(per.b) / (static_cast<double>(per.a) + static_cast<double>(per.b));
    for (std::size_t row = 0; row < both.rows.size(); ++row) {
        const RowPair& pair = both.rows[row];
        const MoreRows& more = both.moreOf(pair);
        const std::int64_t inA = sumOf(ofA, pair.a, more.a), inB = sumOf(ofB, pair.b, more.b);
        if (std::max(inA, inB) < static_cast<std::int64_t>(kFewest))
            continue;
        out[row] = CountChange::none;
        const double all = static_cast<double>(inA) + static_cast<double>(inB);
        const double off =
            std::abs(static_cast<double>(inB) - all * partOfB) - 0.5; // a whole number, by a curve
        const double sigma = std::sqrt(all * partOfB * (1 - partOfB));
        judged.push_back(row);
        ps.push_back(std::erfc(std::max(off, 0.0) / sigma / std::numbers::sqrt2));
    }
    const std::vector<bool> holds = holm(ps, kLevel);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        const RowPair& pair = both.rows[judged[i]];
        if (!holds[i] || !pair.a || !pair.b)
            continue;
        const MoreRows& more = both.moreOf(pair);
        const WideInteger rateOfA = WideInteger(sumOf(ofA, pair.a, more.a)) * per.b,
                          rateOfB = WideInteger(sumOf(ofB, pair.b, more.b)) * per.a;
        if (rateOfB >= rateOfA * kManyTimes)
            out[judged[i]] = CountChange::more;
        else if (rateOfA >= rateOfB * kManyTimes)
            out[judged[i]] = CountChange::fewer;
    }
    return out;
}

bool matters(const Comparison& both, const RowPair& row, const StatTable& a, const StatTable& b,
             std::int64_t lengthOfA, std::int64_t lengthOfB)
{
    const StatTable& of = row.b ? b : a;
    const auto sum = [&](std::string_view id) {
        return sumOf(columnCalled(of, id)->integers, row.b ? row.b : row.a,
                     row.b ? both.moreOf(row).b : both.moreOf(row).a);
    };
    const double length = static_cast<double>(row.b ? lengthOfB : lengthOfA);
    return sum("count") >= static_cast<std::int64_t>(kFewest)
        || (length > 0 && static_cast<double>(sum("total_ns")) >= length * kLeastPartOfSide);
}

Result<void> judge(Comparison& both, const stats::SliceTable& a, const stats::SliceTable& b, Job& job)
{
    constexpr std::uint64_t kTogether = 8'000'000; // durations
    std::vector<std::size_t> judged;
    for (std::size_t row = 0; row < both.rows.size(); ++row) {
        const RowPair& pair = both.rows[row];
        if (!pair.a || !pair.b)
            continue;
        const MoreRows& more = both.moreOf(pair);
        const bool areEnough =
            closedIn(a, *pair.a, more.a) >= kFewest && closedIn(b, *pair.b, more.b) >= kFewest;
        both.verdicts[row] = areEnough ? Verdict::noClearChange : Verdict::tooFew;
        if (areEnough)
            judged.push_back(row);
    }
    std::vector<RankSum> sums;
    std::vector<double> ps;
    for (std::size_t begin = 0, end = 0; begin < judged.size(); begin = end) {
        std::vector<std::vector<std::size_t>> rowsOfA, rowsOfB;
        for (std::uint64_t count = 0; end < judged.size(); ++end) {
            const RowPair& pair = both.rows[judged[end]];
            const MoreRows& more = both.moreOf(pair);
            count += closedIn(a, *pair.a, more.a) + closedIn(b, *pair.b, more.b);
            if (count > kTogether && end > begin)
                break;
            rowsOfA.push_back(rowsOf(pair.a, more.a));
            rowsOfB.push_back(rowsOf(pair.b, more.b));
        }
        auto ofA = durationsOf(a, rowsOfA, job);
        const auto ofB = durationsOf(b, rowsOfB, job);
        if (!ofA || !ofB)
            return fail(Code::Stopped);
        for (std::size_t i = 0; i < rowsOfA.size(); ++i) {
            if (const ClockAxis* const order = both.table.order(judged[begin + i]))
                for (std::int64_t& ns : (*ofA)[i])
                    ns = inStepsOf(order, a.table().order(rowsOfA[i].front()), ns);
            sums.push_back(rankSum((*ofA)[i], (*ofB)[i], job));
            ps.push_back(pOf(sums.back()));
        }
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    const std::vector<bool> holds = holm(ps, kLevel);
    const auto column = [&](std::string_view id) -> const StatColumn& {
        return *columnCalled(both.table, id);
    };
    for (std::size_t i = 0; i < judged.size(); ++i) {
        const bool isLonger = sums[i].difference > 0;
        if (holds[i]
            && (isMuch(column("p50_a_ns"), judged[i], column("p50_change_ns"), isLonger)
                || isMuch(column("p95_a_ns"), judged[i], column("p95_change_ns"), isLonger)))
            both.verdicts[judged[i]] = isLonger ? Verdict::longer : Verdict::shorter;
    }
    std::ranges::transform(both.verdicts, both.table.columns.front().texts.begin(),
                           [](Verdict each) { return wordOf(each); });
    return {};
}

}
