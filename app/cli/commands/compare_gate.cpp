#include "app/cli/commands/compare_gate.h"

#include "app/cli/output.h"
#include "app/cli/text/comparison_text.h"
#include "core/base/text.h"
#include "core/findings/shared_rules.h"
#include "core/model/document.h"
#include "core/model/statistics_facet.h"
#include "core/stats/slice_table.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

using compare::Denominator;
using compare::Verdict;

// What --fail-on may name of rows.
constexpr std::array<std::string_view, 6> kRowWords = {"longer", "shorter", "more",
                                                       "fewer",  "only-a",  "only-b"};

// What is exceeded, and by which word of --fail-on it was asked for.
std::string reason(std::string what, std::string_view word)
{
    return std::move(what) + " (--fail-on " + std::string(word) + ')';
}

// Of rows: how many slices they have, and whether only one of both has them.
void addCounts(const Options& options, const compare::Comparison& both, const ComparedSide& a,
               const ComparedSide& b, const Denominator& per, std::vector<Exceeded>& out)
{
    using compare::CountChange;
    const StatTable &ofA = a.made.table(), &ofB = b.made.table();
    const bool isAsked = failsOn(options, "more") || failsOn(options, "fewer");
    const std::vector<CountChange> changes =
        isAsked ? compare::countChanges(both, ofA, ofB, per) : std::vector<CountChange>();
    const bool areAllFew =
        std::ranges::all_of(changes, [](CountChange is) { return is == CountChange::tooFew; });
    for (const CountChange asked : {CountChange::more, CountChange::fewer}) {
        const std::string_view word = compare::wordOf(asked);
        if (!failsOn(options, word))
            continue;
        for (std::size_t row = 0; row < changes.size(); ++row)
            if (changes[row] == asked)
                out.push_back(
                    {b.file,
                     reason(both.table.keys[row] + " has " + std::string(word) + ": " + countsText(both, row),
                            word)});
        if (areAllFew) // a gate that nothing can fail
            out.push_back(
                {b.file,
                 reason("no row could be judged: none has " + std::to_string(compare::kFewest) + " slices",
                        word)});
    }
    const std::int64_t lengthOfA = compare::lengthOf(a.made), lengthOfB = compare::lengthOf(b.made);
    for (const auto& [word, verdict] : {std::pair("only-a", Verdict::onlyA), {"only-b", Verdict::onlyB}}) {
        for (std::size_t row = 0; row < both.rows.size() && failsOn(options, word); ++row)
            if (both.verdicts[row] == verdict
                && compare::matters(both.rows[row], ofA, ofB, lengthOfA, lengthOfB))
                out.push_back(
                    {b.file,
                     reason(both.table.keys[row] + " is " + std::string(compare::wordOf(verdict)), word)});
    }
}

// Of rows: a verdict, or a percentile that went the other way than the verdict says.
void addRows(const Options& options, const compare::Comparison& both, const std::string& file,
             std::vector<Exceeded>& out)
{
    for (const Verdict asked : kRowVerdicts) {
        const std::string word(compare::wordOf(asked));
        if (!failsOn(options, word))
            continue;
        bool isAnyJudged = false;
        for (std::size_t row = 0; row < both.verdicts.size(); ++row) {
            const Verdict is = both.verdicts[row];
            const std::string contrary = contraryText(both, row);
            isAnyJudged |= is == Verdict::noClearChange || std::ranges::count(kRowVerdicts, is) > 0;
            if (is == asked)
                out.push_back({file, reason(both.table.keys[row] + " is " + word, word)});
            else if (!contrary.empty())
                out.push_back({file, reason(both.table.keys[row] + ": " + contrary, word)});
        }
        if (!isAnyJudged) // a gate that nothing can fail
            out.push_back({file,
                           reason("no row could be judged: none has " + std::to_string(compare::kFewest)
                                      + " slices with a duration in both",
                                  word)});
    }
}

}

bool failsOn(const Options& options, std::string_view word)
{
    return std::ranges::find(options.failOnChanges, word) != options.failOnChanges.end();
}

bool isWhole(const ComparedSide& side)
{
    return side.findings.isWhole && side.document->problems().total(Severity::error) == 0;
}

Exit refuseRowsThatCannotFail(const Options& options, const ComparedSide& a)
{
    for (const std::string_view word : kRowWords) {
        const bool isVerdict = std::ranges::any_of(
            kRowVerdicts, [&](Verdict verdict) { return compare::wordOf(verdict) == word; });
        if (!failsOn(options, word)
            || (isVerdict ? a.made.hasDurations() : compare::hasCounts(a.made.table())))
            continue;
        std::vector<std::string> judged = wordsFor({});
        if (isVerdict)
            judged.resize(stats::kSliceKeys);
        const StatisticsFacet* const facet = a.document->statistics();
        for (const StatKind& kind : facet ? facet->kinds() : std::vector<StatKind>())
            if (kind.isOfDurations)
                judged.push_back(kind.id);
        return exitWith(kUsage, {},
                        "--fail-on " + std::string(word) + ": rows of --by " + options.by
                            + (isVerdict ? " get no verdict" : " count nothing")
                            + "; those of these words do: " + listText(judged));
    }
    return kOk;
}

std::vector<Exceeded> whatIsExceeded(const Options& options, const compare::Comparison& both,
                                     const ComparedSide& a, const ComparedSide& b, const Denominator& per,
                                     const std::vector<ChangedFinding>& changed)
{
    std::vector<Exceeded> out;
    addRows(options, both, b.file, out);
    if (compare::hasCounts(a.made.table()) && compare::hasCounts(b.made.table()))
        addCounts(options, both, a, b, per, out);
    for (const ChangedFinding& each : changed) {
        const std::string word(compare::wordOf(each.baseline.change));
        if (failsOn(options, word)
            && !(options.partial && findings::isAboutData(*each.finding))) // what is lost is good enough
            out.push_back(
                {b.file,
                 reason(word + ": " + std::string(each.finding->rule) + ' ' + each.finding->subject.name,
                        word)});
    }
    for (const ComparedSide* const side : {&a, &b})
        if (!options.failOnChanges.empty() && !options.partial && !isWhole(*side)
            && (side == &a || a.file != b.file)) // the same again
            out.push_back({side->file,
                           "a part of the capture is lost, so not everything was compared; --partial takes "
                           "what is left"});
    return out;
}

}
