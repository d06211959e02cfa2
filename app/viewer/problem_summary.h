// All that is wrong with a capture in one line, for the bar above the panes.
//
//     if (auto summary = summarizeProblems(session->diagnostics())) bar->show(...);
#pragma once

#include "core/base/diagnostic.h"

#include <QString>
#include <optional>
#include <vector>

namespace traceglass {

struct ProblemSummary
{
    Severity severity = Severity::warning;
    std::size_t count = 0; // of warnings and errors
    QString head;          // "2 problems"
    QString text;          // "86,298 bytes could not be read; everything else is shown"
};

// Nothing when there is no more than information.
std::optional<ProblemSummary> summarizeProblems(const std::vector<Diagnostic>& diagnostics);

}
