#include "app/viewer/window/problem_summary.h"

#include "widgets/common/core_text.h"
#include "widgets/common/utf8.h"

#include <QObject>
#include <algorithm>

namespace traceglass {

std::uint64_t problemCount(const DiagnosticLog& log)
{
    return log.total(Severity::warning) + log.total(Severity::error);
}

std::optional<ProblemSummary> summarizeProblems(const DiagnosticLog& log)
{
    auto first = log.first(Severity::error); // of the worst
    if (!first)
        first = log.first(Severity::warning);
    if (!first)
        return {};
    ProblemSummary summary;
    summary.count = problemCount(log);
    summary.head = countedText(summary.count, "problem", "problems");
    const bool isRestLost = std::ranges::any_of(log.counts(), [](const DiagnosticLog::Count& count) {
        return codeInfo(count.code).kind == CodeKind::restLost;
    });
    const bool isCut = std::ranges::any_of(
        log.counts(), [](const DiagnosticLog::Count& count) { return count.code == Code::FileChanged; });
    const std::uint64_t lost = log.lostBytes();
    if (isCut) // which makes nothing of it certain, and most of it may be there
        summary.text = QObject::tr("the capture became shorter while it was open; Reload shows what is left");
    else if (summary.count == 1)
        summary.text = fromUtf8(first->message());
    else if (isRestLost) // how much that is nobody knows
        summary.text = QObject::tr("what lies behind the damage could not be read; all before it is shown");
    else if (lost > 0)
        summary.text = QObject::tr("%1 could not be read; everything else is shown")
                           .arg(countedText(lost, "byte", "bytes"));
    else
        summary.text = QObject::tr("%1, and more").arg(fromUtf8(first->message()));
    return summary;
}

}
