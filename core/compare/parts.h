// What is compared: a table of a part of a capture each, how long these parts are, and how many units of work they hold.
//
//     const Denominator per = denominatorFor(lengthOf(a), lengthOf(b));
//     auto compared = comparedParts(a, b, per, job);               // error: file.stopped
//     compared->both.rows[row].a                                   // of compared->a, which may have fewer rows than a
//     unitsIn(*namesIn(a, job), "request")                         // 1,965; 0: no slice is called so
#pragma once

#include "core/compare/compare.h"
#include "core/stats/made_table.h"

namespace traceglass::compare {

std::int64_t lengthOf(const stats::MadeTable& part); // in ns, as stats::lengthOf()

// What slices of its range are called, whatever else the table leaves out, and how many there are of each.
Result<StatTable> namesIn(const stats::MadeTable& part, Job& job);
std::int64_t unitsIn(const StatTable& names, std::string_view name);

struct ComparedParts
{
    Comparison both; // with verdicts
    // As they were compared. Names that differ in numbers only are one row, `gc #` of `gc 466` and others, from five on, where
    // more than half of them are in one of both only or have a single slice: as of numbers that go on.
    stats::MadeTable a, b;
};

// The run that all paths of a table begin with does not count where those of the other one begin with another, or none.
Result<ComparedParts> comparedParts(stats::MadeTable a, stats::MadeTable b, const Denominator& per, Job& job);

}
