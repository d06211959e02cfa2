// What is told of pairs of rows: whether they are longer, whether they are more, whether one that stands alone matters.
#include "core/base/text.h"
#include "core/compare/compare.h"
#include "core/compare/rank_sum.h"
#include "core/compare/steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace traceglass::compare {

namespace {

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

std::string_view measureOf(Contrary contrary)
{
    return contrary == Contrary::median ? "p50" : contrary == Contrary::p95 ? "p95" : "";
}

Contrary contraryTo(const StatTable& table, std::size_t row)
{
    const StatColumn* const verdict = table.column("verdict");
    if (!verdict || row >= verdict->texts.size())
        return Contrary::none;
    const bool isLonger = verdict->texts[row] == wordOf(Verdict::longer);
    if (!isLonger && verdict->texts[row] != wordOf(Verdict::shorter))
        return Contrary::none;
    const auto isAgainst = [&](std::string_view ofA, std::string_view change) {
        return isMuch(*table.column(ofA), row, *table.column(change), !isLonger);
    };
    return isAgainst("p50_a_ns", "p50_change_ns") ? Contrary::median
        : isAgainst("p95_a_ns", "p95_change_ns")  ? Contrary::p95
                                                  : Contrary::none;
}

std::string_view wordOf(CountChange change)
{
    return change == CountChange::more ? "more" : change == CountChange::fewer ? "fewer" : "";
}

std::vector<CountChange> countChanges(const Comparison& both, const StatTable& a, const StatTable& b,
                                      const Denominator& per)
{
    const std::vector<std::int64_t>&ofA = a.column("count")->integers, &ofB = b.column("count")->integers;
    const auto countOf = [](const std::vector<std::int64_t>& counts, std::optional<std::size_t> row) {
        return row ? counts[*row] : 0;
    };
    std::vector<CountChange> out(both.rows.size(), CountChange::tooFew);
    std::vector<std::size_t> judged;
    std::vector<double> ps;
    const double partOfB =
        static_cast<double>(per.b) / (static_cast<double>(per.a) + static_cast<double>(per.b));
    for (std::size_t row = 0; row < both.rows.size(); ++row) {
        const std::int64_t inA = countOf(ofA, both.rows[row].a), inB = countOf(ofB, both.rows[row].b);
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
        const WideInteger rateOfA = WideInteger(countOf(ofA, pair.a)) * per.b,
                          rateOfB = WideInteger(countOf(ofB, pair.b)) * per.a;
        if (rateOfB >= rateOfA * kManyTimes)
            out[judged[i]] = CountChange::more;
        else if (rateOfA >= rateOfB * kManyTimes)
            out[judged[i]] = CountChange::fewer;
    }
    return out;
}

bool matters(const RowPair& row, const StatTable& a, const StatTable& b, std::int64_t lengthOfA,
             std::int64_t lengthOfB)
{
    const StatTable& of = row.b ? b : a;
    const std::size_t at = row.b ? *row.b : *row.a;
    const double length = static_cast<double>(row.b ? lengthOfB : lengthOfA);
    const StatColumn* const total = of.column("total_ns");
    const std::int64_t count = of.column("count")->integers[at];
    return count >= static_cast<std::int64_t>(kFewest)
        || (count >= kFewestOfSide && total && length > 0
            && static_cast<double>(total->integers[at]) >= length * kLeastPartOfSide);
}

Result<void> judge(Comparison& both, const stats::MadeTable& a, const stats::MadeTable& b, Job& job)
{
    constexpr std::uint64_t kTogether = 8'000'000; // durations
    std::vector<std::size_t> judged;
    for (std::size_t row = 0; row < both.rows.size(); ++row) {
        const RowPair& pair = both.rows[row];
        if (!pair.a || !pair.b)
            continue;
        if (a.closedIn(*pair.a) == 0 && b.closedIn(*pair.b) == 0) // instants
            continue;
        const bool areEnough = a.closedIn(*pair.a) >= kFewest && b.closedIn(*pair.b) >= kFewest;
        both.verdicts[row] = areEnough ? Verdict::noClearChange : Verdict::tooFew;
        if (areEnough)
            judged.push_back(row);
    }
    std::vector<RankSum> sums;
    std::vector<double> ps;
    for (std::size_t begin = 0, end = 0; begin < judged.size(); begin = end) {
        std::vector<std::size_t> rowsOfA, rowsOfB;
        for (std::uint64_t count = 0; end < judged.size(); ++end) {
            const RowPair& pair = both.rows[judged[end]];
            count += a.closedIn(*pair.a) + b.closedIn(*pair.b);
            if (count > kTogether && end > begin)
                break;
            rowsOfA.push_back(*pair.a);
            rowsOfB.push_back(*pair.b);
        }
        auto ofA = a.durations(rowsOfA, job);
        const auto ofB = b.durations(rowsOfB, job);
        if (!ofA || !ofB)
            return fail(Code::Stopped);
        for (std::size_t i = 0; i < rowsOfA.size(); ++i) {
            if (const ClockAxis* const order = both.table.order(judged[begin + i]))
                for (std::int64_t& ns : (*ofA)[i])
                    ns = inStepsOf(order, a.table().order(rowsOfA[i]), ns);
            sums.push_back(rankSum((*ofA)[i], (*ofB)[i], job));
            ps.push_back(pOf(sums.back()));
        }
    }
    if (job.stopRequested())
        return fail(Code::Stopped);
    const std::vector<bool> holds = holm(ps, kLevel);
    const auto column = [&](std::string_view id) -> const StatColumn& { return *both.table.column(id); };
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
