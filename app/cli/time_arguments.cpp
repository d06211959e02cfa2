#include "app/cli/time_arguments.h"

#include "app/cli/arguments.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

// Where relative times count from, on the clock's own time. A stream has no index: only reading all of it
// tells.
Result<std::int64_t> startOf(const Document& document, const std::string& clock, Job& job)
{
    const Summary summary = document.summary();
    if (const auto own = summary.clockTimes.find(clock); own != summary.clockTimes.end())
        return own->second.startNs;
    const bool isFirst = clock.empty() || (!summary.clocks.empty() && clock == summary.clocks.front());
    if (isFirst && summary.time)
        return summary.time->startNs;
    const auto read = readTimeline(document, job);
    if (!read)
        return tl::unexpected(read.error());
    const TimelinePtr& timeline = *read;
    if (!timeline || timeline->records == 0)
        return fail(Code::NoTimeAxis);
    const auto axis = std::ranges::find(timeline->axes(), clock, &ClockAxis::name);
    if (axis != timeline->axes().end())
        return axis->range.startNs;
    return isFirst ? Result<std::int64_t>(timeline->range.startNs) : fail(Code::NoTimeAxis);
}

}

bool knowsClock(const Document& document, const std::string& file, const std::string& clock)
{
    const std::vector<std::string> clocks = document.summary().clocks;
    if (clock.empty() || std::ranges::find(clocks, clock) != clocks.end())
        return true;
    printError(file,
               "--clock " + clock + ": the capture has no such clock"
                   + offer(clock, clocks, "`tglass info` lists them"));
    return false;
}

bool hasTimeAxis(const Document& document)
{
    return document.timeline() || document.summary().time;
}

std::optional<std::int64_t> readTime(const std::string& option, const std::string& text,
                                     const Document& document, const std::string& clock)
{
    const auto time = parseTime(text);
    if (!time) {
        printError({},
                   option + (text.empty() ? " lacks a time" : ' ' + text + " is not a time")
                       + ": write 2026-05-28T20:28:43.25Z, 1780000123250000000ns or +1.5s,"
                         " between the years 1678 and 2261");
        return {};
    }
    if (!time->relative)
        return time->ns;
    const auto start = withProgress("reading", ProgressOn::besideOutput,
                                    [&](Job& job) { return startOf(document, clock, job); });
    if (!start) {
        printError({},
                   option + ' ' + text + " counts from the start, and that is not known: "
                       + errorText(start.error(), document.path().string()));
        return {};
    }
    return time->absolute(*start);
}

}
