// What is compared: a table of a part of a capture each, how long these parts are, and how many units of work they hold.
//
//     const Denominator per = denominatorFor(lengthOf(a), lengthOf(b));
//     auto both = comparedParts(a, b, per, job);                   // with verdicts; error: file.stopped
//     unitsIn(*namesIn(a, job), "request")                         // 1,965; 0: no slice is called so
#pragma once

#include "core/compare/compare.h"
#include "core/stats/made_table.h"

namespace traceglass::compare {

std::int64_t lengthOf(const stats::MadeTable& part); // in ns, as stats::lengthOf()

// What slices of its range are called, whatever else the table leaves out, and how many there are of each.
Result<StatTable> namesIn(const stats::MadeTable& part, Job& job);
std::int64_t unitsIn(const StatTable& names, std::string_view name);

// Are names that differ in numbers only rows of their own? Joined they are one from five on, `gc #` of `gc 466` and others,
// where more than half of them are in one of both only: as of numbers that go on from run to run.
enum class Numbered : std::uint8_t { apart, joined };

// The run that all paths of a table begin with does not count where those of the other one begin with another, or none.
Result<Comparison> comparedParts(const stats::MadeTable& a, const stats::MadeTable& b, const Denominator& per,
                                 Job& job, Numbered numbered = Numbered::apart);

}
