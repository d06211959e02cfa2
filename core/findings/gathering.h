// What rules need to say what they found: severity by share, when and where it can be seen, names in a row.
//
//     findings::addOne(finding, slice.time, [&] { return Evidence {.time = slice.time, .ref = slice.ref()}; });
//     if (const auto severity = findings::severityOf(share)) ...
//     findings::settle(finding);                                     // once it has all
#pragma once

#include "core/findings/worst_minute.h"
#include "core/model/findings.h"
#include "core/timeline/timeline.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace traceglass::findings {

constexpr double kLowShare = 0.001, kMediumShare = 0.01, kHighShare = 0.05;

// Nothing: less than that is no finding.
std::optional<FindingSeverity> severityOf(double share);
// Seconds of hours are nothing, and yet the program stood: low where the times take a twentieth of the worst minute.
struct Weight
{
    FindingSeverity severity;
    Minute minute {}; // 0 ns: of the whole
};
// `parallel`: so many at once, as in a share of time.
std::optional<Weight> weightOf(double share, const std::vector<TimeRange>& times, std::int64_t parallel = 1);
// "; 3.20 s in the minute from +90.00 s on", of a minute.
TimedText inMinute(const Timeline& timeline, const Minute& minute);

// Part of a time that `parallel` did at once; 0 of nothing.
double shareOfTime(std::int64_t costNs, std::int64_t durationNs, std::int64_t parallel);
// Is it at least so many thousandths of the whole? Without rounding.
bool isAtLeast(std::int64_t part, std::int64_t thousandths, std::int64_t whole);

// From which duration on the slow ones stand apart: of those of an octave below there are no more than so many thousandths
// of theirs. A tail that thins out has more there the further in one looks, however long it is. Nothing: there are none.
std::optional<std::int64_t> outliersFrom(const StatHistogram& durations, std::int64_t slowNs,
                                         std::int64_t thousandths);

// In order, and one where they lie no further apart.
std::vector<TimeRange> joined(std::vector<TimeRange> ranges, std::int64_t apartNs = 0);
std::int64_t lengthOf(const std::vector<TimeRange>& ranges); // of what does not overlap
// How much of a time lies in ranges that are in order and apart.
std::int64_t overlapNs(const TimeRange& time, const std::vector<TimeRange>& ranges);

// Does each begin in one of the ranges, or where one ends?
bool liesIn(const std::vector<TimeRange>& times, const std::vector<TimeRange>& ranges);

// What is joined already, at most so many: those nearest to each other are joined, so that all stay covered.
std::vector<TimeRange> covered(const std::vector<TimeRange>& ranges, std::size_t most);

// A time when it is so, in any order; any number of them.
void addTime(Finding& finding, const TimeRange& time);
// Keeps the worst of more evidence than is kept, the least of them at the end.
void keepWorst(Finding& finding);
// Of this time and weight `make()` makes it, where it is among the worst; else it is counted.
template <class Make>
void addEvidence(Finding& finding, const TimeRange& time, const Make& make, double weight = 0)
{
    auto& evidence = finding.evidence;
    if (evidence.size() >= Finding::kEvidence
        && std::pair(weight, time.lengthNs()) <= evidence[Finding::kEvidence - 1].badness()) {
        ++finding.unkept;
        return;
    }
    evidence.push_back(make());
    evidence.back().weight = weight;
    if (evidence.size() == Finding::kEvidence || evidence.size() == 2 * Finding::kEvidence)
        keepWorst(finding);
}
// One more of what it counts.
template <class Make>
void addOne(Finding& finding, const TimeRange& time, const Make& make, double weight = 0)
{
    ++finding.count;
    addTime(finding, time);
    addEvidence(finding, time, make, weight);
}
// Puts evidence and times in order, the worst piece of evidence first, the times joined over a gap.
void settle(Finding& finding, std::int64_t apartNs = 0);

std::string quoted(std::string_view name); // "`metrics.flush`", as it may be shown
std::string percentText(double share);     // "4.2 %"
std::string mostOf(std::int64_t part, std::int64_t whole);           // "most"; of less than half "38 %"
TimedText momentText(const Timeline& timeline, std::int64_t viewNs); // "+2.30 s"

}
