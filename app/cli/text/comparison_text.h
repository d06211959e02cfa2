// What tglass prints of a comparison, for people and as JSON.
//
//     out.write(comparisonLines(both, rows));           // the columns that people look at, side by side
//     out.write(verdictsText(both.verdicts));           // "3 longer, 12 no clear change"
//     contraryText(both, row)                           // "the median is shorter, but p95 is longer"
#pragma once

#include "core/compare/compare.h"

#include <span>
#include <string>

namespace traceglass::cli {

std::string comparisonLines(const compare::Comparison& both, std::span<const std::size_t> rows);

// Of slices: "count/s 10.2 in A, 21.0 in B".
std::string countsText(const compare::Comparison& both, std::size_t row);

// By word, those there are none of left out: for people, and as an object.
std::string verdictsText(std::span<const compare::Verdict> verdicts);
std::string verdictsJson(std::span<const compare::Verdict> verdicts);

// Where one percentile tells another story than the verdict; else empty.
std::string contraryText(const compare::Comparison& both, std::size_t row);

// "count and total are per second: A lasts 30 s, B 60 s" and the like; empty: nothing is divided.
std::string denominatorText(const StatTable& table, const compare::Denominator& per, bool isChosen);

}
