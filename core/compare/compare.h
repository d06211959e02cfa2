// Two tables of statistics side by side: the same table asked of two captures, or of two ranges, runs or filters of one.
// A is the baseline, B what is compared with it. What comes out is a table again, so that whatever shows one shows it.
//
//     auto both = compare::compared(a, b, compare::denominatorFor(lengthOfA, lengthOfB), job);    // error: file.stopped
//     both->table.columns                                   // count_a, count_b, count_change, count_change_share ...
//     compare::judge(*both, partOfA, partOfB, job)          // likewise
//     both->verdicts[row]                                   // longer
//
// Columns: verdict; then of each measure A, B, the change and the change as a share of A. Of slices these are count, total,
// self, p50, p95, p99 and max, of lives of spans also what was entered and awaited; of counters min, mean, max, sigma and how
// many values there are; of other tables all that are numbers. Sums (StatColumn::isSum) are told per second or per unit where
// that is asked for, their ids then end in _per. Spans stay whole nanoseconds; where they are steps they have no number a
// second.
// What only one of the two has counts nothing in the other; its other numbers are missing there.
//
// A verdict is made where both have 20 slices or more with a duration. It is "longer" or "shorter" where a rank-sum test
// says so with p < 0.01, after Holm for all rows, and the 50th or the 95th percentile went the same way by at least 5 % and
// 1 µs. Slices of one run are not independent of each other, so it tells that durations differ, never why.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/job.h"
#include "core/model/statistics.h"
#include "core/stats/made_table.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass::compare {

enum class Verdict : std::uint8_t { none, longer, shorter, noClearChange, tooFew, onlyA, onlyB };
std::string_view wordOf(Verdict verdict); // "no clear change"; of none an empty one

// Slices with a duration, of each: of fewer the 95th percentile is the longest one. The normal distribution fits a rank sum
// of so many whatever the other side has: its kurtosis is off by 1.2 / 20 at most where that has many, by 1.8 / 20 where both
// have as few, and to the side that makes p too large.
constexpr std::uint64_t kFewest = 20;
constexpr double kLevel = 0.01;
constexpr std::int64_t kLeastChangeNs = 1'000;
constexpr std::int64_t kLeastChangePart = 20; // of what A has: 5 %
constexpr double kLeastToldShare = 0.001;

// What sums are divided by.
struct Denominator
{
    enum class Kind : std::uint8_t { none, second, unit };
    Kind kind = Kind::none;
    std::string unit {};       // slices called so
    std::int64_t a = 1, b = 1; // ns, or how many of these slices there are; more than 0
};
bool hasSums(const StatTable& table);   // is there anything to divide among what is compared?
// Of a column of changes: is there any that is not 0?
bool doesChange(const StatColumn& change);
bool hasCounts(const StatTable& table); // does each row count something: slices, lines, values?
// Of a comparison: three digits of it say enough.
bool isDivided(const StatColumn& column);
// A change of less than 0.1 %, which is told as that: often nothing but how numbers are rounded.
bool isTiny(const StatTable& table, const StatColumn& column, std::size_t row);
// Of a comparison or the table beside it: which percentile went the other way than the verdict says, by enough to matter.
enum class Contrary : std::uint8_t { none, median, p95 };
std::string_view measureOf(Contrary contrary); // "p50", "p95"; of none an empty one
Contrary contraryTo(const StatTable& table, std::size_t row);
// Per second where the lengths of both, in ns, differ by more than 5 %: else none.
Denominator denominatorFor(std::int64_t lengthOfA, std::int64_t lengthOfB);

struct RowPair
{
    std::optional<std::size_t> a, b; // rows of the two tables; one of them is there
};

struct Comparison
{
    StatTable table;
    std::vector<RowPair> rows;     // by row of the table
    std::vector<Verdict> verdicts; // likewise, and in the column "verdict"
};

struct TableSide
{
    const StatTable& table;
    std::size_t root = 0; // bytes that all its keys begin with and that do not count: "segment 0/"
};

// Rows match by key, those with the same key in their order.
Result<Comparison> compared(const TableSide& a, const TableSide& b, const Denominator& per, Job& job);

// Whether a row has twice as many slices, or whatever it counts, as before, or half as many, of a second or unit of work.
// Chance makes no such change of so many in one row of a hundred: one has 20 or more, and were they dealt to A and B at
// random, by what both are divided by, a number so far off had p < 0.01, after Holm for all rows that have 20.
enum class CountChange : std::uint8_t { none, more, fewer, tooFew };
std::string_view wordOf(CountChange change); // "more"; of the others an empty one
constexpr std::int64_t kManyTimes = 2;
// By row. `a` and `b` are the tables that were compared, which have counts.
std::vector<CountChange> countChanges(const Comparison& both, const StatTable& a, const StatTable& b,
                                      const Denominator& per);

// Is a row that only one has worth a word? It has 20 slices, or 8 and 1 % of the time of its side: less comes and goes. That
// none of 8 falls to the other side is chance once in 128 times; a garbage collection of a minute has one slice or none.
constexpr double kLeastPartOfSide = 0.01;
constexpr std::int64_t kFewestOfSide = 8;
bool matters(const RowPair& row, const StatTable& a, const StatTable& b, std::int64_t lengthOfA,
             std::int64_t lengthOfB);

// Adds verdicts to rows that both have. `a` and `b` have the tables that were compared, of what lasts, with percentiles.
Result<void> judge(Comparison& both, const stats::MadeTable& a, const stats::MadeTable& b, Job& job);

}
