#include "app/viewer/problem_summary.h"

#include "core/base/text.h"
#include "widgets/common/utf8.h"

#include <QObject>
#include <algorithm>

namespace traceglass {

namespace {

// Bytes named by errors, each counted once.
std::uint64_t unreadableBytes(const std::vector<Diagnostic>& diagnostics)
{
    std::vector<ByteRange> ranges;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == Severity::error && diagnostic.range && diagnostic.range->length > 0)
            ranges.push_back(*diagnostic.range);
    }
    std::ranges::sort(ranges, [](const ByteRange& a, const ByteRange& b) {
        return std::pair(number(a.source), a.offset) < std::pair(number(b.source), b.offset);
    });
    std::uint64_t sum = 0;
    const ByteRange* before = nullptr;
    std::uint64_t end = 0;
    for (const ByteRange& range : ranges) {
        if (!before || before->source != range.source)
            end = 0;
        if (range.end() > end)
            sum += range.end() - std::max(end, range.offset);
        end = std::max(end, range.end());
        before = &range;
    }
    return sum;
}

}

std::optional<ProblemSummary> summarizeProblems(const std::vector<Diagnostic>& diagnostics)
{
    ProblemSummary summary;
    const Diagnostic* first = nullptr; // the first of the worst
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == Severity::info)
            continue;
        ++summary.count;
        if (!first || diagnostic.severity > first->severity)
            first = &diagnostic;
    }
    if (!first)
        return {};
    summary.severity = first->severity;
    summary.head = fromUtf8(counted(summary.count, "problem", "problems"));
    const std::uint64_t lost = unreadableBytes(diagnostics);
    if (summary.count == 1)
        summary.text = fromUtf8(first->message());
    else if (lost > 0)
        summary.text = QObject::tr("%1 could not be read; everything else is shown")
                           .arg(fromUtf8(counted(lost, "byte", "bytes")));
    else
        summary.text = QObject::tr("%1, and more").arg(fromUtf8(first->message()));
    return summary;
}

}
