// A table as it is, and beside its columns what it is compared with: what a window shows of a comparison.
//
//     const Comparison both = ...;                        // of a and b, judged
//     auto shown = sideBySide(b, both, {.leadsToA = true}, job);    // error: file.stopped
//     shown->keys[row]                                    // rows are those of `both`: first B's, then what only A has
//
// Columns of B come first and keep their places, so that a table looks the same with and without a comparison. Then come A
// and the changes, with the ids that they have in `both`, then the verdict. What is not looked for first is aside.
#pragma once

#include "core/compare/compare.h"

namespace traceglass::compare {

struct Beside
{
    bool leadsToA = false; // slices of A are on the timeline of B
};

Result<StatTable> sideBySide(const StatTable& b, const Comparison& both, const Beside& how, Job& job);

// Of columns side by side: the verdict; of slices that last the change that rows are sorted by at first and the medians that
// the verdict rests on, else all of the measure that they are sorted by. Where there is little room they are what is seen.
bool isMain(const StatColumn& column, const Comparison& both);

// "total_ns" of B is called so in a comparison: "total_b_ns", or "total_b_ns_per". Empty: it is not compared.
std::string idOfB(const StatColumn& column, const Comparison& both);

}
