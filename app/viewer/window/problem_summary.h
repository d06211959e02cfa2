// All that is wrong with a capture in one line, for the bar above the panes.
//
//     if (auto summary = summarizeProblems(session->capture()->problems())) bar->show(...);
#pragma once

#include "core/base/diagnostic_log.h"

#include <QString>
#include <cstdint>
#include <optional>

namespace traceglass {

struct ProblemSummary
{
    std::uint64_t count = 0; // of warnings and errors
    QString head;            // "2 problems"
    QString text;            // "86,298 bytes could not be read; everything else is shown"
};

// Nothing when there is no more than information.
std::optional<ProblemSummary> summarizeProblems(const DiagnosticLog& log);
// Of warnings and errors, with those that are not kept.
std::uint64_t problemCount(const DiagnosticLog& log);

}
