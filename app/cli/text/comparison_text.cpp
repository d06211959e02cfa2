#include "app/cli/text/comparison_text.h"

#include "app/cli/output.h"
#include "app/cli/text/table_text.h"
#include "core/base/text.h"
#include "core/base/time_text.h"

#include <algorithm>
#include <array>

namespace traceglass::cli {

namespace {

using compare::Verdict;

constexpr std::array<Verdict, 6> kVerdicts = {Verdict::longer, Verdict::shorter, Verdict::noClearChange,
                                              Verdict::tooFew, Verdict::onlyA,   Verdict::onlyB};

// A line has no room for all of them: of each measure A, B and the change as a share, of what lasts only some measures and
// what they are sorted by.
bool isForPeople(const StatTable& table, std::size_t column)
{
    constexpr std::array<std::string_view, 4> kLeftOut = {"self_", "entered_", "p99_", "max_"};
    const StatColumn& of = table.columns[column];
    if (column == table.sortColumn || of.unit == StatUnit::text)
        return true;
    if (of.isChange && of.unit != StatUnit::share)
        return false;
    return !table.isOfDurations || std::ranges::none_of(kLeftOut, [&](std::string_view stem) {
        return of.id.starts_with(stem) && !table.columns[table.sortColumn].id.starts_with(stem);
    });
}

std::string verdictForPeople(Verdict verdict)
{
    return std::string(verdict == Verdict::longer        ? "↑ "
                           : verdict == Verdict::shorter ? "↓ "
                                                         : "")
        + std::string(compare::wordOf(verdict));
}

// visit(word, how many) of the verdicts there are.
template <class Visit>
void eachVerdict(std::span<const Verdict> verdicts, const Visit& visit)
{
    for (const Verdict verdict : kVerdicts)
        if (const auto many = std::ranges::count(verdicts, verdict); many > 0)
            visit(compare::wordOf(verdict), static_cast<std::uint64_t>(many));
}

}

std::string comparisonLines(const compare::Comparison& both, std::span<const std::size_t> rows)
{
    StatTable shown;
    shown.key = both.table.key;
    shown.keys = both.table.keys;
    shown.units = both.table.units;
    shown.inexact = both.table.inexact;
    shown.orders = both.table.orders;
    for (std::size_t column = 0; column < both.table.columns.size(); ++column)
        if (isForPeople(both.table, column))
            shown.columns.push_back(both.table.columns[column]);
    std::ranges::transform(both.verdicts, shown.columns.front().texts.begin(), verdictForPeople);
    return TableText(nullptr, nullptr, shown).lines(rows, false);
}

std::string countsText(const compare::Comparison& both, std::size_t row)
{
    constexpr std::string_view kOfA = " A";
    const StatColumn &a = both.table.columns[1], &b = both.table.columns[2]; // behind the verdict
    return a.title.substr(0, a.title.size() - kOfA.size()) + ' ' + cellText(both.table, a, row) + " in A, "
        + cellText(both.table, b, row) + " in B";
}

std::string contraryText(const compare::Comparison& both, std::size_t row)
{
    const compare::Contrary contrary = compare::contraryTo(both.table, row);
    if (contrary == compare::Contrary::none)
        return {};
    const bool isLonger = both.verdicts[row] == Verdict::longer;
    const std::string_view is = compare::wordOf(isLonger ? Verdict::longer : Verdict::shorter),
                           isNot = compare::wordOf(isLonger ? Verdict::shorter : Verdict::longer);
    const bool isMedian = contrary == compare::Contrary::median;
    return (isMedian ? "p95 is " : "the median is ") + std::string(is)
        + (isMedian ? ", but the median is " : ", but p95 is ") + std::string(isNot);
}

std::string verdictsText(std::span<const Verdict> verdicts)
{
    std::string out;
    eachVerdict(verdicts, [&](std::string_view word, std::uint64_t many) {
        out += (out.empty() ? "" : ", ") + grouped(many) + ' ' + std::string(word);
    });
    return out;
}

std::string verdictsJson(std::span<const Verdict> verdicts)
{
    JsonLine line;
    eachVerdict(verdicts, [&](std::string_view word, std::uint64_t many) { line.add(word, many); });
    return line.finish();
}

std::string denominatorText(const StatTable& table, const compare::Denominator& per, bool isChosen)
{
    using Kind = compare::Denominator::Kind;
    if (per.kind == Kind::none)
        return {};
    const std::string tail = '/' + (per.kind == Kind::second ? std::string("s") : per.unit) + " A";
    std::vector<std::string> divided; // "count" of "count/s A"
    for (const StatColumn& column : table.columns)
        if (compare::isDivided(column) && column.title.ends_with(tail))
            divided.push_back(column.title.substr(0, column.title.size() - tail.size()));
    const std::string what = escaped(listText(divided)) + (divided.size() == 1 ? " is" : " are");
    if (per.kind == Kind::unit)
        return what + " per " + escaped(per.unit) + ", of which A has "
            + grouped(static_cast<std::uint64_t>(per.a)) + " and B "
            + grouped(static_cast<std::uint64_t>(per.b)) + '\n';
    return what + " per second: A lasts " + durationText(per.a) + ", B " + durationText(per.b)
        + (isChosen ? "" : "; --per none leaves them as they are") + '\n';
}

}
