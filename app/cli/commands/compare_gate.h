// What makes a comparison exit with 5: --fail-on, which names changes of rows and of findings.
//
//     if (const Exit exit = refuseRowsThatCannotFail(options, a); exit != kOk) return exit;   // it could not fail
//     for (const Exceeded& each : whatIsExceeded(options, both, a, b, per, changed))
//         printError(each.file, each.what);
#pragma once

#include "app/cli/commands/commands.h"
#include "app/cli/tables.h"
#include "app/cli/text/finding_text.h"
#include "core/compare/parts.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace traceglass::cli {

struct ComparedSide
{
    std::string file;
    std::unique_ptr<Document> document;
    MadeTable made;
    Findings findings {}; // when they are asked for
};

struct ChangedFinding
{
    const Finding* finding;
    const ComparedSide* side; // that has it: A when it is gone
    FindingText::Compared baseline;
};

// Why the exit status is 5.
struct Exceeded
{
    std::string file;
    std::string what;
};

// Of rows, that --fail-on may name and that are shown however little a row is of all.
constexpr std::array<compare::Verdict, 2> kRowVerdicts = {compare::Verdict::longer,
                                                          compare::Verdict::shorter};

bool failsOn(const Options& options, std::string_view word);
bool isWhole(const ComparedSide& side); // nothing of it is lost

// Of another table than those whose rows are judged a gate would pass whatever changed.
Exit refuseRowsThatCannotFail(const Options& options, const ComparedSide& a);

std::vector<Exceeded> whatIsExceeded(const Options& options, const compare::Comparison& both,
                                     const ComparedSide& a, const ComparedSide& b,
                                     const compare::Denominator& per,
                                     const std::vector<ChangedFinding>& changed);

}
