#include "app/cli/time_arguments.h"

#include "app/cli/output.h"
#include "app/cli/progress.h"

#include <algorithm>

namespace traceglass::cli {

namespace {

// Where relative times count from. A stream has no index: only reading all of it tells.
std::optional<std::int64_t> startOf(const Document& document, const std::string& clock, Job& job)
{
    const Summary summary = document.summary();
    if (const auto own = summary.clockTimes.find(clock); own != summary.clockTimes.end())
        return own->second.startNs;
    if (summary.time)
        return summary.time->startNs;
    std::optional<std::int64_t> start;
    IndexRequest request;
    request.publish = [&](const TimelinePtr& timeline) { start = timeline->range.startNs; };
    if (!document.index(request, job))
        return {};
    return start;
}

}

bool knowsClock(const Document& document, const std::string& file, const std::string& clock)
{
    const std::vector<std::string> clocks = document.summary().clocks;
    if (clock.empty() || std::ranges::find(clocks, clock) != clocks.end())
        return true;
    std::string known;
    for (const std::string& name : clocks)
        known += (known.empty() ? "" : ", ") + name;
    printError(file,
               "--clock " + clock + ": the capture has no such clock"
                   + (known.empty() ? ", and no other" : "; it has " + known));
    return false;
}

bool hasTimeAxis(const Document& document)
{
    return document.hasTimeline() || document.summary().time;
}

std::optional<std::int64_t> readTime(const std::string& option, const std::string& text,
                                     const Document& document, const std::string& clock)
{
    const auto time = parseTime(text);
    if (!time) {
        printError({},
                   option + ' ' + text
                       + " is not a time: write 2026-05-28T20:28:43.25Z, 1780000123250000000ns or +1.5s");
        return {};
    }
    Job job;
    const Progress progress(job, "reading", Progress::Beside::output);
    return time->absolute(time->relative ? startOf(document, clock, job).value_or(0) : 0);
}

}
